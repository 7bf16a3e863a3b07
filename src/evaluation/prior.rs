//! Weights of all terms before anything has been fitted.

use super::patterns::MOST_MISSING;
use super::squares::{self, packed};
use super::terms::{DOUBLED, Group, ISOLATED, Layout, MOST_MOVES, SUPPORTED};
use super::values::{Sample, Worth, losing_is_winning};
use super::{Features, Score, Weights};
use super::{chains, race};
use crate::definition::{Kind, Side};
use crate::rules::{Piece, Rules};

/// What an attack is worth as a part of what it would win, where getting rid of pieces is the goal.
const THREAT: f64 = 0.05;
/// For being one check away from winning.
const LAST_CHECK: f64 = 350.0;

// The following numbers are what fits of thirty variants have in common, in the middle game and in the end game.

/// Standing so many steps of a king from the own royal, one to three, and from the enemy's: a pawn-like piece, then another;
/// where pieces are not dropped, then where they are.
const NEAR_OWN: [[Near; 2]; 2] =
    [[[(25, 9), (8, 3), (2, 0)], [(9, 3), (3, 3), (0, 2)]], [[(34, 0), (23, 0), (0, 0)], [(21, 0), (16, 0), (7, 0)]]];
const NEAR_ENEMY: [[Near; 2]; 2] = [
    [[(-11, -24), (5, -14), (4, 0)], [(0, -6), (7, 0), (3, 2)]],
    [[(8, 0), (30, 0), (11, 0)], [(1, 0), (22, 0), (10, 0)]],
];
/// By distance.
type Near = [(i32, i32); 3];
/// For a move more, as a part of what a knight's or bishop's is worth by the rule of thumb.
const MORE_MOVES: [f64; 2] = [0.85, 1.2];
/// For a move more of a pawn-like piece.
const PAWN_MOVES: [f64; 2] = [6.0, 4.0];
/// Attacking what nobody protects: part of what that would win, and what is added.
const LOOSE: [(f64, f64); 2] = [(0.036, 8.0), (0.03, 14.0)];
/// Attacking what is protected but worth more than what attacks it: part of what that would win, and what is added.
const GAIN: [(f64, f64); 2] = [(0.022, 16.0), (0.02, 13.0)];
/// Attacking what is protected and worth as much, or less, or far less.
const EVEN: [f64; 2] = [11.0, 11.0];
const LESS: [f64; 2] = [3.0, 7.0];
const FAR_LESS: [f64; 2] = [-4.0, 6.0];
/// A royal attacks what nobody protects: a pawn-like piece, another.
const ROYAL_THREATS: [[f64; 2]; 2] = [[14.0, 28.0], [10.0, 12.0]];
/// One step from where it wins. Where pieces are dropped, one is in the way as soon as it is needed.
const RACE: f64 = 800.0;
const RACE_AMID_DROPS: f64 = 200.0;
/// A place for a row that wins where so many cells are missing, from one on; those that lose are worth so great a part of that.
const OPEN_ROWS: [f64; MOST_MISSING] = [90.0, 28.0, 8.0, 2.0, 1.0];
const ROWS_THAT_LOSE: f64 = 0.15;
/// A chain that wins if no cell were missing, and what part of that is left with each that is.
const WHOLE_CHAIN: f64 = 1000.0;
const CELL_MISSING: f64 = 0.75;
/// Two of a kind that only sees squares of one colour.
const BOTH_COLOURS: [f64; 2] = [6.0, 18.0];

