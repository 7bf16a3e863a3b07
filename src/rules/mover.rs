//! How a kind moves: the walks of its programs by square, and what its moves are like.

use super::leg::MoveProgram;
use super::topology::{Square, SquareSet};
use super::unroll::Limits;
use super::{KindInfo, KindSet, Piece, Promotions, Rules};
use crate::definition::{Kind, MoveClause, Side};
use crate::position::Position;
use std::ops::Range;
use std::sync::{Arc, OnceLock};

/// How one kind of one side moves.
#[derive(Default)]
pub(crate) struct Mover {
    pub ordinary: Roots,
    /// Moves of a piece that hasn't moved, where that isn't clear from its square.
    pub unmoved: Option<Roots>,
    pub en_passant: Option<Roots>,
    /// Where it changes places with what stands there (`u`).
    pub swaps: Option<Roots>,
    /// Programs that aren't in tables.
    pub interpreted: Vec<Interpreted>,
    pub promotions: Option<Promotions>,
    pub royal: bool,
    /// It may become royal.
    pub crowns: bool,
    /// It may not capture or hop over everything, or not stop where what it borrows moves from does, or its captures go on.
    pub is_limited: bool,
    /// Its captures go on with others of its own.
    pub goes_on: bool,
    /// Some moves do more than displace and capture what stands on the target.
    pub has_effects: bool,
    /// See [`Mover::sights`].
    pub(super) sights: OnceLock<Option<Box<[SquareSet]>>>,
    /// See [`Mover::walks_seeing`].
    pub(super) sights_of_walks: OnceLock<Box<[SquareSet]>>,
    /// See [`Mover::may_repeat`].
    pub(super) repeats: OnceLock<bool>,
}

/// A program that isn't in tables.
#[derive(Clone)]
pub(crate) struct Interpreted {
    /// Whose way it is.
    pub kind: Kind,
    pub program: MoveProgram,
    /// The squares it may start from, if not all.
    pub from: Option<SquareSet>,
    /// The squares it may go to, if not all.
    pub to: Option<SquareSet>,
    /// The squares it may end on, if not all of these: those of its clause, and those its piece stops on.
    pub into: Option<SquareSet>,
    /// Only while the opponent has fewer pieces than at the start.
    pub after_capture: bool,
    /// It captures nothing else, if not everything.
    pub takes: Option<Arc<KindSet>>,
}

impl Interpreted {
    /// A program of a clause under its limits.
    pub(super) fn new(
        program: &MoveProgram,
        limits: &Limits,
        clause: &MoveClause,
        (kind, kinds): (Kind, &[KindInfo]),
    ) -> Interpreted {
        Interpreted {
            kind,
            program: program.clone(),
            from: limits.from.cloned(),
            to: limits.within.cloned(),
            into: limits.landings(),
            after_capture: clause.after_capture,
            takes: (!clause.takes.is_empty()).then(|| Arc::new(KindSet::new(kinds, &clause.takes))),
        }
    }

    pub fn starts_on(&self, square: Square) -> bool {
        self.from.as_ref().is_none_or(|zone| zone.contains(square))
    }

    /// It starts on the square, and its time has come.
    pub fn is_open(&self, rules: &Rules, position: &Position, side: Side, square: Square) -> bool {
        self.starts_on(square) && (!self.after_capture || position.has_captured(rules, side))
    }

    /// It may capture what stands on these squares.
    pub fn may_take(&self, board: &[Piece], captures: &[Square]) -> bool {
        let Some(takes) = &self.takes else { return true };
        let wanted = |piece: Piece| piece.is_empty() || takes.contains(piece.kind());
        captures.iter().all(|square| wanted(board[square.index()]))
    }

    pub fn ends_on(&self, square: Square) -> bool {
        [&self.to, &self.into].into_iter().flatten().all(|zone| zone.contains(square))
    }
}

/// Walks by origin square.
#[derive(Default, PartialEq, Eq, Hash)]
pub(crate) struct Roots {
    starts: Box<[u32]>,
    list: Box<[u32]>,
}

impl Roots {
    pub(crate) fn new<'a>(by_square: impl ExactSizeIterator<Item = &'a [u32]>) -> Roots {
        let mut starts = Vec::with_capacity(by_square.len() + 1);
        let mut list = Vec::with_capacity(4 * by_square.len());
        for walks in by_square {
            starts.push(list.len() as u32);
            list.extend_from_slice(walks);
        }
        starts.push(list.len() as u32);
        Roots { starts: starts.into_boxed_slice(), list: list.into_boxed_slice() }
    }

    /// All walks, whatever their origins.
    pub fn list(&self) -> &[u32] {
        &self.list
    }

    pub(super) fn origins(&self) -> impl ExactSizeIterator<Item = Square> + use<> {
        (0..self.starts.len().saturating_sub(1)).map(Square::from_index)
    }

    #[inline(always)]
    pub fn at(&self, square: Square) -> &[u32] {
        &self.list[self.places(square)]
    }

    /// Where those from a square are among all.
    #[inline(always)]
    pub(super) fn places(&self, square: Square) -> Range<usize> {
        self.starts[square.index()] as usize..self.starts[square.index() + 1] as usize
    }
}
