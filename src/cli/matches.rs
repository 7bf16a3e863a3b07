//! `griffon match`: two engines play a number of games.

mod record;
mod report;

use super::{Fault, Terminal, game};
use crate::arena::adjudication::{self, Draw, Win};
use crate::arena::clock::Limit;
use crate::arena::openings::{self, Openings, Random, Recipe};
use crate::arena::play::Terms;
use crate::arena::schedule::{self, News, Plan};
use crate::arena::spec::{self, Spec};
use crate::arena::statistics::Sprt;
use crate::definition::Library;
use crate::files;
use crate::rules::Rules;
use clap::Args;
use record::Record;
use report::{Display, Report};
use std::fs::File;
use std::io::{self, IsTerminal, Write};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

#[derive(Args)]
pub struct Arguments {
    /// A command, or `cmd=CMD,proto=uci|cecp,name=N,dir=DIR,tc=T,st=S,nodes=N,depth=D,option.NAME=VALUE,
    /// variant.OURS=THEIRS,init=LINE,nodescmd=LINE`; give two
    #[arg(long = "engine", short, value_name = "ENGINE", required = true, value_parser = spec::parse)]
    engines: Vec<Spec>,
    /// Variants, played one after the other
    #[arg(long = "variant", value_name = "NAME", value_delimiter = ',', default_value = "chess")]
    names: Vec<String>,
    /// Games of each variant; with `--sprt` at most so many
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,
    /// Time: 40/60 (moves in seconds), 1+0.01 (seconds, and more for each move), 5:00+3
    #[arg(long, value_parser = Limit::clock, group = "limit")]
    tc: Option<Limit>,
    /// Seconds for each move
    #[arg(long, value_name = "SECONDS", value_parser = Limit::move_time, group = "limit")]
    st: Option<Limit>,
    /// Nodes for each move
    #[arg(long, value_parser = Limit::nodes, group = "limit")]
    nodes: Option<Limit>,
    /// Depth of each search
    #[arg(long, value_parser = Limit::depth, group = "limit")]
    depth: Option<Limit>,
    /// How much longer than the clock allows a move may take, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 50)]
    margin: u64,
    /// How long a move may take where no clock runs, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..=86_400))]
    patience: u64,
    /// Begin with the positions of this file: a FEN or EPD a line. Random moves that leave both sides about equal if not given
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// Number of random moves at the beginning
    #[arg(long, value_name = "N|N-M", default_value = "4-8", value_parser = range)]
    plies: [usize; 2],
    /// How far from equal they may leave the sides, in hundredths of a pawn
    #[arg(long, value_name = "CP", default_value_t = 100)]
    balance: u16,
    /// For the random moves
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Games at the same time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=512))]
    concurrency: u16,
    /// Megabytes of hash table for each engine
    #[arg(long, value_name = "MB", default_value_t = 16, value_parser = clap::value_parser!(u32).range(1..))]
    hash: u32,
    /// Stop when it is clear which of two Elo differences is nearer to the truth: elo0=0,elo1=5,alpha=.05,beta=.05
    #[arg(long, value_parser = Sprt::parse)]
    sprt: Option<Sprt>,
    /// Decide a game when both engines' last scores say the same: moves=4,score=600
    #[arg(long, value_name = "RULE", value_parser = adjudication::win)]
    resign: Option<Win>,
    /// Call a game drawn when both engines' last scores are about even: from=40,moves=8,score=10
    #[arg(long, value_name = "RULE", value_parser = adjudication::draw)]
    draw: Option<Draw>,
    /// Call a game drawn after so many plies
    #[arg(long, value_name = "PLIES", default_value_t = 600, value_parser = clap::value_parser!(u32).range(1..))]
    longest: u32,
    /// Add all games to this file
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,
    /// Print the result as JSON, and nothing else
    #[arg(long)]
    json: bool,
}

impl Arguments {
    /// Lets the engines find files of variants that were named here: those of ours know what to do with them.
    pub fn lend(&mut self, variants: &[PathBuf]) {
        if variants.is_empty() {
            return;
        }
        let named = std::env::var_os("GRIFFON_VARIANTS").unwrap_or_default();
        // An engine may be started in a directory of its own.
        let whole = |path: PathBuf| std::path::absolute(&path).unwrap_or(path);
        let all =
            std::env::split_paths(&named).chain(variants.iter().cloned()).filter(|path| !path.as_os_str().is_empty());
        if let Ok(files) = std::env::join_paths(all.map(whole)) {
            self.engines.iter_mut().for_each(|engine| engine.files = Some(files.clone()));
        }
    }
}

/// `4-8`, or `6` alone.
fn range(text: &str) -> Result<[usize; 2], String> {
    let (low, high) = text.split_once('-').unwrap_or((text, text));
    let number = |text: &str| text.trim().parse().ok().filter(|&plies: &usize| plies <= 200);
    let both = [number(low), number(high)];
    match both {
        [Some(low), Some(high)] if low <= high => Ok([low, high]),
        _ => Err("a number of moves is expected, such as 6, or two, such as 4-8".to_owned()),
    }
}

/// Somebody wants it to stop.
static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// Why a variant's games broke off.
enum Break {
    Interrupted,
    Decided,
    Failed(String),
    Output(io::Error),
}

/// One variant and its games.
struct Round {
    rules: Arc<Rules>,
    openings: Openings,
    plan: Plan,
}

