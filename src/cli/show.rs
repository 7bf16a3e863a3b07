//! `griffon show`: the complete rules of a variant, defaults included, in the language of variant files or in sentences.

use crate::definition::{Library, LoadError, print};
use crate::diagnostic::render;
use crate::rulebook;
use std::io::{self, Write};

/// Prints the rules, or why they cannot be had. True if they were printed.
pub fn run(library: &Library, name: &str, words: bool, colour: bool, out: &mut dyn Write) -> io::Result<bool> {
    match library.find(name) {
        Ok(definition) => {
            write!(out, "{}", if words { rulebook::text(&definition) } else { print(&definition) })?;
            Ok(true)
        }
        Err(LoadError::Broken { source, diagnostics, .. }) => {
            writeln!(out, "{}", render(&source, &diagnostics, colour))?;
            Ok(false)
        }
        Err(error @ LoadError::Unknown { .. }) => {
            writeln!(out, "error: {error}")?;
            Ok(false)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_in_the_name_is_pointed_out() {
        let library = Library::shipped();
        let mut out = Vec::new();
        assert!(!run(&library, "xianqi", false, false, &mut out).expect("a vector takes everything"));
        assert!(String::from_utf8_lossy(&out).contains("did you mean `xiangqi`?"));
    }
}
