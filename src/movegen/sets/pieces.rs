//! What pieces may do: the targets of each, or of several at once, told to a sink that lists or counts.

use super::node::Node;
use crate::definition::{Kind, Side};
use crate::hints::rarely;
use crate::movegen::listing;
use crate::movegen::walk::End;
use crate::moves::{Action, Move, MoveList};
use crate::position::Position;
use crate::rules::Rules;
use crate::rules::bits::{Board, Cpu, Set};
use crate::rules::sets::{KindSets, Shift};
use crate::rules::step::{EMPTY, ENEMY};
use crate::rules::topology::Square;

/// What is done with the targets of a piece.
pub trait Sink<const N: usize> {
    /// A hint: of these pieces of a kind others may be left out. To tell of them does no harm.
    #[inline(always)]
    fn among(&self, _: usize, pieces: Set<N>) -> Set<N> {
        pieces
    }
    /// A hint: targets outside this set may be left out. To tell them does no harm.
    #[inline(always)]
    fn wanted(&self, _: usize, _: &KindSets<N>, _: usize) -> Set<N> {
        Set::FULL
    }
    fn piece(&mut self, kind: usize, info: &KindSets<N>, from: usize, targets: Set<N>);
    /// Targets of several pieces of a kind, all in the same way.
    fn shift(&mut self, kind: usize, info: &KindSets<N>, shift: &Shift<N>, targets: Set<N>);
    /// Targets that leave en passant squares.
    fn trail(&mut self, kind: usize, info: &KindSets<N>, from: usize, targets: Set<N>, number: u32);
}

pub struct Counter {
    pub count: u32,
}

impl<const N: usize> Sink<N> for Counter {
    #[inline(always)]
    fn piece(&mut self, _: usize, info: &KindSets<N>, from: usize, targets: Set<N>) {
        self.count += targets.count();
        if let Some(promoting) = &info.promoting {
            self.count += (targets & promoting.multiple[from]).count() * promoting.extra;
        }
    }

    #[inline(always)]
    fn shift(&mut self, _: usize, info: &KindSets<N>, shift: &Shift<N>, targets: Set<N>) {
        self.count += targets.count();
        if let Some(promoting) = &info.promoting {
            self.count += (targets & shift.multiple).count() * promoting.extra;
        }
    }

    #[inline(always)]
    fn trail(&mut self, kind: usize, info: &KindSets<N>, from: usize, targets: Set<N>, _: u32) {
        self.piece(kind, info, from, targets);
    }
}

pub struct Lister<'a, const N: usize> {
    pub rules: &'a Rules,
    pub position: &'a Position,
    pub side: Side,
    pub list: &'a mut MoveList,
    pub enemy: Set<N>,
    pub quiet_too: bool,
}

impl<const N: usize> Sink<N> for Lister<'_, N> {
    #[inline(always)]
    fn wanted(&self, _: usize, info: &KindSets<N>, from: usize) -> Set<N> {
        let promotes = || info.promoting.as_ref().map_or(Set::EMPTY, |promoting| promoting.may[from]);
        if self.quiet_too { Set::FULL } else { self.enemy | promotes() }
    }

    #[inline(always)]
    fn piece(&mut self, kind: usize, info: &KindSets<N>, from: usize, targets: Set<N>) {
        let promotes = info.promoting.as_ref().map_or(Set::EMPTY, |promoting| promoting.may[from]);
        let targets = if self.quiet_too { targets } else { targets & (self.enemy | promotes) };
        if targets.is_empty() {
            return;
        }
        let origin = Square::from_index(from);
        let plain = targets & !promotes;
        let moves = plain.into_iter().map(|to| Move::plain(origin, Square::from_index(to)));
        self.list.append(plain.count() as usize, moves);
        if let Some(promoting) = &info.promoting {
            self.promote((kind, promoting.sole), (targets & promotes, promoting.multiple[from]), |_| origin);
        }
    }

    #[inline(always)]
    fn shift(&mut self, kind: usize, info: &KindSets<N>, shift: &Shift<N>, targets: Set<N>) {
        let promotes = shift.may_promote;
        let targets = if self.quiet_too { targets } else { targets & (self.enemy | promotes) };
        let origin = |to: usize| Square::from_index(shift.origin(to));
        let plain = targets & !promotes;
        let moves = plain.into_iter().map(|to| Move::plain(origin(to), Square::from_index(to)));
        match &shift.trails {
            None => self.list.append(plain.count() as usize, moves),
            Some(trails) => {
                rarely();
                moves.for_each(|mv| self.list.push(leaving(mv, u32::from(trails[mv.to.index()]))));
                for to in targets & promotes {
                    self.promote_one(kind, origin(to), to, End::Trail(u32::from(trails[to])));
                }
                return;
            }
        }
        if let Some(promoting) = &info.promoting {
            self.promote((kind, promoting.sole), (targets & promotes, shift.multiple), origin);
        }
    }

    #[inline(always)]
    fn trail(&mut self, kind: usize, info: &KindSets<N>, from: usize, targets: Set<N>, number: u32) {
        let promotes = info.promoting.as_ref().map_or(Set::EMPTY, |promoting| promoting.may[from]);
        let origin = Square::from_index(from);
        if self.quiet_too {
            for to in targets & !promotes {
                self.list.push(leaving(Move::plain(origin, Square::from_index(to)), number));
            }
        }
        // It may also go there and stay what it is.
        for to in targets & promotes {
            self.promote_one(kind, origin, to, End::Trail(number));
        }
    }
}

