//! Pieces that only go forward and become more on the way: what becomes of them depends on what stands in front.

use super::dynamic::{PARTS, Tally, distance};
use super::terms::{DOUBLED, Group, ISOLATED, SUPPORTED};
use super::values::rank_ahead;
use crate::definition::Side;
use crate::position::Position;
use crate::rules::Rules;
use crate::rules::topology::Square;
use smallvec::SmallVec;

/// The pawn-like pieces of one side.
#[derive(Default)]
pub struct Pawns {
    squares: SmallVec<[Square; 16]>,
}

impl Pawns {
    pub fn push(&mut self, square: Square) {
        self.squares.push(square);
    }

    pub fn is_empty(&self) -> bool {
        self.squares.is_empty()
    }
}

/// Files and ranks of larger boards are not looked at.
const MOST_FILES: usize = 32;

/// By file, with one more on either side: a bit for every rank with a pawn.
type Files = [u32; MOST_FILES + 2];

/// What one side's pawns are worth beside their squares. Where pieces are dropped, pawns stand and fall too quickly
/// for it to matter.
#[inline]
pub fn structure<T: Tally>(
    rules: &Rules,
    position: &Position,
    side: Side,
    (us, them): (&Pawns, &Pawns),
    tally: &mut T,
) {
    let weights = &rules.weights;
    let board = rules.topology();
    let too_large = usize::from(board.files().max(board.ranks())) > MOST_FILES;
    if weights.drops || us.squares.len() > 24 || too_large || us.is_empty() {
        return;
    }
    let term = |which| weights.layout.at(Group::Structure, 0, which);
    let (ours, theirs) = (files(rules, us), files(rules, them));
    for &square in &us.squares {
        let (file, rank) = weights.place(square);
        let here = file as usize + 1;
        let at = 1u32 << rank;
        // Ranks before this one, as its owner looks.
        let ahead = if side == Side::First { !(at | (at - 1)) } else { at - 1 };
        let behind = if side == Side::First { at >> 1 } else { at.wrapping_shl(1) };
        let doubled = ours[here] & ahead != 0;
        if doubled {
            tally.add(term(DOUBLED), 1);
        }
        if ours[here - 1] | ours[here + 1] == 0 {
            tally.add(term(ISOLATED), 1);
        } else {
            // Four bits: not worth the call that counting needs where there is no instruction for it.
            let beside = [ours[here - 1], ours[here + 1]];
            let count = beside.map(|ranks| i32::from(ranks & at != 0) + i32::from(ranks & behind != 0));
            tally.add(term(SUPPORTED), count[0] + count[1]);
        }
        if !doubled && (theirs[here - 1] | theirs[here] | theirs[here + 1]) & ahead == 0 {
            passed(rules, position, side, square, tally);
        }
    }
}

#[inline]
fn files(rules: &Rules, pawns: &Pawns) -> Files {
    let mut files = [0; MOST_FILES + 2];
    for &square in &pawns.squares {
        let (file, rank) = rules.weights.place(square);
        files[file as usize + 1] |= 1 << rank;
    }
    files
}

/// Nothing of its like can stop it.
fn passed<T: Tally>(rules: &Rules, position: &Position, side: Side, square: Square, tally: &mut T) {
    let weights = &rules.weights;
    let board = rules.topology();
    let ahead = rank_ahead(rules, side, square);
    let term = weights.layout.of_piece(Group::Passed, position.at(square), usize::from(ahead));
    let (mut middle, mut end) = (PARTS, PARTS);
    let next = if side == Side::First { board.rank(square).checked_add(1) } else { board.rank(square).checked_sub(1) };
    if let Some(next) = next.and_then(|rank| board.square(board.file(square), rank)) {
        if !position.at(next).is_empty() {
            (middle, end) = (middle * 2 / 3, end * 2 / 3);
        }
        if let (Some(&ours), Some(&theirs)) = (position.royals(side).first(), position.royals(side.other()).first()) {
            let race = distance(weights, theirs, next).min(6) - distance(weights, ours, next).min(6);
            end += race * end / 14;
        }
    }
    tally.part(term, middle, end);
}
