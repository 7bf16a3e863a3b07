//! The replies to one move: what is different from the replies to none.

use super::Outlook;
use crate::definition::Kind;
use crate::moves::{Action, Move};
use crate::rules::Piece;
use crate::rules::bits::{Code, Cpu, Set};
use crate::rules::sets::{Enemies, Record, Sight};
use crate::rules::topology::Square;

/// What moves have in common that begin on the same square and bring the same piece somewhere.
pub struct Leaving<const N: usize> {
    from: Square,
    becomes: Option<Kind>,
    /// It stands for no move yet.
    is_blank: bool,
    /// The piece when it arrives.
    arrives: Code,
    is_line_piece: bool,
    /// The square it leaves; empty with a drop.
    left: Set<N>,
    /// Where its arrival is more than these counts can tell.
    touchy: Set<N>,
    /// Where its arrival may matter to the royal's moves.
    royal: Set<N>,
    /// Where its arrival may matter to castling.
    castles: Set<N>,
    /// The moves there are once it has left; the royal's and castling are counted as they were before.
    count: u32,
    /// A bit for each man that was counted again for that.
    asked: u64,
    /// Where its arrival would change what those men can do.
    watched: Set<N>,
}

impl<const N: usize> Default for Leaving<N> {
    fn default() -> Leaving<N> {
        Leaving {
            from: Square::NONE,
            becomes: None,
            is_blank: true,
            arrives: Code::new(0),
            is_line_piece: false,
            left: Set::EMPTY,
            touchy: Set::FULL,
            royal: Set::FULL,
            castles: Set::FULL,
            count: 0,
            asked: 0,
            watched: Set::FULL,
        }
    }
}

impl<const N: usize> Leaving<N> {
    #[inline(always)]
    pub fn is_of(&self, mv: Move) -> bool {
        !self.is_blank && mv.from == self.from && mv.placed() == self.becomes
    }
}

