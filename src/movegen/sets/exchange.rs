//! The exchange on a square, cheapest piece first.

use super::node;
use crate::position::Position;
use crate::rules::bits::{Cpu, Set};
use crate::rules::sets::Tables;
use crate::rules::topology::Square;
use crate::rules::{Piece, Rules};

/// After `risked` has come from `from` to `to`: true if what it has won stays won. `swap` is what the side to take
/// back would be ahead by doing so.
#[inline(always)]
pub fn pays_on<const N: usize, C: Cpu>(
    rules: &Rules,
    tables: &Tables<N>,
    position: &Position,
    from: Square,
    to: Square,
    risked: Piece,
    mut swap: i32,
) -> Option<bool> {
    let board = node::board(tables, position);
    let target = Set::of(to.index());
    let mut gone = target;
    let mut occupied = board.side(0) | board.side(1) | target;
    if from.is_some() {
        gone |= Set::of(from.index());
        occupied &= !Set::of(from.index());
    }
    // The cheapest piece that takes on the square what `side` has there.
    let cheapest = |side: crate::definition::Side, occupied: Set<N>, gone: Set<N>| {
        let attackers = &tables.sides[side].attackers;
        let mut takers = Set::EMPTY;
        for (class, origins) in attackers.leaps(to.index()) {
            takers |= origins & class.pieces(board);
        }
        for (class, at) in attackers.lines(to.index()) {
            let there = at.from & class.pieces(board) & !gone;
            if !there.is_empty() {
                takers |= attackers.reached_from::<C>(&tables.data, at, occupied) & there;
            }
        }
        let priced = (takers & !gone).map(|at| (rules.weights.features(position.at(Square::from_index(at))).value, at));
        priced.min_by_key(|&(value, _)| value)
    };
    let mut side = risked.side();
    let mut pays = true;
    while let Some((value, taker)) = cheapest(side, occupied, gone) {
        side = side.other();
        gone |= Set::of(taker);
        occupied &= !Set::of(taker);
        if rules.weights.features(position.at(Square::from_index(taker))).royal {
            // A royal may only take what is no longer covered.
            if cheapest(side, occupied, gone).is_none() {
                pays = !pays;
            }
            break;
        }
        pays = !pays;
        swap = value - swap;
        if swap < pays as i32 {
            break;
        }
    }
    Some(pays)
}
