//! Fairy-Max's `fmax.ini`.
//!
//! `Game: NAME`, the size of the board, the pieces on both back ranks by number, and a line for each piece: letter, value,
//! rays. Everything else in the file is for people. `rays.rs` reads the rays; here they become statements.

mod rays;

use super::ini::{Word, word};
use super::outline::Translation;
use crate::definition::{PerSide, Side, xboard_names};
use crate::diagnostic::{Diagnostic, Span};
use crate::position::fen::show_row;
use crate::rules::topology::Topology;
use rays::Ray;

struct Piece {
    letter: char,
    value: i32,
    rays: Vec<Ray>,
    span: Span,
}

struct Game {
    name: Word,
    files: u16,
    ranks: u16,
    /// Depth of the promotion zone, and the rank of the pawns.
    depth: u16,
    pawns: u16,
    back: PerSide<Vec<usize>>,
    pieces: Vec<Piece>,
    /// The line with the size, and those of the back ranks.
    spans: [Span; 3],
}

pub fn is_heading(line: &str) -> bool {
    line.starts_with("Game:")
}

/// Every game that can be played, as a variant of ours.
pub fn translate(text: &str) -> Translation {
    let mut whole = Translation::default();
    let mut lines: Vec<Word> = Vec::new();
    let mut offset = 0;
    for line in text.split_inclusive('\n') {
        lines.push(word(line, offset));
        offset += line.len();
    }
    // The same name may be there twice, with other rules.
    let mut known: Vec<String> = Vec::new();
    for at in (0..lines.len()).filter(|&at| is_heading(&lines[at].text)) {
        let read = game(&lines[at..]).and_then(|game| {
            let name = game.short_name();
            let count = known.iter().filter(|other| **other == name).count();
            known.push(name.clone());
            game.write(&if count == 0 { name } else { format!("{name}-{}", count + 1) })
        });
        match read {
            Ok(variant) => whole.append(variant),
            Err(found) => whole.diagnostics.push(found),
        }
    }
    whole
}

/// A game from its heading on.
fn game(lines: &[Word]) -> Result<Game, Diagnostic> {
    let heading = &lines[0];
    let rest = &heading.text["Game:".len()..];
    let name = word(rest.split('#').next().unwrap_or_default(), heading.span.start + "Game:".len());
    let missing = |what: &str| {
        Diagnostic::error(name.span.clone(), format!("`{}` has no {what}", name.text))
            .help("after the name come the size, two lines of piece numbers, and a line for each piece")
    };
    let size = lines.get(1).ok_or_else(|| missing("board"))?;
    let fault = |what: &str| Diagnostic::error(size.span.clone(), format!("`{}` is not {what}", size.text));
    let (board, zone) = size.text.split_once('=').unwrap_or((&size.text, "1"));
    let (files, ranks) = board.split_once('x').ok_or_else(|| fault("a size such as `8x8`"))?;
    let number = |text: &str| text.trim().parse::<u16>().ok().filter(|&number| (1..=100).contains(&number));
    let (Some(files), Some(ranks)) = (number(files), number(ranks)) else { return Err(fault("a size such as `8x8`")) };
    let zone: i32 = zone.trim().parse::<i16>().map_err(|_| fault("a depth of the promotion zone"))?.into();
    let (depth, pawns) = match zone {
        1 => (1, 2),
        depth if (2..i32::from(ranks)).contains(&depth) => (depth as u16, depth as u16),
        depth if depth < 0 && 1 - depth <= i32::from(ranks) => (1, (1 - depth) as u16),
        _ => return Err(fault("a depth of the promotion zone on this board")),
    };
    let row = |at: usize| -> Result<Vec<usize>, Diagnostic> {
        let line = lines.get(at).ok_or_else(|| missing("back rank"))?;
        let numbers: Result<Vec<usize>, _> = line.text.split_whitespace().map(str::parse).collect();
        let numbers =
            numbers.map_err(|_| Diagnostic::error(line.span.clone(), "a back rank is a line of piece numbers"))?;
        match numbers.len() == usize::from(files) {
            true => Ok(numbers),
            false => Err(Diagnostic::error(line.span.clone(), format!("{} pieces stand on this rank", numbers.len()))
                .label(format!("the board has {files} files"))),
        }
    };
    let back = PerSide([row(2)?, row(3)?]);
    let mut pieces = Vec::new();
    for line in &lines[4..] {
        match piece(line) {
            Some(piece) => pieces.push(piece?),
            None => break,
        }
    }
    if pieces.len() < 3 {
        return Err(missing("pieces"));
    }
    for (side, at) in [(Side::First, 2), (Side::Second, 3)] {
        if let Some(number) = back[side].iter().find(|&&number| number > pieces.len()) {
            return Err(Diagnostic::error(lines[at].span.clone(), format!("there is no piece number {number}"))
                .label(format!("{} pieces are described below", pieces.len())));
        }
    }
    let spans = [1, 2, 3].map(|at| lines[at].span.clone());
    Ok(Game { name, files, ranks, depth, pawns, back, pieces, spans })
}

