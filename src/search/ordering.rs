//! Which move to look at first, and learning from which one was good.

use super::best::best;
use super::frame::Frame;
use super::history::Deed;
use super::searcher::Searcher;
use crate::evaluation::patterns::MOST_MISSING;
use crate::hints::rarely;
use crate::movegen::{self, Wanted};
use crate::moves::{Digest, Move};

const HASH: i32 = 1 << 30;
/// Captures and promotions, as long as they aren't known to lose material.
const GOOD: i32 = 1 << 24;
/// Quiet moves that reach a goal.
const GOAL: i32 = 1 << 22;
const KILLERS: [i32; 2] = [1 << 21, (1 << 21) - 1];
const COUNTER: i32 = (1 << 21) - 2;
/// Captures that probably lose material, behind all quiet moves.
const BAD: i32 = -(1 << 24);
/// Quiet moves that nobody has asked for yet: most nodes are over before.
const UNRATED: i32 = -(1 << 28);

/// What a cell is worth to a quiet move in each place for a row where so many cells are missing, from one on: in numbers of
/// histories.
const HEAT: [i32; MOST_MISSING] = [400_000, 40_000, 4_000, 400, 40];

/// What a cell is worth to a quiet move on a shortest chain, and on one that takes a cell more.
const HEAT_OF_CHAINS: [i32; 2] = [30_000, 10_000];

/// What a score from [`Searcher::rate`] says about a move.
pub fn is_bad_capture(score: i32) -> bool {
    score < BAD / 2
}

/// The table's move.
pub fn is_tabled(score: i32) -> bool {
    score == HASH
}

pub fn is_special(score: i32) -> bool {
    score >= COUNTER
}

/// How many of the moves at a ply have scores: most nodes are over before the others are asked for.
#[derive(Clone, Copy)]
pub enum Rated {
    /// The table's move, before any others have been listed.
    Tabled,
    /// The table's move, which is the first.
    First,
    /// All but most of the quiet ones, which come from this place on.
    Noisy(usize),
    /// All; those before this place are where they belong.
    All(usize),
}

