//! The lines of a diagram's definition.

use super::keys::{self, Use};
use crate::definition::{PerSide, Side};
use crate::diagnostic::{Diagnostic, MARK, Span, did_you_mean};
use crate::import::ini::{Word, word};

/// What a definition says.
pub struct Diagram {
    pub span: Span,
    pub files: u16,
    pub ranks: u16,
    /// How the first rank is called.
    pub first_rank: u16,
    /// Depth of the promotion zone.
    pub depth: u16,
    /// How many pieces of the list promote, and how much further down stand what they turn into.
    pub most_promoting: usize,
    pub offset: usize,
    pub choice: Option<Word>,
    pub promotion_span: Span,
    /// What becomes of captured pieces: lost, their owner's (1) or the taker's (-1 and less: not demoted).
    pub holdings: i16,
    pub holdings_span: Span,
    pub royals: Vec<Word>,
    /// Of several royals a player may lose all but the last one.
    pub spare_royals: bool,
    /// Never captured.
    pub iron: Vec<Word>,
    /// Not to be traded.
    pub kept: Vec<Word>,
    /// What is worth no more than this doesn't pay for what is kept.
    pub cheap: Vec<Word>,
    /// Pieces that spare some: by number or ID those that spare their like, by their lines those that spare their group.
    pub truces: Vec<(Word, Truce)>,
    /// Without these a player has lost; without a name, those that aren't royal.
    pub baring: Option<Word>,
    pub symmetry: Symmetry,
    pub shuffle: Option<Word>,
    pub stalemate: Option<(&'static str, Span)>,
    pub holes: Vec<(u16, u16)>,
    pub holes_span: Span,
    pub pieces: Vec<Piece>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Symmetry {
    Mirror,
    Rotate,
    None,
}

/// Whom a piece doesn't capture.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Truce {
    /// Its like.
    Own,
    /// Those with the same number.
    Group(u16),
}

/// A line of the list.
pub struct Piece {
    pub name: Word,
    id: String,
    pub moves: Option<Word>,
    /// As listed, in order.
    pub squares: Vec<Listed>,
    pub squares_span: Span,
    pub in_hand: PerSide<u16>,
}

/// A square of a list, and whose piece it is for.
#[derive(Clone, Copy)]
pub struct Listed {
    pub side: Side,
    pub square: (u16, u16),
}

impl Piece {
    /// Its ID; the first letter of its name if it has none.
    pub fn id(&self) -> String {
        let first = || self.name.text.chars().next().map(|letter| letter.to_ascii_uppercase()).into_iter().collect();
        if self.id.is_empty() { first() } else { self.id.clone() }
    }
}

const SYMMETRIES: &[(&str, Symmetry)] =
    &[("mirror", Symmetry::Mirror), ("rotate", Symmetry::Rotate), ("none", Symmetry::None)];

/// Most squares to a side.
const MOST: u16 = 100;
/// Most pieces of a kind in a hand.
const MOST_HELD: u16 = 100;
/// What a page calls the element that holds a definition.
const CLASS: &str = "idiagram";

/// True for a text with at least one key of a diagram and one line for a piece.
pub fn is_diagram(text: &str) -> bool {
    let lines = || text[definition(text)].trim_start_matches(MARK).lines().map(str::trim);
    let key = |line: &str| line.split_once('=').is_some_and(|(key, _)| keys::find(key).is_some());
    lines().any(key) && lines().any(|line| fields(line) >= 3 && has_plain_name(line))
}

/// Where the definition is: of a page, what its first diagram has between its tags.
fn definition(text: &str) -> Span {
    // Styles and scripts of a page may name it, too.
    let in_tag =
        |&(at, _): &(usize, &str)| text[..at].rfind(['<', '>']).is_some_and(|mark| text[mark..].starts_with('<'));
    let tag = text.match_indices(CLASS).find(in_tag);
    let begin = tag.and_then(|(at, _)| text[at..].find('>').map(|end| at + end + 1));
    begin.map_or(0..text.len(), |at| at..text[at..].find("</div").map_or(text.len(), |end| at + end))
}

/// `name:ID:moves:image:squares` has five.
fn fields(line: &str) -> usize {
    line.split(':').count()
}

fn has_plain_name(line: &str) -> bool {
    let name = line.split(':').next().unwrap_or_default();
    name.starts_with(|c: char| c.is_alphabetic()) && name.chars().all(|c| c.is_alphanumeric() || " -'_.".contains(c))
}

/// Whole definitions of pieces, whatever their names, and short ones that can be nothing else.
fn is_piece(line: &str) -> bool {
    fields(line) >= 5 || fields(line) >= 3 && has_plain_name(line)
}

/// Reads all lines; squares are looked at when the size of the board is known.
pub fn read(text: &str) -> (Diagram, Vec<Diagnostic>) {
    let mut found = Vec::new();
    let mut diagram = Diagram::default();
    let (mut keys, mut pieces): (Vec<(Word, Word)>, Vec<Word>) = (Vec::new(), Vec::new());
    let part = definition(text);
    if let Some(more) = text[part.end..].find(CLASS).map(|at| part.end + at) {
        let warning = Diagnostic::warning(more..more + CLASS.len(), "only the first diagram of a page is read");
        found.push(warning.help("copy the definition of this one into a file of its own"));
    }
    let mut offset = part.start;
    for line in text[part].split_inclusive('\n') {
        let line_word = word(line.trim_start_matches(MARK), offset + line.len() - line.trim_start_matches(MARK).len());
        offset += line.len();
        let text = line_word.text.as_str();
        if text.is_empty() || text.starts_with(['<', '#']) {
            continue;
        }
        match text.split_once('=') {
            Some((key, value)) if !key.contains(':') => {
                let value = word(value, line_word.span.start + key.len() + 1);
                let key = word(key, line_word.span.start);
                // What is said of one piece stands below it.
                if let Err(fault) = diagram.of_the_piece_above(&key, &value, pieces.last()) {
                    found.push(fault);
                }
                keys.push((key, value));
            }
            _ if is_piece(text) => pieces.push(line_word),
            _ => found.push(
                Diagnostic::warning(line_word.span, "this line is neither a key nor a piece")
                    .label("passed over")
                    .help("lines are `key=value` or `name:ID:moves:image:squares`"),
            ),
        }
    }
    diagram.span = keys.first().map_or(0..0, |(key, value)| key.span.start..value.span.end);
    diagram.promotion_span = keys.first().map_or(0..0, |(key, _)| key.span.clone());
    for (key, value) in keys {
        if let Err(fault) = diagram.key(&key, value) {
            found.push(fault);
        }
    }
    for line in pieces {
        diagram.piece(&line, &mut found);
    }
    (diagram, found)
}

impl Default for Diagram {
    fn default() -> Diagram {
        Diagram {
            span: 0..0,
            files: 8,
            ranks: 8,
            first_rank: 1,
            depth: 1,
            most_promoting: 1,
            offset: 0,
            choice: None,
            promotion_span: 0..0,
            holdings: 0,
            holdings_span: 0..0,
            royals: Vec::new(),
            spare_royals: true,
            iron: Vec::new(),
            kept: Vec::new(),
            cheap: Vec::new(),
            truces: Vec::new(),
            baring: None,
            symmetry: Symmetry::Mirror,
            shuffle: None,
            stalemate: None,
            holes: Vec::new(),
            holes_span: 0..0,
            pieces: Vec::new(),
        }
    }
}

impl Diagram {
    /// `antiTrade` is about the piece above it, if there is one: it joins a group.
    fn of_the_piece_above(&mut self, key: &Word, value: &Word, piece: Option<&Word>) -> Result<(), Diagnostic> {
        match (key.text.as_str(), piece) {
            ("antiTrade", Some(piece)) => {
                let group = number(value, 0, 100)?;
                self.truces.push((piece.clone(), Truce::Group(group)));
            }
            ("antiTrade", None) => self.truces.push((value.clone(), Truce::Own)),
            _ => {}
        }
        Ok(())
    }

