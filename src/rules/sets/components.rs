//! Components: a few targets whose conditions depend on the same few squares, with the table that answers them all.

use super::Walked;
use super::pairs::{Arrival, ConditionId, Pair, Pairs};
use crate::rules::bits::{Cpu, Set};
use hashbrown::HashMap;
use smallvec::SmallVec;

/// Squares a component of one line, there and back, may depend on.
const LINE_SQUARES: usize = 10;
/// Squares a component joined from several short lines may depend on.
const JOINED_SQUARES: usize = 5;
/// Targets of a component: an entry has a bit for each.
const MOST_TARGETS: usize = 16;

/// Targets by the occupancy of some squares.
#[derive(Clone, Copy)]
pub struct Component<const N: usize> {
    /// The squares it depends on.
    pub mask: Set<N>,
    pub targets: Set<N>,
    start: u32,
    /// The number of the en passant squares that its moves leave, plus 1.
    pub trail: u32,
}

/// The entries of all components.
pub struct Data(Box<[u16]>);

impl<const N: usize> Component<N> {
    /// The targets that can be reached while these squares are occupied; own pieces are not left out.
    #[inline(always)]
    pub fn reached<C: Cpu>(&self, data: &Data, occupied: Set<N>) -> Set<N> {
        let entry = data.0[self.start as usize + occupied.gather::<C>(self.mask)];
        Set::scatter::<C>(u64::from(entry), self.targets)
    }
}

/// A target with its condition: what goes into a component.
#[derive(Clone, Debug)]
pub struct Entry {
    pub to: u16,
    pub condition: ConditionId,
    pub squares: SmallVec<[u16; 8]>,
}

impl From<Pair> for Entry {
    fn from(pair: Pair) -> Entry {
        Entry { to: pair.to, condition: pair.condition, squares: pair.squares }
    }
}

/// Entries that are looked up together.
#[derive(Clone, Default)]
struct Unit {
    entries: Vec<Entry>,
    squares: Vec<u16>,
    targets: Vec<u16>,
    /// What the units of one line have in common.
    line: usize,
}

impl Unit {
    fn with(&self, other: &Unit) -> Unit {
        let mut both = self.clone();
        other.entries.iter().for_each(|entry| both.add(entry.clone()));
        both
    }

    fn add(&mut self, entry: Entry) {
        self.squares.extend(&entry.squares);
        self.squares.sort_unstable();
        self.squares.dedup();
        self.targets.push(entry.to);
        self.targets.sort_unstable();
        self.targets.dedup();
        self.entries.push(entry);
    }

    fn fits(&self, squares: usize) -> bool {
        self.squares.len() <= squares && self.targets.len() <= MOST_TARGETS
    }
}

/// An entry as its table sees it: its condition, and where in the mask and in the targets its squares are.
type Line = (ConditionId, SmallVec<[u8; 8]>, u8);

/// Fills [`Data`].
#[derive(Default)]
pub struct Builder {
    data: Vec<u16>,
    known: HashMap<(usize, Vec<Line>), u32>,
}

impl Builder {
    pub fn finish(self) -> Data {
        Data(self.data.into_boxed_slice())
    }

