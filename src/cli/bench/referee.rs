//! `griffon bench --referee`: how many questions for the legal moves are answered in a second.
//!
//! Positions come from random games, the variants by turns; each is a line as a program would send it, and goes the
//! whole way from bytes to bytes.

use super::super::{Fault, Terminal, game};
use crate::definition::Library;
use crate::game::Game;
use crate::referee;
use cpu_time::ProcessTime;
use std::io;

/// So many lines are asked.
const LINES: usize = 100_000;
/// A random game goes on for so many plies.
const PLIES: usize = 120;

pub fn run(library: &Library, variants: &str, terminal: &mut Terminal) -> Result<bool, Fault> {
    let (mut lines, mut listed) = (String::new(), 0);
    let mut random = fastrand::Rng::with_seed(1);
    let names: Vec<&str> = variants.split(',').collect();
    let rules: Vec<_> = names.iter().map(|name| game::rules(library, name)).collect::<Result<_, _>>()?;
    let mut games: Vec<Game> = rules.iter().cloned().map(Game::new).collect();
    for line in 0..LINES {
        let at = line % games.len();
        let moves = games[at].legal_moves();
        listed += moves.len();
        let request = serde_json::json!({"id": line, "ask": "moves", "variant": names[at], "fen": games[at].fen()});
        lines.push_str(&format!("{request}\n"));
        match moves.get(random.usize(..moves.len().max(1))) {
            Some(&mv) if games[at].moves().len() < PLIES => games[at].play(mv),
            _ => games[at] = Game::new(rules[at].clone()),
        }
    }
    let mut answers = Counter(0);
    let start = ProcessTime::now();
    referee::serve(library.clone(), &mut lines.as_bytes(), &mut answers)?;
    let seconds = start.elapsed().as_secs_f64();
    writeln!(
        terminal.out,
        "{LINES} requests, {:.1} moves each: {:.0} requests/s of processor time, {:.0} MB/s of answers",
        listed as f64 / LINES as f64,
        LINES as f64 / seconds,
        answers.0 as f64 / seconds / 1e6
    )?;
    Ok(true)
}

/// Counts bytes.
struct Counter(usize);

impl io::Write for Counter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 += bytes.len();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
