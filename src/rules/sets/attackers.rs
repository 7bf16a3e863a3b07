//! Attacks looked up from the attacked square: for every square where a royal may stand, from where each kind of
//! enemy would capture there.
//!
//! A leap class is a table of origins; a line class has components from which the origins that attack follow, and for
//! each origin a record of the path between, which tells checks from pins at one look.

use super::components::{Builder, Component, Data, Entry};
use super::pairs::{Arrival, ConditionId, Pairs};
use super::{Facing, Source, Walks};
use crate::definition::{Kind, Side};
use crate::rules::Piece;
use crate::rules::bits::{Cpu, Set};
use crate::rules::topology::{Square, Topology, Wrap};
use smallvec::SmallVec;

/// The enemies that may capture one side's royals.
pub struct Attackers<const N: usize> {
    /// Kinds that leap alike.
    leapers: Classes,
    /// By attacked square and class of leapers: from where.
    leaps: Box<[Set<N>]>,
    /// Kinds that have some lines in common.
    liners: Classes,
    /// By attacked square and class.
    lines: Box<[LineAt<N>]>,
    components: Box<[Component<N>]>,
    records: Box<[Record<N>]>,
    /// Codes of enemies that have other ways to capture royals: with one of them on the board these tables don't say
    /// everything.
    pub beyond: Box<[usize]>,
}

/// Codes of the pieces of a class.
type Codes = SmallVec<[usize; 4]>;

/// Classes of pieces, by their codes.
pub struct Classes {
    codes: Box<[usize]>,
    ends: Box<[usize]>,
}

impl Classes {
    fn new(classes: impl Iterator<Item = Codes>) -> Classes {
        let (mut codes, mut ends) = (Vec::new(), Vec::new());
        for class in classes {
            codes.extend(class);
            ends.push(codes.len());
        }
        Classes { codes: codes.into_boxed_slice(), ends: ends.into_boxed_slice() }
    }

    fn len(&self) -> usize {
        self.ends.len()
    }

    /// The codes of each class.
    #[inline(always)]
    pub fn iter(&self) -> impl Iterator<Item = &[usize]> {
        let mut start = 0;
        self.ends.iter().map(move |&end| &self.codes[std::mem::replace(&mut start, end)..end])
    }
}

/// Classes of leapers or of others there may be, at most.
pub const MOST_CLASSES: usize = 32;

/// The lines on which a square is attacked.
#[derive(Clone, Copy, Default)]
pub struct LineAt<const N: usize> {
    /// From where, if the squares between allow it.
    pub from: Set<N>,
    components: (u32, u32),
    records: u32,
}

/// The squares between an attacker and its target.
#[derive(Clone, Copy, Debug)]
pub struct Record<const N: usize> {
    pub path: Set<N>,
    /// The attack is there while exactly so many of the path are occupied; [`Record::INTRICATE`] if it isn't so simple.
    pub needs: u32,
}

impl<const N: usize> Record<N> {
    pub const INTRICATE: u32 = u32::MAX;
}

impl<const N: usize> Attackers<N> {
    #[inline(always)]
    pub fn leapers(&self) -> &Classes {
        &self.leapers
    }

    #[inline(always)]
    pub fn liners(&self) -> &Classes {
        &self.liners
    }

    /// From where the classes of leapers attack a square.
    #[inline(always)]
    pub fn leaps(&self, to: usize) -> &[Set<N>] {
        &self.leaps[to * self.leapers.len()..(to + 1) * self.leapers.len()]
    }

    /// How the classes of others attack a square.
    #[inline(always)]
    pub fn lines(&self, to: usize) -> &[LineAt<N>] {
        &self.lines[to * self.liners.len()..(to + 1) * self.liners.len()]
    }

    /// The origins from which a line attacks a square, whoever stands there.
    #[inline(always)]
    pub fn reached_from<C: Cpu>(&self, data: &Data, at: &LineAt<N>, occupied: Set<N>) -> Set<N> {
        let (start, count) = at.components;
        let mut from = Set::EMPTY;
        for component in &self.components[start as usize..(start + count) as usize] {
            from |= component.reached::<C>(data, occupied);
        }
        from
    }

