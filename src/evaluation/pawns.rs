//! Pieces that only go forward and become more on the way: what becomes of them depends on what stands in front.

use super::dynamic::distance;
use super::values::rank_ahead;
use super::{Score, Weights};
use crate::definition::Side;
use crate::position::Position;
use crate::rules::Rules;
use crate::rules::topology::Square;
use smallvec::SmallVec;

/// The pawn-like pieces of one side, with the outermost of every file.
#[derive(Default)]
pub struct Pawns {
    squares: SmallVec<[Square; 16]>,
}

const DOUBLED: Score = Score::new(10, 16);
const ISOLATED: Score = Score::new(10, 10);

impl Pawns {
    pub fn push(&mut self, square: Square) {
        self.squares.push(square);
    }

    pub fn is_empty(&self) -> bool {
        self.squares.is_empty()
    }
}

/// What one side's pawns are worth beside their squares. Where pieces are dropped, pawns stand and fall too quickly
/// for it to matter.
pub fn structure(rules: &Rules, position: &Position, side: Side, us: &Pawns, them: &Pawns) -> Score {
    let weights = &rules.weights;
    let mut score = Score::default();
    if weights.drops || us.squares.len() > 24 {
        return score;
    }
    let forward = if side == Side::First { 1 } else { -1 };
    let place = |square: &Square| weights.places[square.index()];
    let (ours, theirs) = (foremost(rules, us, forward), foremost(rules, them, forward));
    for square in &us.squares {
        let (file, rank) = place(square);
        let (here, rank) = (file as usize + 1, rank * forward);
        let doubled = ours[here] > rank;
        if doubled {
            score -= DOUBLED;
        }
        if ours[here - 1] == NOBODY && ours[here + 1] == NOBODY {
            score -= ISOLATED;
        }
        if !doubled && theirs[here - 1..=here + 1].iter().all(|&other| other <= rank) {
            score += passed(rules, position, side, *square);
        }
    }
    score
}

/// Less than any rank.
const NOBODY: i16 = i16::MIN;

/// By file, with one more on either side: how far ahead, as one side looks, the foremost pawn stands.
fn foremost(rules: &Rules, pawns: &Pawns, forward: i16) -> SmallVec<[i16; 18]> {
    let mut by_file = SmallVec::from_elem(NOBODY, rules.topology().files() as usize + 2);
    for square in &pawns.squares {
        let (file, rank) = rules.weights.places[square.index()];
        let foremost: &mut i16 = &mut by_file[file as usize + 1];
        *foremost = (*foremost).max(rank * forward);
    }
    by_file
}

/// Nothing of its like can stop it.
fn passed(rules: &Rules, position: &Position, side: Side, square: Square) -> Score {
    let weights: &Weights = &rules.weights;
    let board = rules.topology();
    let ahead = rank_ahead(rules, side, square);
    let full = weights.passed(position.at(square), ahead);
    let next = if side == Side::First { board.rank(square).checked_add(1) } else { board.rank(square).checked_sub(1) };
    let Some(next) = next.and_then(|rank| board.square(board.file(square), rank)) else { return full };
    let (mut middle, mut end) = (full.middle(), full.end());
    if !position.at(next).is_empty() {
        (middle, end) = (middle * 2 / 3, end * 2 / 3);
    }
    if let (Some(&ours), Some(&theirs)) = (position.royals(side).first(), position.royals(side.other()).first()) {
        let race = distance(weights, theirs, next).min(6) - distance(weights, ours, next).min(6);
        end += race * end / 14;
    }
    middle = middle.max(0);
    Score::new(middle, end)
}
