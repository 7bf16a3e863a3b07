//! Captures that would trade what may not be traded: the lion rules of chu shogi.

use crate::definition::Restriction;
use crate::moves::{Action, Move};
use crate::position::Position;
use crate::rules::topology::Square;
use crate::rules::{KindInfo, Rules};

/// Which kinds may not be traded, what doesn't count when it is taken along with one of them, and what protects none of them. By kind.
pub struct Trades {
    lions: Box<[bool]>,
    /// They may not capture each other side by side, either.
    near: bool,
    cheap: Box<[bool]>,
    helpless: Box<[bool]>,
}

impl Trades {
    pub fn new(restrictions: &[Restriction], kinds: &[KindInfo]) -> Option<Trades> {
        restrictions.iter().find_map(|restriction| {
            let Restriction::Trading { kinds: lions, near, cheap, helpless } = restriction else { return None };
            let marked =
                |list: &[crate::definition::Kind]| kinds.iter().map(|info| list.contains(&info.base)).collect();
            Some(Trades { lions: marked(lions), near: *near, cheap: marked(cheap), helpless: marked(helpless) })
        })
    }

    fn is_lion(&self, position: &Position, square: Square) -> bool {
        let piece = position.at(square);
        !piece.is_empty() && self.lions[piece.kind().index()]
    }

    /// Where a move takes one of these with something that is none itself.
    pub fn given_up(&self, rules: &Rules, position: &Position, mv: Move) -> Square {
        if !mv.from.is_some() || mv.action == Action::Pass || self.is_lion(position, mv.from) {
            return Square::NONE;
        }
        let victims = position.captures(rules, mv);
        victims.into_iter().find(|&square| self.is_lion(position, square)).unwrap_or(Square::NONE)
    }

    pub fn allow(&self, rules: &Rules, position: &mut Position, mv: Move) -> bool {
        if !mv.from.is_some() || !position.is_capture(mv) {
            return true;
        }
        let victims = position.captures(rules, mv);
        let Some(&lion) = victims.iter().find(|&&square| self.is_lion(position, square)) else { return true };
        if !self.is_lion(position, mv.from) {
            let traded = position.traded();
            return !traded.is_some() || traded == lion;
        }
        let board = rules.topology();
        let near = |square: Square| {
            let files = board.file(mv.from).abs_diff(board.file(square));
            files.max(board.rank(mv.from).abs_diff(board.rank(square))) <= 1
        };
        let pays = |&square: &Square| square != lion && !self.cheap[position.at(square).kind().index()];
        if !self.near && near(lion) || victims.iter().any(pays) {
            return true;
        }
        let enemy = position.side_to_move().other();
        position.play(rules, mv);
        let guards = |&guard: &Square| !self.helpless[position.at(guard).kind().index()];
        let protected = super::takers(rules, position, enemy, mv.to).iter().any(guards);
        position.undo(rules);
        !protected
    }
}
