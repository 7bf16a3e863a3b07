//! Rights that are lost for good: to castle with a certain partner, or to move like an unmoved piece.
//!
//! Each right is a bit. Bits of castling belong to the partner's square and fall when anything happens there or the
//! mover moves; bits of unmoved pieces belong to the piece's square.

use super::kinds::pieces;
use super::topology::{Square, SquareSet};
use super::walks::Unrolled;
use super::{Castle, Piece, Rules};
use crate::definition::{Definition, Kind, PerSide, Side};
use crate::diagnostic::Diagnostic;

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
    /// Who castles with the partner, where several might and each loses its own right.
    pub mover: Square,
}

/// All rights of a variant.
pub struct Rights {
    pub list: Vec<Right>,
    /// Rights that survive a change on a square.
    keep_by_square: Box<[u64]>,
    /// Rights that survive a move of a piece from any square.
    keep_by_piece: Box<[u64]>,
    /// Rights that survive a move of any piece from a square: nobody who stands there could use them.
    keep_from: Box<[u64]>,
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
        ways: &[(u64, Square)],
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
        let mut keep_from = vec![u64::MAX; cells].into_boxed_slice();
        for &(right, mover) in ways {
            keep_from[mover.index()] &= !right;
        }
        Rights { list, keep_by_square, keep_by_piece, keep_from, has_startled }
    }

    #[inline(always)]
    pub fn kept(&self, square: Square, piece: Piece) -> u64 {
        self.keep_by_square[square.index()] & (self.keep_by_piece[piece.index()] | self.keep_from[square.index()])
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
                let stands = rules.homes[Piece::new(kind, right.side).index()].contains(right.square);
                stands && rules.definition.piece(kind).startled_by.contains(&rules.kind(arrived.kind()).base)
            };
            if rules.definition.kinds().any(startles) {
                kept &= !(1 << bit);
            }
        }
        kept
    }

    /// The right of what stands on a square to a first move, or to let something enter.
    pub fn bit(&self, kind: RightKind, side: Side, square: Square) -> Option<u64> {
        let wanted = Right { kind, side, square, mover: Square::NONE };
        self.list.iter().position(|right| *right == wanted).map(|bit| 1 << bit)
    }
}

/// The square of who castles, if others begin elsewhere that may castle, too.
fn who_loses(initial: &[SquareSet], castle: &Castle, castles: &[Castle], side: Side) -> Square {
    let begin = |castle: &Castle| &initial[Piece::new(castle.kind, side).index()];
    let rivals = || castles.iter().any(|other| other.kind != castle.kind && begin(other).contains(other.mover));
    let is_one_of_many = begin(castle).contains(castle.mover) && (begin(castle).len() > 1 || rivals());
    if is_one_of_many { castle.mover } else { Square::NONE }
}

/// All rights of a variant; tells the castlings theirs.
pub(super) fn rights(
    definition: &Definition,
    kinds: usize,
    castles: &mut PerSide<Vec<Castle>>,
    unrolled: &PerSide<Unrolled>,
    (initial, homes): (&[SquareSet], &[SquareSet]),
) -> Result<Rights, Vec<Diagnostic>> {
    let mut list: Vec<Right> = Vec::new();
    let losers = PerSide(Side::BOTH.map(|side| {
        let all = &castles[side];
        all.iter().map(|castle| who_loses(initial, castle, all, side)).collect::<Vec<Square>>()
    }));
    for side in Side::BOTH {
        let mut partners: Vec<(Square, Square)> =
            castles[side].iter().zip(&losers[side]).map(|(castle, &mover)| (castle.partner, mover)).collect();
        partners.sort_unstable();
        partners.dedup();
        let right = |(square, mover)| Right { kind: RightKind::Partner, side, square, mover };
        list.extend(partners.into_iter().map(right));
        for (index, walks) in unrolled[side].by_kind.iter().enumerate() {
            let starts = &homes[Piece::new(Kind(index as u16), side).index()];
            let tracked = starts.iter().filter(|square| !walks.unmoved.at(*square).is_empty());
            let found = tracked.map(|square| Right { kind: RightKind::Unmoved, side, square, mover: Square::NONE });
            // Where one of several kinds may stand there is one right.
            let new: Vec<Right> = found.filter(|right| !list.contains(right)).collect();
            list.extend(new);
        }
        if let Some((_, zone)) = definition.hands.as_ref().and_then(|hands| hands.gates.as_ref()) {
            let own =
                definition.kinds().flat_map(|kind| initial[Piece::new(kind, side).index()].iter().collect::<Vec<_>>());
            let mut squares: Vec<Square> = own.filter(|&square| zone[side].contains(square)).collect();
            squares.sort_unstable();
            let right = |square| Right { kind: RightKind::Gate, side, square, mover: Square::NONE };
            list.extend(squares.into_iter().map(right));
        }
    }
    if list.len() > Rights::MOST {
        let message = format!(
            "{} pieces have rights that are lost by moving (castling or initial moves), but {} at most can be tracked",
            list.len(),
            Rights::MOST
        );
        return Err(vec![Diagnostic::error(0..0, message)]);
    }
    let all: Vec<Piece> = pieces(kinds).collect();
    let startled = definition.pieces.iter().any(|piece| !piece.startled_by.is_empty());
    let movers: Vec<Piece> = Side::BOTH
        .into_iter()
        .flat_map(|side| castles[side].iter().map(move |castle| Piece::new(castle.kind, side)).collect::<Vec<_>>())
        .collect();
    // By the bits of their partners: the squares from which kings castle with them.
    let mut ways = Vec::new();
    for side in Side::BOTH {
        for (castle, &mover) in castles[side].iter_mut().zip(&losers[side]) {
            let wanted = Right { kind: RightKind::Partner, side, square: castle.partner, mover };
            castle.right = list.iter().position(|right| *right == wanted).map_or(0, |bit| 1 << bit);
            ways.push((castle.right, castle.mover));
        }
    }
    let cells = definition.topology.cells();
    let rights = Rights::new(list, cells, |piece| movers.contains(&piece), &ways, &all, startled);
    for side in Side::BOTH {
        let rivals = castles[side.other()].clone();
        for castle in castles[side].iter_mut().filter(|castle| castle.opposite) {
            let same = rivals.iter().filter(|rival| rival.is_to_right() == castle.is_to_right());
            castle.denied = same.fold(0, |bits, rival| bits | rival.right);
        }
    }
    Ok(rights)
}
