//! Variant files as written: variants, their statements, and the words of each, all with spans.
//!
//! Knows lines, words, quotes and comments; does not know what any statement means. Nothing in a text stops the
//! parse: what cannot be read is reported and left out.

use crate::diagnostic::{Diagnostic, Span};
use line::{LineParser, Rule};
use pest::Parser;

/// What the parser library makes of the grammar; stays in here.
mod line {
    #[derive(pest_derive::Parser)]
    #[grammar = "../grammar/variant.pest"]
    pub struct LineParser;
}

/// Letters that the name of a variant may have.
pub const LONGEST_NAME: usize = 60;

/// One variant of a file.
#[derive(Clone, Debug, PartialEq)]
pub struct VariantSyntax {
    /// The comment lines above it, without their `#`.
    pub comment: String,
    pub name: Token,
    pub parent: Option<Token>,
    pub statements: Vec<Statement>,
}

impl VariantSyntax {
    /// It is meant to stand for another variant of its own name.
    pub fn comes_from_its_name(&self) -> bool {
        self.parent.as_ref().is_some_and(|parent| parent.text == self.name.text)
    }
}

/// A line (or several, joined by commas at their ends).
#[derive(Clone, Debug, PartialEq)]
pub struct Statement {
    /// The first word, which says what kind of statement this is.
    pub word: Token,
    pub rest: Vec<Token>,
}

/// A word with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    pub kind: TokenKind,
    /// Without the quotes, if it had any.
    pub text: String,
    pub span: Span,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenKind {
    Word,
    Text,
    Comma,
    Equals,
    Plus,
}

impl Statement {
    pub fn span(&self) -> Span {
        self.word.span.start..self.rest.last().unwrap_or(&self.word).span.end
    }

    /// The statement as one line, evenly spaced.
    pub fn text(&self) -> String {
        let mut line = self.word.text.clone();
        for token in &self.rest {
            match token.kind {
                TokenKind::Text => line.push_str(&format!(" \"{}\"", token.text)),
                TokenKind::Comma => line.push(','),
                _ => line.push_str(&format!(" {}", token.text)),
            }
        }
        line
    }
}

/// Longest text that is looked at; variant files are some kilobytes.
const MAX_TEXT: usize = 4 << 20;

/// All variants of a text, and what could not be read.
pub fn parse(text: &str) -> (Vec<VariantSyntax>, Vec<Diagnostic>) {
    let mut file = File::default();
    if text.len() > MAX_TEXT {
        file.diagnostics.push(Diagnostic::error(0..0, "this file is too long to be a variant file"));
        return (file.variants, file.diagnostics);
    }
    let mut offset = 0;
    for line in text.split_inclusive('\n') {
        file.line(line.trim_end_matches(['\n', '\r']), offset);
        offset += line.len();
    }
    (file.variants, file.diagnostics)
}

/// The words of one line that begins at byte `offset`, its comment, and what could not be read.
pub fn parse_line(line: &str, offset: usize) -> (Vec<Token>, Option<String>, Vec<Diagnostic>) {
    if let Some((tokens, comment)) = cut(line, offset) {
        return (tokens, comment, Vec::new());
    }
    parse_by_grammar(line, offset)
}

/// What the grammar says of a line without slips, a tenth of the work: all headings are read at every start. `None` where something
/// may be wrong with it.
fn cut(line: &str, offset: usize) -> Option<(Vec<Token>, Option<String>)> {
    // Control characters, and those that other alphabets hide them among.
    let odd = |byte: u8| byte < b' ' && byte != b'\t' && byte != b'\r' || matches!(byte, 0x7f | 0xc2 | 0xef);
    let bytes = line.as_bytes();
    if bytes.iter().copied().any(odd) {
        return None;
    }
    let mut tokens = Vec::with_capacity(12);
    let token = |kind, text: Span, span: Span| Token {
        kind,
        text: line[text].to_owned(),
        span: offset + span.start..offset + span.end,
    };
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        let start = at;
        at += 1;
        match byte {
            b' ' | b'\t' | b'\r' => {}
            b'#' => return Some((tokens, Some(said(&line[start..])))),
            b',' => tokens.push(token(TokenKind::Comma, start..at, start..at)),
            b'=' => tokens.push(token(TokenKind::Equals, start..at, start..at)),
            b'"' => {
                at += line[at..].find('"')? + 1;
                tokens.push(token(TokenKind::Text, start + 1..at - 1, start..at));
            }
            b'+' if !bytes.get(at).is_some_and(|next| next.is_ascii_uppercase() || *next == b'[') => {
                tokens.push(token(TokenKind::Plus, start..at, start..at));
            }
            _ => {
                let ends = |byte: &u8| matches!(byte, b' ' | b'\t' | b'\r' | b'#' | b',' | b'=' | b'"' | b'+');
                at += bytes[at..].iter().position(ends).unwrap_or(bytes.len() - at);
                tokens.push(token(TokenKind::Word, start..at, start..at));
            }
        }
    }
    Some((tokens, None))
}

