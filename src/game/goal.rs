//! Goals on the board: who stands where, and when it counts.

use crate::definition::{Arrival, Gaps, Impasse, Kind, Lines, Side, Zone};
use crate::movegen;
use crate::moves::MoveList;
use crate::position::Position;
use crate::rules::Rules;
use crate::rules::topology::{Square, SquareSet, Wrap};
use smallvec::SmallVec;

/// So many pieces of some kinds in a zone.
pub struct Goal<'a> {
    /// Royals if empty.
    pub kinds: &'a [Kind],
    pub zone: &'a Zone,
    pub number: u16,
    /// One is enough if no square of the zone is empty.
    pub or_full: bool,
}

impl Goal<'_> {
    /// Who has reached the goal as things stand: `Some(None)` if both have and it is a draw.
    pub fn reached_by(&self, rules: &Rules, position: &Position, arrival: Arrival) -> Option<Option<Side>> {
        let mover = position.side_to_move();
        let other = mover.other();
        match arrival {
            Arrival::AtOnce => {
                let last = position.last_mover();
                [last, last.other()].into_iter().find(|&side| self.is_reached(rules, position, side)).map(Some)
            }
            // In the midst of a turn the other side has not answered yet.
            Arrival::Held if position.last_mover() == mover => None,
            Arrival::Held => self.is_reached(rules, position, mover).then_some(Some(mover)),
            Arrival::Unattacked => {
                let safe = |side| self.is_held_safely(rules, position, side);
                match (safe(mover), safe(other)) {
                    (true, true) => Some(None),
                    (true, false) => Some(Some(mover)),
                    (false, true) => Some(Some(other)),
                    (false, false) => None,
                }
            }
            Arrival::SecondAnswers => {
                let [first, second] = Side::BOTH.map(|side| self.is_reached(rules, position, side));
                match (first, second) {
                    (false, false) => None,
                    (false, true) => Some(Some(Side::Second)),
                    (true, true) => Some(None),
                    // What takes a turn of several moves is answered by a whole one.
                    (true, false) if rules.definition.turns.is_some() => {
                        let answered = mover == Side::First && position.last_mover() == Side::Second;
                        answered.then_some(Some(Side::First))
                    }
                    (true, false) if mover == Side::Second && self.can_answer(rules, position) => None,
                    (true, false) => Some(Some(Side::First)),
                }
            }
        }
    }

    /// The squares of the zone with a piece that counts.
    fn there<'a>(&'a self, rules: &'a Rules, position: &'a Position, side: Side) -> impl Iterator<Item = Square> + 'a {
        let counts = counts(rules, position, side, self.kinds);
        self.zone[side].iter().filter(move |&square| counts(square))
    }

    fn is_reached(&self, rules: &Rules, position: &Position, side: Side) -> bool {
        let mut there = self.there(rules, position, side);
        let Some(_) = there.next() else { return false };
        let full = || self.zone[side].iter().all(|square| !position.at(square).is_empty());
        self.number <= 1 || there.nth(usize::from(self.number) - 2).is_some() || self.or_full && full()
    }

    /// Enough pieces are there that no enemy attacks.
    fn is_held_safely(&self, rules: &Rules, position: &Position, side: Side) -> bool {
        let safe =
            self.there(rules, position, side).filter(|&at| !movegen::takes_on(rules, position, side.other(), at));
        safe.count() >= usize::from(self.number)
    }

    /// True if the side to move can reach the goal with its next move.
    fn can_answer(&self, rules: &Rules, position: &Position) -> bool {
        let side = position.side_to_move();
        let mut position = position.clone();
        let mut moves = MoveList::new();
        movegen::legal_whatever_ended(rules, &mut position, &mut moves);
        moves.iter().any(|&mv| {
            position.play(rules, mv);
            let reached = self.is_reached(rules, &position, side);
            position.undo(rules);
            reached
        })
    }
}

/// Which pieces of a player an ending is about.
fn counts<'a>(rules: &'a Rules, position: &'a Position, side: Side, kinds: &'a [Kind]) -> impl Fn(Square) -> bool + 'a {
    move |square| {
        let piece = position.at(square);
        !piece.is_empty()
            && piece.side() == side
            && !rules.kind(piece.kind()).is_wall
            && match kinds {
                [] => position.royals(side).contains(&square),
                kinds => kinds.contains(&rules.kind(piece.kind()).base),
            }
    }
}

