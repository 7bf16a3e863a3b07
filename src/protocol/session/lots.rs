//! The part of a session that draws lots, dice or cards: by the GUI if it can, else by itself, for its own moves only.

use super::{Listener, Mode, Reply, Session};
use crate::definition::PerSide;

/// What a GUI may draw.
#[derive(Clone, Debug)]
pub(super) struct Drawer {
    pub(super) throws: bool,
    pub(super) deals: bool,
    /// The cards of each player that it has dealt and not got back, a bit for each.
    dealt: PerSide<u128>,
}

impl Default for Drawer {
    fn default() -> Drawer {
        Drawer { throws: false, deals: false, dealt: PerSide::same(0) }
    }
}

impl Session {
    /// The GUI throws dice from now on, or doesn't.
    pub(super) fn gui_throws(&mut self, throws: bool, say: Listener) {
        self.drawer.throws = throws;
        if throws && !self.is_thinking() {
            self.await_lot(say);
        }
    }

    /// The GUI deals the cards from now on, or doesn't.
    pub(super) fn gui_deals(&mut self, deals: bool, say: Listener) {
        self.drawer.deals = deals;
        if deals && !self.is_thinking() {
            self.await_lot(say);
        }
    }

    /// For a new game all cards are in the GUI's decks.
    pub(super) fn gather_cards(&mut self) {
        self.drawer.dealt = PerSide::same(0);
    }

    /// True if the engine's move has to wait until the GUI has drawn. Who moves otherwise doesn't matter: a lot for a person
    /// is asked for, too.
    pub(super) fn await_lot(&mut self, say: Listener) -> bool {
        let Mode::Playing(own) = self.mode else { return false };
        let Some(lots) = self.game.lots() else { return false };
        if self.over || !self.game.waits_for_lot() {
            return false;
        }
        let (size, is_own) = (lots.size(), own == self.side_to_move());
        if lots.laid_aside && self.drawer.deals {
            // What was taken back, or is shuffled again, has to be in its deck.
            let back = self.drawer.dealt[self.side_to_move()] & self.game.deck();
            if back != 0 {
                let cards = (1..=size).filter(|card| back >> (card - 1) & 1 == 1).collect();
                say(self, Reply::PutBack { size, own: is_own, cards });
            }
            say(self, Reply::Deal { size, own: is_own });
            return is_own;
        }
        if !lots.laid_aside && self.drawer.throws {
            say(self, Reply::Throw(size));
            return is_own;
        }
        if is_own {
            let lot = self.lot();
            self.game.draw_by_lot(lot);
            self.changed();
            say(self, Reply::Drawn);
        }
        false
    }

    fn take_lot(&mut self, number: usize) -> bool {
        let counts = self.game.draw(number);
        if counts {
            self.changed();
        }
        counts
    }

    /// Numbers and how many faces each die has. Others than ours, and throws after the first, say nothing.
    pub(super) fn thrown(&mut self, dice: &[(usize, usize)], say: Listener) {
        let Some(lots) = self.game.lots().filter(|lots| !lots.laid_aside) else { return };
        let faces = lots.size();
        let ours = dice.iter().find(|(_, most)| *most == faces);
        if let Some(&(number, _)) = ours
            && self.take_lot(number)
        {
            self.abandon(say);
            self.wake(say);
        }
    }

    /// Cards of the deck of the player to move that have been dealt or, negative, put back. Other decks say nothing.
    pub(super) fn dealt(&mut self, size: usize, cards: &[i64], say: Listener) {
        let ours = |session: &Session| session.game.lots().is_some_and(|lots| lots.laid_aside && lots.size() == size);
        if !ours(self) {
            return;
        }
        let side = self.side_to_move();
        let (mut taken, mut useless) = (false, false);
        for &card in cards {
            let number = usize::try_from(card.unsigned_abs()).unwrap_or(usize::MAX);
            let Some(at) = number.checked_sub(1).filter(|&at| at < size) else { continue };
            if card < 0 {
                self.drawer.dealt[side] &= !(1 << at);
                continue;
            }
            let anew = self.drawer.dealt[side] >> at & 1 == 0;
            self.drawer.dealt[side] |= 1 << at;
            let counts = self.take_lot(number);
            taken |= counts;
            useless |= anew && !counts;
        }
        if taken {
            self.abandon(say);
            self.wake(say);
        } else if useless && !self.is_thinking() {
            // A card that lies aside here, after a position was set up: it isn't put back, and another is asked for.
            self.await_lot(say);
        }
    }
}
