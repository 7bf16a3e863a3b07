//! Moves as text. A text becomes a move only by being found among the legal ones.

use crate::game::Game;
use crate::moves::Move;
use crate::position::Position;
use crate::rules::Rules;
use crate::rules::topology::Square;

/// Whose spelling.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// XBoard: ten-rank boards count from 0, `@@@@` is a pass, legs are joined by commas.
    Cecp,
    /// As Fairy-Stockfish spells it: ranks from 1, `0000` or from-to-same-square passes.
    Uci,
    /// Shogi: files as numbers from the right, ranks as letters from the top, `P*5e`, `7g7f+`.
    Usi,
}

/// Spells a move of this position.
pub fn show(rules: &Rules, position: &Position, mv: Move, dialect: Dialect) -> String {
    let _ = (rules, position, mv, dialect);
    todo!()
}

/// Finds the legal move that this text spells in the dialect (also with what GUIs are known to write: `e7e8Q`,
/// `e7e8=q`, `O-O`, `P*e5`, king-takes-rook or king-two-steps castling).
pub fn find(game: &Game, text: &str, dialect: Dialect) -> Option<Move> {
    let _ = (game, text, dialect);
    todo!()
}

/// Standard algebraic notation, unambiguous: `Nbd7`, `exd5`, `O-O`, `P@e5`, `S4x5e+`.
pub fn san(game: &Game, mv: Move) -> String {
    let _ = (game, mv);
    todo!()
}

pub fn show_square(rules: &Rules, square: Square, dialect: Dialect) -> String {
    let _ = (rules, square, dialect);
    todo!()
}

/// A square as this dialect writes it.
pub fn find_square(rules: &Rules, text: &str, dialect: Dialect) -> Option<Square> {
    let _ = (rules, text, dialect);
    todo!()
}
