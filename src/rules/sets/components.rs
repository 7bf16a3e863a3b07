//! Components: a few targets whose conditions depend on the same few squares, with the table that answers them all.

use super::conditions::{ConditionId, Conditions};
use super::pairs::{Arrival, Pair, Stretch, Walked, Walks};
use crate::rules::bits::{Cpu, Set};
use hashbrown::{DefaultHashBuilder, HashMap, HashTable, hash_table};
use smallvec::SmallVec;
use std::hash::BuildHasher;
use std::ops::Range;

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
    pub trail: u16,
    /// What is behind the squares it reaches doesn't matter to it: nothing but slides.
    pub slides: bool,
}

/// The entries of all components.
#[derive(Default)]
pub struct Data(Box<[u16]>);

impl<const N: usize> Component<N> {
    /// Tells it where its entries are now.
    pub fn relocate(&mut self, moved: &HashMap<u32, u32>) {
        self.start = moved.get(&self.start).copied().unwrap_or(self.start);
    }

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
#[derive(Clone, Copy, Debug)]
pub struct Entry<const N: usize> {
    /// What rays there and back have in common, and the number of the ray.
    pub line: (u32, u32),
    pub to: u16,
    pub condition: ConditionId,
    pub squares: Stretch,
    /// The same squares.
    pub set: Set<N>,
}

impl<const N: usize> Entry<N> {
    pub fn new(line: (u32, u32), pair: Pair, walks: &Walks) -> Entry<N> {
        let Pair { to, condition, squares, .. } = pair;
        Entry { line, to, condition, squares, set: walks.set(squares) }
    }
}

/// Entries side by side that are looked up together.
#[derive(Clone, Copy)]
struct Unit<const N: usize> {
    /// The first of its entries, and the one behind the last.
    entries: (usize, usize),
    squares: Counted<N>,
    targets: Counted<N>,
    /// What the rays of one line have in common; none if it has several.
    line: Option<u32>,
}

/// A set and how many it has: counting takes long on plain processors.
#[derive(Clone, Copy)]
struct Counted<const N: usize> {
    set: Set<N>,
    count: usize,
}

impl<const N: usize> Counted<N> {
    fn with(self, other: Counted<N>) -> Counted<N> {
        let (set, common) = (self.set | other.set, self.set & other.set);
        let count = match () {
            () if common.is_empty() => self.count + other.count,
            () if common == self.set => other.count,
            () if common == other.set => self.count,
            () => set.count() as usize,
        };
        Counted { set, count }
    }
}

impl<const N: usize> Unit<N> {
    /// One entry by itself.
    fn of(entries: &[Entry<N>], at: usize) -> Unit<N> {
        let Entry { line, to, squares, set, .. } = entries[at];
        debug_assert!(set.count() == squares.count, "a square is there once");
        Unit {
            entries: (at, at + 1),
            squares: Counted { set, count: squares.count as usize },
            targets: Counted { set: Set::of(usize::from(to)), count: 1 },
            line: Some(line.0),
        }
    }

    /// Both as one, if so many squares are enough.
    fn joined(&self, other: &Unit<N>, most: usize) -> Option<Unit<N>> {
        let (squares, targets) = (self.squares.with(other.squares), self.targets.with(other.targets));
        (squares.count <= most && targets.count <= MOST_TARGETS).then(|| Unit {
            entries: (self.entries.0, other.entries.1),
            squares,
            targets,
            line: self.line.filter(|&line| other.line == Some(line)),
        })
    }
}

/// A table that has been made: where what it depends on is among all keys, and where its entries begin.
struct Known {
    key: Range<usize>,
    start: u32,
}

/// Fills [`Data`].
pub struct Builder<const N: usize> {
    data: Vec<u16>,
    /// One after the other, by what each table depends on: its entries, as their conditions and where in the masks their
    /// squares are.
    keys: Vec<u64>,
    known: HashTable<Known>,
    hasher: DefaultHashBuilder,
    /// What is at work, kept for its memory.
    entries: Vec<Entry<N>>,
    late: Vec<(Entry<N>, u16)>,
    /// By square: where it is among those of the unit at work, and among its targets.
    places: [(u8, u8); 256],
}

impl<const N: usize> Default for Builder<N> {
    fn default() -> Builder<N> {
        let (data, keys, known, hasher, entries, late) = Default::default();
        Builder { data, keys, known, hasher, entries, late, places: [(0, 0); 256] }
    }
}

impl<const N: usize> Builder<N> {
    /// The tables of both as one, those that are equal only once; and where those of the other are now.
    pub fn joined(self, other: Builder<N>) -> (Data, HashMap<u32, u32>) {
        let ours: HashMap<&[u16], u32> = self.tables().map(|(start, entries)| (entries, start)).collect();
        let (mut moved, mut more) = (HashMap::new(), Vec::new());
        for (start, entries) in other.tables() {
            let now = ours.get(entries).copied().unwrap_or_else(|| {
                more.extend_from_slice(entries);
                (self.data.len() + more.len() - entries.len()) as u32
            });
            moved.insert(start, now);
        }
        (Data(self.data.iter().chain(&more).copied().collect()), moved)
    }

