//! What the terms of a position are told to: in the search a sum, in the tuner a list.

use super::relations::{Rows, Royals};
use super::terms::MOST_MOVES;
use super::{KindWeights, Score, Weights};
use crate::rules::Piece;
use crate::rules::topology::Square;

/// Parts of a whole term; see [`Tally::part`].
pub const PARTS: i32 = 64;

/// Takes the terms of one side.
pub trait Tally {
    /// A term counts so often.
    fn add(&mut self, term: usize, times: i32);

    /// So many pieces have so many moves each. Returns what that is worth, to be summed up and handed to `fixed`, or nothing if
    /// it has been written down.
    fn moves(&mut self, alike: &Alike, pieces: u32, moves: u32) -> Score;

    /// A piece stands somewhere to the royals. Returns the same.
    fn stands(&mut self, alike: &Alike, square: Square) -> Score;

    /// There are so many pieces of a kind.
    fn count(&mut self, alike: &Alike, pieces: u32);

    /// Only so many [`PARTS`] of a term count, in the middle game and in the end game.
    fn part(&mut self, term: usize, middle: i32, end: i32);

    /// What has no weight that could be fitted.
    fn fixed(&mut self, score: Score);
}

/// What is the same for all pieces of a kind and a side, looked up once.
pub struct Alike<'w> {
    pub piece: Piece,
    pub weights: &'w KindWeights,
    pub royals: Royals<'w>,
    pub rows: Rows<'w>,
}

impl<'w> Alike<'w> {
    #[inline(always)]
    pub fn new(weights: &'w Weights, piece: Piece, royals: Royals<'w>) -> Alike<'w> {
        let kind = piece.kind().index();
        Alike { piece, weights: &weights.of_kinds[kind], royals, rows: royals.rows(kind) }
    }
}

/// Adds up.
pub struct Sum<'a> {
    pub weights: &'a Weights,
    pub score: Score,
}

impl Tally for Sum<'_> {
    #[inline(always)]
    fn add(&mut self, term: usize, times: i32) {
        self.score += self.weights.terms[term].times(times);
    }

    #[inline(always)]
    fn moves(&mut self, alike: &Alike, pieces: u32, moves: u32) -> Score {
        alike.weights.by_moves[(moves as usize).min(MOST_MOVES)].times(pieces as i32)
    }

    #[inline(always)]
    fn stands(&mut self, alike: &Alike, square: Square) -> Score {
        alike.rows.on(square)
    }

    #[inline(always)]
    fn count(&mut self, alike: &Alike, pieces: u32) {
        // No branch: which kinds there are several of is hard to guess.
        self.score += alike.weights.several.times(i32::from(pieces > 1));
    }

    #[inline(always)]
    fn part(&mut self, term: usize, middle: i32, end: i32) {
        let weight = self.weights.terms[term];
        self.score += Score::new(weight.middle() * middle / PARTS, weight.end() * end / PARTS);
    }

    #[inline(always)]
    fn fixed(&mut self, score: Score) {
        self.score += score;
    }
}
