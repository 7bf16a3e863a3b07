//! `griffon result`: how the game stands.

use super::{Fault, Terminal, game};
use crate::definition::Library;
use crate::referee::verdict;

pub fn run(library: &Library, arguments: &game::Arguments, terminal: &mut Terminal) -> Result<bool, Fault> {
    let game = game::game(library, arguments)?;
    let verdict = verdict(&game);
    match arguments.position.json {
        true => game::answer(&verdict, terminal)?,
        false => {
            let reason = verdict.reason.as_deref().unwrap_or("the game goes on");
            writeln!(terminal.out, "{}\t{reason}", verdict.result)?;
        }
    }
    Ok(true)
}
