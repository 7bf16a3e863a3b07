//! A variant of Sjaak's, said in our language.

mod castling;
mod drops;
mod endings;

use super::super::ini::{Word, word};
use super::super::outline::Translation;
use super::moves::{self, Use};
use super::{Line, Piece, Variant};
use crate::definition::{PerSide, Side, Zone, spell_squares, spell_zone, xboard_names};
use crate::diagnostic::{Diagnostic, Span, did_you_mean};
use crate::rules::topology::{SquareSet, Topology};
use crate::syntax::betza::join;
use crate::syntax::variant::LONGEST_NAME;

/// `FIDE Chess (8x8)` is `fide-chess`.
pub fn name_of(text: &str) -> String {
    let mut kept = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('(') {
        kept.push_str(before);
        let (inside, tail) = after.split_once(')').unwrap_or((after, ""));
        if !inside.starts_with(|c: char| c.is_ascii_digit()) {
            kept.push_str(inside);
        }
        rest = tail;
    }
    kept.push_str(rest);
    words(&kept)
}

/// Lower case words with hyphens between them.
fn words(text: &str) -> String {
    let fine = |c: char| c.is_ascii_alphanumeric();
    let text = text.replace('\'', "").to_ascii_lowercase();
    let parts: Vec<&str> = text.split(|c| !fine(c)).filter(|part| !part.is_empty()).collect();
    parts.join("-").chars().take(LONGEST_NAME).collect()
}

/// A piece, as far as other statements ask for it.
struct Man {
    name: String,
    symbol: String,
    royal: bool,
    flags: Vec<String>,
}

struct Writer<'a> {
    variant: &'a Variant,
    board: Topology,
    zones: Vec<(String, SquareSet)>,
    men: Vec<Man>,
    /// `stalemate = draw` and the like, with their places; a rule without a value has an empty one.
    rules: Vec<(String, String, Span)>,
    out: Translation,
}

type Said<T> = Result<T, Diagnostic>;

pub fn variant(variant: &Variant) -> Said<Translation> {
    let mut writer = Writer {
        variant,
        board: size(variant)?,
        zones: Vec::new(),
        men: Vec::new(),
        rules: Vec::new(),
        out: Translation::default(),
    };
    writer.zones()?;
    writer.men()?;
    writer.rules();
    writer.heading();
    writer.pieces()?;
    writer.start();
    writer.promotions()?;
    writer.castling();
    writer.hands()?;
    writer.endings();
    writer.line("", variant.name.span.clone());
    let last =
        variant.pieces.iter().flat_map(|piece| &piece.lines).chain(&variant.lines).map(|line| line.span().end).max();
    let end = last.unwrap_or(variant.name.span.end);
    writer.out.is_variant(&name_of(&variant.name.text), variant.name.span.start..end);
    Ok(writer.out)
}

fn size(variant: &Variant) -> Said<Topology> {
    let Some(line) = variant.lines.iter().find(|line| line.key.text == "Board") else {
        let complaint = Diagnostic::error(variant.name.span.clone(), format!("`{}` has no board", variant.name.text));
        return Err(complaint.help("say its size: `Board: 8x8`"));
    };
    let size =
        line.value.text.split_once('x').and_then(|(x, y)| Some((x.trim().parse().ok()?, y.trim().parse().ok()?)));
    match size {
        Some((files, ranks)) if (1..=100).contains(&files) && (1..=100).contains(&ranks) => {
            Ok(Topology::new(files, ranks))
        }
        _ => Err(Diagnostic::error(line.value.span.clone(), format!("`{}` is not a size", line.value.text))
            .help("files and ranks: `Board: 8x8`")),
    }
}

/// What stands between quotes.
fn unquoted(text: &str) -> &str {
    text.trim().trim_matches('"')
}

/// Parts between commas, each with its place.
fn parts(value: &Word) -> Vec<Word> {
    let mut at = value.span.start;
    value
        .text
        .split(',')
        .map(|part| {
            let found = word(part, at);
            at += part.len() + 1;
            found
        })
        .collect()
}