    /// What may be done from a square along some walks: leaps are told to `leap`, the rest becomes components.
    /// `None` if a condition has too many squares.
    pub fn components<const N: usize>(
        &mut self,
        from: usize,
        walks: &[&Walked],
        pairs: &mut Pairs,
        leap: &mut impl FnMut(Arrival, usize),
        out: &mut Vec<Component<N>>,
    ) -> Option<()> {
        let mut rays = Vec::new();
        for walk in walks {
            let mut ray = Vec::new();
            let mut done: SmallVec<[u16; 16]> = SmallVec::new();
            for pair in &walk.pairs {
                let free = pair.squares.is_empty();
                match pair.arrival {
                    Arrival::Any if free => leap(Arrival::Any, usize::from(pair.to)),
                    Arrival::Quiet | Arrival::Capture if free && of_target(walk, pair.to).count() == 1 => {
                        leap(pair.arrival, usize::from(pair.to));
                    }
                    Arrival::Any => ray.push(Entry::from(pair.clone())),
                    Arrival::Trail(number) => {
                        let entry = Entry::from(pairs.joined(Some(pair), None)?);
                        let unit =
                            Unit { targets: vec![pair.to], squares: sorted(&entry), entries: vec![entry], line: 0 };
                        out.push(self.component(&unit, pairs, number + 1));
                    }
                    Arrival::Quiet | Arrival::Capture if done.contains(&pair.to) => {}
                    Arrival::Quiet | Arrival::Capture => {
                        done.push(pair.to);
                        let with = |arrival: Arrival| of_target(walk, pair.to).find(|pair| pair.arrival == arrival);
                        ray.push(Entry::from(pairs.joined(with(Arrival::Quiet), with(Arrival::Capture))?));
                    }
                }
            }
            let first = walk.pairs.first().map_or(0, |pair| usize::from(pair.to));
            rays.push((from.abs_diff(first), ray));
        }
        rays.sort_by_key(|ray| ray.0);
        self.put(rays, pairs, out);
        Some(())
    }

    /// Makes components of rays, each with a number that it shares with the ray the other way.
    pub fn put<const N: usize>(&mut self, rays: Vec<(usize, Vec<Entry>)>, pairs: &Pairs, out: &mut Vec<Component<N>>) {
        let mut units: Vec<Unit> = Vec::new();
        for (line, ray) in rays {
            let mut unit = Unit { line, ..Unit::default() };
            for entry in ray {
                let mut longer = unit.clone();
                longer.add(entry.clone());
                if longer.fits(LINE_SQUARES.max(entry.squares.len())) {
                    unit = longer;
                } else {
                    units.push(std::mem::take(&mut unit));
                    unit.line = line;
                    unit.add(entry);
                }
            }
            if !unit.entries.is_empty() {
                units.push(unit);
            }
        }
        let mut joined: Vec<Unit> = Vec::new();
        for unit in units {
            let both = joined.last().map(|last| last.with(&unit));
            match (joined.last_mut(), both) {
                (Some(last), Some(both))
                    if last.line == unit.line && both.fits(LINE_SQUARES) || both.fits(JOINED_SQUARES) =>
                {
                    *last = Unit { line: if last.line == unit.line { last.line } else { usize::MAX }, ..both };
                }
                _ => joined.push(unit),
            }
        }
        out.extend(joined.iter().map(|unit| self.component(unit, pairs, 0)));
    }

    fn component<const N: usize>(&mut self, unit: &Unit, pairs: &Pairs, trail: u32) -> Component<N> {
        let place =
            |list: &[u16], square: u16| list.iter().position(|&known| known == square).unwrap_or_default() as u8;
        let lines: Vec<Line> = unit
            .entries
            .iter()
            .map(|entry| {
                let squares = entry.squares.iter().map(|&square| place(&unit.squares, square)).collect();
                (entry.condition, squares, place(&unit.targets, entry.to))
            })
            .collect();
        let bits = unit.squares.len();
        let data = &mut self.data;
        let start = *self.known.entry((bits, lines)).or_insert_with_key(|(bits, lines)| {
            let start = data.len() as u32;
            for case in 0..1u32 << bits {
                let holds = |line: &&Line| {
                    let local = line.1.iter().enumerate().fold(0, |all, (bit, &at)| all | (case >> at & 1) << bit);
                    pairs.condition(line.0).holds(local)
                };
                data.push(lines.iter().filter(holds).fold(0, |entry, line| entry | 1 << line.2));
            }
            start
        });
        let set = |list: &[u16]| list.iter().map(|&square| usize::from(square)).collect();
        Component { mask: set(&unit.squares), targets: set(&unit.targets), start, trail }
    }
}

fn of_target(walk: &Walked, to: u16) -> impl Iterator<Item = &Pair> {
    walk.pairs.iter().filter(move |pair| pair.to == to && !matches!(pair.arrival, Arrival::Trail(_)))
}

fn sorted(entry: &Entry) -> Vec<u16> {
    let mut squares = entry.squares.to_vec();
    squares.sort_unstable();
    squares
}
