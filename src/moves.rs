//! Moves: what is handed from the generators to the search, the game and the protocols.

mod digest;

use crate::definition::Kind;
use crate::rules::topology::Square;
pub use digest::Digest;
use std::fmt;
use std::hash::{Hash, Hasher};

/// One legal or pseudo-legal move of a known position; small and `Copy`. What it does to the board is spelled
/// out by `Position::play`.
///
/// The order of the fields lets it be read and compared as two words.
#[derive(Clone, Copy)]
#[repr(C, align(8))]
pub struct Move {
    /// Where the moving piece stands; `NONE` for drops.
    pub from: Square,
    /// Where it ends. Equal to `from` when it comes back (rifle capture, pass).
    pub to: Square,
    /// What else is involved; see [`Action`].
    pub via: [Square; 2],
    /// The kind that appears, if another than stood on `from` does: what a promotion or a drop puts on `to`, or what gates in.
    placed: u16,
    /// Where a wall is put afterwards, if one is.
    pub wall: Square,
    pub action: Action,
}

impl PartialEq for Move {
    #[inline(always)]
    fn eq(&self, other: &Move) -> bool {
        self.words() == other.words()
    }
}

impl Eq for Move {}

impl Hash for Move {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.words().hash(state);
    }
}

/// What happens beside the displacement.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Action {
    /// Whatever stands on `to` is captured; nothing else.
    Plain,
    /// A piece comes from the hand.
    Drop,
    /// The partner goes from `via[0]` to `via[1]`.
    Castle,
    /// Leaves the en passant squares numbered `via[0].index()`.
    Trail,
    /// Also captures on `via[0]` and, if it is a square, on `via[1]`: en passant, locusts, rifle captures.
    Locust,
    /// Also captures on all squares of the interned list whose number is in `via` (low half first).
    Chain,
    /// The piece taken on `via[0]` is put on `via[1]` instead of leaving the board.
    Unload,
    /// As `Unload`, and captures on other squares. The interned list whose number is in `via` tells where the piece is
    /// taken and put, then what is captured.
    UnloadChain,
    /// Nothing moves.
    Pass,
    /// Plain, and a piece from the hand enters where the mover came from.
    Gate,
    /// Castle, and a piece from the hand enters where the mover came from.
    CastleGate,
    /// Castle, and a piece from the hand enters where the partner came from.
    CastleGatePartner,
    /// Trail, and a piece from the hand enters where the mover came from.
    TrailGate,
}

impl Move {
    const SAME: u16 = u16::MAX;

    /// No move. A pass is another one, even with nothing on the board.
    pub const NONE: Move = Move::plain(Square::NONE, Square::NONE);

    pub const fn plain(from: Square, to: Square) -> Move {
        Move { from, to, placed: Move::SAME, action: Action::Plain, via: [Square::NONE; 2], wall: Square::NONE }
    }

    pub const fn drop(kind: Kind, to: Square) -> Move {
        Move {
            from: Square::NONE,
            to,
            placed: kind.0,
            action: Action::Drop,
            via: [Square::NONE; 2],
            wall: Square::NONE,
        }
    }

    pub const fn with(self, action: Action, via: [Square; 2]) -> Move {
        Move { action, via, ..self }
    }

    pub const fn placing(self, kind: Kind) -> Move {
        Move { placed: kind.0, ..self }
    }

    /// All of it.
    #[inline(always)]
    fn words(&self) -> [u64; 2] {
        let number = |square: Square| square.index() as u64;
        let squares = number(self.from) | number(self.to) << 16 | number(self.via[0]) << 32 | number(self.via[1]) << 48;
        [squares, u64::from(self.placed) | number(self.wall) << 16 | (self.action as u64) << 32]
    }

    /// True if a piece goes from one square to another and nothing else happens, but for what stands there being captured.
    #[inline(always)]
    pub(crate) fn is_bare(&self) -> bool {
        self.words()[1] == Move::plain(self.from, self.to).words()[1]
    }

    /// The kind that appears on `to` if it is another than moved: a promotion or a drop.
    pub fn placed(self) -> Option<Kind> {
        (self.placed != Move::SAME && !self.gates()).then_some(Kind(self.placed))
    }

    /// Something enters from the hand beside the move.
    pub(crate) const fn gates(self) -> bool {
        matches!(self.action, Action::Gate | Action::CastleGate | Action::CastleGatePartner | Action::TrailGate)
    }

