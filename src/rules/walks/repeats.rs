//! Whether a move may come up twice among the walks of a kind: then lists have to be looked through for doubles.

use super::{KindWalks, MOST_TARGETS, emissions};
use crate::rules::step::{END, Op, Step};
use crate::rules::topology::{Square, Topology};
use hashbrown::HashMap;
use smallvec::SmallVec;
use std::rc::Rc;

/// True if two walks from one square, or two branches of one, may end in the same move.
pub(super) fn may_repeat(walks: &KindWalks, topology: &Topology, steps: &[Step]) -> bool {
    let mut repeats = Repeats { steps, known: HashMap::new(), on_one_way: HashMap::new() };
    let mut targets = Vec::new();
    // By square: the origin and walk from which it was last seen.
    let mut seen_from = vec![(Square::NONE, END); topology.cells()];
    topology.squares().any(|square| {
        let at = square.index();
        let roots = || walks.ordinary[at].iter().chain(&walks.unmoved[at]).copied();
        // Squares that come up once in the tree need no closer look, nor those that come up on different ways only.
        let doubtful = |root: u32| {
            targets.clear();
            emissions(steps, root, &mut targets);
            let mut again = false;
            for &(to, _) in &targets {
                let before = std::mem::replace(&mut seen_from[usize::from(to)], (square, root));
                if before.0 == square && before.1 != root {
                    return true;
                }
                again |= before == (square, root);
            }
            targets.len() >= MOST_TARGETS || again && repeats.on_one_way(root)
        };
        roots().any(doubtful) && repeats.of(roots())
    })
}

/// Finds squares that one set of walks can move to in two ways on one board, so that moves may come up twice.
struct Repeats<'a> {
    pub(super) steps: &'a [Step],
    /// By step: how often the walk from there can list each square, at most, sorted by square.
    known: HashMap<u32, Rc<[(u16, u8)]>>,
    /// By walk: see [`Repeats::on_one_way`].
    on_one_way: HashMap<u32, bool>,
}

/// Steps followed on all ways through a walk of looks before the general answer is asked for.
const MOST_FOLLOWED: u32 = 500;

impl Repeats<'_> {
    /// False if no way through a walk lists a square twice, whatever stands where. Easily told of walks of looks alone, which
    /// take one way.
    fn on_one_way(&mut self, root: u32) -> bool {
        if let Some(&known) = self.on_one_way.get(&root) {
            return known;
        }
        let found = self.follow(root, &mut SmallVec::new(), &mut MOST_FOLLOWED.clone()).unwrap_or(true);
        self.on_one_way.insert(root, found);
        found
    }

    /// `listed` are the squares listed on the way so far. `None` if that isn't all there is to know, or too much.
    fn follow(&self, root: u32, listed: &mut SmallVec<[u16; 32]>, patience: &mut u32) -> Option<bool> {
        if root == END {
            return Some(false);
        }
        *patience = patience.checked_sub(1)?;
        let step = &self.steps[root as usize];
        if step.op != Op::Look {
            return None;
        }
        for view in (0..3).filter(|&view| !step.next[..view].contains(&step.next[view])) {
            let lists = (view..3).any(|other| step.next[other] == step.next[view] && step.emits >> other & 1 == 1);
            if lists && listed.contains(&step.square) {
                return Some(true);
            }
            let before = listed.len();
            listed.extend(Some(step.square).filter(|_| lists));
            let found = self.follow(step.next[view], listed, patience)?;
            listed.truncate(before);
            if found {
                return Some(true);
            }
        }
        Some(false)
    }

    fn of(&mut self, roots: impl Iterator<Item = u32>) -> bool {
        let mut total: Vec<(u16, u8)> = Vec::new();
        for root in roots {
            let more = self.most(root);
            total = merge(&total, &more, u8::saturating_add);
        }
        total.iter().any(|&(_, times)| times > 1)
    }

    fn most(&mut self, walk: u32) -> Rc<[(u16, u8)]> {
        if walk == END {
            return Rc::from([]);
        }
        if let Some(known) = self.known.get(&walk) {
            return known.clone();
        }
        let step = self.steps[walk as usize];
        let here: &[(u16, u8)] = match step.op {
            Op::Look if step.emits == 0 => &[],
            Op::Look | Op::Emit | Op::EmitTrail | Op::EmitPass => &[(step.square, 1)],
            Op::Fork | Op::Take | Op::IfRoyal | Op::IfEnPassant => &[],
        };
        let [first, second] = [0, 1].map(|branch| self.most(step.branches()[branch]));
        let further = match step.op {
            // Only one thing can stand on the square, only one of these branches be taken.
            Op::Look => {
                let third = self.most(step.next[2]);
                merge(&merge(&first, &second, u8::max), &third, u8::max)
            }
            Op::IfRoyal => merge(&first, &second, u8::max),
            Op::Fork | Op::Take | Op::IfEnPassant | Op::Emit | Op::EmitTrail | Op::EmitPass => {
                merge(&first, &second, u8::saturating_add)
            }
        };
        let all: Rc<[(u16, u8)]> = merge(here, &further, u8::saturating_add).into();
        self.known.insert(walk, all.clone());
        all
    }
}

/// Joins two lists sorted by square; numbers of the same square are combined.
fn merge(a: &[(u16, u8)], b: &[(u16, u8)], combine: fn(u8, u8) -> u8) -> Vec<(u16, u8)> {
    let (mut a, mut b) = (a.iter().copied().peekable(), b.iter().copied().peekable());
    let mut merged = Vec::new();
    loop {
        match (a.peek().copied(), b.peek().copied()) {
            (None, None) => return merged,
            (Some(x), Some(y)) if x.0 == y.0 => {
                merged.push((x.0, combine(x.1, y.1)));
                a.next();
                b.next();
            }
            (Some(x), y) if y.is_none_or(|y| x.0 < y.0) => {
                merged.push(x);
                a.next();
            }
            (_, Some(y)) => {
                merged.push(y);
                b.next();
            }
            (Some(_), None) => {}
        }
    }
}
