//! Variant files of other programs: read as what they mean there, and written as files of our own.
//!
//! In: a foreign text. Out: the text of a variant file, where each of its lines came from, and what there is to say
//! about the foreign one. Our own loader does the rest; what it complains about is shown at the place in the foreign text
//! that led to it. Nothing here knows tables or positions, and nothing outside knows foreign words.

#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod diagram;
mod fairy;
mod fmax;
mod ini;
mod outline;
mod sjaak;
mod spelling;

pub use outline::Translation;

use crate::diagnostic::{MARK, Source};
use std::path::Path;

/// A kind of foreign text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// `variants.ini` of Fairy-Stockfish.
    FairyStockfish,
    /// `variants.txt` of Sjaak II.
    Sjaak,
    /// `fmax.ini` of Fairy-Max.
    FairyMax,
    /// A definition of an Interactive Diagram.
    Diagram,
}

/// Every key of Fairy-Stockfish's files that is known here.
pub fn fairy_words() -> impl Iterator<Item = &'static str> {
    fairy::words()
}

impl Format {
    /// What a text is, by what is in it; `None` for our own.
    pub fn of(text: &str) -> Option<Format> {
        let mut lines = text.trim_start_matches(MARK).lines().map(str::trim);
        let first = lines.find(|line| !line.is_empty() && !line.starts_with(['#', ';']))?;
        if first.starts_with("variant ") {
            return None;
        }
        if diagram::is_diagram(text) {
            return Some(Format::Diagram);
        }
        let heading = first.starts_with('[') && first.contains(']') && !first.contains('"');
        if heading || fairy::looks_like_a_setting(first) {
            return Some(Format::FairyStockfish);
        }
        let mut rest = std::iter::once(first).chain(lines);
        rest.find_map(|line| match () {
            () if sjaak::is_heading(line) => Some(Format::Sjaak),
            () if fmax::is_heading(line) => Some(Format::FairyMax),
            () => None,
        })
    }
}

/// The text as one of ours, if it is a foreign one.
pub fn translate(source: &Source) -> Option<Translation> {
    match Format::of(&source.text)? {
        Format::FairyStockfish => Some(fairy::translate(&source.text)),
        Format::Sjaak => Some(sjaak::translate(&source.text)),
        Format::FairyMax => Some(fmax::translate(&source.text)),
        Format::Diagram => {
            let stem = Path::new(&source.name).file_stem().unwrap_or_default();
            Some(diagram::translate(&source.text, &stem.to_string_lossy()))
        }
    }
}
