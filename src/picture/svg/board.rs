//! A position as SVG.

use super::super::board::Board;
use super::super::face::{Face, Style};
use super::super::marks::Mark;
use super::{BOARD, CELL, Setting, open, outline, symbols};
use crate::definition::Side;
use crate::rules::topology::{Square, SquareSet, Topology, Wrap};
use std::fmt::Write;

/// Room for coordinates.
const MARGIN: i32 = 24;
/// Height of a hand.
const HAND: u32 = 44;

/// Draws a board with everything on it. `words` describe the position to those who can't see it.
pub fn board(board: &Board, setting: Setting, words: &str) -> String {
    let (files, ranks) = (u32::from(board.topology.files()), u32::from(board.topology.ranks()));
    let hand = if board.hands.is_some() { HAND } else { 0 };
    let (width, height) = (files * CELL, ranks * CELL);
    // Names of players may be wider than a small board.
    let longest = board.players.iter().map(|name| name.chars().count() as u32).max().unwrap_or(0);
    let wide = if hand > 0 { width.max(8 * longest + 110) } else { width };
    let frame = (-MARGIN, -(hand as i32) - 12, wide + MARGIN as u32 + 12, height + MARGIN as u32 + 12 + 2 * hand);
    let faces = faces(board);
    let mut out = open(setting, frame, &board.title, words, BOARD);
    let marks = board.marks.used();
    let _ = write!(out, "<defs>\n{}", symbols::pieces(&faces, board.look));
    if board.chosen.is_some() {
        out.push_str(&symbols::marks(&marks));
    }
    out.push_str(&pattern(board.look.style, ranks));
    out.push_str("</defs>\n");
    ground(board, &mut out);
    areas(board, &mut out);
    edges(&board.topology, &mut out);
    coordinates(&board.topology, &mut out);
    for &at in board.last.iter().filter(|at| at.is_some()) {
        let (x, y) = corner(&board.topology, at);
        let _ = writeln!(out, "<rect class=\"last\" x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\"/>");
    }
    if let Some(at) = board.chosen {
        let (x, y) = corner(&board.topology, at);
        let _ = writeln!(out, "<rect class=\"chosen\" x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\"/>");
    }
    for (at, face) in &board.pieces {
        let (x, y) = corner(&board.topology, *at);
        use_symbol(&mut out, &faces, face, (x, y, CELL));
    }
    if board.chosen.is_some() {
        marks_on(&board.topology, &board.marks, &mut out);
    }
    hands(board, &faces, (width, height), &mut out);
    out.push_str("</svg>\n");
    out
}

/// All faces, each once.
fn faces(board: &Board) -> Vec<&Face> {
    let mut faces: Vec<&Face> = Vec::new();
    let held = board.hands.iter().flat_map(|hands| hands.0.iter().flatten().map(|(face, _)| face));
    for face in board.pieces.iter().map(|(_, face)| face).chain(held) {
        if !faces.contains(&face) {
            faces.push(face);
        }
    }
    faces
}

fn use_symbol(out: &mut String, faces: &[&Face], face: &Face, (x, y, side): (u32, u32, u32)) {
    let number = faces.iter().position(|known| *known == face).unwrap_or(0);
    let _ = writeln!(out, "<use href=\"#p{number}\" x=\"{x}\" y=\"{y}\" width=\"{side}\" height=\"{side}\"/>");
}

pub(super) fn corner(board: &Topology, at: Square) -> (u32, u32) {
    (u32::from(board.file(at)) * CELL, u32::from(board.ranks() - 1 - board.rank(at)) * CELL)
}

/// Marks on their squares.
pub(super) fn marks_on(board: &Topology, marks: &super::super::Marks, out: &mut String) {
    for at in marks.squares().iter() {
        let (x, y) = corner(board, at);
        let drawn: Vec<Mark> = marks.on(at).collect();
        let has_main = drawn.iter().any(|mark| mark.is_main());
        for (number, &mark) in drawn.iter().enumerate() {
            let (dx, dy, side) = symbols::place(mark, !has_main && number == 0);
            let name = mark.row().name;
            let _ = writeln!(
                out,
                "<use href=\"#m-{name}\" x=\"{}\" y=\"{}\" width=\"{side}\" height=\"{side}\"/>",
                x + dx,
                y + dy
            );
        }
    }
}

