//! How often something was played, and with what success.

use crate::definition::Side;
use std::fmt;

/// Games counted by their results. In a file they are those of the player who moves first; of a move, those of whoever makes it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Said to be good, without games that show it.
    pub given: u32,
    pub wins: u32,
    pub draws: u32,
    pub losses: u32,
}

/// More than anybody has played; beyond it nothing is counted.
const MOST: u32 = 1_000_000_000;

impl Tally {
    /// One game with this winner.
    pub fn of_game(winner: Option<Side>) -> Tally {
        match winner {
            Some(Side::First) => Tally { wins: 1, ..Tally::default() },
            Some(Side::Second) => Tally { losses: 1, ..Tally::default() },
            None => Tally { draws: 1, ..Tally::default() },
        }
    }

    /// Reads `12`, or wins, draws and losses as `+7=2-3`, of which any may be missing.
    pub fn read(text: &str) -> Option<Tally> {
        if text.starts_with(|c: char| c.is_ascii_digit()) {
            let given = text.parse().ok().filter(|given| (1..=MOST).contains(given))?;
            return Some(Tally { given, ..Tally::default() });
        }
        let mut tally = Tally::default();
        let mut rest = text;
        while let Some(sign) = rest.chars().next() {
            let after = rest.get(sign.len_utf8()..)?;
            let length = after.bytes().take_while(u8::is_ascii_digit).count();
            let place = match sign {
                '+' => &mut tally.wins,
                '=' => &mut tally.draws,
                '-' => &mut tally.losses,
                _ => return None,
            };
            *place = after.get(..length)?.parse().ok().filter(|&count| count <= MOST)?;
            rest = after.get(length..)?;
        }
        (tally.games() > 0).then_some(tally)
    }

    /// Adds up, as far as anybody counts.
    pub fn add(&mut self, other: Tally) {
        let sum = |one: u32, other: u32| one.saturating_add(other).min(MOST);
        self.given = sum(self.given, other.given);
        self.wins = sum(self.wins, other.wins);
        self.draws = sum(self.draws, other.draws);
        self.losses = sum(self.losses, other.losses);
    }

    /// The same as this player sees it.
    pub fn seen_by(self, side: Side) -> Tally {
        match side {
            Side::First => self,
            Side::Second => Tally { wins: self.losses, losses: self.wins, ..self },
        }
    }

    /// How often it was played, or is said to be.
    pub fn games(self) -> u64 {
        [self.given, self.wins, self.draws, self.losses].into_iter().map(u64::from).sum()
    }

    /// How often it is to be chosen, beside others: the points that were made with it, doubled. What has only lost is never
    /// chosen.
    pub fn weight(self) -> u64 {
        2 * (u64::from(self.given) + u64::from(self.wins)) + u64::from(self.draws)
    }

    /// False for what was only given: nobody has won or lost anything.
    pub fn was_played(self) -> bool {
        self.wins > 0 || self.draws > 0 || self.losses > 0
    }
}

/// `12`, `+7=2-3`, or both, as in `12 +7=2-3`.
impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Tally { given, wins, draws, losses } = self;
        match (given, self.was_played()) {
            (0, _) => write!(f, "+{wins}={draws}-{losses}"),
            (given, false) => write!(f, "{given}"),
            (given, true) => write!(f, "{given} +{wins}={draws}-{losses}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let tally = Tally { wins: 7, draws: 2, losses: 3, given: 0 };
        assert_eq!(Tally::read(&tally.to_string()), Some(tally));
        assert_eq!(Tally::read("-4"), Some(Tally { losses: 4, ..Tally::default() }));
        assert_eq!(Tally::read("12"), Some(Tally { given: 12, ..Tally::default() }));
        for wrong in ["", "0", "+", "+x", "+0", "é", "+1é", "99999999999", "e2e4", "1e4"] {
            assert_eq!(Tally::read(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn what_loses_is_not_chosen() {
        let lost = Tally::read("-4").expect("it is one");
        assert_eq!((lost.weight(), lost.seen_by(Side::Second).weight(), lost.games()), (0, 8, 4));
    }
}
