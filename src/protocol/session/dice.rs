//! The part of a session that has dice thrown: by the GUI if it can, else by itself, for its own moves only.

use super::{Listener, Mode, Reply, Session};

impl Session {
    /// The GUI throws from now on, or doesn't.
    pub(super) fn gui_throws(&mut self, throws: bool, say: Listener) {
        self.gui_throws = throws;
        if throws && !self.is_thinking() {
            self.await_throw(say);
        }
    }

    /// True if the engine's move has to wait until the GUI has thrown. Who moves otherwise doesn't matter: a throw for a person
    /// is asked for, too.
    pub(super) fn await_throw(&mut self, say: Listener) -> bool {
        let Mode::Playing(own) = self.mode else { return false };
        if self.over || !self.game.waits_for_die() {
            return false;
        }
        if self.gui_throws {
            say(self, Reply::Throw(self.game.die().len()));
            return own == self.side_to_move();
        }
        if own == self.side_to_move() {
            let number = self.lot() % self.game.die().len().max(1) as u64;
            self.take_throw(number as usize + 1);
            self.game.thrown().into_iter().for_each(|kind| say(self, Reply::Thrown(kind)));
        }
        false
    }

    fn take_throw(&mut self, number: usize) -> bool {
        let counts = self.game.throw(number);
        if counts {
            self.changed();
        }
        counts
    }

    /// Numbers and how many faces each die has. Others than ours, and throws after the first, say nothing.
    pub(super) fn thrown(&mut self, dice: &[(usize, usize)], say: Listener) {
        let faces = self.game.die().len();
        let ours = dice.iter().find(|(_, most)| *most == faces);
        if let Some(&(number, _)) = ours
            && self.take_throw(number)
        {
            self.abandon(say);
            self.wake(say);
        }
    }
}
