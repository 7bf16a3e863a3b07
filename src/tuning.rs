//! Fitting the weights of the evaluation to games that the engine plays against itself.
//!
//! `armies` begins games with uneven ones, `games` lets a `judge` play and writes down positions as sums of terms (`data`), `record` keeps them in
//! files and reads them again, `fit` finds weights that foretell results best, `sharing` says which of them have something in common.
//! Nothing is told about the variant: whatever has terms has weights.

mod armies;
mod data;
mod fit;
mod games;
mod judge;
mod record;
mod sharing;

use crate::arena::spec::Spec;
use crate::diagnostic::Source;
use crate::evaluation::Score;
use crate::evaluation::fitted::{self, Fitted};
use crate::evaluation::terms::Group;
use crate::files;
use crate::rules::Rules;
use record::Keep;
use std::fmt::Write;
use std::fs::File;
use std::io::BufReader;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// How to go about it.
#[derive(Clone, Debug)]
pub struct Plan {
    pub effort: Effort,
    pub scope: Scope,
    /// Each round plays with what the ones before have found.
    pub rounds: u32,
    /// For a move.
    pub nodes: u64,
    pub threads: usize,
    /// For the random moves that games begin with.
    pub seed: u64,
    /// Another program that plays the games and judges their positions.
    pub judge: Option<Spec>,
    /// So many of a hundred moves are drawn by lot, so that there are positions to which good play doesn't come. What follows
    /// says nothing about what was before.
    pub blunders: u8,
    /// Files with positions that are learnt from beside those that are played.
    pub from: Vec<PathBuf>,
    /// The file to which positions that are played are added.
    pub keep: Option<PathBuf>,
}

/// How much is played, all rounds together; fitting comes on top.
#[derive(Clone, Copy, Debug)]
pub enum Effort {
    Time(Duration),
    /// So many that are begun, the same ones each time. Some end before they say anything. None if all is in files.
    Games(usize),
}

/// What is to be learnt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// What each piece is worth, from games with uneven armies.
    Values,
    /// All terms.
    Everything,
}

/// What came of a round.
#[derive(Clone, Debug)]
pub struct Report {
    pub round: u32,
    pub games: usize,
    pub positions: usize,
    /// Mean loss over games that were not used for fitting, in 1/1000 of a natural unit: with the weights before any
    /// fitting, and with those found.
    pub loss: [f64; 2],
    /// What went wrong, but didn't end the work.
    pub trouble: Option<String>,
}

/// The text of a file of weights for a variant.
pub fn tune(rules: &Arc<Rules>, plan: &Plan, report: &mut dyn FnMut(&Report)) -> Result<String, String> {
    let mut plain = (*rules.definition).clone();
    plain.weights = None;
    let compile = |definition| {
        Rules::compile(Arc::new(definition)).map(Arc::new).map_err(|_| "the variant can't be compiled".to_owned())
    };
    let prior = compile(plain.clone())?;
    let mut current = rules.clone();
    let mut data = data::Data::default();
    for path in &plan.from {
        let file = File::open(path);
        let file = file.map_err(|error| files::unread(path, &error))?;
        let read = record::read(rules, &mut BufReader::new(file));
        data.append(read.map_err(|wrong| format!("{}: {wrong}", path.display()))?);
    }
    let keep = plan.keep.as_ref().map(|path| files::add_to(path).map(Keep::new)).transpose()?;
    let mut text = String::new();
    let mut total = 0;
    let rounds = if matches!(plan.effort, Effort::Games(0)) { 1 } else { plan.rounds.max(1) };
    for round in 1..=rounds {
        let played = match games::play(&current, plan, round, keep.as_ref(), &mut data) {
            // What was learnt before is worth having.
            Err(trouble) if round > 1 => games::Round { games: 0, trouble: Some(trouble) },
            played => played?,
        };
        total += played.games;
        if data.samples.is_empty() {
            return Err("no position could be learnt from".to_owned());
        }
        let (terms, loss) = fit::fit(&prior, &data, plan.scope);
        let lost = keep.as_ref().and_then(Keep::lost).map(|why| format!("not all positions were kept: {why}"));
        let trouble = played.trouble.or(lost);
        report(&Report { round, games: total, positions: data.samples.len(), loss, trouble });
        // What foretells no better than the weights before is not worth playing with.
        if loss[1] < loss[0] {
            text = show(&prior, &terms, plan);
            let source = Source::new("weights", text.clone());
            let fitted = Fitted::parse(&source).map_err(|found| found.message)?;
            current = compile(crate::definition::Definition { weights: Some(Arc::new(fitted)), ..plain.clone() })?;
        }
    }
    if text.is_empty() {
        let positions = data.samples.len();
        return Err(format!(
            "{total} games with {positions} positions taught nothing that holds in others, too; play more: a fit takes some \
             hundreds of games at least"
        ));
    }
    Ok(text)
}

fn show(rules: &Rules, terms: &[Score], plan: &Plan) -> String {
    let mut comment = format!(
        "Fitted to self-play: griffon {} {} {} --rounds {} --nodes {} --threads {} --seed {}",
        match plan.scope {
            Scope::Values => "calibrate",
            Scope::Everything => "tune",
        },
        rules.definition.names.name,
        match plan.effort {
            Effort::Time(time) => format!("--minutes {}", time.as_secs_f64() / 60.0),
            Effort::Games(games) => format!("--games {games}"),
        },
        plan.rounds,
        plan.nodes,
        plan.threads,
        plan.seed
    );
    if let Some(judge) = &plan.judge {
        let _ = write!(comment, " --judge '{}'", judge.called());
    }
    if plan.blunders > 0 {
        let _ = write!(comment, " --blunders {}", plan.blunders);
    }
    for path in &plan.from {
        let _ = write!(comment, " --from {}", path.display());
    }
    let groups: &[Group] = match plan.scope {
        // The rest is what the rules say, now and with any later version.
        Scope::Values => &[Group::Square, Group::Hand],
        Scope::Everything => &Group::ALL,
    };
    fitted::show(rules, rules.weights.layout(), terms, groups, &comment)
}
