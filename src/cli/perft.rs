//! `griffon perft`: sequences of legal moves, counted.

use super::{Fault, Terminal, game};
use crate::definition::Library;
use crate::referee::count;
use clap::Args;

#[derive(Args)]
pub struct Arguments {
    /// Name of the variant
    variant: String,
    /// Number of moves in a sequence
    depth: u32,
    #[command(flatten)]
    position: game::Position,
    /// Show the count for each first move
    #[arg(long)]
    divide: bool,
}

pub fn run(library: &Library, arguments: &Arguments, terminal: &mut Terminal) -> Result<bool, Fault> {
    let position = &arguments.position;
    let game = game::set_up(library, &arguments.variant, position)?;
    let counted = count(&game, arguments.depth, arguments.divide, position.notation, None).map_err(game::words)?;
    if position.json {
        game::answer(&counted, terminal)?;
        return Ok(true);
    }
    counted.moves.iter().try_for_each(|branch| writeln!(terminal.out, "{}: {}", branch.text, branch.nodes))?;
    writeln!(terminal.out, "{}", counted.nodes)?;
    Ok(true)
}
