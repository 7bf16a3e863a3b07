//! Moves that XBoard 4.9.1 can carry from engine to engine.
//!
//! Four kinds of moves get lost on the way: a pawn's promotion before the last rank where XBoard only knows the moves we
//! described, the later legs of moves with more than two, castling of a piece that isn't XBoard's own king, and passes. Where the same piece may make nearly the same move in a
//! way that can be said, the engine plays that one: better than forfeiting the game.

use super::super::session::Session;
use super::setup;
use crate::moves::{Action, Move};
use crate::notation;

/// True if XBoard understands the move.
pub fn can_say(session: &Session, mv: Move) -> bool {
    nearest(session, mv) == mv
}

/// The move itself, or its nearest legal relative that XBoard understands.
pub fn nearest(session: &Session, mv: Move) -> Move {
    if mv.is_drop() || setup::is_standard(&session.definition().names.cecp) && mv.action != Action::Pass {
        return mv;
    }
    let path = |mv| notation::path(session.rules(), session.game().position(), mv);
    let wanted = path(mv);
    if wanted.len() > 3 {
        // A single one of its captures, the first if possible.
        let victims = wanted.get(1..wanted.len() - 1).unwrap_or_default();
        let shorter = session.legal().iter().copied().filter(|&other| {
            let other = path(other);
            other.len() == 3 && other.first() == wanted.first() && other.get(1).is_some_and(|via| victims.contains(via))
        });
        return shorter
            .min_by_key(|&other| victims.iter().position(|via| path(other).get(1) == Some(via)))
            .unwrap_or(mv);
    }
    if mv.base().action == Action::Castle && !setup::castles(session.definition()) {
        // The king only goes that way, if it can; else another move has to do.
        let others = session.legal().iter().copied().filter(|other| other.base().action != Action::Castle);
        let apart = |other: &Move| (other.from != mv.from, other.to.index().abs_diff(mv.to.index()));
        return others.min_by_key(apart).unwrap_or(mv);
    }
    if mv.is_promotion() && setup::promotes_too_early(session, mv) {
        let plain = |other: &&Move| other.from == mv.from && other.to == mv.to && other.placed().is_none();
        let early = |other: &&Move| other.is_promotion() && setup::promotes_too_early(session, **other);
        let other = || session.legal().iter().find(|other| !early(other));
        return session.legal().iter().find(plain).or_else(other).copied().unwrap_or(mv);
    }
    if mv.action == Action::Pass && !PASSING.contains(&setup::rules_of(session.definition())) {
        return session.legal().iter().find(|other| other.action != Action::Pass).copied().unwrap_or(mv);
    }
    mv
}

/// Where XBoard hands on a pass as a move.
const PASSING: &[&str] = &["chu", "elven", "lion"];
