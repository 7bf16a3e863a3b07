//! The part of a session that starts searches and makes use of what they say.

use super::orders::{HINT, Purpose};
use super::words::Request;
use super::{Ending, Listener, Mode, Reply, Session};
use crate::moves::Move;
use crate::notation;
use crate::protocol::thinker::{self, Task};
use crate::search::{Aside, Evaluation, Found, Info, Pace, Statistics};
use std::time::Duration;

impl Session {
    /// Takes what a search says; what an abandoned one says is dropped.
    pub fn search_says(&mut self, progress: thinker::Progress, say: Listener) {
        match progress {
            thinker::Progress::Thinking(number, info) => self.thinking(number, info, say),
            thinker::Progress::Aside(number, mut aside) if self.is_current(number) && self.pondering().is_none() => {
                if let (Aside::Statistics(statistics), Some(search)) = (&mut aside, &self.search) {
                    statistics.time = self.told_time(search.begun, statistics.time);
                }
                say(self, Reply::Aside(aside));
            }
            thinker::Progress::Done(number, found) => self.done(number, found, say),
            thinker::Progress::Counted(number, mv, count) if self.is_current(number) => {
                say(self, Reply::Counted(mv, count));
            }
            thinker::Progress::CountedAll { number, total, stopped } if self.is_current(number) => {
                self.search = None;
                say(self, Reply::CountedAll { total, stopped });
                self.answer_pings(say);
            }
            thinker::Progress::Proved(number, proof) if self.is_current(number) => {
                self.search = None;
                say(self, Reply::Proved(proof));
                self.answer_pings(say);
            }
            thinker::Progress::Benched(number, nodes) if self.is_current(number) => self.benched(nodes, say),
            thinker::Progress::Recalled(number, memory) if self.is_current(number) => self.recalled(memory, say),
            thinker::Progress::Prepared(complaint) => {
                if let Some(words) = complaint {
                    say(self, Reply::Complaint(words));
                }
                if !self.thinker.is_preparing() {
                    self.answer_ready(say);
                }
                if !self.is_busy() {
                    self.answer_pings(say);
                }
            }
            thinker::Progress::Recalled(..)
            | thinker::Progress::Counted(..)
            | thinker::Progress::CountedAll { .. }
            | thinker::Progress::Proved(..)
            | thinker::Progress::Benched(..)
            | thinker::Progress::Aside(..) => {}
        }
    }

    /// For thinkers without a thread: what there is to say now, or, with `wait`, after thinking.
    pub fn poll(&mut self, wait: bool) -> Option<thinker::Progress> {
        self.search.as_ref().filter(|search| search.held.is_none() && self.paused.is_none())?;
        if wait { self.thinker.work() } else { self.thinker.ready() }
    }

    fn is_current(&self, number: u64) -> bool {
        self.search.as_ref().is_some_and(|search| search.number == number)
    }

    pub(super) fn pause(&mut self, pause: bool) {
        let now = self.clock.now();
        match (self.paused, pause) {
            (None, true) => self.paused = Some(now),
            (Some(since), false) => {
                self.paused = None;
                if let Some(search) = &mut self.search {
                    search.begun += now.saturating_sub(since.max(search.begun));
                    search.started += now.saturating_sub(since.max(search.started));
                }
            }
            _ => {}
        }
        self.thinker.pause(pause);
    }

    /// Ends thinking without a result.
    pub(super) fn abandon(&mut self, say: Listener) {
        self.waiting.recalls.clear();
        if self.search.take().is_some() {
            self.thinker.abandon();
        }
        self.answer_pings(say);
    }

    pub(super) fn think_once(&mut self, request: Request, say: Listener) {
        let Request { limits, forever, max_depth, max_nodes, among, pondering, in_game, by_book, mate } = request;
        self.abandon(say);
        let open_ended = pondering || forever;
        if self.setup.unset || self.legal().is_empty() {
            if !open_ended || !self.gui.answers_when_asked {
                return say(self, Reply::Answer { best: None, ponder: None });
            }
            // There is nothing to think about, but the answer is not wanted yet.
            self.begin_search(Purpose::Answer { open_ended });
            if let Some(search) = &mut self.search {
                search.held = Some(Found::at_once(None));
                search.after_hit = pondering.then_some(limits);
            }
            return;
        }
        let purpose = Purpose::Answer { open_ended };
        let mut question = Box::new(self.question(purpose, limits.clone()));
        (question.mate, question.depth, question.nodes) = (mate, max_depth, max_nodes);
        let listed = among.iter().filter_map(|text| notation::find(&self.game, text, self.gui.dialect));
        question.among.extend(listed);
        // Who wants several lines wants to know what they are worth.
        if by_book
            && !open_ended
            && self.settings.lines() == 1
            && let Some(best) = self.draw_from_book(&question.among, say)
        {
            return match in_game {
                true => self.answer_in_game((best, None), None, say),
                false => say(self, Reply::Answer { best: Some(best), ponder: None }),
            };
        }
        self.order(purpose, self.game.clone(), Task::Search { question, pondering });
        if let Some(search) = &mut self.search {
            search.after_hit = pondering.then_some(limits);
            search.in_game = in_game;
        }
    }

    pub(super) fn move_now(&mut self, say: Listener) {
        let Some(search) = &mut self.search else { return };
        match (search.purpose, search.held.take()) {
            (Purpose::Answer { .. }, Some(found)) => {
                let number = search.number;
                search.purpose = Purpose::Answer { open_ended: false };
                self.done(number, found, say);
            }
            (Purpose::Answer { .. }, None) => {
                search.purpose = Purpose::Answer { open_ended: false };
                search.stopping = true;
                self.thinker.stop();
            }
            (Purpose::Prove, _) => {
                search.stopping = true;
                self.thinker.stop();
            }
            (Purpose::Play | Purpose::Count | Purpose::Bench, _) => self.thinker.stop(),
            (Purpose::Hint | Purpose::Guess | Purpose::Analysis | Purpose::Ponder(_) | Purpose::Recall, _) => {}
        }
    }