impl<const N: usize> Outlook<'_, N> {
    #[inline(always)]
    pub fn leaving<C: Cpu>(&self, mv: Move) -> Leaving<N> {
        let (position, node, side) = (self.position, self.node, self.position.side_to_move());
        let attackers = &node.own_tables.attackers;
        let (from, becomes) = (mv.from, mv.placed());
        let mover = if from.is_some() { position.at(from) } else { Piece::EMPTY };
        let arrives = Code::new(becomes.map_or(mover, |kind| Piece::new(kind, side)).index());
        let (kind, is_line_piece) = (arrives.kind(), attackers.is_line_piece(arrives));
        let Outlook { here, there, passed, .. } = self;
        // Who castles is no obstacle any more: lines to where it does are not looked at more closely.
        let passed_lines = if is_line_piece { passed.lines } else { Set::EMPTY };
        let mut leaving = Leaving {
            from,
            becomes,
            is_blank: false,
            arrives,
            is_line_piece,
            left: Set::EMPTY,
            touchy: self.touchy | here.direct(kind),
            castles: self.castle_path | passed.direct(kind) | passed_lines,
            royal: there.delicate() | there.direct(kind),
            count: self.count,
            asked: 0,
            watched: Set::EMPTY,
        };
        if let Some(royal) = &self.royal {
            leaving.royal |= royal.watched;
        }
        if !from.is_some() {
            return leaving;
        }
        let (at, code) = (from.index(), Code::new(mover.index()));
        leaving.left = Set::of(at);
        // Elsewhere a royal of ours may be mated by other drops.
        let is_mated = self.may_not_mate && position.royals(side).contains(&from);
        if is_mated || self.touchy.contains(at) {
            leaving.touchy = Set::FULL;
            return leaving;
        }
        let lines = if attackers.is_line_piece(code) { passed.lines } else { Set::EMPTY };
        if (self.castle_path | passed.direct(code.kind()) | lines).contains(at) {
            leaving.castles = Set::FULL;
        }
        if (leaving.royal | there.direct(code.kind())).contains(at) {
            leaving.royal = Set::FULL;
        } else if there.crossed.contains(at) {
            // It may have been its own obstacle.
            leaving.royal |= there.lines;
        }
        leaving.asked = self.watching[at / 64 % N][at % 64];
        let enemy = node.sight.enemy & !leaving.left;
        let sight = Sight { own: node.sight.own, enemy, occupied: node.sight.own | enemy };
        let mut asked = leaving.asked;
        while asked != 0 {
            let man = &self.men[asked.trailing_zeros() as usize];
            asked &= asked - 1;
            let (count, watched) = self.moves_of::<C>(man, &sight);
            leaving.count = leaving.count + count - man.count;
            leaving.watched |= watched;
        }
        leaving
    }

    /// The number of replies to a move, if these counts can tell.
    #[inline(always)]
    pub fn after<C: Cpu>(&self, leaving: &Leaving<N>, mv: Move) -> Option<u32> {
        let (node, at) = (self.node, mv.to.index());
        let to = Set::of(at);
        let is_plain = match mv.action {
            Action::Plain => mv.from != mv.to,
            Action::Trail => mv.from != mv.to && !self.may_be_caught(mv.via[0]),
            Action::Drop => true,
            _ => false,
        };
        if !is_plain || leaving.touchy.contains(at) || leaving.is_line_piece && self.may_pin(leaving.arrives, at) {
            return None;
        }
        let captures = node.sight.own.contains(at);
        let (own, enemy) = (node.sight.own & !to, (node.sight.enemy & !leaving.left) | to);
        let sight = Sight { own, enemy, occupied: own | enemy };
        let mut again = self.watching[at / 64 % N][at % 64];
        let mut count = leaving.count;
        let gone = if captures { self.standing[at / 64 % N][at % 64] } else { 0 };
        if leaving.watched.contains(at) || gone & leaving.asked != 0 {
            count = self.count;
            again |= leaving.asked;
        } else {
            again &= !leaving.asked;
        }
        if captures {
            if !self.keeps_rights(mv.to) {
                return None;
            }
            again &= !gone;
            count -= self.men.get(gone.trailing_zeros() as usize)?.count;
        }
        while again != 0 {
            let man = &self.men[again.trailing_zeros() as usize];
            again &= again - 1;
            count = count + self.moves_of::<C>(man, &sight).0 - man.count;
        }
        let there = node.sight.enemy & !leaving.left;
        let enemies = Enemies { there, liners: node.liners & there, arrived: Some((leaving.arrives, to)) };
        if let Some(royal) = &self.royal
            && leaving.royal.contains(at)
        {
            count = count + self.royal_moves::<C>(royal, &sight, &enemies) - royal.count;
        }
        if !self.castles.is_empty() && leaving.castles.contains(at) {
            count = count + self.castle_moves::<C>(sight.occupied, &enemies) - self.castle_count;
        }
        for form in &self.drops {
            let is_fuller = captures && form.is_filed && self.is_of(form.kind, to);
            if !(form.mating & !sight.occupied).is_empty() || is_fuller {
                return None;
            }
            count = count + (form.squares & !sight.occupied).count() - (form.squares & !node.sight.occupied).count();
        }
        Some(count)
    }

    /// True if one of theirs stands where it might capture on a trail, if nothing is in its way.
    #[inline(always)]
    fn may_be_caught(&self, trail: Square) -> bool {
        let (catchers, them) = (&self.rules.catchers, self.position.side_to_move().other());
        // A loop, not a closure: that may be compiled apart, for a lesser processor.
        for (code, from) in catchers.of(trail, them) {
            if !(self.board.set(Code::new(*code)) & Set::starting(from)).is_empty() {
                return true;
            }
        }
        !catchers.everywhere(them).is_empty()
    }

    /// True if a piece of ours would attack their royal from there with one or two pieces more or less between.
    #[inline(always)]
    fn may_pin(&self, piece: Code, from: usize) -> bool {
        let Some(royal) = self.royal.as_ref().filter(|_| self.here.lines.contains(from)) else { return false };
        let attackers = &self.node.own_tables.attackers;
        for (class, at) in attackers.lines(royal.from) {
            if at.from.contains(from) && class.contains(piece) {
                let record = attackers.record(at, from);
                let between = (record.path & self.node.sight.occupied).count();
                if record.needs == Record::<N>::INTRICATE || between.abs_diff(record.needs) <= 2 {
                    return true;
                }
            }
        }
        false
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
