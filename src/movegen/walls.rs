//! Walls that are put at the end of a move.

use super::walk::{End, Walker};
use crate::definition::{Side, Wall, Walling};
use crate::moves::{Move, MoveList};
use crate::position::Position;
use crate::rules::Rules;
use crate::rules::step::EMPTY;
use crate::rules::topology::{Square, Wrap};
use smallvec::SmallVec;

/// Replaces each move from `start` on by the same move with each wall it may put; or adds walls without a move.
pub fn put(rules: &Rules, position: &mut Position, walling: &Walling, list: &mut MoveList, start: usize) {
    let side = position.side_to_move();
    let moves: Vec<Move> = if walling.instead {
        super::standing_move(position).into_iter().collect()
    } else {
        let moves = list[start..].to_vec();
        list.truncate(start);
        moves
    };
    let allowed = |square: Square| walling.zone.as_ref().is_none_or(|zone| zone[side].contains(square));
    for mv in moves {
        let from = mv.from;
        // What an explosion clears is not free yet; what the move itself leaves is.
        let mut cleared = position.captures(rules, mv);
        cleared.push(from);
        if mv.castles() {
            cleared.push(mv.via[0]);
        }
        let was_free: Vec<bool> = position.board().iter().map(|piece| piece.is_empty()).collect();
        position.play(rules, mv);
        let free = |square: &Square| {
            position.at(*square).is_empty()
                && *square != mv.to
                && (was_free[square.index()] || cleared.contains(square))
        };
        let squares: SmallVec<[Square; 64]> = match walling.wall {
            Wall::Wanders | Wall::Anywhere => rules.topology().squares().filter(free).collect(),
            Wall::Edge => {
                let open = |square: &Square| free(square) && is_at_edge(rules, position, *square);
                rules.topology().squares().filter(open).collect()
            }
            Wall::Behind => Some(from).into_iter().filter(|at| at.is_some() && position.at(*at).is_empty()).collect(),
            Wall::Arrow => arrows(rules, position, side, mv.to),
        };
        position.undo(rules);
        squares.into_iter().filter(|&at| allowed(at)).for_each(|square| list.push(mv.walling(square)));
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
        walker.walk(root, from, &mut |to, end, _| {
            // It may come back to where it is, but there it stands.
            if end == End::On(EMPTY) && to != from && !found.contains(&to) {
                found.push(to);
            }
        });
    }
    found
}

/// True at the edge of the board (a hole is one too) and beside a wall.
fn is_at_edge(rules: &Rules, position: &Position, square: Square) -> bool {
    let neighbours = [(1, 0), (-1, 0), (0, 1), (0, -1)];
    neighbours.iter().any(|&(dx, dy)| match rules.topology().leap(square, dx, dy, Wrap::AsBoard) {
        None => true,
        Some(next) => {
            let there = position.at(next);
            !there.is_empty() && rules.kind(there.kind()).is_wall
        }
    })
}
