//! Everything a side could do, filtered by what is known about the safety of its royals.

use super::courses::Courses;
use super::safety::{self, Safety};
use super::scene::PositionScene;
pub(super) use super::walk::End;
use super::walk::{self, Walker};
use super::{drops, listing, manners, midway};
use crate::definition::{Hands, Kind, Side};
use crate::moves::{Action, Move, MoveList};
use crate::position::Position;
use crate::rules::bits::Squares;
use crate::rules::step::{ENEMY, OWN};
use crate::rules::topology::Square;
use crate::rules::{Castle, Gates, Interpreted, Mover, Promotions, RightKind, Rules};
use smallvec::SmallVec;

/// Which moves are asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wanted {
    All,
    /// Captures and promotions.
    Noisy,
}

/// Something is in the hand of the player to move that is dropped before anything else is done, if it can be.
pub fn owes_drops(rules: &Rules, position: &Position) -> bool {
    let side = position.side_to_move();
    let urgent = |hands: &Hands| hands.first.iter().any(|&kind| position.hand(side, kind) > 0);
    rules.definition.hands.as_ref().is_some_and(urgent)
}

pub fn all(rules: &Rules, position: &mut Position, safety: &Safety, wanted: Wanted, list: &mut MoveList) {
    let side = position.side_to_move();
    let first = list.len();
    if let Some(hands) = rules.definition.hands.as_ref().filter(|_| owes_drops(rules, position)) {
        drops::all(rules, position, side, safety, list);
        if hands.first.len() < hands.kinds.len() {
            super::retain(position, list, first, |position, mv| {
                mv.placed().is_some_and(|kind| hands.first.contains(&position.held_as(rules, side, kind)))
            });
        }
        if list.len() > first {
            if wanted == Wanted::Noisy {
                list.truncate(first);
            }
            return;
        }
    }
    let tables = &rules.sides[side];
    let quick = tables.quick_walks(rules.topology());
    let mask = if wanted == Wanted::All { 0b111 } else { 0b110 };
    let en_passant = position.has_trails();
    let own: SmallVec<[u64; 4]> = SmallVec::from_slice(position.set(side.index()));
    for from in Squares::of(&own) {
        if rules.is_held(position.board(), from) {
            continue;
        }
        let kind = position.at(from).kind();
        let start = list.len();
        let (plain_walks, mut doubtful) = quick.plain(kind, from);
        match plain_walks {
            _ if rules.lending.is_some() => {
                doubtful = true;
                borrowed(rules, position, from, wanted, list);
            }
            Some(walks) if !en_passant => {
                let board = position.board();
                list.make_room(walks.len() * board.len());
                for &root in walks {
                    walk::plain(&tables.steps, board, side, root, from, mask, list);
                }
            }
            _ => of_piece(rules, position, &tables.movers[kind.index()], from, true, wanted, list),
        }
        if safety.doubts(from, doubtful || en_passant) {
            safety.keep_legal(rules, position, list, start);
        }
    }
    for castle in &tables.castles {
        if wanted == Wanted::All && may_castle(rules, position, safety, castle, side) {
            let start = list.len();
            let mv = Move::plain(castle.mover, castle.mover_to);
            list.push(mv.with(Action::Castle, [castle.partner, castle.partner_to]));
            if castle.through_check {
                super::retain(position, list, start, |position, mv| safety::leaves_safe(rules, position, mv));
            } else {
                safety.keep_legal(rules, position, list, start);
            }
        }
    }
    if let Some(gates) = &rules.gates {
        gated(rules, gates, position, list, first);
    }
    // What waits for others to be dropped first still waits when these can't be.
    if wanted == Wanted::All && position.hand_total(side) > 0 && !owes_drops(rules, position) {
        drops::all(rules, position, side, safety, list);
    }
}

/// Adds the moves of the piece on `from`, which may be those of others.
fn borrowed(rules: &Rules, position: &Position, from: Square, wanted: Wanted, list: &mut MoveList) {
    let (start, movers) = (list.len(), &rules.sides[position.side_to_move()].movers);
    let manners = manners::of_piece_on(rules, position, from);
    for (number, kind) in manners.iter().enumerate() {
        of_piece(rules, position, &movers[kind.index()], from, number == 0, wanted, list);
    }
    if manners.len() > 1 {
        listing::remove_repeated(rules, list, start);
    }
}

