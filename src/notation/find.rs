//! Which legal move a text means, also as GUIs and people are known to write it.

use super::impossible::square_before;
use super::{Dialect, Sans, is_royal, path, show, show_square};
use crate::game::Game;
use crate::moves::{Action, Move};
use crate::rules::topology::Square;

/// Finds the legal move that this text spells in the dialect (also with what GUIs are known to write: `e7e8Q`,
/// `e7e8=q`, `O-O`, `P*e5`, king-takes-rook or king-two-steps castling, SAN).
pub fn find(game: &Game, text: &str, dialect: Dialect) -> Option<Move> {
    // XBoard writes a full stop for a promotion to a piece that it hasn't got.
    let reader = Reader { game, dialect, text, wanted: normal(text.trim_end_matches('.')), moves: game.legal_moves() };
    ways().iter().find_map(|way| way(&reader))
}

/// How moves are spelled, from the dialect's own way to what is guessed.
fn ways<'a>() -> [fn(&Reader<'a>) -> Option<Move>; 14] {
    [
        Reader::exactly,
        Reader::castling_by_squares,
        Reader::castling_by_letters,
        Reader::pass_in_words,
        Reader::pass_by_returning,
        Reader::pass_of_a_piece,
        Reader::wall_left_out,
        Reader::by_its_ends,
        Reader::captures_in_another_order,
        Reader::with_a_square_too_much,
        Reader::with_a_plus_too_much,
        Reader::with_a_queen_too_much,
        Reader::san,
        Reader::long_algebraic,
    ]
}

/// A text, and the moves that it may mean.
struct Reader<'a> {
    game: &'a Game,
    dialect: Dialect,
    text: &'a str,
    /// The text without what GUIs vary.
    wanted: String,
    moves: Vec<Move>,
}

