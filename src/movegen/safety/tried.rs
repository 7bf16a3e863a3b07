//! Moves tried on the board, to see whether they leave a royal to be captured.

use super::{Safety, attacked};
use crate::definition::{Kind, Side};
use crate::movegen::in_check;
use crate::moves::{Action, Move};
use crate::position::Position;
use crate::rules::topology::Square;
use crate::rules::{Piece, Rules};
use smallvec::SmallVec;

/// As `leaves_safe`, for a move that does no more than displace a piece, or put one down, and capture what stands there: these
/// squares are changed on the board, and nothing else.
pub fn displaces_safely(rules: &Rules, position: &mut Position, mv: Move) -> bool {
    let side = position.side_to_move();
    let moved = if mv.is_drop() { Piece::EMPTY } else { position.at(mv.from) };
    let royal = !moved.is_empty() && rules.kind(moved.kind()).royal;
    let placed = mv.placed().map_or(moved, |kind| Piece::new(kind, side));
    let board = position.board_mut();
    if !mv.is_drop() {
        board[mv.from.index()] = Piece::EMPTY;
    }
    let before = std::mem::replace(&mut board[mv.to.index()], placed);
    let position_ref: &Position = position;
    let safe = |square: Square| !attacked(rules, position_ref, side, square);
    let royals = position_ref.royals(side).iter().map(|&at| if royal && at == mv.from { mv.to } else { at });
    let crowned = rules.kind(placed.kind()).royal && !royal;
    let mut royals = royals.chain(crowned.then_some(mv.to));
    let legal = if rules.royals.are_spare { royals.any(safe) } else { royals.all(safe) };
    let board = position.board_mut();
    board[mv.to.index()] = before;
    if !mv.is_drop() {
        board[mv.from.index()] = moved;
    }
    legal
}

/// True for a move after which what attacks what depends on nothing but which pieces stand where.
pub fn only_displaces(rules: &Rules, position: &Position, mv: Move) -> bool {
    let plain = matches!(mv.action, Action::Plain | Action::Drop) && mv.from != mv.to;
    let arrives = || mv.placed().unwrap_or_else(|| position.at(mv.from).kind());
    let is_unmoved = || rules.sides[position.side_to_move()].movers[arrives().index()].unmoved.is_some();
    plain && rules.attacks_by_sight() && !Safety::plays_out(rules, position) && !is_unmoved()
}

/// Plays the move to see.
pub fn leaves_safe(rules: &Rules, position: &mut Position, mv: Move) -> bool {
    let side = position.side_to_move();
    position.play(rules, mv);
    let safe = !in_check(rules, position, side);
    position.undo(rules);
    safe
}

/// As `leaves_safe`, where the move may remove royals of either side or make others royal. What wins at once is legal
/// whatever it leaves behind.
pub fn keeps_royals(rules: &Rules, position: &mut Position, mv: Move) -> bool {
    let side = position.side_to_move();
    let royals = position.royals(side).len();
    let rivals = rules.royals.vary.then(|| position.present_royals(rules, side.other()).count());
    let alone = Side::BOTH.map(|side| royals_of_few(rules, position, side));
    let promoted = mv.placed().filter(|_| !mv.is_drop()).map(|_| rules.kind(position.at(mv.from).kind()).base);
    // What was royal when the move began must be safe even if the move makes another piece royal instead; unless it makes one more
    // of a kind that is counted by itself, so that neither is.
    let made = promoted.and(mv.placed()).map(|kind| rules.kind(kind).base);
    let made = made.filter(|kind| rules.royals.counted_alone.contains(kind));
    let began: SmallVec<[Square; 4]> =
        match rules.royals.vary && !rules.royals.are_spare && rules.royals.nearest.is_none() {
            true => {
                let royals = position.present_royals(rules, side);
                let others = royals.filter(|&at| Some(rules.kind(position.at(at).kind()).base) != made);
                others.map(|at| if at == mv.from { mv.to } else { at }).collect()
            }
            false => SmallVec::new(),
        };
    position.play(rules, mv);
    let fewer = |side: Side, whatever: Option<Kind>| {
        let gone = |&&(kind, count): &&(Kind, u16)| position.count_of_base(rules, side, kind) < count;
        alone[side.index()].iter().filter(gone).any(|&(kind, _)| Some(kind) != whatever)
    };
    let lost = match rules.royals.vary {
        true => position.has_lost_royals(side) || fewer(side, promoted),
        false => position.royals(side).len() < royals,
    };
    let won = match rivals {
        None => position.has_lost_royals(side.other()),
        Some(rivals) => {
            let them = side.other();
            !rules.royals.are_spare && (takes_royal(rules, position, them, rivals) || fewer(them, None))
        }
    };
    let exposed = || began.iter().any(|&at| attacked(rules, position, side, at));
    let kept = !lost && (won || !exposed() && !in_check(rules, position, side));
    position.undo(rules);
    kept
}

