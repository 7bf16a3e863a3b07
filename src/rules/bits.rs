//! Sets of squares as bits: loose words for code that serves every board, [`Set`] for code compiled for a width.

use super::attack::Crowd;
use super::topology::Square;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, Not};

/// How many words the sets of a board of so many cells have: a power of two.
pub const fn words(cells: usize) -> usize {
    cells.div_ceil(64).next_power_of_two()
}

pub fn count(words: &[u64]) -> u32 {
    words.iter().map(|word| word.count_ones()).sum()
}

/// A set as attack tries look at it.
#[inline(always)]
pub fn crowd(words: &[u64]) -> Crowd {
    match *words {
        [low] => Crowd::from(low),
        [low, high] => Crowd::from(low) | Crowd::from(high) << 64,
        _ => Crowd::MAX,
    }
}

/// The squares of a set, lowest index first.
#[derive(Clone)]
pub struct Squares<'a> {
    word: u64,
    base: usize,
    rest: &'a [u64],
}

impl<'a> Squares<'a> {
    #[inline(always)]
    pub fn of(words: &'a [u64]) -> Squares<'a> {
        Squares { word: words[0], base: 0, rest: &words[1..] }
    }
}

impl Iterator for Squares<'_> {
    type Item = Square;

    #[inline(always)]
    fn next(&mut self) -> Option<Square> {
        while self.word == 0 {
            let (&word, rest) = self.rest.split_first()?;
            (self.word, self.base, self.rest) = (word, self.base + 64, rest);
        }
        let bit = self.word.trailing_zeros() as usize;
        self.word &= self.word - 1;
        Some(Square::from_index(self.base + bit))
    }
}

/// A set on a board of at most `64 * N` cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Set<const N: usize>([u64; N]);

impl<const N: usize> Default for Set<N> {
    fn default() -> Set<N> {
        Set::EMPTY
    }
}

impl<const N: usize> Set<N> {
    pub const EMPTY: Set<N> = Set([0; N]);
    pub const FULL: Set<N> = Set([!0; N]);

    #[inline(always)]
    pub fn of(square: usize) -> Set<N> {
        // Each word by itself: where one is written to memory and all are read at once, processors wait.
        Set(std::array::from_fn(|at| u64::from(square / 64 % N == at) << (square % 64)))
    }

    /// One of its words, without a detour through memory on most boards.
    #[inline(always)]
    fn word(self, at: usize) -> u64 {
        match N {
            2 if at & 1 == 0 => self.0[0],
            2 => self.0[1 % N],
            _ => self.0[at % N],
        }
    }

    /// The lowest 64 squares first.
    #[inline(always)]
    pub fn words(&self) -> &[u64; N] {
        &self.0
    }

    /// The first words of more than there may be.
    #[inline(always)]
    pub fn from_words(words: &[u64; 4]) -> Set<N> {
        Set(std::array::from_fn(|at| words[at % 4]))
    }

    /// The set that begins with these words; empty if they are too few.
    #[inline(always)]
    pub fn starting(words: &[u64]) -> Set<N> {
        words.first_chunk().map_or(Set::EMPTY, |words| Set(*words))
    }

    #[inline(always)]
    pub fn contains(self, square: usize) -> bool {
        self.word(square / 64) >> (square % 64) & 1 == 1
    }

