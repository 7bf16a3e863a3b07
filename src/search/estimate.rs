//! What a position is worth: exactly, or no more than that it is far above or below what is asked.

use super::searcher::{MATE_BOUND, Searcher};
use super::table::{Entry, NO_EVALUATION};
use crate::definition::Side;
use crate::evaluation;

/// Where so few men are left, what the running sum doesn't know decides.
const FEW_MEN: usize = 6;
/// Exact values further from the running sum than so many times what is usual are rare.
const RARELY: i32 = 4;
/// Values from which the usual distance is learnt: the last so many count most.
const MEMORY: i32 = 128;

/// How far exact values lie from the running sum of what stands where, learnt as the search goes on.
pub struct Distance {
    /// The mean, times [`MEMORY`].
    sum: i32,
}

impl Distance {
    /// Nothing is known yet: rather too much.
    pub const UNKNOWN: Distance = Distance { sum: 150 * MEMORY };

    fn learn(&mut self, distance: i32) {
        self.sum += distance - self.sum / MEMORY;
    }

    fn rarely(&self) -> i32 {
        RARELY * self.sum / MEMORY
    }
}

impl Searcher<'_> {
    pub fn evaluate(&mut self) -> i32 {
        self.evaluate_unless(None)
    }

    /// The same, where the evaluation may have been told.
    pub fn evaluate_unless(&mut self, told: Option<i32>) -> i32 {
        let score = told.unwrap_or_else(|| evaluation::evaluate(self.rules, &self.position));
        let (low, high) = self.sum();
        self.distance.learn((low - score).max(score - high).max(0));
        match self.question.strength {
            None => score,
            Some(strength) => score + strength.error(self.position.key()),
        }
    }

    /// The evaluation of the position that a null move has led to, if it tells that of the one before.
    pub fn passed(&self, before: i32) -> Option<i32> {
        (self.question.strength.is_none()).then(|| evaluation::passed(before))
    }

    /// The running sum for the side to move: in between, depending on what is left.
    fn sum(&self) -> (i32, i32) {
        let sum = self.position.score();
        let sign = if self.position.side_to_move() == Side::First { 1 } else { -1 };
        let (middle, end) = (sign * sum.middle(), sign * sum.end());
        (middle.min(end), middle.max(end))
    }

    /// About what the position is worth if that is surely at least `above`, or at most `below`, and nobody has found out
    /// exactly: to most questions that is answer enough, in a fraction of the time.
    #[inline]
    pub fn far_off(&self, known: Option<Entry>, below: i32, above: i32) -> Option<i32> {
        let is_known = known.is_some_and(|entry| entry.evaluation != NO_EVALUATION);
        if is_known || above >= MATE_BOUND || self.question.strength.is_some() {
            return None;
        }
        let (low, high) = self.sum();
        let margin = self.distance.rarely();
        let score = if low - margin >= above {
            low
        } else if high + margin <= below {
            high
        } else {
            return None;
        };
        let men = Side::BOTH.map(|side| self.position.piece_count(side));
        (men[0] + men[1] > FEW_MEN).then_some(score)
    }
}
