//! Who might capture in passing: a look at these squares spares most moves that leave en passant squares more.

use super::bits;
use super::step::{Op, Step};
use super::topology::Square;
use super::unroll::Trail;
use super::walks::reaches;
use super::{Interpreted, Mover, Piece};
use crate::definition::{Kind, Side};

pub(crate) struct Catchers {
    /// By trail and side: where pieces with a code stand that could capture on the trail, if nothing were in their way.
    by_trail: Vec<[Vec<Candidates>; 2]>,
    /// By side: codes of pieces whose captures in passing are in no table.
    interpreted: [Vec<usize>; 2],
}

/// A code, and squares as words of a set.
type Candidates = (usize, Box<[u64]>);

impl Catchers {
    pub fn new(trails: &[Trail], cells: usize, movers: [&[Mover]; 2], steps: [&[Step]; 2]) -> Catchers {
        let of = |trail: &Trail, side: Side| {
            let captures = |step: &Step| {
                step.op == Op::IfEnPassant && trail.squares.contains(&Square::from_index(step.square as usize))
            };
            let on = |mover: &Mover| {
                let mut words = vec![0u64; bits::words(cells)];
                if let Some(roots) = &mover.en_passant {
                    for square in (0..cells).map(Square::from_index) {
                        if roots.at(square).iter().any(|&walk| reaches(steps[side.index()], walk, &captures)) {
                            words[square.index() / 64] |= 1 << (square.index() % 64);
                        }
                    }
                }
                words.into_boxed_slice()
            };
            let kinds = movers[side.index()].iter().enumerate();
            kinds
                .map(|(kind, mover)| (Piece::new(Kind(kind as u16), side).index(), on(mover)))
                .filter(|(_, words)| words.iter().any(|&word| word != 0))
                .collect()
        };
        let takes = |way: &Interpreted| way.program.takes_en_passant();
        let interpreted = |side: Side| {
            let kinds = movers[side.index()].iter().enumerate();
            let taking = kinds.filter(|(_, mover)| mover.interpreted.iter().any(takes));
            taking.map(|(kind, _)| Piece::new(Kind(kind as u16), side).index()).collect()
        };
        Catchers {
            by_trail: trails.iter().map(|trail| Side::BOTH.map(|side| of(trail, side))).collect(),
            interpreted: Side::BOTH.map(interpreted),
        }
    }

    /// Codes of the pieces of a side that might capture on a trail, and from where.
    #[inline(always)]
    pub fn of(&self, trail: Square, side: Side) -> &[Candidates] {
        &self.by_trail[trail.index()][side.index()]
    }

    /// Codes of the pieces of a side that might capture on any trail, from anywhere.
    #[inline(always)]
    pub fn everywhere(&self, side: Side) -> &[usize] {
        &self.interpreted[side.index()]
    }
}
