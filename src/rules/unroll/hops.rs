//! Last legs that must hop over something first.

use super::rays::Stop;
use super::{Chain, Unroller};
use crate::rules::leg::{Hurdle, Leg, Reach};
use crate::rules::step::{EMPTY, END, ENEMY, OWN, Step};
use crate::rules::topology::Square;

impl Unroller<'_> {
    /// A last leg that must hop first.
    pub(super) fn hop(&mut self, leg: &Leg, origin: Square, ray: &[Stop], hurdle: Hurdle) -> u32 {
        let adjacent = leg.reach == Reach::Steps(1);
        let lands_behind = hurdle == Hurdle::Grasshopper && !adjacent;
        let full = match hurdle {
            _ if lands_behind => Chain::new(),
            Hurdle::Several => self.hopping_on(leg, origin, ray),
            Hurdle::None | Hurdle::Cannon | Hurdle::Grasshopper => self.last_leg(leg, origin, ray, END, None),
        };
        let mut chain = END;
        for n in (leg.jump as usize..ray.len()).rev() {
            let behind = match ray.get(n + 1) {
                Some(next) if lands_behind => {
                    let walk = self.last_stop(leg, origin, ray, n + 1, true, END);
                    self.guard(leg, next, origin, walk)
                }
                None if lands_behind => END,
                _ => full[n + 1],
            };
            let stop = &ray[n];
            let rest = if adjacent { END } else { chain };
            let walk = if stop.origin {
                rest
            } else if stop.wrapped_origin {
                behind
            } else {
                self.look(origin, stop.square, 0, [rest, behind, behind])
            };
            chain = self.guard(leg, stop, origin, walk);
        }
        chain
    }

    /// As `last_leg` behind the first of several hurdles: whatever stands on a square, the way goes on.
    fn hopping_on(&mut self, leg: &Leg, origin: Square, ray: &[Stop]) -> Chain {
        let mut chain = Chain::from_elem(END, ray.len() + 1);
        for n in (0..ray.len()).rev() {
            let rest = chain[n + 1];
            let walk = self.last_stop(leg, origin, ray, n, true, rest);
            let walk = match self.steps.get(walk) {
                _ if ray[n].wrapped_origin || ray[n].origin => walk,
                step if step.looks() => {
                    let beyond = [OWN, ENEMY].map(|occupant| self.steps.union(step.next[occupant], rest));
                    self.steps.intern(Step { next: [step.next[EMPTY], beyond[0], beyond[1]], ..step })
                }
                _ => walk,
            };
            chain[n] = self.guard(leg, &ray[n], origin, walk);
        }
        chain
    }
}
