//! The board as text.
//!
//! Pieces are drawn with the variant's glyphs, or letters; some glyphs are two cells wide. Where both players' glyphs
//! are the same, the second player's have a `v` before them, as shogi diagrams have. Without colours the last move is
//! marked by brackets.

use super::words::{has_shogi_squares, player};
use crate::definition::{Kind, Side};
use crate::game::Game;
use crate::notation::{self, Dialect};
use crate::rules::Piece;
use crate::rules::topology::Square;

/// How to draw.
#[derive(Clone, Copy, Debug)]
pub struct Look {
    pub ascii: bool,
    pub colour: bool,
    /// From the second player's side.
    pub flipped: bool,
}

/// The board, rank by rank, with coordinates and hands.
pub fn draw(game: &Game, look: Look) -> Vec<String> {
    draw_marked(game, look, &|_| None)
}

/// The same with marks: a letter before what stands on a square, or in the middle of an empty one.
pub fn draw_marked(game: &Game, look: Look, mark: &dyn Fn(Square) -> Option<char>) -> Vec<String> {
    let rules = game.rules();
    let topology = rules.topology();
    let cells = all_texts(game, look);
    let width = cells.iter().map(|text| columns(text)).max().unwrap_or(1);
    let mut ranks: Vec<u16> = (0..topology.ranks()).rev().collect();
    let mut files: Vec<u16> = (0..topology.files()).collect();
    if look.flipped {
        ranks.reverse();
        files.reverse();
    }
    let (upper, lower) = if look.flipped { (Side::First, Side::Second) } else { (Side::Second, Side::First) };
    let last: Vec<Square> = game.position().last_move().map_or(Vec::new(), |mv| vec![mv.from, mv.to]);
    let name = |file: u16, rank: u16, dialect| {
        topology.square(file, rank).map(|square| notation::show_square(rules, square, dialect)).unwrap_or_default()
    };
    let shogi = has_shogi_squares(game);
    // Between two layers.
    let seam = topology.layers.then_some(usize::from(topology.width()));
    let mut lines = Vec::new();
    lines.extend(hand(game, upper, look));
    if shogi {
        let digits = |file: u16| name(file, 0, Dialect::Usi).trim_end_matches(char::is_alphabetic).to_owned();
        lines.push(header(&files, seam, width, digits));
    }
    for &rank in &ranks {
        let number = name(0, rank, Dialect::Uci).trim_start_matches(char::is_alphabetic).to_owned();
        let mut line = format!("{number:>3} ");
        for (at, &file) in files.iter().enumerate() {
            let Some(square) = topology.square(file, rank) else { continue };
            line.push_str(if Some(at) == seam { " | " } else { "" });
            line.push_str(&cell(game, square, width, (last.contains(&square), mark(square)), look));
        }
        if shogi {
            line.push(' ');
            line.push_str(name(0, rank, Dialect::Usi).trim_start_matches(|c: char| c.is_ascii_digit()));
        }
        lines.push(line.trim_end().to_owned());
    }
    let letters = |file: u16| name(file, 0, Dialect::Uci).trim_end_matches(|c: char| c.is_ascii_digit()).to_owned();
    lines.push(header(&files, seam, width, letters));
    lines.extend(hand(game, lower, look));
    lines
}

fn header(files: &[u16], seam: Option<usize>, width: usize, name: impl Fn(u16) -> String) -> String {
    let gap = |at: usize| if Some(at) == seam { "   " } else { "" };
    let cell = |(at, &file): (usize, &u16)| format!("{} {} ", gap(at), pad(&name(file), width));
    let line: String = files.iter().enumerate().map(cell).collect();
    format!("    {}", line.trim_end())
}

