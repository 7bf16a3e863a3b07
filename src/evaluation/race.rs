//! How far pieces are from where they win: steps over squares that nobody keeps from them.

use super::army::Seen;
use super::squares;
use super::tally::Tally;
use super::terms::Group;
use crate::definition::{Kind, Side};
use crate::position::Position;
use crate::rules::bits::{self, Set};
use crate::rules::step::{EMPTY, END, ENEMY, Op, Step};
use crate::rules::topology::{Square, SquareSet};
use crate::rules::{Piece, Rules};
use hashbrown::HashSet;

/// More steps than this count as this many.
pub const MOST_STEPS: usize = 7;
/// In place of a number of steps: it can't get there.
pub const NO_WAY: usize = MOST_STEPS + 1;
/// Words of the sets of squares that an army covers.
const MOST_WORDS: usize = 4;
/// Pieces that go to more squares than this, in the mean, are everywhere soon.
const FAR: usize = 10;

/// The races of one variant, by side.
#[derive(Clone, Debug, Default)]
pub struct Races {
    words: usize,
    by_side: [Vec<Race>; 2],
}

/// A kind that wins by reaching a zone.
#[derive(Clone, Debug)]
struct Race {
    piece: Piece,
    goal: Vec<u64>,
    /// By square: where it can go on an empty board, as sets one after the other.
    steps: Vec<u64>,
    /// It captures wherever it goes.
    captures: bool,
}

impl Races {
    pub fn of(rules: &Rules) -> Races {
        let words = bits::words(rules.topology().cells());
        if words > MOST_WORDS {
            return Races::default();
        }
        let kinds = || (0..rules.kinds.len()).map(|kind| Kind(kind as u16));
        // `None` if one goes far: where it is decides, then, not who walks how long.
        let races =
            |side: Side| kinds().filter_map(|kind| Race::of(rules, kind, side, words)).collect::<Option<Vec<_>>>();
        let [first, second] = Side::BOTH.map(races);
        Races { words, by_side: [first, second].map(Option::unwrap_or_default) }
    }

    pub fn is_empty(&self) -> bool {
        self.by_side.iter().all(Vec::is_empty)
    }

    /// True if a side's pieces of this kind race.
    pub fn has(&self, piece: Piece) -> bool {
        self.by_side[piece.side().index()].iter().any(|race| race.piece == piece)
    }
}

impl Race {
    /// Nothing for a kind that doesn't race; `Some(None)` for one that goes far and is there from the start.
    fn of(rules: &Rules, kind: Kind, side: Side, words: usize) -> Option<Option<Race>> {
        let (goal, number) = squares::goal(rules, kind, side)?;
        if number > 1 {
            return None;
        }
        let board = rules.topology();
        let mut race =
            Race { piece: Piece::new(kind, side), goal: set_of(goal, words), steps: Vec::new(), captures: true };
        let (mut total, mut origins) = (0, 0);
        for cell in super::all_cells(board) {
            let (squares, captures) = ways(rules, Piece::new(kind, side), cell);
            race.captures &= captures;
            total += squares.len();
            origins += usize::from(!squares.is_empty());
            race.steps.extend(set_of(&squares, words));
        }
        let near = total <= FAR * origins;
        let begins = !rules.initial[race.piece.index()].is_empty();
        (origins > 0 && (near || begins)).then_some(near.then_some(race))
    }

    /// The fewest steps to the goal. A square where one would be taken, or where one's own piece stands, costs a step more:
    /// something must be done about it first.
    #[inline(always)]
    fn steps<const N: usize>(&self, position: &Position, side: Side, covered: &[u64; 4]) -> Option<usize> {
        let mut fresh = Set::<N>::starting(position.set(self.piece.index()));
        if fresh.is_empty() {
            return None;
        }
        let [own, enemy] = [side, side.other()].map(|side| Set::<N>::starting(position.set(side.index())));
        let mut held = own | Set::from_words(covered);
        if !self.captures {
            held |= enemy;
        }
        let (goal, steps) = (Set::starting(&self.goal), self.steps.as_chunks::<N>().0);
        let (mut seen, mut waiting) = (fresh, Set::EMPTY);
        for count in 0..=MOST_STEPS {
            if !(fresh & goal).is_empty() {
                return Some(count);
            }
            let mut next = Set::EMPTY;
            for square in fresh {
                next |= Set::starting(&steps[square]);
            }
            next &= !seen;
            seen |= next;
            fresh = next & !held | waiting;
            waiting = next & held;
            if (fresh | waiting).is_empty() {
                return Some(NO_WAY);
            }
        }
        Some(MOST_STEPS)
    }
}

/// Names for each kind that races how far the nearest of them is.
#[inline(always)]
pub fn races<T: Tally>(rules: &Rules, position: &Position, seen: &[Seen; 2], tallies: &mut [T; 2]) {
    match rules.weights.races.words {
        _ if rules.weights.races.is_empty() => {}
        1 => of_both::<1, T>(rules, position, seen, tallies),
        2 => of_both::<2, T>(rules, position, seen, tallies),
        _ => of_both::<4, T>(rules, position, seen, tallies),
    }
}

#[inline(never)]
fn of_both<const N: usize, T: Tally>(rules: &Rules, position: &Position, seen: &[Seen; 2], tallies: &mut [T; 2]) {
    let weights = &rules.weights;
    for side in Side::BOTH {
        let covered = seen[side.other().index()].covered();
        for race in &weights.races.by_side[side.index()] {
            if let Some(steps) = race.steps::<N>(position, side, covered) {
                let term = weights.layout.at(Group::Race, race.piece.kind().index(), steps);
                tallies[side.index()].add(term, 1);
            }
        }
    }
}

/// Where a piece goes from a square on an empty board, and whether it would capture on all of these.
pub fn ways(rules: &Rules, piece: Piece, from: Square) -> (SquareSet, bool) {
    let tables = &rules.sides[piece.side()];
    let (mut squares, mut forks, mut captures) = (SquareSet::new(), HashSet::new(), true);
    for &root in tables.movers[piece.kind().index()].ordinary.at(from) {
        captures &= walk(&tables.steps, root, &mut squares, &mut forks);
    }
    (squares, captures)
}

/// Adds the squares that a walk ends on while everything is empty. True if it would capture on all of these. What goes on
/// from `forks` is known.
fn walk(steps: &[Step], root: u32, squares: &mut SquareSet, forks: &mut HashSet<u32>) -> bool {
    let (mut at, mut captures) = (root, true);
    while at != END {
        let step = &steps[at as usize];
        if step.looks() {
            if step.emits >> EMPTY & 1 == 1 {
                squares.insert(Square::from_index(step.square as usize));
                captures &= step.emits >> ENEMY & 1 == 1;
            }
            at = step.next[EMPTY];
            continue;
        }
        match step.op {
            Op::Fork if !forks.insert(at) => return captures,
            Op::Fork => captures &= walk(steps, step.next[0], squares, forks),
            Op::Emit | Op::EmitTrail => squares.insert(Square::from_index(step.square as usize)),
            Op::Look | Op::LookLater | Op::Take | Op::IfRoyal | Op::IfAmong | Op::IfEnPassant | Op::EmitPass => {}
        }
        at = step.next[1];
    }
    captures
}

fn set_of(squares: &SquareSet, words: usize) -> Vec<u64> {
    let mut set = vec![0; words];
    squares.iter().for_each(|square| set[square.index() / 64] |= 1 << (square.index() % 64));
    set
}
