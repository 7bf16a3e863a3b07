//! Tables of attackers, made of the rays and leaps of each side.

use super::bearings::Bearings;
use super::rays::{Ray, Ways, in_classes};
use super::{Attackers, Beyond, Class, Codes, LineAt, Record, Zone};
use crate::definition::{PerSide, Side};
use crate::rules::bits::{Code, Set};
use crate::rules::sets::components::{Builder, Component, Entry};
use crate::rules::sets::conditions::ConditionId;
use crate::rules::sets::pairs::{Stretch, Walks};
use crate::rules::sets::{Facing, Source};
use crate::rules::step::{END, Op, Step};
use smallvec::SmallVec;
use std::cell::OnceCell;
use std::sync::Arc;

/// A ray whoever has it: target, origin, condition and the squares it is about.
#[derive(PartialEq, Eq)]
struct Bare(u16, u16, ConditionId, Stretch);

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
        let enemies = (enemy, defender.other());
        let mut ways = Ways::of(&mut self.walks, steps, enemies, targets);
        ways.add_facing(&mut self.walks, facing, enemies, targets)?;
        let Ways { leaps, rays, sharers, beyond } = ways;
        let (rays, classes) = in_classes(rays, &sharers, cells);
        let mut of_class = rays.chunk_by(|a, b| a.class == b.class);
        let classes: Vec<(Codes, ByTarget<N>)> =
            classes.into_iter().map(|codes| (codes, self.lines(cells, of_class.next().unwrap_or_default()))).collect();
        let mut line_pieces: Vec<usize> = classes.iter().flat_map(|class| class.0.iter().copied()).collect();
        line_pieces.sort_unstable();
        line_pieces.dedup();
        let squares = 0..64 * N;
        let blank = |to: usize| to >= cells;
        Some(Attackers {
            zones: squares
                .clone()
                .map(|to| if blank(to) { Zone::default() } else { self.zone(to, &leaps, &classes) })
                .collect(),
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

    /// From where a square might be attacked.
    fn zone(&self, to: usize, leaps: &[(Codes, Vec<Set<N>>)], classes: &[(Codes, ByTarget<N>)]) -> Zone<N> {
        let mut zone = Zone::default();
        leaps.iter().for_each(|class| zone.leaps |= class.1[to]);
        for line in classes.iter().map(|class| class.1[to]) {
            zone.lines |= line.from;
            let records = self.records[line.records as usize..].iter().take(line.from.count() as usize);
            records.for_each(|record| zone.crossed |= record.path);
        }
        zone
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