/// Adds the moves of unmoved pieces with something that enters behind them.
pub(super) fn gated(rules: &Rules, gates: &Gates, position: &Position, list: &mut MoveList, first: usize) {
    let side = position.side_to_move();
    let open = |square: Square| {
        rules.rights.bit(RightKind::Gate, side, square).is_some_and(|bit| position.rights() & bit != 0)
    };
    if position.rights() & gates.rights[side] == 0 {
        return;
    }
    let may_enter = |&&kind: &&Kind| position.may_enter(rules, side, kind);
    for at in first..list.len() {
        let mv = list[at];
        for &kind in gates.kinds.iter().filter(may_enter) {
            match mv.action {
                Action::Plain if open(mv.from) && mv.placed().is_none() => {
                    list.push(mv.placing(kind).with(Action::Gate, mv.via));
                }
                Action::Trail if open(mv.from) && mv.placed().is_none() => {
                    list.push(mv.placing(kind).with(Action::TrailGate, mv.via));
                }
                Action::Castle => {
                    // Nothing enters where a castling piece comes to stand.
                    let is_left = |square: Square| square != mv.to && square != mv.via[1];
                    if open(mv.from) && is_left(mv.from) {
                        list.push(mv.placing(kind).with(Action::CastleGate, mv.via));
                    }
                    if open(mv.via[0]) && is_left(mv.via[0]) {
                        list.push(mv.placing(kind).with(Action::CastleGatePartner, mv.via));
                    }
                }
                _ => {}
            }
        }
    }
}

/// Appends the moves of the piece on `from`, which moves like `ways`, with captures in passing or without.
pub(super) fn of_piece(
    rules: &Rules,
    position: &Position,
    ways: &Mover,
    from: Square,
    with_en_passant: bool,
    wanted: Wanted,
    list: &mut MoveList,
) {
    let side = position.side_to_move();
    // Whatever it moves like, it promotes and is limited as itself.
    let mover = match rules.lending {
        Some(_) => &rules.sides[side].movers[position.at(from).kind().index()],
        None => ways,
    };
    let start = list.len();
    let turning = midway::captures(rules, position, ways, from);
    let courses = if turning.is_none() { Courses::of(rules, position, ways, from) } else { Courses::default() };
    let is_told = |end: End, taken: &[Square]| turning.is_some() && walk::is_capture(end, taken);
    each_walk(rules, position, ways, from, &mut |to, end, taken| {
        let end = listing::at_home(from, to, end);
        if !is_told(end, taken) && !courses.stop_short(from, to, end, taken) {
            listing::push(rules, position, mover, from, (to, end, taken), wanted, list);
        }
    });
    if with_en_passant && position.has_trails() {
        in_passing(rules, position, mover, from, wanted, list);
    }
    each_interpreted(rules, position, ways, from, &mut |to, end, taken, unload| {
        if let Some(unload) = unload {
            if may_shift(rules, position, unload.0) {
                listing::push_unloading(rules, position, (mover, from, to), unload, taken, wanted, list);
            }
        } else if !is_told(end, taken) && !courses.stop_short(from, to, end, taken) {
            listing::push(rules, position, mover, from, (to, end, taken), wanted, list);
        }
    });
    if let Some(roots) = &ways.swaps {
        swaps(rules, position, (mover, roots.at(from)), from, wanted, list);
    }
    for course in turning.iter().flatten() {
        listing::push_turning(rules, position, mover, from, course, list);
    }
    let in_place = mover.promotions.as_ref().filter(|promotions| promotions.in_place);
    if let Some(promotions) = in_place {
        promote_in_place(rules, position, promotions, from, list);
    }
    // What promotes in place may step to where it promotes anyway.
    let repeats = turning.is_some() || ways.swaps.is_some() || !ways.interpreted.is_empty() || in_place.is_some();
    if repeats || ways.may_repeat(rules.topology(), &rules.sides[side].steps) {
        listing::remove_repeated(rules, list, start);
    }
}

/// Calls `emit` for every move that walks find for a piece on `from`.
#[inline(always)]
pub(super) fn each_walk(
    rules: &Rules,
    position: &Position,
    ways: &Mover,
    from: Square,
    emit: &mut impl FnMut(Square, End, &[Square]),
) {
    let side = position.side_to_move();
    let walker = Walker::new(rules, position, side);
    ways.ordinary.at(from).iter().for_each(|&root| walker.walk(root, from, emit));
    if let Some(roots) = &ways.unmoved
        && PositionScene::new(rules, position, side, from).unmoved()
    {
        roots.at(from).iter().for_each(|&root| walker.walk(root, from, emit));
    }
}

/// Appends the moves by which the piece on `from` changes places with another.
fn swaps(
    rules: &Rules,
    position: &Position,
    (mover, roots): (&Mover, &[u32]),
    from: Square,
    wanted: Wanted,
    list: &mut MoveList,
) {
    let walker = Walker::new(rules, position, position.side_to_move());
    for &root in roots {
        walker.walk(root, from, &mut |to, _, _| {
            if may_shift(rules, position, to) {
                listing::push_unloading(rules, position, (mover, from, to), (to, from), &[], wanted, list);
            }
        });
    }
}

/// What may not be captured may change its place, but for walls.
fn may_shift(rules: &Rules, position: &Position, square: Square) -> bool {
    let there = position.at(square);
    there.is_empty() || !rules.kind(there.kind()).is_wall
}

/// Appends all captures in passing.
pub(super) fn en_passant(rules: &Rules, position: &Position, side: Side, list: &mut MoveList) {
    for from in position.pieces(side) {
        let mover = &rules.sides[side].movers[position.at(from).kind().index()];
        let start = list.len();
        in_passing(rules, position, mover, from, Wanted::All, list);
        if mover.may_repeat(rules.topology(), &rules.sides[side].steps) {
            listing::remove_repeated(rules, list, start);
        }
    }
}

