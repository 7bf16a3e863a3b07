//! Which squares a walk reaches, and under what condition on the squares between.
//!
//! A walk that asks only whether squares are occupied, not by whom, is the same as a list of pairs: origin and target,
//! with a condition over a few squares. Everything in set tables is made from pairs.

use crate::rules::step::{EMPTY, END, ENEMY, OWN, Op, Step};
use hashbrown::HashMap;
use smallvec::SmallVec;
use std::rc::Rc;

/// Squares a condition may depend on, at most: more are left to the walks.
const MOST_SQUARES: usize = 14;
/// Ways to reach a square, at most, of all that a walk has.
const MOST_WAYS: usize = 4096;
/// Ways times occupancies that are looked at for one target, at most: a few milliseconds.
const MOST_CASES: usize = 1 << 20;
/// Steps taken to find them all, at most.
const MOST_VISITS: usize = 50_000;
/// Steps a walk may have.
const MOST_STEPS: usize = 400;
/// Squares one walk may look at.
const MOST_LOCAL: usize = 64;

/// A condition over the occupancy of some squares, by number; equal conditions have the same.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct ConditionId(pub u32);

/// A function of up to [`MOST_SQUARES`] squares: bit `i` of `truth` is its value where square `n` is occupied if bit
/// `n` of `i` is set.
#[derive(PartialEq, Eq, Hash, Clone, Debug)]
pub struct Condition {
    squares: u32,
    truth: Vec<u64>,
}

impl Condition {
    fn new(squares: usize, holds: impl Fn(u32) -> bool) -> Condition {
        let cases = 1usize << squares;
        let mut truth = vec![0u64; cases.div_ceil(64)];
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
    pub fn exact(&self) -> Option<u32> {
        (0..=self.squares.min(1)).find(|&k| (0..self.cases()).all(|case| self.holds(case) == (case.count_ones() == k)))
    }

    fn depends_on(&self, square: u32) -> bool {
        (0..self.cases()).any(|case| case >> square & 1 == 0 && self.holds(case) != self.holds(case | 1 << square))
    }

    /// The same without the squares it doesn't depend on; and which remain.
    fn reduced(&self) -> (Condition, SmallVec<[u32; 14]>) {
        let kept: SmallVec<[u32; 14]> = (0..self.squares).filter(|&square| self.depends_on(square)).collect();
        let spread = |case: u32| kept.iter().enumerate().fold(0, |all, (at, &square)| all | (case >> at & 1) << square);
        (Condition::new(kept.len(), |case| self.holds(spread(case))), kept)
    }
}

/// How a piece may arrive.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Arrival {
    /// On an empty square, or capturing an enemy.
    Any,
    Quiet,
    Capture,
    /// On an empty square, leaving the en passant squares of that number.
    Trail(u32),
}

/// A target of a walk.
#[derive(Clone, Debug)]
pub struct Pair {
    pub to: u16,
    pub arrival: Arrival,
    pub condition: ConditionId,
    /// What the condition is about, in its order.
    pub squares: SmallVec<[u16; 8]>,
}

/// What a joined condition is made of: two conditions, where their squares are among all, where the target is, and how
/// many there are.
type Joint = ([Option<ConditionId>; 2], [SmallVec<[u32; 16]>; 2], u32, u32);

/// Finds the pairs of walks; equal walks from different squares are looked into once.
#[derive(Default)]
pub struct Pairs {
    conditions: Vec<Condition>,
    ids: HashMap<Condition, ConditionId>,
    joints: HashMap<Joint, ConditionId>,
    known: HashMap<Vec<u32>, Option<Rc<[Pair]>>>,
}

impl Pairs {
    pub fn condition(&self, id: ConditionId) -> &Condition {
        &self.conditions[id.0 as usize]
    }

