//! The commands of the program, one file each.
//!
//! Each takes what it needs and somewhere to write. Nothing here panics when its reader goes away: a closed pipe
//! comes back as an error and ends the program quietly.

#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod bench;
pub mod board;
mod book;
pub mod check;
mod fen;
pub mod gallery;
mod game;
mod highlight;
mod import;
pub mod list;
mod matches;
mod moves;
mod perft;
pub mod piece;
pub mod play;
mod referee;
mod result;
mod san;
pub mod show;
mod tune;
mod weights;
mod xboard;
mod xci;

use crate::definition::Library;
use crate::files;
use crate::picture::Diagram;
use crate::picture::svg::diagram_with_legend;
use crate::protocol::{self, Protocol};
use crate::tuning::Scope;
use clap::{Parser, Subcommand};
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

/// A chess-variant engine whose rules are data. Without a command it waits for a chess program (CECP, UCI, USI, UCCI, UCI-Cyclone or XCI).
#[derive(Parser)]
#[command(name = "griffon", version, max_term_width = 100)]
struct Arguments {
    /// A variant file, or a directory of them, beside those that come with the program; may be repeated. More can be
    /// named in the environment variable GRIFFON_VARIANTS
    #[arg(long, global = true, value_name = "DIR|FILE")]
    variants: Vec<PathBuf>,
    /// Tell chess programs of these variants only, where there are too many for them
    #[arg(long, global = true, value_name = "NAME,NAME...", value_delimiter = ',')]
    tell: Vec<String>,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Play a game here, in the terminal
    Play(play::Arguments),
    /// Play a game in an XBoard window
    Xboard(xboard::Arguments),
    /// List the variants, those that match all words
    List {
        #[arg(value_name = "WORD")]
        words: Vec<String>,
    },
    /// Print the complete rules of a variant
    Show {
        variant: String,
        /// In sentences, as a rule book has them
        #[arg(long)]
        words: bool,
    },
    /// Draw a position, and where a piece can go
    Board(board::Arguments),
    /// Write a web site with a page for each variant: board, pieces, rules
    Gallery(gallery::Arguments),
    /// Look for mistakes in variant files
    Check(check::Arguments),
    /// Make variant files of Griffon from a file of another program
    Import(import::Arguments),
    /// Draw how a piece moves, from its description in XBetza
    Piece {
        #[arg(required_unless_present = "json")]
        xbetza: Option<String>,
        /// Size of the board, such as 8x8
        #[arg(long, value_name = "FILESxRANKS", value_parser = size)]
        size: Option<(u16, u16)>,
        /// Where the piece stands; the middle if not given
        #[arg(long, value_name = "SQUARE")]
        at: Option<String>,
        /// Write an SVG drawing to this file; `-` is standard output
        #[arg(long, value_name = "FILE")]
        svg: Option<PathBuf>,
        /// Answer cases on standard input, one JSON object a line
        #[arg(long)]
        json: bool,
    },
    /// List the legal moves of a position
    Moves(game::Arguments),
    /// Say how a game stands: the result, a tab, the reason
    Result(game::Arguments),
    /// Print the position as a FEN
    Fen(game::Arguments),
    /// Write the given moves in standard algebraic notation
    San(game::Arguments),
    /// Count sequences of legal moves
    Perft(perft::Arguments),
    /// Show the squares that light up when a piece is touched: Y quiet, R capture, M promotion, C the move goes on
    Highlight(highlight::Arguments),
    /// Answer other programs about the rules: a JSON object a line, answered one a line
    Referee,
    /// Let two engines play a number of games, with these rules as the referee
    Match(Box<matches::Arguments>),
    /// Make an opening book from games
    Book(book::Arguments),
    /// Fit what pieces and places are worth to games against itself
    Tune(tune::Arguments),
    /// Fit what pieces are worth, and nothing else, to games against itself that begin with uneven armies
    Calibrate(tune::Arguments),
    /// Print what pieces, places and threats count, as a file of weights
    Weights(weights::Arguments),
    /// Add variants from files, then wait for a chess program
    Load {
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
    },
    /// Write the files in which an XCI GUI looks up options and messages
    Xci(xci::Arguments),
    /// Search some positions to a fixed depth and print the number of nodes, and speeds
    Bench(bench::Arguments),
}

