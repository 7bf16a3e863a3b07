//! Squares and zones in words: `e4`, `d1-f3`, `ranks 1-5`, `palace + files a, h except a1`.
//!
//! Zones are said as the first player sees them and turned round for the second, unless the text says `mirrored`
//! or gives each side its own. Squares are always spelled from file `a` and rank 1.

use super::places::Places;
use super::reader::{Read, Reader, is_number};
use super::{Definition, PerSide, Side, Zone};
use crate::diagnostic::{Diagnostic, Span, did_you_mean};
use crate::rules::topology::{Square, SquareSet, Topology};
use crate::syntax::variant::TokenKind;

/// Reads zones for one board.
pub(super) struct Zones<'d> {
    pub topology: &'d Topology,
    pub named: &'d [(String, Zone)],
    /// Names that were read, for the warning about idle zones.
    pub used: &'d mut Vec<String>,
    /// Where other zones are declared, and which declarations are at fault.
    pub places: &'d Places,
    pub broken: &'d [String],
    /// The zone that is being declared.
    pub declared: Option<&'d str>,
    /// A comma means "and" everywhere, not only between numbers.
    pub commas: bool,
}

impl Zones<'_> {
    pub fn read(&mut self, reader: &mut Reader) -> Read<Zone> {
        // A square whose opposite is a hole may be none: holes go last.
        let mut zone = self.cells(reader)?;
        Side::BOTH.iter().for_each(|&side| zone[side] = without_holes(self.topology, &zone[side]));
        Ok(zone)
    }

    /// A zone that may have holes in it.
    fn cells(&mut self, reader: &mut Reader) -> Read<Zone> {
        if let Some(word) = reader.accept_any(&["white", "first"]) {
            let first = self.sum(reader)?;
            reader.comma();
            reader.require(if word == "white" { "black" } else { "second" })?;
            let second = self.sum(reader)?;
            return Ok(PerSide([first[Side::First].clone(), second[Side::First].clone()]));
        }
        if reader.at_word("black") || reader.at_word("second") {
            return Err(reader
                .expected("a zone")
                .help("the first player's squares come first: `white ZONE black ZONE`"));
        }
        if reader.accept("mirrored") {
            let zone = self.sum(reader)?;
            return Ok(seen(self.topology, zone[Side::First].clone(), Topology::mirror));
        }
        self.sum(reader)
    }

    fn sum(&mut self, reader: &mut Reader) -> Read<Zone> {
        let mut zone = self.term(reader)?;
        loop {
            if reader.accept_kind(TokenKind::Plus) || self.commas && reader.comma() {
                let more = self.term(reader)?;
                Side::BOTH.iter().for_each(|&side| more[side].iter().for_each(|square| zone[side].insert(square)));
            } else if reader.accept("except") {
                let less = self.term(reader)?;
                Side::BOTH.iter().for_each(|&side| less[side].iter().for_each(|square| zone[side].remove(square)));
            } else {
                return Ok(zone);
            }
        }
    }

    fn term(&mut self, reader: &mut Reader) -> Read<Zone> {
        let board = self.topology;
        let all = || board.every_cell();
        let turned = |set| seen(board, set, Topology::rotate);
        if reader.accept("all") {
            return Ok(PerSide::same(all().collect()));
        }
        if reader.accept("nowhere") {
            return Ok(PerSide::same(SquareSet::new()));
        }
        if reader.accept_any(&["ranks", "rank"]).is_some() {
            let wanted = ranges(reader, "the number of a rank", "ranks", board.ranks(), rank)?;
            return Ok(turned(all().filter(|&at| wanted[usize::from(board.rank(at))]).collect()));
        }
        if reader.accept_any(&["files", "file"]).is_some() {
            let wanted = ranges(reader, "the letter of a file", "files", board.files(), file)?;
            return Ok(turned(all().filter(|&at| wanted[usize::from(board.file(at))]).collect()));
        }
        if let Some(words) = reader.accept_any(&[LIGHT, DARK]) {
            return Ok(PerSide::same(shade(board, words == DARK)));
        }
        if reader.accept("ring") {
            let wanted = reader.number("a ring, 1 being the edge", 1, Topology::MAX_SIDE.into())?;
            let depth = |at| {
                let (x, y) = (board.file(at), board.rank(at));
                1 + u32::from(x.min(y).min(board.files() - 1 - x).min(board.ranks() - 1 - y))
            };
            return Ok(turned(all().filter(|&at| depth(at) == wanted).collect()));
        }
        let token = reader.peek().filter(|token| token.kind == TokenKind::Word);
        let Some(token) = token else {
            return Err(reader.expected("a zone"));
        };
        if let Some((_, zone)) = self.named.iter().find(|(name, _)| *name == token.text) {
            reader.take();
            self.used.push(token.text.clone());
            return Ok(zone.clone());
        }
        if let Some((low, high)) = area(&token.text) {
            reader.take();
            let (low, high) = (on_board(board, low, &token.span)?, on_board(board, high, &token.span)?);
            let files = board.file(low).min(board.file(high))..=board.file(low).max(board.file(high));
            let ranks = board.rank(low).min(board.rank(high))..=board.rank(low).max(board.rank(high));
            let inside = |at: &Square| files.contains(&board.file(*at)) && ranks.contains(&board.rank(*at));
            return Ok(turned(all().filter(inside).collect()));
        }
        if self.broken.contains(&token.text) {
            return Err(Diagnostic::said_already(token.span.clone()));
        }
        if self.declared == Some(&*token.text) {
            let message = format!("the zone `{}` is made of itself", token.text);
            return Err(Diagnostic::error(token.span.clone(), message)
                .help("a zone is made of squares, and of zones that are declared above it"));
        }
        if let Some(below) = self.places.named("zone", &token.text) {
            let message = format!("the zone `{}` is used above the line that declares it", token.text);
            let complaint = Diagnostic::error(token.span.clone(), message).help("move that line up");
            return Err(self.places.also(complaint, Some(below), "declared here"));
        }
        if matches!(token.text.as_str(), "mirrored" | "white" | "first") {
            let complaint = Diagnostic::error(token.span.clone(), format!("`{}` comes first in a zone", token.text));
            return Err(complaint.help(
                "it is about all that follows; give a part a name of its own, `zone NAME = ...`, to put it together with others",
            ));
        }
        let names = self.named.iter().map(|(name, _)| name.as_str());
        let complaint =
            Diagnostic::error(token.span.clone(), format!("`{}` is neither a zone nor a square", token.text));
        if let Some(piece) = self.places.named("piece", &token.text) {
            let complaint = complaint.help("a zone is made of squares, whatever stands there");
            return Err(self.places.also(complaint, Some(piece), "a piece"));
        }
        if is_number(&token.text) && rank(&token.text).is_some_and(|rank| rank <= board.ranks().into()) {
            return Err(complaint.help(format!("did you mean `rank {}`?", token.text)));
        }
        if file(&token.text).is_some_and(|file| file <= board.files().into()) {
            return Err(complaint.help(format!("did you mean `file {}`?", token.text)));
        }
        let small = token.text.to_ascii_lowercase();
        if small != token.text && area(&small).is_some() {
            return Err(complaint.help(format!("squares are written with small letters: `{small}`")));
        }
        Err(match did_you_mean(&token.text, names.chain(["ranks", "files", "all", "ring", "mirrored", "light", "dark"])) {
            Some(near) => complaint.help(format!("did you mean `{near}`?")),
            None => complaint
                .help("a zone is a name declared above, a square `e4`, an area `d1-f3`, `ranks 1-3`, `files a, h` or `dark squares`"),
        })
    }
}

