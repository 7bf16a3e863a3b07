//! `griffon show`: the complete rules of a variant, defaults included, in the language of variant files or in sentences.

use super::{Fault, Terminal};
use crate::definition::{Library, LoadError, print};
use crate::diagnostic::render;
use crate::rulebook;

/// Prints the rules.
pub fn run(library: &Library, name: &str, words: bool, terminal: &mut Terminal) -> Result<bool, Fault> {
    let definition = library.find(name).map_err(|error| match error {
        LoadError::Broken { name, source, diagnostics } => {
            let report = render(&source, &diagnostics, false);
            Fault::Input(format!("the variant `{name}` has errors\n{}", report.trim_end()))
        }
        LoadError::Unknown { .. } => Fault::Input(error.to_string()),
    })?;
    write!(terminal.out, "{}", if words { rulebook::text(&definition) } else { print(&definition) })?;
    Ok(true)
}