/// Why a command failed.
pub enum Fault {
    /// The input was wrong; the words say how.
    Input(String),
    /// Nobody reads what is written.
    Output(io::Error),
}

impl Fault {
    /// Without the lines that have been said before, but for the first.
    fn unless_said(self, said: &[String]) -> Fault {
        let Fault::Input(words) = self else { return self };
        let is_new = |&(number, line): &(usize, &str)| number == 0 || !said.iter().any(|said| said == line);
        let kept: Vec<&str> = words.lines().enumerate().filter(is_new).map(|(_, line)| line).collect();
        Fault::Input(kept.join("\n"))
    }
}

impl From<io::Error> for Fault {
    fn from(error: io::Error) -> Fault {
        Fault::Output(error)
    }
}

/// Where a command writes, and whether in colour.
pub struct Terminal<'a> {
    pub out: &'a mut dyn Write,
    pub colour: bool,
}

/// Runs the program: 0 if all went well, 1 if the input was wrong, 2 if the command line was.
pub fn main() -> ExitCode {
    // XBoard adds an empty word to a command that ends with a quote.
    let mut words: Vec<_> = std::env::args_os().collect();
    words.pop_if(|word| word.is_empty());
    let colour = io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
    let done = match Arguments::try_parse_from(words) {
        Ok(arguments) => {
            run(arguments, &mut Terminal { out: &mut io::stdout().lock(), colour }).map(|sound| u8::from(!sound))
        }
        // Help that was asked for, or what is wrong with the words.
        Err(said) => said.print().map(|()| said.exit_code() as u8).map_err(Fault::Output),
    };
    match done {
        Ok(code) => ExitCode::from(code),
        Err(Fault::Input(words)) => {
            let _ = writeln!(io::stderr(), "error: {words}");
            ExitCode::from(1)
        }
        Err(Fault::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(Fault::Output(error)) => {
            let _ = writeln!(io::stderr(), "error: {error}");
            ExitCode::from(1)
        }
    }
}

fn run(arguments: Arguments, terminal: &mut Terminal) -> Result<bool, Fault> {
    // An engine plays on without a file that is missing, and says so; whoever wants an answer about it shall not get another one.
    if !matches!(arguments.command, None | Some(Command::Load { .. })) {
        for path in &arguments.variants {
            path.metadata().map_err(|error| Fault::Input(files::unread(path, &error)))?;
        }
    }
    if let Some(Command::Check(chosen)) = &arguments.command {
        let (library, _) = library(&arguments.variants);
        return Ok(check::run(library, chosen, terminal.colour, terminal.out)?);
    }
    if let Some(Command::Import(chosen)) = &arguments.command {
        return import::run(chosen, terminal.colour, terminal.out);
    }
    if let Some(Command::Piece { xbetza, size, at, svg, json }) = &arguments.command {
        if *json {
            piece::run_json(io::stdin().lock(), &mut *terminal.out)?;
            return Ok(true);
        }
        let diagram = Diagram::new(xbetza.as_deref().unwrap_or_default(), *size, at.as_deref())
            .map_err(|report| Fault::Input(report.trim_start_matches("error: ").to_owned()))?;
        match svg {
            Some(path) => put(path, &diagram_with_legend(&diagram, &diagram.text), terminal.out)?,
            None => write!(terminal.out, "{}", diagram.draw())?,
        }
        return Ok(true);
    }
    let (mut library, mut faults) = library(&arguments.variants);
    // What is told may come from the files that are loaded.
    if let Some(Command::Load { files }) = &arguments.command {
        faults.extend(add(&mut library, files.iter().cloned()));
    }
    faults.extend(complain(library.tell_only(arguments.tell)));
    let done = match arguments.command {
        None | Some(Command::Load { .. }) => {
            protocol::serve(Arc::new(library), faults.clone(), Protocol::Detect);
            Ok(true)
        }
        Some(Command::Play(arguments)) => play::run(Arc::new(library), arguments, terminal),
        Some(Command::Xboard(chosen)) => xboard::run(&library, &chosen, &arguments.variants, terminal),
        Some(Command::List { words }) => list::run(&library, &words, terminal.out),
        Some(Command::Show { variant, words }) => show::run(&library, &variant, words, terminal),
        Some(Command::Board(arguments)) => board::run(&library, &arguments, terminal),
        Some(Command::Gallery(arguments)) => gallery::run(&library, &arguments, terminal),
        // Dealt with above: they build libraries of their own, or none.
        Some(Command::Check(_) | Command::Import(_) | Command::Piece { .. }) => Ok(true),
        Some(Command::Moves(position)) => moves::run(&library, &position, terminal),
        Some(Command::Result(position)) => result::run(&library, &position, terminal),
        Some(Command::Fen(position)) => fen::run(&library, &position, terminal),
        Some(Command::San(position)) => san::run(&library, &position, terminal),
        Some(Command::Highlight(arguments)) => highlight::run(&library, &arguments, terminal),
        Some(Command::Referee) => referee::run(library, terminal),
        Some(Command::Perft(arguments)) => perft::run(&library, &arguments, terminal),
        Some(Command::Match(mut chosen)) => {
            chosen.lend(&arguments.variants);
            matches::run(&library, &chosen, terminal)
        }
        Some(Command::Book(arguments)) => book::run(&library, &arguments, terminal),
        Some(Command::Tune(arguments)) => tune::run(&library, Scope::Everything, &arguments, terminal),
        Some(Command::Calibrate(arguments)) => tune::run(&library, Scope::Values, &arguments, terminal),
        Some(Command::Weights(arguments)) => weights::run(&library, &arguments, terminal),
        Some(Command::Xci(arguments)) => xci::run(&library, &arguments, terminal),
        Some(Command::Bench(arguments)) => bench::run(&library, &arguments, terminal),
    };
    done.map_err(|fault| fault.unless_said(&faults))
}

/// Writes a file; `-` is standard output.
fn put(path: &Path, text: &str, out: &mut dyn Write) -> Result<(), Fault> {
    if path == Path::new("-") {
        return Ok(write!(out, "{text}")?);
    }
    files::write(path, text).map_err(Fault::Input)
}

/// `8x8` or `9x10`.
fn size(text: &str) -> Result<(u16, u16), String> {
    let (files, ranks) = text.split_once(['x', 'X']).ok_or("a size is written like 8x8")?;
    let number = |text: &str| text.parse().map_err(|_| format!("`{text}` is not a number"));
    Ok((number(files)?, number(ranks)?))
}

/// What comes with the program, what the environment names, and what the command line names; and what is wrong with
/// files, which is said on the error channel and does not keep the others from being played.
fn library(paths: &[PathBuf]) -> (Library, Vec<String>) {
    let mut library = Library::shipped();
    let environment = std::env::var_os("GRIFFON_VARIANTS").unwrap_or_default();
    let named = std::env::split_paths(&environment).filter(|path| !path.as_os_str().is_empty());
    let faults = add(&mut library, named.chain(paths.iter().cloned()));
    // Programs show all variants there are; somebody who names one should know which.
    complain(library.hidden_among_brought());
    (library, faults)
}

fn add(library: &mut Library, paths: impl Iterator<Item = PathBuf>) -> Vec<String> {
    complain(library.add_paths(paths))
}

/// On the terminal; programs hear of it when they have said which they are.
fn complain(faults: Vec<impl ToString>) -> Vec<String> {
    let faults: Vec<String> = faults.iter().map(ToString::to_string).collect();
    for fault in &faults {
        let _ = writeln!(io::stderr(), "{fault}");
    }
    faults
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_makes_sense() {
        Arguments::command().debug_assert();
    }
}
