//! The time for a game: `40/300+2 40/300 60+5 ponder`, for both players or for each.

use super::super::timing::{Control, GameTime, Timer};
use crate::definition::PerSide;
use crate::search::Limits;
use std::time::Duration;

/// What one player has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Level {
    sessions: Vec<GameTime>,
    /// It may think on the opponent's time; the GUI says when.
    pub ponders: bool,
}

impl Level {
    /// What a move may take if nobody says what is left on the clock.
    pub fn limits(&self, played: u32) -> Limits {
        let mut timer = Timer::new();
        timer.set(Control::Game(self.sessions.clone()), 0);
        timer.limits(played)
    }
}

/// Reads what follows the word `level`; `None` if it makes no sense.
pub fn read(rest: &str) -> Option<PerSide<Level>> {
    let words: Vec<&str> = rest.split_whitespace().collect();
    if let ["white", rest @ ..] = &words[..] {
        let black = rest.iter().position(|word| *word == "black")?;
        return Some(PerSide([one(rest.get(..black)?)?, one(rest.get(black + 1..)?)?]));
    }
    let both = one(&words)?;
    Some(PerSide([both.clone(), both]))
}

fn one(words: &[&str]) -> Option<Level> {
    let (words, ponders) = match words {
        [words @ .., "ponder"] => (words, true),
        words => (words, false),
    };
    let sessions: Option<Vec<GameTime>> = words.iter().map(|word| session(word)).collect();
    let sessions = sessions.filter(|sessions| !sessions.is_empty())?;
    // The rest of the game can only come last.
    let (_, before) = sessions.split_last()?;
    before.iter().all(|time| time.moves.is_some()).then_some(Level { sessions, ponders })
}

/// `MOVES/SECONDS+INCREMENT`, of which the first and the last may be missing.
fn session(word: &str) -> Option<GameTime> {
    let (moves, time) = match word.split_once('/') {
        Some((moves, time)) => (Some(moves.parse::<u32>().ok().filter(|&moves| moves > 0)?), time),
        None => (None, word),
    };
    let (base, increment) = time.split_once('+').unwrap_or((time, "0"));
    let seconds = |text: &str| text.parse::<u32>().ok().map(|seconds| Duration::from_secs(seconds.into()));
    Some(GameTime { moves, base: seconds(base)?, increment: seconds(increment)?, at_most_used: false })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::definition::Side;

    fn time(moves: u32, base: u64, increment: u64) -> GameTime {
        let [base, increment] = [base, increment].map(Duration::from_secs);
        GameTime { moves: (moves > 0).then_some(moves), base, increment, at_most_used: false }
    }

    #[test]
    fn levels_of_the_document_are_read() {
        let both = |rest: &str| read(rest).map(|level| level[Side::First].clone());
        let level = |sessions: &[GameTime], ponders| Some(Level { sessions: sessions.to_vec(), ponders });
        assert_eq!(both("40/300"), level(&[time(40, 300, 0)], false));
        assert_eq!(both("40/300+12 ponder"), level(&[time(40, 300, 12)], true));
        assert_eq!(both("40/300 40/300 300+5"), level(&[time(40, 300, 0), time(40, 300, 0), time(0, 300, 5)], false));
        let odds = read("white 300+12 ponder black 10").map(|PerSide(sides)| sides);
        let [white, black] = [level(&[time(0, 300, 12)], true), level(&[time(0, 10, 0)], false)];
        assert_eq!(odds.map(|[white, black]| (Some(white), Some(black))), Some((white, black)));
    }

    #[test]
    fn others_are_not() {
        for wrong in
            ["", "ponder", "300 40/300", "0/300", "40/", "forty", "white 300", "black 10", "40/300+-1", "99999999999"]
        {
            assert_eq!(read(wrong), None, "{wrong}");
        }
    }
}
