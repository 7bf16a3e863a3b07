//! Griffon: a chess-variant engine whose rules are data.

pub mod bench;
pub mod cli;
pub mod definition;
pub mod diagnostic;
pub mod evaluation;
pub mod game;
pub mod import;
pub mod movegen;
pub mod moves;
pub mod notation;
pub mod picture;
pub mod position;
pub mod protocol;
pub mod referee;
pub mod review;
pub mod rulebook;
pub mod rules;
pub mod search;
pub mod syntax;
pub mod trial;
pub mod tuning;
