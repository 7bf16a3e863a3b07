//! Turns the pairs of one side's walks round: from where each square is attacked.

use super::{Attackers, Beyond, Class, Codes, LineAt, Record, Zone};
use crate::definition::{Kind, PerSide, Side};
use crate::rules::Piece;
use crate::rules::bits::{Code, Set};
use crate::rules::sets::components::{Builder, Component, Entry};
use crate::rules::sets::conditions::ConditionId;
use crate::rules::sets::pairs::{Arrival, Stretch, Walks, room};
use crate::rules::sets::{Facing, Source};
use crate::rules::sharing::Sharing;
use crate::rules::step::{END, Op, Step};
use crate::rules::topology::{Square, Topology, Wrap};
use smallvec::SmallVec;
use std::cell::OnceCell;
use std::sync::Arc;

/// An attack along a line on a square, under a condition.
#[derive(Clone, Copy)]
struct Ray {
    to: u16,
    origin: u16,
    /// The number of the list of codes whose pieces have it; later that of a class.
    class: u32,
    condition: ConditionId,
    squares: Stretch,
}

/// A ray whoever has it: target, origin, condition and the squares it is about.
#[derive(PartialEq, Eq)]
struct Bare(u16, u16, ConditionId, Stretch);

/// Lists, each there once, by number.
struct Numbered<T>(Vec<T>);

impl<T: PartialEq> Numbered<T> {
    fn number(&mut self, item: T) -> u32 {
        let known = self.0.iter().position(|known| *known == item);
        known.unwrap_or_else(|| {
            self.0.push(item);
            self.0.len() - 1
        }) as u32
    }
}

/// What may capture the royals of either side, and the entries of its components.
pub struct Attacks<const N: usize> {
    pub on: PerSide<Attackers<N>>,
    pub data: Builder<N>,
}

/// How a class attacks, by target.
type ByTarget<const N: usize> = Box<[LineAt<N>]>;

/// What is made of rays: both sides have most of theirs in common.
struct Lines<'a, const N: usize> {
    walks: Walks<'a>,
    bearings: Bearings,
    data: Builder<N>,
    components: Vec<Component<N>>,
    records: Vec<Record<N>>,
    /// By step: all squares that the walk from there may look at.
    seen: OnceCell<Vec<Set<N>>>,
    /// By the rays of a class.
    known: Vec<(Box<[Bare]>, ByTarget<N>)>,
}

/// `targets` are the squares where royals of a side may stand. `None` if an attack along a line of royals doesn't fit.
pub fn collect<const N: usize>(
    steps: &[Step],
    sources: &PerSide<Source>,
    targets: &PerSide<Vec<bool>>,
    facing: &Facing,
) -> Option<Attacks<N>> {
    let mut lines = Lines {
        walks: Walks::new(steps),
        bearings: Bearings::new(sources[Side::First].topology),
        data: Builder::default(),
        components: Vec::new(),
        records: Vec::new(),
        seen: OnceCell::new(),
        known: Vec::new(),
    };
    let mut on =
        |defender: Side| lines.attackers(steps, &sources[defender.other()], (&targets[defender], defender), facing);
    let mut on = [on(Side::First)?, on(Side::Second)?];
    let (components, records): (Arc<[_]>, Arc<[_]>) = (lines.components.into(), lines.records.into());
    for attackers in &mut on {
        (attackers.components, attackers.records) = (components.clone(), records.clone());
    }
    Some(Attacks { on: PerSide(on), data: lines.data })
}