    pub fn intern(&mut self, condition: Condition) -> ConditionId {
        let next = ConditionId(self.conditions.len() as u32);
        *self.ids.entry(condition).or_insert_with_key(|condition| {
            self.conditions.push(condition.clone());
            next
        })
    }

    /// All of so many squares are empty.
    pub fn all_empty(&mut self, squares: usize) -> Option<ConditionId> {
        (squares <= MOST_SQUARES).then(|| self.intern(Condition::new(squares, |case| case == 0)))
    }

    /// The condition for arriving on a square whichever way: the one while it is empty, the other while it is not.
    pub fn joined(&mut self, empty: Option<&Pair>, occupied: Option<&Pair>) -> Option<Pair> {
        let to = empty.or(occupied)?.to;
        let mut squares: SmallVec<[u16; 8]> =
            [empty, occupied].into_iter().flatten().flat_map(|pair| pair.squares.iter().copied()).collect();
        squares.push(to);
        squares.sort_unstable();
        squares.dedup();
        if squares.len() > MOST_SQUARES {
            return None;
        }
        let at = |square: u16| squares.iter().position(|&known| known == square).unwrap_or_default() as u32;
        // The same conditions over squares that lie alike among them all give the same.
        let layout = |pair: Option<&Pair>| -> SmallVec<[u32; 16]> {
            pair.into_iter().flat_map(|pair| pair.squares.iter().map(|&square| at(square))).collect()
        };
        let (target, layouts) = (at(to), [empty, occupied].map(layout));
        let ids = [empty, occupied].map(|pair| pair.map(|pair| pair.condition));
        let key = (ids, layouts, target, squares.len() as u32);
        let condition = match self.joints.get(&key) {
            Some(&known) => known,
            None => {
                let value = |which: usize, case: u32| {
                    let places = key.1[which].iter().enumerate();
                    let local = places.fold(0, |all, (bit, &at)| all | (case >> at & 1) << bit);
                    key.0[which].is_some_and(|id| self.condition(id).holds(local))
                };
                let joint = Condition::new(squares.len(), |case| value((case >> target & 1) as usize, case));
                let id = self.intern(joint);
                self.joints.insert(key, id);
                id
            }
        };
        Some(Pair { to, arrival: Arrival::Any, condition, squares })
    }

    /// The targets of a walk, or `None` where they depend on more than which squares are occupied. Targets are in the
    /// order in which the walk comes to them.
    pub fn of_walk(&mut self, steps: &[Step], root: u32) -> Option<Vec<Pair>> {
        let step = &steps[root as usize];
        if step.op == Op::Look && step.next == [END; 3] {
            return self.leap(step).map(|pair| vec![pair]);
        }
        let mut shape = Shape::default();
        shape.read(steps, root)?;
        let found = match self.known.get(&shape.key) {
            Some(found) => found.clone(),
            None => {
                let found = self.explore(&shape, steps, root).map(Rc::from);
                self.known.insert(shape.key.clone(), found.clone());
                found
            }
        }?;
        let global = |local: u16| shape.squares[local as usize];
        let pairs = found.iter().map(|pair| Pair {
            to: global(pair.to),
            arrival: match pair.arrival {
                Arrival::Trail(local) => Arrival::Trail(shape.trails[local as usize]),
                other => other,
            },
            squares: pair.squares.iter().map(|&square| global(square)).collect(),
            ..*pair
        });
        Some(pairs.collect())
    }

    /// The target of a walk that is a single look.
    fn leap(&mut self, step: &Step) -> Option<Pair> {
        let arrival = match (step.emits >> EMPTY & 1, step.emits >> OWN & 1, step.emits >> ENEMY & 1) {
            (1, 0, 1) => Arrival::Any,
            (1, 0, 0) => Arrival::Quiet,
            (0, 0, 1) => Arrival::Capture,
            _ => return None,
        };
        let condition = self.all_empty(0)?;
        Some(Pair { to: step.square, arrival, condition, squares: SmallVec::new() })
    }

