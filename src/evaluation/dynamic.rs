//! The static evaluation of a position: the running sum, and what can only be seen on the board.
//!
//! One look at all pieces (`army.rs`) counts moves, threats, and how pieces stand to the royals. Nothing here adds up scores
//! itself but names terms to a [`Tally`]: one adds their weights, another writes them down for fitting. Symmetric by
//! construction: both sides go through the same code and the second is subtracted.

use super::army::{Seen, survey};
use super::corners::{Corners, MATES_ANYWHERE};
use super::tally::{PARTS, Sum, Tally};
use super::terms::{Group, MOST_HELD};
use super::{Score, Weights, chains, patterns, pawns, race};
use crate::definition::{Kind, Side};
use crate::hints::rarely;
use crate::position::Position;
use crate::rules::Rules;
#[cfg(target_arch = "x86_64")]
use crate::rules::bits::Level;
use crate::rules::topology::Square;

/// A moment's advantage.
pub const TEMPO: i32 = 12;
/// Beyond this the score is left to mates.
pub const LIMIT: i32 = 29_000;
/// What a step nearer to a hunted royal is worth, or a step of it towards the edge: one without any men, and one that only
/// has pawn-like ones.
const ALONE: i32 = 24;
const GUARDED: i32 = 6;
/// A step of a royal alone towards a corner where it can be mated, if not all will do. Nothing else on the board must matter
/// more: the way there leads through squares from which it is free to go elsewhere.
const CORNER: i32 = 100;

/// How the two scores of a position are put together.
pub struct Stage {
    /// 256 in the middle game, 0 in the end game.
    pub phase: i32,
    /// The side that is ahead can't win with what it has, by side.
    pub helpless: [bool; 2],
}

/// Pieces worth more than this together, in 1/100 of a pawn-like piece, drive a bare royal before them.
const HUNTS: i32 = 400;

/// The value of a quiet position for the side to move, in 1/100 of a pawn-like piece, within ±[`LIMIT`].
pub fn evaluate(rules: &Rules, position: &Position) -> i32 {
    /// With bits counted in hardware.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "popcnt")]
    fn counting(rules: &Rules, position: &Position) -> i32 {
        value(rules, position)
    }

    match rules.level {
        // SAFETY: the processor has what the function asks for.
        #[cfg(target_arch = "x86_64")]
        Level::Gathers | Level::Counts => unsafe { counting(rules, position) },
        _ => value(rules, position),
    }
}

/// The value of the same position if it were the other side's turn, unless it is at the limit.
pub fn passed(value: i32) -> i32 {
    2 * TEMPO - value
}

#[inline(always)]
fn value(rules: &Rules, position: &Position) -> i32 {
    let weights = &rules.weights;
    let mut sums = Side::BOTH.map(|_| Sum { weights, score: Score::default() });
    let stage = tally(rules, position, true, &mut sums);
    let mut score = position.score();
    score += sums[0].score;
    score -= sums[1].score;
    let mut value = (score.middle() * stage.phase + score.end() * (256 - stage.phase)) / 256;
    if stage.helpless[usize::from(value <= 0)] {
        value /= 16;
    }
    let sign = if position.side_to_move() == Side::First { 1 } else { -1 };
    (sign * value + TEMPO).clamp(-LIMIT, LIMIT)
}

