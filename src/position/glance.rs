//! Moves made for a look at what could be done then, and taken back: cheaper than playing them.
//!
//! Only what moves depend on changes: board, hands, rights, en passant squares, whose turn it is. Key, score and counters
//! stay behind, and nothing is recorded. Where moves depend on more, or do more, they have to be played.

use super::{Position, State};
use crate::definition::Side;
use crate::moves::{Action, Move};
use crate::rules::topology::Square;
use crate::rules::zobrist::Zobrist;
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
    /// The key after a move, as far as that can be told at once: of most moves it is the right one, of rare ones not. Good enough
    /// to begin to fetch what is known about the position.
    #[inline(always)]
    pub(crate) fn key_ahead(&self, rules: &Rules, mv: Move) -> u64 {
        let (zobrist, us) = (&rules.zobrist, self.state.side);
        let mut key = self.state.key ^ Zobrist::SIDE;
        if !mv.to.is_some() {
            return key;
        }
        let held = |piece: Piece, added: bool| {
            let count = self.hands[piece.index()];
            let after = if added { count.wrapping_add(1) } else { count.wrapping_sub(1) };
            zobrist.in_hand(piece, count) ^ zobrist.in_hand(piece, after)
        };
        if mv.from.is_some() {
            let mover = self.at(mv.from);
            let placed = mv.placed().map_or(mover, |kind| Piece::new(kind, us));
            key ^= zobrist.on_square(mover, mv.from) ^ zobrist.on_square(placed, mv.to);
            let taken = self.at(mv.to);
            if !taken.is_empty() {
                key ^= zobrist.on_square(taken, mv.to);
                if let Some(gained) = self.gained(rules, taken) {
                    key ^= held(gained, true);
                }
            }
        } else if let Some(kind) = mv.placed() {
            key ^= zobrist.on_square(Piece::new(kind, us), mv.to);
            key ^= held(Piece::new(rules.kinds[kind.index()].in_hand, us), false);
        }
        if self.state.trail.is_some() {
            key ^= zobrist.trail(self.state.trail.index() as u32);
        }
        key
    }

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
                    if let Some(gained) = self.gained(rules, glance.taken) {
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
                glance.hand = Piece::new(rules.kinds[kind.index()].in_hand, us);
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
