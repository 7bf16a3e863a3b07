//! The part of a session that moves a game on: the players' moves, whose turn it is, and how it ends.

use super::orders::Purpose;
use super::{Ending, Listener, Mode, Reply, Session};
use crate::game::{Game, Outcome};
use crate::moves::Move;
use crate::notation::{self, Dialect};
use crate::rules::Rules;
use crate::search::Limits;
use std::sync::Arc;
use std::time::Duration;

/// The reason why this is no legal move, if there is one that is easily said.
pub(super) fn why_illegal(game: &Game, text: &str, dialect: Dialect) -> Option<String> {
    game.why_illegal(text).or_else(|| notation::why_impossible(game, text, dialect))
}

impl Session {
    /// Plays neither side.
    pub(super) fn watch(&mut self, say: Listener) {
        self.leave_analysis();
        self.mode = Mode::Watching;
        self.abandon(say);
    }

    /// Plays the side that is to move from now on.
    pub(super) fn go(&mut self, say: Listener) {
        self.leave_analysis();
        self.mode = Mode::Playing(self.side_to_move());
        self.over = false;
        if !self.is_thinking() {
            self.abandon(say);
            self.wake(say);
        }
    }

    /// Plays the side that is not to move.
    pub(super) fn play_other(&mut self, say: Listener) {
        self.leave_analysis();
        self.mode = Mode::Playing(self.side_to_move().other());
        self.over = false;
        self.abandon(say);
        self.use_waiting(say);
    }

    /// The GUI says that the game is over.
    pub(super) fn end(&mut self, say: Listener) {
        self.mode = Mode::Watching;
        self.abandon(say);
        self.over = true;
    }

    pub(super) fn play_text(&mut self, text: &str, say: Listener) {
        let refuse = |reason: Option<String>| Reply::Illegal { text: text.to_owned(), reason };
        if self.setup.unset {
            return say(self, refuse(Some("the position that was set up before is not possible".to_owned())));
        }
        if self.mode == Mode::Playing(self.side_to_move()) && self.is_thinking() {
            return say(self, refuse(Some("it is not your turn".to_owned())));
        }
        let mut found = notation::find(&self.game, text, self.gui.dialect);
        if found.is_none() && self.is_over_unbelieved() && self.play_on() {
            found = notation::find(&self.game, text, self.gui.dialect);
        }
        match found {
            Some(mv) if self.pondering() == Some(mv) => self.hit(mv, say),
            Some(mv) => {
                self.abandon(say);
                self.play(mv);
                self.wake(say);
            }
            None => {
                let reason = match self.game.outcome().filter(|_| self.legal().is_empty()) {
                    Some(outcome) => Some(format!("the game is over: {}", outcome.reason)),
                    None => why_illegal(&self.game, text, self.gui.dialect),
                };
                say(self, refuse(reason));
            }
        }
    }

    pub(super) fn play(&mut self, mv: Move) {
        self.game.play(mv);
        self.setup.begun = None;
        self.changed();
    }

    /// What is to be done now that a position has come up: end the game, or think about it.
    pub(super) fn wake(&mut self, say: Listener) {
        if self.over && self.mode != Mode::Analysing || self.setup.unset {
            return;
        }
        match self.mode {
            Mode::Analysing => {
                if !self.legal().is_empty() {
                    self.search(Purpose::Analysis, Limits::Infinite, None);
                }
            }
            Mode::Watching => {
                // Mate, stalemate and dead positions are announced even when the engine only watches.
                if self.legal().is_empty() || self.game.is_dead() {
                    self.announce(say);
                }
            }
            Mode::Playing(side) => {
                if self.announce(say) || self.await_lot(say) || side != self.side_to_move() || self.legal().is_empty() {
                    return;
                }
                if let Some(mv) = self.draw_from_book(&[], say) {
                    return self.play_own(mv, (Duration::ZERO, Duration::ZERO), None, say);
                }
                let limits = self.timer.limits(self.own_moves());
                self.search(Purpose::Play, limits, self.timer.max_depth);
            }
        }
    }

    /// Moves that the player to move has made since the game was set up.
    pub fn own_moves(&self) -> u32 {
        let position = self.game.position();
        position.moves_made(position.side_to_move())
    }

    /// Says the result if the game is over. False if it isn't or if it goes on in spite of it.
    pub(super) fn announce(&mut self, say: Listener) -> bool {
        let Some(outcome) = self.game.outcome() else { return false };
        if !self.legal().is_empty() {
            if self.must_go_on(&outcome) {
                return false;
            }
            self.over = true;
            say(self, Reply::Over(outcome, Ending::Claim));
            return true;
        }
        if self.is_over_unbelieved() {
            // Who only watches may be the loser, whose word counts, once it is told to play.
            if self.mode == Mode::Watching {
                return false;
            }
            if self.play_on() {
                return self.announce(say);
            }
        }
        self.over = true;
        say(self, Reply::Over(outcome, Ending::Final));
        true
    }

    /// The game is won, and the other side, a program, doesn't take our word for it.
    fn is_over_unbelieved(&self) -> bool {
        let outcome = self.game.outcome().filter(|_| self.settings.opponent_is_computer && self.legal().is_empty());
        outcome.is_some_and(|outcome| !self.is_believed(&outcome))
    }

    fn is_believed(&self, outcome: &Outcome) -> bool {
        outcome.winner.is_none() || self.gui.believed.is_none_or(|believed| believed(self, outcome, Ending::Final))
    }

    /// The game is won by a rule that the other side doesn't know: it goes on without such rules. False if it can't.
    fn play_on(&mut self) -> bool {
        let mut definition = self.definition().clone();
        let before = definition.endings.len();
        definition.endings.retain(|ending| !ending.condition.ends_at_once());
        if definition.endings.len() == before {
            return false;
        }
        let Ok(rules) = Rules::compile(Arc::new(definition)) else { return false };
        let Some(game) = self.under(Arc::new(rules)).filter(|game| !game.legal_moves().is_empty()) else {
            return false;
        };
        self.setup.all_rules.get_or_insert(self.game.rules().clone());
        self.game = game;
        self.changed();
        true
    }

    /// The game that was gone on with goes back to all of its rules, as soon as they allow its moves.
    pub(super) fn take_up_all_rules(&mut self) {
        if let Some(game) = self.setup.all_rules.clone().and_then(|rules| self.under(rules)) {
            self.setup.all_rules = None;
            self.game = game;
            self.changed();
        }
    }

    /// The same moves under other rules, if they are legal there.
    fn under(&self, rules: Arc<Rules>) -> Option<Game> {
        let mut game = Game::from_fen(rules, self.game.start_fen()).ok()?;
        for &mv in self.game.moves() {
            let text = notation::show(game.rules(), game.position(), mv, self.gui.dialect);
            let mv = notation::find(&game, &text, self.gui.dialect)?;
            game.play(mv);
        }
        Some(game)
    }

    /// Against a program, a draw or a win that needs a claim is not claimed: a referee who counts differently would
    /// call it false. One's own loss always is.
    fn must_go_on(&self, outcome: &Outcome) -> bool {
        let lost = matches!((self.mode, outcome.winner), (Mode::Playing(own), Some(winner)) if winner != own);
        self.settings.opponent_is_computer && !lost
    }
}
