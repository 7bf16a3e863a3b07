//! The part of a session that tells what it remembers of a position.

use super::orders::Purpose;
use super::setup::follow;
use super::{Listener, Reply, Session, Wanted};
use crate::game::Game;
use crate::notation;
use crate::protocol::thinker::Task;
use crate::search::Memory;

impl Session {
    /// Asks the thinker, if it isn't busy with anything but such questions, which are answered in turn.
    pub(super) fn recall(&mut self, fen: Option<String>, moves: Vec<String>, say: Listener) {
        let game = self.begin(fen).and_then(|mut game| follow(&mut game, &moves, self.gui.dialect).map(|()| game));
        match game {
            Err(reply) => {
                say(self, reply);
                say(self, Reply::Recalled(None, None));
            }
            Ok(game) if self.is_recalling() => self.waiting.recalls.push_back(game),
            Ok(_) if self.search.is_some() => {
                let why = "this can be asked while nothing is thought about".to_owned();
                say(self, Reply::Refused { why, what: Wanted::Command(String::new()) });
                say(self, Reply::Recalled(None, None));
            }
            Ok(game) => self.ask(game),
        }
    }

    fn ask(&mut self, game: Game) {
        self.order(Purpose::Recall, game.clone(), Task::Recall);
        self.search.iter_mut().for_each(|search| search.about = Some(game.clone()));
    }

    pub(super) fn recalled(&mut self, memory: Option<Memory>, say: Listener) {
        let about = self.search.take().and_then(|search| search.about);
        let best = about.zip(memory.and_then(|memory| memory.best));
        let best = best.map(|(game, mv)| notation::show(game.rules(), game.position(), mv, self.gui.dialect));
        say(self, Reply::Recalled(memory, best));
        if let Some(game) = self.waiting.recalls.pop_front() {
            self.ask(game);
        }
    }

    pub(super) fn is_recalling(&self) -> bool {
        self.search.as_ref().is_some_and(|search| search.purpose == Purpose::Recall)
    }
}
