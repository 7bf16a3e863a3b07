//! Who may capture whom, and hop over whom.

use super::leg::MoveProgram;
use super::topology::{Square, Topology};
use super::{KindInfo, Piece};
use crate::definition::{Definition, Kind, PerSide, PieceType, Side};

/// Which kinds may not capture or hop over which.
pub(crate) struct Relations {
    kinds: usize,
    spared: Box<[bool]>,
    barred: Box<[bool]>,
    /// By kind: what it may not hop over it may not capture by hopping either.
    onto_too: Box<[bool]>,
    /// By side and kind, where hopping is limited: its ways from one square to the next, round what it may not hop over.
    around: PerSide<Vec<Vec<MoveProgram>>>,
}

impl Relations {
    /// `None` where nothing of this sort is said.
    pub(super) fn new(definition: &Definition, kinds: &[KindInfo]) -> Option<Relations> {
        let table = |pick: fn(&PieceType) -> &Vec<Kind>| -> Box<[bool]> {
            let row = |info: &KindInfo| {
                let listed = pick(definition.piece(info.base));
                kinds.iter().map(move |other| listed.contains(&other.base)).collect::<Vec<_>>()
            };
            kinds.iter().flat_map(row).collect()
        };
        let around = |side: Side| {
            let ways = |info: &KindInfo| {
                let piece = definition.piece(info.base);
                let clauses = piece.moves.iter().filter(|_| !piece.not_over.is_empty());
                let programs = clauses.flat_map(|clause| &clause.programs[side]);
                programs.filter(|program| program.turns_step_by_step()).cloned().collect()
            };
            kinds.iter().map(ways).collect()
        };
        let relations = Relations {
            kinds: kinds.len(),
            spared: table(|piece| &piece.spares),
            barred: table(|piece| &piece.not_over),
            onto_too: kinds.iter().map(|info| definition.piece(info.base).not_onto).collect(),
            around: PerSide(Side::BOTH.map(around)),
        };
        relations.spared.iter().chain(&relations.barred).any(|&bar| bar).then_some(relations)
    }

    /// True for kinds that are limited in any way.
    pub fn limits(&self, kind: Kind) -> bool {
        let row = kind.index() * self.kinds..(kind.index() + 1) * self.kinds;
        self.spared[row.clone()].iter().chain(&self.barred[row]).any(|&bar| bar)
    }

    pub fn spares(&self, taker: Kind, victim: Kind) -> bool {
        self.spared[taker.index() * self.kinds + victim.index()]
    }

    /// True if the first kind may not pass over the second.
    pub(super) fn bars(&self, mover: Kind, hurdle: Kind) -> bool {
        self.barred[mover.index() * self.kinds + hurdle.index()]
    }

    /// True if going straight to `to` would hop over what bars it, or hop onto it.
    pub(super) fn block(&self, topology: &Topology, board: &[Piece], from: Square, to: Square) -> bool {
        let kind = board[from.index()].kind();
        let bars = |piece: Piece| !piece.is_empty() && self.bars(kind, piece.kind());
        let mut between = topology.between(from, to).map(|square| board[square.index()]).filter(|it| !it.is_empty());
        match self.onto_too[kind.index()] && to != from && bars(board[to.index()]) {
            true => between.next().is_some(),
            false => between.any(bars),
        }
    }

    /// Ways of a kind that go round what stands in a straight line.
    pub fn around(&self, kind: Kind, side: Side) -> &[MoveProgram] {
        &self.around[side][kind.index()]
    }
}
