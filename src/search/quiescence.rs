//! Looking on until nothing is hanging.

use super::frame::MAX_PLY;
use super::ordering::{Rated, is_bad_capture};
use super::searcher::{INFINITE, MATE_BOUND, Searcher, to_table};
use super::table::{Entry, NO_EVALUATION, NodeBound};
use crate::hints::rarely;
use crate::movegen::{self, Wanted};
use crate::moves::{Digest, Move};

/// What a capture may win beyond the piece it takes.
const MARGIN: i32 = 160;

/// How far below what is hoped for a position may stand for quiet checks to be worth a look, unless checks win.
const HOPE_OF_CHECKS: i32 = 200;

/// Quiet evasions are looked at among so many moves only, once one is found that doesn't lose at once.
const MOST_EVASIONS: usize = 3;

/// Nodes for one leaf of the main search, times the square of its depth. Only games where nearly everything can capture
/// all the time need more.
const PATIENCE: u64 = 16;

impl Searcher<'_> {
    /// Begins to look on from a leaf of the main search.
    pub fn settle(&mut self, ply: usize, alpha: i32, beta: i32) -> i32 {
        self.patience = self.nodes + PATIENCE * (self.root_depth * self.root_depth).max(1) as u64;
        self.quiesce(ply, (alpha, beta), self.sense.forcing_plies)
    }

    /// The score with captures and promotions only, or all moves when in check; in the first so many plies with quiet checks
    /// or offers, too.
    fn quiesce(&mut self, ply: usize, (mut alpha, beta): (i32, i32), checks: u8) -> i32 {
        let told = std::mem::take(&mut self.frames[ply].told);
        self.frames[ply].pv.clear();
        if let Some(score) = self.breaks_off(ply) {
            rarely();
            return score;
        }
        let in_check = told.check.unwrap_or_else(|| match ply {
            // The position at the root may be one that no legal move led to.
            0 | 1 => self.position.in_check(self.rules),
            _ => movegen::in_check_now(self.rules, &self.position),
        });
        self.inherit_gap(ply);
        let may_stand = !in_check && !self.sense.captures_are_forced;
        let far_off = if may_stand { self.far_off(ply, (alpha, beta)) } else { None };
        // The table need not be waited for.
        if let Some(score) = far_off
            && score >= beta
        {
            return score;
        }
        let key = self.position.key();
        let known = self.table.probe(key);
        if let Some(entry) = known
            && beta - alpha == 1
            && let Some(score) = entry.cutoff(ply, (alpha, beta))
        {
            return score;
        }
        let (mut evaluation, mut best) = (NO_EVALUATION, -INFINITE);
        if may_stand {
            let is_known = known.is_some_and(|entry| entry.evaluation != NO_EVALUATION);
            (evaluation, best) = match far_off.filter(|_| !is_known) {
                Some(score) => (NO_EVALUATION, known.map_or(score, |entry| entry.sharpen(score, ply))),
                None => self.stand(ply, known, told.evaluation),
            };
            if best >= beta {
                if known.is_none() && evaluation != NO_EVALUATION {
                    self.remember(key, best);
                }
                return best;
            }
        }
        self.generate_by_stages(ply, Wanted::Noisy);
        if self.sense.promotions_are_usual && may_stand {
            let moves = &mut self.frames[ply].moves;
            movegen::retain(&mut self.position, moves, 0, |position, mv| position.is_capture(mv));
        }
        let mut checks_wait = may_stand && checks > 0;
        // Nothing can be captured, then, so that nothing must.
        let is_free = !in_check && !may_stand && !self.has_captures(ply);
        if is_free {
            (evaluation, best) = self.stand(ply, known, None);
            if best >= beta {
                return best;
            }
            if checks > 0 && !self.list_offers(ply) {
                return self.stuck(ply, false);
            }
        }
        if self.frames[ply].moves.is_empty() && self.frames[ply].later.is_empty() && !checks_wait {
            return if in_check { self.stuck(ply, true) } else { best };
        }
        alpha = alpha.max(best);
        let stand = best;
        self.rate(ply, known.map_or(Digest::NONE, |entry| entry.best));
        let mut bound = NodeBound::Upper;
        let mut best_move = Digest::NONE;
        let (mut at, mut checking) = (0, is_free);
        let mut wants_quiets = in_check;
        loop {
            // One sound evasion found; the quiet rest rarely changes the picture.
            if wants_quiets && at >= MOST_EVASIONS && best > -MATE_BOUND {
                wants_quiets = false;
                self.skip_quiets(ply, at, false);
            }
            let next = self.pick(ply, at).filter(|&(_, score)| !(may_stand && is_bad_capture(score)));
            let Some((mv, _)) = next else {
                let hopeless = stand + HOPE_OF_CHECKS <= alpha && !self.sense.checks_count;
                if !std::mem::take(&mut checks_wait) || hopeless {
                    break;
                }
                self.list_quiet_checks(ply);
                (at, checking) = (0, true);
                continue;
            };
            at += 1;
            if best > -MATE_BOUND {
                if in_check {
                    // Killers stay when quiet moves are skipped.
                    if at > MOST_EVASIONS && self.is_quiet(mv) {
                        continue;
                    }
                } else if may_stand && !checking {
                    let hope = stand + self.gain(mv) + MARGIN;
                    if hope <= alpha {
                        best = best.max(hope);
                        continue;
                    }
                }
            }
            self.frames[ply].calm = checking;
            let score = self.quiesce_beyond(mv, ply, (alpha, beta), checks.saturating_sub(1));
            if self.stopped {
                return 0;
            }
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    best_move = Digest::of(mv);
                    self.extend_pv(mv, ply);
                    if score >= beta {
                        bound = NodeBound::Lower;
                        break;
                    }
                }
            }
        }
        let pv = known.is_some_and(|entry| entry.pv);
        let score = to_table(best, ply);
        self.table.store(key, Entry { best: best_move, score, evaluation, depth: 0, bound, pv });
        best
    }

    /// The score where nothing is looked at: there is no time, the game has ended, or it has gone on for long enough.
    #[inline(always)]
    fn breaks_off(&mut self, ply: usize) -> Option<i32> {
        if self.enter(ply) {
            return Some(0);
        }
        if let Some(score) = self.ended(ply) {
            return Some(score);
        }
        (ply >= MAX_PLY || self.nodes > self.patience).then(|| {
            self.inherit_gap(ply);
            self.evaluate(ply)
        })
    }

    /// What a move is worth to who plays it.
    #[inline(always)]
    fn quiesce_beyond(&mut self, mv: Move, ply: usize, (alpha, beta): (i32, i32), checks: u8) -> i32 {
        let side = self.position.side_to_move();
        self.fetch_ahead(mv);
        self.play(mv, ply);
        let score = if self.position.side_to_move() == side {
            self.quiesce(ply + 1, (alpha, beta), checks)
        } else {
            -self.quiesce(ply + 1, (-beta, -alpha), checks)
        };
        self.undo();
        score
    }

    fn has_captures(&self, ply: usize) -> bool {
        self.frames[ply].moves.iter().any(|&mv| self.position.is_capture(mv))
    }

    /// Adds the quiet moves that offer something; false if there are no legal moves at all.
    fn list_offers(&mut self, ply: usize) -> bool {
        let mut moves = std::mem::take(&mut self.frames[ply].moves);
        let promotions = moves.len();
        let any = movegen::offers(self.rules, &mut self.position, &mut moves);
        moves.retain(promotions, |mv| self.is_quiet(mv));
        self.frames[ply].moves = moves;
        any
    }

    /// Replaces the moves at this ply by the quiet ones that give check and, unless checks win, don't lose material.
    #[inline(never)]
    fn list_quiet_checks(&mut self, ply: usize) {
        let mut moves = std::mem::take(&mut self.frames[ply].moves);
        let mut scores = std::mem::take(&mut self.frames[ply].scores);
        let before = self.deeds_before(ply);
        moves.clear();
        scores.clear();
        movegen::quiet_checks(self.rules, &mut self.position, &mut moves, &mut self.checks);
        for at in 0..moves.len() {
            let mv = moves[at];
            if self.sense.checks_count || self.pays(mv, 0) {
                moves[scores.len()] = mv;
                scores.push(self.quiet_history(self.deed(mv), before));
            }
        }
        moves.truncate(scores.len());
        let frame = &mut self.frames[ply];
        (frame.moves, frame.scores, frame.rated) = (moves, scores, Rated::All(0));
    }

    /// Keeps an exact evaluation, which took long, for nodes that end without a search.
    pub fn remember(&self, key: u64, evaluation: i32) {
        let entry = Entry {
            best: Digest::NONE,
            score: 0,
            evaluation: evaluation as i16,
            depth: 0,
            bound: NodeBound::None,
            pv: false,
        };
        self.table.store(key, entry);
    }

    /// What the position is worth if nothing is done: as the table keeps it, and as far as is known better.
    fn stand(&mut self, ply: usize, known: Option<Entry>, told: Option<i32>) -> (i16, i32) {
        let seen = known.map(|entry| entry.evaluation).filter(|&evaluation| evaluation != NO_EVALUATION);
        let raw = match seen {
            Some(evaluation) => {
                self.note_gap(ply, i32::from(evaluation));
                i32::from(evaluation)
            }
            None => self.evaluate_unless(ply, told),
        };
        (raw as i16, known.map_or(raw, |entry| entry.sharpen(raw, ply)))
    }
}
