//! The definition of an Interactive Diagram of chessvariants.com, as its Design Wizard writes it.
//!
//! Lines `key=value`, and a line for each piece: `name:ID:moves:image:squares:number in hand`. The moves are XBetza, as they are
//! here. What is only about looks is passed over; tags round the definition, too. `read.rs` reads the lines; here they become
//! statements.

mod read;

use super::ini::Word;
use super::outline::Translation;
use crate::definition::{PerSide, Side, xboard_names};
use crate::diagnostic::Diagnostic;
use crate::position::fen::show_row;
use crate::rules::topology::Topology;
use read::{Diagram, Piece, Symmetry};

pub use read::is_diagram;

/// Moves of pieces that the Diagram knows by their names.
const KNOWN: &[(&str, &str)] = &[
    ("pawn", "fmWfceFifmnD"),
    ("knight", "N"),
    ("bishop", "B"),
    ("rook", "R"),
    ("queen", "Q"),
    ("king", "KisO2"),
    ("archbishop", "BN"),
    ("cardinal", "BN"),
    ("princess", "BN"),
    ("chancellor", "RN"),
    ("marshall", "RN"),
    ("empress", "RN"),
    ("amazon", "QN"),
    ("wazir", "W"),
    ("ferz", "F"),
    ("alfil", "A"),
    ("dabbaba", "D"),
    ("elephant", "FA"),
    ("camel", "C"),
    ("zebra", "Z"),
    ("giraffe", "CX"),
    ("mann", "K"),
    ("man", "K"),
    ("commoner", "K"),
    ("guard", "K"),
    ("nightrider", "N0"),
    ("grasshopper", "gQ"),
    ("cannon", "mRcpR"),
    ("silver", "FfW"),
    ("gold", "WfF"),
    ("lance", "fR"),
];

/// The diagram as a variant of ours; `stem` is the name of the file.
pub fn translate(text: &str, stem: &str) -> Translation {
    let (diagram, found) = read::read(text);
    let mut out = Translation::default();
    let writer = Writer::new(&diagram, stem);
    let diagnostics = writer.write(&mut out);
    out.diagnostics = found.into_iter().chain(diagnostics).collect();
    if out.diagnostics.iter().any(Diagnostic::is_error) {
        // What is wrong with the foreign text would only be said again about ours.
        let diagnostics = std::mem::take(&mut out.diagnostics);
        out = Translation::default();
        out.diagnostics = diagnostics;
    }
    out
}

struct Writer<'a> {
    diagram: &'a Diagram,
    name: String,
    /// Our names and letters of its pieces, in their order.
    names: Vec<String>,
    letters: Vec<String>,
}

fn plain(text: &str) -> String {
    let fine = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit();
    let lower = text.to_lowercase();
    lower.split(|c| !fine(c)).filter(|part| !part.is_empty()).collect::<Vec<_>>().join("-")
}

