//! Last stops where there are two layers: what has moved crosses over from there.

use super::Unroller;
use super::rays::Stop;
use crate::rules::leg::Modes;
use crate::rules::step::{EMPTY, END, Op, Step};
use crate::rules::topology::Square;

impl Unroller<'_> {
    /// As `last_stop`; whoever stands there is captured on the way.
    pub(super) fn crossing_stop(&mut self, modes: Modes, origin: Square, stop: &Stop, emits: bool, rest: u32) -> u32 {
        let square = stop.square.index() as u16;
        let landing = if emits { self.landing(origin, stop.square) } else { END };
        let quiet = if modes.empty { landing } else { END };
        let empty = self.steps.union(quiet, rest);
        if stop.origin {
            return empty;
        }
        let taking = self.take(square, landing);
        let own = if modes.friend { taking } else { END };
        let enemy = match (modes.enemy, modes.royal && !modes.tame) {
            (true, _) if !modes.tame => taking,
            (false, false) => END,
            _ => {
                let (royal, other) = if modes.enemy { (END, taking) } else { (taking, END) };
                self.steps.intern(Step::op(Op::IfRoyal, square, royal, other))
            }
        };
        self.look(origin, stop.square, 0, [empty, own, enemy])
    }

    /// Ends on the same square of the other layer, if that is empty.
    fn landing(&mut self, origin: Square, square: Square) -> u32 {
        match self.topology.across(square) {
            Some(across) if self.limits.within.is_none_or(|zone| zone.contains(across)) => {
                self.look(origin, across, 1 << EMPTY, [END; 3])
            }
            _ => END,
        }
    }
}
