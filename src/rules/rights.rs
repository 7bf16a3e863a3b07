//! Rights that are lost for good: to castle with a certain partner, or to move like an unmoved piece.
//!
//! Each right is a bit. Bits of castling belong to the partner's square and fall when anything happens there or the
//! mover moves; bits of unmoved pieces belong to the piece's square.

use super::Piece;
use super::topology::Square;
use crate::definition::Side;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RightKind {
    /// The piece on the square may still take part in castling.
    Partner,
    /// The piece on the square has never moved.
    Unmoved,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Right {
    pub kind: RightKind,
    pub side: Side,
    pub square: Square,
}

/// All rights of a variant.
pub struct Rights {
    pub list: Vec<Right>,
    /// Rights that survive a change on a square.
    keep_by_square: Box<[u64]>,
    /// Rights that survive a move of a piece.
    keep_by_piece: Box<[u64]>,
}

impl Rights {
    /// As many as fit in the state.
    pub const MOST: usize = 64;

    pub fn new(list: Vec<Right>, cells: usize, movers: impl Fn(Piece) -> bool, pieces: &[Piece]) -> Rights {
        let mut keep_by_square = vec![u64::MAX; cells].into_boxed_slice();
        for (bit, right) in list.iter().enumerate() {
            keep_by_square[right.square.index()] &= !(1 << bit);
        }
        let codes = pieces.iter().map(|piece| piece.index() + 1).max().unwrap_or(1);
        let mut keep_by_piece = vec![u64::MAX; codes].into_boxed_slice();
        for &piece in pieces.iter().filter(|&&piece| movers(piece)) {
            for (bit, right) in list.iter().enumerate() {
                if right.kind == RightKind::Partner && right.side == piece.side() {
                    keep_by_piece[piece.index()] &= !(1 << bit);
                }
            }
        }
        Rights { list, keep_by_square, keep_by_piece }
    }

    #[inline(always)]
    pub fn kept(&self, square: Square, piece: Piece) -> u64 {
        self.keep_by_square[square.index()] & self.keep_by_piece[piece.index()]
    }

    pub fn bit(&self, kind: RightKind, side: Side, square: Square) -> Option<u64> {
        self.list.iter().position(|right| *right == Right { kind, side, square }).map(|bit| 1 << bit)
    }
}
