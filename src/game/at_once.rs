//! Rules that end the game at once, whether there are moves or not.

use super::goal::{self, Goal, Row};
use super::reason::Reason;
use crate::definition::{Condition, Ending, Kind, Side, Verdict};
use crate::hints::rarely;
use crate::moves::Move;
use crate::position::Position;
use crate::rules::{Castle, Rules};

/// The verdict of a rule that ends the game at once, moves or not: who it speaks of, what it says, and why.
pub(crate) fn ended_at_once(rules: &Rules, position: &Position) -> Option<(Side, Verdict, Reason)> {
    let bereft = Side::BOTH.into_iter().find(|&side| rules.royals.are_safe && position.has_lost_royals(side));
    if let Some(side) = bereft {
        return Some((side, Verdict::Loss, Reason::RoyalLost));
    }
    first_at_once(rules, position)
}

/// The first ending that ends the game at once and has come about.
pub(super) fn first_at_once(rules: &Rules, position: &Position) -> Option<(Side, Verdict, Reason)> {
    if !rules.ends_at_once {
        return None;
    }
    rarely();
    rules.definition.endings.iter().find_map(|ending| ends_at_once(rules, position, ending))
}

fn ends_at_once(rules: &Rules, position: &Position, ending: &Ending) -> Option<(Side, Verdict, Reason)> {
    let mover = position.side_to_move();
    // The player who has just moved is asked first: a goal reached counts before one that is lost.
    let last = position.last_mover();
    let mut subjects = [last, last.other()].into_iter();
    let (subject, reason) = match &ending.condition {
        Condition::Bare { may_bare_back } => {
            let bare = |&side: &Side| is_bare(rules, position, side, *may_bare_back);
            (subjects.find(bare)?, Reason::BareRoyal)
        }
        Condition::Extinct { kinds, any, player, count, against } => {
            let all = |side: Side| match kinds.is_empty() {
                true => position.royals(side).len() as u16,
                false => kinds.iter().map(|&kind| left(rules, position, side, kind)).sum::<u16>(),
            };
            let extinct = |side: Side| match any {
                true => kinds.iter().any(|&kind| left(rules, position, side, kind) <= *count),
                false => all(side) <= *count,
            };
            let counts = |&side: &Side| {
                player.is_none_or(|player| player == side)
                    && extinct(side)
                    && (*against == 0 || all(side.other()) >= *against)
            };
            (subjects.find(counts)?, Reason::Extinction)
        }
        Condition::Reach { kinds, zone, number, or_full, arrival } => {
            let goal = Goal { kinds, zone, number: *number, or_full: *or_full };
            match goal.reached_by(rules, position, *arrival)? {
                Some(subject) => (subject, Reason::Reached),
                None => return Some((mover, Verdict::Draw, Reason::ReachedByBoth)),
            }
        }
        Condition::Row { kinds, length, lines, gaps } => {
            let made = |side: Side| {
                let length = length[side]?;
                let row = Row { kinds, length, lines: *lines, gaps: *gaps };
                goal::has_row(rules, position, side, &row).then_some((side, Reason::Row(length)))
            };
            subjects.find_map(made)?
        }
        Condition::Block { kinds, size } => {
            let made = |side: Side| {
                let size = size[side]?;
                goal::has_block(rules, position, side, kinds, size).then_some((side, Reason::Block(size)))
            };
            subjects.find_map(made)?
        }
        Condition::FullBoard => {
            let full = rules.topology().squares().all(|square| !position.at(square).is_empty());
            (full.then_some(mover)?, Reason::FullBoard)
        }
        Condition::Chain { kinds, ends, lines } => {
            let made = |&side: &Side| goal::has_chain(rules, position, side, kinds, ends, *lines);
            (subjects.find(made)?, Reason::Connected)
        }
        Condition::Bikjang => (position.royals_still_face().then_some(mover)?, Reason::RoyalsFacing),
        Condition::BothPassed => (position.both_passed().then_some(mover)?, Reason::BothPassed),
        Condition::Castled(wing) => {
            let castled = |mv: Move| mv.castles() && wing.right.is_none_or(|right| right == (mv.via[0] > mv.from));
            let counts = position.last_move().is_some_and(castled) && wing.player.is_none_or(|player| player == last);
            (counts.then_some(last)?, Reason::Castled)
        }
        Condition::CastlingLost(wing) => {
            let wanted = |castle: &&Castle| wing.right.is_none_or(|right| right == castle.is_to_right());
            let lost = |&side: &Side| {
                let mut castles = rules.sides[side].castles.iter().filter(wanted);
                wing.player.is_none_or(|player| player == side)
                    && castles.all(|castle| position.rights() & castle.right == 0)
            };
            (subjects.find(lost)?, Reason::CastlingLost)
        }
        Condition::Checks { count } => {
            let enough = |side: Side| {
                let count = count[side]?;
                (u16::from(position.checks_given(side)) >= count).then_some((side, Reason::Checks(count)))
            };
            subjects.find_map(enough)?
        }
        Condition::Checkmate
        | Condition::Impasse(_)
        | Condition::CheckmateBy(_)
        | Condition::CheckmateWithout(_)
        | Condition::Stalemate
        | Condition::StalemateOf(_)
        | Condition::OnlyPromotions
        | Condition::Repetition { .. }
        | Condition::MoveCount { .. }
        | Condition::Counting(_)
        | Condition::InsufficientMaterial => return None,
    };
    Some((subject, ending.result, reason))
}

/// A side has nothing but royals, and the opponent more than that.
fn is_bare(rules: &Rules, position: &Position, side: Side, may_bare_back: bool) -> bool {
    let others = |side: Side| {
        let held = if hands_count(rules) { usize::from(position.hand_total(side)) } else { 0 };
        position.piece_count(side) - position.royals(side).len() + held
    };
    let answers = may_bare_back && (side == position.side_to_move() || position.is_in_midst_of_turn(rules));
    // What is left to the opponent, and no more, the answer may still take.
    let needed = match answers {
        true if rules.royals_take_several => usize::MAX,
        true => 2,
        false => 1,
    };
    others(side) == 0 && others(side.other()) >= needed
}

/// How many pieces of a kind a side has left.
fn left(rules: &Rules, position: &Position, side: Side, kind: Kind) -> u16 {
    let in_hand = if hands_count(rules) { position.hand(side, kind) } else { 0 };
    position.count_of_base(rules, side, kind) + in_hand
}

/// What a hand never runs out of would never be gone: only the board counts then.
fn hands_count(rules: &Rules) -> bool {
    !rules.definition.hands.as_ref().is_some_and(|hands| hands.endless)
}
