//! Which of several captures must be made, as draughts have it.

use super::courses;
use super::retain;
use crate::moves::{Move, MoveList};
use crate::position::Position;
use crate::rules::topology::Square;
use crate::rules::{Choice, KindSet, Rules};
use smallvec::{SmallVec, smallvec};

/// Greater ones come first.
type Rank = SmallVec<[u16; 8]>;

/// Of the captures from `start` on only those stay that come first by each of the variant's choices, in their order.
pub(super) fn keep_first(rules: &Rules, position: &mut Position, list: &mut MoveList, start: usize) {
    for choice in &rules.restraints.choices {
        let captures: SmallVec<[Move; 16]> =
            list[start..].iter().copied().filter(|&mv| position.is_capture(mv)).collect();
        if captures.len() < 2 {
            return;
        }
        let ranks: SmallVec<[(Move, Rank); 16]> =
            captures.into_iter().map(|mv| (mv, rank(rules, position, mv, choice))).collect();
        let first = ranks.iter().map(|(_, rank)| rank).max();
        let worse = |mv: Move| ranks.iter().any(|(other, rank)| *other == mv && Some(rank) < first);
        retain(position, list, start, |_, mv| !worse(mv));
    }
}

fn rank(rules: &Rules, position: &Position, mv: Move, choice: &Choice) -> Rank {
    let is_one = |square: Square, kinds: &KindSet| {
        let piece = position.at(square);
        !piece.is_empty() && kinds.contains(piece.kind())
    };
    let captures = || position.captures(rules, mv).into_iter();
    match choice {
        Choice::Most => smallvec![captures().count() as u16],
        Choice::By(kinds) => smallvec![u16::from(is_one(mv.from, kinds))],
        Choice::MostOf(kinds) => smallvec![captures().filter(|&square| is_one(square, kinds)).count() as u16],
        Choice::Sooner(kinds) => {
            let when =
                |course: &courses::Taken| course.iter().map(|&square| u16::from(is_one(square, kinds))).collect();
            courses::of_move(rules, position, mv).iter().map(when).max().unwrap_or_default()
        }
    }
}
