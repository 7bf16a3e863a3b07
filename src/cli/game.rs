//! A position on the command line: variant, FEN, moves.

use super::Fault;
use crate::definition::Library;
use crate::diagnostic::{Source, did_you_mean, render};
use crate::game::{Game, Lottery};
use crate::notation::{self, Dialect};
use crate::rules::Rules;
use clap::Args;
use std::sync::Arc;

#[derive(Args, Clone)]
pub struct Arguments {
    /// Name of the variant
    pub variant: String,
    /// Begin with this position instead of the variant's own
    #[arg(long)]
    pub fen: Option<String>,
    /// Begin with the start position of this number, where it is drawn by lot (Chess960: 0 to 959)
    #[arg(long, conflicts_with = "fen")]
    pub number: Option<u64>,
    /// Draw the start position by lot, the same for the same seed
    #[arg(long, conflicts_with_all = ["fen", "number"])]
    pub seed: Option<u64>,
    /// Play these moves first
    #[arg(long, num_args = 1.., value_name = "MOVE", allow_hyphen_values = true)]
    pub moves: Vec<String>,
}

/// The rules of a variant.
pub fn rules(library: &Library, name: &str) -> Result<Arc<Rules>, Fault> {
    let definition = library.find(name).map_err(|error| Fault::Input(error.to_string()))?;
    let rules = Rules::compile(definition).map_err(|found| {
        let messages: Vec<String> = found.iter().map(|finding| finding.message.clone()).collect();
        Fault::Input(format!("`{name}` cannot be played: {}", messages.join("; ")))
    })?;
    Ok(Arc::new(rules))
}

/// The game with all moves played.
pub fn game(library: &Library, arguments: &Arguments) -> Result<Game, Fault> {
    let rules = rules(library, &arguments.variant)?;
    let drawn = drawn(&rules, arguments)?;
    let mut game = match arguments.fen.as_ref().or(drawn.as_ref()) {
        None => Game::new(rules),
        Some(fen) => Game::from_fen(rules, fen).map_err(|fault| {
            let report = render(&Source::new("FEN", fen), &[fault], false);
            Fault::Input(format!("this position cannot be set up\n{}", report.trim_end()))
        })?,
    };
    for text in arguments.moves.iter().flat_map(|word| word.split_whitespace()) {
        let found = notation::find(&game, text, Dialect::Uci);
        game.play(found.ok_or_else(|| Fault::Input(why_not(&game, text)))?);
    }
    Ok(game)
}

/// The start position that was asked for by number or seed.
fn drawn(rules: &Arc<Rules>, arguments: &Arguments) -> Result<Option<String>, Fault> {
    if arguments.number.is_none() && arguments.seed.is_none() {
        return Ok(None);
    }
    let nothing = || Fault::Input(format!("the start position of `{}` is not drawn by lot", arguments.variant));
    let lottery = Lottery::of(rules).ok_or_else(nothing)?;
    let count = lottery.count();
    let number = match (arguments.number, arguments.seed) {
        (Some(number), _) if number >= count => {
            return Err(Fault::Input(format!(
                "there is no start position {number}; numbers go from 0 to {}",
                count - 1
            )));
        }
        (Some(number), _) => number,
        (None, seed) => fastrand::Rng::with_seed(seed.unwrap_or(0)).u64(..count),
    };
    Ok(Some(lottery.fen(number)))
}

/// Says why a text is not a legal move, and what may have been meant.
pub fn why_not(game: &Game, text: &str) -> String {
    if let Some(reason) = game.why_illegal(text) {
        return format!("`{text}` is not legal: {reason}");
    }
    let (rules, position) = (game.rules(), game.position());
    let legal: Vec<String> =
        game.legal_moves().into_iter().map(|mv| notation::show(rules, position, mv, Dialect::Uci)).collect();
    match did_you_mean(text, legal.iter().map(String::as_str)) {
        Some(near) => format!("`{text}` is not a legal move here; did you mean `{near}`?"),
        None => format!("`{text}` is not a legal move here"),
    }
}
