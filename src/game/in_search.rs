//! How a game stands, for the search: verdicts for the side to move, without words.

use super::at_once::{ended_at_once, first_at_once};
use super::outcome::{drawn_for, only_promotions, seen_by, stalemate, verdict_of_cycle};
use super::{goal, mate, material};
use crate::definition::{Condition, Verdict};
use crate::hints::rarely;
use crate::moves::Move;
use crate::position::Position;
use crate::rules::Rules;
use crate::rules::topology::Square;

/// The verdict for the side to move if promotions are all that it can do, and that ends the game.
pub fn verdict_on_promotions(rules: &Rules, position: &Position, moves: &[Move]) -> Option<Verdict> {
    if !only_promotions(moves) {
        return None;
    }
    let ending = rules.definition.endings.iter().find(|ending| ending.condition == Condition::OnlyPromotions)?;
    Some(drawn(rules, position, ending.result))
}

/// The verdict for the side to move of a position without legal moves.
pub fn verdict_without_moves(rules: &Rules, position: &Position, in_check: bool) -> Verdict {
    drawn(rules, position, stuck(rules, position, in_check))
}

fn stuck(rules: &Rules, position: &Position, in_check: bool) -> Verdict {
    if let Some((subject, verdict, _)) = ended_at_once(rules, position) {
        return seen_by(position.side_to_move(), subject, verdict);
    }
    let wanted = if in_check { Condition::Checkmate } else { Condition::Stalemate };
    match rules.definition.endings.iter().find(|ending| ending.condition == wanted) {
        Some(ending) if in_check => mate::verdict(rules, position, ending.result).0,
        Some(ending) => stalemate(rules, position, ending.result),
        None => Verdict::Draw,
    }
}

/// A game that a rule has ended, as searches see it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ended {
    /// For the side to move.
    pub verdict: Verdict,
    /// The moves before count, not the position alone: repetition and counts of plies. On another way here it goes on.
    pub by_history: bool,
}

/// How it ended, when a rule has ended the game at once or by repetition or move count, moves or not.
/// Cheap. One earlier occurrence inside the search tree counts as a repetition: `root_plies` is `Position::plies` at the root.
pub fn ended_in_search(rules: &Rules, position: &Position, root_plies: usize) -> Option<Ended> {
    let ended = ended(rules, position, root_plies)?;
    Some(Ended { verdict: drawn(rules, position, ended.verdict), ..ended })
}

/// False if none of the endings that searches ask about has come about: told without going through them, since that is so in
/// nearly all positions.
#[inline(always)]
fn may_be_over(rules: &Rules, position: &Position) -> bool {
    let asked = &rules.asked_in_search;
    let side = position.side_to_move();
    let has_entered = |royal: &Square| asked.entered[side].contains(*royal);
    asked.repetition && position.may_be_known()
        || asked.plies.is_some_and(|plies| position.counter() >= plies)
        || asked.counting && position.is_counted_out()
        || asked.material && material::is_little(position)
        || position.royals(side).first().is_some_and(has_entered)
}

fn ended(rules: &Rules, position: &Position, root_plies: usize) -> Option<Ended> {
    let for_good = |verdict| Some(Ended { verdict, by_history: false });
    let this_way = |verdict| Some(Ended { verdict, by_history: true });
    if rules.royals.are_safe && position.has_lost_royals(position.side_to_move()) {
        rarely();
        return for_good(Verdict::Loss);
    }
    if rules.royals.are_safe
        && rules.definition.turns.is_some()
        && position.has_lost_royals(position.side_to_move().other())
    {
        rarely();
        return for_good(Verdict::Win);
    }
    if let Some((subject, verdict, _)) = first_at_once(rules, position) {
        return for_good(seen_by(position.side_to_move(), subject, verdict));
    }
    if !may_be_over(rules, position) {
        return None;
    }
    rarely();
    for ending in rules.asked_in_search.endings.iter().map(|&at| &rules.definition.endings[at]) {
        match &ending.condition {
            Condition::Repetition { times, causes, .. } if position.may_be_known() => {
                let key = position.key();
                let mut seen = 1;
                let mut ends = |(ago, past): &(usize, u64)| {
                    seen += usize::from(*past == key);
                    *past == key && (position.plies() - ago >= root_plies || seen >= *times as usize)
                };
                // Before the next move everything is looked at; deeper in the tree exchanges are taken to be for good.
                let found = match position.plies() <= root_plies + 1 {
                    true => position.past_keys_of_game(rules).find(&mut ends),
                    false => position.past_keys(rules).find(&mut ends),
                };
                if let Some((ago, _)) = found {
                    return this_way(if causes.is_empty() {
                        ending.result
                    } else {
                        verdict_of_cycle(rules, position, ago, causes, ending.result).0
                    });
                }
            }
            Condition::MoveCount { plies } => {
                if position.counter() >= *plies && !position.is_counting() {
                    return this_way(ending.result);
                }
            }
            Condition::Counting(_) => {
                if position.is_counted_out() {
                    return this_way(ending.result);
                }
            }
            Condition::Impasse(impasse) => {
                if goal::has_entered(rules, position, impasse) {
                    return for_good(ending.result);
                }
            }
            Condition::InsufficientMaterial => {
                if material::is_known_dead(rules, position) {
                    return for_good(ending.result);
                }
            }
            Condition::Repetition { .. } => {}
            Condition::Checkmate
            | Condition::CheckmateBy(_)
            | Condition::CheckmateWithout(_)
            | Condition::Stalemate
            | Condition::StalemateOf(_)
            | Condition::OnlyPromotions
            | Condition::Bare { .. }
            | Condition::Extinct { .. }
            | Condition::Reach { .. }
            | Condition::Row { .. }
            | Condition::Block { .. }
            | Condition::Chain { .. }
            | Condition::FullBoard
            | Condition::Checks { .. }
            | Condition::Castled(_)
            | Condition::CastlingLost(_)
            | Condition::Bikjang
            | Condition::BothPassed => debug_assert!(false, "{:?} is asked elsewhere", ending.condition),
        }
    }
    None
}

/// What a draw is worth to the side to move.
fn drawn(rules: &Rules, position: &Position, verdict: Verdict) -> Verdict {
    match verdict {
        Verdict::Draw => {
            drawn_for(rules, position).map_or(verdict, |side| seen_by(position.side_to_move(), side, Verdict::Win))
        }
        Verdict::Win | Verdict::Loss => verdict,
    }
}
