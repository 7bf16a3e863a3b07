//! Castling and drops.

use super::node::{self, Node};
use crate::definition::{Kind, Side};
use crate::hints::rarely;
use crate::movegen::drops;
use crate::movegen::later::{Later, Origin};
use crate::movegen::safety::Safety;
use crate::moves::{Action, Move, MoveList};
use crate::position::Position;
use crate::rules::bits::{Board, Code, Cpu, Set};
use crate::rules::sets::{DropSets, Enemies, Tables};
use crate::rules::topology::Square;
use crate::rules::{Castle, Piece, Rules};

#[inline(always)]
pub fn may_castle<const N: usize, C: Cpu>(
    rules: &Rules,
    node: &Node<N>,
    position: &Position,
    (castle, empty): (&Castle, &Set<N>),
) -> bool {
    let enemies = Enemies { there: node.enemy, liners: node.liners, arrived: None };
    has_castle(rules, position, position.side_to_move(), castle)
        && is_open::<N, C>(rules, node, position, (castle, empty), node.sight.occupied, &enemies)
}

/// True if a player has the right to a castling, and both that take part in it are there.
#[inline(always)]
pub fn has_castle(rules: &Rules, position: &Position, side: Side, castle: &Castle) -> bool {
    position.rights() & castle.right != 0 && castle.stands(rules, position.board(), side)
}

/// True if so much on the board doesn't keep a player from castling, and neither do these enemies.
#[inline(always)]
pub fn is_open<const N: usize, C: Cpu>(
    rules: &Rules,
    node: &Node<N>,
    position: &Position,
    (castle, empty): (&Castle, &Set<N>),
    occupied: Set<N>,
    enemies: &Enemies<N>,
) -> bool {
    if !(occupied & *empty).is_empty() {
        return false;
    }
    if node.royals.is_empty() {
        return true;
    }
    let board = node::board(node.tables, position);
    let of = |square: Square| Set::of(square.index());
    let occupied = occupied & !of(castle.mover);
    if rules.kind(castle.kind).royal {
        if node.in_check && !castle.through_check {
            return false;
        }
        for &square in &castle.safe {
            if node.attacked_by::<C>(board, square.index(), occupied | of(square), enemies) {
                return false;
            }
        }
    }
    let occupied = (occupied & !of(castle.partner)) | of(castle.mover_to) | of(castle.partner_to);
    for royal in node.royals {
        let at = if royal == castle.mover.index() {
            castle.mover_to.index()
        } else if royal == castle.partner.index() {
            castle.partner_to.index()
        } else {
            royal
        };
        if node.attacked_by::<C>(board, at, occupied, enemies) {
            return false;
        }
    }
    true
}

/// True if the side to move has the right to a castling on which its royal stands on one of these squares.
#[cold]
pub fn castles_through<const N: usize>(rules: &Rules, position: &Position, squares: Set<N>) -> bool {
    rules.sides[position.side_to_move()].castles.iter().any(|castle| {
        let ends = [castle.mover_to, castle.partner_to];
        let mut passed = castle.safe.iter().chain(&ends);
        position.rights() & castle.right != 0 && passed.any(|square| squares.contains(square.index()))
    })
}

/// Where a kind may be dropped, mate apart, if nothing stands there.
#[inline(always)]
pub fn landing<const N: usize>(node: &Node<N>, board: Board<N>, drop: &DropSets<N>, kind: usize) -> Set<N> {
    let mut squares = drop.squares & node.allowed;
    if let Some((most, files)) = &drop.files {
        let own = board.set(node.own_tables.kinds[kind].code);
        for &file in files {
            if (own & file).count() >= *most {
                squares &= !file;
            }
        }
    }
    squares
}

/// Where a kind may be dropped, mate apart.
#[inline(always)]
fn droppable<const N: usize, C: Cpu>(node: &Node<N>, position: &Position, drop: &DropSets<N>, kind: usize) -> Set<N> {
    let board = node::board(node.tables, position);
    let mut targets = landing(node, board, drop, kind) & !node.sight.occupied;
    if !node.suspicious.is_empty() {
        for to in targets & node.suspicious {
            let target = Set::of(to);
            if !node.royals_are_safe::<C>(board, node.sight.occupied | target, Set::EMPTY) {
                targets &= !target;
            }
        }
    }
    targets
}

