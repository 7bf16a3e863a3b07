//! `griffon xci`: the files that an XCI GUI looks for beside the program.

use super::{Fault, Terminal};
use crate::definition::Library;
use crate::protocol::xci::files;
use clap::Args;
use std::path::PathBuf;

#[derive(Args)]
pub struct Arguments {
    /// Where to write `options.xci` and `options.en`; beside the program if not given
    directory: Option<PathBuf>,
}

pub fn run(library: &Library, arguments: &Arguments, terminal: &mut Terminal) -> Result<bool, Fault> {
    let beside = || std::env::current_exe().ok().and_then(|program| Some(program.parent()?.to_owned()));
    let directory = arguments.directory.clone().or_else(beside).unwrap_or_default();
    let variant = library.find("normal").map_or_else(|_| String::new(), |found| found.names.uci.clone());
    for path in files::write(&directory, library, &variant).map_err(Fault::Input)? {
        writeln!(terminal.out, "{}", path.display())?;
    }
    Ok(true)
}