    /// Two pieces move at once, whether something enters beside them or not.
    pub(crate) const fn castles(self) -> bool {
        matches!(self.action, Action::Castle | Action::CastleGate | Action::CastleGatePartner)
    }

    pub const fn walling(self, wall: Square) -> Move {
        Move { wall, ..self }
    }

    /// What enters from the hand beside the move, and where.
    pub fn gate(self) -> Option<(Kind, Square)> {
        let square = if self.action == Action::CastleGatePartner { self.via[0] } else { self.from };
        self.gates().then_some((Kind(self.placed), square))
    }

    /// The move without what enters beside it.
    pub const fn base(self) -> Move {
        match self.action {
            Action::Gate => Move { placed: Move::SAME, action: Action::Plain, ..self },
            Action::TrailGate => Move { placed: Move::SAME, action: Action::Trail, ..self },
            Action::CastleGate | Action::CastleGatePartner => {
                Move { placed: Move::SAME, action: Action::Castle, ..self }
            }
            _ => self,
        }
    }

    pub fn is_drop(self) -> bool {
        self.action == Action::Drop
    }

    pub fn is_promotion(self) -> bool {
        self.placed != Move::SAME && self.action != Action::Drop && !self.gates()
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}-{:?}", self.from, self.to)?;
        if let Some(kind) = self.placed() {
            write!(f, "={}", kind.0)?;
        }
        if self.action != Action::Plain {
            write!(f, " {:?} {:?}", self.action, self.via)?;
        }
        Ok(())
    }
}

/// A reusable list of moves. Its buffer only grows, and moves may be written past the end before they count, so that
/// generators need no branch per square.
#[derive(Clone, Debug)]
pub struct MoveList {
    buffer: Vec<Move>,
    len: usize,
}

/// Without a buffer yet: to stand in for one that is away.
impl Default for MoveList {
    fn default() -> MoveList {
        MoveList { buffer: Vec::new(), len: 0 }
    }
}

impl MoveList {
    pub fn new() -> MoveList {
        MoveList { buffer: vec![Move::NONE; 256], len: 0 }
    }

    #[inline(always)]
    pub fn push(&mut self, mv: Move) {
        self.make_room(1);
        self.push_if(mv, true);
    }

    /// Appends this many moves.
    #[inline(always)]
    pub(crate) fn append(&mut self, count: usize, moves: impl Iterator<Item = Move>) {
        self.make_room(count);
        let places = &mut self.buffer[self.len..][..count];
        for (place, mv) in places.iter_mut().zip(moves) {
            *place = mv;
        }
        self.len += count;
    }

    /// Appends at most so many moves.
    #[inline(always)]
    pub(crate) fn append_up_to(&mut self, most: usize, moves: impl Iterator<Item = Move>) {
        self.make_room(most);
        let mut written = 0;
        for (place, mv) in self.buffer[self.len..][..most].iter_mut().zip(moves) {
            *place = mv;
            written += 1;
        }
        self.len += written;
    }

    /// Makes sure that so many more moves can be written with `push_if`.
    #[inline(always)]
    pub(crate) fn make_room(&mut self, more: usize) {
        if self.len + more > self.buffer.len() {
            self.grow(more);
        }
    }

    #[cold]
    fn grow(&mut self, more: usize) {
        self.buffer.resize((self.len + more).next_power_of_two(), Move::NONE);
    }

    /// Writes the move and counts it only if wanted; there must be room.
    #[inline(always)]
    pub(crate) fn push_if(&mut self, mv: Move, wanted: bool) {
        self.buffer[self.len] = mv;
        self.len += usize::from(wanted);
    }

    /// Keeps some of the moves from `start` on, in their order.
    #[inline(always)]
    pub(crate) fn retain(&mut self, start: usize, mut keep: impl FnMut(Move) -> bool) {
        let mut kept = start;
        for at in start..self.len {
            let mv = self[at];
            if keep(mv) {
                self[kept] = mv;
                kept += 1;
            }
        }
        self.truncate(kept);
    }

    pub fn clear(&mut self) {
        self.len = 0;
    }

    pub fn truncate(&mut self, len: usize) {
        self.len = self.len.min(len);
    }
}

impl std::ops::Deref for MoveList {
    type Target = [Move];
    #[inline(always)]
    fn deref(&self) -> &[Move] {
        &self.buffer[..self.len]
    }
}

impl std::ops::DerefMut for MoveList {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [Move] {
        &mut self.buffer[..self.len]
    }
}
