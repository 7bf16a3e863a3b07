//! What a search says beside its best lines: the move it is at, the line it looks at, why a move is no good.
//!
//! Only what is wanted, and only from searches that take their time.

use super::root::BOUNDS_AFTER;
use super::searcher::Searcher;
use super::signal::{Aside, AtRoot, Statistics};
use crate::moves::{Digest, Move};
use std::time::Duration;

/// Lines change too fast to be read; one in this time is enough.
const LINES_EVERY: Duration = Duration::from_millis(500);
const STATISTICS_EVERY: Duration = Duration::from_secs(1);

impl Searcher<'_> {
    /// Another root move is begun with.
    pub fn begin(&self, root: AtRoot) {
        self.signal.note(root);
        if self.question.asides.at_root && self.clock.elapsed() >= BOUNDS_AFTER {
            self.signal.tell(Aside::AtRoot(root));
        }
    }

    pub fn statistics(&self) -> Statistics {
        Statistics { nodes: self.signal.nodes(), time: self.clock.told(), hash_full: self.table.permille_full() }
    }

    /// How far the search is.
    pub fn tell_statistics(&mut self) {
        if self.thread > 0 {
            return;
        }
        let now = self.clock.elapsed();
        if now >= self.counted + STATISTICS_EVERY {
            self.counted = now;
            self.signal.tell(Aside::Statistics(self.statistics()));
        }
    }

    /// The line that is being looked at.
    pub fn tell_line(&mut self) {
        let now = self.clock.elapsed();
        if now >= BOUNDS_AFTER.max(self.told + LINES_EVERY) {
            self.told = now;
            self.signal.tell_line(self.thread, self.position.line_since(self.root_plies));
        }
    }

    /// `mv`, which has just been played at the root, is not better than the best one: because of what the table
    /// knows about the position after it.
    pub fn tell_refutation(&mut self, mv: Move) {
        if self.thread > 0 || self.stopped || self.clock.elapsed() < BOUNDS_AFTER {
            return;
        }
        let known = self.table.probe(self.position.key()).map_or(Digest::NONE, |entry| entry.best);
        let answer = self.find(1, known);
        self.signal.tell(Aside::Refuted([mv].into_iter().chain(answer).collect()));
    }
}
