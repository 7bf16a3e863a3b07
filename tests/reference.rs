//! The reference part of `docs/language.md`: made from the registries that the parser reads, and held against the parser,
//! the shipped files and the sources.
//!
//! With `UPDATE_DOCS` set, the page is written instead of compared.

use griffon::definition::keys::{self, Identity, Row};
use griffon::definition::phrases::{self, Phrase};
use griffon::definition::{Library, load};
use griffon::diagnostic::{Source, render};
use griffon::protocol::page::page;
use griffon::syntax::variant::{Statement, Token, TokenKind, parse};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

const ROOT: &str = env!("CARGO_MANIFEST_DIR");
const MARK: &str =
    "<!-- The rest of this page is written by a test from `definition/keys/` and `definition/phrases.rs`. -->\n";
/// Files that say what no shipped variant says.
const OTHERS: [&str; 2] = [include_str!("rulebook/everything.variant"), include_str!("rulebook/rest.variant")];

/// A statement and the file it stands in.
struct Line {
    file: String,
    statement: Statement,
}

/// All statements of the shipped files, then those of the test files, whose names are empty.
fn lines() -> Vec<Line> {
    let library = Library::shipped();
    let shipped = library.sources().map(|source| (source.name.as_str(), &*source.text));
    let mut lines = Vec::new();
    for (file, text) in shipped.filter(|(file, _)| file.ends_with(".variant")).chain(OTHERS.map(|text| ("", text))) {
        for variant in parse(text).0 {
            lines.extend(variant.statements.into_iter().map(|statement| Line { file: file.to_owned(), statement }));
        }
    }
    lines
}

#[test]
fn the_page_says_what_the_registry_says() {
    let path = Path::new(ROOT).join("docs/language.md");
    let page = fs::read_to_string(&path).expect("the page is in the repository");
    let (prose, _) = page.split_once(MARK).expect("the page has the mark");
    let lines = lines();
    let reference: Vec<String> = keys::rows().map(|row| entry(row, &lines)).collect();
    let wanted = format!("{prose}{MARK}\n{}", reference.join("\n"));
    if std::env::var_os("UPDATE_DOCS").is_some() {
        fs::write(&path, &wanted).expect("the page can be written");
    } else {
        assert!(page == wanted, "docs/language.md is out of date: run the tests once with UPDATE_DOCS=1");
    }
}

fn entry(row: &Row, lines: &[Line]) -> String {
    let heirs = match (row.inherited, row.identity) {
        (false, _) => "Not inherited.",
        (true, Identity::Single) => "At most one in a variant; stated again, it replaces the inherited one.",
        (true, Identity::Named) => "One for each name; a new one replaces what was inherited under that name.",
        (true, Identity::Pieces(_)) => "Any number for each piece; replaces what was inherited about these pieces.",
        (true, Identity::Case(_)) => "One for each case; a new one replaces what was inherited about the same case.",
        (true, Identity::Subject(_) | Identity::Several) => {
            "Any number; replaces what was inherited about the same subject."
        }
    };
    let mut text = format!(
        "### `{}`\n\n`{}`\n\n{}. {heirs}\n\nWithout it: {}.\n\n",
        row.word,
        row.usage.replace('`', ""),
        capitalised(row.about),
        row.without,
    );
    let phrases = phrases::of(row.word);
    if !phrases.is_empty() {
        text.push_str("| words | meaning | as in |\n|---|---|---|\n");
        for phrase in phrases {
            let (example, from) = example(row.word, phrase, lines).expect("each phrase has an example");
            let words = phrase.words.replace('|', "\\|");
            text.push_str(&format!("| `{words}` | {} | `{example}`{from} |\n", phrase.about));
        }
        text.push('\n');
    }
    let from = lines.iter().find(|line| line.statement.text() == row.example).map_or("", |line| &line.file);
    let from = if from.is_empty() { String::new() } else { format!("From `{from}`:\n\n") };
    text + &format!("{from}```\n{}\n```\n", row.example)
}

fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|letter| letter.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}