/// The text of a comment.
fn said(comment: &str) -> String {
    comment[1..].strip_prefix(' ').unwrap_or(&comment[1..]).trim_end().to_owned()
}

fn parse_by_grammar(line: &str, offset: usize) -> (Vec<Token>, Option<String>, Vec<Diagnostic>) {
    let (mut tokens, mut comment, mut diagnostics) = (Vec::new(), None, Vec::new());
    let Ok(pairs) = LineParser::parse(Rule::line, line) else {
        diagnostics.push(Diagnostic::error(offset..offset + line.len(), "this line cannot be read"));
        return (tokens, comment, diagnostics);
    };
    for pair in pairs.flat_map(|line| line.into_inner()) {
        let span = offset + pair.as_span().start()..offset + pair.as_span().end();
        let text = pair.as_str();
        let (kind, text) = match pair.as_rule() {
            Rule::comment => {
                comment = Some(said(text));
                continue;
            }
            Rule::text => (TokenKind::Text, &text[1..text.len() - 1]),
            Rule::unclosed => {
                diagnostics.push(
                    Diagnostic::error(span.clone(), "this quotation is never closed")
                        .label("opened here")
                        .help("put a `\"` at its end; a quotation stays on one line"),
                );
                (TokenKind::Text, &text[1..])
            }
            Rule::comma => (TokenKind::Comma, text),
            Rule::equals => (TokenKind::Equals, text),
            Rule::plus => (TokenKind::Plus, text),
            Rule::word => (TokenKind::Word, text),
            Rule::line | Rule::blank | Rule::token | Rule::quoted | Rule::letter | Rule::EOI => continue,
        };
        tokens.push(Token { kind, text: text.to_owned(), span });
    }
    let unreadable = |letter: char| letter == char::REPLACEMENT_CHARACTER || letter.is_control() && letter != '\t';
    let odd = tokens.iter().find_map(|token| Some((token, token.text.chars().find(|&letter| unreadable(letter))?)));
    if let Some((token, letter)) = odd {
        let start = offset + line.find(letter).unwrap_or(token.span.start - offset);
        let span = start..start + letter.len_utf8();
        diagnostics.push(match letter {
            char::REPLACEMENT_CHARACTER => {
                Diagnostic::error(span, "a character cannot be read: this is not UTF-8 text")
                    .help("save the file in the encoding UTF-8")
            }
            _ => Diagnostic::error(span, format!("a control character (number {}) in the text", letter as u32))
                .help("take it out; was the file made by another program?"),
        });
    }
    (tokens, comment, diagnostics)
}

/// The file as far as it has been read.
#[derive(Default)]
struct File {
    variants: Vec<VariantSyntax>,
    diagnostics: Vec<Diagnostic>,
    comment: Vec<String>,
    /// A heading was faulty: what follows it belongs to nobody and has been complained about already.
    skipping: bool,
}

impl File {
    fn line(&mut self, line: &str, offset: usize) {
        let (tokens, comment, found) = parse_line(line, offset);
        // A quotation without an end is the whole story of its line.
        let broken = !found.is_empty();
        self.diagnostics.extend(found);
        let mut tokens = tokens.into_iter();
        let Some(first) = tokens.next() else {
            self.comment.extend(comment);
            return;
        };
        let rest: Vec<Token> = tokens.collect();
        let comments = std::mem::take(&mut self.comment);
        if let Some(open) = self.continued() {
            open.rest.push(first);
            open.rest.extend(rest);
        } else if first.kind == TokenKind::Word && first.text == "variant" {
            self.heading(first, rest, comments);
        } else if first.kind == TokenKind::Word && first.text.eq_ignore_ascii_case("variant") {
            let message = format!("`{}` is not a word of the language", first.text);
            self.diagnostics.push(
                Diagnostic::error(first.span.clone(), message).help("its words are written in lower case: `variant`"),
            );
            self.heading(first, rest, comments);
        } else if broken || self.skipping {
        } else if first.kind != TokenKind::Word {
            self.diagnostics.push(
                Diagnostic::error(first.span.clone(), format!("a line cannot begin with `{}`", first.text))
                    .help("each line begins with the word that says what it is about, such as `piece` or `board`"),
            );
        } else if let Some(variant) = self.variants.last_mut() {
            variant.statements.push(Statement { word: first, rest });
        } else {
            self.skipping = true;
            self.diagnostics.push(
                Diagnostic::error(first.span.clone(), format!("`{}` stands before any variant", first.text))
                    .help("begin with a line `variant NAME`"),
            );
        }
    }

