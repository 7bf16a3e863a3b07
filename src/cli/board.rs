//! `griffon board`: a position as text or SVG, and where a piece can go.

use super::play::board::{Look, draw_marked};
use super::{Fault, Terminal, game, put};
use crate::definition::Library;
use crate::game::Game;
use crate::notation::{self, Dialect};
use crate::picture::{Board, svg};
use crate::rules::topology::Square;
use clap::Args;
use std::path::PathBuf;

#[derive(Args)]
pub struct Arguments {
    /// Name of the variant, or a position of chess as FEN
    variant: String,
    #[command(flatten)]
    start: game::Start,
    /// Play these moves first; if the last word is the square of a piece, mark where that piece can go
    #[arg(long, num_args = 1.., value_name = "MOVE|SQUARE")]
    moves: Vec<String>,
    /// Mark where the piece on this square can go
    #[arg(long, value_name = "SQUARE")]
    from: Option<String>,
    /// Write an SVG drawing to this file; `-` is standard output
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Draw pieces as letters, without any special characters
    #[arg(long)]
    ascii: bool,
}

/// The variant of a FEN that comes without one.
const OF_A_FEN: &str = "chess";

pub fn run(library: &Library, arguments: &Arguments, terminal: &mut Terminal) -> Result<bool, Fault> {
    let (game, chosen) = position(library, arguments)?;
    let mut board = Board::new(&game);
    if let Some(from) = chosen
        && board.choose(&game, from).is_none()
    {
        return Err(Fault::Input(why_none(&game, from)));
    }
    if let Some(path) = &arguments.svg {
        put(path, &svg::board(&board, svg::Setting::Alone, &game.fen()), terminal.out)?;
        return Ok(true);
    }
    let look = Look { ascii: arguments.ascii, colour: terminal.colour, flipped: false };
    let mark = |at: Square| {
        let letter = board.marks.on(at).next().map(|mark| mark.row().letter);
        if Some(at) == board.chosen { Some('@') } else { letter }
    };
    for line in draw_marked(&game, look, &mark) {
        writeln!(terminal.out, "{line}")?;
    }
    for mark in board.marks.used() {
        writeln!(terminal.out, "  {}  {}", mark.row().letter, mark.row().meaning)?;
    }
    Ok(true)
}

/// The game, and the square whose moves are asked for.
fn position(library: &Library, arguments: &Arguments) -> Result<(Game, Option<Square>), Fault> {
    let is_fen = arguments.variant.contains('/') && library.find(&arguments.variant).is_err();
    let mut start = arguments.start.clone();
    let variant = if is_fen && start.fen.is_none() {
        start.fen = Some(arguments.variant.clone());
        OF_A_FEN
    } else {
        &arguments.variant
    };
    let words = arguments.moves.iter().flat_map(|word| word.split_whitespace()).map(str::to_owned);
    let mut moves: Vec<String> = words.collect();
    let last = moves.pop();
    let mut place = game::Position { start, moves, ..game::Position::default() };
    let before = game::set_up(library, variant, &place)?;
    if let Some(last) = last {
        let piece = notation::find_square(before.rules(), &last, Dialect::Uci)
            .filter(|&at| arguments.from.is_none() && !before.position().at(at).is_empty());
        if piece.is_some() {
            return Ok((before, piece));
        }
        place.moves.push(last);
    }
    let game = if place.moves.is_empty() { before } else { game::set_up(library, variant, &place)? };
    let find = |name: &String| {
        notation::find_square(game.rules(), name, Dialect::Uci)
            .ok_or_else(|| Fault::Input(format!("`{name}` is not a square of this board")))
    };
    let from = arguments.from.as_ref().map(find).transpose()?;
    Ok((game, from))
}

/// Why no move begins on a square.
fn why_none(game: &Game, from: Square) -> String {
    let (rules, position) = (game.rules(), game.position());
    let name = notation::show_square(rules, from, Dialect::Uci);
    let piece = position.at(from);
    if piece.is_empty() {
        return format!("there is no piece on {name}");
    }
    let (kind, mover) = (rules.kind_name(piece.kind()), position.side_to_move());
    if let Some(outcome) = game.outcome() {
        format!("the {kind} on {name} cannot move: the game is over ({})", outcome.reason)
    } else if rules.kind(piece.kind()).is_wall {
        format!("there is a wall on {name}")
    } else if piece.side() != mover {
        format!("the {kind} on {name} cannot move: it is the turn of {}", rules.definition.player(mover))
    } else {
        format!("the {kind} on {name} has no legal move")
    }
}
