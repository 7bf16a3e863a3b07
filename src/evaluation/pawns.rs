//! Pieces that only go forward and become more on the way: what becomes of them depends on what stands in front.

use super::dynamic::distance;
use super::tally::{PARTS, Tally};
use super::terms::{DOUBLED, Group, ISOLATED, SUPPORTED};
use super::values::rank_ahead;
use crate::definition::Side;
use crate::position::Position;
use crate::rules::Rules;
use crate::rules::bits::{self, Set};
use crate::rules::topology::{Square, Topology};

/// With more of them on a side structure means little.
const MOST_PAWNS: u32 = 24;
/// Larger boards are not looked at.
const MOST_WORDS: usize = 16;

/// Files and ranks of a board as sets, one after the other in words.
#[derive(Clone, Debug, Default)]
pub struct Lanes {
    /// Words of a set.
    words: usize,
    /// By file.
    files: Vec<u64>,
    /// By file: the files next to it.
    beside: Vec<u64>,
    /// By side and rank: the ranks before it as that side looks.
    ahead: [Vec<u64>; 2],
    /// By side and rank: it and the one behind.
    support: [Vec<u64>; 2],
}

impl Lanes {
    pub fn on(board: &Topology) -> Lanes {
        let words = bits::words(board.cells());
        if words > MOST_WORDS {
            return Lanes::default();
        }
        let (files, ranks) = (i32::from(board.files()), i32::from(board.ranks()));
        let lines = |count: i32, line: fn(&Topology, Square) -> u16| {
            let mut sets = vec![0u64; count as usize * words];
            for cell in super::all_cells(board) {
                sets[usize::from(line(board, cell)) * words + cell.index() / 64] |= 1 << (cell.index() % 64);
            }
            sets
        };
        // For each line all those that are wanted beside it.
        let joined = |sets: &[u64], wanted: fn(i32, i32) -> bool| -> Vec<u64> {
            let lines = || sets.chunks(words).zip(0..);
            let of_line = |at: i32, word: usize| {
                lines().filter(|&(_, other)| wanted(at, other)).fold(0, |all, (set, _)| all | set[word])
            };
            lines()
                .flat_map(|(_, at)| (0..words).map(move |word| (at, word)))
                .map(|(at, word)| of_line(at, word))
                .collect()
        };
        let (by_file, by_rank) = (lines(files, Topology::file), lines(ranks, Topology::rank));
        Lanes {
            words,
            beside: joined(&by_file, |file, other| file.abs_diff(other) == 1),
            files: by_file,
            ahead: [joined(&by_rank, |rank, other| other > rank), joined(&by_rank, |rank, other| other < rank)],
            support: [
                joined(&by_rank, |rank, other| other == rank || other == rank - 1),
                joined(&by_rank, |rank, other| other == rank || other == rank + 1),
            ],
        }
    }
}

/// One of several sets.
#[inline(always)]
fn at<const N: usize>(sets: &[u64], number: i32) -> Set<N> {
    Set::starting(&sets.as_chunks::<N>().0[number as usize])
}

/// What the pawns of both sides are worth beside their squares. Where pieces are dropped, pawns stand and fall too quickly
/// for it to matter.
#[inline(always)]
pub fn structure<T: Tally>(rules: &Rules, position: &Position, tallies: &mut [T; 2]) {
    if rules.weights.drops {
        return;
    }
    match rules.weights.lanes.words {
        1 => of_both::<1, T>(rules, position, tallies),
        2 => of_both::<2, T>(rules, position, tallies),
        4 => of_both::<4, T>(rules, position, tallies),
        8 => of_both::<8, T>(rules, position, tallies),
        16 => of_both::<16, T>(rules, position, tallies),
        _ => {}
    }
}

#[inline(always)]
fn of_both<const N: usize, T: Tally>(rules: &Rules, position: &Position, tallies: &mut [T; 2]) {
    let weights = &rules.weights;
    let pawns = Side::BOTH.map(|side| {
        let sets = weights.pawn_like[side.index()].iter().map(|piece| Set::<N>::starting(position.set(piece.index())));
        sets.fold(Set::EMPTY, |all, some| all | some)
    });
    for side in Side::BOTH {
        let (ours, theirs) = (pawns[side.index()], pawns[side.other().index()]);
        if !ours.is_empty() && ours.count() <= MOST_PAWNS {
            of_side(rules, position, side, (ours, theirs), &mut tallies[side.index()]);
        }
    }
}

#[inline(always)]
fn of_side<const N: usize, T: Tally>(
    rules: &Rules,
    position: &Position,
    side: Side,
    (ours, theirs): (Set<N>, Set<N>),
    tally: &mut T,
) {
    let (weights, lanes) = (&rules.weights, &rules.weights.lanes);
    let (mut doubled, mut isolated, mut supported) = (0, 0, 0);
    for square in ours {
        let square = Square::from_index(square);
        let (file, rank) = weights.place(square);
        let (lane, beside) = (at::<N>(&lanes.files, file), at::<N>(&lanes.beside, file));
        let ahead = at::<N>(&lanes.ahead[side.index()], rank);
        if !(ours & lane & ahead).is_empty() {
            doubled += 1;
        } else if (theirs & (lane | beside) & ahead).is_empty() {
            passed(rules, position, side, square, tally);
        }
        let near = ours & beside;
        isolated += i32::from(near.is_empty());
        // Beside it, or beside the square behind it.
        supported += (near & at(&lanes.support[side.index()], rank)).count() as i32;
    }
    for (which, times) in [(DOUBLED, doubled), (ISOLATED, isolated), (SUPPORTED, supported)] {
        if times > 0 {
            tally.add(weights.layout.at(Group::Structure, 0, which), times);
        }
    }
}

/// Nothing of its like can stop it.
fn passed<T: Tally>(rules: &Rules, position: &Position, side: Side, square: Square, tally: &mut T) {
    let weights = &rules.weights;
    let board = rules.topology();
    let ahead = rank_ahead(rules, side, square);
    let term = weights.layout.of_piece(Group::Passed, position.at(square), usize::from(ahead));
    let (mut middle, mut end) = (PARTS, PARTS);
    let next = if side == Side::First { board.rank(square).checked_add(1) } else { board.rank(square).checked_sub(1) };
    if let Some(next) = next.and_then(|rank| board.square(board.file(square), rank)) {
        if !position.at(next).is_empty() {
            (middle, end) = (middle * 2 / 3, end * 2 / 3);
        }
        if let (Some(&ours), Some(&theirs)) = (position.royals(side).first(), position.royals(side.other()).first()) {
            let race = distance(weights, theirs, next).min(6) - distance(weights, ours, next).min(6);
            end += race * end / 14;
        }
    }
    tally.part(term, middle, end);
}
