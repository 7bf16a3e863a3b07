//! `griffon check`: is there anything wrong with these files?

use crate::definition::{Library, load};
use crate::diagnostic::{Source, render};
use std::io::{self, Write};
use std::path::PathBuf;

/// Reports everything there is to say about the files (all shipped ones if none are given). True if there are no errors.
pub fn run(paths: &[PathBuf], colour: bool, out: &mut dyn Write) -> io::Result<bool> {
    let mut library = Library::shipped();
    let shipped = library.sources().count();
    let mut sound = true;
    for path in paths {
        // What is wrong inside the files is reported below, in order; here only what cannot be read at all.
        for (source, found) in library.add_path(path).err().unwrap_or_default() {
            if source.text.is_empty() {
                found.iter().try_for_each(|finding| writeln!(out, "error: {}: {}", source.name, finding.message))?;
                sound &= found.is_empty();
            }
        }
    }
    let sources: Vec<&Source> = library.sources().skip(if paths.is_empty() { 0 } else { shipped }).collect();
    let (mut variants, mut errors, mut warnings) = (0, 0, 0);
    for source in &sources {
        let (definitions, found) = load(source, &library);
        variants += definitions.len();
        errors += found.iter().filter(|finding| finding.is_error()).count();
        warnings += found.iter().filter(|finding| !finding.is_error()).count();
        if !found.is_empty() {
            writeln!(out, "{}", render(source, &found, colour))?;
        }
    }
    let files = count(sources.len(), "file");
    writeln!(
        out,
        "{files}, {} without errors, {}, {}",
        count(variants, "variant"),
        count(errors, "error"),
        count(warnings, "warning")
    )?;
    Ok(sound && errors == 0)
}

fn count(number: usize, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shipped_files_are_sound_and_a_missing_one_is_not() {
        let mut out = Vec::new();
        assert!(run(&[], false, &mut out).expect("a vector takes everything"));
        let said = String::from_utf8_lossy(&out);
        assert!(said.contains("0 errors, 0 warnings"), "{said}");
        out.clear();
        assert!(!run(&["nowhere.variant".into()], false, &mut out).expect("a vector takes everything"));
        assert!(String::from_utf8_lossy(&out).contains("nowhere.variant: cannot be read"));
    }
}
