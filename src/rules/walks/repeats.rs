//! Whether a move may come up twice among the walks of a kind: then lists have to be looked through for doubles.

use super::{Mover, emissions};
use crate::rules::step::{END, Op, Step};
use crate::rules::topology::{Square, Topology};
use hashbrown::HashMap;
use smallvec::SmallVec;
use std::rc::Rc;

/// True if two walks from one square, or two branches of one, may end in the same move.
pub(super) fn may_repeat(mover: &Mover, topology: &Topology, steps: &[Step]) -> bool {
    let mut repeats = Repeats { steps, known: HashMap::new(), on_one_way: HashMap::new() };
    let mut targets = Vec::new();
    // By square: the origin and walk from which it was last seen.
    let mut seen_from = vec![(Square::NONE, END); topology.cells()];
    topology.squares().any(|square| {
        let unmoved = mover.unmoved.as_ref().map_or(&[][..], |roots| roots.at(square));
        let roots = || mover.ordinary.at(square).iter().chain(unmoved).copied();
        // Squares that come up once in the tree need no closer look, nor those that come up on different ways only.
        let doubtful = |root: u32| {
            targets.clear();
            let all = emissions(steps, root, &mut targets);
            let mut again = false;
            for &(to, _) in &targets {
                let before = std::mem::replace(&mut seen_from[usize::from(to)], (square, root));
                if before.0 == square && before.1 != root {
                    return true;
                }
                again |= before == (square, root);
            }
            all.is_none() || again && repeats.on_one_way(root)
        };
        roots().any(doubtful) && repeats.of(roots())
    })
}

/// Finds squares that one set of walks can move to in two ways on one board, so that moves may come up twice.
struct Repeats<'a> {
    steps: &'a [Step],
    /// By step: see [`Repeats::listed`].
    known: HashMap<u32, Rc<[u16]>>,
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
        let mut total: Vec<u16> = Vec::new();
        for root in roots {
            match self.listed(root).and_then(|more| apart(&total, &more)) {
                Some(both) => total = both,
                None => return true,
            }
        }
        false
    }

    /// The squares that a walk can list, in order; `None` if it can list one twice.
    fn listed(&mut self, walk: u32) -> Option<Rc<[u16]>> {
        if walk == END {
            return Some(Rc::from([]));
        }
        if let Some(known) = self.known.get(&walk) {
            return Some(known.clone());
        }
        let step = self.steps[walk as usize];
        let here: &[u16] = match step.op {
            Op::Look | Op::LookLater if step.emits == 0 => &[],
            Op::Look | Op::LookLater | Op::Emit | Op::EmitTrail | Op::EmitPass => &[step.square],
            Op::Fork | Op::Take | Op::IfRoyal | Op::IfAmong | Op::IfEnPassant => &[],
        };
        let (first, second) = (self.listed(step.branches()[0])?, self.listed(step.branches()[1])?);
        let further = match step.op {
            // Only one thing can stand on the square, only one of these branches be taken.
            Op::Look | Op::LookLater => either(&either(&first, &second), &self.listed(step.next[2])?),
            Op::IfRoyal | Op::IfAmong => either(&first, &second),
            Op::Fork | Op::Take | Op::IfEnPassant | Op::Emit | Op::EmitTrail | Op::EmitPass => apart(&first, &second)?,
        };
        let all: Rc<[u16]> = apart(here, &further)?.into();
        self.known.insert(walk, all.clone());
        Some(all)
    }
}

/// What is in one of two ordered lists.
fn either(a: &[u16], b: &[u16]) -> Vec<u16> {
    let mut all: Vec<u16> = a.iter().chain(b).copied().collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// The same, if nothing is in both.
fn apart(a: &[u16], b: &[u16]) -> Option<Vec<u16>> {
    let all = either(a, b);
    (all.len() == a.len() + b.len()).then_some(all)
}