    /// All tables, and where they begin.
    fn tables(&self) -> impl Iterator<Item = (u32, &[u16])> {
        let mut starts: Vec<u32> = self.known.iter().map(|known| known.start).collect();
        starts.sort_unstable();
        let end = self.data.len() as u32;
        (0..starts.len()).map(move |at| {
            let (start, end) = (starts[at], starts.get(at + 1).copied().unwrap_or(end));
            (start, &self.data[start as usize..end as usize])
        })
    }

    /// What may be done from a square along some walks: leaps are told to `leap`, the rest becomes components, those
    /// that leave en passant squares last. Returns how many of these there are; `None` if a condition has too many
    /// squares.
    pub fn components(
        &mut self,
        from: usize,
        along: &[Walked],
        walks: &mut Walks,
        leap: &mut impl FnMut(Arrival, usize),
        out: &mut Vec<Component<N>>,
    ) -> Option<u16> {
        let (mut entries, mut trails) = (std::mem::take(&mut self.entries), std::mem::take(&mut self.late));
        entries.clear();
        trails.clear();
        for (ray, &walked) in along.iter().enumerate() {
            let first = walks.pairs(walked).first().map_or(0, |pair| usize::from(pair.to));
            let line = (from.abs_diff(first) as u32, ray as u32);
            for number in walked.numbers() {
                let pair = walks.pair(number);
                let alternatives = |arrival: Arrival| {
                    let mut all = walks.pairs(walked).iter();
                    all.find(|other| other.to == pair.to && other.arrival == arrival).copied()
                };
                match pair.arrival {
                    Arrival::Any if pair.is_free() => leap(Arrival::Any, usize::from(pair.to)),
                    Arrival::Any => entries.push(Entry::new(line, pair, walks)),
                    Arrival::Trail(trail) => {
                        let number = u16::try_from(trail + 1).ok()?;
                        let pair = walks.joined(Some(pair), None)?;
                        trails.push((Entry::new(line, pair, walks), number));
                    }
                    Arrival::Quiet | Arrival::Capture => {
                        let (quiet, capture) = (alternatives(Arrival::Quiet), alternatives(Arrival::Capture));
                        let is_only = alternatives(Arrival::Any).is_none() && quiet.is_some() != capture.is_some();
                        let is_second = quiet.is_some() && pair.arrival == Arrival::Capture;
                        if pair.is_free() && is_only {
                            leap(pair.arrival, usize::from(pair.to));
                        } else if !is_second {
                            let pair = walks.joined(quiet, capture)?;
                            entries.push(Entry::new(line, pair, walks));
                        }
                    }
                }
            }
        }
        entries.sort_by_key(|entry| entry.line);
        self.put(&entries, walks, out);
        for (entry, trail) in &trails {
            let entries = std::slice::from_ref(entry);
            out.push(self.component(&Unit::of(entries, 0), entries, walks, *trail));
        }
        let count = trails.len() as u16;
        (self.entries, self.late) = (entries, trails);
        Some(count)
    }

