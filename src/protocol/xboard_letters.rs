//! Which of XBoard's piece images each piece gets: its PieceToChar table.
//!
//! The table has a slot for each image, and some slots mean more than a picture: slot 0 promotes and captures en
//! passant, slot 65 is the king, slots 11 to 21 may hold the promoted forms of slots 0 to 10, and what stands in the
//! slots of weak pieces counts as weak. Pieces are put where XBoard's own piece moves alike; the others take what is
//! harmless. Nothing is known here by name: a slot is found by how its piece moves.

use super::xboard_pieces;
use crate::definition::{Definition, HandSource, Kind, PieceType, Promotion, PromotionTo, Side};

/// XBoard's own pieces by slot, and how they move, for parents without pieces of their own.
const ORTHODOX: &[(usize, &str)] = &[
    (1, "N"),
    (2, "B"),
    (3, "R"),
    (4, "Q"),
    (5, "F"),
    (6, "A"),
    (7, "BN"),
    (8, "RN"),
    (9, "W"),
    (10, "K"),
    (11, "mRcpR"),
    (12, "N0"),
    (13, "BW"),
    (14, "RF"),
    (15, "gQ"),
    (16, "FfW"),
    (23, "Z"),
    (24, "C"),
    (29, "QN"),
];

const SHOGI: &[(usize, &str)] =
    &[(0, "fW"), (1, "ffN"), (2, "B"), (3, "R"), (4, "fR"), (5, "FfW"), (9, "WfF"), (13, "BW"), (14, "RF")];

const XIANGQI: &[(usize, &str)] = &[(1, "nN"), (3, "R"), (5, "F"), (6, "nA"), (9, "W"), (11, "mRcpR")];

/// Beyond the queen XBoard lets its pieces move differently from game to game.
const LAST_CERTAIN: usize = 4;

/// Where a piece without a slot of its own may go: first those whose pictures stand for nothing in particular, never
/// those that count as weak pieces (1, 2, 5, 6, 9) or promote (0, 18).
const SPARE: &[usize] = &[
    8, 7, 12, 13, 14, 15, 16, 17, 19, 20, 22, 23, 24, 25, 26, 27, 28, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41,
    42, 43, 44, 45, 10, 11, 4, 3, 29, 46, 47, 48, 49, 51, 52, 53, 54, LION,
];

