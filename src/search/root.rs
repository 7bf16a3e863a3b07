//! The root: deeper and deeper, until time or depth is used up.

use super::alphabeta::Window;
use super::recall::meaning;
use super::searcher::{INFINITE, MATE, MATE_BOUND, Searcher};
use super::signal::{Crew, Statistics};
use super::{AtRoot, Bound, Found, Info, MOST_MATE};
use crate::moves::{Digest, Move};
use std::cell::Cell;
use std::time::Duration;

/// A legal move at the root and what is known about it.
pub(super) struct Candidate {
    mv: Move,
    pub(super) score: i32,
    /// Nodes spent on it in all iterations.
    nodes: u64,
    pv: Vec<Move>,
}

/// Scores that are only bounds are worth saying once an iteration takes its time.
pub const BOUNDS_AFTER: Duration = Duration::from_secs(1);

/// So late several lines are told whenever one of them is new, before with each iteration.
const SEVERAL_AFTER: Duration = Duration::from_secs(3);

/// Half width of the first window around the last score.
const ASPIRATION: i32 = 22;

/// Several best lines as they are told: all of them each time, the best first.
#[derive(Default)]
struct Board {
    /// Of this iteration.
    fresh: Vec<(i32, Info)>,
    /// Of the one before.
    old: Vec<(i32, Info)>,
}

impl Board {
    /// Another line is known, and all are to be told if `tell`: those not found yet as they were before.
    fn note(&mut self, (score, info): (i32, Info), tell: bool, report: &mut dyn FnMut(&Info)) {
        let (nodes, time, hash_full) = (info.nodes, info.time, info.hash_full);
        self.fresh.retain(|(_, other)| other.pv.first() != info.pv.first());
        self.fresh.push((score, info));
        self.fresh.sort_by_key(|(score, _)| std::cmp::Reverse(*score));
        if !tell {
            return;
        }
        let other = |(_, old): &&(i32, Info)| self.fresh.iter().all(|(_, info)| info.pv.first() != old.pv.first());
        let count = self.old.len().max(self.fresh.len());
        for (at, (_, info)) in self.fresh.iter().chain(self.old.iter().filter(other)).take(count).enumerate() {
            report(&Info { line: at + 1, nodes, time, hash_full, ..info.clone() });
        }
    }

    /// Another iteration begins.
    fn begin(&mut self) {
        self.old = std::mem::take(&mut self.fresh);
    }
}

