//! The static evaluation of a position: the running sum, and what can only be seen on the board.

use super::Weights;
use crate::definition::Side;
use crate::position::Position;
use crate::rules::Rules;

/// A moment's advantage.
const TEMPO: i32 = 12;
/// Beyond this the score is left to mates.
pub const LIMIT: i32 = 29_000;

/// The value of a quiet position for the side to move.
pub fn evaluate(rules: &Rules, position: &Position) -> i32 {
    let weights = &rules.weights;
    let score = position.score();
    let phase = phase(weights, position);
    let tapered = (score.middle() * phase + score.end() * (256 - phase)) / 256;
    let sign = if position.side_to_move() == Side::First { 1 } else { -1 };
    (sign * tapered + TEMPO).clamp(-LIMIT, LIMIT)
}

/// 256 in the middle game, 0 with only pawns and royals left.
fn phase(weights: &Weights, position: &Position) -> i32 {
    if weights.drops || weights.full_phase == 0 {
        return 256;
    }
    let all = Side::BOTH.into_iter().flat_map(|side| position.pieces(side));
    let left: i32 = all.map(|&square| weights.features(position.at(square)).phase).sum();
    (left * 256 / weights.full_phase).min(256)
}