    fn key(&mut self, key: &Word, value: Word) -> Result<(), Diagnostic> {
        let span = key.span.start..value.span.end;
        match key.text.as_str() {
            "files" => self.files = number(&value, 1, MOST)?,
            "ranks" => self.ranks = number(&value, 1, MOST)?,
            "firstRank" => self.first_rank = number(&value, 0, MOST)?,
            "promoZone" => {
                self.depth = number(&value, 0, MOST)?;
                self.promotion_span = span;
            }
            "maxPromote" => self.most_promoting = number(&value, 0, 1000)?.into(),
            "promoOffset" => self.offset = number(&value, 0, 1000)?.into(),
            "promoChoice" => {
                self.promotion_span = span;
                self.choice = Some(value);
            }
            "holdingsType" => {
                let holdings = value.text.parse::<i16>().ok().filter(|type_| (-9..=9).contains(type_));
                self.holdings = holdings.ok_or_else(|| {
                    Diagnostic::error(value.span.clone(), format!("`{}` is no type of holdings", value.text))
                        .help("0: captures are gone; 1: they are kept for their owner; -1: they are the taker's")
                })?;
                self.holdings_span = span;
            }
            "royal" => self.royals.push(value),
            "extinction" => {
                self.spare_royals = number(&value, 0, 3)? == 3;
                if !self.spare_royals && value.text != "0" {
                    return Err(Diagnostic::warning(span, "royals are spare for one player only")
                        .label("read as `extinction=0`")
                        .help("our language has it for both players or for none"));
                }
            }
            "iron" => self.iron.push(value),
            "protected" | "counterStrike" => {
                if !self.kept.iter().any(|other| other.text == value.text) {
                    self.kept.push(value);
                }
            }
            "tradeThreshold" => self.cheap.push(value),
            "baring" => self.baring = Some(value),
            "shuffle" => self.shuffle = Some(value).filter(|value| !value.text.is_empty()),
            "symmetry" => {
                let known = SYMMETRIES.iter().find(|row| row.0 == value.text);
                self.symmetry = known.map_or(Symmetry::None, |row| row.1);
                if known.is_none() {
                    let warning = Diagnostic::warning(value.span, format!("`{}` is no symmetry", value.text))
                        .label("read as `none`, as the Diagram does");
                    return Err(match did_you_mean(&value.text, SYMMETRIES.iter().map(|row| row.0)) {
                        Some(near) => warning.help(format!("did you mean `{near}`?")),
                        None => warning.help("there are `mirror`, `rotate` and `none`"),
                    });
                }
            }
            "stalemate" => {
                // Whatever isn't a draw is a loss there.
                self.stalemate = Some((if value.text == "draw" { "draw" } else { "loss" }, span));
            }
            other => match keys::find(other) {
                Some(Use::Read | Use::Looks) => {}
                Some(Use::LeftOut(help)) => {
                    return Err(Diagnostic::warning(span, format!("`{other}` is not imported"))
                        .label("left out")
                        .help(help));
                }
                None => return Err(keys::unknown(key)),
            },
        }
        Ok(())
    }

