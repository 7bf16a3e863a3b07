//! Clocks: the one on the wall, the one of the game, and how much of it a move may take.
//!
//! Nothing else in the protocol layer looks at the time.

use crate::search::Limits;
use std::time::{Duration, Instant};

/// Tells the time since some fixed moment.
pub trait Clock {
    fn now(&self) -> Duration;
}

/// The real clock.
pub struct WallClock(Instant);

impl WallClock {
    pub fn start() -> WallClock {
        WallClock(Instant::now())
    }
}

impl Clock for WallClock {
    fn now(&self) -> Duration {
        self.0.elapsed()
    }
}

/// A clock for tests, on which no time passes.
pub struct StillClock;

impl Clock for StillClock {
    fn now(&self) -> Duration {
        Duration::ZERO
    }
}

/// How the time for moves is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Control {
    PerMove(Duration),
    /// `moves` per session, each session adding `base`; without a number `base` is for the whole game.
    Game {
        moves: Option<u32>,
        base: Duration,
        increment: Duration,
    },
}

/// Lost between the GUI's clock and ours, for each move.
const OVERHEAD: Duration = Duration::from_millis(15);
const LEAST: Duration = Duration::from_millis(1);

/// The engine's own clock in a game.
#[derive(Clone, Debug)]
pub struct Timer {
    control: Control,
    left: Duration,
    /// `sd`: in addition to the time.
    pub max_depth: Option<u8>,
}

impl Timer {
    /// Until somebody says something else: two seconds a move.
    pub fn new() -> Timer {
        Timer { control: Control::PerMove(Duration::from_secs(2)), left: Duration::ZERO, max_depth: None }
    }

    pub fn set(&mut self, control: Control) {
        self.control = control;
        if let Control::Game { base, .. } = control {
            self.left = base;
        }
    }

    /// The GUI says how much is left on the clock.
    pub fn set_left(&mut self, left: Duration) {
        self.left = left;
    }

    /// The engine has made a move.
    pub fn spend(&mut self, used: Duration) {
        if let Control::Game { increment, .. } = self.control {
            self.left = self.left.saturating_sub(used) + increment;
        }
    }

    /// What the next move may take; `played` moves were made by the engine's side before it.
    pub fn limits(&self, played: u32) -> Limits {
        match self.control {
            Control::PerMove(time) => Limits::MoveTime(time.saturating_sub(OVERHEAD).max(LEAST)),
            Control::Game { moves, increment, .. } => Limits::Clock {
                left: self.left.saturating_sub(OVERHEAD).max(LEAST),
                increment,
                moves_to_go: moves.filter(|&moves| moves > 0).map(|moves| moves - played % moves),
            },
        }
    }
}

impl Default for Timer {
    fn default() -> Timer {
        Timer::new()
    }
}