impl Searcher<'_> {
    /// Puts the move that the table knows to the front, if there is one; see [`Searcher::pick`] for the others.
    pub fn rate(&mut self, ply: usize, hash: Digest) {
        let frame = &mut self.frames[ply];
        frame.scores.clear();
        let is_known = |mv: &Move| Digest::of(*mv) == hash;
        let mut known = if hash.is_some() { frame.moves.iter().position(is_known) } else { None };
        if hash.is_some() && known.is_none() {
            frame.later.list(&mut frame.moves);
            known = frame.moves.iter().position(is_known);
        }
        match known {
            Some(at) => {
                frame.moves.swap(0, at);
                frame.scores.push(HASH);
                frame.rated = Rated::First;
            }
            None => self.rate_noisy(ply),
        }
    }

    /// Tries this move first, and lists the others if that isn't enough.
    pub fn begin_with(&mut self, ply: usize, mv: Move) {
        let Frame { moves, later, scores, rated, .. } = &mut self.frames[ply];
        moves.clear();
        later.clear();
        scores.clear();
        moves.push(mv);
        scores.push(HASH);
        *rated = Rated::Tabled;
    }

    /// Lists all moves, the first one at its place.
    fn list_behind(&mut self, ply: usize) {
        let first = self.frames[ply].moves[0];
        self.generate_by_stages(ply, Wanted::All);
        let Frame { moves, later, rated, .. } = &mut self.frames[ply];
        let at = moves.iter().position(|&mv| mv == first).unwrap_or_else(|| {
            let known = later.take(first);
            debug_assert!(known, "{first:?} was legal with the same key");
            moves.push(first);
            moves.len() - 1
        });
        moves.swap(0, at);
        *rated = Rated::First;
    }

    /// Fills the scores of the moves that have none and puts them to the front, but for most quiet ones.
    #[inline(never)]
    fn rate_noisy(&mut self, ply: usize) {
        let before = self.deeds_before(ply);
        let counter = before[0].map_or(Move::NONE, |deed| self.history.counter(deed));
        let frame = &mut self.frames[ply];
        let killers = frame.killers;
        if self.sense.goals.is_empty() {
            // The counter-move is often a killer as well.
            let others = if killers.contains(&counter) { Move::NONE } else { counter };
            for mv in [killers[0], killers[1], others] {
                if frame.later.take(mv) {
                    frame.moves.push(mv);
                }
            }
        } else {
            rarely();
            frame.later.list(&mut frame.moves);
        }
        let (mut scores, mut list) = (std::mem::take(&mut frame.scores), std::mem::take(&mut frame.moves));
        // A bit for each square to which a quiet move may go that stands out, if that can be told by squares.
        let noted = [killers[0], killers[1], counter].iter().fold(0u64, |noted, mv| noted | 1 << (mv.to.index() % 64));
        let noted = if self.sense.goals.is_empty() { noted } else { !0 };
        let first = scores.len();
        let mut rated = first;
        let moves = &mut *list;
        scores.resize(moves.len(), UNRATED);
        let scores_of = scores.as_mut_slice();
        for at in first..moves.len() {
            let mv = moves[at];
            let score = if !self.is_quiet(mv) {
                GOOD + self.promise(mv)
            } else if noted >> (mv.to.index() % 64) & 1 == 0 {
                continue;
            } else if self.reaches_goal(mv) {
                GOAL
            } else if mv == killers[0] {
                KILLERS[0]
            } else if mv == killers[1] {
                KILLERS[1]
            } else if mv == counter {
                COUNTER
            } else {
                continue;
            };
            scores_of[at] = scores_of[rated];
            scores_of[rated] = score;
            moves.swap(rated, at);
            rated += 1;
        }
        let frame = &mut self.frames[ply];
        (frame.scores, frame.moves, frame.rated) = (scores, list, Rated::Noisy(rated));
    }

    /// Fills the scores of the quiet moves from place `at` on.
    #[inline(never)]
    fn rate_quiets(&mut self, ply: usize, at: usize) {
        let frame = &mut self.frames[ply];
        let (mut scores, mut moves) = (std::mem::take(&mut frame.scores), std::mem::take(&mut frame.moves));
        let mut later = std::mem::take(&mut frame.later);
        let quiets = self.history.quiets(self.deeds_before(ply));
        for (score, &mv) in scores.iter_mut().zip(moves.iter()).skip(at) {
            if *score == UNRATED {
                *score = quiets.of(self.deed(mv));
            }
        }
        for group in 0..later.groups() {
            let start = moves.len();
            later.list_group(group, &mut moves);
            let Some(&first) = moves[start..].first() else { continue };
            let of_kind = self.deed(first) - first.to.index() as Deed;
            let deeds = moves[start..].iter().map(|mv| of_kind + mv.to.index() as Deed);
            scores.extend(deeds.map(|deed| quiets.of(deed)));
        }
        later.clear();
        if !self.rules.weights.patterns.is_empty() || !self.rules.weights.chains.is_empty() {
            self.warm(&moves[at..], &mut scores[at..]);
        }
        let frame = &mut self.frames[ply];
        (frame.scores, frame.moves, frame.later, frame.rated) = (scores, moves, later, Rated::All(0));
    }

    /// Puts quiet moves forward that go where somebody has begun a row that wins, or may have a chain.
    fn warm(&mut self, moves: &[Move], scores: &mut [i32]) {
        self.heat.clear();
        self.heat.resize(self.rules.topology().cells(), 0);
        self.rules.weights.patterns.heat(&self.position, &HEAT, &mut self.heat);
        self.rules.weights.chains.heat(&self.position, HEAT_OF_CHAINS, &mut self.heat);
        for (mv, score) in moves.iter().zip(scores) {
            if mv.to.is_some() && !is_bad_capture(*score) && !is_special(*score) {
                *score = (*score + self.heat[mv.to.index()]).min(COUNTER - 1);
            }
        }
    }

    /// Lists what was left for later, without scores.
    fn list_rest(&mut self, ply: usize) {
        let Frame { moves, later, scores, .. } = &mut self.frames[ply];
        later.list(moves);
        scores.resize(moves.len(), UNRATED);
    }

    /// Drops the quiet moves from place `at` on that nothing speaks for, but for those that give check if these are
    /// wanted. Returns how many.
    pub fn skip_quiets(&mut self, ply: usize, at: usize, but_checks: bool) -> usize {
        if let Rated::Tabled = self.frames[ply].rated {
            self.list_behind(ply);
        }
        if let Rated::First = self.frames[ply].rated {
            self.rate_noisy(ply);
        }
        let mut unseen = 0;
        if but_checks {
            self.list_rest(ply);
        } else {
            unseen = self.frames[ply].later.count();
            self.frames[ply].later.clear();
        }
        let frame = &mut self.frames[ply];
        if let Rated::All(_) = frame.rated {
            frame.rated = Rated::All(at);
        }
        if but_checks {
            movegen::which_check(self.rules, &mut self.position, &frame.moves[at..], &mut self.checks);
        }
        let (moves, scores) = (&mut *frame.moves, frame.scores.as_mut_slice());
        let mut kept = at;
        for place in at..scores.len() {
            let score = scores[place];
            let quiet = score == UNRATED || !is_bad_capture(score) && !is_special(score);
            if !quiet || but_checks && self.checks[place - at] {
                (moves[kept], scores[kept]) = (moves[place], score);
                kept += 1;
            }
        }
        let skipped = unseen + scores.len() - kept;
        frame.moves.truncate(kept);
        frame.scores.truncate(kept);
        skipped
    }

    /// Takes much, risks little.
    fn promise(&self, mv: Move) -> i32 {
        let mover = if mv.from.is_some() { self.rules.weights.features(self.position.at(mv.from)).value } else { 0 };
        self.gain(mv) * 8 - mover / 8 + self.history.capture(self.deed(mv)) / 8
    }

    /// What was done one and two plies before.
    pub fn deeds_before(&self, ply: usize) -> [Option<Deed>; 2] {
        let ago = |plies: usize| ply.checked_sub(plies).and_then(|at| self.frames[at].event).map(|event| event.deed);
        [ago(1), ago(2)]
    }

    pub fn quiet_history(&self, deed: Deed, before: [Option<Deed>; 2]) -> i32 {
        self.history.quiets(before).of(deed)
    }

    /// The best move not yet taken from place `at` on, moved there. A capture is only here looked at closely, and
    /// goes to the end if it doesn't pay.
    #[inline]
    pub fn pick(&mut self, ply: usize, at: usize) -> Option<(Move, i32)> {
        loop {
            let frame = &mut self.frames[ply];
            let scores = &mut frame.scores;
            let (end, waiting) = match frame.rated {
                Rated::Tabled | Rated::First if at == 0 => return Some((frame.moves[0], HASH)),
                Rated::Tabled => {
                    self.list_behind(ply);
                    continue;
                }
                Rated::First => {
                    self.rate_noisy(ply);
                    continue;
                }
                Rated::Noisy(end) => (end.max(at), true),
                Rated::All(placed) if at < placed => (at + 1, false),
                Rated::All(_) => (scores.len(), false),
            };
            let best = best(&scores[at..end]);
            if waiting && best.is_none_or(|(_, most)| most < COUNTER) {
                self.rate_quiets(ply, at);
                continue;
            }
            let (place, most) = best?;
            scores.swap(at, at + place);
            frame.moves.swap(at, at + place);
            let mv = frame.moves[at];
            if (GOOD / 2..HASH).contains(&most) && !self.pays(mv, 0) {
                let frame = &mut self.frames[ply];
                frame.scores[at] = BAD + (most - GOOD);
                if let Rated::All(_) = frame.rated {
                    frame.rated = Rated::All(at);
                }
                continue;
            }
            return Some((mv, most));
        }
    }

    /// Asks for what the table holds about the move that will probably be picked at place `at`: memory has time for that while the
    /// one before is looked at. True if it need not be asked for again when its turn comes.
    #[inline(always)]
    pub fn foresee(&mut self, ply: usize, at: usize) -> bool {
        let Frame { moves, scores, rated, .. } = &mut self.frames[ply];
        match rated {
            Rated::All(placed) => {
                let Some((place, _)) = best(&scores[at..]) else { return false };
                *placed = at + 1;
                scores.swap(at, at + place);
                moves.swap(at, at + place);
                let next = moves[at];
                self.fetch_ahead(next);
                true
            }
            Rated::Noisy(end) if at < *end => {
                if let Some((place, most)) = best(&scores[at..*end])
                    && most >= COUNTER
                {
                    let next = moves[at + place];
                    self.fetch_ahead(next);
                }
                false
            }
            _ => false,
        }
    }

    /// A move was good enough to end its node; those tried before were not.
    pub fn learn(&mut self, ply: usize, best: Move, depth: i32) {
        let bonus = bonus(depth);
        let deed = self.deed(best);
        let before = self.deeds_before(ply);
        let quiet = self.is_quiet(best);
        if quiet {
            let killers = &mut self.frames[ply].killers;
            if killers[0] != best {
                *killers = [best, killers[0]];
            }
            if let Some(previous) = before[0] {
                self.history.set_counter(previous, best);
            }
            self.teach_quiet(deed, before, bonus);
        } else {
            self.history.teach_capture(deed, bonus);
        }
        let tried = std::mem::take(&mut self.frames[ply].tried);
        for &(other, other_quiet) in tried.iter().filter(|(other, _)| *other != deed) {
            if !other_quiet {
                self.history.teach_capture(other, -bonus);
            } else if quiet {
                self.teach_quiet(other, before, -bonus);
            }
        }
        self.frames[ply].tried = tried;
    }

    /// No move was good enough here: the quiet one that led here was a good one.
    pub fn praise_before(&mut self, ply: usize, depth: i32) {
        let Some(before) = ply.checked_sub(1) else { return };
        if let (Some(event), true) = (self.frames[before].event, self.frames[before].calm) {
            self.teach_quiet(event.deed, self.deeds_before(before), bonus(depth));
        }
    }

    fn teach_quiet(&mut self, deed: Deed, before: [Option<Deed>; 2], bonus: i32) {
        self.history.teach_quiet(deed, bonus);
        for before in before.into_iter().flatten() {
            self.history.teach_reply(before, deed, bonus);
        }
    }
}

/// What is learnt from a node of this depth.
fn bonus(depth: i32) -> i32 {
    (170 * depth - 80).min(1700)
}
