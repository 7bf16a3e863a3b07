//! What forbids single moves that leave no royal to be captured: each move is tried.

use super::{Generator, Wanted, retain, safety, sets, trades};
use crate::moves::{Move, MoveList};
use crate::position::Position;
use crate::rules::{Prohibition, Rules};

/// Removes the moves from place `start` on that the variant forbids. `by` lists moves; `checked`: the player to move is in check.
pub(super) fn apply(
    rules: &Rules,
    position: &mut Position,
    (by, checked): (Generator, bool),
    (list, start): (&mut MoveList, usize),
) {
    for &what in &rules.restraints.prohibitions {
        if !counts_now(what, rules, position, checked) {
            continue;
        }
        let any_check = matches!(what, Prohibition::Checks | Prohibition::EarlyChecks);
        if !any_check || sets::keep_calm(rules, position, list, start).is_none() {
            retain(position, list, start, |position, mv| allows(what, rules, position, by, mv));
        }
    }
}

/// What a move does that is forbidden although it leaves no royal to be captured: `gives check`.
pub(crate) fn broken(rules: &Rules, position: &mut Position, mv: Move) -> Option<&'static str> {
    let checked = super::in_check(rules, position, position.side_to_move());
    let breaks = |what: &&Prohibition| {
        counts_now(**what, rules, position, checked) && !allows(**what, rules, position, super::by_sets, mv)
    };
    rules.restraints.prohibitions.iter().find(breaks).map(|what| what.broken())
}

/// False while no move breaks it.
fn counts_now(what: Prohibition, rules: &Rules, position: &mut Position, checked: bool) -> bool {
    match what {
        Prohibition::EarlyChecks => position.moves_left() > 1,
        Prohibition::Fleeing => checked,
        Prohibition::Facing => position.royals_face(rules),
        Prohibition::Repetitions => position.may_repeat() || rules.pieces_come_back(),
        Prohibition::Checks
        | Prohibition::ChecksByPromotion
        | Prohibition::ChecksWithoutMate
        | Prohibition::PassingThroughCheck
        | Prohibition::CrossingThroughCheck
        | Prohibition::Captures
        | Prohibition::CapturesOfProtected
        | Prohibition::Trades => true,
    }
}

fn allows(what: Prohibition, rules: &Rules, position: &mut Position, by: Generator, mv: Move) -> bool {
    let is_royal = |position: &Position| position.royals(position.side_to_move()).contains(&mv.from);
    match what {
        Prohibition::Checks | Prohibition::EarlyChecks => !super::gives_check(rules, position, mv),
        Prohibition::ChecksByPromotion => !mv.is_promotion() || !super::gives_check(rules, position, mv),
        Prohibition::ChecksWithoutMate => {
            !super::gives_check(rules, position, mv)
                || mates(rules, position, by, mv, &mut Budget { plies: MOST_CROSS_CHECKS, positions: MOST_CROSSINGS })
        }
        Prohibition::PassingThroughCheck => !is_royal(position) || safety::passes_safely(rules, position, mv),
        Prohibition::CrossingThroughCheck => !is_royal(position) || safety::crosses_safely(rules, position, mv),
        Prohibition::Fleeing => !is_royal(position) || safety::takes_checker(rules, position, mv),
        Prohibition::Facing => after(rules, position, mv, |position| !position.royals_face(rules)),
        Prohibition::Captures => !position.is_capture(mv),
        Prohibition::CapturesOfProtected => !takes_protected(rules, position, mv),
        Prohibition::Trades => {
            rules.restraints.trades.as_ref().is_none_or(|trades| trades::allow(trades, rules, position, mv))
        }
        Prohibition::Repetitions => after(rules, position, mv, |position| position.repetitions(rules) == 0),
    }
}

fn after(rules: &Rules, position: &mut Position, mv: Move, holds: impl FnOnce(&Position) -> bool) -> bool {
    position.play(rules, mv);
    let found = holds(position);
    position.undo(rules);
    found
}

/// True for a capture by a piece that takes only what is not protected, of something that is.
fn takes_protected(rules: &Rules, position: &mut Position, mv: Move) -> bool {
    let Some(shy) = &rules.restraints.shy else { return false };
    let is_shy = mv.from.is_some() && shy.kinds.contains(position.at(mv.from).kind());
    if !is_shy || !position.is_capture(mv) {
        return false;
    }
    // What captures anywhere protects everything but itself.
    let protects = |at| shy.everywhere.contains(position.at(at).kind());
    let enemies = position.pieces(position.side_to_move().other());
    enemies.filter(|&at| at != mv.to).any(protects) || safety::is_covered(rules, position, mv)
}

/// Answers to a check that are checks themselves are followed so far when only mates may give check.
const MOST_CROSS_CHECKS: u32 = 16;
/// So many such positions are looked at for a move. Hardly one has more than some dozens; where queens check each other on an open
/// board there would be no end.
const MOST_CROSSINGS: u32 = 500;

/// How much may still be looked at. What isn't looked at any more counts as mate.
struct Budget {
    plies: u32,
    positions: u32,
}

/// True if every answer to the move leaves a royal in check or gives check itself, which only mates may.
fn mates(rules: &Rules, position: &mut Position, by: Generator, mv: Move, budget: &mut Budget) -> bool {
    budget.positions = budget.positions.saturating_sub(1);
    position.play(rules, mv);
    let mut answers = MoveList::new();
    by(rules, position, Wanted::All, &mut answers);
    let mut escapes = |&answer: &Move| {
        if !super::gives_check(rules, position, answer) {
            return true;
        }
        if budget.plies == 0 || budget.positions == 0 {
            return false;
        }
        budget.plies -= 1;
        let mates = mates(rules, position, by, answer, budget);
        budget.plies += 1;
        mates
    };
    let escaped = answers.iter().any(&mut escapes);
    position.undo(rules);
    !escaped
}