/// The shortest statement of a shipped variant with these words, the name of the file in brackets behind it.
fn example(word: &str, phrase: &Phrase, lines: &[Line]) -> Option<(String, String)> {
    let of_word = || lines.iter().filter(|line| line.statement.word.text == word);
    let found = |shipped: bool| {
        let lines = of_word().filter(|line| line.file.is_empty() != shipped);
        let fitting = lines.filter_map(|line| fit(&line.statement, phrase.words).map(|odd| (odd, line)));
        fitting.min_by_key(|(odd, line)| (*odd, line.statement.text().len())).map(|(_, line)| line)
    };
    let line = found(true).or_else(|| found(false))?;
    let file = Path::new(&line.file).file_stem().map_or(String::new(), |name| format!(" ({})", name.to_string_lossy()));
    Some((line.statement.text(), file))
}

/// Whether a statement has the words of a phrase, and how oddly: 0 if they are a whole clause.
fn fit(statement: &Statement, words: &str) -> Option<usize> {
    let wanted: Vec<&str> = words.split(' ').map(|word| word.trim_matches(',')).collect();
    let tokens = &statement.rest;
    let is_gap = |word: &str| word.trim_matches('"').chars().all(|letter| letter.is_ascii_uppercase());
    // The words up to the first gap stand together; what comes later, anywhere behind.
    let head = wanted.iter().take_while(|word| !is_gap(word)).count();
    if head == 0 {
        let named: Vec<&str> =
            wanted.iter().copied().skip_while(|word| is_gap(word)).take_while(|word| !is_gap(word)).collect();
        let number = || tokens.iter().any(|token| token.text.parse::<f32>().is_ok());
        let there = if named.is_empty() { number() } else { place(tokens, &named, 1).is_some() };
        return there.then_some(0);
    }
    let at = place(tokens, &wanted[..head], 0)?;
    let mut behind = &tokens[at + head..];
    for word in wanted[head..].iter().filter(|word| !is_gap(word)) {
        let found = behind.iter().position(|token| token.kind == TokenKind::Word && token.text == *word)?;
        behind = &behind[found + 1..];
    }
    let next = tokens.get(at + head);
    let filled = match wanted.get(head) {
        Some(&"N") => next.is_some_and(|token| token.text.parse::<f32>().is_ok()),
        Some(&("PIECE" | "PIECES")) => next.is_some_and(|token| {
            token.kind == TokenKind::Word && !["itself", "anything", "royals", "what"].contains(&token.text.as_str())
        }),
        Some(&"\"MOVES\"") => next.is_some_and(|token| token.kind == TokenKind::Text),
        _ => true,
    };
    if !filled {
        return None;
    }
    let begins = at == 0 || tokens[at - 1].kind == TokenKind::Comma;
    let ends = wanted.len() > head || next.is_none_or(|token| token.kind == TokenKind::Comma);
    Some(usize::from(!begins) + usize::from(!ends))
}

/// Where these words stand side by side, not before `least`; a place behind a comma is better.
fn place(tokens: &[Token], words: &[&str], least: usize) -> Option<usize> {
    let there = |at: &usize| {
        tokens[*at..].len() >= words.len()
            && tokens[*at..].iter().zip(words).all(|(token, word)| token.kind == TokenKind::Word && token.text == *word)
    };
    let places = || (least..tokens.len()).filter(there);
    places().find(|&at| at > 0 && tokens[at - 1].kind == TokenKind::Comma).or_else(|| places().next())
}

#[test]
fn every_statement_and_phrase_has_a_meaning_and_an_example_that_loads() {
    let lines = lines();
    for text in OTHERS {
        let source = Source::new("a file of the tests", text);
        let (_, found) = load(&source, &Library::shipped());
        assert!(found.is_empty(), "{}", render(&source, &found, false));
    }
    let mut missing = Vec::new();
    for row in keys::rows() {
        assert!(row.usage.starts_with(row.word), "{}", row.word);
        assert!(!row.about.is_empty() && !row.without.is_empty(), "{}", row.word);
        // Shipped files load without a word, by another test.
        assert!(lines.iter().any(|line| line.statement.text() == row.example), "no file says `{}`", row.example);
        for phrase in phrases::of(row.word) {
            assert!(!phrase.about.is_empty(), "{}", phrase.words);
            if example(row.word, phrase, &lines).is_none() {
                missing.push(format!("{} … {}", row.word, phrase.words));
            }
        }
    }
    assert!(missing.is_empty(), "no file says {missing:?}");
    for (word, _) in phrases::PHRASES {
        assert!(keys::row(word).is_some(), "phrases of `{word}`, which is no statement");
    }
}