impl<const N: usize> Lines<'_, N> {
    /// The pieces of `enemy` that may capture royals of the defender, as far as these are on `targets`.
    fn attackers(
        &mut self,
        steps: &[Step],
        enemy: &Source,
        (targets, defender): (&[bool], Side),
        facing: &Facing,
    ) -> Option<Attackers<N>> {
        let cells = enemy.topology.cells();
        if !targets.contains(&true) {
            return Some(Attackers::none());
        }
        let walks = &mut self.walks;
        let attacker = defender.other();
        let code = |kind: usize| Piece::new(Kind(kind as u16), attacker).index();
        let mut beyond = Vec::new();
        let mut leaps: Vec<(Codes, Vec<Set<N>>)> = Vec::new();
        let (mut rays, mut sharers): (Vec<Ray>, Numbered<Codes>) =
            (Vec::with_capacity(room(steps)), Numbered(Vec::new()));
        let mut leaped: Vec<Vec<Set<N>>> = enemy.movers.iter().map(|_| vec![Set::EMPTY; cells]).collect();
        let mut sharing = Sharing::new(steps.len());
        for origin in 0..cells {
            let square = Square::from_index(origin);
            let all = enemy.movers.iter().enumerate();
            let all = all.map(|(kind, mover)| (Kind(kind as u16), mover.ordinary.at(square)));
            for (root, group) in sharing.among(all) {
                let Some(walk) = walks.of(*root) else {
                    beyond.extend(group.iter().map(|kind| code(kind.index())));
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
                    let class = *class
                        .get_or_insert_with(|| sharers.number(group.iter().map(|kind| code(kind.index())).collect()));
                    let (to, condition, squares) = (pair.to, pair.condition, pair.squares);
                    rays.push(Ray { to, origin: origin as u16, class, condition, squares });
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
            let class = sharers.number(enemy.royals.iter().map(|royal| code(royal.index())).collect());
            for origin in enemy.topology.squares() {
                let mut between: SmallVec<[u16; 16]> = SmallVec::new();
                let mut here = origin;
                while let Some(next) = enemy.topology.leap(here, dx, dy, Wrap::AsBoard).filter(|&next| next != origin) {
                    let (to, origin) = (next.index() as u16, origin.index() as u16);
                    if targets[next.index()] {
                        let condition = walks.conditions.all_empty(between.len())?;
                        let squares = walks.note(between.iter().copied());
                        rays.push(Ray { to, origin, class, condition, squares });
                    }
                    between.push(to);
                    here = next;
                }
            }
        }
        let mut rays = in_order(rays, sharers.0.len(), cells);
        // Two attacks of one class on a square from the same origin would be one record: the second gets another class.
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
        let mut of_class = rays.chunk_by(|a, b| a.class == b.class);
        let classes: Vec<(Codes, ByTarget<N>)> = classes
            .0
            .iter()
            .map(|class| (sharers.0[class.0 as usize].clone(), self.lines(cells, of_class.next().unwrap_or_default())))
            .collect();
        let squares = 0..64 * N;
        let blank = |to: usize| to >= cells;
        let crossed = |line: &LineAt<N>| {
            let records = self.records[line.records as usize..].iter().take(line.from.count() as usize);
            records.fold(Set::EMPTY, |all, record| all | record.path)
        };
        let zone = |to: usize| Zone {
            leaps: leaps.iter().filter(|_| !blank(to)).fold(Set::EMPTY, |all, class| all | class.1[to]),
            lines: classes.iter().filter(|_| !blank(to)).fold(Set::EMPTY, |all, class| all | class.1[to].from),
            crossed: classes.iter().filter(|_| !blank(to)).fold(Set::EMPTY, |all, class| all | crossed(&class.1[to])),
        };
        let mut line_pieces: Vec<usize> = classes.iter().flat_map(|class| class.0.iter().copied()).collect();
        line_pieces.sort_unstable();
        line_pieces.dedup();
        Some(Attackers {
            zones: squares.clone().map(zone).collect(),
            jumps: self.records.iter().any(|record| record.needs != 0),
            line_pieces: line_pieces.into_iter().map(Code::new).collect(),
            leaps: squares
                .clone()
                .flat_map(|to| leaps.iter().map(move |class| if blank(to) { Set::EMPTY } else { class.1[to] }))
                .collect(),
            leapers: leaps.iter().map(|class| Class::new(&class.0)).collect(),
            lines: squares
                .flat_map(|to| classes.iter().map(move |class| if blank(to) { LineAt::default() } else { class.1[to] }))
                .collect(),
            liners: classes.iter().map(|class| Class::new(&class.0)).collect(),
            components: Arc::default(),
            records: Arc::default(),
            beyond: beyond
                .iter()
                .map(|&code| Beyond::new(enemy, code, self.seen.get_or_init(|| seen(steps))))
                .collect(),
        })
    }

    /// By target: how the pieces of a class attack it, along these rays.
    fn lines(&mut self, cells: usize, rays: &[Ray]) -> ByTarget<N> {
        let bare: Box<[Bare]> = rays.iter().map(|ray| Bare(ray.to, ray.origin, ray.condition, ray.squares)).collect();
        if let Some((_, known)) = self.known.iter().find(|known| known.0 == bare) {
            return known.clone();
        }
        let mut lines = vec![LineAt::default(); cells].into_boxed_slice();
        let mut entries = Vec::new();
        for rays in rays.chunk_by(|a, b| a.to == b.to) {
            let (to, start) = (usize::from(rays[0].to), self.records.len() as u32);
            self.records.extend(rays.iter().map(|ray| Record {
                path: self.walks.set(ray.squares),
                needs: self.walks.conditions.exact(ray.condition).unwrap_or(Record::<N>::INTRICATE),
            }));
            let first = self.components.len() as u32;
            let from = rays.iter().map(|ray| usize::from(ray.origin)).collect();
            in_rays(&self.bearings, to, (rays, &self.records[start as usize..]), &mut entries);
            self.data.put(&entries, &self.walks, &mut self.components);
            let components = (first, self.components.len() as u32 - first);
            lines[to] = LineAt { from, components, records: start };
        }
        self.known.push((bare, lines.clone()));
        lines
    }
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

/// By step: all squares that the walk from there may look at. Steps come after those they go on to.
fn seen<const N: usize>(steps: &[Step]) -> Vec<Set<N>> {
    let mut seen: Vec<Set<N>> = Vec::with_capacity(steps.len());
    for step in steps {
        let own = if step.op == Op::Fork { Set::EMPTY } else { Set::of(usize::from(step.square)) };
        let further = step.branches().iter().filter(|&&next| next != END);
        seen.push(further.fold(own, |all, &next| all | seen[next as usize]));
    }
    seen
}

/// Attacks by the direction they come from, nearest first, opposite directions side by side.
fn in_rays<const N: usize>(
    bearings: &Bearings,
    to: usize,
    (rays, records): (&[Ray], &[Record<N>]),
    entries: &mut Vec<Entry<N>>,
) {
    let placed = rays.iter().zip(records).map(|ray| (bearings.from(to, usize::from(ray.0.origin)), ray));
    let mut placed: SmallVec<[(u64, (&Ray, &Record<N>)); 64]> = placed.collect();
    placed.sort_unstable_by_key(|entry| entry.0);
    entries.clear();
    let (mut line, mut number) = (0, 0);
    let mut before = placed.first().map_or(0, |first| first.0);
    for &(bearing, (ray, record)) in &placed {
        line += u32::from(Bearings::line(bearing) != Bearings::line(before));
        number += u32::from(Bearings::direction(bearing) != Bearings::direction(before));
        before = bearing;
        let Ray { origin, condition, squares, .. } = *ray;
        entries.push(Entry { line: (line, number), to: origin, condition, squares, set: record.path });
    }
}

/// Where squares lie from each other, as numbers to sort by: the line (the same for a direction and its opposite), the
/// direction, the distance.
struct Bearings {
    /// By square.
    places: Box<[(i32, i32)]>,
    /// By difference of ranks, then of files.
    numbers: Box<[u64]>,
    files: i32,
    ranks: i32,
}

impl Bearings {
    /// Bits of each part: enough for boards of 256 squares in one row.
    const PART: u32 = 10;

    fn new(topology: &Topology) -> Bearings {
        let (files, ranks) = (i32::from(topology.files()), i32::from(topology.ranks()));
        let place = |square| (i32::from(topology.file(square)), i32::from(topology.rank(square)));
        let number = |(dx, dy): (i32, i32)| {
            let steps = gcd(dx.abs(), dy.abs()).max(1);
            let (dx, dy) = (dx / steps, dy / steps);
            let line = if (dy, dx) < (0, 0) { (-dy, -dx) } else { (dy, dx) };
            [line.0, line.1, dy, dx, steps].into_iter().fold(0, |all, part| all << Self::PART | (part + 512) as u64)
        };
        let differences = (1 - ranks..ranks).flat_map(|dy| (1 - files..files).map(move |dx| (dx, dy)));
        Bearings {
            places: (0..topology.cells()).map(Square::from_index).map(place).collect(),
            numbers: differences.map(number).collect(),
            files,
            ranks,
        }
    }

    /// Where an origin lies from a target.
    fn from(&self, to: usize, origin: usize) -> u64 {
        let ((x, y), (file, rank)) = (self.places[to], self.places[origin]);
        let row = (rank - y + self.ranks - 1) * (2 * self.files - 1);
        self.numbers[(row + file - x + self.files - 1) as usize]
    }

    fn line(bearing: u64) -> u64 {
        bearing >> (3 * Self::PART)
    }

    fn direction(bearing: u64) -> u64 {
        bearing >> Self::PART
    }
}

fn gcd(a: i32, b: i32) -> i32 {
    if b == 0 { a } else { gcd(b, a % b) }
}
