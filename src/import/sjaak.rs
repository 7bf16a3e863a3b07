//! Sjaak II's `variants.txt`.
//!
//! `Variant: NAME`, then lines `KEY: VALUE`; a line `Piece: NAME` begins a piece, and what follows is about it. Here the
//! lines are gathered into variants; `write.rs` says them in our language, `moves.rs` reads the moves.

mod moves;
mod write;

use super::ini::{Word, word};
use super::outline::Translation;
use crate::diagnostic::{Diagnostic, did_you_mean};

/// `KEY: VALUE`
#[derive(Clone, Debug)]
struct Line {
    key: Word,
    value: Word,
}

#[derive(Clone, Debug)]
struct Piece {
    name: Word,
    lines: Vec<Line>,
}

#[derive(Clone, Debug)]
struct Variant {
    name: Word,
    lines: Vec<Line>,
    pieces: Vec<Piece>,
}

/// Keys of a variant and of a piece.
const KEYS: &[&str] = &[
    "Board",
    "FEN",
    "Zone",
    "Exclude",
    "WhiteFlag",
    "BlackFlag",
    "Rule",
    "XBoard pieces",
    "WinBoard pieces",
    "XBoard parent",
    "WinBoard parent",
    "Drop zone",
    "Hand",
];
const PIECE_KEYS: &[&str] = &[
    "Move",
    "Capture",
    "Special",
    "Initial",
    "Castle",
    "Symbol",
    "Flags",
    "Promotion",
    "Optional promotion",
    "Max",
    "Value",
    "Prison",
    "Block",
];

pub fn is_heading(line: &str) -> bool {
    line.trim_start().strip_prefix("Variant").is_some_and(|rest| rest.trim_start().starts_with(':'))
}

/// Every variant that can be played, as one of ours.
pub fn translate(text: &str) -> Translation {
    let (variants, diagnostics) = parse(text);
    let mut whole = Translation::default();
    whole.diagnostics = diagnostics;
    for (at, variant) in variants.iter().enumerate() {
        let name = write::name_of(&variant.name.text);
        if let Some(first) = variants[..at].iter().find(|other| write::name_of(&other.name.text) == name) {
            whole.diagnostics.push(
                Diagnostic::error(variant.name.span.clone(), format!("there are two variants `{name}`"))
                    .note(first.name.span.clone(), "the first"),
            );
            continue;
        }
        match write::variant(variant) {
            Ok(written) => whole.append(written),
            Err(found) => whole.diagnostics.push(found),
        }
    }
    whole.diagnostics.sort_by_key(|finding| finding.span.start);
    whole
}

fn parse(text: &str) -> (Vec<Variant>, Vec<Diagnostic>) {
    let (mut variants, mut found): (Vec<Variant>, Vec<Diagnostic>) = (Vec::new(), Vec::new());
    let mut offset = 0;
    for whole in text.split_inclusive('\n') {
        let start = offset;
        offset += whole.len();
        let line = whole.split('#').next().unwrap_or_default();
        let trimmed = line.trim();
        if trimmed.is_empty() {
            continue;
        }
        let at = start + (line.len() - line.trim_start().len());
        let Some((key, value)) = trimmed.split_once(':') else {
            found.push(
                Diagnostic::warning(at..at + trimmed.len(), format!("`{trimmed}` has no colon"))
                    .label("Sjaak skips this line")
                    .help("write `KEY: VALUE`; comments begin with `#`"),
            );
            continue;
        };
        let line = Line { key: word(key, at), value: word(value, at + key.len() + 1) };
        match (line.key.text.as_str(), variants.last_mut()) {
            ("Variant", _) => variants.push(Variant { name: line.value, lines: Vec::new(), pieces: Vec::new() }),
            (_, None) => found.push(
                Diagnostic::error(line.key.span, format!("`{}` stands before any variant", key.trim()))
                    .help("a variant begins with `Variant: NAME`"),
            ),
            ("Piece", Some(variant)) => variant.pieces.push(Piece { name: line.value, lines: Vec::new() }),
            (key, Some(variant)) if KEYS.contains(&key) => variant.lines.push(line),
            (key, Some(variant)) if PIECE_KEYS.contains(&key) => match variant.pieces.last_mut() {
                Some(piece) => piece.lines.push(line),
                None => found.push(
                    Diagnostic::error(line.key.span, format!("`{key}` stands before any piece"))
                        .help("a piece begins with `Piece: NAME`"),
                ),
            },
            (key, Some(_)) => {
                let words = KEYS.iter().chain(PIECE_KEYS).chain(&["Piece", "Variant"]).copied();
                let complaint =
                    Diagnostic::warning(line.key.span, format!("`{key}` is not a key")).label("it has no effect");
                found.push(match did_you_mean(key, words.clone()) {
                    Some(near) => complaint.help(format!("did you mean `{near}`?")),
                    None => complaint.help(format!("the keys are {}", words.collect::<Vec<_>>().join(", "))),
                });
            }
        }
    }
    (variants, found)
}

impl Line {
    fn span(&self) -> std::ops::Range<usize> {
        self.key.span.start..self.value.span.end.max(self.key.span.end)
    }
}
