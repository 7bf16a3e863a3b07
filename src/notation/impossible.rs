//! Why a text names no move that any rule of check could forbid: what it speaks of isn't there, isn't the player's, or doesn't
//! move so.
//!
//! A text is read only as far as the two squares that it leads from and to, or the piece that it drops.

use super::{Dialect, find_square, show, show_square};
use crate::game::Game;
use crate::moves::MoveList;
use crate::rules::topology::Square;

/// Letters that a square or a piece has at most.
const LONGEST: usize = 6;

/// The reason in plain words, for a text that isn't even a move without regard to check; `None` if it speaks of no squares.
pub fn why_impossible(game: &Game, text: &str, dialect: Dialect) -> Option<String> {
    let (rules, position) = (game.rules(), game.position());
    let mut moves = MoveList::new();
    crate::movegen::pseudo_legal(rules, &mut position.clone(), &mut moves);
    let is_drop = |&at: &usize| (1..=LONGEST).contains(&at) && square_before(game, &text[..at], dialect).is_none();
    if let Some(at) = text.find(['@', '*']).filter(is_drop) {
        let (piece, to) = (&text[..at], square_before(game, &text[at + 1..], dialect)?.0);
        let begins_so = |drop: &str| drop.get(..=at).is_some_and(|start| start.eq_ignore_ascii_case(&text[..=at]));
        let drops = moves.iter().any(|&mv| mv.is_drop() && begins_so(&show(rules, position, mv, dialect)));
        let place = if drops { format!(" on {}", show_square(rules, to, dialect)) } else { String::new() };
        return Some(format!("no {piece} can be dropped{place}"));
    }
    let (from, rest) = square_before(game, text, dialect)?;
    // A path of several legs is judged by its ends.
    let last = text.rsplit_once(',').filter(|_| rules.wall.is_none());
    let last = last.and_then(|(_, leg)| Some(square_before(game, leg, dialect)?.1));
    let (to, _) = square_before(game, last.unwrap_or(rest), dialect)?;
    let shown = |square| show_square(rules, square, dialect);
    let piece = position.at(from);
    if piece.is_empty() || rules.wall == Some(piece.kind()) {
        return Some(format!("there is no piece on {}", shown(from)));
    }
    let name = rules.kind_name(piece.kind());
    if piece.side() != position.side_to_move() {
        return Some(format!("the {name} on {} belongs to the opponent", shown(from)));
    }
    // Where it can go there in some way, the text lacks something, or says something else.
    let goes = moves.iter().any(|mv| mv.from == from && mv.to == to);
    let what = format!("the {name} on {} cannot go to {}", shown(from), shown(to));
    match (goes, last) {
        (false, _) => Some(what),
        (true, Some(_)) => Some(what + " that way"),
        (true, None) => None,
    }
}

/// The square that a text begins with, and what follows it.
pub(super) fn square_before<'a>(game: &Game, text: &'a str, dialect: Dialect) -> Option<(Square, &'a str)> {
    let mut parts = (1..=text.len().min(LONGEST)).rev().filter_map(|end| text.split_at_checked(end));
    let square = |part| find_square(game.rules(), part, dialect);
    parts.find_map(|(part, rest)| Some((square(part)?, rest)))
}
