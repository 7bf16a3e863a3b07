//! Pieces that may capture in more ways than anybody can list: one enemy after the other, in any choice and order; and pieces that
//! go more ways than can be followed, though most lead to the same squares.

use super::leg::{Leg, MoveProgram, Reach};
use super::topology::{Square, SquareSet, Topology};
use crate::movegen::interpreter::{Occupant, Scene, moves_within};
use hashbrown::HashSet;

/// More moves than this from one square are too many: each is tried against all that could answer it.
const MOST_MOVES: usize = 5000;

/// More than this with enemies all around are too many, which don't come up often.
const MOST_AMONG_MANY: usize = 50_000;

/// On boards of more cells than these, where ways that capture nothing more are long, so many choices of what to capture.
const SMALL: usize = 256;
const MOST_CAPTURES: usize = 10_000;

/// Steps taken to find them.
const MOST_STEPS: usize = 200_000;

/// Enemies in the crowd, about.
const MOST_ENEMIES: usize = 16;

/// Shorter paths capture too little on the way.
const LONG: usize = 3;

/// True if the ways of a piece over an empty board are too many to follow them each time that it moves.
pub fn wanders(programs: &[MoveProgram], topology: &Topology) -> bool {
    let is_long = |program: &&MoveProgram| program.legs().is_some_and(|legs| legs.len() >= LONG);
    let programs: Vec<MoveProgram> = programs.iter().filter(is_long).cloned().collect();
    // Hardly any piece has so many that they need be counted.
    let longest = u64::from(topology.files().max(topology.ranks()));
    let steps = |leg: &Leg| match leg.reach {
        Reach::Steps(steps) => u64::from(steps),
        Reach::Unlimited | Reach::OwnHalf => longest,
    };
    let choices = |leg: &Leg| u64::from(leg.directions.count()) * steps(leg);
    let ways = programs.iter().filter_map(MoveProgram::legs);
    let ways = ways.map(|legs| legs.iter().map(choices).fold(1, u64::saturating_mul)).fold(0, u64::saturating_add);
    if ways <= MOST_STEPS as u64 {
        return false;
    }
    let alone = Crowd { topology, enemies: SquareSet::default() };
    let endless = |origin: Square| !moves_within(&alone, &programs, origin, MOST_STEPS).1;
    middle(topology).is_some_and(endless)
}

fn middle(topology: &Topology) -> Option<Square> {
    let middle = topology.square(topology.files() / 2, topology.ranks() / 2);
    middle.filter(|&square| !topology.is_hole(square)).or_else(|| topology.squares().next())
}

/// True if a piece in the middle of a moderate crowd could do more than can be listed.
pub fn is_lost_in(programs: &[MoveProgram], topology: &Topology) -> bool {
    let captures_on = |program: &&MoveProgram| {
        program.legs().is_some_and(|legs| {
            let on_way = legs.split_last().map_or(&[][..], |(_, on_way)| on_way);
            legs.len() >= LONG && on_way.iter().any(|leg| leg.modes.enemy || leg.modes.friend)
        })
    };
    let programs: Vec<MoveProgram> = programs.iter().filter(captures_on).cloned().collect();
    let among = |crowd: Crowd, origin: Square| moves_within(&crowd, &programs, origin, MOST_STEPS);
    let lost = |origin: Square| {
        let (scattered, _) = among(Crowd::scattered(topology), origin);
        let (moves, all) = among(Crowd::around(topology, origin), origin);
        scattered.len() > MOST_MOVES
            || match topology.cells() <= SMALL {
                true => !all || moves.len() > MOST_AMONG_MANY,
                false => moves.into_iter().map(|it| it.captures).collect::<HashSet<_>>().len() > MOST_CAPTURES,
            }
    };
    !programs.is_empty() && middle(topology).is_some_and(lost)
}

/// A board with enemies.
struct Crowd<'a> {
    topology: &'a Topology,
    enemies: SquareSet,
}

impl Crowd<'_> {
    /// One square in eight holds an enemy, without any order; on a large board some squares do: armies do not grow with the
    /// board.
    fn scattered(topology: &Topology) -> Crowd<'_> {
        let cells = topology.cells().max(MOST_ENEMIES * 8);
        let is_filled = |square: &Square| {
            let mixed = (square.index() as u32 + 1).wrapping_mul(0x9E37_79B9);
            u64::from(mixed) * (cells as u64) < (MOST_ENEMIES as u64) << 32
        };
        Crowd { topology, enemies: topology.squares().filter(is_filled).collect() }
    }

    /// The squares nearest to one hold enemies, as where it has come among an army that has not moved.
    fn around(topology: &Topology, origin: Square) -> Crowd<'_> {
        let mut near: Vec<Square> = topology.squares().filter(|&square| square != origin).collect();
        near.sort_by_key(|&square| topology.distance(square, origin));
        Crowd { topology, enemies: near.into_iter().take(MOST_ENEMIES).collect() }
    }
}

impl Scene for Crowd<'_> {
    fn topology(&self) -> &Topology {
        self.topology
    }

    fn occupant(&self, square: Square) -> Occupant {
        if self.enemies.contains(square) { Occupant::Enemy } else { Occupant::Empty }
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
