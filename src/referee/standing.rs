//! How a game stands.

use super::shelf::Book;
use crate::definition::Side;
use crate::game::Game;
use crate::movegen;
use crate::notation::{Dialect, Notation};
use serde::Serialize;

/// A position and what is to be said about it.
#[derive(Serialize)]
pub struct Standing {
    pub fen: String,
    /// Who moves next: `w` or `b`.
    pub turn: &'static str,
    pub check: bool,
    #[serde(flatten)]
    pub verdict: Verdict,
}

/// How a game ended, if it has.
#[derive(Serialize)]
pub struct Verdict {
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: &'static str,
    /// By which rule.
    pub reason: Option<String>,
}

/// Whether the side to move is in check, and from where.
#[derive(Serialize)]
pub struct Check<'a> {
    pub check: bool,
    /// Squares of the royals that are attacked.
    pub royals: Vec<&'a str>,
    /// Squares of what attacks them.
    pub by: Vec<&'a str>,
}

pub fn standing(game: &Game) -> Standing {
    let turn = if game.position().side_to_move() == Side::First { "w" } else { "b" };
    Standing { fen: game.fen(), turn, check: game.position().in_check(game.rules()), verdict: verdict(game) }
}

pub fn verdict(game: &Game) -> Verdict {
    match game.outcome() {
        Some(outcome) => Verdict { result: outcome.score(), reason: Some(outcome.reason) },
        None => Verdict { result: "*", reason: None },
    }
}

pub fn check<'a>(book: &'a Book, game: &Game, notation: Notation) -> Check<'a> {
    let (rules, position) = (&book.rules, game.position());
    let dialect: Dialect = notation.squares();
    let side = position.side_to_move();
    if !position.in_check(rules) {
        return Check { check: false, royals: Vec::new(), by: Vec::new() };
    }
    let attacked = position.present_royals(rules, side);
    let attacked: Vec<_> = attacked.filter(|&royal| movegen::attacked(rules, position, side, royal)).collect();
    let mut by: Vec<_> =
        attacked.iter().flat_map(|&royal| movegen::takers(rules, position, side.other(), royal)).collect();
    by.sort_unstable();
    by.dedup();
    let names = |squares: Vec<_>| squares.into_iter().map(|square| book.square(square, dialect)).collect();
    Check { check: true, royals: names(attacked), by: names(by) }
}
