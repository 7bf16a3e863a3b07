//! Pieces: do they come onto the board, can they move, go on moving, and promote?

use super::Subject;
use super::rules::own;
use crate::definition::{
    Aftermath, Condition, Ending, Kind, Promotion, PromotionTo, Side, Verdict, quoted, spell_squares,
};
use crate::diagnostic::Span;
use crate::rules::topology::SquareSet;
use crate::syntax::variant::Statement;

pub fn review(subject: &mut Subject) {
    for kind in subject.definition.kinds() {
        coming(subject, kind);
        moving(subject, kind);
        iron(subject, kind);
    }
    for index in 0..subject.definition.promotions.len() {
        promoting(subject, index);
    }
}

/// A kind and the forms derived from it.
fn forms(subject: &Subject, kind: Kind) -> Vec<Kind> {
    let all = (0..subject.rules.kinds.len() as u16).map(Kind);
    all.filter(|&form| !subject.rules.kind(form).is_wall && subject.rules.kind(form).base == kind).collect()
}

fn comes(subject: &Subject, kind: Kind) -> bool {
    let there = |&form: &Kind| Side::BOTH.iter().any(|&side| subject.reach.comes(side, form));
    forms(subject, kind).iter().any(there)
}

/// The name of a piece in its statement.
fn name_of(statement: &Statement) -> Span {
    statement.rest.first().unwrap_or(&statement.word).span.clone()
}

fn coming(subject: &mut Subject, kind: Kind) {
    let said = subject.places.piece(kind.index());
    let held = Side::BOTH.iter().any(|&side| subject.reach.of_kind(side, kind).held);
    if own(said).is_none() || held || comes(subject, kind) {
        return;
    }
    let definition = subject.definition;
    let name = &definition.piece(kind).name;
    let warning = subject.places.warn(said, name_of, format!("`{name}` never comes onto the board"));
    let becomes = |promotion: &Promotion| match &promotion.to {
        PromotionTo::Choice(kinds) | PromotionTo::Partner(kinds) => kinds.contains(&kind),
    };
    let promotion = definition.promotions.iter().position(becomes);
    let words = "this never happens";
    let warning = match promotion.and_then(|index| subject.places.promotion(index)) {
        Some(promotion) => subject.places.also(warning, Some(promotion), words),
        None => warning.help("put it into the start position, or let something promote to it"),
    };
    subject.found.push(warning);
}

/// Who can't be captured can be checked all the same.
fn iron(subject: &mut Subject, kind: Kind) {
    let piece = subject.definition.piece(kind);
    let said = subject.places.piece(kind.index());
    if piece.iron && piece.royal && own(said).is_some() {
        let message = format!("`{}` is never captured, and yet it can be checked and mated", piece.name);
        let warning = subject.places.warn(said, name_of, message);
        subject.found.push(warning.help("a royal piece without `iron` is what other games call a king"));
    }
}

