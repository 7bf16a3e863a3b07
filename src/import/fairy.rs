//! Fairy-Stockfish's `variants.ini`.
//!
//! A section becomes [`settings::Settings`] (what it inherits, then its own keys), and these become the statements of one
//! of our variants. Sections stand on one another or on what Fairy-Stockfish has built in (`builtin.ini`).

mod betza;
mod keys;
mod men;
mod read;
mod settings;
mod slots;
mod write;

use super::ini::{self, Section, Word};
use super::outline::Translation;
use crate::diagnostic::{Diagnostic, did_you_mean};
use settings::Settings;
use std::collections::BTreeMap;
use std::sync::OnceLock;

/// True for `maxRank = 8` and the like: a file of ours has no such line.
pub fn looks_like_a_setting(line: &str) -> bool {
    let is_key = |key: &str| keys::find(key).is_some() || slots::Slot::of_word(key).is_some();
    line.split_once('=').is_some_and(|(key, _)| is_key(key.trim()))
}

/// The keys that are known, and the words of pieces.
pub fn words() -> impl Iterator<Item = &'static str> {
    keys::ROWS.iter().map(|row| row.word).chain(slots::words())
}

/// Every section that can be played, as a variant of ours.
pub fn translate(text: &str) -> Translation {
    let (sections, diagnostics) = ini::parse(text);
    let mut whole = Translation::default();
    whole.diagnostics = diagnostics;
    let mut known: BTreeMap<&str, (Settings, &Section)> = BTreeMap::new();
    for section in &sections {
        let name = section.name.text.as_str();
        if let Some((_, first)) = known.get(name) {
            whole.diagnostics.push(
                Diagnostic::error(section.name.span.clone(), format!("there are two sections `{name}`"))
                    .label("Fairy-Stockfish skips this one")
                    .note(first.name.span.clone(), "the first"),
            );
            continue;
        }
        if builtin().contains_key(name) {
            whole.diagnostics.push(
                Diagnostic::warning(
                    section.name.span.clone(),
                    format!("Fairy-Stockfish has a variant `{name}` of its own"),
                )
                .label("it skips this section; here it takes the place of the shipped variant")
                .help("give it another name, such as `my-` and the old one"),
            );
        }
        let lower = name.to_ascii_lowercase();
        if lower != name && builtin().contains_key(lower.as_str()) {
            let message = format!("`{name}` is a variant of its own in Fairy-Stockfish");
            whole.diagnostics.push(
                Diagnostic::warning(section.name.span.clone(), message)
                    .label(format!("names have no capitals here: it takes the place of the shipped `{lower}`"))
                    .help("give it another name, such as `my-` and the old one"),
            );
        }
        let base = match &section.parent {
            None => Settings::default(),
            Some(parent) => {
                match known.get(parent.text.as_str()).map(|(settings, _)| settings).or(builtin().get(&parent.text)) {
                    Some(settings) => settings.clone(),
                    None => {
                        whole.diagnostics.push(no_parent(parent, &known, &sections));
                        continue;
                    }
                }
            }
        };
        let mut settings = base;
        whole.diagnostics.extend(read::section(&mut settings, section));
        match write::variant(&settings, section) {
            Ok(variant) => whole.append(variant),
            Err(found) => whole.diagnostics.push(found),
        }
        known.insert(name, (settings, section));
    }
    whole.diagnostics.sort_by_key(|finding| finding.span.start);
    whole
}

fn no_parent(parent: &Word, known: &BTreeMap<&str, (Settings, &Section)>, sections: &[Section]) -> Diagnostic {
    let complaint = Diagnostic::error(parent.span.clone(), format!("there is no variant `{}`", parent.text))
        .label("Fairy-Stockfish skips this section");
    if let Some(later) =
        sections.iter().find(|later| later.name.text == parent.text && later.name.span.start > parent.span.start)
    {
        return complaint
            .note(later.name.span.clone(), "it is defined further down")
            .help("a parent stands above its children");
    }
    let names = known.keys().copied().chain(builtin().keys().map(String::as_str));
    match did_you_mean(&parent.text, names) {
        Some(near) => complaint.help(format!("did you mean `{near}`?")),
        None => complaint.help("parents are sections above and the variants that Fairy-Stockfish has built in"),
    }
}

/// What Fairy-Stockfish has built in, by name.
fn builtin() -> &'static BTreeMap<String, Settings> {
    static BUILTIN: OnceLock<BTreeMap<String, Settings>> = OnceLock::new();
    BUILTIN.get_or_init(|| {
        let mut known: BTreeMap<String, Settings> = BTreeMap::new();
        for section in ini::parse(include_str!("fairy/builtin.ini")).0 {
            let mut settings = match &section.parent {
                Some(parent) => known.get(&parent.text).cloned().unwrap_or_default(),
                None => Settings::default(),
            };
            read::section(&mut settings, &section);
            for entry in &section.entries {
                match entry.key.text.as_str() {
                    SYNONYMS => synonyms(&mut settings, &entry.value.text),
                    FREE_DROPS => settings.free_drops = entry.value.text == "true",
                    _ => {}
                }
            }
            // The places are in our table, not in anybody's file.
            settings.origins.clear();
            settings.ancestors.insert(0, section.name.text.clone());
            known.insert(section.name.text, settings);
        }
        known
    })
}

/// Second letters for pieces in positions; files of users cannot give any.
const SYNONYMS: &str = "synonyms";
/// Hands that never run out, which files of users cannot give either.
const FREE_DROPS: &str = "freeDrops";

fn synonyms(settings: &mut Settings, text: &str) {
    for pair in text.split_whitespace() {
        let mut letters = pair.chars();
        let (letter, other) = (letters.next(), letters.nth(1));
        let slot = letter.and_then(|letter| settings.of_letter(letter));
        if let Some(piece) = slot.and_then(|slot| settings.pieces.get_mut(&slot)) {
            piece.synonym = other.map(|other| other.to_ascii_uppercase());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_of_built_in_variants_is_sound() {
        let sections = ini::parse(include_str!("fairy/builtin.ini")).0;
        let mut known: BTreeMap<String, Settings> = BTreeMap::new();
        for section in sections {
            let mut settings = match &section.parent {
                Some(parent) => known.get(&parent.text).cloned().unwrap_or_else(|| panic!("{}", parent.text)),
                None => Settings::default(),
            };
            let found = read::section(&mut settings, &section);
            let own = |message: &str| [SYNONYMS, FREE_DROPS].iter().any(|key| message.contains(key));
            let odd: Vec<_> = found.iter().filter(|finding| !own(&finding.message)).collect();
            assert!(odd.is_empty(), "{}: {odd:?}", section.name.text);
            assert!(
                known.insert(section.name.text.clone(), settings).is_none(),
                "{} is there twice",
                section.name.text
            );
        }
    }
}
