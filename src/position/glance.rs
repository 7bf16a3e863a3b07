//! Moves made for a look at what could be done then, and taken back: cheaper than playing them.
//!
//! Only what moves depend on changes: board, hands, rights, en passant squares, whose turn it is. Key, score and counters
//! stay behind, and nothing is recorded. Where moves depend on more, or do more, they have to be played.

use super::{Position, State};
use crate::definition::Side;
use crate::moves::{Action, Move};
use crate::rules::topology::Square;
use crate::rules::{Piece, Rules};

/// What puts the position back as it was.
pub(crate) struct Glance {
    side: Side,
    /// En passant squares that are left are in the key.
    key: u64,
    rights: u64,
    trail: Square,
    from: Square,
    to: Square,
    /// What left `from`, what came to `to`, and what stood there; empty if nothing.
    mover: Piece,
    placed: Piece,
    taken: Piece,
    /// What came into a hand or, with a drop, went out of it; empty if nothing.
    hand: Piece,
}

impl Position {
    /// Makes a move of one piece or a drop, for a look; `None` for others.
    #[inline(always)]
    pub(crate) fn glance(&mut self, rules: &Rules, mv: Move) -> Option<Glance> {
        let State { side: us, key, rights, trail, .. } = self.state;
        let mut glance = Glance {
            side: us,
            key,
            rights,
            trail,
            from: mv.from,
            to: mv.to,
            mover: Piece::EMPTY,
            placed: Piece::EMPTY,
            taken: Piece::EMPTY,
            hand: Piece::EMPTY,
        };
        match mv.action {
            Action::Plain | Action::Trail if mv.from != mv.to => {
                glance.mover = self.at(mv.from);
                glance.taken = self.at(mv.to);
                glance.placed = mv.placed().map_or(glance.mover, |kind| Piece::new(kind, us));
                if !glance.taken.is_empty() {
                    self.lift(rules, glance.taken, mv.to);
                    self.state.rights &= rules.rights.kept(mv.to, glance.taken);
                    if let Some(gained) = super::play::gained(rules, glance.taken, self.state.side) {
                        glance.hand = gained;
                        self.count_hand(gained, true);
                    }
                }
                self.lift(rules, glance.mover, mv.from);
                self.state.rights &= rules.rights.kept(mv.from, glance.mover);
            }
            Action::Drop => {
                let kind = mv.placed()?;
                glance.placed = Piece::new(kind, us);
                glance.hand = Piece::new(self.held_as(rules, us, kind), us);
                self.count_hand(glance.hand, false);
            }
            _ => return None,
        }
        self.set_down(rules, glance.placed, mv.to);
        self.state.trail = Square::NONE;
        if mv.action == Action::Trail {
            self.leave_trail(rules, mv.via[0]);
        }
        self.state.side = us.other();
        Some(glance)
    }

    /// Takes back the move that was looked at.
    #[inline(always)]
    pub(crate) fn put_back(&mut self, rules: &Rules, glance: Glance) {
        self.lift(rules, glance.placed, glance.to);
        if !glance.mover.is_empty() {
            self.set_down(rules, glance.mover, glance.from);
        }
        if !glance.taken.is_empty() {
            self.set_down(rules, glance.taken, glance.to);
        }
        if !glance.hand.is_empty() {
            self.count_hand(glance.hand, glance.mover.is_empty());
        }
        let Glance { side, key, rights, trail, .. } = glance;
        self.state = State { side, key, rights, trail, ..self.state };
    }
}
