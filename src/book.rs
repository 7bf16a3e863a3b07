//! Opening books: what has been played in a position, how often, and with what success.
//!
//! A book is a text, `NAME.book` for the variant NAME; [`Book::read`] plays its lines and remembers moves by position, so that
//! it doesn't matter in which order a position was reached. [`Maker`] writes such texts from games. Nothing here chooses a
//! move: that is the session's business.

mod files;
mod make;
mod read;
mod tally;

pub use files::read_all;
pub use make::Maker;
pub use tally::Tally;

use crate::moves::Move;
use crate::position::Position;
use hashbrown::HashMap;

/// Moves by the key of the position that they are played in.
#[derive(Clone, Default)]
pub struct Book {
    positions: HashMap<u64, Vec<Known>>,
}

/// A move of a book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Known {
    pub mv: Move,
    /// What it has brought to the player who makes it.
    pub tally: Tally,
}

impl Book {
    /// The moves known in a position, those first that count most.
    pub fn moves(&self, position: &Position) -> Vec<Known> {
        let mut known = self.positions.get(&position.key()).cloned().unwrap_or_default();
        known.sort_by_key(|known| std::cmp::Reverse((known.tally.weight(), known.tally.games())));
        known
    }

    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// In how many positions a move is known.
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// Takes in what another one knows.
    pub fn merge(&mut self, other: Book) {
        for (key, moves) in other.positions {
            moves.into_iter().for_each(|known| self.add(key, known.mv, known.tally));
        }
    }

    fn add(&mut self, key: u64, mv: Move, tally: Tally) {
        let known = self.positions.entry(key).or_default();
        match known.iter_mut().find(|known| known.mv == mv) {
            Some(known) => known.tally.add(tally),
            None => known.push(Known { mv, tally }),
        }
    }
}

/// How often each of these moves would be chosen, in percent.
pub fn shares(moves: &[Known]) -> Vec<u64> {
    let total = moves.iter().map(|known| known.tally.weight()).sum::<u64>().max(1);
    moves.iter().map(|known| (known.tally.weight() * 100 + total / 2) / total).collect()
}
