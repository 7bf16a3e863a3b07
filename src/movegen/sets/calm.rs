//! Moves that give no check, where checks are illegal.
//!
//! One look from the enemy's royal tells it of nearly all moves: from which squares each kind would attack it, and which
//! pieces stand between it and a line.

use super::checks::{attacked_by_others, gives_check_on, in_check_on};
use super::node;
use super::pieces::Sink;
use crate::movegen;
use crate::moves::{Action, Move, MoveList};
use crate::position::Position;
use crate::rules::Rules;
use crate::rules::bits::{Board, Cpu, Set};
use crate::rules::sets::{Attackers, Class, KindSets, Record, Shift, Tables};
use crate::rules::topology::Square;
use arrayvec::ArrayVec;
use std::marker::PhantomData;

/// With more kinds each move is judged by itself.
const MOST_KINDS: usize = 64;

/// What a royal of the enemy would notice.
pub struct Calm<const N: usize> {
    /// By kind: from where it would be attacked.
    direct: ArrayVec<Set<N>, MOST_KINDS>,
    /// What leaves one of these squares may open a line to it.
    pub opening: Set<N>,
    /// What arrives on one of these squares may complete a line to it.
    closing: Set<N>,
    /// A bit for each kind that attacks along lines.
    liners: u64,
    /// Squares from which some kind attacks along a line. What moves from one of `crossed` to one of these may have been its own
    /// obstacle.
    pub lines: Set<N>,
    /// Squares that such a line passes.
    pub crossed: Set<N>,
}

impl<const N: usize> Calm<N> {
    /// Looks from the enemy's royal, having noticed nothing before. `None` if tables don't tell, or too much is different.
    #[inline(always)]
    pub fn look<C: Cpu>(&mut self, rules: &Rules, tables: &Tables<N>, position: &Position) -> Option<()> {
        let side = position.side_to_move();
        let (threatened, board) = (&tables.sides[side.other()], node::board(tables, position));
        let attackers = &threatened.attackers;
        let &[royal] = position.royals(side.other()) else { return None };
        if !rules.effects.is_empty() {
            return None;
        }
        // Pieces that the tables don't know attack it no more than before while nothing changes that they look at.
        let looked_at = if attackers.is_complete() {
            Set::EMPTY
        } else if rules.attacks_by_sight() {
            attackers.asked(board, Set::of(royal.index()))?
        } else if attackers.doubtful(board).is_empty() {
            Set::EMPTY
        } else {
            return None;
        };
        if !looked_at.is_empty() && attacked_by_others(rules, attackers, (position, side.other()), royal) {
            return None;
        }
        self.begin(rules)?;
        // Where royals may be left in check, or a turn goes on after a check, one may be so already, and any move that changes nothing
        // about it counts.
        let may_be_checked = !rules.royals.are_safe || rules.definition.turns.is_some();
        if may_be_checked && in_check_on::<N, C>(rules, tables, position, side.other()) != Some(false) {
            return None;
        }
        self.opening = looked_at;
        self.closing = looked_at;
        // What they do where they come to is looked at each time.
        attackers.each_beyond(royal.index(), |kind, from| {
            self.direct[kind] = if rules.attacks_by_sight() { from } else { Set::FULL };
        });
        let occupied = board.side(0) | board.side(1);
        self.note::<C>(tables, (attackers, board), Set::of(royal.index()), occupied);
        Some(())
    }

    /// Nothing is noticed yet, nor room made for kinds.
    pub const fn new() -> Calm<N> {
        Calm {
            direct: ArrayVec::new_const(),
            opening: Set::EMPTY,
            closing: Set::EMPTY,
            liners: 0,
            lines: Set::EMPTY,
            crossed: Set::EMPTY,
        }
    }

    /// Makes room; what is noted there would take long to be moved. `None` with too many kinds.
    #[inline(always)]
    fn begin(&mut self, rules: &Rules) -> Option<()> {
        if rules.kinds.len() > MOST_KINDS {
            return None;
        }
        for _ in 0..rules.kinds.len() {
            self.direct.push(Set::EMPTY);
        }
        Some(())
    }

    /// Nothing is noticed yet. `None` with too many kinds.
    #[inline(always)]
    pub fn of(rules: &Rules) -> Option<Calm<N>> {
        let mut calm = Calm::new();
        calm.begin(rules)?;
        Some(calm)
    }

    /// What would be noticed on any of some squares, while so much is occupied.
    #[inline(always)]
    pub fn note<C: Cpu>(
        &mut self,
        tables: &Tables<N>,
        (attackers, board): (&Attackers<N>, Board<N>),
        squares: Set<N>,
        occupied: Set<N>,
    ) {
        for square in squares {
            for (class, from) in attackers.leaps(square) {
                self.notice(class, from);
            }
            for (class, at) in attackers.lines(square) {
                let reached = attackers.reached_from::<C>(&tables.data, at, occupied);
                self.notice(class, reached);
                class.each_kind(|kind| self.liners |= 1 << kind);
                for origin in at.from & class.pieces(board) {
                    let record = attackers.record(at, origin);
                    let (path, needs) = (record.path, record.needs);
                    let between = (path & occupied).count();
                    let either = needs == Record::<N>::INTRICATE || between == needs;
                    if either || between == needs + 1 {
                        self.opening |= path;
                    }
                    if either || between + 1 == needs {
                        self.closing |= path;
                    }
                }
            }
            let zone = attackers.zone(square);
            self.lines |= zone.lines;
            self.crossed |= zone.crossed;
        }
    }

