//! `griffon san`: the moves in standard algebraic notation, one a line.

use super::{Fault, Terminal, game};
use crate::definition::Library;
use crate::referee::notations;

pub fn run(library: &Library, arguments: &game::Arguments, terminal: &mut Terminal) -> Result<bool, Fault> {
    let game = game::game(library, arguments)?;
    let played = notations(&game);
    match arguments.position.json {
        true => game::answer(&played, terminal)?,
        false => played.moves.iter().try_for_each(|mv| writeln!(terminal.out, "{}", mv.san))?,
    }
    Ok(true)
}
