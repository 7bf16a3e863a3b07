//! The kinds of pieces of a section, as ours: every form a piece can have on the board is a kind with a name.
//!
//! There, a promoted piece is of another type and remembers what it was; here `+X` is a kind of its own that moves like
//! that type. Rules about a type are then about all kinds that move like it.

use super::settings::Settings;
use super::slots::{Slot, Slots};
use crate::definition::Side;
use std::collections::BTreeSet;

/// A kind of ours.
#[derive(Clone, Debug)]
pub struct Man {
    pub name: String,
    /// `P` or `+P`.
    pub symbol: String,
    /// What it moves like and counts as.
    pub slot: Slot,
    /// The slot of its letter.
    pub base: Slot,
    pub promoted: bool,
}

/// The start position, taken apart.
#[derive(Clone, Debug, Default)]
pub struct Setup {
    /// From the first rank up: file and rank from 0, and what stands there.
    pub men: Vec<(u16, u16, Placed)>,
    pub holes: Vec<(u16, u16)>,
    pub hand: Vec<(Side, Slot)>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Placed {
    pub side: Side,
    pub slot: Slot,
    /// Written with a `+`.
    pub promoted: bool,
}

impl Setup {
    pub fn read(settings: &Settings) -> Setup {
        let mut setup = Setup::default();
        let board = settings.start.split_whitespace().next().unwrap_or_default();
        let (board, hand) = match board.split_once('[') {
            Some((board, hand)) => (board, hand.trim_end_matches(']')),
            None => (board, ""),
        };
        for (row, text) in board.split('/').enumerate() {
            let Some(rank) = usize::from(settings.ranks).checked_sub(row + 1) else { continue };
            setup.row(settings, text, rank as u16);
        }
        for letter in hand.chars().filter(char::is_ascii_alphabetic) {
            if let Some(slot) = letter_of(settings, letter) {
                setup.hand.push((side(letter), slot));
            }
        }
        setup
    }

