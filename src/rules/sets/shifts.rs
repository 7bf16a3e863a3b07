//! Ways of moving that are the same from many squares, for moving all pieces of a kind at once: pawns, mostly.

use super::Promoting;
use super::pairs::{Arrival, Walked, Walks};
use crate::rules::Mover;
use crate::rules::bits::Set;
use smallvec::SmallVec;

/// A kind with more ways than this is moved piece by piece.
const MOST_SHIFTS: usize = 8;

/// One way of moving, from all squares where there is this way.
pub struct Shift<const N: usize> {
    /// How far the index of the target is from that of the origin, counted round the set.
    pub distance: u32,
    pub from: Set<N>,
    /// Squares it passes and the last one: up to 3.
    pub steps: u32,
    /// Distances to the squares between, which must be empty.
    pub between: [u32; 2],
    /// 0 on empty squares, 1 capturing, 2 either.
    pub arrival: u8,
    /// Targets on which the move may promote, and those to which there are several moves; see `Promoting`.
    pub may_promote: Set<N>,
    pub multiple: Set<N>,
    /// By target, where the moves leave en passant squares: their number.
    pub trails: Option<Box<[u16]>>,
}

impl<const N: usize> Shift<N> {
    /// True for going to a square, quietly or capturing, whatever stands elsewhere.
    #[inline(always)]
    pub fn is_leap(&self) -> bool {
        self.steps == 1 && self.arrival == 2 && self.trails.is_none()
    }

    /// From where it leads to a square.
    #[inline(always)]
    pub fn origin(&self, to: usize) -> usize {
        (to + 64 * N - self.distance as usize) % (64 * N)
    }
}

/// Where a way is taken from, where to, and the number of the en passant squares that it leaves.
type Taken = (usize, usize, u32);

/// A way of moving; kinds take the same ones from square after square, so that comparing two has to be quick.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Way {
    /// To the target, by index.
    offset: i32,
    /// So many squares between, and where they are.
    passed: u8,
    between: [i32; 2],
    quiet: bool,
    captures: bool,
    leaves_trail: bool,
}

/// The shifts that are all the moves of a kind, or `None` if it has too many or others.
pub fn of_kind<const N: usize>(
    mover: &Mover,
    cells: usize,
    promoting: Option<&Promoting<N>>,
    walks: &mut Walks,
) -> Option<Box<[Shift<N>]>> {
    let mut ways: Vec<(Way, Vec<Taken>)> = Vec::new();
    let mut along: Vec<Walked> = Vec::new();
    for from in 0..cells {
        walks.all(mover, from, &mut along)?;
        let mut targets: SmallVec<[(u16, bool, bool); 16]> = SmallVec::new();
        for pair in along.iter().flat_map(|&walked| walks.pairs(walked)) {
            if pair.squares.count > 2 || !pair.is_free() && walks.conditions.exact(pair.condition) != Some(0) {
                return None;
            }
            let (quiet, captures, trail) = match pair.arrival {
                Arrival::Any => (true, true, None),
                Arrival::Quiet => (true, false, None),
                Arrival::Capture => (false, true, None),
                Arrival::Trail(number) => (true, false, Some(number)),
            };
            // Two ways to one square would be two moves.
            let again = |known: &&(u16, bool, bool)| known.0 == pair.to && (known.1 && quiet || known.2 && captures);
            if targets.iter().any(|known| again(&known)) {
                return None;
            }
            targets.push((pair.to, quiet, captures));
            let offset = |square: u16| i32::from(square) - from as i32;
            let mut between = [0; 2];
            let squares = walks.squares(pair.squares);
            between.iter_mut().zip(squares).for_each(|(between, &square)| *between = offset(square));
            between[..squares.len()].sort_unstable();
            let passed = squares.len() as u8;
            let way = Way { offset: offset(pair.to), passed, between, quiet, captures, leaves_trail: trail.is_some() };
            let one = (from, usize::from(pair.to), trail.unwrap_or_default());
            match ways.iter().position(|known| known.0 == way) {
                Some(at) => ways[at].1.push(one),
                None if ways.len() == MOST_SHIFTS => return None,
                None => {
                    let mut taken = Vec::with_capacity(cells);
                    taken.push(one);
                    ways.push((way, taken));
                }
            }
        }
    }
    let round = |offset: i32| offset.rem_euclid(64 * N as i32) as u32;
    let shift = |(way, moves): (Way, Vec<Taken>)| {
        let Way { offset, passed, between, quiet, captures, leaves_trail } = way;
        let on = |pick: fn(&Promoting<N>) -> &[Set<N>]| -> Set<N> {
            let there = |way: &&Taken| promoting.is_some_and(|sets| pick(sets)[way.0].contains(way.1));
            moves.iter().filter(there).map(|way| way.1).collect()
        };
        let mut trails = vec![0u16; if leaves_trail { 64 * N } else { 0 }];
        moves.iter().filter(|_| leaves_trail).for_each(|way| trails[way.1] = way.2 as u16);
        Shift {
            distance: round(offset),
            from: moves.iter().map(|way| way.0).collect(),
            steps: 1 + u32::from(passed),
            between: between.map(round),
            arrival: if quiet && captures { 2 } else { u8::from(captures) },
            may_promote: on(|sets| &sets.may),
            multiple: on(|sets| &sets.multiple),
            trails: leaves_trail.then(|| trails.into_boxed_slice()),
        }
    };
    ways.sort_unstable_by_key(|entry| entry.0);
    Some(ways.into_iter().map(shift).collect())
}
