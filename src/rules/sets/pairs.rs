//! Which squares a walk reaches, and under what condition on the squares between.
//!
//! A walk that asks only whether squares are occupied, not by whom, is the same as a list of pairs: origin and target,
//! with a condition over a few squares. Everything in set tables is made from pairs.

mod ways;

use super::conditions::{Condition, ConditionId, Conditions, Joint, MOST_SQUARES, Places};
use crate::rules::Mover;
use crate::rules::bits::Set;
use crate::rules::step::{EMPTY, END, ENEMY, OWN, Op, Step};
use crate::rules::topology::Square;
use hashbrown::HashMap;
use smallvec::SmallVec;
use std::ops::Range;
use std::rc::Rc;
use ways::{MOST_LOCAL, Shape, Way, Ways};

/// Ways times occupancies that are looked at for one target, at most: a few milliseconds.
const MOST_CASES: usize = 1 << 20;

/// For how many pairs, squares or rays room is made before they come: memory that isn't touched costs nothing.
pub fn room(steps: &[Step]) -> usize {
    (2 * steps.len()).min(1 << 16)
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

impl Arrival {
    /// How one arrives by a look; `None` where that isn't a way that pairs know, or where it can't end there.
    fn of(emits: u8) -> Option<Arrival> {
        match (emits >> EMPTY & 1, emits >> OWN & 1, emits >> ENEMY & 1) {
            (1, 0, 1) => Some(Arrival::Any),
            (1, 0, 0) => Some(Arrival::Quiet),
            (0, 0, 1) => Some(Arrival::Capture),
            _ => None,
        }
    }
}

/// A stretch of the list of squares that conditions are about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stretch {
    start: u32,
    pub count: u32,
}

/// A target of a walk.
#[derive(Clone, Copy, Debug)]
pub struct Pair {
    pub to: u16,
    pub arrival: Arrival,
    pub condition: ConditionId,
    /// What the condition is about, in its order.
    pub squares: Stretch,
}

impl Pair {
    /// Nothing can block it.
    pub fn is_free(&self) -> bool {
        self.squares.count == 0
    }
}

/// A target by the squares' numbers in its walk.
struct Local {
    to: u16,
    arrival: Arrival,
    condition: ConditionId,
    squares: SmallVec<[u16; 8]>,
}

/// What may be done along one walk.
#[derive(Clone, Copy)]
pub struct Walked {
    start: u32,
    end: u32,
    /// Nothing can block it.
    pub leaps: bool,
}