/// One list in the order of the layout.
pub fn terms(rules: &Rules, weights: &Weights, sample: &Sample, worths: &[Worth], shrink: f64) -> Vec<Score> {
    let layout = &weights.layout;
    let mut terms = vec![Score::default(); layout.total()];
    let on_squares = squares::on_squares(rules, weights, sample, worths);
    let in_hand = squares::in_hand(rules, worths);
    let end_too = |middle: f64| [middle, if weights.drops { middle } else { 0.0 }];
    let losing = losing_is_winning(rules);
    for index in 0..rules.kinds.len() {
        let kind = Kind(index as u16);
        for side in Side::BOTH {
            let piece = Piece::new(kind, side);
            let sign = if side == Side::First { 1.0 } else { -1.0 };
            let own = |pair: [f64; 2]| packed(pair.map(|part| sign * part), shrink);
            for square in rules.topology().squares() {
                let pair = on_squares[piece.index() * rules.topology().cells() + square.index()];
                terms[layout.of_piece(Group::Square, piece, square.index())] = own(pair);
            }
            terms[layout.of_piece(Group::Hand, piece, 0)] = own(in_hand[piece.index()]);
            if weights.features(piece).pawn_like {
                for ahead in 0..rules.topology().ranks() {
                    let pair = squares::passed(rules, &worths[index * 2 + side.index()], (kind, side), ahead);
                    terms[layout.of_piece(Group::Passed, piece, usize::from(ahead))] = packed(pair, shrink);
                }
            }
        }
        let worth = &worths[index * 2];
        let features = weights.features(Piece::new(kind, Side::First));
        if !features.royal && !features.pawn_like {
            let per_move = if worth.moves > 0.5 { 11.0 / worth.moves.sqrt() } else { 0.0 };
            let parts = if weights.drops { [1.0; 2] } else { MORE_MOVES };
            mobility(layout, index, worth, parts.map(|part| part * per_move), &mut terms);
            terms[layout.at(Group::Menace, index, 0)] = packed(end_too(0.09 * worth.value.min(1000.0)), 1.0);
        }
        if layout.has_hands() && weights.drops {
            terms[layout.at(Group::Drop, index, 0)] = Score::new(2, 2);
        }
        if features.pawn_like && !losing && !weights.drops {
            mobility(layout, index, worth, PAWN_MOVES, &mut terms);
        }
        if layout.has_relations() && !features.royal {
            let (drops, other) = (usize::from(weights.drops), usize::from(!features.pawn_like));
            relations(rules, layout, (Group::OwnRoyal, index), NEAR_OWN[drops][other], &mut terms);
            if !losing {
                relations(rules, layout, (Group::EnemyRoyal, index), NEAR_ENEMY[drops][other], &mut terms);
            }
        }
        if Side::BOTH.into_iter().any(|side| weights.races.has(Piece::new(kind, side))) {
            race(layout, index, if weights.drops { RACE_AMID_DROPS } else { RACE }, &mut terms);
        }
        if layout.has_threats() {
            threats(weights, index, losing, &mut terms);
        }
        if worth.keeps_colour && !losing && !features.pawn_like {
            terms[layout.at(Group::Pair, index, 0)] = packed(BOTH_COLOURS, 1.0);
        }
    }
    terms[layout.at(Group::Structure, 0, DOUBLED)] = Score::new(-7, -15);
    terms[layout.at(Group::Structure, 0, ISOLATED)] = Score::new(-12, -8);
    terms[layout.at(Group::Structure, 0, SUPPORTED)] = Score::new(3, 3);
    for given in 1..layout.stride(Group::Checks).saturating_sub(1) {
        let part = given as f64 / (layout.stride(Group::Checks) - 2) as f64;
        terms[layout.at(Group::Checks, 0, given)] = packed([LAST_CHECK * part.powf(1.5); 2], 1.0);
    }
    for (rule, wins) in weights.patterns.win().enumerate() {
        for (missing, worth) in OPEN_ROWS.into_iter().enumerate() {
            let worth = if wins { worth } else { -worth * ROWS_THAT_LOSE };
            terms[layout.at(Group::Row, 0, rule * MOST_MISSING + missing)] = packed([worth; 2], 1.0);
        }
    }
    for (rule, wins) in weights.chains.win().enumerate() {
        for missing in 0..=chains::MOST_MISSING {
            let worth = WHOLE_CHAIN * CELL_MISSING.powi(missing as i32);
            let worth = if wins { worth } else { -worth * ROWS_THAT_LOSE };
            terms[layout.at(Group::Chain, 0, rule * chains::STRIDE + missing)] = packed([worth; 2], 1.0);
        }
    }
    terms
}

/// So much for each move more or less than the kind has on average.
fn mobility(layout: &Layout, index: usize, worth: &Worth, per_move: [f64; 2], terms: &mut [Score]) {
    for moves in 0..=MOST_MOVES {
        let more = moves as f64 - worth.moves.round();
        terms[layout.at(Group::Moves, index, moves)] = packed(per_move.map(|part| part * more), 1.0);
    }
}

/// So near to where it wins.
fn race(layout: &Layout, index: usize, most: f64, terms: &mut [Score]) {
    for steps in 0..race::NO_WAY {
        let near = most / (steps.max(1) as f64).powf(1.5);
        terms[layout.at(Group::Race, index, steps)] = packed([near; 2], 1.0);
    }
}

/// How a kind stands to a royal.
fn relations(rules: &Rules, layout: &Layout, (group, index): (Group, usize), near: Near, terms: &mut [Score]) {
    let (files, ranks) = (i32::from(rules.topology().files()), i32::from(rules.topology().ranks()));
    for aside in 0..files.min(4) {
        for ahead in -3..=3i32 {
            let distance = aside.max(ahead.abs()) as usize;
            if distance > 0 && ahead.abs() < ranks {
                let (middle, end) = near[distance - 1];
                terms[layout.at(group, index, layout.relation(aside, ahead))] = Score::new(middle, end);
            }
        }
    }
}

/// What a kind attacks that nobody protects, and what somebody does.
fn threats(weights: &Weights, attacker: usize, losing: bool, terms: &mut [Score]) {
    let layout: &Layout = &weights.layout;
    let features = |index: usize| weights.features(Piece::new(Kind(index as u16), Side::First));
    let taker = features(attacker);
    for victim in (0..layout.items(Group::Threat)).filter(|&victim| !features(victim).royal) {
        let [loose, protected] = threat(taker, features(victim), losing);
        terms[layout.at(Group::Threat, attacker, 2 * victim)] = packed(loose, 1.0);
        terms[layout.at(Group::Threat, attacker, 2 * victim + 1)] = packed(protected, 1.0);
    }
}

/// What is attacked is in danger, what is protected less so unless it is worth more.
fn threat(taker: &Features, victim: &Features, losing: bool) -> [[f64; 2]; 2] {
    let (ours, theirs) = (f64::from(taker.value), f64::from(victim.value));
    let along = |line: [(f64, f64); 2], by: f64| line.map(|(part, more)| (part * by + more).min(60.0));
    match (taker.royal, losing) {
        (true, true) => [[0.0; 2]; 2],
        (true, false) => [ROYAL_THREATS[usize::from(!victim.pawn_like)], [0.0; 2]],
        (false, true) => [theirs, theirs - ours].map(|wins| [(THREAT * wins).clamp(0.0, 50.0); 2]),
        (false, false) => {
            let protected = match theirs / ours {
                1.1.. => along(GAIN, theirs - ours),
                0.9.. => EVEN,
                0.5.. => LESS,
                _ => FAR_LESS,
            };
            [along(LOOSE, theirs), protected]
        }
    }
}
