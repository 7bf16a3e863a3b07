//! What captures do besides taking, as tables.
//!
//! `position/play.rs` runs the list after the move itself, as further changes of the board. Variants without effects
//! pay one look at an empty list.

use super::topology::{Square, Topology, Wrap};
use super::{KindInfo, Piece};
use crate::definition::{Effect, Kind};
use smallvec::SmallVec;

/// Effects in the order in which they happen.
#[derive(Default)]
pub struct Effects {
    pub(crate) list: Vec<CompiledEffect>,
}

pub(crate) enum CompiledEffect {
    Explosion(Explosion),
    CapturerLeaves(KindSet),
    CapturerConverts(KindSet),
    CapturerPetrifies(KindSet),
    CapturerMorphs(KindSet),
}

/// Kinds, derived forms included.
pub(crate) struct KindSet(Box<[bool]>);

impl KindSet {
    pub(super) fn new(kinds: &[KindInfo], listed: &[Kind]) -> KindSet {
        KindSet(kinds.iter().map(|info| !info.is_wall && listed.contains(&info.base)).collect())
    }

    pub fn contains(&self, kind: Kind) -> bool {
        self.0[kind.index()]
    }
}

/// Pieces that leave the board together with what is captured.
pub(crate) struct Explosion {
    /// By square of the capture: the squares around it.
    near: Box<[SmallVec<[Square; 8]>]>,
    /// Kinds that survive beside the capture, and kinds that survive even as the capturing piece.
    spared: KindSet,
    immune: KindSet,
}

/// By square: all others at most so far from it in both directions.
pub(super) fn neighbourhoods(topology: &Topology, radius: u16) -> Box<[SmallVec<[Square; 8]>]> {
    let reach = i32::from(radius);
    let around = |centre: Square| {
        let leaps = (-reach..=reach).flat_map(|dx| (-reach..=reach).map(move |dy| (dx, dy)));
        let mut near: SmallVec<[Square; 8]> =
            leaps.filter_map(|(dx, dy)| topology.leap(centre, dx, dy, Wrap::AsBoard)).collect();
        near.retain(|square| *square != centre);
        near.sort_unstable();
        near.dedup();
        near
    };
    (0..topology.cells()).map(|index| around(Square::from_index(index))).collect()
}

impl Explosion {
    fn new(topology: &Topology, kinds: &[KindInfo], radius: u16, spared: &[Kind], immune: &[Kind]) -> Explosion {
        Explosion {
            near: neighbourhoods(topology, radius),
            // Walls stay whatever happens around them.
            spared: KindSet(kinds.iter().map(|info| info.is_wall || spared.contains(&info.base)).collect()),
            immune: KindSet::new(kinds, immune),
        }
    }

    /// The squares around a capture.
    pub fn near(&self, centre: Square) -> &[Square] {
        &self.near[centre.index()]
    }

    /// True if a piece beside the capture leaves the board.
    pub fn takes_bystander(&self, kind: Kind) -> bool {
        !self.spared.contains(kind) && !self.immune.contains(kind)
    }

    /// Squares beside the capture whose pieces leave the board.
    pub fn takes<'a>(&'a self, board: &'a [Piece], centre: Square) -> impl Iterator<Item = Square> + 'a {
        let goes = move |&square: &Square| {
            let piece = board[square.index()];
            !piece.is_empty() && self.takes_bystander(piece.kind())
        };
        self.near[centre.index()].iter().copied().filter(goes)
    }

    pub fn takes_capturer(&self, kind: Kind) -> bool {
        !self.immune.contains(kind)
    }
}

impl Effects {
    pub(crate) fn new(topology: &Topology, kinds: &[KindInfo], effects: &[Effect]) -> Effects {
        let compile = |effect: &Effect| match effect {
            Effect::Explosion { radius, spared, immune } => {
                CompiledEffect::Explosion(Explosion::new(topology, kinds, *radius, spared, immune))
            }
            Effect::CapturerLeaves { kinds: listed } => CompiledEffect::CapturerLeaves(KindSet::new(kinds, listed)),
            Effect::CapturerConverts { kinds: listed } => CompiledEffect::CapturerConverts(KindSet::new(kinds, listed)),
            Effect::CapturerPetrifies { kinds: listed } => {
                CompiledEffect::CapturerPetrifies(KindSet::new(kinds, listed))
            }
            Effect::CapturerMorphs { kinds: listed } => CompiledEffect::CapturerMorphs(KindSet::new(kinds, listed)),
        };
        Effects { list: effects.iter().map(compile).collect() }
    }

    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// The explosion that is all that captures cause, if it is and nothing is immune.
    pub(crate) fn only_explosion(&self) -> Option<&Explosion> {
        match self.list.as_slice() {
            [CompiledEffect::Explosion(explosion)] if !explosion.immune.0.contains(&true) => Some(explosion),
            _ => None,
        }
    }

    pub(crate) fn explosions(&self) -> impl Iterator<Item = &Explosion> {
        self.list.iter().filter_map(|effect| match effect {
            CompiledEffect::Explosion(explosion) => Some(explosion),
            CompiledEffect::CapturerLeaves(_)
            | CompiledEffect::CapturerConverts(_)
            | CompiledEffect::CapturerPetrifies(_)
            | CompiledEffect::CapturerMorphs(_) => None,
        })
    }
}
