//! The castling field of a FEN: who may castle, make a first move of another kind, or leave its place to what enters.
//!
//! As a rule letters tell that: `K` and `Q`, or those of files. Where two of these rights have one letter, so that some of
//! them couldn't be told, the field names the squares instead: `A2B2` make first moves, `H1=` castles, `H1=~E1` castles with
//! what stands on e1 only, `B1^` opens a gate.

use super::super::Position;
use crate::definition::Side;
use crate::diagnostic::Diagnostic;
use crate::notation::{Dialect, find_square, show_square};
use crate::rules::topology::Square;
use crate::rules::{Castle, Piece, RightKind, Rules};

/// What stands behind a square, by the kind of right.
const MARKS: [(RightKind, &str); 3] = [(RightKind::Unmoved, ""), (RightKind::Partner, "="), (RightKind::Gate, "^")];

/// Writes the rights of a position, by letters if these say all.
pub(super) fn show(rules: &Rules, position: &Position) -> String {
    let letters = by_letters(rules, position);
    let understood =
        |word: &str| read(rules, position, word, 0).map(|rights| position.with_gates_closed(rules, rights));
    let says_all = |word: &str| understood(word).is_ok_and(|rights| rights == position.rights());
    if says_all(&letters) {
        return letters;
    }
    let rights = rules.rights.list.iter().enumerate().filter(|(bit, _)| position.rights() >> bit & 1 == 1);
    let squares = rights.map(|(_, right)| {
        let square = show_square(rules, right.square, Dialect::Uci);
        let mark = MARKS.iter().find(|(kind, _)| *kind == right.kind).map_or("", |(_, mark)| mark);
        let with = match right.mover.is_some() {
            true => format!("~{}", show_square(rules, right.mover, Dialect::Uci)),
            false => String::new(),
        };
        let text = square + mark + &with;
        if right.side == Side::First { text.to_ascii_uppercase() } else { text }
    });
    let squares: String = squares.collect();
    // Rights that nobody can use any more aren't read either way.
    if says_all(&squares) { squares } else { letters }
}

fn by_letters(rules: &Rules, position: &Position) -> String {
    let topology = rules.topology();
    let mut letters: Vec<(Side, bool, u16, char)> = Vec::new();
    let stands = |castle: &Castle, side: Side| position.at(castle.mover) == Piece::new(castle.kind, side);
    // Who may castle has not moved.
    let implied = |side: Side, square: Square| {
        rules.sides[side].castles.iter().any(|castle| {
            position.rights() & castle.right != 0
                && [castle.mover, castle.partner].contains(&square)
                && stands(castle, side)
        })
    };
    for (bit, right) in rules.rights.list.iter().enumerate() {
        if position.rights() >> bit & 1 == 0 {
            continue;
        }
        let file = topology.file(right.square);
        let by_file = (b'a' + (file % 26) as u8) as char;
        let letter = match right.kind {
            RightKind::Gate if implied(right.side, right.square) => continue,
            RightKind::Unmoved | RightKind::Gate => by_file,
            RightKind::Partner => {
                let castles = &rules.sides[right.side].castles;
                let mut of_it = castles.iter().filter(|castle| castle.right == 1 << bit);
                let here = of_it.clone().find(|castle| stands(castle, right.side));
                match here.or_else(|| of_it.next()) {
                    // A file's letter would say that something may enter there.
                    Some(castle) if castle.by_file && rules.gates.is_none() => by_file,
                    Some(castle) if castle.partner > castle.mover => 'k',
                    _ => 'q',
                }
            }
        };
        let letter = if right.side == Side::First { letter.to_ascii_uppercase() } else { letter };
        // Castling rights begin with the king's side, unmoved pieces with the first file.
        let place = if right.kind != RightKind::Partner { file } else { u16::MAX - file };
        letters.push((right.side, right.kind != RightKind::Partner, place, letter));
    }
    letters.sort_unstable();
    // Two on one file are said once.
    letters.dedup();
    let word: String = letters.into_iter().map(|(_, _, _, letter)| letter).collect();
    if word.is_empty() { "-".to_owned() } else { word }
}

/// Castling rights and rights of unmoved pieces. Rights whose pieces are not in place are dropped: GUIs write
/// `KQkq` by habit.
pub(super) fn read(rules: &Rules, position: &Position, word: &str, at: usize) -> Result<u64, Diagnostic> {
    let mut rights = 0;
    if word == "-" {
        return Ok(0);
    }
    if word.bytes().any(|byte| byte.is_ascii_digit()) {
        return by_squares(rules, position, word, at);
    }
    for (offset, letter) in word.char_indices() {
        if letter == '-' {
            continue;
        }
        if !letter.is_ascii_alphabetic() {
            let span = at + offset..at + offset + letter.len_utf8();
            return Err(Diagnostic::error(span, format!("`{letter}` is not a castling right"))
                .help("`KQkq`, letters of files, or `-`"));
        }
        let file = u16::from(letter.to_ascii_lowercase() as u8 - b'a');
        if file >= rules.topology().files() && !"kqKQ".contains(letter) {
            let span = at + offset..at + offset + 1;
            return Err(Diagnostic::error(
                span,
                format!("`{letter}` is no file of this board, on which somebody could castle"),
            )
            .help("`KQkq`, letters of files, or `-`"));
        }
        let side = if letter.is_ascii_uppercase() { Side::First } else { Side::Second };
        rights |= right_of_letter(rules, position, side, letter.to_ascii_lowercase());
    }
    Ok(rights)
}

