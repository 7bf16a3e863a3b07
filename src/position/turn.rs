//! Turns of several moves: whose move it is after a move.

use super::Position;
use crate::definition::{Side, TurnChecks, Turns};
use crate::diagnostic::{Diagnostic, Span};
use crate::moves::Move;
use crate::rules::{Rules, Zobrist};

/// Before the number of moves left in a turn, in a FEN.
pub const WORD: &str = "left:";

impl Position {
    /// How many moves are left in this turn, with the next one; 0 where every turn is one move.
    pub fn moves_left(&self) -> u16 {
        self.state.moves_left
    }

    /// Who made the last move; the opponent if none is known.
    pub(crate) fn last_mover(&self) -> Side {
        self.past.last().map_or(self.state.side.other(), |past| past.state.side)
    }

    /// True if the side to move has made a move of this turn.
    pub(crate) fn is_in_midst_of_turn(&self, rules: &Rules) -> bool {
        rules.definition.turns.as_ref().is_some_and(|turns| self.is_in_turn(rules, turns))
    }

    /// True if the side to move began its turn before.
    pub(super) fn is_in_turn(&self, rules: &Rules, turns: &Turns) -> bool {
        debug_assert!(rules.definition.turns.is_some());
        self.state.moves_left != turns.length(self.state.side, self.state.move_number)
    }

    /// After a move by `us`, when the other side seems to be next: gives the move back if the turn goes on.
    /// `in_passing` tells whether the move captured en passant.
    pub(super) fn take_turns(&mut self, rules: &Rules, turns: &Turns, (mv, us): (Move, Side), in_passing: bool) {
        let left = self.state.moves_left.saturating_sub(1);
        let ends = left == 0 || turns.checks == TurnChecks::End && self.in_check(rules);
        self.pass_on_trails(rules, (mv, us), ends, in_passing);
        if ends {
            self.set_moves_left(rules, turns.length(self.state.side, self.state.move_number));
            return;
        }
        self.state.side = us;
        self.paint_walls(rules);
        self.state.key ^= Zobrist::SIDE;
        if us == Side::Second {
            self.state.move_number -= 1;
        }
        self.set_moves_left(rules, left);
    }

    /// Where turns grow, the length is part of what the position is.
    fn turn_key(&self, rules: &Rules) -> u64 {
        let Some(turns) = &rules.definition.turns else { return 0 };
        let length = if turns.growing { self.state.turn_length } else { 0 };
        rules.zobrist.turn(self.state.moves_left, length)
    }

    pub(super) fn set_moves_left(&mut self, rules: &Rules, left: u16) {
        let Some(turns) = &rules.definition.turns else { return };
        self.state.key ^= self.turn_key(rules);
        self.state.moves_left = left;
        self.state.turn_length = turns.length(self.state.side, self.state.move_number);
        self.state.key ^= self.turn_key(rules);
    }

    /// ` left:1` in the middle of a turn.
    pub(super) fn show_turn(&self, rules: &Rules) -> String {
        match &rules.definition.turns {
            Some(turns) if self.is_in_turn(rules, turns) => format!(" {WORD}{}", self.state.moves_left),
            _ => String::new(),
        }
    }

    /// Sets how many moves are left from the word of a FEN that says so, if one does.
    pub(super) fn read_turn(&mut self, rules: &Rules, text: &str, span: Option<Span>) -> Result<(), Diagnostic> {
        let turns = rules.definition.turns.as_ref();
        let most = turns.map_or(0, |turns| turns.length(self.state.side, self.state.move_number));
        let mut left = most;
        if let Some(span) = span {
            let word = &text[span.clone()];
            if turns.is_none() {
                return Err(Diagnostic::error(span, format!("`{word}`: every turn is one move in this variant")));
            }
            left = match word[WORD.len()..].parse::<u16>() {
                Ok(number) if (1..=most).contains(&number) => number,
                _ => {
                    return Err(Diagnostic::error(
                        span,
                        format!("`{word}`: this turn has no such number of moves left"),
                    )
                    .label(format!("from 1 to {most}")));
                }
            };
        }
        self.set_moves_left(rules, left);
        Ok(())
    }
}
