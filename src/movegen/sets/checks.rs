//! Attacks on royals as they are and as a move would leave them.

use super::node;
use crate::definition::{Kind, Side};
use crate::movegen::safety;
use crate::moves::{Action, Move};
use crate::position::Position;
use crate::rules::bits::{Code, Cpu, Set};
use crate::rules::sets::{Attackers, Enemies, SetTables, Tables};
use crate::rules::topology::Square;
use crate::rules::{Piece, Rules};

#[inline(always)]
pub fn in_check_on<const N: usize, C: Cpu>(
    rules: &Rules,
    tables: &Tables<N>,
    position: &Position,
    side: Side,
) -> Option<bool> {
    let (own, board) = (&tables.sides[side], node::board(tables, position));
    let doubtful = own.attackers.doubtful(board);
    let mut in_doubt = position.royals(side).iter().filter(|royal| doubtful.contains(royal.index()));
    if !doubtful.is_empty() && !rules.effects.is_empty() && in_doubt.clone().next().is_some() {
        return None;
    }
    let mut there = board.side(side.other().index());
    let occupied = there | board.side(side.index());
    if !doubtful.is_empty() {
        there &= !own.attackers.others(board);
    }
    let enemies = Enemies { there, liners: there, arrived: None };
    for &royal in position.royals(side) {
        let shielded = !rules.effects.is_empty() && safety::shielded(rules, position, side, royal);
        if !shielded && own.attackers.attack::<C>(&tables.data, board, royal.index(), occupied, &enemies) {
            return Some(true);
        }
    }
    let by_others = |&royal: &Square| attacked_by_others(rules, &own.attackers, (position, side), royal);
    Some(!doubtful.is_empty() && in_doubt.any(by_others))
}

/// True if an enemy that the tables don't know attacks a royal on that square, or perhaps another one does.
#[cold]
pub fn attacked_by_others<const N: usize>(
    rules: &Rules,
    attackers: &Attackers<N>,
    (position, side): (&Position, Side),
    royal: Square,
) -> bool {
    // The tries may know some of them.
    let beyond = &rules.attacks(side).beyond;
    match attackers.kinds_beyond().all(|kind| beyond.contains(&Kind(kind as u16))) {
        true => safety::attacked_beyond_tables(rules, position, side, royal),
        false => safety::attacked(rules, position, side, royal),
    }
}

/// True if the last move, `mv`, surely left the royals of the side to move as safe as they were.
#[inline]
pub fn is_aside(rules: &Rules, position: &Position, mv: Move) -> bool {
    fn is_aside_of<const N: usize>(rules: &Rules, tables: &Tables<N>, position: &Position, mv: Move) -> bool {
        let side = position.side_to_move();
        let attackers = &tables.sides[side].attackers;
        let arrived = Code::new(position.at(mv.to).index());
        let from = (!mv.is_drop()).then_some(mv.from.index());
        let ignores = |royal: &Square| attackers.ignores(royal.index(), from, mv.to.index(), arrived);
        position.royals(side).iter().all(ignores) && (attackers.is_complete() || is_unseen(rules, tables, position, mv))
    }

    let plain = matches!(mv.action, Action::Plain | Action::Trail | Action::Drop) && rules.shortcuts.plain_checks;
    plain
        && match &rules.sets {
            SetTables::None => false,
            SetTables::One(tables) => is_aside_of(rules, tables, position, mv),
            SetTables::Two(tables) => is_aside_of(rules, tables, position, mv),
            SetTables::Four(tables) => is_aside_of(rules, tables, position, mv),
        }
}

/// True if no enemy that the tables don't know looks both at where the last move changed something and at a royal.
#[cold]
fn is_unseen<const N: usize>(rules: &Rules, tables: &Tables<N>, position: &Position, mv: Move) -> bool {
    let side = position.side_to_move();
    let royals = position.royals(side).iter().map(|royal| royal.index()).collect();
    let changed: Set<N> = [mv.from, mv.to].into_iter().filter(|at| at.is_some()).map(|at| at.index()).collect();
    let asked = || tables.sides[side].attackers.asked(node::board(tables, position), royals);
    rules.attacks_by_sight() && asked().is_some_and(|asked| (asked & changed).is_empty())
}

#[inline(always)]
pub fn gives_check_on<const N: usize, C: Cpu>(
    rules: &Rules,
    tables: &Tables<N>,
    position: &Position,
    mv: Move,
) -> Option<bool> {
    let plain = matches!(mv.action, Action::Plain | Action::Trail | Action::Drop)
        && rules.effects.is_empty()
        && rules.aftermath.is_none();
    if !plain || position.royals_vary(rules) {
        return None;
    }
    let side = position.side_to_move();
    let (threatened, board) = (&tables.sides[side.other()], node::board(tables, position));
    let from = if mv.is_drop() { Set::EMPTY } else { Set::of(mv.from.index()) };
    let to = Set::of(mv.to.index());
    let arrives = match mv.placed() {
        Some(kind) => Code::new(Piece::new(kind, side).index()),
        None => Code::new(position.at(mv.from).index()),
    };
    let attackers = &threatened.attackers;
    let doubtful = attackers.doubtful(board) | attackers.doubtful_from(arrives, mv.to.index());
    // A royal that is captured is not in check.
    let left = || position.royals(side.other()).iter().filter(|&&royal| royal != mv.to);
    if !doubtful.is_empty() && left().any(|royal| doubtful.contains(royal.index())) {
        return None;
    }
    let there = board.side(side.index()) & !from;
    let occupied = there | board.side(side.other().index()) | to;
    let enemies = Enemies { there, liners: there, arrived: Some((arrives, to)) };
    for royal in left() {
        if threatened.attackers.attack::<C>(&tables.data, board, royal.index(), occupied, &enemies) {
            return Some(true);
        }
    }
    Some(false)
}
