//! What a position is worth: exactly, or no more than that it is far above or below what is asked.

use super::history::Event;
use super::searcher::{MATE_BOUND, Searcher};
use crate::definition::Side;
use crate::evaluation::{self, TEMPO};
use crate::hints::rarely;

/// Where so few men are left, what the running sum doesn't know decides.
const FEW_MEN: usize = 6;
/// Exact values further from what was expected than so many times what is usual are rare.
const RARELY: i32 = 2;
/// Values from which the usual distance is learnt: the last so many count most.
const MEMORY: i32 = 128;

/// How far exact values lie from what was expected, learnt as the search goes on.
#[derive(Clone, Copy)]
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

    fn rarely(self) -> i32 {
        RARELY * self.sum / MEMORY
    }
}

/// What an exact value was beyond the running sums of its position, for the first player. Most of it outlasts a move: what
/// comes next is worth about its own sums, this, and how values usually drift after such a move.
#[derive(Clone, Copy)]
pub struct Gap {
    middle: i32,
    end: i32,
    /// Of an evaluation, not just expected.
    exact: bool,
}

/// Between which values a position is expected to be.
struct Expected {
    low: i32,
    high: i32,
    /// Further off it rarely is.
    margin: i32,
}

impl Searcher<'_> {
    pub fn evaluate(&mut self, ply: usize) -> i32 {
        self.evaluate_unless(ply, None)
    }

    /// As [`Self::evaluate`], where the evaluation may have been told.
    pub fn evaluate_unless(&mut self, ply: usize, told: Option<i32>) -> i32 {
        let score = told.unwrap_or_else(|| {
            let score = evaluation::evaluate(self.rules, &self.position);
            let Expected { low, high, .. } = self.expected(ply);
            let error = if score < low { score - low } else { (score - high).max(0) };
            let about = self.about(ply);
            self.distances[about].learn(error.abs());
            if let Some(event) = self.led_here(ply).filter(|_| self.may_blame(ply)) {
                self.history.teach_drift(event, error);
            }
            score
        });
        self.note_gap(ply, score);
        match self.question.strength {
            None => score,
            Some(strength) => {
                rarely();
                score + strength.error(self.position.key())
            }
        }
    }

    /// The evaluation of the position that a null move has led to, if it tells that of the one before.
    pub fn passed(&self, before: i32) -> Option<i32> {
        (self.question.strength.is_none()).then(|| evaluation::passed(before))
    }

    /// For what comes after this position, whose exact value is known.
    pub fn note_gap(&mut self, ply: usize, score: i32) {
        let (sum, value) = (self.position.score(), self.sign() * (score - TEMPO));
        self.frames[ply].gap = Some(Gap { middle: value - sum.middle(), end: value - sum.end(), exact: true });
    }

    /// What is expected from what is known of the position before, and from what has been done since.
    #[inline(always)]
    pub fn inherit_gap(&mut self, ply: usize) {
        let gap = ply.checked_sub(1).and_then(|before| self.frames[before].gap).map(|gap| {
            let drift = self.sign() * self.led_here(ply).map_or(0, |event| self.history.drift(event));
            Gap { middle: gap.middle + drift, end: gap.end + drift, exact: false }
        });
        self.frames[ply].gap = gap;
    }

    /// What was done last, if anything is known of the position before.
    fn led_here(&self, ply: usize) -> Option<Event> {
        let before = &self.frames[ply.checked_sub(1)?];
        before.gap.and(before.event)
    }

    /// True if what was not expected of a position can be put down to what was done last. Where checks are counted each is worth
    /// much, and positions in check are not evaluated: what comes after them would be blamed for it.
    fn may_blame(&self, ply: usize) -> bool {
        let before = ply.checked_sub(1).and_then(|before| self.frames[before].gap);
        !self.sense.checks_count || before.is_some_and(|gap| gap.exact)
    }

    fn sign(&self) -> i32 {
        if self.position.side_to_move() == Side::First { 1 } else { -1 }
    }

    /// Which of the distances tells about a position: little is new after a quiet move.
    fn about(&self, ply: usize) -> usize {
        match (self.frames[ply].gap, ply) {
            (None, _) | (_, 0) => 0,
            (Some(_), ply) => 1 + usize::from(self.frames[ply - 1].calm),
        }
    }

    /// Judged by the running sums: between those for the middle game and the end, depending on what is left.
    #[inline]
    fn expected(&self, ply: usize) -> Expected {
        let (sum, sign) = (self.position.score(), self.sign());
        let gap = self.frames[ply].gap.unwrap_or(Gap { middle: 0, end: 0, exact: false });
        let middle = sign * (sum.middle() + gap.middle) + TEMPO;
        // Where pieces come back there is no end game.
        let end = if self.sense.drops { middle } else { sign * (sum.end() + gap.end) + TEMPO };
        let margin = self.distances[self.about(ply)].rarely();
        Expected { low: middle.min(end), high: middle.max(end), margin }
    }

    /// About what the position is worth if that is surely at least `above`, or at most `below`: to most questions that is
    /// answer enough, in a fraction of the time.
    #[inline]
    pub fn far_off(&self, ply: usize, (below, above): (i32, i32)) -> Option<i32> {
        if above >= MATE_BOUND || self.question.strength.is_some() {
            rarely();
            return None;
        }
        let Expected { low, high, margin, .. } = self.expected(ply);
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
