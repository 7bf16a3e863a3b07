//! Legal moves of which the plain quiet ones are listed later, if anybody asks for them.

use super::node::{self, Node};
use super::pieces::{Lister, Sink, pieces};
use super::{captures, is_unfiltered, special};
use crate::movegen::later::{Later, Origin};
use crate::movegen::pseudo::Wanted;
use crate::moves::MoveList;
use crate::position::Position;
use crate::rules::Rules;
use crate::rules::bits::{Cpu, Set};
use crate::rules::sets::{KindSets, Shift, Tables};
use crate::rules::topology::Square;

#[inline(always)]
pub fn list_noisy_on<const N: usize, C: Cpu>(
    rules: &Rules,
    tables: &Tables<N>,
    position: &mut Position,
    wanted: Wanted,
    list: &mut MoveList,
    later: &mut Later,
) -> Option<()> {
    let side = position.side_to_move();
    if !is_unfiltered(rules, position) || !rules.effects.is_empty() || !tables.sides[side].partial.is_empty() {
        return None;
    }
    let mut node = Node::new(rules, tables, position);
    node.look::<C>(rules, position)?;
    if !node.doubtful.is_empty() {
        return None;
    }
    let enemy = node.sight.enemy;
    let quiet_too = node.in_check || wanted == Wanted::All;
    let lister = Lister { rules, position: &*position, side, list: &mut *list, enemy, quiet_too };
    pieces::<N, C>(&node, node::board(tables, position), &mut Sorter { lister, later: &mut *later });
    if position.has_trails() {
        captures::en_passant(rules, position, side, list);
    }
    if quiet_too {
        special::castles::<N, C>(rules, &node, position, list);
        if position.hand_total(side) > 0 {
            special::drops_later::<N, C>(rules, &node, position, list, later);
        }
    }
    Some(())
}

/// Lists what captures, promotes or leaves something behind, and puts aside the rest if it is wanted.
struct Sorter<'a, const N: usize> {
    lister: Lister<'a, N>,
    later: &'a mut Later,
}

impl<const N: usize> Sink<N> for Sorter<'_, N> {
    #[inline(always)]
    fn wanted(&self, kind: usize, info: &KindSets<N>, from: usize) -> Set<N> {
        self.lister.wanted(kind, info, from)
    }

    #[inline(always)]
    fn piece(&mut self, kind: usize, info: &KindSets<N>, from: usize, targets: Set<N>) {
        let promotes = info.promoting.as_ref().map_or(Set::EMPTY, |promoting| promoting.may[from]);
        let noisy = targets & (self.lister.enemy | promotes);
        if !noisy.is_empty() {
            self.lister.piece(kind, info, from, noisy);
        }
        if self.lister.quiet_too {
            self.later.add(Origin::Square(Square::from_index(from)), targets & !noisy);
        }
    }

    #[inline(always)]
    fn shift(&mut self, kind: usize, info: &KindSets<N>, shift: &Shift<N>, targets: Set<N>) {
        let noisy = if shift.trails.is_none() { targets & (self.lister.enemy | shift.may_promote) } else { targets };
        if !noisy.is_empty() {
            self.lister.shift(kind, info, shift, noisy);
        }
        if self.lister.quiet_too {
            self.later.add(Origin::Below(shift.distance as u16, 64 * N as u16), targets & !noisy);
        }
    }

    #[inline(always)]
    fn trail(&mut self, kind: usize, info: &KindSets<N>, from: usize, targets: Set<N>, number: u32) {
        self.lister.trail(kind, info, from, targets, number);
    }
}
