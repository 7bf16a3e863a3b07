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
        (0..self.cases()).any(|case| case >> square & 1 == 0 && self.holds(case) != self.holds(case | 1 << square))
    }

    /// The same without the squares it doesn't depend on; and which remain.
    pub fn reduced(&self) -> (Condition, SmallVec<[u32; 14]>) {
        let kept: SmallVec<[u32; 14]> = (0..self.squares).filter(|&square| self.depends_on(square)).collect();
        let spread = |case: u32| kept.iter().enumerate().fold(0, |all, (at, &square)| all | (case >> at & 1) << square);
        (Condition::new(kept.len(), |case| self.holds(spread(case))), kept)
    }
}

/// What a joined condition is made of: two conditions, where their squares are among all, where the target is, and how
/// many there are.
pub type Joint = ([Option<ConditionId>; 2], [SmallVec<[u8; 16]>; 2], u32, u32);

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
        let (ids, places, target, squares) = &joint;
        let value = |which: usize, case: u32| {
            let places = places[which].iter().enumerate();
            let local = places.fold(0, |all, (bit, &at)| all | (case >> at & 1) << bit);
            ids[which].is_some_and(|id| self.get(id).holds(local))
        };
        let condition = Condition::new(*squares as usize, |case| value((case >> target & 1) as usize, case));
        let id = self.intern(condition);
        self.joints.insert(joint, id);
        id
    }
}
