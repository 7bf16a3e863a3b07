//! How far pieces reach, for the evaluation.

use super::node;
use crate::definition::Side;
use crate::position::Position;
use crate::rules::bits::{Cpu, Set};
use crate::rules::sets::{Sight, Tables};
use crate::rules::topology::Square;
use crate::rules::{Piece, Rules};
use smallvec::SmallVec;

/// What one piece reaches.
#[derive(Clone, Copy, Debug)]
pub struct Reach {
    pub piece: Piece,
    /// Squares it could go to if no royal were in danger.
    pub moves: i32,
    /// Of some squares, those on which it would capture an enemy.
    pub hits: i32,
}

/// What the pieces of one side reach.
pub type Reaches = SmallVec<[Reach; 32]>;

#[inline(always)]
pub fn mobility_on<const N: usize, C: Cpu>(
    rules: &Rules,
    tables: &Tables<N>,
    position: &Position,
    side: Side,
    near: &[Square],
    reaches: &mut Reaches,
) -> Option<()> {
    let (own_tables, board) = (&tables.sides[side], node::board(tables, position));
    if own_tables.partial.iter().any(|&code| !board.set(code).is_empty()) {
        return None;
    }
    let (own, enemy) = (board.side(side.index()), board.side(side.other().index()));
    let sight = Sight { own, enemy, occupied: own | enemy };
    let near: Set<N> = near.iter().map(|square| square.index()).collect();
    for (kind, info) in own_tables.kinds.iter().enumerate() {
        let of_kind = board.set(info.code);
        if of_kind.is_empty() {
            continue;
        }
        let piece = Piece::new(crate::definition::Kind(kind as u16), side);
        let features = rules.weights.features(piece);
        if features.royal || features.pawn_like {
            continue;
        }
        for from in of_kind {
            let (moves, threats) = info.moves.reach_and_threats::<C>(&own_tables.data, from, &sight);
            reaches.push(Reach { piece, moves: moves.count() as i32, hits: (threats & near).count() as i32 });
        }
    }
    Some(())
}
