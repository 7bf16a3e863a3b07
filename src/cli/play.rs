//! `griffon play`: a game in the terminal.

use super::{Fault, Terminal};
use crate::definition::Library;
use clap::Args;
use std::sync::Arc;

#[derive(Args)]
pub struct Arguments {
    /// Name of the variant
    variant: String,
}

pub fn run(_library: Arc<Library>, arguments: Arguments, terminal: &mut Terminal) -> Result<bool, Fault> {
    writeln!(terminal.out, "{}", arguments.variant)?;
    Ok(true)
}
