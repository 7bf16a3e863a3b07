//! Games as PGN, one after the other in a file.

use crate::arena::engine::MATE;
use crate::arena::play::{Fault, Played};
use crate::arena::schedule::Plan;
use crate::definition::Side;
use crate::notation::pgn;
use std::fs::File;
use std::io::{self, Write};
use std::time::{SystemTime, UNIX_EPOCH};

pub struct Record<'a> {
    pub plan: &'a Plan,
    pub number: u32,
    pub played: &'a Played,
}

impl Record<'_> {
    pub fn write(&self, file: &mut File) -> io::Result<()> {
        let Record { plan, number, played } = self;
        let [white, black] = Side::BOTH.map(|side| played.seats[side]);
        let tag = |name: &str, value: String| (name.to_owned(), value);
        let mut tags = vec![
            tag("Event", "griffon match".to_owned()),
            tag("Date", today()),
            tag("Round", format!("{}.{}", number / 2 + 1, number % 2 + 1)),
            tag("White", plan.names[white].clone()),
            tag("Black", plan.names[black].clone()),
        ];
        let limits = [&plan.limits[white], &plan.limits[black]];
        if limits[0] == limits[1] {
            tags.push(tag("TimeControl", limits[0].tag()));
        } else {
            tags.push(tag("WhiteTimeControl", limits[0].tag()));
            tags.push(tag("BlackTimeControl", limits[1].tag()));
        }
        tags.push(tag("WhiteLimit", limits[0].to_string()));
        tags.push(tag("BlackLimit", limits[1].to_string()));
        tags.push(tag("PlyCount", played.game.moves().len().to_string()));
        tags.push(tag("Termination", played.outcome.reason.clone()));
        for Fault { kind, engine, words, .. } in &played.faults {
            tags.push(tag("Fault", format!("{}: {}: {words}", plan.names[*engine], kind.words())));
        }
        let mut text = Vec::new();
        pgn::write(&mut text, &tags, &played.game, |ply| self.comment(ply), played.outcome.score())?;
        // A game at a time, so that what is there is whole.
        file.write_all(&text)
    }

    /// `+0.31/9 0.120s`: score for the player who moves, depth, time.
    fn comment(&self, ply: usize) -> Option<String> {
        let Some(at) = ply.checked_sub(self.played.opening) else {
            return (ply + 1 == self.played.opening).then(|| "end of the opening".to_owned());
        };
        let thought = self.played.thoughts.get(at)?;
        let score = thought.score.map_or(String::new(), |score| match MATE - score.abs() {
            moves @ ..10_000 => format!("{}M{}/", if score > 0 { '+' } else { '-' }, moves.max(0)),
            _ => format!("{:+.2}/", f64::from(score) / 100.0),
        });
        let depth = thought.depth.map_or(String::new(), |depth| format!("{depth} "));
        Some(format!("{score}{depth}{:.3}s", thought.time.as_secs_f64()))
    }
}

/// `2026.01.31`, in the time zone of nobody.
fn today() -> String {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    let [year, month, day] = date(seconds / 86_400);
    format!("{year:04}.{month:02}.{day:02}")
}

/// Year, month and day of a number of days since 1970.
fn date(mut days: u64) -> [u64; 3] {
    let mut year = 1970;
    let leap = |year: u64| year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    while days >= 365 + u64::from(leap(year)) {
        days -= 365 + u64::from(leap(year));
        year += 1;
    }
    let lengths = [31, 28 + u64::from(leap(year)), 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    let mut month = 1;
    for length in lengths {
        if days < length {
            break;
        }
        days -= length;
        month += 1;
    }
    [year, month, days + 1]
}

#[cfg(test)]
mod tests {
    use super::date;

    #[test]
    fn days_have_dates() {
        assert_eq!(date(0), [1970, 1, 1]);
        assert_eq!(date(11_016), [2000, 2, 29]);
        assert_eq!(date(11_017), [2000, 3, 1]);
        assert_eq!(date(19_722), [2023, 12, 31]);
        assert_eq!(date(20_514), [2026, 3, 2]);
    }
}
