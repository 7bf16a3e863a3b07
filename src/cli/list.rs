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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_narrows_the_list() {
        let library = Library::shipped();
        let listed = |words: &[String]| {
            let mut out = Vec::new();
            let found = run(&library, words, &mut out).is_ok();
            assert_eq!(found, !out.is_empty());
            String::from_utf8_lossy(&out).lines().count()
        };
        assert_eq!(listed(&[]), library.names().count());
        assert!((1..listed(&[])).contains(&listed(&["Japanese".into()])));
        assert_eq!(listed(&["no such variant".into()]), 0);
    }
}
