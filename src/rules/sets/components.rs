//! Components: a few targets whose conditions depend on the same few squares, with the table that answers them all.

use super::Walked;
use super::pairs::{Arrival, ConditionId, Pair, Pairs};
use crate::rules::bits::{Cpu, Set};
use hashbrown::HashMap;
use smallvec::SmallVec;
use std::rc::Rc;

/// Squares a component of one line, there and back, may depend on.
const LINE_SQUARES: usize = 10;
/// Squares a component joined from several short lines may depend on.
const JOINED_SQUARES: usize = 5;
/// Targets of a component: an entry has a bit for each.
const MOST_TARGETS: usize = 16;

/// Targets by the occupancy of some squares.
#[derive(Clone, Copy, Default)]
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
        let at = self.start as usize + occupied.gather::<C>(self.mask);
        debug_assert!(at < data.0.len());
        // SAFETY: a component has an entry for every occupancy of its mask, in the data made together with it.
        let entry = unsafe { *data.0.get_unchecked(at) };
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

impl Entry {
    fn mask(&self) -> Set<4> {
        self.squares.iter().map(|&square| usize::from(square)).collect()
    }
}

impl From<Pair> for Entry {
    fn from(pair: Pair) -> Entry {
        Entry { to: pair.to, condition: pair.condition, squares: pair.squares }
    }
}

/// Entries that are looked up together.
#[derive(Clone, Default)]
struct Unit {
    entries: SmallVec<[Entry; 8]>,
    squares: Set<4>,
    targets: Set<4>,
    /// What the units of one line have in common.
    line: usize,
}

impl Unit {
    fn add(&mut self, entry: Entry) {
        self.squares |= entry.mask();
        self.targets |= Set::of(usize::from(entry.to));
        self.entries.push(entry);
    }

    /// True if so many squares are enough for both.
    fn fits_with(&self, squares: Set<4>, targets: Set<4>, most: usize) -> bool {
        (self.squares | squares).count() as usize <= most && (self.targets | targets).count() as usize <= MOST_TARGETS
    }
}

/// How many squares of a set come before each.
struct Places([u8; 256]);

impl Places {
    fn of(set: Set<4>) -> Places {
        let mut places = [0; 256];
        set.into_iter().zip(0..).for_each(|(square, place)| places[square] = place);
        Places(places)
    }

    fn of_square(&self, square: u16) -> u32 {
        u32::from(self.0[usize::from(square)])
    }
}

/// Fills [`Data`].
#[derive(Default)]
pub struct Builder {
    data: Vec<u16>,
    /// By what a table depends on: its entries, as their conditions and where in the masks their squares are.
    known: HashMap<SmallVec<[u32; 32]>, u32>,
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
        walks: &[Rc<Walked>],
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
                        let mut unit = Unit::default();
                        unit.add(entry);
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
                let most = LINE_SQUARES.max(entry.squares.len());
                if !unit.fits_with(entry.mask(), Set::of(usize::from(entry.to)), most) {
                    units.push(std::mem::take(&mut unit));
                    unit.line = line;
                }
                unit.add(entry);
            }
            if !unit.entries.is_empty() {
                units.push(unit);
            }
        }
        let mut joined: Vec<Unit> = Vec::new();
        for unit in units {
            match joined.last_mut() {
                Some(last)
                    if last.fits_with(unit.squares, unit.targets, JOINED_SQUARES)
                        || last.line == unit.line && last.fits_with(unit.squares, unit.targets, LINE_SQUARES) =>
                {
                    last.line = if last.line == unit.line { last.line } else { usize::MAX };
                    unit.entries.into_iter().for_each(|entry| last.add(entry));
                }
                _ => joined.push(unit),
            }
        }
        out.extend(joined.iter().map(|unit| self.component(unit, pairs, 0)));
    }

    fn component<const N: usize>(&mut self, unit: &Unit, pairs: &Pairs, trail: u32) -> Component<N> {
        let (places, targets) = (Places::of(unit.squares), Places::of(unit.targets));
        let bits = unit.squares.count();
        let mut key: SmallVec<[u32; 32]> = SmallVec::new();
        key.push(bits);
        for entry in &unit.entries {
            key.extend([entry.condition.0, targets.of_square(entry.to), entry.squares.len() as u32]);
            // Five bits are enough for a place.
            let all = entry.squares.iter().fold(0u128, |all, &square| all << 5 | u128::from(places.of_square(square)));
            key.extend([all as u32, (all >> 32) as u32, (all >> 64) as u32]);
        }
        let data = &mut self.data;
        let start = *self.known.entry(key).or_insert_with(|| {
            let start = data.len() as u32;
            data.resize(data.len() + (1 << bits), 0);
            let entries = &mut data[start as usize..];
            for entry in &unit.entries {
                let places: SmallVec<[u32; 16]> =
                    entry.squares.iter().map(|&square| places.of_square(square)).collect();
                let (condition, target) = (pairs.condition(entry.condition), 1 << targets.of_square(entry.to));
                let about = places.iter().fold(0, |all, &at| all | 1u32 << at);
                let rest = ((1u32 << bits) - 1) & !about;
                for case in (0..1u32 << places.len()).filter(|&case| condition.holds(case)) {
                    let spread = places.iter().enumerate().fold(0, |all, (bit, &at)| all | (case >> bit & 1) << at);
                    // Whatever the other squares hold: all subsets of `rest`, one after the other.
                    let mut others = 0u32;
                    loop {
                        entries[(spread | others) as usize] |= target;
                        others = others.wrapping_sub(rest) & rest;
                        if others == 0 {
                            break;
                        }
                    }
                }
            }
            start
        });
        let narrow = |set: Set<4>| set.collect();
        Component { mask: narrow(unit.squares), targets: narrow(unit.targets), start, trail }
    }
}

fn of_target(walk: &Walked, to: u16) -> impl Iterator<Item = &Pair> {
    walk.pairs.iter().filter(move |pair| pair.to == to && !matches!(pair.arrival, Arrival::Trail(_)))
}
