//! FEN in and out.

use super::Position;
use crate::diagnostic::Diagnostic;
use crate::rules::Rules;

/// Reads a FEN with whatever the variant needs (hands, promoted pieces, rights…). Fields that XBoard leaves out for
/// some variants may be missing. Spans are byte ranges into `text`.
pub fn parse(rules: &Rules, text: &str) -> Result<Position, Diagnostic> {
    let _ = (rules, text);
    todo!()
}

/// Writes the FEN of a position.
pub fn show(rules: &Rules, position: &Position) -> String {
    let _ = (rules, position);
    todo!()
}
