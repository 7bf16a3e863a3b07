//! `griffon referee`: answers requests, one JSON object a line, until there are no more.

use super::{Fault, Terminal};
use crate::definition::Library;
use crate::referee;
use std::io::{self, BufWriter};

pub fn run(library: Library, terminal: &mut Terminal) -> Result<bool, Fault> {
    // Each answer is written at once and whole.
    let mut out = BufWriter::with_capacity(1 << 16, &mut *terminal.out);
    referee::serve(library, &mut io::stdin().lock(), &mut out)?;
    Ok(true)
}
