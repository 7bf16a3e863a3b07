//! Positions as sums of terms, and what came of them.

use super::sharing::Sharing;
use crate::evaluation::trace::{Entry, Trace};

/// A position and what came of it.
pub struct Sample {
    /// Where its entries end; they begin where those of the sample before end.
    pub end: usize,
    pub fixed: f32,
    pub phase: f32,
    pub told: Told,
    /// Number of the game.
    pub game: u32,
}

/// What is known about a position beside the position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Told {
    /// For the first player, 0 to 1; `None` where the score is all there is.
    pub result: Option<f32>,
    /// What the search said, for the first player; `None` if there was none.
    pub score: Option<f32>,
}

/// Positions of many games, those of one after the other. Entries name the terms that hold weights ([`Sharing::shared`]).
#[derive(Default)]
pub struct Data {
    entries: Vec<Entry>,
    pub samples: Vec<Sample>,
    /// That have samples.
    pub games: u32,
}

impl Data {
    /// A position of the game under way.
    pub fn push(&mut self, sharing: &Sharing, trace: &Trace, told: Told) {
        let start = self.entries.len();
        let shared = |entry: &Entry| Entry { term: sharing.shared(entry.term as usize), ..*entry };
        self.entries.extend(trace.entries.iter().map(shared));
        self.entries[start..].sort_unstable_by_key(|entry| entry.term);
        let mut kept = start;
        for at in start..self.entries.len() {
            let entry = self.entries[at];
            if kept > start && self.entries[kept - 1].term == entry.term {
                self.entries[kept - 1].middle += entry.middle;
                self.entries[kept - 1].end += entry.end;
                // What both players have cancels out.
                if self.entries[kept - 1].middle == 0.0 && self.entries[kept - 1].end == 0.0 {
                    kept -= 1;
                }
            } else {
                self.entries[kept] = entry;
                kept += 1;
            }
        }
        self.entries.truncate(kept);
        let fixed = trace.fixed[0] * trace.phase + trace.fixed[1] * (1.0 - trace.phase);
        self.samples.push(Sample { end: kept, fixed, phase: trace.phase, told, game: self.games });
    }

    /// The game under way is over, with this result for the first player if there is one. Returns its samples.
    pub fn finish(&mut self, result: Option<f32>) -> &[Sample] {
        let start = self.samples.partition_point(|sample| sample.game < self.games);
        self.games += u32::from(start < self.samples.len());
        self.samples[start..].iter_mut().for_each(|sample| sample.told.result = result);
        &self.samples[start..]
    }

    /// The game under way is not to be learnt from.
    pub fn discard(&mut self) {
        let start = self.samples.partition_point(|sample| sample.game < self.games);
        self.samples.truncate(start);
        self.entries.truncate(self.samples.last().map_or(0, |sample| sample.end));
    }

    pub fn append(&mut self, other: Data) {
        let (entries, games) = (self.entries.len(), self.games);
        self.entries.extend_from_slice(&other.entries);
        let moved = |sample: Sample| Sample { end: sample.end + entries, game: sample.game + games, ..sample };
        self.samples.extend(other.samples.into_iter().map(moved));
        self.games += other.games;
    }

    pub fn sample(&self, at: usize) -> (&Sample, &[Entry]) {
        let start = if at == 0 { 0 } else { self.samples[at - 1].end };
        (&self.samples[at], &self.entries[start..self.samples[at].end])
    }
}
