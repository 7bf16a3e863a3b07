//! The squares that a leg comes to in one direction, and those that it leaps over on the way.

use super::{Path, Unroller};
use crate::rules::leg::{self, Hurdle, Leg, Reach, Skipped};
use crate::rules::step::END;
use crate::rules::topology::Square;
use smallvec::SmallVec;

/// One square along a ray.
pub(super) struct Stop {
    pub square: Square,
    /// Squares the last leap skipped, where they matter.
    pub skipped: SmallVec<[Square; 2]>,
    /// An edge lies behind it, or it counts as if one did.
    pub wrapped: bool,
    /// Already known to be: the mover's own origin.
    pub origin: bool,
    /// The origin, reached again round the board: an obstacle.
    pub wrapped_origin: bool,
    /// Where the leg began, reached again.
    pub closes: bool,
}

/// The stops of a leg. Most have one or two; longer ones are rare, since slides are shared, and room for them would be moved about in vain.
type Ray = SmallVec<[Stop; 2]>;

impl Unroller<'_> {
    fn limit(&self, leg: &Leg, origin: Square) -> usize {
        match leg.reach {
            Reach::Steps(1) if leg.hurdle == Hurdle::Cannon => 2,
            Reach::Steps(1) if leg.hurdle == Hurdle::Grasshopper => usize::MAX,
            Reach::Steps(steps) => steps as usize,
            Reach::Unlimited => usize::MAX,
            Reach::OwnHalf => {
                let (ranks, rank) = (self.topology.ranks() as i32, self.topology.rank(origin) as i32);
                let steps = if self.second_player { rank - (ranks - 1) / 2 - 1 } else { ranks / 2 - 1 - rank };
                steps.max(1) as usize
            }
        }
    }

    /// The stops of a leg up to its limit or the edge of the board, so many at most.
    pub(super) fn ray(&self, leg: &Leg, from: Square, direction: u8, path: Path, most: usize) -> Ray {
        let (dx, dy) = leg.leap.vector(direction);
        let limit = self.limit(leg, path.origin).min(self.topology.cells()).min(most);
        let mut stops = Ray::new();
        let (mut here, mut wrapped_so_far) = (from, leg.rides);
        while stops.len() < limit {
            let Some((square, wrapped)) = self.topology.leap_wrapped(here, dx, dy, leg.wrap) else { break };
            if self.limits.within.is_some_and(|zone| !zone.contains(square)) {
                break;
            }
            wrapped_so_far |= wrapped;
            let origin = square == path.origin;
            let matters = !leg.leap.is_unit() && (leg.skipped != Skipped::Any || leg.leaves_trail);
            let skipped = if matters { self.skipped(leg, here, dx, dy) } else { SmallVec::new() };
            if leg.skipped != Skipped::Any && matters && skipped.len() < leg::skipped((dx, dy)).len() {
                // A hole is neither empty nor occupied: it fails both conditions.
                break;
            }
            stops.push(Stop {
                square,
                skipped,
                wrapped: wrapped_so_far,
                origin: origin && !wrapped_so_far,
                wrapped_origin: origin && wrapped_so_far,
                closes: square == from && wrapped_so_far,
            });
            if square == from && wrapped_so_far {
                break;
            }
            here = square;
        }
        stops
    }

    fn skipped(&self, leg: &Leg, from: Square, dx: i32, dy: i32) -> SmallVec<[Square; 2]> {
        leg::skipped((dx, dy)).into_iter().filter_map(|(x, y)| self.topology.leap(from, x, y, leg.wrap)).collect()
    }

    /// Puts the conditions on skipped squares in front of what looks at the stop itself.
    pub(super) fn guard(&mut self, leg: &Leg, stop: &Stop, origin: Square, walk: u32) -> u32 {
        if leg.skipped == Skipped::Any || leg.leap.is_unit() {
            return walk;
        }
        stop.skipped.iter().rev().fold(walk, |walk, &square| {
            let empty_passes = leg.skipped == Skipped::Empty;
            if square == origin {
                // Left behind, unless the leap has come to it round the board.
                return if empty_passes != stop.wrapped { walk } else { END };
            }
            let next = if empty_passes { [walk, END, END] } else { [END, walk, walk] };
            self.look(origin, square, 0, next)
        })
    }
}
