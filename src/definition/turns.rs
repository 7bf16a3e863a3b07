//! The statement `turn`: how many moves a player makes before it is the other's turn.

use super::reader::{Read, Reader, Said};
use super::resolve::Draft;
use super::restrictions::by_players;
use super::{PerSide, Side};
use crate::diagnostic::Diagnostic;

/// A turn has at most so many moves.
pub const MOST_MOVES: u32 = 250;

/// How long turns are, in moves.
#[derive(Clone, Debug, PartialEq)]
pub struct Turns {
    pub moves: PerSide<u16>,
    /// Whose turn is the first one of the game.
    pub begins: Side,
    /// The first turn of the game, if it is another.
    pub first: Option<u16>,
    /// Each turn is one move longer than the one before.
    pub growing: bool,
    pub checks: TurnChecks,
}

/// What checks have to do with turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TurnChecks {
    Nothing,
    /// A check ends the turn.
    End,
    /// Only the last move of a turn may give check.
    LastOnly,
}

impl Turns {
    /// The length of a side's turn with this number of the game's moves as FEN counts them: from 1, and for each player.
    pub fn length(&self, side: Side, number: u32) -> u16 {
        let played = 2 * number.saturating_sub(1) + u32::from(side == Side::Second);
        let before = played.saturating_sub(u32::from(self.begins == Side::Second));
        match self.first {
            Some(first) if before == 0 => first,
            _ if self.growing => (u32::from(self.moves[side]) + before).min(MOST_MOVES) as u16,
            _ => self.moves[side],
        }
    }
}

/// `turn 2 moves, first 1, until check`
pub(super) fn turn(draft: &mut Draft, reader: &mut Reader) -> Read<()> {
    let mut moves = PerSide::same(None);
    let mut turns = Turns {
        moves: PerSide::same(1),
        // The start position, which may come later, says otherwise.
        begins: Side::First,
        first: None,
        growing: false,
        checks: TurnChecks::Nothing,
    };
    let mut said = Said::default();
    loop {
        let span = reader.here();
        match reader.accept_any(&["first", "one more each time", "until check", "check with the last only"]) {
            Some("first") => {
                said.once("the length of the first turn", span)?;
                turns.first = Some(reader.number("a number of moves", 1, MOST_MOVES)? as u16);
            }
            Some("one more each time") => turns.growing = true,
            Some(words) => {
                said.once("what a check does to a turn", span)?;
                turns.checks = if words == "until check" { TurnChecks::End } else { TurnChecks::LastOnly };
            }
            None => {
                let number = reader.number(
                    "a number of moves, `first`, `one more each time` or `until check`",
                    1,
                    MOST_MOVES,
                )?;
                if !reader.accept("moves") {
                    reader.require("move")?;
                }
                let sides = by_players(reader);
                for &side in sides {
                    if moves[side].replace(number as u16).is_some() {
                        let who = if side == Side::First { "white" } else { "black" };
                        return Err(Diagnostic::error(span, format!("how many moves {who} makes has been said"))
                            .help("one number for each player: `turn 2 moves by white, 1 move by black`"));
                    }
                }
            }
        }
        if !reader.comma() {
            break;
        }
    }
    for side in Side::BOTH {
        turns.moves[side] = moves[side].unwrap_or(1);
    }
    let single = Side::BOTH.iter().all(|&side| turns.moves[side] == 1) && !turns.growing;
    if single && turns.first.is_none_or(|first| first == 1) {
        let complaint = Diagnostic::error(
            reader.statement().word.span.clone(),
            "every turn is one move without this statement, too",
        );
        return Err(complaint.help("say how many, as in `turn 2 moves`, or `turn 1 move, one more each time`"));
    }
    draft.definition.turns = Some(turns);
    reader.end()
}
