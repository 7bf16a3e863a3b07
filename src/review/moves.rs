//! Parts of move descriptions that lead nowhere on this board.

use super::Subject;
use super::rules::own;
use crate::definition::{Kind, MoveClause, Side};
use crate::diagnostic::{Diagnostic, Span};
use crate::rules::leg::{Modes, MoveProgram};
use crate::rules::legs_of;
use crate::rules::topology::SquareSet;
use crate::syntax::betza::{self, Description, Letter, Located, Movement};
use crate::syntax::variant::{Statement, TokenKind};

pub fn review(subject: &mut Subject) {
    for kind in subject.definition.kinds() {
        for clause in &subject.definition.piece(kind).moves {
            let same = clause.text[Side::First] == clause.text[Side::Second];
            let sides: &[&[Side]] = if same { &[&Side::BOTH] } else { &[&[Side::First], &[Side::Second]] };
            for sides in sides {
                let found = of_text(subject, kind, clause, sides);
                subject.found.extend(found);
            }
        }
    }
}

/// The idle parts of one description. If all of them are idle the piece never moves, or not from there.
fn of_text(subject: &Subject, kind: Kind, clause: &MoveClause, sides: &[Side]) -> Vec<Diagnostic> {
    // What is inherited may have lost its meaning.
    let Some(said) = own(subject.places.piece(kind.index())) else { return Vec::new() };
    let text = &clause.text[sides[0]];
    let (files, ranks) = (subject.definition.topology.files(), subject.definition.topology.ranks());
    let players: Vec<Side> = sides.iter().copied().filter(|&side| subject.reach.comes(side, kind)).collect();
    let Ok(description) = betza::parse(text) else { return Vec::new() };
    if players.is_empty() {
        return Vec::new();
    }
    let mut idle = Vec::new();
    for movement in &description.moves {
        let alone = Description { moves: vec![movement.clone()] };
        let Ok(programs) = legs_of::compile(&alone, files, ranks) else { continue };
        let leads = |side: Side| {
            let stands = subject.reach.of_kind(side, kind).stands.iter();
            let from: SquareSet =
                stands.filter(|&square| clause.from.as_ref().is_none_or(|zone| zone[side].contains(square))).collect();
            programs.iter().any(|program| goes(subject, program, side, &from, kind))
        };
        if !players.iter().any(|&side| leads(side)) {
            idle.push((movement, programs.iter().all(|program| lacks_royals(subject, program))));
        }
    }
    if idle.len() == description.moves.len() && subject.definition.piece(kind).moves.len() == 1 {
        return Vec::new();
    }
    let part = |statement: &Statement, span: &Span| {
        let token = statement.rest.iter().find(|token| token.kind == TokenKind::Text && token.text == *text);
        token.map_or(statement.span(), |token| token.span.start + 1 + span.start..token.span.start + 1 + span.end)
    };
    let about = |&(movement, royal): &(&Located<Movement>, bool)| {
        let shown = &text[movement.span.clone()];
        let (message, label) = match royal {
            true => (format!("`{shown}` leads nowhere"), "`k` captures what is `royal`, and nothing is".to_owned()),
            false => why(&movement.it, shown, (files, ranks), &subject.definition.piece(kind).name),
        };
        let place = |statement: &Statement| part(statement, &movement.span);
        subject.places.warn(Some(said), place, message).label(label)
    };
    idle.iter().map(about).collect()
}

fn goes(subject: &Subject, program: &MoveProgram, side: Side, from: &SquareSet, kind: Kind) -> bool {
    match program {
        MoveProgram::Castle { .. } => {
            subject.definition.start.shuffle.is_some()
                || subject.rules.sides[side].castles.iter().any(|castle| castle.kind == kind)
        }
        _ if lacks_royals(subject, program) => false,
        MoveProgram::Pass { .. } | MoveProgram::Anywhere { .. } => true,
        MoveProgram::Path { .. } if subject.definition.start.shuffle.is_some() => true,
        MoveProgram::Path { .. } => subject.rules.leads_anywhere(program, side, from, kind),
    }
}

/// A leg of it captures royals and can do nothing else, and there are none.
fn lacks_royals(subject: &Subject, program: &MoveProgram) -> bool {
    if subject.definition.pieces.iter().any(|piece| piece.royal) {
        return false;
    }
    let only = |modes: &Modes| modes.royal && Modes { royal: false, tame: false, ..*modes } == Modes::default();
    match program {
        MoveProgram::Path { legs, .. } => legs.iter().any(|leg| only(&leg.modes)),
        MoveProgram::Anywhere { modes, .. } => only(modes),
        MoveProgram::Castle { .. } | MoveProgram::Pass { .. } => false,
    }
}

fn why(movement: &Movement, shown: &str, (files, ranks): (u16, u16), name: &str) -> (String, String) {
    let message = format!("`{shown}` leads nowhere");
    let reason = match movement {
        Movement::Simple(simple) if simple.atom.it.letter == Letter::O => {
            "nothing to castle with stands on that side at the start".to_owned()
        }
        Movement::Simple(simple) if u16::from(simple.atom.it.leap().1) >= files.max(ranks) => {
            let (short, long) = simple.atom.it.leap();
            format!("a leap of {short} by {long} squares on a board of {files}x{ranks}")
        }
        _ => format!("there is no such square from where `{name}` can stand"),
    };
    (message, reason)
}
