//! `griffon list`: the variants there are.

use crate::definition::{Library, Names};
use std::io::{self, Write};

/// One line for each variant whose names or description contain all the words.
pub fn run(library: &Library, words: &[String], out: &mut dyn Write) -> io::Result<bool> {
    let mut found: Vec<&Names> =
        library.names().filter(|names| words.iter().all(|word| names.speak_of(word))).collect();
    found.sort_by_key(|names| &names.name);
    let width = found.iter().map(|names| names.name.len()).max().unwrap_or(0);
    for names in &found {
        writeln!(out, "{:width$}  {}", names.name, names.about)?;
    }
    Ok(!found.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_narrows_the_list() {
        let library = Library::shipped();
        let listed = |words: &[String]| {
            let mut out = Vec::new();
            run(&library, words, &mut out).expect("a vector takes everything");
            String::from_utf8_lossy(&out).lines().count()
        };
        assert_eq!(listed(&[]), library.names().count());
        assert!((1..listed(&[])).contains(&listed(&["Japanese".into()])));
        assert_eq!(listed(&["no such variant".into()]), 0);
    }
}
