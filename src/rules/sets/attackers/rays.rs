//! Turns the pairs of one side's walks round: how each square is attacked, as leaps and rays.

use super::Codes;
use crate::definition::{Kind, Side};
use crate::rules::Piece;
use crate::rules::bits::Set;
use crate::rules::sets::conditions::ConditionId;
use crate::rules::sets::pairs::{Arrival, Stretch, Walks, room};
use crate::rules::sets::{Facing, Source};
use crate::rules::sharing::Sharing;
use crate::rules::step::Step;
use crate::rules::topology::{Square, Wrap};
use smallvec::SmallVec;

/// All ways in which the pieces of a side may attack certain squares.
pub struct Ways<const N: usize> {
    /// Pieces that leap alike, and from where, by target.
    pub leaps: Vec<(Codes, Vec<Set<N>>)>,
    pub rays: Vec<Ray>,
    /// Pieces that have rays in common.
    pub sharers: Numbered<Codes>,
    /// Codes of pieces that have other ways, too; sorted.
    pub beyond: Vec<usize>,
}

/// An attack along a line on a square, under a condition.
#[derive(Clone, Copy)]
pub struct Ray {
    pub to: u16,
    pub origin: u16,
    /// The number of the list of codes whose pieces have it; later that of a class.
    pub class: u32,
    pub condition: ConditionId,
    pub squares: Stretch,
}

/// Lists, each there once, by number.
pub struct Numbered<T>(Vec<T>);

impl<T: PartialEq> Numbered<T> {
    fn number(&mut self, item: T) -> u32 {
        let known = self.0.iter().position(|known| *known == item);
        known.unwrap_or_else(|| {
            self.0.push(item);
            self.0.len() - 1
        }) as u32
    }
}

impl<const N: usize> Ways<N> {
    /// Those along walks.
    pub fn of(walks: &mut Walks, steps: &[Step], (enemy, side): (&Source, Side), targets: &[bool]) -> Ways<N> {
        let cells = enemy.topology.cells();
        let code = |kind: &Kind| Piece::new(*kind, side).index();
        let (mut rays, mut sharers) = (Vec::with_capacity(room(steps)), Numbered(Vec::new()));
        let mut beyond = Vec::new();
        let mut leaped: Vec<Vec<Set<N>>> = enemy.movers.iter().map(|_| vec![Set::EMPTY; cells]).collect();
        let mut sharing = Sharing::new(steps.len());
        for origin in 0..cells {
            let square = Square::from_index(origin);
            let all = enemy.movers.iter().enumerate();
            let all = all.map(|(kind, mover)| (Kind(kind as u16), mover.ordinary.at(square)));
            for (root, group) in sharing.among(all) {
                let Some(walk) = walks.of(*root) else {
                    beyond.extend(group.iter().map(code));
                    continue;
                };
                let captures = |arrival: Arrival| matches!(arrival, Arrival::Any | Arrival::Capture);
                let mut class = None;
                for pair in
                    walks.pairs(walk).iter().filter(|pair| captures(pair.arrival) && targets[usize::from(pair.to)])
                {
                    if walk.leaps {
                        group.iter().for_each(|kind| leaped[kind.index()][usize::from(pair.to)] |= Set::of(origin));
                        continue;
                    }
                    let class = *class.get_or_insert_with(|| sharers.number(group.iter().map(code).collect()));
                    let (to, condition, squares) = (pair.to, pair.condition, pair.squares);
                    rays.push(Ray { to, origin: origin as u16, class, condition, squares });
                }
            }
        }
        let mut leaps: Vec<(Codes, Vec<Set<N>>)> = Vec::new();
        for (kind, from) in leaped.into_iter().enumerate() {
            let kind = Kind(kind as u16);
            if (enemy.captures_beyond)(kind) {
                beyond.push(code(&kind));
            }
            if from.iter().any(|set| !set.is_empty()) {
                match leaps.iter_mut().find(|class| class.1 == from) {
                    Some(class) => class.0.push(code(&kind)),
                    None => leaps.push((SmallVec::from_slice(&[code(&kind)]), from)),
                }
            }
        }
        beyond.sort_unstable();
        beyond.dedup();
        Ways { leaps, rays, sharers, beyond }
    }

    /// Those of royals that attack what they face. `None` if an attack doesn't fit.
    pub fn add_facing(
        &mut self,
        walks: &mut Walks,
        facing: &Facing,
        (enemy, side): (&Source, Side),
        targets: &[bool],
    ) -> Option<()> {
        for &(dx, dy) in facing {
            let codes = enemy.royals.iter().map(|&royal| Piece::new(royal, side).index());
            let class = self.sharers.number(codes.collect());
            for origin in enemy.topology.squares() {
                let mut between: SmallVec<[u16; 16]> = SmallVec::new();
                let mut here = origin;
                while let Some(next) = enemy.topology.leap(here, dx, dy, Wrap::AsBoard).filter(|&next| next != origin) {
                    let (to, origin) = (next.index() as u16, origin.index() as u16);
                    if targets[next.index()] {
                        let condition = walks.conditions.all_empty(between.len())?;
                        let squares = walks.note(between.iter().copied());
                        self.rays.push(Ray { to, origin, class, condition, squares });
                    }
                    between.push(to);
                    here = next;
                }
            }
        }
        Some(())
    }
}

/// Rays by class, target and origin, and the pieces of each class. Two attacks of one class on a square from the same origin
/// would be one record: the second gets another class.
pub fn in_classes(rays: Vec<Ray>, sharers: &Numbered<Codes>, cells: usize) -> (Vec<Ray>, Vec<Codes>) {
    let mut rays = in_order(rays, sharers.0.len(), cells);
    let (mut classes, mut time): (Numbered<(u32, u32)>, u32) = (Numbered(Vec::new()), 0);
    let mut before = None;
    for ray in &mut rays {
        let place = Some((ray.class, ray.to, ray.origin));
        time = if before == place { time + 1 } else { 0 };
        before = place;
        ray.class = classes.number((ray.class, time));
    }
    if !rays.is_sorted_by_key(|ray| ray.class) {
        rays = in_order(rays, classes.0.len(), cells);
    }
    let codes = classes.0.iter().map(|class| sharers.0[class.0 as usize].clone());
    (rays, codes.collect())
}

/// By class, target and origin. The targets are counted, since comparing would take longer than all else here.
fn in_order(rays: Vec<Ray>, classes: usize, cells: usize) -> Vec<Ray> {
    let place = |ray: &Ray| ray.class as usize * cells + usize::from(ray.to);
    let mut ends = vec![0; classes * cells + 1];
    rays.iter().for_each(|ray| ends[place(ray) + 1] += 1);
    for at in 1..ends.len() {
        ends[at] += ends[at - 1];
    }
    let mut sorted = rays.clone();
    for ray in rays {
        let at: &mut usize = &mut ends[place(&ray)];
        sorted[*at] = ray;
        *at += 1;
    }
    for rays in sorted.chunk_by_mut(|a, b| (a.class, a.to) == (b.class, b.to)) {
        rays.sort_by_key(|ray| ray.origin);
    }
    sorted
}
