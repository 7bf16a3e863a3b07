//! What can be told of walks by following them without a board.

use super::KindWalks;
use crate::definition::Side;
use crate::rules::step::{EMPTY, END, Op, Step, Steps};
use crate::rules::topology::{Square, SquareSet, Topology};
use hashbrown::HashSet;
use smallvec::SmallVec;

/// Steps followed as a tree to find the targets of a walk.
const SHORT_TREE: u32 = 256;
/// Steps followed as a tree where every place in it counts.
const LONG_TREE: u32 = 16_384;

/// Tells the squares that some walks can move to and with which occupants, at least once for each step that says so; with
/// `quiet`, only where nothing is captured on the way. Walks are followed as trees as long as that is short, since little of
/// them is shared then; long ones step by step.
pub(in crate::rules) fn each_target(
    steps: &[Step],
    roots: impl Iterator<Item = u32>,
    quiet: bool,
    mut told: impl FnMut(Square, u8),
) {
    let mut known = HashSet::new();
    for root in roots {
        if branch(steps, root, quiet, &mut SHORT_TREE.clone(), &mut told).is_some() {
            continue;
        }
        let mut open = vec![root];
        while let Some(at) = open.pop() {
            if at != END && known.insert(at) {
                let step = &steps[at as usize];
                if step.ends() {
                    told(Square::from_index(step.square.into()), step.ends_on());
                }
                open.extend(if quiet && step.captures() { &step.next[1..2] } else { step.branches() });
            }
        }
    }
}

/// The squares a walk can move to and with which occupants, one entry per place in the tree; `None` if those are too many.
pub(in crate::rules) fn emissions(steps: &[Step], walk: u32, out: &mut Vec<(u16, u8)>) -> Option<()> {
    branch(steps, walk, false, &mut LONG_TREE.clone(), &mut |square, ends| out.push((square.index() as u16, ends)))
}

/// Follows a walk as a tree, up to so many steps.
fn branch(steps: &[Step], walk: u32, quiet: bool, room: &mut u32, told: &mut impl FnMut(Square, u8)) -> Option<()> {
    let mut at = walk;
    while at != END {
        *room = room.checked_sub(1)?;
        let step = &steps[at as usize];
        if step.ends() {
            told(Square::from_index(step.square.into()), step.ends_on());
        }
        at = match step.op {
            Op::Look | Op::LookLater => {
                for view in 1..3 {
                    if step.next[view] != step.next[0] && (view == 1 || step.next[2] != step.next[1]) {
                        branch(steps, step.next[view], quiet, room, told)?;
                    }
                }
                step.next[0]
            }
            Op::Fork | Op::Take | Op::IfRoyal | Op::IfAmong | Op::IfEnPassant => {
                if !quiet || !step.captures() {
                    branch(steps, step.next[0], quiet, room, told)?;
                }
                step.next[1]
            }
            Op::Emit | Op::EmitTrail | Op::EmitPass => step.next[1],
        };
    }
    Some(())
}

/// All squares that some walks may look at, and how many steps they have.
pub(in crate::rules) fn sight(steps: &[Step], roots: impl Iterator<Item = u32>) -> (SquareSet, usize) {
    let (mut seen, mut count) = (SquareSet::new(), 0);
    each_step(steps, roots, |step| {
        count += 1;
        if step.op != Op::Fork {
            seen.insert(Square::from_index(step.square.into()));
        }
    });
    (seen, count)
}

/// Tells every step that may come up in some walks, once.
pub(in crate::rules) fn each_step(steps: &[Step], roots: impl Iterator<Item = u32>, mut told: impl FnMut(&Step)) {
    let mut known = HashSet::new();
    let mut open: Vec<u32> = roots.collect();
    while let Some(at) = open.pop() {
        if at != END && known.insert(at) {
            let step = &steps[at as usize];
            told(step);
            open.extend(step.branches());
        }
    }
}

/// True if the kind, after some moves, may stand on one of its starting squares again.
pub(in crate::rules) fn comes_back(cells: usize, walks: &KindWalks, starts: &SquareSet, steps: &Steps) -> bool {
    if !walks.are_whole() {
        return true;
    }
    let mut seen = vec![false; cells];
    let mut queue: Vec<Square> = starts.iter().collect();
    while let Some(square) = queue.pop() {
        let mut targets: SmallVec<[Square; 32]> = SmallVec::new();
        each_target(steps.as_slice(), walks.moves(square), false, |target, _| targets.push(target));
        for target in targets {
            if starts.contains(target) {
                return true;
            }
            if !seen[target.index()] {
                seen[target.index()] = true;
                queue.push(target);
            }
        }
    }
    false
}

/// Where a kind might go from a square on an empty board.
pub(in crate::rules) fn quiet_targets(steps: &[Step], walks: &KindWalks, from: Square) -> SquareSet {
    let mut targets = SquareSet::new();
    each_target(steps, walks.moves(from), true, |to, emits| {
        if emits >> EMPTY & 1 != 0 {
            targets.insert(to);
        }
    });
    targets
}

/// True if all moves of a kind go forward.
pub(in crate::rules) fn goes_forward(topology: &Topology, side: Side, walks: &KindWalks, steps: &[Step]) -> bool {
    walks.are_whole()
        && topology.squares().all(|from| {
            let mut forward = true;
            each_target(steps, walks.all(from), false, |to, _| {
                let (from, to) = (topology.rank(from), topology.rank(to));
                forward &= if side == Side::First { to > from } else { to < from };
            });
            forward
        })
}
