//! Variant files of other programs: read as what they mean there, and written as files of our own.
//!
//! In: a foreign text. Out: the text of a variant file, where each of its lines came from, and what there is to say
//! about the foreign one. Our own loader does the rest; what it complains about is shown at the place in the foreign text
//! that led to it. Nothing here knows tables or positions, and nothing outside knows foreign words.

mod fairy;
mod ini;
mod outline;

pub use outline::Translation;

use crate::diagnostic::Source;

/// A kind of foreign text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// `variants.ini` of Fairy-Stockfish.
    FairyStockfish,
}

impl Format {
    /// What a text is, by what is in it; `None` for our own.
    pub fn of(text: &str) -> Option<Format> {
        let mut lines = text.trim_start_matches('\u{feff}').lines().map(str::trim);
        let first = lines.find(|line| !line.is_empty() && !line.starts_with(['#', ';']))?;
        let heading = first.starts_with('[') && first.ends_with(']') && !first.contains('"');
        (heading || fairy::looks_like_a_setting(first)).then_some(Format::FairyStockfish)
    }
}

/// The text as one of ours, if it is a foreign one.
pub fn translate(source: &Source) -> Option<Translation> {
    match Format::of(&source.text)? {
        Format::FairyStockfish => Some(fairy::translate(&source.text)),
    }
}
