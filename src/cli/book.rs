//! `griffon book`: an opening book from games.

use super::{Fault, Terminal, game, put};
use crate::book::Maker;
use crate::definition::{Library, Side};
use crate::diagnostic::{Diagnostic, Source};
use crate::files;
use crate::notation::pgn::{self, Record, Written};
use crate::rules::Rules;
use clap::Args;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

#[derive(Args)]
pub struct Arguments {
    variant: String,
    /// Games in PGN, such as `griffon match --pgn` writes; those of other variants are left out
    #[arg(required = true, value_name = "FILE.pgn")]
    games: Vec<PathBuf>,
    /// Look at so many plies of each game
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u16).range(1..))]
    plies: u16,
    /// Take only moves that were played so many times in a position
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..))]
    least: u32,
    /// Where to write the book: NAME.book in the directory of the variant's own file is found when the variant is played.
    /// Standard output if not given
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

pub fn run(library: &Library, arguments: &Arguments, terminal: &mut Terminal) -> Result<bool, Fault> {
    let rules = game::rules(library, &arguments.variant)?;
    let place = |path: &Path| path.canonicalize().ok();
    let replaces = |out: &&Path| place(out).is_some() && arguments.games.iter().any(|games| place(games) == place(out));
    if let Some(out) = arguments.out.as_deref().filter(replaces) {
        return Err(Fault::Input(format!("{}: the book would take the place of the games", out.display())));
    }
    let mut maker = Maker::new(arguments.plies.into());
    let mut others = 0;
    for path in &arguments.games {
        let text = files::read(path, files::GATHERED).map_err(Fault::Input)?;
        let source = Source::new(path.display().to_string(), text);
        for written in pgn::read(&source.text) {
            match written.and_then(|written| play(&written, &rules, library)) {
                Ok(Some(record)) => maker.add(&record.game, winner(record.result.as_deref())),
                Ok(None) => others += 1,
                // A file of a thousand games may have one that is broken.
                Err(found) => {
                    let _ = writeln!(std::io::stderr(), "{}; this game is left out", found.one_line(&source));
                }
            }
        }
    }
    let name = &rules.definition.names.name;
    if others > 0 {
        let _ = writeln!(std::io::stderr(), "games of other variants than {name} left out: {others}");
    }
    if maker.games() == 0 {
        return Err(Fault::Input(format!("there is no game of {name} in these files")));
    }
    let Arguments { plies, least, .. } = arguments;
    let rare = if *least > 1 { format!(", without moves played fewer than {least} times") } else { String::new() };
    let comment = format!(
        "{name}: {} games, of each at most {plies} plies{rare}.\n\
         Wins, draws and losses are those of the player who moves first.",
        maker.games()
    );
    let text = maker.text(&comment, *least);
    if !text.lines().any(|line| !line.is_empty() && !line.starts_with('#')) {
        let message =
            format!("no move was played {least} times in these games; say how often is enough with `--least`");
        return Err(Fault::Input(message));
    }
    match &arguments.out {
        None => write!(terminal.out, "{text}")?,
        Some(path) => put(path, &text, terminal.out)?,
    }
    Ok(true)
}

/// The game as far as it goes, or `None` if it is of another variant.
fn play(written: &Written, rules: &Arc<Rules>, library: &Library) -> Result<Option<Record>, Diagnostic> {
    let same = match written.definition(library) {
        Ok(definition) => definition.names.name == rules.definition.names.name,
        Err(_) => false,
    };
    if same { written.play(rules.clone()).map(Some) } else { Ok(None) }
}

fn winner(result: Option<&str>) -> Option<Side> {
    match result {
        Some("1-0") => Some(Side::First),
        Some("0-1") => Some(Side::Second),
        _ => None,
    }
}
