//! Which of XBoard's piece images each piece gets: its PieceToChar table.
//!
//! The table has a slot for each image, and some slots mean more than a picture: slot 0 promotes and captures en
//! passant, slot 65 is the king, slots 11 to 21 may hold the promoted forms of slots 0 to 10, and what stands in the
//! slots of weak pieces counts as weak. Pieces are put where XBoard's own piece moves alike; the others take what is
//! harmless. Nothing is known here by name: a slot is found by how its piece moves.

mod seats;

use crate::definition::{Definition, HandSource, Kind, PieceType, Promotion, PromotionTo, Side};
use seats::Seats;

/// XBoard's game whose pawns promote on three ranks, and have no choice.
pub const MAKRUK: &str = "makruk";

/// A PieceToChar table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Letters {
    pub table: String,
    /// Unpromoted kinds in slot order, what turns back twice: the places of a hand in XBoard.
    pub order: Vec<Kind>,
    /// Kinds that stand where XBoard's own piece of this parent moves just so, whatever the game.
    pub native: Vec<Kind>,
    /// Those that stand where XBoard has pawns and lances.
    pub pawns: Vec<Kind>,
    /// One that moves in ways that XBoard has no words for, and is let go anywhere.
    pub wild: Option<Kind>,
}

/// Whether XBoard shall watch over the king.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Royalty {
    Watched,
    /// No piece is royal to XBoard: where it doesn't know exactly how pieces move it would see checks that are none.
    Unwatched,
}

/// XBoard knows that pieces promote by `+` there, and when they must.
pub fn is_shogi(parent: &str) -> bool {
    ["shogi", "chu"].contains(&parent)
}

/// The table for a variant, the file's own if it gives one. `None` if a piece has no letter that XBoard can read.
pub fn letters(definition: &Definition, parent: &str, royalty: Royalty) -> Option<Letters> {
    let mut seats = Seats::new(definition, parent);
    seats.seat_rook()?;
    let mut waiting = seats.seat_known(royalty)?;
    let wild = seats.seat_wild(&mut waiting)?;
    seats.seat_others(waiting)?;
    seats.seat_second_forms()?;
    seats.make_room_in_hand();
    let own = &definition.presentation.piece_to_char;
    if own.is_none() && seats.hand_is_crowded() {
        return None;
    }
    let table = own.clone().unwrap_or_else(|| seats.table());
    Some(Letters { table, order: seats.order(), pawns: seats.pawns(), native: seats.native, wild })
}

/// To one of several kinds, as XBoard's pawns do.
pub fn promotes_by_letter(definition: &Definition, kind: Kind) -> bool {
    let by_letter = |rule: &Promotion| matches!(rule.to, PromotionTo::Choice(_)) && rule.pieces.contains(&kind);
    definition.promotions.iter().any(by_letter)
}

/// Pawns turn into it.
fn is_choice(definition: &Definition, kind: Kind) -> bool {
    let among = |rule: &Promotion| matches!(&rule.to, PromotionTo::Choice(to) if to.contains(&kind));
    definition.promotions.iter().any(among)
}

/// Kinds that captured pieces forget again to have become.
fn turn_back(definition: &Definition) -> Vec<Kind> {
    if definition.hands.as_ref().is_none_or(|hands| hands.source != HandSource::Captures) {
        return Vec::new();
    }
    let mut kinds: Vec<Kind> = Vec::new();
    for promotion in &definition.promotions {
        if let PromotionTo::Choice(to) = &promotion.to {
            let forgets = |kind: &&Kind| {
                let piece = definition.piece(**kind);
                piece.demotes_to.is_none() && !piece.demotes_always
            };
            kinds.extend(to.iter().filter(forgets));
        }
    }
    kinds.sort_unstable();
    kinds.dedup();
    kinds
}

/// Castling is one of its moves.
pub fn castles_by_itself(definition: &Definition, kind: Kind) -> bool {
    let piece = definition.piece(kind);
    piece.royal && piece.moves.iter().any(|way| way.text[Side::First].contains('O'))
}

/// The kind that castles with the king, if it is only one.
pub fn rook(definition: &Definition) -> Option<Kind> {
    let mut partners = definition.castling.iter().flat_map(|rule| rule.partners.iter().copied());
    match partners.next() {
        Some(first) => partners.all(|other| other == first).then_some(first),
        // Who castles by its own description does so with what XBoard has for a rook.
        None if definition.kinds().any(|kind| castles_by_itself(definition, kind)) => {
            definition.kinds().find(|&kind| same_moves(definition.piece(kind), "R"))
        }
        None => None,
    }
}

/// Pieces with a promoted form of their own, and that.
fn partners(definition: &Definition) -> Vec<(Kind, Kind)> {
    let mut found = Vec::new();
    for promotion in &definition.promotions {
        if let PromotionTo::Partner(to) = &promotion.to {
            found.extend(promotion.pieces.iter().copied().zip(to.iter().copied()));
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// The same moves everywhere, whatever the order in which they are written.
fn same_moves(piece: &PieceType, text: &str) -> bool {
    let [clause] = piece.moves.as_slice() else { return false };
    clause.from.is_none() && clause.into.is_none() && parts(&clause.text[Side::First]) == parts(text)
}

/// The moves of a description, sorted.
fn parts(text: &str) -> Vec<String> {
    let mut parts: Vec<String> = crate::syntax::betza::parse(text)
        .map(|description| description.moves.iter().map(|movement| movement.it.to_string()).collect())
        .unwrap_or_default();
    parts.sort_unstable();
    parts
}
