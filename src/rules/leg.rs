//! Move programs: what a piece may do, as legs.
//!
//! An XBetza description compiles to a union of these (`rules/legs_of.rs` is the compiler). Everything that text
//! leaves to a default is explicit here: directions are sets, ranges are already toggled, repeated groups and
//! `z`/`q` turns are unfolded. Two readers walk them: the interpreter (`movegen/interpreter.rs`), which is the
//! meaning, and the table builder (`rules/unroll.rs`), which is tested against it.

use super::topology::Wrap;
use crate::definition::Side;
use smallvec::{SmallVec, smallvec};
use std::hash::{Hash, Hasher};

/// One way a piece may move; the piece's moves are the union of all of its programs.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum MoveProgram {
    /// A path of one or more legs, all of which must be completed.
    Path { legs: SmallVec<[Leg; 2]>, virgin: Virgin },
    /// XBetza `O`: slide `distance` squares towards a partner on the edge, which lands on the other side.
    /// `directions` holds 2 (right) and 6 (left) as the first player sees them; `inward` is the number of `j`s:
    /// how many files in from the edge the partner stands.
    Castle { distance: u16, directions: Directions, inward: u16, virgin: Virgin },
    /// Passing the turn (`O` without a number).
    Pass { virgin: Virgin },
    /// `U`: any square but its own.
    Anywhere { modes: Modes, virgin: Virgin },
}

impl MoveProgram {
    pub fn virgin(&self) -> Virgin {
        match self {
            MoveProgram::Path { virgin, .. }
            | MoveProgram::Castle { virgin, .. }
            | MoveProgram::Pass { virgin }
            | MoveProgram::Anywhere { virgin, .. } => *virgin,
        }
    }

    /// True if more than one piece may be captured on the way.
    pub fn may_take_several(&self) -> bool {
        let takes = |leg: &&Leg| leg.modes.enemy || leg.modes.royal || leg.modes.en_passant;
        self.legs().is_some_and(|legs| legs.iter().filter(takes).count() > 1)
    }

    /// Those of a path.
    pub fn legs(&self) -> Option<&[Leg]> {
        match self {
            MoveProgram::Path { legs, .. } => Some(legs),
            MoveProgram::Castle { .. } | MoveProgram::Pass { .. } | MoveProgram::Anywhere { .. } => None,
        }
    }

    /// Of a leg that puts what it takes down where it began: its ways to empty squares, and those on which it changes places
    /// with what stands there. `None` if it is more than that.
    pub fn swapping(&self) -> Option<[MoveProgram; 2]> {
        let MoveProgram::Path { legs, virgin: virgin @ Virgin::Always } = self else { return None };
        let &[leg] = legs.as_slice() else { return None };
        let parts = |modes: Modes| MoveProgram::Path {
            legs: smallvec![Leg { unload: false, modes, leaves_trail: leg.leaves_trail && modes.empty, ..leg }],
            virgin: *virgin,
        };
        let alone = Modes { enemy: false, friend: false, royal: false, ..leg.modes };
        (leg.unload && !leg.modes.en_passant).then(|| [alone, Modes { empty: false, ..leg.modes }].map(parts))
    }

    /// True if a leg of it may capture in passing.
    pub fn takes_en_passant(&self) -> bool {
        matches!(self, MoveProgram::Path { legs, .. } if legs.iter().any(|leg| leg.modes.en_passant))
    }

    /// True for a path of several legs that leaps and hops over nothing.
    pub fn turns_step_by_step(&self) -> bool {
        let walks = |leg: &Leg| {
            leg.leap.is_unit() && leg.jump == 0 && leg.hurdle == Hurdle::None && !leg.modes.hop && !leg.unload
        };
        matches!(self, MoveProgram::Path { legs, .. } if legs.len() > 1 && legs.iter().all(walks))
    }
}

/// When a program may be used at all, judged on the origin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Virgin {
    #[default]
    Always,
    /// `i`: the piece has not moved.
    Unmoved,
    /// `ii`: the piece stands one rank in front of a square that held its type at the start.
    OneAhead,
}

/// A set of the eight directions; bit n is index n, clockwise from straight ahead. Absolute (first player's
/// view) on the first leg, relative to the preceding leg afterwards.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Directions(pub u8);

impl Directions {
    pub const ALL: Directions = Directions(0xFF);

    pub fn only(direction: u8) -> Directions {
        Directions(1 << (direction & 7))
    }

    /// Its direction, if it has but one.
    pub fn the_only(self) -> Option<u8> {
        (self.count() == 1).then(|| self.0.trailing_zeros() as u8)
    }

    pub fn contains(self, direction: u8) -> bool {
        self.0 >> (direction & 7) & 1 == 1
    }

    pub fn count(self) -> u32 {
        self.0.count_ones()
    }

    pub fn iter(self) -> impl Iterator<Item = u8> {
        (0..8).filter(move |&direction| self.contains(direction))
    }

    /// As a player means them, in the order in which the player sees them.
    pub fn of(self, side: Side) -> impl Iterator<Item = u8> {
        let turn = if side == Side::First { 0 } else { 4 };
        self.iter().map(move |direction| (direction + turn) & 7)
    }

    /// The same set for the other player: the board turned by half a circle.
    pub fn rotated(self) -> Directions {
        Directions(self.0.rotate_left(4))
    }
}

impl std::fmt::Debug for Directions {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Directions({:08b})", self.0)
    }
}

