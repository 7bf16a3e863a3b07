//! Looking for a win in so many moves, and for nothing else.
//!
//! The usual search passes over what seems useless, and may miss a mate that begins with a quiet move. Here every move is
//! looked at, one move deeper each time, up to [`MOST_MATE`]: what is not found isn't there, and what is found is the shortest way. What counts as a
//! win is the variant's business.

use super::alphabeta::Window;
use super::frame::Told;
use super::root::Candidate;
use super::searcher::{MATE, MATE_BOUND, Searcher};
use super::{Bound, Found, Info, MOST_MATE};
use crate::rules::zobrist;

impl Searcher<'_> {
    /// Finds the quickest win in at most so many moves, if there is one.
    pub(super) fn hunt(
        &mut self,
        moves: u8,
        candidates: &mut [Candidate],
        found: &mut Found,
        report: &mut dyn FnMut(&Info),
    ) {
        // What the usual search has left in the table is not exact enough, and stays for that search.
        (self.thorough, self.salt) = (true, zobrist::mix(u64::from(moves)));
        self.line = 0;
        for moves in 1..=moves.min(MOST_MATE) {
            let plies = 2 * i32::from(moves);
            self.root_depth = plies;
            let score = self.search_root(plies, Window::new(MATE - plies - 1, MATE), candidates, found, report);
            if self.stopped {
                break;
            }
            if score >= MATE - plies
                && let Some(best) = candidates.iter().max_by_key(|candidate| candidate.score)
            {
                self.tell(plies as u8, (best, best.score, Bound::Exact), found, report);
                break;
            }
        }
        (self.thorough, self.salt) = (false, 0);
    }

    /// The score where a hunt ends: only what is decided matters.
    pub(super) fn decided(&mut self, ply: usize) -> i32 {
        self.frames[ply].told = Told::default();
        self.frames[ply].pv.clear();
        if self.enter(ply) {
            return 0;
        }
        if let Some(score) = self.ended(ply) {
            return score;
        }
        self.generate(ply);
        if self.frames[ply].moves.is_empty() {
            return self.stuck(ply, self.position.in_check(self.rules));
        }
        0
    }

    /// The win that was asked for has been found.
    pub(super) fn has_found(&self, score: i32) -> bool {
        let within = |moves: u8| score >= (MATE - 2 * i32::from(moves)).max(MATE_BOUND);
        self.question.mate.is_some_and(within)
    }
}
