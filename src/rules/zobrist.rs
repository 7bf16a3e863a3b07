//! Keys that tell positions apart.

use super::Piece;
use super::topology::Square;
use crate::definition::Kind;

/// Random numbers for every piece on every square, and mixing for the rest.
pub struct Zobrist {
    on_square: Box<[u64]>,
    cells: usize,
}

/// A well-mixed number from another (the finisher of splitmix64).
pub(crate) const fn mix(number: u64) -> u64 {
    let number = number.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let number = (number ^ (number >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    number ^ (number >> 31)
}

impl Zobrist {
    pub const SIDE: u64 = mix(1);

    pub fn new(codes: usize, cells: usize) -> Zobrist {
        Zobrist { on_square: (0..codes * cells).map(|at| mix(at as u64 + (1 << 40))).collect(), cells }
    }

    #[inline(always)]
    pub fn on_square(&self, piece: Piece, square: Square) -> u64 {
        self.on_square[piece.index() * self.cells + square.index()]
    }

    /// A hand holding `count` of a piece.
    pub fn in_hand(&self, piece: Piece, count: u16) -> u64 {
        if count == 0 { 0 } else { mix((piece.index() as u64) << 20 | count as u64 | 1 << 50) }
    }

    pub fn rights(&self, rights: u64) -> u64 {
        if rights == 0 { 0 } else { mix(rights ^ 1 << 51) }
    }

    /// Checks given so far.
    pub fn checks(&self, given: [u8; 2]) -> u64 {
        if given == [0; 2] { 0 } else { mix(u64::from(given[0]) << 8 | u64::from(given[1]) | 1 << 53) }
    }

    /// The square where something that may not be traded was taken.
    pub fn trade(&self, square: Square) -> u64 {
        if square.is_some() { mix(square.index() as u64 | 1 << 54) } else { 0 }
    }

    /// What moved last, where others move like it.
    pub fn leader(&self, kind: Option<Kind>) -> u64 {
        kind.map_or(0, |kind| mix(kind.index() as u64 | 1 << 56))
    }

    /// Moves left in a turn of some length.
    pub fn turn(&self, left: u16, length: u16) -> u64 {
        mix(u64::from(left) << 16 | u64::from(length) | 1 << 55)
    }

    pub fn trail(&self, trail: u32) -> u64 {
        mix(trail as u64 | 1 << 52)
    }
}
