//! Pieces that only go forward and become more on the way: what becomes of them depends on what stands in front.

use super::dynamic::distance;
use super::tally::{PARTS, Tally};
use super::terms::{DOUBLED, Group, ISOLATED, SUPPORTED};
use crate::definition::Side;
use crate::position::Position;
use crate::rules::Rules;
use crate::rules::bits::{self, Set};
use crate::rules::topology::{Square, Topology};

/// With more of them on a side structure means little.
const MOST_PAWNS: u32 = 24;
/// Larger boards are not looked at.
const MOST_WORDS: usize = 16;

/// For every square, what pawn-like pieces there look at, as sets one after the other in words.
#[derive(Clone, Debug, Default)]
pub struct Lanes {
    /// Words of a set.
    words: usize,
    /// By side and square: [`VIEWS`] sets.
    views: [Vec<u64>; 2],
}

/// What lies before a piece on its file; that and what lies before it on the next files; the next files; on these, the square
/// beside it and the one behind that.
const VIEWS: usize = 4;

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
        let (files, ranks) = (lines(files, Topology::file), lines(ranks, Topology::rank));
        // For each line all those that are wanted beside it.
        let joined = |sets: &[u64], wanted: &dyn Fn(i32) -> bool| -> Vec<u64> {
            let lines = || sets.chunks(words).zip(0i32..);
            let of_line = |at: i32, word: usize| {
                lines().filter(|&(_, other)| wanted(other - at)).fold(0, |all, (set, _)| all | set[word])
            };
            lines()
                .flat_map(|(_, at)| (0..words).map(move |word| (at, word)))
                .map(|(at, word)| of_line(at, word))
                .collect()
        };
        let beside = joined(&files, &|aside| aside.abs() == 1);
        let views = |forward: i32| {
            let ahead = joined(&ranks, &|further| further * forward > 0);
            let level = joined(&ranks, &|further| further == 0 || further == -forward);
            let mut views = Vec::with_capacity(VIEWS * words * board.cells());
            for cell in super::all_cells(board) {
                let (file, rank) = (usize::from(board.file(cell)) * words, usize::from(board.rank(cell)) * words);
                let [lane, beside] = [&files, &beside].map(|sets| &sets[file..file + words]);
                let [ahead, level] = [&ahead, &level].map(|sets| &sets[rank..rank + words]);
                views.extend((0..words).map(|at| lane[at] & ahead[at]));
                views.extend((0..words).map(|at| (lane[at] | beside[at]) & ahead[at]));
                views.extend((0..words).map(|at| beside[at]));
                views.extend((0..words).map(|at| beside[at] & level[at]));
            }
            views
        };
        Lanes { words, views: [views(1), views(-1)] }
    }

    /// The views of all squares for a side, on a board of sets so wide.
    #[inline(always)]
    fn of<const N: usize>(&self, side: Side) -> &[[[u64; N]; VIEWS]] {
        self.views[side.index()].as_chunks::<N>().0.as_chunks::<VIEWS>().0
    }
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
    let weights = &rules.weights;
    let lanes = weights.lanes.of::<N>(side);
    let (mut doubled, mut isolated, mut supported) = (0, 0, 0);
    for square in ours {
        let [lane, front, beside, support] = &lanes[square];
        if !(ours & Set::starting(lane)).is_empty() {
            doubled += 1;
        } else if (theirs & Set::starting(front)).is_empty() {
            passed(rules, position, side, Square::from_index(square), tally);
        }
        isolated += i32::from((ours & Set::starting(beside)).is_empty());
        supported += (ours & Set::starting(support)).count() as i32;
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
    let ahead = rules.topology().rank_ahead(side, square);
    let term = weights.layout.of_piece(Group::Passed, position.at(square), usize::from(ahead));
    let (mut middle, mut end) = (PARTS, PARTS);
    let next = if side == Side::First { board.rank(square).checked_add(1) } else { board.rank(square).checked_sub(1) };
    if let Some(next) = next.and_then(|rank| board.square(board.file(square), rank)) {
        if !position.at(next).is_empty() {
            (middle, end) = (middle * 2 / 3, end * 2 / 3);
        }
        let royals = (position.main_royal(rules, side), position.main_royal(rules, side.other()));
        if let (Some(ours), Some(theirs)) = royals {
            let race = distance(weights, theirs, next).min(6) - distance(weights, ours, next).min(6);
            end += race * end / 14;
        }
    }
    tally.part(term, middle, end);
}
