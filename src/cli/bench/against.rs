//! `griffon bench --against CMD`: perft side by side with another UCI engine.
//!
//! Rounds are interleaved, so that slow moments of the machine hit both, and only processor time counts. Each engine
//! runs in a process of its own, and counts several times over if it is quick; what runs of depth 1 take is subtracted.

use super::super::{Fault, Terminal};
use crate::arena::engine::reason;
use crate::arena::process::Process;
use crate::arena::spec::{self, Spec};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How long a program may count.
const PATIENCE: Duration = Duration::from_secs(120);

/// Seconds that counting should take to be measured well; what is done sooner is done again, at most so many times.
const SHORTEST: f64 = 0.4;
const MOST_TIMES: f64 = 50.0;

/// Variants with depths that take a few tenths of a second, perhaps after some repeating.
const JOBS: &[(&str, u32)] = &[
    ("chess", 6),
    ("crazyhouse", 5),
    ("capablanca", 5),
    ("xiangqi", 5),
    ("shogi", 5),
    ("makruk", 6),
    ("knightmate", 6),
    ("atomic", 5),
    ("seirawan", 5),
    ("grand", 4),
    ("courier", 5),
    ("minishogi", 6),
    ("antichess", 6),
    ("racingkings", 5),
];

pub fn run(command: &str, rounds: usize, terminal: &mut Terminal) -> Result<bool, Fault> {
    let own = std::env::current_exe().map_err(|error| Fault::Input(format!("this program can't be found: {error}")))?;
    let own = Spec { command: vec![own.to_string_lossy().into_owned()], ..Spec::default() };
    let other = spec::parse(command).map_err(Fault::Input)?;
    // A program that can't be started is known before anything is counted.
    perft(&other, JOBS[0].0, 1, 1)?;
    let mut agree = true;
    writeln!(terminal.out, "{:12} depth {:>12}  {:>9}  {:>9}  ratio", "variant", "nodes", "Mnps", "theirs")?;
    for &(variant, depth) in JOBS {
        let mut speeds = [Vec::new(), Vec::new()];
        let mut nodes = [None, None];
        let mut times = [1; 2];
        for round in 0..rounds.max(1) {
            for (at, program) in [&own, &other].into_iter().enumerate() {
                let (_, idle) = perft(program, variant, 1, times[at])?;
                let (mut counted, mut busy) = perft(program, variant, depth, times[at])?;
                if round == 0 && counted.is_some() && busy - idle < SHORTEST {
                    times[at] = (SHORTEST / (busy - idle).max(SHORTEST / MOST_TIMES)).ceil() as u32;
                    (counted, busy) = perft(program, variant, depth, times[at])?;
                }
                nodes[at] = counted;
                if let Some(counted) = counted {
                    let all = counted as f64 * f64::from(times[at]);
                    speeds[at].push(all / (busy - idle).max(1e-4) / 1e6);
                }
            }
        }
        let [ours, theirs] = speeds.map(median);
        let same = nodes[0] == nodes[1];
        agree &= same || nodes[1].is_none();
        let counted = nodes[0].unwrap_or_default();
        write!(terminal.out, "{variant:12} {depth:>5} {counted:>12}  {ours:>9.1}  ")?;
        match nodes[1] {
            Some(_) if same => writeln!(terminal.out, "{theirs:>9.1}  {:>5.2}", ours / theirs)?,
            Some(other) => writeln!(terminal.out, "{theirs:>9.1}  {:>5.2}  it counts {other}", ours / theirs)?,
            None => writeln!(terminal.out, "it doesn't count this")?,
        }
    }
    Ok(agree)
}

/// What a program counts so many times over, and the seconds of processor time that its process took. `None` if it doesn't
/// count.
fn perft(program: &Spec, variant: &str, depth: u32, times: u32) -> Result<(Option<u64>, f64), Fault> {
    let before = spent_by_children();
    let mut process = Process::start(program, &Arc::default()).map_err(|trouble| Fault::Input(reason(&trouble)))?;
    process.say("uci");
    program.init.iter().for_each(|line| process.say(line));
    program.options.iter().for_each(|(name, value)| process.say(&format!("setoption name {name} value {value}")));
    let theirs = program.variants.iter().find(|(ours, _)| ours == variant).map_or(variant, |(_, theirs)| theirs);
    process.say(&format!("setoption name UCI_Variant value {theirs}"));
    process.say("position startpos");
    let counted = |line: &str| Some(line.to_lowercase().strip_prefix("nodes searched:")?.trim().parse().ok());
    let mut nodes = None;
    for _ in 0..times {
        process.say(&format!("go perft {depth}"));
        nodes = process.await_line(Instant::now() + PATIENCE, counted).ok().and_then(|(_, nodes)| nodes);
        if nodes.is_none() {
            break;
        }
    }
    // It is over, and its time counted, when it is dropped.
    drop(process);
    Ok((nodes, spent_by_children() - before))
}

/// Seconds of processor time that ended child processes took.
#[cfg(unix)]
fn spent_by_children() -> f64 {
    use nix::sys::resource::{UsageWho, getrusage};
    use nix::sys::time::TimeValLike;
    let Ok(usage) = getrusage(UsageWho::RUSAGE_CHILDREN) else { return 0.0 };
    (usage.user_time().num_microseconds() + usage.system_time().num_microseconds()) as f64 / 1e6
}

/// Where children's processor time can't be had: the time on the clock.
#[cfg(not(unix))]
fn spent_by_children() -> f64 {
    use std::sync::OnceLock;
    use std::time::Instant;
    static START: OnceLock<Instant> = OnceLock::new();
    START.get_or_init(Instant::now).elapsed().as_secs_f64()
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}
