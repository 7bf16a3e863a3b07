//! Where a kind may go, in the simplest form that says it.

use super::components::{Component, Data};
use crate::rules::bits::{Cpu, Set};
use hashbrown::HashMap;

/// With more components on some square a kind gets the general form.
const MOST_LINES: usize = 8;

pub enum Moves<const N: usize> {
    /// Nothing but leaps, quiet or capturing alike. By origin.
    Leaps(Box<[Set<N>]>),
    /// Leaps, and the same number of components from every square, so that no loop has to guess its end.
    Lines { leaps: Box<[Set<N>]>, count: usize, components: Box<[Component<N>]> },
    /// Anything.
    Mixed { origins: Box<[Origin<N>]>, components: Box<[Component<N>]> },
}

/// Where a kind may go from a square.
#[derive(Clone, Copy, Default)]
pub struct Origin<const N: usize> {
    /// Leaps to an empty square or capturing.
    pub any: Set<N>,
    pub quiet: Set<N>,
    pub capture: Set<N>,
    /// Where its components are: first those whose moves leave no en passant squares.
    pub start: u32,
    pub count: u16,
    pub trails: u16,
}

/// A board as pieces see it that move.
#[derive(Clone, Copy)]
pub struct Sight<const N: usize> {
    pub own: Set<N>,
    pub enemy: Set<N>,
    pub occupied: Set<N>,
}

/// Is told what single pieces reach.
pub trait Told<const N: usize> {
    /// Where a piece may go as far as the board lets it, and where it would capture an enemy.
    fn reach(&mut self, from: usize, targets: Set<N>, threats: Set<N>);
}

impl<const N: usize> Moves<N> {
    pub fn new(origins: Vec<Origin<N>>, components: Vec<Component<N>>) -> Moves<N> {
        let plain = |origin: &Origin<N>| origin.quiet.is_empty() && origin.capture.is_empty() && origin.trails == 0;
        let count = origins.iter().map(|origin| usize::from(origin.count)).max().unwrap_or(0);
        if !origins.iter().all(plain) || count > MOST_LINES {
            let (origins, components) = (origins.into_boxed_slice(), components.into_boxed_slice());
            return Moves::Mixed { origins, components };
        }
        let leaps = origins.iter().map(|origin| origin.any).collect();
        if count == 0 {
            return Moves::Leaps(leaps);
        }
        let of = |origin: &Origin<N>| &components[origin.start as usize..][..usize::from(origin.count)];
        let filled = origins.iter().flat_map(|origin| {
            let nothing = std::iter::repeat(Component::default());
            of(origin).iter().copied().chain(nothing).take(count)
        });
        Moves::Lines { leaps, count, components: filled.collect() }
    }

    /// Tells its components where their entries are now.
    pub fn relocate(&mut self, moved: &HashMap<u32, u32>) {
        match self {
            Moves::Leaps(_) => {}
            Moves::Lines { components, .. } | Moves::Mixed { components, .. } => {
                components.iter_mut().for_each(|component| component.relocate(moved));
            }
        }
    }

    /// All squares that can be reached from one, whatever stands where.
    pub fn reach(&self, from: usize) -> Set<N> {
        let along = |components: &[Component<N>]| components.iter().fold(Set::EMPTY, |all, some| all | some.targets);
        match self {
            Moves::Leaps(leaps) => leaps[from],
            Moves::Lines { leaps, count, components } => leaps[from] | along(&components[from * count..][..*count]),
            Moves::Mixed { origins, components } => {
                let origin = &origins[from];
                let all = usize::from(origin.count + origin.trails);
                origin.any | origin.quiet | origin.capture | along(&components[origin.start as usize..][..all])
            }
        }
    }

    /// Where a piece may go as far as the board lets it, but for targets that leave en passant squares.
    #[inline(always)]
    pub fn targets<C: Cpu>(&self, data: &Data, from: usize, sight: &Sight<N>) -> Set<N> {
        match self {
            Moves::Leaps(leaps) => leaps[from] & !sight.own,
            // Without a loop over the lines for the usual numbers of them.
            Moves::Lines { leaps, count: 2, components } => {
                along::<N, C>(data, leaps[from], &components.as_chunks::<2>().0[from], sight)
            }
            Moves::Lines { leaps, count: 4, components } => {
                along::<N, C>(data, leaps[from], &components.as_chunks::<4>().0[from], sight)
            }
            Moves::Lines { leaps, count, components } => {
                along::<N, C>(data, leaps[from], &components[from * count..][..*count], sight)
            }
            Moves::Mixed { origins, components } => {
                let origin = &origins[from];
                let leaps = origin.any | (origin.quiet & !sight.occupied) | (origin.capture & sight.enemy);
                along::<N, C>(data, leaps, &components[origin.start as usize..][..usize::from(origin.count)], sight)
            }
        }
    }

