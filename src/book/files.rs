//! Finding the books that a user names.

use crate::diagnostic::{MARK, Source};
use crate::files;
use std::fs;
use std::path::{Path, PathBuf};

/// Ending of the names of books.
const BOOK: &str = "book";

/// Reads these files, and from folders those that are named after a variant. If one can't be read, says which and why.
pub fn read_all(paths: &[PathBuf], is_variant: impl Fn(&str) -> bool) -> Result<Vec<Source>, String> {
    let mut sources = Vec::new();
    for path in paths {
        if !path.is_dir() {
            sources.push(read(path)?);
            continue;
        }
        let failed = |error: std::io::Error| files::unread(path, &error);
        let mut inside: Vec<PathBuf> =
            fs::read_dir(path).map_err(failed)?.flatten().map(|entry| entry.path()).collect();
        inside.retain(|file| {
            let stem = file.file_stem().unwrap_or_default().to_string_lossy();
            file.extension().is_some_and(|kind| kind == BOOK) && is_variant(&stem)
        });
        inside.sort_unstable();
        for file in inside {
            sources.push(read(&file)?);
        }
    }
    Ok(sources)
}

fn read(path: &Path) -> Result<Source, String> {
    let text = files::read(path, files::GATHERED)?;
    Ok(Source::new(path.display().to_string(), text.trim_start_matches(MARK)))
}
