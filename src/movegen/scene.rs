//! A position as the interpreter sees it.

use super::interpreter::{self, Occupant, Scene, Trace};
use super::walk;
use crate::definition::{Kind, Side};
use crate::position::Position;
use crate::rules::leg::MoveProgram;
use crate::rules::topology::{Square, SquareSet, Topology};
use crate::rules::{Interpreted, Piece, RightKind, Rules};

/// One side's view of a position, for the piece on `origin`.
#[derive(Clone, Copy)]
pub struct PositionScene<'a> {
    pub rules: &'a Rules,
    pub position: &'a Position,
    pub side: Side,
    pub origin: Square,
    /// All that it may stand on or pass; `None` is the whole board.
    pub within: Option<&'a SquareSet>,
    /// Empty squares where what has captured something goes no further.
    pub ends: Option<&'a SquareSet>,
    /// The kind that it moves like, if not its own.
    pub like: Option<Kind>,
}

impl<'a> PositionScene<'a> {
    /// For what stands on a square and moves as itself, anywhere.
    pub fn new(rules: &'a Rules, position: &'a Position, side: Side, origin: Square) -> PositionScene<'a> {
        PositionScene { rules, position, side, origin, within: None, ends: None, like: None }
    }
}

impl PositionScene<'_> {
    /// The mover still has the right of an unmoved piece.
    pub fn unmoved(&self) -> bool {
        let bit = self.rules.rights.bit(RightKind::Unmoved, self.side, self.origin);
        bit.is_some_and(|bit| self.position.rights() & bit != 0) && !self.is_too_upset(self.origin)
    }

    fn own(&self) -> Kind {
        self.rules.kind(self.position.at(self.origin).kind()).base
    }

    /// The kind that it moves like, if it is another one.
    fn lender(&self) -> Option<Kind> {
        self.like.filter(|&kind| kind != self.own())
    }

    /// Initial moves of this piece are not open to it because its side is in check.
    fn is_too_upset(&self, square: Square) -> bool {
        let kind = self.rules.kind(self.position.at(square).kind()).base;
        self.rules.definition.piece(kind).calm
            && self.side == self.position.side_to_move()
            && self.position.in_check(self.rules)
    }
}

impl<'a> PositionScene<'a> {
    /// What the piece can do by ways that no table has, castling apart, as far as each way's own conditions allow it;
    /// `in_order`: what is captured is told in its order, too.
    pub(super) fn traces(
        self,
        ways: impl IntoIterator<Item = &'a Interpreted> + 'a,
        in_order: bool,
    ) -> impl Iterator<Item = Trace> + 'a {
        let PositionScene { rules, position, side, origin, .. } = self;
        let find = if in_order { interpreter::moves_in_order } else { interpreter::moves };
        let open = ways.into_iter().filter(move |way| {
            way.is_open(rules, position, side, origin) && !matches!(way.program, MoveProgram::Castle { .. })
        });
        open.flat_map(move |way| {
            let scene = PositionScene { within: way.to.as_ref(), like: Some(way.kind), ..self };
            let found = find(&scene, std::slice::from_ref(&way.program), origin, side == Side::Second);
            let allows = |trace: &Trace| way.ends_on(trace.to) && way.may_take(position.board(), &trace.captures);
            found.into_iter().filter(allows)
        })
    }
}

impl Scene for PositionScene<'_> {
    fn topology(&self) -> &Topology {
        self.rules.topology()
    }

    fn occupant(&self, square: Square) -> Occupant {
        let piece = self.position.at(square);
        if piece.is_empty() {
            Occupant::Empty
        } else if piece.side() == self.side {
            Occupant::Own
        } else {
            Occupant::Enemy
        }
    }

    fn is_royal(&self, square: Square) -> bool {
        let piece = self.position.at(square);
        !piece.is_empty() && piece.side() != self.side && self.rules.kind(piece.kind()).royal
    }

    fn is_virgin(&self, square: Square) -> bool {
        let rights = &self.rules.rights;
        match rights.bit(RightKind::Unmoved, self.side, square) {
            Some(bit) => self.position.rights() & bit != 0 && !self.is_too_upset(square),
            None => {
                let lender = self.lender().filter(|_| square == self.origin);
                let piece = lender.map_or(self.position.at(square), |kind| Piece::new(kind, self.side));
                self.rules.homes[piece.index()].contains(square)
            }
        }
    }

    fn is_initial(&self, square: Square) -> bool {
        let base = Piece::new(self.lender().unwrap_or_else(|| self.own()), self.side);
        self.rules.homes[base.index()].contains(square)
    }

    fn en_passant_victim(&self, square: Square) -> Option<Square> {
        walk::en_passant_victim(self.rules, self.position.trails(), square)
    }

    fn is_open(&self, square: Square) -> bool {
        self.within.is_none_or(|zone| zone.contains(square))
    }

    fn captures_at_once(&self) -> bool {
        self.rules.captures_at_once
    }

    fn ends_captures(&self, square: Square) -> bool {
        self.ends.is_some_and(|ends| ends.contains(square))
    }
}
