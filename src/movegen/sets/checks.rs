//! Attacks on royals as they are and as a move would leave them.

use super::node;
use crate::definition::Side;
use crate::movegen::safety;
use crate::moves::{Action, Move};
use crate::position::Position;
use crate::rules::bits::{Code, Cpu, Set};
use crate::rules::sets::{Class, Tables};
use crate::rules::{Piece, Rules};

#[inline(always)]
pub fn in_check_on<const N: usize, C: Cpu>(
    rules: &Rules,
    tables: &Tables<N>,
    position: &Position,
    side: Side,
) -> Option<bool> {
    let (attackers, board) = (&tables.sides[side].attackers, node::board(tables, position));
    if attackers.beyond.iter().any(|&code| !board.set(code).is_empty()) {
        return None;
    }
    let occupied = board.side(0) | board.side(1);
    Some(position.royals(side).iter().any(|&royal| {
        if !rules.effects.is_empty() && safety::shielded(rules, position, side, royal) {
            return false;
        }
        let mut hit = Set::EMPTY;
        for (class, from) in attackers.leaps(royal.index()) {
            hit |= from & class.pieces(board);
        }
        !hit.is_empty()
            || attackers.lines(royal.index()).any(|(class, at)| {
                let there = at.from & class.pieces(board);
                !there.is_empty() && !(attackers.reached_from::<C>(&tables.data, at, occupied) & there).is_empty()
            })
    }))
}

#[inline(always)]
pub fn gives_check_on<const N: usize, C: Cpu>(
    rules: &Rules,
    tables: &Tables<N>,
    position: &Position,
    mv: Move,
) -> Option<bool> {
    if !matches!(mv.action, Action::Plain | Action::Trail | Action::Drop) || !rules.effects.is_empty() {
        return None;
    }
    let side = position.side_to_move();
    let (attackers, board) = (&tables.sides[side.other()].attackers, node::board(tables, position));
    let from = if mv.is_drop() { Set::EMPTY } else { Set::of(mv.from.index()) };
    let to = Set::of(mv.to.index());
    let arrives = match mv.placed() {
        Some(kind) => Piece::new(kind, side).index(),
        None => position.at(mv.from).index(),
    };
    if attackers.beyond.iter().any(|&code| code == Code::new(arrives) || !board.set(code).is_empty()) {
        return None;
    }
    let occupied = ((board.side(0) | board.side(1)) & !from) | to;
    let of_class = |class: &Class| {
        let stayed = class.pieces(board) & !from;
        if class.contains(arrives) { stayed | to } else { stayed }
    };
    Some(position.royals(side.other()).iter().any(|&royal| {
        attackers.leaps(royal.index()).any(|(class, origins)| !(origins & of_class(class)).is_empty())
            || attackers.lines(royal.index()).any(|(class, at)| {
                let there = at.from & of_class(class);
                !there.is_empty() && !(attackers.reached_from::<C>(&tables.data, at, occupied) & there).is_empty()
            })
    }))
}
