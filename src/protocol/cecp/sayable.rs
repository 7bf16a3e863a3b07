//! Moves that XBoard 4.9.1 can carry from engine to engine.
//!
//! Two kinds of moves get lost on the way: a pawn's promotion before the last rank where XBoard only knows the moves we
//! described, and the later legs of moves with more than two. Where the same piece may make nearly the same move in a
//! way that can be said, the engine plays that one: better than forfeiting the game.

use super::super::session::Session;
use super::setup;
use crate::moves::Move;
use crate::notation;

/// The move itself, or its nearest legal relative that XBoard understands.
pub fn nearest(session: &Session, mv: Move) -> Move {
    if mv.is_drop() || setup::is_standard(&session.definition().names.cecp) {
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
    if mv.is_promotion() && setup::promotes_too_early(session, mv) {
        let plain = |other: &&Move| other.from == mv.from && other.to == mv.to && other.placed().is_none();
        return session.legal().iter().find(plain).copied().unwrap_or(mv);
    }
    mv
}
