//! What follows from moves of any kind, as tables.
//!
//! `position/aftermath.rs` obeys them. Variants without have none of these, and pay one look where moves have extras.

use super::KindInfo;
use super::effects::{KindSet, neighbourhoods};
use super::topology::{Square, Topology, Wrap};
use crate::definition::{Aftermath, Converted, PerSide, Side};
use smallvec::SmallVec;

/// Consequences in the order in which they happen.
pub(crate) struct After {
    pub list: Vec<Consequence>,
}

pub(crate) enum Consequence {
    Burning(Burning),
    Converting(Conversion),
    /// Kinds that change sides when they move without capturing.
    Turning(KindSet),
    /// By side and square: where something may wait behind it; [`Square::NONE`] if nowhere.
    Entering(PerSide<Box<[Square]>>),
}

/// Who changes sides.
pub(crate) struct Conversion {
    pub whom: Whom,
    pub spared: KindSet,
}

/// Squares one after the other, away from one where a piece may stand.
pub(crate) type Line = Box<[Square]>;

pub(crate) enum Whom {
    /// What the piece could capture.
    Attacked,
    /// By square: the lines that go out from it, nearest square first. What is enclosed on one of them.
    Enclosed(Box<[SmallVec<[Line; 8]>]>),
    /// By square: the squares around it.
    Beside { near: Box<[SmallVec<[Square; 8]>]>, unless_alone: bool },
}

impl Whom {
    fn new(topology: &Topology, whom: Converted) -> Whom {
        let line = |from: Square, dx: i32, dy: i32| -> Line {
            let step = |at: &Square| topology.leap(*at, dx, dy, Wrap::AsBoard).filter(|next| *next != from);
            std::iter::successors(step(&from), step).collect()
        };
        let lines = |from: Square| {
            let ways = (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| (dx, dy))).filter(|way| *way != (0, 0));
            ways.map(|(dx, dy)| line(from, dx, dy)).filter(|line| line.len() > 1).collect()
        };
        match whom {
            Converted::Attacked => Whom::Attacked,
            Converted::Enclosed => Whom::Enclosed((0..topology.cells()).map(Square::from_index).map(lines).collect()),
            Converted::Beside => Whom::Beside { near: neighbourhoods(topology, 1), unless_alone: false },
            Converted::BesideUnlessAlone => Whom::Beside { near: neighbourhoods(topology, 1), unless_alone: true },
        }
    }
}

/// Who burns whom.
pub(crate) struct Burning {
    pub burners: KindSet,
    pub spared: KindSet,
    near: Box<[SmallVec<[Square; 8]>]>,
}

impl Burning {
    /// The squares that are beside another.
    pub fn beside(&self, centre: Square) -> &[Square] {
        &self.near[centre.index()]
    }
}

impl After {
    pub fn new(topology: &Topology, kinds: &[KindInfo], aftermath: &[Aftermath]) -> Option<After> {
        let compile = |consequence: &Aftermath| match consequence {
            Aftermath::Burning { kinds: burners, radius, spared } => Consequence::Burning(Burning {
                burners: KindSet::new(kinds, burners),
                spared: KindSet::new(kinds, spared),
                near: neighbourhoods(topology, *radius),
            }),
            Aftermath::Converting { whom, spared } => Consequence::Converting(Conversion {
                whom: Whom::new(topology, *whom),
                spared: KindSet::new(kinds, spared),
            }),
            Aftermath::Turning { kinds: turned } => Consequence::Turning(KindSet::new(kinds, turned)),
            Aftermath::Entering { zone } => {
                let behind = |side: Side, square: Square| {
                    let back = if side == Side::First { -1 } else { 1 };
                    topology.leap(square, 0, back, Wrap::AsBoard).filter(|&behind| zone[side].contains(behind))
                };
                let of = |side: Side| {
                    let squares = (0..topology.cells()).map(Square::from_index);
                    squares.map(|square| behind(side, square).unwrap_or(Square::NONE)).collect()
                };
                Consequence::Entering(PerSide(Side::BOTH.map(of)))
            }
        };
        (!aftermath.is_empty()).then(|| After { list: aftermath.iter().map(compile).collect() })
    }

    pub fn converts(&self) -> bool {
        let converts = |it: &Consequence| matches!(it, Consequence::Converting(_) | Consequence::Turning(_));
        self.list.iter().any(converts)
    }
}
