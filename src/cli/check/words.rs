//! Random games of a variant, as a few lines that a designer can read.

use super::{Trial, count};
use crate::definition::{Side, spell_squares};
use crate::rules::topology::{Square, SquareSet};
use crate::trial::{Fate, spread};

/// The whole account.
pub fn of(trial: &Trial) -> String {
    let (definition, report) = (&trial.rules.definition, &trial.report);
    let games = report.games as usize;
    let mut text = format!("{}: {}, seed {}\n", definition.names.name, count(games, "random game"), trial.plan.seed);
    let mut row = |what: &str, words: String| text.push_str(&format!("  {what:<12} {words}\n"));
    for (number, said) in &report.failures {
        row("error", format!("the program failed in game {number}, a fault of its own worth reporting: {said}"));
    }
    let (mean, median, most) = spread(&report.lengths);
    let cut = match report.unfinished {
        0 => "all came to an end".to_owned(),
        cut => format!("{cut} given up after {} plies", trial.plan.most_plies),
    };
    row("length", format!("{mean:.0} plies on average, median {median}, longest {most}; {cut}"));
    let (mean, median, most) = spread(&report.choices);
    row("choice", format!("{mean:.1} legal moves on average, median {median}, most {most}"));
    let share = |part: u64| format!("{:.0} %", 100.0 * part as f64 / report.games.max(1) as f64);
    let players = Side::BOTH.map(|side| definition.player(side));
    row(
        "results",
        format!(
            "{} {}, {} {}, draw {}, given up {}",
            players[0],
            share(report.won(Some(Side::First))),
            players[1],
            share(report.won(Some(Side::Second))),
            share(report.won(None)),
            share(report.unfinished)
        ),
    );
    let mut results: Vec<_> = report.results.iter().collect();
    results.sort_by_key(|((winner, reason), games)| (std::cmp::Reverse(**games), *winner, reason.clone()));
    for ((winner, reason), games) in results {
        let who = match winner {
            Some(side) => format!("{} wins", players[side.index()]),
            None => "draw".to_owned(),
        };
        row("", format!("{games:>4}  {who}: {reason}"));
    }
    row("balance", balance(trial, players[0]));
    if definition.pieces.iter().any(|piece| piece.royal) {
        row("checks", format!("{:.1} a game", report.checks as f64 / report.games.max(1) as f64));
    }
    let squares = trial.rules.topology().squares().count();
    let left: SquareSet = unvisited(trial).collect();
    row(
        "squares",
        match left.len() {
            0 => "pieces have gone to all of them".to_owned(),
            none => format!(
                "no piece ever went to {:.0} % of them: {}",
                100.0 * none as f64 / squares.max(1) as f64,
                spell_squares(trial.rules.topology(), &left)
            ),
        },
    );
    let mut what = "pieces";
    for (piece, fate) in definition.pieces.iter().zip(&report.fates) {
        if let Some(words) = idle(trial, piece, fate) {
            row(what, format!("`{}` {words}", piece.name));
            what = "";
        }
    }
    if what == "pieces" {
        row(what, "each of them moved, captured and was captured".to_owned());
    }
    text
}

/// Squares that no move ended on.
pub fn unvisited(trial: &Trial) -> impl Iterator<Item = Square> + '_ {
    trial.rules.topology().squares().filter(|square| trial.report.visits[square.index()] == 0)
}

/// What a kind of piece never did.
fn idle(trial: &Trial, piece: &crate::definition::PieceType, fate: &Fate) -> Option<String> {
    if fate.games == 0 {
        return Some("never came onto the board".to_owned());
    }
    let definition = &trial.rules.definition;
    let promotes = definition.promotions.iter().flat_map(|promotion| &promotion.pieces);
    let promotes = promotes.map(|&kind| definition.piece(kind)).any(|other| other.name == piece.name);
    let missing = [
        (fate.moved == 0, "never moved"),
        (fate.moved > 0 && fate.captures == 0, "never captured anything"),
        (fate.captured == 0 && !piece.royal && !piece.iron, "was never captured"),
        (fate.moved > 0 && promotes && fate.promoted == 0, "never promoted"),
    ];
    let words: Vec<&str> = missing.into_iter().filter(|(is, _)| *is).map(|(_, words)| words).collect();
    (!words.is_empty()).then(|| words.join(", "))
}

fn balance(trial: &Trial, first: &str) -> String {
    let begins = trial.rules.definition.begins() == Side::First;
    match trial.report.score() {
        None => "no game came to an end".to_owned(),
        Some((score, error)) => {
            let verdict = match () {
                () if error > 0.0 && (score - 0.5).abs() < 2.0 * error => "no advantage to be seen",
                () if score == 0.5 => "even",
                () if (score > 0.5) == begins => "moving first is better",
                () => "moving second is better",
            };
            format!(
                "{first} scores {:.1} % (± {:.1}) of the points in games that ended: {verdict}",
                100.0 * score,
                200.0 * error
            )
        }
    }
}