fn right_of_letter(rules: &Rules, position: &Position, side: Side, letter: char) -> u64 {
    let topology = rules.topology();
    let file = letter as u16 - 'a' as u16;
    let usable = rules.sides[side].castles.iter().filter(|castle| castle.stands(rules, position.board(), side));
    let outer = |to_right: bool| {
        let on_side = usable.clone().filter(move |castle| (castle.partner > castle.mover) == to_right);
        if to_right { on_side.max_by_key(|castle| castle.partner) } else { on_side.min_by_key(|castle| castle.partner) }
    };
    let by_file = usable.clone().find(|castle| topology.file(castle.partner) == file);
    let stands = |square: Square| stands(position, side, square);
    let opens = |square: Square| rules.rights.bit(RightKind::Gate, side, square).unwrap_or(0);
    let castle = match letter {
        _ if rules.gates.is_some() && !['k', 'q'].contains(&letter) => None,
        'k' => outer(true).or(by_file),
        'q' => outer(false).or(by_file),
        _ => by_file,
    };
    // Where somebody castles `K` and `Q` say so, and are no files.
    let names_file = !['k', 'q'].contains(&letter) || usable.clone().next().is_none();
    let unmoved = rules.rights.list.iter().enumerate().filter(|(_, right)| {
        names_file
            && right.kind == RightKind::Unmoved
            && right.side == side
            && topology.file(right.square) == file
            && began_here(rules, position, right.square)
    });
    let rests = |square: Square| {
        let began = stands(square) && began_here(rules, position, square);
        rules.rights.bit(RightKind::Unmoved, side, square).filter(|_| began).unwrap_or(0)
    };
    let gates = match castle {
        // A right to castle says that both pieces have not moved.
        Some(castle) => {
            [castle.mover, castle.partner].map(|at| opens(at) | rests(at)).into_iter().fold(0, |a, b| a | b)
        }
        None => {
            let named = rules.rights.list.iter().filter(|right| {
                right.kind == RightKind::Gate
                    && right.side == side
                    && topology.file(right.square) == file
                    && stands(right.square)
            });
            named.fold(0, |bits, right| bits | opens(right.square))
        }
    };
    let castling = castle.map_or(0, |castle| with_partner(rules, position, side, castle.partner, None));
    gates | castling | unmoved.fold(0, |bits, (bit, _)| bits | 1 << bit)
}

/// `A2h1=`: rights by their squares, capitals for the first player.
fn by_squares(rules: &Rules, position: &Position, word: &str, at: usize) -> Result<u64, Diagnostic> {
    let (mut rights, mut start) = (0, 0);
    while start < word.len() {
        let rest = &word[start..];
        // The square at the beginning of what is left from some place on.
        let square_from = |start: usize| {
            let name = square_name(&word[start..]);
            let is_whole = name.starts_with(char::is_alphabetic) && name.ends_with(|c: char| c.is_ascii_digit());
            let square = find_square(rules, name, Dialect::Uci).filter(|_| is_whole);
            square.map(|square| (square, name)).ok_or_else(|| {
                let first = word[start..].chars().next().map_or(0, char::len_utf8);
                let end = start + name.len().max(first);
                Diagnostic::error(at + start..at + end, format!("`{}` is no square", &word[start..end]))
                    .help("where this field names squares, all of it does: `A2` makes a first move, `H1=` castles")
            })
        };
        let (square, name) = square_from(start)?;
        let side =
            if name.starts_with(|letter: char| letter.is_ascii_uppercase()) { Side::First } else { Side::Second };
        let marked = MARKS.iter().filter(|(_, mark)| rest[name.len()..].starts_with(mark));
        let (kind, mark) = marked.max_by_key(|(_, mark)| mark.len()).copied().unwrap_or(MARKS[0]);
        let is_there = stands(position, side, square);
        let own = |holds: bool| rules.rights.bit(kind, side, square).filter(|_| holds).unwrap_or(0);
        start += name.len() + mark.len();
        let mut mover = None;
        if kind == RightKind::Partner && word[start..].starts_with('~') {
            let (square, name) = square_from(start + 1)?;
            start += 1 + name.len();
            mover = Some(square);
        }
        rights |= match kind {
            RightKind::Unmoved => own(is_there && began_here(rules, position, square)),
            RightKind::Partner => with_partner(rules, position, side, square, mover),
            RightKind::Gate => own(is_there),
        };
    }
    Ok(rights)
}

/// What a text begins with, if it begins with a square.
fn square_name(text: &str) -> &str {
    let letters = text.bytes().take_while(u8::is_ascii_alphabetic).count();
    let digits = text[letters..].bytes().take_while(u8::is_ascii_digit).count();
    &text[..letters + digits]
}

/// The rights of all who may castle with the partner on a square, or of who begins on one square.
fn with_partner(rules: &Rules, position: &Position, side: Side, partner: Square, mover: Option<Square>) -> u64 {
    let castles = rules.sides[side].castles.iter();
    let with_it = castles.filter(|castle| {
        castle.partner == partner
            && mover.is_none_or(|mover| castle.mover == mover)
            && castle.stands(rules, position.board(), side)
    });
    with_it.fold(0, |rights, castle| rights | castle.right)
}

fn stands(position: &Position, side: Side, square: Square) -> bool {
    !position.at(square).is_empty() && position.at(square).side() == side
}

fn began_here(rules: &Rules, position: &Position, square: Square) -> bool {
    rules.homes[position.at(square).index()].contains(square)
}