/// `n:259 14,7 31,7`, if the line is one.
fn piece(line: &Word) -> Option<Result<Piece, Diagnostic>> {
    let mut letters = line.text.chars();
    let letter = letters.next().filter(char::is_ascii_alphabetic)?;
    let rest = letters.as_str().strip_prefix(':')?;
    let start = line.span.start + 2;
    let mut words = super::ini::words(&word(rest, start)).into_iter();
    let value = words.next()?.text.parse().ok()?;
    let rays: Result<Vec<Ray>, Diagnostic> = words.map(|text| Ray::read(&text)).collect();
    Some(rays.map(|rays| Piece { letter: letter.to_ascii_uppercase(), value, rays, span: line.span.clone() }))
}

impl Piece {
    fn is_royal(&self) -> bool {
        self.value < 0
    }
}

impl Game {
    fn short_name(&self) -> String {
        let name = self.name.text.rsplit('/').next().unwrap_or_default().to_ascii_lowercase();
        let fine = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit();
        name.split(|c| !fine(c)).filter(|part| !part.is_empty()).collect::<Vec<_>>().join("-")
    }

    /// The piece that a letter stands for: White's is the first one with it, Black's the last.
    fn of_letter(&self, letter: char, side: Side) -> &Piece {
        let mut all = self.pieces.iter().filter(|piece| piece.letter == letter);
        let found = if side == Side::First { all.next() } else { all.next_back() };
        found.unwrap_or(&self.pieces[0])
    }

    fn letters(&self) -> Vec<char> {
        let mut letters: Vec<char> = Vec::new();
        self.pieces.iter().for_each(|piece| {
            if !letters.contains(&piece.letter) {
                letters.push(piece.letter)
            }
        });
        letters
    }

    fn is_pawn(&self, letter: char) -> bool {
        self.pieces[..2].iter().any(|piece| piece.letter == letter)
    }

    /// The side whose pawn has this letter, if it is not the other's as well.
    fn pawn_of_one(&self, letter: char) -> Option<Side> {
        let [first, second] = [0, 1].map(|at| self.pieces[at].letter == letter);
        match (first, second) {
            (true, false) => Some(Side::First),
            (false, true) => Some(Side::Second),
            _ => None,
        }
    }

    /// Some of several royals may be left in check: those beyond number seven all but one, the others all until one is left.
    fn spares_royals(&self) -> bool {
        let several = |side: Side| {
            let royals = self.back[side].iter().filter(|&&number| number > 7 && self.pieces[number - 1].is_royal());
            royals.count() > 1
        };
        Side::BOTH.into_iter().any(several)
    }

