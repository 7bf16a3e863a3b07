//! Pieces and marks as symbols of 40 by 40.

use super::super::face::{Face, Look, Shape, Style};
use super::super::marks::Mark;
use super::{chessmen, escape};
use crate::definition::{Kind, Side};
use crate::rules::{Piece, Rules};

/// Symbols `p0`, `p1`… of different faces.
pub fn pieces(faces: &[&Face], look: Look) -> String {
    let mut defs = String::new();
    for (number, face) in faces.iter().enumerate() {
        defs.push_str(&symbol(&format!("p{number}"), face, look));
    }
    defs
}

/// A face as a symbol.
fn symbol(id: &str, face: &Face, look: Look) -> String {
    // Chessmen leave room around them.
    let view = if matches!(face.kind, Shape::Chessman(_)) { "2 1.5 36 36" } else { "0 0 40 40" };
    let (title, drawn) = (escape(&face.title), piece(face, look));
    format!("<symbol id=\"{id}\" viewBox=\"{view}\"><title>{title}</title>{drawn}</symbol>\n")
}

/// Symbols `k0`, `k1`… of the first player's pieces of all kinds.
pub fn kinds(rules: &Rules, look: Look) -> String {
    let face = |kind| Face::of(rules, look, Piece::new(kind, Side::First));
    rules.definition.kinds().map(|kind| symbol(&kind_symbol(kind), &face(kind), look)).collect()
}

/// The name of the symbol of a kind.
pub fn kind_symbol(kind: Kind) -> String {
    format!("k{}", kind.index())
}

/// Both players' pieces of a kind, side by side, for a line of text.
pub fn faces(rules: &Rules, look: Look, kind: Kind) -> String {
    let faces = Side::BOTH.map(|side| Face::of(rules, look, Piece::new(kind, side)));
    let drawn: String = faces
        .iter()
        .enumerate()
        .map(|(number, face)| format!("<g transform=\"translate({} 0)\">{}</g>", 40 * number, piece(face, look)))
        .collect();
    format!("<svg class=\"board faces\" viewBox=\"0 0 80 40\" aria-hidden=\"true\">{drawn}</svg>")
}

fn piece(face: &Face, look: Look) -> String {
    let ink = look.inks[face.side.index()];
    match &face.kind {
        Shape::Chessman(glyph) => {
            let (outline, inner) = chessmen::paths(*glyph);
            let inner = if inner.is_empty() { String::new() } else { format!("<path class=\"inner\" d=\"{inner}\"/>") };
            let side = if face.side == Side::First { "light" } else { "dark" };
            format!("<g class=\"man men-{side}\"><path d=\"{outline}\"/>{inner}</g>")
        }
        Shape::Disc(text) => {
            let ring = match look.style {
                Style::Points => "<circle class=\"ring\" cx=\"20\" cy=\"20\" r=\"14.3\"/>",
                Style::Checkered | Style::Plain => "",
            };
            let words = letters(text, 20.0, 26.0, 21.0);
            format!("<g class=\"disc ink-{ink}\"><circle class=\"base\" cx=\"20\" cy=\"20\" r=\"17\"/>{ring}{words}</g>")
        }
        Shape::Wedge { text, promoted } => {
            let turned = if face.side == Side::Second { " transform=\"rotate(180 20 20)\"" } else { "" };
            let promoted = if *promoted { " promoted" } else { "" };
            let words = letters(text, 22.5, 24.0, 19.0);
            format!(
                "<g class=\"wedge{promoted}\"{turned}><path class=\"base\" d=\"M20 2.500L30.500 7.500L34.500 37H5.500L9.500 7.500z\"/>{words}</g>"
            )
        }
        Shape::Wall => "<g class=\"wall\"><rect x=\"3\" y=\"3\" width=\"34\" height=\"34\" rx=\"3\"/><path d=\"M3 14.500H37M3 25.500H37M20 3V14.500M11.500 14.500V25.500M28.500 14.500V25.500M20 25.500V37\"/></g>".to_owned(),
    }
}

/// A text as large as fits, in the middle of the square.
fn letters(text: &str, middle: f32, width: f32, most: f32) -> String {
    // A character of Chinese or Japanese is as wide as high, a letter about two thirds of it.
    let ems: f32 = text.chars().map(|letter| if letter > '\u{2e80}' { 1.0 } else { 0.68 }).sum();
    let size = (width / ems.max(0.1)).min(most);
    format!("<text x=\"20\" y=\"{:.1}\" font-size=\"{size:.1}\">{}</text>", middle + size * 0.36, escape(text))
}

/// Symbols `m-…` of marks, and of the piece they are about.
pub fn marks(used: &[Mark]) -> String {
    let symbol = |name: &str, shape: &str| {
        format!("<symbol id=\"m-{name}\" viewBox=\"0 0 40 40\"><g class=\"m m-{name}\">{shape}</g></symbol>\n")
    };
    let mut defs = symbol("piece", "<circle cx=\"20\" cy=\"20\" r=\"13\"/>");
    used.iter().for_each(|mark| defs.push_str(&symbol(mark.row().name, shape(*mark))));
    defs
}

fn shape(mark: Mark) -> &'static str {
    match mark {
        Mark::Both => "<circle cx=\"20\" cy=\"20\" r=\"8.500\"/>",
        Mark::Quiet => "<circle cx=\"20\" cy=\"20\" r=\"7\"/>",
        Mark::Capture => "<path d=\"M13 13L27 27M27 13L13 27\"/>",
        Mark::Initial => "<path d=\"M20 10L30 20L20 30L10 20z\"/>",
        Mark::Castling => "<path d=\"M11 15H29M11 25H29M25 11L29 15M15 29L11 25\"/>",
        Mark::Hop => "<path d=\"M9 27C10 11 30 11 31 27M31 27L33 20.500M31 27L24.500 25\"/>",
        Mark::Landing => "<path d=\"M14 10.500L29 20L14 29.500z\"/>",
        Mark::Victim => {
            "<path d=\"M20 3L23.500 12.500L32 8L28.500 17L38 20L28.500 23.500L32 32L23.500 28.500L20 38L16.500 28.500L8 32L11.500 23.500L2 20L11.500 17L8 8L16.500 12.500z\"/>"
        }
        Mark::HopCapture => "<path d=\"M4 30C6 4 34 4 36 30M14 18L26 32M26 18L14 32\"/>",
        Mark::Friend => "<path d=\"M6 14H33M25 6L33 14L25 22M34 28H7M15 20L7 28L15 36\"/>",
        Mark::Unload => "<path d=\"M20 4V26M10 17L20 27L30 17M6 35H34\"/>",
        Mark::Royal => "<path d=\"M5 32L3 10L12 19L20 6L28 19L37 10L35 32z\"/>",
        Mark::FirstLeg => "<path d=\"M9 34V12H32M24 4L33 12L24 20\"/>",
    }
}

/// Where a mark stands in a square of 40 by 40: its corner, and its side. Without a main mark the one beside it has the middle.
pub fn place(mark: Mark, alone: bool) -> (u32, u32, u32) {
    match mark {
        _ if mark.is_main() => (0, 0, 40),
        _ if alone => (9, 9, 22),
        Mark::Victim | Mark::Friend => (23, 3, 14),
        Mark::HopCapture | Mark::Royal => (3, 3, 14),
        Mark::Unload => (23, 23, 14),
        _ => (3, 23, 14),
    }
}
