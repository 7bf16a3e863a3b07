//! Rules in tables: what a definition means, compiled once when a variant loads and immutable afterwards.

pub mod leg;
pub mod topology;
