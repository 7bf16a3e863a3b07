//! The statements `capture` and `move`: what captures, and moves of any kind, do besides.

use super::reader::{Read, Reader};
use super::resolve::Draft;
use super::{Aftermath, Converted, Effect, Wall, Walling, pieces};
use crate::diagnostic::Diagnostic;

const STOPS: &[&str] = &["sparing", "immune", "leaving"];

/// Farther than this an explosion cannot be said to reach.
const MAX_RADIUS: u32 = 10;

pub(super) fn capture(draft: &mut Draft, reader: &mut Reader) -> Read<()> {
    const WORDS: &[&str] = &["explodes", "removes", "converts", "petrifies", "morphs", "spreads", "revives"];
    let effect = match reader.accept_any(WORDS) {
        Some("explodes") => explosion(draft, reader)?,
        Some("removes") => Effect::CapturerLeaves { kinds: pieces::list(draft, reader, &[])? },
        Some("petrifies") => Effect::CapturerPetrifies { kinds: pieces::list(draft, reader, &[])? },
        Some("converts") => Effect::CapturerConverts { kinds: pieces::list(draft, reader, &[])? },
        Some("morphs") => Effect::CapturerMorphs { kinds: pieces::list(draft, reader, &[])? },
        Some("spreads") => {
            let kinds = pieces::list(draft, reader, &["sparing"])?;
            let spared = reader.comma() && reader.accept("sparing");
            let spared = if spared { pieces::list(draft, reader, &[])? } else { Vec::new() };
            Effect::Contagion { kinds, spared }
        }
        Some(_) => rebirth(draft, reader)?,
        None => return Err(reader.expected_one_of("what a capture does", WORDS)),
    };
    reader.end()?;
    draft.definition.effects.push(effect);
    Ok(())
}

/// `move burns beside demon, within 2, sparing king`, `move converts enclosed`
pub(super) fn movement(draft: &mut Draft, reader: &mut Reader) -> Read<()> {
    const LIMITS: &[&str] = &["within", "sparing"];
    const WORDS: &[&str] = &["burns", "converts", "turns", "brings up from"];
    let mut aftermath = match reader.accept_any(WORDS) {
        Some("burns") => {
            reader.require("beside")?;
            let kinds = pieces::list(draft, reader, LIMITS)?;
            Aftermath::Burning { kinds, radius: 1, spared: Vec::new() }
        }
        Some("converts") => {
            const WHOM: &[&str] = &["attacked", "enclosed", "beside"];
            let whom = match reader.accept_any(WHOM) {
                Some("attacked") => Converted::Attacked,
                Some("enclosed") => Converted::Enclosed,
                Some(_) if reader.accept("unless dropped alone") => Converted::BesideUnlessAlone,
                Some(_) => Converted::Beside,
                None => return Err(reader.expected_one_of("`attacked`, `enclosed` or `beside`", WHOM)),
            };
            Aftermath::Converting { whom, spared: Vec::new() }
        }
        Some("turns") => Aftermath::Turning { kinds: pieces::list(draft, reader, &[])? },
        Some(_) => Aftermath::Entering { zone: draft.zones(true).read(reader)? },
        None => return Err(reader.expected_one_of("what a move does", WORDS)),
    };
    while !reader.is_done() {
        reader.comma();
        match (reader.accept_any(LIMITS), &mut aftermath) {
            (Some("within"), Aftermath::Burning { radius, .. }) => {
                *radius = reader.number("how many squares away", 1, MAX_RADIUS)? as u16;
            }
            (Some("sparing"), Aftermath::Burning { spared, .. } | Aftermath::Converting { spared, .. }) => {
                *spared = pieces::list(draft, reader, LIMITS)?;
            }
            (_, Aftermath::Burning { .. }) => {
                return Err(reader.expected_one_of("`within` and a number, or `sparing` and pieces", LIMITS));
            }
            (_, Aftermath::Converting { .. }) => {
                return Err(reader.expected_one_of("`sparing` and pieces", &["sparing"]));
            }
            (_, Aftermath::Turning { .. }) => return Err(reader.expected("another piece or the end of the line")),
            (_, Aftermath::Entering { .. }) => return Err(reader.expected("the end of the line")),
        }
    }
    draft.definition.aftermath.push(aftermath);
    Ok(())
}

/// `wall at the edge, in ranks 1-4, instead of moving`
pub(super) fn wall(draft: &mut Draft, reader: &mut Reader) -> Read<()> {
    const WAYS: &[(&str, Wall)] = &[
        ("wanders", Wall::Wanders),
        ("behind", Wall::Behind),
        ("like an arrow", Wall::Arrow),
        ("at the edge", Wall::Edge),
        ("anywhere", Wall::Anywhere),
    ];
    let Some(&(_, wall)) = WAYS.iter().find(|(words, _)| reader.accept(words)) else {
        return Err(reader.expected_one_of("how walls are put", &["wanders", "behind", "like", "at", "anywhere"]));
    };
    let (mut zone, mut instead) = (None, false);
    while reader.comma() {
        let span = reader.here();
        if reader.accept("in") {
            zone = Some(draft.zones(false).read(reader)?);
        } else if reader.accept("instead of moving") {
            if matches!(wall, Wall::Behind | Wall::Arrow) {
                let complaint = Diagnostic::error(span, "without a move there is no square behind it or ahead of it");
                return Err(
                    complaint.help("walls instead of moves are put `anywhere`, `at the edge`, or one `wanders`")
                );
            }
            instead = true;
        } else {
            return Err(reader.expected_one_of("a limit on walls", &["in", "instead"]));
        }
    }
    draft.definition.wall = Some(Walling { wall, zone, instead });
    reader.end()
}

/// `rook, knight, bishop, queen, by file pawn`
fn rebirth(draft: &mut Draft, reader: &mut Reader) -> Read<Effect> {
    let span = reader.here();
    let by_colour = |reader: &mut Reader| pieces::list(draft, reader, &["by"]);
    let kinds = if reader.at_word("by") { Vec::new() } else { by_colour(reader)? };
    let by_file = kinds.is_empty() || reader.comma();
    if by_file {
        reader.require("by file")?;
    }
    let by_file = if by_file { pieces::list(draft, reader, &[])? } else { Vec::new() };
    if let Some(&kind) = kinds.iter().find(|&kind| by_file.contains(kind)) {
        let name = &draft.definition.piece(kind).name;
        return Err(Diagnostic::error(span, format!("`{name}` comes back either by colour or by file")));
    }
    Ok(Effect::Rebirth { kinds, by_file })
}

/// `within 2, sparing pawn, immune king, leaving walls`
fn explosion(draft: &mut Draft, reader: &mut Reader) -> Read<Effect> {
    let radius =
        if reader.accept("within") { reader.number("how many squares away", 0, MAX_RADIUS)? as u16 } else { 1 };
    let (mut spared, mut immune, mut walls) = (Vec::new(), Vec::new(), false);
    while !reader.is_done() {
        reader.comma();
        let span = reader.here();
        if reader.accept("leaving walls") {
            walls = true;
            continue;
        }
        let (word, list) = match reader.accept_any(STOPS) {
            Some("sparing") => ("sparing", &mut spared),
            Some(word) => (word, &mut immune),
            None => return Err(reader.expected_one_of("`sparing` or `immune` and pieces, or `leaving walls`", STOPS)),
        };
        if !list.is_empty() {
            return Err(Diagnostic::error(span, format!("`{word}` is said twice")));
        }
        *list = pieces::list(draft, reader, STOPS)?;
    }
    Ok(Effect::Explosion { radius, spared, immune, walls })
}
