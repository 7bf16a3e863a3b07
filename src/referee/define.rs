//! Variants that are defined in a request.

use super::fault::{Fault, FaultKind};
use super::rulebook::Rulebook;
use crate::definition::load;
use crate::diagnostic::{Diagnostic, Severity, Source, place};
use crate::rules::Rules;
use serde::Serialize;

/// What became of a text.
#[derive(Serialize)]
pub struct Defined {
    /// The variants that can be played from now on; none if there are errors.
    pub variants: Vec<String>,
    pub diagnostics: Vec<Finding>,
}

/// What is said about a place of a text. Lines and columns count from 1, in characters; the end is behind the last one.
#[derive(Serialize)]
pub struct Finding {
    pub severity: &'static str,
    pub message: String,
    pub line: usize,
    pub column: usize,
    pub end_line: usize,
    pub end_column: usize,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub label: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub help: Vec<String>,
}

impl Finding {
    fn new(source: &Source, found: &Diagnostic) -> Finding {
        let (line, column) = place(source, found.span.start);
        let (end_line, end_column) = place(source, found.span.end);
        let severity = match found.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
        };
        let (message, label, help) = (found.message.clone(), found.label.clone(), found.help.clone());
        Finding { severity, message, line, column, end_line, end_column, label, help }
    }
}

/// So many texts are kept.
const MOST_TEXTS: usize = 1000;

impl Rulebook {
    /// Reads a text as a file of that name. If there is no error in it, its variants can be played; a text of the same
    /// name is forgotten.
    pub fn define(&mut self, name: &str, text: &str) -> Result<Defined, Fault> {
        let source = Source::new(name, text);
        let (definitions, found) = load(&source, &self.with_texts(Some(name)));
        let mut diagnostics: Vec<Finding> = found.iter().map(|found| Finding::new(&source, found)).collect();
        let variants: Vec<String> = definitions.iter().map(|definition| definition.names.name.clone()).collect();
        let mut sound = !found.iter().any(Diagnostic::is_error);
        let mut compiled = Vec::new();
        for definition in definitions {
            match Rules::compile(definition) {
                Ok(rules) => compiled.push(rules),
                Err(found) => {
                    // Spans of what is found so late are not of this text.
                    let found = found.into_iter().map(|found| Diagnostic { span: 0..0, ..found });
                    diagnostics.extend(found.map(|found| Finding::new(&source, &found)));
                    sound = false;
                }
            }
        }
        if !sound || variants.is_empty() {
            return Ok(Defined { variants: Vec::new(), diagnostics });
        }
        let is_new = !self.texts.iter().any(|text| text.name == name);
        if is_new && self.texts.len() >= MOST_TEXTS {
            let message = format!("{MOST_TEXTS} texts are defined already");
            return Err(
                Fault::new(FaultKind::Limit, message).help("a text of the same `name` takes the place of the old one")
            );
        }
        self.take(source, compiled);
        Ok(Defined { variants, diagnostics })
    }
}
