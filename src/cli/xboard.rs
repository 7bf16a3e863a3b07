//! `griffon xboard`: a game in a window.
//!
//! Starts XBoard (in Windows: WinBoard) with this program as its engine and the variant chosen, or says how to get it.

use super::{Fault, Terminal, game};
use crate::definition::{Library, xboard_names};
use crate::protocol::cecp;
use clap::Args;
use std::io::{ErrorKind, Write as _};
use std::path::{Path, PathBuf};
use std::process::Command;

const PROGRAM: &str = if cfg!(windows) { "winboard" } else { "xboard" };
const WHERE: &str = if cfg!(windows) {
    "WinBoard is at http://hgm.nubati.net; `--program` says where it is installed."
} else {
    "XBoard is in the package `xboard`:\n\
     \x20 Debian, Ubuntu   sudo apt install xboard\n\
     \x20 Fedora           sudo dnf install xboard\n\
     \x20 Arch Linux       sudo pacman -S xboard\n\
     \x20 macOS            brew install xboard"
};

#[derive(Args)]
pub struct Arguments {
    /// Name of the variant
    variant: String,
    /// Let this engine play against Griffon instead
    #[arg(long, value_name = "COMMAND")]
    opponent: Option<String>,
    /// The XBoard program
    #[arg(long, default_value = PROGRAM, value_name = "PROGRAM")]
    program: PathBuf,
    /// Print the command instead of running it
    #[arg(long)]
    dry_run: bool,
    /// More arguments for XBoard, after `--`
    #[arg(last = true)]
    more: Vec<String>,
}

pub fn run(
    library: &Library,
    arguments: &Arguments,
    variants: &[PathBuf],
    terminal: &mut Terminal,
) -> Result<bool, Fault> {
    // What cannot be played need not be started.
    let rules = game::rules(library, &arguments.variant)?;
    let definition = &rules.definition;
    if let Some(why) = cecp::unplayable(definition) {
        let name = &definition.names.name;
        return Err(Fault::Input(format!(
            "XBoard can't play {name}: {why}; `griffon play {name}` plays in the terminal, and a program for UCI engines that takes any variant may"
        )));
    }
    if xboard_names::is_another_game(definition) {
        let theirs = &definition.names.cecp;
        let free = xboard_names::free(theirs);
        return Err(Fault::Input(format!(
            "XBoard has a game of its own that is called `{theirs}`, and would show that instead of this one; a line `cecp {free}` in the file gives it another name there"
        )));
    }
    if cecp::promotes_unseen(definition) {
        writeln!(
            std::io::stderr(),
            "note: XBoard knows promotions on the last rank only: a piece that you bring to where it may promote earlier is promoted to Griffon, and stays what it was on XBoard's board"
        )?;
    }
    let this = std::env::current_exe().unwrap_or_else(|_| "griffon".into());
    let mut words = vec!["-fcp".to_owned(), engine_command(&this, variants)];
    if cfg!(windows) {
        // WinBoard would ask what is to be started.
        words.push("-cp".to_owned());
    }
    words.extend(["-variant".to_owned(), definition.names.cecp.clone()]);
    // Show where a lifted piece may go.
    words.extend(["-showTargetSquares", "true", "-highlightDragging", "true"].map(str::to_owned));
    if let Some(opponent) = &arguments.opponent {
        words.extend(["-scp".to_owned(), opponent.clone(), "-mode".to_owned(), "TwoMachines".to_owned()]);
    }
    words.extend(arguments.more.iter().cloned());
    if arguments.dry_run {
        let shown: Vec<String> = words.iter().map(|word| written(word)).collect();
        writeln!(terminal.out, "{} {}", arguments.program.display(), shown.join(" "))?;
        return Ok(true);
    }
    let mut command = Command::new(&arguments.program);
    #[cfg(not(windows))]
    command.args(&words);
    #[cfg(windows)]
    for word in &words {
        std::os::windows::process::CommandExt::raw_arg(&mut command, written(word));
    }
    match command.status() {
        Ok(status) => Ok(status.success()),
        Err(error) if error.kind() == ErrorKind::NotFound => Err(Fault::Input(format!(
            "the program `{}` was not found; {WHERE}\nWithout it, `griffon play {}` plays in the terminal.",
            arguments.program.display(),
            definition.names.name
        ))),
        Err(error) => Err(Fault::Input(format!("`{}` cannot be started: {error}", arguments.program.display()))),
    }
}

/// How XBoard is to start this program: one text, in which it reads quotes.
fn engine_command(program: &Path, variants: &[PathBuf]) -> String {
    let mut command = quoted(&program.display().to_string());
    for path in variants {
        let path = std::path::absolute(path).unwrap_or_else(|_| path.clone());
        command.push_str(&format!(" --variants {}", quoted(&path.display().to_string())));
    }
    command
}

/// XBoard knows both kinds of quotes, and no way to say one of them between two; Windows, which starts engines for
/// WinBoard, knows one kind.
fn quoted(word: &str) -> String {
    match word {
        word if is_plain(word) => word.to_owned(),
        word if cfg!(windows) || word.contains('\'') => format!("\"{word}\""),
        word => format!("'{word}'"),
    }
}

/// As it is written in a command line: for a shell, or for WinBoard, which reads the line by itself.
fn written(word: &str) -> String {
    match word {
        word if is_plain(word) => word.to_owned(),
        word if cfg!(windows) => format!("{{{word}}}"),
        word => format!("'{}'", word.replace('\'', r"'\''")),
    }
}

fn is_plain(word: &str) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./+:=,".contains(c);
    !word.is_empty() && word.chars().all(plain)
}
