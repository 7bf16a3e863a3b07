//! `griffon weights`: what pieces, places and threats count in a variant.

use super::{Fault, Terminal, game};
use crate::definition::{Kind, Library, Side};
use crate::diagnostic::{Diagnostic, MARK, Source, render};
use crate::evaluation::Score;
use crate::evaluation::fitted::{self, Fitted};
use crate::evaluation::terms::Group;
use crate::files;
use crate::rules::{Piece, Rules};
use clap::Args;
use std::path::{Path, PathBuf};

// The files take all words that follow them.
#[derive(Args)]
#[command(override_usage = "griffon weights [OPTIONS] <VARIANT> [--mean <FILE>...]")]
pub struct Arguments {
    variant: String,
    /// Only what pieces are worth, wherever they stand: to see what all the rest is good for
    #[arg(long)]
    material: bool,
    /// The mean of some files of weights instead of those in use: what is luck in one fit is evened out by others
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with = "material")]
    mean: Vec<PathBuf>,
}

pub fn run(library: &Library, arguments: &Arguments, terminal: &mut Terminal) -> Result<bool, Fault> {
    let rules = game::rules(library, &arguments.variant)?;
    let mut terms = rules.weights.terms().to_vec();
    let mut comment =
        "Middle game and end game, in 1/100 of a pawn; a line has squares from a1 on, rank by rank.".to_owned();
    if arguments.material {
        flatten(&rules, &mut terms);
        comment.push_str("\nMaterial only.");
    }
    if !arguments.mean.is_empty() {
        comment = format!("The mean of {} fits.", arguments.mean.len());
        terms = mean(&rules, &arguments.mean, &mut comment)?;
    }
    terminal.out.write_all(fitted::show(&rules, rules.weights.layout(), &terms, &Group::ALL, &comment).as_bytes())?;
    Ok(true)
}

/// The mean of what the files say; adds their comments to ours, as they tell how the weights were found.
fn mean(rules: &Rules, files: &[PathBuf], comment: &mut String) -> Result<Vec<Score>, Fault> {
    let mut sums = vec![[0i64; 2]; rules.weights.terms().len()];
    for path in files {
        let source = read(path)?;
        for line in source.text.lines().filter_map(|line| line.strip_prefix('#')) {
            comment.push('\n');
            comment.push_str(line.trim());
        }
        let faulty = |found: &[Diagnostic]| {
            let report = render(&source, found, false);
            Fault::Input(report.trim_start_matches("error: ").trim_start_matches("warning: ").to_owned())
        };
        let fitted = Fitted::parse(&source).map_err(|found| faulty(&[found]))?;
        let misfits = fitted.misfits(rules, rules.weights.layout());
        if !misfits.is_empty() {
            return Err(faulty(&misfits));
        }
        let mut terms = rules.weights.terms().to_vec();
        fitted.apply(rules, rules.weights.layout(), &mut terms);
        for (sum, term) in sums.iter_mut().zip(terms) {
            *sum = [sum[0] + i64::from(term.middle()), sum[1] + i64::from(term.end())];
        }
    }
    let part = |sum: i64| (sum as f64 / files.len() as f64).round() as i32;
    Ok(sums.into_iter().map(|[middle, end]| Score::new(part(middle), part(end))).collect())
}

fn read(path: &Path) -> Result<Source, Fault> {
    let text = files::read(path, files::GATHERED).map_err(Fault::Input)?;
    Ok(Source::new(path.display().to_string(), text.trim_start_matches(MARK)))
}

/// A piece is worth the same everywhere, and nothing else counts.
fn flatten(rules: &Rules, terms: &mut [Score]) {
    let layout = rules.weights.layout();
    for group in Group::ALL.into_iter().filter(|&group| group != Group::Square && group != Group::Hand) {
        let start = layout.at(group, 0, 0);
        terms[start..start + layout.items(group) * layout.stride(group)].fill(Score::default());
    }
    let squares: Vec<usize> = rules.topology().squares().map(|square| square.index()).collect();
    for kind in 0..rules.kinds.len() {
        for side in Side::BOTH {
            let piece = Piece::new(Kind(kind as u16), side);
            let place = |&square: &usize| layout.of_piece(Group::Square, piece, square);
            let sum = |part: fn(Score) -> i32| squares.iter().map(|square| part(terms[place(square)])).sum::<i32>();
            let mean = |sum: i32| if rules.kinds[kind].royal { 0 } else { sum / squares.len().max(1) as i32 };
            let worth = Score::new(mean(sum(Score::middle)), mean(sum(Score::end)));
            squares.iter().for_each(|square| terms[place(square)] = worth);
        }
    }
}
