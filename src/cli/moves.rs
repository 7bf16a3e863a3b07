//! `griffon moves`: the legal moves, one a line.

use super::{Fault, Terminal, game};
use crate::definition::Library;
use crate::referee::{Book, legal};

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
    Ok(true)
}
