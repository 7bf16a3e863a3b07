//! The variants of a gallery, with what they have in common.

use super::held;
use crate::definition::{Definition, Library};
use crate::picture::Diagram;
use std::collections::HashMap;
use std::path::Path;
use std::sync::{Arc, Mutex};

/// A variant on the shelf.
pub struct Entry {
    pub name: String,
    pub title: String,
    pub about: String,
    /// The directory that its file is in.
    pub family: String,
    pub parent: Option<String>,
    pub children: Vec<String>,
}

impl Entry {
    /// The page of the variant.
    pub fn file(&self) -> String {
        file_of(&self.name)
    }
}

/// Names are made of letters, digits, hyphens and full stops; `index` is taken.
pub fn file_of(name: &str) -> String {
    if name == "index" { "index-variant.html".to_owned() } else { format!("{name}.html") }
}

pub struct Shelf<'l> {
    library: &'l Library,
    entries: Vec<Entry>,
    /// Variants that can't be shown, and why.
    broken: Vec<(String, String)>,
    /// By name.
    places: HashMap<String, usize>,
    /// Many variants have pieces that move alike; each diagram is made once.
    diagrams: Mutex<HashMap<String, Arc<Diagram>>>,
}

impl<'l> Shelf<'l> {
    pub fn new(library: &'l Library) -> Shelf<'l> {
        let (mut entries, mut broken) = (Vec::new(), Vec::new());
        for names in library.names() {
            if let Err(error) = library.find(&names.name) {
                broken.push((names.name.clone(), error.to_string()));
                continue;
            }
            entries.push(Entry {
                name: names.name.clone(),
                title: if names.title.is_empty() { names.name.clone() } else { names.title.clone() },
                about: names.about.clone(),
                family: library.written(&names.name).map_or(String::new(), |(file, _)| family(file)),
                parent: names.parent.clone(),
                children: Vec::new(),
            });
        }
        // Those that were made from nothing are the heads of their families.
        entries.sort_by_cached_key(|entry| (entry.family.clone(), entry.parent.is_some(), entry.title.clone()));
        let mut shelf = Shelf { library, entries, broken, places: HashMap::new(), diagrams: Mutex::default() };
        shelf.index();
        shelf
    }

    fn index(&mut self) {
        self.places = self.entries.iter().enumerate().map(|(at, entry)| (entry.name.clone(), at)).collect();
        let mut children: HashMap<String, Vec<String>> = HashMap::new();
        for entry in &self.entries {
            if let Some(parent) = entry.parent.as_ref().filter(|parent| **parent != entry.name) {
                children.entry(parent.clone()).or_default().push(entry.name.clone());
            }
        }
        for entry in &mut self.entries {
            entry.children = children.remove(&entry.name).unwrap_or_default();
        }
    }

    /// Only these variants.
    pub fn keep(&mut self, names: &[String]) {
        self.entries.retain(|entry| names.contains(&entry.name));
        self.broken.retain(|(name, _)| names.contains(name));
        self.index();
    }

    /// Takes variants that turned out not to be playable away.
    pub fn leave_out(&mut self, unplayable: Vec<(String, String)>) {
        self.entries.retain(|entry| !unplayable.iter().any(|(name, _)| *name == entry.name));
        self.broken.extend(unplayable);
        self.index();
    }

    /// Variants that can't be shown, and why.
    pub fn broken(&self) -> &[(String, String)] {
        &self.broken
    }

    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    pub fn entry(&self, name: &str) -> Option<&Entry> {
        self.places.get(name).map(|&at| &self.entries[at])
    }

    /// Families with their variants, the largest first.
    pub fn families(&self) -> Vec<(&str, Vec<&Entry>)> {
        let mut families: Vec<(&str, Vec<&Entry>)> = Vec::new();
        for entry in &self.entries {
            match families.last_mut() {
                Some((family, entries)) if *family == entry.family => entries.push(entry),
                _ => families.push((&entry.family, vec![entry])),
            }
        }
        families.sort_by_key(|(_, entries)| std::cmp::Reverse(entries.len()));
        families
    }

    pub fn definition(&self, entry: &Entry) -> Result<Arc<Definition>, String> {
        self.library.find(&entry.name).map_err(|error| error.to_string())
    }

    /// The name and the text of the file.
    pub fn written(&self, entry: &Entry) -> Option<(&str, &str)> {
        self.library.written(&entry.name)
    }

    /// How something moves; `None` if it can't be drawn.
    pub fn diagram(&self, xbetza: &str) -> Option<Arc<Diagram>> {
        if let Some(known) = held(&self.diagrams).get(xbetza) {
            return Some(known.clone());
        }
        let made = Arc::new(Diagram::new(xbetza, None, None).ok()?);
        held(&self.diagrams).insert(xbetza.to_owned(), made.clone());
        Some(made)
    }
}

/// `asia` for `variants/asia/chu.variant`.
fn family(file: &str) -> String {
    let folder = Path::new(file).parent().and_then(Path::file_name);
    folder.map_or("variants".to_owned(), |folder| folder.to_string_lossy().into_owned())
}
