//! Counting where something may enter behind pieces that move for the first time.

use super::node::{self, Node};
use super::pieces::{Counter, Sink, pieces};
use crate::position::Position;
use crate::rules::bits::{Cpu, Set};
use crate::rules::sets::{KindSets, Shift};
use crate::rules::topology::Square;
use crate::rules::{Castle, Gates, Rules};

/// Gates that are open for the side to move.
pub struct Open<const N: usize> {
    squares: Set<N>,
    /// So many kinds may enter.
    kinds: u64,
}

impl<const N: usize> Open<N> {
    pub fn of(rules: &Rules, gates: &Gates, position: &Position) -> Open<N> {
        let side = position.side_to_move();
        let kinds = gates.kinds.iter().filter(|&&kind| position.may_enter(rules, side, kind)).count() as u64;
        let mut rights = if kinds > 0 { position.rights() & gates.rights[side] } else { 0 };
        let mut squares = Set::EMPTY;
        while rights != 0 {
            squares |= Set::of(rules.rights.list[rights.trailing_zeros() as usize].square.index());
            rights &= rights - 1;
        }
        Open { squares, kinds }
    }

    /// In how many ways something enters while castling.
    pub fn castling(&self, castle: &Castle) -> u64 {
        let is_left = |square: Square| square != castle.mover_to && square != castle.partner_to;
        let open = |square: &Square| self.squares.contains(square.index()) && is_left(*square);
        self.kinds * [castle.mover, castle.partner].iter().filter(|square| open(square)).count() as u64
    }

    /// The moves of all pieces, and again for each that may enter behind them; `None` where pieces behind which something may
    /// enter promote.
    #[inline(always)]
    pub fn count<C: Cpu>(&self, node: &Node<N>, position: &Position) -> Option<u64> {
        let mut sink = Entering { all: Counter { count: 0 }, entered: 0, open: self.squares, promotes: false };
        pieces::<N, C>(node, node::board(node.tables, position), &mut sink);
        (!sink.promotes).then(|| u64::from(sink.all.count) + u64::from(sink.entered) * self.kinds)
    }
}

/// Counts moves, and those of them behind which something may enter.
struct Entering<const N: usize> {
    all: Counter,
    entered: u32,
    open: Set<N>,
    promotes: bool,
}

impl<const N: usize> Sink<N> for Entering<N> {
    #[inline(always)]
    fn piece(&mut self, kind: usize, info: &KindSets<N>, from: usize, targets: Set<N>) {
        self.all.piece(kind, info, from, targets);
        if self.open.contains(from) {
            self.promotes |= info.promoting.as_ref().is_some_and(|it| !(it.may[from] & targets).is_empty());
            self.entered += targets.count();
        }
    }

    #[inline(always)]
    fn shift(&mut self, kind: usize, info: &KindSets<N>, shift: &Shift<N>, targets: Set<N>) {
        self.all.shift(kind, info, shift, targets);
        let entered = targets & self.open.rotated(shift.distance);
        self.promotes |= !(entered & shift.may_promote).is_empty();
        self.entered += entered.count();
    }

    #[inline(always)]
    fn trail(&mut self, kind: usize, info: &KindSets<N>, from: usize, targets: Set<N>, number: u32) {
        Sink::trail(&mut self.all, kind, info, from, targets, number);
        if self.open.contains(from) {
            self.promotes |= info.promoting.as_ref().is_some_and(|it| !(it.may[from] & targets).is_empty());
            self.entered += targets.count();
        }
    }
}