/// Names all terms that the running sum doesn't hold.
/// By walks alone unless `tables` may be used.
#[inline(always)]
pub fn tally<T: Tally>(rules: &Rules, position: &Position, tables: bool, tallies: &mut [T; 2]) -> Stage {
    let weights = &rules.weights;
    // Filled where they are: they are too large to be moved about.
    let mut seen = [Seen::default(), Seen::default()];
    let royals = Side::BOTH.map(|side| position.main_royal(rules, side));
    for side in Side::BOTH {
        let royals = [royals[side.index()], royals[side.other().index()]];
        survey(rules, position, (side, royals), tables, &mut seen[side.index()], &mut tallies[side.index()]);
    }
    // With an army against no more than royals and pawn-like men.
    let hunted = Side::BOTH.map(|side| {
        let (own, enemy) = (&seen[side.index()], &seen[side.other().index()]);
        enemy.men.phase() > HUNTS && own.men.phase() == 0 && !weights.drops && royals.iter().all(Option::is_some)
    });
    pawns::structure(rules, position, tallies);
    race::races(rules, position, &seen, tallies);
    patterns::patterns(rules, position, tallies);
    chains::chains(rules, position, tallies);
    for side in Side::BOTH {
        let tally = &mut tallies[side.index()];
        let (us, them) = (&seen[side.index()], &seen[side.other().index()]);
        for &(kind, square) in &us.threats {
            let victim = position.at(square).kind().index();
            let protected = usize::from(them.covers(square));
            tally.add(weights.layout.at(Group::Threat, kind.index(), 2 * victim + protected), 1);
        }
        pressure(rules, position, side, us, tally);
        if weights.layout.has_hands() && position.hand_total(side) > 0 {
            held(rules, position, side, royals[side.other().index()], tally);
        }
        if let (true, [Some(first), Some(second)]) = (hunted[side.other().index()], royals) {
            rarely();
            let (ours, theirs) = if side == Side::First { (first, second) } else { (second, first) };
            pursuit(rules, position, side, (ours, theirs), them, tally);
        }
        if let Some(most) = rules.most_checks {
            // By how many are still to be given, as fits learned them where both players need as many.
            let longest = most[side].max(most[side.other()]);
            let left = most[side].saturating_sub(position.checks_given(side));
            let stage = if most[side] > 0 { longest - left } else { 0 };
            tally.add(weights.layout.at(Group::Checks, 0, usize::from(stage)), 1);
        }
    }
    let is_alone =
        |side: Side| hunted[side.index()] && seen[side.index()].men.pawns() == 0 && !weights.begins_alone[side.index()];
    let phase = if weights.drops || weights.full_phase == 0 {
        256
    } else if Side::BOTH.into_iter().any(is_alone) {
        // However much of the first armies that is.
        0
    } else {
        let left = seen[0].men.phase().saturating_add(seen[1].men.phase()).min(weights.full_phase);
        left * 256 / weights.full_phase
    };
    let helpless = |Seen { men, .. }: &Seen| {
        weights.lone_pieces_draw && men.pawns() == 0 && men.pieces() <= 1 && men.phase() < MATES_ANYWHERE
    };
    Stage { phase, helpless: seen.each_ref().map(helpless) }
}

/// How much a side threatens the first royal of the other: the more pieces take part, the more each counts.
#[inline(always)]
fn pressure<T: Tally>(rules: &Rules, position: &Position, side: Side, us: &Seen, tally: &mut T) {
    let weights = &rules.weights;
    let mut share = us.menacing.min(5) * PARTS / 9;
    if weights.drops {
        let in_hand = (position.hand_total(side) as i32).min(6);
        if in_hand > 0 {
            share += share * in_hand / 6;
        }
    }
    if let Some(most) = rules.most_checks.filter(|most| most[side] > 0) {
        rarely();
        share += share * 2 * i32::from(position.checks_given(side)) / i32::from(most[side]);
    }
    for &(kind, hits) in &us.menaces {
        tally.part(weights.layout.at(Group::Menace, kind.index(), 0), hits * share, hits * share);
    }
}

/// What waits in the hand is worth more where there is room to drop it near the enemy's royal.
#[inline]
fn held<T: Tally>(rules: &Rules, position: &Position, side: Side, target: Option<Square>, tally: &mut T) {
    let weights = &rules.weights;
    let empty = |near: &&Square| position.at(**near).is_empty();
    let open = target.map_or(0, |royal| weights.ring(royal).iter().filter(empty).count());
    for kind in position.kinds_held(side, rules.kinds.len()) {
        let held = usize::from(position.hand(side, Kind(kind as u16))).min(MOST_HELD);
        if held > 0 {
            tally.add(weights.layout.at(Group::Held, kind, held), 1);
            tally.add(weights.layout.at(Group::Drop, kind, 0), (open * held.min(3)) as i32);
        }
    }
}

/// With little or nothing left but royals to hunt, go near them and drive them to the edge, or a corner. Against a royal alone
/// that is all there is to do, so it outweighs what pieces and places are worth otherwise.
fn pursuit<T: Tally>(
    rules: &Rules,
    position: &Position,
    side: Side,
    (ours, theirs): (Square, Square),
    them: &Seen,
    tally: &mut T,
) {
    let weights = &rules.weights;
    let board = rules.topology();
    let near = 14 - distance(weights, ours, theirs);
    let aside = |at: u16, length: u16| (2 * at as i32 + 1 - length as i32).abs();
    let edge = aside(board.file(theirs), board.files()) + aside(board.rank(theirs), board.ranks());
    if them.men.pawns() > 0 {
        tally.fixed(Score::new(0, GUARDED * (near + edge)));
        return;
    }
    let corners = weights.corners[side.other().index()].get_or_init(|| Corners::of(rules, side.other()));
    let driven = match corners.steps(rules, position, theirs) {
        Some(steps) => CORNER * (i32::from(board.files() + board.ranks()) - steps),
        None => ALONE * edge,
    };
    tally.fixed(Score::new(0, ALONE * near + driven));
}

/// Steps of a king on an empty board.
pub fn distance(weights: &Weights, a: Square, b: Square) -> i32 {
    let ((x, y), (v, w)) = (weights.place(a), weights.place(b));
    (x - v).abs().max((y - w).abs())
}
