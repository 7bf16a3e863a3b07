//! Quiet moves that give check, found from where the enemy's royal would notice a piece: most moves are never listed.

use super::calm::Calm;
use super::node::{self, Node};
use super::pieces::{Lister, Sink, pieces};
use super::{is_unfiltered, special};
use crate::movegen::{gives_check, retain};
use crate::moves::MoveList;
use crate::position::Position;
use crate::rules::Rules;
use crate::rules::bits::{Cpu, Set};
use crate::rules::sets::{KindSets, Shift, Tables};

#[inline(always)]
pub fn quiet_checks_on<const N: usize, C: Cpu>(
    rules: &Rules,
    tables: &Tables<N>,
    position: &mut Position,
    list: &mut MoveList,
) -> Option<()> {
    let side = position.side_to_move();
    let own = &tables.sides[side];
    if !is_unfiltered(rules, position) || !own.countable {
        return None;
    }
    let mut calm = Calm::new();
    calm.look::<C>(rules, tables, position)?;
    let mut node = Node::new(rules, tables, position);
    node.look::<C>(rules, position)?;
    if !node.doubtful.is_empty() {
        return None;
    }
    let start = list.len();
    let enemy = node.sight.enemy;
    let lister = Lister { rules, position: &*position, side, list: &mut *list, enemy, quiet_too: true };
    let mut sink = Noticed { calm: &calm, vacant: !node.sight.occupied, lister };
    pieces::<N, C>(&node, node::board(tables, position), &mut sink);
    special::castles::<N, C>(rules, &node, position, list);
    if position.hand_total(side) > 0 {
        special::drops::<N, C>(rules, &node, position, list, |kind| !calm.clear(kind.index(), None));
    }
    retain(position, list, start, |position, mv| !mv.is_promotion() && gives_check(rules, position, mv));
    Some(())
}

/// Lists what the enemy's royal might notice, of what takes nothing.
struct Noticed<'a, const N: usize> {
    calm: &'a Calm<N>,
    vacant: Set<N>,
    lister: Lister<'a, N>,
}

impl<const N: usize> Noticed<'_, N> {
    #[inline(always)]
    fn of(&self, kind: usize, from: usize, targets: Set<N>) -> Set<N> {
        targets & !self.lister.enemy & !self.calm.clear(kind, Some(from))
    }
}

impl<const N: usize> Sink<N> for Noticed<'_, N> {
    #[inline(always)]
    fn among(&self, kind: usize, pieces: Set<N>) -> Set<N> {
        match (self.calm.touched(kind) & self.vacant).is_empty() {
            true => pieces & self.calm.stirring(kind),
            false => pieces,
        }
    }

    #[inline(always)]
    fn wanted(&self, kind: usize, _: &KindSets<N>, from: usize) -> Set<N> {
        self.of(kind, from, Set::FULL)
    }

    #[inline(always)]
    fn piece(&mut self, kind: usize, info: &KindSets<N>, from: usize, targets: Set<N>) {
        let noticed = self.of(kind, from, targets);
        if !noticed.is_empty() {
            self.lister.piece(kind, info, from, noticed);
        }
    }

    #[inline(always)]
    fn shift(&mut self, kind: usize, info: &KindSets<N>, shift: &Shift<N>, targets: Set<N>) {
        let quiet = targets & !self.lister.enemy;
        // Most come from where nothing depends on them.
        let apart = quiet & self.calm.stirring(kind).rotated(shift.distance);
        let mut noticed = quiet & !apart & !self.calm.clear(kind, None);
        for to in apart {
            noticed |= self.of(kind, shift.origin(to), Set::of(to));
        }
        if !noticed.is_empty() {
            self.lister.shift(kind, info, shift, noticed);
        }
    }

    #[inline(always)]
    fn trail(&mut self, kind: usize, info: &KindSets<N>, from: usize, targets: Set<N>, number: u32) {
        let noticed = self.of(kind, from, targets);
        self.lister.trail(kind, info, from, noticed, number);
    }
}
