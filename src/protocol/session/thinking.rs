//! The part of a session that starts searches and makes use of what they say.

use super::{Ending, Listener, Mode, Progress, Reply, Session};
use crate::moves::Move;
use crate::protocol::thinker::{self, Job, Task};
use crate::search::{Evaluation, Found, Info, Limits};
use std::time::Duration;

/// What a search is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    /// The engine's own move in a game.
    Play,
    /// A move to be named. `open_ended` waits to be told when to name it.
    Answer {
        open_ended: bool,
    },
    Hint,
    Analysis,
    /// Counting moves.
    Count,
}

/// A search under way.
pub(super) struct Search {
    number: u64,
    purpose: Purpose,
    started: Duration,
    latest: Option<Info>,
    /// The result, kept until somebody asks for it.
    held: Option<Found>,
}

/// Nodes for a hint to somebody who is thinking himself.
const HINT: u64 = 50_000;

impl Session {
    /// Takes what a search says; what an abandoned one says is dropped.
    pub fn search_says(&mut self, progress: thinker::Progress, say: Listener) {
        match progress {
            thinker::Progress::Thinking(number, info) => self.thinking(number, info, say),
            thinker::Progress::Done(number, found) => self.done(number, found, say),
            thinker::Progress::Counted(number, mv, count) if self.is_current(number) => {
                say(self, Reply::Counted(mv, count));
            }
            thinker::Progress::CountedAll(number, total) if self.is_current(number) => {
                self.search = None;
                say(self, Reply::CountedAll(total));
            }
            thinker::Progress::Counted(..) | thinker::Progress::CountedAll(..) => {}
        }
    }

    /// For thinkers without a thread: what there is to say now, or, with `wait`, after thinking.
    pub fn poll(&mut self, wait: bool) -> Option<thinker::Progress> {
        self.search.as_ref().filter(|search| search.held.is_none())?;
        if wait { self.thinker.work() } else { self.thinker.ready() }
    }

    /// A move is being thought about that will be played or named.
    pub fn is_thinking(&self) -> bool {
        let wanted = |purpose| matches!(purpose, Purpose::Play | Purpose::Answer { open_ended: false });
        self.search.as_ref().is_some_and(|search| wanted(search.purpose))
    }

    fn is_current(&self, number: u64) -> bool {
        self.search.as_ref().is_some_and(|search| search.number == number)
    }

    pub(super) fn search(&mut self, purpose: Purpose, limits: Limits, max_depth: Option<u8>) {
        self.order(purpose, Task::Search { limits, max_depth });
    }

    pub(super) fn count(&mut self, depth: u32, say: Listener) {
        self.abandon(say);
        self.order(Purpose::Count, Task::Count(depth));
    }

    fn order(&mut self, purpose: Purpose, task: Task) {
        self.searches += 1;
        let number = self.searches;
        self.search = Some(Search { number, purpose, started: self.clock.now(), latest: None, held: None });
        self.thinker.start(Job { number, game: self.game.clone(), task });
    }

    /// Ends thinking without a result.
    pub(super) fn abandon(&mut self, say: Listener) {
        if self.search.take().is_some() {
            self.thinker.abandon();
        }
        self.answer_pings(say);
    }

    fn answer_pings(&mut self, say: Listener) {
        for token in std::mem::take(&mut self.pings) {
            say(self, Reply::Pong(token));
        }
    }

    pub(super) fn think_once(&mut self, limits: Limits, max_depth: Option<u8>, say: Listener) {
        self.abandon(say);
        if self.legal().is_empty() {
            return say(self, Reply::Answer { best: None, ponder: None });
        }
        let open_ended = limits == Limits::Infinite && max_depth.is_none();
        self.search(Purpose::Answer { open_ended }, limits, max_depth);
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
                self.thinker.stop();
            }
            (Purpose::Play | Purpose::Count, _) => self.thinker.stop(),
            (Purpose::Hint | Purpose::Analysis, _) => {}
        }
    }

    pub(super) fn hint(&mut self, say: Listener) {
        let known = self.search.as_ref().and_then(|search| search.latest.as_ref()).and_then(|info| info.pv.first());
        match known.copied() {
            Some(mv) if self.legal().contains(&mv) => say(self, Reply::Hint(mv)),
            _ if self.search.is_some() || self.legal().is_empty() => {}
            _ => self.search(Purpose::Hint, Limits::Nodes(HINT), None),
        }
    }

    pub(super) fn progress(&self) -> Progress {
        let latest = self.search.as_ref().and_then(|search| search.latest.as_ref());
        Progress {
            time: self.search.as_ref().map_or(Duration::ZERO, |search| self.clock.now() - search.started),
            nodes: latest.map_or(0, |info| info.nodes),
            depth: latest.map_or(0, |info| info.depth),
            moves: self.legal().len(),
            score: latest.map(|info| info.score),
        }
    }

    fn thinking(&mut self, number: u64, mut info: Info, say: Listener) {
        let now = self.clock.now();
        let Some(search) = self.search.as_mut().filter(|search| search.number == number) else { return };
        info.time = now.saturating_sub(search.started);
        search.latest = Some(info.clone());
        if search.purpose != Purpose::Hint {
            say(self, Reply::Thinking(info));
        }
    }

    fn done(&mut self, number: u64, found: Found, say: Listener) {
        let Some(search) = self.search.as_mut().filter(|search| search.number == number) else { return };
        if search.purpose == Purpose::Analysis || search.purpose == (Purpose::Answer { open_ended: true }) {
            search.held = Some(found);
            return;
        }
        let Some(search) = self.search.take() else { return };
        let used = self.clock.now().saturating_sub(search.started);
        // A search always names a legal move; if it should not, any will do better than none.
        let best = found.best.filter(|best| self.legal().contains(best)).or(self.legal().first().copied());
        match (search.purpose, best) {
            (Purpose::Play, Some(best)) => self.play_own(best, used, search.latest.map(|info| info.score), say),
            (Purpose::Hint, Some(best)) => say(self, Reply::Hint(best)),
            (Purpose::Answer { .. }, _) => say(self, Reply::Answer { best, ponder: found.ponder }),
            (Purpose::Play | Purpose::Hint, None) | (Purpose::Analysis | Purpose::Count, _) => {}
        }
        self.answer_pings(say);
    }

    fn play_own(&mut self, best: Move, used: Duration, score: Option<Evaluation>, say: Listener) {
        let best = self.adjust.map_or(best, |adjust| adjust(self, best));
        self.timer.spend(used);
        self.score = score;
        if self.opponent_is_computer && self.draws_by_claim(best) {
            // Offered together with the move: whoever keeps the rules grants it if he sees the draw, too.
            say(self, Reply::OfferDraw);
        }
        say(self, Reply::Playing(best));
        self.play(best);
        if let Mode::Playing(_) = self.mode {
            self.announce(say);
        }
    }

    /// The move leads to a draw in a position from where the game could go on.
    fn draws_by_claim(&self, mv: Move) -> bool {
        let drawn = |game: &crate::game::Game| game.outcome().is_some_and(|outcome| outcome.winner.is_none());
        if drawn(&self.game) {
            return true;
        }
        let mut after = self.game.clone();
        after.play(mv);
        drawn(&after) && !after.legal_moves().is_empty()
    }
}

impl Ending {
    pub fn is_final(self) -> bool {
        self == Ending::Final
    }
}
