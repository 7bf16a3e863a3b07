//! Which results may be said to XBoard, and in which words.
//!
//! In a match XBoard checks claims against its own idea of the rules and gives the game to the other side when it
//! doesn't see why. A claim of one's own loss is always taken, so a win by a rule that XBoard may not know is left for
//! the loser to admit. Against a person nothing is checked.

use super::super::session::{Ending, Mode, Session};
use super::setup;
use crate::game::Outcome;

/// True if saying this result cannot cost the game.
pub fn may_claim(session: &Session, outcome: &Outcome, ending: Ending) -> bool {
    if !session.opponent_is_computer() {
        return true;
    }
    let Mode::Playing(own) = session.mode() else { return ending.is_final() && outcome.winner.is_none() };
    match outcome.winner {
        Some(winner) if winner != own => true,
        // Without moves left XBoard sees stalemate and mate itself if it knows the variant or its pieces.
        Some(_) => ending.is_final() && (mates(session) || setup::unchecked(session.definition())),
        None => ending.is_final(),
    }
}

/// Mate in a game that XBoard knows.
fn mates(session: &Session) -> bool {
    setup::is_standard(&session.definition().names.cecp)
        && session.legal().is_empty()
        && session.game().position().in_check(session.rules())
}

/// XBoard looks for these words anywhere in a line before it looks at `Illegal move`.
const MEANINGFUL: &[&str] = &[
    "name",
    "rating",
    "?",
    "result",
    "board",
    "bk",
    "computer",
    "variant",
    "hint",
    "random",
    "depth",
    "accepted",
    "offer",
    "draw",
    "not found",
];

/// True for words that XBoard takes for nothing else.
pub fn is_plain(reason: &str) -> bool {
    reason.is_ascii() && !MEANINGFUL.iter().any(|word| reason.contains(word)) && !reason.contains(['(', ')', ':'])
}
