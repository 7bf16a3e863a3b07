//! Variants that are defined in a request.

use super::fault::{Fault, FaultKind};
use super::shelf::Shelf;
use crate::diagnostic::{Diagnostic, Source, json};
use crate::review;
use crate::rules::Rules;
use serde::Serialize;
use serde_json::Value;

/// What became of a text.
#[derive(Serialize)]
pub struct Defined {
    /// The variants that can be played from now on; none if there are errors.
    pub variants: Vec<String>,
    /// As `griffon check --json` says it.
    pub diagnostics: Vec<Value>,
}

/// So many texts are kept.
const MOST_TEXTS: usize = 1000;

/// Longer ones, in bytes, are refused, and such as have more variants: others wait while they are read.
const LONGEST: usize = 100_000;
const MOST_VARIANTS: usize = 50;

/// Whoever asks for a variant by its name gets this one from now on.
fn hides(source: &Source, name: &str) -> Diagnostic {
    let head = format!("variant {name}");
    let at = source.text.find(&head).unwrap_or(0);
    let message = format!("`{name}` takes the place of another variant of that name");
    Diagnostic::warning(at..at + head.len().min(source.text.len() - at), message)
        .help("variants that build on the other one, and are known already, don't change")
}

impl Shelf {
    /// Reads a text as a file of that name. If there is no error in it, its variants can be played; a text of the same
    /// name is forgotten, also by one that has no variants.
    pub fn define(&mut self, name: &str, text: &str) -> Result<Defined, Fault> {
        let heads = text.lines().filter(|line| line.trim_start().starts_with("variant ")).count();
        if text.len() > LONGEST || heads > MOST_VARIANTS {
            let message = format!("a text has at most {LONGEST} bytes and {MOST_VARIANTS} variants");
            return Err(Fault::new(FaultKind::Limit, message).help("define them in several texts"));
        }
        let source = Source::new(name, text);
        let others = self.with_texts(Some(name));
        let (definitions, mut found) = review::check(&source, &others);
        let replaced = definitions.iter().map(|definition| &definition.names.name);
        let replaced = replaced.filter(|name| others.names().any(|other| other.name == **name));
        found.extend(replaced.map(|name| hides(&source, name)));
        found.sort_by_key(|finding| (finding.span.start, finding.severity));
        let diagnostics = found.iter().map(|finding| json(&source, finding)).collect();
        if found.iter().any(Diagnostic::is_error) {
            return Ok(Defined { variants: Vec::new(), diagnostics });
        }
        if definitions.is_empty() {
            self.forget(name);
            return Ok(Defined { variants: Vec::new(), diagnostics });
        }
        let is_new = !self.texts.iter().any(|text| text.name == name);
        if is_new && self.texts.len() >= MOST_TEXTS {
            let message = format!("{MOST_TEXTS} texts are defined already");
            let help = "a text of the same `name` takes the place of the old one";
            return Err(Fault::new(FaultKind::Limit, message).help(help));
        }
        let variants = definitions.iter().map(|definition| definition.names.name.clone()).collect();
        // What can't be compiled has been complained about.
        self.take(source, definitions.into_iter().filter_map(|definition| Rules::compile(definition).ok()).collect());
        Ok(Defined { variants, diagnostics })
    }
}
