//! Drops: what may come from the hand, and where.

use super::safety::Safety;
use crate::definition::{Kind, Side};
use crate::moves::{Move, MoveList};
use crate::position::Position;
use crate::rules::topology::Square;
use crate::rules::{Piece, Rules};

pub(super) fn all(rules: &Rules, position: &mut Position, side: Side, safety: &Safety, list: &mut MoveList) {
    let first = list.len();
    drops_of_all(rules, position, side, safety, list);
    // By itself a drop takes one place, of one colour.
    let mut tables = rules.sides[side].drops.iter().flatten();
    let may_lack = || rules.aftermath.is_some() || !have_room(rules, position, side, (None, 1));
    if tables.any(|table| table.opposite_colours) && may_lack() {
        super::retain(position, list, first, |position, mv| {
            position.play(rules, mv);
            let fits = have_room(rules, position, side, (mv.placed(), 0));
            position.undo(rules);
            fits
        });
    }
}

/// True if pieces that must stand on different colours can all be placed, with so many squares to spare of each colour, but for
/// those of one kind.
fn have_room(rules: &Rules, position: &Position, side: Side, (but_for, spare): (Option<Kind>, u16)) -> bool {
    rules.sides[side].drops.iter().enumerate().all(|(index, table)| {
        let Some(table) = table.as_ref().filter(|table| table.opposite_colours) else { return true };
        let kind = Kind(index as u16);
        let held = position.hand(side, kind);
        if held == 0 || but_for == Some(kind) {
            return true;
        }
        let mut room = on_colours(rules, position, side, kind);
        let most = (room.iter().sum::<u16>() + held) / 2;
        for &square in table.squares().iter().filter(|&&square| position.at(square).is_empty()) {
            room[colour(rules, square)] += 1;
        }
        room.into_iter().all(|room| room >= most + spare)
    })
}

fn drops_of_all(rules: &Rules, position: &mut Position, side: Side, safety: &Safety, list: &mut MoveList) {
    for (index, table) in rules.sides[side].drops.iter().enumerate() {
        let Some(table) = table else { continue };
        let kind = Kind(index as u16);
        if position.hand(side, kind) == 0 {
            continue;
        }
        for form in &table.forms {
            let (form, squares) = (form.kind, &form.squares);
            if !table.beyond_limit && position.is_full(rules, side, form) {
                continue;
            }
            let start = list.len();
            let begins = table.first.iter().any(|&square| position.at(square).is_empty());
            match (table.per_file, table.opposite_colours && form == kind) {
                _ if begins => {
                    for &square in table.first.iter().filter(|&&square| position.at(square).is_empty()) {
                        list.push(Move::drop(form, square));
                    }
                }
                (None, false) => {
                    for &square in squares {
                        if position.at(square).is_empty() {
                            list.push(Move::drop(form, square));
                        }
                    }
                }
                (_, true) => {
                    let there = on_colours(rules, position, side, kind);
                    let most = (there.iter().sum::<u16>() + position.hand(side, kind)).div_ceil(2);
                    for &square in squares {
                        if position.at(square).is_empty() && there[colour(rules, square)] < most {
                            list.push(Move::drop(form, square));
                        }
                    }
                }
                (Some(most), false) => {
                    let full = full_files(rules, position, side, kind, most);
                    for &square in squares {
                        let file = rules.topology().file(square) as usize;
                        if position.at(square).is_empty() && full[file / 64] >> (file % 64) & 1 == 0 {
                            list.push(Move::drop(form, square));
                        }
                    }
                }
            }
            if table.converting && !begins {
                super::retain(position, list, start, |position, mv| position.drop_converts(rules, form, mv.to));
            }
            for place in table.places.iter().filter(|place| !begins || place.binds_all()) {
                super::retain(position, list, start, |position, mv| {
                    place.allows(rules, side, mv.to, |at| position.at(at))
                });
            }
            if safety.doubts_drops() {
                safety.keep_legal(rules, position, list, start);
            }
            if rules.royals.are_safe && rules.kind(form).royal {
                super::retain(position, list, start, |position, mv| super::safety::leaves_safe(rules, position, mv));
            }
            if table.no_check || table.no_mate {
                keep_allowed(rules, position, table.no_check, list, start);
            }
        }
    }
}

/// 0 or 1, as the colours of a chess board.
fn colour(rules: &Rules, square: Square) -> usize {
    usize::from((rules.topology().file(square) + rules.topology().rank(square)) % 2)
}

/// How many pieces of a kind a side has on squares of each colour.
fn on_colours(rules: &Rules, position: &Position, side: Side, kind: Kind) -> [u16; 2] {
    let mut there = [0; 2];
    for square in position.squares_of(Piece::new(kind, side)) {
        there[colour(rules, square)] += 1;
    }
    there
}

/// Files that hold as many pieces of a side and kind as they may.
fn full_files(rules: &Rules, position: &Position, side: Side, kind: Kind, most: u16) -> [u64; 2] {
    let piece = Piece::new(kind, side);
    let mut full = [0u64; 2];
    let mut counts = [0u16; crate::rules::topology::Topology::MAX_SIDE as usize];
    for square in position.squares_of(piece) {
        let file = rules.topology().file(square) as usize;
        counts[file] += 1;
        if counts[file] >= most {
            full[file / 64] |= 1 << (file % 64);
        }
    }
    full
}

/// Removes those of the last `count` drops that give mate; only some have to be asked.
pub(super) fn keep_allowed_of(
    rules: &Rules,
    position: &mut Position,
    list: &mut MoveList,
    count: usize,
    may_check: impl Fn(Move) -> bool,
) {
    let start = list.len() - count;
    let mut replies = None;
    super::retain(position, list, start, |position, mv| {
        !may_check(mv) || is_allowed(rules, position, false, mv, &mut replies)
    });
}

/// Removes drops that give check (`any_check`) or mate where that is forbidden.
pub(super) fn keep_allowed(rules: &Rules, position: &mut Position, any_check: bool, list: &mut MoveList, start: usize) {
    let mut replies = None;
    super::retain(position, list, start, |position, mv| is_allowed(rules, position, any_check, mv, &mut replies));
}

/// `replies` is room for the answers to a check, made for the first drop that needs it.
fn is_allowed(
    rules: &Rules,
    position: &mut Position,
    any_check: bool,
    mv: Move,
    replies: &mut Option<MoveList>,
) -> bool {
    let enemy = position.side_to_move().other();
    position.play(rules, mv);
    // Where the turn goes on, a check is one already, but nobody is mate yet.
    let may_mate = position.side_to_move() == enemy;
    let forbidden = (any_check || may_mate)
        && super::in_check(rules, position, enemy)
        && (any_check || {
            let replies = replies.get_or_insert_with(MoveList::new);
            replies.clear();
            super::legal(rules, position, replies);
            replies.is_empty()
        });
    position.undo(rules);
    !forbidden
}
