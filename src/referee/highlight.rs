//! Which squares light up when a piece is touched, in the colours of CECP.

use super::fault::{Fault, FaultKind};
use super::shelf::Book;
use crate::definition::{Kind, Side};
use crate::game::Game;
use crate::notation::{Notation, find_square};
use crate::rules::topology::Square;
use crate::touch::{Marks, Place, Touch};
use serde::Serialize;
use std::collections::BTreeMap;

/// What is touched.
#[derive(Clone, Copy, Debug)]
pub struct Finger<'t> {
    /// The square of the piece, and those where it was put down on its way.
    pub path: &'t [String],
    /// The piece in hand, if it is one, as FEN spells it.
    pub hand: Option<&'t str>,
    /// The square that the pointer is over.
    pub over: Option<&'t str>,
}

/// The squares that light up. Upper-case letters are squares where the piece may be put: `Y` without capture, `R` with
/// one, `M` with a choice of promotions, `C` where the move goes on; `g` shows what is taken elsewhere.
#[derive(Serialize)]
pub struct Highlight<'a> {
    pub squares: BTreeMap<&'a str, char>,
    /// All of them in the order of a FEN.
    pub board: String,
    /// What a promoting piece may become.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub choice: Vec<&'a str>,
}

pub fn highlight<'a>(book: &'a Book, game: &Game, finger: Finger, notation: Notation) -> Result<Highlight<'a>, Fault> {
    let rules = &book.rules;
    let dialect = notation.squares();
    let square = |text: &str| -> Result<Square, Fault> {
        let quoted: String = text.chars().take(20).collect();
        find_square(rules, text, dialect)
            .ok_or_else(|| Fault::new(FaultKind::Request, format!("`{quoted}` is not a square of the board")))
    };
    let legal = game.legal_moves();
    let mut touch = Touch::default();
    let mut marks = match (finger.path, finger.hand) {
        ([first, rest @ ..], None) => {
            let mut marks = touch.lift(game, &legal, Place::Board(square(first)?));
            for next in rest {
                marks = touch.put(game, &legal, square(next)?);
            }
            marks
        }
        ([], Some(symbol)) => touch.lift(game, &legal, held(book, game, symbol)?),
        ([], None) => {
            return Err(Fault::new(FaultKind::Request, "nothing is touched")
                .help("`from` names a square, `hand` a piece in hand"));
        }
        ([_, ..], Some(_)) => return Err(Fault::new(FaultKind::Request, "`from` and `hand` exclude each other")),
    };
    if let Some(over) = finger.over {
        marks = touch.hover(game, &legal, square(over)?);
    }
    let Marks { squares, choice, forced: _ } = &marks;
    let side = game.position().side_to_move();
    let symbol = |kind: &Kind| rules.kind(rules.kind(*kind).base).symbol[side].as_str();
    Ok(Highlight {
        squares: squares.iter().map(|&(square, mark)| (book.square(square, dialect), mark.letter())).collect(),
        board: marks.board(rules.topology()),
        choice: choice.iter().map(symbol).collect(),
    })
}

/// A piece in a hand: its side is that of its letter.
fn held(book: &Book, game: &Game, symbol: &str) -> Result<Place, Fault> {
    let hands = book.rules.definition.hands.iter().flat_map(|hands| hands.kinds.iter().copied());
    for kind in hands {
        let own = &book.rules.kind(kind).symbol;
        if let Some(side) = Side::BOTH.into_iter().find(|&side| own[side] == symbol) {
            let there = game.position().hand(side, kind) > 0;
            return Ok(Place::Hand(side, there.then_some(kind)));
        }
    }
    let quoted: String = symbol.chars().take(20).collect();
    Err(Fault::new(FaultKind::Request, format!("`{quoted}` is not a piece that can be in hand")))
}
