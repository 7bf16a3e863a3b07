//! Counts that run against the player who has more: board's honour, pieces' honour.

use super::Position;
use super::change::Change;
use crate::definition::{Condition, CountRule, Counter, Kind, Side};
use crate::rules::Rules;

impl Position {
    /// The count that runs and the last number it may reach, in plies; the limit is 0 while none runs.
    pub fn count_and_limit(&self) -> (u32, u32) {
        (u32::from(self.state.count), u32::from(self.state.count_limit))
    }

    pub(crate) fn is_counting(&self) -> bool {
        self.state.count_limit > 0
    }

    /// A count runs and is through.
    pub(crate) fn is_counted_out(&self) -> bool {
        self.state.count_limit > 0 && self.state.count > self.state.count_limit
    }

    /// After a move: counts on, begins, or stops. `changes` is where the log of the move begins.
    pub(super) fn count_on(&mut self, rules: &Rules, changes: usize) {
        let other = self.state.side;
        let (mut exchanged, mut lost) = (false, false);
        for change in &self.log[changes..] {
            match change {
                Change::Shift { .. } | Change::Hand { .. } | Change::Wall { .. } => {}
                Change::Put { .. } => exchanged = true,
                Change::Take { piece, .. } => {
                    exchanged = true;
                    lost |= piece.side() == other;
                }
            }
        }
        let running = self.state.count_limit > 0;
        if running {
            self.state.count = self.state.count.saturating_add(1);
            if !exchanged {
                return;
            }
            if Side::BOTH.into_iter().all(|side| self.count_rule(rules, side).is_none()) {
                (self.state.count, self.state.count_limit) = (0, 0);
                return;
            }
        }
        // What a bare king was granted stays, whatever its opponent loses; only its last companion's loss counts anew.
        let anew = !running || lost && self.is_bare(other);
        if let Some(rule) = self.count_rule(rules, other).filter(|_| anew) {
            return self.begin_to_count(rule, 0);
        }
        // A bare king that takes what kept its count from beginning has that count from its next move on.
        let mover = other.other();
        if lost && self.is_bare(mover) {
            let taken = |kind: Kind| {
                let is_it = |change: &Change| matches!(change, Change::Take { piece, .. } if piece.kind() == kind);
                self.log[changes..].iter().any(is_it)
            };
            let rule = self.count_rule(rules, mover).filter(|rule| rule.from_pieces);
            if let Some(rule) = rule.filter(|rule| !running || rule.without.iter().any(|&kind| taken(kind))) {
                self.begin_to_count(rule, 1);
            }
        }
    }

    /// So many plies before the player whose moves count makes the first of them.
    fn begin_to_count(&mut self, rule: &CountRule, ahead: u16) {
        let pieces = Side::BOTH.iter().map(|&side| self.piece_count(side)).sum::<usize>();
        let begin = if rule.from_pieces { 2 * pieces.min(10_000) as u16 } else { 0 };
        self.state.count = begin.saturating_sub(ahead);
        self.state.count_limit = rule.plies;
    }

    fn is_bare(&self, side: Side) -> bool {
        self.piece_count(side) == self.royals(side).len()
    }

    /// The first counting rule that this player may count by.
    fn count_rule<'r>(&self, rules: &'r Rules, side: Side) -> Option<&'r CountRule> {
        let mut counting = rules.definition.endings.iter().filter_map(|ending| match &ending.condition {
            Condition::Counting(rule) => Some(rule),
            _ => None,
        });
        counting.find(|rule| self.may_count(rule, side))
    }

    fn may_count(&self, rule: &CountRule, side: Side) -> bool {
        let pieces = self.piece_count(side);
        let few = match rule.whom {
            Counter::Bare => self.is_bare(side),
            Counter::Pieces { least, most } => (usize::from(least)..=usize::from(most)).contains(&pieces),
            Counter::Anyone => true,
        };
        few && !self.is_bare(side.other())
            && rule.against.is_none_or(|(number, kind)| self.count(side.other(), kind) >= number)
            && rule.without.iter().all(|&kind| Side::BOTH.into_iter().all(|side| self.count(side, kind) == 0))
    }
}
