//! The exchange on a square, cheapest piece first.

use super::node;
use crate::definition::Side;
use crate::position::Position;
use crate::rules::bits::{Board, Cpu, Set};
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
    let board: Board<N> = node::board(tables, position);
    let target = Set::of(to.index());
    let mut gone = target;
    let mut occupied = board.side(0) | board.side(1) | target;
    if from.is_some() {
        gone |= Set::of(from.index());
        occupied &= !Set::of(from.index());
    }
    let mut side = risked.side();
    let mut pays = true;
    while let Some((value, taker)) = cheapest::<N, C>(rules, tables, position, (side, to), (occupied, gone)) {
        side = side.other();
        gone |= Set::of(taker);
        occupied &= !Set::of(taker);
        if rules.weights.features(position.at(Square::from_index(taker))).royal {
            // A royal may only take what is no longer covered.
            if cheapest::<N, C>(rules, tables, position, (side, to), (occupied, gone)).is_none() {
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

/// The cheapest piece that takes what `side` has on `to`: its value, and where it stands.
#[inline(always)]
fn cheapest<const N: usize, C: Cpu>(
    rules: &Rules,
    tables: &Tables<N>,
    position: &Position,
    (side, to): (Side, Square),
    (occupied, gone): (Set<N>, Set<N>),
) -> Option<(i32, usize)> {
    let (attackers, board) = (&tables.sides[side].attackers, node::board(tables, position));
    let (zone, enemies) = (attackers.zone(to.index()), board.side(side.other().index()) & !gone);
    let mut takers = Set::EMPTY;
    if !(zone.leaps & enemies).is_empty() {
        for (class, origins) in attackers.leaps(to.index()) {
            takers |= origins & class.pieces(board);
        }
        takers &= enemies;
    }
    if !(zone.lines & enemies).is_empty() {
        for (class, at) in attackers.lines(to.index()) {
            let there = at.from & class.pieces(board) & enemies;
            if !there.is_empty() {
                takers |= attackers.reached_from::<C>(&tables.data, at, occupied) & there;
            }
        }
    }
    let mut best: Option<(i32, usize)> = None;
    for at in takers {
        let value = rules.weights.features(position.at(Square::from_index(at))).value;
        if best.is_none_or(|(least, _)| value < least) {
            best = Some((value, at));
        }
    }
    best
}
