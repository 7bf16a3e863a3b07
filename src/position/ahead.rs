//! The key of the position that a move leads to, before the move is made: memory is slow, and who knows early what to ask
//! it for need not wait.

use super::Position;
use crate::hints::rarely;
use crate::moves::Move;
use crate::rules::{Piece, Rules, Zobrist};

impl Position {
    /// As nearly all moves leave it. Rights, new en passant squares and consequences elsewhere are not looked into: this is for
    /// hints.
    #[inline(always)]
    pub fn key_ahead(&self, rules: &Rules, mv: Move) -> u64 {
        let (zobrist, us) = (&rules.zobrist, self.state.side);
        let mut key = self.state.key ^ Zobrist::SIDE;
        if self.state.trail.is_some() {
            rarely();
            key ^= zobrist.trail(self.state.trail.index() as u32);
        }
        let placed = mv.placed().map(|kind| Piece::new(kind, us));
        let one_more = |piece: Piece, held: u16| zobrist.in_hand(piece, held) ^ zobrist.in_hand(piece, held + 1);
        if mv.from.is_some() && mv.to.is_some() {
            let (mover, taken) = (self.at(mv.from), self.at(mv.to));
            key ^= zobrist.on_square(mover, mv.from) ^ zobrist.on_square(placed.unwrap_or(mover), mv.to);
            if !taken.is_empty() {
                key ^= zobrist.on_square(taken, mv.to);
                if let Some(gained) = super::play::gained(rules, taken, self.state.side) {
                    key ^= one_more(gained, self.hands[gained.index()]);
                }
            }
        } else if let Some(dropped) = placed {
            key ^= zobrist.on_square(dropped, mv.to);
            if let Some(left) = self.hands[dropped.index()].checked_sub(1) {
                key ^= one_more(dropped, left);
            }
        }
        key
    }
}
