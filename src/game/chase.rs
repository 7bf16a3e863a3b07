//! Perpetual chases, in the sense of the Asian xiangqi rules: who threatens the same piece with every move of a cycle.
//!
//! A threat is a legal capture that gains something: of a piece that cannot be taken back, or that the variant calls chased
//! even if protected. A move chases what it threatens if nothing threatened it before. Everything is asked of the move
//! generator, so that pins, screens and facing generals count as they do in play; kinds that chase freely, or may be
//! chased, are named by the variant. `docs/adjudication.md` says which cases come out how.

use crate::definition::{Kind, Side};
use crate::movegen;
use crate::moves::{Move, MoveList};
use crate::position::Position;
use crate::rules::topology::Square;
use crate::rules::{Piece, Rules};
use smallvec::SmallVec;

type Squares = SmallVec<[Square; 8]>;

/// Names of pieces that have been chased with every move so far; `None` before the first.
#[derive(Default)]
struct Chased(Option<Vec<usize>>);

impl Chased {
    /// Nothing is left.
    fn is_over(&self) -> bool {
        self.0.as_ref().is_some_and(Vec::is_empty)
    }

    fn narrow(&mut self, names: Vec<usize>) {
        self.0 = Some(match self.0.take() {
            None => names,
            Some(known) => known.into_iter().filter(|name| names.contains(name)).collect(),
        });
    }

    fn is_any(&self) -> bool {
        self.0.as_ref().is_some_and(|names| !names.is_empty())
    }
}

/// What one player chases.
#[derive(Default)]
struct Chases {
    any: Chased,
    /// Pieces that can't move, because they are pinned.
    helpless: Chased,
}

/// The player who chased one piece with every move of the last `stretch` plies, if exactly one did. Who chases one that can't
/// move goes before who chases another.
pub fn perpetual_chaser(rules: &Rules, position: &Position, stretch: usize) -> Option<Side> {
    let mut moves: Vec<Move> = Vec::with_capacity(stretch);
    let mut replay = position.clone();
    for _ in 0..stretch {
        moves.push(replay.last_move()?);
        replay.undo(rules);
    }
    moves.reverse();
    // What stands where, named by where it stood at the beginning.
    let cells = rules.topology().cells();
    let mut names: Vec<usize> = (0..cells).collect();
    let mut chases = [Chases::default(), Chases::default()];
    for mv in moves {
        // Who exchanges pieces and drops them again chases none of them for ever.
        if mv.is_drop() || replay.is_capture(mv) {
            return None;
        }
        let Chases { any, helpless } = &mut chases[replay.side_to_move().index()];
        let over = any.is_over();
        let before = if over { Squares::new() } else { threats(rules, &mut replay, &Squares::new()) };
        replay.play(rules, mv);
        if mv.from.is_some() && mv.from != mv.to {
            names.swap(mv.from.index(), mv.to.index());
        }
        if over {
            continue;
        }
        let new = new_threats(rules, &mut replay, &before);
        let pinned = if helpless.is_over() { Squares::new() } else { immobile(rules, &mut replay, &new) };
        let named = |squares: Squares| squares.into_iter().map(|square| names[square.index()]).collect();
        any.narrow(named(new));
        helpless.narrow(named(pinned));
    }
    let only = |chasing: [bool; 2]| match chasing {
        [true, false] => Some(Side::First),
        [false, true] => Some(Side::Second),
        _ => None,
    };
    let [first, second] = &chases;
    match [first.helpless.is_any(), second.helpless.is_any()] {
        [false, false] => only([first.any.is_any(), second.any.is_any()]),
        helpless => only(helpless),
    }
}

/// What the player who has just moved threatens, and did not before.
fn new_threats(rules: &Rules, position: &mut Position, before: &Squares) -> Squares {
    let checkers = checkers(rules, position);
    position.play_null(rules);
    let now = threats(rules, position, &checkers);
    position.undo(rules);
    now.into_iter().filter(|target| !before.contains(target)).collect()
}

