//! The start position: has anything gone wrong before the first move?

use super::Subject;
use crate::definition::{Side, quoted};
use crate::diagnostic::Diagnostic;
use crate::game;
use crate::movegen;
use crate::moves::MoveList;
use crate::notation::{Dialect, show_square};

pub fn review(subject: &mut Subject) {
    let found = about(subject);
    subject.found.extend(found);
}

fn about(subject: &Subject) -> Option<Diagnostic> {
    let (rules, start) = (subject.rules, &subject.start);
    let said = subject.places.word("start");
    let warn = |message: String| subject.places.warn(said, quoted, message);
    let mover = start.side_to_move();
    if let Some(royal) = threatened(subject, mover.other()) {
        let name = rules.kind_name(start.at(royal).kind());
        let square = show_square(rules, royal, Dialect::Uci);
        let message = format!("{}, who is to move, can capture the `{name}` on {square}", player(subject, mover));
        return Some(warn(message).help("move one of them, or let the other player begin: `w` or `b` after the board"));
    }
    if let Some(outcome) = game::outcome(rules, start) {
        let result = match outcome.winner {
            Some(winner) => format!("{} has won", player(subject, winner)),
            None => "it is a draw".to_owned(),
        };
        let message = format!("the game is over before the first move: {result} ({})", outcome.reason);
        return Some(warn(message).help("change the position, or the ending that says so"));
    }
    let stuck = |null: bool| {
        let mut position = start.clone();
        if null {
            position.play_null(rules);
        }
        let mut list = MoveList::new();
        movegen::legal(rules, &mut position, &mut list);
        list.is_empty()
    };
    if stuck(false) {
        return Some(warn(format!("{}, who is to move, has no legal move", player(subject, mover))));
    }
    None
}

/// A royal piece of a player that could be captured if the other one is to move.
fn threatened(subject: &Subject, side: Side) -> Option<crate::rules::topology::Square> {
    let (rules, start) = (subject.rules, &subject.start);
    if !movegen::in_check(rules, start, side) {
        return None;
    }
    start.present_royals(rules, side).find(|&royal| movegen::attacked(rules, start, side, royal))
}

fn player(subject: &Subject, side: Side) -> String {
    let name = subject.definition.presentation.colours[side].as_str();
    match (name, side) {
        ("", Side::First) => "the first player".to_owned(),
        ("", Side::Second) => "the second player".to_owned(),
        _ => name.to_owned(),
    }
}