impl Searcher<'_> {
    /// Deepens along with the main thread and says nothing: what it finds is in the table.
    pub fn help(mut self, crew: &Crew, number: usize) {
        self.thread = number + 1;
        self.skew = (number % 3) as u8;
        self.think(crew, &mut |_| {});
    }

    pub fn think(mut self, crew: &Crew, report: &mut dyn FnMut(&Info)) -> Found {
        let told = Cell::new(None);
        let mut report = |info: &Info| {
            if info.line == 1 {
                told.set(info.pv.first().copied());
            }
            report(&Info { nodes: info.nodes + crew.nodes(), ..info.clone() });
        };
        let report: &mut dyn FnMut(&Info) = &mut report;
        self.generate(0);
        let hash = self.table.probe(self.position.key()).map_or(Digest::NONE, |entry| entry.best);
        self.rate(0, hash);
        let mut candidates = Vec::new();
        let mut place = 0;
        while let Some((mv, _)) = self.pick(0, place) {
            place += 1;
            if self.question.among.is_empty() || self.question.among.contains(&mv) {
                candidates.push(Candidate { mv, score: -INFINITE, nodes: 0, pv: vec![mv] });
            }
        }
        let Some(first) = candidates.first() else { return Found::at_once(None) };
        let mut found = Found::at_once(Some(first.mv));
        let lines = self.question.lines.clamp(1, candidates.len());
        self.lines = lines;
        let mut last = vec![0; lines];
        let mut board = Board::default();
        let mut settled = 0;
        // Helpers that are a little ahead find what the main thread will need.
        let mut depth = self.skew;
        // Deeper than what was asked for, only looking at all moves helps.
        let deepest =
            self.question.mate.map_or(self.clock.depth, |moves| self.clock.depth.min(2 * moves.min(MOST_MATE) + 1));
        while depth < deepest && !self.stopped {
            depth += 1;
            self.root_depth = depth as i32;
            self.clock.note_iteration(depth);
            self.selective_depth = 0;
            let before = (found.best, last[0]);
            for line in 0..lines {
                self.line = line;
                last[line] = self.iterate(depth, last[line], &mut candidates[line..], &mut found, report);
                if self.stopped {
                    break;
                }
                if lines > 1 {
                    let info = self.info(depth, (&candidates[line], last[line], Bound::Exact));
                    board.note((last[line], info), line + 1 == lines || self.clock.elapsed() >= SEVERAL_AFTER, report);
                }
            }
            if self.stopped {
                break;
            }
            if lines > 1 {
                candidates[..lines].sort_by_key(|candidate| std::cmp::Reverse(candidate.score));
                last.sort_by_key(|&score| std::cmp::Reverse(score));
                found.best = Some(candidates[0].mv);
                found.ponder = candidates[0].pv.get(1).copied();
                board.begin();
            }
            let last = last[0];
            settled = if found.best == before.0 { settled + 1 } else { 0 };
            let only = candidates.len() == 1 && self.clock.may_save_time();
            let mate_seen = last.abs() >= MATE_BOUND && MATE - last.abs() <= depth as i32 / 2;
            if only || mate_seen && self.clock.may_save_time() || self.has_found(last) {
                break;
            }
            let spent: u64 = candidates.iter().map(|candidate| candidate.nodes).sum();
            let on_best = candidates[0].nodes as f64 / spent.max(1) as f64;
            let dropped = if depth > 4 { ((before.1 - last) as f64 / 100.0).clamp(-0.2, 0.8) } else { 0.0 };
            let doubt = 1.0 + dropped + if settled < 2 { 0.35 } else { -0.03 * (settled as f64).min(8.0) };
            if !self.clock.has_time_for_more(self.nodes, doubt * (1.55 - on_best)) {
                break;
            }
        }
        if let Some(best) = candidates.iter().find(|one| Some(one.mv) == found.best && told.get() != found.best) {
            self.tell_last(depth, best, &mut board, &mut found, report);
        }
        let aim = self.question.mate.filter(|_| self.thread == 0 && !self.stopped);
        if let Some(moves) = aim.filter(|_| !self.has_found(last[0])) {
            self.hunt(moves, &mut candidates, &mut found, report);
        }
        found.used = self.clock.used(self.nodes);
        found.statistics = Statistics { nodes: self.nodes + crew.nodes(), ..self.statistics() };
        found
    }

    /// The move that will be played has not been told, since the search was cut short when it had just found it.
    fn tell_last(
        &mut self,
        depth: u8,
        best: &Candidate,
        board: &mut Board,
        found: &mut Found,
        report: &mut dyn FnMut(&Info),
    ) {
        self.line = 0;
        // Not even the first move was looked at: it comes first for what it takes.
        let unseen = best.score == -INFINITE;
        let (depth, score) = if unseen { (depth.saturating_sub(1), self.evaluate(0)) } else { (depth, best.score) };
        if self.lines == 1 {
            self.tell(depth, (best, score, Bound::Lower), found, report);
        } else {
            let info = self.info(depth, (best, score, Bound::Lower));
            board.note((score, info), true, report);
        }
    }

    /// One iteration: searches within a window around the last score and widens it as needed.
    fn iterate(
        &mut self,
        depth: u8,
        last: i32,
        candidates: &mut [Candidate],
        found: &mut Found,
        report: &mut dyn FnMut(&Info),
    ) -> i32 {
        let narrow = depth >= 5 && last.abs() < MATE_BOUND;
        let mut width = ASPIRATION;
        let (mut alpha, mut beta) = if narrow { (last - width, last + width) } else { (-INFINITE, INFINITE) };
        loop {
            let score = self.search_root(depth as i32, Window::new(alpha, beta), candidates, found, report);
            if self.stopped {
                return score;
            }
            // A stable sort keeps the order of those that were not raised.
            candidates.sort_by_key(|candidate| std::cmp::Reverse(candidate.score));
            if (score <= alpha || score >= beta) && self.clock.elapsed() >= BOUNDS_AFTER {
                let bound = if score <= alpha { Bound::Upper } else { Bound::Lower };
                self.tell(depth, (&candidates[0], score, bound), found, report);
            }
            if score <= alpha {
                beta = (alpha + beta) / 2;
                alpha = (score - width).max(-INFINITE);
            } else if score >= beta {
                beta = (score + width).min(INFINITE);
            } else {
                self.tell(depth, (&candidates[0], score, Bound::Exact), found, report);
                return score;
            }
            width *= 2;
            if width > 800 {
                (alpha, beta) = (-INFINITE, INFINITE);
            }
        }
    }

    pub(super) fn search_root(
        &mut self,
        depth: i32,
        window: Window,
        candidates: &mut [Candidate],
        found: &mut Found,
        report: &mut dyn FnMut(&Info),
    ) -> i32 {
        let Window { mut alpha, beta, .. } = window;
        let side = self.position.side_to_move();
        let in_check = self.position.in_check(self.rules);
        self.frames[0].evaluation = if in_check { -INFINITE } else { self.evaluate(0) };
        self.frames[1].killers = [Move::NONE; 2];
        let mut best = -INFINITE;
        let total = candidates.len();
        for (number, candidate) in candidates.iter_mut().enumerate() {
            let nodes = self.nodes;
            let mv = candidate.mv;
            if self.thread == 0 {
                let (number, left) = (number + 1, total - number - 1);
                self.begin(AtRoot { depth: depth as u8, current: Some(mv), number, left });
            }
            let quiet = self.is_quiet(mv);
            self.play(mv, 0);
            let same_side = self.position.side_to_move() == side;
            self.frames[0].calm = quiet && !same_side;
            let ask = |searcher: &mut Self, depth: i32, window: Window| {
                let Window { alpha, beta, cut } = window;
                if same_side {
                    searcher.search(depth, 1, window)
                } else {
                    -searcher.search(depth, 1, Window { alpha: -beta, beta: -alpha, cut })
                }
            };
            let mut score = alpha + 1;
            if number > 0 {
                let reduction = if depth >= 3 && number > 3 && quiet && !self.thorough {
                    self.reduction(depth, number) - 1
                } else {
                    0
                };
                let reduced = depth - 1 - reduction.clamp(0, (depth - 2).max(0));
                score = ask(self, reduced, Window::zero(alpha, true));
                if score > alpha && reduced < depth - 1 && !self.stopped {
                    score = ask(self, depth - 1, Window::zero(alpha, true));
                }
            }
            if score > alpha && !self.stopped {
                score = ask(self, depth - 1, Window::new(alpha, beta));
            }
            if number > 0 && score <= alpha && self.question.asides.refutations {
                self.tell_refutation(mv);
            }
            self.undo();
            candidate.nodes += self.nodes - nodes;
            if self.stopped {
                return best;
            }
            candidate.score = -INFINITE;
            if number == 0 || score > alpha {
                candidate.score = score;
                candidate.pv.clear();
                candidate.pv.push(mv);
                candidate.pv.extend_from_slice(&self.frames[1].pv);
            }
            best = best.max(score);
            if score > alpha {
                alpha = score;
                if self.line == 0 {
                    let changed = found.best != Some(mv);
                    found.best = Some(mv);
                    found.ponder = candidate.pv.get(1).copied();
                    if changed && score < beta && depth > 1 {
                        self.tell(depth as u8, (candidate, score, Bound::Exact), found, report);
                    }
                }
                if score >= beta {
                    break;
                }
            }
        }
        best
    }

    pub(super) fn tell(
        &self,
        depth: u8,
        (candidate, score, bound): (&Candidate, i32, Bound),
        found: &mut Found,
        report: &mut dyn FnMut(&Info),
    ) {
        let info = self.info(depth, (candidate, score, bound));
        // Several lines are told together; a search for a win, or one cut short at once, has no more than one.
        if self.lines == 1 || self.thorough || self.stopped {
            report(&info);
        }
        if self.line == 0 && bound != Bound::Upper {
            found.best = Some(candidate.mv);
            found.ponder = candidate.pv.get(1).copied();
            found.info = Some(info);
        }
    }

    fn info(&self, depth: u8, (candidate, score, bound): (&Candidate, i32, Bound)) -> Info {
        Info {
            depth,
            selective_depth: self.selective_depth.min(255) as u8,
            score: meaning(score),
            bound,
            line: self.line + 1,
            nodes: self.nodes,
            time: self.clock.told(),
            hash_full: self.table.permille_full(),
            pv: candidate.pv.clone(),
        }
    }
}
