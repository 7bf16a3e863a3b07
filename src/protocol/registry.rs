//! Tables of commands: word, usage, explanation and parsing in one row.
//!
//! Help, "did you mean" and tests read the same rows that the codecs obey, so they cannot disagree.

use crate::diagnostic::did_you_mean;

/// One command of a protocol. `T` is what the codec makes of it.
pub struct Row<T: 'static> {
    pub word: &'static str,
    pub usage: &'static str,
    pub about: &'static str,
    /// Reads what follows the word; `None` if it makes no sense.
    pub parse: fn(&str) -> Option<T>,
}

/// What a line turned out to be.
pub enum Found<T: 'static> {
    Command(T),
    /// The word is known, but what follows it makes no sense.
    Malformed(&'static Row<T>),
    Unknown {
        near: Option<&'static str>,
    },
}

/// Splits a line at the first blank and looks the word up, exactly.
pub fn look_up<T>(rows: &'static [Row<T>], line: &str) -> Found<T> {
    let (word, rest) = split(line);
    match rows.iter().find(|row| row.word == word) {
        Some(row) => (row.parse)(rest).map_or(Found::Malformed(row), Found::Command),
        None => Found::Unknown { near: did_you_mean(word, rows.iter().map(|row| row.word)) },
    }
}

/// The first word and what follows it.
pub fn split(line: &str) -> (&str, &str) {
    let line = line.trim();
    line.split_once(|c: char| c.is_ascii_whitespace()).map_or((line, ""), |(word, rest)| (word, rest.trim_start()))
}

/// The rows as a list for people.
pub fn help<T>(rows: &[Row<T>]) -> Vec<String> {
    let width = rows.iter().map(|row| row.usage.len()).max().unwrap_or(0);
    rows.iter().map(|row| format!("  {:width$}  {}", row.usage, row.about)).collect()
}
