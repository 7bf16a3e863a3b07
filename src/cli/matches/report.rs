//! What is told of a match: while it is played, and in the end.

use crate::arena::play::{Fault, Kind, Played};
use crate::arena::schedule::Plan;
use crate::arena::statistics::{Sprt, Tally, Verdict};
use crate::definition::Side;
use crate::rules::Rules;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::time::{Duration, Instant};

/// How progress is shown.
#[derive(Clone, Copy, PartialEq)]
pub enum Display {
    /// A line that is written again and again.
    Live,
    /// A line for each game.
    Lines,
    Nothing,
}

/// How often the live line is written.
const TICK: Duration = Duration::from_millis(500);

/// The games of one variant so far.
pub struct Report {
    variant: String,
    names: [String; 2],
    limits: [String; 2],
    games: u32,
    margin: Duration,
    sprt: Option<Sprt>,
    display: Display,
    tally: Tally,
    /// Half points of the first game of a pair that has ended, until the second has.
    halves: BTreeMap<u32, u8>,
    /// Won by the first player, drawn, by the second.
    sides: [u32; 3],
    endings: BTreeMap<String, u32>,
    faults: Vec<(u32, Fault)>,
    plies: usize,
    begun: Instant,
    shown: Option<Instant>,
}

impl Report {
    pub fn new(rules: &Rules, plan: &Plan, sprt: Option<Sprt>, display: Display) -> Report {
        Report {
            variant: rules.definition.names.name.clone(),
            names: plan.names.clone(),
            limits: [0, 1].map(|at: usize| plan.limits[at].to_string()),
            games: plan.games,
            margin: plan.terms.margin,
            sprt,
            display,
            tally: Tally::default(),
            halves: BTreeMap::new(),
            sides: [0; 3],
            endings: BTreeMap::new(),
            faults: Vec::new(),
            plies: 0,
            begun: Instant::now(),
            shown: None,
        }
    }

    /// Says what is going to be played.
    pub fn begin(&mut self, out: &mut dyn Write) -> io::Result<()> {
        self.begun = Instant::now();
        if self.display == Display::Nothing {
            return Ok(());
        }
        let ([one, two], [first, second]) = (&self.names, &self.limits);
        let limits = if first == second { first.clone() } else { format!("{first} against {second}") };
        let (variant, games, margin) = (&self.variant, self.games, self.margin.as_millis());
        writeln!(out, "{variant}: {one} against {two}, {games} games, {limits}, margin {margin} ms")?;
        out.flush()
    }

    /// A game has ended.
    pub fn add(&mut self, number: u32, played: &Played, out: &mut dyn Write) -> io::Result<()> {
        let half_points = played.half_points(0);
        self.tally.add(half_points);
        match self.halves.remove(&(number / 2)) {
            Some(other) => self.tally.add_pair(half_points + other),
            None => _ = self.halves.insert(number / 2, half_points),
        }
        let side = match played.outcome.winner {
            Some(Side::First) => 0,
            None => 1,
            Some(Side::Second) => 2,
        };
        self.sides[side] += 1;
        *self.endings.entry(played.outcome.reason.clone()).or_default() += 1;
        self.plies += played.game.moves().len();
        self.faults.extend(played.faults.iter().map(|fault| (number, fault.clone())));
        if self.display == Display::Nothing {
            return Ok(());
        }
        if self.display == Display::Lines {
            let [white, black] = Side::BOTH.map(|side| &self.names[played.seats[side]]);
            let (score, reason) = (played.outcome.score(), &played.outcome.reason);
            let (plies, tally) = (played.game.moves().len(), points(&self.tally));
            writeln!(out, "{:>4}  {white} - {black}  {score}  {reason}, {plies} plies  {tally}", number + 1)?;
        } else if !played.faults.is_empty() {
            clear(out)?;
        }
        played.faults.iter().try_for_each(|fault| self.tell_fault(number, fault, out))?;
        self.shown = None;
        self.pulse(out)?;
        out.flush()
    }

