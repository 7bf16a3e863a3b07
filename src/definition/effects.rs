//! What captures, and moves of any kind, do besides: the statements `capture`, `move` and `wall`.

use super::reader::{Read, Reader, Said};
use super::resolve::Draft;
use super::seizing::{self, Fate, Seizing};
use super::{Kind, Zone, lists};
use crate::diagnostic::Diagnostic;

/// What a capture does besides taking.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// The capturing piece and all pieces at most `radius` squares from it in both directions leave the board.
    Explosion {
        radius: u16,
        /// Kinds that stay when they only stand near.
        spared: Vec<Kind>,
        /// Kinds that stay even if they captured.
        immune: Vec<Kind>,
        /// What stood around leaves walls behind.
        walls: bool,
    },
    /// A capturing piece of these kinds leaves the board.
    CapturerLeaves { kinds: Vec<Kind> },
    /// A capturing piece of these kinds goes over to the other side.
    CapturerConverts { kinds: Vec<Kind> },
    /// A capturing piece of these kinds turns into a wall where it captured.
    CapturerPetrifies { kinds: Vec<Kind> },
    /// A capturing piece of these kinds becomes what it captured.
    CapturerMorphs { kinds: Vec<Kind> },
    /// Whatever captures one of these kinds becomes one, the spared kinds excepted.
    Contagion { kinds: Vec<Kind>, spared: Vec<Kind> },
    /// What is captured of these kinds is put back where one began: on a square of the colour of that where it was
    /// captured, or, `by_file`, of its file. If that square is occupied it is lost.
    Rebirth { kinds: Vec<Kind>, by_file: Vec<Kind> },
    /// What is captured on the way leaves the board before the move goes on, and no longer stands in the way.
    AtOnce,
}

/// What follows from a move, whether it captures or not. It is about the piece that has moved, where it stands then.
#[derive(Clone, Debug, PartialEq)]
pub enum Aftermath {
    /// Next to an enemy of these kinds it leaves the board; if there is none and it is of these kinds itself, all enemies
    /// at most `radius` squares from it in both directions leave.
    Burning { kinds: Vec<Kind>, radius: u16, spared: Vec<Kind> },
    /// Some enemies are taken or go over to its side.
    Seizing(Seizing),
    /// If it is of these kinds and has captured nothing, it goes over to the other side.
    Turning { kinds: Vec<Kind> },
    /// What waits in the zone right behind a square that its side leaves comes onto it, and is lost when the piece before
    /// it is captured.
    Entering { zone: Zone },
    /// What its side had in the zone before the move, and still has there, leaves the board.
    Drowning { zone: Zone, spared: Vec<Kind> },
}

impl Aftermath {
    /// Where pieces of this kind may be lost, if it goes by where they stand.
    pub fn loses_in(&self, kind: Kind) -> Option<&Zone> {
        match self {
            Aftermath::Drowning { zone, spared } => (!spared.contains(&kind)).then_some(zone),
            Aftermath::Entering { zone } => Some(zone),
            Aftermath::Burning { .. } | Aftermath::Seizing(_) | Aftermath::Turning { .. } => None,
        }
    }

    /// True if it may take a piece of this kind off the board or give it to the other side.
    pub fn affects(&self, kind: Kind) -> bool {
        match self {
            Aftermath::Burning { spared, .. } | Aftermath::Seizing(Seizing { spared, .. }) => !spared.contains(&kind),
            Aftermath::Turning { kinds } => kinds.contains(&kind),
            // It depends on where the piece may stand.
            Aftermath::Entering { .. } | Aftermath::Drowning { .. } => false,
        }
    }
}

/// How moves leave walls on the board: squares that nothing can enter or pass.
#[derive(Clone, Debug, PartialEq)]
pub struct Walling {
    pub wall: Wall,
    /// Squares for walls; `None` is the whole board.
    pub zone: Option<Zone>,
    /// A wall is put instead of moving rather than with every move.
    pub instead: bool,
}

/// Where a wall is put.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wall {
    /// There is one, which is put on another empty square with every move.
    Wanders,
    /// On the square that was left.
    Behind,
    /// On any empty square, as if moving there from where the piece has come, as it moves.
    Arrow,
    /// On any empty square of the edge, or beside another wall.
    Edge,
    /// On any empty square.
    Anywhere,
}

const STOPS: &[&str] = &["sparing", "immune", "leaving"];

/// Farther than this an explosion cannot be said to reach.
const MAX_RADIUS: u32 = 10;

