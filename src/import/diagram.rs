//! The definition of an Interactive Diagram of chessvariants.com, as its Design Wizard writes it.
//!
//! Lines `key=value`, and a line for each piece: `name:ID:moves:image:squares:number in hand`. The moves are XBetza, as they are
//! here. What is only about looks is passed over; tags round the definition, too. `read.rs` reads the lines; here and in
//! `promotion.rs` and `start.rs` they become statements.

mod keys;
mod known;
mod promotion;
mod read;
mod start;

use super::ini::Word;
use super::outline::Translation;
use crate::definition::{PerSide, Side, xboard_names};
use crate::diagnostic::{Diagnostic, Span};
use read::{Diagram, Truce};
use start::{Stands, spell};

pub use read::is_diagram;

/// The diagram as a variant of ours; `stem` is the name of the file.
pub fn translate(text: &str, stem: &str) -> Translation {
    let (diagram, mut found) = read::read(text);
    let mut out = Translation::default();
    Writer::new(&diagram, stem, &mut found).write(&mut out, &mut found);
    out.diagnostics = found;
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
    /// Their moves, but for imitating; `None` if they have none.
    moves: Vec<Option<String>>,
    /// Those that imitate what moved last.
    imitators: Vec<usize>,
    board: Vec<Vec<Stands>>,
    royals: Vec<usize>,
}

fn plain(text: &str) -> String {
    let fine = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit();
    let lower = text.to_lowercase();
    lower.split(|c| !fine(c)).filter(|part| !part.is_empty()).collect::<Vec<_>>().join("-")
}