impl<const N: usize> Lister<'_, N> {
    fn arrival(&self, to: usize) -> End {
        End::On(if self.enemy.contains(to) { ENEMY } else { EMPTY })
    }

    /// Lists moves that may promote; to some there are several.
    #[inline(always)]
    fn promote(
        &mut self,
        (kind, sole): (usize, Option<Kind>),
        (targets, multiple): (Set<N>, Set<N>),
        origin: impl Fn(usize) -> Square,
    ) {
        let Some(form) = sole.filter(|_| self.rules.effects.is_empty()) else {
            rarely();
            for to in targets {
                self.promote_one(kind, origin(to), to, self.arrival(to));
            }
            return;
        };
        for to in targets {
            let mv = Move::plain(origin(to), Square::from_index(to));
            self.list.push(mv.placing(form));
            if multiple.contains(to) {
                self.list.push(mv);
            }
        }
    }

    fn promote_one(&mut self, kind: usize, from: Square, to: usize, end: End) {
        let mover = &self.rules.sides[self.side].movers[kind];
        listing::push_special(self.rules, self.position, mover, from, (Square::from_index(to), end, &[]), self.list);
    }
}

/// A move that leaves en passant squares.
fn leaving(mv: Move, number: u32) -> Move {
    mv.with(Action::Trail, [Square::from_index(number as usize), Square::NONE])
}

/// The moves of all pieces whose moves are wholly in the tables, castling and en passant apart.
///
/// Every piece takes the same way to the sink, which is compiled into this function once: what it takes to list moves would
/// otherwise fill the processor's memory for code.
#[inline(always)]
pub fn pieces<const N: usize, C: Cpu>(node: &Node<N>, board: Board<N>, sink: &mut impl Sink<N>) {
    let (sight, data, calm) = (&node.sight, &node.tables.data, node.suspicious.is_empty());
    for kind in node.kinds {
        let info = &node.own_tables.kinds[kind];
        let of_kind = sink.among(kind, board.set(info.code));
        if of_kind.is_empty() || !info.whole {
            continue;
        }
        let moves = &*info.moves;
        // Royals go where none of them is attacked then, whatever path they stand on.
        let special = if info.royal { Set::EMPTY } else { of_kind & node.special };
        let mut singly = of_kind & !special;
        if let Some(shifts) = &info.shifts
            && calm
            && !info.royal
            && 2 * of_kind.count() as usize > shifts.len()
        {
            for shift in shifts {
                let targets = node.shifted(singly, shift) & node.allowed;
                sink.shift(kind, info, shift, targets);
            }
            singly = Set::EMPTY;
        }
        let mut waiting = special;
        let mut may_go = if info.royal { Set::FULL } else { node.allowed };
        loop {
            if singly.is_empty() {
                if waiting.is_empty() {
                    break;
                }
                let next = waiting.lowest();
                singly = Set::of(next);
                waiting = waiting.without_lowest();
                may_go = node.allowed_from(next);
            }
            let from = singly.lowest();
            singly = singly.without_lowest();
            let mut targets = moves.targets::<C>(data, from, sight) & may_go;
            if info.royal {
                targets = node.keep_safe_for_royal::<C>(board, from, targets & sink.wanted(kind, info, from));
            } else if !calm {
                rarely();
                targets = node.keep_tested::<C>(board, from, targets);
            }
            sink.piece(kind, info, from, targets);
            if info.royal {
                continue;
            }
            for component in moves.trails(from) {
                let mut targets = component.reached::<C>(data, sight.occupied) & !sight.own & may_go;
                if !calm {
                    rarely();
                    targets = node.keep_tested::<C>(board, from, targets);
                }
                sink.trail(kind, info, from, targets, u32::from(component.trail - 1));
            }
        }
    }
}
