//! What a checkmate is worth: not every one wins.

use crate::definition::{Condition, DropLimit, Kind, Side, Verdict};
use crate::movegen;
use crate::position::Position;
use crate::rules::Rules;
use crate::rules::topology::Square;
use smallvec::SmallVec;

/// The verdict for the side to move, which is mated, and why; `otherwise` if no special line speaks of this mate.
pub fn verdict(rules: &Rules, position: &Position, otherwise: Verdict) -> (Verdict, &'static str) {
    if by_losing_drop(rules, position) {
        return (Verdict::Win, "checkmate by a drop that may not mate");
    }
    let fits = rules.definition.endings.iter().find_map(|ending| match &ending.condition {
        Condition::CheckmateBy(kinds) if only_by(rules, position, kinds) => {
            Some((ending.result, "checkmate by a piece that may not mate"))
        }
        Condition::CheckmateWithout(kinds) if !in_series(rules, position, kinds) => {
            Some((ending.result, "checkmate without the checks it takes"))
        }
        _ => None,
    });
    fits.unwrap_or((otherwise, "checkmate"))
}

/// True if the last move was a drop that may not mate (and did).
fn by_losing_drop(rules: &Rules, position: &Position) -> bool {
    let Some(kind) = position.last_move().filter(|mv| mv.is_drop()).and_then(|mv| mv.placed()) else { return false };
    let drop_rules = rules.definition.hands.iter().flat_map(|hands| &hands.rules);
    drop_rules.into_iter().any(|rule| rule.limit == DropLimit::MateLoses && rule.pieces.contains(&kind))
}

/// True if these pieces give all the checks.
fn only_by(rules: &Rules, position: &Position, kinds: &[Kind]) -> bool {
    checkers(rules, position).iter().all(|kind| kinds.contains(kind))
}

/// True if one of these pieces gave one of the checks that the player who mated has given one after the other.
fn in_series(rules: &Rules, position: &Position, kinds: &[Kind]) -> bool {
    let mut replay = position.clone();
    loop {
        let checkers = checkers(rules, &replay);
        if checkers.iter().any(|kind| kinds.contains(kind)) {
            return true;
        }
        if checkers.is_empty() || replay.plies() < 2 {
            return false;
        }
        replay.undo(rules);
        replay.undo(rules);
    }
}

/// The kinds that give check to the side to move, as the definition knows them.
fn checkers(rules: &Rules, position: &Position) -> SmallVec<[Kind; 4]> {
    let side: Side = position.side_to_move();
    let royals: SmallVec<[Square; 4]> = position.royals(side).iter().copied().collect();
    let attackers = royals.into_iter().flat_map(|royal| movegen::takers(rules, position, side.other(), royal));
    attackers.map(|from| rules.kind(position.at(from).kind()).base).collect()
}