    fn row(&mut self, settings: &Settings, text: &str, rank: u16) {
        let letters: Vec<char> = text.chars().collect();
        let (mut file, mut at, mut promoted) = (0u16, 0, false);
        while let Some(&letter) = letters.get(at) {
            at += 1;
            if let Some(digit) = letter.to_digit(10) {
                let mut count = digit as u16;
                if let Some(more) = letters.get(at).and_then(|next| next.to_digit(10)) {
                    count = 10 * count + more as u16;
                    at += 1;
                }
                file = file.saturating_add(count);
                continue;
            }
            match letter {
                '+' => {
                    promoted = true;
                    continue;
                }
                '~' => continue,
                '*' => self.holes.push((file, rank)),
                _ => {
                    if let Some(slot) = letter_of(settings, letter) {
                        self.men.push((file, rank, Placed { side: side(letter), slot, promoted }));
                    }
                }
            }
            promoted = false;
            file = file.saturating_add(1);
        }
    }
}

fn side(letter: char) -> Side {
    if letter.is_ascii_uppercase() { Side::First } else { Side::Second }
}

/// By its letter in positions, which may be its second one.
pub fn letter_of(settings: &Settings, letter: char) -> Option<Slot> {
    let second = || {
        let upper = letter.to_ascii_uppercase();
        settings.pieces.iter().find(|(_, piece)| piece.synonym == Some(upper)).map(|(&slot, _)| slot)
    };
    settings.of_letter(letter).or_else(second)
}

/// Pawns that promote as in chess, of one side. The fixed pawn always does.
pub fn promoting(settings: &Settings, side: Side) -> Vec<Slot> {
    let named = settings.promotion_pawns[side];
    settings.pieces.keys().copied().filter(|&slot| slot == Slot::PAWN || named.contains(slot)).collect()
}

/// All kinds that can come onto the board.
pub fn men(settings: &Settings, setup: &Setup) -> Vec<Man> {
    let mut bases: BTreeSet<Slot> = setup.men.iter().map(|(_, _, placed)| placed.slot).collect();
    bases.extend(setup.hand.iter().map(|(_, slot)| *slot));
    // What the file names may be wanted in other positions, but for promoted pieces, which are written with a `+`.
    let is_promoted = |slot: &Slot| settings.promoted.values().any(|to| to == slot);
    let named = settings.pieces.keys().filter(|slot| settings.origins.contains_key(&slot.word()) && !is_promoted(slot));
    bases.extend(named);
    // What promotes brings in what it becomes; that may promote in turn.
    loop {
        let mut more: BTreeSet<Slot> = BTreeSet::new();
        for side in Side::BOTH {
            if promoting(settings, side).iter().any(|slot| bases.contains(slot)) {
                more.extend(settings.pieces.keys().filter(|slot| settings.promotion_choices[side].contains(**slot)));
            }
        }
        // A promoted piece that promotes again does it as what it has become, and what goes into a hand as it is, too.
        let keeps = settings.captures_to_hand && settings.drop_loop;
        let promoted = bases.iter().filter_map(|slot| settings.promoted.get(slot));
        more.extend(promoted.filter(|slot| keeps || settings.promoted.contains_key(slot)));
        let before = bases.len();
        bases.extend(more);
        if bases.len() == before {
            break;
        }
    }
    let mut order: Vec<Slot> = bases.iter().copied().filter(|slot| settings.has(*slot)).collect();
    order.sort_by_key(|slot| (*slot == Slot::KING, *slot));
    let mut men: Vec<Man> = Vec::new();
    for &slot in &order {
        let name = fresh(&men, &base_name(settings, slot), settings.pieces[&slot].letter);
        let symbol = settings.pieces[&slot].letter.to_string();
        men.push(Man { name, symbol, slot, base: slot, promoted: false });
    }
    for &base in &order {
        let Some(&slot) = settings.promoted.get(&base) else { continue };
        let plain = men.iter().find(|man| man.base == base).map(|man| man.name.clone()).unwrap_or_default();
        let alone = settings.promoted.iter().filter(|(from, to)| **to == slot && order.contains(from)).count() == 1;
        let name = match alone && !order.contains(&slot) {
            true => base_name(settings, slot),
            false => format!("promoted-{plain}"),
        };
        let letter = settings.pieces[&base].letter;
        men.push(Man { name: fresh(&men, &name, letter), symbol: format!("+{letter}"), slot, base, promoted: true });
    }
    men
}

/// Names for pieces with moves of their own, where these are well known.
const KNOWN: &[(&str, &str)] = &[
    ("C", "camel"),
    ("L", "camel"),
    ("Z", "zebra"),
    ("J", "zebra"),
    ("D", "dabbaba"),
    ("A", "alfil"),
    ("NN", "nightrider"),
    ("NC", "wildebeest"),
    ("gQ", "grasshopper"),
    ("DAW", "champion"),
    ("CF", "wizard"),
    ("nN", "horse"),
    ("W", "wazir"),
    ("F", "fers"),
    ("WF", "commoner"),
    ("K", "commoner"),
    ("FvW", "shaman"),
    ("FfW", "silver"),
    ("WfF", "gold"),
];

fn base_name(settings: &Settings, slot: Slot) -> String {
    let letter = settings.pieces.get(&slot).map_or('?', |piece| piece.letter);
    let stands_for_king = letter == 'K' && !settings.has(Slot::KING);
    let is_pawn = slot.is_custom() && Side::BOTH.iter().any(|&side| settings.promotion_pawns[side].contains(slot));
    if let Some(name) = slot.name() {
        return if name == "commoner" && stands_for_king { "king".into() } else { name.to_owned() };
    }
    let betza = settings.betza(slot);
    match KNOWN.iter().find(|row| row.0 == betza) {
        _ if stands_for_king => "king".into(),
        _ if is_pawn => "pawn".into(),
        Some(row) => row.1.into(),
        None => format!("piece-{}", letter.to_ascii_lowercase()),
    }
}

/// A name that none of them has.
fn fresh(men: &[Man], name: &str, letter: char) -> String {
    let taken = |name: &str| men.iter().any(|man| man.name == name);
    if !taken(name) {
        return name.to_owned();
    }
    let longer = format!("{name}-{}", letter.to_ascii_lowercase());
    (2..)
        .map(|n| if n == 2 { longer.clone() } else { format!("{longer}-{n}") })
        .find(|name| !taken(name))
        .unwrap_or(longer)
}

/// Kinds that count as one of these types.
pub fn of_types(men: &[Man], types: Slots) -> Vec<&Man> {
    men.iter().filter(|man| types.has_all() || types.contains(man.slot)).collect()
}
