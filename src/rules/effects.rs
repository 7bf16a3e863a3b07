//! What captures do besides taking, as tables.
//!
//! `position/play.rs` runs the list after the move itself, as further changes of the board. Variants without effects
//! pay one look at an empty list.

use super::topology::{Square, SquareSet, Topology, Wrap};
use super::{KindInfo, Piece};
use crate::definition::{Effect, Kind, Side};
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
    Contagion { kinds: KindSet, spared: KindSet },
    Rebirth(Rebirth),
}

/// Where captured pieces come back.
pub(crate) struct Rebirth {
    cells: usize,
    /// By piece code and the square of the capture; `NONE` for what doesn't come back.
    homes: Box<[Square]>,
}

impl Rebirth {
    fn new(topology: &Topology, kinds: &[KindInfo], initial: &[SquareSet], lists: [&[Kind]; 2]) -> Rebirth {
        let cells = topology.cells();
        let mut homes = vec![Square::NONE; initial.len() * cells];
        let [by_colour, by_file] = lists;
        let shade = |square: Square| (topology.file(square) + topology.rank(square)) % 2;
        for (index, info) in kinds.iter().enumerate().filter(|(_, info)| !info.is_wall) {
            for side in Side::BOTH {
                let starts = &initial[Piece::new(info.base, side).index()];
                let row = Piece::new(Kind(index as u16), side).index() * cells;
                for taken in topology.squares() {
                    let same_file = || starts.iter().find(|&home| topology.file(home) == topology.file(taken));
                    let same_shade = || starts.iter().find(|&home| shade(home) == shade(taken));
                    let home = if by_file.contains(&info.base) {
                        same_file()
                    } else if by_colour.contains(&info.base) {
                        same_shade().or_else(|| starts.iter().next())
                    } else {
                        None
                    };
                    homes[row + taken.index()] = home.unwrap_or(Square::NONE);
                }
            }
        }
        Rebirth { cells, homes: homes.into_boxed_slice() }
    }

    /// Where a piece that was captured on `taken` comes back, if that is empty.
    pub fn home(&self, piece: Piece, taken: Square) -> Option<Square> {
        Some(self.homes[piece.index() * self.cells + taken.index()]).filter(|home| home.is_some())
    }
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
    /// Where they stood there are walls afterwards.
    pub leaves_walls: bool,
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
    fn new(
        topology: &Topology,
        kinds: &[KindInfo],
        radius: u16,
        [spared, immune]: [&[Kind]; 2],
        leaves_walls: bool,
    ) -> Explosion {
        Explosion {
            leaves_walls,
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
    /// `initial` is where pieces stand at the start, by their code.
    pub(crate) fn new(topology: &Topology, kinds: &[KindInfo], initial: &[SquareSet], effects: &[Effect]) -> Effects {
        let compile = |effect: &Effect| match effect {
            Effect::Explosion { radius, spared, immune, walls } => {
                CompiledEffect::Explosion(Explosion::new(topology, kinds, *radius, [spared, immune], *walls))
            }
            Effect::CapturerLeaves { kinds: listed } => CompiledEffect::CapturerLeaves(KindSet::new(kinds, listed)),
            Effect::CapturerConverts { kinds: listed } => CompiledEffect::CapturerConverts(KindSet::new(kinds, listed)),
            Effect::CapturerPetrifies { kinds: listed } => {
                CompiledEffect::CapturerPetrifies(KindSet::new(kinds, listed))
            }
            Effect::CapturerMorphs { kinds: listed } => CompiledEffect::CapturerMorphs(KindSet::new(kinds, listed)),
            Effect::Contagion { kinds: listed, spared } => {
                CompiledEffect::Contagion { kinds: KindSet::new(kinds, listed), spared: KindSet::new(kinds, spared) }
            }
            Effect::Rebirth { kinds: listed, by_file } => {
                CompiledEffect::Rebirth(Rebirth::new(topology, kinds, initial, [listed, by_file]))
            }
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
            | CompiledEffect::CapturerMorphs(_)
            | CompiledEffect::Contagion { .. }
            | CompiledEffect::Rebirth(_) => None,
        })
    }

    /// True if capturing the victim makes the taker one of its kind.
    pub(crate) fn infects(&self, taker: Kind, victim: Kind) -> bool {
        self.list.iter().any(|effect| match effect {
            CompiledEffect::Contagion { kinds, spared } => kinds.contains(victim) && !spared.contains(taker),
            _ => false,
        })
    }
}