    /// Where the piece may go, and the squares on which that depends, as the board is, one change at a time.
    #[inline(always)]
    pub fn watching<C: Cpu>(&self, data: &Data, from: usize, sight: &Sight<N>) -> (Set<N>, Set<N>) {
        let (leaps, mut watched, lines, trails) = match self {
            Moves::Leaps(leaps) => return (leaps[from] & !sight.own, leaps[from] & sight.own),
            Moves::Lines { leaps, count, components } => {
                (leaps[from], leaps[from] & sight.own, &components[from * count..][..*count], [].as_slice())
            }
            Moves::Mixed { origins, components } => {
                let Origin { any, quiet, capture, start, count, trails } = origins[from];
                let (lines, trails) =
                    components[start as usize..][..usize::from(count + trails)].split_at(usize::from(count));
                let leaps = any | (quiet & !sight.occupied) | (capture & sight.enemy);
                (leaps, quiet | capture | (any & sight.own), lines, trails)
            }
        };
        let mut reached = leaps;
        for component in lines {
            let along = component.reached::<C>(data, sight.occupied);
            reached |= along;
            watched |= if component.slides { along } else { along | component.mask };
        }
        for component in trails {
            watched |= component.mask | component.targets;
        }
        (reached & !sight.own, watched)
    }

    /// Tells of each of some pieces where it may go and what it threatens.
    #[inline(always)]
    pub fn each_reach<C: Cpu>(&self, data: &Data, pieces: Set<N>, sight: &Sight<N>, told: &mut impl Told<N>) {
        match self {
            Moves::Leaps(leaps) => {
                for from in pieces {
                    told.reach(from, leaps[from] & !sight.own, leaps[from]);
                }
            }
            // Without a loop over the lines for the usual numbers of them.
            Moves::Lines { leaps, count: 1, components } => {
                let components = components.as_chunks::<1>().0;
                for from in pieces {
                    along_lines::<N, C>(data, (from, leaps[from]), &components[from], sight, told);
                }
            }
            Moves::Lines { leaps, count: 2, components } => {
                let components = components.as_chunks::<2>().0;
                for from in pieces {
                    along_lines::<N, C>(data, (from, leaps[from]), &components[from], sight, told);
                }
            }
            Moves::Lines { leaps, count: 4, components } => {
                let components = components.as_chunks::<4>().0;
                for from in pieces {
                    along_lines::<N, C>(data, (from, leaps[from]), &components[from], sight, told);
                }
            }
            Moves::Lines { leaps, count, components } => {
                for from in pieces {
                    let components = &components[from * count..][..*count];
                    along_lines::<N, C>(data, (from, leaps[from]), components, sight, told);
                }
            }
            Moves::Mixed { origins, components } => {
                for from in pieces {
                    let Origin { any, quiet, capture, start, count, .. } = origins[from];
                    let along =
                        reached::<N, C>(data, &components[start as usize..][..usize::from(count)], sight.occupied);
                    let calm = quiet & !sight.occupied;
                    let reach = ((any | along) & !sight.own) | calm | (capture & sight.enemy);
                    // What only goes somewhere quietly threatens nothing there. To where something stands a line leads only if it captures.
                    told.reach(from, reach, any | capture | (along & !calm));
                }
            }
        }
    }

    /// Components whose moves leave en passant squares.
    #[inline(always)]
    pub fn trails(&self, from: usize) -> &[Component<N>] {
        match self {
            Moves::Leaps(_) | Moves::Lines { .. } => &[],
            Moves::Mixed { origins, components } => {
                let origin = &origins[from];
                &components[origin.start as usize + usize::from(origin.count)..][..usize::from(origin.trails)]
            }
        }
    }
}

#[inline(always)]
fn along<const N: usize, C: Cpu>(data: &Data, leaps: Set<N>, components: &[Component<N>], sight: &Sight<N>) -> Set<N> {
    (leaps | reached::<N, C>(data, components, sight.occupied)) & !sight.own
}

/// Where some components lead while these squares are occupied, own pieces not left out.
#[inline(always)]
pub fn reached<const N: usize, C: Cpu>(data: &Data, components: &[Component<N>], occupied: Set<N>) -> Set<N> {
    let mut targets = Set::EMPTY;
    for component in components {
        targets |= component.reached::<C>(data, occupied);
    }
    targets
}

#[inline(always)]
fn along_lines<const N: usize, C: Cpu>(
    data: &Data,
    (from, leaps): (usize, Set<N>),
    components: &[Component<N>],
    sight: &Sight<N>,
    told: &mut impl Told<N>,
) {
    let threats = leaps | reached::<N, C>(data, components, sight.occupied);
    told.reach(from, threats & !sight.own, threats);
}
