//! Sequences of legal moves, counted.

use super::fault::{Fault, FaultKind};
use crate::game::Game;
use crate::movegen;
use crate::notation::Notation;
use serde::Serialize;
use std::time::{Duration, Instant};

/// How many sequences there are.
#[derive(Serialize)]
pub struct Counted {
    pub nodes: u64,
    /// By first move.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<Branch>,
}

#[derive(Serialize)]
pub struct Branch {
    #[serde(rename = "move")]
    pub text: String,
    pub nodes: u64,
}

/// Longer sequences are counted nowhere.
const DEEPEST: u32 = 100;

/// Counts sequences of `depth` moves, if `divide` by first move. Gives up after `patience`, if there is any.
pub fn count(
    game: &Game,
    depth: u32,
    divide: bool,
    notation: Notation,
    patience: Option<Duration>,
) -> Result<Counted, Fault> {
    if depth > DEEPEST {
        return Err(Fault::new(FaultKind::Limit, format!("a depth of {depth} is more than {DEEPEST}")));
    }
    let end = patience.and_then(|patience| Instant::now().checked_add(patience));
    let mut goes_on = || end.is_none_or(|end| Instant::now() <= end);
    let too_long = || {
        let seconds = patience.unwrap_or_default().as_secs();
        Fault::new(FaultKind::Limit, format!("counting takes longer than {seconds} seconds")).help("ask for less depth")
    };
    let mut position = game.position().clone();
    if !divide || depth == 0 {
        let nodes = movegen::perft_while(game.rules(), &mut position, depth, &mut goes_on).ok_or_else(too_long)?;
        return Ok(Counted { nodes, moves: Vec::new() });
    }
    let mut moves = Vec::new();
    for mv in game.legal_moves() {
        position.play(game.rules(), mv);
        let nodes = movegen::perft_while(game.rules(), &mut position, depth - 1, &mut goes_on).ok_or_else(too_long)?;
        position.undo(game.rules());
        moves.push(Branch { text: notation.write(game, mv), nodes });
    }
    Ok(Counted { nodes: moves.iter().map(|branch| branch.nodes).sum(), moves })
}
