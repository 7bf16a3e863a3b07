//! Whom moves take or convert besides, in sentences.

use super::words::{Words, number};
use crate::definition::{Definition, Fate, Place, Rows, Seized, Seizing};

/// All that is said of one statement, in one piece: another one may spare the same, or be blocked in the same way.
pub fn seizing(definition: &Definition, seizing: &Seizing) -> String {
    let words = Words(definition);
    let who = match seizing.by.as_slice() {
        [] => "a piece".to_owned(),
        by => words.any_of(by),
    };
    let drops = definition.hands.as_ref().is_some_and(|hands| hands.drops);
    let moved = if drops { "has moved or has been dropped" } else { "has moved" };
    let whom = match &seizing.whom {
        Seized::Attacked => format!("All enemies that {who} that {moved} could capture next"),
        Seized::Beside { unless_alone: false } => format!("All enemies on the squares around {who} that {moved}"),
        Seized::Beside { unless_alone: true } => {
            format!(
                "All enemies on the squares around {who} that has moved, or was dropped next to another of its side,"
            )
        }
        Seized::Surrounded { .. } => {
            format!(
                "All enemies that have none but pieces of the other side on every square next to them along files and ranks, when \
                 {who} {moved} to one of these,"
            )
        }
        Seized::Rows(rows) => of_rows(rows, &who, moved),
        Seized::Crossed(partners) => format!(
            "When {who} {moved}, all enemies on the squares where its file crosses the rank, or its rank the file, of {} of its \
             side",
            words.any_of(partners)
        ),
    };
    let fate = match seizing.fate {
        Fate::Taken => "are captured",
        Fate::Converted => "change sides",
    };
    let mut list = vec![format!("{whom} {fate}.")];
    if let Seized::Rows(Rows { most: Some(most), place: Place::Enclosed, .. }) = seizing.whom {
        list.push(match most {
            1 => "Two and more in a row are safe.".to_owned(),
            most => format!("More than {} in a row are safe.", number(most.into())),
        });
    }
    if let Seized::Rows(Rows { against: Some(zone), .. }) | Seized::Surrounded { against: Some(zone) } = &seizing.whom {
        list.push(format!("An empty square {} encloses as a piece on it would.", words.within(zone)));
    }
    if let Seized::Rows(Rows { round_corners: true, .. }) = &seizing.whom {
        list.push("A row along the edge of the board goes on round the corner.".to_owned());
    }
    if seizing.going_straight {
        list.push("This happens only after a move along a file or rank.".to_owned());
    }
    if let Some(zone) = &seizing.safe {
        list.push(format!("Who stands {} is safe from this.", words.within(zone)));
    }
    match definition.missing_few(&seizing.spared) {
        Some(others) => list.push(format!("This happens only to {}.", words.any_of(&others))),
        None if seizing.spared.is_empty() => {}
        None => list.push(format!("Nothing of this happens to {}.", words.any_of(&seizing.spared))),
    }
    list.join(" ")
}

fn of_rows(rows: &Rows, who: &str, moved: &str) -> String {
    let straight = if rows.straight { "straight" } else { "straight or diagonal" };
    let nearest = match rows.most {
        None => "All enemies in the unbroken row".to_owned(),
        Some(1) => "Enemies".to_owned(),
        Some(most) => format!("Up to {} enemies in the unbroken row", number(most.into())),
    };
    match rows.place {
        Place::Enclosed => format!(
            "All enemies that stand in an unbroken row, {straight}, between {who} that {moved} and another of its side"
        ),
        Place::Around => {
            format!("Two enemies, {straight}, right on both sides of {who} that {moved}")
        }
        Place::LeftBehind => {
            format!("{nearest} right behind the square that {who} has left, going {straight} away from there,")
        }
        Place::Ahead => format!("{nearest} right before {who} that {moved} {straight} towards it"),
    }
}