    fn explore(&mut self, shape: &Shape, steps: &[Step], root: u32) -> Option<Vec<Pair>> {
        let mut ways = Ways { shape, steps, found: Vec::new(), order: Vec::new(), visits: 0 };
        ways.follow(root, 0, 0)?;
        let Ways { found, order, .. } = ways;
        let mut pairs = Vec::new();
        for target in order {
            let mut of_kind: Vec<(Arrival, ConditionId, SmallVec<[u16; 8]>)> = Vec::new();
            let here = || found.iter().filter(|way| way.to == target);
            let mut arrivals: SmallVec<[Arrival; 3]> = SmallVec::new();
            here().for_each(|way| {
                if !arrivals.contains(&way.arrival) {
                    arrivals.push(way.arrival);
                }
            });
            for arrival in arrivals {
                let ways: Vec<&Way> = here().filter(|way| way.arrival == arrival).collect();
                let all = ways.iter().fold(0, |all, way| all | way.occupied | way.empty);
                let squares: SmallVec<[u16; 14]> =
                    (0..MOST_LOCAL as u16).filter(|square| all >> square & 1 == 1).collect();
                if squares.len() > MOST_SQUARES || ways.len() << squares.len() > MOST_CASES {
                    return None;
                }
                let spread = |case: u32| {
                    squares
                        .iter()
                        .enumerate()
                        .fold(0u64, |all, (at, &square)| all | u64::from(case >> at & 1) << square)
                };
                let condition = Condition::new(squares.len(), |case| {
                    let there = spread(case);
                    ways.iter().any(|way| there & way.occupied == way.occupied && there & way.empty == 0)
                });
                let (condition, kept) = condition.reduced();
                let squares = kept.iter().map(|&at| squares[at as usize]).collect();
                of_kind.push((arrival, self.intern(condition), squares));
            }
            let same = |a: &(Arrival, ConditionId, _), b: &(Arrival, ConditionId, _)| a.1 == b.1;
            let quiet = of_kind.iter().position(|entry| entry.0 == Arrival::Quiet);
            let capture = of_kind.iter().position(|entry| entry.0 == Arrival::Capture);
            if let (Some(quiet), Some(capture)) = (quiet, capture)
                && same(&of_kind[quiet], &of_kind[capture])
                && of_kind[quiet].2 == of_kind[capture].2
            {
                of_kind[quiet].0 = Arrival::Any;
                of_kind.remove(capture);
            }
            let pair = |(arrival, condition, squares)| Pair { to: target, arrival, condition, squares };
            pairs.extend(of_kind.into_iter().map(pair));
        }
        Some(pairs)
    }
}

/// A walk with its squares numbered in the order in which it comes to them.
#[derive(Default)]
struct Shape {
    squares: SmallVec<[u16; 16]>,
    trails: SmallVec<[u32; 4]>,
    seen: SmallVec<[u32; 32]>,
    key: Vec<u32>,
}

impl Shape {
    fn number(&mut self, square: u16) -> Option<u16> {
        let known = self.squares.iter().position(|&known| known == square);
        if known.is_none() && self.squares.len() < MOST_LOCAL {
            self.squares.push(square);
        }
        known.or((self.squares.last() == Some(&square)).then(|| self.squares.len() - 1)).map(|local| local as u16)
    }

    /// The number of a square that is known.
    fn local(&self, square: u16) -> u16 {
        self.squares.iter().position(|&known| known == square).unwrap_or_default() as u16
    }

