//! The statement `castling`.

use super::reader::{Read, Reader};
use super::resolve::Draft;
use super::{Castling, pieces, zones};
use crate::diagnostic::Diagnostic;

pub(super) const WORDS: &[&str] = &["left", "right", "on", "opposite", "anywhere", "through"];

pub(super) fn castling(draft: &mut Draft, reader: &mut Reader) -> Read<()> {
    let mover = pieces::one(draft, reader)?;
    reader.require("with")?;
    let partners = pieces::list(draft, reader, WORDS)?;
    let mut castling = Castling {
        mover,
        partners,
        left: None,
        right: None,
        on: None,
        opposite: false,
        through_check: false,
        anywhere: false,
    };
    while !reader.is_done() {
        reader.comma();
        if reader.accept("left to") {
            castling.left = Some(file(draft, reader)?);
        } else if reader.accept("right to") {
            castling.right = Some(file(draft, reader)?);
        } else if reader.accept("on") {
            castling.on = Some(file(draft, reader)?);
        } else if reader.accept("opposite") {
            castling.opposite = true;
        } else if reader.accept("through check") {
            castling.through_check = true;
        } else if reader.accept("anywhere") {
            castling.anywhere = true;
        } else {
            return Err(
                reader.expected_one_of("`left to`, `right to`, `opposite`, `through check` or `anywhere`", WORDS)
            );
        }
    }
    if castling.left.is_none() && castling.right.is_none() {
        return Err(reader.expected("`left to` or `right to` and a file"));
    }
    let last = draft.definition.topology.files() - 1;
    if castling.left == Some(last) || castling.right == Some(0) {
        let message = "the partner would land off the board";
        return Err(Diagnostic::error(reader.statement().span(), message)
            .help("a left partner lands to the right of the piece, a right one to its left"));
    }
    draft.definition.castling.push(castling);
    Ok(())
}

fn file(draft: &Draft, reader: &mut Reader) -> Read<u16> {
    let count = draft.definition.topology.files();
    let token = reader.word("the letter of a file")?;
    match zones::file(&token.text) {
        Some(file) if file <= u32::from(count) => Ok(file as u16 - 1),
        Some(_) => Err(Diagnostic::error(token.span.clone(), format!("file `{}` is off the board", token.text))
            .label(format!("the last file is {}", zones::file_name(count - 1)))),
        None => Err(Diagnostic::error(token.span.clone(), format!("`{}` is not a file", token.text))
            .help("files are letters: `a` is the leftmost for the first player")),
    }
}
