//! The ways to write a move, by their names.

use super::{Dialect, find, find_san, possible_san, san, sfen, show, why_impossible};
use crate::diagnostic::did_you_mean;
use crate::game::Game;
use crate::moves::Move;
use crate::rules::Rules;
use std::borrow::Cow;

/// A way to write moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notation {
    /// As a protocol spells them.
    As(Dialect),
    /// Standard algebraic notation.
    San,
}

impl Notation {
    /// All notations, with their names.
    pub const ALL: [(&str, Notation); 6] = [
        ("uci", Notation::As(Dialect::Uci)),
        ("san", Notation::San),
        ("cecp", Notation::As(Dialect::Cecp)),
        ("usi", Notation::As(Dialect::Usi)),
        ("ucci", Notation::As(Dialect::Ucci)),
        ("xci", Notation::As(Dialect::Xci)),
    ];

    pub fn by_name(name: &str) -> Option<Notation> {
        Notation::ALL.iter().find(|(own, _)| own.eq_ignore_ascii_case(name)).map(|&(_, notation)| notation)
    }

    /// How squares are written beside such moves.
    pub fn squares(self) -> Dialect {
        match self {
            Notation::As(dialect) => dialect,
            Notation::San => Dialect::Uci,
        }
    }

    /// The FEN of a position as it is written beside such moves: SFEN beside those of USI.
    pub fn fen<'t>(self, text: &'t str, rules: &Rules) -> Cow<'t, str> {
        match self {
            Notation::As(Dialect::Usi) if sfen::is_sfen(text, rules) || sfen::lacks_number(text, rules) => {
                Cow::Owned(sfen::to_fen(text, rules))
            }
            _ => Cow::Borrowed(text),
        }
    }

    /// Writes a legal move.
    pub fn write(self, game: &Game, mv: Move) -> String {
        match self {
            Notation::As(dialect) => show(game.rules(), game.position(), mv, dialect),
            Notation::San => san(game, mv),
        }
    }

    /// Finds the legal move that a text means.
    pub fn find(self, game: &Game, text: &str) -> Option<Move> {
        match self {
            Notation::As(dialect) => find(game, text, dialect),
            Notation::San => find_san(game, text),
        }
    }

    /// Why a text is no legal move, if it is one that could be made without regard to the rules of check.
    pub fn why_illegal(self, game: &Game, text: &str) -> Option<String> {
        match self {
            Notation::As(dialect) => game.why_illegal(text).or_else(|| why_impossible(game, text, dialect)),
            Notation::San => game.why_illegal(text).or_else(|| game.why_illegal(&possible_san(game, text)?)),
        }
    }

    /// What helps whoever wrote a text that is no legal move: that the game is over, or what may have been meant.
    pub fn hint(self, game: &Game, text: &str) -> Option<String> {
        let moves = game.legal_moves();
        if let Some(outcome) = game.outcome().filter(|_| moves.is_empty()) {
            return Some(format!("the game is over: {}", outcome.reason));
        }
        let legal: Vec<String> = moves.into_iter().map(|mv| self.write(game, mv)).collect();
        if self == Notation::San
            && let [first, others @ .., last] = &several(&legal, text)[..]
        {
            let middle: String = others.iter().map(|name| format!(", `{name}`")).collect();
            return Some(format!("which one: `{first}`{middle} or `{last}`?"));
        }
        let near = did_you_mean(text, legal.iter().map(String::as_str))?;
        Some(format!("did you mean `{near}`?"))
    }
}

/// Names of moves to one square by pieces of one kind, of which the text doesn't say which it means.
fn several<'a>(legal: &'a [String], text: &str) -> Vec<&'a str> {
    let plain = |name: &str| name.trim_end_matches(['+', '#', '!', '?']).replace('x', "");
    let wanted = plain(text);
    let is_letter = |letter: &str| letter.bytes().all(|byte| byte.is_ascii_uppercase());
    let parts = wanted.split_at_checked(1).filter(|(letter, square)| is_letter(letter) && square.len() > 1);
    let Some((letter, square)) = parts else { return Vec::new() };
    let meant = |name: &&String| {
        let name = plain(name);
        let origin = name.strip_prefix(letter).and_then(|rest| rest.strip_suffix(square));
        origin.is_some_and(|origin| !origin.is_empty() && origin.chars().all(|c| c.is_ascii_alphanumeric()))
    };
    legal.iter().filter(meant).map(String::as_str).collect()
}
