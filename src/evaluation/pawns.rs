//! Pieces that only go forward and become more on the way: what becomes of them depends on what stands in front.

use super::Weights;
use super::dynamic::{PARTS, Tally, distance};
use super::terms::{DOUBLED, Group, ISOLATED, SUPPORTED};
use super::values::rank_ahead;
use crate::definition::Side;
use crate::position::Position;
use crate::rules::Rules;
use crate::rules::topology::Square;

/// Files and ranks of larger boards are not looked at.
const MOST_FILES: usize = 32;
/// With more of them structure means little.
const MOST_PAWNS: u32 = 24;

/// The pawn-like pieces of one side.
pub struct Pawns {
    count: u32,
    /// By file, with one more on either side: a bit for every rank with a pawn.
    files: [u32; MOST_FILES + 2],
}

impl Default for Pawns {
    fn default() -> Pawns {
        Pawns { count: 0, files: [0; MOST_FILES + 2] }
    }
}

impl Pawns {
    #[inline(always)]
    pub fn push(&mut self, weights: &Weights, square: Square) {
        let (file, rank) = weights.place(square);
        self.count += 1;
        self.files[file as usize % MOST_FILES + 1] |= 1u32.wrapping_shl(rank as u32);
    }

    pub fn is_empty(&self) -> bool {
        self.count == 0
    }
}

/// What one side's pawns are worth beside their squares. Where pieces are dropped, pawns stand and fall too quickly
/// for it to matter.
#[inline(always)]
pub fn structure<T: Tally>(
    rules: &Rules,
    position: &Position,
    side: Side,
    (us, them): (&Pawns, &Pawns),
    tally: &mut T,
) {
    let weights = &rules.weights;
    let board = rules.topology();
    let files = usize::from(board.files());
    let too_large = files.max(usize::from(board.ranks())) > MOST_FILES;
    if weights.drops || us.count > MOST_PAWNS || too_large || us.is_empty() {
        return;
    }
    let (mut doubled, mut isolated, mut supported) = (0, 0, 0);
    for (file, (ours, theirs)) in us.files.windows(3).zip(them.files.windows(3)).take(files).enumerate() {
        let &[left, here, right] = ours else { continue };
        if here == 0 {
            continue;
        }
        // All but the foremost have another of their own in front.
        let foremost = if side == Side::First { 1 << (31 - here.leading_zeros()) } else { here & here.wrapping_neg() };
        if here != foremost {
            doubled += (here ^ foremost).count_ones();
        }
        if left | right == 0 {
            isolated += here.count_ones();
        } else {
            // Beside a pawn, or beside the square behind it.
            let near = |beside: u32| {
                let behind = if side == Side::First { beside << 1 } else { beside >> 1 };
                u64::from(beside & here) | u64::from(behind & here) << 32
            };
            supported += near(left).count_ones() + near(right).count_ones();
        }
        // Ranks before it, as its owner looks.
        let ahead = if side == Side::First { !(foremost | (foremost - 1)) } else { foremost - 1 };
        if theirs.iter().fold(0, |all, ranks| all | ranks) & ahead == 0 {
            let rank = foremost.trailing_zeros() as u16;
            if let Some(square) = board.square(file as u16, rank) {
                passed(rules, position, side, square, tally);
            }
        }
    }
    for (which, times) in [(DOUBLED, doubled), (ISOLATED, isolated), (SUPPORTED, supported)] {
        if times > 0 {
            tally.add(weights.layout.at(Group::Structure, 0, which), times as i32);
        }
    }
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