/// One square: a border cell, the piece, a border cell.
fn cell(game: &Game, square: Square, width: usize, (last, mark): (bool, Option<char>), look: Look) -> String {
    let topology = game.rules().topology();
    let piece = game.position().at(square);
    let text = if topology.is_hole(square) {
        String::new()
    } else if piece.is_empty() {
        if let Some(mark) = mark {
            mark.to_string()
        } else if look.colour {
            String::new()
        } else {
            ".".to_owned()
        }
    } else {
        piece_text(game, piece, look)
    };
    let text = pad(&text, width);
    if !look.colour || topology.is_hole(square) {
        let (left, right) = if last { ('[', ']') } else { (' ', ' ') };
        let left = mark.filter(|_| !piece.is_empty()).unwrap_or(left);
        return format!("{left}{text}{right}");
    }
    let light = (topology.file(square) + topology.rank(square)) % 2 == 1;
    let background = match (light, last) {
        (true, false) => 180,
        (false, false) => 137,
        (true, true) => 186,
        (false, true) => 143,
    };
    let ink = if !piece.is_empty() && piece.side() == Side::First { 231 } else { 16 };
    let left = mark.filter(|_| !piece.is_empty()).unwrap_or(' ');
    format!("\u{1b}[1;38;5;{ink};48;5;{background}m{left}{text} \u{1b}[0m")
}

fn piece_text(game: &Game, piece: Piece, look: Look) -> String {
    let rules = game.rules();
    let info = rules.kind(piece.kind());
    let glyphs = &rules.definition.piece(info.base).glyphs;
    let symbol = &info.symbol[piece.side()];
    match glyphs[piece.side()].filter(|_| !info.is_wall) {
        Some(glyph) if !look.ascii => {
            let shared = glyphs[Side::First] == glyphs[Side::Second];
            if uses_marks(game) {
                let mark = if piece.side() == Side::Second { 'v' } else { ' ' };
                format!("{mark}{glyph}")
            } else if shared && piece.side() == Side::Second {
                format!("v{glyph}")
            } else {
                glyph.to_string()
            }
        }
        _ => symbol.clone(),
    }
}

/// Some kind looks the same for both players, so all of one player's pieces are marked.
fn uses_marks(game: &Game) -> bool {
    let same = |glyphs: &[Option<char>; 2]| glyphs[0].is_some() && glyphs[0] == glyphs[1];
    game.rules().definition.pieces.iter().any(|piece| same(&piece.glyphs.0))
}

/// Every text a square can hold, to find the widest.
fn all_texts(game: &Game, look: Look) -> Vec<String> {
    let kinds = (0..game.rules().kinds.len()).map(|index| Kind(index as u16));
    let pieces = kinds.flat_map(|kind| Side::BOTH.map(|side| Piece::new(kind, side)));
    pieces.map(|piece| piece_text(game, piece, look)).collect()
}

/// What a player has in hand, if this variant has hands.
fn hand(game: &Game, side: Side, look: Look) -> Option<String> {
    let hands = game.rules().definition.hands.as_ref()?;
    let held = hands.kinds.iter().filter_map(|&kind| {
        let count = game.position().hand(side, kind);
        let letter = &game.rules().kind(kind).symbol[Side::First];
        let text = match game.rules().definition.piece(kind).glyphs[side] {
            Some(glyph) if !look.ascii => format!("{glyph} {letter}"),
            _ => letter.clone(),
        };
        match count {
            0 => None,
            1 => Some(text),
            _ => Some(format!("{text} x{count}")),
        }
    });
    let held: Vec<String> = held.collect();
    let list = if held.is_empty() { "nothing".to_owned() } else { held.join(", ") };
    Some(format!("    {} holds {list}", player(game, side)))
}

/// Centred in so many terminal cells.
fn pad(text: &str, width: usize) -> String {
    let room = width.saturating_sub(columns(text));
    let left = room / 2;
    format!("{}{text}{}", " ".repeat(left), " ".repeat(room - left))
}

/// Number of terminal cells.
fn columns(text: &str) -> usize {
    text.chars().map(cells).sum()
}

/// Chinese, Japanese and Korean characters are two cells wide.
fn cells(c: char) -> usize {
    let wide = matches!(u32::from(c),
        0x1100..=0x115F | 0x2E80..=0xA4CF | 0xAC00..=0xD7A3 | 0xF900..=0xFAFF | 0xFE30..=0xFE4F
        | 0xFF00..=0xFF60 | 0xFFE0..=0xFFE6 | 0x1F300..=0x1FAFF | 0x20000..=0x3FFFD);
    if wide { 2 } else { 1 }
}
