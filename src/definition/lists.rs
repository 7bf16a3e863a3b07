//! Pieces that are named in statements: one, or lists of them.

use super::reader::{Read, Reader};
use super::resolve::Draft;
use super::{Kind, keys};
use crate::diagnostic::{Diagnostic, did_you_mean};
use crate::syntax::variant::{Token, TokenKind};

/// One piece by its name.
pub(super) fn one(draft: &Draft, reader: &mut Reader) -> Read<Kind> {
    named(draft, reader).map(|(_, kind)| kind)
}

/// One piece, and the word that names it.
fn named<'s>(draft: &Draft, reader: &mut Reader<'s>) -> Read<Named<'s>> {
    const NO_NAMES: &[&str] = &["is", "in", "to", "with", "at", "by", "wins", "loses", "draws"];
    if reader.peek().is_some_and(|token| NO_NAMES.contains(&token.text.as_str())) {
        return Err(reader.expected("the name of a piece"));
    }
    let comma = reader.before().filter(|before| before.kind == TokenKind::Comma);
    let token = reader.word("the name of a piece")?;
    let kind = draft.kind(&token.text).ok_or_else(|| {
        // More than a space after the comma: it was the last in its line.
        let begins = |comma: &Token| comma.span.end + 1 < token.span.start && keys::row(&token.text).is_some();
        match comma.is_some_and(begins) {
            true => unknown(draft, token).help("a line that ends with a comma goes on in the next line"),
            false => unknown(draft, token),
        }
    })?;
    Ok((token, kind))
}

/// Pieces by name, separated by commas, until the end or a comma before one of `stops`; `all`, or `all except` some.
pub(super) fn list(draft: &Draft, reader: &mut Reader, stops: &[&str]) -> Read<Vec<Kind>> {
    if reader.accept("all except") {
        let others = list(draft, reader, stops)?;
        return Ok(draft.definition.kinds().filter(|kind| !others.contains(kind)).collect());
    }
    if reader.accept("all") {
        return Ok(draft.definition.kinds().collect());
    }
    once(&names(draft, reader, stops)?)
}

/// A piece and the word that names it.
pub(super) type Named<'s> = (&'s Token, Kind);

/// Some pieces, none of which may be named twice.
pub(super) fn once(names: &[Named]) -> Read<Vec<Kind>> {
    let twice = |at: &usize| names[..*at].iter().any(|(_, kind)| *kind == names[*at].1);
    match (0..names.len()).find(twice) {
        None => Ok(names.iter().map(|&(_, kind)| kind).collect()),
        Some(at) => {
            let token = names[at].0;
            Err(Diagnostic::error(token.span.clone(), format!("`{}` is named twice", token.text)))
        }
    }
}

/// As [`list`], by name only, and perhaps some twice.
pub(super) fn names<'s>(draft: &Draft, reader: &mut Reader<'s>, stops: &[&str]) -> Read<Vec<Named<'s>>> {
    let mut names = Vec::new();
    loop {
        names.push(named(draft, reader)?);
        let next = reader.peek_after().filter(|_| reader.peek().is_some_and(|t| t.kind == TokenKind::Comma));
        let goes_on = next.is_some_and(|next| {
            draft.kind(&next.text).is_some() || next.kind == TokenKind::Word && !stops.contains(&next.text.as_str())
        });
        if !goes_on {
            return Ok(names);
        }
        reader.comma();
    }
}

/// Pieces by name with `or` between them.
pub(super) fn either(draft: &Draft, reader: &mut Reader) -> Read<Vec<Kind>> {
    let mut kinds = vec![one(draft, reader)?];
    while reader.accept("or") {
        let (token, kind) = named(draft, reader)?;
        if kinds.contains(&kind) {
            return Err(Diagnostic::error(token.span.clone(), format!("`{}` is named twice", token.text)));
        }
        kinds.push(kind);
    }
    Ok(kinds)
}

fn unknown(draft: &Draft, token: &Token) -> Diagnostic {
    if draft.broken.contains(&token.text) {
        return Diagnostic::said_already(token.span.clone());
    }
    let complaint = Diagnostic::error(token.span.clone(), format!("there is no piece `{}`", token.text));
    let names = draft.definition.pieces.iter().map(|piece| piece.name.as_str());
    let capital = token.text.to_ascii_uppercase();
    if let Some(kind) = draft.kind_of_symbol(&token.text).or_else(|| draft.kind_of_symbol(&capital)) {
        return complaint.help(format!("pieces are called by their names: `{}`", draft.definition.piece(kind).name));
    }
    match did_you_mean(&token.text, names.clone()) {
        Some(near) => complaint.help(format!("did you mean `{near}`?")),
        None if ["royals", "royal", "anything", "any"].contains(&token.text.as_str()) => {
            complaint.help(format!("`{}` stands for no piece here: name the pieces", token.text))
        }
        None if draft.definition.pieces.is_empty() => {
            complaint.help("no piece is declared; declare some, for example `piece rook R \"R\"`")
        }
        None => complaint.help(format!("the pieces are {}", names.collect::<Vec<_>>().join(", "))),
    }
}
