//! What captures and other moves do besides, and walls.

use super::seizing::seizing;
use super::words::{Words, capital, counted, number};
use crate::definition::{Aftermath, Definition, Effect, Kind, Wall, Walling};

pub fn captures(definition: &Definition) -> Vec<String> {
    let words = Words(definition);
    let mut list = Vec::new();
    for effect in &definition.effects {
        match effect {
            Effect::Explosion { radius, spared, immune, walls } => {
                list.push(match radius {
                    0 => "A capture explodes: what is captured and the piece that captures leave the board.".to_owned(),
                    radius => format!(
                        "A capture explodes: what is captured, the piece that captures, and all pieces up to {} around leave the board.",
                        counted((*radius).into(), "square")
                    ),
                });
                if !spared.is_empty() {
                    list.push(format!("{} that only stands near stays.", capital(&words.any_of(spared))));
                }
                if !immune.is_empty() {
                    list.push(format!("{} is never hurt by an explosion.", capital(&words.any_of(immune))));
                }
                if *walls {
                    list.push(
                        "Where something around it was lost there is a wall, which nothing can enter or pass."
                            .to_owned(),
                    );
                }
            }
            Effect::AtOnce => list.push(
                "Of several pieces that are captured in one move each leaves the board before the move goes on."
                    .to_owned(),
            ),
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
            Effect::Contagion { kinds, spared } => {
                let except = match spared.as_slice() {
                    [] => String::new(),
                    spared => format!(", unless it is {}", words.any_of(spared)),
                };
                list.push(format!("A piece that captures {} becomes one itself{except}.", words.any_of(kinds)));
            }
            Effect::Rebirth { kinds, by_file } => {
                let home = "comes back where one like it began the game, if that square is empty";
                let mut say = |kinds: &[Kind], which: &str| {
                    if !kinds.is_empty() {
                        list.push(format!("{} that is captured {home}: {which}.", capital(&words.any_of(kinds))));
                    }
                };
                say(kinds, "of several such squares, one of the colour on which it was captured");
                say(by_file, "the one on the file on which it was captured");
            }
        }
    }
    list
}

pub fn aftermath(definition: &Definition) -> Vec<String> {
    let words = Words(definition);
    let safe =
        |spared: &[Kind]| (!spared.is_empty()).then(|| format!("Nothing of this happens to {}.", words.any_of(spared)));
    let mut list = Vec::new();
    for aftermath in &definition.aftermath {
        match aftermath {
            Aftermath::Burning { kinds, radius, spared } => {
                let reach = match radius {
                    1 => "beside".to_owned(),
                    radius => format!("at most {} squares from", number((*radius).into())),
                };
                let burner = words.any_of(kinds);
                list.push(format!("A piece that ends its move {reach} {burner} of the enemy leaves the board."));
                list.push(format!(
                    "Otherwise, when {burner} has moved, all enemies leave the board that stand {reach} it."
                ));
                list.extend(safe(spared));
            }
            Aftermath::Seizing(it) => list.push(seizing(definition, it)),
            Aftermath::Turning { kinds } => {
                let who = capital(&words.any_of(kinds));
                list.push(format!("{who} that moves without capturing changes sides."));
            }
            Aftermath::Entering { zone } => {
                list.push(format!(
                    "What stands {} waits for the piece right before it: when that moves away, it comes onto the square at once, and \
                     when that is captured, it leaves the board.",
                    words.within(zone)
                ));
            }
            Aftermath::Drowning { zone, spared } => {
                list.push(format!(
                    "After each of its player's moves, what stood {} before the move and still does leaves the board.",
                    words.within(zone)
                ));
                list.extend(safe(spared));
            }
        }
    }
    list
}

pub fn walls(definition: &Definition) -> Vec<String> {
    let words = Words(definition);
    const STOPS: &str = "Nothing can enter, pass or capture a wall.";
    if definition.standing_walls {
        return vec!["A position may have walls from the start. ".to_owned() + STOPS];
    }
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
    list.push(STOPS.to_owned());
    list.extend(zone.as_ref().map(|zone| format!("Walls are put only {}.", words.within(zone))));
    list
}
