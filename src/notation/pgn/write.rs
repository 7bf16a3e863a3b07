//! Writing games.

use super::UNSAID;
use crate::definition::Side;
use crate::game::Game;
use crate::notation::san;
use std::io::{self, Write};

/// The seven tags that every game has, in their order, and what they say if nobody knows.
const ROSTER: [(&str, &str); 7] = [
    ("Event", "?"),
    ("Site", "?"),
    ("Date", "????.??.??"),
    ("Round", "?"),
    ("White", "?"),
    ("Black", "?"),
    ("Result", "*"),
];

/// Tags that are written from the game itself, whatever the caller says.
const OWN: [&str; 4] = ["Result", "Variant", "SetUp", "FEN"];

/// Lines of moves are shorter than this.
const WIDTH: usize = 80;

/// Writes a game: the seven tags, `Variant`, `SetUp` and `FEN` where they are needed, further `tags` in their order,
/// then the moves, each with its comment, if `comments` has one for its number (from 0), and the result (`1-0`, `0-1`,
/// `1/2-1/2` or `*`). A blank line ends it, so that games can follow each other.
pub fn write(
    out: &mut dyn Write,
    tags: &[(String, String)],
    game: &Game,
    comments: impl Fn(usize) -> Option<String>,
    result: &str,
) -> io::Result<()> {
    let names = &game.rules().definition.names;
    let told = |name: &str| tags.iter().find(|(tag, _)| tag == name).map(|(_, value)| value.as_str());
    for (name, unknown) in ROSTER {
        let value = if name == "Result" { result } else { told(name).unwrap_or(unknown) };
        tag(out, name, value)?;
    }
    if names.cecp != UNSAID {
        tag(out, "Variant", &names.cecp)?;
    }
    let drawn_by_lot = game.rules().definition.start.shuffle.is_some();
    if drawn_by_lot || game.start_fen() != Game::new(game.rules().clone()).start_fen() {
        tag(out, "SetUp", "1")?;
        tag(out, "FEN", game.start_fen())?;
    }
    let written = |name: &str| OWN.contains(&name) || ROSTER.iter().any(|(own, _)| *own == name);
    for (name, value) in tags.iter().filter(|(name, _)| !written(name) && is_name(name)) {
        tag(out, name, value)?;
    }
    writeln!(out)?;
    let mut text = Wrapped { out: &mut *out, column: 0 };
    let mut replay = game.clone();
    while replay.undo() {}
    let mut must_number = true;
    for (ply, &mv) in game.moves().iter().enumerate() {
        let position = replay.position();
        let goes_on = ply > 0 && position.last_mover() == position.side_to_move();
        if position.side_to_move() == Side::First && (must_number || !goes_on) {
            text.word(&format!("{}.", position.move_number()))?;
        } else if must_number {
            text.word(&format!("{}...", position.move_number()))?;
        }
        text.word(&san(&replay, mv))?;
        replay.play(mv);
        let comment = comments(ply).map(|words| words.replace(['{', '}'], "|"));
        must_number = comment.is_some();
        if let Some(comment) = comment {
            for word in format!("{{{}}}", comment.trim()).split_whitespace() {
                text.word(word)?;
            }
        }
    }
    text.word(result)?;
    write!(out, "\n\n")
}

/// Letters, digits and `_`: what the name of a tag may hold.
fn is_name(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

fn tag(out: &mut dyn Write, name: &str, value: &str) -> io::Result<()> {
    let clean: String = value.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect();
    writeln!(out, "[{name} \"{}\"]", clean.replace('\\', "\\\\").replace('"', "\\\""))
}

/// Words on lines that are not too long.
struct Wrapped<'a> {
    out: &'a mut dyn Write,
    column: usize,
}

impl Wrapped<'_> {
    fn word(&mut self, word: &str) -> io::Result<()> {
        let width = word.chars().count();
        let fits = self.column + 1 + width < WIDTH;
        match self.column {
            0 => self.column = width,
            column if fits => {
                write!(self.out, " ")?;
                self.column = column + 1 + width;
            }
            _ => {
                writeln!(self.out)?;
                self.column = width;
            }
        }
        write!(self.out, "{word}")
    }
}