/// Two squares of a rank and the two behind them, repeated all over the board.
fn pattern(style: Style, ranks: u32) -> String {
    match style {
        Style::Checkered => {
            // a1 is dark, wherever the top of the board is.
            let dark = if ranks.is_multiple_of(2) { "M40 0h40v40h-40zM0 40h40v40h-40z" } else { "M0 0h40v40h-40zM40 40h40v40h-40z" };
            format!(
                "<pattern id=\"squares\" width=\"80\" height=\"80\" patternUnits=\"userSpaceOnUse\"><rect class=\"light\" width=\"80\" height=\"80\"/><path class=\"dark\" d=\"{dark}\"/></pattern>\n"
            )
        }
        Style::Plain => "<pattern id=\"squares\" width=\"40\" height=\"40\" patternUnits=\"userSpaceOnUse\"><rect class=\"wood\" width=\"40\" height=\"40\"/><path class=\"lines\" d=\"M0 0H40M0 0V40\"/></pattern>\n".to_owned(),
        Style::Points => String::new(),
    }
}

/// The squares; where there are holes there is nothing.
fn ground(board: &Board, out: &mut String) {
    let topology = &board.topology;
    let shape = outline::fill(topology, &topology.squares().collect());
    match board.look.style {
        Style::Checkered | Style::Plain => {
            let _ = writeln!(out, "<path fill=\"url(#squares)\" d=\"{shape}\"/>");
        }
        Style::Points => {
            let _ = writeln!(out, "<path class=\"wood\" d=\"{shape}\"/>");
            let _ = writeln!(out, "<path class=\"lines\" d=\"{}\"/>", points(board));
        }
    }
}

/// Lines from point to point; they stop at a river, cross courts, and join the points of areas that are drawn lines.
fn points(board: &Board) -> String {
    let topology = &board.topology;
    let (files, ranks) = (u32::from(topology.files()), u32::from(topology.ranks()));
    let half = CELL / 2;
    let river = board.areas.iter().any(|area| area.is_half(topology)).then_some(ranks / 2);
    let mut path = String::new();
    for rank in 0..ranks {
        let _ = write!(path, "M{half} {}H{}", rank * CELL + half, files * CELL - half);
    }
    for file in 0..files {
        let (x, bottom) = (file * CELL + half, ranks * CELL - half);
        match river {
            Some(middle) if file > 0 && file + 1 < files => {
                let (above, below) = ((middle - 1) * CELL + half, middle * CELL + half);
                let _ = write!(path, "M{x} {half}V{above}M{x} {below}V{bottom}");
            }
            _ => {
                let _ = write!(path, "M{x} {half}V{bottom}");
            }
        }
    }
    for area in &board.areas {
        for set in area.squares.0.iter().filter(|set| is_court(topology, set) || is_line(topology, set)) {
            diagonals(topology, set, &mut path);
        }
    }
    path
}

/// Lines between diagonal neighbours; those of a court meet in its middle.
fn diagonals(board: &Topology, set: &SquareSet, path: &mut String) {
    let centre = |at: Square| (i32::from(board.file(at)), i32::from(board.rank(at)));
    let middle = set.iter().filter(|_| is_court(board, set)).nth(4);
    let place = |(file, rank): (i32, i32)| {
        (file * CELL as i32 + CELL as i32 / 2, (i32::from(board.ranks()) - rank) * CELL as i32 - CELL as i32 / 2)
    };
    for from in set.iter() {
        for to in set.iter().filter(|&to| to > from) {
            let ((x, y), (other_x, other_y)) = (centre(from), centre(to));
            let joined = (x - other_x).abs() == 1 && (y - other_y).abs() == 1;
            if joined && middle.is_none_or(|middle| from == middle || to == middle) {
                let ((x, y), (other_x, other_y)) = (place((x, y)), place((other_x, other_y)));
                let _ = write!(path, "M{x} {y}L{other_x} {other_y}");
            }
        }
    }
}

/// No two of its squares share a side.
fn is_line(board: &Topology, set: &SquareSet) -> bool {
    let next = |at: Square, dx, dy| board.leap(at, dx, dy, Wrap::AsBoard).is_some_and(|next| set.contains(next));
    set.len() > 1 && set.iter().all(|at| !next(at, 1, 0) && !next(at, 0, 1))
}