    /// `name:ID:moves:image:squares:number in hand`.
    fn piece(&mut self, line: &Word, found: &mut Vec<Diagnostic>) {
        let mut fields: Vec<Word> = Vec::new();
        let mut at = line.span.start;
        for part in line.text.split(':') {
            fields.push(word(part, at));
            at += part.len() + 1;
        }
        let field =
            |index: usize| fields.get(index).cloned().unwrap_or(Word { text: String::new(), span: line.span.clone() });
        // An image may be an address with a colon of its own.
        let shift = usize::from(field(3).text.ends_with("http") || field(3).text.ends_with("https"));
        let list = field(4 + shift);
        let squares = self.squares(&list, found);
        if field(0).text.eq_ignore_ascii_case("hole") {
            self.holes.extend(squares.iter().map(|listed| listed.square));
            self.holes_span = line.span.clone();
            return;
        }
        // Pieces without names are called like their pictures.
        let name = if field(0).text.is_empty() { field(3) } else { field(0) };
        if name.text.is_empty() {
            found.push(Diagnostic::warning(line.span.clone(), "a piece without a name").label("left out"));
            return;
        }
        self.pieces.push(Piece {
            name,
            id: field(1).text,
            moves: Some(field(2)).filter(|moves| !moves.text.is_empty()),
            squares,
            squares_span: list.span,
            in_hand: in_hand(&field(5 + shift), found),
        });
    }

