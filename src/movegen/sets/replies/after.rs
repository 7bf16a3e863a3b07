//! The replies to one move: what is different from the replies to none.

use super::{Outlook, Royal};
use crate::definition::Side;
use crate::moves::{Action, Move};
use crate::rules::Piece;
use crate::rules::bits::{Code, Cpu, Set};
use crate::rules::sets::{Record, Sight};
use crate::rules::topology::Square;

/// What comes to a square and what leaves one; nothing leaves with a drop.
struct Change<const N: usize> {
    from: Option<(usize, Code)>,
    to: usize,
    arrives: Code,
    squares: Set<N>,
}

impl<const N: usize> Outlook<'_, N> {
    /// The number of replies to a move, if these counts can tell.
    #[inline(always)]
    pub fn after<C: Cpu>(&self, mv: Move) -> Option<u32> {
        let change = self.change(mv)?;
        let (node, to) = (self.node, Set::of(change.to));
        if !(change.squares & self.touchy).is_empty() || self.checks_or_castles(&change) {
            return None;
        }
        let taken = node.sight.own & to;
        let captures = !taken.is_empty();
        if captures && !self.keeps_rights(mv.to) {
            return None;
        }
        let (own, enemy) = (node.sight.own & !to, (node.sight.enemy & !change.squares) | to);
        let sight = Sight { own, enemy, occupied: own | enemy };
        let mut count = self.count;
        let at = |table: &[[u64; 64]; N], square: usize| table[square / 64 % N][square % 64];
        let mut watching = at(&self.watching, change.to);
        if let Some((from, _)) = change.from {
            watching |= at(&self.watching, from);
        }
        if captures {
            let gone = at(&self.standing, change.to);
            watching &= !gone;
            count -= self.men.get(gone.trailing_zeros() as usize)?.count;
        }
        while watching != 0 {
            let man = &self.men[watching.trailing_zeros() as usize];
            watching &= watching - 1;
            count = count + self.moves_of::<C>(man, &sight) - man.count;
        }
        if let Some(royal) = &self.royal
            && self.moves_royal(royal, &change)
        {
            let liners = node.liners & !change.squares;
            count = count + self.royal_moves::<C>(royal, &sight, liners, Some((change.arrives, to))) - royal.count;
        }
        for form in &self.drops {
            if !(form.mating & !sight.occupied).is_empty() || captures && form.is_filed && self.is_of(form.kind, taken)
            {
                return None;
            }
            count = count + (form.squares & !sight.occupied).count() - (form.squares & !node.sight.occupied).count();
        }
        Some(count)
    }

    #[inline(always)]
    fn change(&self, mv: Move) -> Option<Change<N>> {
        let (position, side) = (self.position, self.position.side_to_move());
        let to = mv.to.index();
        let code = |piece: Piece| Code::new(piece.index());
        let placed = mv.placed().map(|kind| code(Piece::new(kind, side)));
        match mv.action {
            Action::Trail if self.may_be_caught(mv.via[0], side.other()) => None,
            Action::Plain | Action::Trail if mv.from != mv.to => {
                let mover = code(position.at(mv.from));
                let from = mv.from.index();
                // Elsewhere a royal of ours may be mated by other drops.
                if self.drops.iter().any(|form| form.no_mate) && position.royals(side).contains(&mv.from) {
                    return None;
                }
                let squares = Set::of(from) | Set::of(to);
                Some(Change { from: Some((from, mover)), to, arrives: placed.unwrap_or(mover), squares })
            }
            Action::Drop => Some(Change { from: None, to, arrives: placed?, squares: Set::of(to) }),
            _ => None,
        }
    }

    /// True if one of theirs stands where it might capture on a trail, if nothing is in its way.
    #[inline(always)]
    fn may_be_caught(&self, trail: Square, them: Side) -> bool {
        let catchers = &self.rules.catchers;
        let near =
            |(code, from): &(usize, Box<[u64]>)| !(self.board.set(Code::new(*code)) & Set::starting(from)).is_empty();
        catchers.of(trail, them).iter().any(near) || !catchers.everywhere(them).is_empty()
    }

    /// True if a move might give check or pin, or matter to castling.
    #[inline(always)]
    fn checks_or_castles(&self, change: &Change<N>) -> bool {
        let attackers = &self.node.own_tables.attackers;
        let (to, kind) = (change.to, change.arrives.kind());
        let here = &self.here;
        if here.attacks(kind, to) {
            return true;
        }
        if let Some(royal) = &self.royal
            && here.lines.contains(to)
            && attackers.is_line_piece(change.arrives)
        {
            for (class, at) in attackers.lines(royal.from) {
                if at.from.contains(to) && class.contains(change.arrives) {
                    let record = attackers.record(at, to);
                    let between = (record.path & self.node.sight.occupied).count();
                    if record.needs == Record::<N>::INTRICATE || between.abs_diff(record.needs) <= 2 {
                        return true;
                    }
                }
            }
        }
        if self.castles_by(change.arrives, to) {
            return true;
        }
        match change.from {
            Some((from, mover)) => self.castles_by(mover, from),
            None => false,
        }
    }

    /// True if a piece there might keep theirs from castling. Who castles is no obstacle any more: lines are not looked at
    /// more closely.
    #[inline(always)]
    fn castles_by(&self, piece: Code, at: usize) -> bool {
        let passed = &self.passed;
        let is_line_piece = || self.node.own_tables.attackers.is_line_piece(piece);
        passed.attacks(piece.kind(), at) || passed.lines.contains(at) && is_line_piece()
    }

    /// True if the safety of a royal's targets, or which these are, may be different.
    #[inline(always)]
    fn moves_royal(&self, royal: &Royal<N>, change: &Change<N>) -> bool {
        let there = &self.there;
        if !(change.squares & (royal.watched | there.delicate)).is_empty()
            || there.attacks(change.arrives.kind(), change.to)
        {
            return true;
        }
        let Some((from, mover)) = change.from else { return false };
        // It may have been its own obstacle.
        there.attacks(mover.kind(), from) || there.crossed.contains(from) && there.lines.contains(change.to)
    }

    /// True if castling remains possible after a capture on a square if it was before.
    #[inline(always)]
    fn keeps_rights(&self, to: Square) -> bool {
        self.castling & !self.rules.rights.kept(to, self.position.at(to)) == 0
    }

    #[inline(always)]
    fn is_of(&self, kind: usize, square: Set<N>) -> bool {
        !(self.board.set(self.node.own_tables.kinds[kind].code) & square).is_empty()
    }
}