    fn read(&mut self, steps: &[Step], at: u32) -> Option<()> {
        if at == END {
            self.key.push(u32::MAX);
            return Some(());
        }
        if let Some(known) = self.seen.iter().position(|&known| known == at) {
            self.key.push(known as u32);
            return Some(());
        }
        if self.seen.len() == MOST_STEPS {
            return None;
        }
        self.seen.push(at);
        self.key.push(u32::MAX - 1);
        let step = steps[at as usize];
        match step.op {
            Op::Look => {
                if step.next[OWN] != step.next[ENEMY] || step.emits >> OWN & 1 == 1 {
                    return None;
                }
                let square = self.number(step.square)?;
                self.key.extend([u32::from(square), u32::from(step.emits)]);
                self.read(steps, step.next[EMPTY])?;
                self.read(steps, step.next[ENEMY])
            }
            Op::Fork => {
                self.key.push(1 << 16);
                self.read(steps, step.next[0])?;
                self.read(steps, step.next[1])
            }
            Op::EmitTrail => {
                let square = self.number(step.square)?;
                let trail = self.trails.iter().position(|&known| known == step.next[2]).unwrap_or_else(|| {
                    self.trails.push(step.next[2]);
                    self.trails.len() - 1
                });
                self.key.extend([2 << 16, u32::from(square), trail as u32]);
                self.read(steps, step.next[1])
            }
            Op::Take | Op::IfRoyal | Op::IfEnPassant | Op::Emit | Op::EmitPass => None,
        }
    }
}

/// One way to a square: what must be occupied and empty, by local numbers.
struct Way {
    to: u16,
    arrival: Arrival,
    occupied: u64,
    empty: u64,
}

struct Ways<'a> {
    shape: &'a Shape,
    steps: &'a [Step],
    found: Vec<Way>,
    order: Vec<u16>,
    visits: usize,
}

impl Ways<'_> {
    fn reach(&mut self, to: u16, arrival: Arrival, occupied: u64, empty: u64) -> Option<()> {
        let bit = 1u64 << to;
        let arrives_on_empty = arrival != Arrival::Capture;
        // The walk has come by before and found the square otherwise.
        if (if arrives_on_empty { occupied } else { empty }) & bit != 0 {
            return Some(());
        }
        if !self.order.contains(&to) {
            self.order.push(to);
        }
        self.found.push(Way { to, arrival, occupied: occupied & !bit, empty: empty & !bit });
        (self.found.len() <= MOST_WAYS).then_some(())
    }

    fn follow(&mut self, root: u32, occupied: u64, empty: u64) -> Option<()> {
        let (mut at, mut empty) = (root, empty);
        while at != END {
            self.visits += 1;
            if self.visits > MOST_VISITS {
                return None;
            }
            let step = self.steps[at as usize];
            let square = if step.op == Op::Fork { 0 } else { self.shape.local(step.square) };
            let bit = 1u64 << square;
            match step.op {
                Op::Look => {
                    let (quiet, capture) = (step.emits >> EMPTY & 1 == 1, step.emits >> ENEMY & 1 == 1);
                    if quiet && occupied & bit == 0 {
                        self.reach(square, Arrival::Quiet, occupied, empty)?;
                    }
                    if capture && empty & bit == 0 {
                        self.reach(square, Arrival::Capture, occupied, empty)?;
                    }
                    let [if_empty, _, if_taken] = step.next;
                    at = if if_empty == if_taken || empty & bit != 0 {
                        if_empty
                    } else if occupied & bit != 0 {
                        if_taken
                    } else {
                        if if_taken != END {
                            self.follow(if_taken, occupied | bit, empty)?;
                        }
                        empty |= bit;
                        if_empty
                    };
                }
                Op::Fork => {
                    self.follow(step.next[0], occupied, empty)?;
                    at = step.next[1];
                }
                Op::EmitTrail => {
                    if empty & bit == 0 {
                        return None;
                    }
                    self.reach(square, Arrival::Trail(self.trail_of(step.next[2])), occupied, empty)?;
                    at = step.next[1];
                }
                _ => return None,
            }
        }
        Some(())
    }

    fn trail_of(&self, number: u32) -> u32 {
        self.shape.trails.iter().position(|&known| known == number).unwrap_or_default() as u32
    }
}
