//! What a piece is worth on each square, and in the hand.

use super::values::{Sample, Scale, Worth, losing_is_winning};
use super::{Score, Weights};
use crate::definition::{Condition, Kind, Side, Verdict};
use crate::rules::topology::{Square, SquareSet, Topology};
use crate::rules::{Piece, Rules};

/// Part of the difference in mobility between squares that counts.
const PLACE: f64 = 0.13;
/// Part of the gain by promotion that is counted one move before it happens; half as much one move earlier.
const PROSPECT: f64 = 0.11;
/// Part of the gain by promotion that is counted however far away it is.
pub const SOME_DAY: f64 = 0.025;
/// As `PROSPECT`, for one that can't be stopped by its like, on top, in the end game; one move earlier; in the middle game.
const PASSED: f64 = 0.35;
const ONE_EARLIER: f64 = 0.58;
const IN_MIDDLE: f64 = 0.2;

/// How much nearer to the goal counts for one that gets there step by step.
const RACING: f64 = 1.8;

/// What pieces count in the middle game and in the end game, and how much of it depends on the part of their moves that go far:
/// what the fits of thirty variants have in common.
const PHASES: [(f64, f64); 2] = [(1.02, -0.25), (1.05, 0.6)];
/// What pieces that only go forward and become more count in both.
const PAWN_PHASES: [f64; 2] = [0.93, 1.04];

/// Tables by piece code and square, for the first player's good.
pub fn on_squares(rules: &Rules, weights: &Weights, sample: &Sample, worths: &[Worth]) -> Vec<[f64; 2]> {
    let board = rules.topology();
    let cells = board.cells();
    let mut valued = Valued { scale: Scale::of(rules), known: [(0.0, 0.0); 64] };
    let losing = losing_is_winning(rules);
    let centres: Vec<f64> = (0..cells).map(|cell| centre(board, Square::from_index(cell))).collect();
    let mut table = vec![[0.0; 2]; cells * rules.piece_codes()];
    for index in 0..rules.kinds.len() {
        let kind = Kind(index as u16);
        for side in Side::BOTH {
            let worth = &worths[index * 2 + side.index()];
            let goal = goal(rules, kind, side);
            let races = !weights.drops && weights.races.has(Piece::new(kind, side));
            let prospects = prospects(rules, worth, (kind, side));
            let place = |&mobility: &f64| {
                let place = if mobility > 0.0 { valued.of(mobility) - worth.value } else { 0.0 };
                (PLACE * place).clamp(-60.0, 60.0)
            };
            let places: Vec<f64> = worth.mobility.iter().map(place).collect();
            let row = Piece::new(kind, side).index() * cells;
            for square in board.squares() {
                let mut at = if rules.kinds[index].royal {
                    royal(rules, side, square, goal.is_some())
                } else {
                    let place = places[sample.nearest[square.index()]];
                    let prospect = prospects[usize::from(rules.topology().rank_ahead(side, square))];
                    let middle = centres[square.index()];
                    let [base, late] = base(rules, worth, losing);
                    let some_day = SOME_DAY * worth.gain;
                    [
                        base + place + middle + some_day + 0.5 * prospect,
                        late + place + 0.5 * middle + 1.5 * some_day + prospect,
                    ]
                };
                if let Some((zone, _)) = goal {
                    let near = goal_bonus(board, zone, square) * if races { RACING } else { 1.0 };
                    at = at.map(|part| part + near);
                }
                let sign = if side == Side::First { 1.0 } else { -1.0 };
                table[row + square.index()] = at.map(|part| sign * part);
            }
        }
    }
    table
}

/// The last values by mobility: many squares let many pieces go equally far, and a power takes long.
struct Valued {
    scale: Scale,
    /// Mobility and value, by a hash of the mobility.
    known: [(f64, f64); 64],
}

impl Valued {
    fn of(&mut self, mobility: f64) -> f64 {
        let place = (mobility.to_bits().wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 58) as usize;
        let known = &mut self.known[place];
        if known.0 != mobility {
            *known = (mobility, self.scale.value(mobility));
        }
        known.1
    }
}

/// What a piece is worth wherever it stands, in the middle game and in the end game.
fn base(rules: &Rules, worth: &Worth, losing: bool) -> [f64; 2] {
    if losing {
        [-0.4 * worth.value; 2]
    } else if rules.captures_to.is_some() {
        [worth.value; 2]
    } else if worth.only_forward && worth.gain > 0.0 {
        PAWN_PHASES.map(|part| part * worth.value)
    } else {
        PHASES.map(|(part, far)| (part + far * worth.far) * worth.value)
    }
}

/// What one more piece in the hand is worth: it can go anywhere, but costs a move.
pub fn in_hand(rules: &Rules, worths: &[Worth]) -> Vec<[f64; 2]> {
    let losing = losing_is_winning(rules);
    let drops = rules.definition.hands.as_ref().is_some_and(|hands| hands.drops);
    let mut table = vec![[0.0; 2]; rules.piece_codes()];
    for index in 0..rules.kinds.len() {
        for side in Side::BOTH {
            let worth = &worths[index * 2 + side.index()];
            let mut value = if drops { 1.1 * worth.value + 0.06 * worth.gain } else { 0.0 };
            if losing {
                value *= -0.4;
            }
            let sign = if side == Side::First { 1.0 } else { -1.0 };
            table[Piece::new(Kind(index as u16), side).index()] = [sign * value; 2];
        }
    }
    table
}

