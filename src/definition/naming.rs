//! Statements about names and looks: `title`, `uci`, `players` and the like.

use super::reader::{Read, Reader};
use super::resolve::Draft;
use super::{PerSide, xboard_names};
use crate::diagnostic::{Diagnostic, did_you_mean};
use crate::syntax::variant::LONGEST_NAME;

/// Sentences and titles begin with a capital.
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters).collect()
}

/// `three-checks` as a title: `Three checks`.
pub fn title_of(name: &str) -> String {
    capital(name).replace('-', " ")
}

pub(super) fn title(draft: &mut Draft, reader: &mut Reader) -> Read<()> {
    draft.definition.names.title = reader.text("a title")?.text.clone();
    reader.end()
}

pub(super) fn about(draft: &mut Draft, reader: &mut Reader) -> Read<()> {
    draft.definition.names.about = reader.text("a description")?.text.clone();
    reader.end()
}

pub(super) fn uci(draft: &mut Draft, reader: &mut Reader) -> Read<()> {
    draft.definition.names.uci = name(reader)?;
    reader.end()
}

pub(super) fn cecp(draft: &mut Draft, reader: &mut Reader) -> Read<()> {
    draft.definition.names.cecp = name(reader)?;
    let token = &reader.statement().rest[0];
    draft.cecp_span = Some(token.span.clone());
    reader.end()
}

pub(super) fn also(draft: &mut Draft, reader: &mut Reader) -> Read<()> {
    loop {
        let alias = name(reader)?;
        draft.definition.names.aliases.push(alias);
        if !reader.comma() {
            return reader.end();
        }
    }
}

pub(super) fn based(draft: &mut Draft, reader: &mut Reader) -> Read<()> {
    reader.require("on")?;
    draft.definition.names.parent = Some(name(reader)?);
    reader.end()
}

fn name(reader: &mut Reader) -> Read<String> {
    let token = reader.word("a name")?;
    let fine = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
    if token.text.chars().all(fine) && token.text.len() <= LONGEST_NAME {
        return Ok(token.text.clone());
    }
    Err(Diagnostic::error(token.span.clone(), format!("`{}` cannot be a name", token.text))
        .help("names are made of letters, digits and hyphens"))
}

/// XBoard takes some names for its own variants; such a name would start the wrong game.
pub(super) fn check_cecp(draft: &mut Draft) {
    let name = draft.definition.names.cecp.clone();
    let Some(taken) = xboard_names::recognised(&name).filter(|&known| known != name) else {
        return;
    };
    let span = draft.cecp_span.clone().unwrap_or(draft.name_span.clone());
    draft.diagnostics.push(
        Diagnostic::warning(span, format!("XBoard would take `{name}` for its own variant `{taken}`"))
            .help(format!("give it another name there: `cecp {}`", xboard_names::free(&name))),
    );
}

pub(super) fn players(draft: &mut Draft, reader: &mut Reader) -> Read<()> {
    let first = reader.text("a name")?.text.clone();
    reader.comma();
    let second = reader.text("a name")?.text.clone();
    draft.definition.presentation.colours = PerSide([first, second]);
    reader.end()
}

pub(super) fn xboard_parent(draft: &mut Draft, reader: &mut Reader) -> Read<()> {
    let here = reader.here();
    let parent = name(reader)?;
    let known = xboard_names::parents();
    if !known.clone().any(|known| known == parent) {
        let complaint =
            Diagnostic::warning(here, format!("XBoard has no variant `{parent}` that others could come from"));
        draft.diagnostics.push(match did_you_mean(&parent, known.clone()) {
            Some(near) => complaint.help(format!("did you mean `{near}`?")),
            None => complaint.help(format!("these can be named: {}", known.collect::<Vec<_>>().join(", "))),
        });
    }
    draft.definition.presentation.xboard_parent = Some(parent);
    reader.end()
}

pub(super) fn xboard_letters(draft: &mut Draft, reader: &mut Reader) -> Read<()> {
    let token = reader.text("a table")?;
    let count = token.text.chars().count();
    if count % 2 == 1 || !(12..=132).contains(&count) || token.text.contains([' ', '(', ')']) {
        return Err(Diagnostic::error(token.span.clone(), "XBoard would ignore this table")
            .label(format!("{count} characters"))
            .help("it has an even number of characters, 12 to 132, without blanks and parentheses"));
    }
    draft.definition.presentation.piece_to_char = Some(token.text.clone());
    reader.end()
}

pub(super) fn null_move(draft: &mut Draft, reader: &mut Reader) -> Read<()> {
    let sound = reader.accept("sound");
    if !sound && !reader.accept("unsound") {
        return Err(reader.expected_one_of("`sound` or `unsound`", &["sound", "unsound"]));
    }
    draft.definition.hints.null_move = Some(sound);
    reader.end()
}