/// Where kinds count by themselves, those that are royal as things stand, with their numbers.
fn royals_of_few(rules: &Rules, position: &Position, side: Side) -> SmallVec<[(Kind, u16); 2]> {
    if !rules.royals.by_kind {
        return SmallVec::new();
    }
    let info = |at: Square| rules.kind(position.at(at).kind());
    let alone = |at: &Square| info(*at).royal_at_most.is_none_or(|few| few.by_kind);
    let kinds = position.present_royals(rules, side).filter(alone).map(|at| info(at).base);
    kinds.map(|kind| (kind, position.count_of_base(rules, side, kind))).collect()
}

/// True if the last move has taken a piece of `side` that was royal: of `before` royals there are fewer, and not
/// because some have stopped being royal.
fn takes_royal(rules: &Rules, position: &Position, side: Side, before: usize) -> bool {
    position.has_lost_royals(side) || position.present_royals(rules, side).count() < before
}

/// True if a royal that goes straight somewhere could not be captured on any square between, once it is on its way; of the two
/// that a knight's leap goes between, one is enough.
pub fn passes_safely(rules: &Rules, position: &mut Position, mv: Move) -> bool {
    let side = position.side_to_move();
    let topology = rules.topology();
    let royal = std::mem::take(&mut position.board_mut()[mv.from.index()]);
    let mut is_exposed = |square: Square| {
        let there = std::mem::replace(&mut position.board_mut()[square.index()], royal);
        let exposed = attacked(rules, position, side, square);
        position.board_mut()[square.index()] = there;
        exposed
    };
    let exposed = match topology.between_a_leap(mv.from, mv.to) {
        Some(either) => {
            let mut either = either.into_iter().flatten().peekable();
            either.peek().is_some() && either.all(&mut is_exposed)
        }
        None => topology.between(mv.from, mv.to).any(&mut is_exposed),
    };
    position.board_mut()[mv.from.index()] = royal;
    !exposed
}

/// True if a royal that has moved and crosses to another layer could not be captured where it crosses from.
pub fn crosses_safely(rules: &Rules, position: &mut Position, mv: Move) -> bool {
    let Some(square) = rules.topology().across(mv.to) else { return true };
    let side = position.side_to_move();
    let board = position.board_mut();
    let royal = std::mem::take(&mut board[mv.from.index()]);
    let there = std::mem::replace(&mut board[square.index()], royal);
    let safe = !attacked(rules, position, side, square);
    let board = position.board_mut();
    board[square.index()] = there;
    board[mv.from.index()] = royal;
    safe
}

/// True if a royal leaves check by capturing the one piece that gives it: without that piece there is no check where it
/// stands.
pub fn takes_checker(rules: &Rules, position: &mut Position, mv: Move) -> bool {
    let side = position.side_to_move();
    let victim = std::mem::take(&mut position.board_mut()[mv.to.index()]);
    let saved = !victim.is_empty() && !attacked(rules, position, side, mv.from);
    position.board_mut()[mv.to.index()] = victim;
    saved
}

/// True if an enemy could capture what moves so, where it ends. Enemies that capture only what is not protected cover nothing.
pub fn is_covered(rules: &Rules, position: &mut Position, mv: Move) -> bool {
    let mover = position.at(mv.from);
    let board = position.board_mut();
    board[mv.from.index()] = Piece::EMPTY;
    let victim = std::mem::replace(&mut board[mv.to.index()], mover);
    let covered = attacked(rules, position, mover.side(), mv.to);
    let board = position.board_mut();
    board[mv.to.index()] = victim;
    board[mv.from.index()] = mover;
    covered
}
