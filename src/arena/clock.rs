//! What limits a player's moves, and the clock.

use crate::protocol::timing::GameTime;
use std::fmt;
use std::time::Duration;

/// How much a player may think.
#[derive(Clone, Debug, PartialEq)]
pub enum Limit {
    Clock(GameTime),
    MoveTime(Duration),
    Nodes(u64),
    Depth(u8),
}

impl Limit {
    /// `40/60`, `1+0.01`, `5:00+3`: moves, seconds or minutes and seconds, seconds added for each move.
    pub fn clock(text: &str) -> Result<Limit, String> {
        let wrong = || format!("`{text}` is no time control; those look like 40/60, 1+0.01 or 5:00+3, in seconds");
        let (moves, rest) = match text.split_once('/') {
            Some((moves, rest)) => (Some(moves.trim().parse().ok().filter(|&n: &u32| n > 0).ok_or_else(wrong)?), rest),
            None => (None, text),
        };
        let (base, increment) = rest.split_once('+').unwrap_or((rest, "0"));
        let sum = |total: Option<f64>, part: &str| {
            part.trim().parse().ok().filter(|part| *part >= 0.0).and_then(|part: f64| Some(total? * 60.0 + part))
        };
        let base = base.split(':').fold(Some(0.0), sum).and_then(seconds).ok_or_else(wrong)?;
        let increment = increment.trim().parse().ok().and_then(seconds).ok_or_else(wrong)?;
        if base + increment == Duration::ZERO {
            return Err(wrong());
        }
        Ok(Limit::Clock(GameTime { moves, base, increment, at_most_used: false }))
    }

    /// Seconds for each move.
    pub fn move_time(text: &str) -> Result<Limit, String> {
        let time = text.trim().parse().ok().and_then(seconds).filter(|time| !time.is_zero());
        Ok(Limit::MoveTime(time.ok_or_else(|| format!("`{text}` is no number of seconds"))?))
    }

    pub fn nodes(text: &str) -> Result<Limit, String> {
        let nodes = text.trim().parse().ok().filter(|&nodes: &u64| nodes > 0);
        Ok(Limit::Nodes(nodes.ok_or_else(|| format!("`{text}` is no number of nodes"))?))
    }

    pub fn depth(text: &str) -> Result<Limit, String> {
        let depth = text.trim().parse().ok().filter(|&depth: &u8| depth > 0);
        Ok(Limit::Depth(depth.ok_or_else(|| format!("`{text}` is no depth"))?))
    }

    /// As PGN's tag `TimeControl` wants it; `-` if no clock runs.
    pub fn tag(&self) -> String {
        match self {
            Limit::Clock(time) => {
                let moves = time.moves.map_or(String::new(), |moves| format!("{moves}/"));
                let increment = match time.increment.as_secs_f64() {
                    0.0 => String::new(),
                    more => format!("+{more}"),
                };
                format!("{moves}{}{increment}", time.base.as_secs_f64())
            }
            Limit::MoveTime(time) => format!("1/{}", time.as_secs_f64()),
            Limit::Nodes(_) | Limit::Depth(_) => "-".to_owned(),
        }
    }
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Limit::Clock(_) => write!(f, "{} s", self.tag()),
            Limit::MoveTime(time) => write!(f, "{} s a move", time.as_secs_f64()),
            Limit::Nodes(nodes) => write!(f, "{nodes} nodes"),
            Limit::Depth(depth) => write!(f, "depth {depth}"),
        }
    }
}

/// A sensible number of seconds as a duration.
fn seconds(number: f64) -> Option<Duration> {
    (0.0..=1e7).contains(&number).then(|| Duration::from_secs_f64(number))
}

/// One player's clock in a game.
#[derive(Clone, Debug)]
pub struct Clock {
    pub limit: Limit,
    left: Duration,
    played: u32,
}

impl Clock {
    pub fn new(limit: Limit) -> Clock {
        let left = match &limit {
            Limit::Clock(time) => time.base + time.increment,
            Limit::MoveTime(time) => *time,
            Limit::Nodes(_) | Limit::Depth(_) => Duration::ZERO,
        };
        Clock { limit, left, played: 0 }
    }

    /// What the next move may take; `None` if time doesn't count.
    pub fn left(&self) -> Option<Duration> {
        matches!(self.limit, Limit::Clock(_) | Limit::MoveTime(_)).then_some(self.left)
    }

    pub fn increment(&self) -> Duration {
        if let Limit::Clock(time) = &self.limit { time.increment } else { Duration::ZERO }
    }

    /// Moves to the next time control, if there is one.
    pub fn moves_to_go(&self) -> Option<u32> {
        let Limit::Clock(time) = &self.limit else { return None };
        time.moves.map(|moves| moves - self.played % moves)
    }

    /// A move was made that took so long.
    pub fn spend(&mut self, used: Duration) {
        self.played += 1;
        if let Limit::Clock(time) = &self.limit {
            self.left = self.left.saturating_sub(used) + time.increment;
            if time.moves.is_some_and(|moves| self.played.is_multiple_of(moves)) {
                self.left += time.base;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_controls_are_read_as_people_write_them() {
        let read = |text: &str| Limit::clock(text).map(|limit| limit.to_string());
        assert_eq!(read("40/60"), Ok("40/60 s".to_owned()));
        assert_eq!(read("1+0.01"), Ok("1+0.01 s".to_owned()));
        assert_eq!(read("5:00+3"), Ok("300+3 s".to_owned()));
        assert_eq!(read("1:30:00"), Ok("5400 s".to_owned()));
        for wrong in ["", "0", "x", "-1", "0/60", "40/", "1+x", "1e99", "inf", "NaN", "1:-5", "+"] {
            assert!(Limit::clock(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_clock_gets_its_increments_and_its_next_session() {
        let mut clock = Clock::new(Limit::clock("2/10+1").expect("a time control"));
        let second = Duration::from_secs(1);
        assert_eq!((clock.left(), clock.moves_to_go()), (Some(11 * second), Some(2)));
        clock.spend(4 * second);
        assert_eq!((clock.left(), clock.moves_to_go()), (Some(8 * second), Some(1)));
        clock.spend(3 * second);
        assert_eq!((clock.left(), clock.moves_to_go()), (Some(16 * second), Some(2)));
        let mut each = Clock::new(Limit::move_time("0.5").expect("a time"));
        each.spend(second);
        assert_eq!(each.left(), Some(Duration::from_millis(500)));
        assert_eq!(Clock::new(Limit::Depth(3)).left(), None);
    }
}