    /// Kinds of a class attack from these squares.
    #[inline(always)]
    fn notice(&mut self, class: &Class, from: Set<N>) {
        class.each_kind(|kind| self.direct[kind] |= from);
    }

    /// Where a change may open or complete an attack.
    #[inline(always)]
    pub fn delicate(&self) -> Set<N> {
        self.opening | self.closing
    }

    /// Where a kind may be noticed that comes from where nothing depends on it.
    #[inline(always)]
    pub fn touched(&self, kind: usize) -> Set<N> {
        self.direct[kind] | self.closing
    }

    /// From where a kind may be noticed elsewhere, too.
    #[inline(always)]
    pub fn stirring(&self, kind: usize) -> Set<N> {
        if self.is_liner(kind) { self.opening | self.crossed } else { self.opening }
    }

    #[inline(always)]
    fn is_liner(&self, kind: usize) -> bool {
        self.liners >> kind & 1 == 1
    }

    /// Where a piece may go, or be dropped if it comes from nowhere, that surely gives no check.
    #[inline(always)]
    pub fn clear(&self, kind: usize, from: Option<usize>) -> Set<N> {
        let clear = !self.touched(kind);
        match from {
            Some(from) if self.opening.contains(from) => Set::EMPTY,
            // It may have been its own obstacle.
            Some(from) if self.is_liner(kind) && self.crossed.contains(from) => clear & !self.lines,
            _ => clear,
        }
    }

    /// From where a kind attacks one of theirs, or would.
    #[inline(always)]
    pub fn direct(&self, kind: usize) -> Set<N> {
        self.direct[kind]
    }

    /// True for a move that surely gives no check.
    #[inline(always)]
    fn is_clear(&self, position: &Position, mv: Move) -> bool {
        if !matches!(mv.action, Action::Plain | Action::Trail | Action::Drop) {
            return false;
        }
        let kind = match mv.placed() {
            Some(kind) => kind,
            None => position.at(mv.from).kind(),
        };
        let from = if mv.is_drop() { None } else { Some(mv.from.index()) };
        self.clear(kind.index(), from).contains(mv.to.index())
    }
}

/// Tells of each move whether it gives check.
#[inline(always)]
pub fn which_check_on<const N: usize, C: Cpu>(
    rules: &Rules,
    tables: &Tables<N>,
    position: &mut Position,
    moves: &[Move],
    checks: &mut Vec<bool>,
) -> Option<()> {
    let mut calm = Calm::new();
    calm.look::<C>(rules, tables, position)?;
    for &mv in moves {
        checks.push(!calm.is_clear(position, mv) && movegen::gives_check(rules, position, mv));
    }
    Some(())
}

/// Removes the moves from place `start` on that give check.
#[inline(always)]
pub fn keep_calm_on<const N: usize, C: Cpu>(
    rules: &Rules,
    tables: &Tables<N>,
    position: &mut Position,
    list: &mut MoveList,
    start: usize,
) -> Option<()> {
    let mut calm = Calm::new();
    calm.look::<C>(rules, tables, position)?;
    movegen::retain(position, list, start, |position, mv| {
        calm.is_clear(position, mv) || !movegen::gives_check(rules, position, mv)
    });
    Some(())
}

/// Counts moves that give no check, without promotions.
pub struct CalmCounter<'a, const N: usize, C> {
    pub count: u64,
    pub calm: Calm<N>,
    pub rules: &'a Rules,
    pub tables: &'a Tables<N>,
    pub position: &'a Position,
    /// A move was not understood: the count means nothing.
    pub lost: bool,
    pub cpu: PhantomData<C>,
}

impl<const N: usize, C: Cpu> Sink<N> for CalmCounter<'_, N, C> {
    #[inline(always)]
    fn piece(&mut self, kind: usize, _: &KindSets<N>, from: usize, targets: Set<N>) {
        let clear = self.calm.clear(kind, Some(from));
        self.count += u64::from((targets & clear).count());
        for to in targets & !clear {
            let mv = Move::plain(Square::from_index(from), Square::from_index(to));
            match gives_check_on::<N, C>(self.rules, self.tables, self.position, mv) {
                Some(checks) => self.count += u64::from(!checks),
                None => self.lost = true,
            }
        }
    }

    #[inline(always)]
    fn shift(&mut self, kind: usize, info: &KindSets<N>, shift: &Shift<N>, targets: Set<N>) {
        for to in targets {
            self.piece(kind, info, shift.origin(to), Set::of(to));
        }
    }

    #[inline(always)]
    fn trail(&mut self, kind: usize, info: &KindSets<N>, from: usize, targets: Set<N>, _: u32) {
        self.piece(kind, info, from, targets);
    }
}