    fn name_of(&self, letter: char) -> String {
        let piece = self.of_letter(letter, Side::First);
        match letter {
            _ if letter == self.pieces[0].letter => "pawn".into(),
            'K' if piece.is_royal() => "king".into(),
            'N' | 'B' | 'R' | 'Q' => {
                let usual = [('N', "N", "knight"), ('B', "B", "bishop"), ('R', "R", "rook"), ('Q', "Q", "queen")];
                let row = usual
                    .iter()
                    .find(|row| row.0 == letter)
                    .filter(|row| rays::moves(&piece.rays, Side::First, false).is_ok_and(|moves| moves == row.1));
                row.map_or(format!("piece-{}", letter.to_ascii_lowercase()), |row| row.2.into())
            }
            _ => format!("piece-{}", letter.to_ascii_lowercase()),
        }
    }

    fn write(&self, ours: &str) -> Result<Translation, Diagnostic> {
        let mut out = Translation::default();
        let origin = self.name.span.clone();
        out.line(&format!("variant {ours}"), origin.clone());
        out.line(
            &format!("  title \"{}\"", self.name.text.rsplit('/').next().unwrap_or_default().replace('"', "'")),
            origin.clone(),
        );
        if xboard_names::recognised(ours).is_some_and(|known| known != ours) {
            out.line(&format!("  cecp {}", xboard_names::free(ours)), origin.clone());
        }
        out.line("", origin.clone());
        out.line(&format!("  board {}x{}", self.files, self.ranks), self.spans[0].clone());
        out.line("", origin.clone());
        for letter in self.letters().into_iter().filter(|&letter| self.comes_up(letter)) {
            let line = self.piece(letter)?;
            out.line(&format!("  {line}"), self.of_letter(letter, Side::First).span.clone());
        }
        out.line("", origin.clone());
        out.line(&format!("  start \"{}\"", self.start()), self.spans[1].clone());
        out.line("", origin.clone());
        let choices = self.choices();
        if !choices.is_empty() {
            let zone = match self.depth {
                1 => format!("rank {}", self.ranks),
                depth => format!("ranks {}-{}", self.ranks + 1 - depth, self.ranks),
            };
            let pawns = self.letters().into_iter().filter(|&letter| self.is_pawn(letter));
            let pawns: Vec<String> = pawns.map(|letter| self.name_of(letter)).collect();
            let line = format!("  promotion {} in {zone}, to {}", pawns.join(", "), choices.join(", "));
            out.line(&line, self.spans[0].clone());
            out.line("", origin.clone());
        }
        if self.pieces[2].value == -2 && self.files >= 2 && self.ranks >= 2 {
            let corner = |x: u16, y: u16| format!("{}{y}", Topology::file_name(x - 1));
            let (x, y) = (self.files / 2, self.ranks / 2);
            let line = format!("  reach {}-{} with royals is win", corner(x, y), corner(x + 1, y + 1));
            out.line(&line, self.pieces[2].span.clone());
        }
        if self.spares_royals() {
            out.line("  remove illegal royal left in check", self.spans[1].clone());
            out.line("  illegal all royals left in check", self.spans[1].clone());
            out.line("", origin.clone());
        }
        out.line("  stalemate is draw", origin.clone());
        out.line("  repetition 3 is draw", origin.clone());
        out.line("  counter at 50 moves is draw", origin.clone());
        out.line("", origin.clone());
        let end = self.pieces.last().map_or(origin.end, |piece| piece.span.end);
        out.is_variant(ours, origin.start..end);
        Ok(out)
    }

    /// It stands on the board at first, or pawns promote to it.
    fn comes_up(&self, letter: char) -> bool {
        let stands =
            |side: Side| self.back[side].iter().any(|&number| number > 0 && self.pieces[number - 1].letter == letter);
        self.is_pawn(letter) || Side::BOTH.into_iter().any(stands) || self.chosen(letter)
    }

    /// Whether pawns may promote to it: to all but royals and pieces whose value ends in 3.
    fn chosen(&self, letter: char) -> bool {
        let piece = self.of_letter(letter, Side::First);
        !piece.is_royal() && piece.value % 10 != 3 && !self.is_pawn(letter)
    }

