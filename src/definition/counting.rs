//! The statement about counts that run against the stronger player.

use super::reader::{Read, Reader};
use super::resolve::Draft;
use super::{Condition, CountRule, Counter, endings, lists};

/// `count from pieces left to 16 moves for bare royal against 1 rook, without pawn is draw`
pub(super) fn count(draft: &mut Draft, reader: &mut Reader) -> Read<()> {
    reader.require("from")?;
    let from_pieces = reader.accept("pieces left");
    if !from_pieces && !reader.accept("0") {
        return Err(reader.expected_one_of("`0` or `pieces left`", &["pieces"]));
    }
    reader.require("to")?;
    let plies = 2 * reader.number("a number of moves", 1, 10_000)? as u16;
    reader.require("moves")?;
    reader.require("for")?;
    let whom = if reader.accept("bare royal") {
        Counter::Bare
    } else if reader.accept("anyone") {
        Counter::Anyone
    } else if reader.peek().is_some_and(|token| super::reader::is_number(&token.text)) {
        let least = reader.number("a number of pieces", 1, 10_000)?;
        reader.require("to")?;
        let most = reader.number("a number of pieces", least, 10_000)?;
        reader.require("pieces")?;
        Counter::Pieces { least: least as u16, most: most as u16 }
    } else {
        return Err(reader.expected_one_of("`bare royal`, `anyone` or `N to N pieces`", &["bare", "anyone"]));
    };
    let against = if reader.accept("against") {
        let number = reader.number("how many of a piece", 1, 10_000)? as u16;
        Some((number, lists::one(draft, reader)?))
    } else {
        None
    };
    reader.comma();
    let without = if reader.accept("without") { lists::list(draft, reader, &["is"])? } else { Vec::new() };
    reader.comma();
    endings::finish(draft, reader, Condition::Counting(CountRule { whom, against, without, from_pieces, plies }))
}
