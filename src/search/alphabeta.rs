//! The main search: principal variation search with the usual shortcuts.
//!
//! Every shortcut is of a kind that holds in any game of capture and threat, and is switched off where the rules speak
//! against it. Signs come from who is to move next, not from taking turns.

use super::cutoffs::Singular;
use super::frame::MAX_PLY;
use super::history::Deed;
use super::ordering::{is_bad_capture, is_special, is_tabled};
use super::searcher::{INFINITE, MATE, MATE_BOUND, Searcher, to_table};
use super::table::{Entry, NO_EVALUATION, NodeBound};
use crate::definition::Side;
use crate::game;
use crate::hints::rarely;
use crate::movegen::{self, Wanted};
use crate::moves::{Digest, Move};

/// So near to the leaves quiet moves aren't looked at that lose so much a ply.
const LOSING_DEPTH: i32 = 3;
const LOSING_MARGIN: i32 = 45;

/// The window and what is expected of a node.
#[derive(Clone, Copy)]
pub struct Window {
    pub alpha: i32,
    pub beta: i32,
    /// Some move is expected to exceed beta.
    pub cut: bool,
}

impl Window {
    pub fn new(alpha: i32, beta: i32) -> Window {
        Window { alpha, beta, cut: false }
    }

    /// Just the question whether a score exceeds `alpha`.
    pub fn zero(alpha: i32, cut: bool) -> Window {
        Window { alpha, beta: alpha + 1, cut }
    }
}

/// What holds of a node while its moves are tried.
struct Node {
    depth: i32,
    ply: usize,
    side: Side,
    cut: bool,
    /// On a line of best play, and whether it has been before.
    pv: bool,
    was_pv: bool,
    in_check: bool,
    evaluation: i32,
    improving: bool,
    /// So many quiet moves are looked at where nothing speaks for more.
    enough: i32,
    /// The deeds of the two plies before.
    before: [Option<Deed>; 2],
}

/// What came of trying them.
struct Found {
    score: i32,
    mv: Move,
    bound: NodeBound,
}

/// A move whose turn has come.
struct Tried {
    mv: Move,
    rated: i32,
    quiet: bool,
    deed: Deed,
    /// The number of moves tried, this one included; then with those that were passed over unseen.
    at: usize,
    number: usize,
}

