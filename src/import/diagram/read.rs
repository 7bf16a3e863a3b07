//! The lines of a diagram's definition.

use crate::definition::{PerSide, Side};
use crate::diagnostic::{Diagnostic, MARK, Span, did_you_mean};
use crate::import::ini::{Word, word};

/// What a definition says.
pub struct Diagram {
    pub span: Span,
    pub files: u16,
    pub ranks: u16,
    /// Depth of the promotion zone.
    pub depth: u16,
    /// How many pieces of the list promote, and how much further down stand what they turn into.
    pub most_promoting: usize,
    pub offset: usize,
    pub choice: Option<Word>,
    pub promotion_span: Span,
    pub royals: Vec<Word>,
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

/// A line of the list.
pub struct Piece {
    pub name: Word,
    id: String,
    pub moves: Option<Word>,
    pub squares: PerSide<Vec<(u16, u16)>>,
    pub squares_span: Span,
    pub in_hand: u16,
}

impl Piece {
    /// Its ID; the first letter of its name if it has none.
    pub fn id(&self) -> String {
        let first = || self.name.text.chars().next().map(|letter| letter.to_ascii_uppercase()).into_iter().collect();
        if self.id.is_empty() { first() } else { self.id.clone() }
    }
}

/// Keys that are rules.
const RULES: &[&str] = &[
    "files",
    "ranks",
    "promoZone",
    "maxPromote",
    "promoChoice",
    "promoOffset",
    "royal",
    "symmetry",
    "shuffle",
    "stalemate",
    "firstRank",
];
/// Keys that are looks.
const LOOKS: &[&str] = &[
    "graphicsDir",
    "graphicsType",
    "squareSize",
    "whitePrefix",
    "blackPrefix",
    "lightShade",
    "darkShade",
    "rimColor",
    "coordColor",
    "startShade",
    "holeColor",
    "borders",
    "useMarkers",
    "newClick",
    "satellite",
    "showMoves",
    "hideLegend",
    "coordinates",
    "background",
];
/// Keys that are rules which aren't read.
const OTHER_RULES: &[&str] = &["holdings", "holdingsType", "baring", "counter", "perpetual", "repetition"];

/// Most squares to a side.
const MOST: u16 = 100;

/// True for a text with at least one key of a diagram and one line for a piece.
pub fn is_diagram(text: &str) -> bool {
    let lines = || text.trim_start_matches(MARK).lines().map(str::trim);
    let key = |line: &str| line.split_once('=').is_some_and(|(key, _)| RULES.contains(&key) || LOOKS.contains(&key));
    lines().any(key) && lines().any(is_piece)
}

/// `name:ID:moves:image:squares`, the last ones perhaps left out.
fn is_piece(line: &str) -> bool {
    let name = line.split(':').next().unwrap_or_default();
    line.matches(':').count() >= 2
        && name.starts_with(|c: char| c.is_alphabetic())
        && name.chars().all(|c| c.is_alphanumeric() || " -'_.".contains(c))
}

/// Reads all lines; squares are looked at when the size of the board is known.
pub fn read(text: &str) -> (Diagram, Vec<Diagnostic>) {
    let mut found = Vec::new();
    let (mut keys, mut pieces): (Vec<(Word, Word)>, Vec<Word>) = (Vec::new(), Vec::new());
    let mut offset = 0;
    for line in text.split_inclusive('\n') {
        let line_word = word(line.trim_start_matches(MARK), offset + line.len() - line.trim_start_matches(MARK).len());
        offset += line.len();
        let text = line_word.text.as_str();
        if text.is_empty() || text.starts_with(['<', '#']) {
            continue;
        }
        match text.split_once('=') {
            Some((key, value)) if !key.contains(':') => {
                keys.push((word(key, line_word.span.start), word(value, line_word.span.start + key.len() + 1)));
            }
            _ if is_piece(text) => pieces.push(line_word),
            _ => found.push(
                Diagnostic::warning(line_word.span, "this line is neither a key nor a piece")
                    .label("passed over")
                    .help("lines are `key=value` or `name:ID:moves:image:squares`"),
            ),
        }
    }
    let mut diagram = Diagram {
        span: keys.first().map_or(0..0, |(key, value)| key.span.start..value.span.end),
        files: 8,
        ranks: 8,
        depth: 1,
        most_promoting: 1,
        offset: 0,
        choice: None,
        promotion_span: keys.first().map_or(0..0, |(key, _)| key.span.clone()),
        royals: Vec::new(),
        symmetry: Symmetry::Mirror,
        shuffle: None,
        stalemate: None,
        holes: Vec::new(),
        holes_span: 0..0,
        pieces: Vec::new(),
    };
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

impl Diagram {
    fn key(&mut self, key: &Word, value: Word) -> Result<(), Diagnostic> {
        let number = |least: u16, most: u16| {
            let number = value.text.parse::<u16>().ok().filter(|number| (least..=most).contains(number));
            number.ok_or_else(|| {
                Diagnostic::error(
                    value.span.clone(),
                    format!("`{}` is not a number from {least} to {most}", value.text),
                )
            })
        };
        match key.text.as_str() {
            "files" => self.files = number(1, MOST)?,
            "ranks" => self.ranks = number(1, MOST)?,
            "promoZone" => {
                self.depth = number(0, MOST)?;
                self.promotion_span = key.span.start..value.span.end;
            }
            "maxPromote" => self.most_promoting = number(0, 1000)?.into(),
            "promoOffset" => self.offset = number(0, 1000)?.into(),
            "promoChoice" => {
                self.promotion_span = key.span.start..value.span.end;
                self.choice = Some(value).filter(|value| !value.text.is_empty());
            }
            "royal" => self.royals.push(value),
            "shuffle" => self.shuffle = Some(value).filter(|value| !value.text.is_empty()),
            "symmetry" => {
                self.symmetry = match value.text.as_str() {
                    "mirror" => Symmetry::Mirror,
                    "rotate" => Symmetry::Rotate,
                    "none" => Symmetry::None,
                    _ => return Err(unknown_value(&value, &["mirror", "rotate", "none"])),
                }
            }
            "stalemate" => {
                const RESULTS: &[&str] = &["win", "loss", "draw"];
                let result = RESULTS.iter().find(|result| **result == value.text);
                let result = result.ok_or_else(|| unknown_value(&value, RESULTS))?;
                self.stalemate = Some((result, key.span.start..value.span.end));
            }
            "firstRank" => {}
            looks if LOOKS.contains(&looks) => {}
            rule if OTHER_RULES.contains(&rule) => {
                return Err(Diagnostic::warning(key.span.start..value.span.end, format!("`{rule}` is not imported"))
                    .label("left out")
                    .help("say it in our language: `griffon import` writes the file"));
            }
            other => {
                let warning =
                    Diagnostic::warning(key.span.clone(), format!("`{other}` is not a known key")).label("left out");
                let known = RULES.iter().chain(LOOKS).chain(OTHER_RULES).copied();
                return Err(match did_you_mean(other, known) {
                    Some(near) => warning.help(format!("did you mean `{near}`?")),
                    None => warning,
                });
            }
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
            self.holes.extend(squares[Side::First].iter().chain(&squares[Side::Second]));
            self.holes_span = line.span.clone();
            return;
        }
        let number = field(5 + shift);
        let in_hand = match number.text.as_str() {
            "" => 0,
            text => text.parse::<u16>().ok().filter(|&number| number <= 100).unwrap_or_else(|| {
                let message = format!("`{text}` is not a number of pieces in hand");
                found.push(Diagnostic::warning(number.span.clone(), message).label("left out"));
                0
            }),
        };
        self.pieces.push(Piece {
            name: field(0),
            id: field(1).text,
            moves: Some(field(2)).filter(|moves| !moves.text.is_empty()),
            squares,
            squares_span: list.span,
            in_hand,
        });
    }

    /// `a2-h2,d1`, and after an empty place Black's: `f1,,f12`.
    fn squares(&self, list: &Word, found: &mut Vec<Diagnostic>) -> PerSide<Vec<(u16, u16)>> {
        let mut squares = PerSide([Vec::new(), Vec::new()]);
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
                    squares[side].extend(all);
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
        let rank: u16 = rank.parse().ok()?;
        let there = (1..=self.files).contains(&file) && (1..=self.ranks).contains(&rank);
        there.then(|| (file - 1, rank - 1))
    }
}

fn unknown_value(value: &Word, known: &[&str]) -> Diagnostic {
    let complaint =
        Diagnostic::error(value.span.clone(), format!("`{}` is not one of {}", value.text, known.join(", ")));
    match did_you_mean(&value.text, known.iter().copied()) {
        Some(near) => complaint.help(format!("did you mean `{near}`?")),
        None => complaint,
    }
}