impl<'a> Writer<'a> {
    fn new(diagram: &'a Diagram, stem: &str, found: &mut Vec<Diagnostic>) -> Writer<'a> {
        let name = plain(stem);
        let name = if name.is_empty() { "diagram".to_owned() } else { name };
        let (mut names, mut letters): (Vec<String>, Vec<String>) = (Vec::new(), Vec::new());
        let (mut all_moves, mut imitators) = (Vec::new(), Vec::new());
        for (index, piece) in diagram.pieces.iter().enumerate() {
            let own = plain(&piece.name.text);
            let own = if own.starts_with(|c: char| c.is_ascii_lowercase()) { own } else { format!("piece-{own}") };
            let own = own.trim_end_matches('-').to_owned();
            let same = names.iter().filter(|name| **name == own || name.starts_with(&format!("{own}-"))).count();
            names.push(if names.contains(&own) { format!("{own}-{}", same + 1) } else { own });
            letters.push(letter(&piece.id(), &letters));
            let moves = match &piece.moves {
                Some(moves) => Some(moves.text.replace('"', "")),
                None => known::moves(&piece.name.text, diagram.files).map(str::to_owned),
            };
            let (imitates, rest) = without_imitation(moves.as_deref().unwrap_or_default());
            if imitates {
                imitators.push(index);
            } else if rest.is_empty() {
                found.push(
                    Diagnostic::warning(piece.name.span.clone(), format!("`{}` has no moves", piece.name.text))
                        .help("they stand behind the second `:`; only common pieces are known by their names"),
                );
            }
            all_moves.push(Some(rest).filter(|moves| !moves.is_empty()));
        }
        let mut writer = Writer {
            diagram,
            name,
            names,
            letters,
            moves: all_moves,
            imitators,
            board: Vec::new(),
            royals: Vec::new(),
        };
        writer.board = writer.placed(found);
        writer.royals = writer.find_royals(found);
        writer
    }

    fn write(&self, out: &mut Translation, found: &mut Vec<Diagnostic>) {
        let diagram = self.diagram;
        let origin = diagram.span.clone();
        let mut line = |text: String, at: &Span| out.line(&text, at.clone());
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
        let choices = if diagram.offset == 0 { self.choices(found) } else { Vec::new() };
        let properties = self.properties(&choices, found);
        for (index, piece) in diagram.pieces.iter().enumerate() {
            let moves = self.moves[index].as_ref().map_or_else(String::new, |moves| format!(" \"{moves}\""));
            let more: String = properties[index].iter().map(|property| format!(", {property}")).collect();
            let more = if moves.is_empty() { more.replacen(", ", " ", 1) } else { more };
            let text = format!("  piece {} {}{moves}{more}", self.names[index], self.letters[index]);
            line(text, piece.moves.as_ref().map_or(&piece.name.span, |moves| &moves.span));
        }
        line(String::new(), &origin);
        let hand = self.hand(&choices, found);
        line(format!("  start \"{}\"", self.start(hand.is_some())), &origin);
        if let Some(hand) = hand {
            line(format!("  hand {hand}"), if diagram.holdings == 0 { &origin } else { &diagram.holdings_span });
        }
        if let Some(shuffle) = self.shuffle(found) {
            line(format!("  shuffle {shuffle}"), &origin);
        }
        line(String::new(), &origin);
        for promotion in self.promotions(&choices, found) {
            line(format!("  {promotion}"), &diagram.promotion_span);
        }
        for (statement, span) in self.laws(found) {
            line(format!("  {statement}"), &span);
        }
        if let Some((result, span)) = &diagram.stalemate {
            line(format!("  stalemate is {result}"), span);
        }
        line("  repetition 3 is draw".to_owned(), &origin);
        line("  counter at 50 moves is draw".to_owned(), &origin);
        out.is_variant(&self.name, origin);
    }

    /// What is said of each piece behind its moves.
    fn properties(&self, choices: &[promotion::Choice], found: &mut Vec<Diagnostic>) -> Vec<Vec<String>> {
        let mut all: Vec<Vec<String>> = vec![Vec::new(); self.names.len()];
        for (index, own) in all.iter_mut().enumerate() {
            let moves = self.moves[index].as_deref().unwrap_or_default();
            if self.royals.contains(&index) {
                own.push("royal".into());
                if leaps_first(moves) {
                    own.push("initial moves not in check".into());
                }
            }
            if self.names[index].contains("pawn") {
                own.push("resets counter".into());
            }
            if let Some(most) = self.limit(choices, index) {
                own.push(format!("at most {most}"));
            }
            if let Some(before) = self.demoted(index) {
                own.push(format!("demotes to {}", self.names[before]));
            }
        }
        for word in &self.diagram.iron {
            if let Some(index) = self.numbered(word, found) {
                all[index].push("iron".into());
            }
        }
        let groups: Vec<(usize, Truce)> = (self.diagram.truces.iter())
            .filter_map(|(word, truce)| match truce {
                Truce::Own => Some((self.numbered(word, found)?, *truce)),
                Truce::Group(_) => {
                    let mut pieces = self.diagram.pieces.iter();
                    Some((pieces.position(|piece| word.span.contains(&piece.name.span.start))?, *truce))
                }
            })
            .collect();
        for (index, own) in all.iter_mut().enumerate() {
            let allied = |other: &usize| {
                let common = |&(piece, truce): &(usize, Truce)| match truce {
                    Truce::Own => piece == index && *other == index,
                    Truce::Group(_) => piece == index && groups.contains(&(*other, truce)),
                };
                groups.iter().any(common)
            };
            let friends: Vec<usize> = (0..self.names.len()).filter(allied).collect();
            if !friends.is_empty() {
                own.push(format!("cannot capture {}", self.list(&friends)));
            }
        }
        all
    }

    /// The statement about the hand, without its first word.
    fn hand(&self, choices: &[promotion::Choice], found: &mut Vec<Diagnostic>) -> Option<String> {
        let diagram = self.diagram;
        let for_promotion = choices.iter().any(|choice| choice.held);
        let held = |&(_, piece): &(usize, &read::Piece)| piece.in_hand != PerSide([0; 2]);
        match diagram.holdings {
            // What is kept for promotion only is known by what is on the board.
            0.. if for_promotion => None,
            0 => {
                let held: Vec<usize> = diagram.pieces.iter().enumerate().filter(held).map(|(index, _)| index).collect();
                (!held.is_empty()).then(|| format!("from start, of {}", self.list(&held)))
            }
            1.. => {
                found.push(
                    Diagnostic::warning(
                        diagram.holdings_span.clone(),
                        "captured pieces would be in their owner's hand",
                    )
                    .label("left out: nothing promotes to them")
                    .help("`hand from captures, returned` lets their owner drop them"),
                );
                None
            }
            -1 => Some("from captures".into()),
            _ => Some("from captures, as captured".into()),
        }
    }

    /// What is illegal, how moves are borrowed, and what ends the game besides mate.
    fn laws(&self, found: &mut Vec<Diagnostic>) -> Vec<(String, Span)> {
        let diagram = self.diagram;
        let mut laws = Vec::new();
        let royals: u16 = self.royals.iter().map(|&royal| self.count(royal, Side::First)).sum();
        if diagram.spare_royals && (royals > 1 || self.royals.len() > 1) {
            laws.push(("illegal all royals left in check".into(), diagram.span.clone()));
        }
        for word in &diagram.kept {
            let Some(kept) = self.numbered(word, found) else { continue };
            let cheap: Vec<usize> = diagram.cheap.iter().filter_map(|word| self.numbered(word, found)).collect();
            let cheap = if cheap.is_empty() { "all".to_owned() } else { self.list(&cheap) };
            let text = format!("illegal trading {}, adjacent or not, not counting {cheap}", self.names[kept]);
            laws.push((text, word.span.clone()));
        }
        if !self.imitators.is_empty() {
            let text = format!("borrow moves from what moved last, by {}, besides its own", self.list(&self.imitators));
            laws.push((text, diagram.span.clone()));
        }
        match &diagram.baring {
            None => {}
            Some(word) if word.text.is_empty() || word.text == "0" => {
                laws.push(("bare royal is loss, unless it bares back".into(), word.span.clone()));
            }
            Some(word) => {
                if let Some(army) = self.numbered(word, found) {
                    laws.push((format!("extinct {} is loss", self.names[army]), word.span.clone()));
                }
            }
        }
        laws
    }

    /// Pieces by number or ID; without any, the last one, which must be there.
    fn find_royals(&self, found: &mut Vec<Diagnostic>) -> Vec<usize> {
        let pieces = &self.diagram.pieces;
        if self.diagram.royals.is_empty() {
            let king = || pieces.iter().rposition(|piece| piece.name.text.eq_ignore_ascii_case("king"));
            let last = pieces.len().checked_sub(1).filter(|&last| self.count(last, Side::First) > 0);
            return last.or_else(king).into_iter().collect();
        }
        let mut royals: Vec<usize> = self.diagram.royals.iter().filter_map(|word| self.numbered(word, found)).collect();
        royals.dedup();
        royals
    }

    /// The piece with this number in the list, or with this ID or name.
    fn numbered(&self, word: &Word, found: &mut Vec<Diagnostic>) -> Option<usize> {
        let pieces = &self.diagram.pieces;
        let named = |piece: &read::Piece| piece.id() == word.text || piece.name.text == word.text;
        let index = match word.text.parse::<usize>() {
            Ok(number) => number.checked_sub(1).filter(|&index| index < pieces.len()),
            Err(_) => pieces.iter().position(named),
        };
        if index.is_none() {
            found.push(
                Diagnostic::error(word.span.clone(), format!("there is no piece `{}`", word.text))
                    .label(format!("{} pieces are defined", pieces.len()))
                    .help("a piece is named by its number in the list, from 1, or by its ID"),
            );
        }
        index
    }

    fn list(&self, pieces: &[usize]) -> String {
        pieces.iter().map(|&piece| self.names[piece].as_str()).collect::<Vec<_>>().join(", ")
    }

    /// The piece with whose ID a text begins: of several the longest one.
    fn starting(&self, text: &str) -> Option<usize> {
        let is_there = |id: String| !id.is_empty() && text.starts_with(&id);
        let fits = self.diagram.pieces.iter().enumerate().filter(|(_, piece)| is_there(piece.id()));
        fits.rev().max_by_key(|(_, piece)| piece.id().len()).map(|(index, _)| index)
    }

    fn no_such_id(&self, first: char, at: usize) -> Diagnostic {
        let ids: Vec<String> = self.diagram.pieces.iter().map(read::Piece::id).collect();
        Diagnostic::warning(at..at + first.len_utf8(), format!("no piece has the ID `{first}`"))
            .label("passed over")
            .help(format!("the IDs are {}", ids.join(" ")))
    }

    /// The pieces that a row of IDs names.
    fn ids(&self, word: &Word, found: &mut Vec<Diagnostic>) -> Vec<usize> {
        let mut all = Vec::new();
        let mut rest = word.text.as_str();
        while let Some(first) = rest.chars().next() {
            let at = word.span.start + word.text.len() - rest.len();
            match self.starting(rest) {
                Some(index) => {
                    all.push(index);
                    rest = &rest[self.diagram.pieces[index].id().len()..];
                }
                None => {
                    if !['!', ':', ' '].contains(&first) {
                        found.push(self.no_such_id(first, at));
                    }
                    rest = &rest[first.len_utf8()..];
                }
            }
        }
        all
    }
}

/// `O` alone is no move but of staying where one is, and `I` moves as what moved last. What else there is stays.
fn without_imitation(moves: &str) -> (bool, String) {
    let imitates = moves.contains('I');
    let own = if moves == "O" { String::new() } else { moves.replace("mcI", "").replace("cmI", "").replace('I', "") };
    (imitates, own)
}

/// Some of the moves are for unmoved pieces, and no castling.
fn leaps_first(moves: &str) -> bool {
    let mut first = false;
    moves.chars().any(|letter| {
        first |= letter == 'i';
        let leaps = first && letter.is_ascii_uppercase() && letter != 'O';
        first &= !letter.is_ascii_uppercase();
        leaps
    })
}

/// An ID as a letter of ours that nobody has.
fn letter(id: &str, taken: &[String]) -> String {
    let letters: String = id.chars().filter(char::is_ascii_alphabetic).take(8).collect::<String>().to_ascii_uppercase();
    let first = letters.chars().next().unwrap_or('X');
    let plus = if id.starts_with('+') && letters.len() == 1 { "+" } else { "" };
    let whole = if letters.len() > 1 { format!("[{letters}]") } else { format!("{plus}{first}") };
    let marked = [whole, format!("{first}'"), format!("{first}!")];
    let others = ('A'..='Z').map(|other| other.to_string()).chain(('A'..='Z').map(|other| format!("{other}'")));
    let more = (0..676u32).map(|n| {
        let part = |n: u32| char::from(b'A' + (n % 26) as u8);
        format!("[{}{}]", part(n / 26), part(n))
    });
    marked.into_iter().chain(others).chain(more).find(|letter| !taken.contains(letter)).unwrap_or_else(|| "X".into())
}
