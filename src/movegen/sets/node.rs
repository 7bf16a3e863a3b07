//! A position as set tables see it: what is attacked and what is pinned, found once before any move is made.

use crate::position::Position;
use crate::rules::Rules;
use crate::rules::bits::{Cpu, Set};
use crate::rules::sets::{Component, MOST_CLASSES, Origin, Record, Shift, SideSets, Tables};
use arrayvec::ArrayVec;

pub struct Node<'a, const N: usize> {
    pub tables: &'a Tables<N>,
    pub own_tables: &'a SideSets<N>,
    pub own: Set<N>,
    pub enemy: Set<N>,
    pub occupied: Set<N>,
    /// The royals of the side to move, if they must be safe.
    pub royals: Set<N>,
    pub in_check: bool,
    /// Where a piece that is on no path to a royal may go.
    pub allowed: Set<N>,
    /// Own pieces on paths to royals: what they may do is `allowed_from`.
    pub special: Set<N>,
    /// Squares whose change may have consequences that only trying tells.
    pub suspicious: Set<N>,
    lines: ArrayVec<Line<N>, MOST_LINES>,
    /// Captures of leapers that give check, if any.
    captures: Set<N>,
    /// By class: where its enemies are.
    leapers: ArrayVec<Set<N>, MOST_CLASSES>,
    liners: ArrayVec<Set<N>, MOST_CLASSES>,
}

/// Attacks on royals that matter at once, at most; with more the tables are not used.
const MOST_LINES: usize = 16;

/// An attack that is there, or would be after one change on its path.
struct Line<const N: usize> {
    path: Set<N>,
    /// Where pieces off the path may go, and those on it.
    off: Set<N>,
    on: Set<N>,
}

