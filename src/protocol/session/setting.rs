//! The part of a session that sets up games: variants, positions, and going back.

use super::{Listener, Mode, Reply, Session};
use crate::definition::Names;
use crate::game::Game;
use crate::notation::{self, Dialect};
use crate::rules::Rules;
use std::sync::Arc;

impl Session {
    pub(super) fn new_game(&mut self, variant: Option<String>, say: Listener) {
        self.abandon(say);
        let rules = match variant {
            Some(name) => match self.rules_for(&name) {
                Ok(rules) => rules,
                Err(why) => return say(self, Reply::Refused { why, what: name }),
            },
            None => self.rules().clone(),
        };
        self.thinker.clear();
        self.start(rules);
        if self.mode == Mode::Analysing {
            return self.wake(say);
        }
        self.mode = Mode::Playing(self.side().other());
        self.timer.max_depth = None;
        self.opponent_is_computer = false;
        self.score = None;
    }

    pub(super) fn start(&mut self, rules: Arc<Rules>) {
        self.game = Game::new(rules);
        self.over = false;
        self.changed();
    }

    /// True if the variant is set.
    pub(super) fn set_variant(&mut self, name: &str, say: Listener) -> bool {
        self.abandon(say);
        match self.rules_for(name) {
            Ok(rules) => {
                self.thinker.clear();
                self.start(rules);
                if let Mode::Playing(_) = self.mode {
                    self.mode = Mode::Playing(self.side().other());
                }
                say(self, Reply::VariantSet);
                true
            }
            Err(why) => {
                say(self, Reply::Refused { why, what: name.to_owned() });
                false
            }
        }
    }

    /// Finds and compiles a variant by its name in the protocol that is spoken, or another of its names.
    pub(super) fn rules_for(&mut self, name: &str) -> Result<Arc<Rules>, String> {
        let spoken = |names: &&Names| match self.dialect {
            Dialect::Cecp => names.cecp == name,
            Dialect::Uci | Dialect::Usi => names.uci == name,
        };
        let own = self.library.names().find(spoken).map_or(name, |names| names.name.as_str());
        if let Some(rules) = self.compiled.iter().find(|rules| rules.definition.names.name == own) {
            return Ok(rules.clone());
        }
        let definition = self.library.find(own).map_err(|error| one_line(&error.to_string()))?;
        let rules = Rules::compile(definition).map_err(|found| {
            let first = found.first().map_or("it has errors", |finding| finding.message.as_str());
            format!("the variant `{name}` cannot be played: {first}")
        })?;
        let rules = Arc::new(rules);
        self.compiled.push(rules.clone());
        Ok(rules)
    }

    pub(super) fn set_up(&mut self, fen: &str, say: Listener) {
        self.abandon(say);
        match Game::from_fen(self.rules().clone(), fen) {
            Ok(game) => {
                self.game = game;
                self.over = false;
                self.changed();
                if self.mode == Mode::Analysing {
                    self.wake(say);
                }
            }
            Err(fault) => say(self, Reply::Refused { why: fault.message, what: fen.to_owned() }),
        }
    }

    pub(super) fn position(&mut self, fen: Option<String>, moves: Vec<String>, say: Listener) {
        self.abandon(say);
        let game = match &fen {
            Some(fen) => Game::from_fen(self.rules().clone(), fen),
            None => Ok(Game::new(self.rules().clone())),
        };
        match game {
            Ok(game) => self.game = game,
            Err(fault) => {
                let what = fen.unwrap_or_default();
                return say(self, Reply::Refused { why: fault.message, what });
            }
        }
        self.over = false;
        self.changed();
        for text in moves {
            let Some(mv) = notation::find(&self.game, &text, self.dialect) else {
                let reason = self.game.why_illegal(&text);
                return say(self, Reply::Illegal { text, reason });
            };
            self.game.play(mv);
            self.changed();
        }
    }

    pub(super) fn take_back(&mut self, count: usize, say: Listener) {
        self.abandon(say);
        for _ in 0..count {
            if !self.game.undo() {
                say(self, Reply::Refused { why: "no move to take back".to_owned(), what: "undo".to_owned() });
                break;
            }
        }
        self.over = false;
        self.changed();
        if self.mode == Mode::Analysing {
            self.wake(say);
        }
    }
}

/// Several lines as one, for protocols of lines.
fn one_line(text: &str) -> String {
    text.lines().map(str::trim).collect::<Vec<_>>().join("; ")
}