fn moving(subject: &mut Subject, kind: Kind) {
    let piece = subject.definition.piece(kind);
    if piece.moves.is_empty() || !comes(subject, kind) {
        return;
    }
    let said = subject.places.piece(kind.index());
    // What may stop nowhere is not meant to move.
    if piece.stops.as_ref().is_some_and(|zone| Side::BOTH.iter().all(|&side| zone[side].is_empty())) {
        return;
    }
    if subject.definition.borrowing.is_some() {
        return;
    }
    let stuck = Side::BOTH.map(|side| {
        let all = forms(subject, kind).into_iter().map(|form| subject.reach.of_kind(side, form));
        let (mut stands, mut stuck) = (SquareSet::new(), SquareSet::new());
        for paths in all {
            paths.stands.iter().for_each(|square| stands.insert(square));
            paths.stuck.iter().for_each(|square| stuck.insert(square));
        }
        (stands, stuck)
    });
    if stuck.iter().all(|(stands, stuck)| stuck == stands) {
        // Where the board is new, a piece that was inherited may be shut in on purpose.
        if own(said).is_none() {
            return;
        }
        let message = format!("`{}` can never move", piece.name);
        let warning = subject.places.warn(said, quoted, message).label("no square to go to from where it stands");
        subject.found.push(warning.help("a piece that isn't meant to move has no description at all"));
        return;
    }
    // Where it wins to be stalemated, pieces that can't move are welcome.
    let wanted = |ending: &Ending| ending.condition == Condition::Stalemate && ending.result == Verdict::Win;
    if subject.definition.endings.iter().any(wanted) {
        return;
    }
    // So is what gets stuck where nothing promotes by arriving and who can't move has lost, or lines of pieces count: it is how
    // such games are decided.
    let arrives = subject.definition.promotions.iter().any(|promotion| !promotion.on_capture_only);
    let decides = |ending: &Ending| match ending.condition {
        Condition::Stalemate => ending.result == Verdict::Loss,
        Condition::Row { .. } | Condition::Block { .. } | Condition::Chain { .. } => true,
        _ => false,
    };
    if !arrives && subject.definition.endings.iter().any(decides) {
        return;
    }
    for (side, (stands, mut stuck)) in Side::BOTH.into_iter().zip(stuck) {
        // Where it may promote, staying what it is was the player's choice.
        for promotion in subject.definition.promotions.iter().filter(|promotion| promotion.pieces.contains(&kind)) {
            promotion.zone[side].iter().for_each(|square| stuck.remove(square));
        }
        // Where it waits to be brought up it isn't meant to move.
        for aftermath in &subject.definition.aftermath {
            if let Aftermath::Entering { zone } = aftermath {
                zone[side].iter().for_each(|square| stuck.remove(square));
            }
        }
        // Holes may shut in a square; a whole rank is the end of the way.
        let rank = |square| subject.definition.topology.rank(square);
        let passable: Vec<u16> = stands.iter().filter(|&square| !stuck.contains(square)).map(rank).collect();
        stuck = stuck.iter().filter(|&square| !passable.contains(&rank(square))).collect();
        // The second player's piece is mostly the same seen from the other side, and has been spoken of.
        let turned = subject.definition.topology.rotated(&stuck);
        let known = side == Side::Second && {
            let paths = subject.reach.of_kind(Side::First, kind);
            paths.stuck == turned || subject.reach.comes(Side::First, kind) && !paths.stuck.is_empty()
        };
        if stuck.is_empty() || known {
            continue;
        }
        let squares = spell_squares(&subject.definition.topology, &stuck);
        let whose = if side == Side::First { "" } else { "the second player's " };
        let message = format!("once on {squares}, {whose}`{}` can never move again", piece.name);
        let warning = subject.places.warn(said, name_of, message);
        let help = match subject.definition.promotions.iter().any(|promotion| promotion.pieces.contains(&kind)) {
            true => "let it promote there, too, or keep it away: `stops in all except ...`",
            false => "let it promote there, or give it a move from there: `in ZONE \"MOVES\"`",
        };
        subject.found.push(warning.help(help));
    }
}

/// A rule of promotion that can't apply to a piece because that never comes to the zone.
fn promoting(subject: &mut Subject, index: usize) {
    let said = subject.places.promotion(index);
    let promotion = &subject.definition.promotions[index];
    let empty = Side::BOTH.iter().all(|&side| promotion.zone[side].is_empty());
    if own(said).is_none() || promotion.anywhere_when_last || empty {
        return;
    }
    let can = |side: Side, kind: Kind| {
        let zone = &promotion.zone[side];
        // A player without a zone isn't meant to promote.
        if zone.is_empty() {
            return true;
        }
        let paths = subject.reach.of_kind(side, kind);
        let outside = || paths.stands.iter().any(|square| !zone.contains(square));
        let arrives = promotion.on_arrival
            && paths.arrives.iter().any(|square| zone.contains(square))
            && (!promotion.entering || outside());
        let leaves = (promotion.on_departure || promotion.in_place)
            && paths
                .stands
                .iter()
                .any(|square| zone.contains(square) && (promotion.in_place || !paths.stuck.contains(square)));
        arrives || leaves
    };
    let mut found = Vec::new();
    for &kind in &promotion.pieces {
        let all = forms(subject, kind);
        let players: Vec<Side> =
            Side::BOTH.into_iter().filter(|&side| all.iter().any(|&form| subject.reach.comes(side, form))).collect();
        let blocked: Vec<Side> =
            players.iter().copied().filter(|&side| !all.iter().any(|&form| can(side, form))).collect();
        if blocked.is_empty() {
            continue;
        }
        let name = &subject.definition.piece(kind).name;
        let whose = match blocked[..] {
            [side] if players.len() > 1 && side == Side::First => "the first player's ",
            [_] if players.len() > 1 => "the second player's ",
            _ => "",
        };
        let zone = spell_squares(&subject.definition.topology, &promotion.zone[blocked[0]]);
        let part = |statement: &Statement| {
            let token = statement.rest.iter().find(|token| token.text == *name);
            token.map_or(statement.span(), |token| token.span.clone())
        };
        let warning =
            subject.places.warn(said, part, format!("{whose}`{name}` never promotes: it cannot come to {zone}"));
        found.push(subject.places.also(warning, subject.places.piece(kind.index()), "moves and stays as said here"));
    }
    subject.found.extend(found);
}
