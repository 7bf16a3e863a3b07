//! Moves that XBoard 4.9.1 can carry from engine to engine.
//!
//! In variants of its own it carries all but passes. In others some moves get lost or change on the way: each function below
//! knows one sort. Where nearly the same move can be said, the engine plays that one: better than forfeiting the game.

use super::super::session::Session;
use super::castling;
use super::setup::{self, Idea};
use crate::definition::{Kind, Side};
use crate::moves::{Action, Move};
use crate::notation;
use crate::rules::Piece;
use crate::rules::topology::Square;
use std::cmp::Reverse;

/// True if XBoard understands the move. What enters on the rook's square, castling, changes on its way to the other engine.
pub fn can_say(session: &Session, mv: Move) -> bool {
    let idea = &*session.idea();
    if mv.action == Action::Pass {
        return PASSING.contains(&idea.parent.as_str());
    }
    if declines(session, idea, mv) || mv.action == Action::CastleGatePartner {
        return false;
    }
    let lost =
        [loses_legs, is_strange_castling, is_strange_gate, promotes_too_early, looks_like_en_passant, is_strange_drop];
    idea.is_standard || !lost.into_iter().any(|lost| lost(session, idea, mv))
}

/// The move itself, or its nearest legal relative that XBoard understands: of the same piece, along the same squares.
pub fn nearest(session: &Session, mv: Move) -> Move {
    if can_say(session, mv) {
        return mv;
    }
    let path = |mv| notation::path(session.rules(), session.game().position(), mv);
    let wanted = path(mv);
    let apart = |other: &Move| {
        let shared = path(*other).iter().filter(|square| wanted.contains(square)).count();
        (other.from != mv.from, other.to != mv.to, Reverse(shared), other.to.index().abs_diff(mv.to.index()))
    };
    let others = session.legal().iter().copied().filter(|&other| can_say(session, other));
    // Where nothing can be said, what has fewest legs is most likely to arrive.
    let legs = |other: &Move| (path(*other).len(), apart(other));
    let fewest = || session.legal().iter().copied().min_by_key(legs);
    others.min_by_key(apart).or_else(fewest).unwrap_or(mv)
}

/// Where XBoard hands on a pass as a move.
const PASSING: &[&str] = &["chu", "elven", "lion"];

/// Stays what it is where it might become a queen: XBoard adds a `q` to the move.
fn declines(session: &Session, idea: &Idea, mv: Move) -> bool {
    let queens = |other: &Move| {
        other.is_promotion() && (other.from, other.to) == (mv.from, mv.to) && session.spell(*other).ends_with('q')
    };
    idea.parent == "grand" && !mv.is_promotion() && session.legal().iter().any(queens)
}

/// Of more than two legs the later ones get lost, and two of a piece whose legs it has not been told.
fn loses_legs(session: &Session, idea: &Idea, mv: Move) -> bool {
    let (rules, position) = (session.rules(), session.game().position());
    match notation::path(rules, position, mv).len() {
        ..3 => false,
        3 => {
            let piece = position.at(mv.from);
            !piece.is_empty() && idea.untold_legs.contains(&rules.kind(piece.kind()).base)
        }
        _ => true,
    }
}

/// Castling of a piece that isn't XBoard's own king, or in a way that it has no words for.
fn is_strange_castling(session: &Session, idea: &Idea, mv: Move) -> bool {
    mv.castles() && !(idea.castles && castling::can_say(session.rules(), session.side_to_move(), mv.base()))
}

/// A piece that enters beside the move in a game that isn't seirawan to XBoard.
fn is_strange_gate(_: &Session, idea: &Idea, mv: Move) -> bool {
    mv.gates() && idea.parent != "seirawan"
}

/// A pawn's promotion before the last rank where XBoard only knows the moves we described.
fn promotes_too_early(session: &Session, _: &Idea, mv: Move) -> bool {
    mv.is_promotion() && setup::promotes_too_early(session, mv)
}

/// What XBoard takes for a pawn, and steps past another onto an empty square of the next file, captures that one to its mind;
/// and real captures en passant are only known to it between such pieces.
fn looks_like_en_passant(session: &Session, idea: &Idea, mv: Move) -> bool {
    let (rules, position) = (session.rules(), session.game().position());
    let topology = rules.topology();
    if mv.is_drop()
        || !mv.from.is_some()
        || topology.file(mv.from) == topology.file(mv.to)
        || !position.at(mv.to).is_empty()
    {
        return false;
    }
    let is_real = notation::is_en_passant(rules, position, mv);
    let side = position.side_to_move();
    let passed = if is_real { mv.via[0] } else { behind(session, mv.to, side) };
    let victim = if passed.is_some() { position.at(passed) } else { return false };
    if victim.is_empty() {
        return false;
    }
    let is_pawn = |piece: Piece| !piece.is_empty() && idea.pawns.contains(&rules.kind(piece.kind()).base);
    let has_rule = !["berolina", "xiangqi"].contains(&idea.parent.as_str());
    // It looks for this beyond the middle of the board.
    let (rank, ranks) = (topology.rank(mv.from), topology.ranks());
    let far = if side == Side::First { rank >= ranks / 2 } else { rank < ranks / 2 };
    if is_real {
        return !(is_pawn(position.at(mv.from)) && is_pawn(victim) && (far || !has_rule));
    }
    // Whoever stands there, and on whose side, it takes away.
    is_pawn(position.at(mv.from)) && has_rule && far
}

fn behind(session: &Session, square: Square, side: Side) -> Square {
    let topology = session.rules().topology();
    let rank = match side {
        Side::First => topology.rank(square).checked_sub(1),
        Side::Second => Some(topology.rank(square) + 1),
    };
    rank.and_then(|rank| topology.square(topology.file(square), rank)).unwrap_or(Square::NONE)
}

/// Pawns on the first and last rank, and whatever while a king that XBoard watches over is still in hand.
fn is_strange_drop(session: &Session, idea: &Idea, mv: Move) -> bool {
    let Some(kind) = mv.placed().filter(|_| mv.is_drop()) else { return false };
    let (rules, position) = (session.rules(), session.game().position());
    let (definition, topology) = (session.definition(), rules.topology());
    let waits = |kind: Kind| definition.piece(kind).royal && position.hand(position.side_to_move(), kind) > 0;
    if idea.castles && !rules.kind(kind).royal && definition.kinds().any(waits) {
        return true;
    }
    let at_the_edge = [0, topology.ranks() - 1].contains(&topology.rank(mv.to));
    at_the_edge && idea.parent != "shogi" && idea.pawns.contains(&rules.kind(kind).base)
}
