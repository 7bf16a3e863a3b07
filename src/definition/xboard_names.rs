//! Which names XBoard takes for variants of its own.
//!
//! XBoard recognises its standard variants loosely: some anywhere in a name, some at its beginning. A variant of ours
//! that is announced under such a name would start the wrong game, so loading warns.

use super::{Definition, Library, print};

/// Recognised anywhere in a name, in any case.
const ANYWHERE: &[&str] = &[
    "normal",
    "wildcastle",
    "nocastle",
    "fischerandom",
    "bughouse",
    "crazyhouse",
    "losers",
    "suicide",
    "giveaway",
    "twokings",
    "kriegspiel",
    "atomic",
    "3check",
    "shatranj",
];

/// Recognised at the beginning of a name if no letter follows.
const AT_START: &[&str] = &[
    "shogi",
    "chu",
    "courier",
    "gothic",
    "capablanca",
    "knightmate",
    "fairy",
    "cylinder",
    "falcon",
    "caparandom",
    "berolina",
    "janus",
    "super",
    "great",
    "twilight",
    "makruk",
    "seirawan",
    "grand",
    "spartan",
    "xiangqi",
    "asean",
    "lion",
    "elven",
];

/// Numbers of the "wild" variants that chess servers know.
const WILD: &[&str] = &[
    "0", "1", "2", "3", "4", "8", "8a", "9", "16", "17", "18", "19", "22", "23", "24", "25", "26", "27", "28", "29",
    "30", "31", "32", "33", "34", "35", "36",
];

/// Those that shuffle whatever comes from them.
const SHUFFLING: &[&str] = &["nocastle", "wildcastle", "fischerandom", "caparandom"];

/// The standard variants that one of ours can come from, in XBoard's eyes.
pub fn parents() -> impl Iterator<Item = &'static str> + Clone {
    ANYWHERE.iter().chain(AT_START).copied().filter(|name| !SHUFFLING.contains(name))
}

/// The standard variant that XBoard would take this name for.
pub fn recognised(name: &str) -> Option<&'static str> {
    let name = name.to_ascii_lowercase();
    let name = name.as_str();
    if let Some(known) = ANYWHERE.iter().find(|known| name.contains(**known)) {
        return Some(known);
    }
    if name.contains("frc") || name.contains("960") || name.contains("fischer") && name.contains("random") {
        return Some("fischerandom");
    }
    let begins = |known: &&&str| {
        name.strip_prefix(**known).is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_alphabetic()))
    };
    if let Some(known) = AT_START.iter().find(begins) {
        return Some(known);
    }
    wild(name).then_some("a wild variant")
}

/// XBoard has a game of its own of the name that this one is called there, and it is another one: it would be shown instead.
pub fn is_another_game(definition: &Definition) -> bool {
    let name = &definition.names.cecp;
    recognised(name) == Some(name)
        && !Library::shipped().find(name).is_ok_and(|shipped| rules(&shipped) == rules(definition))
}

/// All that it says about the game, and nothing about names and looks.
fn rules(definition: &Definition) -> Vec<String> {
    const LOOKS: &[&str] = &["variant", "title", "about", "uci", "cecp", "also", "based", "players"];
    let text = print(definition);
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    let rules = lines.filter(|line| !line.split(' ').next().is_some_and(|word| LOOKS.contains(&word)));
    rules.map(|line| line.split(" glyphs ").next().unwrap_or(line).trim_end_matches(',').to_owned()).collect()
}

/// A `w`, `wild` or `wild ` before a known number.
fn wild(name: &str) -> bool {
    name.match_indices('w').any(|(at, _)| {
        let rest = &name[at + 1..];
        let rest = rest.strip_prefix("ild").unwrap_or(rest);
        let end = rest.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(rest.len());
        WILD.contains(&&rest[..end])
    })
}

/// A name like this one that XBoard leaves alone.
pub fn free(name: &str) -> String {
    let candidates = [format!("my-{name}"), format!("griffon-{name}"), "my-variant".to_owned()];
    let [.., last] = &candidates;
    candidates.iter().find(|name| recognised(name).is_none()).unwrap_or(last).clone()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_taken_as_xboard_takes_them() {
        for name in ["great-shatranj", "crazyhouse-2", "atomic2", "chu-lite", "grand-x", "courier2", "w3", "frc-x"] {
            assert!(recognised(name).is_some(), "{name}");
        }
        for name in ["minishogi", "wa-shogi", "superchess", "grandhouse", "my-lion", "janusx", "wildebeest", "wild5"] {
            assert_eq!(recognised(name), None, "{name}");
        }
        assert_eq!(recognised("grand"), Some("grand"));
        assert_eq!(free("atomic2"), "my-variant");
        assert_eq!(free("chu-lite"), "my-chu-lite");
    }
}