/// From where a piece would give check if it stood there, or more.
pub fn checked_from<const N: usize>(tables: &Tables<N>, position: &Position, piece: Piece) -> Set<N> {
    let enemy = piece.side().other();
    let attackers = &tables.sides[enemy].attackers;
    let code = Code::new(piece.index());
    if attackers.is_liner(code) {
        return Set::FULL;
    }
    let royals = position.royals(enemy).iter();
    royals.fold(Set::EMPTY, |all, royal| {
        let classes = attackers.leaps(royal.index()).filter(|(class, _)| class.contains(code));
        classes.fold(all, |all, (_, from)| all | from)
    })
}

/// Appends the legal castlings.
#[inline(always)]
pub fn castles<const N: usize, C: Cpu>(rules: &Rules, node: &Node<N>, position: &Position, list: &mut MoveList) {
    for (castle, empty) in rules.sides[position.side_to_move()].castles.iter().zip(&node.own_tables.castles) {
        if may_castle::<N, C>(rules, node, position, (castle, empty)) {
            let mv = Move::plain(castle.mover, castle.mover_to);
            list.push(mv.with(Action::Castle, [castle.partner, castle.partner_to]));
        }
    }
}

/// Appends the legal drops, of each kind at least those on the squares `among`.
pub fn drops<const N: usize, C: Cpu>(
    rules: &Rules,
    node: &Node<N>,
    position: &mut Position,
    list: &mut MoveList,
    among: impl Fn(Kind) -> Set<N>,
) {
    let side = position.side_to_move();
    if !rules.shortcuts.drops_by_sets {
        let safety = Safety::analyse(rules, position);
        drops::all(rules, position, side, &safety, list);
        return;
    }
    each_form::<N, C>(rules, node, position, |position, form, targets, no_mate| {
        let targets = targets & among(form);
        let drops = targets.into_iter().map(|to| Move::drop(form, Square::from_index(to)));
        list.append(targets.count() as usize, drops);
        if no_mate {
            let checks = checked_from(node.tables, position, Piece::new(form, side));
            let count = targets.count() as usize;
            drops::keep_allowed_of(rules, position, list, count, |mv| checks.contains(mv.to.index()));
        }
    });
}

/// As `drops`, where drops are in the tables; those that need not be looked at are put aside.
pub fn drops_later<const N: usize, C: Cpu>(
    rules: &Rules,
    node: &Node<N>,
    position: &mut Position,
    list: &mut MoveList,
    later: &mut Later,
) {
    let side = position.side_to_move();
    each_form::<N, C>(rules, node, position, |position, form, mut targets, no_mate| {
        if no_mate {
            let doubtful = targets & checked_from(node.tables, position, Piece::new(form, side));
            if !doubtful.is_empty() {
                rarely();
                let drops = doubtful.into_iter().map(|to| Move::drop(form, Square::from_index(to)));
                list.append(doubtful.count() as usize, drops);
                drops::keep_allowed(rules, position, false, list, list.len() - doubtful.count() as usize);
                targets &= !doubtful;
            }
        }
        later.add(Origin::Hand(form), targets);
    });
}

/// The number of legal drops; those that may give mate where they must not are put into `scratch`.
#[inline(always)]
pub fn count_drops<const N: usize, C: Cpu>(
    rules: &Rules,
    node: &Node<N>,
    position: &mut Position,
    scratch: &mut MoveList,
) -> u64 {
    let (mut count, side) = (0, position.side_to_move());
    each_form::<N, C>(rules, node, position, |position, form, targets, no_mate| {
        count += u64::from(targets.count());
        if no_mate {
            let checks = targets & checked_from(node.tables, position, Piece::new(form, side));
            scratch.clear();
            checks.into_iter().for_each(|to| scratch.push(Move::drop(form, Square::from_index(to))));
            drops::keep_allowed(rules, position, false, scratch, 0);
            count -= u64::from(checks.count()) - scratch.len() as u64;
        }
    });
    count
}

/// Tells what the player to move may put down and where, and whether it may not give mate.
#[inline(always)]
fn each_form<const N: usize, C: Cpu>(
    rules: &Rules,
    node: &Node<N>,
    position: &mut Position,
    mut told: impl FnMut(&mut Position, Kind, Set<N>, bool),
) {
    let side = position.side_to_move();
    for index in position.kinds_held(side, rules.kinds.len()) {
        let (Some(drop), Some(table)) = (&node.own_tables.drops[index], &rules.sides[side].drops[index]) else {
            continue;
        };
        if position.hand(side, Kind(index as u16)) == 0 {
            continue;
        }
        let targets = droppable::<N, C>(node, position, drop, index);
        for form in &table.forms {
            told(position, form.kind, targets, drop.no_mate);
        }
    }
}