    /// The statement that the next line belongs to because it ended with a comma.
    fn continued(&mut self) -> Option<&mut Statement> {
        let statement = self.variants.last_mut()?.statements.last_mut()?;
        (!self.skipping && statement.rest.last().is_some_and(|token| token.kind == TokenKind::Comma))
            .then_some(statement)
    }

    fn heading(&mut self, word: Token, rest: Vec<Token>, comments: Vec<String>) {
        let usage = "a variant begins with `variant NAME` or `variant NAME from PARENT`";
        let fault = |span: Span, message: String| Diagnostic::error(span, message).help(usage);
        self.skipping = true;
        let mut rest = rest.into_iter();
        let Some(name) = rest.next() else {
            return self.diagnostics.push(fault(word.span, "this variant has no name".into()));
        };
        let fine = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        let fits = name.text.chars().all(fine) && !name.text.starts_with('-') && name.text.len() <= LONGEST_NAME;
        if name.kind != TokenKind::Word || !fits {
            let message = format!("`{}` cannot be the name of a variant", name.text);
            let help = "names are made of lower case letters, digits and, but for the beginning, hyphens; use `title` for the full name";
            return self.diagnostics.push(Diagnostic::error(name.span, message).help(help));
        }
        let parent = match rest.next() {
            None => None,
            Some(from) if from.text == "from" => match rest.next() {
                Some(parent) if parent.kind == TokenKind::Word => Some(parent),
                _ => return self.diagnostics.push(fault(from.span, "from which variant?".into())),
            },
            Some(other) => {
                let message = format!("`{}` is not expected after the name", other.text);
                return self.diagnostics.push(fault(other.span, message));
            }
        };
        if let Some(extra) = rest.next() {
            let message = format!("`{}` is not expected here", extra.text);
            self.diagnostics.push(fault(extra.span, message));
        }
        self.skipping = false;
        let comment = comments.join("\n").trim().to_owned();
        self.variants.push(VariantSyntax { comment, name, parent, statements: Vec::new() });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::path::PathBuf;

    #[test]
    fn lines_become_statements_and_comments_introduce_variants() {
        let (variants, diagnostics) = parse(
            "# A game.\n# Second line.\nvariant a from b # so\n\n  piece pawn +P \"f#W\", royal # x\n\
             promotion pawn to a,\n  b\nvariant c",
        );
        assert_eq!(diagnostics, vec![]);
        assert_eq!(variants.len(), 2);
        assert_eq!(variants[0].comment, "A game.\nSecond line.");
        assert_eq!(variants[0].parent.as_ref().map(|token| token.text.as_str()), Some("b"));
        let texts: Vec<String> = variants[0].statements.iter().map(Statement::text).collect();
        assert_eq!(texts, ["piece pawn +P \"f#W\", royal", "promotion pawn to a, b"]);
    }

    #[test]
    fn a_plus_joins_zones_and_marks_promoted_pieces() {
        let (tokens, _, _) = parse_line("zone a = home+rim + +P", 0);
        let words: Vec<&str> = tokens.iter().map(|token| token.text.as_str()).collect();
        assert_eq!(words, ["zone", "a", "=", "home", "+", "rim", "+", "+P"]);
    }

    /// Every line of the shipped files, and such lines with some letters exchanged.
    #[test]
    fn lines_are_cut_as_the_grammar_says() {
        let entries =
            |path: PathBuf| fs::read_dir(path).expect("it is a folder").map(|it| it.expect("it is read").path());
        let files = entries("variants".into()).flat_map(entries).map(fs::read_to_string);
        const ODD: [char; 16] =
            [' ', '\t', '"', '"', '#', ',', '=', '+', '+', 'P', '[', '\'', 'é', '\u{feff}', '\0', '\u{85}'];
        let mut random = fastrand::Rng::with_seed(1);
        let (mut cut_at_all, mut lines) = (0, 0);
        let text: String = files.map(|text| text.expect("it is a text")).collect();
        for line in text.lines().filter(|line| line.len() < 200) {
            let mut line: Vec<char> = line.chars().collect();
            for _ in 0..2 {
                let text: String = line.iter().collect();
                lines += 1;
                if let Some((tokens, comment)) = cut(&text, 7) {
                    assert_eq!((tokens, comment, Vec::new()), parse_by_grammar(&text, 7), "{text}");
                    cut_at_all += 1;
                }
                for _ in 0..3.min(line.len()) {
                    let at = random.usize(..line.len());
                    line[at] = ODD[random.usize(..ODD.len())];
                }
            }
        }
        assert!(cut_at_all * 2 > lines, "{cut_at_all} of {lines}");
    }

    #[test]
    fn one_slip_does_not_hide_the_next() {
        let (variants, diagnostics) = parse("title\nvariant A\nvariant a\ntitle \"x\n, y\nboard 8x8");
        assert_eq!(diagnostics.len(), 4);
        assert_eq!(variants[0].statements.len(), 1);
    }
}
