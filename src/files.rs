//! The files that a user names, and what is said when one cannot be had: always in the same words.
//!
//! `NAME: cannot be read: WHY`. Nothing here knows what is in a file.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Read};
use std::path::Path;

/// A text that a person writes, such as the rules of a variant, is much shorter. What is longer was named by mistake.
pub const WRITTEN: u64 = 4 << 20;
/// What programs make of many games may be as long as this.
pub const GATHERED: u64 = 1 << 30;

/// The text of a file that is no longer than `most`; the error says why it cannot be had, but doesn't name the file.
pub fn text(path: &Path, most: u64) -> Result<String, String> {
    let mut bytes = Vec::new();
    // Some files have no end, and don't say so.
    let read = File::open(path).and_then(|file| file.take(most + 1).read_to_end(&mut bytes));
    read.map_err(|error| why(path, &error))?;
    if bytes.len() as u64 > most {
        return Err(format!("it is longer than {} MB, the most that is read", most >> 20));
    }
    if is_utf16(&bytes) {
        return Err("it is saved as UTF-16; save it as UTF-8".to_owned());
    }
    Ok(String::from_utf8(bytes).unwrap_or_else(|odd| String::from_utf8_lossy(odd.as_bytes()).into_owned()))
}

/// Some editors write the mark of UTF-16 before it, others don't; then every second byte of plain text is 0.
fn is_utf16(bytes: &[u8]) -> bool {
    let [first, second, ..] = *bytes else { return false };
    matches!([first, second], [0xff, 0xfe] | [0xfe, 0xff]) || (first == 0) != (second == 0)
}

/// The text of a file of at most so many bytes, with its name in the error.
pub fn read(path: &Path, most: u64) -> Result<String, String> {
    text(path, most).map_err(|why| format!("{}: cannot be read: {why}", path.display()))
}

/// Why a file could not be read, with its name.
pub fn unread(path: &Path, error: &io::Error) -> String {
    format!("{}: cannot be read: {}", path.display(), why(path, error))
}

/// Writes a file in place of what is there.
pub fn write(path: &Path, text: &str) -> Result<(), String> {
    fs::write(path, text).map_err(|error| unwritten(path, &error))
}

/// A file that is made if it isn't there, to write behind what it has.
pub fn add_to(path: &Path) -> Result<File, String> {
    File::options().append(true).create(true).open(path).map_err(|error| unwritten(path, &error))
}

/// Says that this one cannot be written.
pub fn unwritten(path: &Path, error: &io::Error) -> String {
    format!("{}: cannot be written: {}", path.display(), why_unwritten(path, error))
}

/// A file that is to be written need not be there, but its folder.
pub fn why_unwritten(path: &Path, error: &io::Error) -> String {
    match error.kind() {
        ErrorKind::NotADirectory | ErrorKind::AlreadyExists => "a file is where a folder is wanted".to_owned(),
        ErrorKind::NotFound => "there is no such folder".to_owned(),
        _ => why(path, error),
    }
}

/// XBoard takes some of the system's own words for an engine that didn't start.
pub fn why(path: &Path, error: &io::Error) -> String {
    match error.kind() {
        // Windows allows nobody to open one.
        ErrorKind::IsADirectory | ErrorKind::PermissionDenied if path.is_dir() => "it is a folder".to_owned(),
        ErrorKind::NotFound | ErrorKind::NotADirectory => "there is no such file".to_owned(),
        ErrorKind::PermissionDenied => "it is not allowed".to_owned(),
        _ => error.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_read_is_said_with_its_reason() {
        let said = |path: &str| read(Path::new(path), WRITTEN).expect_err("it cannot be read");
        assert_eq!(said("nowhere.variant"), "nowhere.variant: cannot be read: there is no such file");
        assert_eq!(said("src"), "src: cannot be read: it is a folder");
        let here = text(Path::new("Cargo.toml"), 10).expect_err("it is longer");
        assert!(here.contains("longer"), "{here}");
        let said = write(Path::new("nowhere/at/all"), "").expect_err("there is no such place");
        assert_eq!(said, "nowhere/at/all: cannot be written: there is no such folder");
        if cfg!(unix) {
            let said = write(Path::new("Cargo.toml/all"), "").expect_err("that is a file");
            assert_eq!(said, "Cargo.toml/all: cannot be written: a file is where a folder is wanted");
        }
    }

    #[test]
    fn what_is_not_in_bytes_is_known_by_its_beginning() {
        for text in ["variant", "", "v", "\u{feff}variant", "\0\0"] {
            assert!(!is_utf16(text.as_bytes()), "{text:?}");
        }
        let units: Vec<u8> = "# x".encode_utf16().flat_map(u16::to_le_bytes).collect();
        assert!(is_utf16(&units) && is_utf16(&[&[0xff, 0xfe], &units[..]].concat()) && is_utf16(&[0xfe, 0xff]));
    }
}
