//! Drawing as SVG.
//!
//! A drawing is small: each piece and mark is a symbol that is used where it stands. Colours are classes of one style sheet, which
//! knows light and dark; whoever puts several drawings on a page gives it the sheet once.

mod board;
mod chessmen;
mod diagram;
mod outline;
mod symbols;

pub use board::board;
pub use diagram::{diagram, diagram_with_legend};
pub use symbols::{faces, kind_symbol, kinds as kind_symbols, marks as mark_symbols};

/// Colours of move diagrams and marks.
pub const MARKS_STYLE: &str = include_str!("svg/marks.css");
/// Colours of boards and pieces; marks on them need the other sheet as well.
pub const BOARD_STYLE: &str = include_str!("svg/board.css");

/// The class of a move diagram, and that of a board.
const MOVES: &str = "moves";
const BOARD: &str = "board";

/// Side of a square.
const CELL: u32 = 40;

/// Whether a drawing stands alone or on a page that has the style sheet and symbols.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Setting {
    Alone,
    OnPage,
}

/// Text as it may stand in SVG and HTML, between tags or in quotation marks. Characters that XML forbids are left out.
pub fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            '\n' | '\t' => escaped.push(letter),
            '\u{0}'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => {}
            _ => escaped.push(letter),
        }
    }
    escaped
}

/// The opening tag and what is said to those who can't see the drawing. `id` tells drawings of one page apart.
fn open(
    setting: Setting,
    (x, y, width, height): (i32, i32, u32, u32),
    title: &str,
    words: &str,
    class: &str,
) -> String {
    let namespace = match setting {
        Setting::Alone => format!(" xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\""),
        // A small board is not blown up to fill its column.
        Setting::OnPage => format!(" style=\"max-width:{}px\"", width * 3 / 2),
    };
    let style = match setting {
        Setting::Alone if class == MOVES => format!("<style>{MARKS_STYLE}</style>\n"),
        Setting::Alone => format!("<style>{MARKS_STYLE}{BOARD_STYLE}</style>\n"),
        Setting::OnPage => String::new(),
    };
    format!(
        "<svg{namespace} class=\"{class}\" viewBox=\"{x} {y} {width} {height}\" role=\"img\" aria-label=\"{}\">\n<title>{}</title>\n<desc>{}</desc>\n{style}",
        escape(title),
        escape(title),
        escape(words)
    )
}
