//! Values: flags, numbers, ranks and files, sets of pieces, regions.
//!
//! What cannot be read is said, with what Fairy-Stockfish makes of it.

use super::super::super::ini::{Word, word, words};
use super::super::settings::{Area, Region};
use super::super::slots::{Slot, Slots};
use super::{NO_EFFECT, NO_FURTHER, Reading};
use crate::diagnostic::{Diagnostic, Span, did_you_mean};

impl Reading<'_> {
    pub(super) fn flag(&mut self, value: &Word) -> bool {
        match value.text.as_str() {
            "true" => true,
            "false" => false,
            other => {
                let low = other.to_ascii_lowercase();
                let help = match low.as_str() {
                    "true" | "yes" | "1" | "on" => "write `true`, in small letters",
                    _ => "it is `true` or `false`, in small letters",
                };
                self.say(
                    Diagnostic::warning(value.span.clone(), format!("`{other}` is neither `true` nor `false`"))
                        .label("Fairy-Stockfish takes it for `false`")
                        .help(help),
                );
                false
            }
        }
    }

    /// The number, or else the letter, that a value begins with: nothing behind it is read.
    pub(super) fn head(&mut self, value: &Word) -> Word {
        let digits = value.text.bytes().take_while(u8::is_ascii_digit).count();
        let end = match value.text.chars().next() {
            Some(letter) if digits == 0 && letter.is_ascii_alphabetic() => 1,
            _ => digits,
        };
        let (head, rest) = value.text.split_at(end);
        // A word is no letter with something behind it.
        if end == 0 || rest.is_empty() || digits == 0 && !rest.starts_with(char::is_whitespace) {
            return value.clone();
        }
        let start = value.span.start + end + rest.len() - rest.trim_start().len();
        self.say(
            Diagnostic::warning(start..value.span.end, format!("`{}` is not part of the value", rest.trim_start()))
                .label(NO_FURTHER)
                .help("a comment has a line of its own"),
        );
        word(head, value.span.start)
    }

    pub(super) fn number(&mut self, value: &Word, most: u32) -> Option<u32> {
        let value = &self.head(value);
        let number = value.text.parse().ok().filter(|&number| number <= most);
        if number.is_none() {
            self.say(
                Diagnostic::warning(
                    value.span.clone(),
                    format!("`{}` is not a number that can be used here", value.text),
                )
                .label(NO_EFFECT),
            );
        }
        number
    }

    /// `KQkq`; other letters are skipped.
    pub(super) fn rights(&mut self, value: &Word) -> String {
        let listed = value.text.split('-').next().unwrap_or_default();
        for (at, letter) in listed.char_indices().filter(|(_, letter)| !letter.is_whitespace()) {
            if !"KQkq".contains(letter) {
                let start = value.span.start + at;
                self.say(
                    Diagnostic::warning(
                        start..start + letter.len_utf8(),
                        format!("`{letter}` is not a right to castle"),
                    )
                    .label(NO_EFFECT)
                    .help("rights are `K` and `Q` for White, `k` and `q` for Black"),
                );
            }
        }
        listed.chars().filter(|letter| "KQkq".contains(*letter)).collect()
    }

    /// A rank or a file.
    pub(super) fn line(&mut self, value: &Word, line: Option<u16>, most: u16, what: &str) -> Option<u16> {
        match line {
            Some(line) if (1..=most).contains(&line) => Some(line),
            Some(line @ 1..=100) => {
                // The section is lost there; here boards may be larger.
                self.say(
                    Diagnostic::warning(value.span.clone(), format!("Fairy-Stockfish has no {what} `{}`", value.text))
                        .label(format!("the last one is {most}; it leaves this variant out, Griffon does not")),
                );
                Some(line)
            }
            _ => {
                let help =
                    if what == "rank" { "ranks are numbers from 1" } else { "files are letters or numbers from 1" };
                self.say(
                    Diagnostic::warning(value.span.clone(), format!("`{}` is not a {what}", value.text))
                        .label(NO_EFFECT)
                        .help(help),
                );
                None
            }
        }
    }

    /// What one of these words stands for.
    pub(super) fn choice<T: Copy>(&mut self, value: &Word, choices: &[(&str, T)]) -> Option<T> {
        let chosen = choices.iter().find(|choice| choice.0 == value.text);
        if chosen.is_none() {
            let words = choices.iter().map(|choice| choice.0);
            let help = match did_you_mean(&value.text, words.clone()) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("it is one of {}", words.collect::<Vec<_>>().join(", ")),
            };
            self.say(
                Diagnostic::warning(value.span.clone(), format!("`{}` is not known here", value.text))
                    .label("Fairy-Stockfish takes it for `none`")
                    .help(help),
            );
        }
        chosen.map(|choice| choice.1)
    }

    pub(super) fn no_piece(&mut self, span: Span, letter: char, label: &str) {
        let letters: String = self
            .settings
            .pieces
            .values()
            .map(|piece| piece.letter.to_ascii_lowercase().to_string())
            .collect::<Vec<_>>()
            .join(" ");
        self.say(
            Diagnostic::warning(span, format!("no piece has the letter `{letter}`"))
                .label(label)
                .help(format!("the letters are {letters}")),
        );
    }

    /// `nbrq`, `*` or `-`. Reading stops at the first letter that is none, as it does there.
    pub(super) fn set(&mut self, value: &Word) -> Slots {
        self.each(value).into_iter().fold(Slots::default(), Slots::and)
    }

    /// One letter or `*`: of several the last one counts.
    pub(super) fn single(&mut self, value: &Word) -> Slots {
        let listed = self.each(value);
        if listed.len() > 1 {
            self.say(
                Diagnostic::warning(value.span.clone(), "this is a single piece")
                    .label("Fairy-Stockfish takes the last one"),
            );
        }
        listed.last().copied().unwrap_or_default()
    }

    /// What a list of letters names, one by one.
    fn each(&mut self, value: &Word) -> Vec<Slots> {
        let mut listed = Vec::new();
        for (at, letter) in value.text.char_indices().filter(|(_, letter)| !letter.is_whitespace()) {
            match letter {
                '-' => break,
                '*' => listed.push(Slots::everything()),
                _ => match self.settings.of_letter(letter) {
                    Some(slot) => listed.push(Slots::of(&[slot])),
                    None => {
                        let (start, end) = (value.span.start + at, at + letter.len_utf8());
                        let label = if end < value.text.len() { NO_FURTHER } else { NO_EFFECT };
                        self.no_piece(start..value.span.start + end, letter, label);
                        break;
                    }
                },
            }
        }
        listed
    }

    /// `q:1 r:2`.
    pub(super) fn numbers(&mut self, value: &Word, most: u32) -> Vec<(Slot, u32)> {
        let pairs = self.pairs(value).into_iter();
        pairs.filter_map(|(slot, number)| Some((slot, self.number(&number, most)?))).collect()
    }

    /// Letters, and what stands after the colon of each.
    pub(super) fn pairs(&mut self, value: &Word) -> Vec<(Slot, Word)> {
        let mut pairs = Vec::new();
        if value.text == "-" {
            return pairs;
        }
        for pair in words(value) {
            let Some((letter, rest)) = pair.text.split_once(':') else {
                self.say(
                    Diagnostic::warning(pair.span, format!("`{}` has no colon", pair.text))
                        .label(NO_FURTHER)
                        .help("write `LETTER:WHAT`, separated by blanks"),
                );
                return pairs;
            };
            let slot =
                letter.chars().next().filter(|_| letter.len() == 1).and_then(|letter| self.settings.of_letter(letter));
            match slot {
                Some(slot) => pairs.push((slot, word(rest, pair.span.start + letter.len() + 1))),
                None => {
                    self.no_piece(
                        pair.span.start..pair.span.start + letter.len(),
                        letter.chars().next().unwrap_or(' '),
                        NO_EFFECT,
                    );
                    return pairs;
                }
            }
        }
        pairs
    }

    /// `d4 e4 *8 a*`.
    pub(super) fn region(&mut self, value: &Word) -> Region {
        let mut areas = Vec::new();
        for square in words(value) {
            if square.text == "-" {
                break;
            }
            let text = square.text.as_str();
            let area = if let Some(rank) = text.strip_prefix('*') {
                leading(rank).map(|(rank, beyond)| (Area::Rank(rank), beyond))
            } else {
                let file = file(&text[..text.chars().next().map_or(0, char::len_utf8)])
                    .filter(|_| !text.starts_with(|c: char| c.is_ascii_digit()));
                let rest = text.get(1..).unwrap_or_default();
                file.and_then(|file| match leading(rest) {
                    _ if rest == "*" => Some((Area::File(file), "")),
                    rank => rank.map(|(rank, beyond)| (Area::Square(file, rank), beyond)),
                })
            };
            match area {
                Some((area, beyond)) => {
                    areas.push(area);
                    if !beyond.is_empty() {
                        let start = square.span.end - beyond.len();
                        self.say(
                            Diagnostic::warning(start..square.span.end, format!("`{beyond}` is not part of a square"))
                                .label("Fairy-Stockfish passes over it")
                                .help("squares are separated by blanks alone"),
                        );
                    }
                }
                None => {
                    self.say(
                        Diagnostic::warning(square.span, format!("`{text}` is not a square"))
                            .label(NO_FURTHER)
                            .help("squares are `e4`, whole ranks `*4`, whole files `e*`, separated by blanks"),
                    );
                    break;
                }
            }
        }
        Region(areas)
    }
}

/// The number that a word begins with, and what is behind it.
fn leading(text: &str) -> Option<(u16, &str)> {
    let (digits, beyond) = text.split_at(text.bytes().take_while(u8::is_ascii_digit).count());
    Some((digits.parse().ok()?, beyond))
}

/// A file from 1, by its letter or number.
pub(super) fn file(text: &str) -> Option<u16> {
    if let Ok(number) = text.parse() {
        return Some(number);
    }
    let mut letters = text.chars();
    match (letters.next()?.to_ascii_lowercase(), letters.next()) {
        (letter @ 'a'..='z', None) => Some(letter as u16 - 'a' as u16 + 1),
        _ => None,
    }
}
