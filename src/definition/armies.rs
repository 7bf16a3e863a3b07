//! The statement `army`: what each player may begin with.
//!
//! A variant with armies is a game for each pair of them. Here armies are read and held against the start position, into
//! whose first ranks they are put; [`pair`] makes ordinary statements of two of them, so that nothing else in the program
//! knows about armies. [`names`] says what pairs are called.

mod names;
mod pair;
mod without;

pub use names::Head;
pub(super) use names::{Pair, head, heads};
pub(super) use pair::settle;

use super::inherit::Inherited;
use super::keys;
use super::places::{Places, quoted};
use super::reader::{Read, Reader};
use super::start::{hand_opening, symbol_length};
use super::{PerSide, Side};
use crate::diagnostic::{Diagnostic, Severity, Span, did_you_mean};
use crate::syntax::variant::{Statement, Token, TokenKind};

/// What each player's pieces are called, in the order in which they are offered to what promotes.
pub(super) type Holdings = PerSide<Vec<String>>;

/// A declared piece, as far as armies ask.
struct Man {
    name: String,
    /// The later ones are for games in which another piece has the first.
    letters: Vec<String>,
    royal: bool,
    /// Its statement.
    at: usize,
}

/// A part of a row.
#[derive(Clone)]
enum Cell {
    /// Empty squares, and what nobody understands.
    Text(String),
    /// A piece, and marks behind it.
    Man(usize, String),
}

struct Army {
    name: String,
    /// From the top of the board, as in a FEN.
    rows: PerSide<Vec<Vec<Cell>>>,
    /// What is in the game only with an army that has it, in the order in which it was named.
    own: Vec<usize>,
}

/// A statement `army` as written.
struct Said<'s> {
    name: &'s Token,
    rows: PerSide<&'s Token>,
    own: Vec<&'s Token>,
}

/// The armies of a variant, and where they stand.
struct Roll {
    men: Vec<Man>,
    armies: Vec<Army>,
    /// The statement `start`.
    start: usize,
    /// Its ranks, from above.
    ranks: Vec<String>,
    /// Hands and everything else behind the board.
    rest: String,
}

/// For the registry: statements that reach it have been read before.
pub(super) fn army(_: &mut super::resolve::Draft, reader: &mut Reader) -> Read<()> {
    read(reader).map(drop)
}

fn read<'s>(reader: &mut Reader<'s>) -> Read<Said<'s>> {
    let name = reader.word("the name of the army")?;
    let fine = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    if !name.text.chars().all(fine) || name.text.len() > 20 {
        let message = format!("`{}` cannot be the name of an army", name.text);
        return Err(Diagnostic::error(name.span.clone(), message).help(
            "names are made of up to 20 lower case letters, digits and hyphens; use `called` for the full name",
        ));
    }
    if ["white", "black", "first", "second"].contains(&name.text.as_str()) {
        let message = format!("`{}` is a player, not an army", name.text);
        return Err(Diagnostic::error(name.span.clone(), message).help("give the army another name"));
    }
    let rows = if reader.accept_any(&["white", "first"]).is_some() {
        let white = reader.text("the first player's rows")?;
        reader.comma();
        if reader.accept_any(&["black", "second"]).is_none() {
            return Err(reader.expected("`black` and the second player's rows"));
        }
        PerSide([white, reader.text("the second player's rows")?])
    } else {
        PerSide::same(reader.text("its rows")?)
    };
    let (mut own, mut called) = (Vec::new(), false);
    while !reader.is_done() {
        reader.comma();
        if own.is_empty() && reader.accept("of") {
            own.push(reader.word("the name of a piece")?);
            while reader.peek_after().is_some_and(|next| next.text != "called") && reader.comma() {
                own.push(reader.word("the name of a piece")?);
            }
        } else if !called && reader.accept("called") {
            reader.text("a title")?;
            called = true;
        } else {
            return Err(reader.expected_one_of("`of` and its pieces or `called` and a title", &["of", "called"]));
        }
    }
    Ok(Said { name, rows, own })
}