/// How near to the middle of the board, in small change.
fn centre(board: &Topology, square: Square) -> f64 {
    let off = |at: u16, length: u16| {
        if length > 1 { (2 * at as i32 + 1 - length as i32).abs() as f64 / (length - 1) as f64 } else { 0.0 }
    };
    let far = (off(board.file(square), board.files()) + off(board.rank(square), board.ranks())) / 2.0;
    14.0 * (0.5 - far)
}

/// Royals stay at home and to the side while there is much material, and come out when there is little.
fn royal(rules: &Rules, side: Side, square: Square, has_goal: bool) -> [f64; 2] {
    if has_goal {
        return [0.0; 2];
    }
    let board = rules.topology();
    let ahead = rules.topology().rank_ahead(side, square) as f64;
    let width = (board.files() as f64 - 1.0).max(1.0);
    let aside = (2.0 * board.file(square) as f64 - width).abs() / width;
    [-(14.0 * ahead.min(5.0)) + 24.0 * aside - 12.0, 2.5 * centre(board, square)]
}

/// Squares where a move of this kind may end with a promotion.
fn promotion_squares(rules: &Rules, kind: Kind, side: Side) -> SquareSet {
    let promotions = rules.sides[side].movers[kind.index()].promotions.as_ref();
    let arrives = |square: &Square| promotions.is_some_and(|promotions| promotions.arrives(*square));
    rules.topology().squares().filter(arrives).collect()
}

/// What the chance of promoting is worth on each rank, counted from the own side.
fn prospects(rules: &Rules, worth: &Worth, (kind, side): (Kind, Side)) -> Vec<f64> {
    let ranks = usize::from(rules.topology().ranks());
    let mut promotes = vec![false; ranks];
    if worth.gain > 0.0 {
        let squares = promotion_squares(rules, kind, side);
        squares.iter().for_each(|square| promotes[usize::from(rules.topology().rank_ahead(side, square))] = true);
    }
    if !promotes.contains(&true) {
        return vec![0.0; ranks];
    }
    let on = |rank: usize| {
        let ahead = promotes[rank..].iter().position(|&promotes| promotes).unwrap_or(0);
        let moves = if ahead == 0 { 1 } else { ahead.div_ceil(usize::from(worth.forward_reach.max(1))) };
        PROSPECT * worth.gain * 0.5f64.powi(moves as i32 - 1)
    };
    (0..ranks).map(on).collect()
}

/// What it is worth on a rank, counted from its own side, that nothing of its like stands in its way.
pub fn passed(rules: &Rules, worth: &Worth, (kind, side): (Kind, Side), ahead: u16) -> [f64; 2] {
    let promotes = promotion_squares(rules, kind, side);
    let first = promotes.iter().map(|square| rules.topology().rank_ahead(side, square)).min().unwrap_or(u16::MAX);
    let Some(ranks) = first.checked_sub(ahead) else { return [0.0; 2] };
    let moves = ranks.div_ceil(worth.forward_reach.max(1)).max(1);
    let full = PASSED * worth.gain * ONE_EARLIER.powi(moves as i32 - 1);
    [IN_MIDDLE * full, full]
}

/// The squares this kind wins by reaching, and how many of its like must do so.
pub fn goal(rules: &Rules, kind: Kind, side: Side) -> Option<(&SquareSet, u16)> {
    let base = rules.kind(kind).base;
    rules.definition.endings.iter().find_map(|ending| match &ending.condition {
        Condition::Reach { kinds, zone, number, .. } if ending.result == Verdict::Win => {
            let concerns = if kinds.is_empty() { rules.kind(kind).royal } else { kinds.contains(&base) };
            concerns.then_some((&zone[side], *number))
        }
        Condition::Reach { .. }
        | Condition::Checkmate
        | Condition::Stalemate
        | Condition::CheckmateBy(_)
        | Condition::Impasse(_)
        | Condition::CheckmateWithout(_)
        | Condition::StalemateOf(_)
        | Condition::OnlyPromotions
        | Condition::Bare { .. }
        | Condition::Repetition { .. }
        | Condition::MoveCount { .. }
        | Condition::Counting(_)
        | Condition::Extinct { .. }
        | Condition::Row { .. }
        | Condition::Block { .. }
        | Condition::Chain { .. }
        | Condition::FullBoard
        | Condition::Checks { .. }
        | Condition::Castled(_)
        | Condition::CastlingLost(_)
        | Condition::Bikjang
        | Condition::BothPassed
        | Condition::InsufficientMaterial => None,
    })
}

fn goal_bonus(board: &Topology, zone: &SquareSet, square: Square) -> f64 {
    zone.iter()
        .map(|target| board.distance(square, target))
        .min()
        .map_or(0.0, |steps| 220.0 * 0.7f64.powi(steps as i32))
}

/// Rounded, with both phases in one number.
pub fn packed(pair: [f64; 2], shrink: f64) -> Score {
    // Half away from zero, as `round` does, for which plain processors have no instruction.
    let rounded = |part: f64| (part + 0.5f64.copysign(part)) as i32;
    let [middle, end] = pair.map(|part| rounded(part * shrink));
    Score::new(middle, end)
}
