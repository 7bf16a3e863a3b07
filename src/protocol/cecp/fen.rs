//! Positions as XBoard writes them, in our spelling.
//!
//! It knows no rights of pieces to a first move of another kind, and counts ranks beyond the ninth on through the characters.

use super::super::session::Session;
use crate::definition::Side;
use crate::position::Position;
use crate::rules::{Castle, RightKind};

/// The FEN as it is meant.
pub fn meant(session: &Session, text: &str) -> String {
    let mut words: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
    if let Some(rights) = words.get_mut(2).filter(|word| word.chars().all(|letter| "KQkq-".contains(letter))) {
        *rights = with_first_moves(session, rights);
    }
    if let Some(square) = words.get_mut(3)
        && let Some(spelled) = square_beyond_the_ninth(square)
    {
        *square = spelled;
    }
    words.join(" ")
}

/// `g:` is g10.
fn square_beyond_the_ninth(word: &str) -> Option<String> {
    let mut letters = word.chars();
    match (letters.next(), letters.next(), letters.next()) {
        (Some(file @ 'a'..='p'), Some(rank @ ':'..='@'), None) => {
            Some(format!("{file}{}", u32::from(rank) - u32::from('0')))
        }
        _ => None,
    }
}

/// What stands where it began hasn't moved, as far as anybody can tell; of kings their castling tells more.
fn with_first_moves(session: &Session, word: &str) -> String {
    let rules = session.rules();
    let (topology, start) = (rules.topology(), Position::start(rules));
    let mut rights: String = word.chars().filter(|letter| *letter != '-').collect();
    for right in rules.rights.list.iter().filter(|right| right.kind == RightKind::Unmoved) {
        let file = topology.file(right.square);
        let is_first = right.side == Side::First;
        let castles = &rules.sides[right.side].castles;
        let says = |said: char| word.contains(if is_first { said.to_ascii_uppercase() } else { said });
        // The letter of a file gives its rook the right, too.
        let gives_more = |castle: &Castle| {
            topology.file(castle.partner) == file && !says(if castle.is_to_right() { 'k' } else { 'q' })
        };
        let letter = u8::try_from(file).ok().and_then(|file| b'a'.checked_add(file)).map(char::from);
        let Some(letter) = letter.filter(|letter| !castles.iter().any(gives_more) && !['k', 'q'].contains(letter))
        else {
            continue;
        };
        let stood = start.at(right.square);
        let is_royal = !stood.is_empty() && rules.kind(stood.kind()).royal;
        if is_royal && !castles.is_empty() && !says('k') && !says('q') {
            continue;
        }
        let letter = if is_first { letter.to_ascii_uppercase() } else { letter };
        if !rights.contains(letter) {
            rights.push(letter);
        }
    }
    if rights.is_empty() { "-".to_owned() } else { rights }
}