/// A square as the other player counts it.
type Turn = fn(&Topology, Square) -> Square;

/// A set and the same set seen from the other side.
fn seen(board: &Topology, set: SquareSet, turn: Turn) -> Zone {
    let second = set.iter().map(|at| turn(board, at)).collect();
    PerSide([set, second])
}

fn without_holes(board: &Topology, set: &SquareSet) -> SquareSet {
    set.iter().filter(|&at| !board.is_hole(at)).collect()
}

/// `1-3, 8` or `a-c, h`: which of `count` lines are meant.
fn ranges(reader: &mut Reader, what: &str, lines: &str, count: u16, parse: fn(&str) -> Option<u32>) -> Read<Vec<bool>> {
    let both = |text: &str| match text.split_once('-') {
        Some((low, high)) => Some((parse(low)?, parse(high)?)),
        None => parse(text).map(|one| (one, one)),
    };
    let mut wanted = vec![false; usize::from(count)];
    loop {
        let Some((low, high)) = reader.peek().filter(|t| t.kind == TokenKind::Word).and_then(|t| both(&t.text)) else {
            let help = if lines == "files" { "files are letters" } else { "ranks are numbers" };
            return Err(reader.expected(what).help(help));
        };
        let token = reader.word(what)?;
        if low.min(high) == 0 || low.max(high) > u32::from(count) {
            return Err(off_board(&token.text, &token.span, &format!("the board has {count} {lines}")));
        }
        (low.min(high)..=low.max(high)).for_each(|line| wanted[line as usize - 1] = true);
        // A two-letter word after the comma is rather `in` or `to` than a file, unless there is such a file.
        let fits =
            |text: &str| both(text).is_some_and(|(low, high)| low.max(high) <= count.into() || !is_short_word(text));
        let more = reader.peek().is_some_and(|token| token.kind == TokenKind::Comma)
            && reader.peek_after().is_some_and(|token| token.kind == TokenKind::Word && fits(&token.text));
        if !more {
            return Ok(wanted);
        }
        reader.comma();
    }
}

