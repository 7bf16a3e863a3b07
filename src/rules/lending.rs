//! Who makes whose moves, as far as it doesn't depend on the position.

use super::topology::{Square, SquareSet, Topology, Wrap};
use super::{KindInfo, SideTables};
use crate::definition::{self, Borrowing, Kind, PerSide, Side};
use smallvec::SmallVec;
use std::sync::OnceLock;

/// Squares, by square.
type Places = Box<[SmallVec<[Square; 8]>]>;

/// Whose moves a piece makes.
#[derive(Debug)]
enum Whose {
    /// By side and square: where lenders may stand; they are the other side's.
    At(PerSide<Places>, bool),
    Protectors,
    LastMoved,
}

/// Who lends its moves to one piece.
pub enum Lenders<'a> {
    /// Pieces of this side on these squares.
    On(&'a [Square], Side),
    Protectors,
    LastMoved,
}

/// From whom pieces borrow their moves.
#[derive(Debug)]
pub struct Lending {
    lenders: Whose,
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
        let lenders = match &borrowing.lenders {
            definition::Lenders::Protectors => Whose::Protectors,
            definition::Lenders::LastMoved => Whose::LastMoved,
            definition::Lenders::At { place, enemies } => {
                let at = |side: Side| {
                    let steps = place.steps(side);
                    let around = |index| {
                        let from = Square::from_index(index);
                        steps.iter().filter_map(|&(dx, dy)| topology.leap(from, dx, dy, Wrap::AsBoard)).collect()
                    };
                    (0..topology.cells()).map(around).collect()
                };
                Whose::At(PerSide(Side::BOTH.map(at)), *enemies)
            }
        };
        Lending {
            lenders,
            lend: among(&borrowing.of),
            borrow: among(&borrowing.by),
            besides: borrowing.besides,
            sights: PerSide::default(),
        }
    }

    /// Who lends to a piece of this side on this square.
    pub fn lenders(&self, side: Side, square: Square) -> Lenders<'_> {
        match &self.lenders {
            Whose::At(places, enemies) => {
                Lenders::On(&places[side][square.index()], if *enemies { side.other() } else { side })
            }
            Whose::Protectors => Lenders::Protectors,
            Whose::LastMoved => Lenders::LastMoved,
        }
    }

    /// What moved last decides how others move.
    pub fn follows(&self) -> bool {
        matches!(self.lenders, Whose::LastMoved)
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
