//! `griffon highlight`: which squares light up when a piece is touched.

use super::{Fault, Terminal, game};
use crate::definition::Library;
use crate::referee::{Book, Finger, highlight};
use clap::Args;

#[derive(Args)]
pub struct Arguments {
    /// Name of the variant
    variant: String,
    #[command(flatten)]
    position: game::Position,
    /// The square of the piece, and those where it was put down on its way
    #[arg(long, num_args = 1.., value_name = "SQUARE", required_unless_present = "hand")]
    from: Vec<String>,
    /// A piece in hand, as FEN spells it
    #[arg(long, value_name = "PIECE", conflicts_with = "from")]
    hand: Option<String>,
    /// The square that the pointer is over
    #[arg(long, value_name = "SQUARE")]
    over: Option<String>,
}

pub fn run(library: &Library, arguments: &Arguments, terminal: &mut Terminal) -> Result<bool, Fault> {
    let position = &arguments.position;
    let game = game::set_up(library, &arguments.variant, position)?;
    let book = Book::new(game.rules().clone());
    let finger = Finger { path: &arguments.from, hand: arguments.hand.as_deref(), over: arguments.over.as_deref() };
    let found = highlight(&book, &game, finger, position.notation).map_err(game::words)?;
    if position.json {
        game::answer(&found, terminal)?;
        return Ok(true);
    }
    writeln!(terminal.out, "{}", found.board)?;
    if !found.choice.is_empty() {
        writeln!(terminal.out, "{}", found.choice.join(" "))?;
    }
    Ok(true)
}
