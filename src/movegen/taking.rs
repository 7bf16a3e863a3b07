//! Who could capture whom, whoever is to move and however safe its royals are.

use super::interpreter::Trace;
use super::manners::manners;
use super::pseudo::{self, Wanted};
use super::safety::Safety;
use super::scene::PositionScene;
use super::walk;
use crate::definition::Side;
use crate::moves::MoveList;
use crate::position::Position;
use crate::rules::topology::Square;
use crate::rules::{Piece, Rules};
use smallvec::SmallVec;

/// True if `taker` could capture on a square, whatever the safety of its royals.
pub(crate) fn takes_on(rules: &Rules, position: &Position, taker: Side, square: Square) -> bool {
    !takers(rules, position, taker, square).is_empty()
}

/// Where a piece, if it stood on `square`, could capture, whatever the safety of its royals; `absent` squares count as
/// empty.
pub(crate) fn attacked_from(
    rules: &Rules,
    position: &Position,
    square: Square,
    piece: Piece,
    absent: &[Square],
) -> SmallVec<[Square; 8]> {
    let mut board = position.board().to_vec();
    absent.iter().for_each(|at| board[at.index()] = Piece::EMPTY);
    board[square.index()] = piece;
    if !rules.may_capture_from(&board, square) {
        return SmallVec::new();
    }
    let side = piece.side();
    let manners = manners(rules, position, &board, square);
    let movers = || manners.iter().map(|manner| &rules.sides[side].movers[manner.index()]);
    let walker = walk::Walker { board: &board, ..walk::Walker::new(rules, position, side) };
    let mut found: SmallVec<[Square; 8]> = SmallVec::new();
    for &root in movers().flat_map(|mover| mover.ordinary.at(square)) {
        walker.walk(root, square, &mut |to, end, taken| {
            if !rules.captures_allow(&board, square, to, taken) {
                return;
            }
            let on_target = Some(to).filter(|_| matches!(end, walk::End::On(_)) && to != square);
            found.extend(taken.iter().copied().chain(on_target));
        });
    }
    let scene = PositionScene::new(rules, position, side, square);
    // The interpreter sees the board as it is.
    let interpreted = movers().flat_map(|mover| &mover.interpreted[..]).filter(|_| absent.is_empty());
    let allowed = |trace: &Trace| rules.captures_allow(&board, square, trace.to, &trace.captures);
    found.extend(scene.traces(interpreted, false).filter(allowed).flat_map(|trace| trace.captures));
    let guarded = |at: Square| rules.is_guarded(&board, at, side.other());
    found.retain(|at| {
        let piece = board[at.index()];
        !piece.is_empty() && piece.side() != side && rules.may_be_taken(piece, side) && !guarded(*at)
    });
    found.sort_unstable();
    found.dedup();
    found
}

/// From where `taker` could capture on a square, whatever the safety of its royals.
pub(crate) fn takers(rules: &Rules, position: &Position, taker: Side, square: Square) -> SmallVec<[Square; 4]> {
    let mut position = position.clone();
    if position.side_to_move() != taker {
        position.play_null(rules);
    }
    let mut list = MoveList::new();
    pseudo::all(rules, &mut position, &Safety::unrestricted(), Wanted::Noisy, &mut list);
    let taking = list.iter().filter(|&&mv| position.captures(rules, mv).contains(&square));
    let mut from: SmallVec<[Square; 4]> = taking.map(|mv| mv.from).collect();
    from.dedup();
    from
}
