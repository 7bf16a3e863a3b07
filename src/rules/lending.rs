//! Who makes whose moves, as far as it doesn't depend on the position.

use super::KindInfo;
use super::topology::{Square, Topology, Wrap};
use crate::definition::{Borrowing, Kind, Lenders, PerSide, Side};
use smallvec::SmallVec;

/// Squares, by square.
type Places = Box<[SmallVec<[Square; 8]>]>;

/// From whom pieces borrow their moves.
#[derive(Clone, Debug)]
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
        }
    }

    /// Where those may stand that lend their moves to a piece of this side; `None` if they are those that protect it.
    pub fn places(&self, side: Side, square: Square) -> Option<&[Square]> {
        self.places.as_ref().map(|places| &places[side][square.index()][..])
    }

    pub fn lends(&self, kind: Kind) -> bool {
        self.lend[kind.index()]
    }

    pub fn borrows(&self, kind: Kind) -> bool {
        self.borrow[kind.index()]
    }
}