/// Appends the captures in passing of the piece on `from`.
fn in_passing(rules: &Rules, position: &Position, mover: &Mover, from: Square, wanted: Wanted, list: &mut MoveList) {
    let Some(roots) = &mover.en_passant else { return };
    let walker = Walker::new(rules, position, position.side_to_move());
    for &root in roots.at(from) {
        walker.walk(root, from, &mut |to, end, taken| {
            listing::push(rules, position, mover, from, (to, end, taken), wanted, list);
        });
    }
}

/// Promotions that are moves by themselves.
fn promote_in_place(rules: &Rules, position: &Position, promotions: &Promotions, from: Square, list: &mut MoveList) {
    let side = position.side_to_move();
    let kind = rules.kind(position.at(from).kind()).base;
    let is_last = position.count_of_base(rules, side, kind) == 1;
    for rule in promotions.in_place_from(from, is_last) {
        let targets = rule.to.iter().copied();
        let free = |kind: &Kind| !position.is_full(rules, side, *kind);
        for kind in targets.filter(free) {
            let becomes = &rules.sides[side].movers[kind.index()];
            let mut ends = vec![from];
            if rule.stepping {
                let walker = Walker::new(rules, position, side);
                for &root in becomes.ordinary.at(from) {
                    walker.walk(root, from, &mut |to, end, _| {
                        if end == End::On(crate::rules::step::EMPTY) {
                            ends.push(to);
                        }
                    });
                }
            }
            for to in ends {
                if !rule.attacking_nothing || attacks_nothing(rules, position, becomes, from, to) {
                    list.push(Move::plain(from, to).placing(kind));
                }
            }
        }
    }
}

/// True if a piece that moves so, on `to` and no more on `from`, could capture nothing.
fn attacks_nothing(rules: &Rules, position: &Position, mover: &Mover, from: Square, to: Square) -> bool {
    let mut board = position.board().to_vec();
    let piece = std::mem::take(&mut board[from.index()]);
    if rules.holds.is_some() {
        board[to.index()] = piece;
        if !rules.may_capture_from(&board, to) {
            return true;
        }
    }
    let walker = Walker { board: &board, ..Walker::new(rules, position, position.side_to_move()) };
    let mut hits = false;
    for &root in mover.ordinary.at(to) {
        walker.walk(root, to, &mut |_, end, taken| hits |= walk::is_capture(end, taken));
    }
    !hits
}

/// Calls `emit` for every move that is not in the tables, castling apart: with what is taken and put down elsewhere.
pub(super) fn each_interpreted(
    rules: &Rules,
    position: &Position,
    ways: &Mover,
    from: Square,
    emit: &mut impl FnMut(Square, End, &[Square], Option<(Square, Square)>),
) {
    let scene = PositionScene::new(rules, position, position.side_to_move(), from);
    interpret(&scene, &ways.interpreted, rules.restraints.captures_go_on, emit);
}

/// Calls `emit` for every move in some ways of the piece that the scene is about; `in_order`: what is taken is told in its order.
pub(super) fn interpret(
    scene: &PositionScene,
    ways: &[Interpreted],
    in_order: bool,
    emit: &mut impl FnMut(Square, End, &[Square], Option<(Square, Square)>),
) {
    let &PositionScene { position, side, origin: from, .. } = scene;
    for trace in scene.traces(ways, in_order) {
        let captures = if in_order { &trace.order } else { &trace.captures };
        let on_way: walk::Taken =
            captures.iter().copied().filter(|&square| square != trace.to || trace.to == from).collect();
        let end = match position.at(trace.to) {
            _ if trace.to == from && trace.captures.is_empty() => End::Pass,
            piece if trace.to == from || piece.is_empty() => End::On(crate::rules::step::EMPTY),
            piece => End::On(if piece.side() == side { OWN } else { ENEMY }),
        };
        emit(trace.to, end, &on_way, trace.unload);
    }
}

fn may_castle(rules: &Rules, position: &mut Position, safety: &Safety, castle: &Castle, side: Side) -> bool {
    let stands = position.rights() & castle.right != 0
        && castle.stands(rules, position.board(), side)
        && ![castle.mover, castle.partner].iter().any(|&at| rules.is_held(position.board(), at))
        && castle.empty.iter().all(|&square| position.at(square).is_empty());
    if !stands {
        return false;
    }
    if !rules.royals.are_safe || !rules.kind(castle.kind).royal {
        return true;
    }
    (castle.through_check || !safety.in_check()) && {
        let mover = std::mem::take(&mut position.board_mut()[castle.mover.index()]);
        // The mover stands there while being looked at: some captures depend on it.
        let mut is_safe = |square: Square| {
            let before = std::mem::replace(&mut position.board_mut()[square.index()], mover);
            let safe = !super::safety::attacked(rules, position, side, square);
            position.board_mut()[square.index()] = before;
            safe
        };
        let safe = castle.safe.iter().all(|&square| is_safe(square));
        position.board_mut()[castle.mover.index()] = mover;
        safe
    }
}
