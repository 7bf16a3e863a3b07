//! The statement `castling`.

use super::reader::{Read, Reader};
use super::resolve::Draft;
use super::{Kind, Side, lists, zones};
use crate::diagnostic::Diagnostic;
use crate::rules::topology::Topology;

/// Castling said by where the pieces land. (XBetza `O` says it by how far the mover slides.)
#[derive(Clone, Debug, PartialEq)]
pub struct Castling {
    pub mover: Kind,
    pub partners: Vec<Kind>,
    /// Where they may land with a partner to the mover's left, and to its right.
    pub left: Vec<Landing>,
    pub right: Vec<Landing>,
    /// The mover castles from this file of its back rank, with partners in the corners, wherever they stand at the
    /// start: for pieces that are dropped.
    pub on: Option<u16>,
    /// Castling to one side takes away the opponent's right to castle to the same side.
    pub opposite: bool,
    /// A royal mover may castle out of check and across attacked squares.
    pub through_check: bool,
    /// Mover and partner may start anywhere on their back rank, and the move is spelled mover-takes-partner.
    pub anywhere: bool,
    /// Only this player castles so.
    pub by: Option<Side>,
}

/// Where castling ends, as 0-based files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Landing {
    pub mover: u16,
    pub partner: u16,
}

impl Landing {
    /// The partner lands right beside the mover, on its other side.
    pub fn beside(mover: u16, is_left: bool) -> Option<Landing> {
        let partner = if is_left { mover + 1 } else { mover.checked_sub(1)? };
        Some(Landing { mover, partner })
    }
}

pub(super) const WORDS: &[&str] = &["left", "right", "on", "opposite", "anywhere", "through", "by"];

pub(super) fn castling(draft: &mut Draft, reader: &mut Reader) -> Read<()> {
    let mover = lists::one(draft, reader)?;
    reader.require("with")?;
    let partners = lists::list(draft, reader, WORDS)?;
    let mut castling = Castling {
        mover,
        partners,
        left: Vec::new(),
        right: Vec::new(),
        on: None,
        opposite: false,
        through_check: false,
        anywhere: false,
        by: None,
    };
    while !reader.is_done() {
        reader.comma();
        if reader.accept("left to") {
            let landing = landing(draft, reader, true)?;
            castling.left.push(landing);
        } else if reader.accept("right to") {
            let landing = landing(draft, reader, false)?;
            castling.right.push(landing);
        } else if reader.accept("on") {
            castling.on = Some(file(draft, reader)?);
        } else if reader.accept("opposite") {
            castling.opposite = true;
        } else if reader.accept("through check") {
            castling.through_check = true;
        } else if reader.accept("anywhere") {
            castling.anywhere = true;
        } else if castling.by.is_none()
            && let Some(player) = reader.by_player()
        {
            castling.by = Some(player);
        } else {
            return Err(
                reader.expected_one_of("`left to`, `right to`, `opposite`, `through check` or `anywhere`", WORDS)
            );
        }
    }
    if castling.left.is_empty() && castling.right.is_empty() {
        return Err(reader.expected("`left to` or `right to` and a file"));
    }
    for landings in [&castling.left, &castling.right] {
        let again = |at: usize| landings[..at].iter().any(|other| other.mover == landings[at].mover);
        if let Some(at) = (0..landings.len()).find(|&at| again(at)) {
            let message = format!("there are two ways to castle to file {}", Topology::file_name(landings[at].mover));
            return Err(Diagnostic::error(reader.statement().span(), message)
                .help("a move says where the first piece lands: the partner's square must follow from that"));
        }
    }
    draft.definition.castling.push(castling);
    Ok(())
}

/// Where both land: the partner beside the piece if nothing is said.
fn landing(draft: &Draft, reader: &mut Reader, is_left: bool) -> Read<Landing> {
    let span = reader.here();
    let mover = file(draft, reader)?;
    if reader.accept("with partner to") {
        let partner = file(draft, reader)?;
        if partner == mover {
            let message = "the piece and its partner would land on one square";
            return Err(Diagnostic::error(span, message).help("name another file for the partner"));
        }
        return Ok(Landing { mover, partner });
    }
    let files = draft.definition.topology.files();
    Landing::beside(mover, is_left).filter(|landing| landing.partner < files).ok_or_else(|| {
        Diagnostic::error(span, "the partner would land off the board").help(
            "a left partner lands to the right of the piece, a right one to its left, or `with partner to` a file",
        )
    })
}

fn file(draft: &Draft, reader: &mut Reader) -> Read<u16> {
    let count = draft.definition.topology.files();
    let token = reader.word("the letter of a file")?;
    match zones::file(&token.text) {
        Some(file) if file <= u32::from(count) => Ok(file as u16 - 1),
        Some(_) => Err(Diagnostic::error(token.span.clone(), format!("file `{}` is off the board", token.text))
            .label(format!("the last file is {}", Topology::file_name(count - 1)))),
        None => Err(Diagnostic::error(token.span.clone(), format!("`{}` is not a file", token.text))
            .help("files are letters: `a` is the leftmost for the first player")),
    }
}
