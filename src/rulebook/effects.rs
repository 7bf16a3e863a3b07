//! What captures and other moves do besides, and walls.

use super::words::{Words, capital, number};
use crate::definition::{Aftermath, Definition, Effect, Wall, Walling};

pub fn captures(definition: &Definition) -> Vec<String> {
    let words = Words(definition);
    let mut list = Vec::new();
    for effect in &definition.effects {
        match effect {
            Effect::Explosion { radius, spared, immune } => {
                list.push(format!(
                    "A capture explodes: what is captured, the piece that captures, and all pieces up to {} square{} around leave the board.",
                    number((*radius).into()),
                    if *radius == 1 { "" } else { "s" }
                ));
                if !spared.is_empty() {
                    list.push(format!("{} that only stands near stays.", capital(&words.any_of(spared))));
                }
                if !immune.is_empty() {
                    list.push(format!("{} is never hurt by an explosion.", capital(&words.any_of(immune))));
                }
            }
            Effect::CapturerLeaves { kinds } => {
                list.push(format!("{} that captures leaves the board, too.", capital(&words.any_of(kinds))));
            }
            Effect::CapturerConverts { kinds } => {
                list.push(format!("{} that captures goes over to the other side.", capital(&words.any_of(kinds))));
            }
            Effect::CapturerPetrifies { kinds } => {
                list.push(format!(
                    "{} that captures turns into a wall on the spot, which nothing can enter or pass.",
                    capital(&words.any_of(kinds))
                ));
            }
            Effect::CapturerMorphs { kinds } => {
                list.push(format!("{} that captures becomes what it has captured.", capital(&words.any_of(kinds))));
            }
        }
    }
    list
}

pub fn aftermath(definition: &Definition) -> Vec<String> {
    let words = Words(definition);
    let mut list = Vec::new();
    for aftermath in &definition.aftermath {
        match aftermath {
            Aftermath::Burning { kinds, radius, spared: _ } => {
                let reach = match radius {
                    1 => "beside".to_owned(),
                    radius => format!("at most {} squares from", number((*radius).into())),
                };
                let burner = words.any_of(kinds);
                list.push(format!("A piece that ends its move {reach} {burner} of the enemy leaves the board."));
                list.push(format!(
                    "Otherwise, when {burner} has moved, all enemies leave the board that stand {reach} it."
                ));
            }
            Aftermath::Converting { spared: _ } => {
                list.push("All enemies that a piece could capture from where it has moved to change sides.".to_owned());
            }
        }
        if !aftermath.spared().is_empty() {
            list.push(format!("Nothing of this happens to {}.", words.any_of(aftermath.spared())));
        }
    }
    list
}

pub fn walls(definition: &Definition) -> Vec<String> {
    let words = Words(definition);
    let Some(Walling { wall, zone, instead }) = &definition.wall else { return Vec::new() };
    let place = match wall {
        Wall::Wanders => "the only wall is put on another empty square",
        Wall::Behind => "a wall is put on the square that was left",
        Wall::Arrow => "a wall is put on an empty square that the piece could reach from its new place",
        Wall::Edge => "a wall is put on an empty square of the edge, or beside another wall",
        Wall::Anywhere => "a wall is put on any empty square",
    };
    let mut list = vec![if *instead {
        format!("A player who is not in check may do this instead of moving: {place}.")
    } else {
        format!("With every move {place}.")
    }];
    list.push("Nothing can enter, pass or capture a wall.".to_owned());
    list.extend(zone.as_ref().map(|zone| format!("Walls are put only {}.", words.within(zone))));
    list
}
