//! `griffon fen`: the position after the moves.

use super::{Fault, Terminal, game};
use crate::definition::Library;
use crate::referee::standing;

pub fn run(library: &Library, arguments: &game::Arguments, terminal: &mut Terminal) -> Result<bool, Fault> {
    let game = game::game(library, arguments)?;
    match arguments.position.json {
        true => game::answer(&standing(&game), terminal)?,
        false => writeln!(terminal.out, "{}", game.fen())?,
    }
    Ok(true)
}
