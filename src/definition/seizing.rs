//! Whom a move takes or converts besides what it captures: `move takes enclosed`, `move converts beside`.

use super::reader::{Read, Reader};
use super::resolve::Draft;
use super::{Kind, Zone, lists};
use crate::diagnostic::Diagnostic;

/// Some enemies of a piece that has come somewhere are taken or change sides.
#[derive(Clone, Debug, PartialEq)]
pub struct Seizing {
    pub fate: Fate,
    pub whom: Seized,
    /// Only pieces of these kinds do that; empty is all.
    pub by: Vec<Kind>,
    /// Only when they have gone along a file or rank.
    pub going_straight: bool,
    pub spared: Vec<Kind>,
    /// Those that stand there are spared, too; the zone is seen by the player who moves.
    pub safe: Option<Zone>,
}

/// What becomes of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// They are captured.
    Taken,
    /// They go over to the other side.
    Converted,
}

/// Who they are.
#[derive(Clone, Debug, PartialEq)]
pub enum Seized {
    /// Enemies that the piece could capture from there.
    Attacked,
    /// Enemies on the squares around it; or none, `unless_alone`, if it was dropped where none of its side is on them.
    Beside { unless_alone: bool },
    /// Enemies with none but its side's pieces on all squares next to them along files and ranks.
    Surrounded { against: Option<Zone> },
    /// Enemies in unbroken rows, in any of eight directions.
    Rows(Rows),
    /// Enemies on the file of the one and the rank of the other: of the piece, and of one of its side of these kinds.
    Crossed(Vec<Kind>),
}

#[derive(Clone, Debug, PartialEq)]
pub struct Rows {
    pub place: Place,
    /// Along files and ranks only.
    pub straight: bool,
    /// A row along the edge goes on round the corner.
    pub round_corners: bool,
    /// Longer rows are safe if they are enclosed, and only the nearest are taken otherwise.
    pub most: Option<u16>,
    /// Squares that end a row as a friend there would, while they are empty.
    pub against: Option<Zone>,
}

/// Where a row is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// From the piece to another one of its side.
    Enclosed,
    /// One enemy right before it and one right behind: it has come between them.
    Around,
    /// From the square that the piece has left, away from where it has gone.
    LeftBehind,
    /// From the piece, in the direction in which it has gone.
    Ahead,
}

/// The first words of what may follow.
const LIMITS: &[&str] = &["straight", "round", "at", "against", "by", "going", "sparing", "safe"];

/// `enclosed, straight, at most 1, against corners, by man, sparing king`, behind `takes` or `converts`.
pub(super) fn read(draft: &mut Draft, reader: &mut Reader, fate: Fate) -> Read<Seizing> {
    const WHOM: &[&str] =
        &["attacked", "enclosed", "surrounded", "beside", "around", "left behind", "ahead", "crossed with"];
    let rows = |place| Seized::Rows(Rows { place, straight: false, round_corners: false, most: None, against: None });
    let whom = match reader.accept_any(WHOM) {
        Some("attacked") => Seized::Attacked,
        Some("enclosed") => rows(Place::Enclosed),
        Some("beside") => Seized::Beside { unless_alone: reader.accept("unless dropped alone") },
        Some("surrounded") => Seized::Surrounded { against: None },
        Some("around") => rows(Place::Around),
        Some("left behind") => rows(Place::LeftBehind),
        Some("ahead") => rows(Place::Ahead),
        Some(_) => Seized::Crossed(lists::list(draft, reader, LIMITS)?),
        None => {
            return Err(reader.expected_one_of("`attacked`, `enclosed`, `beside` or another word for enemies", WHOM));
        }
    };
    let mut seizing = Seizing { fate, whom, by: Vec::new(), going_straight: false, spared: Vec::new(), safe: None };
    while !reader.is_done() {
        reader.comma();
        limit(draft, reader, &mut seizing)?;
    }
    Ok(seizing)
}

fn limit(draft: &mut Draft, reader: &mut Reader, seizing: &mut Seizing) -> Read<()> {
    /// More than any row has.
    const LONGEST: u32 = 1000;
    let span = reader.here();
    match (
        reader.accept_any(&[
            "straight",
            "at most",
            "against",
            "by",
            "going straight",
            "sparing",
            "safe in",
            "round corners",
        ]),
        &mut seizing.whom,
    ) {
        (Some("by"), _) => seizing.by = lists::list(draft, reader, LIMITS)?,
        (Some("going straight"), _) => seizing.going_straight = true,
        (Some("sparing"), _) => seizing.spared = lists::list(draft, reader, LIMITS)?,
        (Some("safe in"), _) => seizing.safe = Some(draft.zones(false).read(reader)?),
        (Some("straight"), Seized::Rows(rows)) => rows.straight = true,
        (Some("round corners"), Seized::Rows(rows)) if rows.place == Place::Enclosed => rows.round_corners = true,
        (Some("at most"), Seized::Rows(rows)) if rows.place != Place::Around => {
            rows.most = Some(reader.number("how many in a row", 1, LONGEST)? as u16);
        }
        (Some("against"), Seized::Rows(rows)) if rows.place == Place::Enclosed => {
            rows.against = Some(draft.zones(false).read(reader)?);
        }
        (Some("against"), Seized::Surrounded { against }) => *against = Some(draft.zones(false).read(reader)?),
        (Some(word), _) => {
            let complaint = Diagnostic::error(span, format!("`{word}` can't be said of these"));
            return Err(complaint.help("of enemies `enclosed`, `left behind` or `ahead`: `straight`, `at most` so many in a row; of those `enclosed`: `against` a zone, `round corners`; of those `surrounded`: `against` a zone"));
        }
        (None, Seized::Rows(_)) => return Err(reader.expected_one_of("a limit on whom", LIMITS)),
        (None, _) => {
            return Err(
                reader.expected_one_of("`by` or `sparing` and pieces, or `safe in` a zone", &["by", "sparing", "safe"])
            );
        }
    }
    Ok(())
}