fn is_short_word(text: &str) -> bool {
    text.len() == 2 && text.bytes().all(|byte| byte.is_ascii_lowercase())
}

fn off_board(text: &str, span: &Span, label: &str) -> Diagnostic {
    Diagnostic::error(span.clone(), format!("`{text}` is off the board")).label(label)
}

fn rank(text: &str) -> Option<u32> {
    is_number(text).then(|| text.parse().unwrap_or(u32::MAX))
}

/// `a` is 1, `z` 26, `aa` 27.
pub(super) fn file(text: &str) -> Option<u32> {
    let fine = !text.is_empty() && text.len() <= 2 && text.bytes().all(|byte| byte.is_ascii_lowercase());
    fine.then(|| text.bytes().fold(0, |sum, byte| sum * 26 + u32::from(byte - b'a') + 1))
}

type Corner = (u32, u32);

/// `e4` or `d1-f3` as two corners, counted from 1.
fn area(text: &str) -> Option<(Corner, Corner)> {
    let corner = |text: &str| {
        let digits = text.find(|c: char| c.is_ascii_digit())?;
        Some((file(&text[..digits])?, rank(&text[digits..])?))
    };
    match text.split_once('-') {
        Some((low, high)) => Some((corner(low)?, corner(high)?)),
        None => corner(text).map(|one| (one, one)),
    }
}

fn on_board(board: &Topology, (file, rank): Corner, span: &Span) -> Read<Square> {
    let index = |line: u32| u16::try_from(line).ok().and_then(|line| line.checked_sub(1));
    let square = index(file).zip(index(rank)).and_then(|(file, rank)| board.square(file, rank));
    let name = if file <= 702 {
        format!("{}{rank}", Topology::file_name(file.saturating_sub(1) as u16))
    } else {
        String::new()
    };
    square.ok_or_else(|| {
        let (last, ranks) = (Topology::file_name(board.files() - 1), board.ranks());
        off_board(&name, span, &format!("the last square is {last}{ranks}"))
    })
}

/// A zone in words that read back to the same zone; by its name if it has one.
pub(super) fn print(definition: &Definition, zone: &Zone) -> String {
    match definition.zones.iter().find(|(_, named)| named == zone) {
        Some((name, _)) => name.clone(),
        None => spell(&definition.topology, zone),
    }
}

const LIGHT: &str = "light squares";
const DARK: &str = "dark squares";

/// The squares of one colour, as on a chess board, whose a1 is dark.
fn shade(board: &Topology, dark: bool) -> SquareSet {
    board.every_cell().filter(|&at| board.is_dark(at) == dark).collect()
}

/// A zone in words, without names.
pub(crate) fn spell(board: &Topology, zone: &Zone) -> String {
    for (words, dark) in [(LIGHT, false), (DARK, true)] {
        let set = without_holes(board, &shade(board, dark));
        if set.len() > 1 && Side::BOTH.into_iter().all(|side| zone[side] == set) {
            return words.to_owned();
        }
    }
    const WAYS: [(&str, Turn); 2] = [("", Topology::rotate), ("mirrored ", Topology::mirror)];
    for (word, turn) in WAYS {
        // What is a hole for one player may be a square for the other.
        let second = zone[Side::Second].iter().map(|at| turn(board, at));
        let cells: SquareSet = zone[Side::First].iter().chain(second).collect();
        let same = |side: Side| without_holes(board, &seen(board, cells.clone(), turn)[side]) == zone[side];
        if Side::BOTH.into_iter().all(same) {
            let matters = |at: Square| !board.is_hole(at) || !board.is_hole(turn(board, at));
            return format!("{word}{}", spell_cells(board, &cells, &matters));
        }
    }
    let [first, second] = zone.0.each_ref().map(|set| spell_set(board, set));
    format!("white {first} black {second}")
}

/// The squares of one player, in words.
pub(crate) fn spell_set(board: &Topology, set: &SquareSet) -> String {
    spell_cells(board, set, &|at| !board.is_hole(at))
}

