//! Attacks on a royal square, looked up from the square outwards.
//!
//! Every way an enemy kind can capture on a square is a pattern: who stands where, and what the squares between must
//! hold. The patterns of one target square are turned round and merged into tries that begin next to the target, so
//! that one short walk answers "is it attacked?" for all kinds at once, lame leapers, hoppers, bent riders and facing
//! royals included. The same walk tells which own pieces may move without being looked at again.

mod build;
mod flow;
mod gather;
mod growth;
mod kinds;
mod patterns;
mod seeds;
mod trie;

use build::AttackBuilder;
pub(crate) use gather::{attacks_on, is_left_out};
pub use gather::{facing, royal_squares, royals};

use super::Piece;
use super::topology::Square;
use crate::definition::{Kind, Side};
use seeds::Seeds;
use smallvec::SmallVec;
use std::sync::OnceLock;
use trie::Trie;

/// What may capture the royals of one side.
pub struct Attacks {
    seeds: Seeds,
    /// By square, made when it is first asked for: royals come by few squares, and the tries of all of them take long.
    tries: Box<[OnceLock<Trie>]>,
    /// Pieces that the tries find may be held, or kept from capturing.
    pub ask_free: bool,
    /// Enemy kinds whose attacks are not in the tries: their walks, or the interpreter, must be asked.
    pub beyond: Box<[Kind]>,
    /// These, and those for which looking at one changed square at a time isn't enough.
    pub odd: Box<[Kind]>,
}

/// Where a side's pieces are, as bits; on boards of more than 128 cells simply everywhere.
pub type Crowd = u128;

/// The bit of a square, none on boards too large for a [`Crowd`].
const fn crowd_bit(square: usize, cells: usize) -> Crowd {
    if cells <= 128 { 1 << square } else { 0 }
}

/// A board as the tries look at it.
#[derive(Clone, Copy)]
pub struct View<'a> {
    pub board: &'a [Piece],
    pub defender: Side,
    /// Where the enemies of the defender are, or more.
    pub enemies: Crowd,
}

/// What one walk from a royal finds out.
#[derive(Default)]
pub struct Findings {
    pub attacked: bool,
    /// Own pieces that uncover an attack when they leave.
    pub pinned: SmallVec<[Square; 8]>,
    /// Squares on which arriving completes an attack (as a screen, or by capturing one).
    pub completing: SmallVec<[Square; 8]>,
}

impl Attacks {
    /// The attacks on a square.
    #[inline(always)]
    pub fn on(&self, target: Square) -> &Trie {
        self.tries[target.index()].get_or_init(|| self.seeds.grow(target))
    }
}
