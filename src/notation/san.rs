//! Standard algebraic notation, as PGN wants it.

use super::{Dialect, is_en_passant, promotion_mark, show, show_square};
use crate::game::Game;
use crate::moves::{Action, Move};
use crate::rules::Piece;
use crate::rules::topology::Square;

/// Standard algebraic notation, unambiguous: `Nbd7`, `exd5`, `O-O`, `P@e5`, `Sxe5+`. The first kind whose moves reset the
/// move counter is written without a letter, as pawns are.
pub fn san(game: &Game, mv: Move) -> String {
    let (rules, position) = (game.rules(), game.position());
    let (whole, mv) = (mv, mv.base().walling(Square::NONE));
    let mut text = match mv.action {
        Action::Gate | Action::CastleGate | Action::CastleGatePartner => String::new(),
        Action::Castle => {
            let castles = &rules.sides[position.side_to_move()].castles;
            let same_side = |to_right: bool| {
                let to =
                    castles.iter().filter(|castle| castle.mover == mv.from && (castle.partner > mv.from) == to_right);
                let mut squares: Vec<_> = to.map(|castle| castle.mover_to).collect();
                squares.dedup();
                squares.len()
            };
            let right = mv.via[0] > mv.from;
            if same_side(right) > 1 {
                let king = &rules.kind(position.at(mv.from).kind()).symbol.0[0];
                format!("{king}{}", show_square(rules, mv.to, Dialect::Uci))
            } else if right {
                "O-O".to_owned()
            } else {
                "O-O-O".to_owned()
            }
        }
        Action::Drop | Action::Pass | Action::Chain | Action::Unload => show(rules, position, mv, Dialect::Uci),
        Action::Locust if !is_en_passant(rules, position, mv) => {
            let letter = &rules.kind(rules.kind(position.at(mv.from).kind()).base).symbol.0[0];
            format!("{letter}{}", show(rules, position, mv, Dialect::Uci).replace(',', "-"))
        }
        Action::Plain | Action::Trail | Action::Locust => plain(game, mv),
    };
    if let Some((kind, gate)) = whole.gate() {
        text.push('/');
        text.push_str(&rules.kind(kind).symbol.0[0]);
        if whole.action == Action::CastleGatePartner {
            text.push_str(&show_square(rules, gate, Dialect::Uci));
        }
    }
    if whole.wall.is_some() {
        text.push_str(&format!("@{}", show_square(rules, whole.wall, Dialect::Uci)));
    }
    let mut after = game.clone();
    after.play(whole);
    if after.position().in_check(rules) {
        text.push(if after.legal_moves().is_empty() { '#' } else { '+' });
    }
    text
}

fn plain(game: &Game, mv: Move) -> String {
    let (rules, position) = (game.rules(), game.position());
    let piece = position.at(mv.from);
    let info = rules.kind(piece.kind());
    let captures = position.is_capture(mv);
    let target = show_square(rules, mv.to, Dialect::Uci);
    let origin = show_square(rules, mv.from, Dialect::Uci);
    let split = origin.bytes().take_while(u8::is_ascii_alphabetic).count();
    let (file, rank) = origin.split_at(split);
    let rivals: Vec<Move> = game
        .legal_moves()
        .into_iter()
        .filter(|other| {
            let same_kind = |other: Piece| !other.is_empty() && rules.kind(other.kind()).base == info.base;
            other.gate().is_none()
                && other.to == mv.to
                && other.from != mv.from
                && other.from.is_some()
                && same_kind(position.at(other.from))
        })
        .collect();
    let topology = rules.topology();
    let same_file = rivals.iter().any(|other| topology.file(other.from) == topology.file(mv.from));
    let same_rank = rivals.iter().any(|other| topology.rank(other.from) == topology.rank(mv.from));
    let first = rules.definition.kinds().find(|&kind| rules.kind(kind).resets_counter);
    let pawn_like = first == Some(info.base);
    let mut text = String::new();
    if !pawn_like {
        text.push_str(&rules.kind(info.base).symbol.0[0]);
    }
    match (rivals.is_empty(), same_file, same_rank) {
        (true, ..) if pawn_like && captures => text.push_str(file),
        (true, ..) => {}
        (false, false, _) => text.push_str(file),
        (false, true, false) => text.push_str(rank),
        (false, true, true) => text.push_str(&origin),
    }
    if captures {
        text.push('x');
    }
    text.push_str(&target);
    match promotion_mark(rules, position, mv).as_str() {
        "" => {
            let could_promote = |other: &Move| other.from == mv.from && other.to == mv.to && other.is_promotion();
            if game.legal_moves().iter().any(could_promote) {
                text.push('=');
            }
        }
        mark @ ("+" | "-") => text.push_str(mark),
        letter => text.push_str(&format!("={}", letter.to_uppercase())),
    }
    text
}
