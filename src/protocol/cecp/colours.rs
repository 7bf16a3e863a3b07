//! Squares and marks as XBoard writes them.

use super::super::console::Output;
use super::super::session::Session;
use super::super::xboard_letters::is_shogi;
use super::setup;
use crate::definition::{Kind, Side};
use crate::notation::{self, Dialect};
use crate::rules::Rules;
use crate::touch::{Mark, Marks, Place};

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

/// XBoard adds the `+` of a promotion that must be only in shogi and its kin; elsewhere it does where it takes that for a choice.
pub fn as_choices(session: &Session, mut marks: Marks) -> Marks {
    if is_shogi(setup::parent(session.definition())) {
        return marks;
    }
    for (square, mark) in &mut marks.squares {
        let mut forced = marks.forced.iter().filter(|(at, _)| at == square);
        if forced.any(|&(_, mv)| session.spell(mv).ends_with('+')) {
            *mark = (*mark).max(Mark::Choice);
        }
    }
    marks
}

/// `highlight` with the board in FEN order, and `choice` if there is one.
pub fn paint(session: &Session, marks: &Marks, output: &mut Output) {
    output.say(format!("highlight {}", marks.board(session.rules().topology())));
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
