//! `griffon moves`: the legal moves, one a line, in UCI spelling.

use super::{Fault, Terminal, game};
use crate::definition::Library;
use crate::notation::{self, Dialect};

pub fn run(library: &Library, arguments: &game::Arguments, terminal: &mut Terminal) -> Result<bool, Fault> {
    let game = game::game(library, arguments)?;
    let mut moves: Vec<String> = game
        .legal_moves()
        .into_iter()
        .map(|mv| notation::show(game.rules(), game.position(), mv, Dialect::Uci))
        .collect();
    moves.sort();
    moves.iter().try_for_each(|mv| writeln!(terminal.out, "{mv}"))?;
    Ok(true)
}
