//! Who makes whose moves, as far as it doesn't depend on the position.

use super::topology::{Square, SquareSet, Topology, Wrap};
use super::{KindInfo, SideTables};
use crate::definition::{Borrowing, Kind, Lenders, PerSide, Side};
use smallvec::SmallVec;
use std::sync::OnceLock;

/// Squares, by square.
type Places = Box<[SmallVec<[Square; 8]>]>;

/// From whom pieces borrow their moves.
#[derive(Debug)]
pub struct Lending {
    /// By side and square: where lenders may stand. `None` if pieces borrow from what protects them.
    places: Option<PerSide<Places>>,
    /// These are the other side's.
    pub enemies: bool,
    /// By kind.
    lend: Box<[bool]>,
    borrow: Box<[bool]>,
    /// A piece keeps its own moves.
    pub besides: bool,
    /// By side: see [`Lending::sights`].
    sights: PerSide<OnceLock<Option<Box<[SquareSet]>>>>,
}

impl Lending {
    pub fn new(topology: &Topology, kinds: &[KindInfo], borrowing: &Borrowing) -> Lending {
        let among = |those: &[Kind]| kinds.iter().map(|info| !info.is_wall && those.contains(&info.base)).collect();
        let (places, enemies) = match &borrowing.lenders {
            Lenders::Protectors => (None, false),
            Lenders::At { place, enemies } => {
                let at = |side: Side| {
                    let steps = place.steps(side);
                    let around = |index| {
                        let from = Square::from_index(index);
                        steps.iter().filter_map(|&(dx, dy)| topology.leap(from, dx, dy, Wrap::AsBoard)).collect()
                    };
                    (0..topology.cells()).map(around).collect()
                };
                (Some(PerSide(Side::BOTH.map(at))), *enemies)
            }
        };
        Lending {
            places,
            enemies,
            lend: among(&borrowing.of),
            borrow: among(&borrowing.by),
            besides: borrowing.besides,
            sights: PerSide::default(),
        }
    }

    /// Where those may stand that lend their moves to a piece of this side; `None` if they are those that protect it.
    pub fn places(&self, side: Side, square: Square) -> Option<&[Square]> {
        self.places.as_ref().map(|places| &places[side][square.index()][..])
    }

    /// By origin: all squares that decide what some piece of a side, moving as whatever there is, may do from there. `None` if that
    /// isn't known. Found out when first asked for.
    pub fn sights(&self, side: Side, tables: &SideTables) -> Option<&[SquareSet]> {
        let find = || {
            let mut all: Vec<SquareSet> = Vec::new();
            for mover in &tables.movers {
                let sights = mover.sights(&tables.steps)?;
                all.resize(all.len().max(sights.len()), SquareSet::new());
                all.iter_mut().zip(sights).for_each(|(all, seen)| *all |= seen);
            }
            Some(all.into_boxed_slice())
        };
        self.sights[side].get_or_init(find).as_deref()
    }

    pub fn lends(&self, kind: Kind) -> bool {
        self.lend[kind.index()]
    }

    pub fn borrows(&self, kind: Kind) -> bool {
        self.borrow[kind.index()]
    }
}
