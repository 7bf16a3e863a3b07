//! Conversations as files: `tests/dialogues/{cecp,uci,usi,ucci,xci,play}/*.txt`, what is said and, in the snapshot, what is answered.
//!
//! `> line` is sent when the engine has nothing more to say, `!> line` while it is still thinking. Other lines are kept
//! as comments. Sessions run in this process, with searches of so many nodes and a clock that stands still. What
//! engines think on the way is checked for its form and shown as `…`, so that a better search changes no snapshot.
//! In `play`, lines before the first `>` may say `variant NAME` and `fen FEN`.

use griffon::cli::play::Table;
use griffon::definition::Library;
use griffon::game::Game;
use griffon::protocol::{self, Flow, Output, input::Event};
use griffon::rules::Rules;
use std::collections::HashSet;
use std::io::Cursor;
use std::sync::Arc;

const NODES: u64 = 2000;

#[test]
fn cecp() {
    insta::glob!("dialogues/cecp/*.txt", |path| snapshot("cecp", &converse(&read(path))));
}

#[test]
fn uci() {
    insta::glob!("dialogues/uci/*.txt", |path| snapshot("uci", &converse(&read(path))));
}

#[test]
fn usi() {
    insta::glob!("dialogues/usi/*.txt", |path| snapshot("usi", &converse(&read(path))));
}

#[test]
fn ucci() {
    insta::glob!("dialogues/ucci/*.txt", |path| snapshot("ucci", &converse(&read(path))));
}

#[test]
fn xci() {
    insta::glob!("dialogues/xci/*.txt", |path| snapshot("xci", &converse(&read(path))));
}

#[test]
fn play() {
    insta::glob!("dialogues/play/*.txt", |path| snapshot("play", &sit(&read(path))));
}

/// The lines of the dialogues of one protocol, and of their records.
fn lines(of: &str) -> Vec<String> {
    let folder = format!("{}/tests/dialogues/{of}", env!("CARGO_MANIFEST_DIR"));
    let files = std::fs::read_dir(folder).expect("there are dialogues").flatten();
    files.flat_map(|file| read(&file.path()).lines().map(str::to_owned).collect::<Vec<_>>()).collect()
}

/// The lines that begin so, each up to the first blank after that.
fn first_words(lines: &[String], mark: &str) -> HashSet<String> {
    let words = lines.iter().filter_map(|line| line.strip_prefix(mark)?.split(' ').next());
    words.map(str::to_owned).collect()
}

#[test]
fn every_cecp_command_is_in_a_dialogue() {
    let said = lines("cecp");
    let idle = first_words(&said, "> ");
    let thinking = first_words(&said, "!> ");
    let pondering: HashSet<String> = ["while-pondering.txt", "interrupted-pondering.txt"]
        .iter()
        .flat_map(|name| first_words(&lines_of("cecp", name), "> "))
        .collect();
    for row in protocol::cecp::ROWS {
        assert!(idle.contains(row.word), "`> {}` is in no dialogue", row.word);
        assert!(thinking.contains(row.word), "`!> {}` is in no dialogue", row.word);
        assert!(pondering.contains(row.word), "`{}` is not said while the engine ponders", row.word);
    }
}

#[test]
fn what_cecp_has_to_say_is_in_a_dialogue() {
    let records: Vec<String> = lines("snapshots");
    let heard = first_words(&records, "< ");
    for row in protocol::cecp::said::SAID {
        assert!(heard.contains(row.word), "`< {}` is in no record", row.word);
    }
    let is_said = |word: &str| protocol::cecp::said::SAID.iter().any(|row| row.word == word);
    let never = |word: &str| !is_said(word) && protocol::cecp::said::UNSAID.iter().any(|row| row.word == word);
    assert!(heard.iter().all(|word| !never(word)), "what is never said is in a record");
    assert!(!records.iter().any(|line| line.starts_with("< setup") && line.contains("_!")), "there is no prelude");
}

fn lines_of(folder: &str, name: &str) -> Vec<String> {
    let path = format!("{}/tests/dialogues/{folder}/{name}", env!("CARGO_MANIFEST_DIR"));
    read(std::path::Path::new(&path)).lines().map(str::to_owned).collect()
}

fn read(path: &std::path::Path) -> String {
    std::fs::read_to_string(path).expect("the file was just found")
}

