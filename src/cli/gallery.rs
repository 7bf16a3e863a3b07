//! `griffon gallery`: a web site of variants, for browsers without a server.
//!
//! A page is text made from a definition; nothing here writes but `run`. Pages need no network, no program of others, and no script
//! but a few lines that narrow the list.

mod html;
mod index;
mod page;
mod perft;
mod shelf;

pub use shelf::{Entry, Shelf};

use super::{Fault, Terminal};
use crate::definition::{Library, LoadError};
use crate::files;
use clap::Args;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;

#[derive(Args)]
pub struct Arguments {
    /// Where the site is written; made if it is not there
    #[arg(value_name = "DIR")]
    directory: PathBuf,
    /// Variants to show; all if none is named
    #[arg(value_name = "VARIANT")]
    only: Vec<String>,
}

/// What is made of one variant.
pub struct Leaf {
    pub page: String,
    /// The start position as a drawing of its own, for the list.
    pub board: String,
}

/// Everything about one variant; the error says why it can't be shown.
pub fn leaf(shelf: &Shelf, entry: &Entry) -> Result<Leaf, String> {
    page::leaf(shelf, entry)
}

/// The list of these variants.
pub fn index(shelf: &Shelf) -> String {
    index::index(shelf)
}

pub fn run(library: &Library, arguments: &Arguments, terminal: &mut Terminal) -> Result<bool, Fault> {
    let directory = &arguments.directory;
    let mut shelf = Shelf::new(library);
    if !arguments.only.is_empty() {
        let named = |name: &String| library.find(name).map(|definition| definition.names.name.clone());
        let names: Result<Vec<String>, LoadError> = arguments.only.iter().map(named).collect();
        shelf.keep(&names.map_err(|error| Fault::Input(error.to_string()))?);
    }
    let boards = directory.join("boards");
    fs::create_dir_all(&boards).map_err(|error| Fault::Input(files::unwritten(&boards, &error)))?;
    let unplayable = write_leaves(&shelf, directory, &boards)?;
    shelf.leave_out(unplayable);
    write(&directory.join("index.html"), &index(&shelf))?;
    write(&directory.join("gallery.css"), &html::style())?;
    for (name, why) in shelf.broken() {
        writeln!(terminal.out, "left out: {name}: {why}")?;
    }
    let count = shelf.entries().len();
    writeln!(terminal.out, "{count} variants in {}", directory.join("index.html").display())?;
    Ok(shelf.broken().is_empty())
}

/// Writes the pages of all variants, as many at a time as there are cores. Returns those that cannot be played.
fn write_leaves(shelf: &Shelf, directory: &Path, boards: &Path) -> Result<Vec<(String, String)>, Fault> {
    let next = AtomicUsize::new(0);
    let (broken, fault) = (Mutex::new(Vec::new()), Mutex::new(None));
    let work = || {
        while let Some(entry) = shelf.entries().get(next.fetch_add(1, Ordering::Relaxed)) {
            match leaf(shelf, entry) {
                Err(why) => held(&broken).push((entry.name.clone(), why)),
                Ok(leaf) => {
                    let written = write(&directory.join(entry.file()), &leaf.page)
                        .and_then(|()| write(&boards.join(format!("{}.svg", entry.name)), &leaf.board));
                    if let Err(error) = written {
                        *held(&fault) = Some(error);
                        // Nobody needs to go on.
                        next.store(usize::MAX / 2, Ordering::Relaxed);
                    }
                }
            }
        }
    };
    let threads = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| (0..threads).for_each(|_| drop(scope.spawn(work))));
    match fault.into_inner().unwrap_or_else(PoisonError::into_inner) {
        Some(fault) => Err(fault),
        None => {
            let mut broken: Vec<(String, String)> = broken.into_inner().unwrap_or_else(PoisonError::into_inner);
            broken.sort_unstable();
            Ok(broken)
        }
    }
}

fn held<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn write(path: &Path, text: &str) -> Result<(), Fault> {
    files::write(path, text).map_err(Fault::Input)
}
