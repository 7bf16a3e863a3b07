//! How far pieces reach, for the evaluation.

use super::node;
use crate::definition::{Kind, Side};
use crate::position::Position;
use crate::rules::bits::{Cpu, Set};
use crate::rules::sets::{Shift, Sight, Tables, Told};
use crate::rules::topology::Square;
use crate::rules::{Piece, Rules};

/// Is told what the pieces of one side reach, kind by kind.
pub trait Observer {
    /// What the pieces of one kind have in common and what has been seen of them: kept apart, so that it stays in registers.
    type OfKind;

    /// `count` pieces of a kind follow.
    fn begin(&mut self, piece: Piece, count: u32) -> Self::OfKind;

    /// So many of them can each go to so many squares if no royal is in danger.
    fn moves(&mut self, of_kind: &mut Self::OfKind, pieces: u32, moves: u32);

    /// One of them stands there.
    fn stands(&mut self, of_kind: &mut Self::OfKind, square: Square);

    /// Of the squares that were asked about it would capture an enemy on so many.
    fn menace(&mut self, of_kind: &mut Self::OfKind, hits: u32);

    /// It would capture the enemy on this square.
    fn threat(&mut self, of_kind: &Self::OfKind, victim: Square);

    fn end(&mut self, of_kind: Self::OfKind);

    /// The tables can't tell what the pieces of a kind reach.
    fn unknown(&mut self, piece: Piece);

    /// On these squares an enemy would be captured, whatever it is: the first words of a set.
    fn cover(&mut self, squares: &[u64]);
}

#[inline(always)]
pub fn mobility_on<const N: usize, C: Cpu, O: Observer>(
    rules: &Rules,
    tables: &Tables<N>,
    position: &Position,
    side: Side,
    near: &[u64; 4],
    observer: &mut O,
) -> Option<()> {
    let (own_tables, board) = (&tables.sides[side], node::board(tables, position));
    let (own, enemy) = (board.side(side.index()), board.side(side.other().index()));
    let sight = Sight { own, enemy, occupied: own | enemy };
    let near = Set::from_words(near);
    let victims = if rules.weights.tells_threats() { enemy } else { Set::EMPTY };
    let mut watch = Watch { near, victims, notable: near | victims, covered: Set::<N>::EMPTY };
    for index in position.kinds(side, own_tables.kinds.len()) {
        let info = &own_tables.kinds[index];
        let of_kind = board.set(info.code);
        if of_kind.is_empty() {
            continue;
        }
        let piece = Piece::new(Kind(index as u16), side);
        if !info.whole {
            observer.unknown(piece);
            continue;
        }
        let seen = observer.begin(piece, of_kind.count());
        let mut of_one = OfOne { watch, seen, observer };
        match info.shifts.as_deref() {
            Some([shift]) if shift.is_leap() => of_one.leap_together(of_kind, shift, own),
            _ => info.moves.each_reach::<C>(&tables.data, of_kind, &sight, &mut of_one),
        }
        watch = of_one.watch;
        let seen = of_one.seen;
        observer.end(seen);
    }
    observer.cover(watch.covered.words());
    Some(())
}

#[derive(Clone, Copy)]
struct Watch<const N: usize> {
    near: Set<N>,
    victims: Set<N>,
    /// Both.
    notable: Set<N>,
    covered: Set<N>,
}

/// Watches one kind.
struct OfOne<'a, const N: usize, O: Observer> {
    watch: Watch<N>,
    seen: O::OfKind,
    observer: &'a mut O,
}

impl<const N: usize, O: Observer> OfOne<'_, N, O> {
    /// As `reach` for each of some pieces that have one leap.
    #[inline(always)]
    fn leap_together(&mut self, pieces: Set<N>, shift: &Shift<N>, own: Set<N>) {
        let Watch { near, victims, covered, .. } = &mut self.watch;
        let threats = (pieces & shift.from).rotated(shift.distance);
        *covered |= threats;
        let stuck = (pieces & !shift.from) | (threats & own).rotated(64 * N as u32 - shift.distance);
        self.observer.moves(&mut self.seen, stuck.count(), 0);
        self.observer.moves(&mut self.seen, pieces.count() - stuck.count(), 1);
        for from in pieces {
            self.observer.stands(&mut self.seen, Square::from_index(from));
        }
        for _ in threats & *near {
            self.observer.menace(&mut self.seen, 1);
        }
        for victim in threats & *victims {
            self.observer.threat(&self.seen, Square::from_index(victim));
        }
    }
}

impl<const N: usize, O: Observer> Told<N> for OfOne<'_, N, O> {
    #[inline(always)]
    fn reach(&mut self, from: usize, targets: Set<N>, threats: Set<N>) {
        let Watch { near, victims, notable, covered } = &mut self.watch;
        *covered |= threats;
        self.observer.moves(&mut self.seen, 1, targets.count());
        self.observer.stands(&mut self.seen, Square::from_index(from));
        // Most pieces threaten nothing.
        if (threats & *notable).is_empty() {
            return;
        }
        let hits = (threats & *near).count();
        if hits > 0 {
            self.observer.menace(&mut self.seen, hits);
        }
        for victim in threats & *victims {
            self.observer.threat(&self.seen, Square::from_index(victim));
        }
    }
}