pub fn run(library: &Library, arguments: &Arguments, terminal: &mut Terminal) -> Result<bool, Fault> {
    // All that can be wrong should be known before the first game.
    let mut rounds = Vec::new();
    for name in &arguments.names {
        let rules = game::rules(library, name)?;
        if rules.definition.lots.is_some() {
            let why = "a die or a deck says which piece moves, and a match has nobody who draws for both engines";
            return Err(Fault::Input(format!("{name}: {why}; `griffon play {name}` and `griffon xboard {name}` do")));
        }
        let mut plan = plan(arguments)?;
        let openings = openings(arguments, &rules)?;
        schedule::prepare(&mut plan, &rules, &openings).map_err(|why| Fault::Input(format!("{name}: {why}")))?;
        rounds.push(Round { rules, openings, plan });
    }
    let open = |path: &PathBuf| files::add_to(path).map(|file| (path.clone(), file)).map_err(Fault::Input);
    let mut pgn = arguments.pgn.as_ref().map(open).transpose()?;
    // A second interrupt ends the program at once; so does one where none can be heard.
    let _ = ctrlc::set_handler(|| {
        if INTERRUPTED.swap(true, Relaxed) {
            std::process::exit(130);
        }
    });
    let display = match (arguments.json, io::stdout().is_terminal()) {
        (true, _) => Display::Nothing,
        (_, true) => Display::Live,
        (_, false) => Display::Lines,
    };
    let mut reports: Vec<Report> = Vec::new();
    let mut broken = None;
    for Round { rules, openings, plan } in rounds {
        let mut report = Report::new(&rules, &plan, arguments.sprt, display);
        broken = play(&rules, openings, &plan, &mut report, (pgn.as_mut(), terminal.out));
        if let Some(Break::Output(error)) = broken {
            return Err(Fault::Output(error));
        }
        reports.push(report);
        match broken {
            None | Some(Break::Decided) => broken = None,
            _ => break,
        }
    }
    let whole = broken.is_none();
    if arguments.json {
        writeln!(terminal.out, "{}", report::json(&reports, !whole))?;
    } else {
        reports.iter().try_for_each(|report| report.summary(terminal.out))?;
        report::total(&reports, terminal.out)?;
    }
    match broken {
        Some(Break::Failed(why)) => Err(Fault::Input(format!("the match can't go on: {why}"))),
        _ => Ok(whole),
    }
}

/// Plays the games of one variant.
fn play(
    rules: &Arc<Rules>,
    openings: Openings,
    plan: &Plan,
    report: &mut Report,
    (mut pgn, out): (Option<&mut (PathBuf, File)>, &mut dyn Write),
) -> Option<Break> {
    if let Err(error) = report.begin(out) {
        return Some(Break::Output(error));
    }
    let broken = schedule::run(plan, rules, openings, &mut |news| {
        if INTERRUPTED.load(Relaxed) {
            return ControlFlow::Break(Break::Interrupted);
        }
        let told = match news {
            News::Failed(why) => return ControlFlow::Break(Break::Failed(why)),
            News::Quiet => report.pulse(out),
            News::Ended { number, played } => {
                if let Some((path, file)) = &mut pgn
                    && let Err(error) = (Record { plan, number, played: &played }.write(file))
                {
                    return ControlFlow::Break(Break::Failed(files::unwritten(path, &error)));
                }
                report.add(number, &played, out)
            }
        };
        match told {
            Err(error) => ControlFlow::Break(Break::Output(error)),
            Ok(()) if report.is_decided() => ControlFlow::Break(Break::Decided),
            Ok(()) => ControlFlow::Continue(()),
        }
    });
    match report.finish(out) {
        Err(error) => Some(Break::Output(error)),
        Ok(()) => broken,
    }
}

fn plan(arguments: &Arguments) -> Result<Plan, Fault> {
    let [one, two] = arguments.engines.as_slice() else {
        let count = arguments.engines.len();
        return Err(Fault::Input(format!("a match is between two engines: give `--engine` twice, not {count} times")));
    };
    let both = [&arguments.tc, &arguments.st, &arguments.nodes, &arguments.depth].into_iter().find_map(Clone::clone);
    let limit = |spec: &Spec| {
        spec.limit.clone().or_else(|| both.clone()).ok_or_else(|| {
            let why = "how long may the engines think? Say --tc 1+0.01, --st 0.1, --nodes 10000 or --depth 6";
            Fault::Input(why.to_owned())
        })
    };
    Ok(Plan {
        limits: [limit(one)?, limit(two)?],
        engines: [one.clone(), two.clone()],
        names: Default::default(),
        games: arguments.games,
        concurrency: usize::from(arguments.concurrency),
        terms: Terms {
            hash: arguments.hash,
            margin: Duration::from_millis(arguments.margin),
            patience: Duration::from_secs(arguments.patience),
            adjudication: adjudication::Rules { win: arguments.resign, draw: arguments.draw },
            longest: arguments.longest as usize,
        },
    })
}

fn openings(arguments: &Arguments, rules: &Arc<Rules>) -> Result<Openings, Fault> {
    let Some(path) = &arguments.openings else {
        let recipe = Recipe { plies: arguments.plies, balance: arguments.balance.into(), seed: arguments.seed };
        return Ok(Openings::Random(Box::new(Random::new(rules, recipe))));
    };
    let name = path.display().to_string();
    let text = files::read(path, files::GATHERED).map_err(Fault::Input)?;
    let list = openings::read(rules, &name, &text).map_err(Fault::Input)?;
    Ok(Openings::listed(list))
}
