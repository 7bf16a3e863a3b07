//! Steps: move programs unrolled for one square, so that generating is a walk over a table.
//!
//! A [`Step`] looks at one square and goes on to another step by what stands there. Step 0 ends a walk. Equal steps
//! are one step, so all rooks of a side share their rays and a tree costs little more than its squares.
//! Steps with an [`Op`] look at nothing: they join alternatives and carry the rarer effects.

use hashbrown::hash_table::Entry;
use hashbrown::{HashMap, HashTable};
use smallvec::SmallVec;
use std::sync::Arc;

/// What stands on a square, seen by the mover: the index of [`Step::next`].
pub const EMPTY: usize = 0;
pub const OWN: usize = 1;
pub const ENEMY: usize = 2;

/// The end of every walk.
pub const END: u32 = 0;

/// Walks from one square.
pub type Found = SmallVec<[u32; 8]>;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step {
    pub square: u16,
    /// Bit n: with occupant n on the square, moving there is a move.
    pub emits: u8,
    pub op: Op,
    pub next: [u32; 3],
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Op {
    /// Look at the square.
    Look,
    /// The same later on the way: the mover has left the square it began on, which is empty now.
    LookLater,
    /// Walk `next[0]`, then go on with `next[1]`.
    Fork,
    /// With the piece on the square captured in passing, walk `next[0]`; then, without, go on with `next[1]`.
    Take,
    /// An enemy royal stands on the square? `next[0]` if so, `next[1]` if not.
    IfRoyal,
    /// A piece of the set of kinds number `next[2]` stands on the square? `next[0]` if so, `next[1]` if not.
    IfAmong,
    /// The square is an en passant square: walk `next[0]` with the victim captured; then go on with `next[1]`.
    IfEnPassant,
    /// Moving to the square is a move, whatever stands there; go on with `next[1]`.
    Emit,
    /// Moving to the square is a move that leaves the en passant squares number `next[2]`; go on with `next[1]`.
    EmitTrail,
    /// Passing is a move; go on with `next[1]`.
    EmitPass,
}

impl Step {
    fn hash(&self) -> u64 {
        let [first, second, third] = self.next.map(u64::from);
        let one = u64::from(self.square) | u64::from(self.emits) << 16 | (self.op as u64) << 24 | first << 32;
        mixed(one, second | third << 32)
    }

    pub fn look(square: u16, emits: u8, next: [u32; 3]) -> Step {
        Step { square, emits, op: Op::Look, next }
    }

    pub fn op(op: Op, square: u16, first: u32, second: u32) -> Step {
        Step { square, emits: 0, op, next: [first, second, END] }
    }

    pub fn emit_trail(square: u16, number: u32, rest: u32) -> Step {
        Step { square, emits: 0, op: Op::EmitTrail, next: [END, rest, number] }
    }

    pub fn if_among(square: u16, number: u32, further: u32) -> Step {
        Step { square, emits: 0, op: Op::IfAmong, next: [further, END, number] }
    }

    /// So many of its numbers are those of other steps.
    pub fn followers(&self) -> usize {
        if matches!(self.op, Op::EmitTrail | Op::IfAmong) { 2 } else { 3 }
    }

    /// It goes on by what stands on its square.
    pub fn looks(&self) -> bool {
        matches!(self.op, Op::Look | Op::LookLater)
    }

    /// A move may end on its square.
    pub fn ends(&self) -> bool {
        self.ends_on() != 0
    }

    /// What follows with `next[0]` follows a capture in passing.
    pub fn captures(&self) -> bool {
        matches!(self.op, Op::Take | Op::IfEnPassant)
    }

    /// With which occupants its square can be moved to: bits, as in [`Step::emits`].
    pub fn ends_on(&self) -> u8 {
        match self.op {
            Op::Emit | Op::EmitTrail | Op::EmitPass => 7,
            _ => self.emits,
        }
    }

    /// All steps that may follow.
    pub fn branches(&self) -> &[u32] {
        match self.op {
            Op::Look | Op::LookLater => &self.next,
            Op::Fork
            | Op::Take
            | Op::IfRoyal
            | Op::IfAmong
            | Op::IfEnPassant
            | Op::Emit
            | Op::EmitTrail
            | Op::EmitPass => &self.next[..2],
        }
    }
}

/// A hash of two words by one multiplication: making tables does little else.
pub fn mixed(one: u64, other: u64) -> u64 {
    let product = u128::from(one ^ 0x9E37_79B9_7F4A_7C15) * u128::from(other ^ 0xD6E8_FEB8_6659_FD93);
    (product >> 64) as u64 ^ product as u64
}

/// The steps of one side, each there once.
#[derive(Clone, Debug)]
pub struct Steps {
    steps: Vec<Step>,
    /// Their numbers by what they are: small, so that it stays in the fast caches.
    index: HashTable<u32>,
    /// Unions of long walks.
    joined: HashMap<(u32, u32), u32>,
    /// How many squares were looked at to make them.
    pub spent: usize,
}

impl Default for Steps {
    fn default() -> Steps {
        let end = Step::look(0, 0, [END; 3]);
        Steps { steps: vec![end], index: HashTable::new(), joined: HashMap::new(), spent: 0 }
    }
}

impl Steps {
    /// With room for about so many.
    pub fn with_room(count: usize) -> Steps {
        let mut steps = Steps::default();
        steps.steps.reserve(count);
        steps.index.reserve(count, |_| 0);
        steps
    }

    pub fn count(&self) -> usize {
        self.steps.len()
    }

    /// The steps for walking, left where they are; the builder's index is dropped.
    pub fn finish(self) -> Arc<Vec<Step>> {
        Arc::new(self.steps)
    }

    pub fn as_slice(&self) -> &[Step] {
        &self.steps
    }

    pub fn get(&self, id: u32) -> Step {
        self.steps[id as usize]
    }

    pub fn intern(&mut self, step: Step) -> u32 {
        if step.looks() && step.emits == 0 && step.next == [END; 3] {
            return END;
        }
        let Steps { steps, index, .. } = self;
        let hash = |id: &u32| steps[*id as usize].hash();
        match index.entry(step.hash(), |&id| steps[id as usize] == step, hash) {
            Entry::Occupied(known) => *known.get(),
            Entry::Vacant(place) => {
                let id = steps.len() as u32;
                place.insert(id);
                steps.push(step);
                id
            }
        }
    }

    /// A walk that does what both do. Looks at the same square are joined, so a cannon's quiet slide and its search
    /// for a screen become one chain.
    pub fn union(&mut self, a: u32, b: u32) -> u32 {
        if a == END || a == b {
            return b;
        }
        if b == END {
            return a;
        }
        let (x, y) = (self.get(a), self.get(b));
        let joins = x.op == y.op && x.square == y.square && (x.looks() || x.op == Op::Take);
        if joins {
            // Slides from square after square have nearly all in common, and captures on the way may branch many times.
            let is_long = x.next[0] != END && y.next[0] != END;
            if is_long && let Some(&known) = self.joined.get(&(a, b)) {
                return known;
            }
            let joined = if x.looks() {
                let next = [0, 1, 2].map(|occupant| self.union(x.next[occupant], y.next[occupant]));
                self.intern(Step { emits: x.emits | y.emits, next, ..x })
            } else {
                let next = [0, 1].map(|at| self.union(x.next[at], y.next[at]));
                self.intern(Step::op(Op::Take, x.square, next[0], next[1]))
            };
            if is_long {
                self.joined.insert((a, b), joined);
            }
            return joined;
        }
        // A last look can go on into the other walk by itself: no fork.
        let is_leaf = |step: &Step| step.looks() && step.next == [END; 3];
        match (is_leaf(&x), is_leaf(&y)) {
            (true, _) => self.intern(Step { next: [b; 3], ..x }),
            (_, true) => self.intern(Step { next: [a; 3], ..y }),
            _ => self.intern(Step::op(Op::Fork, 0, a, b)),
        }
    }

    pub fn union_all(&mut self, walks: &[u32]) -> u32 {
        walks.iter().rev().fold(END, |rest, &walk| self.union(walk, rest))
    }

    /// True for walks that are apart already and look at different squares first: most are.
    fn are_roots(&self, walks: &[u32]) -> bool {
        let mut places = [0u32; 16];
        walks.len() <= places.len()
            && walks.iter().enumerate().all(|(at, &walk)| {
                let step = &self.steps[walk as usize];
                places[at] = u32::from(step.square) << 8 | step.op as u32;
                step.looks() && !places[..at].contains(&places[at])
            })
    }

    /// The separate walks a union consists of, those that begin on the same square joined.
    pub fn roots(&mut self, walks: Found) -> Found {
        if self.are_roots(&walks) {
            return walks;
        }
        let mut flat = Found::new();
        for &walk in &walks {
            self.flatten(walk, &mut flat);
        }
        let mut roots = Found::new();
        let mut places: SmallVec<[Option<(Op, u16)>; 8]> = SmallVec::new();
        for walk in flat {
            let step = self.get(walk);
            let place = step.looks().then_some((step.op, step.square));
            match places.iter().position(|known| *known == place && place.is_some()) {
                Some(at) => roots[at] = self.union(roots[at], walk),
                None if place.is_none() && roots.contains(&walk) => {}
                None => {
                    roots.push(walk);
                    places.push(place);
                }
            }
        }
        roots
    }

    fn flatten(&self, walk: u32, out: &mut Found) {
        let mut walk = walk;
        while walk != END {
            let step = self.get(walk);
            if step.op != Op::Fork {
                out.push(walk);
                return;
            }
            self.flatten(step.next[0], out);
            walk = step.next[1];
        }
    }
}

/// By step: one of some sort can come up in the walk from there. Steps come after those they go on to.
pub fn reaching(steps: &[Step], wanted: impl Fn(&Step) -> bool) -> Vec<bool> {
    let mut found = vec![false; steps.len()];
    for (at, step) in steps.iter().enumerate().skip(END as usize + 1) {
        // Nothing comes up at the end, so that it may be asked, too.
        let [first, second, third] = step.next.map(|next| next as usize);
        let third = if step.looks() { third } else { END as usize };
        found[at] = wanted(step) | found[first] | found[second] | found[third];
    }
    found
}