/// The only slot of a piece that XBoard castles with.
const ROOK: usize = 3;
/// Slots whose pieces XBoard promotes by letter, and moves as pawns.
const PAWNS: [usize; 2] = [0, 18];
/// Slots of the same pictures, promoted, for orthodox pieces that make room for others.
const LOOKALIKES: &[(usize, usize)] = &[(4, 51), (3, 47), (2, 46), (1, 56)];
/// Whose pieces XBoard lets nobody trade, in any game.
const LION: usize = 21;
const KING: usize = 65;
/// Whose pieces go anywhere to XBoard, as long as it isn't told how they move.
const WILD: usize = 19;
/// XBoard's game whose pawns promote on three ranks, and have no choice.
pub const MAKRUK: &str = "makruk";
/// What they turn into there, whatever stands in this slot.
const MET: usize = 5;
/// A slot with a king's picture that isn't royal.
const MONARCH: usize = 50;

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
    let mut slots: Vec<Option<Slot>> = vec![None; KING + 1];
    let known = match parent {
        _ if is_shogi(parent) => SHOGI,
        "xiangqi" => XIANGQI,
        _ => ORTHODOX,
    };
    let mut native = Vec::new();
    let mut waiting = Vec::new();
    let partners = partners(definition);
    let is_promoted = |kind: Kind| partners.iter().any(|&(_, to)| to == kind);
    let turn_back = turn_back(definition);
    let second_form = |kind: Kind| turn_back.contains(&kind) || partners.iter().any(|&(from, _)| from == kind);
    let rook = rook(definition);
    if let Some(rook) = rook.filter(|&kind| !is_promoted(kind)) {
        let piece = definition.piece(rook);
        *slots.get_mut(ROOK)? = Some(Slot::of(rook, piece)?);
        if same_moves(piece, "R") {
            native.push(rook);
        }
    }
    let is_met = |kind: Kind| parent == MAKRUK && is_choice(definition, kind);
    let mut kinds: Vec<Kind> = definition.kinds().filter(|&kind| !is_promoted(kind) && rook != Some(kind)).collect();
    // First what has no choice but its slot.
    kinds.sort_by_key(|&kind| !is_met(kind));
    for kind in kinds {
        let piece = definition.piece(kind);
        let wanted = if piece.royal && parent != "xiangqi" {
            Some(if royalty == Royalty::Watched { KING } else { MONARCH })
        } else if promotes_by_letter(definition, kind) || parent == "xiangqi" && piece.resets_counter {
            PAWNS.into_iter().find(|&slot| is_free(&slots, slot))
        } else if is_met(kind) {
            Some(MET)
        } else {
            let alike = |row: &&(usize, &str)| same_moves(piece, row.1);
            known.iter().find(alike).map(|row| row.0).inspect(|&slot| {
                // Its advisors, elephants and generals keep to their zones.
                let roams = known == XIANGQI && [5, 6, 9].contains(&slot) && piece.confined.is_none();
                let certain = if known == ORTHODOX { slot <= LAST_CERTAIN } else { !roams };
                if certain {
                    native.push(kind);
                }
            })
        };
        // The slot of the promoted form must not be that of a kind of pawn, or of the lion.
        let has_second_form = second_form(kind);
        let special = |slot: usize| PAWNS.contains(&slot) || slot == LION;
        let marked = |slot: usize| slot < 11 && !special(slot + 11) && is_free(&slots, slot + 11);
        let kept = |slot: usize| {
            let first = slot.checked_sub(11).and_then(|first| slots.get(first)?.as_ref());
            first.is_some_and(|first| second_form(first.kind))
        };
        let fits = |&slot: &usize| is_free(&slots, slot) && !kept(slot) && (!has_second_form || marked(slot));
        match wanted.filter(fits) {
            Some(slot) => *slots.get_mut(slot)? = Some(Slot::of(kind, piece)?),
            None => waiting.push(kind),
        }
    }
    let second_forms = !partners.is_empty() || !turn_back.is_empty();
    let taken_by_promoted = |slot: usize| (11..=21).contains(&slot) && second_forms;
    let is_wild = |kind: &Kind| !second_form(*kind) && xboard_pieces::is_beyond_words(definition.piece(*kind));
    let wild = waiting.iter().copied().find(is_wild).filter(|_| is_free(&slots, WILD) && !taken_by_promoted(WILD));
    if let Some(kind) = wild {
        waiting.retain(|&other| other != kind);
        *slots.get_mut(WILD)? = Some(Slot::of(kind, definition.piece(kind))?);
    }
    // Promotable pieces next: only low slots have a place for the promoted form.
    waiting.sort_by_key(|&kind| !second_form(kind));
    for kind in waiting {
        let promotes = second_form(kind);
        // Not 7, which would turn into a kind of pawn, and 10, which would turn into a lion, only if nothing else is left.
        let low = [8, 6, 3, 2, 9, 5, 4, 1, 10];
        let candidates: &[usize] = if promotes { &low } else { SPARE };
        let has_room = |slot: usize| !promotes || is_free(&slots, slot + 11);
        let fits = |&slot: &usize| is_free(&slots, slot) && !taken_by_promoted(slot) && has_room(slot);
        let slot = candidates.iter().copied().find(fits)?;
        native.retain(|&other| other != kind);
        *slots.get_mut(slot)? = Some(Slot::of(kind, definition.piece(kind))?);
    }
    for &(from, to) in &partners {
        let slot = slots.iter().position(|slot| matches!(slot, Some(Slot { kind, .. }) if *kind == from))?;
        if slot > 10 || definition.piece(to).symbol != format!("+{}", definition.piece(from).symbol) {
            return None;
        }
        *slots.get_mut(slot + 11)? = Some(Slot { kind: to, text: PROMOTED.to_owned() });
    }
    for &kind in &turn_back {
        let slot = slots.iter().position(|slot| matches!(slot, Some(slot) if slot.kind == kind))?;
        let form = slots.get_mut(slot + 11).filter(|_| slot < 11)?;
        form.is_none().then_some(())?;
        *form = Some(Slot { kind, text: TURNS_BACK.to_owned() });
    }
    // A hand has a place for each kind, in this order, but no more than the board has ranks.
    let held = definition.hands.as_ref().map_or(&[][..], |hands| &hands.kinds);
    let order = |slots: &[Option<Slot>]| -> Vec<Kind> {
        slots
            .iter()
            .flatten()
            // What turns back has two places there.
            .filter(|slot| slot.text != PROMOTED)
            .map(|slot| slot.kind)
            .collect()
    };
    let ranks = usize::from(definition.topology.ranks());
    let crowded = |slots: &[Option<Slot>]| {
        let order = order(slots);
        let (inside, beyond) = order.split_at(ranks.min(order.len()));
        beyond.iter().any(|kind| held.contains(kind) && !inside.contains(kind))
    };
    for &(slot, lookalike) in LOOKALIKES {
        let moved = slots.get(slot).and_then(Option::as_ref).map(|slot| slot.kind);
        let in_the_way = |kind| !held.contains(&kind) && rook != Some(kind) && is_free(&slots, slot + 11);
        if let Some(moved) = moved.filter(|&kind| crowded(&slots) && in_the_way(kind)) {
            native.retain(|&kind| kind != moved);
            slots.swap(slot, lookalike);
        }
    }
    if crowded(&slots) && definition.presentation.piece_to_char.is_none() {
        return None;
    }
    let order = order(&slots);
    let pawns = PAWNS.into_iter().filter_map(|slot| slots.get(slot)?.as_ref()).map(|slot| slot.kind).collect();
    let table = definition.presentation.piece_to_char.clone().unwrap_or_else(|| table(&slots));
    Some(Letters { table, order, native, pawns, wild })
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

