//! The part of a session that starts searches and makes use of what they say.

use super::words::Request;
use super::{Command, Ending, Listener, Mode, Progress, Reply, Session};
use crate::game::Game;
use crate::moves::Move;
use crate::notation::{self, Dialect};
use crate::protocol::thinker::{self, Job, Task};
use crate::search::{Aside, Evaluation, Found, Info, Limits, Pace, Proof, Question, Statistics};
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
    /// Thinking on the opponent's time, as if this move had been made.
    Ponder(Move),
    /// Looking for the move that the opponent will probably make, to think on from there.
    Guess,
    /// Counting moves.
    Count,
    Prove,
    Bench,
    /// Asking what is known of a position.
    Recall,
}

impl Purpose {
    pub(super) fn is_on_opponents_time(self) -> bool {
        matches!(self, Purpose::Ponder(_) | Purpose::Guess)
    }
}

/// A search under way.
pub(super) struct Search {
    pub(super) number: u64,
    pub(super) purpose: Purpose,
    /// Since when it has been thinking, as it is told.
    pub(super) begun: Duration,
    /// Since when its time counts: after a ponder hit later than `begun`.
    pub(super) started: Duration,
    /// What it has said last of the best line; how many nodes that took, of any.
    latest: Option<Info>,
    /// The result, kept until somebody asks for it.
    pub(super) held: Option<Found>,
    /// What limits it once the move that a GUI lets it ponder on has been made.
    pub(super) after_hit: Option<Limits>,
    /// The move to be named is for a game.
    pub(super) in_game: bool,
    /// Where the position is that is asked about.
    pub(super) about: Option<Game>,
    /// Somebody has asked for the result, which will come at once.
    stopping: bool,
    /// Somebody wants to know what it finds best so far, and it has found nothing yet.
    owes_hint: bool,
}

