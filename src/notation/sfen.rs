//! SFEN, the FEN of shogi.
//!
//! `BOARD b|w HANDS NUMBER`: black moves first, hands are a field of their own with numbers before the letters, and moves
//! are counted one by one. In chu shogi the hand's place may hold the square of the last lion that was captured.

use crate::definition::Side;
use crate::game::Game;
use crate::position::fen;
use crate::rules::Rules;

/// Writes a position: without what SFEN has no place for, such as castling rights.
pub fn of(game: &Game) -> String {
    let (rules, position) = (game.rules(), game.position());
    let side = if position.side_to_move() == Side::First { 'b' } else { 'w' };
    let mut hands = String::new();
    for side in Side::BOTH {
        for &kind in rules.definition.hands.iter().flat_map(|hands| &hands.kinds) {
            let symbol = &rules.kind(kind).symbol[side];
            match position.hand(side, kind) {
                0 => {}
                1 => hands.push_str(symbol),
                held => hands.push_str(&format!("{held}{symbol}")),
            }
        }
    }
    let hands = if hands.is_empty() { "-" } else { &hands };
    let second = u32::from(position.side_to_move() == Side::Second);
    let number = position.move_number().max(1) * 2 - 1 + second;
    format!("{} {side} {hands} {number}", fen::show_board(rules, position))
}

/// True for what can be an SFEN and hardly a FEN: the two mean opposite players by the same letters.
pub fn is_sfen(text: &str, rules: &Rules) -> bool {
    let words: Vec<&str> = text.split_ascii_whitespace().collect();
    let [board, "b" | "w", hands, number] = words[..] else { return false };
    let is_number = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
    let in_hand = |c: char| c.is_ascii_alphanumeric() || c == '+';
    let definition = &rules.definition;
    let says_hands = definition.hands.is_some() && definition.castling.is_empty() || rules.restraints.trades.is_some();
    says_hands
        && !board.ends_with(']')
        && board.matches('/').count() + 1 == usize::from(rules.topology().ranks())
        && !is_number(hands)
        && (hands == "-" || hands.chars().all(in_hand))
        && is_number(number)
}

/// True for an SFEN whose number of moves has been left out, where nothing but an SFEN is expected.
pub fn lacks_number(text: &str, rules: &Rules) -> bool {
    is_sfen(&format!("{text} 1"), rules)
}

/// An SFEN as a FEN. What makes no sense is handed on, so that the reader of FENs can say what is wrong with it.
pub fn to_fen(text: &str, rules: &Rules) -> String {
    let mut words = text.split_whitespace();
    let board = words.next().unwrap_or("");
    let side = match words.next() {
        Some("b") | None => "w",
        Some("w") => "b",
        Some(other) => other,
    };
    let hand = words.next().unwrap_or("-");
    let number: u32 = words.next().and_then(|word| word.parse().ok()).unwrap_or(1);
    let (hands, traded) = match hand {
        "-" => (String::new(), String::new()),
        square if rules.restraints.trades.is_some() => (String::new(), last_capture(square, rules)),
        hand => (letters(hand), String::new()),
    };
    let hands =
        if rules.definition.hands.is_some() || !hands.is_empty() { format!("[{hands}]") } else { String::new() };
    format!("{board}{hands} {side} - -{traded} 0 {}", number.div_ceil(2).max(1))
}

fn last_capture(square: &str, rules: &Rules) -> String {
    use crate::notation::{Dialect, find_square, show_square};
    match find_square(rules, square, Dialect::Usi) {
        Some(found) => format!(" !{}", show_square(rules, found, Dialect::Uci)),
        None => format!(" !{square}"),
    }
}

/// `2P3b` as `PPbbb`.
fn letters(hand: &str) -> String {
    let mut letters = String::new();
    let (mut digits, mut promoted) = (String::new(), "");
    for c in hand.chars() {
        match c {
            '0'..='9' => digits.push(c),
            '+' => promoted = "+",
            _ => {
                // A number beyond sense is no number.
                let number = digits.parse().ok().filter(|number| (1..=MOST_IN_HAND).contains(number));
                if number.is_none() {
                    letters.push_str(&digits);
                }
                (0..number.unwrap_or(1)).for_each(|_| letters.extend([promoted, c.encode_utf8(&mut [0; 4])]));
                promoted = "";
                digits.clear();
            }
        }
    }
    letters + &digits
}

/// More than these fit on no board.
const MOST_IN_HAND: usize = 1000;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hands_are_written_out() {
        assert_eq!(letters("2Pb3n10p"), format!("PPbnnn{}", "p".repeat(10)));
        assert_eq!(letters("P2"), "P2");
        assert_eq!(letters("9999P0b"), "9999P0b");
    }
}
