//! Paths that begin alike, as a tree of their legs: the copies of a repeated group are each a longer path.

use super::plain::Plain;
use crate::rules::leg::{Directions, Hurdle, Leg, Reach, Skipped};
use crate::rules::topology::{Topology, Wrap};
use smallvec::SmallVec;

/// Number of the first leg, which all paths have in common.
pub(super) const FIRST: u32 = 0;

pub struct Paths {
    legs: Vec<Node>,
    pub(super) memory: Memory,
}

pub(super) struct Node {
    pub leg: Leg,
    /// A path ends with it.
    pub is_last: bool,
    /// It goes any distance, looking at nothing but its stops, which lie in a straight line.
    pub slides: bool,
    /// It is a whole move, and the same for all who have it, as long as nothing keeps them in a zone.
    pub plain: Option<Plain>,
    /// Numbers of the legs that may follow.
    pub onward: SmallVec<[u32; 4]>,
}

/// How far what follows the first leg is remembered: the copies of a repeated group come to the same squares in many ways.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Memory {
    /// What went before matters, or nothing comes up twice.
    None,
    /// It is the same while the origin is.
    OneOrigin,
    /// It is the same from everywhere, in steps that know that the origin is empty by then.
    AllOrigins,
}

impl Paths {
    /// `None` if they ask for context that steps don't have, or don't begin alike.
    pub fn new(paths: &[&[Leg]], topology: &Topology) -> Option<Paths> {
        // What goes on behind a capture in passing captures nothing more.
        let is_quiet = |leg: &Leg| !leg.modes.en_passant && !leg.modes.enemy && !leg.modes.friend && !leg.modes.royal;
        let goes_on_quietly = |legs: &[Leg]| {
            let in_passing = legs.iter().position(|leg| leg.modes.en_passant);
            in_passing.is_none_or(|at| legs[at + 1..].iter().all(is_quiet) || goes_home(legs))
        };
        let context_free =
            |legs: &&[Leg]| !legs.is_empty() && !legs.iter().any(|leg| leg.unload) && goes_on_quietly(legs);
        let first = *paths.first()?.first()?;
        // Where it crosses to another layer a piece doesn't end where its path does.
        let crosses = |legs: &&[Leg]| topology.layers && legs.iter().any(|leg| leg.modes.en_passant);
        if !paths.iter().all(context_free) || paths.iter().any(crosses) || paths.iter().any(|legs| legs[0] != first) {
            return None;
        }
        let mut tree = Paths { legs: vec![Node::new(first)], memory: Memory::of(paths, topology) };
        for legs in paths {
            let last = legs[1..].iter().fold(FIRST, |at, &leg| tree.follow(at, leg));
            tree.legs[last as usize].is_last = true;
        }
        if is_flat(topology) {
            for node in &mut tree.legs {
                node.slides = slides(&node.leg);
                let is_whole = node.is_last && node.onward.is_empty() && !topology.layers;
                node.plain = Plain::of(&node.leg).filter(|_| is_whole);
            }
        }
        Some(tree)
    }

    /// How many legs there are.
    pub fn count(&self) -> usize {
        self.legs.len()
    }

    fn follow(&mut self, at: u32, leg: Leg) -> u32 {
        let onward = &self.legs[at as usize].onward;
        if let Some(&known) = onward.iter().find(|&&next| self.legs[next as usize].leg == leg) {
            return known;
        }
        let new = self.legs.len() as u32;
        self.legs.push(Node::new(leg));
        self.legs[at as usize].onward.push(new);
        new
    }

    pub(super) fn node(&self, number: u32) -> &Node {
        &self.legs[number as usize]
    }
}

impl Node {
    fn new(leg: Leg) -> Node {
        Node { leg, is_last: false, slides: false, plain: None, onward: SmallVec::new() }
    }
}

impl Memory {
    fn of(paths: &[&[Leg]], topology: &Topology) -> Memory {
        let all = |holds: &dyn Fn(&Leg) -> bool| paths.iter().all(|legs| legs.iter().all(holds));
        if paths.len() < 2 || !all(&|leg| !leg.same_length) {
            return Memory::None;
        }
        let plain = |leg: &Leg| {
            leg.reach != Reach::OwnHalf && !leg.leaves_trail && leg.wrap == Wrap::AsBoard && !leg.modes.en_passant
        };
        // Sets of squares know nothing of such steps, nor of captures on the way.
        let takes = |legs: &&[Leg]| legs[..legs.len() - 1].iter().any(|leg| leg.modes.enemy || leg.modes.friend);
        match is_flat(topology) && all(&plain) && paths.iter().any(takes) {
            true => Memory::AllOrigins,
            false => Memory::OneOrigin,
        }
    }
}

/// No way on it comes round, nor may be forbidden by where it began.
fn is_flat(topology: &Topology) -> bool {
    topology.grid.is_none() && !topology.wrap_files && !topology.wrap_ranks
}

/// It comes back to where it began, which it finds empty.
fn goes_home(legs: &[Leg]) -> bool {
    let &[out, back] = legs else { return false };
    let as_long = back.same_length || [out.reach, back.reach] == [Reach::Steps(1); 2];
    let straight =
        [out, back].iter().all(|leg| leg.hurdle == Hurdle::None && leg.jump == 0 && leg.wrap == Wrap::AsBoard);
    as_long && straight && back.leap == out.leap && back.directions == Directions::only(4)
}

fn slides(leg: &Leg) -> bool {
    leg.reach == Reach::Unlimited
        && leg.hurdle == Hurdle::None
        && leg.jump == 0
        && !leg.same_length
        && !leg.leaves_trail
        && leg.wrap == Wrap::AsBoard
        && (leg.skipped == Skipped::Any || leg.leap.is_unit())
}
