//! What follows from moves of any kind, as tables.
//!
//! `position/aftermath.rs` obeys them. Variants without have none of these, and pay one look where moves have extras.

use super::KindInfo;
use super::effects::{KindSet, neighbourhoods};
use super::leg::Leap;
use super::topology::{Square, SquareSet, Topology, Wrap};
use crate::definition::{Aftermath, Fate, PerSide, Place, Rows, Seized, Seizing, Side, Zone};
use smallvec::SmallVec;

/// Consequences in the order in which they happen.
pub(crate) struct After {
    pub list: Vec<Consequence>,
}

pub(crate) enum Consequence {
    Burning(Burning),
    Seizing(Seizure),
    /// Kinds that change sides when they move without capturing.
    Turning(KindSet),
    /// By side and square: where something may wait behind it; [`Square::NONE`] if nowhere.
    Entering(PerSide<Box<[Square]>>),
    /// Where pieces of the side that moves are lost when they stay, and kinds that aren't.
    Drowning {
        zone: PerSide<SquareSet>,
        spared: KindSet,
    },
}

/// Who is taken or changes sides.
pub(crate) struct Seizure {
    pub fate: Fate,
    pub whom: Whom,
    /// Kinds that do it; `None` is all.
    pub by: Option<KindSet>,
    /// By square: the lines along which they must have come, if it matters.
    pub along: Option<Box<[Lines]>>,
    pub spared: KindSet,
    /// By the side that moves: where everybody is spared.
    pub safe: PerSide<SquareSet>,
}

impl Seizure {
    /// It happens after a move from one square to another.
    pub fn follows(&self, from: Square, to: Square) -> bool {
        let Some(along) = &self.along else { return true };
        from.is_some() && along[from.index()].iter().any(|line| line.contains(&to))
    }

    fn new(topology: &Topology, kinds: &[KindInfo], seizing: &Seizing) -> Seizure {
        Seizure {
            fate: seizing.fate,
            whom: Whom::new(topology, kinds, &seizing.whom),
            by: (!seizing.by.is_empty()).then(|| KindSet::new(kinds, &seizing.by)),
            along: seizing.going_straight.then(|| lines_of(topology, true, false)),
            spared: KindSet::new(kinds, &seizing.spared),
            safe: zone(seizing.safe.as_ref()),
        }
    }
}

fn zone(zone: Option<&Zone>) -> PerSide<SquareSet> {
    zone.cloned().unwrap_or_else(|| PerSide::same(SquareSet::new()))
}

/// Squares one after the other, away from one where a piece may stand.
pub(crate) type Line = Box<[Square]>;

/// By direction, clockwise from up the board; without squares where there is no such line.
pub(crate) type Lines = [Line; 8];

pub(crate) enum Whom {
    /// What the piece could capture.
    Attacked,
    /// By square: the squares around it.
    Beside { near: Box<[SmallVec<[Square; 8]>]>, unless_alone: bool },
    /// What has enemies on all squares beside it, by square.
    Surrounded { beside: Box<[SmallVec<[Square; 4]>]>, against: PerSide<SquareSet> },
    /// What is in a row on one of the lines, by square.
    Rows { place: Place, lines: Box<[Lines]>, most: usize, against: PerSide<SquareSet> },
    /// What is on the squares where files and ranks of two pieces cross.
    Crossed(KindSet),
}

impl Whom {
    fn new(topology: &Topology, kinds: &[KindInfo], whom: &Seized) -> Whom {
        match whom {
            Seized::Attacked => Whom::Attacked,
            Seized::Beside { unless_alone } => {
                Whom::Beside { near: neighbourhoods(topology, 1), unless_alone: *unless_alone }
            }
            Seized::Surrounded { against } => {
                let beside = |from: Square| {
                    let step = |direction: u8| {
                        let (dx, dy) = Leap::Radial(1).vector(direction);
                        topology.leap(from, dx, dy, Wrap::AsBoard)
                    };
                    [0, 2, 4, 6].into_iter().filter_map(step).collect()
                };
                let beside = (0..topology.cells()).map(Square::from_index).map(beside).collect();
                Whom::Surrounded { beside, against: zone(against.as_ref()) }
            }
            Seized::Rows(Rows { place, straight, round_corners, most, against }) => Whom::Rows {
                place: *place,
                lines: lines_of(topology, *straight, *round_corners),
                most: most.map_or(usize::MAX, usize::from),
                against: zone(against.as_ref()),
            },
            Seized::Crossed(partners) => Whom::Crossed(KindSet::new(kinds, partners)),
        }
    }
}

/// By square: the lines that go out from it.
fn lines_of(topology: &Topology, straight: bool, round_corners: bool) -> Box<[Lines]> {
    let next = |at: Square, direction: u8| {
        let (dx, dy) = Leap::Radial(1).vector(direction);
        topology.leap(at, dx, dy, Wrap::AsBoard)
    };
    // From a corner, where a row along the edge can only turn one way.
    let turned = |at: Square, direction: u8| {
        let is_straight = round_corners && direction.is_multiple_of(2);
        let ways = [direction + 2, direction + 6].map(|way| way % 8);
        match ways.map(|way| next(at, way).filter(|_| is_straight).map(|square| (square, way))) {
            [Some(found), None] | [None, Some(found)] => Some(found),
            [None, None] | [Some(_), Some(_)] => None,
        }
    };
    let line = |from: Square, direction: u8| -> Line {
        let wanted = !straight || direction.is_multiple_of(2);
        let (mut line, mut here) = (Vec::new(), (from, direction));
        while wanted && line.len() < topology.cells() {
            let onward = next(here.0, here.1).map(|square| (square, here.1));
            // The corner itself is where lines begin, too, but none of them turns at once.
            let onward = onward.or_else(|| turned(here.0, here.1).filter(|_| here.0 != from));
            match onward {
                Some((square, way)) if square != from => here = (square, way),
                Some(_) | None => break,
            }
            line.push(here.0);
        }
        line.into_boxed_slice()
    };
    let lines = |from: Square| std::array::from_fn(|direction| line(from, direction as u8));
    (0..topology.cells()).map(Square::from_index).map(lines).collect()
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
            Aftermath::Seizing(seizing) => Consequence::Seizing(Seizure::new(topology, kinds, seizing)),
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
            Aftermath::Drowning { zone, spared } => {
                Consequence::Drowning { zone: zone.clone(), spared: KindSet::new(kinds, spared) }
            }
        };
        (!aftermath.is_empty()).then(|| After { list: aftermath.iter().map(compile).collect() })
    }

    /// What waits behind a piece comes onto the square that it leaves.
    pub fn brings_up(&self) -> bool {
        self.list.iter().any(|it| matches!(it, Consequence::Entering(_)))
    }

    pub fn converts(&self) -> bool {
        let converts = |it: &Consequence| match it {
            Consequence::Seizing(seizure) => seizure.fate == Fate::Converted,
            Consequence::Turning(_) => true,
            Consequence::Burning(_) | Consequence::Entering(_) | Consequence::Drowning { .. } => false,
        };
        self.list.iter().any(converts)
    }
}
