//! The statements `board`, `holes` and `zone`.

use super::Side;
use super::reader::{Read, Reader, Said};
use super::resolve::Draft;
use super::zones::Zones;
use crate::diagnostic::Diagnostic;
use crate::rules::topology::{Grid, Square, Topology};
use crate::syntax::variant::TokenKind;

pub(super) fn board(draft: &mut Draft, reader: &mut Reader) -> Read<()> {
    let Some(token) = reader.peek().filter(|token| token.kind == TokenKind::Word) else {
        return Err(reader.expected("a size such as `8x8`"));
    };
    let Some((files, ranks)) = size(&token.text) else {
        return Err(reader.expected("a size such as `8x8`"));
    };
    reader.take();
    let most = u64::from(Topology::MAX_SIDE);
    if !(1..=most).contains(&files) || !(1..=most).contains(&ranks) {
        let message = format!("a board of `{}` squares is out of range", token.text);
        return Err(Diagnostic::error(token.span.clone(), message)
            .label("width x height")
            .help(format!("each side may have 1 to {most} squares")));
    }
    // A slip further on should not hide everything else that can be said about the variant.
    draft.definition.topology = Topology::new(files as u16, ranks as u16);
    draft.has_board = true;
    let (topology, mut first_rank) = (&mut draft.definition.topology, 1);
    let mut said = Said::default();
    while reader.comma() {
        let span = reader.here();
        if reader.accept("files") {
            reader.require("joined")?;
            topology.wrap_files = true;
        } else if reader.accept("ranks joined") {
            topology.wrap_ranks = true;
        } else if reader.accept("ranks") {
            if !reader.accept("from 0") {
                return Err(reader.expected_one_of("`joined` or `from 0`", &["joined", "from"]));
            }
            first_rank = 0;
        } else if reader.accept("layers") {
            topology.layers = layers(topology, reader)?;
        } else if reader.accept("grid") {
            said.once("the grid", span)?;
            topology.grid = Some(grid(topology, reader)?);
        } else {
            const OPTIONS: &[&str] = &["files", "ranks", "grid", "layers"];
            let what = "`files joined`, `ranks joined`, `ranks from 0`, `grid` or `layers 2`";
            return Err(reader.expected_one_of(what, OPTIONS));
        }
    }
    reader.end()?;
    draft.definition.presentation.first_rank = first_rank;
    Ok(())
}

/// `layers 2`
fn layers(topology: &Topology, reader: &mut Reader) -> Read<bool> {
    let here = reader.here();
    if !reader.accept("2") {
        return Err(reader.expected("`2`, the number of layers"));
    }
    if !topology.files().is_multiple_of(2) {
        return Err(Diagnostic::error(
            here,
            format!("{} files are not two layers of the same width", topology.files()),
        )
        .label("the layers lie side by side")
        .help("two boards of 8x8 are a `board 16x8, layers 2`"));
    }
    Ok(true)
}

/// `grid 2x2 from b2`
fn grid(topology: &Topology, reader: &mut Reader) -> Read<Grid> {
    let here = reader.here();
    let cell = reader.peek().filter(|token| token.kind == TokenKind::Word).and_then(|token| size(&token.text));
    let Some((width, height)) = cell else {
        return Err(reader.expected("the size of a cell, such as `2x2`"));
    };
    reader.take();
    let fits = |size: u64, side: u16| (1..=u64::from(side)).contains(&size);
    if !fits(width, topology.files()) || !fits(height, topology.ranks()) {
        return Err(Diagnostic::error(here, "a cell of the grid has no room on the board").label("width x height"));
    }
    let corner = if reader.accept("from") {
        let token = reader.word("the corner of a cell, such as `b2`")?;
        topology.find(&token.text).ok_or_else(|| {
            Diagnostic::error(token.span.clone(), format!("there is no square `{}` on this board", token.text))
        })?
    } else {
        Square::from_index(0)
    };
    Ok(Grid { width: width as u16, height: height as u16, corner })
}

/// `9x10`.
fn size(text: &str) -> Option<(u64, u64)> {
    let (files, ranks) = text.split_once('x')?;
    let number = |text: &str| super::reader::is_number(text).then(|| text.parse().unwrap_or(u64::MAX));
    Some((number(files)?, number(ranks)?))
}

pub(super) fn holes(draft: &mut Draft, reader: &mut Reader) -> Read<()> {
    let zone = draft.zones(true).read(reader)?;
    reader.end()?;
    zone[Side::First].iter().for_each(|square| draft.definition.topology.make_hole(square));
    let board = &draft.definition.topology;
    let across = |square: Square| board.across(square).is_some_and(|across| !board.is_hole(across));
    if board.every_cell().any(|square| board.is_hole(square) && across(square)) {
        return Err(Diagnostic::error(reader.statement().span(), "a hole on one board needs one on the other")
            .help("what moves crosses over to the same square of the other board"));
    }
    if draft.definition.topology.squares().next().is_none() {
        return Err(Diagnostic::error(reader.statement().span(), "nothing is left of the board"));
    }
    Ok(())
}

pub(super) fn zone(draft: &mut Draft, reader: &mut Reader) -> Read<()> {
    let name = reader.word("a name for the zone")?;
    if let Some(why) = unfit_for_zone(&name.text) {
        let complaint =
            Diagnostic::error(name.span.clone(), format!("`{}` cannot be the name of a zone: {why}", name.text));
        return Err(
            complaint.help("names are words in small letters, with digits and hyphens, such as `home` or `back-rank`")
        );
    }
    if !reader.accept_kind(TokenKind::Equals) {
        return Err(reader.expected("`=`"));
    }
    let zone = Zones { declared: Some(&name.text), ..draft.zones(true) }.read(reader)?;
    reader.end()?;
    if Side::BOTH.iter().any(|&side| zone[side].is_empty()) {
        draft.report(Diagnostic::warning(reader.statement().span(), format!("the zone `{}` is empty", name.text)));
    }
    draft.definition.zones.push((name.text.clone(), zone));
    Ok(())
}

/// Why zones can't have this name.
fn unfit_for_zone(name: &str) -> Option<&'static str> {
    const TAKEN: &[&str] = &[
        "all", "nowhere", "ranks", "rank", "files", "file", "ring", "mirrored", "white", "black", "first", "second",
        "except",
    ];
    let fine = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    if TAKEN.contains(&name) {
        Some("where a zone is described it means something else")
    } else if name.len() <= 3 && name.ends_with(|c: char| c.is_ascii_digit()) {
        Some("it looks like a square")
    } else if !name.starts_with(|c: char| c.is_ascii_lowercase()) {
        Some("it doesn't begin with a small letter")
    } else if !name.chars().all(fine) {
        Some("there are other characters in it than small letters, digits and hyphens")
    } else {
        None
    }
}