    fn tell_fault(&self, number: u32, fault: &Fault, out: &mut dyn Write) -> io::Result<()> {
        let name = &self.names[fault.engine];
        writeln!(out, "      game {}, {name}, {}: {}", number + 1, fault.kind.words(), fault.words)?;
        writeln!(out, "        in {}", fault.fen)?;
        fault.recent.iter().try_for_each(|line| writeln!(out, "        {line}"))
    }

    /// Writes the live line anew, if it is time.
    pub fn pulse(&mut self, out: &mut dyn Write) -> io::Result<()> {
        if self.display != Display::Live || self.shown.is_some_and(|shown| shown.elapsed() < TICK) {
            return Ok(());
        }
        self.shown = Some(Instant::now());
        clear(out)?;
        let seconds = self.begun.elapsed().as_secs();
        write!(
            out,
            "{} of {}  {}  Elo {}  {}:{:02}",
            self.tally.games(),
            self.games,
            points(&self.tally),
            bars(&self.tally),
            seconds / 60,
            seconds % 60
        )?;
        if let Some(sprt) = &self.sprt {
            let [low, high] = sprt.bounds();
            write!(out, "  SPRT {:.2} ({low:.2} to {high:.2})", sprt.ratio(&self.tally))?;
        }
        if !self.faults.is_empty() {
            write!(out, "  {} faults", self.faults.len())?;
        }
        out.flush()
    }

    /// No more is written over.
    pub fn finish(&mut self, out: &mut dyn Write) -> io::Result<()> {
        if self.display == Display::Live { clear(out) } else { Ok(()) }
    }

    /// The sequential test has its answer.
    pub fn is_decided(&self) -> bool {
        self.sprt.is_some_and(|sprt| sprt.verdict(&self.tally).is_some())
    }

    /// The table in the end.
    pub fn summary(&self, out: &mut dyn Write) -> io::Result<()> {
        let ([one, two], tally) = (&self.names, &self.tally);
        let seconds = self.begun.elapsed().as_secs_f64();
        writeln!(out, "\n{}: {} of {} games", self.variant, tally.games(), self.games)?;
        standing(one, two, tally, out)?;
        if let Some(sprt) = &self.sprt {
            let ([low, high], ratio) = (sprt.bounds(), sprt.ratio(tally));
            let verdict = match sprt.verdict(tally) {
                Some(Verdict::Elo0) => format!("not better than {} Elo", sprt.elo1),
                Some(Verdict::Elo1) => format!("better than {} Elo", sprt.elo0),
                None => "not decided".to_owned(),
            };
            writeln!(
                out,
                "  SPRT {} against {} Elo: {verdict}, {ratio:.2} between {low:.2} and {high:.2}",
                sprt.elo0, sprt.elo1
            )?;
        }
        let [first, drawn, second] = self.sides;
        let plies = self.plies / tally.games().max(1) as usize;
        writeln!(
            out,
            "  first player won {first}, drawn {drawn}, second player won {second}; {plies} plies on average"
        )?;
        let endings: Vec<String> = self.endings.iter().map(|(why, count)| format!("{why} {count}")).collect();
        writeln!(out, "  endings: {}", if endings.is_empty() { "none".to_owned() } else { endings.join(", ") })?;
        for (at, name) in self.names.iter().enumerate() {
            let counted = self.count(at);
            let faults: Vec<String> = counted.iter().map(|(kind, count)| format!("{} {count}", kind.words())).collect();
            writeln!(
                out,
                "  faults of {name}: {}",
                if faults.is_empty() { "none".to_owned() } else { faults.join(", ") }
            )?;
        }
        writeln!(out, "  {seconds:.1} s")
    }