/// The pieces that statements declare.
fn men(statements: &[Inherited]) -> Vec<Man> {
    let pieces = statements.iter().enumerate().filter(|(_, said)| said.statement.word.text == "piece");
    let man = |(at, said): (usize, &Inherited)| {
        let words = &said.statement.rest;
        let mut letters = vec![words.get(1)?.text.clone()];
        letters.extend(others(words).map(|letter| letter.text.clone()));
        let royal = words.iter().any(|word| word.kind == TokenKind::Word && word.text == "royal");
        Some(Man { name: words[0].text.clone(), letters, royal, at })
    };
    pieces.filter_map(man).collect()
}

/// The letters of a piece for games in which another one has its first: `C or O`.
fn others(words: &[Token]) -> impl Iterator<Item = &Token> {
    let pairs = words.get(2..).unwrap_or_default().chunks_exact(2);
    let or = |pair: &&[Token]| pair.iter().all(|word| word.kind == TokenKind::Word) && pair[0].text == "or";
    pairs.take_while(or).map(|pair| &pair[1])
}

/// Cuts a row of a FEN into empty squares, pieces with their letters, and what is neither, each with its place.
fn cut(row: &str) -> Vec<(Span, &str, &str)> {
    let (mut parts, mut at) = (Vec::new(), 0);
    while at < row.len() {
        let rest = &row[at..];
        let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let letters = symbol_length(rest);
        let other = rest.chars().next().map_or(1, char::len_utf8);
        let length = [digits, letters, other].into_iter().find(|&length| length > 0).unwrap_or(other);
        let behind = &rest[length..];
        let marks = if letters > 0 && behind.starts_with('~') {
            1 + behind[1..].len() - behind[1..].trim_start_matches('\'').len()
        } else {
            0
        };
        parts.push((at..at + length, &rest[..length], &behind[..marks]));
        at += length + marks;
    }
    parts
}

/// How many squares a row of a FEN has.
fn width(row: &str) -> u64 {
    cut(row).iter().map(|(_, part, _)| part.parse().unwrap_or(1)).fold(0, u64::saturating_add)
}

/// Finds the armies of a variant, or what is wrong with them.
fn call_up(places: &Places, statements: &[Inherited]) -> Result<Roll, Vec<Diagnostic>> {
    let Some(start) = statements.iter().position(|said| said.statement.word.text == "start") else {
        let first = places.word("army");
        let complaint = places.complain(first, Statement::span, "there is no start position for armies to stand in");
        return Err(vec![complaint.help("add a line `start \"FEN\"`: armies take the place of its outermost ranks")]);
    };
    let text = statements[start].statement.rest.first().map_or("", |token| token.text.as_str());
    let mut end = text.find(' ').unwrap_or(text.len());
    if places.word("hand").is_some() {
        end = hand_opening(&text[..end]).unwrap_or(end);
    }
    let mut roll = Roll {
        men: men(statements),
        armies: Vec::new(),
        start,
        ranks: text[..end].split('/').map(str::to_owned).collect(),
        rest: text[end..].to_owned(),
    };
    let mut found = Vec::new();
    let said: Vec<(&Inherited, Read<Said>)> = statements
        .iter()
        .filter(|said| said.statement.word.text == "army")
        .map(|said| (said, read(&mut Reader::new(&said.statement))))
        .collect();
    // Pieces that some army calls its own are found by their letters in its rows before others.
    let owned: Vec<usize> = said
        .iter()
        .filter_map(|(_, said)| said.as_ref().ok())
        .flat_map(|said| said.own.iter().filter_map(|token| roll.man(&token.text)))
        .collect();
    for (statement, said) in said {
        let told = |complaint: Diagnostic| Diagnostic {
            label: complaint.label,
            help: complaint.help,
            severity: Severity::Error,
            ..places.complain(Some(statement), |_| complaint.span.clone(), complaint.message.clone())
        };
        match said.map_err(|complaint| vec![complaint]).and_then(|said| roll.enlist(&said, &owned)) {
            Ok(army) => roll.armies.push(army),
            Err(complaints) => found.extend(complaints.into_iter().map(told)),
        }
    }
    // Where no king decides, an army may have none.
    let needs_royal = roll.men.iter().any(|man| man.royal) && places.word("extinct").is_none();
    for army in roll.armies.iter().filter(|_| needs_royal) {
        if let Some(side) = Side::BOTH.into_iter().find(|&side| !roll.has_royal(army, side)) {
            let who = if side == Side::First { "first" } else { "second" };
            let message = format!("the army `{}` has no royal piece for the {who} player", army.name);
            let royal: Vec<&str> = roll.men.iter().filter(|man| man.royal).map(|man| man.letters[0].as_str()).collect();
            let complaint = places.complain(places.named("army", &army.name), quoted, message);
            found.push(complaint.help(format!("royal pieces have the letters: {}", royal.join(" "))));
        }
    }
    if found.is_empty() { Ok(roll) } else { Err(found) }
}

