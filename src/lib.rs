//! Griffon: a chess-variant engine whose rules are data.

pub mod definition;
pub mod diagnostic;
pub mod movegen;
pub mod rules;
pub mod syntax;
