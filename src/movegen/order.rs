//! In which order a move captures, which moves don't keep: what captures the same on another way is the same move.

use super::manners::manners;
use super::pseudo;
use super::scene::PositionScene;
use crate::moves::Move;
use crate::position::Position;
use crate::rules::Rules;
use crate::rules::topology::Square;
use smallvec::SmallVec;

/// What a legal move of a piece captures on its way, `taken`, in the order of the first way on which it can; `None` if no
/// way does it.
pub(crate) fn captures_in_order(
    rules: &Rules,
    position: &Position,
    mv: Move,
    taken: &[Square],
) -> Option<SmallVec<[Square; 4]>> {
    let sorted = |squares: &[Square]| {
        let mut squares: SmallVec<[Square; 4]> = SmallVec::from_slice(squares);
        squares.sort_unstable();
        squares
    };
    let wanted = sorted(taken);
    let mut found: Option<SmallVec<[Square; 4]>> = None;
    let mut look = |to: Square, way: &[Square]| {
        if found.is_none() && to == mv.to && sorted(way) == wanted {
            found = Some(SmallVec::from_slice(way));
        }
    };
    let side = position.side_to_move();
    let scene = PositionScene::new(rules, position, side, mv.from);
    for kind in manners(rules, position, position.board(), mv.from) {
        let mover = &rules.sides[side].movers[kind.index()];
        pseudo::each_walk(rules, position, mover, mv.from, &mut |to, _, way| look(to, way));
        pseudo::interpret(&scene, &mover.interpreted, true, &mut |to, _, way, _| look(to, way));
    }
    found
}