    #[inline(always)]
    pub fn is_empty(self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    #[inline(always)]
    pub fn count(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// Its first square; some other number if it is empty.
    #[inline(always)]
    pub fn lowest(self) -> usize {
        match N {
            2 => (u128::from(self.0[0]) | u128::from(self.0[1 % N]) << 64).trailing_zeros() as usize,
            _ => self.into_iter().next().unwrap_or(0),
        }
    }

    /// All of it but its first square.
    #[inline(always)]
    pub fn without_lowest(self) -> Set<N> {
        // The words are one number: taking 1 from it borrows from word to word, as long as those are 0.
        let mut borrow = true;
        Set(self.0.map(|word| {
            let less = word.wrapping_sub(u64::from(borrow));
            borrow &= word == 0;
            word & less
        }))
    }

    /// All squares moved up so far, those at the end to the beginning.
    #[inline(always)]
    pub fn rotated(self, distance: u32) -> Set<N> {
        let (words, bits) = (distance as usize / 64, distance % 64);
        Set(std::array::from_fn(|at| {
            let (here, before) = (self.word(at + N - words), self.word(at + 2 * N - words - 1));
            // One word needs no second half; shifting by 63 and 1 keeps a distance of 0 in range.
            if N == 1 { here.rotate_left(bits) } else { here << bits | before >> 1 >> (63 - bits) }
        }))
    }

    /// How many squares of the set lie below this one.
    #[inline(always)]
    pub fn rank(self, square: usize) -> usize {
        let mut rank = 0;
        for (at, word) in self.0.iter().enumerate() {
            let below = match at.cmp(&(square / 64)) {
                std::cmp::Ordering::Less => *word,
                std::cmp::Ordering::Equal => word & ((1 << (square % 64)) - 1),
                std::cmp::Ordering::Greater => 0,
            };
            rank += below.count_ones() as usize;
        }
        rank
    }

    /// The bits under a mask, pushed together.
    #[inline(always)]
    pub fn gather<C: Cpu>(self, mask: Set<N>) -> usize {
        let (mut bits, mut shift) = (0, 0);
        for (word, mask) in self.0.into_iter().zip(mask.0) {
            bits |= C::gather(word, mask) << shift;
            shift += mask.count_ones();
        }
        bits as usize
    }

    /// The inverse of `gather`.
    #[inline(always)]
    pub fn scatter<C: Cpu>(mut bits: u64, mask: Set<N>) -> Set<N> {
        let mut set = Set::EMPTY;
        for (word, mask) in set.0.iter_mut().zip(mask.0) {
            *word = C::scatter(bits, mask);
            bits >>= mask.count_ones() & 63;
        }
        set
    }
}

impl<const N: usize> FromIterator<usize> for Set<N> {
    fn from_iter<I: IntoIterator<Item = usize>>(squares: I) -> Set<N> {
        let mut set = Set::EMPTY;
        squares.into_iter().for_each(|square| set.0[square / 64 % N] |= 1 << (square % 64));
        set
    }
}

/// The squares of a set, lowest first: one word at a time, so that going on takes a few instructions.
#[derive(Clone)]
pub struct Members<const N: usize> {
    word: u64,
    /// The number of the word's lowest square.
    base: usize,
    /// The words behind it.
    rest: [u64; N],
}

impl<const N: usize> Iterator for Members<N> {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        while self.word == 0 {
            self.base += 64;
            if self.base >= 64 * N {
                return None;
            }
            // Those behind move up: an index would send them through memory.
            self.word = self.rest[0];
            self.rest = std::array::from_fn(|at| self.rest[(at + 1) % N]);
        }
        let square = self.base + self.word.trailing_zeros() as usize;
        self.word &= self.word - 1;
        Some(square)
    }
}

impl<const N: usize> IntoIterator for Set<N> {
    type Item = usize;
    type IntoIter = Members<N>;

    #[inline(always)]
    fn into_iter(self) -> Members<N> {
        Members { word: self.0[0], base: 0, rest: std::array::from_fn(|at| self.0[(at + 1) % N]) }
    }
}

macro_rules! wordwise {
    ($trait:ident, $method:ident, $op:tt) => {
        impl<const N: usize> $trait for Set<N> {
            type Output = Set<N>;

            #[inline(always)]
            fn $method(self, other: Set<N>) -> Set<N> {
                Set(std::array::from_fn(|at| self.0[at] $op other.0[at]))
            }
        }
    };
}
wordwise!(BitAnd, bitand, &);
wordwise!(BitOr, bitor, |);
wordwise!(BitXor, bitxor, ^);

impl<const N: usize> Not for Set<N> {
    type Output = Set<N>;

    #[inline(always)]
    fn not(self) -> Set<N> {
        Set(self.0.map(|word| !word))
    }
}

impl<const N: usize> BitOrAssign for Set<N> {
    #[inline(always)]
    fn bitor_assign(&mut self, other: Set<N>) {
        *self = *self | other;
    }
}

impl<const N: usize> BitAndAssign for Set<N> {
    #[inline(always)]
    fn bitand_assign(&mut self, other: Set<N>) {
        *self = *self & other;
    }
}

/// The sets of a position, by piece code; 0 and 1 are the pieces of the sides.
#[derive(Clone, Copy)]
pub struct Board<'a, const N: usize> {
    sets: &'a [[u64; N]],
}

/// The number of a set on boards that were asked whether they have it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Code(u32);

impl Code {
    pub fn new(code: usize) -> Code {
        Code(code as u32)
    }

    /// The number of the kind.
    #[inline(always)]
    pub fn kind(self) -> usize {
        (self.0 as usize - 2) / 2
    }
}

impl<'a, const N: usize> Board<'a, N> {
    /// Panics if the sets are not those of a game with so many codes: every [`Code`] of its tables is below that.
    #[inline(always)]
    pub fn new(sets: &'a [u64], codes: usize) -> Board<'a, N> {
        let sets = sets.as_chunks::<N>().0;
        assert!(sets.len() == codes, "the position is one of another variant");
        Board { sets }
    }

    #[inline(always)]
    pub fn set(self, code: Code) -> Set<N> {
        // SAFETY: there are as many sets as codes, which `new` has seen to.
        Set(*unsafe { self.sets.get_unchecked(code.0 as usize) })
    }

    #[inline(always)]
    pub fn side(self, side: usize) -> Set<N> {
        Set(self.sets[side])
    }
}

/// How bits are gathered and scattered.
pub trait Cpu {
    fn gather(word: u64, mask: u64) -> u64;
    fn scatter(bits: u64, mask: u64) -> u64;
    /// Does a job in a function of its own, compiled for this processor.
    fn apart<J: Job>(job: J) -> J::Result;
}

/// What is done in many places, and too long to be compiled into each: the processor's memory for code is small.
pub trait Job {
    type Result;
    /// Always inlined: only so is it compiled for the processor of its caller.
    fn on<C: Cpu>(self) -> Self::Result;
}

/// By the processor's own instructions (x86-64 with BMI2). Only for code that runs after these were detected.
#[cfg(target_arch = "x86_64")]
pub struct Bmi2;

#[cfg(target_arch = "x86_64")]
impl Cpu for Bmi2 {
    #[inline(always)]
    fn gather(word: u64, mask: u64) -> u64 {
        // SAFETY: see the type.
        unsafe { std::arch::x86_64::_pext_u64(word, mask) }
    }