    pub(super) fn hint(&mut self, say: Listener) {
        if self.setup.unset {
            return;
        }
        if let Some(mv) = self.pondering() {
            return say(self, Reply::Hint(mv));
        }
        let known = self.search.as_ref().and_then(|search| search.latest.as_ref()).and_then(|info| info.pv.first());
        match known.copied() {
            Some(mv) if self.legal().contains(&mv) => say(self, Reply::Hint(mv)),
            _ if self.legal().is_empty() => {}
            _ => match &mut self.search {
                Some(search) => search.owes_hint = true,
                None => self.search(Purpose::Hint, HINT, None),
            },
        }
    }

    fn thinking(&mut self, number: u64, mut info: Info, say: Listener) {
        let Some(search) = self.search.as_ref().filter(|search| search.number == number) else { return };
        info.time = self.told_time(search.begun, info.time);
        let Some(search) = &mut self.search else { return };
        match &mut search.latest {
            // What other lines are worth says nothing about the best one.
            Some(latest) if info.line > 1 => latest.nodes = info.nodes,
            latest => *latest = Some(info.clone()),
        }
        let owed = std::mem::take(&mut search.owes_hint);
        if !matches!(search.purpose, Purpose::Hint | Purpose::Guess) {
            say(self, Reply::Thinking(info));
        }
        if owed {
            self.hint(say);
        }
    }

    pub(super) fn done(&mut self, number: u64, found: Found, say: Listener) {
        let Some(search) = self.search.as_mut().filter(|search| search.number == number) else { return };
        let waits =
            matches!(search.purpose, Purpose::Analysis | Purpose::Ponder(_) | Purpose::Answer { open_ended: true });
        if waits {
            search.held = Some(found);
            return;
        }
        let Some(search) = self.search.take() else { return };
        let used = self.clock.now().saturating_sub(search.started);
        // By processor time or nodes it would tell nothing about the clock.
        let thought = if self.settings.pace == Pace::Wall { found.used.min(used) } else { used };
        // A search always names a legal move; if it should not, any will do better than none.
        let best = found.best.filter(|best| self.legal().contains(best)).or(self.legal().first().copied());
        if let (Purpose::Answer { .. }, true, Some(latest)) =
            (search.purpose, self.settings.asides.statistics, &search.latest)
            && found.statistics.nodes > latest.nodes
        {
            let time = self.told_time(search.begun, found.statistics.time);
            say(self, Reply::Aside(Aside::Statistics(Statistics { time, ..found.statistics })));
        }
        let ponder = found.ponder.filter(|_| best.is_some_and(|best| self.ends_turn(best)));
        match (search.purpose, best) {
            (Purpose::Play, Some(best)) => {
                self.play_own(best, (used, thought), search.latest.map(|info| info.score), say);
                if let (true, Mode::Playing(_), Some(mv)) = (self.settings.ponders && !self.over, self.mode, ponder)
                    && found.best == Some(best)
                    && self.game.moves().last() == Some(&best)
                    && self.legal().contains(&mv)
                {
                    self.ponder(mv);
                }
            }
            (Purpose::Hint, Some(best)) => say(self, Reply::Hint(best)),
            (Purpose::Guess, Some(best)) => self.ponder_aloud(best, say),
            (Purpose::Answer { .. }, Some(best)) if search.in_game => {
                self.answer_in_game((best, ponder), search.latest.map(|info| info.score), say);
            }
            (Purpose::Answer { .. }, _) => say(self, Reply::Answer { best, ponder }),
            (Purpose::Play | Purpose::Hint | Purpose::Guess, None)
            | (
                Purpose::Analysis
                | Purpose::Ponder(_)
                | Purpose::Count
                | Purpose::Prove
                | Purpose::Bench
                | Purpose::Recall,
                _,
            ) => {}
        }
        self.answer_pings(say);
    }

    /// True if it is the other player's turn after this move.
    fn ends_turn(&self, mv: Move) -> bool {
        let mut after = self.game.clone();
        after.play(mv);
        after.position().side_to_move() != self.side_to_move()
    }

    /// `used` is the time since the question, and what of it was thinking.
    pub(super) fn play_own(
        &mut self,
        best: Move,
        (used, thought): (Duration, Duration),
        score: Option<Evaluation>,
        say: Listener,
    ) {
        let best = self.gui.adjust.map_or(best, |adjust| adjust(self, best));
        self.timer.spend(used, thought, self.own_moves());
        self.offers.score = score;
        if !self.answer_offer(say) && self.resigns() {
            self.over = true;
            return say(self, Reply::Resign);
        }
        if self.settings.opponent_is_computer && self.draws_by_claim(best) {
            // Offered together with the move: whoever keeps the rules grants it if he sees the draw, too.
            say(self, Reply::OfferDraw);
        }
        say(self, Reply::Playing(best));
        self.play(best);
        if let Mode::Playing(side) = self.mode {
            if self.game.position().moves_left() > 0 && side == self.side_to_move() {
                // The turn goes on.
                return self.wake(say);
            }
            self.announce(say);
            self.await_lot(say);
        }
    }
}

impl Ending {
    pub fn is_final(self) -> bool {
        self == Ending::Final
    }
}
