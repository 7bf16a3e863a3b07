//! Perpetual chases, in the sense of the Asian xiangqi rules: who threatens the same piece with every move of a cycle.
//!
//! A threat is a legal capture that gains something: of a piece that cannot be taken back, or of one worth clearly more than
//! what takes it. A move chases what it threatens if it could not be captured before, or if its protectors can't take
//! back any more because of a check; that a protector's way was closed is no chase. Everything is asked of the move
//! generator, so that pins, screens and facing generals count as they do in play; kinds that chase freely, or may be
//! chased, are named by the variant. `docs/adjudication.md` says which cases come out how.

use crate::definition::{Kind, Side};
use crate::movegen;
use crate::moves::{Move, MoveList};
use crate::position::Position;
use crate::rules::Rules;
use crate::rules::topology::Square;
use smallvec::SmallVec;

/// A piece worth at least so many percent of another is clearly worth more.
const CLEARLY_MORE: i32 = 140;

/// A legal capture: where the taker and its victim stand.
struct Capture {
    taker: Square,
    target: Square,
    /// Something is gained by it.
    gains: bool,
    /// Something stands ready to take back, perhaps against the rules of check.
    seems_protected: bool,
}

type Captures = SmallVec<[Capture; 8]>;

/// The player who chased one piece with every move of the last `stretch` plies, if exactly one did.
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
    let mut chased: [Option<Vec<usize>>; 2] = [None, None];
    for mv in moves {
        // Who exchanges pieces and drops them again chases none of them for ever.
        if mv.is_drop() || replay.is_capture(mv) {
            return None;
        }
        let side = replay.side_to_move();
        let seen = &mut chased[side.index()];
        let hopeless = seen.as_ref().is_some_and(Vec::is_empty);
        let before = if hopeless { Captures::new() } else { captures(rules, &mut replay) };
        replay.play(rules, mv);
        if mv.from.is_some() && mv.from != mv.to {
            names.swap(mv.from.index(), mv.to.index());
        }
        if hopeless {
            continue;
        }
        let new = new_threats(rules, &mut replay, mv, &before);
        let new: Vec<usize> = new.into_iter().map(|square| names[square.index()]).collect();
        *seen = Some(match seen.take() {
            None => new,
            Some(known) => known.into_iter().filter(|name| new.contains(name)).collect(),
        });
    }
    match chased.map(|names| names.is_some_and(|names| !names.is_empty())) {
        [true, false] => Some(Side::First),
        [false, true] => Some(Side::Second),
        _ => None,
    }
}

/// What the player who has just moved threatens and did not threaten before.
fn new_threats(rules: &Rules, position: &mut Position, mv: Move, before: &Captures) -> Vec<Square> {
    position.play_null(rules);
    let now = captures(rules, position);
    position.undo(rules);
    let is_new = |threat: &&Capture| {
        let came_from = if threat.taker == mv.to { mv.from } else { threat.taker };
        match before.iter().find(|known| (known.taker, known.target) == (came_from, threat.target)) {
            None => true,
            Some(known) => !known.gains && threat.seems_protected,
        }
    };
    now.iter().filter(|capture| capture.gains).filter(is_new).map(|threat| threat.target).collect()
}

/// Captures of the side to move that may be part of a chase.
fn captures(rules: &Rules, position: &mut Position) -> Captures {
    let mut found = Captures::new();
    let mut list = MoveList::new();
    movegen::legal(rules, position, &mut list);
    for &mv in list.iter() {
        if !position.is_capture(mv) {
            continue;
        }
        let (taker, target) = (position.at(mv.from), position.at(mv.to));
        if taker.is_empty() || target.is_empty() || target.side() == taker.side() {
            continue;
        }
        let [attacker, victim] = [taker, target].map(|piece| rules.definition.piece(rules.kind(piece.kind()).base));
        let fair = victim.fair_game.as_ref().is_some_and(|zone| zone[target.side()].contains(mv.to));
        if attacker.chases_freely || victim.royal || fair {
            continue;
        }
        let [risk, prize] = [taker, target].map(|piece| rules.weights.features(piece).value);
        let (seems_protected, protected) = protection(rules, position, mv);
        let gains = prize * 100 >= risk * CLEARLY_MORE
            || !protected && !can_strike_back(rules, position, mv, taker.kind(), target.kind());
        found.push(Capture { taker: mv.from, target: mv.to, gains, seems_protected });
    }
    found
}

/// Whether what captures could be taken back: as it seems, and by a legal move.
fn protection(rules: &Rules, position: &mut Position, mv: Move) -> (bool, bool) {
    position.play(rules, mv);
    let mut replies = MoveList::new();
    movegen::pseudo_legal(rules, position, &mut replies);
    let takes_back = |reply: &&Move| reply.to == mv.to && reply.from.is_some() && position.is_capture(**reply);
    let seems = replies.iter().any(|reply| takes_back(&reply));
    replies.clear();
    if seems {
        movegen::legal(rules, position, &mut replies);
    }
    let position_ref: &Position = position;
    let legal = replies.iter().any(|&reply| reply.to == mv.to && position_ref.is_capture(reply));
    position.undo(rules);
    (seems, legal)
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
