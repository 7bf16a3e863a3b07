//! From tables and a position to moves.

pub mod interpreter;

use crate::moves::MoveList;
use crate::position::Position;
use crate::rules::Rules;

/// All legal moves, appended to `list`. The position is only borrowed for scratch work and is the same afterwards.
/// A position whose game a rule has ended at once has none.
pub fn legal(rules: &Rules, position: &mut Position, list: &mut MoveList) {
    let _ = (rules, position, list);
    todo!()
}

/// Legal captures and promotions: what quiescence search looks at. When in check: all legal moves.
pub fn noisy(rules: &Rules, position: &mut Position, list: &mut MoveList) {
    let _ = (rules, position, list);
    todo!()
}

/// Counts the leaves of the tree of legal moves, the last ply by the length of its list.
pub fn perft(rules: &Rules, position: &mut Position, depth: u32) -> u64 {
    let _ = (rules, position, depth);
    todo!()
}
