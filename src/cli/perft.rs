//! `griffon perft`: sequences of legal moves, counted.

use super::{Fault, Terminal, game};
use crate::definition::Library;
use crate::movegen;
use crate::notation::{self, Dialect};
use clap::Args;

#[derive(Args)]
pub struct Arguments {
    /// Name of the variant
    variant: String,
    /// Number of moves in a sequence
    depth: u32,
    /// Begin with this position instead of the variant's own
    #[arg(long)]
    fen: Option<String>,
    /// Show the count for each first move
    #[arg(long)]
    divide: bool,
}

pub fn run(library: &Library, arguments: &Arguments, terminal: &mut Terminal) -> Result<bool, Fault> {
    let position = game::Arguments {
        variant: arguments.variant.clone(),
        fen: arguments.fen.clone(),
        number: None,
        seed: None,
        moves: Vec::new(),
    };
    let game = game::game(library, &position)?;
    let rules = game.rules();
    if !arguments.divide || arguments.depth == 0 {
        writeln!(terminal.out, "{}", movegen::perft(rules, &mut game.position().clone(), arguments.depth))?;
        return Ok(true);
    }
    let mut total = 0;
    for mv in game.legal_moves() {
        let mut after = game.position().clone();
        after.play(rules, mv);
        let count = movegen::perft(rules, &mut after, arguments.depth - 1);
        total += count;
        writeln!(terminal.out, "{}: {count}", notation::show(rules, game.position(), mv, Dialect::Uci))?;
    }
    writeln!(terminal.out, "{total}")?;
    Ok(true)
}
