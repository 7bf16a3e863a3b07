//! The files that options name: variants and opening books.

use super::super::session::Session;
use crate::book;
use crate::definition::Library;
use crate::diagnostic::Source;
use std::path::PathBuf;
use std::sync::Arc;

/// Reads books; what is wrong in them is said when they are opened.
pub fn books(paths: &[PathBuf], library: &Library) -> Result<Vec<Source>, String> {
    let paths: Vec<PathBuf> = paths.iter().filter(|path| !path.as_os_str().is_empty()).cloned().collect();
    book::read_all(&paths, |name| library.names().any(|names| names.name == name))
}

/// Adds variants from files and folders to those there are; what is wrong with them.
pub fn load(paths: impl Iterator<Item = PathBuf>, session: &mut Session) -> Vec<String> {
    let mut library = session.library().clone();
    let complaints = library.add_paths(paths.filter(|path| !path.as_os_str().is_empty()));
    session.set_library(Arc::new(library));
    complaints
}
