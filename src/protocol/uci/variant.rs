//! What a variant is, for those who hand it on to XBoard.

use super::super::cecp::setup::{is_standard, parent};
use super::super::console::Output;
use super::super::session::Session;

/// The variant in a line; nothing about what XBoard knows by that name.
pub fn tell(session: &Session, output: &mut Output) {
    let definition = session.definition();
    let name = &definition.names.uci;
    if is_standard(name) {
        return;
    }
    let (files, ranks) = (definition.topology.files(), definition.topology.ranks());
    let hand = definition.hands.as_ref().map_or(0, |hands| hands.kinds.len());
    let (parent, start) = (parent(definition), session.game().start_fen());
    output.say(format!(
        "info string variant {name} files {files} ranks {ranks} pocket {hand} template {parent} startpos {start}"
    ));
}