    /// Makes components of entries, those of a ray side by side, and rays of a line.
    pub fn put(&mut self, entries: &[Entry<N>], walks: &Walks, out: &mut Vec<Component<N>>) {
        let mut units: SmallVec<[Unit<N>; 8]> = SmallVec::new();
        for (at, entry) in entries.iter().enumerate() {
            let own = Unit::of(entries, at);
            let most = LINE_SQUARES.max(entry.squares.count as usize);
            let ray = units.last_mut().filter(|_| entries[at - 1].line == entry.line);
            match ray.and_then(|ray| Some((ray.joined(&own, most)?, ray))) {
                Some((longer, ray)) => *ray = longer,
                None => units.push(own),
            }
        }
        let mut joined: SmallVec<[Unit<N>; 8]> = SmallVec::new();
        for &unit in &units {
            let last = joined.last_mut().and_then(|last| {
                let is_line = last.line == unit.line && unit.line.is_some();
                let most = if is_line { LINE_SQUARES } else { JOINED_SQUARES };
                Some((last.joined(&unit, most)?, last))
            });
            match last {
                Some((both, last)) => *last = both,
                None => joined.push(unit),
            }
        }
        for unit in &joined {
            out.push(self.component(unit, &entries[unit.entries.0..unit.entries.1], walks, 0));
        }
    }

    fn component(&mut self, unit: &Unit<N>, entries: &[Entry<N>], walks: &Walks, trail: u16) -> Component<N> {
        let (mask, targets) = (unit.squares.set, unit.targets.set);
        mask.into_iter().enumerate().for_each(|(place, square)| self.places[square].0 = place as u8);
        targets.into_iter().enumerate().for_each(|(place, square)| self.places[square].1 = place as u8);
        let places = &self.places;
        let place = |square: u16| u32::from(places[usize::from(square)].0);
        let target = |entry: &Entry<N>| u32::from(places[usize::from(entry.to)].1);
        let bits = unit.squares.count as u32;
        let Builder { data, keys, known, hasher, .. } = self;
        let first = keys.len();
        keys.push(u64::from(bits));
        for entry in entries {
            // Four bits are enough for a place, and one ends the list: 14 places are 57 bits.
            let places =
                walks.squares(entry.squares).iter().fold(1, |all, &square| all << 4 | u64::from(place(square)));
            keys.push(u64::from(entry.condition.0) << 8 | u64::from(target(entry)));
            keys.push(places);
        }
        let key = first..keys.len();
        let same = |known: &Known| keys[known.key.clone()] == keys[key.clone()];
        let hash = |known: &Known| hasher.hash_one(&keys[known.key.clone()]);
        let start = match known.entry(hasher.hash_one(&keys[key.clone()]), same, hash) {
            hash_table::Entry::Occupied(known) => {
                let start = known.get().start;
                keys.truncate(first);
                start
            }
            hash_table::Entry::Vacant(gap) => {
                let start = data.len() as u32;
                gap.insert(Known { key, start });
                data.resize(data.len() + (1 << bits), 0);
                for entry in entries {
                    let places: SmallVec<[u32; 16]> =
                        walks.squares(entry.squares).iter().map(|&square| place(square)).collect();
                    let entries = &mut data[start as usize..];
                    fill(entries, (bits, &places), entry.condition, &walks.conditions, 1 << target(entry));
                }
                start
            }
        };
        Component { mask, targets, start, trail, slides: are_slides(entries, walks) }
    }
}

/// True if each goes on through empty squares only, those of the targets before it on its ray: the first that isn't empty is
/// a target as well.
fn are_slides<const N: usize>(entries: &[Entry<N>], walks: &Walks) -> bool {
    let mut so_far: Set<N> = Set::EMPTY;
    for entry in entries {
        let goes_on = entry.set == so_far || entry.set.is_empty();
        if !goes_on || walks.conditions.exact(entry.condition) != Some(0) {
            return false;
        }
        so_far = entry.set | Set::of(usize::from(entry.to));
    }
    true
}

/// Sets a target's bit for all occupancies that allow it.
fn fill(
    entries: &mut [u16],
    (bits, places): (u32, &[u32]),
    condition: ConditionId,
    conditions: &Conditions,
    target: u16,
) {
    let condition = conditions.get(condition);
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
