//! The marks that tell where a piece may go, and how: one table for text, drawings and legends.

use crate::rules::topology::{Square, SquareSet};
use std::ops::{Index, IndexMut};

/// What may happen on a square.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord)]
pub enum Mark {
    Both,
    Quiet,
    Capture,
    /// Only while the piece has not moved.
    Initial,
    Castling,
    /// Moves over a hurdle.
    Hop,
    /// Reached by capturing something elsewhere.
    Landing,
    /// Captured without being landed on.
    Victim,
    HopCapture,
    /// A friend here is captured or changes places.
    Friend,
    /// An enemy here is put down elsewhere.
    Unload,
    Royal,
    /// The first of several legs may end here.
    FirstLeg,
}

/// How a mark is spoken of.
pub struct Row {
    pub mark: Mark,
    /// In text.
    pub letter: char,
    /// In files.
    pub name: &'static str,
    pub meaning: &'static str,
}

const fn row(mark: Mark, letter: char, name: &'static str, meaning: &'static str) -> Row {
    Row { mark, letter, name, meaning }
}

/// In the order of the marks. Of the main ones the first that applies is drawn, the others stand beside it.
pub const ROWS: [Row; 13] = [
    row(Mark::Both, '+', "both", "moves and captures"),
    row(Mark::Quiet, 'o', "quiet", "moves without capturing"),
    row(Mark::Capture, 'x', "capture", "captures only"),
    row(Mark::Initial, 'i', "initial", "only while it has not moved"),
    row(Mark::Castling, '=', "castling", "castling"),
    row(Mark::Hop, 'h', "hop", "moves over a hurdle"),
    row(Mark::Landing, '>', "landing", "lands here after capturing elsewhere"),
    row(Mark::Victim, '*', "victim", "captures here without staying"),
    row(Mark::HopCapture, '^', "hop-capture", "captures over a hurdle"),
    row(Mark::Friend, 'd', "friend", "captures or replaces a friend"),
    row(Mark::Unload, 'u', "unload", "an enemy here changes its place"),
    row(Mark::Royal, 'k', "royal", "captures a royal piece only"),
    row(Mark::FirstLeg, '\'', "first-leg", "may turn here and go on"),
];

impl Mark {
    pub fn all() -> impl Iterator<Item = Mark> {
        ROWS.iter().map(|row| row.mark)
    }

    pub fn row(self) -> &'static Row {
        &ROWS[self as usize]
    }

    /// Stands in the middle of its square; the others stand beside one that does.
    pub fn is_main(self) -> bool {
        self < Mark::Victim
    }
}

/// The squares that each mark stands on.
#[derive(Clone, Debug, Default)]
pub struct Marks {
    sets: [SquareSet; ROWS.len()],
    /// The piece may stay where it is.
    pub pass: bool,
    /// Too many paths to follow them all.
    pub incomplete: bool,
}

impl Index<Mark> for Marks {
    type Output = SquareSet;
    fn index(&self, mark: Mark) -> &SquareSet {
        &self.sets[mark as usize]
    }
}

impl IndexMut<Mark> for Marks {
    fn index_mut(&mut self, mark: Mark) -> &mut SquareSet {
        &mut self.sets[mark as usize]
    }
}

impl Marks {
    fn applies(&self, mark: Mark, at: Square) -> bool {
        match mark {
            Mark::Both => self[Mark::Quiet].contains(at) && self[Mark::Capture].contains(at),
            _ => self[mark].contains(at),
        }
    }

    /// What is drawn on a square: at most one main mark, then all that stand beside it.
    pub fn on(&self, at: Square) -> impl Iterator<Item = Mark> + '_ {
        let marks = || Mark::all().filter(move |&mark| self.applies(mark, at));
        let main = marks().find(|mark| mark.is_main());
        main.into_iter().chain(marks().filter(|mark| !mark.is_main()))
    }

    /// The squares with marks.
    pub fn squares(&self) -> SquareSet {
        self.sets.iter().flat_map(SquareSet::iter).collect()
    }

    /// The marks that are drawn somewhere.
    pub fn used(&self) -> Vec<Mark> {
        let squares = self.squares();
        let drawn: Vec<Mark> = squares.iter().flat_map(|at| self.on(at)).collect();
        Mark::all().filter(|mark| drawn.contains(mark)).collect()
    }
}
