//! A variant of Sjaak's, said in our language.

use super::super::ini::{Word, word};
use super::super::outline::Translation;
use super::moves::{self, Use};
use super::{Line, Piece, Variant};
use crate::definition::{PerSide, Side, Zone, spell_squares, spell_zone, xboard_names};
use crate::diagnostic::{Diagnostic, Span, did_you_mean};
use crate::rules::topology::{SquareSet, Topology};

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
    parts.join("-").chars().take(60).collect()
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
    writer.endings()?;
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
        self.out.line(&if text.is_empty() { String::new() } else { format!("  {text}") }, origin);
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
                self.rules.push((rule.trim().to_owned(), value.trim().to_owned(), part.span.clone()));
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
        let (mut text, mut clauses) = (String::new(), Vec::new());
        for line in of("Move") {
            text.push_str(&moves::read(&line.value, Use::Plain(if captures.is_empty() { "" } else { "m" }))?);
        }
        for line in captures {
            text.push_str(&moves::read(&line.value, Use::Plain(if flag("take_ep") { "ce" } else { "c" }))?);
        }
        let first = |line: &Line, mode: &str, value: &Word| {
            let leaves = value.text.starts_with("step") && flag("set_ep");
            let mode = if line.key.text == "Initial" { format!("i{mode}") } else { mode.to_owned() };
            moves::read(value, if leaves { Use::First(&mode) } else { Use::Plain(&mode) })
        };
        for line in of("Initial") {
            text.push_str(&first(line, "m", &line.value)?);
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
        let line = self.variant.lines.iter().find(|line| line.key.text == "FEN");
        line.map_or(String::new(), |line| unquoted(&line.value.text).to_owned())
    }

    fn start(&mut self) {
        let origin = self
            .variant
            .lines
            .iter()
            .find(|line| line.key.text == "FEN")
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

    fn promotions(&mut self) -> Said<()> {
        let mut said: Vec<(String, Vec<String>, Span)> = Vec::new();
        for (at, piece) in self.variant.pieces.iter().enumerate() {
            let optional = piece.lines.iter().find(|line| line.key.text == "Optional promotion");
            for line in piece.lines.iter().filter(|line| line.key.text.ends_with("romotion")) {
                let extra = line.key.text != "Promotion";
                let all = parts(&line.value);
                let [white, black, ..] = &all[..] else {
                    return Err(Diagnostic::error(
                        line.value.span.clone(),
                        "a promotion has two zones and what is promoted to",
                    )
                    .help("write `Promotion: ZONE, ZONE, \"QRBN\"`"));
                };
                let zone = self.zone(white, black)?;
                let choices = all.get(2).map_or("", |choices| unquoted(&choices.text));
                if choices.is_empty() || Side::BOTH.iter().all(|&side| zone[side].is_empty()) {
                    continue;
                }
                let to = match choices {
                    "+" => "to partners".to_owned(),
                    letters => {
                        let names: Vec<String> = letters
                            .chars()
                            .filter_map(|letter| {
                                self.men.iter().find(|man| man.symbol == letter.to_string()).map(|man| man.name.clone())
                            })
                            .collect();
                        if names.len() != letters.chars().count() {
                            let span = all[2].span.clone();
                            return Err(Diagnostic::error(
                                span,
                                format!("`{letters}` names a piece that is not there"),
                            ));
                        }
                        format!("to {}", names.join(", "))
                    }
                };
                let must = match (extra, optional) {
                    (true, _) => ", optional",
                    (false, Some(_)) => "",
                    (false, None) => ", mandatory when stuck",
                };
                let when = if choices == "+" { ", arriving or leaving" } else { "" };
                let here = if self.rule("promote here").is_some() { ", in place" } else { "" };
                let text = format!("in {}{when}{here}, {to}{must}", spell_zone(&self.board, &zone));
                let name = self.men[at].name.clone();
                match said.iter_mut().find(|known| known.0 == text) {
                    Some((_, names, _)) => names.push(name),
                    None => said.push((text, vec![name], line.span())),
                }
            }
        }
        for (text, names, origin) in said {
            self.line(format!("promotion {} {text}", names.join(", ")), origin);
        }
        Ok(())
    }

    /// The castlings of a piece: is it White's, from and to which files, with a partner on which file.
    fn castlings(&self, piece: &Piece) -> Vec<(bool, u8, Vec<u8>, u8, Span)> {
        let file = |square: &str| square.trim().bytes().next().unwrap_or(b'a').saturating_sub(b'a');
        piece
            .lines
            .iter()
            .filter(|line| line.key.text == "Castle")
            .filter_map(|line| {
                let (side, rest) = line.value.text.split_once(' ')?;
                let (king, partner) = rest.split_once(" with ")?;
                let (from, to) = king.split_once('-')?;
                Some((side == "white", file(from), to.split(',').map(file).collect(), file(partner), line.span()))
            })
            .collect()
    }

    /// Castlings to several squares are moves of the piece: how far it slides, to which side.
    fn far_castling(&self, _at: usize, piece: &Piece) -> String {
        let all = self.castlings(piece);
        if all.iter().all(|castling| castling.2.len() == 1) {
            return String::new();
        }
        let mut ways: Vec<String> = Vec::new();
        for (_, from, to, partner, _) in &all {
            let side = if partner < from { 'l' } else { 'r' };
            for &file in to {
                let way = format!("i{side}O{}", from.abs_diff(file));
                if from.abs_diff(file) > 0 && !ways.contains(&way) {
                    ways.push(way);
                }
            }
        }
        ways.concat()
    }

    fn castling(&mut self) {
        for (at, piece) in self.variant.pieces.iter().enumerate() {
            let all = self.castlings(piece);
            if all.is_empty() || all.iter().any(|castling| castling.2.len() > 1) {
                continue;
            }
            let mut lands: [Option<u8>; 2] = [None, None];
            let mut odd = None;
            for (_, from, to, partner, span) in &all {
                let side = usize::from(partner > from);
                if to[0] == *partner && from.abs_diff(to[0]) == 1 || lands[side].is_some_and(|known| known != to[0]) {
                    odd = Some(span.clone());
                }
                lands[side].get_or_insert(to[0]);
            }
            if let Some(span) = odd {
                self.warn(
                    span,
                    "this castling differs between the players or from all that Griffon knows".into(),
                    "it is left out",
                );
                continue;
            }
            let partners: Vec<String> = self.partners(&all);
            if partners.is_empty() {
                continue;
            }
            let mut line = format!("castling {} with {}", self.men[at].name, partners.join(", "));
            for (land, word) in lands.into_iter().zip(["left", "right"]) {
                if let Some(file) = land {
                    line.push_str(&format!(", {word} to {}", char::from(b'a' + file)));
                }
            }
            let origin = all[0].4.clone();
            self.line(line, origin);
        }
    }

    /// What stands where the partners of these castlings start.
    fn partners(&self, castlings: &[(bool, u8, Vec<u8>, u8, Span)]) -> Vec<String> {
        let fen = self.fen();
        let rows: Vec<&str> =
            fen.split_whitespace().next().unwrap_or_default().trim_end_matches('/').split('/').collect();
        let mut names: Vec<String> = Vec::new();
        for (white, _, _, file, _) in castlings {
            // On the rank of the king, whichever it is.
            for row in &rows {
                let cells = cells(row);
                let king = |cell: &String| {
                    self.men.iter().any(|man| {
                        man.royal
                            && man.symbol.eq_ignore_ascii_case(cell)
                            && cell.starts_with(|c: char| c.is_ascii_uppercase() == *white)
                    })
                };
                let Some(cell) = cells.get(usize::from(*file)).filter(|_| cells.iter().any(king)) else { continue };
                if let Some(man) = self.men.iter().find(|man| man.symbol.eq_ignore_ascii_case(cell))
                    && !names.contains(&man.name)
                {
                    names.push(man.name.clone());
                }
            }
        }
        names
    }

    fn has_hands(&self) -> bool {
        self.rule("allow drops").is_some() || self.rule("gate drops").is_some()
    }

    fn hands(&mut self) -> Said<()> {
        if let Some(span) = self.rule("allow pickup") {
            return Err(Diagnostic::error(
                span,
                format!("`{}` is a game in which pieces are taken back into the hand", self.variant.name.text),
            )
            .label("Griffon has no such rule, so this variant is left out"));
        }
        if !self.has_hands() {
            return Ok(());
        }
        let gates = self.rule("gate drops");
        let origin = self.rule("allow drops").or(gates.clone()).unwrap_or(0..0);
        let source = match (self.rule("keep capture"), self.rule("return capture")) {
            (Some(_), _) => "captures",
            (None, Some(_)) => "captures, returned",
            (None, None) if gates.is_some() => "start, kept",
            (None, None) => "start",
        };
        let first = if self.rule("force drops").is_some() { ", dropped first" } else { "" };
        self.line("", origin.clone());
        self.line(format!("hand from {source}{first}"), origin.clone());
        if let Some(span) = gates {
            let fen = self.fen();
            let hand = fen.split(['[', ']']).nth(1).unwrap_or_default().to_ascii_uppercase();
            let names: Vec<String> =
                self.men.iter().filter(|man| hand.contains(&man.symbol)).map(|man| man.name.clone()).collect();
            if !names.is_empty() {
                self.line(format!("gate {} behind rank 1", names.join(", ")), span);
            }
            return Ok(());
        }
        let zone = self.variant.lines.iter().find(|line| line.key.text == "Drop zone");
        let zone = match zone.map(|line| parts(&line.value)) {
            Some(all) if all.len() == 2 => Some(spell_zone(&self.board, &self.zone(&all[0], &all[1])?)),
            _ => None,
        };
        let mut limits: Vec<(String, Vec<String>)> = Vec::new();
        for man in self.men.iter().filter(|man| !man.royal && !man.symbol.starts_with('+')) {
            let mut said: Vec<String> = zone.iter().map(|zone| format!("in {zone}")).collect();
            let has = |flag: &str| man.flags.iter().any(|known| known == flag);
            if has("drop_one_file") {
                said.push("at most 1 a file".into());
            }
            if zone.is_none() && !has("drop_dead") {
                said.push("not where stuck".into());
            }
            if has("drop_no_check") {
                said.push("check is illegal".into());
            } else if has("drop_no_mate") {
                said.push("mate is illegal".into());
            }
            let text = said.join(", ");
            match limits.iter_mut().find(|known| known.0 == text) {
                _ if text.is_empty() => {}
                Some((_, names)) => names.push(man.name.clone()),
                None => limits.push((text, vec![man.name.clone()])),
            }
        }
        for (text, names) in limits {
            self.line(format!("drop {} {text}", names.join(", ")), origin.clone());
        }
        Ok(())
    }

    fn endings(&mut self) -> Said<()> {
        let name = self.variant.name.span.clone();
        self.line("", name.clone());
        let rules = self.rules.clone();
        let value =
            |names: &[&str]| rules.iter().find(|rule| names.contains(&rule.0.as_str())).map(|rule| rule.1.as_str());
        let trading: Vec<String> = self.with_flag("endangered");
        if !trading.is_empty() {
            self.line(format!("illegal trading {}", trading.join(", ")), name.clone());
        }
        if self.rule("duplecheck").is_some() {
            self.line("illegal all royals left in check", name.clone());
            self.line("remove illegal royal left in check", name.clone());
        }
        let flags: Vec<&str> = ["BlackFlag", "WhiteFlag"].into_iter().collect();
        let zone = PerSide([0, 1].map(|at| {
            self.zones.iter().find(|zone| zone.0 == flags[at]).map(|zone| zone.1.clone()).unwrap_or_default()
        }));
        if Side::BOTH.iter().any(|&side| !zone[side].is_empty()) {
            let carriers = self.with_flag("capture_flag");
            let all = value(&["captureallflags"]).is_some();
            let number = if all { format!("{} ", zone[Side::First].len().max(1)) } else { String::new() };
            let who = if carriers.is_empty() { "anything".into() } else { carriers.join(", ") };
            self.line(format!("reach {} with {number}{who} is win", spell_zone(&self.board, &zone)), name.clone());
        }
        let (mut repetition, mut perpetual, mut moves) = ((3, "draw".to_owned()), String::new(), 50);
        let mut stalemate = "draw";
        for (rule, value, span) in &rules {
            let digits = rule.trim_start_matches(|c: char| !c.is_ascii_digit());
            match rule.trim_end_matches(|c: char| c.is_ascii_digit()) {
                "repeat" => repetition = (digits.parse().unwrap_or(3), value.clone()),
                "perpetual" => {
                    perpetual = if value == "draw" { String::new() } else { ", perpetual check is loss".into() }
                }
                "movecountdraw" => moves = value.parse().unwrap_or(50),
                // They say what it is for the player who gives it.
                "stalemate" => stalemate = reversed(value),
                "checkmate" if value != "win" => self.line(format!("checkmate is {}", reversed(value)), span.clone()),
                "loneking" if self.rule("bare rule").is_none() => {
                    self.line(format!("bare royal is {value}"), span.clone())
                }
                "bare rule" => self.line("bare royal is loss, unless it bares back", span.clone()),
                "nopieces" => self.line(format!("extinct anything is {value}"), span.clone()),
                "taboo" => self.line("illegal royals facing on files, ranks", span.clone()),
                "forced capture" => self.line("illegal ignoring captures", span.clone()),
                "check" if !digits.is_empty() => self.line(format!("checks {digits} is {value}"), span.clone()),
                "shak rule" => {
                    let strong = self.with_flag("shak");
                    if !strong.is_empty() {
                        self.line(format!("checkmate without check by {} is draw", strong.join(", ")), span.clone());
                    }
                }
                "checkmate" | "loneking" | "captureanyflag" | "captureallflags" | "keep capture" | "return capture"
                | "allow drops" | "gate drops" | "force drops" | "duplecheck" | "check any king" | "special init"
                | "chase rule" | "promote here" => {}
                "en-passant check" | "promote drop" | "quiet promotion" | "promote by move" => {
                    self.warn(span.clone(), format!("Griffon has no rule `{rule}`"), "it has no effect");
                }
                _ => {
                    const RULES: &[&str] = &[
                        "checkmate",
                        "stalemate",
                        "repeat3",
                        "perpetual",
                        "loneking",
                        "nopieces",
                        "captureanyflag",
                        "captureallflags",
                        "movecountdraw",
                        "taboo",
                        "keep capture",
                        "return capture",
                        "forced capture",
                        "duplecheck",
                        "check any king",
                        "allow pickup",
                        "allow drops",
                        "force drops",
                        "gate drops",
                        "promote here",
                        "special init",
                        "bare rule",
                        "chase rule",
                        "shak rule",
                    ];
                    let near = did_you_mean(rule, RULES.iter().copied());
                    let complaint =
                        Diagnostic::warning(span.clone(), format!("`{rule}` is not a rule")).label("it has no effect");
                    self.out.diagnostics.push(match near {
                        Some(near) => complaint.help(format!("did you mean `{near}`?")),
                        None => complaint.help(format!("the rules are {}", RULES.join(", "))),
                    });
                }
            }
        }
        let silent = self.with_flag("no_mate");
        if !silent.is_empty() {
            self.line(format!("checkmate by {} is win", silent.join(", ")), name.clone());
        }
        self.line(format!("stalemate is {stalemate}"), name.clone());
        if repetition.0 > 1 {
            let chase = if self.rule("chase rule").is_some() { ", perpetual chase is loss" } else { "" };
            let result = if repetition.1 == "illegal" { "loss" } else { repetition.1.as_str() };
            self.line(format!("repetition {} is {result}{perpetual}{chase}", repetition.0), name.clone());
        }
        if moves > 0 {
            self.line(format!("counter at {moves} moves is draw"), name);
        }
        Ok(())
    }

    fn with_flag(&self, flag: &str) -> Vec<String> {
        let has = |man: &&Man| man.flags.iter().any(|known| known == flag);
        self.men.iter().filter(has).map(|man| man.name.clone()).collect()
    }
}

fn reversed(value: &str) -> &'static str {
    match value {
        "win" => "loss",
        "loss" => "win",
        _ => "draw",
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
