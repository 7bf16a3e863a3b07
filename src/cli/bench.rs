//! `griffon bench`: is the search still the same, and how fast is it?
//!
//! A list of positions, each searched to a fixed depth with a fresh table. The sum of nodes depends on nothing but the
//! code: it is the checksum of search behaviour.

mod against;
mod referee;

use super::{Fault, Terminal};
use crate::bench;
use crate::definition::Library;
use crate::movegen;
use crate::rules::Rules;
use crate::search::{Engine, Limits};
use clap::Args;
use std::sync::Arc;
use std::time::{Duration, Instant};

#[derive(Args)]
pub struct Arguments {
    /// Search depth
    #[arg(default_value_t = bench::DEPTH)]
    depth: u8,
    /// Hash table in megabytes
    #[arg(long, default_value_t = bench::HASH)]
    hash: usize,
    /// Time the loading of every variant instead: reading its files, compiling its tables, and
    /// preparing what searches need besides them
    #[arg(long)]
    loading: bool,
    /// Compare perft with another UCI engine instead, by processor time: `fairy-stockfish`, or a list as for `match`
    #[arg(long, value_name = "CMD", conflicts_with = "loading")]
    against: Option<String>,
    /// Time the referee instead: requests for the legal moves of positions of these variants
    #[arg(long, value_name = "NAME,NAME...", num_args = 0..=1, conflicts_with_all = ["loading", "against"],
          default_missing_value = "chess,shogi,xiangqi,crazyhouse")]
    referee: Option<String>,
    /// Rounds of the comparison; medians are shown
    #[arg(long, default_value_t = 3, requires = "against")]
    rounds: usize,
}

pub fn run(library: &Library, arguments: &Arguments, terminal: &mut Terminal) -> Result<bool, Fault> {
    if let Some(command) = &arguments.against {
        return against::run(command, arguments.rounds, terminal);
    }
    if let Some(variants) = &arguments.referee {
        return referee::run(library, variants, terminal);
    }
    if arguments.loading {
        return loading(library, terminal);
    }
    let (mut nodes, mut leaves) = (0, 0);
    let (mut thinking, mut counting) = (0.0, 0.0);
    let games = bench::games(library).map_err(Fault::Input)?;
    for (&(variant, _, depth), game) in bench::POSITIONS.iter().zip(&games) {
        let start = Instant::now();
        let mut engine = Engine::new(arguments.hash.max(1));
        let mut searched = 0;
        let stop = Arc::default();
        engine.think(game, &Limits::Depth(arguments.depth), &stop, &mut |info| searched = info.nodes);
        let search_time = start.elapsed().as_secs_f64();
        let start = Instant::now();
        let counted = movegen::perft(game.rules(), &mut game.position().clone(), depth);
        let perft_time = start.elapsed().as_secs_f64();
        writeln!(
            terminal.out,
            "{variant:12} {searched:>10} nodes {:>6.0} knps   perft {depth} {counted:>10} {:>7.1} Mnps",
            searched as f64 / search_time / 1e3,
            counted as f64 / perft_time / 1e6
        )?;
        nodes += searched;
        leaves += counted;
        thinking += search_time;
        counting += perft_time;
    }
    writeln!(
        terminal.out,
        "\n{nodes} nodes, {:.0} knps; perft {leaves}, {:.1} Mnps",
        nodes as f64 / thinking / 1e3,
        leaves as f64 / counting / 1e6
    )?;
    Ok(true)
}

/// A line for each variant, slowest last, then the sums. Prepared is what searches on walks need, where sets don't do.
/// Nothing is loaded twice: what variants share is paid by the first.
fn loading(library: &Library, terminal: &mut Terminal) -> Result<bool, Fault> {
    let mut rows = Vec::new();
    for names in library.names() {
        let start = Instant::now();
        let definition = library.find(&names.name).map_err(|error| Fault::Input(error.to_string()))?;
        let read = start.elapsed();
        let start = Instant::now();
        let rules = Rules::compile(definition);
        let compiled = start.elapsed();
        if let Ok(rules) = rules {
            let start = Instant::now();
            rules.prepare();
            rows.push(([read, compiled, start.elapsed()], &names.name));
        }
    }
    rows.sort_by_key(|&(times, _)| times.into_iter().sum::<Duration>());
    let milliseconds = |time: Duration| time.as_secs_f64() * 1e3;
    for &(times, name) in &rows {
        let [read, compiled, prepared] = times.map(milliseconds);
        writeln!(
            terminal.out,
            "{name:24} read {read:>7.3} ms   compiled {compiled:>8.3} ms   prepared {prepared:>8.3} ms"
        )?;
    }
    let sum = |part: usize| milliseconds(rows.iter().map(|(times, _)| times[part]).sum());
    let (read, compiled, prepared) = (sum(0), sum(1), sum(2));
    let count = rows.len();
    writeln!(
        terminal.out,
        "\n{count} variants: read {read:.1} ms, compiled {compiled:.1} ms, prepared {prepared:.1} ms"
    )?;
    Ok(true)
}
