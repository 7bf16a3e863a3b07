//! Conditions over the occupancy of a few squares, whichever squares they are.

use hashbrown::HashMap;
use smallvec::SmallVec;

/// Squares a condition may depend on, at most: more are left to the walks.
pub const MOST_SQUARES: usize = 14;

/// A condition by number; equal conditions have the same.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct ConditionId(pub u32);

/// A function of up to [`MOST_SQUARES`] squares: bit `i` of `truth` is its value where square `n` is occupied if bit
/// `n` of `i` is set.
#[derive(PartialEq, Eq, Hash, Clone, Debug)]
pub struct Condition {
    squares: u32,
    truth: SmallVec<[u64; 2]>,
}

impl Condition {
    pub fn new(squares: usize, holds: impl Fn(u32) -> bool) -> Condition {
        let cases = 1usize << squares;
        let mut truth = SmallVec::from_elem(0u64, cases.div_ceil(64));
        for case in 0..cases {
            truth[case / 64] |= u64::from(holds(case as u32)) << (case % 64);
        }
        Condition { squares: squares as u32, truth }
    }

    pub fn holds(&self, case: u32) -> bool {
        self.truth[case as usize / 64] >> (case % 64) & 1 == 1
    }

    fn cases(&self) -> u32 {
        1 << self.squares
    }

    /// The number of squares that must be occupied, whichever they are, if that is the condition.
    fn exact(&self) -> Option<u32> {
        (0..=self.squares.min(1)).find(|&k| (0..self.cases()).all(|case| self.holds(case) == (case.count_ones() == k)))
    }

    fn depends_on(&self, square: u32) -> bool {
        // Cases that differ by this square lie so far apart.
        let apart = 1usize << square;
        match square {
            0..6 => {
                // The lower case of each two, in a word.
                let lower = u64::MAX / ((1 << apart) + 1);
                self.truth.iter().any(|word| (word >> apart ^ word) & lower & self.in_use() != 0)
            }
            _ => self.truth.chunks(apart / 32).any(|both| both[..apart / 64] != both[apart / 64..]),
        }
    }

    /// The bits of the first word that are cases.
    fn in_use(&self) -> u64 {
        if self.squares < 6 { (1 << self.cases()) - 1 } else { u64::MAX }
    }

    /// The condition without the squares it doesn't depend on; and which remain.
    pub fn reduced(self) -> (Condition, SmallVec<[u32; 14]>) {
        let kept: SmallVec<[u32; 14]> = (0..self.squares).filter(|&square| self.depends_on(square)).collect();
        if kept.len() == self.squares as usize {
            return (self, kept);
        }
        let spread = |case: u32| kept.iter().enumerate().fold(0, |all, (at, &square)| all | (case >> at & 1) << square);
        (Condition::new(kept.len(), |case| self.holds(spread(case))), kept)
    }
}

/// Where some squares are among others: four bits for each, the first in the highest, below a 1 that tells how many there are.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Places(u64);

impl Places {
    /// Up to [`MOST_SQUARES`].
    pub fn of(places: impl Iterator<Item = usize>) -> Places {
        Places(places.fold(1, |all, place| all << 4 | place as u64))
    }

    fn count(self) -> u32 {
        self.0.ilog2() / 4
    }

    /// Of what is occupied among all, what is among these.
    fn local(self, case: u32) -> u32 {
        let count = self.count();
        (0..count).fold(0, |all, bit| all | (case >> (self.0 >> (4 * (count - 1 - bit)) & 15) & 1) << bit)
    }
}

/// What a joined condition is made of.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Joint {
    /// While the target is empty, and while it isn't: a condition, and where its squares are.
    pub parts: [Option<(ConditionId, Places)>; 2],
    /// Where the target is.
    pub target: u8,
    /// How many squares there are.
    pub squares: u8,
}

/// All conditions that have come up.
#[derive(Default)]
pub struct Conditions {
    list: Vec<Condition>,
    /// By condition: see [`Condition::exact`].
    exact: Vec<Option<u32>>,
    ids: HashMap<Condition, ConditionId>,
    joints: HashMap<Joint, ConditionId>,
    /// By number of squares: all of them are empty.
    empty: Vec<ConditionId>,
}

impl Conditions {
    pub fn get(&self, id: ConditionId) -> &Condition {
        &self.list[id.0 as usize]
    }

    pub fn exact(&self, id: ConditionId) -> Option<u32> {
        self.exact[id.0 as usize]
    }

    pub fn intern(&mut self, condition: Condition) -> ConditionId {
        let next = ConditionId(self.list.len() as u32);
        *self.ids.entry(condition).or_insert_with_key(|condition| {
            self.exact.push(condition.exact());
            self.list.push(condition.clone());
            next
        })
    }

    /// All of so many squares are empty.
    pub fn all_empty(&mut self, squares: usize) -> Option<ConditionId> {
        while self.empty.len() <= squares.min(MOST_SQUARES) {
            let id = self.intern(Condition::new(self.empty.len(), |case| case == 0));
            self.empty.push(id);
        }
        self.empty.get(squares).copied()
    }

    /// The one condition while the target is empty, the other while it is not.
    pub fn joined(&mut self, joint: Joint) -> ConditionId {
        if let Some(&known) = self.joints.get(&joint) {
            return known;
        }
        let Joint { parts, target, squares } = joint;
        let holds = |case: u32| {
            let part = parts[(case >> target & 1) as usize];
            part.is_some_and(|(id, places)| self.get(id).holds(places.local(case)))
        };
        let condition = Condition::new(usize::from(squares), holds);
        let id = self.intern(condition);
        self.joints.insert(joint, id);
        id
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_condition_depends_on_is_what_changes_it() {
        for squares in 0..=9 {
            for seed in 0..40u32 {
                // Conditions that ask for some squares only, and for those in a different way each time.
                let about = (seed * 37) & ((1 << squares) - 1);
                let condition =
                    Condition::new(squares, |case| (case & about).wrapping_mul(2654435761 + seed) >> 13 & 3 == 0);
                let changes = |square: u32, case: u32| condition.holds(case) != condition.holds(case ^ 1 << square);
                let expected: Vec<u32> = (0..squares as u32)
                    .filter(|&square| (0..condition.cases()).any(|case| changes(square, case)))
                    .collect();
                let (reduced, kept) = condition.clone().reduced();
                assert_eq!(kept.as_slice(), expected);
                for case in 0..condition.cases() {
                    let local = kept.iter().enumerate().fold(0, |all, (at, square)| all | (case >> square & 1) << at);
                    assert_eq!(condition.holds(case), reduced.holds(local));
                }
            }
        }
    }
}