    #[inline(always)]
    fn scatter(bits: u64, mask: u64) -> u64 {
        // SAFETY: see the type.
        unsafe { std::arch::x86_64::_pdep_u64(bits, mask) }
    }

    #[inline(always)]
    fn apart<J: Job>(job: J) -> J::Result {
        #[target_feature(enable = "bmi1,bmi2,lzcnt,popcnt")]
        #[inline(never)]
        fn there<J: Job>(job: J) -> J::Result {
            job.on::<Bmi2>()
        }
        // SAFETY: see the type.
        unsafe { there(job) }
    }
}

/// What a processor is good at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Level {
    /// It has the instructions behind [`Bmi2`], quick ones, and those that usually come with them.
    Gathers,
    /// It counts bits. All that aren't x86-64 are taken to do that, with what every one of their kind has.
    Counts,
    /// It doesn't: x86-64 before 2008. There are no tables of sets for these.
    Plain,
}

impl Level {
    /// That of this processor. `GRIFFON_PORTABLE` in the environment makes it less, for tests and measurements.
    #[cfg(target_arch = "x86_64")]
    pub fn of_this_processor() -> Level {
        let portable = std::env::var_os("GRIFFON_PORTABLE").is_some();
        let gathers = is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt");
        if gathers && !gathers_slowly() && !portable {
            Level::Gathers
        } else if is_x86_feature_detected!("popcnt") {
            Level::Counts
        } else {
            Level::Plain
        }
    }

    #[cfg(not(target_arch = "x86_64"))]
    pub fn of_this_processor() -> Level {
        Level::Counts
    }
}

/// AMD's first two generations of Zen (family 17 hex) have the instructions, but take hundreds of cycles for one.
#[cfg(target_arch = "x86_64")]
fn gathers_slowly() -> bool {
    let (vendor, version) = (std::arch::x86_64::__cpuid(0), std::arch::x86_64::__cpuid(1).eax);
    let family = (version >> 8 & 0xF) + (version >> 20 & 0xFF);
    vendor.ebx == u32::from_le_bytes(*b"Auth") && family == 0x17
}

/// On any processor.
pub struct Portable;

impl Cpu for Portable {
    #[inline(always)]
    fn gather(word: u64, mut mask: u64) -> u64 {
        let (mut bits, mut at) = (0, 0);
        while mask != 0 {
            let lowest = mask & mask.wrapping_neg();
            bits |= u64::from(word & lowest != 0) << at;
            at += 1;
            mask ^= lowest;
        }
        bits
    }

    #[inline(always)]
    fn scatter(mut bits: u64, mut mask: u64) -> u64 {
        let mut word = 0;
        while bits != 0 && mask != 0 {
            let lowest = mask & mask.wrapping_neg();
            word |= lowest & (bits & 1).wrapping_neg();
            bits >>= 1;
            mask ^= lowest;
        }
        word
    }

    #[inline(never)]
    fn apart<J: Job>(job: J) -> J::Result {
        job.on::<Portable>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gathering_and_scattering_are_inverse_and_agree() {
        let mut random = fastrand::Rng::with_seed(7);
        for _ in 0..1000 {
            let mask: Set<2> = Set([
                random.u64(..) & random.u64(..) & random.u64(..),
                random.u64(..) & random.u64(..) & random.u64(..),
            ]);
            let set = Set([random.u64(..), random.u64(..)]);
            let bits = set.gather::<Portable>(mask);
            assert_eq!(Set::scatter::<Portable>(bits as u64, mask), set & mask);
            assert_eq!(bits.count_ones(), (set & mask).count());
            #[cfg(target_arch = "x86_64")]
            if is_x86_feature_detected!("bmi2") {
                assert_eq!(set.gather::<Bmi2>(mask), bits);
                assert_eq!(Set::scatter::<Bmi2>(bits as u64, mask), set & mask);
            }
        }
    }

    #[test]
    fn rotating_moves_every_square() {
        let set: Set<4> = [3, 63, 64, 100, 255].into_iter().collect();
        for distance in [0, 1, 8, 63, 64, 65, 200, 255] {
            let moved: Set<4> = set.into_iter().map(|square| (square + distance as usize) % 256).collect();
            assert_eq!(set.rotated(distance), moved, "{distance}");
        }
        assert_eq!(Set::<1>::of(60).rotated(8), Set::of(4));
    }

    #[test]
    fn ranks_count_the_squares_below() {
        let set: Set<2> = [3, 63, 64, 100].into_iter().collect();
        for (rank, square) in set.into_iter().enumerate() {
            assert_eq!(set.rank(square), rank);
        }
        assert_eq!(set.rank(127), 4);
    }
}
