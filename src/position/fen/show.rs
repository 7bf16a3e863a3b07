//! Writing positions as FEN.

use super::rights;
use crate::definition::Side;
use crate::notation::{Dialect, show_square};
use crate::position::Position;
use crate::rules::Rules;
use crate::rules::topology::Square;
use std::fmt::{Display, Write};

/// Writes the FEN of a position.
pub fn show(rules: &Rules, position: &Position) -> String {
    let mut fen = show_board(rules, position);
    if let Some(hands) = &rules.definition.hands {
        fen.push('[');
        for side in Side::BOTH {
            for &kind in &hands.kinds {
                let symbol = &rules.kind(kind).symbol[side];
                (0..position.hand(side, kind)).for_each(|_| fen.push_str(symbol));
            }
        }
        fen.push(']');
    }
    let side = if position.side_to_move() == Side::First { 'w' } else { 'b' };
    let rights = rights::show(rules, position);
    let en_passant = show_en_passant(rules, position);
    let checks = match rules.most_checks {
        None => String::new(),
        Some(most) => {
            let left = Side::BOTH.map(|side| most[side].saturating_sub(position.checks_given(side)));
            format!(" {}+{}", left[0], left[1])
        }
    };
    let traded = match position.traded() {
        Square::NONE => String::new(),
        square => format!(" !{}", show_square(rules, square, Dialect::Uci)),
    };
    let number = position.move_number();
    // While a count runs its limit stands where en passant squares would, and the count where the half-moves.
    let (before, counter) = match position.count_and_limit() {
        (_, 0) => (en_passant, position.counter()),
        (count, limit) if en_passant == "-" => (limit.to_string(), count),
        (count, limit) => (format!("{en_passant} {limit}"), count),
    };
    format!(
        "{fen} {side} {rights} {before}{checks}{traded} {counter} {number}{}{}",
        position.show_turn(rules),
        position.show_leader(rules)
    )
}

/// The first field of a FEN, without hands.
pub fn show_board(rules: &Rules, position: &Position) -> String {
    let topology = rules.topology();
    let cell = |square: Square| {
        let piece = position.at(square);
        match piece.is_empty() {
            true => topology.is_hole(square).then_some("*"),
            false => Some(rules.kind(piece.kind()).symbol[piece.side()].as_str()),
        }
    };
    let row = |rank: u16| show_row((0..topology.files()).filter_map(|file| topology.square(file, rank)).map(cell));
    (0..topology.ranks()).rev().map(row).collect::<Vec<String>>().join("/")
}

/// One rank of a board: what stands there, and how many empty squares lie between.
pub(crate) fn show_row<Cell: Display>(cells: impl Iterator<Item = Option<Cell>>) -> String {
    let (mut row, mut empty) = (String::new(), 0);
    for cell in cells {
        let Some(cell) = cell else {
            empty += 1;
            continue;
        };
        if empty > 0 {
            let _ = write!(row, "{empty}");
            empty = 0;
        }
        let _ = write!(row, "{cell}");
    }
    if empty > 0 {
        let _ = write!(row, "{empty}");
    }
    row
}

fn show_en_passant(rules: &Rules, position: &Position) -> String {
    let topology = rules.topology();
    let mut named: Vec<Square> = Vec::new();
    for trail in position.trails().iter().chain(position.own_trails()).map(|&number| rules.trail(number)) {
        named.extend(&trail.squares);
        // Where the victim isn't on the skipped squares' file it has to be named.
        if trail.squares.iter().any(|&square| topology.file(square) != topology.file(trail.to)) {
            named.push(trail.to);
        }
    }
    if named.is_empty() {
        return "-".to_owned();
    }
    named.sort_by_key(|&square| (topology.file(square), topology.rank(square)));
    named.into_iter().map(|square| show_square(rules, square, Dialect::Uci)).collect()
}
