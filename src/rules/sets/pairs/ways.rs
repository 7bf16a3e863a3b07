//! All ways through a walk that is more than a slide: what must be occupied and what empty for each target.

use super::Arrival;
use crate::rules::step::{EMPTY, END, ENEMY, OWN, Op, Step};
use smallvec::SmallVec;

/// Ways to reach a square, at most, of all that a walk has.
const MOST_WAYS: usize = 4096;
/// Steps taken to find them all, at most.
const MOST_VISITS: usize = 50_000;
/// Steps a walk may have.
const MOST_STEPS: usize = 400;
/// Squares one walk may look at.
pub const MOST_LOCAL: usize = 64;

/// A walk with its squares numbered in the order in which it comes to them.
#[derive(Default)]
pub struct Shape {
    pub squares: SmallVec<[u16; 16]>,
    pub trails: SmallVec<[u32; 4]>,
    pub key: Vec<u32>,
    /// How many steps have been seen.
    seen: u32,
    /// By square and by step: the number of the walk that came there last, and the place it has there.
    by_square: Vec<(u32, u16)>,
    by_step: Vec<(u32, u32)>,
    walk: u32,
}

impl Shape {
    /// For walks of so many steps, all in all.
    pub fn new(steps: usize) -> Shape {
        Shape { by_step: vec![(0, 0); steps], ..Shape::default() }
    }

    /// Reads another walk; `None` if it isn't one that sets of squares can say.
    pub fn read(&mut self, steps: &[Step], root: u32) -> Option<()> {
        self.squares.clear();
        self.trails.clear();
        self.key.clear();
        self.seen = 0;
        self.walk += 1;
        self.follow(steps, root)
    }

    fn number(&mut self, square: u16) -> Option<u16> {
        let at = usize::from(square);
        if at >= self.by_square.len() {
            self.by_square.resize(at + 1, (0, 0));
        }
        if self.by_square[at].0 != self.walk {
            if self.squares.len() == MOST_LOCAL {
                return None;
            }
            self.by_square[at] = (self.walk, self.squares.len() as u16);
            self.squares.push(square);
        }
        Some(self.by_square[at].1)
    }

    /// The number of a square that is known.
    fn local(&self, square: u16) -> u16 {
        self.by_square[usize::from(square)].1
    }

    fn follow(&mut self, steps: &[Step], at: u32) -> Option<()> {
        if at == END {
            self.key.push(u32::MAX);
            return Some(());
        }
        let known = &mut self.by_step[at as usize];
        if known.0 == self.walk {
            self.key.push(known.1);
            return Some(());
        }
        if self.seen as usize == MOST_STEPS {
            return None;
        }
        *known = (self.walk, self.seen);
        self.seen += 1;
        let step = &steps[at as usize];
        match step.op {
            Op::Look => {
                if step.next[OWN] != step.next[ENEMY] || step.emits >> OWN & 1 == 1 {
                    return None;
                }
                let square = self.number(step.square)?;
                self.key.push(u32::MAX - 1 - (u32::from(square) << 8 | u32::from(step.emits)));
                self.follow(steps, step.next[EMPTY])?;
                self.follow(steps, step.next[ENEMY])
            }
            Op::Fork => {
                self.key.push(1 << 16);
                self.follow(steps, step.next[0])?;
                self.follow(steps, step.next[1])
            }
            Op::EmitTrail => {
                let square = self.number(step.square)?;
                let trail = self.trails.iter().position(|&known| known == step.next[2]).unwrap_or_else(|| {
                    self.trails.push(step.next[2]);
                    self.trails.len() - 1
                });
                self.key.extend([2 << 16, u32::from(square), trail as u32]);
                self.follow(steps, step.next[1])
            }
            Op::LookLater | Op::Take | Op::IfRoyal | Op::IfAmong | Op::IfEnPassant | Op::Emit | Op::EmitPass => None,
        }
    }
}

/// One way to a square: what must be occupied and empty, by local numbers.
pub struct Way {
    pub to: u16,
    pub arrival: Arrival,
    pub occupied: u64,
    pub empty: u64,
}

pub struct Ways<'a> {
    pub shape: &'a Shape,
    pub steps: &'a [Step],
    pub found: Vec<Way>,
    pub order: Vec<u16>,
    pub visits: usize,
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

    pub fn follow(&mut self, root: u32, occupied: u64, empty: u64) -> Option<()> {
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
