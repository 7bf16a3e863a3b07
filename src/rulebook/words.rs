//! Lists, numbers and places as they are written in sentences.

pub use crate::definition::capital;
use crate::definition::{Definition, Kind, Verdict, Zone, spell_zone};

pub const SMALL: [&str; 13] =
    ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];

/// `three`, `50`.
pub fn number(number: u32) -> String {
    SMALL.get(number as usize).map_or_else(|| number.to_string(), |word| (*word).to_owned())
}

/// `one move`, `three moves`.
pub fn counted(count: u32, noun: &str) -> String {
    format!("{} {noun}{}", number(count), if count == 1 { "" } else { "s" })
}

/// `rooks`, `foxes`.
pub fn plural(name: &str) -> String {
    // What English does to the last letters: workmen, but shamans and humans; ladies, but monkeys.
    const ENDINGS: [(&str, &str); 8] = [
        ("aman", "amans"),
        ("uman", "umans"),
        ("man", "men"),
        ("lf", "lves"),
        ("s", "ses"),
        ("x", "xes"),
        ("ch", "ches"),
        ("sh", "shes"),
    ];
    let stem_of_y = name.strip_suffix('y').filter(|stem| !stem.ends_with(['a', 'e', 'i', 'o', 'u']));
    let changed = ENDINGS.iter().find_map(|(one, many)| Some(name.strip_suffix(one)?.to_owned() + many));
    changed.or_else(|| Some(format!("{}ies", stem_of_y?))).unwrap_or_else(|| format!("{name}s"))
}

/// `third`, `21st`.
pub fn ordinal(number: u32) -> String {
    const FIRST: [&str; 11] =
        ["", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"];
    let ending = match (number % 10, number % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    FIRST.get(number as usize).map_or_else(|| format!("{number}{ending}"), |word| (*word).to_owned())
}

/// `a, b and c`.
pub fn list(parts: &[String], last: &str) -> String {
    match parts {
        [] => String::new(),
        [one] => one.clone(),
        [rest @ .., end] => format!("{} {last} {end}", rest.join(", ")),
    }
}

/// `a rook`, `an elephant`.
pub fn a(name: &str) -> String {
    let vowel = name.chars().next().is_some_and(|letter| "aeiouAEIOU8".contains(letter));
    format!("{} {name}", if vowel { "an" } else { "a" })
}

/// What becomes of the player that is spoken of.
pub fn verdict(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Win => "wins",
        Verdict::Loss => "loses",
        Verdict::Draw => "draws",
    }
}

/// What happens to the game, where nobody is spoken of yet.
pub fn outcome(result: Verdict) -> &'static str {
    match result {
        Verdict::Win => "the player to move wins",
        Verdict::Loss => "the player to move loses",
        Verdict::Draw => "the game is drawn",
    }
}

pub struct Words<'d>(pub &'d Definition);

impl Words<'_> {
    pub fn name(&self, kind: Kind) -> &str {
        &self.0.piece(kind).name
    }

    pub fn names(&self, kinds: &[Kind]) -> Vec<String> {
        kinds.iter().map(|&kind| self.name(kind).to_owned()).collect()
    }

    /// `a rook, bishop or pawn`; `any piece` if these are all.
    pub fn any_of(&self, kinds: &[Kind]) -> String {
        if kinds.len() == self.0.pieces.len() && kinds.len() > 1 {
            return "any piece".to_owned();
        }
        // A long list says the same letter by letter; names that are said twice are said once.
        let mut names = self.names(kinds);
        names.dedup();
        a(&list(&names, "or"))
    }

    /// As `any_of`; `anything but a rook` if that is shorter.
    pub fn many_of(&self, kinds: &[Kind]) -> String {
        match self.0.missing_few(kinds) {
            Some(others) => format!("anything but {}", self.any_of(&others)),
            None => self.any_of(kinds),
        }
    }

    /// `rook, bishop and pawn`.
    pub fn all_of(&self, kinds: &[Kind]) -> String {
        list(&self.names(kinds), "and")
    }

    /// `the palace`, `rank 8`, `e4`.
    pub fn place(&self, zone: &Zone) -> String {
        match self.0.zones.iter().find(|(_, named)| named == zone) {
            Some((name, _)) => format!("the {name}"),
            None => squares(self.0, zone),
        }
    }

    /// `in the palace`, `on rank 8`.
    pub fn within(&self, zone: &Zone) -> String {
        let place = self.place(zone);
        if place == WHOLE_BOARD {
            return "anywhere".to_owned();
        }
        let word = if place.starts_with("the ") { "in" } else { "on" };
        format!("{word} {place}")
    }
}

/// A place that is no place.
pub const WHOLE_BOARD: &str = "the whole board";

/// A zone square by square.
pub fn squares(definition: &Definition, zone: &Zone) -> String {
    let text = spell_zone(&definition.topology, zone).replace(" + ", ", ");
    if let Some(text) = text.strip_prefix("mirrored ") {
        return format!("{text} (mirrored for the second player)");
    }
    match text.strip_prefix("white ").and_then(|text| text.split_once(" black ")) {
        Some((first, second)) if first == second => format!("{first} for both players"),
        Some((first, "nowhere")) => format!("{first} for the first player"),
        Some(("nowhere", second)) => format!("{second} for the second player"),
        Some((first, second)) => format!("{first} for the first and {second} for the second player"),
        None if text == "all" => WHOLE_BOARD.to_owned(),
        None => text,
    }
}
