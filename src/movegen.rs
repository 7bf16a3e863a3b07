//! From tables and a position to moves.

pub mod interpreter;