impl<'a, const N: usize> Node<'a, N> {
    /// Nothing is known yet but where the pieces are.
    #[inline(always)]
    pub fn new(rules: &Rules, tables: &'a Tables<N>, position: &Position) -> Node<'a, N> {
        let (side, sets) = (position.side_to_move(), position.sets());
        let own_tables = &tables.sides[side];
        let (own, enemy) = (Set::load(sets, side.index()), Set::load(sets, side.other().index()));
        let royals = if rules.royals_are_safe { of_codes(sets, &own_tables.royals) } else { Set::EMPTY };
        Node {
            tables,
            own_tables,
            own,
            enemy,
            occupied: own | enemy,
            royals,
            in_check: false,
            allowed: Set::FULL,
            special: Set::EMPTY,
            suspicious: Set::EMPTY,
            lines: ArrayVec::new(),
            captures: Set::FULL,
            leapers: ArrayVec::new(),
            liners: ArrayVec::new(),
        }
    }

    /// Looks from all royals. `None` if there are enemies whose attacks are not in the tables.
    #[inline(always)]
    pub fn look<C: Cpu>(&mut self, position: &Position) -> Option<()> {
        if self.royals.is_empty() {
            return Some(());
        }
        let (sets, attackers) = (position.sets(), &self.own_tables.attackers);
        if attackers.beyond.iter().any(|&code| !Set::<N>::load(sets, code).is_empty()) {
            return None;
        }
        for codes in attackers.leapers().iter() {
            self.leapers.push(of_codes(sets, codes));
        }
        for codes in attackers.liners().iter() {
            self.liners.push(of_codes(sets, codes));
        }
        for royal in self.royals {
            self.look_from::<C>(royal)?;
        }
        for line in &self.lines {
            self.allowed &= line.off;
        }
        self.allowed &= self.captures;
        Some(())
    }

    #[inline(always)]
    fn look_from<C: Cpu>(&mut self, royal: usize) -> Option<()> {
        let attackers = &self.own_tables.attackers;
        let mut checkers = Set::EMPTY;
        for (&from, &there) in attackers.leaps(royal).iter().zip(&self.leapers) {
            checkers |= from & there;
        }
        if !checkers.is_empty() {
            self.in_check = true;
            // Two leapers can't be captured at once.
            self.captures &= if checkers.count() == 1 { checkers } else { Set::EMPTY };
        }
        for (at, &there) in attackers.lines(royal).iter().zip(&self.liners) {
            for origin in at.from & there {
                let record = attackers.record(at, origin);
                let (path, attacker) = (record.path, Set::of(origin));
                let free = path & !self.occupied;
                if record.needs == Record::<N>::INTRICATE {
                    self.suspicious |= path;
                    let reached = attackers.reached_from::<C>(&self.tables.data, at, self.occupied);
                    if reached.contains(origin) {
                        self.in_check = true;
                        self.suspicious |= attacker;
                        self.lines.try_push(Line { path, off: path | attacker, on: Set::FULL }).ok()?;
                        self.special |= path & self.own;
                    }
                    continue;
                }
                let between = (path & self.occupied).count();
                let line = if between == record.needs {
                    self.in_check = true;
                    Line { path, off: free | attacker, on: !free }
                } else if between == record.needs + 1 {
                    Line { path, off: Set::FULL, on: free | attacker }
                } else if between + 1 == record.needs {
                    Line { path, off: !free, on: Set::FULL }
                } else {
                    continue;
                };
                self.special |= path & self.own;
                self.lines.try_push(line).ok()?;
            }
        }
        Some(())
    }

    /// Where a piece on a path may go.
    #[inline(always)]
    pub fn allowed_from(&self, from: usize) -> Set<N> {
        self.lines
            .iter()
            .fold(self.captures, |all, line| all & if line.path.contains(from) { line.on } else { line.off })
    }

    /// Where a piece may go as far as the board lets it, but for targets that leave en passant squares.
    #[inline(always)]
    pub fn targets<C: Cpu>(&self, origin: &Origin<N>) -> Set<N> {
        let mut targets = origin.any | (origin.quiet & !self.occupied) | (origin.capture & self.enemy);
        for component in self.own_tables.components(origin) {
            targets |= component.reached::<C>(&self.tables.data, self.occupied);
        }
        targets & !self.own
    }

    /// Where pieces of a kind may go all at once.
    #[inline(always)]
    pub fn shifted(&self, pieces: Set<N>, shift: &Shift<N>) -> Set<N> {
        let pieces = pieces & shift.from;
        let mut targets = pieces.rotated(shift.distance);
        for &distance in &shift.between {
            let blocked = pieces.rotated(distance) & self.occupied;
            let rest = (shift.distance + 64 * N as u32 - distance) % (64 * N as u32);
            targets &= !blocked.rotated(rest);
        }
        let quiet = if shift.quiet { !self.occupied } else { Set::EMPTY };
        let captures = if shift.captures { self.enemy } else { Set::EMPTY };
        targets & (quiet | captures)
    }

    #[inline(always)]
    pub fn reached<C: Cpu>(&self, component: &Component<N>) -> Set<N> {
        component.reached::<C>(&self.tables.data, self.occupied) & !self.own
    }

    /// True if an enemy attacks the square while these squares are occupied and the enemies on others have gone.
    #[inline(always)]
    pub fn attacked<C: Cpu>(&self, square: usize, occupied: Set<N>, gone: Set<N>) -> bool {
        let attackers = &self.own_tables.attackers;
        let leaped = attackers.leaps(square).iter().zip(&self.leapers);
        let hit = leaped.fold(Set::EMPTY, |hit, (&from, &there)| hit | (from & there));
        if !(hit & !gone).is_empty() {
            return true;
        }
        attackers.lines(square).iter().zip(&self.liners).any(|(at, &there)| {
            let there = at.from & there & !gone;
            !there.is_empty() && !(attackers.reached_from::<C>(&self.tables.data, at, occupied) & there).is_empty()
        })
    }

    /// True if a royal may go there.
    #[inline(always)]
    pub fn is_safe_for_royal<C: Cpu>(&self, from: usize, to: usize) -> bool {
        if self.royals.is_empty() {
            return true;
        }
        let gone = Set::of(to);
        let occupied = (self.occupied & !Set::of(from)) | gone;
        let others = self.royals & !Set::of(from);
        !self.attacked::<C>(to, occupied, gone)
            && (others.is_empty() || others.into_iter().all(|royal| !self.attacked::<C>(royal, occupied, gone)))
    }

    #[inline(always)]
    pub fn royals_are_safe<C: Cpu>(&self, occupied: Set<N>, gone: Set<N>) -> bool {
        self.royals.into_iter().all(|royal| !self.attacked::<C>(royal, occupied, gone))
    }

    /// The targets that leave the royals safe, where that must be tried.
    #[inline(never)]
    pub fn keep_tested<C: Cpu>(&self, from: usize, targets: Set<N>) -> Set<N> {
        let leaves = self.suspicious.contains(from);
        let occupied = self.occupied & !Set::of(from);
        let safe = |to: &usize| {
            !leaves && !self.suspicious.contains(*to)
                || self.royals_are_safe::<C>(occupied | Set::of(*to), Set::of(*to) & self.enemy)
        };
        targets.filter(safe).collect()
    }
}

/// The pieces with some codes.
#[inline(always)]
fn of_codes<const N: usize>(sets: &[u64], codes: &[usize]) -> Set<N> {
    codes.iter().fold(Set::EMPTY, |all, &code| all | Set::load(sets, code))
}