impl Writer<'_> {
    fn line(&mut self, text: impl AsRef<str>, origin: Span) {
        let text = text.as_ref();
        if !text.is_empty() {
            self.out.line(&format!("  {text}"), origin);
        } else if !self.out.text.ends_with("\n\n") {
            self.out.line("", origin);
        }
    }

    fn warn(&mut self, span: Span, message: String, label: &str) {
        self.out.diagnostics.push(Diagnostic::warning(span, message).label(label));
    }

    fn zones(&mut self) -> Said<()> {
        self.zones.push(("empty".into(), SquareSet::new()));
        self.zones.push(("all".into(), self.board.squares().collect()));
        for line in &self.variant.lines {
            match line.key.text.as_str() {
                "Zone" => {
                    let Some((name, squares)) = line.value.text.split_once('=') else {
                        return Err(Diagnostic::error(line.value.span.clone(), "this zone has no `=`")
                            .help("write `Zone: NAME = a1,b1,c1`"));
                    };
                    let set = self.squares(&word(squares, line.value.span.start + name.len() + 1))?;
                    self.zones.push((name.trim().to_owned(), set));
                }
                "WhiteFlag" | "BlackFlag" => {
                    let set = self.squares(&line.value)?;
                    self.zones.push((line.key.text.clone(), set));
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// `a8,b8,c8`
    fn squares(&self, value: &Word) -> Said<SquareSet> {
        let mut set = SquareSet::new();
        for part in parts(value).into_iter().filter(|part| !part.text.is_empty()) {
            let mut letters = part.text.chars();
            let file = letters.next().map(|c| c.to_ascii_lowercase()).filter(char::is_ascii_lowercase);
            // What follows the number is skipped there.
            let digits = letters.as_str().trim_end_matches(|c: char| !c.is_ascii_digit());
            let rank: Option<u16> = digits.parse().ok().filter(|&rank| rank > 0);
            let at = file.zip(rank).and_then(|(file, rank)| self.board.square(file as u16 - 'a' as u16, rank - 1));
            match at {
                Some(at) => set.insert(at),
                None => {
                    let complaint =
                        Diagnostic::error(part.span, format!("`{}` is not a square of this board", part.text));
                    return Err(complaint.help("squares are `e4`, separated by commas"));
                }
            }
        }
        Ok(set)
    }

    /// The zones of two names, one for each player.
    fn zone(&self, white: &Word, black: &Word) -> Said<Zone> {
        let find = |name: &Word| {
            let found = self.zones.iter().find(|(known, _)| *known == name.text).map(|(_, set)| set.clone());
            found.ok_or_else(|| {
                let complaint = Diagnostic::error(name.span.clone(), format!("there is no zone `{}`", name.text));
                match did_you_mean(&name.text, self.zones.iter().map(|(name, _)| name.as_str())) {
                    Some(near) => complaint.help(format!("did you mean `{near}`?")),
                    None => complaint.help("zones are declared above: `Zone: rank8 = a8,b8`"),
                }
            })
        };
        Ok(PerSide([find(white)?, find(black)?]))
    }

    fn men(&mut self) -> Said<()> {
        for piece in &self.variant.pieces {
            let Some(line) = piece.lines.iter().find(|line| line.key.text == "Symbol") else {
                return Err(Diagnostic::error(piece.name.span.clone(), format!("`{}` has no symbol", piece.name.text))
                    .help("say its letters: `Symbol: \"N\", \"N,n\"`"));
            };
            let symbols: Vec<&str> = line.value.text.split('"').collect();
            let symbol = symbols.get(3).and_then(|both| both.split(',').next()).unwrap_or_default().trim();
            let bare = symbol.strip_prefix('+').unwrap_or(symbol);
            if bare.len() != 1 || !bare.bytes().all(|b| b.is_ascii_uppercase()) {
                return Err(Diagnostic::error(
                    line.value.span.clone(),
                    format!("`{symbol}` cannot be a piece's letter here"),
                )
                .help("a symbol is a capital, perhaps after a `+`: `Symbol: \"N\", \"N,n\"`"));
            }
            let flags: Vec<String> = piece
                .lines
                .iter()
                .filter(|line| line.key.text == "Flags")
                .flat_map(|line| line.value.text.split(',').map(|flag| flag.trim().to_owned()))
                .collect();
            let mut name = words(&piece.name.text);
            if !name.starts_with(|c: char| c.is_ascii_lowercase()) || self.men.iter().any(|man| man.name == name) {
                let promoted = if symbol.starts_with('+') { "promoted-" } else { "piece-" };
                name = format!("{promoted}{}", bare.to_ascii_lowercase());
            }
            let royal = flags.iter().any(|flag| flag == "royal");
            self.men.push(Man { name, symbol: symbol.to_owned(), royal, flags });
        }
        if self.men.is_empty() {
            let name = &self.variant.name;
            return Err(Diagnostic::error(name.span.clone(), format!("`{}` has no pieces", name.text)));
        }
        Ok(())
    }

    fn rules(&mut self) {
        for line in self.variant.lines.iter().filter(|line| line.key.text == "Rule") {
            for part in parts(&line.value) {
                let (rule, value) = part.text.split_once('=').unwrap_or((part.text.as_str(), ""));
                let (rule, value, results) = (rule.trim(), value.trim(), endings::results(rule.trim()));
                if results.is_empty() || results.contains(&value) {
                    self.rules.push((rule.to_owned(), value.to_owned(), part.span.clone()));
                    continue;
                }
                let complaint = match value {
                    "" => format!("`{rule}` doesn't say what comes of it"),
                    other => format!("`{other}` is nothing that comes of `{rule}`"),
                };
                let help = format!("say `{rule} = {}`", results.join("`, `"));
                self.out
                    .diagnostics
                    .push(Diagnostic::warning(part.span, complaint).label("it has no effect").help(help));
            }
        }
    }

    fn rule(&self, name: &str) -> Option<Span> {
        self.rules.iter().find(|rule| rule.0 == name).map(|rule| rule.2.clone())
    }

    fn heading(&mut self) {
        let name = self.variant.name.clone();
        let ours = name_of(&name.text);
        self.out.line(&format!("variant {ours}"), name.span.clone());
        self.line(format!("title \"{}\"", name.text.replace('"', "'")), name.span.clone());
        if xboard_names::recognised(&ours).is_some_and(|known| known != ours) {
            self.line(format!("cecp {}", xboard_names::free(&ours)), name.span.clone());
        }
        self.line("", name.span.clone());
        self.line(format!("board {}x{}", self.board.files(), self.board.ranks()), name.span);
        let holes: Vec<&Line> = self.variant.lines.iter().filter(|line| line.key.text == "Exclude").collect();
        let mut all = SquareSet::new();
        for line in &holes {
            match self.squares(&line.value) {
                Ok(set) => set.iter().for_each(|at| all.insert(at)),
                Err(found) => self.out.diagnostics.push(found),
            }
        }
        if !all.is_empty() {
            self.line(format!("holes {}", spell_squares(&self.board, &all)), holes[0].span());
            all.iter().for_each(|at| self.board.make_hole(at));
        }
        self.line("", self.variant.name.span.clone());
    }

    fn pieces(&mut self) -> Said<()> {
        for (at, piece) in self.variant.pieces.iter().enumerate() {
            let text = self.piece(at, piece)?;
            let man = &self.men[at];
            let line = format!("piece {} {} {text}", man.name, man.symbol);
            self.line(line.trim_end(), piece.name.span.clone());
        }
        Ok(())
    }

    fn piece(&mut self, at: usize, piece: &Piece) -> Said<String> {
        let of = |key: &'static str| piece.lines.iter().filter(move |line| line.key.text == key);
        let flag = |name: &str| self.men[at].flags.iter().any(|flag| flag == name);
        let captures: Vec<&Line> = of("Capture").collect();
        let (mut texts, mut clauses) = (Vec::new(), Vec::new());
        for line in of("Move") {
            texts.push(moves::read(&line.value, Use::Plain(if captures.is_empty() { "" } else { "m" }))?);
        }
        for line in captures {
            texts.push(moves::read(&line.value, Use::Plain(if flag("take_ep") { "ce" } else { "c" }))?);
        }
        let first = |line: &Line, mode: &str, value: &Word| {
            let leaves = value.text.starts_with("step") && flag("set_ep");
            let mode = if line.key.text == "Initial" { format!("i{mode}") } else { mode.to_owned() };
            moves::read(value, if leaves { Use::First(&mode) } else { Use::Plain(&mode) })
        };
        for line in of("Initial") {
            texts.push(first(line, "m", &line.value)?);
        }
        for line in of("Special") {
            let all = parts(&line.value);
            let [white, black, ..] = &all[..] else {
                return Err(Diagnostic::error(line.value.span.clone(), "a special move has two zones and a move")
                    .help("write `Special: ZONE, ZONE, step 2N`"));
            };
            let start = all.get(2).map_or(line.value.span.end, |part| part.span.start);
            let moves_text = &line.value.text[start - line.value.span.start..];
            let mode = if self.rule("special init").is_some() { "im" } else { "m" };
            let moves = first(line, mode, &word(moves_text, start))?;
            clauses.push(format!("in {} \"{moves}\"", spell_zone(&self.board, &self.zone(white, black)?)));
        }
        let text = join(texts);
        let mut out =
            if text.is_empty() { Vec::new() } else { vec![format!("\"{}{text}\"", self.far_castling(at, piece))] };
        out.extend(clauses);
        out.extend(self.properties(at, piece)?);
        Ok(out.join(", "))
    }

    fn properties(&mut self, at: usize, piece: &Piece) -> Said<Vec<String>> {
        let mut said = Vec::new();
        let man = &self.men[at];
        if man.royal {
            let several = Side::BOTH.iter().any(|&side| self.count(&man.symbol, side) > 1);
            let each = self.rule("check any king").is_some() || self.rule("duplecheck").is_some();
            said.push(if several && !each { "royal when last".into() } else { "royal".to_owned() });
        }
        for (flag, words) in [("iron", "iron"), ("set_ep", "resets counter")] {
            if man.flags.iter().any(|known| known == flag) {
                said.push(words.into());
            }
        }
        let mut unknown = Vec::new();
        for line in &piece.lines {
            match line.key.text.as_str() {
                "Prison" | "Block" => {
                    let all = parts(&line.value);
                    if let [white, black] = &all[..] {
                        let zone = spell_zone(&self.board, &self.zone(white, black)?);
                        said.push(format!(
                            "stays in {}{zone}",
                            if line.key.text == "Block" { "all except " } else { "" }
                        ));
                    }
                }
                "Max" => match line.value.text.split(',').next().and_then(|number| number.trim().parse::<u16>().ok()) {
                    Some(0) => {}
                    Some(number) => said.push(format!("at most {number}")),
                    None => unknown.push((line.value.clone(), "is not a number")),
                },
                "Value" => {
                    if let Ok(value) = line.value.text.parse::<u32>() {
                        said.push(format!("value {value}"));
                    }
                }
                "Flags" => {
                    const KNOWN: &[&str] = &[
                        "royal",
                        "set_ep",
                        "take_ep",
                        "drop_no_check",
                        "drop_no_mate",
                        "drop_one_file",
                        "drop_dead",
                        "no_mate",
                        "shak",
                        "no_retaliate",
                        "endangered",
                        "iron",
                        "capture_flag",
                        "assimilate",
                    ];
                    let odd = parts(&line.value).into_iter().filter(|flag| !KNOWN.contains(&flag.text.as_str()));
                    unknown.extend(odd.map(|flag| (flag, "has no counterpart in Griffon, or is no property")));
                }
                _ => {}
            }
        }
        for (word, why) in unknown {
            self.warn(word.span, format!("`{}` {why}", word.text), "it has no effect");
        }
        Ok(said)
    }

    /// How many of a piece stand on the board at first.
    fn count(&self, symbol: &str, side: Side) -> usize {
        let wanted = if side == Side::First { symbol.to_owned() } else { symbol.to_ascii_lowercase() };
        let fen = self.fen();
        fen.split(['[', ' ']).next().unwrap_or_default().matches(&wanted).count()
    }

    fn fen(&self) -> String {
        let line = self.variant.lines.iter().rfind(|line| line.key.text == "FEN");
        line.map_or(String::new(), |line| unquoted(&line.value.text).to_owned())
    }

    fn start(&mut self) {
        let origin = self
            .variant
            .lines
            .iter()
            .rfind(|line| line.key.text == "FEN")
            .map_or(self.variant.name.span.clone(), Line::span);
        let fen = self.fen();
        let mut fields = fen.split_whitespace();
        let board = fields.next().unwrap_or_default().trim_end_matches('/').to_owned();
        let (board, hand) = board.split_once('[').map_or((board.as_str(), ""), |(board, hand)| (board, hand));
        let hand =
            if self.has_hands() { format!("[{}]", hand.trim_end_matches(']').replace('-', "")) } else { String::new() };
        let turn = fields.next().filter(|turn| ["w", "b"].contains(turn)).unwrap_or("w");
        let rights = fields.next().filter(|field| !field.starts_with(|c: char| c.is_ascii_digit())).unwrap_or("-");
        let castles = self.variant.pieces.iter().any(|piece| piece.lines.iter().any(|line| line.key.text == "Castle"));
        let initial = self.rule("special init").is_some();
        let mut rights =
            if castles || initial || self.rule("gate drops").is_some() { rights.to_owned() } else { "-".into() };
        if initial && castles {
            rights.push_str(&self.files_of_royals());
        }
        let checks = self.checks().map_or(String::new(), |(count, _)| format!("{count}+{count} "));
        self.line("", origin.clone());
        self.line(format!("start \"{board}{hand} {turn} {rights} - {checks}0 1\""), origin.clone());
        self.line("", origin);
    }

    /// Letters for royals that have not moved yet, by the file where each player's stands.
    fn files_of_royals(&self) -> String {
        let fen = self.fen();
        let rows: Vec<Vec<String>> = fen.split(' ').next().unwrap_or_default().split('/').map(cells).collect();
        let mut letters = String::new();
        for (row, upper) in [(rows.last(), true), (rows.first(), false)] {
            let royal = |cell: &String| {
                let case = cell.starts_with(|c: char| c.is_ascii_uppercase() == upper);
                case && self.men.iter().any(|man| man.royal && man.symbol.eq_ignore_ascii_case(cell))
            };
            if let Some(file) = row.and_then(|row| row.iter().position(royal)).filter(|&file| file < 26) {
                let letter = (b'a' + file as u8) as char;
                letters.push(if upper { letter.to_ascii_uppercase() } else { letter });
            }
        }
        letters
    }

    /// `check3 = win`
    fn checks(&self) -> Option<(u32, Span)> {
        self.rules.iter().find_map(|(rule, _, span)| Some((rule.strip_prefix("check")?.parse().ok()?, span.clone())))
    }
}

/// The letters of a row of a position, a space for each empty square.
fn cells(row: &str) -> Vec<String> {
    let (mut cells, mut number, mut plus) = (Vec::new(), 0usize, "");
    for letter in row.chars() {
        if let Some(digit) = letter.to_digit(10) {
            number = 10 * number + digit as usize;
            continue;
        }
        cells.extend((0..number.min(100)).map(|_| " ".to_owned()));
        number = 0;
        if letter == '+' {
            plus = "+";
            continue;
        }
        cells.push(format!("{plus}{letter}"));
        plus = "";
    }
    cells.extend((0..number.min(100)).map(|_| " ".to_owned()));
    cells
}
