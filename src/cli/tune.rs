//! `griffon tune` and `griffon calibrate`: fit the weights of the evaluation to games against itself, all of them or what pieces are
//! worth.

use super::{Fault, Terminal, game};
use crate::arena::spec::{self, Spec};
use crate::definition::Library;
use crate::files;
use crate::tuning::{Effort, Plan, Scope, tune};
use clap::Args;
use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

#[derive(Args)]
pub struct Arguments {
    variant: String,
    /// Minutes to play, all rounds together
    #[arg(long, default_value_t = 5.0, value_parser = minutes)]
    minutes: f64,
    /// Games to begin instead, all rounds together: the same ones each time, so that a fit can be repeated
    #[arg(long, conflicts_with = "minutes", value_parser = clap::value_parser!(u32))]
    games: Option<u32>,
    /// Rounds; each plays with the weights found before
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..=100))]
    rounds: u32,
    /// Nodes for a move
    #[arg(long, default_value_t = 2000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Games at the same time
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u16).range(1..=512))]
    threads: u16,
    /// For the random moves that games begin with
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Another program that plays the games and says what positions are worth, as `griffon match -e` has it
    #[arg(long, value_name = "ENGINE", value_parser = spec::parse)]
    judge: Option<Spec>,
    /// Draw so many of a hundred moves by lot, so that there are positions to which good play doesn't come; what is learnt from
    /// these is what a search says there
    #[arg(long, value_name = "PERCENT", default_value_t = 0, value_parser = clap::value_parser!(u8).range(0..=100))]
    blunders: u8,
    /// Learn from the positions of a file, too; may be repeated. One in a line: GAME RESULT SCORE FEN, the result (0 to 1) and the
    /// score (1/100 of a pawn) for the first player, `-` for none; as the game, for a position by itself. With `--games 0` nothing
    /// else is learnt from
    #[arg(long, value_name = "FILE")]
    from: Vec<PathBuf>,
    /// Add the positions that are learnt from to a file, game by game, for `--from`
    #[arg(long, value_name = "FILE")]
    keep: Option<PathBuf>,
    /// Where to write the weights: NAME.weights in the directory of the variant's own file is found when the variant is
    /// loaded. Standard output if not given
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

fn minutes(text: &str) -> Result<f64, String> {
    let sound = |minutes: &f64| (0.001..=100_000.0).contains(minutes);
    text.parse().ok().filter(sound).ok_or_else(|| "a number of minutes is expected, such as 5 or 0.5".to_owned())
}

pub fn run(library: &Library, scope: Scope, arguments: &Arguments, terminal: &mut Terminal) -> Result<bool, Fault> {
    let rules = game::rules(library, &arguments.variant)?;
    // What can't be written should be known before the work, and a file that is there is not lost if it fails.
    if let Some(path) = &arguments.out {
        let is_new = !path.exists();
        files::add_to(path).map_err(Fault::Input)?;
        // An empty file would mean something as weights, and stay if the work is broken off.
        if is_new {
            let _ = std::fs::remove_file(path);
        }
    }
    let plan = Plan {
        scope,
        effort: match arguments.games {
            Some(games) => Effort::Games(games as usize),
            None => Effort::Time(Duration::from_secs_f64(arguments.minutes * 60.0)),
        },
        rounds: arguments.rounds,
        nodes: arguments.nodes,
        threads: usize::from(arguments.threads),
        seed: arguments.seed,
        judge: arguments.judge.clone(),
        blunders: arguments.blunders,
        from: arguments.from.clone(),
        keep: arguments.keep.clone(),
    };
    let mut err = std::io::stderr();
    let text = tune(&rules, &plan, &mut |report| {
        let _ = writeln!(
            err,
            "round {}: {} games, {} positions; loss in others {:.2}, before fitting {:.2}",
            report.round, report.games, report.positions, report.loss[1], report.loss[0]
        );
        if let Some(trouble) = &report.trouble {
            let _ = writeln!(err, "warning: {trouble}");
        }
    });
    let text = text.map_err(Fault::Input)?;
    match &arguments.out {
        None => terminal.out.write_all(text.as_bytes())?,
        Some(path) => files::write(path, &text).map_err(Fault::Input)?,
    }
    Ok(true)
}
