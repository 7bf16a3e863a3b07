//! Portable Game Notation: games of any variant as text.
//!
//! The tag `Variant` says which game it is, by the name that XBoard knows, `FEN` with `SetUp` where it began. Moves are
//! written in SAN. Reading has two steps: [`read`] knows the notation and no rules, [`Written::play`] finds the moves.
//! Nothing here knows files or clocks.

mod play;
mod read;
mod write;

pub use play::{Line, Ply, Record};
pub use read::{Tag, Written, WrittenLine, WrittenPly, read};
pub use write::write;

/// What XBoard calls the variant whose games have no tag `Variant`.
const UNSAID: &str = "normal";

/// How a game may end.
const RESULTS: [&str; 4] = ["1-0", "0-1", "1/2-1/2", "*"];

/// Suffixes and their numbers.
const GLYPHS: [(&str, u16); 6] = [("!!", 3), ("??", 4), ("!?", 5), ("?!", 6), ("!", 1), ("?", 2)];
