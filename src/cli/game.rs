//! A position on the command line: variant, FEN, moves.

use super::{Fault, Terminal};
use crate::definition::Library;
use crate::diagnostic::{Source, render};
use crate::game::Game;
use crate::notation::{Dialect, Notation};
use crate::referee::{self, Choice, play};
use crate::rules::Rules;
use clap::Args;
use serde::Serialize;
use std::sync::Arc;

#[derive(Args, Clone)]
pub struct Arguments {
    /// Name of the variant
    pub variant: String,
    #[command(flatten)]
    pub position: Position,
}

/// Where a game begins.
#[derive(Args, Clone, Default)]
pub struct Start {
    /// Begin with this position instead of the variant's own; an SFEN, too, with `--notation usi`
    #[arg(long)]
    pub fen: Option<String>,
    /// Begin with the start position of this number, where it is drawn by lot (Chess960: 0 to 959)
    #[arg(long, conflicts_with = "fen")]
    pub number: Option<u64>,
    /// Draw the start position by lot, the same for the same seed
    #[arg(long, conflicts_with_all = ["fen", "number"])]
    pub seed: Option<u64>,
}

#[derive(Args, Clone)]
pub struct Position {
    #[command(flatten)]
    pub start: Start,
    /// Play these moves first
    #[arg(long, num_args = 1.., value_name = "MOVE")]
    pub moves: Vec<String>,
    /// How moves are written, here and in what is said: uci, san, cecp, usi, ucci, xci
    #[arg(long, value_name = "NAME", default_value = "uci", value_parser = notation)]
    pub notation: Notation,
    /// Answer with a JSON object, as `griffon referee` does
    #[arg(long)]
    pub json: bool,
}

impl Default for Position {
    fn default() -> Position {
        let notation = Notation::As(Dialect::Uci);
        Position { start: Start::default(), moves: Vec::new(), notation, json: false }
    }
}

fn notation(name: &str) -> Result<Notation, String> {
    let names: Vec<&str> = Notation::ALL.iter().map(|(name, _)| *name).collect();
    Notation::by_name(name).ok_or_else(|| format!("notations are {}", names.join(", ")))
}

/// The rules of a variant.
pub fn rules(library: &Library, name: &str) -> Result<Arc<Rules>, Fault> {
    let definition = library.find(name).map_err(|error| Fault::Input(error.to_string()))?;
    referee::compile(definition, name).map_err(words)
}

/// The game with all moves played.
pub fn set_up(library: &Library, variant: &str, position: &Position) -> Result<Game, Fault> {
    let rules = rules(library, variant)?;
    let start = &position.start;
    let choice = start.number.map(Choice::Number).or(start.seed.map(Choice::Seed));
    let drawn = choice.map(|choice| referee::draw(&rules, choice)).transpose().map_err(words)?;
    let mut game = match start.fen.as_ref().or(drawn.as_ref()) {
        None => Game::new(rules),
        Some(text) => {
            let fen = position.notation.fen(text, &rules);
            Game::from_fen(rules, &fen).map_err(|fault| {
                let report = render(&Source::new("FEN", &*fen), &[fault], false);
                Fault::Input(format!("this position cannot be set up\n{}", report.trim_end()))
            })?
        }
    };
    let moves = position.moves.iter().flat_map(|word| word.split_whitespace());
    let numbered = position.notation == Notation::San;
    let moves = moves.map(|word| if numbered { without_number(word) } else { word }).filter(|word| !word.is_empty());
    play(&mut game, moves, position.notation).map_err(words)?;
    Ok(game)
}

/// `e4` of `1.e4`, and nothing of `1.` or `1...`, as PGN has them.
fn without_number(word: &str) -> &str {
    let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
    if rest.len() < word.len() && rest.starts_with('.') { rest.trim_start_matches('.') } else { word }
}

pub fn game(library: &Library, arguments: &Arguments) -> Result<Game, Fault> {
    set_up(library, &arguments.variant, &arguments.position)
}

/// What the referee found wrong, in a sentence.
pub fn words(fault: referee::Fault) -> Fault {
    let help: String = fault.help.iter().map(|help| format!("; {help}")).collect();
    let place = fault.index.filter(|&index| index > 0).map(|index| format!("move {}: ", index + 1)).unwrap_or_default();
    Fault::Input(place + &fault.message + &help)
}

/// Writes an answer as a line of JSON.
pub fn answer(answer: &impl Serialize, terminal: &mut Terminal) -> Result<(), Fault> {
    let text = serde_json::to_string(answer).map_err(|error| Fault::Input(error.to_string()))?;
    Ok(writeln!(terminal.out, "{text}")?)
}