impl Roll {
    fn man(&self, name: &str) -> Option<usize> {
        self.men.iter().position(|man| man.name == name)
    }

    fn army(&self, name: &str) -> Option<&Army> {
        self.armies.iter().find(|army| army.name == name)
    }

    /// An army, if its rows can be read.
    fn enlist(&self, said: &Said, owned: &[usize]) -> Result<Army, Vec<Diagnostic>> {
        let mut found = Vec::new();
        let mut own = Vec::new();
        for token in &said.own {
            match self.man(&token.text) {
                Some(man) if own.contains(&man) => {
                    found.push(Diagnostic::error(token.span.clone(), format!("`{}` is named twice", token.text)));
                }
                Some(man) => own.push(man),
                None => {
                    let complaint =
                        Diagnostic::error(token.span.clone(), format!("there is no piece `{}`", token.text));
                    let near = did_you_mean(&token.text, self.men.iter().map(|man| man.name.as_str()));
                    found.push(match near {
                        Some(near) => complaint.help(format!("did you mean `{near}`?")),
                        None => complaint.help("the pieces of an army are declared with `piece`"),
                    });
                }
            }
        }
        let army = &said.name.text;
        let mut rows = PerSide::same(Vec::new());
        for side in Side::BOTH {
            match self.rows(said, side, &own, owned) {
                Ok(read) => rows[side] = read,
                // One text for both is wrong once.
                Err(complaints) => {
                    found.extend(complaints.into_iter().filter(|it| !found.contains(it)).collect::<Vec<_>>())
                }
            }
        }
        // A text for both is as the first player sees it: the second player's ranks follow one another the other way.
        if said.rows[Side::First] == said.rows[Side::Second] {
            rows[Side::Second].reverse();
        }
        if own.is_empty() {
            for cell in rows[Side::First].iter().chain(&rows[Side::Second]).flatten() {
                let Cell::Man(man, _) = cell else { continue };
                if !own.contains(man) && !self.men[*man].royal {
                    own.push(*man);
                }
            }
        }
        if found.is_empty() { Ok(Army { name: army.clone(), rows, own }) } else { Err(found) }
    }

