//! Pieces that may capture in more ways than anybody can list: one enemy after the other, in any choice and order.

use super::leg::MoveProgram;
use super::topology::{Square, Topology};
use crate::movegen::interpreter::{Occupant, Scene, moves};

/// More moves than this from one square are too many: each is tried against all that could answer it.
const MOST_MOVES: usize = 5000;

/// Enemies in the crowd, about.
const MOST_ENEMIES: usize = 16;

/// Shorter paths capture too little on the way.
const LONG: usize = 3;

/// True if a piece in the middle of a moderate crowd could do more than can be listed.
pub fn is_lost_in(programs: &[MoveProgram], topology: &Topology) -> bool {
    let captures_on = |program: &&MoveProgram| {
        program.legs().is_some_and(|legs| {
            let on_way = legs.split_last().map_or(&[][..], |(_, on_way)| on_way);
            legs.len() >= LONG && on_way.iter().any(|leg| leg.modes.enemy || leg.modes.friend)
        })
    };
    let programs: Vec<MoveProgram> = programs.iter().filter(captures_on).cloned().collect();
    let middle = topology.square(topology.files() / 2, topology.ranks() / 2);
    let middle = middle.filter(|&square| !topology.is_hole(square)).or_else(|| topology.squares().next());
    !programs.is_empty()
        && middle.is_some_and(|origin| moves(&Crowd(topology), &programs, origin, false).len() > MOST_MOVES)
}

/// A board on which one square in eight holds an enemy, without any order; a large one on which some squares do: armies do
/// not grow with the board.
struct Crowd<'a>(&'a Topology);

impl Scene for Crowd<'_> {
    fn topology(&self) -> &Topology {
        self.0
    }

    fn occupant(&self, square: Square) -> Occupant {
        let mixed = (square.index() as u32 + 1).wrapping_mul(0x9E37_79B9);
        let cells = self.0.cells().max(MOST_ENEMIES * 8);
        let filled = u64::from(mixed) * (cells as u64) < (MOST_ENEMIES as u64) << 32;
        if filled { Occupant::Enemy } else { Occupant::Empty }
    }

    fn is_royal(&self, _: Square) -> bool {
        false
    }

    fn is_virgin(&self, _: Square) -> bool {
        true
    }

    fn is_initial(&self, _: Square) -> bool {
        true
    }

    fn en_passant_victim(&self, _: Square) -> Option<Square> {
        None
    }

    fn is_open(&self, _: Square) -> bool {
        true
    }

    fn ends_captures(&self, _: Square) -> bool {
        false
    }
}
