//! `griffon moves`: the legal moves, one a line.

use super::{Fault, Terminal, game};
use crate::definition::Library;
use crate::referee::{Book, legal};
use std::io::{self, Write};

pub fn run(library: &Library, arguments: &game::Arguments, terminal: &mut Terminal) -> Result<bool, Fault> {
    let game = game::game(library, arguments)?;
    let book = Book::new(game.rules().clone());
    let mut legal = legal(&book, &game, arguments.position.notation);
    if arguments.position.json {
        game::answer(&legal, terminal)?;
        return Ok(true);
    }
    legal.moves.sort_by(|one, other| one.text.cmp(&other.text));
    legal.moves.iter().try_for_each(|mv| writeln!(terminal.out, "{}", mv.text))?;
    // Beside the list, which is empty then.
    if let Some(outcome) = game.outcome() {
        let _ = writeln!(io::stderr(), "the game is over: {} ({})", outcome.score(), outcome.reason);
    }
    Ok(true)
}
