//! How pieces stand to the royals: so laid out that one number of a piece's square finds its weight for each royal.

use super::Score;
use super::terms::{Group, Layout};
use crate::definition::Side;
use crate::rules::topology::{Square, Topology};

/// What it is worth to stand so many files beside a royal and so many ranks before it.
#[derive(Clone, Debug, Default)]
pub struct Relations {
    /// To the own royal, then to the enemy's: by kind and relation, both numbered from 0.
    weights: [Vec<Score>; 2],
    /// How many relations there are, or 0 if there are no weights.
    per_kind: usize,
    /// A row where there is no royal, or are no weights.
    nothing: Vec<Score>,
    /// By side and square: where the row of a royal there begins among the relations of a kind, and where in any row the weight of a
    /// piece there lies. The number of a relation is the sum of both.
    rows: [Vec<u32>; 2],
    places: [Vec<u32>; 2],
    /// Ranks of one file of relations, and of the files on the left and the ranks behind.
    ranks: i32,
    least: (i32, i32),
}

impl Relations {
    pub fn on(board: &Topology) -> Relations {
        let (files, ranks) = (i32::from(board.files()), i32::from(board.ranks()));
        let row = 2 * ranks - 1;
        // A difference of files and ranks is a difference of these numbers.
        let number = |square: Square, forward: i32| {
            i32::from(board.file(square)) * row
                + forward * i32::from(board.rank(square))
                + if forward < 0 { ranks - 1 } else { 0 }
        };
        let most = (files - 1) * row + ranks - 1;
        let by_square = |told: &dyn Fn(i32) -> i32| {
            [1, -1].map(|forward| {
                (0..board.cells()).map(|at| told(number(Square::from_index(at), forward)) as u32).collect()
            })
        };
        Relations {
            nothing: vec![Score::default(); most as usize + 1],
            rows: by_square(&|number| number),
            places: by_square(&|number| most - number),
            ranks: row,
            least: (files - 1, ranks - 1),
            ..Relations::default()
        }
    }

    /// Takes the weights from the terms.
    pub fn fill(&mut self, layout: &Layout, kinds: usize, terms: &[Score]) {
        if !layout.has_relations() {
            return;
        }
        self.per_kind = (self.ranks * (2 * self.least.0 + 1)) as usize;
        self.weights = [Group::OwnRoyal, Group::EnemyRoyal].map(|group| {
            let weight = |at: usize| {
                let (aside, ahead) = self.apart(at % self.per_kind);
                terms[layout.at(group, at / self.per_kind, layout.relation(aside, ahead))]
            };
            (0..kinds * self.per_kind).map(weight).collect()
        });
    }

    /// For pieces of this side, whose royal and whose enemy's stand there.
    #[inline(always)]
    pub fn to(&self, side: Side, royals: [Option<Square>; 2]) -> Royals<'_> {
        let seat = |at: usize| match royals[at] {
            Some(square) if self.per_kind > 0 => Seat {
                weights: &self.weights[at],
                start: self.rows[side.index()][square.index()] as usize,
                per_kind: self.per_kind,
            },
            Some(_) | None => Seat { weights: &self.nothing, start: 0, per_kind: 0 },
        };
        Royals { places: &self.places[side.index()], seats: [seat(0), seat(1)], length: self.nothing.len() }
    }

    /// Files to the right and ranks ahead, of a relation.
    pub fn apart(&self, relation: usize) -> (i32, i32) {
        (relation as i32 / self.ranks - self.least.0, relation as i32 % self.ranks - self.least.1)
    }
}

/// How both royals stand to the pieces of one side.
#[derive(Clone, Copy)]
pub struct Royals<'a> {
    places: &'a [u32],
    seats: [Seat<'a>; 2],
    /// Of a row.
    length: usize,
}

#[derive(Clone, Copy)]
struct Seat<'a> {
    weights: &'a [Score],
    start: usize,
    per_kind: usize,
}

impl<'a> Royals<'a> {
    /// What a piece of this kind gains by its place, for each royal.
    #[inline(always)]
    pub fn rows(&self, kind: usize) -> Rows<'a> {
        let row = |Seat { weights, start, per_kind }: Seat<'a>| &weights[kind * per_kind + start..][..self.length];
        Rows { places: self.places, of_royals: self.seats.map(row) }
    }

    /// The numbers of the relations to a piece on this square, of those that count.
    pub fn relations(&self, square: Square) -> [Option<usize>; 2] {
        let place = self.places[square.index()] as usize;
        self.seats.map(|seat| (seat.per_kind > 0).then_some(seat.start + place))
    }
}

/// What pieces of one kind gain by where they stand.
#[derive(Clone, Copy)]
pub struct Rows<'a> {
    places: &'a [u32],
    of_royals: [&'a [Score]; 2],
}

impl Rows<'_> {
    #[inline(always)]
    pub fn on(&self, square: Square) -> Score {
        let place = self.places[square.index()] as usize;
        let [mut score, more] = self.of_royals.map(|row| row[place]);
        score += more;
        score
    }
}
