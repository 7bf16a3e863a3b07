//! The part of a session that orders searches: what each is for, and with what it is asked.

use super::{Listener, Reply, Session};
use crate::game::Game;
use crate::moves::Move;
use crate::protocol::thinker::{Job, Task};
use crate::search::{Found, Info, Limits, Proof, Question};
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
    pub(super) latest: Option<Info>,
    /// The result, kept until somebody asks for it.
    pub(super) held: Option<Found>,
    /// What limits it once the move that a GUI lets it ponder on has been made.
    pub(super) after_hit: Option<Limits>,
    /// The move to be named is for a game.
    pub(super) in_game: bool,
    /// Where the position is that is asked about.
    pub(super) about: Option<Game>,
    /// Somebody has asked for the result, which will come at once.
    pub(super) stopping: bool,
    /// Somebody wants to know what it finds best so far, and it has found nothing yet.
    pub(super) owes_hint: bool,
}

/// For a hint to somebody who is thinking himself.
pub(super) const HINT: Limits = Limits::Brief { nodes: 50_000, most: Duration::from_secs(1) };

impl Session {
    pub(super) fn search(&mut self, purpose: Purpose, limits: Limits, max_depth: Option<u8>) {
        let mut question = Box::new(self.question(purpose, limits));
        question.depth = max_depth;
        if purpose == Purpose::Analysis && !self.analysis.excluded.is_empty() && question.among.is_empty() {
            return;
        }
        self.order(purpose, self.game.clone(), Task::Search { question, pondering: false });
    }

    pub(super) fn question(&self, purpose: Purpose, limits: Limits) -> Question {
        let mut question = Question::from(limits.with_overhead(self.settings.overhead));
        question.asides = self.settings.asides;
        if matches!(purpose, Purpose::Play | Purpose::Ponder(_) | Purpose::Answer { .. }) {
            question.strength = self.settings.strength;
            question.contempt = self.settings.contempt;
            question.pace = self.settings.pace;
        }
        match purpose {
            Purpose::Analysis | Purpose::Answer { .. } => {
                question.lines = self.settings.lines();
                question.given = self.analysis.given.clone();
                if !self.analysis.excluded.is_empty() {
                    let included = self.legal().iter().filter(|mv| !self.analysis.excluded.contains(mv));
                    question.among = included.copied().collect();
                }
            }
            Purpose::Play | Purpose::Ponder(_) => {
                if let (Purpose::Play, Some(can_say)) = (purpose, self.gui.can_say) {
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

    pub(super) fn count(&mut self, depth: u32, say: Listener) {
        self.abandon(say);
        self.order(Purpose::Count, self.game.clone(), Task::Count(depth));
    }

    pub(super) fn prove(&mut self, limits: Limits, say: Listener) {
        self.abandon(say);
        if self.setup.unset || self.legal().is_empty() {
            return say(self, Reply::Proved(Proof::NoMate));
        }
        self.order(Purpose::Prove, self.game.clone(), Task::Prove(limits));
    }

    pub(super) fn order(&mut self, purpose: Purpose, game: Game, task: Task) {
        let number = self.begin_search(purpose);
        self.thinker.start(Job { number, game, task });
    }

    pub(super) fn begin_search(&mut self, purpose: Purpose) -> u64 {
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
}
