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
    let drawn = ending.is_final() && outcome.winner.is_none() && is_stalemate(session) && sees_stalemate(session);
    let Mode::Playing(own) = session.mode() else { return drawn };
    match outcome.winner {
        Some(winner) if winner != own => true,
        // Without moves left XBoard sees stalemate and mate itself if it knows the variant or its pieces.
        Some(_) => ending.is_final() && (mates(session) || setup::unchecked(session.definition())),
        None => drawn,
    }
}

/// A draw that XBoard cannot see: both engines offer it instead of claiming it.
pub fn may_offer(session: &Session, outcome: &Outcome, ending: Ending) -> bool {
    session.opponent_is_computer() && ending.is_final() && outcome.winner.is_none()
}

/// XBoard knows all moves and watches over a king: without that it takes some for legal that are not.
fn sees_stalemate(session: &Session) -> bool {
    let (idea, definition) = (session.idea(), session.definition());
    idea.is_standard || idea.castles && definition.hands.is_none() && !setup::hides_stalemate(definition)
}

/// The one final draw that XBoard looks for.
fn is_stalemate(session: &Session) -> bool {
    let position = session.game().position();
    let ended = crate::game::ended_at_once(session.rules(), position).is_some();
    !ended && session.legal().is_empty() && !position.in_check(session.rules())
}

/// Variants of XBoard's own in which it doesn't see all threats.
const BLIND: &[&str] = &["falcon", "great", "lion", "elven", "chu", "cylinder", "super"];

/// Mate in a game that XBoard knows, and by rules of check that it understands: explosions are beyond it.
fn mates(session: &Session) -> bool {
    let name = session.definition().names.cecp.as_str();
    setup::is_standard(name)
        && !BLIND.contains(&name)
        && session.definition().effects.is_empty()
        && session.definition().aftermath.is_empty()
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
