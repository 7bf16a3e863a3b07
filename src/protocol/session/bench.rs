//! The part of a session that measures the search.

use super::orders::Purpose;
use super::{Listener, Reply, Session, Wanted};
use crate::bench;
use crate::protocol::thinker::Task;

impl Session {
    /// Searches the positions of the bench, whatever is being played.
    pub(super) fn bench(&mut self, depth: u8, say: Listener) {
        self.abandon(say);
        match bench::games(&self.library) {
            Ok(games) => self.order(Purpose::Bench, self.game.clone(), Task::Bench { games, depth }),
            Err(why) => say(self, Reply::Refused { why, what: Wanted::Command("bench".to_owned()) }),
        }
    }

    pub(super) fn benched(&mut self, nodes: u64, say: Listener) {
        let time = self.progress().time;
        self.search = None;
        say(self, Reply::Benched { nodes, time });
    }
}