    #[inline(always)]
    pub fn record(&self, at: &LineAt<N>, origin: usize) -> &Record<N> {
        &self.records[at.records as usize + at.from.rank(origin)]
    }
}

/// An attack of some kinds from an origin, under a condition.
struct Ray {
    origin: u16,
    condition: ConditionId,
    squares: SmallVec<[u16; 8]>,
}

/// `enemy` and `walks` are of the attacking side; `targets` are the squares where royals of the defending side may
/// stand. `None` if an attack along a line of royals doesn't fit.
pub(super) fn collect<const N: usize>(
    enemy: &Source,
    walks: &mut Walks,
    (targets, defender): (&[bool], Side),
    facing: &Facing,
    pairs: &mut Pairs,
    data: &mut Builder,
) -> Option<Attackers<N>> {
    let cells = enemy.topology.cells();
    let attacker = defender.other();
    let code = |kind: usize| Piece::new(Kind(kind as u16), attacker).index();
    let mut beyond = Vec::new();
    let mut leaps: Vec<(Codes, Vec<Set<N>>)> = Vec::new();
    // By target: attacks along lines, with the codes of the kinds that have them.
    let mut lines: Vec<Vec<(Ray, Codes)>> = (0..cells).map(|_| Vec::new()).collect();
    let mut leaped: Vec<Vec<Set<N>>> = enemy.movers.iter().map(|_| vec![Set::EMPTY; cells]).collect();
    for origin in 0..cells {
        let roots = |kind: usize| enemy.movers[kind].ordinary.at(Square::from_index(origin));
        let mut shared: Vec<(u32, usize)> =
            (0..enemy.movers.len()).flat_map(|kind| roots(kind).iter().map(move |&root| (root, kind))).collect();
        shared.sort_unstable();
        for group in shared.chunk_by(|a, b| a.0 == b.0) {
            let Some(walk) = walks.of(group[0].0, pairs) else {
                beyond.extend(group.iter().map(|&(_, kind)| code(kind)));
                continue;
            };
            let codes: Codes = group.iter().map(|&(_, kind)| code(kind)).collect();
            let captures = |arrival: Arrival| matches!(arrival, Arrival::Any | Arrival::Capture);
            for pair in walk.pairs.iter().filter(|pair| captures(pair.arrival) && targets[usize::from(pair.to)]) {
                let to = usize::from(pair.to);
                if walk.leaps {
                    group.iter().for_each(|&(_, kind)| leaped[kind][to] |= Set::of(origin));
                } else {
                    let squares = pair.squares.clone();
                    let ray = Ray { origin: origin as u16, condition: pair.condition, squares };
                    lines[to].push((ray, codes.clone()));
                }
            }
        }
    }
    for (kind, from) in leaped.into_iter().enumerate() {
        if (enemy.captures_beyond)(Kind(kind as u16)) {
            beyond.push(code(kind));
        }
        if from.iter().any(|set| !set.is_empty()) {
            match leaps.iter_mut().find(|class| class.1 == from) {
                Some(class) => class.0.push(code(kind)),
                None => leaps.push((SmallVec::from_slice(&[code(kind)]), from)),
            }
        }
    }
    beyond.sort_unstable();
    beyond.dedup();
    for &(dx, dy) in facing {
        for origin in enemy.topology.squares() {
            let mut between = SmallVec::new();
            let mut here = origin;
            while let Some(next) = enemy.topology.leap(here, dx, dy, Wrap::AsBoard).filter(|&next| next != origin) {
                if targets[next.index()] {
                    let condition = pairs.all_empty(between.len())?;
                    let codes = enemy.royals.iter().map(|royal| code(royal.index())).collect();
                    let ray = Ray { origin: origin.index() as u16, condition, squares: between.clone() };
                    lines[next.index()].push((ray, codes));
                }
                between.push(next.index() as u16);
                here = next;
            }
        }
    }
    // Two attacks of one class on a square from the same origin would be one record: the second gets another class.
    let mut classes: Vec<(Codes, Vec<Vec<Ray>>)> = Vec::new();
    for (to, rays) in lines.into_iter().enumerate() {
        for (ray, codes) in rays {
            let is_free = |class: &&mut (Codes, Vec<Vec<Ray>>)| {
                class.0 == codes && class.1[to].iter().all(|known| known.origin != ray.origin)
            };
            match classes.iter_mut().find(is_free) {
                Some(class) => class.1[to].push(ray),
                None => {
                    let mut by_target: Vec<Vec<Ray>> = (0..cells).map(|_| Vec::new()).collect();
                    by_target[to].push(ray);
                    classes.push((codes, by_target));
                }
            }
        }
    }
    let (mut components, mut records, mut line_classes) = (Vec::new(), Vec::new(), Vec::new());
    for (codes, by_target) in classes {
        let mut at = vec![LineAt::default(); cells];
        for (to, mut rays) in by_target.into_iter().enumerate().filter(|(_, rays)| !rays.is_empty()) {
            rays.sort_by_key(|ray| ray.origin);
            let start = records.len() as u32;
            for ray in &rays {
                let path = ray.squares.iter().map(|&square| usize::from(square)).collect();
                let needs = pairs.condition(ray.condition).exact().unwrap_or(Record::<N>::INTRICATE);
                records.push(Record { path, needs });
            }
            let first = components.len() as u32;
            let from = rays.iter().map(|ray| usize::from(ray.origin)).collect();
            data.put(in_rays(enemy.topology, to, rays), pairs, &mut components);
            at[to] = LineAt { from, components: (first, components.len() as u32 - first), records: start };
        }
        line_classes.push((codes, at));
    }
    if leaps.len() > MOST_CLASSES || line_classes.len() > MOST_CLASSES {
        return None;
    }
    let squares = 0..cells;
    Some(Attackers {
        leaps: squares.clone().flat_map(|to| leaps.iter().map(move |class| class.1[to])).collect(),
        leapers: Classes::new(leaps.into_iter().map(|class| class.0)),
        lines: squares.flat_map(|to| line_classes.iter().map(move |class| class.1[to])).collect(),
        liners: Classes::new(line_classes.into_iter().map(|class| class.0)),
        components: components.into_boxed_slice(),
        records: records.into_boxed_slice(),
        beyond: beyond.into_boxed_slice(),
    })
}

