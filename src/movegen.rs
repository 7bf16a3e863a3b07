//! From tables and a position to moves.
//!
//! `walk` runs the step tables of one piece, `pseudo` collects everything a side could do, `safety` keeps what leaves
//! no royal to be captured. The interpreter is the meaning behind the tables and does what doesn't fit in them.

mod choices;
mod courses;
mod drops;
pub mod interpreter;
mod later;
mod listing;
mod manners;
mod midway;
mod offers;
mod order;
mod perft;
mod prohibitions;
mod pseudo;
mod safety;
mod scene;
mod sets;
mod taking;
mod trades;
mod walk;
mod walls;

use crate::definition::{Pass, Side};
use crate::moves::{Action, Move, MoveList};
use crate::position::Position;
use crate::rules::topology::Square;
use crate::rules::{Piece, Rules};
pub use later::Later;
pub use manners::of_piece_on as manners;
pub use offers::offers;
pub(crate) use order::captures_in_order;
pub use perft::{count, perft, perft_while};
pub(crate) use prohibitions::broken;
pub use pseudo::Wanted;
use safety::Safety;
pub use safety::shielded;
pub use scene::PositionScene;
pub(crate) use sets::Observer;
use smallvec::SmallVec;
pub(crate) use taking::{attacked_from, takers, takes_on};
pub(crate) use walk::reaches_en_passant;

/// All legal moves, appended to `list`. The position is only borrowed for scratch work and is the same afterwards.
/// A position whose game a rule has ended at once has none.
pub fn legal(rules: &Rules, position: &mut Position, list: &mut MoveList) {
    generate(rules, position, Wanted::All, list);
}

/// Legal captures and promotions. When in check: all legal moves.
pub fn noisy(rules: &Rules, position: &mut Position, list: &mut MoveList) {
    generate(rules, position, Wanted::Noisy, list);
}

/// As `legal` or `noisy`, but quiet moves may be put aside instead of being listed: what searches look at.
pub fn by_stages(rules: &Rules, position: &mut Position, wanted: Wanted, list: &mut MoveList, later: &mut Later) {
    if !has_ended(rules, position) && sets::list_noisy(rules, position, wanted, list, later).is_none() {
        generate_on(rules, position, wanted, by_sets, list);
    }
}

/// As `legal` or `noisy`, without set tables: for checking generators against one another.
pub fn without_sets(rules: &Rules, position: &mut Position, wanted: Wanted, list: &mut MoveList) {
    if !has_ended(rules, position) {
        generate_on(rules, position, wanted, by_walks, list);
    }
}

/// All moves the pieces could make, legal or not: for explaining why one isn't legal.
pub fn pseudo_legal(rules: &Rules, position: &mut Position, list: &mut MoveList) {
    pseudo::all(rules, position, &Safety::unrestricted(), Wanted::All, list);
}

fn generate(rules: &Rules, position: &mut Position, wanted: Wanted, list: &mut MoveList) {
    if !has_ended(rules, position) {
        generate_on(rules, position, wanted, by_sets, list);
    }
}

/// True if a rule has ended the game at once.
fn has_ended(rules: &Rules, position: &Position) -> bool {
    rules.royals.are_safe && position.has_lost_royals(position.side_to_move())
        || rules.ends_at_once && crate::game::ended_at_once(rules, position).is_some()
}

/// Legal moves as if no rule had ended the game.
pub(crate) fn legal_whatever_ended(rules: &Rules, position: &mut Position, list: &mut MoveList) {
    generate_on(rules, position, Wanted::All, by_sets, list);
}

/// Appends the moves that leave no royal to be captured, and tells whether the side to move is in check.
type Generator = fn(&Rules, &mut Position, Wanted, &mut MoveList) -> bool;

fn generate_on(rules: &Rules, position: &mut Position, wanted: Wanted, by: Generator, list: &mut MoveList) {
    if rules.shortcuts.unfiltered {
        by(rules, position, wanted, list);
    } else {
        generate_and_filter(rules, position, wanted, by, list);
    }
}

fn generate_and_filter(rules: &Rules, position: &mut Position, wanted: Wanted, by: Generator, list: &mut MoveList) {
    let by = if rules.definition.wall.is_some() { with_walls } else { by };
    let start = list.len();
    let checked = by(rules, position, wanted, list);
    let wanted = if checked { Wanted::All } else { wanted };
    prohibitions::apply(rules, position, (by, checked), (list, start));
    generate_rest(rules, position, checked, wanted, (list, start));
}

