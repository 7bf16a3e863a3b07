//! Captures that must be tried: in passing, and all where captures have effects.

use super::node::{self, Node};
use super::pieces::{Lister, Sink};
use crate::definition::{Kind, Side};
use crate::movegen::{pseudo, retain, safety};
use crate::moves::{Move, MoveList};
use crate::position::Position;
use crate::rules::bits::{Cpu, Set};
use crate::rules::sets::Sight;
use crate::rules::{Explosion, Rules};

/// Legal captures in passing.
#[cold]
pub fn en_passant(rules: &Rules, position: &mut Position, side: Side, list: &mut MoveList) {
    let start = list.len();
    pseudo::en_passant(rules, position, side, list);
    if !rules.effects.is_empty() {
        keep_royals(rules, position, list, start);
    } else if rules.royals.are_safe {
        retain(position, list, start, |position, mv| safety::leaves_safe(rules, position, mv));
    }
}

/// Legal captures where captures have effects: each is tried.
pub fn all<const N: usize, C: Cpu>(rules: &Rules, node: &Node<N>, position: &mut Position, list: &mut MoveList) {
    let (start, side, board) = (list.len(), position.side_to_move(), node::board(node.tables, position));
    let sight = Sight { own: node.sight.own & !node.enemy, enemy: node.enemy, occupied: node.sight.occupied };
    let mut sink = Lister { rules, position: &*position, side, list: &mut *list, enemy: node.enemy, quiet_too: false };
    for kind in node.kinds {
        let info = &node.own_tables.kinds[kind];
        let of_kind = board.set(info.code);
        if of_kind.is_empty() || !info.whole {
            continue;
        }
        if let Some(shifts) = info.shifts.as_ref().filter(|shifts| 2 * of_kind.count() as usize > shifts.len()) {
            for shift in shifts.iter().filter(|shift| shift.arrival != 0) {
                sink.shift(kind, info, shift, node.shifted_among(of_kind, shift, node.enemy));
            }
            continue;
        }
        for from in of_kind {
            let targets = info.moves.targets::<C>(&node.tables.data, from, &sight) & node.enemy;
            sink.piece(kind, info, from, targets);
        }
    }
    match rules.effects.only_explosion().filter(|_| !node.royals.is_empty()) {
        Some(explosion) => keep_exploding::<N, C>(explosion, node, position, list, start),
        None => keep_royals(rules, position, list, start),
    }
}

/// As `keep_royals`, for captures after which the explosion is all there is: what is left is known without trying.
fn keep_exploding<const N: usize, C: Cpu>(
    explosion: &Explosion,
    node: &Node<N>,
    position: &mut Position,
    list: &mut MoveList,
    start: usize,
) {
    let board = node::board(node.tables, position);
    let kinds = node.tables.sides.0.iter().flat_map(|side| side.kinds.iter().enumerate());
    let spared = kinds
        .filter(|(kind, _)| !explosion.takes_bystander(Kind(*kind as u16)))
        .fold(Set::EMPTY, |all, (_, info)| all | board.set(info.code));
    let enemy_royals: Set<N> =
        position.royals(position.side_to_move().other()).iter().map(|royal| royal.index()).collect();
    let wins = |gone: Set<N>| !enemy_royals.is_empty() && (enemy_royals & !gone).is_empty();
    let is_legal = |mv: Move| {
        let near: Set<N> = explosion.near(mv.to).iter().map(|square| square.index()).collect();
        let gone = (near & !spared) | Set::of(mv.from.index()) | Set::of(mv.to.index());
        let left = node.sight.occupied & !gone;
        (node.royals & gone).is_empty() && (wins(gone) || node.royals_are_safe::<C>(board, left, gone))
    };
    list.retain(start, is_legal);
}

/// Removes moves after which a royal could be taken or is gone, but for those that win at once.
fn keep_royals(rules: &Rules, position: &mut Position, list: &mut MoveList, start: usize) {
    if rules.royals.are_safe && !position.royals(position.side_to_move()).is_empty() {
        retain(position, list, start, |position, mv| safety::keeps_royals(rules, position, mv));
    }
}