#[test]
fn usage_and_phrases_agree() {
    for row in keys::rows().filter(|row| !phrases::of(row.word).is_empty()) {
        let said = words_of(&phrases::of(row.word).iter().map(|it| it.words).collect::<Vec<_>>().join(" "));
        let used = words_of(&row.usage[row.word.len()..]);
        let unused = said.iter().find(|word| row.word != "piece" && !used.contains(*word));
        assert_eq!(unused, None, "`{}`: a phrase is not in the usage", row.word);
        // What every usage of its kind has needs no explanation.
        const PLAIN: &[&str] = &["is", "in", "with", "at", "to", "white", "of", "royal", "from", "moves", "for", "by"];
        let unexplained = used.iter().find(|word| !PLAIN.contains(&word.as_str()) && !said.contains(*word));
        assert_eq!(unexplained, None, "`{}`: no phrase explains it", row.word);
    }
}

/// The words in small letters.
fn words_of(text: &str) -> BTreeSet<String> {
    let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| word.starts_with(|c: char| c.is_lowercase()));
    words.map(str::to_owned).collect()
}

/// Whatever the readers of statements take is written on the page.
#[test]
fn every_word_that_is_read_is_on_the_page() {
    let page = fs::read_to_string(Path::new(ROOT).join("docs/language.md")).expect("the page is in the repository");
    let known: BTreeSet<&str> = page.split(|c: char| !c.is_alphanumeric()).collect();
    let mut seen = 0;
    for entry in fs::read_dir(Path::new(ROOT).join("src/definition")).expect("the sources are in the repository") {
        let path = entry.expect("it can be read").path();
        // Readers of statements are all in this folder.
        if path.is_dir() {
            continue;
        }
        let text = fs::read_to_string(&path).expect("it can be read");
        for call in [".accept(", ".accept_any(&[", ".require("] {
            for (at, _) in text.match_indices(&format!("reader{call}")) {
                let rest = &text[at + "reader".len() + call.len()..];
                let end = rest.find([')', ']']).expect("calls end");
                for words in rest[..end].split('"').skip(1).step_by(2) {
                    for word in words.split(' ') {
                        seen += 1;
                        assert!(
                            known.contains(word),
                            "{}: `{word}` of `{words}` is nowhere on the page",
                            path.display()
                        );
                    }
                }
            }
        }
    }
    assert!(seen > 100, "the sources look otherwise than they did: {seen}");
}

/// `docs/from-variants-ini.md` has a row for each key that the importer knows, and for no other.
#[test]
fn the_migration_page_has_every_key() {
    let page = fs::read_to_string(Path::new(ROOT).join("docs/from-variants-ini.md")).expect("it is in the repository");
    let rows = page.lines().filter_map(|line| line.strip_prefix("| `")?.split_once(" | "));
    let mut said: Vec<&str> =
        rows.flat_map(|(keys, _)| keys.split('`').step_by(2)).map(|key| key.trim_end_matches('…')).collect();
    // Families of keys, shown by a member.
    said.retain(|key| !key.starts_with("customPiece") && !key.starts_with("mobilityRegion"));
    let known: BTreeSet<&str> = griffon::import::fairy_words().collect();
    let unique: BTreeSet<&str> = said.iter().copied().collect();
    assert_eq!(unique.len(), said.len(), "a key has two rows");
    assert_eq!(known.difference(&unique).collect::<Vec<_>>(), Vec::<&&str>::new(), "keys without a row");
    assert_eq!(unique.difference(&known).collect::<Vec<_>>(), Vec::<&&str>::new(), "rows of unknown keys");
}

#[test]
fn the_tables_of_commands_are_up_to_date() {
    let page = page();
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/commands.md");
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(path, &page).expect("the page can be written");
    }
    let written = std::fs::read_to_string(path).unwrap_or_default();
    assert!(written == page, "docs/commands.md is out of date: run the tests once with UPDATE_DOCS=1");
}
