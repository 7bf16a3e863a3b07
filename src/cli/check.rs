//! `griffon check`: is there anything wrong with these files?

use crate::definition::{Library, load};
use crate::diagnostic::{Diagnostic, Source, render};
use crate::evaluation::fitted::Fitted;
use crate::rules::Rules;
use std::io::{self, Write};
use std::path::PathBuf;

/// Reports everything there is to say about the files (all shipped ones if none are given). True if there are no errors.
pub fn run(paths: &[PathBuf], colour: bool, out: &mut dyn Write) -> io::Result<bool> {
    let mut library = Library::shipped();
    let shipped = (library.sources().count(), library.weights_files().count());
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
    let skipped = if paths.is_empty() { (0, 0) } else { shipped };
    let sources: Vec<&Source> = library.sources().skip(skipped.0).collect();
    let mut variants = 0;
    let mut all: Vec<(&Source, Vec<Diagnostic>)> = Vec::new();
    for &source in &sources {
        let (definitions, found) = load(source, &library);
        variants += definitions.len();
        all.push((source, found));
    }
    let of_weights = library.weights_files().skip(skipped.1);
    all.extend(of_weights.map(|(name, source)| (source, about_weights(&library, name, source))));
    for (source, found) in all.iter().filter(|(_, found)| !found.is_empty()) {
        writeln!(out, "{}", render(source, found, colour))?;
    }
    let findings = || all.iter().flat_map(|(_, found)| found);
    let errors = findings().filter(|finding| finding.is_error()).count();
    let warnings = findings().count() - errors;
    let files = count(all.len(), "file");
    writeln!(
        out,
        "{files}, {} without errors, {}, {}",
        count(variants, "variant"),
        count(errors, "error"),
        count(warnings, "warning")
    )?;
    Ok(sound && errors == 0)
}

/// What is wrong with a file of weights, and what in it has no effect.
fn about_weights(library: &Library, name: &str, source: &Source) -> Vec<Diagnostic> {
    let fitted = match Fitted::parse(source) {
        Ok(fitted) => fitted,
        Err(found) => return vec![found],
    };
    let definition = match library.find(name) {
        Ok(definition) => definition,
        Err(error) => {
            let message = format!("these weights have no effect: {error}");
            return vec![Diagnostic::warning(0..0, message).help("the name of the file is that of the variant")];
        }
    };
    match Rules::compile(definition) {
        Ok(rules) => fitted.misfits(&rules, rules.weights.layout()),
        // Said of the file of the variant.
        Err(_) => Vec::new(),
    }
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
