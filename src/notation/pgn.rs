//! Portable Game Notation: games of any variant as text.
//!
//! The tag `Variant` says which game it is, by the name that XBoard knows, `FEN` with `SetUp` where it began. Moves are
//! written in SAN. Nothing here knows files or clocks.

mod write;

pub use write::write;

/// Name of the variant in whose files PGN leaves out the tag `Variant`, as XBoard calls it.
const UNSAID: &str = "normal";