fn by_sets(rules: &Rules, position: &mut Position, wanted: Wanted, list: &mut MoveList) -> bool {
    match sets::list(rules, position, wanted, list) {
        Some(checked) => checked,
        None => by_walks(rules, position, wanted, list),
    }
}

/// What `sets::list` does, for all positions of all variants.
fn by_walks(rules: &Rules, position: &mut Position, wanted: Wanted, list: &mut MoveList) -> bool {
    let safety = Safety::analyse(rules, position);
    let wanted = if safety.in_check() { Wanted::All } else { wanted };
    pseudo::all(rules, position, &safety, wanted, list);
    safety.in_check()
}

/// Lists moves that put walls.
fn with_walls(rules: &Rules, position: &mut Position, wanted: Wanted, list: &mut MoveList) -> bool {
    let start = list.len();
    pseudo::all(rules, position, &Safety::unrestricted(), wanted, list);
    let safety = Safety::analyse(rules, position);
    if let Some(wall) = rules.definition.wall.as_ref().filter(|wall| !wall.instead || !safety.in_check()) {
        walls::put(rules, position, wall, list, start);
    }
    safety.keep_legal(rules, position, list, start);
    safety.in_check()
}

/// False for a move that a piece's relations to others forbid.
pub fn relations_allow(rules: &Rules, position: &Position, from: Square, to: Square, taken: &[Square]) -> bool {
    if !rules.captures_allow(position.board(), from, to, taken) {
        return false;
    }
    rules.hops_allow(position.board(), from, to) || goes_around(rules, position, from, to, taken)
}

/// True if a piece that may not hop to a square can walk there.
#[cold]
fn goes_around(rules: &Rules, position: &Position, from: Square, to: Square, taken: &[Square]) -> bool {
    let (piece, Some(relations)) = (position.at(from), &rules.relations) else { return true };
    let side = piece.side();
    let confined = rules.definition.piece(rules.kind(piece.kind()).base).confined.as_ref().map(|zone| &zone[side]);
    let scene = PositionScene { within: confined, ..PositionScene::new(rules, position, side, from) };
    let ways = relations.around(piece.kind(), side);
    let mut passed: SmallVec<[Square; 4]> = taken.iter().copied().filter(|&square| square != to).collect();
    passed.sort_unstable();
    passed.dedup();
    let passing = |trace: &interpreter::Trace| trace.captures.iter().filter(|&&square| square != to).eq(&passed);
    !ways.is_empty()
        && interpreter::moves(&scene, ways, from, side == Side::Second)
            .iter()
            .any(|trace| trace.to == to && passing(trace))
}

/// Forced captures and passing: what depends on the other moves there are.
fn generate_rest(
    rules: &Rules,
    position: &mut Position,
    checked: bool,
    wanted: Wanted,
    (list, start): (&mut MoveList, usize),
) {
    let must_capture = rules.restraints.captures_are_forced && list[start..].iter().any(|&mv| position.is_capture(mv));
    if must_capture {
        retain(position, list, start, |position, mv| position.is_capture(mv));
    }
    if !rules.restraints.choices.is_empty() {
        choices::keep_first(rules, position, list, start);
    }
    let passes = match rules.definition.pass[position.side_to_move()] {
        None => false,
        Some(Pass::Always) => true,
        Some(Pass::WhenStalemated) => list.len() == start,
    };
    let free = !checked || rules.has_bikjang && position.royals_face(rules);
    let must_drop = passes && pseudo::owes_drops(rules, position) && list[start..].iter().any(|mv| mv.is_drop());
    if passes && wanted == Wanted::All && free && !must_capture && !must_drop {
        // A piece that may stay where it is may have said so already.
        let pass = pass(position);
        if !list[start..].contains(&pass) {
            list.push(pass);
        }
    }
}

/// The pass of the player to move, whether the rules have one or not.
pub(crate) fn pass(position: &Position) -> Move {
    let nowhere = || Move::plain(Square::NONE, Square::NONE).with(Action::Pass, [Square::NONE; 2]);
    standing_move(position).unwrap_or_else(nowhere)
}

