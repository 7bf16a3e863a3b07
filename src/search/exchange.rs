//! Whether a capture pays, judged without searching.

use super::searcher::Searcher;
use crate::movegen;
use crate::moves::{Action, Move};
use crate::rules::Piece;

impl Searcher<'_> {
    /// False if the move is likely to lose material: it takes less than it risks on a square that is covered. Only
    /// the first recapture is looked at.
    pub fn pays(&mut self, mv: Move, at_least: i32) -> bool {
        let balance = self.gain(mv) - at_least;
        if balance < 0 {
            return false;
        }
        let side = self.position.side_to_move();
        let risked = match mv.placed() {
            Some(kind) => Piece::new(kind, side),
            None if mv.from.is_some() => self.position.at(mv.from),
            None => return true,
        };
        let features = self.rules.weights.features(risked);
        if balance >= features.value || features.royal || !self.sense.sees_all_squares {
            return true;
        }
        if !matches!(mv.action, Action::Plain | Action::Trail | Action::Drop) {
            return true;
        }
        let board = self.position.board_mut();
        let moved = if mv.is_drop() { None } else { Some(board[mv.from.index()]) };
        if moved.is_some() {
            board[mv.from.index()] = Piece::EMPTY;
        }
        let before = std::mem::replace(&mut board[mv.to.index()], risked);
        let covered = movegen::attacked(self.rules, &self.position, side, mv.to);
        let board = self.position.board_mut();
        board[mv.to.index()] = before;
        if let Some(piece) = moved {
            board[mv.from.index()] = piece;
        }
        !covered
    }
}