impl Searcher<'_> {
    /// The score after a move that has just been played, for who played it. `check`: `None` if the same side moves again, otherwise
    /// whether the side that is next is in check.
    #[inline]
    fn beyond(&mut self, check: Option<bool>, depth: i32, ply: usize, window: Window) -> i32 {
        let Window { alpha, beta, cut } = window;
        self.frames[ply].told.check = check;
        match check {
            None => {
                rarely();
                self.search(depth, ply, window)
            }
            Some(_) => -self.search(depth, ply, Window { alpha: -beta, beta: -alpha, cut }),
        }
    }

    /// The score for the side to move.
    pub fn search(&mut self, mut depth: i32, ply: usize, window: Window) -> i32 {
        let Window { mut alpha, mut beta, cut } = window;
        if depth <= 0 {
            if self.thorough {
                rarely();
                return self.decided(ply);
            }
            return self.settle(ply, alpha, beta);
        }
        let told = std::mem::take(&mut self.frames[ply].told);
        let excluded = self.frames[ply].excluded;
        self.frames[ply].pv.clear();
        if let Some(score) = self.ends_here(depth, ply, excluded.is_some()) {
            return score;
        }
        // A win from here can't be quicker than at once, nor a loss.
        alpha = alpha.max(ply as i32 - MATE);
        beta = beta.min(MATE - ply as i32);
        if alpha >= beta {
            return alpha;
        }
        let pv_node = beta - alpha > 1;
        let shortcuts = !pv_node && !self.thorough;
        let key = self.position.key() ^ self.salt;
        let known = if excluded.is_some() { None } else { self.table.probe(key) };
        if let Some(entry) = known
            && !pv_node
            && entry.depth as i32 >= depth
            && let Some(score) = entry.cutoff(ply, (alpha, beta))
        {
            return score;
        }
        let hash = known.map_or(Digest::NONE, |entry| entry.best);
        // The table has been asked about the move that is picked next.
        let mut foreseen = false;
        if let Some(mv) = self.playable(hash) {
            self.fetch_ahead(mv);
            foreseen = true;
        }
        if excluded.is_none() {
            self.inherit_gap(ply);
        }
        let in_check = told.check.unwrap_or_else(|| self.position.in_check(self.rules));
        let raw = match self.evaluated(ply, known, in_check, excluded.is_some()) {
            Some(raw) => raw,
            None if shortcuts
                && told.evaluation.is_none()
                && let Some(score) = self.surely_above(depth, ply, beta) =>
            {
                return score;
            }
            None => {
                let evaluation = self.evaluate_unless(ply, told.evaluation);
                if known.is_none() {
                    self.remember(key, evaluation);
                }
                evaluation
            }
        };
        self.frames[ply].evaluation = raw;
        let evaluation = match known {
            Some(entry) if !in_check => entry.sharpen(raw, ply),
            Some(_) | None => raw,
        };
        let improving = !in_check && ply >= 2 && raw > self.frames[ply - 2].evaluation;
        // Answers to the moves from here learn from each other, and from those to this move's siblings.
        self.frames[ply + 2].killers = [Move::NONE; 2];
        let was_pv = pv_node || known.is_some_and(|entry| entry.pv);

        if shortcuts
            && !in_check
            && excluded.is_none()
            && let Some(score) = self.without_moving(depth, ply, (alpha, beta), evaluation, improving)
        {
            return score;
        }
        if self.stopped {
            return 0;
        }
        if !hash.is_some() && depth >= 4 && (pv_node || cut) && excluded.is_none() && !self.thorough {
            depth -= 1;
        }
        let singular = if excluded.is_none() { self.singular(depth, ply, known, beta) } else { Singular::No };
        if self.stopped {
            return 0;
        }
        if let Singular::OneOfSeveral(score) = singular {
            return score;
        }

        if let Some(score) = self.bring_moves(ply, hash, in_check) {
            return score;
        }
        self.frames[ply].tried.clear();
        let before = self.deeds_before(ply);
        let side = self.position.side_to_move();
        let enough = (3 + depth * depth) / if improving { 1 } else { 2 };
        let node = Node { depth, ply, side, cut, pv: pv_node, was_pv, in_check, evaluation, improving, enough, before };
        let mut best = Found { score: -INFINITE, mv: Move::NONE, bound: NodeBound::Upper };
        let (mut at, mut quiets) = (0, 0);
        // Quiet moves are still wanted, and how many have been passed over since.
        let (mut wants_quiets, mut skipped) = (true, 0);
        loop {
            let may_skip = best.score > -MATE_BOUND && shortcuts;
            if wants_quiets && may_skip && self.is_done_with_quiets(&node, at, quiets, alpha) {
                wants_quiets = false;
                skipped = self.skip_quiets(ply, at, self.checks_matter(depth));
            }
            let Some((mv, rated)) = self.pick(ply, at) else { break };
            at += 1;
            let is_fetched = std::mem::take(&mut foreseen);
            let number = at + skipped;
            if Some(mv) == excluded {
                rarely();
                continue;
            }
            let tried = Tried { mv, rated, quiet: self.is_quiet(mv), deed: self.deed(mv), at, number };
            let hopeless = may_skip && self.promises_nothing(&node, &tried, alpha);
            if hopeless && depth <= 2 && !self.sense.checks_count {
                continue;
            }
            quiets += tried.quiet as i32;
            if hopeless && !movegen::gives_check(self.rules, &mut self.position, mv) {
                continue;
            }
            if !is_fetched {
                self.fetch_ahead(mv);
            }
            foreseen = depth > 1 && (!cut || at > 1) && self.foresee(ply, at);
            let extension = if is_tabled(rated) { singular.extension() } else { 0 };
            let score = self.value_of(&node, &tried, extension, (alpha, beta));
            if self.stopped {
                return 0;
            }
            if score > best.score {
                best.score = score;
                if score > alpha {
                    alpha = score;
                    (best.mv, best.bound) = (mv, NodeBound::Exact);
                    if pv_node {
                        self.extend_pv(mv, ply);
                    }
                    if score >= beta {
                        best.bound = NodeBound::Lower;
                        break;
                    }
                }
            }
            self.frames[ply].tried.push((tried.deed, tried.quiet));
        }
        if best.score == -INFINITE {
            // Only the excluded move is legal.
            return alpha;
        }
        self.conclude(&node, &best, (key, raw), excluded.is_some());
        best.score
    }

    /// The score of a node that isn't searched: because there is no time, the game has ended, or the score is given, or it is too far
    /// away.
    #[inline(always)]
    fn ends_here(&mut self, depth: i32, ply: usize, excludes: bool) -> Option<i32> {
        if self.enter(ply) {
            rarely();
            return Some(0);
        }
        if !excludes && let Some(score) = self.ended(ply) {
            rarely();
            return Some(score);
        }
        if !self.question.given.is_empty()
            && let Some(given) = self.question.given.get(&self.position.key())
            && depth <= given.depth
        {
            rarely();
            return Some(given.score);
        }
        if ply >= MAX_PLY {
            rarely();
            self.inherit_gap(ply);
            return Some(self.evaluate(ply));
        }
        None
    }

    /// What the position is worth if nothing is done, where that need not be found out: it is known, or doesn't matter.
    #[inline(always)]
    fn evaluated(&mut self, ply: usize, known: Option<Entry>, in_check: bool, excludes: bool) -> Option<i32> {
        if in_check {
            return Some(-INFINITE);
        }
        if excludes {
            return Some(self.frames[ply].evaluation);
        }
        let evaluation = known.map(|entry| entry.evaluation).filter(|&evaluation| evaluation != NO_EVALUATION)?;
        self.note_gap(ply, i32::from(evaluation));
        Some(i32::from(evaluation))
    }

    /// Lists the moves, or first only the one that the table knows. The score if there is none, or if those that there are end the
    /// game.
    #[inline(always)]
    fn bring_moves(&mut self, ply: usize, hash: Digest, in_check: bool) -> Option<i32> {
        if let Some(mv) = self.playable(hash) {
            self.begin_with(ply, mv);
            return None;
        }
        self.generate_by_stages(ply, Wanted::All);
        let has_more = !self.frames[ply].later.is_empty();
        if self.frames[ply].moves.is_empty() && !has_more {
            return Some(self.stuck(ply, in_check));
        }
        if !in_check
            && !has_more
            && let Some(verdict) = game::verdict_on_promotions(self.rules, &self.position, &self.frames[ply].moves)
        {
            return Some(self.score_of(verdict, ply));
        }
        self.rate(ply, hash);
        None
    }

    /// True if enough quiet moves have been tried, or those that are left are hopeless.
    #[inline(always)]
    fn is_done_with_quiets(&self, node: &Node, at: usize, quiets: i32, alpha: i32) -> bool {
        let &Node { depth, in_check, evaluation, enough, .. } = node;
        // What is hopeless for one quiet move is so for all after it.
        let hopeless = || !in_check && self.is_hopeless(depth, at + 1, evaluation, alpha);
        quiets >= enough && depth <= 8 || !self.checks_matter(depth) && hopeless()
    }

    /// True if quiet moves that give check are looked at where others aren't.
    fn checks_matter(&self, depth: i32) -> bool {
        depth > 2 || self.sense.checks_count
    }

    /// Learns from a node, and keeps it in the table.
    #[inline(always)]
    fn conclude(&mut self, node: &Node, best: &Found, (key, raw): (u64, i32), excludes: bool) {
        let (&Node { depth, ply, in_check, was_pv: pv, .. }, &Found { score, mv, bound }) = (node, best);
        if mv != Move::NONE && bound == NodeBound::Lower {
            self.learn(ply, mv, depth);
        } else if bound == NodeBound::Upper && depth >= 3 && !excludes {
            self.praise_before(ply, depth);
        }
        if !excludes {
            let evaluation = if in_check { NO_EVALUATION } else { raw as i16 };
            let (best, score, depth) = (Digest::of(mv), to_table(score, ply), depth.clamp(0, 127) as u8);
            self.table.store(key, Entry { best, score, evaluation, depth, bound, pv });
        }
    }

    /// True for a move that can't be expected to reach alpha, unless it gives check.
    #[inline(always)]
    fn promises_nothing(&mut self, node: &Node, tried: &Tried, alpha: i32) -> bool {
        let &Node { depth, .. } = node;
        if tried.quiet && !is_special(tried.rated) {
            return !node.in_check && self.is_hopeless(depth, tried.number, node.evaluation, alpha)
                || depth <= LOSING_DEPTH && !self.pays(tried.mv, -LOSING_MARGIN * depth);
        }
        is_bad_capture(tried.rated) && depth <= 5 && !self.pays(tried.mv, -110 * depth)
    }

    /// What a move is worth to who plays it: late ones are looked at less deeply first, and all but the first with a window of
    /// nothing.
    #[inline(always)]
    fn value_of(&mut self, node: &Node, tried: &Tried, extension: i32, (alpha, beta): (i32, i32)) -> i32 {
        let (&Node { depth, ply, cut, pv, .. }, &Tried { mv, rated, quiet, at, .. }) = (node, tried);
        self.play(mv, ply);
        let other_side = self.position.side_to_move() != node.side;
        self.frames[ply].calm = quiet && other_side;
        let check = other_side.then(|| movegen::in_check_now(self.rules, &self.position));
        let gives_check = check == Some(true);
        let mut extension = extension;
        if extension == 0 && gives_check && (ply as i32) < 2 * self.root_depth && !self.thorough {
            extension = self.check_extension(mv, (rated, quiet), ply);
        }
        let next = depth - 1 + extension;
        let mut score = -INFINITE;
        let mut full = at == 1;
        if at > 1 {
            let mut reduction = 0;
            if depth >= 3 && at > 2 + pv as usize && (quiet || is_bad_capture(rated)) && !self.thorough {
                let past = if quiet { self.quiet_history(tried.deed, node.before) } else { 0 };
                reduction = self.reduction(depth, tried.number) + !node.improving as i32 + cut as i32
                    - 2 * node.was_pv as i32
                    - is_special(rated) as i32
                    - gives_check as i32
                    - past / 18000;
                reduction = reduction.clamp(0, next - 1);
            }
            score = self.beyond(check, next - reduction, ply + 1, Window::zero(alpha, true));
            if reduction > 0 && score > alpha && !self.stopped {
                rarely();
                score = self.beyond(check, next, ply + 1, Window::zero(alpha, !cut));
            }
            full = pv && score > alpha;
        }
        if full && !self.stopped {
            score = self.beyond(check, next, ply + 1, Window { alpha, beta, cut: !pv && !cut });
        }
        self.undo();
        score
    }

    /// For a check that has just been given: none if it loses material, unless checks are what wins.
    #[inline(never)]
    fn check_extension(&mut self, mv: Move, (rated, quiet): (i32, bool), ply: usize) -> i32 {
        if !quiet || self.sense.checks_count {
            return i32::from(self.sense.checks_count || !is_bad_capture(rated));
        }
        // Exchanges are judged before the move. Checks are rare enough to take it back for that.
        self.undo();
        let sound = self.pays(mv, 0);
        self.play(mv, ply);
        i32::from(sound)
    }

    /// True if the n-th move, a quiet one, can't be expected to make up for how far the position lies behind.
    fn is_hopeless(&self, depth: i32, number: usize, evaluation: i32, alpha: i32) -> bool {
        let reduced = (depth - self.reduction(depth, number)).max(0);
        reduced <= 5 && evaluation + 110 + 95 * reduced <= alpha
    }

    /// By how much to reduce the n-th move.
    pub fn reduction(&self, depth: i32, number: usize) -> i32 {
        let (depth, number) = (depth.clamp(1, 63) as usize, number.clamp(1, 63));
        self.reductions[depth * 64 + number] as i32
    }
}
