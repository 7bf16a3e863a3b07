//! A die that is thrown before each move and says which kind of piece moves.
//!
//! What has been thrown belongs to the game and not to the position: it is known for this turn only, and all that looks ahead
//! looks at turns whose throw nobody knows.

use super::Game;
use crate::definition::Kind;
use crate::movegen;
use crate::moves::Move;

impl Game {
    /// The faces of the die, if this game has one.
    pub fn die(&self) -> &[Kind] {
        &self.rules.definition.dice
    }

    /// What has been thrown for this turn.
    pub fn thrown(&self) -> Option<Kind> {
        self.thrown
    }

    /// The game has a die, goes on, and nothing has been thrown yet.
    pub fn waits_for_die(&self) -> bool {
        !self.die().is_empty() && self.thrown.is_none() && !self.legal_moves().is_empty()
    }

    /// Takes a throw, a number from 1; false if the die has no such face or lies there already.
    pub fn throw(&mut self, number: usize) -> bool {
        let face = number.checked_sub(1).and_then(|at| self.die().get(at).copied());
        let counts = self.thrown.is_none() && face.is_some();
        if counts {
            self.thrown = face;
        }
        counts
    }

    /// Of these moves, those of the kind that was thrown; a pass if there are none.
    pub(super) fn as_thrown(&self, moves: Vec<Move>) -> Vec<Move> {
        let Some(kind) = self.thrown.filter(|_| !moves.is_empty()) else { return moves };
        let may: Vec<Move> = moves.into_iter().filter(|&mv| self.moves_as(mv, kind)).collect();
        if may.is_empty() { vec![movegen::pass(&self.position)] } else { may }
    }

    /// The move is one of a piece of this kind, also of one that was promoted and looks like it.
    pub(super) fn moves_as(&self, mv: Move, kind: Kind) -> bool {
        let moved = if mv.from.is_some() { Some(self.position.at(mv.from)) } else { None };
        let moved = moved.filter(|piece| !piece.is_empty()).map(|piece| piece.kind()).or(mv.placed());
        moved.is_some_and(|moved| self.rules.kind(moved).base == kind)
    }
}