fn snapshot(kind: &str, text: &str) {
    insta::with_settings!({ snapshot_path => "dialogues/snapshots", omit_expression => true, prepend_module_to_snapshot => false }, {
        insta::assert_snapshot!(kind, text);
    });
}

fn converse(script: &str) -> String {
    let library = Arc::new(Library::shipped());
    let mut console = protocol::scripted(library, NODES).expect("there are variants");
    let mut record = String::new();
    for line in script.lines() {
        let Some((mark, text)) = ["!> ", "> "].iter().find_map(|mark| Some((*mark, line.strip_prefix(mark)?))) else {
            record.push_str(&format!("{line}\n"));
            continue;
        };
        if mark == "> " {
            say(&mut record, |output| console.settle(output));
        }
        record.push_str(&format!("{mark}{text}\n"));
        let mut flow = Flow::Continue;
        say(&mut record, |output| {
            flow = console.handle(Event::line(text), output);
            console.ready(output);
        });
        if flow == Flow::Quit {
            record.push_str("(end)\n");
            return record;
        }
    }
    say(&mut record, |output| console.settle(output));
    record
}

/// Adds what is said to the record, one `…` for lines of thinking that follow each other.
fn say(record: &mut String, speak: impl FnOnce(&mut Output)) {
    let mut output = Output::default();
    speak(&mut output);
    for line in output.lines() {
        let shown = if is_thinking(line) { "…" } else { line };
        if shown != "…" || !record.ends_with("< …\n") {
            record.push_str(&format!("< {}\n", without_lists(shown)));
        }
    }
}

/// A line of thinking: in CECP four numbers and moves, in UCI pairs up to `pv`.
fn is_thinking(line: &str) -> bool {
    let line = line.strip_prefix("info string \"").map_or(line, |quoted| quoted.trim_end_matches('"'));
    let words: Vec<&str> = line.split(' ').collect();
    let number = |word: &&str| word.parse::<i64>().is_ok();
    let cecp = words.len() > 4 && words[..4].iter().all(number);
    let uci = line.starts_with("info depth ")
        && words.iter().rposition(|&word| word == "pv" || word == "multipv").is_some_and(|at| at > 5);
    let ucci = line.starts_with("info time ") && words.contains(&"pv");
    // What a bench takes, and what a position is worth, change with the search.
    let measured =
        ["Total time (ms) :", "Nodes searched  :", "Nodes/second    :"].iter().any(|head| line.starts_with(head));
    cecp || uci || ucci || measured || is_term(&words)
}

/// A term of an evaluation with its two values, or their sum.
fn is_term(words: &[&str]) -> bool {
    let values: Vec<&str> = words.iter().copied().filter(|word| !word.is_empty()).collect();
    matches!(values[..], [_, middle, end] if [middle, end].iter().all(|value| value.contains('.') && value.parse::<f64>().is_ok()))
        || values.starts_with(&["Total", "evaluation:"])
}

/// Names of variants are not repeated here: they would change with every new one.
fn without_lists(line: &str) -> String {
    if let Some((before, list)) = line.split_once("variants=\"") {
        let first = list.split(',').next().unwrap_or("");
        return format!("{before}variants=\"{first},…\"");
    }
    match line.split_once(" var ") {
        Some((before, _)) => format!("{before} var …"),
        None => line.to_owned(),
    }
}

fn sit(script: &str) -> String {
    let setting = |word: &str| script.lines().find_map(|line| line.strip_prefix(word)).map(str::trim);
    let library = Library::shipped();
    let definition = library.find(setting("variant ").unwrap_or("chess")).expect("a known variant");
    let rules = Arc::new(Rules::compile(definition).unwrap_or_else(|_| panic!("sound rules")));
    let game = match setting("fen ") {
        Some(fen) => Game::from_fen(rules, fen).expect("a sound position"),
        None => Game::new(rules),
    };
    let said: Vec<&str> = script.lines().filter_map(|line| line.strip_prefix("> ")).collect();
    let mut input = Cursor::new(said.join("\n"));
    let mut out = Vec::new();
    Table::scripted(game, NODES).sit(&mut input, &mut out, true).expect("a vector takes everything");
    let comments: Vec<&str> = script.lines().take_while(|line| !line.starts_with("> ")).collect();
    format!("{}\n{}", comments.join("\n"), String::from_utf8_lossy(&out))
}
