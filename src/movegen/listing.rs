//! From what was found along the way of a piece to moves in a list: with captures, promotions, and each only once.

use super::midway;
use super::pseudo::Wanted;
use super::walk::{self, End};
use crate::definition::Kind;
use crate::moves::{Action, Move, MoveList};
use crate::position::{Position, chain_via};
use crate::rules::step::{EMPTY, OWN};
use crate::rules::topology::Square;
use crate::rules::{Mover, Rules, Takes};
use hashbrown::HashMap;

/// What a walk found, as moves.
pub(super) fn push(
    rules: &Rules,
    position: &Position,
    mover: &Mover,
    from: Square,
    (to, end, taken): (Square, End, &[Square]),
    wanted: Wanted,
    list: &mut MoveList,
) {
    let end = at_home(from, to, end);
    if !may_go(rules, position, mover, from, (to, end, taken)) {
        return;
    }
    let captures = walk::is_capture(end, taken);
    let promotes = mover.promotions.as_ref().filter(|promotions| promotions.may_apply(from, to));
    if wanted == Wanted::Noisy && !captures && promotes.is_none() && !position.stirs(rules, Move::plain(from, to)) {
        return;
    }
    push_special(rules, position, mover, from, (to, end, taken), list);
}

/// Coming home captures nothing there.
pub(super) fn at_home(from: Square, to: Square, end: End) -> End {
    if to == from && matches!(end, End::On(_)) { End::On(EMPTY) } else { end }
}

/// False for a move that takes what may not be taken, or that the piece's relations to others forbid.
#[inline(always)]
pub(super) fn may_go(
    rules: &Rules,
    position: &Position,
    mover: &Mover,
    from: Square,
    (to, end, taken): (Square, End, &[Square]),
) -> bool {
    (!rules.has_untouchables || may_take(rules, position, from, (to, end, taken)))
        && (!mover.is_limited || super::relations_allow(rules, position, from, to, taken))
}

pub(super) fn push_special(
    rules: &Rules,
    position: &Position,
    mover: &Mover,
    from: Square,
    (to, end, taken): (Square, End, &[Square]),
    list: &mut MoveList,
) {
    let mut mv = Move::plain(from, to);
    match end {
        End::Pass => {
            list.push(mv.with(Action::Pass, [Square::NONE; 2]));
            return;
        }
        End::Trail(number) => mv = mv.with(Action::Trail, [Square::from_index(number as usize), Square::NONE]),
        End::On(_) => {}
    }
    if !taken.is_empty() {
        mv = with_captures(rules, mv, taken);
    } else if from == to {
        // Nothing promotes by coming back to where it was.
        list.push(mv.with(Action::Pass, [Square::NONE; 2]));
        return;
    }
    push_promoting(rules, position, (mover, from), mv, (end, taken), list);
}

/// A move that puts down elsewhere what it takes on one square, and captures on others.
pub(super) fn push_unloading(
    rules: &Rules,
    position: &Position,
    (mover, from, to): (&Mover, Square, Square),
    (taken_on, put_at): (Square, Square),
    captured: &[Square],
    wanted: Wanted,
    list: &mut MoveList,
) {
    let (mv, start) = (Move::plain(from, to), list.len());
    let mv = if captured.is_empty() {
        mv.with(Action::Unload, [taken_on, put_at])
    } else if !rules.has_untouchables || may_take(rules, position, from, (to, End::Pass, captured)) {
        let all: walk::Taken = [taken_on, put_at].iter().chain(captured).copied().collect();
        mv.with(Action::UnloadChain, chain_via(rules.intern_chain(&all)))
    } else {
        return;
    };
    if from == to {
        // Nothing promotes by coming back to where it was.
        list.push(mv);
    } else {
        push_promoting(rules, position, (mover, from), mv, (End::On(EMPTY), captured), list);
    }
    if wanted == Wanted::Noisy && captured.is_empty() {
        list.retain(start, |mv| mv.is_promotion());
    }
}

/// A capture that may have gone on as one of another piece.
pub(super) fn push_turning(
    rules: &Rules,
    position: &Position,
    mover: &Mover,
    from: Square,
    course: &midway::Course,
    list: &mut MoveList,
) {
    let midway::Course { to, end, taken, turned } = course;
    if rules.has_untouchables && !may_take(rules, position, from, (*to, *end, taken)) {
        return;
    }
    let mv = with_captures(rules, Move::plain(from, *to), taken);
    match *turned {
        None => push_promoting(rules, position, (mover, from), mv, (*end, taken), list),
        Some((kind, at)) => {
            let mover = &rules.sides[position.side_to_move()].movers[kind.index()];
            push_promoting(rules, position, (mover, at), mv.placing(kind), (*end, taken), list);
        }
    }
}