/// Those of these pieces of the side to move, which is not in check, that can't leave their squares because a royal would be
/// in danger.
fn immobile(rules: &Rules, position: &mut Position, pieces: &Squares) -> Squares {
    if pieces.is_empty() || position.in_check(rules) {
        return Squares::new();
    }
    let (mut all, mut legal) = (MoveList::new(), MoveList::new());
    movegen::pseudo_legal(rules, position, &mut all);
    movegen::legal(rules, position, &mut legal);
    let position: &Position = position;
    let leaves = |list: &MoveList, piece| list.iter().any(|&mv| mv.from == piece && !position.is_capture(mv));
    pieces.iter().copied().filter(|&piece| leaves(&all, piece) && !leaves(&legal, piece)).collect()
}

/// Where pieces of the side that is not to move stand that give check.
fn checkers(rules: &Rules, position: &mut Position) -> Squares {
    if !position.in_check(rules) {
        return Squares::new();
    }
    position.play_null(rules);
    let found = royal_captures(rules, position);
    position.undo(rules);
    found
}

/// Where pieces of the side to move stand that could capture a royal.
fn royal_captures(rules: &Rules, position: &mut Position) -> Squares {
    let mut list = MoveList::new();
    movegen::pseudo_legal(rules, position, &mut list);
    let royals = position.royals(position.side_to_move().other());
    list.iter().filter(|mv| royals.contains(&mv.to)).map(|mv| mv.from).collect()
}

/// What the side to move could capture with a gain, as far as that may be part of a chase. The enemy may be in check by
/// `checkers`.
fn threats(rules: &Rules, position: &mut Position, checkers: &Squares) -> Squares {
    let mut found = Squares::new();
    let mut list = MoveList::new();
    movegen::legal(rules, position, &mut list);
    for &mv in list.iter() {
        if !position.is_capture(mv) || found.contains(&mv.to) {
            continue;
        }
        let (taker, target) = (position.at(mv.from), position.at(mv.to));
        if taker.is_empty() || target.is_empty() || target.side() == taker.side() {
            continue;
        }
        let base = |piece: Piece| rules.kind(piece.kind()).base;
        let [attacker, victim] = [taker, target].map(|piece| rules.definition.piece(base(piece)));
        let fair = victim.fair_game.as_ref().is_some_and(|zone| zone[target.side()].contains(mv.to));
        if attacker.chases_freely || victim.royal || fair {
            continue;
        }
        if victim.prey_of.contains(&base(taker))
            || !is_protected(rules, position, mv, checkers)
                && !can_strike_back(rules, position, mv, taker.kind(), target.kind())
        {
            found.push(mv.to);
        }
    }
    found
}

/// Whether what captures could be taken back by a move that is legal, or would be if `checkers` gave no check.
fn is_protected(rules: &Rules, position: &mut Position, mv: Move, checkers: &Squares) -> bool {
    position.play(rules, mv);
    let mut all = MoveList::new();
    movegen::pseudo_legal(rules, position, &mut all);
    let takes_back = |reply: &&Move| reply.to == mv.to && reply.from.is_some() && position.is_capture(**reply);
    let replies: SmallVec<[Move; 8]> = all.iter().filter(takes_back).copied().collect();
    let mut protected = false;
    if !replies.is_empty() {
        let mut legal = MoveList::new();
        movegen::legal(rules, position, &mut legal);
        protected = replies.iter().any(|&reply| {
            legal.contains(&reply) || !checkers.is_empty() && only_these_check(rules, position, reply, checkers)
        });
    }
    position.undo(rules);
    protected
}

/// After this move of a piece that isn't royal, royals are attacked by some of `checkers` and nothing else.
fn only_these_check(rules: &Rules, position: &mut Position, mv: Move, checkers: &Squares) -> bool {
    if position.royals(position.side_to_move()).contains(&mv.from) {
        return false;
    }
    position.play(rules, mv);
    let attackers = royal_captures(rules, position);
    position.undo(rules);
    !attackers.is_empty() && attackers.iter().all(|square| checkers.contains(square))
}

/// True if the victim, of the same kind, could capture its attacker instead: an offer to exchange is no threat.
fn can_strike_back(rules: &Rules, position: &mut Position, mv: Move, taker: Kind, victim: Kind) -> bool {
    if rules.kind(taker).base != rules.kind(victim).base {
        return false;
    }
    position.play_null(rules);
    let mut replies = MoveList::new();
    movegen::legal(rules, position, &mut replies);
    let strikes = replies.iter().any(|&reply| reply.from == mv.to && reply.to == mv.from);
    position.undo(rules);
    strikes
}