/// Leaving the board as it is. It is spelled with a piece that stays where it is: the royal one if there is one.
fn standing_move(position: &Position) -> Option<Move> {
    let side = position.side_to_move();
    let first = || position.pieces(side).next();
    let at = position.royals(side).first().copied().or_else(first)?;
    Some(Move::plain(at, at).with(Action::Pass, [Square::NONE; 2]))
}

/// Keeps some of the moves from `start` on, in their order.
#[inline(always)]
pub(crate) fn retain(
    position: &mut Position,
    list: &mut MoveList,
    start: usize,
    mut keep: impl FnMut(&mut Position, Move) -> bool,
) {
    list.retain(start, |mv| keep(position, mv));
}

/// True when a royal of that side is attacked.
pub fn in_check(rules: &Rules, position: &Position, side: Side) -> bool {
    if position.royals_vary(rules) {
        return safety::some_check(rules, position, side);
    }
    sets::in_check(rules, position, side)
        .unwrap_or_else(|| position.royals(side).iter().any(|&royal| safety::attacked(rules, position, side, royal)))
}

/// True if the side to move is in check, after a legal move of the other side that began from a position in which it was safe, as any
/// is that a legal move led to.
pub fn in_check_now(rules: &Rules, position: &Position) -> bool {
    let side = position.side_to_move();
    let aside = position.last_move().is_some_and(|mv| sets::is_aside(rules, position, mv));
    debug_assert!(!aside || !in_check(rules, position, side), "{:?} gave check", position.last_move());
    !aside && in_check(rules, position, side)
}

/// True if what `risked` has won by going from `from` (or the hand) to `to` stays won; `None` if the tables can't tell.
pub(crate) fn exchange_pays(
    rules: &Rules,
    position: &Position,
    from: Square,
    to: Square,
    risked: Piece,
    swap: i32,
) -> Option<bool> {
    sets::pays(rules, position, from, to, risked, swap)
}

/// Tells how far the pieces of a side reach, and how many of the squares `near` they threaten; `None` if the tables don't say.
pub(crate) fn mobility<O: Observer>(
    rules: &Rules,
    position: &Position,
    side: Side,
    near: &[u64; 4],
    observer: &mut O,
) -> Option<()> {
    sets::mobility(rules, position, side, near, observer)
}

/// True if the move leaves an enemy royal attacked.
pub fn gives_check(rules: &Rules, position: &mut Position, mv: Move) -> bool {
    let enemy = position.side_to_move().other();
    sets::gives_check(rules, position, mv).unwrap_or_else(|| {
        if safety::only_displaces(rules, position, mv) {
            return position.supposing(rules, mv, |position| in_check(rules, position, enemy));
        }
        position.play(rules, mv);
        let checks = in_check(rules, position, enemy);
        position.undo(rules);
        checks
    })
}

/// Tells of each of the moves whether it leaves an enemy royal attacked: for many moves with less effort than one by one.
pub fn which_check(rules: &Rules, position: &mut Position, moves: &[Move], checks: &mut Vec<bool>) {
    checks.clear();
    if moves.len() < FEW_MOVES || sets::which_check(rules, position, moves, checks).is_none() {
        checks.extend(moves.iter().map(|&mv| gives_check(rules, position, mv)));
    }
}

/// Legal moves that give check, but for captures and promotions, appended to `list`. `checks` is scratch memory.
pub fn quiet_checks(rules: &Rules, position: &mut Position, list: &mut MoveList, checks: &mut Vec<bool>) {
    let start = list.len();
    if !has_ended(rules, position) && sets::quiet_checks(rules, position, list).is_none() {
        list.truncate(start);
        legal(rules, position, list);
        retain(position, list, start, |position, mv| !position.is_capture(mv) && !mv.is_promotion());
        which_check(rules, position, &list[start..], checks);
        let mut checks = checks.iter();
        retain(position, list, start, |_, _| checks.next() == Some(&true));
    }
}

/// For so few moves a look from the royal takes longer than trying them.
const FEW_MOVES: usize = 4;

/// True when an enemy of `side` could capture a royal of it on that square.
pub fn attacked(rules: &Rules, position: &Position, side: Side, square: Square) -> bool {
    safety::attacked(rules, position, side, square)
}
