//! Leaps and slides that are a whole move: most ways of most pieces. Many pieces have them in common, so each is made once
//! for all.

use super::paths::{FIRST, Node, Paths};
use crate::definition::Side;
use crate::rules::leg::{Hurdle, Leg, Reach, Skipped};
use crate::rules::step::{EMPTY, END, ENEMY, OWN, Step, Steps};
use crate::rules::topology::{Square, Topology, Wrap};
use hashbrown::HashMap;
use smallvec::SmallVec;

/// What is the same for all squares that such a way is taken from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Plain {
    /// See [`Step::emits`].
    emits: u8,
    /// So many leaps at most.
    reach: u16,
}

impl Plain {
    /// `None` for a leg that looks at more than where it arrives, on boards without joined edges or layers.
    pub fn of(leg: &Leg) -> Option<Plain> {
        let reach = match leg.reach {
            Reach::Steps(steps) => steps,
            Reach::Unlimited => u16::MAX,
            Reach::OwnHalf => return None,
        };
        let modes = leg.modes;
        let is_plain = leg.hurdle == Hurdle::None
            && leg.jump == 0
            && !leg.same_length
            && !leg.leaves_trail
            && leg.wrap == Wrap::AsBoard
            && (leg.skipped == Skipped::Any || leg.leap.is_unit())
            && !modes.tame
            && (modes.enemy || !modes.royal);
        let bit = |may: bool, occupant: usize| u8::from(may) << occupant;
        let emits = bit(modes.empty, EMPTY) | bit(modes.friend, OWN) | bit(modes.enemy, ENEMY);
        is_plain.then_some(Plain { emits, reach })
    }
}

/// The walks of plain ways that are known.
#[derive(Default)]
pub struct PlainWays {
    numbers: HashMap<PlainWay, usize>,
    /// By way, then by square: the walk plus 1; 0 is not known yet.
    known: Vec<Box<[u32]>>,
}

/// A plain way in one direction.
type PlainWay = (Plain, (i32, i32));

impl PlainWays {
    /// The ways that are all there is to some paths, each with its number, in the order in which their player sees them.
    pub fn of(&mut self, paths: &Paths, topology: &Topology, side: Side) -> Option<SmallVec<[(PlainWay, usize); 8]>> {
        let Node { leg, plain, .. } = paths.node(FIRST);
        let plain = (*plain)?;
        let mut number = |way: PlainWay| {
            *self.numbers.entry(way).or_insert_with(|| {
                self.known.push(vec![0; topology.cells()].into_boxed_slice());
                self.known.len() - 1
            })
        };
        let ways = leg.directions.of(side).map(|direction| (plain, leg.leap.vector(direction)));
        Some(ways.map(|way| (way, number(way))).collect())
    }

    /// The walk from a square, leap after leap in one direction.
    pub fn walk(
        &mut self,
        (topology, steps): (&Topology, &mut Steps),
        ((way, (dx, dy)), number): (PlainWay, usize),
        from: Square,
    ) -> u32 {
        let known = &mut self.known[number];
        if let Some(walk) = known[from.index()].checked_sub(1) {
            return walk;
        }
        let slides = way.reach == u16::MAX;
        // Squares on the way, as far as it isn't known how it goes on.
        let mut ahead = SmallVec::<[Square; 16]>::from_slice(&[from]);
        let mut walk = END;
        while let [.., here] = *ahead
            && ahead.len() <= usize::from(way.reach)
        {
            if slides && let Some(before) = known[here.index()].checked_sub(1) {
                walk = before;
                break;
            }
            let Some(next) = topology.leap(here, dx, dy, Wrap::AsBoard) else { break };
            ahead.push(next);
        }
        while let [.., before, here] = *ahead {
            ahead.pop();
            walk = steps.intern(Step::look(here.index() as u16, way.emits, [walk, END, END]));
            if slides {
                known[before.index()] = walk + 1;
            }
        }
        known[from.index()] = walk + 1;
        walk
    }
}
