//! XBetza text as a typed tree.
//!
//! In: a move description such as `fmWfceFifmnD`. Out: a [`Description`] whose every part knows its place, or
//! diagnostics that point at letters. Printing a description gives its canonical spelling. What the moves
//! amount to on a board is decided in `rules/legs_of.rs`; parentheses are kept here as they were written.

mod atom;
mod directions;
mod explain;
mod group;
mod print;
mod read;
#[cfg(test)]
mod tests;

pub use atom::{Atom, Letter, Range};
pub use directions::{Heading, Symmetry, Turn, Way, union, write as write_headings};
pub use group::{Bend, Group, Mode, Modes, ModifierLetter, Place, read_groups};
pub use print::{join, spell_group as write_group};

use crate::diagnostic::{Diagnostic, Span};

/// Longest text that is read at all; the longest sensible descriptions have about a hundred letters.
pub const MAX_LENGTH: usize = 1000;
/// Deepest nesting of parentheses.
pub const MAX_DEPTH: usize = 4;
/// Most legs of one move.
pub const MAX_LEGS: usize = 256;

/// Something with its place in the text. Two of them are equal when they say the same, wherever it is written.
#[derive(Clone, Debug)]
pub struct Located<T> {
    pub it: T,
    pub span: Span,
}

impl<T: PartialEq> PartialEq for Located<T> {
    fn eq(&self, other: &Located<T>) -> bool {
        self.it == other.it
    }
}

/// A piece's moves: the union of its parts.
#[derive(Clone, Debug, PartialEq)]
pub struct Description {
    pub moves: Vec<Located<Movement>>,
}

/// One part of a description.
#[derive(Clone, Debug, PartialEq)]
pub enum Movement {
    Simple(Simple),
    Bracket(Bracket),
}

/// Modifiers and the atom that all their legs share.
#[derive(Clone, Debug, PartialEq)]
pub struct Simple {
    pub prefix: Prefix,
    pub atom: Located<Atom>,
}

/// What stands before an atom.
#[derive(Clone, Debug, PartialEq)]
pub enum Prefix {
    /// One group of letters per leg, at least one.
    Legs(Vec<Located<Group>>),
    /// With parentheses the letters meet only after expansion, so they stay as written.
    Repeating(Vec<Item>),
}

/// A piece of a prefix with parentheses.
#[derive(Clone, Debug, PartialEq)]
pub enum Item {
    Letter(Located<ModifierLetter>),
    Repeat(Located<Repeat>),
}

/// `(inside)` with at most `most` copies; without a number as many as the board has room for.
#[derive(Clone, Debug, PartialEq)]
pub struct Repeat {
    pub inside: Vec<Item>,
    pub most: Option<u8>,
}

/// `[A-B?C]`: legs with atoms of their own, in sequence.
#[derive(Clone, Debug, PartialEq)]
pub struct Bracket {
    /// `i` before the bracket.
    pub virgin: bool,
    /// Direction letters before the bracket: they choose among the bent paths as if each were an oblique leap.
    pub filter: Vec<Heading>,
    /// At least two.
    pub legs: Vec<BracketLeg>,
}

/// One leg of a bracket.
#[derive(Clone, Debug, PartialEq)]
pub struct BracketLeg {
    /// At least one; any of them may be played.
    pub choices: Vec<Located<Choice>>,
    /// `?` follows: the move may end here as well.
    pub may_stop: bool,
}

/// One atom of a bracket's leg, with its letters.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    pub group: Group,
    pub atom: Atom,
}

/// More errors than this in one description are counted only.
const MOST_ERRORS: usize = 8;

/// Reads a description. Spans are byte offsets into `text`.
pub fn parse(text: &str) -> Result<Description, Vec<Diagnostic>> {
    read::description(text).map_err(|mut errors| {
        let more = errors.len().saturating_sub(MOST_ERRORS);
        errors.truncate(MOST_ERRORS);
        if let (Some(last), true) = (errors.last_mut(), more > 0) {
            last.help.push(format!("mend these first: there are {more} more"));
        }
        errors
    })
}
