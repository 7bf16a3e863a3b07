//! `griffon list`: the variants there are.

use super::Fault;
use crate::definition::{Library, Names};
use std::io::Write;

/// One line for each variant whose names or description contain all the words.
pub fn run(library: &Library, words: &[String], out: &mut dyn Write) -> Result<bool, Fault> {
    let mut found: Vec<&Names> =
        library.names().filter(|names| words.iter().all(|word| names.speak_of(word))).collect();
    if found.is_empty() {
        return Err(Fault::Input(format!(
            "no variant is listed that has `{}` in its names or description",
            words.join("` and `")
        )));
    }
    found.sort_by_key(|names| &names.name);
    let width = found.iter().map(|names| names.name.len()).max().unwrap_or(0);
    for names in &found {
        writeln!(out, "{:width$}  {}", names.name, names.about)?;
    }
    Ok(true)
}
