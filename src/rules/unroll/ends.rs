//! Last legs: where paths end, and what they capture or leave behind there.

use super::rays::Stop;
use super::{Chain, Purpose, Trail, Unroller};
use crate::rules::leg::Leg;
use crate::rules::step::{EMPTY, END, ENEMY, OWN, Op, Step};
use crate::rules::topology::Square;
use smallvec::SmallVec;

impl Unroller<'_> {
    /// The chain of a last leg from each of its stops on: `chain[n]` has `n` stops behind it. It goes on with `beyond`.
    pub(super) fn last_leg(
        &mut self,
        leg: &Leg,
        origin: Square,
        ray: &[Stop],
        beyond: u32,
        exact: Option<usize>,
    ) -> Chain {
        let mut chain = Chain::from_elem(beyond, ray.len() + 1);
        for n in (0..ray.len()).rev() {
            let stop = &ray[n];
            if (n as u16) < leg.jump {
                chain[n] = chain[n + 1];
                continue;
            }
            let emits = exact.is_none_or(|steps| n + 1 == steps);
            let rest = if exact.is_some_and(|steps| n + 1 >= steps) { END } else { chain[n + 1] };
            let walk = self.last_stop(leg, origin, ray, n, emits, rest);
            chain[n] = self.guard(leg, stop, origin, walk);
        }
        chain
    }

    pub(super) fn last_stop(
        &mut self,
        leg: &Leg,
        origin: Square,
        ray: &[Stop],
        n: usize,
        emits: bool,
        rest: u32,
    ) -> u32 {
        let stop = &ray[n];
        let square = stop.square.index() as u16;
        let modes = leg.modes;
        if stop.wrapped_origin {
            return END;
        }
        let emits = emits && self.topology.may_connect(origin, stop.square) && self.limits.may_end(stop.square);
        if self.purpose == Purpose::EnPassant {
            let empty = if emits && modes.en_passant {
                let emit = self.steps.intern(Step::op(Op::Emit, square, END, END));
                self.steps.intern(Step::op(Op::IfEnPassant, square, emit, rest))
            } else {
                rest
            };
            return if stop.origin { rest } else { self.look(origin, stop.square, 0, [empty, END, END]) };
        }
        if self.topology.layers {
            return self.crossing_stop(modes, origin, stop, emits, rest);
        }
        let mut flags = 0u8;
        let mut next = [rest, END, END];
        if emits && modes.empty {
            // Who comes home has passed, and passing leaves no trail.
            let trail = if leg.leaves_trail && !stop.origin { self.trail(leg, origin, ray, n) } else { None };
            match trail {
                Some(id) => next[EMPTY] = self.steps.intern(Step::emit_trail(square, id, rest)),
                None if stop.origin => {
                    // Coming home without or with captures on the way: the square is empty by definition.
                    return self.steps.intern(Step::op(Op::Emit, square, END, rest));
                }
                None => flags |= 1 << EMPTY,
            }
        }
        if stop.origin {
            return rest;
        }
        let everything = self.limits.takes.is_none();
        if emits && modes.friend && everything {
            flags |= 1 << OWN;
        } else if emits && modes.friend {
            next[OWN] = self.limited_capture(origin, stop.square);
        }
        if emits && modes.enemy && !modes.tame && everything {
            flags |= 1 << ENEMY;
        } else if emits && modes.enemy && !modes.tame {
            next[ENEMY] = self.limited_capture(origin, stop.square);
        } else if emits && (modes.enemy || modes.royal && !modes.tame) {
            let emit = match everything {
                true => self.steps.intern(Step::op(Op::Emit, square, END, END)),
                false => self.limited_capture(origin, stop.square),
            };
            let (royal, other) = if modes.enemy { (END, emit) } else { (emit, END) };
            next[ENEMY] = self.steps.intern(Step::op(Op::IfRoyal, square, royal, other));
        }
        self.look(origin, stop.square, flags, next)
    }

    /// The way ends on the square, if what stands there is among what it may capture.
    fn limited_capture(&mut self, origin: Square, square: Square) -> u32 {
        let capture = self.look(origin, square, 1 << OWN | 1 << ENEMY, [END; 3]);
        self.if_among(square.index() as u16, capture)
    }

    fn trail(&mut self, leg: &Leg, origin: Square, ray: &[Stop], n: usize) -> Option<u32> {
        let mut squares: SmallVec<[Square; 4]> = SmallVec::new();
        for (at, stop) in ray[..=n].iter().enumerate() {
            if !leg.leap.is_unit() {
                squares.extend(stop.skipped.iter().copied());
            }
            if at < n {
                squares.push(stop.square);
            }
        }
        squares.sort_unstable();
        if squares.is_empty() {
            return None;
        }
        Some(self.trails.number(Trail { squares, from: origin, to: ray[n].square }))
    }
}
