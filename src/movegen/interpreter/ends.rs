//! What a path comes to: moves, each told by its effects.

use super::{Arrival, Content, Occupant, Scene, State, Unload, Walker, insert};
use crate::rules::leg::Leg;
use crate::rules::topology::Square;
use smallvec::SmallVec;

/// One pseudo-legal move as the list of its effects.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Trace {
    pub to: Square,
    /// Squares of all captured pieces, sorted, none twice; a piece that is unloaded is not among them.
    pub captures: SmallVec<[Square; 4]>,
    /// From [`super::moves_in_order`]: the same in the order in which they are captured, and as often.
    pub order: SmallVec<[Square; 4]>,
    /// Castling: where the partner stood and where it is put.
    pub partner: Option<(Square, Square)>,
    /// XBetza `u`: where a piece was taken and where it is put down.
    pub unload: Option<(Square, Square)>,
    /// En passant squares this move leaves for the next ply, sorted.
    pub trail: SmallVec<[Square; 4]>,
}

impl Trace {
    /// All that makes it another move than others.
    pub(super) fn effect(&self) -> impl Ord + '_ {
        (self.to, &self.captures, &self.order, self.partner, self.unload)
    }

    /// Going to a square and nothing else.
    pub(super) fn quiet(to: Square) -> Trace {
        let (captures, order, trail) = Default::default();
        Trace { to, captures, order, partner: None, unload: None, trail }
    }
}

impl<S: Scene> Walker<'_, S> {
    /// The end of the last leg.
    pub(super) fn finish(&mut self, leg: &Leg, state: &State, arrival: &Arrival) {
        if arrival.content == Content::Empty {
            if leg.modes.en_passant
                && let Some(victim) = self.scene.en_passant_victim(arrival.square)
            {
                self.emit(state, arrival, Some(victim));
            }
            if leg.modes.empty {
                self.emit(state, arrival, None);
            }
        } else if self.takes(leg.modes, arrival) && !(leg.modes.tame && self.scene.is_royal(arrival.square)) {
            self.emit(state, arrival, Some(arrival.square));
        }
    }

    pub(super) fn emit(&mut self, state: &State, arrival: &Arrival, victim: Option<Square>) {
        if !self.scene.topology().may_connect(self.origin, arrival.square) {
            return;
        }
        let (captures, order) = (state.captures.clone(), state.order.clone());
        let mut trace = Trace { captures, order, ..Trace::quiet(arrival.square) };
        if let Some(victim) = victim {
            insert(&mut trace.captures, victim);
            if self.in_order {
                trace.order.push(victim);
            }
        }
        if let Some(unload) = state.unload {
            self.unload(&mut trace, unload, victim.or(state.latest));
        }
        if trace.captures.is_empty() && trace.unload.is_none() {
            trace.trail = arrival.trail.into();
            trace.trail.sort_unstable();
            trace.trail.dedup();
        }
        self.land(trace);
    }

    /// Where there are two layers, what has moved crosses over, if there is room. It leaves no trail then.
    pub(super) fn land(&mut self, mut trace: Trace) {
        let topology = self.scene.topology();
        if let Some(across) = topology.across(trace.to) {
            let partner = trace.partner.map(|(from, to)| (from, topology.across(to).unwrap_or(to)));
            let empty = |square: Square| self.scene.occupant(square) == Occupant::Empty;
            if !empty(across) || !self.scene.is_open(across) || partner.is_some_and(|(_, to)| !empty(to)) {
                return;
            }
            (trace.to, trace.partner) = (across, partner);
            trace.trail.clear();
        }
        self.found.push(trace);
    }

    /// Puts a captured piece down again, if there is one and room for it.
    fn unload(&self, trace: &mut Trace, unload: Unload, latest: Option<Square>) {
        let taken = if unload.fixed { Some(unload.at) } else { latest };
        let vacated = unload.at == self.origin
            || trace.captures.contains(&unload.at)
            || self.scene.occupant(unload.at) == Occupant::Empty;
        let Some(taken) = taken.filter(|_| vacated && unload.at != trace.to) else { return };
        trace.captures.retain(|square| *square != taken);
        trace.order.retain(|square| *square != taken);
        // A piece put down where it stood has not been touched.
        trace.unload = (taken != unload.at).then_some((taken, unload.at));
    }
}