pub(super) fn capture(draft: &mut Draft, reader: &mut Reader) -> Read<()> {
    const WORDS: &[&str] = &["explodes", "removes", "converts", "petrifies", "morphs", "spreads", "revives", "at once"];
    let effect = match reader.accept_any(WORDS) {
        Some("explodes") => explosion(draft, reader)?,
        Some("removes") => Effect::CapturerLeaves { kinds: lists::list(draft, reader, &[])? },
        Some("petrifies") => Effect::CapturerPetrifies { kinds: lists::list(draft, reader, &[])? },
        Some("converts") => Effect::CapturerConverts { kinds: lists::list(draft, reader, &[])? },
        Some("morphs") => Effect::CapturerMorphs { kinds: lists::list(draft, reader, &[])? },
        Some("spreads") => {
            let kinds = lists::list(draft, reader, &["sparing"])?;
            let spared = reader.comma() && reader.accept("sparing");
            let spared = if spared { lists::list(draft, reader, &[])? } else { Vec::new() };
            Effect::Contagion { kinds, spared }
        }
        Some("revives") => rebirth(draft, reader)?,
        Some(_) => Effect::AtOnce,
        None => return Err(reader.expected_one_of("what a capture does", WORDS)),
    };
    reader.end()?;
    draft.definition.effects.push(effect);
    Ok(())
}

/// `move burns beside demon, within 2, sparing king`, `move takes enclosed`
pub(super) fn movement(draft: &mut Draft, reader: &mut Reader) -> Read<()> {
    const LIMITS: &[&str] = &["within", "sparing"];
    const WORDS: &[&str] = &["burns", "takes", "converts", "turns", "brings up from", "drowns in"];
    let mut aftermath = match reader.accept_any(WORDS) {
        Some("burns") => {
            reader.require("beside")?;
            let kinds = lists::list(draft, reader, LIMITS)?;
            Aftermath::Burning { kinds, radius: 1, spared: Vec::new() }
        }
        Some("takes") => Aftermath::Seizing(seizing::read(draft, reader, Fate::Taken)?),
        Some("converts") => Aftermath::Seizing(seizing::read(draft, reader, Fate::Converted)?),
        Some("turns") => Aftermath::Turning { kinds: lists::list(draft, reader, &[])? },
        Some("brings up from") => Aftermath::Entering { zone: draft.zones(true).read(reader)? },
        Some(_) => Aftermath::Drowning { zone: draft.zones(false).read(reader)?, spared: Vec::new() },
        None => return Err(reader.expected_one_of("what a move does", WORDS)),
    };
    while !reader.is_done() {
        reader.comma();
        match (reader.accept_any(LIMITS), &mut aftermath) {
            (Some("within"), Aftermath::Burning { radius, .. }) => {
                *radius = reader.number("how many squares away", 1, MAX_RADIUS)? as u16;
            }
            (Some("sparing"), Aftermath::Burning { spared, .. } | Aftermath::Drowning { spared, .. }) => {
                *spared = lists::list(draft, reader, LIMITS)?;
            }
            (_, Aftermath::Burning { .. }) => {
                return Err(reader.expected_one_of("`within` and a number, or `sparing` and pieces", LIMITS));
            }
            (_, Aftermath::Seizing(_)) => return Err(reader.expected("the end of the line")),
            (_, Aftermath::Turning { .. }) => return Err(reader.expected("another piece or the end of the line")),
            (_, Aftermath::Entering { .. }) => return Err(reader.expected("the end of the line")),
            (_, Aftermath::Drowning { .. }) => return Err(reader.expected_one_of("`sparing` and pieces", &["sparing"])),
        }
    }
    draft.definition.aftermath.push(aftermath);
    Ok(())
}

/// `wall at the edge, in ranks 1-4, instead of moving`
pub(super) fn wall(draft: &mut Draft, reader: &mut Reader) -> Read<()> {
    if reader.accept("never") {
        draft.definition.standing_walls = true;
        return reader.end();
    }
    const WAYS: &[(&str, Wall)] = &[
        ("wanders", Wall::Wanders),
        ("behind", Wall::Behind),
        ("like an arrow", Wall::Arrow),
        ("at the edge", Wall::Edge),
        ("anywhere", Wall::Anywhere),
    ];
    let Some(&(_, wall)) = WAYS.iter().find(|(words, _)| reader.accept(words)) else {
        return Err(
            reader.expected_one_of("how walls are put", &["wanders", "behind", "like", "at", "anywhere", "never"])
        );
    };
    let (mut zone, mut instead) = (None, false);
    let mut said = Said::default();
    while reader.comma() {
        let span = reader.here();
        if reader.accept("in") {
            said.once("where walls may be put", span)?;
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
    let by_colour = |reader: &mut Reader| lists::list(draft, reader, &["by"]);
    let kinds = if reader.at_word("by") { Vec::new() } else { by_colour(reader)? };
    let by_file = kinds.is_empty() || reader.comma();
    if by_file {
        reader.require("by file")?;
    }
    let by_file = if by_file { lists::list(draft, reader, &[])? } else { Vec::new() };
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
        *list = lists::list(draft, reader, STOPS)?;
    }
    Ok(Effect::Explosion { radius, spared, immune, walls })
}
