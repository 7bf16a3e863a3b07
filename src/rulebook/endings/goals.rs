//! Goals on the board: what stands somewhere, or together, or no longer at all.

use super::super::words::{Words, a, counted, list as join, number, plural};
use crate::definition::{Arrival, Definition, Gaps, Kind, Lines, Side};

/// Who `has` a piece in a zone.
pub fn reach(definition: &Definition, has: &str, arrival: &Arrival, ends: &str) -> String {
    match arrival {
        Arrival::AtOnce => format!("A player who has {has} {ends} at once."),
        Arrival::Held => format!("A player who has {has}, and still has when it is to move again, {ends}."),
        Arrival::Unattacked => {
            format!("A player who has {has} where no enemy attacks it {ends}; if both players have, the game is drawn.")
        }
        Arrival::SecondAnswers => {
            let answer = if definition.turns.is_some() { "in the very next turn" } else { "with the very next move" };
            format!(
                "A player who has {has} {ends}; but if the first player gets there and the second can follow {answer}, the game is drawn."
            )
        }
    }
}

/// `three pieces side by side along a rank`.
pub fn row(words: &Words, length: u32, kinds: &[Kind], (lines, gaps): (Lines, Gaps)) -> String {
    let together = match gaps {
        Gaps::None => "side by side",
        Gaps::Exact => "side by side, and no more of them,",
        Gaps::Allowed => "in line, with or without gaps,",
    };
    let what = match (kinds, counted_kinds(words, kinds)) {
        ([only], Some(_)) => format!("{} {}", number(length), plural(words.name(*only))),
        (_, Some(kinds)) => format!("{} of these pieces: {kinds},", number(length)),
        (_, None) => counted(length, "piece"),
    };
    format!("{what} {together} along {}", a(&join(&lines.singular(), "or")))
}

/// `a royal piece`, `two pieces`, `a king or queen`.
pub fn some(words: &Words, kinds: &[Kind], count: u16) -> String {
    match counted_kinds(words, kinds) {
        _ if kinds.is_empty() && count == 1 => "a royal piece".to_owned(),
        _ if kinds.is_empty() => counted(count.into(), "royal piece"),
        None if count == 1 => "any piece".to_owned(),
        None => counted(count.into(), "piece"),
        Some(_) if count == 1 => words.any_of(kinds),
        Some(names) => format!("{} of {names}", number(count.into())),
    }
}

/// `pieces`, of these kinds if not of all.
pub fn whose(words: &Words, kinds: &[Kind]) -> String {
    counted_kinds(words, kinds).map_or_else(|| "pieces".to_owned(), |kinds| format!("pieces among {kinds}"))
}

/// The names of these kinds, unless they are all.
fn counted_kinds(words: &Words, kinds: &[Kind]) -> Option<String> {
    let all = kinds.len() == words.0.pieces.len() && kinds.len() > 1;
    match kinds {
        [] => Some("royal pieces".to_owned()),
        _ => (!all).then(|| words.all_of(kinds)),
    }
}

pub fn extinct(
    words: &Words,
    (kinds, any, player): (&[Kind], bool, Option<Side>),
    (count, against): (u16, u16),
    ends: &str,
) -> String {
    let all = kinds.len() == words.0.pieces.len();
    let lost = match (count, kinds) {
        (0, []) => "has lost all royal pieces".to_owned(),
        (_, []) => format!("has no more than {} left", counted(count.into(), "royal piece")),
        (0, _) if any => format!("has lost the last {}", join(&words.names(kinds), "or")),
        (_, _) if any => {
            format!("has no more than {} left of any one of these: {}", number(count.into()), words.all_of(kinds))
        }
        (0, _) if all => "has no pieces left".to_owned(),
        (_, _) if all => format!("has no more than {} left", counted(count.into(), "piece")),
        (0, [one]) => format!("has lost every {}", words.name(*one)),
        (0, _) => format!("has lost all of these: {}", words.all_of(kinds)),
        (_, _) => format!("has no more than {} left of these: {}", number(count.into()), words.all_of(kinds)),
    };
    let while_ = if against > 0 {
        format!(", while the opponent has at least {},", number(against.into()))
    } else {
        String::new()
    };
    // What is in hand is not lost; royals are counted on the board.
    let hands = words.0.hands.as_ref().is_some_and(|hands| !hands.endless) && !kinds.is_empty();
    let held = if hands { ", counting those in hand" } else { "" };
    let comma = if hands && while_.is_empty() { "," } else { "" };
    match player {
        None => format!("A player who {lost}{held}{comma}{while_} {ends}."),
        Some(side) => {
            let while_ = while_.trim_end_matches(',');
            format!("{} {ends} when it {lost}{held}{while_}.", words.0.player(side))
        }
    }
}
