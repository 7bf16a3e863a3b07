//! A move diagram as SVG.

use super::super::diagram::{Diagram, INCOMPLETE};
use super::board::{coordinates, corner, marks_on};
use super::{CELL, MOVES, Setting, escape, open, symbols};
use std::fmt::Write;

/// Height of a line of the legend.
const LINE: u32 = 26;

/// The diagram without a legend, for a page that has the symbols; `piece` is the one that moves.
pub fn diagram(diagram: &Diagram, title: &str, piece: &str) -> String {
    let (width, height) = size(diagram);
    let frame = (-2, -2, width + 4, height + 4);
    let mut out = open(Setting::OnPage, frame, title, &diagram.words(), MOVES);
    squares(diagram, piece, &mut out);
    out.push_str("</svg>\n");
    out
}

/// The diagram with coordinates and a legend: a file of its own.
pub fn diagram_with_legend(diagram: &Diagram, title: &str) -> String {
    let (width, height) = size(diagram);
    let used = diagram.marks.used();
    let lines = 1 + used.len() as u32 + u32::from(diagram.marks.incomplete);
    let below = height + 30;
    // The longest line of a legend needs about this much.
    let frame = (-24, -6, width.max(300) + 32, below + lines * LINE + 10);
    let mut out = open(Setting::Alone, frame, title, &diagram.words(), MOVES);
    let _ = write!(out, "<defs>\n{}</defs>\n", symbols::marks(&used));
    squares(diagram, "m-piece", &mut out);
    coordinates(&diagram.topology, &mut out);
    let mut line = |number: u32, name: &str, words: &str| {
        let y = below + number * LINE;
        if !name.is_empty() {
            let _ = write!(out, "<use href=\"#m-{name}\" x=\"0\" y=\"{y}\" width=\"22\" height=\"22\"/>");
        }
        let _ = writeln!(out, "<text class=\"small\" x=\"32\" y=\"{}\">{}</text>", y + 16, escape(words));
    };
    line(0, "piece", diagram.piece_words());
    for (number, &mark) in used.iter().enumerate() {
        line(number as u32 + 1, mark.row().name, mark.row().meaning);
    }
    if diagram.marks.incomplete {
        line(lines - 1, "", INCOMPLETE);
    }
    out.push_str("</svg>\n");
    out
}

fn size(diagram: &Diagram) -> (u32, u32) {
    (u32::from(diagram.topology.files()) * CELL, u32::from(diagram.topology.ranks()) * CELL)
}

/// Lines, marks and the piece.
fn squares(diagram: &Diagram, piece: &str, out: &mut String) {
    let (width, height) = size(diagram);
    let board = &diagram.topology;
    let _ = writeln!(out, "<rect class=\"plain\" width=\"{width}\" height=\"{height}\"/>");
    let across = (0..=height).step_by(CELL as usize).map(|y| format!("M0 {y}H{width}"));
    let along = (0..=width).step_by(CELL as usize).map(|x| format!("M{x} 0V{height}"));
    let _ = writeln!(out, "<path class=\"grid\" d=\"{}\"/>", across.chain(along).collect::<String>());
    let (x, y) = corner(board, diagram.origin);
    let _ = writeln!(out, "<use href=\"#{piece}\" x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\"/>");
    marks_on(board, &diagram.marks, out);
}
