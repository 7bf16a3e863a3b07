//! What pieces may do: the targets of each, or of several at once, told to a sink that lists or counts.

use super::node::Node;
use crate::definition::Side;
use crate::movegen::listing;
use crate::movegen::walk::End;
use crate::moves::{Action, Move, MoveList};
use crate::position::Position;
use crate::rules::Rules;
use crate::rules::bits::{Board, Cpu, Set};
use crate::rules::sets::{KindSets, Moves, Shift, along};
use crate::rules::step::{EMPTY, ENEMY};
use crate::rules::topology::Square;

/// What is done with the targets of a piece.
pub trait Sink<const N: usize> {
    /// Targets of a piece that matter: no others need be told, but they may be.
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
        for to in targets & promotes {
            self.promote(kind, origin, to, self.arrival(to));
        }
    }

    #[inline(always)]
    fn shift(&mut self, kind: usize, _: &KindSets<N>, shift: &Shift<N>, targets: Set<N>) {
        let promotes = shift.may_promote;
        let targets = if self.quiet_too { targets } else { targets & (self.enemy | promotes) };
        let origin = |to: usize| Square::from_index(shift.origin(to));
        let plain = targets & !promotes;
        let moves = plain.into_iter().map(|to| Move::plain(origin(to), Square::from_index(to)));
        match &shift.trails {
            None => self.list.append(plain.count() as usize, moves),
            Some(trails) => moves.for_each(|mv| self.list.push(leaving(mv, u32::from(trails[mv.to.index()])))),
        }
        for to in targets & promotes {
            let end = shift.trails.as_ref().map_or(self.arrival(to), |trails| End::Trail(u32::from(trails[to])));
            self.promote(kind, origin(to), to, end);
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
            self.promote(kind, origin, to, End::Trail(number));
        }
    }
}

impl<const N: usize> Lister<'_, N> {
    fn arrival(&self, to: usize) -> End {
        End::On(if self.enemy.contains(to) { ENEMY } else { EMPTY })
    }

    fn promote(&mut self, kind: usize, from: Square, to: usize, end: End) {
        let mover = &self.rules.sides[self.side].movers[kind];
        listing::push_special(self.rules, self.position, mover, from, (Square::from_index(to), end, &[]), self.list);
    }
}

/// A move that leaves en passant squares.
fn leaving(mv: Move, number: u32) -> Move {
    mv.with(Action::Trail, [Square::from_index(number as usize), Square::NONE])
}

/// The moves of all pieces whose moves are wholly in the tables, castling and en passant apart.
#[inline(always)]
pub fn pieces<const N: usize, C: Cpu>(node: &Node<N>, board: Board<N>, sink: &mut impl Sink<N>) {
    for (kind, info) in node.own_tables.kinds.iter().enumerate() {
        let of_kind = board.set(info.code);
        if of_kind.is_empty() || !info.whole {
            continue;
        }
        let (moves, sight, data) = (&*info.moves, &node.sight, &node.tables.data);
        if info.royal {
            for from in of_kind {
                let mut safe = Set::EMPTY;
                for to in moves.targets::<C>(data, from, sight) & sink.wanted(kind, info, from) {
                    // Whether a doubtful square is safe is found out afterwards.
                    if node.doubtful.contains(to) || node.is_safe_for_royal::<C>(board, from, to) {
                        safe |= Set::of(to);
                    }
                }
                sink.piece(kind, info, from, safe);
            }
            continue;
        }
        let mut singly = of_kind;
        if let Some(shifts) = &info.shifts
            && node.suspicious.is_empty()
            && 2 * of_kind.count() as usize > shifts.len()
        {
            let together = of_kind & !node.special;
            singly = of_kind & node.special;
            for shift in shifts {
                let targets = node.shifted(together, shift) & node.allowed;
                sink.shift(kind, info, shift, targets);
            }
        }
        let easy = if node.suspicious.is_empty() { singly & !node.special } else { Set::EMPTY };
        match moves {
            Moves::Leaps(leaps) => {
                let allowed = node.allowed & !sight.own;
                for from in easy {
                    sink.piece(kind, info, from, leaps[from] & allowed);
                }
            }
            // Without a loop over the lines for the usual numbers of them.
            Moves::Lines { leaps, count: 2, components } => {
                let components = components.as_chunks::<2>().0;
                for from in easy {
                    let targets = along::<N, C>(data, leaps[from], &components[from], sight) & node.allowed;
                    sink.piece(kind, info, from, targets);
                }
            }
            Moves::Lines { leaps, count: 4, components } => {
                let components = components.as_chunks::<4>().0;
                for from in easy {
                    let targets = along::<N, C>(data, leaps[from], &components[from], sight) & node.allowed;
                    sink.piece(kind, info, from, targets);
                }
            }
            Moves::Lines { leaps, count, components } => {
                for from in easy {
                    let own = &components[from * count..][..*count];
                    sink.piece(kind, info, from, along::<N, C>(data, leaps[from], own, sight) & node.allowed);
                }
            }
            Moves::Mixed { .. } => {
                for from in easy {
                    sink.piece(kind, info, from, moves.targets::<C>(data, from, sight) & node.allowed);
                    for component in moves.trails(from) {
                        let targets = component.reached::<C>(data, sight.occupied) & !sight.own & node.allowed;
                        sink.trail(kind, info, from, targets, u32::from(component.trail - 1));
                    }
                }
            }
        }
        for from in singly & !easy {
            let allowed = node.allowed_from(from);
            let targets = node.keep_tested::<C>(board, from, moves.targets::<C>(data, from, sight) & allowed);
            sink.piece(kind, info, from, targets);
            for component in moves.trails(from) {
                let targets = component.reached::<C>(data, sight.occupied) & !sight.own & allowed;
                sink.trail(
                    kind,
                    info,
                    from,
                    node.keep_tested::<C>(board, from, targets),
                    u32::from(component.trail - 1),
                );
            }
        }
    }
}