    /// What stands in the ranks of one player, in the order of the text.
    fn rows(&self, said: &Said, side: Side, own: &[usize], owned: &[usize]) -> Result<Vec<Vec<Cell>>, Vec<Diagnostic>> {
        let (army, token) = (&said.name.text, said.rows[side]);
        let place = |start: usize, end: usize| token.span.start + 1 + start..token.span.start + 1 + end;
        let texts: Vec<&str> = token.text.split('/').collect();
        if texts.len() * 2 > self.ranks.len() {
            let message = format!("two armies of {} ranks don't fit on {} ranks", texts.len(), self.ranks.len());
            return Err(vec![Diagnostic::error(place(0, token.text.len()), message)]);
        }
        let mirrored = said.rows[Side::First] == token;
        let (mut rows, mut found, mut at) = (Vec::new(), Vec::new(), 0);
        for (index, text) in texts.iter().enumerate() {
            // Which rank of the start position it takes the place of.
            let rank = match side {
                Side::Second if !mirrored => index,
                _ => self.ranks.len() - texts.len() + index,
            };
            let (has, wanted) = (width(text), width(&self.ranks[rank]));
            if has != wanted {
                let message = format!("this rank of the army `{army}` has {has} squares");
                let complaint = Diagnostic::error(place(at, at + text.len()), message);
                let number = self.ranks.len() - rank;
                found.push(complaint.label(format!("rank {number} of the start position has {wanted}")));
            }
            let mut row = Vec::new();
            for (span, part, marks) in cut(text) {
                if part == "*" || part.starts_with(|c: char| c.is_ascii_digit()) {
                    row.push(Cell::Text(part.to_owned()));
                    continue;
                }
                let pools = [own, &self.unowned(owned), &(0..self.men.len()).collect::<Vec<_>>()].map(|pool| {
                    let letter = part.to_ascii_uppercase();
                    let same = |man: &&usize| self.men[**man].letters[0] == letter;
                    pool.iter().filter(same).copied().collect::<Vec<usize>>()
                });
                let span = place(at + span.start, at + span.end);
                match pools.iter().find(|pool| !pool.is_empty()).map(Vec::as_slice) {
                    Some([man]) => row.push(Cell::Man(*man, marks.to_owned())),
                    Some(several) => {
                        let names: Vec<String> =
                            several.iter().map(|&man| format!("`{}`", self.men[man].name)).collect();
                        let message = format!("`{part}` is the letter of {}", names.join(" and of "));
                        found.push(Diagnostic::error(span, message).help(format!(
                            "say which the army's own pieces are: `army {army} \"{}\" of PIECES`",
                            token.text
                        )));
                    }
                    None => {
                        let letters: Vec<&str> = self.men.iter().map(|man| man.letters[0].as_str()).collect();
                        let complaint = Diagnostic::error(span, format!("no piece has the letter `{part}`"));
                        found.push(complaint.help(format!("declared letters: {}", letters.join(" "))));
                    }
                }
            }
            rows.push(row);
            at += text.len() + 1;
        }
        // Each letter once.
        let mut said: Vec<String> = Vec::new();
        found.retain(|complaint| {
            !said.contains(&complaint.message) && {
                said.push(complaint.message.clone());
                true
            }
        });
        if found.is_empty() { Ok(rows) } else { Err(found) }
    }

    /// Pieces that no army calls its own.
    fn unowned(&self, owned: &[usize]) -> Vec<usize> {
        (0..self.men.len()).filter(|man| !owned.contains(man)).collect()
    }

    /// In its rows, or anywhere else in the start position.
    fn has_royal(&self, army: &Army, side: Side) -> bool {
        let mut cells = army.rows[side].iter().flatten();
        let between = &self.ranks[army.rows[Side::Second].len()..self.ranks.len() - army.rows[Side::First].len()];
        let royal = |letter: &str| {
            let spelled = |man: &Man| man.royal && man.letters[0].eq_ignore_ascii_case(letter);
            super::start::side(letter) == side && self.men.iter().any(spelled)
        };
        cells.any(|cell| matches!(cell, Cell::Man(man, _) if self.men[*man].royal))
            || between.iter().any(|rank| cut(rank).iter().any(|(_, part, _)| royal(part)))
    }
}

/// The usage of a statement, for those who ask for what there is not.
pub(super) fn usage() -> &'static str {
    keys::row("army").map_or("", |row| row.usage)
}
