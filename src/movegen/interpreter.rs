//! The leg interpreter: what move programs mean, as plainly as it can be said.
//!
//! Walks legs on whatever board a [`Scene`] shows. It knows squares, directions and occupants; it does not know
//! XBetza text, promotion, check, or how a move is spelled. The table-driven generators are tested against it.

use crate::rules::leg::MoveProgram;
use crate::rules::topology::{Square, Topology};
use smallvec::SmallVec;

/// What a square holds, seen by the moving side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Occupant {
    Empty,
    Own,
    Enemy,
}

/// The board as the interpreter needs to see it. Squares are absolute; the mover's own square may be reported
/// as it is, the interpreter treats it as empty where the notation says so.
pub trait Scene {
    fn topology(&self) -> &Topology;
    fn occupant(&self, square: Square) -> Occupant;
    /// An enemy royal piece stands here.
    fn is_royal(&self, square: Square) -> bool;
    /// The piece on this square has never moved.
    fn is_virgin(&self, square: Square) -> bool;
    /// At the start, a piece of the mover's type and side stood on this square.
    fn is_initial(&self, square: Square) -> bool;
    /// An en passant capture may be made on this square; the piece on the returned square is the victim.
    fn en_passant_victim(&self, square: Square) -> Option<Square>;
}

/// One pseudo-legal move as the list of its effects.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Trace {
    pub to: Square,
    /// Squares of all captured pieces, sorted, none twice; a piece that is unloaded is not among them.
    pub captures: SmallVec<[Square; 4]>,
    /// Castling: where the partner stood and where it is put.
    pub partner: Option<(Square, Square)>,
    /// XBetza `u`: where a piece was taken and where it is put down.
    pub unload: Option<(Square, Square)>,
    /// En passant squares this move leaves for the next ply, sorted.
    pub trail: SmallVec<[Square; 4]>,
}

/// All moves of the piece on `origin`, sorted, none twice. `second_player` turns the absolute directions round.
pub fn moves(scene: &impl Scene, programs: &[MoveProgram], origin: Square, second_player: bool) -> Vec<Trace> {
    let _ = (scene, programs, origin, second_player);
    Vec::new()
}
