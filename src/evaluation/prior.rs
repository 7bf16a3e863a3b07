//! Weights of all terms before anything has been fitted.

use super::squares::{self, packed};
use super::terms::{DOUBLED, Group, ISOLATED, Layout, MOST_MOVES};
use super::values::{Sample, Worth};
use super::{Score, Weights};
use crate::definition::{Kind, Side};
use crate::rules::{Piece, Rules};

/// For each neighbour of its own side a royal has, and more for a pawn-like one.
const SHELTER: f64 = 7.0;
const PAWN_SHELTER: f64 = 8.0;
/// What an attack is worth, as a part of what it would win.
const THREAT: f64 = 0.05;
/// For being one check away from winning.
const LAST_CHECK: f64 = 350.0;

/// One list in the order of the layout.
pub fn terms(rules: &Rules, weights: &Weights, sample: &Sample, worths: &[Worth], shrink: f64) -> Vec<Score> {
    let layout = &weights.layout;
    let mut terms = vec![Score::default(); layout.total()];
    let on_squares = squares::on_squares(rules, sample, worths);
    let in_hand = squares::in_hand(rules, worths);
    let end_too = |middle: f64| [middle, if weights.drops { middle } else { 0.0 }];
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
            for moves in 0..=MOST_MOVES {
                let score = per_move.round() * (moves as f64 - worth.moves.round());
                terms[layout.at(Group::Moves, index, moves)] = packed([score; 2], shrink);
            }
            terms[layout.at(Group::Menace, index, 0)] = packed(end_too(0.09 * worth.value.min(1000.0)), 1.0);
        }
        if layout.has_hands() && weights.drops {
            terms[layout.at(Group::Drop, index, 0)] = Score::new(2, 2);
        }
        if layout.has_relations() && !features.royal {
            let shelter = SHELTER + if features.pawn_like { PAWN_SHELTER } else { 0.0 };
            for (aside, ahead) in [(0, -1), (0, 1), (1, -1), (1, 0), (1, 1)] {
                if i32::from(rules.topology().files()) > aside && rules.topology().ranks() > 1 {
                    let at = layout.at(Group::OwnRoyal, index, layout.relation(aside, ahead));
                    terms[at] = packed(end_too(shelter), 1.0);
                }
            }
        }
        if layout.has_threats() && !features.royal {
            threats(weights, index, &mut terms);
        }
    }
    terms[layout.at(Group::Structure, 0, DOUBLED)] = Score::new(-10, -16);
    terms[layout.at(Group::Structure, 0, ISOLATED)] = Score::new(-10, -10);
    for given in 1..layout.stride(Group::Checks).saturating_sub(1) {
        let part = given as f64 / (layout.stride(Group::Checks) - 2) as f64;
        terms[layout.at(Group::Checks, 0, given)] = packed([LAST_CHECK * part.powf(1.5); 2], 1.0);
    }
    terms
}

/// What a kind attacks that nobody protects is in danger, what is protected only if it is worth more.
fn threats(weights: &Weights, attacker: usize, terms: &mut [Score]) {
    let layout: &Layout = &weights.layout;
    let value = |index: usize| {
        let features = weights.features(Piece::new(Kind(index as u16), Side::First));
        if features.royal { 0.0 } else { f64::from(features.value) }
    };
    for victim in 0..layout.items(Group::Threat) {
        let wins = [value(victim), value(victim) - value(attacker)];
        for (protected, wins) in wins.into_iter().enumerate() {
            let score = (THREAT * wins).clamp(0.0, 50.0);
            terms[layout.at(Group::Threat, attacker, 2 * victim + protected)] = packed([score; 2], 1.0);
        }
    }
}
