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
    /// By piece code: the squares where such pieces began, first to last, and which of them count.
    homes: Box<[(Vec<Square>, Homes)]>,
    files: Box<[u16]>,
    shades: Box<[u16]>,
    /// The same square of the other layer, where there are two, which has to be empty, too.
    across: Option<Box<[Square]>>,
}

/// Which of its starting squares a captured piece comes back to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Homes {
    OnFile,
    /// Those of the colour on which it was captured, or all if there are none of that colour.
    OnColour,
}

impl Rebirth {
    fn new(topology: &Topology, kinds: &[KindInfo], initial: &[SquareSet], lists: [&[Kind]; 2]) -> Rebirth {
        let [by_colour, by_file] = lists;
        let mut homes = vec![(Vec::new(), Homes::OnColour); initial.len()];
        for (index, info) in kinds.iter().enumerate().filter(|(_, info)| !info.is_wall) {
            let which = match () {
                () if by_file.contains(&info.base) => Homes::OnFile,
                () if by_colour.contains(&info.base) => Homes::OnColour,
                () => continue,
            };
            for side in Side::BOTH {
                let starts = initial[Piece::new(info.base, side).index()].iter().collect();
                homes[Piece::new(Kind(index as u16), side).index()] = (starts, which);
            }
        }
        let of_all = |number: fn(&Topology, Square) -> u16| {
            (0..topology.cells()).map(|index| number(topology, Square::from_index(index))).collect()
        };
        Rebirth {
            homes: homes.into_boxed_slice(),
            files: of_all(|topology, square| topology.file(square)),
            shades: of_all(|topology, square| (topology.file(square) + topology.rank(square)) % 2),
            across: topology.each_across(),
        }
    }

    /// Where a piece that was captured on `taken` comes back: the first square of those where one began that is empty.
    pub fn home(&self, board: &[Piece], piece: Piece, taken: Square) -> Option<Square> {
        let (starts, which) = &self.homes[piece.index()];
        let alike = match which {
            Homes::OnFile => &self.files,
            Homes::OnColour => &self.shades,
        };
        let fits = |home: &&Square| alike[home.index()] == alike[taken.index()];
        let any = *which == Homes::OnColour && !starts.iter().any(|home| fits(&home));
        let is_empty = |at: Square| board[at.index()].is_empty();
        let is_free = |home: &&Square| {
            is_empty(**home) && self.across.as_ref().is_none_or(|across| is_empty(across[home.index()]))
        };
        starts.iter().filter(|home| any || fits(home)).find(is_free).copied()
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
        let set = |listed: &[Kind]| KindSet::new(kinds, listed);
        let compile = |effect: &Effect| {
            Some(match effect {
                Effect::Explosion { radius, spared, immune, walls } => {
                    CompiledEffect::Explosion(Explosion::new(topology, kinds, *radius, [spared, immune], *walls))
                }
                Effect::CapturerLeaves { kinds } => CompiledEffect::CapturerLeaves(set(kinds)),
                Effect::CapturerConverts { kinds } => CompiledEffect::CapturerConverts(set(kinds)),
                Effect::CapturerPetrifies { kinds } => CompiledEffect::CapturerPetrifies(set(kinds)),
                Effect::CapturerMorphs { kinds } => CompiledEffect::CapturerMorphs(set(kinds)),
                Effect::Contagion { kinds, spared } => {
                    CompiledEffect::Contagion { kinds: set(kinds), spared: set(spared) }
                }
                Effect::Rebirth { kinds: listed, by_file } => {
                    CompiledEffect::Rebirth(Rebirth::new(topology, kinds, initial, [listed, by_file]))
                }
                // Nothing more happens once the move is over.
                Effect::AtOnce => return None,
            })
        };
        Effects { list: effects.iter().filter_map(compile).collect() }
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

    /// True if capturing the victim makes the taker one of its kind, whatever it might promote to.
    pub(crate) fn infects(&self, taker: Kind, victim: Kind) -> bool {
        self.list.iter().any(|effect| match effect {
            CompiledEffect::Contagion { kinds, spared } => kinds.contains(victim) && !spared.contains(taker),
            CompiledEffect::CapturerMorphs(kinds) => kinds.contains(taker),
            CompiledEffect::Explosion(_)
            | CompiledEffect::CapturerLeaves(_)
            | CompiledEffect::CapturerConverts(_)
            | CompiledEffect::CapturerPetrifies(_)
            | CompiledEffect::Rebirth(_) => false,
        })
    }
}