/// The elementary step of a leg.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Leap {
    /// (0,n) in even directions, (n,n) in odd ones.
    Radial(u8),
    /// (a,b) with a < b, all eight images.
    Oblique(u8, u8),
}

impl Leap {
    /// Files right and ranks up (first player's view) of one leap in an absolute direction.
    pub fn vector(self, direction: u8) -> (i32, i32) {
        const RING: [(i32, i32); 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];
        let direction = (direction & 7) as usize;
        match self {
            Leap::Radial(length) => {
                let (x, y) = RING[direction];
                (x * length as i32, y * length as i32)
            }
            Leap::Oblique(a, b) => {
                let (a, b) = (a as i32, b as i32);
                [(a, b), (b, a), (b, -a), (a, -b), (-a, -b), (-b, -a), (-b, a), (-a, b)][direction]
            }
        }
    }

    /// True for steps to a neighbouring square, which skip nothing.
    pub fn is_unit(self) -> bool {
        self == Leap::Radial(1)
    }
}

/// How often a leg's leap may be repeated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reach {
    /// 1 or more.
    Steps(u16),
    Unlimited,
    /// `*`: to the last rank of the own half of the board, but at least one step.
    OwnHalf,
}

/// What the end square of a leg may hold and what becomes of it. On a leg that is not the last: the alternatives
/// under which the path goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Modes {
    /// `m`: an empty square.
    pub empty: bool,
    /// `c`: an enemy, captured.
    pub enemy: bool,
    /// `d`: a friend, captured.
    pub friend: bool,
    /// `e`: an en passant square; the victim is captured.
    pub en_passant: bool,
    /// `k`: an enemy royal, captured.
    pub royal: bool,
    /// `p` (or `g`) on a leg that is not the last: any occupied square, without effect.
    pub hop: bool,
    /// `t`: on the last leg captures no royal; on a hop: not over enemies. It restricts no capture on the way.
    pub tame: bool,
}

/// The squares between the ends of a leap, seen from its start: along the longer side first, then diagonally.
pub fn skipped((dx, dy): (i32, i32)) -> SmallVec<[(i32, i32); 4]> {
    let (mut x, mut y) = (0, 0);
    let mut squares = SmallVec::new();
    loop {
        let (rest_x, rest_y) = (dx - x, dy - y);
        if rest_x.abs() >= rest_y.abs() {
            x += rest_x.signum();
        }
        if rest_y.abs() >= rest_x.abs() {
            y += rest_y.signum();
        }
        if (x, y) == (dx, dy) {
            return squares;
        }
        squares.push((x, y));
    }
}

/// The squares between the ends of a leap of length two or more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Skipped {
    #[default]
    Any,
    /// `n`: all must be empty.
    Empty,
    /// `j`: all must be occupied.
    Occupied,
}

/// What a last leg must hop over before its modes count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Hurdle {
    #[default]
    None,
    /// `p`: exactly one piece, then any distance.
    Cannon,
    /// `g`: exactly one piece, landing right behind it.
    Grasshopper,
    /// `pp`: one piece or more.
    Several,
}

/// One straight piece of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Leg {
    pub leap: Leap,
    pub directions: Directions,
    pub reach: Reach,
    pub modes: Modes,
    /// Only on the last leg; elsewhere hopping is `modes.hop`.
    pub hurdle: Hurdle,
    pub skipped: Skipped,
    /// Number of squares passed over whatever they hold, on unit leaps (`j`).
    pub jump: u16,
    /// `i` on a later leg: exactly as many steps as the latest leg whose reach was not 1.
    pub same_length: bool,
    /// The leaps leave en passant squares for the next ply: every square skipped or passed. Only moves that
    /// capture and unload nothing do.
    pub leaves_trail: bool,
    pub wrap: Wrap,
    /// A step of a crooked or circular ride, which is one leg: when it comes by its own square again, round a joined
    /// edge, that is an obstacle.
    pub rides: bool,
    /// `u`: the start square of this leg is where a captured piece is put down.
    pub unload: bool,
}

/// In two words: joining programs hashes little else.
impl Hash for Leg {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let Modes { empty, enemy, friend, en_passant, royal, hop, tame } = self.modes;
        let marks = [empty, enemy, friend, en_passant, royal, hop, tame]
            .into_iter()
            .chain([self.same_length, self.leaves_trail, self.unload, self.rides])
            .fold(0, |all, mark| all << 1 | u64::from(mark));
        let leap = match self.leap {
            Leap::Radial(length) => u64::from(length),
            Leap::Oblique(a, b) => 1 << 16 | u64::from(a) << 8 | u64::from(b),
        };
        let reach = match self.reach {
            Reach::Steps(steps) => u64::from(steps),
            Reach::Unlimited => 1 << 16,
            Reach::OwnHalf => 2 << 16,
        };
        let sorts = (self.hurdle as u64) << 4 | (self.skipped as u64) << 2 | self.wrap as u64;
        state.write_u64(leap | u64::from(self.directions.0) << 17 | marks << 25 | sorts << 36);
        state.write_u64(reach | u64::from(self.jump) << 18);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn leaps_skip_squares_along_the_longer_side_first() {
        assert_eq!(skipped((0, 2)).as_slice(), [(0, 1)]);
        assert_eq!(skipped((-3, 3)).as_slice(), [(-1, 1), (-2, 2)]);
        assert_eq!(skipped((2, -1)).as_slice(), [(1, 0)]);
        assert_eq!(skipped((2, 3)).as_slice(), [(0, 1), (1, 2)]);
    }
}