    /// How often an engine did what wrong.
    fn count(&self, engine: usize) -> Vec<(Kind, usize)> {
        let of = |kind| self.faults.iter().filter(|(_, fault)| fault.engine == engine && fault.kind == kind).count();
        Kind::ALL.into_iter().map(|kind| (kind, of(kind))).filter(|(_, count)| *count > 0).collect()
    }

    fn json(&self) -> Value {
        let faults = self.faults.iter().map(|(number, fault)| {
            json!({
                "game": number + 1, "engine": self.names[fault.engine], "kind": fault.kind.words(),
                "words": fault.words, "fen": fault.fen, "recent": fault.recent,
            })
        });
        let sprt = self.sprt.map(|sprt| {
            let verdict = sprt.verdict(&self.tally).map(|verdict| match verdict {
                Verdict::Elo0 => "elo0",
                Verdict::Elo1 => "elo1",
            });
            json!({ "ratio": sprt.ratio(&self.tally), "bounds": sprt.bounds(), "verdict": verdict })
        });
        let mut value = numbers(&self.tally);
        let more = json!({
            "variant": self.variant, "engines": self.names, "limits": self.limits, "sides": self.sides,
            "endings": self.endings, "faults": faults.collect::<Vec<_>>(), "sprt": sprt,
        });
        if let (Value::Object(value), Value::Object(more)) = (&mut value, more) {
            value.extend(more);
        }
        value
    }
}

/// All variants together, if there are several.
pub fn total(reports: &[Report], out: &mut dyn Write) -> io::Result<()> {
    let [first, _, ..] = reports else { return Ok(()) };
    let sum = sum(reports);
    writeln!(out, "\nall variants: {} games", sum.games())?;
    standing(&first.names[0], &first.names[1], &sum, out)
}

/// The result for programs.
pub fn json(reports: &[Report], interrupted: bool) -> Value {
    let variants: Vec<Value> = reports.iter().map(Report::json).collect();
    json!({ "variants": variants, "total": numbers(&sum(reports)), "interrupted": interrupted })
}

fn sum(reports: &[Report]) -> Tally {
    let mut sum = Tally::default();
    reports.iter().for_each(|report| sum.merge(&report.tally));
    sum
}

fn numbers(tally: &Tally) -> Value {
    // JSON has no infinity: `null`.
    let [elo, low, high] = tally.elo();
    json!({
        "games": tally.games(), "wins": tally.wins, "draws": tally.draws, "losses": tally.losses, "pairs": tally.pairs,
        "elo": { "value": elo, "low": low, "high": high }, "superiority": tally.superiority(),
    })
}

fn standing(one: &str, two: &str, tally: &Tally, out: &mut dyn Write) -> io::Result<()> {
    writeln!(
        out,
        "  {one} against {two}: {}, {} points of {}",
        points(tally),
        f64::from(tally.wins) + f64::from(tally.draws) / 2.0,
        tally.games()
    )?;
    writeln!(out, "  Elo {}, better with {:.1} % certainty", bars(tally), 100.0 * tally.superiority())?;
    let [zero, half, one, more, two] = tally.pairs;
    writeln!(out, "  pairs of games with 0, ½, 1, 1½, 2 points: {zero}, {half}, {one}, {more}, {two}")
}

/// `+9 =4 -7`
fn points(tally: &Tally) -> String {
    format!("+{} ={} -{}", tally.wins, tally.draws, tally.losses)
}

/// `+35 (95 %: -80 to +160)`
fn bars(tally: &Tally) -> String {
    let [elo, low, high] = tally.elo().map(|elo| match elo {
        f64::INFINITY => "+∞".to_owned(),
        f64::NEG_INFINITY => "-∞".to_owned(),
        elo => format!("{:+.0}", if elo.abs() < 0.5 { 0.0 } else { elo }),
    });
    format!("{elo} (95 %: {low} to {high})")
}

/// Takes back the live line.
fn clear(out: &mut dyn Write) -> io::Result<()> {
    write!(out, "\r\x1b[K")
}
