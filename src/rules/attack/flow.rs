//! The ways of plain walks, followed from where they begin to the targets, all at once.
//!
//! A walk is plain if no way of it comes by a square twice and all it does is to look and to go on: then what the
//! way to a step asks for can be told without knowing what follows, and steps that many walks share are followed
//! once, whatever leads to them.

use super::growth::{Branch, Branches, Growth};
use super::patterns::{ANYTHING, DEEPEST, MOST_LOOKS, Ways, ways_on};
use crate::rules::step::{EMPTY, END, ENEMY, Op, Step};
use crate::rules::topology::Square;

/// What a walk is like.
#[derive(Clone, Copy)]
pub struct Nature {
    pub plain: bool,
    /// All squares on the way must be empty.
    pub open: bool,
}

/// Finds out what walks are like.
pub struct Surveyor<'a> {
    ways: &'a Ways<'a>,
    /// By square: the way here comes by it.
    on_way: Vec<bool>,
    /// How many steps were looked at for the last walk.
    pub looks: usize,
}

impl<'a> Surveyor<'a> {
    pub fn new(ways: &'a Ways<'a>) -> Surveyor<'a> {
        Surveyor { ways, on_way: vec![false; ways.targets.len()], looks: 0 }
    }

    pub fn survey(&mut self, root: u32, origin: Square) -> Nature {
        let mut nature = Nature { plain: true, open: true };
        self.looks = 0;
        self.on_way[origin.index()] = true;
        self.follow(root, 0, &mut nature);
        self.on_way[origin.index()] = false;
        nature
    }

    fn follow(&mut self, walk: u32, depth: usize, nature: &mut Nature) {
        let mut at = walk;
        while self.ways.capturing[at as usize] && nature.plain {
            self.looks += 1;
            let step = self.ways.steps[at as usize];
            match step.op {
                Op::Look | Op::LookLater => return self.look(&step, depth, nature),
                Op::Take | Op::IfRoyal | Op::IfAmong => nature.plain = false,
                Op::Fork => self.follow(step.next[0], depth + 1, nature),
                Op::Emit | Op::IfEnPassant | Op::EmitTrail | Op::EmitPass => {}
            }
            nature.plain &= self.looks <= MOST_LOOKS && depth <= DEEPEST;
            at = step.next[1];
        }
    }

    fn look(&mut self, step: &Step, depth: usize, nature: &mut Nature) {
        let here = step.square as usize;
        if self.on_way[here] {
            nature.plain = false;
            return;
        }
        self.on_way[here] = true;
        for (next, mask) in ways_on(step).into_iter().filter(|&(next, _)| self.ways.capturing[next as usize]) {
            nature.open &= mask == ANYTHING || mask == 1 << EMPTY;
            self.follow(next, depth + 1, nature);
        }
        self.on_way[here] = false;
    }
}

/// Follows plain walks as far as they lead to captures, given by their first steps and where who begins them.
/// `roots` gets the last squares before each target.
pub fn flow(
    Ways { steps, targets, capturing }: &Ways,
    starts: &[(u32, Branch)],
    growth: &mut Growth,
    roots: &mut [Branches],
) {
    if starts.is_empty() {
        return;
    }
    // Number 0 ends the lists.
    let nobody = Branch { square: 0, kinds: 0, next: [END; 3] };
    let mut list = Vec::with_capacity(4 * starts.len());
    list.push((nobody, END));
    let mut arrivals = Arrivals { first: vec![END; steps.len()], list };
    starts.iter().for_each(|&(root, branch)| arrivals.push(root, branch));
    // Steps come after those they go on to.
    for at in (1..steps.len() as u32).rev() {
        let step = &steps[at as usize];
        let mut here = arrivals.take(at);
        if here.is_empty() {
            continue;
        }
        let captures = step.emits >> ENEMY & 1 == 1 || step.op == Op::Emit;
        if captures && targets[step.square as usize] {
            roots[usize::from(step.square)].extend_from_slice(&here);
        }
        match step.op {
            Op::Look | Op::LookLater => {
                let ways = ways_on(step);
                if ways.is_empty() {
                    continue;
                }
                growth.merge(&mut here);
                let before = growth.intern_all(&here);
                for (next, mask) in ways.into_iter().filter(|&(next, _)| capturing[next as usize]) {
                    if mask == ANYTHING {
                        here.iter().for_each(|&branch| arrivals.push(next, branch));
                    } else {
                        let below = [0, 1, 2].map(|occupant| if mask >> occupant & 1 == 1 { before } else { END });
                        arrivals.push(next, Branch { square: step.square, kinds: 0, next: below });
                    }
                }
            }
            Op::Fork
            | Op::Emit
            | Op::EmitTrail
            | Op::EmitPass
            | Op::IfEnPassant
            | Op::Take
            | Op::IfRoyal
            | Op::IfAmong => {
                let both = step.op == Op::Fork;
                let ways = if both { &step.next[..2] } else { &step.next[1..2] };
                for &next in ways.iter().filter(|&&next| capturing[next as usize]) {
                    here.iter().for_each(|&branch| arrivals.push(next, branch));
                }
            }
        }
    }
}

/// By step: the squares to look at before it, lists in one.
struct Arrivals {
    first: Vec<u32>,
    list: Vec<(Branch, u32)>,
}

impl Arrivals {
    fn push(&mut self, step: u32, branch: Branch) {
        let first = &mut self.first[step as usize];
        self.list.push((branch, *first));
        *first = (self.list.len() - 1) as u32;
    }

    fn take(&mut self, step: u32) -> Branches {
        let start = std::mem::replace(&mut self.first[step as usize], END);
        let listed = |at: u32| (at != END).then(|| self.list[at as usize]);
        std::iter::successors(listed(start), |&(_, next)| listed(next)).map(|(branch, _)| branch).collect()
    }
}
