//! The referee: what other programs ask about the rules, one JSON object a line, answered one a line.
//!
//! `request` knows what can be asked, `shelf` keeps variants and their compiled rules, the other modules make answers
//! from a game. The commands of the program give the same answers. Nothing here thinks about good moves or reads a
//! clock, except that counting ends when it takes too long.

#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod count;
mod define;
mod fault;
mod highlight;
mod moves;
mod request;
mod serve;
mod shelf;
mod standing;

pub use count::{Counted, count};
pub use define::Defined;
pub use fault::{Fault, FaultKind};
pub use highlight::{Finger, Highlight, highlight};
pub use moves::{Legal, MoveView, Notations, Played, legal, notations, played};
pub use request::{ASKS, Request, Row};
pub use serve::{Referee, serve};
pub use shelf::{Book, Choice, Shelf, compile, draw, play, set_up};
pub use standing::{Check, Standing, Verdict, check, standing, verdict};