impl<'a> Writer<'a> {
    fn new(diagram: &'a Diagram, stem: &str) -> Writer<'a> {
        let name = plain(stem);
        let name = if name.is_empty() { "diagram".to_owned() } else { name };
        let (mut names, mut letters): (Vec<String>, Vec<String>) = (Vec::new(), Vec::new());
        for piece in &diagram.pieces {
            let own = plain(&piece.name.text);
            let own = if own.starts_with(|c: char| c.is_ascii_lowercase()) { own } else { format!("piece-{own}") };
            let own = own.trim_end_matches('-').to_owned();
            let same = names.iter().filter(|name| **name == own || name.starts_with(&format!("{own}-"))).count();
            names.push(if names.contains(&own) { format!("{own}-{}", same + 1) } else { own });
            letters.push(letter(&piece.id(), &letters));
        }
        Writer { diagram, name, names, letters }
    }

    fn write(&self, out: &mut Translation) -> Vec<Diagnostic> {
        let mut found = Vec::new();
        let diagram = self.diagram;
        let origin = diagram.span.clone();
        let mut line = |text: String, at: &crate::diagnostic::Span| out.line(&text, at.clone());
        line(format!("variant {}", self.name), &origin);
        if xboard_names::recognised(&self.name).is_some_and(|known| known != self.name) {
            line(format!("  cecp {}", xboard_names::free(&self.name)), &origin);
        }
        line(String::new(), &origin);
        line(format!("  board {}x{}", diagram.files, diagram.ranks), &origin);
        if !diagram.holes.is_empty() {
            let holes: Vec<String> = diagram.holes.iter().map(|&square| spell(square)).collect();
            line(format!("  holes {}", holes.join(", ")), &diagram.holes_span);
        }
        line(String::new(), &origin);
        let royals = self.royals(&mut found);
        for (index, piece) in diagram.pieces.iter().enumerate() {
            match moves(piece) {
                Some(moves) => {
                    let mut text = format!("  piece {} {} \"{moves}\"", self.names[index], self.letters[index]);
                    if royals.contains(&index) {
                        text.push_str(", royal");
                    }
                    if index < diagram.most_promoting && plain(&piece.name.text).contains("pawn") {
                        text.push_str(", resets counter");
                    }
                    line(text, piece.moves.as_ref().map_or(&piece.name.span, |moves| &moves.span));
                }
                None => found.push(
                    Diagnostic::error(piece.name.span.clone(), format!("`{}` has no moves", piece.name.text))
                        .help("write them behind the second `:`; only common pieces are known by their names"),
                ),
            }
        }
        line(String::new(), &origin);
        line(format!("  start \"{}\"", self.start(&mut found)), &origin);
        if diagram.pieces.iter().any(|piece| piece.in_hand > 0) {
            let held = diagram.pieces.iter().zip(&self.names).filter(|(piece, _)| piece.in_hand > 0);
            let held: Vec<&str> = held.map(|(_, name)| name.as_str()).collect();
            line(format!("  hand from start, of {}", held.join(", ")), &origin);
        }
        if let Some(shuffle) = self.shuffle(&mut found) {
            line(format!("  shuffle {shuffle}"), &origin);
        }
        line(String::new(), &origin);
        for (text, span) in self.promotions(&royals, &mut found) {
            line(text, &span);
        }
        if let Some((result, span)) = &diagram.stalemate {
            line(format!("  stalemate is {result}"), span);
        }
        line("  repetition 3 is draw".to_owned(), &origin);
        line("  counter at 50 moves is draw".to_owned(), &origin);
        out.is_variant(&self.name, origin);
        found
    }

    /// Pieces by number or ID; without any, the one that is called king.
    fn royals(&self, found: &mut Vec<Diagnostic>) -> Vec<usize> {
        let pieces = &self.diagram.pieces;
        if self.diagram.royals.is_empty() {
            return pieces.iter().position(|piece| piece.name.text.eq_ignore_ascii_case("king")).into_iter().collect();
        }
        let number = |word: &Word| match word.text.parse::<usize>() {
            Ok(number) => number.checked_sub(1).filter(|&index| index < pieces.len()),
            Err(_) => pieces.iter().position(|piece| piece.id() == word.text),
        };
        let mut royals = Vec::new();
        for word in &self.diagram.royals {
            match number(word) {
                Some(index) => royals.push(index),
                None => found.push(
                    Diagnostic::error(word.span.clone(), format!("there is no piece `{}`", word.text))
                        .label(format!("{} pieces are defined", pieces.len()))
                        .help("a royal piece is named by its number in the list, from 1, or by its ID"),
                ),
            }
        }
        royals
    }

    fn start(&self, found: &mut Vec<Diagnostic>) -> String {
        let (files, ranks) = (usize::from(self.diagram.files), usize::from(self.diagram.ranks));
        let mut board: Vec<Vec<Option<String>>> = vec![vec![None; files]; ranks];
        for &(file, rank) in &self.diagram.holes {
            board[usize::from(rank)][usize::from(file)] = Some("*".into());
        }
        for (piece, letter) in self.diagram.pieces.iter().zip(&self.letters) {
            for side in Side::BOTH {
                for (file, rank) in self.stands(piece, side) {
                    let letter = if side == Side::First { letter.clone() } else { letter.to_lowercase() };
                    let cell = &mut board[usize::from(rank)][usize::from(file)];
                    // A list for Black may say again what the symmetry of the board has put there.
                    if cell.as_ref().is_some_and(|there| *there != letter) {
                        let message = format!("two pieces stand on {}", spell((file, rank)));
                        found.push(Diagnostic::error(piece.squares_span.clone(), message));
                    }
                    *cell = Some(letter);
                }
            }
        }
        let rows: Vec<String> = board.iter().rev().map(|row| show_row(row.iter().map(Option::as_ref))).collect();
        let mut hand = String::new();
        for side in Side::BOTH {
            for (piece, letter) in self.diagram.pieces.iter().zip(&self.letters) {
                let letter = if side == Side::First { letter.clone() } else { letter.to_lowercase() };
                hand.push_str(&letter.repeat(usize::from(piece.in_hand)));
            }
        }
        let hand = if hand.is_empty() { hand } else { format!("[{hand}]") };
        let castles = |piece: &Piece| {
            let moves = moves(piece).unwrap_or_default();
            moves.split('O').skip(1).any(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
        };
        let rights = if self.diagram.pieces.iter().any(castles) { "KQkq" } else { "-" };
        format!("{}{hand} w {rights} - 0 1", rows.join("/"))
    }

    /// Where the pieces of a kind stand: as listed, and for Black as the symmetry says.
    fn stands(&self, piece: &Piece, side: Side) -> Vec<(u16, u16)> {
        let PerSide([first, second]) = &piece.squares;
        if side == Side::First {
            return first.clone();
        }
        let (files, ranks) = (self.diagram.files, self.diagram.ranks);
        let image = |&(file, rank): &(u16, u16)| match self.diagram.symmetry {
            Symmetry::Mirror => Some((file, ranks - 1 - rank)),
            Symmetry::Rotate => Some((files - 1 - file, ranks - 1 - rank)),
            Symmetry::None => None,
        };
        // Who lists Black's squares doesn't want them made from White's.
        if second.is_empty() { first.iter().filter_map(image).collect() } else { second.clone() }
    }

    /// `N!BRQK`: these are drawn by lot, with an exclamation mark on squares of both colours.
    fn shuffle(&self, found: &mut Vec<Diagnostic>) -> Option<String> {
        let word = self.diagram.shuffle.as_ref()?;
        let listed = self.ids(word, found);
        let mut parts = Vec::new();
        for (index, piece) in self.diagram.pieces.iter().enumerate() {
            let on_rank = piece.squares.0[0].iter().any(|&(_, rank)| rank == 0);
            if word.text.contains(&format!("!{}", piece.id())) {
                parts.push(format!("{} on opposite colours", self.names[index]));
            } else if on_rank && !listed.contains(&index) {
                parts.push(format!("{} fixed", self.names[index]));
            }
        }
        parts.push(if self.diagram.symmetry == Symmetry::Rotate { "rotated".into() } else { "mirrored".into() });
        Some(parts.join(", "))
    }

    /// The pieces that a row of IDs names.
    fn ids(&self, word: &Word, found: &mut Vec<Diagnostic>) -> Vec<usize> {
        let mut all = Vec::new();
        let mut rest = word.text.as_str();
        while let Some(first) = rest.chars().next() {
            let at = word.span.start + word.text.len() - rest.len();
            let known = self.diagram.pieces.iter().enumerate();
            let longest =
                known.filter(|(_, piece)| rest.starts_with(&piece.id())).max_by_key(|(_, piece)| piece.id().len());
            match longest {
                Some((index, piece)) => {
                    all.push(index);
                    rest = &rest[piece.id().len()..];
                }
                None => {
                    if !['!', ','].contains(&first) {
                        let warning =
                            Diagnostic::warning(at..at + first.len_utf8(), format!("no piece has the ID `{first}`"));
                        let ids: Vec<String> = self.diagram.pieces.iter().map(Piece::id).collect();
                        found.push(warning.label("passed over").help(format!("the IDs are {}", ids.join(" "))));
                    }
                    rest = &rest[first.len_utf8()..];
                }
            }
        }
        all
    }

    fn promotions(&self, royals: &[usize], found: &mut Vec<Diagnostic>) -> Vec<(String, crate::diagnostic::Span)> {
        let diagram = self.diagram;
        let span = diagram.promotion_span.clone();
        let most = diagram.most_promoting.min(diagram.pieces.len());
        let zone = match diagram.depth {
            0 => return Vec::new(),
            1 => format!("rank {}", diagram.ranks),
            depth => format!("ranks {}-{}", diagram.ranks + 1 - depth.min(diagram.ranks), diagram.ranks),
        };
        let mut lines = Vec::new();
        let turns_over = |index: usize| diagram.offset > 0 && index + diagram.offset < diagram.pieces.len();
        let pairs: Vec<usize> = (0..most).filter(|&index| turns_over(index)).collect();
        if !pairs.is_empty() {
            let list = |shift: usize| pairs.iter().map(|&index| self.names[index + shift].as_str()).collect::<Vec<_>>();
            let (from, to) = (list(0).join(", "), list(diagram.offset).join(", "));
            let line =
                format!("  promotion {from} in {zone}, arriving or leaving, to partners {to}, mandatory when stuck");
            lines.push((line, span.clone()));
            return lines;
        }
        let choices: Vec<usize> = match &diagram.choice {
            Some(word) => self.ids(word, found),
            None => (most..diagram.pieces.len()).filter(|index| !royals.contains(index)).collect(),
        };
        let mut named: Vec<&str> = Vec::new();
        choices.iter().map(|&index| self.names[index].as_str()).for_each(|name| {
            if !named.contains(&name) {
                named.push(name);
            }
        });
        let from: Vec<&str> = (0..most).map(|index| self.names[index].as_str()).collect();
        if !named.is_empty() && !from.is_empty() {
            let must = if diagram.depth > 1 { format!(", mandatory in rank {}", diagram.ranks) } else { String::new() };
            lines.push((format!("  promotion {} in {zone}, to {}{must}", from.join(", "), named.join(", ")), span));
        }
        lines
    }
}

/// What is written, or what the Diagram knows by the name.
fn moves(piece: &Piece) -> Option<String> {
    match &piece.moves {
        Some(moves) => Some(moves.text.replace('"', "")),
        None => KNOWN.iter().find(|row| row.0 == piece.name.text.to_lowercase()).map(|row| row.1.to_owned()),
    }
}

/// An ID as a letter of ours that nobody has.
fn letter(id: &str, taken: &[String]) -> String {
    let letters: String = id.chars().filter(char::is_ascii_alphabetic).take(8).collect::<String>().to_ascii_uppercase();
    let first = letters.chars().next().unwrap_or('X');
    let whole = if letters.len() > 1 { format!("[{letters}]") } else { first.to_string() };
    let marked = [whole, format!("{first}'"), format!("{first}!")];
    let others = ('A'..='Z').map(|other| other.to_string()).chain(('A'..='Z').map(|other| format!("{other}'")));
    let more = (0..676u32).map(|n| {
        let part = |n: u32| char::from(b'A' + (n % 26) as u8);
        format!("[{}{}]", part(n / 26), part(n))
    });
    marked.into_iter().chain(others).chain(more).find(|letter| !taken.contains(letter)).unwrap_or_else(|| "X".into())
}

fn spell((file, rank): (u16, u16)) -> String {
    format!("{}{}", Topology::file_name(file), rank + 1)
}
