//! The start position: has anything gone wrong before the first move?

use super::Subject;
use super::rules::own;
use crate::definition::{Condition, Definition, Side, quoted};
use crate::diagnostic::Diagnostic;
use crate::game;
use crate::movegen;
use crate::moves::MoveList;
use crate::notation::{Dialect, show_square};
use crate::position::{Position, fen};
use crate::rules::Rules;
use crate::syntax::variant::Statement;
use std::sync::Arc;

pub fn review(subject: &mut Subject) {
    let found = about(subject).into_iter().chain(idle_rights(subject));
    let found: Vec<Diagnostic> = found.collect();
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
    if let Some(outcome) = game::outcome_by_rule(rules, start) {
        let result = match outcome.winner {
            Some(winner) => format!("{} has won", player(subject, winner)),
            None => "it is a draw".to_owned(),
        };
        let message = format!("the game is over before the first move: {result} ({})", outcome.reason);
        let warning = warn(message).help("change the position, or the ending that says so");
        return Some(match ending(subject) {
            Some(index) => {
                let ending = &subject.definition.endings[index];
                let anyone = matches!(ending.condition, Condition::Extinct { player: None, .. });
                let warning = match anyone {
                    true => {
                        warning.help("where only one player has such pieces, say whose: `extinct ... of white is ...`")
                    }
                    false => warning,
                };
                subject.places.also(warning, subject.places.ending(index), "by this rule")
            }
            None => warning,
        });
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

/// The ending that decides the start position.
fn ending(subject: &Subject) -> Option<usize> {
    (0..subject.definition.endings.len()).find(|&index| {
        let endings = vec![subject.definition.endings[index].clone()];
        let alone = Arc::new(Definition { endings, ..subject.definition.clone() });
        let decides = |rules: Rules| game::outcome_by_rule(&rules, &Position::start(&rules)).is_some();
        Rules::compile(alone).is_ok_and(decides)
    })
}

/// Letters of the castling field that give nobody a right.
fn idle_rights(subject: &Subject) -> Option<Diagnostic> {
    let said = own(subject.places.word("start"))?;
    let none = Side::BOTH.iter().all(|&side| subject.rules.sides[side].castles.is_empty());
    let text = &subject.definition.start.fen;
    let fields: Vec<&str> = text.split(' ').collect();
    // Where squares are named, somebody has written down a position of a game.
    let written = |field: &&&str| !field.contains('-') && !field.contains(|sign: char| sign.is_ascii_digit());
    let field = fields.get(2).filter(|_| !none).filter(written)?;
    let at = fields[0].len() + fields[1].len() + 2;
    let gives = |letter: char| {
        let alone = letter.to_string();
        let fen = [fields[0], fields[1], &alone].join(" ");
        fen::parse(subject.rules, &fen).is_ok_and(|position| position.rights() != 0)
    };
    let (offset, letter) = field.char_indices().find(|&(_, letter)| !gives(letter))?;
    let part = |statement: &Statement| {
        let start = quoted(statement).start + at + offset;
        start..start + letter.len_utf8()
    };
    let message = format!("`{letter}` gives nobody the right to castle");
    let warning = subject.places.warn(Some(said), part, message);
    Some(warning.help("the pieces that castle to that side don't stand where they would have to"))
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
