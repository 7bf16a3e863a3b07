//! Start positions with uneven armies, from which games show what pieces are worth.

use crate::definition::Side;
use crate::game::Game;
use crate::position::{Position, fen};
use crate::rules::Rules;
use crate::rules::topology::Square;
use std::sync::Arc;

/// Most pieces that a side is without.
const MOST: usize = 3;
/// By how much the armies may differ, judged by what pieces are believed to be worth: a part of what is missing, and so much more.
const DOUBT: (i32, i32) = (4, 120);
/// Armies that are drawn before a game begins with whole ones.
const TRIES: usize = 12;

/// A game in which both sides are without some pieces, drawn by lot, of about the same worth; `None` if no such armies were found.
pub fn uneven(rules: &Arc<Rules>, random: &mut fastrand::Rng) -> Option<Game> {
    (0..TRIES).find_map(|_| {
        let mut position = Position::start(rules);
        let mut missing = [0; 2];
        for side in Side::BOTH {
            let mut pieces: Vec<Square> = position.pieces(side).collect();
            pieces.retain(|&square| !rules.weights.features(position.at(square)).royal);
            random.shuffle(&mut pieces);
            for &square in pieces.iter().take(random.usize(0..=MOST)) {
                missing[side.index()] += rules.weights.features(position.at(square)).value;
                position.arrange(rules, square, None);
            }
        }
        let most = missing[0].max(missing[1]);
        if most == 0 || (missing[0] - missing[1]).abs() > most / DOUBT.0 + DOUBT.1 {
            return None;
        }
        // Reading a FEN drops the rights of what is missing.
        let game = Game::from_fen(rules.clone(), &fen::show(rules, &position)).ok();
        game.filter(|game| game.outcome().is_none())
    })
}
