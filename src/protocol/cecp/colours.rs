//! Squares and marks as XBoard writes them.
//!
//! Upper-case colours are squares where the piece may be put: yellow for quiet moves, red for captures, magenta where
//! there is a choice of promotions, cyan where the move goes on. Lower-case green only shows what is taken elsewhere.

use super::super::console::Output;
use super::super::session::Session;
use super::super::touch::{Mark, Marks, Place};
use crate::definition::{Kind, Side};
use crate::notation::{self, Dialect};
use crate::position::fen::show_row;
use crate::rules::Rules;
use crate::rules::topology::Topology;

/// A square of the board or of a hand. White's hand is the file two beyond the last, counted from the first rank up;
/// Black's is `_`, counted from the last rank down. `order` are the kinds as XBoard keeps them in a hand.
pub fn place(rules: &Rules, order: &[Kind], text: &str) -> Option<Place> {
    if let Some(square) = notation::find_square(rules, text, Dialect::Cecp) {
        return Some(Place::Board(square));
    }
    let (ranks, files) = (rules.topology().ranks(), rules.topology().files());
    let first_rank = u16::from(ranks != 10);
    let file = text.chars().next()?;
    let rank = text.get(file.len_utf8()..)?.parse::<u16>().ok()?.checked_sub(first_rank)?;
    if rank >= ranks {
        return None;
    }
    let (side, slot) = match file {
        '_' => (Side::Second, ranks - 1 - rank),
        _ if file.is_ascii_lowercase() && u32::from(file) == u32::from('a') + u32::from(files) + 1 => {
            (Side::First, rank)
        }
        _ => return None,
    };
    Some(Place::Hand(side, order.get(usize::from(slot)).copied()))
}

/// The letter of a colour.
pub fn colour(mark: Mark) -> char {
    match mark {
        Mark::Victim => 'g',
        Mark::Quiet => 'Y',
        Mark::Capture => 'R',
        Mark::Choice => 'M',
        Mark::Leg => 'C',
    }
}

/// The coloured squares in the order of a FEN.
pub fn board(topology: &Topology, marks: &Marks) -> String {
    let row = |rank: u16| {
        show_row((0..topology.files()).map(|file| {
            let square = topology.square(file, rank);
            let marked = marks.squares.iter().find(|(marked, _)| Some(*marked) == square);
            marked.map(|&(_, mark)| colour(mark))
        }))
    };
    (0..topology.ranks()).rev().map(row).collect::<Vec<String>>().join("/")
}

/// `highlight` with the board in FEN order, and `choice` if there is one.
pub fn paint(session: &Session, marks: &Marks, output: &mut Output) {
    let board = board(session.rules().topology(), marks);
    output.say(format!("highlight {board}"));
    // Promotions spelled with `+` are XBoard's own affair; letters it cannot guess.
    let letters: Option<String> = marks.choice.iter().map(|&kind| letter(session.rules(), kind)).collect();
    if let Some(letters) = letters.filter(|letters| letters.len() > 1) {
        output.say(format!("choice {letters}"));
    }
}

/// Puts the piece down where it can only go, if nothing is left to be chosen.
pub fn click(session: &Session, marks: &Marks, output: &mut Output) {
    if let &[(square, Mark::Quiet | Mark::Capture)] = marks.squares.as_slice() {
        output.say(format!("click {}", notation::show_square(session.rules(), square, Dialect::Cecp)));
    }
}

/// The letter of a kind, if it is just one.
fn letter(rules: &Rules, kind: Kind) -> Option<char> {
    let symbol = &rules.kind(rules.kind(kind).base).symbol[Side::First];
    let mut letters = symbol.chars();
    letters.next().filter(|letter| letters.next().is_none() && letter.is_ascii_alphabetic())
}
