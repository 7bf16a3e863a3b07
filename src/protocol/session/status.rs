//! The part of a session that says what is going on: whether something is being thought about, how far that is, and that all
//! that was asked is done.

use super::orders::Purpose;
use super::{Command, Listener, Progress, Reply, Session};
use crate::game::Game;
use crate::notation::Dialect;
use crate::search::Pace;
use std::collections::VecDeque;
use std::time::Duration;

/// Who waits until something is done.
#[derive(Default)]
pub(super) struct Waiting {
    /// Pings that wait for the move.
    pings: Vec<String>,
    /// So many have asked whether everything is prepared.
    unready: usize,
    /// Positions that it is still to be said of what is remembered.
    pub(super) recalls: VecDeque<Game>,
}

impl Session {
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
            || !self.waiting.pings.is_empty()
            || self.waiting.unready > 0
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
        self.setup.unset
    }

    /// Sequences of moves are being counted.
    pub fn is_counting(&self) -> bool {
        self.search.as_ref().is_some_and(|search| search.purpose == Purpose::Count)
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
            None if self.setup.unset => 0,
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
    pub(super) fn thought_since(&self, started: Duration) -> Duration {
        let now = self.clock.now();
        let rested = self.paused.map_or(Duration::ZERO, |since| now.saturating_sub(since.max(started)));
        now.saturating_sub(started + rested)
    }

    /// What is said to be used: time since the question or, as CECP has it where that isn't what counts, the processor's.
    pub(super) fn told_time(&self, started: Duration, of_processor: Duration) -> Duration {
        let by_processor = self.settings.pace != Pace::Wall && self.gui.dialect == Dialect::Cecp;
        if by_processor { of_processor } else { self.thought_since(started) }
    }

    /// Answered when no move is being thought about.
    pub(super) fn ping(&mut self, token: String, say: Listener) {
        let prepares = self.search.is_none() && self.thinker.is_preparing();
        // In the order in which they were asked.
        if !self.waiting.pings.is_empty() || self.is_busy() || prepares {
            return self.waiting.pings.push(token);
        }
        say(self, Reply::Pong(token));
    }

    /// Answered at once while something is being thought about, else when everything is prepared for that.
    pub(super) fn ready(&mut self, say: Listener) {
        if self.search.is_none() && self.thinker.is_preparing() {
            self.waiting.unready += 1;
        } else {
            say(self, Reply::Pong(String::new()));
        }
    }

    /// Everything is prepared, whatever is thought about since.
    pub(super) fn answer_ready(&mut self, say: Listener) {
        (0..std::mem::take(&mut self.waiting.unready)).for_each(|_| say(self, Reply::Pong(String::new())));
    }

    /// Ends everything. Scripts say `isready` and `quit` in one breath: who waits for what is being prepared is answered.
    pub(super) fn take_leave(&mut self, say: Listener) {
        self.abandon(say);
        let unready = std::iter::repeat_n(String::new(), std::mem::take(&mut self.waiting.unready));
        for token in std::mem::take(&mut self.waiting.pings).into_iter().chain(unready) {
            say(self, Reply::Pong(token));
        }
    }

    pub(super) fn answer_pings(&mut self, say: Listener) {
        if self.thinker.is_preparing() {
            return;
        }
        for token in std::mem::take(&mut self.waiting.pings) {
            say(self, Reply::Pong(token));
        }
    }
}