/// Attacks by the direction they come from, nearest first, opposite directions side by side.
fn in_rays(topology: &Topology, to: usize, rays: Vec<Ray>) -> Vec<(usize, Vec<Entry>)> {
    let to = Square::from_index(to);
    let place = |square: Square| (i32::from(topology.file(square)), i32::from(topology.rank(square)));
    let (x, y) = place(to);
    let entry = |ray: Ray| {
        let (file, rank) = place(Square::from_index(usize::from(ray.origin)));
        let (dx, dy) = (file - x, rank - y);
        let steps = gcd(dx.abs(), dy.abs()).max(1);
        let (dx, dy) = (dx / steps, dy / steps);
        // The same for a direction and its opposite.
        let line = if (dy, dx) < (0, 0) { (-dy, -dx) } else { (dy, dx) };
        ((line, dy, dx), steps, Entry { to: ray.origin, condition: ray.condition, squares: ray.squares })
    };
    let mut entries: Vec<_> = rays.into_iter().map(entry).collect();
    entries.sort_by_key(|entry| (entry.0, entry.1));
    let mut found: Vec<(usize, Vec<Entry>)> = Vec::new();
    let mut last: Option<((i32, i32), i32, i32)> = None;
    for (direction, _, entry) in entries {
        let number = found.last().map_or(0, |ray| ray.0);
        match (last, found.last_mut()) {
            (Some(known), Some(ray)) if known == direction => ray.1.push(entry),
            (Some((line, ..)), _) if line == direction.0 => found.push((number, vec![entry])),
            _ => found.push((number + 1, vec![entry])),
        }
        last = Some(direction);
    }
    found
}

fn gcd(a: i32, b: i32) -> i32 {
    if b == 0 { a } else { gcd(b, a % b) }
}
