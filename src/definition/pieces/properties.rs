//! What is said of a piece beside its moves at the start.

use super::super::reader::{Read, Reader};
use super::super::resolve::Draft;
use super::super::{Few, Kind, MoveClause, PerSide, PieceType, Side, keys, lists};
use super::{check_symbol, ending, moves};
use crate::diagnostic::Diagnostic;
use crate::rules::topology::Square;
use crate::syntax::betza;
use crate::syntax::variant::{Token, TokenKind};

pub const PROPERTIES: &[&str] = &[
    "royal", "iron", "resets", "stays", "cannot", "stops", "chases", "chased", "initial", "at", "demotes", "glyphs",
    "also", "value", "image", "in", "into", "outside", "beyond", "along", "once", "taking", "goes",
];

/// How properties begin that a piece has once. Of two that begin alike the longer one comes first.
pub const SAID_ONCE: &[&str] = &[
    "royal",
    "iron",
    "resets",
    "stays",
    "stops",
    "initial moves not",
    "initial moves until",
    "at most",
    "chases freely",
    "chased even",
    "chased freely",
    "cannot capture what",
    "cannot capture",
    "cannot hop",
    "demotes",
    "glyphs",
    "value",
    "image",
];

/// The property that comes next.
pub fn property(draft: &mut Draft, reader: &mut Reader, kind: Kind, piece: &mut PieceType) -> Read<()> {
    if nature(draft, reader, kind, piece)? || looks(draft, reader, piece)? {
        return Ok(());
    }
    let clause = more_moves(draft, reader)?.ok_or_else(|| unknown(reader))?;
    piece.moves.push(clause);
    Ok(())
}

/// What it is, and what it or others may not do; false if that doesn't come next.
fn nature(draft: &mut Draft, reader: &mut Reader, kind: Kind, piece: &mut PieceType) -> Read<bool> {
    if reader.accept("royal") {
        royal(draft, reader, piece)?;
    } else if reader.accept("iron") {
        piece.iron = true;
    } else if reader.accept("resets") {
        reader.require("counter")?;
        piece.resets_counter = true;
    } else if reader.accept("stays") {
        reader.require("in")?;
        piece.confined = Some(draft.zones(false).read(reader)?);
    } else if reader.accept("initial moves") {
        if reader.accept("not in check") {
            piece.calm = true;
        } else {
            reader.require("until in line with")?;
            piece.startled_by = lists::list(draft, reader, PROPERTIES)?;
        }
    } else if reader.accept("at most as at the start") {
        draft.limited_by_start.push(kind);
    } else if reader.accept("at most") {
        piece.limit = Some(reader.number("a number of pieces", 0, 10_000)? as u16);
    } else if reader.accept("stops in") {
        piece.stops = Some(draft.zones(false).read(reader)?);
    } else if reader.accept("chases freely") {
        piece.chases_freely = true;
    } else if reader.accept("chased even protected by") {
        piece.prey_of = lists::list(draft, reader, PROPERTIES)?;
    } else if reader.accept("chased freely in") {
        piece.fair_game = Some(draft.zones(false).read(reader)?);
    } else if reader.accept("goes on capturing") {
        piece.goes_on = true;
    } else if reader.accept("cannot capture what is protected") {
        piece.shy = true;
    } else if reader.accept("cannot capture") {
        piece.spares = lists::list(draft, reader, PROPERTIES)?;
    } else if reader.accept("cannot hop over") {
        piece.not_onto = reader.accept("or onto");
        piece.not_over = lists::list(draft, reader, PROPERTIES)?;
    } else if reader.accept("demotes") {
        reader.require("to")?;
        piece.demotes_always = true;
        piece.demotes_to = if reader.accept("itself") { None } else { Some(lists::one(draft, reader)?) };
    } else {
        return Ok(false);
    }
    Ok(true)
}

/// Letters, pictures and worth, which change no rules; false if that doesn't come next.
fn looks(draft: &Draft, reader: &mut Reader, piece: &mut PieceType) -> Read<bool> {
    if reader.accept("glyphs") {
        piece.glyphs = glyphs(reader)?;
    } else if reader.accept("also") {
        let letter = reader.word("another letter of it")?;
        check_symbol(letter)?;
        let known = |other: &PieceType| other.other_letters.contains(&letter.text);
        if let Some(other) = draft.definition.pieces.iter().chain([&*piece]).find(|other| known(other)) {
            let message = format!("`{}` is another letter of `{}` already", letter.text, other.name);
            return Err(Diagnostic::error(letter.span.clone(), message));
        }
        piece.other_letters.push(letter.text.clone());
    } else if reader.accept("value") {
        piece.value = Some(reader.number("a value", 0, 1_000_000)? as i32);
    } else if reader.accept("image") {
        piece.image = Some(reader.text("the name of a picture")?.text.clone());
    } else {
        return Ok(false);
    }
    Ok(true)
}

