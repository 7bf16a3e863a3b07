//! A finding for editors and other programs.

use super::{Diagnostic, Severity, Source, Span};
use serde_json::{Value, json};

/// As an object: places are `line` and `column` from 1, in characters, and `utf16` as some editors count columns; an end
/// is behind the last character.
pub fn json(source: &Source, finding: &Diagnostic) -> Value {
    let related = finding.notes.iter().map(|(place, words)| {
        let file = place.file.as_deref().unwrap_or(source);
        let (start, end) = ends(file, &place.span);
        json!({ "file": file.name, "message": words, "start": start, "end": end })
    });
    let (start, end) = ends(source, &finding.span);
    json!({
        "file": source.name,
        "severity": match finding.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
        },
        "message": finding.message,
        "label": finding.label,
        "start": start,
        "end": end,
        "help": finding.help,
        "related": related.collect::<Vec<_>>(),
    })
}

/// Where a span begins and where it ends (behind its last character), counted from 1.
fn ends(source: &Source, span: &Span) -> (Value, Value) {
    let at = |byte: usize| {
        let (line, column, utf16) = source.position(byte);
        json!({ "line": line, "column": column, "utf16": utf16 })
    };
    (at(span.start), at(span.end.max(span.start)))
}