impl Walked {
    /// The numbers of its pairs, in the order in which the walk comes to them.
    pub fn numbers(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// The walks of one side as pairs. Each is looked into once, and of equal walks from different squares only one.
pub struct Walks<'a> {
    steps: &'a [Step],
    pub conditions: Conditions,
    /// By root: the place in `walked` plus 1, 0 while it hasn't been looked into.
    known: Vec<u32>,
    /// `None` for those that ask for more than what is occupied.
    walked: Vec<Option<Walked>>,
    shapes: HashMap<Vec<u32>, Option<Rc<[Local]>>>,
    /// The walk at work; taken while it is, and kept for its memory.
    shape: Shape,
    pairs: Vec<Pair>,
    squares: Vec<u16>,
}

impl<'a> Walks<'a> {
    pub fn new(steps: &'a [Step]) -> Walks<'a> {
        Walks {
            steps,
            conditions: Conditions::default(),
            known: vec![0; steps.len()],
            walked: Vec::new(),
            shapes: HashMap::new(),
            shape: Shape::new(steps.len()),
            pairs: Vec::with_capacity(room(steps)),
            squares: Vec::with_capacity(room(steps)),
        }
    }

    pub fn of(&mut self, root: u32) -> Option<Walked> {
        if let Some(known) = self.known[root as usize].checked_sub(1) {
            return self.walked[known as usize];
        }
        let start = self.pairs.len();
        let found = self.ride(root).or_else(|| self.shaped(root)).map(|()| {
            let leaps =
                self.pairs[start..].iter().all(|pair| pair.is_free() && !matches!(pair.arrival, Arrival::Trail(_)));
            Walked { start: start as u32, end: self.pairs.len() as u32, leaps }
        });
        self.walked.push(found);
        self.known[root as usize] = self.walked.len() as u32;
        found
    }

    /// All walks of a kind from a square.
    pub fn all(&mut self, mover: &Mover, from: usize, out: &mut Vec<Walked>) -> Option<()> {
        out.clear();
        for &root in mover.ordinary.at(Square::from_index(from)) {
            out.push(self.of(root)?);
        }
        Some(())
    }

    pub fn pairs(&self, walked: Walked) -> &[Pair] {
        &self.pairs[walked.numbers()]
    }

    pub fn pair(&self, number: usize) -> Pair {
        self.pairs[number]
    }

    pub fn squares(&self, stretch: Stretch) -> &[u16] {
        &self.squares[stretch.start as usize..(stretch.start + stretch.count) as usize]
    }

    pub fn set<const N: usize>(&self, stretch: Stretch) -> Set<N> {
        self.squares(stretch).iter().map(|&square| usize::from(square)).collect()
    }

    /// Notes squares that a condition is about.
    pub fn note(&mut self, squares: impl IntoIterator<Item = u16>) -> Stretch {
        let start = self.squares.len();
        self.squares.extend(squares);
        Stretch { start: start as u32, count: (self.squares.len() - start) as u32 }
    }

    /// The condition for arriving on a square whichever way: the one while it is empty, the other while it is not.
    pub fn joined(&mut self, empty: Option<Pair>, occupied: Option<Pair>) -> Option<Pair> {
        let to = empty.or(occupied)?.to;
        let ways = [empty, occupied];
        let mut squares: SmallVec<[u16; 32]> =
            ways.into_iter().flatten().flat_map(|pair| self.squares(pair.squares)).copied().collect();
        squares.push(to);
        squares.sort_unstable();
        squares.dedup();
        if squares.len() > MOST_SQUARES {
            return None;
        }
        let at = |square: u16| squares.iter().position(|&known| known == square).unwrap_or_default();
        // The same conditions over squares that lie alike among them all give the same.
        let part = |pair: Pair| (pair.condition, Places::of(self.squares(pair.squares).iter().map(|&it| at(it))));
        let parts = ways.map(|pair| pair.map(part));
        let joint = Joint { parts, target: at(to) as u8, squares: squares.len() as u8 };
        let condition = self.conditions.joined(joint);
        Some(Pair { to, arrival: Arrival::Any, condition, squares: self.note(squares) })
    }

    /// Notes the pairs of a walk that goes on through empty squares only, each of them once: leaps and slides, most of all
    /// walks. `None` for others.
    fn ride(&mut self, root: u32) -> Option<()> {
        let (first_pair, first_square) = (self.pairs.len(), self.squares.len());
        let mut at = root;
        while at != END {
            let step = &self.steps[at as usize];
            let passed = self.squares.len() - first_square;
            let simple = step.op == Op::Look && step.next[OWN] == END && step.next[ENEMY] == END;
            let arrival = Arrival::of(step.emits);
            let again = self.squares[first_square..].contains(&step.square);
            if !simple || again || passed > MOST_SQUARES || arrival.is_none() && step.emits != 0 {
                self.pairs.truncate(first_pair);
                self.squares.truncate(first_square);
                return None;
            }
            if let Some(arrival) = arrival {
                let squares = Stretch { start: first_square as u32, count: passed as u32 };
                let condition = self.conditions.all_empty(passed)?;
                self.pairs.push(Pair { to: step.square, arrival, condition, squares });
            }
            self.squares.push(step.square);
            at = step.next[EMPTY];
        }
        Some(())
    }

    /// Notes the pairs of any walk; `None` where they depend on more than which squares are occupied.
    fn shaped(&mut self, root: u32) -> Option<()> {
        let mut shape = std::mem::take(&mut self.shape);
        let found = shape.read(self.steps, root).and_then(|()| self.note_all(&shape, root));
        self.shape = shape;
        found
    }

    /// Notes the pairs of a walk that has been read.
    fn note_all(&mut self, shape: &Shape, root: u32) -> Option<()> {
        let found = match self.shapes.get(&shape.key) {
            Some(found) => found.clone(),
            None => {
                let found = self.explore(shape, root).map(Rc::from);
                self.shapes.insert(shape.key.clone(), found.clone());
                found
            }
        }?;
        let global = |local: u16| shape.squares[local as usize];
        for pair in found.iter() {
            let arrival = match pair.arrival {
                Arrival::Trail(local) => Arrival::Trail(shape.trails[local as usize]),
                other => other,
            };
            let squares = self.note(pair.squares.iter().map(|&square| global(square)));
            self.pairs.push(Pair { to: global(pair.to), arrival, condition: pair.condition, squares });
        }
        Some(())
    }

    fn explore(&mut self, shape: &Shape, root: u32) -> Option<Vec<Local>> {
        let mut ways = Ways { shape, steps: self.steps, found: Vec::new(), order: Vec::new(), visits: 0 };
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
                let local = |there: u64| {
                    let places = squares.iter().enumerate();
                    places.fold(0u32, |all, (at, &square)| all | ((there >> square & 1) as u32) << at)
                };
                let ways: SmallVec<[(u32, u32); 8]> =
                    ways.iter().map(|way| (local(way.occupied), local(way.occupied | way.empty))).collect();
                let condition = Condition::new(squares.len(), |case| {
                    ways.iter().any(|&(occupied, matters)| case & matters == occupied)
                });
                let (condition, kept) = condition.reduced();
                let squares = kept.iter().map(|&at| squares[at as usize]).collect();
                of_kind.push((arrival, self.conditions.intern(condition), squares));
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
            let pair = |(arrival, condition, squares)| Local { to: target, arrival, condition, squares };
            pairs.extend(of_kind.into_iter().map(pair));
        }
        Some(pairs)
    }
}