/// For a hint to somebody who is thinking himself.
pub(super) const HINT: Limits = Limits::Brief { nodes: 50_000, most: Duration::from_secs(1) };

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
                    // Whatever is thought about since.
                    (0..std::mem::take(&mut self.unready)).for_each(|_| say(self, Reply::Pong(String::new())));
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

    /// A move is being thought about that will be played or named.
    pub fn is_thinking(&self) -> bool {
        let wanted =
            |purpose| matches!(purpose, Purpose::Play | Purpose::Prove | Purpose::Answer { open_ended: false });
        self.search.as_ref().is_some_and(|search| wanted(search.purpose))
    }

    /// Something is being thought about, counted or asked.
    pub fn is_searching(&self) -> bool {
        self.search.is_some()
    }

    /// An answer has been asked for that will come without more being said.
    pub fn is_stopping(&self) -> bool {
        self.search.as_ref().is_some_and(|search| search.stopping)
    }

    /// Something is being done that comes before the answer to a ping.
    pub(super) fn is_busy(&self) -> bool {
        let hinting = self.search.as_ref().is_some_and(|search| search.purpose == Purpose::Hint);
        hinting || self.is_thinking() || self.is_counting()
    }

    /// Something has been asked that is not answered yet.
    pub fn owes(&self) -> bool {
        self.is_thinking()
            || self.is_counting()
            || self.is_recalling()
            || self.is_stopping()
            || !self.pings.is_empty()
            || self.unready > 0
    }

    /// True for commands that put an end to a search whose move is still to be named.
    pub fn must_answer_before(&self, command: &Command) -> bool {
        let asked = self
            .search
            .as_ref()
            .is_some_and(|search| matches!(search.purpose, Purpose::Answer { .. } | Purpose::Prove));
        let ends = matches!(
            command,
            Command::New(_)
                | Command::Variant(_)
                | Command::Position { .. }
                | Command::Think(_)
                | Command::Ended
                | Command::Prove(_)
                | Command::Perft(_)
                | Command::Bench(_)
        );
        asked && ends
    }

    /// The position that was set up last is not possible: there is none until another one comes.
    pub fn is_unset(&self) -> bool {
        self.unset
    }

    /// Sequences of moves are being counted.
    pub fn is_counting(&self) -> bool {
        self.search.as_ref().is_some_and(|search| search.purpose == Purpose::Count)
    }

    fn is_current(&self, number: u64) -> bool {
        self.search.as_ref().is_some_and(|search| search.number == number)
    }

    pub(super) fn search(&mut self, purpose: Purpose, limits: Limits, max_depth: Option<u8>) {
        let mut question = Box::new(self.question(purpose, limits));
        question.depth = max_depth;
        if purpose == Purpose::Analysis && !self.excluded.is_empty() && question.among.is_empty() {
            return;
        }
        self.order(purpose, self.game.clone(), Task::Search { question, pondering: false });
    }

    pub(super) fn question(&self, purpose: Purpose, limits: Limits) -> Question {
        let mut question = Question::from(limits.with_overhead(self.overhead));
        question.asides = self.asides;
        if matches!(purpose, Purpose::Play | Purpose::Ponder(_) | Purpose::Answer { .. }) {
            question.strength = self.strength;
            question.contempt = self.contempt;
            question.pace = self.pace;
        }
        match purpose {
            Purpose::Analysis | Purpose::Answer { .. } => {
                question.lines = self.lines;
                question.given = self.given.clone();
                if !self.excluded.is_empty() {
                    let included = self.legal().iter().filter(|mv| !self.excluded.contains(mv));
                    question.among = included.copied().collect();
                }
            }
            Purpose::Play | Purpose::Ponder(_) => {
                if let (Purpose::Play, Some(can_say)) = (purpose, self.can_say) {
                    let sayable: Vec<Move> = self.legal().iter().copied().filter(|&mv| can_say(self, mv)).collect();
                    if sayable.len() < self.legal().len() {
                        question.among = sayable;
                    }
                }
            }
            Purpose::Hint | Purpose::Guess | Purpose::Count | Purpose::Prove | Purpose::Bench | Purpose::Recall => {}
        }
        question
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

    pub(super) fn count(&mut self, depth: u32, say: Listener) {
        self.abandon(say);
        self.order(Purpose::Count, self.game.clone(), Task::Count(depth));
    }

    pub(super) fn prove(&mut self, limits: Limits, say: Listener) {
        self.abandon(say);
        if self.unset || self.legal().is_empty() {
            return say(self, Reply::Proved(Proof::NoMate));
        }
        self.order(Purpose::Prove, self.game.clone(), Task::Prove(limits));
    }

    pub(super) fn order(&mut self, purpose: Purpose, game: Game, task: Task) {
        let number = self.begin_search(purpose);
        self.thinker.start(Job { number, game, task });
    }

    fn begin_search(&mut self, purpose: Purpose) -> u64 {
        self.searches += 1;
        let number = self.searches;
        let now = self.clock.now();
        self.search = Some(Search {
            number,
            purpose,
            begun: now,
            started: now,
            latest: None,
            held: None,
            after_hit: None,
            in_game: false,
            about: None,
            stopping: false,
            owes_hint: false,
        });
        number
    }

    /// Ends thinking without a result.
    pub(super) fn abandon(&mut self, say: Listener) {
        self.to_recall.clear();
        if self.search.take().is_some() {
            self.thinker.abandon();
        }
        self.answer_pings(say);
    }

    /// Ends everything. Scripts say `isready` and `quit` in one breath: who waits for what is being prepared is answered.
    pub(super) fn take_leave(&mut self, say: Listener) {
        self.abandon(say);
        let unready = std::iter::repeat_n(String::new(), std::mem::take(&mut self.unready));
        for token in std::mem::take(&mut self.pings).into_iter().chain(unready) {
            say(self, Reply::Pong(token));
        }
    }

    fn answer_pings(&mut self, say: Listener) {
        if self.thinker.is_preparing() {
            return;
        }
        for token in std::mem::take(&mut self.pings) {
            say(self, Reply::Pong(token));
        }
    }

    pub(super) fn think_once(&mut self, request: Request, say: Listener) {
        let Request { limits, forever, max_depth, max_nodes, among, pondering, in_game, by_book, mate } = request;
        self.abandon(say);
        let open_ended = pondering || forever;
        if self.unset || self.legal().is_empty() {
            if !open_ended || !self.answers_when_asked {
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
        let listed = among.iter().filter_map(|text| notation::find(&self.game, text, self.dialect));
        question.among.extend(listed);
        // Who wants several lines wants to know what they are worth.
        if by_book
            && !open_ended
            && self.lines == 1
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
        if self.unset {
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

    pub(super) fn progress(&self) -> Progress {
        let latest = self.search.as_ref().and_then(|search| search.latest.as_ref());
        let at_root = self.search.as_ref().map(|_| self.thinker.at_root());
        let moves = match self.pondering() {
            Some(expected) => {
                let mut game = self.game.clone();
                game.play(expected);
                game.legal_moves().len()
            }
            None if self.unset => 0,
            None => self.legal().len(),
        };
        Progress {
            time: self.search.as_ref().map_or(Duration::ZERO, |search| self.thought_since(search.begun)),
            nodes: latest.map_or(0, |info| info.nodes).max(if self.search.is_some() {
                self.thinker.nodes()
            } else {
                0
            }),
            // Of the iteration that is under way, once one is.
            depth: at_root.as_ref().map_or(0, |root| root.depth).max(latest.map_or(0, |info| info.depth)),
            moves,
            left: at_root.as_ref().map_or(0, |root| root.left),
            current: at_root
                .and_then(|root| root.current)
                .filter(|mv| self.pondering().is_none() && self.legal().contains(mv)),
            score: latest.map(|info| info.score),
        }
    }

    /// Time without the pause that there may be now.
    fn thought_since(&self, started: Duration) -> Duration {
        let now = self.clock.now();
        let rested = self.paused.map_or(Duration::ZERO, |since| now.saturating_sub(since.max(started)));
        now.saturating_sub(started + rested)
    }

    /// What is said to be used: time since the question or, as CECP has it where that isn't what counts, the processor's.
    fn told_time(&self, started: Duration, of_processor: Duration) -> Duration {
        let by_processor = self.pace != Pace::Wall && self.dialect == Dialect::Cecp;
        if by_processor { of_processor } else { self.thought_since(started) }
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
        let thought = if self.pace == Pace::Wall { found.used.min(used) } else { used };
        // A search always names a legal move; if it should not, any will do better than none.
        let best = found.best.filter(|best| self.legal().contains(best)).or(self.legal().first().copied());
        if let (Purpose::Answer { .. }, true, Some(latest)) = (search.purpose, self.asides.statistics, &search.latest)
            && found.statistics.nodes > latest.nodes
        {
            let time = self.told_time(search.begun, found.statistics.time);
            say(self, Reply::Aside(Aside::Statistics(Statistics { time, ..found.statistics })));
        }
        let ponder = found.ponder.filter(|_| best.is_some_and(|best| self.ends_turn(best)));
        match (search.purpose, best) {
            (Purpose::Play, Some(best)) => {
                self.play_own(best, (used, thought), search.latest.map(|info| info.score), say);
                if let (true, Mode::Playing(_), Some(mv)) = (self.ponders && !self.over, self.mode, ponder)
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
        let best = self.adjust.map_or(best, |adjust| adjust(self, best));
        self.timer.spend(used, thought, self.own_moves());
        self.score = score;
        if !self.answer_offer(say) && self.resigns() {
            self.over = true;
            return say(self, Reply::Resign);
        }
        if self.opponent_is_computer && self.draws_by_claim(best) {
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
