//! What follows from moves of any kind, as tables.
//!
//! `position/aftermath.rs` obeys them. Variants without have none of these, and pay one look where moves have extras.

use super::KindInfo;
use super::effects::{KindSet, neighbourhoods};
use super::topology::{Square, Topology};
use crate::definition::Aftermath;
use smallvec::SmallVec;

/// Consequences in the order in which they happen.
pub(crate) struct After {
    pub list: Vec<Consequence>,
}

pub(crate) enum Consequence {
    Burning(Burning),
    /// Kinds that are never converted.
    Converting(KindSet),
    /// Kinds that change sides when they move without capturing.
    Turning(KindSet),
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
            Aftermath::Converting { spared } => Consequence::Converting(KindSet::new(kinds, spared)),
            Aftermath::Turning { kinds: turned } => Consequence::Turning(KindSet::new(kinds, turned)),
        };
        (!aftermath.is_empty()).then(|| After { list: aftermath.iter().map(compile).collect() })
    }

    pub fn converts(&self) -> bool {
        let converts = |it: &Consequence| matches!(it, Consequence::Converting(_) | Consequence::Turning(_));
        self.list.iter().any(converts)
    }
}
