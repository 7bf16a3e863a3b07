//! Where a library finds its files, and what it looks at before any of them is read.

use super::Fault;
use super::beside::BESIDE;
use crate::definition::Names;
use crate::diagnostic::{Diagnostic, MARK, Source};
use crate::files;
use crate::syntax::variant::{TokenKind, parse_line};
use include_dir::Dir;
use std::fs;
use std::path::{Path, PathBuf};

/// True for files whose endings say that there is something in them for a library.
pub fn is_read(path: &Path) -> bool {
    path.extension().is_some_and(|kind| kind == "variant" || kind == "ini" || BESIDE.iter().any(|known| kind == *known))
}

/// The files that came with the program, with their texts.
pub fn collect_shipped(directory: &Dir<'static>, files: &mut Vec<(String, &'static str)>) {
    for file in directory.files().filter(|file| is_read(file.path())) {
        if let Some(text) = file.contents_utf8() {
            files.push((format!("variants/{}", file.path().display()), text));
        }
    }
    directory.dirs().for_each(|below| collect_shipped(below, files));
}

/// A file that was named, or found where files should be.
pub fn read(path: &Path) -> Result<Source, Fault> {
    let is_beside = path.extension().is_some_and(|kind| BESIDE.iter().any(|known| kind == *known));
    let text = files::text(path, if is_beside { files::GATHERED } else { files::WRITTEN });
    text.map(|text| Source::new(path.display().to_string(), text)).map_err(|why| unread(path, &why))
}

/// That a file can't be read, as what is wrong with it.
pub fn unread(path: &Path, why: &str) -> Fault {
    (Source::new(path.display().to_string(), ""), vec![Diagnostic::error(0..0, format!("cannot be read: {why}"))])
}

/// The file itself, or what is to be read in a folder and those below it.
pub fn collect(path: &Path, paths: &mut Vec<PathBuf>) -> std::io::Result<()> {
    if !path.is_dir() {
        fs::metadata(path)?;
        paths.push(path.to_owned());
        return Ok(());
    }
    for entry in fs::read_dir(path)? {
        let entry = entry?;
        let below = entry.path();
        // A link to a folder may lead back here.
        if entry.file_type()?.is_symlink() && below.is_dir() {
            continue;
        }
        if below.is_dir() {
            collect(&below, paths)?;
        } else if is_read(&below) {
            paths.push(below);
        }
    }
    Ok(())
}

/// The text of a title or description that is all there is on its line.
fn sole_text<'a>(word: &str, line: &'a str) -> Option<&'a str> {
    let quoted = line.trim().strip_prefix(word).filter(|_| ["title", "about"].contains(&word))?.trim_start();
    quoted.strip_prefix('"')?.strip_suffix('"').filter(|text| !text.contains('"'))
}

/// Headings and names only; the rest of the text is not looked at, but for whether it speaks of armies.
pub fn scan(text: &str) -> Vec<(Names, bool)> {
    let mut found: Vec<(Names, bool)> = Vec::new();
    for line in text.trim_start_matches(MARK).lines() {
        let mut words = line.split_ascii_whitespace();
        let word = words.next().unwrap_or("");
        if word == "army" || word == "remove" && words.next() == Some("army") {
            found.last_mut().into_iter().for_each(|(_, speaks_of_armies)| *speaks_of_armies = true);
        }
        if !["variant", "title", "about", "uci", "cecp", "also"].contains(&word) {
            continue;
        }
        // Most of what is looked at is one text, which needs no parser.
        if let (Some((names, _)), Some(text)) = (found.last_mut(), sole_text(word, line)) {
            *(if word == "title" { &mut names.title } else { &mut names.about }) = text.to_owned();
            continue;
        }
        let (tokens, _, _) = parse_line(line, 0);
        let words: Vec<&str> =
            tokens[1..].iter().filter(|token| token.kind != TokenKind::Comma).map(|token| &*token.text).collect();
        match (word, &words[..], found.last_mut().map(|(names, _)| names)) {
            ("variant", [name, rest @ ..], _) => {
                let parent = rest.get(1).filter(|_| rest[0] == "from").map(|parent| parent.to_string());
                let name = name.to_string();
                let names = Names { uci: name.clone(), cecp: name.clone(), name, parent, ..Names::default() };
                found.push((names, false));
            }
            ("title", [title], Some(names)) => names.title = title.to_string(),
            ("about", [about], Some(names)) => names.about = about.to_string(),
            ("uci", [name], Some(names)) => names.uci = name.to_string(),
            ("cecp", [name], Some(names)) => names.cecp = name.to_string(),
            ("also", aliases, Some(names)) => names.aliases.extend(aliases.iter().map(|alias| alias.to_string())),
            _ => {}
        }
    }
    found
}
