//! The transposition table: what is already known about positions.
//!
//! Buckets of four 16-byte entries fill one cache line. An entry is two words, the second one mixed into the first, so
//! that a half-written entry is simply not found: threads share the table without locks. The key's highest bits choose the
//! bucket, so that an entry keeps only the lowest 48.

use crate::moves::Digest;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// What a stored score says about the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum NodeBound {
    /// Nothing known but perhaps the static evaluation.
    None,
    /// At most this.
    Upper,
    /// At least this.
    Lower,
    Exact,
}

/// What was found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    pub best: Digest,
    /// Mates counted from this position, see [`from_table`].
    pub score: i16,
    /// Static evaluation.
    pub evaluation: i16,
    /// Less than 128.
    pub depth: u8,
    pub bound: NodeBound,
    /// Met on a line of best play, if not this time then before.
    pub pv: bool,
}

/// Stands for "no static evaluation" (the side to move was in check).
pub const NO_EVALUATION: i16 = i16::MIN;

#[derive(Default)]
struct Slot {
    /// Half of the best move, below what tells whether the rest is about a key; see [`seal`].
    check: AtomicU64,
    data: AtomicU64,
}

#[derive(Default)]
#[repr(align(64))]
struct Bucket([Slot; 4]);

/// Fixed size, shared by the threads of a search.
pub struct Table {
    buckets: Vec<Bucket>,
    /// Which search an entry is from, 0..64.
    age: u8,
}

impl Table {
    /// At most so many MiB; the smallest one that there is where there is no room for that.
    pub fn new(mebibytes: usize) -> Table {
        let smallest = || Table { buckets: vec![Bucket::default()], age: 0 };
        Table::try_new(mebibytes.max(1)).unwrap_or_else(smallest)
    }

    /// Replaces it by an empty one of so many MiB; false where there is no room for that: then it keeps its size.
    pub fn resize(&mut self, mebibytes: usize) -> bool {
        let before = self.mebibytes();
        if free_memory().is_some_and(|free| mebibytes > free + before) {
            return false;
        }
        // What is there makes room.
        *self = Table::new(1);
        match Table::try_new(mebibytes) {
            Some(table) => *self = table,
            None => *self = Table::new(before),
        }
        self.mebibytes() == mebibytes
    }

    /// `None` where there is no room for so many MiB.
    fn try_new(mebibytes: usize) -> Option<Table> {
        let count = (mebibytes << 20) / size_of::<Bucket>();
        let mut buckets = Vec::new();
        buckets.try_reserve_exact(count).ok()?;
        want_large_pages(&buckets);
        buckets.extend((0..count).map(|_| Bucket::default()));
        Some(Table { buckets, age: 0 })
    }

    /// Its size in MiB.
    pub fn mebibytes(&self) -> usize {
        (self.buckets.len() * size_of::<Bucket>()) >> 20
    }

    pub fn clear(&mut self) {
        self.buckets.fill_with(Bucket::default);
        self.age = 0;
    }

    /// A new search begins; what older ones stored may be replaced first.
    pub fn grow_older(&mut self) {
        self.age = (self.age + 1) & 63;
    }

    fn bucket(&self, key: u64) -> &Bucket {
        // The high half of a product spreads keys over any number of buckets.
        &self.buckets[((key as u128 * self.buckets.len() as u128) >> 64) as usize]
    }

    /// Begins to fetch what will be asked for soon.
    #[inline(always)]
    pub fn prefetch(&self, key: u64) {
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            // SAFETY: every processor of this kind has the instruction, and it only gives a hint.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(self.bucket(key)).cast()) }
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = key;
    }

    pub fn probe(&self, key: u64) -> Option<Entry> {
        self.bucket(key).0.iter().find_map(|slot| {
            let data = slot.data.load(Relaxed);
            let check = slot.check.load(Relaxed);
            (data != 0 && check == seal(key, data, check as u16)).then(|| unpack(data, check as u16))
        })
    }

    pub fn store(&self, key: u64, mut entry: Entry) {
        let bucket = self.bucket(key);
        let mut worst = (&bucket.0[0], i32::MAX);
        for slot in &bucket.0 {
            let data = slot.data.load(Relaxed);
            if data == 0 {
                worst = (slot, i32::MIN);
                continue;
            }
            let check = slot.check.load(Relaxed);
            let old = unpack(data, check as u16);
            if check == seal(key, data, check as u16) {
                if !entry.best.is_some() {
                    entry.best = old.best;
                }
                // A deeper result of this search is kept unless the new one is exact.
                let fresh = age_of(data) == self.age;
                if fresh && entry.bound != NodeBound::Exact && entry.depth + 3 < old.depth {
                    return;
                }
                worst = (slot, i32::MIN);
                break;
            }
            let years = (self.age.wrapping_sub(age_of(data)) & 63) as i32;
            let worth = old.depth as i32 - 8 * years;
            if worth < worst.1 {
                worst = (slot, worth);
            }
        }
        let (data, high) = pack(entry, self.age);
        worst.0.check.store(seal(key, data, high), Relaxed);
        worst.0.data.store(data, Relaxed);
    }

