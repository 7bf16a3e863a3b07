//! Insufficient material: whether mate is possible at all, found by looking at every position.

use crate::definition::Side;
use crate::movegen;
use crate::moves::MoveList;
use crate::position::Position;
use crate::rules::{Piece, Rules};
use hashbrown::HashMap;
use smallvec::SmallVec;
use std::sync::Mutex;

/// What is left on the board, in the order of piece codes.
type Material = SmallVec<[Piece; 3]>;

/// Material that has been looked at, and whether no position with it is decisive.
#[derive(Default)]
pub struct DeadMaterial(Mutex<HashMap<Material, bool>>);

/// With more pieces there are too many positions to look at, and mate is nearly always possible.
const MOST_PIECES: usize = 3;

/// Positions that may be looked at: three pieces on 144 squares.
const MOST_POSITIONS: usize = 3_000_000;

/// True if neither player can mate with what is left, however both play.
pub fn is_dead(rules: &Rules, position: &Position) -> bool {
    let Some(material) = little_material(position) else { return false };
    let mut known = rules.dead_material.0.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    if let Some(&dead) = known.get(&material) {
        return dead;
    }
    let dead = is_never_decided(rules, &material);
    known.insert(material, dead);
    dead
}

/// The same if that has been found out already: a search has no time to look at all positions.
pub fn is_known_dead(rules: &Rules, position: &Position) -> bool {
    let Some(material) = little_material(position) else { return false };
    let known = rules.dead_material.0.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    known.get(&material).copied().unwrap_or(false)
}

/// What is on the board, if it is no more than a royal each and one more piece.
fn little_material(position: &Position) -> Option<Material> {
    let total: usize = Side::BOTH.iter().map(|&side| position.piece_count(side)).sum();
    if total > MOST_PIECES || Side::BOTH.iter().any(|&side| position.royals(side).len() != 1) {
        return None;
    }
    let squares = Side::BOTH.iter().flat_map(|&side| position.pieces(side));
    let mut material: Material = squares.map(|square| position.at(square)).collect();
    material.sort_unstable_by_key(|piece| piece.index());
    Some(material)
}

fn is_never_decided(rules: &Rules, material: &[Piece]) -> bool {
    let promotes = |piece: &Piece| rules.sides[piece.side()].movers[piece.kind().index()].promotions.is_some();
    let cells = rules.topology().squares().count();
    if cells.pow(material.len() as u32) > MOST_POSITIONS || material.iter().any(promotes) {
        return false;
    }
    !Side::BOTH.into_iter().any(|side| some_decision(rules, material, &mut Position::bare(rules, side)))
}

/// True if some placing of the rest of the material decides the game, or may.
fn some_decision(rules: &Rules, rest: &[Piece], position: &mut Position) -> bool {
    let Some((&piece, rest)) = rest.split_first() else { return is_decisive(rules, position) };
    let confined = rules.confined(piece.kind(), piece.side());
    rules.topology().squares().any(|square| {
        if !position.at(square).is_empty() || confined.is_some_and(|zone| !zone.contains(square)) {
            return false;
        }
        position.arrange(rules, square, Some(piece));
        let found = some_decision(rules, rest, position);
        position.arrange(rules, square, None);
        found
    })
}

/// Mate; or any capture, where captures do more than capture or royals can be captured.
fn is_decisive(rules: &Rules, position: &mut Position) -> bool {
    let captures_decide = !rules.effects.is_empty() || !rules.royals_are_safe;
    let in_check = position.in_check(rules);
    if !in_check && !captures_decide {
        return false;
    }
    let cannot_come_up = movegen::in_check(rules, position, position.side_to_move().other());
    if rules.royals_are_safe && cannot_come_up {
        return false;
    }
    let mut moves = MoveList::new();
    movegen::legal(rules, position, &mut moves);
    in_check && moves.is_empty() || captures_decide && moves.iter().any(|&mv| position.is_capture(mv))
}
