//! Who might capture in passing: a look at these squares spares most moves that leave en passant squares more.

use super::bits;
use super::step::{Op, Step};
use super::topology::Square;
use super::unroll::Trail;
use super::walks::reaches;
use super::{Mover, Piece};
use crate::definition::{Kind, Side};

/// By trail and side: where pieces with a code stand that could capture on the trail, if nothing were in their way.
pub(crate) struct Catchers(Vec<[Vec<Candidates>; 2]>);

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
        Catchers(trails.iter().map(|trail| Side::BOTH.map(|side| of(trail, side))).collect())
    }

    /// Codes of the pieces of a side that might capture on a trail, and from where.
    #[inline(always)]
    pub fn of(&self, trail: Square, side: Side) -> &[Candidates] {
        &self.0[trail.index()][side.index()]
    }
}