/// Lists a move with all that it may promote to, as one of such a piece that began there.
fn push_promoting(
    rules: &Rules,
    position: &Position,
    (mover, from): (&Mover, Square),
    mv: Move,
    (end, taken): (End, &[Square]),
    list: &mut MoveList,
) {
    let to = mv.to;
    let Some(promotions) = mover.promotions.as_ref().filter(|promotions| promotions.may_apply(from, to)) else {
        list.push(mv);
        return;
    };
    let captures = walk::is_capture(end, taken);
    let side = position.side_to_move();
    if captures && infects(rules, position, mv) {
        list.push(mv);
        return;
    }
    let en_passant = !taken.is_empty() && position.is_in_passing(rules, to, taken);
    let on_target = Some(to).filter(|_| to != mv.from && !position.at(to).is_empty());
    let takes = |kinds: &[Kind]| {
        let mut victims = taken.iter().copied().chain(on_target);
        victims.any(|square| kinds.contains(&rules.kind(position.at(square).kind()).base))
    };
    let captures = captures.then_some(&takes as Takes);
    let may_stay = promotions.choices(from, to, (captures, en_passant), |kind| {
        if !position.is_full(rules, side, kind) {
            // What promotes is no pawn any more that could be captured in passing.
            let plain = if mv.action == Action::Trail { Move::plain(mv.from, to) } else { mv };
            list.push(plain.placing(kind));
        }
    });
    if may_stay {
        list.push(mv);
    }
}

/// True if what captures so becomes what it captures, whatever it might promote to.
fn infects(rules: &Rules, position: &Position, mv: Move) -> bool {
    let taker = position.at(mv.from).kind();
    let infects = |&square: &Square| rules.effects.infects(taker, position.at(square).kind());
    !rules.effects.is_empty() && position.captures(rules, mv).iter().any(infects)
}

/// The same move with captures on the way; a captured piece on the last square is not listed twice.
fn with_captures(rules: &Rules, mv: Move, taken: &[Square]) -> Move {
    let mut squares: walk::Taken =
        taken.iter().copied().filter(|&square| square != mv.to || mv.from == mv.to).collect();
    squares.sort_unstable();
    squares.dedup();
    match squares.as_slice() {
        [] => mv,
        [one] => mv.with(Action::Locust, [*one, Square::NONE]),
        [one, two] => mv.with(Action::Locust, [*one, *two]),
        _ => mv.with(Action::Chain, chain_via(rules.intern_chain(&squares))),
    }
}

/// False if the move would take something that nothing may take, or a royal of one's own.
fn may_take(rules: &Rules, position: &Position, from: Square, (to, end, taken): (Square, End, &[Square])) -> bool {
    let side = position.side_to_move();
    if super::walk::is_capture(end, taken) && rules.is_tame(position.board(), from, side) {
        return false;
    }
    let takes = |square: Square| {
        let piece = position.at(square);
        piece.is_empty() || rules.may_be_taken(piece, side) && !rules.is_guarded(position.board(), square, piece.side())
    };
    taken.iter().all(|&square| takes(square)) && (!matches!(end, End::On(occupant) if occupant >= OWN) || takes(to))
}

/// Moves of one piece among which those with the same effect are looked for one by one.
const FEW: usize = 64;

/// Drops the second of two moves with the same effect, keeping the order. Of those that leave different en passant squares, the
/// one that leaves most stays.
pub(super) fn remove_repeated(rules: &Rules, list: &mut MoveList, start: usize) {
    let effect = |mv: Move| if mv.action == Action::Trail { mv.with(Action::Plain, [Square::NONE; 2]) } else { mv };
    let left = |mv: Move| if mv.action == Action::Trail { rules.trail(mv.via[0]).squares.len() } else { 0 };
    let mut places: HashMap<Move, usize> = HashMap::new();
    let is_long = list.len() - start > FEW;
    let mut kept = start;
    for at in start..list.len() {
        let mv = list[at];
        let before = match is_long {
            true => places.get(&effect(mv)).copied(),
            false => list[start..kept].iter().position(|&other| effect(other) == effect(mv)).map(|at| start + at),
        };
        if let Some(before) = before {
            if left(mv) > left(list[before]) {
                list[before] = mv;
            }
            continue;
        }
        if is_long {
            places.insert(effect(mv), kept);
        }
        list[kept] = mv;
        kept += 1;
    }
    list.truncate(kept);
}
