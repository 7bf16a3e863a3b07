//! How near players are to rows and squares that end the game: cells next to one another that one of them could still fill.

use super::tally::Tally;
use super::terms::Group;
use crate::definition::{Condition, Ending, Gaps, Kind, Side, Verdict};
use crate::hints::rarely;
use crate::position::Position;
use crate::rules::topology::{Square, Topology, Wrap};
use crate::rules::{Piece, Rules};
use smallvec::SmallVec;

/// Places with more cells to fill than this don't count.
pub const MOST_MISSING: usize = 5;
/// Rules with more places than this are left out: to look at them all would take too long.
const MOST_PLACES: usize = 4096;

/// In [`Pattern::lanes`], whose men they are that count, and anything else: numbers of them are added up.
pub const FIRST: u32 = 1;
pub const SECOND: u32 = 1 << 8;
const OTHER: u32 = 1 << 16;

/// The rows and squares that end a game.
#[derive(Clone, Debug, Default)]
pub struct Patterns(Vec<Pattern>);

/// Of one rule.
#[derive(Clone, Debug)]
struct Pattern {
    /// Who may make it.
    sides: [bool; 2],
    wins: bool,
    size: usize,
    /// The cells of each place where it may be made, one place after the other.
    cells: Vec<Square>,
    /// By piece code: what a piece is here.
    lanes: Vec<u32>,
}

impl Patterns {
    pub fn of(rules: &Rules) -> Patterns {
        let mut found = Vec::new();
        for Ending { condition, result, .. } in &rules.definition.endings {
            let (kinds, sizes) = match condition {
                Condition::Row { gaps: Gaps::Allowed, .. } => continue,
                Condition::Row { kinds, length, .. } => (kinds, length),
                Condition::Block { kinds, size } => (kinds, size),
                _ => continue,
            };
            if *result == Verdict::Draw {
                continue;
            }
            let mut pattern = |size: u16, sides: [bool; 2]| {
                if let Some((cells, size)) = places(rules.topology(), condition, size) {
                    let (wins, lanes) = (*result == Verdict::Win, lanes(rules, kinds));
                    found.push(Pattern { sides, wins, size, cells, lanes });
                }
            };
            match sizes.0 {
                [Some(both), Some(other)] if both == other => pattern(both, [true; 2]),
                [first, second] => {
                    first.into_iter().for_each(|size| pattern(size, [true, false]));
                    second.into_iter().for_each(|size| pattern(size, [false, true]));
                }
            }
        }
        Patterns(found)
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// By rule: whether it makes its player win.
    pub fn win(&self) -> impl ExactSizeIterator<Item = bool> {
        self.0.iter().map(|pattern| pattern.wins)
    }

    /// Adds to each empty cell, by its index, so much for each place it belongs to that one side could still fill and has begun
    /// to: as `by_missing` says, by the number of cells that are empty.
    pub fn heat(&self, position: &Position, by_missing: &[i32; MOST_MISSING], heat: &mut [i32]) {
        for pattern in self.0.iter().filter(|pattern| pattern.wins) {
            pattern.each_open(position, |_, missing, cells| {
                for cell in cells.iter().filter(|cell| position.at(**cell).is_empty()) {
                    heat[cell.index()] += by_missing[missing - 1];
                }
            });
        }
    }
}

impl Pattern {
    /// Calls `found` for each place where one side has some of the cells and nobody the others, with the number of these.
    #[inline(always)]
    fn each_open(&self, position: &Position, mut found: impl FnMut(Side, usize, &[Square])) {
        let board = position.board();
        for cells in self.cells.chunks_exact(self.size) {
            let there = cells.iter().fold(0, |there, cell| there + self.lanes[board[cell.index()].index()]);
            let (first, second) = (there % SECOND, there / SECOND % (OTHER / SECOND));
            let (side, number) = match (first, second) {
                (number, 0) => (Side::First, number as usize),
                (0, number) => (Side::Second, number as usize),
                _ => continue,
            };
            let missing = self.size - number.min(self.size);
            if there < OTHER && number > 0 && (1..=MOST_MISSING).contains(&missing) && self.sides[side.index()] {
                found(side, missing, cells);
            }
        }
    }
}

/// Names how many places each side could still fill, by the number of cells that are missing.
#[inline(always)]
pub fn patterns<T: Tally>(rules: &Rules, position: &Position, tallies: &mut [T; 2]) {
    if !rules.weights.patterns.is_empty() {
        rarely();
        count(rules, position, tallies);
    }
}

#[inline(never)]
fn count<T: Tally>(rules: &Rules, position: &Position, tallies: &mut [T; 2]) {
    let weights = &rules.weights;
    for (number, pattern) in weights.patterns.0.iter().enumerate() {
        let mut counts = [[0; MOST_MISSING]; 2];
        pattern.each_open(position, |side, missing, _| counts[side.index()][missing - 1] += 1);
        for (tally, counts) in tallies.iter_mut().zip(counts) {
            for (missing, times) in counts.into_iter().enumerate().filter(|&(_, times)| times > 0) {
                tally.add(weights.layout.at(Group::Row, 0, number * MOST_MISSING + missing), times);
            }
        }
    }
}

/// The cells of all places where a row or square of this size may be made, and how many cells each has; `None` if these are too
/// many to count.
fn places(topology: &Topology, condition: &Condition, size: u16) -> Option<(Vec<Square>, usize)> {
    let along = i32::from(size);
    let is_row = matches!(condition, Condition::Row { .. });
    let size = if is_row { usize::from(size) } else { usize::from(size).pow(2) };
    if !(2..SECOND as usize).contains(&size) {
        return None;
    }
    let shapes: Vec<Vec<(i32, i32)>> = match condition {
        Condition::Row { lines, .. } => {
            lines.steps().map(|(dx, dy)| (0..along).map(|at| (at * dx, at * dy)).collect()).collect()
        }
        _ => vec![(0..along).flat_map(|dx| (0..along).map(move |dy| (dx, dy))).collect()],
    };
    let mut cells = Vec::new();
    for from in topology.squares() {
        for shape in &shapes {
            let cell = |&(dx, dy): &(i32, i32)| match (dx, dy) {
                (0, 0) => Some(from),
                _ => topology.leap(from, dx, dy, Wrap::AsBoard),
            };
            let place: Option<SmallVec<[Square; 16]>> = shape.iter().map(cell).collect();
            // Round joined edges a row may come by its own cells again.
            let distinct = |place: &[Square]| (1..place.len()).all(|at| !place[..at].contains(&place[at]));
            cells.extend(place.filter(|place| distinct(place)).into_iter().flatten());
            if cells.len() > MOST_PLACES * size {
                return None;
            }
        }
    }
    Some((cells, size))
}

/// By piece code: whether pieces of these kinds are the first player's, the second player's, or anything else.
pub fn lanes(rules: &Rules, kinds: &[Kind]) -> Vec<u32> {
    let mut lanes = vec![OTHER; rules.piece_codes()];
    lanes[Piece::EMPTY.index()] = 0;
    for (index, info) in rules.kinds.iter().enumerate().filter(|(_, info)| !info.is_wall) {
        // The royals, if no kinds are named.
        let counts = if kinds.is_empty() { info.royal } else { kinds.contains(&info.base) };
        if counts {
            for (side, lane) in Side::BOTH.into_iter().zip([FIRST, SECOND]) {
                lanes[Piece::new(Kind(index as u16), side).index()] = lane;
            }
        }
    }
    lanes
}
