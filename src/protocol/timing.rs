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
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Control {
    PerMove(Duration),
    /// One session after the other; the last one again and again.
    Game(Vec<GameTime>),
}

/// Time for so many moves, or for the rest of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameTime {
    pub moves: Option<u32>,
    pub base: Duration,
    /// Added for every move.
    pub increment: Duration,
    /// But no more than the move has taken.
    pub at_most_used: bool,
}

impl Control {
    /// A single session.
    pub fn game(moves: Option<u32>, base: Duration, increment: Duration) -> Control {
        Control::Game(vec![GameTime { moves, base, increment, at_most_used: false }])
    }

    /// The session in which a player is who has made so many moves, and how many are left in it.
    fn session(&self, played: u32) -> Option<(GameTime, Option<u32>)> {
        let Control::Game(sessions) = self else { return None };
        let (mut played, last) = (played, sessions.len().saturating_sub(1));
        for (at, time) in sessions.iter().enumerate() {
            match time.moves.filter(|&moves| moves > 0) {
                None => return Some((*time, None)),
                Some(moves) if played < moves => return Some((*time, Some(moves - played))),
                Some(moves) if at == last => return Some((*time, Some(moves - played % moves))),
                Some(moves) => played -= moves,
            }
        }
        None
    }
}

/// Lost between the GUI's clock and ours, for each move after which a flag may fall.
pub(super) const OVERHEAD: Duration = Duration::from_millis(15);
const LEAST: Duration = Duration::from_millis(1);
/// If a clock runs ahead by more, messages are not to blame.
const MOST_LAG: Duration = Duration::from_millis(1000);

/// The engine's own clock in a game.
#[derive(Clone, Debug)]
pub struct Timer {
    control: Control,
    /// Moves that the engine's side had made when the control was set, which count in none of its sessions.
    since: u32,
    left: Duration,
    /// What the GUI's clock would show before the next move if it only ran while the engine thinks.
    expected: Option<Duration>,
    /// What a move costs on that clock beyond its thinking, at worst, of late.
    lag: Duration,
    /// `sd`: in addition to the time.
    pub max_depth: Option<u8>,
}

impl Timer {
    /// Until somebody says something else: two seconds a move.
    pub fn new() -> Timer {
        Timer {
            control: Control::PerMove(Duration::from_secs(2)),
            since: 0,
            left: Duration::ZERO,
            expected: None,
            lag: Duration::ZERO,
            max_depth: None,
        }
    }

    /// The control from now on, with a full clock; `played` moves were made before.
    pub fn set(&mut self, control: Control, played: u32) {
        self.since = played;
        if let Some((time, _)) = control.session(0) {
            self.left = time.base;
        }
        self.control = control;
        self.expected = None;
    }

    /// A new game begins.
    pub fn begin(&mut self) {
        self.since = 0;
    }

    /// The session of the control, and how many moves are left in it, after so many moves of the game.
    fn session(&self, played: u32) -> Option<(GameTime, Option<u32>)> {
        self.control.session(played.saturating_sub(self.since))
    }

    /// The GUI says how much is left on the clock. How much less it is than expected tells how long messages wait.
    pub fn set_left(&mut self, left: Duration) {
        self.left = left;
        // Somebody has set the clock if it is much less.
        let lost = self.expected.take().map(|expected| expected.saturating_sub(left)).filter(|&lost| lost < MOST_LAG);
        if let Some(lost) = lost {
            self.lag = lost.max(self.lag - self.lag / 16);
        }
    }

    /// The engine has made a move, `used` after it was asked and after so much thinking; `played` were made by its side
    /// before it.
    pub fn spend(&mut self, used: Duration, thought: Duration, played: u32) {
        if let Some((time, left)) = self.session(played) {
            let increment = if time.at_most_used { time.increment.min(used) } else { time.increment };
            self.left = self.left.saturating_sub(used) + increment;
            if let (Some(1), Some((next, _))) = (left, self.session(played + 1)) {
                self.left += next.base;
            }
            self.expected = Some(self.left + used.saturating_sub(thought));
        }
    }

    /// What the next move may take; `played` moves were made by the engine's side before it.
    pub fn limits(&self, played: u32) -> Limits {
        match (&self.control, self.session(played)) {
            (Control::PerMove(time), _) => Limits::MoveTime((*time).max(LEAST)),
            (Control::Game(_), session) => Limits::Clock {
                left: self.left.saturating_sub(OVERHEAD).max(LEAST),
                increment: session.map_or(Duration::ZERO, |(time, _)| time.increment),
                moves_to_go: session.and_then(|(_, left)| left),
                lag: self.lag,
            },
        }
    }
}

impl Default for Timer {
    fn default() -> Timer {
        Timer::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_level_counts_from_where_it_is_said() {
        let second = Duration::from_secs(1);
        let left = |timer: &Timer, played: u32| match timer.limits(played) {
            Limits::Clock { moves_to_go, .. } => moves_to_go,
            other => panic!("{other:?}"),
        };
        let mut timer = Timer::new();
        timer.set(Control::game(Some(10), second, Duration::ZERO), 7);
        assert_eq!([left(&timer, 7), left(&timer, 16), left(&timer, 17)], [Some(10), Some(1), Some(10)]);
        timer.begin();
        assert_eq!(left(&timer, 7), Some(3));
    }
}
