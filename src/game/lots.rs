//! A die that is thrown, or a card that is drawn, before each move, and says which kinds of pieces may make it.
//!
//! What has been drawn belongs to the game and not to the position: it is known for this turn only, and all that looks ahead
//! looks at turns whose lot nobody knows. Cards lie aside until a player's deck is used up.

use super::Game;
use crate::definition::{Card, Kind, Lots};
use crate::diagnostic::Diagnostic;
use crate::movegen;
use crate::moves::Move;

/// What the lots have said: for this turn, and which cards of each player lie aside, a bit for each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Drawn {
    number: Option<u16>,
    aside: [u128; 2],
}

/// How the cards that are left begin in a FEN.
const WORD: &str = "cards:";

/// The first so many bits.
fn first(count: usize) -> u128 {
    if count >= 128 { u128::MAX } else { (1 << count) - 1 }
}

impl Game {
    /// The die or the deck of this game, if it has one.
    pub fn lots(&self) -> Option<&Lots> {
        self.rules.definition.lots.as_ref()
    }

    /// The face or card of this turn.
    pub fn drawn(&self) -> Option<&Card> {
        let lots = self.lots()?;
        lots.cards.get(lots.sort(self.drawn.number?.into())?)
    }

    /// The game has a die or a deck, goes on, and nothing has been drawn yet.
    pub fn waits_for_lot(&self) -> bool {
        self.lots().is_some() && self.drawn.number.is_none() && !self.legal_moves().is_empty()
    }

    /// The cards that the player to move may draw, a bit for each: all of them again when none is left.
    pub fn deck(&self) -> u128 {
        let Some(lots) = self.lots() else { return 0 };
        let all = first(lots.size());
        match all & !self.drawn.aside[self.position.side_to_move() as usize] {
            0 => all,
            left => left,
        }
    }

    /// Takes what was drawn, a number from 1; false if there is no such face or card left, or one lies there already.
    pub fn draw(&mut self, number: usize) -> bool {
        let Some(lots) = self.lots() else { return false };
        let Some(at) = number.checked_sub(1).filter(|&at| at < lots.size()) else { return false };
        if self.drawn.number.is_some() {
            return false;
        }
        if lots.laid_aside {
            let left = self.deck();
            if left >> at & 1 == 0 {
                return false;
            }
            let all = first(lots.size());
            self.drawn.aside[self.position.side_to_move() as usize] = all & !(left & !(1 << at));
        }
        self.drawn.number = Some(at as u16);
        true
    }

    /// Draws by lot: any number will do.
    pub fn draw_by_lot(&mut self, lot: u64) {
        let Some(lots) = self.lots() else { return };
        let size = lots.size();
        let left: Vec<usize> = match lots.laid_aside {
            true => (0..size).filter(|at| self.deck() >> at & 1 == 1).collect(),
            false => (0..size).collect(),
        };
        if let Some(at) = left.get((lot % left.len().max(1) as u64) as usize) {
            self.draw(at + 1);
        }
    }

    /// Of these moves, those of the kinds that were drawn; a pass if there are none.
    pub(super) fn as_drawn(&self, moves: Vec<Move>) -> Vec<Move> {
        let Some(card) = self.drawn().filter(|_| !moves.is_empty()) else { return moves };
        let may: Vec<Move> = moves.into_iter().filter(|&mv| self.moves_as(mv, &card.kinds)).collect();
        if may.is_empty() { vec![movegen::pass(&self.position)] } else { may }
    }

    /// The move is one of a piece of these kinds, also of one that was promoted and looks like it.
    pub(super) fn moves_as(&self, mv: Move, kinds: &[Kind]) -> bool {
        let moved = if mv.from.is_some() { Some(self.position.at(mv.from)) } else { None };
        let moved = moved.filter(|piece| !piece.is_empty()).map(|piece| piece.kind()).or(mv.placed());
        moved.is_some_and(|moved| kinds.contains(&self.rules.kind(moved).base))
    }