/// A square of three by three.
fn is_court(board: &Topology, set: &SquareSet) -> bool {
    let ends = set.iter().next().zip(set.iter().last());
    ends.is_some_and(|(low, high)| {
        set.len() == 9 && board.file(high) == board.file(low) + 2 && board.rank(high) == board.rank(low) + 2
    })
}

/// Zones: belts by their border only, others tinted as well.
fn areas(board: &Board, out: &mut String) {
    let topology = &board.topology;
    let points = board.look.style == Style::Points;
    for area in &board.areas {
        let drawn = |set| is_court(topology, set) || is_line(topology, set);
        if points && (area.is_half(topology) || area.squares.0.iter().all(drawn)) {
            continue;
        }
        let _ = write!(out, "<g><title>{}</title>", super::escape(&area.title));
        let (first, second) = (&area.squares[Side::First], &area.squares[Side::Second]);
        let sets = if first == second { vec![first] } else { vec![first, second] };
        for set in sets {
            if !area.is_belt(topology) {
                let _ = write!(out, "<path class=\"zone\" d=\"{}\"/>", outline::fill(topology, set));
            }
            let class = if area.promotes { "promotion" } else { "border" };
            let _ = write!(out, "<path class=\"{class}\" d=\"{}\"/>", outline::border(topology, set, false));
        }
        out.push_str("</g>\n");
    }
}

/// The edge of the board, another where it is joined.
fn edges(board: &Topology, out: &mut String) {
    let (width, height) = (u32::from(board.files()) * CELL, u32::from(board.ranks()) * CELL);
    let rim = match (0..board.cells()).any(|index| board.is_hole(Square::from_index(index))) {
        true => outline::border(board, &board.squares().collect(), true),
        false if board.layers => format!("M0 0H{width}V{height}H0zM{} 0V{height}", width / 2),
        false => format!("M0 0H{width}V{height}H0z"),
    };
    let _ = writeln!(out, "<path class=\"rim\" d=\"{rim}\"/>");
    if board.wrap_files {
        let _ = writeln!(
            out,
            "<path class=\"joined\" d=\"M0 0V{height}M{width} 0V{height}\"><title>joined edges</title></path>"
        );
    }
    if board.wrap_ranks {
        let _ = writeln!(
            out,
            "<path class=\"joined\" d=\"M0 0H{width}M0 {height}H{width}\"><title>joined edges</title></path>"
        );
    }
}

pub(super) fn coordinates(board: &Topology, out: &mut String) {
    let (ranks, half) = (u32::from(board.ranks()), CELL / 2);
    let below = ranks * CELL + 17;
    for file in 0..board.files() {
        let x = u32::from(file) * CELL + half;
        let _ = write!(out, "<text class=\"label\" x=\"{x}\" y=\"{below}\">{}</text>", Topology::file_name(file));
    }
    for rank in 0..board.ranks() {
        let y = (ranks - 1 - u32::from(rank)) * CELL + half + 5;
        let _ = write!(out, "<text class=\"label\" x=\"-12\" y=\"{y}\">{}</text>", rank + 1);
    }
    out.push('\n');
}

/// The first player's hand below the board, the second's above.
fn hands(board: &Board, faces: &[&Face], (width, height): (u32, u32), out: &mut String) {
    let Some(hands) = &board.hands else { return };
    for side in Side::BOTH {
        let y = if side == Side::First { height as i32 + MARGIN } else { -(HAND as i32) };
        let name = super::escape(&board.players[side.index()]);
        let held = &hands[side];
        let nothing = if held.is_empty() { ": nothing in hand" } else { ":" };
        let _ = writeln!(out, "<text class=\"small\" x=\"0\" y=\"{}\">{name}{nothing}</text>", y + 26);
        let start = 12 + 9 * (board.players[side.index()].chars().count() as u32 + 1);
        let room = (width.saturating_sub(start)) / (held.len().max(1) as u32);
        let step = room.min(58);
        for (number, (face, count)) in held.iter().enumerate() {
            let x = start + number as u32 * step;
            let number = faces.iter().position(|known| *known == face).unwrap_or(0);
            let _ = write!(out, "<use href=\"#p{number}\" x=\"{x}\" y=\"{}\" width=\"32\" height=\"32\"/>", y + 5);
            if *count > 1 {
                let _ = write!(out, "<text class=\"small\" x=\"{}\" y=\"{}\">×{count}</text>", x + 32, y + 30);
            }
        }
        out.push('\n');
    }
}
