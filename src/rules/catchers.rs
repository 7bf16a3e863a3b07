//! Who might capture in passing: a look at these squares spares most moves that leave en passant squares more.

use super::bits;
use super::step::{Op, Step, reaching};
use super::topology::Square;
use super::unroll::Trail;
use super::walks::each_step;
use super::{Interpreted, Mover, Piece};
use crate::definition::{Kind, Side};
use std::cell::LazyCell;

pub(crate) struct Catchers {
    /// By trail and side: where pieces with a code stand that could capture on the trail, if nothing were in their way.
    by_trail: Vec<[Vec<Candidates>; 2]>,
    /// By side: codes of pieces that capture in passing on their way, or in ways that are in no table.
    others: [Vec<usize>; 2],
}

/// A code, and squares as words of a set.
type Candidates = (usize, Box<[u64]>);

impl Catchers {
    pub fn new(trails: &[Trail], cells: usize, movers: [&[Mover]; 2], steps: [&[Step]; 2]) -> Catchers {
        // By side: a piece's code, from where it captures in passing, and where it would find an en passant square.
        let ways = Side::BOTH.map(|side| {
            let mut ways: Vec<(usize, Square, Square)> = Vec::new();
            for (kind, mover) in movers[side.index()].iter().enumerate() {
                let code = Piece::new(Kind(kind as u16), side).index();
                let Some(roots) = &mover.en_passant else { continue };
                for origin in (0..cells).map(Square::from_index).filter(|&origin| !roots.at(origin).is_empty()) {
                    each_step(steps[side.index()], roots.at(origin).iter().copied(), |step| {
                        if step.op == Op::IfEnPassant {
                            ways.push((code, origin, Square::from_index(step.square as usize)));
                        }
                    });
                }
            }
            ways
        });
        let of = |trail: &Trail, side: Side| {
            let mut found: Vec<Candidates> = Vec::new();
            for &(code, origin, _) in ways[side.index()].iter().filter(|way| trail.squares.contains(&way.2)) {
                if found.last().is_none_or(|last| last.0 != code) {
                    found.push((code, vec![0u64; bits::words(cells)].into_boxed_slice()));
                }
                if let Some((_, words)) = found.last_mut() {
                    words[origin.index() / 64] |= 1 << (origin.index() % 64);
                }
            }
            found
        };
        let takes = |way: &Interpreted| way.program.takes_en_passant();
        let others = |side: Side| {
            let passing = LazyCell::new(|| reaching(steps[side.index()], |step| step.op == Op::IfEnPassant));
            let on_way = |mover: &Mover| {
                let roots = [Some(&mover.ordinary), mover.unmoved.as_ref()].into_iter().flatten();
                roots.flat_map(|roots| roots.list()).any(|&walk| passing[walk as usize])
            };
            let kinds = movers[side.index()].iter().enumerate();
            let taking = kinds.filter(|(_, mover)| mover.interpreted.iter().any(takes) || on_way(mover));
            taking.map(|(kind, _)| Piece::new(Kind(kind as u16), side).index()).collect()
        };
        Catchers {
            by_trail: trails.iter().map(|trail| Side::BOTH.map(|side| of(trail, side))).collect(),
            others: Side::BOTH.map(others),
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
        &self.others[side.index()]
    }
}