/// True if a side has a square of so many by so many pieces of these kinds.
pub fn has_block(rules: &Rules, position: &Position, side: Side, kinds: &[Kind], size: u16) -> bool {
    let topology = rules.topology();
    let counts = counts(rules, position, side, kinds);
    let size = i32::from(size);
    let offsets = || (0..size).flat_map(|dx| (0..size).map(move |dy| (dx, dy))).skip(1);
    let begins = |from: Square| {
        let there = |(dx, dy)| topology.leap(from, dx, dy, Wrap::AsBoard).is_some_and(|at| at != from && counts(at));
        counts(from) && offsets().all(there)
    };
    position.pieces(side).any(begins)
}

/// True if pieces of these kinds of a side, next to one another along the lines, lead from one zone to the other.
pub fn has_chain(
    rules: &Rules,
    position: &Position,
    side: Side,
    kinds: &[Kind],
    ends: &[Zone; 2],
    lines: Lines,
) -> bool {
    let topology = rules.topology();
    let counts = counts(rules, position, side, kinds);
    let [from, to] = ends.each_ref().map(|zone| &zone[side]);
    let mut open: SmallVec<[Square; 32]> = from.iter().filter(|&square| counts(square)).collect();
    let mut seen: SquareSet = open.iter().copied().collect();
    while let Some(square) = open.pop() {
        if to.contains(square) {
            return true;
        }
        for (dx, dy) in lines.steps().flat_map(|(dx, dy)| [(dx, dy), (-dx, -dy)]) {
            let next =
                topology.leap(square, dx, dy, Wrap::AsBoard).filter(|&next| !seen.contains(next) && counts(next));
            if let Some(next) = next {
                seen.insert(next);
                open.push(next);
            }
        }
    }
    false
}

/// Pieces in line: how many of which kinds along which lines, with gaps between them or without.
pub struct Row<'a> {
    pub kinds: &'a [Kind],
    pub length: u16,
    pub lines: Lines,
    pub gaps: Gaps,
}

/// True if a side has such a row.
pub fn has_row(rules: &Rules, position: &Position, side: Side, row: &Row) -> bool {
    let topology = rules.topology();
    let counts = counts(rules, position, side, row.kinds);
    let length = usize::from(row.length);
    let runs_on = |from: Square, (dx, dy): (i32, i32)| {
        let step = |&square: &Square| topology.leap(square, dx, dy, Wrap::AsBoard).filter(|&next| next != from);
        let line = std::iter::successors(Some(from), step);
        let side_by_side = line.clone().take_while(|&square| counts(square));
        match row.gaps {
            Gaps::None => side_by_side.take(length).count() == length,
            Gaps::Exact => {
                let before = topology.leap(from, -dx, -dy, Wrap::AsBoard);
                side_by_side.take(length + 1).count() == length && !before.is_some_and(&counts)
            }
            Gaps::Allowed => line.filter(|&square| counts(square)).take(length).count() == length,
        }
    };
    let begins = |square: Square| counts(square) && row.lines.steps().any(|line| runs_on(square, line));
    position.pieces(side).any(begins)
}

/// True if the player to move may declare that it has entered the zone with its royal and enough pieces.
pub fn has_entered(rules: &Rules, position: &Position, impasse: &Impasse) -> bool {
    let side = position.side_to_move();
    let (zone, royals) = (&impasse.zone[side], position.royals(side));
    if royals.is_empty() || !royals.iter().all(|&royal| zone.contains(royal)) {
        return false;
    }
    let value = |kind: Kind| {
        let base = rules.kind(kind).base;
        u32::from(impasse.values.iter().find(|(named, _)| *named == base).map_or(1, |&(_, value)| value))
    };
    let there = || position.pieces(side).filter(|square| zone.contains(*square) && !royals.contains(square));
    let (men, points) =
        there().fold((0u32, 0u32), |(men, points), square| (men + 1, points + value(position.at(square).kind())));
    let held = rules.definition.hands.iter().flat_map(|hands| &hands.kinds);
    let in_hand: u32 = held.map(|&kind| u32::from(position.hand(side, kind)) * value(kind)).sum();
    men >= u32::from(impasse.men)
        && points + in_hand >= u32::from(impasse.points[side])
        && !movegen::in_check(rules, position, side)
}
