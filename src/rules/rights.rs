//! Rights that are lost for good: to castle with a certain partner, or to move like an unmoved piece.
//!
//! Each right is a bit. Bits of castling belong to the partner's square and fall when anything happens there or the
//! mover moves; bits of unmoved pieces belong to the piece's square.

use super::topology::Square;
use super::{Piece, Rules};
use crate::definition::{Kind, Side};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RightKind {
    /// The piece on the square may still take part in castling.
    Partner,
    /// The piece on the square has never moved.
    Unmoved,
    /// A piece may enter when the one on the square, which has never moved, leaves.
    Gate,
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
    /// Some rights of unmoved pieces fall when certain enemies come in line with them.
    pub has_startled: bool,
}

impl Rights {
    /// As many as fit in the state.
    pub const MOST: usize = 64;

    pub fn new(
        list: Vec<Right>,
        cells: usize,
        movers: impl Fn(Piece) -> bool,
        pieces: &[Piece],
        has_startled: bool,
    ) -> Rights {
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
        Rights { list, keep_by_square, keep_by_piece, has_startled }
    }

    #[inline(always)]
    pub fn kept(&self, square: Square, piece: Piece) -> u64 {
        self.keep_by_square[square.index()] & self.keep_by_piece[piece.index()]
    }

    /// Rights that survive the arrival of a piece somewhere in line with unmoved ones.
    pub fn kept_in_line(&self, rules: &Rules, at: Square, arrived: Piece) -> u64 {
        let topology = rules.topology();
        let mut kept = u64::MAX;
        for (bit, right) in self.list.iter().enumerate() {
            let in_line =
                topology.file(right.square) == topology.file(at) || topology.rank(right.square) == topology.rank(at);
            if arrived.is_empty() || right.kind != RightKind::Unmoved || right.side == arrived.side() || !in_line {
                continue;
            }
            let startles = |kind: Kind| {
                let stands = rules.initial[Piece::new(kind, right.side).index()].contains(right.square);
                stands && rules.definition.piece(kind).startled_by.contains(&rules.kind(arrived.kind()).base)
            };
            if rules.definition.kinds().any(startles) {
                kept &= !(1 << bit);
            }
        }
        kept
    }

    /// All rights of a kind, of both players.
    pub fn of_kind(&self, kind: RightKind) -> u64 {
        let bits = self.list.iter().enumerate().filter(|(_, right)| right.kind == kind);
        bits.fold(0, |bits, (bit, _)| bits | 1 << bit)
    }

    pub fn bit(&self, kind: RightKind, side: Side, square: Square) -> Option<u64> {
        self.list.iter().position(|right| *right == Right { kind, side, square }).map(|bit| 1 << bit)
    }
}