    /// ` cards:8,2,1/7,2,1/1`: how many of each card White and Black have left, and which was drawn for this turn. Nothing where
    /// no card lies aside.
    pub(super) fn cards(&self) -> String {
        let Some(lots) = self.lots().filter(|_| self.drawn.aside != [0; 2]) else { return String::new() };
        let left = self.drawn.aside.map(|aside| {
            let mut at = 0;
            let counts = lots.cards.iter().map(|card| {
                let these = first(card.count.into()) << at;
                at += usize::from(card.count);
                (these & !aside).count_ones().to_string()
            });
            counts.collect::<Vec<_>>().join(",")
        });
        let now = self.drawn.number.and_then(|at| lots.sort(at.into()));
        let now = now.map_or(String::new(), |card| format!("/{}", card + 1));
        format!(" {WORD}{}/{}{now}", left[0], left[1])
    }

    /// A FEN without its cards, and these.
    pub(super) fn split_cards<'t>(lots: Option<&Lots>, fen: &'t str) -> (&'t str, Option<&'t str>) {
        let fen = fen.trim_end();
        let split = lots.filter(|lots| lots.laid_aside).and_then(|_| fen.rsplit_once(char::is_whitespace));
        match split.and_then(|(rest, word)| Some((rest, word.strip_prefix(WORD)?))) {
            Some((rest, cards)) => (rest, Some(cards)),
            None => (fen, None),
        }
    }

    /// Takes cards as they stand in a FEN.
    pub(super) fn lay_cards(&mut self, word: &str, end: usize) -> Result<(), Diagnostic> {
        let Some(lots) = self.lots() else { return Ok(()) };
        let example: Vec<String> = lots.cards.iter().map(|card| card.count.to_string()).collect();
        let example = example.join(",");
        let fault = |what: String| {
            Diagnostic::error(end - word.len()..end, what).help(format!(
                "`{WORD}{example}/{example}` are all the cards of White and Black; `/1` after that is the card of this turn"
            ))
        };
        let parts: Vec<&str> = word.split('/').collect();
        let (decks, now) = match parts[..] {
            [white, black] => ([white, black], None),
            [white, black, now] => ([white, black], Some(now)),
            _ => return Err(fault(format!("`{word}` are not the cards of two players"))),
        };
        let mut aside = [0; 2];
        for (deck, aside) in decks.into_iter().zip(&mut aside) {
            let counts: Option<Vec<u16>> = deck.split(',').map(|count| count.parse().ok()).collect();
            let fits = |counts: &Vec<u16>| {
                counts.len() == lots.cards.len()
                    && counts.iter().zip(&lots.cards).all(|(left, card)| *left <= card.count)
            };
            let Some(counts) = counts.filter(fits) else {
                return Err(fault(format!("`{deck}` is no part of the deck")));
            };
            let mut at = 0;
            for (left, card) in counts.iter().zip(&lots.cards) {
                *aside |= first((card.count - left).into()) << at;
                at += usize::from(card.count);
            }
        }
        let number = match now {
            None => None,
            Some(now) => {
                let card = now.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
                let lies = |at: &usize| aside[self.position.side_to_move() as usize] >> at & 1 == 1;
                let at = (0..lots.size()).filter(lies).find(|&at| card.is_some() && lots.sort(at) == card);
                Some(at.ok_or_else(|| fault(format!("no card `{now}` lies aside for the player to move")))? as u16)
            }
        };
        self.drawn = Drawn { number, aside };
        Ok(())
    }

    /// The next turn needs another lot.
    pub(super) fn end_turn(&mut self) {
        if self.lots().is_some() {
            self.draws.push(self.drawn);
            self.drawn.number = None;
        }
    }

    /// What had been drawn when the last move was made.
    pub(super) fn take_back_turn(&mut self) {
        self.drawn = self.draws.pop().unwrap_or_default();
    }
}