    fn choices(&self) -> Vec<String> {
        let mut letters: Vec<char> = self.letters().into_iter().filter(|&letter| self.chosen(letter)).collect();
        // The program itself always takes number 7.
        let usual = self.pieces.get(6).map(|piece| piece.letter);
        letters.sort_by_key(|&letter| Some(letter) != usual);
        letters.into_iter().map(|letter| self.name_of(letter)).collect()
    }

    fn piece(&self, letter: char) -> Result<String, Diagnostic> {
        let pawn = self.is_pawn(letter);
        let said = |side: Side| {
            let side = self.pawn_of_one(letter).unwrap_or(side);
            let piece = self.of_letter(letter, side);
            rays::moves(&piece.rays, side, pawn).map_err(|(span, why)| {
                Diagnostic::error(span, why)
                    .label("so this game is left out")
                    .help("its meaning is in the file's own description of move modes")
            })
        };
        let (white, black) = (said(Side::First)?, said(Side::Second)?);
        let moves =
            if white == black { format!("\"{white}\"") } else { format!("white \"{white}\" black \"{black}\"") };
        let piece = self.of_letter(letter, Side::First);
        let several = |side: Side| {
            self.back[side].iter().filter(|&&number| number > 0 && self.pieces[number - 1].letter == letter).count() > 1
        };
        let property = match () {
            () if pawn => ", resets counter".to_owned(),
            () if piece.is_royal() && Side::BOTH.into_iter().any(several) && !self.spares_royals() => {
                ", royal when last".into()
            }
            () if piece.is_royal() => ", royal".into(),
            () => format!(", value {}", piece.value),
        };
        Ok(format!("piece {} {letter} {moves}{property}", self.name_of(letter)))
    }

    fn start(&self) -> String {
        let back = |side: Side| -> String {
            let letter = |number: usize| match number {
                0 => '.',
                number if side == Side::First => self.pieces[number - 1].letter,
                number => self.pieces[number - 1].letter.to_ascii_lowercase(),
            };
            self.back[side].iter().map(|&number| letter(number)).collect()
        };
        let [white, black] = [0, 1].map(|at| self.pieces[at].letter);
        let empty = ".".repeat(usize::from(self.files));
        let mut rows = vec![empty; usize::from(self.ranks)];
        let last = rows.len() - 1;
        let line = usize::from(self.pawns) - 1;
        rows[last.saturating_sub(line)] = black.to_ascii_lowercase().to_string().repeat(usize::from(self.files));
        rows[line.min(last)] = white.to_string().repeat(usize::from(self.files));
        rows[0] = back(Side::First);
        rows[last] = back(Side::Second);
        let row = |row: &String| show_row(row.chars().map(|letter| (letter != '.').then_some(letter)));
        let rows: Vec<String> = rows.iter().rev().map(row).collect();
        let rights: String = Side::BOTH.into_iter().map(|side| self.rights(side)).collect();
        format!("{} w {} - 0 1", rows.join("/"), if rights.is_empty() { "-" } else { &rights })
    }

    /// A player's part of the castling field: castling, and the files of other pieces that may move as if for the first time.
    fn rights(&self, side: Side) -> String {
        let may =
            |number: usize, test: &dyn Fn(&Ray) -> bool| number > 0 && self.pieces[number - 1].rays.iter().any(test);
        let castles = self.back[side].iter().any(|&number| may(number, &Ray::castles));
        let mut letters = String::from(if castles { "KQ" } else { "" });
        for (file, &number) in ('A'..='Z').zip(&self.back[side]) {
            if may(number, &|ray| ray.is_initial() && !ray.castles()) && !['K', 'Q'].contains(&file) {
                letters.push(file);
            }
        }
        if side == Side::First { letters } else { letters.to_ascii_lowercase() }
    }
}
