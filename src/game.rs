//! A game: the start, the moves, and how it ended.

use crate::definition::Side;
use crate::diagnostic::Diagnostic;
use crate::moves::{Move, MoveList};
use crate::position::Position;
use crate::rules::Rules;
use std::sync::Arc;

/// How a game ended, and by which rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// `None` is a draw.
    pub winner: Option<Side>,
    /// A few words for people: `checkmate`, `repetition`, `bare king`…
    pub reason: String,
}

impl Outcome {
    /// `1-0`, `0-1` or `1/2-1/2`.
    pub fn score(&self) -> &'static str {
        match self.winner {
            Some(Side::First) => "1-0",
            Some(Side::Second) => "0-1",
            None => "1/2-1/2",
        }
    }
}

/// A game in progress or ended.
#[derive(Clone)]
pub struct Game {
    rules: Arc<Rules>,
    position: Position,
    start_fen: String,
    moves: Vec<Move>,
}

impl Game {
    pub fn new(rules: Arc<Rules>) -> Game {
        let position = Position::start(&rules);
        let start_fen = crate::position::fen::show(&rules, &position);
        Game { rules, position, start_fen, moves: Vec::new() }
    }

    /// A game from a set-up position.
    pub fn from_fen(rules: Arc<Rules>, fen: &str) -> Result<Game, Diagnostic> {
        let position = crate::position::fen::parse(&rules, fen)?;
        let start_fen = crate::position::fen::show(&rules, &position);
        Ok(Game { rules, position, start_fen, moves: Vec::new() })
    }

    pub fn rules(&self) -> &Arc<Rules> {
        &self.rules
    }

    pub fn position(&self) -> &Position {
        &self.position
    }

    pub fn start_fen(&self) -> &str {
        &self.start_fen
    }

    pub fn fen(&self) -> String {
        crate::position::fen::show(&self.rules, &self.position)
    }

    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// Legal moves of the side to move.
    pub fn legal_moves(&self) -> Vec<Move> {
        let mut list = MoveList::new();
        crate::movegen::legal(&self.rules, &mut self.position.clone(), &mut list);
        list.to_vec()
    }

    /// Plays one of the legal moves.
    pub fn play(&mut self, mv: Move) {
        self.position.play(&self.rules, mv);
        self.moves.push(mv);
    }

    /// Takes back the last move; false at the start.
    pub fn undo(&mut self) -> bool {
        let had = self.moves.pop().is_some();
        if had {
            self.position.undo(&self.rules);
        }
        had
    }

    /// The result if the game is over in this position (claims such as threefold repetition count as ends).
    pub fn outcome(&self) -> Option<Outcome> {
        outcome(&self.rules, &self.position)
    }

    /// Why a possible-looking move is not legal, in plain words, for error messages: `leaves the king in check`.
    pub fn why_illegal(&self, text: &str) -> Option<String> {
        let _ = text;
        None
    }
}

/// The result if the game is over: asks each ending of the variant in its order.
pub fn outcome(rules: &Rules, position: &Position) -> Option<Outcome> {
    let _ = (rules, position);
    todo!()
}

/// For the search: the verdict for the side to move of a position without legal moves.
pub fn verdict_without_moves(rules: &Rules, position: &Position, in_check: bool) -> crate::definition::Verdict {
    let _ = (rules, position, in_check);
    todo!()
}

/// For the search: the verdict for the side to move when a rule has ended the game at once or by repetition or move
/// count, moves or not. Cheap. One earlier occurrence inside the search tree counts as a repetition: `root_plies` is
/// `Position::plies` at the root.
pub fn verdict_in_search(rules: &Rules, position: &Position, root_plies: usize) -> Option<crate::definition::Verdict> {
    let _ = (rules, position, root_plies);
    todo!()
}
