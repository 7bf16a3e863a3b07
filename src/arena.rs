//! Matches between engines, with our own rules as the referee.
//!
//! `process` runs a program and hears its lines, `uci` and `cecp` make an [`Engine`] of it, `play` lets two of them play
//! one game, `schedule` plays many at the same time, and `statistics` says what the results mean. No engine's word is
//! taken for a legal move or a result. Whatever an engine does, nothing here panics or waits for ever.

#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

pub mod adjudication;
mod cecp;
pub mod clock;
pub mod engine;
mod offered;
pub mod openings;
pub mod play;
pub mod process;
pub mod schedule;
pub mod spec;
pub mod statistics;
mod uci;

pub use engine::{Engine, Trouble};

/// Reads `name=value` pairs with commas between them; what is not named keeps its value.
pub fn keyed<const N: usize>(text: &str, mut fields: [(&str, f64); N]) -> Result<[f64; N], String> {
    for part in text.split(',') {
        let (name, value) = part.split_once('=').ok_or_else(|| format!("`{part}` should be NAME=NUMBER"))?;
        let names = fields.map(|(name, _)| name).join(", ");
        let field = fields.iter_mut().find(|(known, _)| *known == name.trim());
        let field = field.ok_or_else(|| format!("there is no `{}` here; there are {names}", name.trim()))?;
        let number = value.trim().parse().ok().filter(|number: &f64| number.is_finite());
        field.1 = number.ok_or_else(|| format!("`{value}` is not a number"))?;
    }
    Ok(fields.map(|(_, value)| value))
}
