//! Pictures of boards and of how pieces move.
//!
//! In: a game, or a move description. Between: scenes of squares, pieces and marks ([`Board`], [`Diagram`]) that know nothing of
//! what they are drawn with. Out: SVG, or text for a terminal. Nothing here asks for the name of a variant or a piece: what
//! they look like follows from glyphs, players and rules.

mod board;
mod diagram;
mod face;
mod hand_made;
mod marks;
mod survey;
pub mod svg;

pub use board::{Area, Board};
pub use diagram::{Diagram, programs};
pub use face::{Face, Look, Style};
pub use hand_made::HandMade;
pub use marks::{Mark, Marks};
