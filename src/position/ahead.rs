//! The key of the position that a move leads to, before the move is made: memory is slow, and who knows early what to ask
//! it for need not wait.

use super::Position;
use crate::moves::Move;
use crate::rules::{Piece, Rules, Zobrist};

impl Position {
    /// As nearly all moves leave it. Rights, new en passant squares and consequences elsewhere are not looked into: this is for
    /// hints.
    #[inline(always)]
    pub(crate) fn key_ahead(&self, rules: &Rules, mv: Move) -> u64 {
        let (zobrist, us) = (&rules.zobrist, self.state.side);
        let mut key = self.state.key ^ Zobrist::SIDE;
        if self.state.trail.is_some() {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::definition::Library;
    use crate::movegen;
    use crate::moves::{Action, MoveList};

    /// Asks before each move of a random game of every variant. Where nothing but the move itself changes the position, the
    /// key must be the one that comes about.
    #[test]
    fn plain_moves_lead_where_they_are_expected_to() {
        let mut random = fastrand::Rng::with_seed(11);
        let (library, mut plain, mut all) = (Library::shipped(), 0, 0);
        for name in library.names().map(|names| &names.name) {
            let definition = library.find(name).expect("shipped variants are sound");
            if definition.topology.cells() > 144 {
                continue;
            }
            let rules = Rules::compile(definition).unwrap_or_else(|found| panic!("{name}: {found:?}"));
            let (mut position, mut moves) = (Position::start(&rules), MoveList::new());
            for _ in 0..30 {
                moves.clear();
                movegen::legal(&rules, &mut position, &mut moves);
                if moves.is_empty() {
                    break;
                }
                let mv = moves[random.usize(..moves.len())];
                let (expected, rights) = (position.key_ahead(&rules, mv), position.state.rights);
                // The last piece of an endless hand stays there.
                let least = 1 + u16::from(rules.definition.hands.as_ref().is_some_and(|hands| hands.endless));
                let held = mv.placed().is_none_or(|kind| position.hand(position.side_to_move(), kind) >= least);
                let is_plain = match mv.action {
                    Action::Plain => mv.from != mv.to,
                    Action::Drop => held,
                    _ => false,
                };
                position.play(&rules, mv);
                all += 1;
                if is_plain && rules.shortcuts.moves_are_plain && position.state.rights == rights {
                    assert_eq!(expected, position.key(), "{name}: {mv:?}");
                    plain += 1;
                }
            }
        }
        assert!(2 * plain > all && plain > 2000, "{plain} of {all} moves are plain");
    }
}