    /// Entries of this search among the first thousand.
    pub fn permille_full(&self) -> u16 {
        let slots = self.buckets.iter().take(250).flat_map(|bucket| &bucket.0);
        let mine = |slot: &&Slot| {
            let data = slot.data.load(Relaxed);
            data != 0 && age_of(data) == self.age
        };
        slots.filter(mine).count().min(1000) as u16
    }
}

/// Asks the system to put what will be written there on large pages. Every probe is somewhere else in the table: on small pages
/// the processor must look up nearly each of them first, which took a tenth of a search.
#[cfg(target_os = "linux")]
fn want_large_pages<T>(empty: &Vec<T>) {
    use nix::sys::mman::{MmapAdvise, madvise};
    /// Bounds of small pages at least.
    const PAGE: usize = 1 << 16;
    let memory = empty.as_ptr().cast_mut();
    let skipped = memory.cast::<u8>().align_offset(PAGE);
    let length = (empty.capacity() * size_of::<T>()).saturating_sub(skipped) / PAGE * PAGE;
    if let Some(begin) = std::ptr::NonNull::new(memory.cast::<u8>().wrapping_add(skipped).cast())
        && length > 0
    {
        // SAFETY: the range lies in memory of the vector, and the advice changes nothing but how it is mapped. Where there
        // are no large pages, small ones do.
        let _ = unsafe { madvise(begin, length, MmapAdvise::MADV_HUGEPAGE) };
    }
}

#[cfg(not(target_os = "linux"))]
fn want_large_pages<T>(_: &Vec<T>) {}

/// MiB that programs can still get, if that is known. Linux promises more than there is, and ends who uses it.
fn free_memory() -> Option<usize> {
    let known = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = known.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kibibytes: usize = line.split_whitespace().next()?.parse().ok()?;
    Some(kibibytes >> 10)
}

/// The low 48 bits of a key and what is known, mixed, above half of the best move.
#[inline(always)]
fn seal(key: u64, data: u64, high: u16) -> u64 {
    (key ^ data ^ data >> 32 ^ u64::from(high) << 16) << 16 | u64::from(high)
}

/// An entry but for the high half of its best move, and that half.
fn pack(entry: Entry, age: u8) -> (u64, u16) {
    let [high, low] = entry.best.halves();
    let data = u64::from(low)
        | (entry.score as u16 as u64) << 16
        | (entry.evaluation as u16 as u64) << 32
        | ((entry.depth & 127) as u64) << 48
        | (entry.pv as u64) << 55
        | ((age << 2 | entry.bound as u8) as u64) << 56;
    (data, high)
}

fn age_of(data: u64) -> u8 {
    (data >> 58) as u8
}

fn unpack(data: u64, high: u16) -> Entry {
    Entry {
        best: Digest::from_halves([high, data as u16]),
        score: (data >> 16) as i16,
        evaluation: (data >> 32) as i16,
        depth: (data >> 48) as u8 & 127,
        pv: data >> 55 & 1 == 1,
        bound: match data >> 56 & 3 {
            0 => NodeBound::None,
            1 => NodeBound::Upper,
            2 => NodeBound::Lower,
            _ => NodeBound::Exact,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Both halves of its move count.
    fn entry() -> Entry {
        let best = Digest::from_halves([0x1234, 0xABCD]);
        Entry { best, score: -31000, evaluation: 12, depth: 9, bound: NodeBound::Lower, pv: true }
    }

    #[test]
    fn what_is_stored_is_found() {
        let table = Table::new(1);
        table.store(42, entry());
        assert_eq!(table.probe(42), Some(entry()));
        assert_eq!(table.probe(43), None);
        assert_eq!(table.probe(42 | 1 << 47), None);
    }

    #[test]
    fn old_and_shallow_entries_go_first() {
        let mut table = Table::new(1);
        // Low bits don't choose the bucket, so these share one.
        for key in 1..=4 {
            table.store(key, Entry { depth: key as u8, ..entry() });
        }
        table.store(5, entry());
        assert_eq!(table.probe(1), None);
        assert!(table.probe(2).is_some());
        table.grow_older();
        table.store(5, entry());
        table.store(6, Entry { depth: 1, ..entry() });
        assert_eq!(table.probe(2), None);
        assert!(table.probe(5).is_some());
    }
}
