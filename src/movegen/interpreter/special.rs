//! Programs that are no paths: castling and the universal leaper.

use super::{Arrival, Content, Occupant, Scene, State, Trace, Walker};
use crate::rules::leg::Modes;
use crate::rules::topology::{Square, Wrap};
use smallvec::SmallVec;

impl<S: Scene> Walker<'_, S> {
    pub(super) fn anywhere(&mut self, modes: Modes) {
        let state = State::at(self.origin);
        let (scene, origin) = (self.scene, self.origin);
        for square in scene.topology().squares().filter(|&square| square != origin) {
            let arrival = Arrival { square, content: self.content(square, false, &state), steps: 1, trail: &[] };
            if arrival.content == Content::Empty {
                if modes.empty {
                    self.emit(&state, &arrival, None);
                }
            } else if self.takes(modes, &arrival) && !(modes.tame && self.scene.is_royal(square)) {
                self.emit(&state, &arrival, Some(square));
            }
        }
    }

    /// Slides towards the first piece on this side, if that is an unmoved partner on the edge.
    pub(super) fn castle(&mut self, distance: u16, direction: u8, inward: u16) {
        let topology = self.scene.topology();
        let dx = files_per_step(direction, self.second_player);
        // An edge is an edge here even where the board is a cylinder.
        let step = |from: Square| topology.leap_wrapped(from, dx, 0, Wrap::AsBoard).filter(|(_, wrapped)| !wrapped);
        let mut path: SmallVec<[Square; 16]> = smallvec::smallvec![self.origin];
        let partner = loop {
            let Some((square, _)) = path.last().and_then(|&from| step(from)) else { return };
            path.push(square);
            if self.scene.occupant(square) != Occupant::Empty {
                break square;
            }
        };
        let mut corner = Some(partner);
        for _ in 0..inward {
            corner = corner.and_then(step).map(|(square, _)| square);
        }
        let on_edge = corner.is_some_and(|corner| step(corner).is_none());
        let distance = usize::from(distance);
        let willing = self.scene.occupant(partner) == Occupant::Own && self.scene.is_virgin(partner);
        if dx != 0 && on_edge && willing && (1..path.len()).contains(&distance) {
            let partner = Some((partner, path[distance - 1]));
            self.land(Trace { partner, ..Trace::quiet(path[distance]) });
        }
    }
}

/// Files per step in one of the two sideways directions, 0 in any other.
fn files_per_step(direction: u8, second_player: bool) -> i32 {
    let right = if second_player { -1 } else { 1 };
    match direction {
        2 => right,
        6 => -right,
        _ => 0,
    }
}