/// As `spell_set`, where some holes may matter as well.
fn spell_cells(board: &Topology, set: &SquareSet, matters: &dyn Fn(Square) -> bool) -> String {
    let cells = || board.every_cell().filter(|&at| matters(at));
    if set.is_empty() {
        return "nowhere".into();
    }
    if cells().all(|at| set.contains(at)) {
        return "all".into();
    }
    let whole = |line: fn(&Topology, Square) -> u16, count: u16| -> Option<Vec<u16>> {
        let full = |n: u16| {
            let mut cells = cells().filter(|&at| line(board, at) == n).peekable();
            cells.peek().is_some() && cells.all(|at| set.contains(at))
        };
        let lines: Vec<u16> = (0..count).filter(|&n| full(n)).collect();
        set.iter().all(|at| lines.contains(&line(board, at))).then_some(lines)
    };
    if let Some(ranks) = whole(Topology::rank, board.ranks()) {
        return runs("rank", &ranks, |rank| (rank + 1).to_string());
    }
    if let Some(files) = whole(Topology::file, board.files()) {
        return runs("file", &files, Topology::file_name);
    }
    let mut left = set.clone();
    let mut areas = Vec::new();
    loop {
        let corner = left.iter().next();
        let Some(corner) = corner else { break };
        areas.push(take_area(board, &mut left, corner));
    }
    areas.join(" + ")
}

/// Cuts the largest run of squares to the right of `corner`, and the equal ones above, out of a set.
fn take_area(board: &Topology, left: &mut SquareSet, corner: Square) -> String {
    let (x, y) = (board.file(corner), board.rank(corner));
    let has = |left: &SquareSet, x, y| board.square(x, y).is_some_and(|at| left.contains(at));
    let x_end = (x..board.files()).take_while(|&x| has(left, x, y)).last().unwrap_or(x);
    let y_end = (y..board.ranks()).take_while(|&y| (x..=x_end).all(|x| has(left, x, y))).last().unwrap_or(y);
    let cells = (y..=y_end).flat_map(|y| (x..=x_end).filter_map(move |x| board.square(x, y)));
    cells.for_each(|at| left.remove(at));
    let end = board.square(x_end, y_end).unwrap_or(corner);
    let name = board.name(corner);
    if end == corner { name } else { format!("{name}-{}", board.name(end)) }
}

/// `ranks 1-3, 8`.
fn runs(word: &str, lines: &[u16], name: impl Fn(u16) -> String) -> String {
    let mut parts: Vec<(u16, u16)> = Vec::new();
    for &line in lines {
        match parts.last_mut() {
            Some((_, end)) if *end + 1 == line => *end = line,
            _ => parts.push((line, line)),
        }
    }
    let part =
        |&(low, high): &(u16, u16)| if low == high { name(low) } else { format!("{}-{}", name(low), name(high)) };
    let list: Vec<String> = parts.iter().map(part).collect();
    format!("{word}{} {}", if lines.len() == 1 { "" } else { "s" }, list.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::variant::{Statement, parse_line};

    fn read(board: &Topology, text: &str) -> Read<Zone> {
        let (mut tokens, _, _) = parse_line(&format!("zone {text}"), 0);
        let statement = Statement { word: tokens.remove(0), rest: tokens };
        let places = Places::default();
        let mut zones = Zones {
            topology: board,
            named: &[],
            used: &mut Vec::new(),
            places: &places,
            broken: &[],
            declared: None,
            commas: true,
        };
        zones.read(&mut Reader::new(&statement))
    }

    #[test]
    fn a_hole_is_missing_where_it_is() {
        let mut board = Topology::new(6, 6);
        board.make_hole(board.find("c6").expect("on the board"));
        let second = |text: &str| spell_set(&board, &read(&board, text).expect(text)[Side::Second]);
        assert_eq!(second("rank 6"), "rank 1");
        assert_eq!(second("c6"), "d1");
        assert_eq!(second("mirrored c1"), "nowhere");
        for text in ["rank 6", "c6", "file c", "mirrored a5-c6", "a6-b6 + d6-f6", "all"] {
            assert_eq!(spell(&board, &read(&board, text).expect(text)), text);
        }
    }

    #[test]
    fn zones_read_and_print_back() {
        let board = Topology::new(9, 10);
        for text in [
            "d1-f3",
            "ranks 1-5",
            "ranks 1, 8-9",
            "file e",
            "files a, h-i",
            "mirrored a1-b2",
            "white a1 black b10",
            "all",
            "a1 + c1-d1 + f2-g4",
            "light squares",
            "dark squares",
        ] {
            assert_eq!(spell(&board, &read(&board, text).expect(text)), text);
        }
        assert_eq!(spell(&board, &read(&board, "a1, c1 + b1").expect("fine")), "a1-c1");
        assert_eq!(spell(&board, &read(&board, "ranks 1-2 except rank 1").expect("fine")), "rank 2");
        assert!(
            ["d1-f11", "rank 11", "rank 0", "file j", "rank 99999999999", "zz1", "aaaa1", "home"]
                .iter()
                .all(|text| read(&board, text).is_err())
        );
    }
}
