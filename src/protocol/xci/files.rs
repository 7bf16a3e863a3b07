//! The files beside the program that tell a GUI what can be set and said: `options.xci`, and `options.en` with the words.

use super::super::options::{self, Settings, Tongue};
use super::buttons;
use crate::definition::{Library, title_of};
use crate::files;
use std::path::{Path, PathBuf};

// Messages and kinds of information, by identifier.
pub const UNKNOWN: &str = "unknown-command";
pub const MALFORMED: &str = "malformed-command";
pub const ILLEGAL_MOVE: &str = "illegal-move";
pub const REFUSED: &str = "cannot-be-done";
pub const BAD_VALUE: &str = "bad-value";
pub const GAME_OVER: &str = "game-over";
pub const DECLINED: &str = "draw-declined";
pub const MOVES_LEFT: &str = "moves-left";

const MESSAGES: &[(&str, &str)] = &[
    (UNKNOWN, "Griffon doesn't know this command"),
    (MALFORMED, "Griffon knows this command, but not like this"),
    (ILLEGAL_MOVE, "This move is not legal"),
    (REFUSED, "This cannot be done"),
    (BAD_VALUE, "The option doesn't exist or doesn't take this value"),
    (GAME_OVER, "There is nothing to think about: the game is over"),
    (DECLINED, "Griffon would rather play on"),
];

const INFORMATION: &[(&str, &str)] = &[(MOVES_LEFT, "First moves that are still to be searched at this depth")];

/// What can be set, shown and said.
pub fn options(library: &Library, variant: &str) -> String {
    let mut lines = Settings::new(Tongue::Xci).announce(library, variant);
    for button in buttons::ROWS {
        for input in button.inputs {
            let (id, default, least, most) = (input.id, input.default, input.least, input.most);
            lines
                .push(format!("input name {id} type spin default {default} min {least} max {most} prompt {id}-prompt"));
        }
        let inputs: String = button.inputs.iter().map(|input| format!(" input {}", input.id)).collect();
        let id = button.id;
        lines.push(format!("option name {id} type button{inputs} output description {id}-description"));
    }
    lines.extend(INFORMATION.iter().map(|(id, _)| format!("info name {id} description {id}-description")));
    lines.extend(MESSAGES.iter().map(|(id, _)| format!("message name {id}")));
    lines.join("\n") + "\n"
}

/// The words for it, in English.
pub fn translation() -> String {
    let mut words: Vec<(String, String)> = vec![
        ("XCI_Name".to_owned(), concat!("Griffon ", env!("CARGO_PKG_VERSION")).to_owned()),
        ("XCI_Author".to_owned(), "the Griffon developers".to_owned()),
        ("XCI_About".to_owned(), "a chess-variant engine whose rules are data".to_owned()),
    ];
    for row in options::ROWS.iter().filter(|row| !row.name(Tongue::Xci).is_empty()) {
        let name = row.name(Tongue::Xci);
        // GUIs have words of their own for the standard ones.
        if !name.starts_with("XCI_") {
            words.push((name.to_owned(), title_of(name)));
        }
        words.push((row.description(), row.about.to_owned()));
    }
    for button in buttons::ROWS {
        words.push((button.id.to_owned(), title_of(button.id)));
        words.push((format!("{}-description", button.id), button.about.to_owned()));
        words.extend(button.inputs.iter().map(|input| (format!("{}-prompt", input.id), input.prompt.to_owned())));
    }
    for (id, about) in INFORMATION {
        words.extend([((*id).to_owned(), title_of(id)), (format!("{id}-description"), (*about).to_owned())]);
    }
    words.extend(MESSAGES.iter().map(|(id, text)| ((*id).to_owned(), (*text).to_owned())));
    words.iter().map(|(id, text)| format!("{id} \"{}\"\n", text.replace('"', "'"))).collect()
}

/// Writes both files; says where they are.
pub fn write(directory: &Path, library: &Library, variant: &str) -> Result<Vec<PathBuf>, String> {
    let texts = [("options.xci", options(library, variant)), ("options.en", translation())];
    std::fs::create_dir_all(directory).map_err(|error| files::unwritten(directory, &error))?;
    let written = texts.into_iter().map(|(name, text)| {
        let path = directory.join(name);
        files::write(&path, &text).map(|()| path)
    });
    written.collect()
}