impl Reader<'_> {
    fn show(&self, mv: Move) -> String {
        show(self.game.rules(), self.game.position(), mv, self.dialect)
    }

    fn square(&self, square: Square) -> String {
        show_square(self.game.rules(), square, self.dialect)
    }

    fn first(&self, means: impl Fn(Move) -> bool) -> Option<Move> {
        self.moves.iter().copied().find(|&mv| means(mv))
    }

    /// The move that alone is meant.
    fn only(&self, means: impl Fn(Move) -> bool) -> Option<Move> {
        let mut meant = self.moves.iter().copied().filter(|&mv| means(mv));
        meant.next().filter(|_| meant.next().is_none())
    }

    fn exactly(&self) -> Option<Move> {
        self.first(|mv| normal(&self.show(mv)) == self.wanted)
    }

    /// Where the royal piece goes, or what it castles with, whichever isn't the way in which it is spelled.
    fn castling_by_squares(&self) -> Option<Move> {
        let names = |mv: Move, to: Square| {
            mv.action == Action::Castle && normal(&(self.square(mv.from) + &self.square(to))) == self.wanted
        };
        self.first(|mv| names(mv, mv.via[0])).or_else(|| self.first(|mv| names(mv, mv.to)))
    }

    fn castling_by_letters(&self) -> Option<Move> {
        let right = match self.wanted.as_str() {
            "o-o" => true,
            "o-o-o" => false,
            _ => return None,
        };
        let castlings = self.moves.iter().copied().filter(|mv| mv.action == Action::Castle);
        let there = castlings.filter(|mv| (mv.via[0] > mv.from) == right);
        // The king's, where others castle as well.
        there.min_by_key(|&mv| !is_royal(self.game.rules(), self.game.position(), mv))
    }

    fn pass_in_words(&self) -> Option<Move> {
        let passes = ["@@@@", "0000", "pass", "--", "null"].contains(&self.text.to_ascii_lowercase().as_str());
        self.first(|mv| passes && mv.action == Action::Pass && !mv.wall.is_some())
    }

    /// In USI, a piece goes somewhere and comes back.
    fn pass_by_returning(&self) -> Option<Move> {
        let wanted = self.wanted.as_str();
        let returns = |at: &str| wanted.len() > 2 * at.len() && wanted.starts_with(at) && wanted.ends_with(at);
        self.first(|mv| {
            self.dialect == Dialect::Usi
                && mv.action == Action::Pass
                && mv.from.is_some()
                && returns(&self.square(mv.from))
        })
    }

    /// A pass may name any piece that stays where it is.
    fn pass_of_a_piece(&self) -> Option<Move> {
        let (stays, wall) = match self.wanted.split_once(',') {
            Some((stays, wall)) => (stays, Some(wall)),
            None => (self.wanted.as_str(), None),
        };
        let at = stays.get(..stays.len() / 2).filter(|at| !at.is_empty() && stays == at.repeat(2))?;
        let position = self.game.position();
        let side = position.side_to_move();
        if position.piece_count(side) > 0 && !position.pieces(side).any(|piece| self.square(piece) == at) {
            return None;
        }
        self.first(|mv| {
            mv.action == Action::Pass
                && match wall {
                    None => !mv.wall.is_some(),
                    Some(wall) => mv.wall.is_some() && wall == format!("{at}{}", self.square(mv.wall)),
                }
        })
    }

    /// Fairy-Stockfish spells a move that puts no wall, where it might, as if there were one on a1.
    fn wall_left_out(&self) -> Option<Move> {
        let instead = self.game.rules().definition.wall.as_ref().is_some_and(|walling| walling.instead);
        let (base, _) = self.wanted.split_once(',').filter(|(_, wall)| instead && wall.ends_with("a1"))?;
        self.first(|mv| !mv.wall.is_some() && normal(&self.show(mv)) == base)
    }

    /// A path of several legs named by its ends, if that is enough, or a promotion that has no alternative.
    fn by_its_ends(&self) -> Option<Move> {
        let ends = |mv: Move| normal(&(self.square(mv.from) + &self.square(mv.to)));
        let meant = self.only(|mv| mv.from.is_some() && ends(mv) == self.wanted);
        meant.filter(|mv| !(mv.is_promotion() && self.dialect == Dialect::Usi))
    }

    /// What takes the same and ends on the same square is the same move.
    fn captures_in_another_order(&self) -> Option<Move> {
        let (rules, position) = (self.game.rules(), self.game.position());
        let meant = self.way(&self.wanted).filter(|(way, _)| way.len() > 3 && rules.wall.is_none())?;
        self.only(|mv| {
            mv.from.is_some()
                && path(rules, position, mv).len() == meant.0.len()
                && self.way(&normal(&self.show(mv))).as_ref() == Some(&meant)
        })
    }

    /// The squares of a path, those between its ends in the order of the board, and what stands behind it.
    fn way<'t>(&self, text: &'t str) -> Option<(Vec<Square>, &'t str)> {
        let square = |text: &'t str| square_before(self.game, text, self.dialect);
        let (mut way, mut rest) = (Vec::new(), text);
        if self.dialect == Dialect::Usi {
            while let Some((next, more)) = square(rest) {
                way.push(next);
                rest = more;
            }
        } else {
            for leg in text.split(',') {
                let (from, more) = square(leg)?;
                let (to, more) = square(more)?;
                if way.last().is_some_and(|&last| last != from) {
                    return None;
                }
                if way.is_empty() {
                    way.push(from);
                }
                way.push(to);
                rest = more;
            }
        }
        let last = way.len().checked_sub(1)?;
        way.get_mut(1..last)?.sort_unstable();
        Some((way, rest))
    }

    /// Where something is put down is said although it can be put nowhere else.
    fn with_a_square_too_much(&self) -> Option<Move> {
        let (plain, put) = self.wanted.rsplit_once('@')?;
        let puts_there = |mv: Move| {
            let unloads = self.game.position().unloads(self.game.rules(), mv);
            unloads.is_some_and(|[_, at]| normal(&self.square(at)) == put)
        };
        self.first(|mv| puts_there(mv) && normal(&self.show(mv)) == plain)
    }

    /// XBoard adds a `+` here and there to a move of what is promoted already.
    fn with_a_plus_too_much(&self) -> Option<Move> {
        let plain = self.wanted.strip_suffix('+').filter(|_| self.dialect != Dialect::Usi)?;
        self.first(|mv| normal(&self.show(mv)) == plain)
    }

    /// It adds a queen where its own rules make one.
    fn with_a_queen_too_much(&self) -> Option<Move> {
        let plain = self.wanted.strip_suffix('q').filter(|_| self.dialect == Dialect::Cecp)?;
        self.first(|mv| !mv.is_promotion() && normal(&self.show(mv)) == plain)
    }

    fn san(&self) -> Option<Move> {
        let sans = Sans::new(self.game.rules(), &self.moves);
        let wanted = bare(self.text);
        self.only(|mv| bare(&sans.name(self.game.position(), mv)) == wanted)
    }

    /// `e2-e4`, `Ng1f3`, `Rh1xh8+`.
    fn long_algebraic(&self) -> Option<Move> {
        let bare = |text: &str| bare(text).replace('-', "").to_lowercase();
        let wanted = bare(self.text);
        let (rules, position) = (self.game.rules(), self.game.position());
        self.first(|mv| {
            if !mv.from.is_some() {
                return false;
            }
            let plain = bare(&self.show(mv));
            let letter = &rules.kind(rules.kind(position.at(mv.from).kind()).base).symbol.0[0];
            wanted == plain || wanted == letter.to_lowercase() + &plain
        })
    }
}

/// Spelling without signs for checks, captures and promotions, and without praise.
fn bare(text: &str) -> String {
    text.trim_end_matches(['+', '#', '!', '?']).replace(['=', 'x'], "")
}

/// Spelling without what GUIs vary: case, `=` before a promotion, `*` for drops, `0` for `O`.
fn normal(text: &str) -> String {
    let text = text.trim().to_lowercase().replace('*', "@");
    let text = if text.starts_with("0-0") { text.replace('0', "o") } else { text };
    text.replace('=', "")
}
