//! What moved last, where others move like it.

use super::Position;
use crate::definition::{Kind, Side};
use crate::diagnostic::{Diagnostic, Span};
use crate::moves::{Action, Move};
use crate::rules::Rules;

/// Before the letter of what moved last, in a FEN.
pub const WORD: &str = "last:";

impl Position {
    /// The kind of what moved last, of those that lend their moves to what follows them; `None` before one has moved.
    pub(crate) fn leader(&self) -> Option<Kind> {
        self.state.leader
    }

    /// Before a move or a drop: others may move like this from now on, whatever it promotes to and whatever becomes of it.
    pub(super) fn follow_suit(&mut self, rules: &Rules, mv: Move) {
        let moved = match mv.from.is_some() && mv.action != Action::Pass {
            true => Some(self.at(mv.from).kind()),
            false => mv.placed(),
        };
        let lends = |kind: &Kind| rules.lending.as_ref().is_some_and(|lending| lending.lends(*kind));
        if let Some(kind) = moved.filter(lends) {
            self.set_leader(rules, Some(rules.kind(kind).base));
        }
    }

    fn set_leader(&mut self, rules: &Rules, kind: Option<Kind>) {
        self.state.key ^= rules.zobrist.leader(self.state.leader) ^ rules.zobrist.leader(kind);
        self.state.leader = kind;
    }

    /// ` last:N`
    pub(super) fn show_leader(&self, rules: &Rules) -> String {
        self.state.leader.map_or_else(String::new, |kind| format!(" {WORD}{}", rules.kind(kind).symbol[Side::First]))
    }

    /// Reads the word of a FEN that says what moved last.
    pub(super) fn read_leader(&mut self, rules: &Rules, text: &str, span: Span) -> Result<(), Diagnostic> {
        let word = &text[span.clone()];
        let Some(lending) = rules.lending.as_ref().filter(|lending| lending.follows()) else {
            return Err(Diagnostic::error(span, format!("`{word}`: what moved last doesn't matter in this variant")));
        };
        let lenders = || rules.definition.kinds().filter(|&kind| lending.lends(kind));
        let letter = |kind: Kind| &rules.kind(kind).symbol[Side::First];
        match lenders().find(|&kind| letter(kind).eq_ignore_ascii_case(&word[WORD.len()..])) {
            Some(kind) => self.set_leader(rules, Some(kind)),
            None => {
                let letters: Vec<&str> = lenders().map(|kind| letter(kind).as_str()).collect();
                return Err(Diagnostic::error(span, format!("`{word}`: nothing that moves so is followed by others"))
                    .help(format!("what moved last is one of {}", letters.join(" "))));
            }
        }
        Ok(())
    }
}
