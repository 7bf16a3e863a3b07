//! What ends a node before any of its moves is tried, or says more of the table's move.

use super::alphabeta::Window;
use super::searcher::{INFINITE, MATE_BOUND, Searcher, from_table};
use super::table::{Entry, NodeBound};
use crate::hints::rarely;
use crate::moves::Move;

/// So near to the leaves a lead of so much a ply is taken for granted: see [`super::searcher::Sense`].
const SURE_DEPTH: i32 = 7;
/// One ply from the leaves only captures can make up for being so far behind.
const HOPELESS: i32 = 280;

/// How the move that the table knows compares to all others.
#[derive(Clone, Copy)]
pub(super) enum Singular {
    /// It is better by far, and so worth a closer look.
    Yes,
    No,
    /// Others seem to exceed beta, too.
    Doubtful,
    /// Others do exceed beta: the node is worth at least so much.
    OneOfSeveral(i32),
}

impl Singular {
    pub(super) fn extension(self) -> i32 {
        match self {
            Singular::Yes => 1,
            Singular::No | Singular::OneOfSeveral(_) => 0,
            Singular::Doubtful => -1,
        }
    }
}

impl Searcher<'_> {
    /// What a position is worth that stands so far above `beta` that this is clear without evaluating it.
    pub(super) fn surely_above(&self, depth: i32, ply: usize, beta: i32) -> Option<i32> {
        if depth > SURE_DEPTH || self.verified == Some(ply) || beta.abs() >= MATE_BOUND {
            return None;
        }
        let enough = beta + self.sense.sure_margin * depth;
        // With a lead that surely grows a ply less will do.
        let growing = ply.checked_sub(2).map_or(enough, |before| self.frames[before].evaluation + 1);
        self.far_off(ply, (-INFINITE, enough.min(growing.max(enough - self.sense.sure_margin))))
    }

    /// Shortcuts that need no move: the position is so good or so bad that searching on seems useless.
    pub(super) fn without_moving(
        &mut self,
        depth: i32,
        ply: usize,
        (alpha, beta): (i32, i32),
        evaluation: i32,
        improving: bool,
    ) -> Option<i32> {
        if beta.abs() >= MATE_BOUND {
            rarely();
            return None;
        }
        let verifying = self.verified == Some(ply);
        let margin = self.sense.sure_margin * (depth - improving as i32);
        if depth <= SURE_DEPTH && !verifying && evaluation - margin >= beta && evaluation < MATE_BOUND {
            return Some(evaluation);
        }
        if depth == 1 && !self.sense.drops && evaluation + HOPELESS <= alpha {
            let score = self.settle(ply, alpha, alpha + 1);
            if score <= alpha || self.stopped {
                return Some(score);
            }
        }
        let side = self.position.side_to_move();
        let may_pass = self.sense.null_move
            && depth >= 3
            && evaluation >= beta
            && ply >= self.no_null_before
            && self.position.last_move().is_some();
        let force = if may_pass { self.force(side) } else { 0 };
        if force == 0 {
            return None;
        }
        self.fetch_ahead(Move::NONE);
        let reduction = 3 + depth / 4 + ((evaluation - beta) / 200).min(3);
        self.frames[ply].event = None;
        self.position.play_null(self.rules);
        self.frames[ply + 1].told.evaluation = self.passed(self.frames[ply].evaluation);
        let score = -self.search(depth - 1 - reduction, ply + 1, Window { alpha: -beta, beta: 1 - beta, cut: false });
        self.undo();
        if self.stopped || score < beta {
            return None;
        }
        let score = if score >= MATE_BOUND { beta } else { score };
        // Where having to move is a burden, as is likely with one piece, passing proves nothing.
        if depth < 12 && force > 1 {
            return Some(score);
        }
        let before = (self.no_null_before, self.verified);
        (self.no_null_before, self.verified) = (ply + (depth - reduction).max(1) as usize, Some(ply));
        let check = self.search(depth - 1 - reduction, ply, Window::zero(beta - 1, false));
        (self.no_null_before, self.verified) = before;
        (check >= beta && !self.stopped).then_some(score)
    }

    /// Whether the table's move is better than all others by far.
    pub(super) fn singular(&mut self, depth: i32, ply: usize, known: Option<Entry>, beta: i32) -> Singular {
        let Some(entry) = known else { return Singular::No };
        let score = from_table(entry.score, ply);
        let worth_asking = depth >= 6
            && !self.thorough
            && ply > 0
            && (ply as i32) < 2 * self.root_depth
            && entry.best.is_some()
            && entry.depth as i32 >= depth - 3
            && matches!(entry.bound, NodeBound::Lower | NodeBound::Exact)
            && score.abs() < MATE_BOUND;
        if !worth_asking {
            return Singular::No;
        }
        let Some(mv) = self.playable(entry.best).or_else(|| self.find(ply, entry.best)) else { return Singular::No };
        let limit = score - 2 * depth;
        let (event, pv) = (self.frames[ply].event, std::mem::take(&mut self.frames[ply].pv));
        self.frames[ply].excluded = Some(mv);
        let others = self.search((depth - 1) / 2, ply, Window::zero(limit - 1, true));
        self.frames[ply].excluded = None;
        (self.frames[ply].event, self.frames[ply].pv) = (event, pv);
        if others < limit {
            Singular::Yes
        } else if limit >= beta {
            Singular::OneOfSeveral(limit)
        } else if score >= beta {
            Singular::Doubtful
        } else {
            Singular::No
        }
    }
}
