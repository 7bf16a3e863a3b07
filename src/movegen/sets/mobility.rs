//! How far pieces reach, for the evaluation.

use super::node;
use crate::definition::{Kind, Side};
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
    pub square: Square,
    /// Squares it could go to if no royal were in danger.
    pub moves: u16,
    /// Of some squares, those on which it would capture an enemy.
    pub hits: u16,
}

impl Reach {
    const NONE: Reach = Reach { piece: Piece::EMPTY, square: Square::NONE, moves: 0, hits: 0 };
    /// As `moves`: the tables can't tell.
    pub const UNKNOWN: u16 = u16::MAX;
}

/// What the pieces of one side reach.
#[derive(Default)]
pub struct Reaches {
    pub pieces: SmallVec<[Reach; 32]>,
    /// Which kind attacks an enemy where.
    pub threats: SmallVec<[(Kind, Square); 16]>,
    /// Squares on which it would capture an enemy, as far as they are among the first 256.
    covered: [u64; 4],
}

impl Reaches {
    #[inline(always)]
    pub fn covers(&self, square: Square) -> bool {
        let at = square.index();
        self.covered.get(at / 64).is_some_and(|word| word >> (at % 64) & 1 == 1)
    }

    #[inline(always)]
    pub fn cover(&mut self, square: Square) {
        let at = square.index();
        if let Some(word) = self.covered.get_mut(at / 64) {
            *word |= 1 << (at % 64);
        }
    }
}

#[inline(always)]
pub fn mobility_on<const N: usize, C: Cpu>(
    rules: &Rules,
    tables: &Tables<N>,
    position: &Position,
    side: Side,
    near: &[u64; 4],
    reaches: &mut Reaches,
) -> Option<bool> {
    let (own_tables, board) = (&tables.sides[side], node::board(tables, position));
    let mut complete = true;
    let (own, enemy) = (board.side(side.index()), board.side(side.other().index()));
    let sight = Sight { own, enemy, occupied: own | enemy };
    let near = Set::<N>::from_words(near);
    let mut covered = Set::<N>::EMPTY;
    reaches.pieces.resize(own.count() as usize, Reach::NONE);
    let mut slots = reaches.pieces.iter_mut();
    let with_threats = rules.weights.tells_threats();
    for (index, info) in own_tables.kinds.iter().enumerate() {
        let of_kind = board.set(info.code);
        if of_kind.is_empty() {
            continue;
        }
        let kind = Kind(index as u16);
        let piece = Piece::new(kind, side);
        if !info.whole {
            complete = false;
            for (from, reach) in of_kind.zip(&mut slots) {
                *reach = Reach { piece, square: Square::from_index(from), moves: Reach::UNKNOWN, hits: 0 };
            }
            continue;
        }
        for from in of_kind {
            let Some(reach) = slots.next() else { break };
            let (moves, threats) = info.moves.reach_and_threats::<C>(&own_tables.data, from, &sight);
            let (moves, hits) = (moves.count() as u16, (threats & near).count() as u16);
            *reach = Reach { piece, square: Square::from_index(from), moves, hits };
            covered |= threats;
            let victims = if with_threats { threats & enemy } else { Set::EMPTY };
            for victim in victims {
                reaches.threats.push((kind, Square::from_index(victim)));
            }
        }
    }
    for (word, bits) in reaches.covered.iter_mut().zip(covered.words()) {
        *word = *bits;
    }
    Some(complete)
}