const PROMOTED: &str = "+";
/// The same picture for a pawn that turns back when it is captured.
const TURNS_BACK: &str = "~";

#[derive(Clone)]
struct Slot {
    kind: Kind,
    text: String,
}

impl Slot {
    /// A letter, perhaps with one of the two suffixes that XBoard knows.
    fn of(kind: Kind, piece: &PieceType) -> Option<Slot> {
        let mut chars = piece.symbol.chars();
        let letter = chars.next().filter(char::is_ascii_uppercase)?;
        match (chars.next(), chars.next()) {
            (None, _) => Some(Slot { kind, text: letter.to_string() }),
            (Some(suffix @ ('\'' | '!')), None) => Some(Slot { kind, text: format!("{letter}{suffix}") }),
            _ => None,
        }
    }
}

fn is_free(slots: &[Option<Slot>], slot: usize) -> bool {
    slots.get(slot).is_some_and(Option::is_none)
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

/// White's half and Black's, up to the last slot in use and the king's.
fn table(slots: &[Option<Slot>]) -> String {
    let used = slots.iter().take(KING).rposition(Option::is_some).map_or(0, |last| last + 1).max(5);
    let half = |side: Side| -> String {
        let spell = |slot: &Option<Slot>| match (slot, side) {
            (None, _) => ".".to_owned(),
            (Some(slot), Side::First) => slot.text.clone(),
            (Some(slot), Side::Second) => slot.text.to_lowercase(),
        };
        slots.iter().take(used).chain(slots.last()).map(spell).collect()
    };
    half(Side::First) + &half(Side::Second)
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
