//! Insufficient material: whether mate is possible at all, found by looking at every position.

use crate::definition::Side;
use crate::movegen;
use crate::moves::MoveList;
use crate::position::Position;
use crate::rules::topology::Square;
use crate::rules::{Piece, Rules};
use hashbrown::HashMap;
use smallvec::SmallVec;
use std::sync::Mutex;

/// What is left on the board, in the order of piece codes.
type Material = SmallVec<[Piece; 3]>;

/// Material that has been looked at, and whether no position with it is mate.
#[derive(Default)]
pub struct DeadMaterial(Mutex<HashMap<Material, bool>>);

/// With more pieces there are too many positions to look at, and mate is nearly always possible.
const MOST_PIECES: usize = 3;

/// Positions that may be looked at: three pieces on 144 squares.
const MOST_POSITIONS: usize = 3_000_000;

/// True if neither player can mate with what is left, however both play.
pub fn is_dead(rules: &Rules, position: &Position) -> bool {
    let total: usize = Side::BOTH.iter().map(|&side| position.pieces(side).len()).sum();
    if total > MOST_PIECES || Side::BOTH.iter().any(|&side| position.royals(side).len() != 1) {
        return false;
    }
    let squares = Side::BOTH.iter().flat_map(|&side| position.pieces(side));
    let mut material: Material = squares.map(|&square| position.at(square)).collect();
    material.sort_unstable_by_key(|piece| piece.index());
    let mut known = rules.dead_material.0.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    if let Some(&dead) = known.get(&material) {
        return dead;
    }
    let dead = is_never_mate(rules, &material);
    known.insert(material, dead);
    dead
}

fn is_never_mate(rules: &Rules, material: &[Piece]) -> bool {
    let promotes = |piece: &Piece| rules.sides[piece.side()].movers[piece.kind().index()].promotions.is_some();
    let cells = rules.topology().squares().count();
    if cells.pow(material.len() as u32) > MOST_POSITIONS || material.iter().any(promotes) {
        return false;
    }
    let mut men: SmallVec<[(Square, Piece); MOST_PIECES]> = SmallVec::new();
    !some_mate(rules, material, &mut men)
}

/// True if some placing of the rest of the material is mate.
fn some_mate(rules: &Rules, rest: &[Piece], men: &mut SmallVec<[(Square, Piece); MOST_PIECES]>) -> bool {
    let Some((&piece, rest)) = rest.split_first() else {
        return Side::BOTH.into_iter().any(|side| is_mate(rules, side, men));
    };
    let confined = rules.confined(piece.kind(), piece.side());
    rules.topology().squares().any(|square| {
        if men.iter().any(|&(at, _)| at == square) || confined.is_some_and(|zone| !zone.contains(square)) {
            return false;
        }
        men.push((square, piece));
        let found = some_mate(rules, rest, men);
        men.pop();
        found
    })
}

fn is_mate(rules: &Rules, side: Side, men: &[(Square, Piece)]) -> bool {
    let mut position = Position::with_men(rules, side, men);
    if !position.in_check(rules) || movegen::in_check(rules, &position, side.other()) {
        return false;
    }
    let mut moves = MoveList::new();
    movegen::legal(rules, &mut position, &mut moves);
    moves.is_empty()
}
