//! A game: the start, the moves, and how it ended.

use crate::definition::{Condition, Ending};
use crate::diagnostic::Diagnostic;
use crate::moves::{Move, MoveList};
use crate::notation::{self, Dialect};
use crate::position::Position;
use crate::rules::Rules;
use std::sync::Arc;

mod at_once;
mod chase;
mod goal;
mod in_search;
mod lots;
mod mate;
pub mod material;
mod outcome;
mod reason;
mod shuffle;

pub(crate) use at_once::ended_at_once;
pub use in_search::{ended_in_search, verdict_on_promotions, verdict_without_moves};
use lots::Drawn;
pub(crate) use material::DeadMaterial;
pub(crate) use outcome::outcome_by_rule;
pub use outcome::{Outcome, outcome};
pub use shuffle::Lottery;

/// A game in progress or ended.
#[derive(Clone)]
pub struct Game {
    rules: Arc<Rules>,
    position: Position,
    start_fen: String,
    moves: Vec<Move>,
    /// What the die or the deck says for this turn, and what it said for those before.
    drawn: Drawn,
    draws: Vec<Drawn>,
}

impl Game {
    pub fn new(rules: Arc<Rules>) -> Game {
        let position = Position::start(&rules);
        let start_fen = crate::position::fen::show(&rules, &position);
        Game::begin(rules, position, start_fen)
    }

    fn begin(rules: Arc<Rules>, position: Position, start_fen: String) -> Game {
        Game { rules, position, start_fen, moves: Vec::new(), drawn: Drawn::default(), draws: Vec::new() }
    }

    /// A game from a position that is set up; the error says where the FEN is wrong and what would be right. Whether the position could come
    /// up in a game isn't asked.
    pub fn from_fen(rules: Arc<Rules>, fen: &str) -> Result<Game, Diagnostic> {
        let (board, cards) = Game::split_cards(rules.definition.lots.as_ref(), fen);
        let position = crate::position::fen::parse(&rules, board)?;
        let mut game = Game::begin(rules, position, String::new());
        if let Some(cards) = cards {
            game.lay_cards(cards, fen.trim_end().len())?;
        }
        game.start_fen = game.fen();
        Ok(game)
    }

    /// What is played.
    pub fn rules(&self) -> &Arc<Rules> {
        &self.rules
    }

    /// The present position, with those before it.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The FEN that the game began from, with all fields.
    pub fn start_fen(&self) -> &str {
        &self.start_fen
    }

    /// The FEN of the present position, with all fields and the cards that are drawn.
    pub fn fen(&self) -> String {
        crate::position::fen::show(&self.rules, &self.position) + &self.cards()
    }

    /// The moves since then, oldest first.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// Legal moves of the side to move.
    pub fn legal_moves(&self) -> Vec<Move> {
        let mut list = MoveList::new();
        crate::movegen::legal(&self.rules, &mut self.position.clone(), &mut list);
        self.as_drawn(list.to_vec())
    }

    /// Plays one of the legal moves. Any other may panic, or leave a position that is none.
    pub fn play(&mut self, mv: Move) {
        self.position.play(&self.rules, mv);
        self.moves.push(mv);
        self.end_turn();
    }

    /// Takes back the last move; false at the start.
    pub fn undo(&mut self) -> bool {
        let had = self.moves.pop().is_some();
        if had {
            self.position.undo(&self.rules);
            self.take_back_turn();
        }
        had
    }

    /// The result if the game is over in this position (claims such as threefold repetition count as ends).
    pub fn outcome(&self) -> Option<Outcome> {
        outcome(&self.rules, &self.position)
    }

    /// The player to move has won by having entered the enemy's camp, which shogi's players have to declare.
    pub fn is_entered(&self) -> bool {
        self.rules.definition.endings.iter().any(|ending| match &ending.condition {
            Condition::Impasse(impasse) => goal::has_entered(&self.rules, &self.position, impasse),
            _ => false,
        })
    }

    /// Nobody has what it takes to win, where that ends the game.
    pub fn is_dead(&self) -> bool {
        let ends = |ending: &Ending| ending.condition == Condition::InsufficientMaterial;
        self.rules.definition.endings.iter().any(ends) && material::is_dead(&self.rules, &self.position)
    }

    /// Why a possible-looking move is not legal, in plain words, for error messages: `leaves the king in check`.
    pub fn why_illegal(&self, text: &str) -> Option<String> {
        let mut position = self.position.clone();
        let mut list = MoveList::new();
        crate::movegen::pseudo_legal(&self.rules, &mut position, &mut list);
        let possible = list.iter().find(|&&mv| {
            [Dialect::Uci, Dialect::Cecp, Dialect::Usi]
                .into_iter()
                .any(|dialect| notation::show(&self.rules, &self.position, mv, dialect).eq_ignore_ascii_case(text))
        })?;
        if let Some(outcome) = self.outcome() {
            return Some(format!("the game is over: {}", outcome.reason));
        }
        if let Some(card) = self.drawn().filter(|card| !self.moves_as(*possible, &card.kinds)) {
            return Some(self.rules.definition.told_lot(card));
        }
        let side = position.side_to_move();
        let before = position.royals(side).to_vec();
        position.play(&self.rules, *possible);
        if position.royals(side).len() < before.len() {
            return Some(format!("costs the {}", self.rules.kind_name(self.position.at(before[0]).kind())));
        }
        let royal = position
            .royals(side)
            .iter()
            .copied()
            .find(|&royal| crate::movegen::attacked(&self.rules, &position, side, royal));
        match royal {
            Some(royal) => Some(format!("leaves the {} in check", self.rules.kind_name(position.at(royal).kind()))),
            None => self.why_forbidden(*possible).map(str::to_owned),
        }
    }

    /// The restriction of the variant that a move which leaves no royal to be taken breaks.
    fn why_forbidden(&self, mv: Move) -> Option<&'static str> {
        let rules = &*self.rules;
        if let Some(broken) = crate::movegen::broken(rules, &mut self.position.clone(), mv) {
            return Some(broken);
        }
        let captures = |mv: Move| self.position.is_capture(mv);
        let forced = rules.restraints.captures_are_forced && self.legal_moves().into_iter().any(captures);
        forced.then(|| match captures(mv) {
            true => "captures less than is possible",
            false => "captures nothing, though something can be captured",
        })
    }
}
