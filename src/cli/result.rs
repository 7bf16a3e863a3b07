//! `griffon result`: how the game stands.

use super::{Fault, Terminal, game};
use crate::definition::Library;

pub fn run(library: &Library, arguments: &game::Arguments, terminal: &mut Terminal) -> Result<bool, Fault> {
    let game = game::game(library, arguments)?;
    match game.outcome() {
        Some(outcome) => writeln!(terminal.out, "{}\t{}", outcome.score(), outcome.reason)?,
        None => writeln!(terminal.out, "*\tthe game goes on")?,
    }
    Ok(true)
}
