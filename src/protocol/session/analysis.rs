//! The part of a session that shapes an analysis: moves left out, positions whose value is given.

use super::{Listener, Mode, Reply, Session, Wanted};
use crate::definition::Side;
use crate::game::Game;
use crate::notation;
use crate::search::Given;

impl Session {
    /// Leaves a move of this position out of the analysis or takes it in again; without one, all.
    pub(super) fn exclude(&mut self, text: Option<&str>, exclude: bool, say: Listener) {
        match text {
            None => self.excluded = if exclude { self.legal().to_vec() } else { Vec::new() },
            Some(text) => {
                let Some(mv) = notation::find(&self.game, text, self.dialect) else {
                    let word = if exclude { "exclude" } else { "include" };
                    let why = self.game.why_illegal(text).unwrap_or_else(|| "not a legal move here".to_owned());
                    return say(self, Reply::Refused { why, what: Wanted::Command(format!("{word} {text}")) });
                };
                self.excluded.retain(|other| *other != mv);
                if exclude {
                    self.excluded.push(mv);
                }
            }
        }
        self.analyse_anew(say);
    }

    /// A position anywhere has this score for the first player; `None` takes it back.
    pub(super) fn give_value(&mut self, fen: String, score: Option<i32>, say: Listener) {
        let game = match Game::from_fen(self.rules().clone(), &fen) {
            Ok(game) => game,
            Err(fault) => return say(self, Reply::Refused { why: fault.message, what: Wanted::Command(fen) }),
        };
        let (key, side) = (game.position().key(), game.position().side_to_move());
        match score {
            Some(score) => {
                let score = if side == Side::First { score } else { score.saturating_neg() };
                self.given.insert(key, Given { score, depth: i32::MAX })
            }
            None => self.given.remove(&key),
        };
        self.analyse_anew(say);
    }

    /// What was left out of an analysis counts again when it ends.
    pub(super) fn leave_analysis(&mut self) {
        if self.mode == Mode::Analysing {
            self.excluded.clear();
        }
    }

    pub(super) fn analyse_anew(&mut self, say: Listener) {
        if self.mode == Mode::Analysing {
            self.abandon(say);
            self.wake(say);
        }
    }
}
