//! Whether a capture pays, judged without searching: both sides take back on the same square, cheapest piece first.

use super::searcher::Searcher;
use crate::moves::{Action, Move};
use crate::rules::{Piece, topology::Square};
use smallvec::SmallVec;

impl Searcher<'_> {
    /// True if the exchange that begins with this move wins at least so much. Moves that do more than displace are
    /// given the benefit of the doubt.
    pub fn pays(&mut self, mv: Move, at_least: i32) -> bool {
        let balance = self.gain(mv) - at_least;
        if balance < 0 {
            return false;
        }
        // What effects remove cannot take back, and may not be there to be taken.
        if !self.rules.effects.is_empty() || self.rules.aftermath.is_some() {
            return true;
        }
        let side = self.position.side_to_move();
        let risked = match mv.placed() {
            Some(kind) => Piece::new(kind, side),
            None if mv.from.is_some() => self.position.at(mv.from),
            None => return true,
        };
        let features = self.rules.weights.features(risked);
        if balance >= features.value || features.royal || !self.sense.judges_exchanges {
            return true;
        }
        if !matches!(mv.action, Action::Plain | Action::Trail | Action::Drop) {
            return true;
        }
        let swap = features.value - balance;
        crate::movegen::exchange_pays(self.rules, &self.position, mv.from, mv.to, risked, swap)
            .unwrap_or_else(|| !self.rules.royals.roam || self.takes_back(mv.from, mv.to, risked, swap))
    }

    /// Plays out the exchange on `to` after `risked` has come there from `from`. `swap` is what the side to take
    /// back would be ahead by doing so.
    fn takes_back(&mut self, from: Square, to: Square, risked: Piece, mut swap: i32) -> bool {
        let rules = self.rules;
        let mut side = risked.side();
        let board = self.position.board_mut();
        let mut before: SmallVec<[(Square, Piece); 16]> = SmallVec::new();
        let mut set = |board: &mut [Piece], square: Square, piece: Piece| {
            before.push((square, std::mem::replace(&mut board[square.index()], piece)));
        };
        if from.is_some() {
            set(board, from, Piece::EMPTY);
        }
        set(board, to, risked);
        let value = |piece: Piece| rules.weights.features(piece).value;
        let mut pays = true;
        loop {
            let attacks = rules.attacks(side).on(to);
            side = side.other();
            let Some(taker_on) = attacks.cheapest(board, side.other(), &value) else { break };
            let taker = board[taker_on.index()];
            if rules.weights.features(taker).royal {
                // A royal may only take what is no longer covered.
                set(board, taker_on, Piece::EMPTY);
                set(board, to, taker);
                if rules.attacks(side).on(to).cheapest(board, side, &value).is_none() {
                    pays = !pays;
                }
                break;
            }
            pays = !pays;
            swap = value(taker) - swap;
            if swap < pays as i32 {
                break;
            }
            set(board, taker_on, Piece::EMPTY);
            set(board, to, taker);
        }
        for &(square, piece) in before.iter().rev() {
            board[square.index()] = piece;
        }
        pays
    }
}
