//! A position: board, hands, rights, side to move; and the primitives that change it.

pub mod fen;

use crate::definition::{Kind, Side};
use crate::evaluation::Score;
use crate::moves::Move;
use crate::rules::topology::Square;
use crate::rules::{Piece, Rules};

/// A playable position with the moves that led to it from where it was set up (for repetition and undo).
#[derive(Clone)]
pub struct Position {
    board: Box<[Piece]>,
    side: Side,
}

impl Position {
    /// The variant's start position (the unshuffled one where the start is drawn by lot).
    pub fn start(rules: &Rules) -> Position {
        let _ = rules;
        todo!()
    }

    pub fn at(&self, square: Square) -> Piece {
        self.board[square.index()]
    }

    pub fn side_to_move(&self) -> Side {
        self.side
    }

    /// How many pieces of a kind are in a hand.
    pub fn hand(&self, side: Side, kind: Kind) -> u16 {
        let _ = (side, kind);
        todo!()
    }

    /// Squares of all pieces of a side, in no particular order.
    pub fn pieces(&self, side: Side) -> &[Square] {
        let _ = side;
        todo!()
    }

    /// Squares of the royal pieces of a side.
    pub fn royals(&self, side: Side) -> &[Square] {
        let _ = side;
        todo!()
    }

    /// Zobrist key: board, hands, rights, en passant squares that matter, side to move.
    pub fn key(&self) -> u64 {
        todo!()
    }

    /// Sum of [`crate::evaluation::Weights`] over board and hands, for the first player, kept up to date.
    pub fn score(&self) -> Score {
        todo!()
    }

    /// Plies since the last move that resets the counter of the move-count rule.
    pub fn counter(&self) -> u32 {
        todo!()
    }

    /// Full-move number as in FEN.
    pub fn move_number(&self) -> u32 {
        todo!()
    }

    /// Plies played since the position was set up.
    pub fn plies(&self) -> usize {
        todo!()
    }

    /// The last move played, if any.
    pub fn last_move(&self) -> Option<Move> {
        todo!()
    }

    /// What this (legal or pseudo-legal) move takes off the board.
    pub fn captures(&self, rules: &Rules, mv: Move) -> smallvec::SmallVec<[Square; 4]> {
        let _ = (rules, mv);
        todo!()
    }

    /// True when the move takes something (own pieces included).
    pub fn is_capture(&self, mv: Move) -> bool {
        let _ = mv;
        todo!()
    }

    /// Plays a move made by a generator for this position.
    pub fn play(&mut self, rules: &Rules, mv: Move) {
        let _ = (rules, mv);
        todo!()
    }

    /// Takes back the last move or null move.
    pub fn undo(&mut self, rules: &Rules) {
        let _ = rules;
        todo!()
    }

    /// Passes the turn although that may not be legal: for null-move pruning. Undone by `undo`.
    pub fn play_null(&mut self, rules: &Rules) {
        let _ = rules;
        todo!()
    }

    /// How often this position occurred before since it was set up.
    pub fn repetitions(&self) -> usize {
        todo!()
    }

    /// True when a royal piece of the side to move is attacked.
    pub fn in_check(&self, rules: &Rules) -> bool {
        let _ = rules;
        todo!()
    }
}
