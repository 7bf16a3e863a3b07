//! Walls that are put at the end of a move.

use super::walk::{End, Walker};
use crate::definition::{Side, Wall};
use crate::moves::{Action, Move, MoveList};
use crate::position::Position;
use crate::rules::Rules;
use crate::rules::step::EMPTY;
use crate::rules::topology::Square;
use smallvec::SmallVec;

/// Replaces each move from `start` on by the same move with each wall it may put.
pub fn put(rules: &Rules, position: &mut Position, wall: Wall, list: &mut MoveList, start: usize) {
    let side = position.side_to_move();
    let moves: Vec<Move> = list[start..].to_vec();
    list.truncate(start);
    for mv in moves {
        let from = mv.from;
        // What an explosion clears is not free yet; what the move itself leaves is.
        let mut cleared = position.captures(rules, mv);
        cleared.push(from);
        if mv.base().action == Action::Castle {
            cleared.push(mv.via[0]);
        }
        let was_free: Vec<bool> = position.board().iter().map(|piece| piece.is_empty()).collect();
        position.play(rules, mv);
        let squares: SmallVec<[Square; 64]> = match wall {
            Wall::Wanders => {
                let free = |square: &Square| {
                    position.at(*square).is_empty()
                        && *square != mv.to
                        && (was_free[square.index()] || cleared.contains(square))
                };
                rules.topology().squares().filter(free).collect()
            }
            Wall::Behind => Some(from).into_iter().filter(|at| at.is_some() && position.at(*at).is_empty()).collect(),
            Wall::Arrow => arrows(rules, position, side, mv.to),
        };
        position.undo(rules);
        squares.into_iter().for_each(|square| list.push(mv.walling(square)));
    }
}

/// Empty squares to which the piece on `from` could go on.
fn arrows(rules: &Rules, position: &Position, side: Side, from: Square) -> SmallVec<[Square; 64]> {
    let mut found = SmallVec::new();
    let piece = position.at(from);
    if piece.is_empty() {
        return found;
    }
    let walker = Walker::new(rules, position, side);
    for &root in rules.sides[side].movers[piece.kind().index()].ordinary.at(from) {
        walker.walk(root, &mut |to, end, _| {
            if end == End::On(EMPTY) && !found.contains(&to) {
                found.push(to);
            }
        });
    }
    found
}
