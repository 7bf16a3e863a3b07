//! From games as they are written to games that were played.

use super::{Written, WrittenLine, WrittenPly};
use crate::definition::{Definition, Library};
use crate::diagnostic::Diagnostic;
use crate::game::Game;
use crate::moves::Move;
use crate::notation::{Notation, find_san};
use crate::rules::Rules;
use std::sync::Arc;

/// A game that was read: its moves, and what is said about them.
#[derive(Clone)]
pub struct Record {
    pub tags: Vec<(String, String)>,
    /// The moves that were played.
    pub game: Game,
    /// The same moves with comments and variations.
    pub line: Line,
    pub result: Option<String>,
}

/// Moves that follow each other, with what is said about them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line {
    pub comment: Option<String>,
    pub moves: Vec<Ply>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ply {
    pub mv: Move,
    pub nags: Vec<u16>,
    pub comment: Option<String>,
    /// What could have been played instead of `mv`.
    pub variations: Vec<Line>,
}

impl Written {
    /// The variant that the game is of, by any of its names, its title, or these with other spaces and hyphens.
    pub fn definition(&self, library: &Library) -> Result<Arc<Definition>, Diagnostic> {
        let name = self.variant();
        let error = match library.find(name) {
            Ok(definition) => return Ok(definition),
            Err(error) => error,
        };
        let letters = |text: &str| -> String {
            text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
        };
        let wanted = letters(name);
        let same = library.names().find(|names| {
            let mut called = [&names.name, &names.title, &names.uci, &names.cecp].into_iter().chain(&names.aliases);
            called.any(|own| letters(own) == wanted)
        });
        let found = same.and_then(|names| library.find(&names.name).ok());
        found.ok_or_else(|| {
            Diagnostic::error(self.tag("Variant").map_or(0..0, |tag| tag.span.clone()), error.to_string())
        })
    }

    /// Plays the moves. What is wrong is said at its place in the text.
    pub fn play(&self, rules: Arc<Rules>) -> Result<Record, Diagnostic> {
        let mut game = match self.tag("FEN") {
            None => Game::new(rules),
            Some(tag) => Game::from_fen(rules, &tag.value).map_err(|found| {
                let as_written = tag.value.len() == tag.span.len();
                let span = tag.span.clone();
                if as_written { found.shifted(span.start) } else { Diagnostic { span, ..found } }
            })?,
        };
        let line = play_line(&mut game, &self.line)?;
        let tags = self.tags.iter().map(|tag| (tag.name.clone(), tag.value.clone())).collect();
        Ok(Record { tags, game, line, result: self.result.clone() })
    }
}

fn play_line(game: &mut Game, written: &WrittenLine) -> Result<Line, Diagnostic> {
    let mut moves = Vec::new();
    for ply in &written.moves {
        let mv = find_san(game, &ply.text).ok_or_else(|| not_legal(game, ply))?;
        let variations = ply.variations.iter().map(|variation| play_line(&mut game.clone(), variation));
        let variations = variations.collect::<Result<_, _>>()?;
        moves.push(Ply { mv, nags: ply.nags.clone(), comment: ply.comment.clone(), variations });
        game.play(mv);
    }
    Ok(Line { comment: written.comment.clone(), moves })
}

fn not_legal(game: &Game, ply: &WrittenPly) -> Diagnostic {
    let text = &ply.text;
    let number = game.position().move_number();
    let because = Notation::San.why_illegal(game, text).map_or(String::new(), |reason| format!(": {reason}"));
    let mut found =
        Diagnostic::error(ply.span.clone(), format!("`{text}` is not a legal move here (move {number}){because}"));
    found.help.extend(Notation::San.hint(game, text));
    found
}
