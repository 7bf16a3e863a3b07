//! Who begins with which army: an option for each player, where the variant has armies to choose from.
//!
//! What is chosen leads to another game, that between the chosen armies, and holds whenever the variant is asked for by its own
//! name. The protocols only differ in how they spell the options.

use super::session::{Command, Session};
use crate::definition::{Armies, Library, PerSide, Side};

/// What the option of a player is called.
pub const fn option(player: Side) -> &'static str {
    match player {
        Side::First => "White army",
        Side::Second => "Black army",
    }
}

/// The player whose army an option is about.
pub fn player(name: &str) -> Option<Side> {
    Side::BOTH.into_iter().find(|&side| option(side).eq_ignore_ascii_case(name))
}

/// The armies of the variant that is being played.
pub fn of(session: &Session) -> Option<Armies> {
    session.library().armies(&session.definition().names.name)
}

/// What there is to choose, and what is chosen now.
pub fn choices(armies: &Armies, side: Side) -> (Vec<&str>, &str) {
    (armies.all.iter().map(|army| army.name.as_str()).collect(), &armies.chosen[side])
}

/// The command that gives a player this army, or why there is none.
pub fn choose(session: &Session, side: Side, army: &str) -> Result<Command, String> {
    let armies = of(session).ok_or("this variant has no armies")?;
    let known = armies.all.iter().find(|known| known.name.eq_ignore_ascii_case(army));
    let chosen = known.and_then(|army| session.library().with_army(&session.definition().names.name, side, &army.name));
    chosen
        .map(|name| Command::Variant(name.to_owned()))
        .ok_or_else(|| format!("one of these is wanted, {}", choices(&armies, side).0.join(", ")))
}

/// The game that is meant by the name of a variant, if these armies (none, where a text is empty) were chosen.
pub fn meant(library: &Library, name: &str, chosen: PerSide<&str>) -> String {
    let mut meant = name.to_owned();
    // A name for two armies says all.
    if library.armies(name).is_some_and(|armies| !armies.is_pair) {
        for side in Side::BOTH.into_iter().filter(|&side| !chosen[side].is_empty()) {
            meant = library.with_army(&meant, side, chosen[side]).map_or(meant, str::to_owned);
        }
    }
    meant
}
