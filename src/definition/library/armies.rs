//! Variants with armies: each pair of these is an entry of its own, so that it is found by its name like any other game.
//!
//! Only files that speak of armies are read for it, and those who have none are asked no more than what they come from.

use super::{Entry, Library};
use crate::definition::armies::{Head, Pair, head};
use crate::definition::{Names, PerSide, Side};
use crate::syntax::variant::Statement;

/// The armies between which somebody may choose.
#[derive(Clone, Debug, PartialEq)]
pub struct Armies {
    /// The variant that has them.
    pub variant: String,
    pub all: Vec<Head>,
    /// The name asked for was that of a game between two of them.
    pub is_pair: bool,
    /// The names of those that are played.
    pub chosen: PerSide<String>,
}

impl Library {
    /// The armies of a variant, or of the one that a pair of armies belongs to.
    pub fn armies(&self, name: &str) -> Option<Armies> {
        let entry = self.entry(name)?;
        let variant = self.entry(entry.heading())?;
        let pair = entry.pair().cloned().or_else(|| Pair::first(&variant.armies))?;
        let chosen = PerSide([pair.white, pair.black]);
        Some(Armies {
            variant: variant.names.name.clone(),
            all: variant.armies.clone(),
            is_pair: entry.pair.is_some(),
            chosen,
        })
    }

    /// The name of the same game with another army for one player.
    pub fn with_army(&self, name: &str, side: Side, army: &str) -> Option<&str> {
        let Armies { variant, mut chosen, .. } = self.armies(name)?;
        chosen[side] = army.to_owned();
        let [white, black] = chosen.0;
        let meant = Some((variant, Pair { white, black }));
        self.entries.iter().rev().find(|entry| entry.pair == meant).map(|entry| entry.names.name.as_str())
    }

    /// Gives each entry from this one on its armies, and each pair of them an entry. `speaking` are those whose texts speak of armies.
    pub(super) fn pair_up(&mut self, first: usize, speaking: &[usize]) {
        let mut armed: Vec<usize> = (0..first).filter(|&at| !self.entries[at].armies.is_empty()).collect();
        armed.extend(speaking);
        if armed.is_empty() {
            return;
        }
        // An heir may stand above its parent, and its heirs above it; those who come from themselves never settle.
        for _ in first..=self.entries.len() {
            let parents: Vec<&str> = armed.iter().map(|&at| self.entries[at].names.name.as_str()).collect();
            let heir = |&at: &usize| {
                let parent = self.entries[at].names.parent.as_deref();
                speaking.contains(&at) || parent.is_some_and(|parent| parents.contains(&parent))
            };
            let heirs: Vec<usize> = (first..self.entries.len()).filter(heir).collect();
            let changed = heirs.iter().filter(|&&at| self.muster(at, &armed)).count();
            armed.extend(heirs.into_iter().filter(|at| !armed.contains(at)).collect::<Vec<_>>());
            if changed == 0 {
                break;
            }
        }
        armed.sort_unstable();
        for at in armed.into_iter().rev().filter(|&at| at >= first) {
            let pairs = self.pairs(at, first);
            self.entries.splice(at + 1..at + 1, pairs);
        }
    }

    /// An entry for each game between two armies of this one.
    fn pairs(&self, at: usize, first: usize) -> Vec<Entry> {
        let Entry { names, armies, file, .. } = &self.entries[at];
        let pairs = armies.iter().flat_map(|white| armies.iter().map(move |black| Pair::of(white, black)));
        let entry = |pair: Pair| {
            let called = Names { comment: String::new(), ..pair.names(names, armies)? };
            // What a file says under that name counts.
            let said = |other: &Entry| other.pair.is_none() && other.names.name == called.name;
            let hidden = self.entries[first..].iter().any(said);
            (!hidden).then(|| Entry { pair: Some((names.name.clone(), pair)), ..Entry::new(called, *file) })
        };
        pairs.filter_map(entry).collect()
    }

    /// Finds out which armies an entry has; true if they are others than was known.
    fn muster(&mut self, at: usize, armed: &[usize]) -> bool {
        let entry = &self.entries[at];
        let is_parent = |&&other: &&usize| {
            other != at && entry.names.parent.as_ref().is_some_and(|parent| *parent == self.entries[other].names.name)
        };
        let parent = armed.iter().rev().find(is_parent);
        let mut armies = parent.map_or(Vec::new(), |&parent| self.entries[parent].armies.clone());
        armies.iter_mut().for_each(|army| army.own = false);
        let own = self.files[entry.file].syntax().iter().find(|variant| variant.name.text == entry.names.name);
        own.into_iter().flat_map(|variant| &variant.statements).for_each(|said| change(&mut armies, said));
        let changed = armies != self.entries[at].armies;
        self.entries[at].armies = armies;
        changed
    }
}

/// What a statement does to the armies that were inherited.
fn change(armies: &mut Vec<Head>, said: &Statement) {
    let words = &said.rest;
    match said.word.text.as_str() {
        "army" => {
            let Some(army) = head(said, true) else { return };
            match armies.iter_mut().find(|known| known.name == army.name) {
                Some(known) if !known.own => *known = army,
                Some(_) => {}
                None => armies.push(army),
            }
        }
        "remove" if words.first().is_some_and(|word| word.text == "army") => {
            armies.retain(|known| known.own || words.get(1).is_some_and(|word| word.text != known.name));
        }
        _ => {}
    }
}
