//! Attacks on royals as they are and as a move would leave them.

use super::node;
use crate::definition::Side;
use crate::movegen::safety;
use crate::moves::{Action, Move};
use crate::position::Position;
use crate::rules::bits::{Board, Code, Cpu, Set};
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
    let enemy = board.side(side.other().index());
    let occupied = enemy | board.side(side.index());
    for &royal in position.royals(side) {
        if !rules.effects.is_empty() && safety::shielded(rules, position, side, royal) {
            continue;
        }
        let zone = attackers.zone(royal.index());
        if !(zone.leaps & enemy).is_empty() {
            for (class, from) in attackers.leaps(royal.index()) {
                if !(from & class.pieces(board)).is_empty() {
                    return Some(true);
                }
            }
        }
        if (zone.lines & enemy).is_empty() {
            continue;
        }
        for (class, at) in attackers.lines(royal.index()) {
            let there = at.from & class.pieces(board);
            if !there.is_empty()
                && !(attackers.reached_from::<C>(&tables.sides[side].data, at, occupied) & there).is_empty()
            {
                return Some(true);
            }
        }
    }
    Some(false)
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
    for &royal in position.royals(side.other()) {
        for (class, origins) in attackers.leaps(royal.index()) {
            if !(origins & after::<N>(class, board, arrives, from, to)).is_empty() {
                return Some(true);
            }
        }
        for (class, at) in attackers.lines(royal.index()) {
            let there = at.from & after::<N>(class, board, arrives, from, to);
            if !there.is_empty()
                && !(attackers.reached_from::<C>(&tables.sides[side.other()].data, at, occupied) & there).is_empty()
            {
                return Some(true);
            }
        }
    }
    Some(false)
}

/// Where the pieces of a class are when the one from `from` has arrived on `to` as a piece with that code.
#[inline(always)]
fn after<const N: usize>(class: &Class, board: Board<N>, arrives: usize, from: Set<N>, to: Set<N>) -> Set<N> {
    let stayed = class.pieces(board) & !from;
    if class.contains(arrives) { stayed | to } else { stayed }
}
