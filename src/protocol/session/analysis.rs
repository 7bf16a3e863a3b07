//! The part of a session that shapes an analysis: moves left out, positions whose value is given.

use super::{Listener, Mode, Reply, Session, Wanted};
use crate::definition::Side;
use crate::game::Game;
use crate::moves::Move;
use crate::notation;
use crate::search::Given;
use hashbrown::HashMap;

/// What is said of positions that are analysed.
#[derive(Default)]
pub(super) struct Analysis {
    /// Moves of the present position that are left out.
    pub(super) excluded: Vec<Move>,
    /// What positions are said to be worth.
    pub(super) given: HashMap<u64, Given>,
}

impl Session {
    pub(super) fn analyse(&mut self, say: Listener) {
        self.mode = Mode::Analysing;
        self.abandon(say);
        self.take_up_all_rules();
        self.wake(say);
    }

    /// Leaves a move of this position out of the analysis or takes it in again; without one, all.
    pub(super) fn exclude(&mut self, text: Option<&str>, exclude: bool, say: Listener) {
        match text {
            None => self.analysis.excluded = if exclude { self.legal().to_vec() } else { Vec::new() },
            Some(text) => {
                let Some(mv) = notation::find(&self.game, text, self.gui.dialect) else {
                    let word = if exclude { "exclude" } else { "include" };
                    let why = self.game.why_illegal(text).unwrap_or_else(|| "not a legal move here".to_owned());
                    return say(self, Reply::Refused { why, what: Wanted::Command(format!("{word} {text}")) });
                };
                self.analysis.excluded.retain(|other| *other != mv);
                if exclude {
                    self.analysis.excluded.push(mv);
                }
            }
        }
        self.analyse_anew(say);
    }

    /// The present position is worth this.
    pub(super) fn give_score(&mut self, given: Given, say: Listener) {
        self.analysis.given.insert(self.game.position().key(), given);
        self.analyse_anew(say);
    }

    /// No position has a given score any more.
    pub(super) fn forget_values(&mut self, say: Listener) {
        self.analysis.given.clear();
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
                self.analysis.given.insert(key, Given { score, depth: i32::MAX })
            }
            None => self.analysis.given.remove(&key),
        };
        self.analyse_anew(say);
    }

    /// What was left out of an analysis counts again when it ends.
    pub(super) fn leave_analysis(&mut self) {
        if self.mode == Mode::Analysing {
            self.analysis.excluded.clear();
        }
    }

    pub(super) fn analyse_anew(&mut self, say: Listener) {
        if self.mode == Mode::Analysing {
            self.abandon(say);
            self.wake(say);
        }
    }
}