    /// `a2-h2,d1`, and after an empty place Black's: `f1,,f12`.
    fn squares(&self, list: &Word, found: &mut Vec<Diagnostic>) -> Vec<Listed> {
        let mut squares = Vec::new();
        let mut side = Side::First;
        let mut at = list.span.start;
        for (index, part) in list.text.split(',').enumerate() {
            let place = word(part, at);
            at += part.len() + 1;
            if place.text.is_empty() {
                // The first empty place is the comma between the lists; an empty list begins with one, too.
                if index > 0 || list.text.starts_with(",,") {
                    side = Side::Second;
                }
                continue;
            }
            let (low, high) = place.text.split_once('-').unwrap_or((&place.text, &place.text));
            match (self.square(low), self.square(high)) {
                (Some(low), Some(high)) => {
                    let (files, ranks) = (low.0.min(high.0)..=low.0.max(high.0), low.1.min(high.1)..=low.1.max(high.1));
                    let all = ranks.flat_map(|rank| files.clone().map(move |file| (file, rank)));
                    squares.extend(all.map(|square| Listed { side, square }));
                }
                _ => found.push(
                    Diagnostic::error(place.span, format!("`{}` is no square of this board", place.text))
                        .label(format!("{} files and {} ranks", self.files, self.ranks))
                        .help("squares are listed as `a2-h2,d1`; Black's follow after two commas: `e1,,e8`"),
                ),
            }
        }
        squares
    }

    fn square(&self, text: &str) -> Option<(u16, u16)> {
        let text = text.trim();
        let digits = text.find(|c: char| c.is_ascii_digit())?;
        let (letters, rank) = text.split_at(digits);
        if letters.is_empty() || letters.len() > 2 || !letters.bytes().all(|byte| byte.is_ascii_lowercase()) {
            return None;
        }
        let file = letters.bytes().fold(0u16, |sum, byte| sum * 26 + u16::from(byte - b'a') + 1);
        let rank = rank.parse::<u16>().ok()?.checked_sub(self.first_rank)?;
        let there = (1..=self.files).contains(&file) && rank < self.ranks;
        there.then(|| (file - 1, rank))
    }
}

/// `2`, or `2,1` for White and Black.
fn in_hand(field: &Word, found: &mut Vec<Diagnostic>) -> PerSide<u16> {
    if field.text.is_empty() {
        return PerSide([0; 2]);
    }
    let read = |text: &str| text.trim().parse::<u16>().ok().filter(|&number| number <= MOST_HELD);
    let (white, black) = field.text.split_once(',').unwrap_or((&field.text, &field.text));
    match (read(white), read(black)) {
        (Some(white), Some(black)) => PerSide([white, black]),
        _ => {
            let message = format!("`{}` is not a number of pieces in hand", field.text);
            found.push(Diagnostic::warning(field.span.clone(), message).label("left out"));
            PerSide([0; 2])
        }
    }
}

fn number(value: &Word, least: u16, most: u16) -> Result<u16, Diagnostic> {
    let number = value.text.parse::<u16>().ok().filter(|number| (least..=most).contains(number));
    number.ok_or_else(|| {
        Diagnostic::error(value.span.clone(), format!("`{}` is not a number from {least} to {most}", value.text))
    })
}
