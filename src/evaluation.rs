//! What a position is worth, derived from the rules alone.

use crate::rules::{Piece, Rules, topology::Square};

/// Two scores in one number, for the middle game and the end game, so that one addition updates both.
/// Unit: 1/100 of a pawn-like piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Score(pub i32);

impl Score {
    pub const fn new(middle: i32, end: i32) -> Score {
        Score((end << 16).wrapping_add(middle))
    }

    pub const fn middle(self) -> i32 {
        self.0 as i16 as i32
    }

    pub const fn end(self) -> i32 {
        (self.0.wrapping_add(0x8000)) >> 16
    }
}

impl std::ops::AddAssign for Score {
    fn add_assign(&mut self, other: Score) {
        self.0 = self.0.wrapping_add(other.0);
    }
}

impl std::ops::SubAssign for Score {
    fn sub_assign(&mut self, other: Score) {
        self.0 = self.0.wrapping_sub(other.0);
    }
}

/// Evaluation tables of one variant.
#[derive(Clone, Debug, Default)]
pub struct Weights {
    pieces_on_squares: Vec<Score>,
    in_hand: Vec<Score>,
    cells: usize,
}

impl Weights {
    /// Derived from mobility on this board, once when the variant loads (a few milliseconds at most).
    pub fn derive(rules: &Rules) -> Weights {
        let cells = rules.topology().cells();
        let codes = rules.piece_codes();
        Weights {
            pieces_on_squares: vec![Score::default(); cells * codes],
            in_hand: vec![Score::default(); codes],
            cells,
        }
    }

    /// Value of a piece on a square for the first player (negative for pieces of the second).
    pub fn on_square(&self, piece: Piece, square: Square) -> Score {
        self.pieces_on_squares[piece.index() * self.cells + square.index()]
    }

    /// Value of one more piece of this sort in hand, for the first player.
    pub fn in_hand(&self, piece: Piece) -> Score {
        self.in_hand[piece.index()]
    }
}
