//! The part of a session that thinks on the opponent's time, and makes use of it when the expected move comes.

use super::orders::{HINT, Purpose};
use super::playing::why_illegal;
use super::words::Request;
use super::{Listener, Mode, Reply, Session};
use crate::moves::Move;
use crate::notation;
use crate::protocol::thinker::Task;
use crate::search::Limits;

impl Session {
    /// Thinks on as if the opponent had made this move.
    pub(super) fn ponder(&mut self, mv: Move) {
        let mut game = self.game.clone();
        game.play(mv);
        // What will be thrown then is not known.
        if game.outcome().is_some() || game.legal_moves().is_empty() || game.lots().is_some() {
            return;
        }
        // The opponent's turn may take more than this move.
        if matches!(self.mode, Mode::Playing(side) if side != game.position().side_to_move()) {
            return;
        }
        let mut question = Box::new(self.question(Purpose::Ponder(mv), Limits::Infinite));
        question.depth = self.timer.max_depth;
        self.order(Purpose::Ponder(mv), game, Task::Search { question, pondering: true });
    }

    /// Begins to think on the opponent's time, if the engine does that and it is time for it.
    pub(super) fn use_waiting(&mut self, say: Listener) {
        let waits = matches!(self.mode, Mode::Playing(side) if side != self.side_to_move());
        if self.settings.ponders
            && waits
            && self.search.is_none()
            && !self.over
            && !self.setup.unset
            && self.paused.is_none()
        {
            self.ponder_on(None, say);
        }
    }

    /// The opponent's time is used, or no longer. Before the first move nobody waits yet.
    pub(super) fn use_opponents_time(&mut self, on: bool, say: Listener) {
        self.settings.ponders = on;
        if !on && self.search.as_ref().is_some_and(|search| search.purpose.is_on_opponents_time()) {
            self.abandon(say);
        }
        if !self.game.moves().is_empty() {
            self.use_waiting(say);
        }
    }

    /// Begins anew what is thought without an end, with threads or memory as they are set now.
    pub(super) fn think_anew(&mut self, say: Listener) {
        match self.pondering() {
            Some(mv) if matches!(self.mode, Mode::Playing(_)) => {
                self.abandon(say);
                self.ponder(mv);
            }
            _ => self.analyse_anew(say),
        }
    }

    /// The move that is thought on, if the engine uses the opponent's time.
    pub fn pondering(&self) -> Option<Move> {
        match self.search.as_ref()?.purpose {
            Purpose::Ponder(mv) => Some(mv),
            _ => None,
        }
    }

    /// The expected move has been made: what has been thought so far counts.
    pub(super) fn hit(&mut self, mv: Move, say: Listener) {
        self.play(mv);
        if self.announce(say) {
            return self.abandon(say);
        }
        let limits = self.timer.limits(self.own_moves());
        let now = self.clock.now();
        let Some(search) = &mut self.search else { return };
        search.purpose = Purpose::Play;
        search.started = now;
        self.go_on(limits, say);
    }

    /// Thinks on as if the opponent had made this move; if nobody names one, the one that is expected, or a guess.
    pub(super) fn ponder_on(&mut self, text: Option<&str>, say: Listener) {
        self.abandon(say);
        let named = text.and_then(|text| notation::find(&self.game, text, self.gui.dialect));
        if let (Some(text), None) = (text, named) {
            let reason = why_illegal(&self.game, text, self.gui.dialect);
            return say(self, Reply::Illegal { text: text.to_owned(), reason });
        }
        match named.or(self.expected.filter(|mv| self.legal().contains(mv))) {
            Some(mv) => self.ponder_aloud(mv, say),
            None if self.legal().is_empty() => {}
            None => self.search(Purpose::Guess, HINT, None),
        }
    }

    pub(super) fn ponder_aloud(&mut self, mv: Move, say: Listener) {
        self.ponder(mv);
        if self.pondering().is_some() {
            say(self, Reply::Pondering(mv));
        }
    }

    /// The opponent has made this move. If it is the one that was pondered on, the search goes on under these limits.
    pub(super) fn continue_after(&mut self, text: &str, request: Request, say: Listener) {
        let Some(mv) = notation::find(&self.game, text, self.gui.dialect) else {
            self.abandon(say);
            let reason = why_illegal(&self.game, text, self.gui.dialect);
            return say(self, Reply::Illegal { text: text.to_owned(), reason });
        };
        let goes_on = self.pondering() == Some(mv) && request.among.is_empty() && !request.is_bounded();
        if !goes_on {
            self.abandon(say);
            self.play(mv);
            return self.think_once(request, say);
        }
        self.play(mv);
        let now = self.clock.now();
        let Some(search) = &mut self.search else { return };
        search.purpose = Purpose::Answer { open_ended: request.forever };
        (search.started, search.in_game) = (now, request.in_game);
        self.go_on(request.limits, say);
    }

    /// The search goes on under its limits; if it is through already, it is answered.
    pub(super) fn ponder_hit(&mut self, say: Listener) {
        let now = self.clock.now();
        let Some(search) = &mut self.search else { return };
        let Some(limits) = search.after_hit.take() else { return };
        search.purpose = Purpose::Answer { open_ended: limits == Limits::Infinite };
        search.started = now;
        self.go_on(limits, say);
    }

    /// What was pondered counts: it goes on under these limits, or is answered if it is through already.
    fn go_on(&mut self, limits: Limits, say: Listener) {
        let Some(search) = &mut self.search else { return };
        match (search.number, search.held.take()) {
            (number, Some(found)) => self.done(number, found, say),
            (_, None) => self.thinker.hit(limits.with_overhead(self.settings.overhead)),
        }
    }
}
