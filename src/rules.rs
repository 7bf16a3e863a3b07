//! Rules in tables: what a definition means, compiled once when a variant loads and immutable afterwards.

pub mod leg;
pub mod topology;

use crate::definition::{Definition, Kind, PerSide, Side};
use crate::diagnostic::Diagnostic;
use crate::evaluation::Weights;
use std::sync::Arc;
use topology::{Square, Topology};

/// A piece on the board: its kind and its owner in one number, 0 for an empty square.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Piece(u16);

impl Piece {
    pub const EMPTY: Piece = Piece(0);

    pub const fn new(kind: Kind, side: Side) -> Piece {
        Piece(kind.0 * 2 + 2 + side as u16)
    }

    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Meaningful only for pieces, not for `EMPTY`.
    pub const fn kind(self) -> Kind {
        Kind(self.0.wrapping_sub(2) / 2)
    }

    pub const fn side(self) -> Side {
        if self.0 & 1 == 0 { Side::First } else { Side::Second }
    }

    /// Dense index for tables: `EMPTY` is 0, below [`Rules::piece_codes`].
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// The compiled rules of one variant.
pub struct Rules {
    pub definition: Arc<Definition>,
    /// All kinds: those of the definition in its order, then forms derived from them (a promoted piece that turns
    /// back into what it was when captured).
    pub kinds: Vec<KindInfo>,
    pub weights: Weights,
}

/// What is known about a kind, beside its moves.
#[derive(Clone, Debug)]
pub struct KindInfo {
    /// The kind of the definition whose moves and name it has.
    pub base: Kind,
    /// FEN spelling for the first player: `P`, `+P`, `Q~`.
    pub symbol: PerSide<String>,
    pub royal: bool,
    /// What it becomes when it comes into a hand.
    pub in_hand: Kind,
    pub resets_counter: bool,
}

impl Rules {
    /// Compiles a definition. Findings are about rules that cannot be combined or be put in tables; their spans are
    /// empty because a definition no longer knows its text.
    pub fn compile(definition: Arc<Definition>) -> Result<Rules, Vec<Diagnostic>> {
        let _ = definition;
        todo!()
    }

    pub fn topology(&self) -> &Topology {
        &self.definition.topology
    }

    pub fn piece_codes(&self) -> usize {
        self.kinds.len() * 2 + 2
    }

    /// Squares this kind reaches from `from` with that occupancy of friends (1), enemies (2) and nothing (0): for
    /// evaluation and pictures, not for play. `board[square.index()]`.
    pub fn reach(&self, kind: Kind, side: Side, from: Square, board: &[u8]) -> Vec<Square> {
        let _ = (kind, side, from, board);
        todo!()
    }
}
