//! What `griffon check` says, for editors and other programs: an array with an object for each file.

use super::{Checked, Trial};
use crate::definition::Side;
use crate::diagnostic::Diagnostic;
use crate::notation::{Dialect, show_square};
use crate::rules::topology::Square;
use crate::trial::spread;
use serde_json::{Value, json};
use std::io::{self, Write};

/// One file a line.
pub fn write(all: &[Checked], out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "[")?;
    for (at, checked) in all.iter().enumerate() {
        let comma = if at + 1 < all.len() { "," } else { "" };
        writeln!(out, "{}{comma}", file(checked))?;
    }
    writeln!(out, "]")
}

fn file(checked: &Checked) -> Value {
    let mut found: Vec<&Diagnostic> = checked.found.iter().collect();
    found.sort_by_key(|finding| (finding.span.start, finding.severity));
    let names: Vec<&str> = checked.variants.iter().map(|variant| variant.names.name.as_str()).collect();
    json!({
        "file": checked.source.name,
        "variants": names,
        "diagnostics": found.into_iter().map(|finding| crate::diagnostic::json(&checked.source, finding)).collect::<Vec<_>>(),
        "trials": checked.trials.iter().map(trial).collect::<Vec<_>>(),
    })
}

fn trial(trial: &Trial) -> Value {
    let (rules, report) = (&trial.rules, &trial.report);
    let spread = |counted| {
        let (mean, median, most) = spread(counted);
        json!({ "mean": mean, "median": median, "most": most })
    };
    let results = report.results.iter().map(|((winner, reason), games)| {
        let winner = match winner {
            Some(Side::First) => "first",
            Some(Side::Second) => "second",
            None => "draw",
        };
        json!({ "winner": winner, "reason": reason, "games": games })
    });
    let pieces = rules.definition.pieces.iter().zip(&report.fates).map(|(piece, fate)| {
        json!({
            "name": piece.name, "games": fate.games, "moved": fate.moved, "dropped": fate.dropped,
            "captures": fate.captures, "captured": fate.captured, "promoted": fate.promoted,
        })
    });
    let unvisited: Vec<String> = super::words::unvisited(trial).map(|square| name(trial, square)).collect();
    json!({
        "variant": rules.definition.names.name,
        "seed": trial.plan.seed,
        "most_plies": trial.plan.most_plies,
        "games": report.games,
        "unfinished": report.unfinished,
        "plies": spread(&report.lengths),
        "choices": spread(&report.choices),
        "results": results.collect::<Vec<_>>(),
        "first_player_score": report.score().map(|(score, error)| json!({ "score": score, "error": error })),
        "failures": report.failures.iter().map(|(number, said)| json!({ "game": number, "said": said })).collect::<Vec<_>>(),
        "checks": report.checks,
        "pieces": pieces.collect::<Vec<_>>(),
        "unvisited": unvisited,
    })
}

fn name(trial: &Trial, square: Square) -> String {
    show_square(&trial.rules, square, Dialect::Uci)
}