/// Moves from some squares, onto some, or made under a condition; none if these don't come next.
fn more_moves(draft: &mut Draft, reader: &mut Reader) -> Read<Option<MoveClause>> {
    Ok(Some(if reader.accept("in") {
        let zone = draft.zones(false).read(reader)?;
        ending(draft, reader, Some(zone))?
    } else if reader.at_word("into") {
        ending(draft, reader, None)?
    } else if reader.accept("along") {
        let zone = draft.zones(false).read(reader)?;
        MoveClause { along: true, ..moves(draft, reader, Some(zone))? }
    } else if reader.accept("once something is captured") {
        MoveClause { after_capture: true, ..moves(draft, reader, None)? }
    } else if reader.at_word("taking") {
        moves(draft, reader, None)?
    } else if reader.accept_any(&["outside", "beyond"]).is_some() {
        let zone = draft.zones(false).read(reader)?;
        let outside = draft.outside(&zone);
        ending(draft, reader, Some(outside))?
    } else {
        return Ok(None);
    }))
}

/// About words that are no property.
fn unknown(reader: &Reader) -> Diagnostic {
    let mut complaint = reader.expected_one_of("a property of the piece", PROPERTIES);
    let unquoted = |token: &&Token| {
        token.kind == TokenKind::Word
            && token.text.contains(|c: char| c.is_ascii_uppercase())
            && betza::parse(&token.text).is_ok()
    };
    let after_comma = reader.before().is_some_and(|before| before.kind == TokenKind::Comma);
    if reader.peek().is_some_and(|token| after_comma && keys::row(&token.text).is_some()) {
        return complaint.help("a line that ends with a comma goes on in the next line");
    }
    if let Some(token) = reader.peek().filter(unquoted) {
        complaint.help.insert(0, format!("moves stand in double quotes: `\"{}\"`", token.text));
    } else if reader.at_phrase("cannot leave") {
        complaint.help.insert(0, "what keeps a piece somewhere is `stays in ZONE`".to_owned());
    } else if reader.at_word("is") {
        complaint.help.insert(0, "properties are said without `is`".to_owned());
    }
    if complaint.help.len() < 2 {
        let some =
            "`royal`, `iron`, `stays in ZONE`, `stops in ZONE`, `cannot capture PIECES`, `at most N`, `resets counter`";
        complaint = complaint.help(format!("properties are {some} and others: docs/language.md has them all"));
    }
    complaint
}

/// When it is royal, if not always.
fn royal(draft: &mut Draft, reader: &mut Reader, piece: &mut PieceType) -> Read<()> {
    let few = |reader: &mut Reader, most: u16| Some(Few { most, by_kind: reader.accept("of its kind") });
    piece.royal = true;
    if reader.accept("when last") {
        piece.royal_at_most = few(reader, 1);
    } else if reader.accept("when nearest to") {
        piece.royal_nearest = Some(nearest(draft, reader)?);
    } else if reader.accept("when at most") {
        let most = reader.number("a number of pieces", 1, 10_000)? as u16;
        piece.royal_at_most = few(reader, most);
    }
    Ok(())
}

/// The square that royals are near to: one for each player.
fn nearest(draft: &mut Draft, reader: &mut Reader) -> Read<PerSide<Square>> {
    let span = reader.here();
    let zone = draft.zones(false).read(reader)?;
    let only = |side: Side| zone[side].iter().next().filter(|_| zone[side].iter().count() == 1);
    let (Some(first), Some(second)) = (only(Side::First), only(Side::Second)) else {
        return Err(Diagnostic::error(span, "royals are near to a single square")
            .help("such as `white a1 black a8`; what is said once is turned round for the second player"));
    };
    let nearest = PerSide([first, second]);
    let others = draft.definition.pieces.iter().filter_map(|other| other.royal_nearest);
    match others.into_iter().find(|&other| other != nearest) {
        None => Ok(nearest),
        Some(_) => Err(Diagnostic::error(span, "another piece is royal when it is nearest to another square")),
    }
}

/// `"帥將"`: one character for each player.
fn glyphs(reader: &mut Reader) -> Read<PerSide<Option<char>>> {
    let token = reader.text("a character for each player")?;
    let characters: Vec<char> = token.text.chars().collect();
    match characters[..] {
        [both] => Ok(PerSide::same(Some(both))),
        [first, second] => Ok(PerSide([Some(first), Some(second)])),
        _ => Err(Diagnostic::error(token.span.clone(), "glyphs are one character, or one for each player")
            .label(format!("{} characters", characters.len()))),
    }
}
