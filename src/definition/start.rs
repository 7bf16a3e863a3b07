//! The statement `start`.
//!
//! The start position is checked here for shape and letters; what its further fields mean is `position`'s business.

use super::places::quoted;
use super::reader::{Read, Reader, is_number};
use super::resolve::Draft;
use super::{Condition, Kind, Shuffle, Side};
use crate::diagnostic::{Diagnostic, Span};
use crate::rules::topology::Square;
use crate::syntax::variant::Token;

/// The position a game begins with.
#[derive(Clone, Debug, PartialEq)]
pub struct Start {
    pub fen: String,
    /// The second player's camp is drawn from the same lot.
    pub shuffle: Option<Shuffle>,
}

pub(super) fn start(draft: &mut Draft, reader: &mut Reader) -> Read<()> {
    let token = reader.text("a position")?;
    reader.end()?;
    draft.definition.start.fen = token.text.clone();
    let mut check = Check {
        draft,
        token,
        found: Vec::new(),
        men: Vec::new(),
        unknown: Vec::new(),
        unmarked: Vec::new(),
        undeclared: Vec::new(),
    };
    check.position();
    let (found, men) = (check.found, check.men);
    let check_is_partial = draft.definition.pieces.is_empty() || draft.lacks_pieces();
    draft.start_is_sound = found.is_empty() && !check_is_partial;
    found.into_iter().for_each(|finding| draft.report(finding));
    draft.start_men = men;
    Ok(())
}

/// A piece of the start position; without a square it is in hand.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Man {
    pub side: Side,
    pub kind: Kind,
    pub square: Option<Square>,
}

/// A cell of a row of the start position.
enum Cell {
    Empty(u64),
    Hole,
    Man(Side, Kind),
    Unknown,
}

struct Check<'a> {
    draft: &'a Draft,
    token: &'a Token,
    found: Vec<Diagnostic>,
    men: Vec<Man>,
    /// Letters without a piece that have been reported.
    unknown: Vec<String>,
    /// Holes that are no `*`, and `*` that are no holes.
    unmarked: Vec<(Span, String)>,
    undeclared: Vec<(Span, String)>,
}

impl Check<'_> {
    /// The place of a part of the text, without its quotes.
    fn span(&self, start: usize, end: usize) -> Span {
        let offset = self.token.span.start + 1;
        offset + start..offset + end
    }

    fn error(&self, start: usize, end: usize, message: impl Into<String>) -> Diagnostic {
        Diagnostic::error(self.span(start, end), message)
    }

    fn position(&mut self) {
        let text = self.token.text.as_str();
        let board_end = text.find(' ').unwrap_or(text.len());
        let mut board = &text[..board_end];
        if text.trim().is_empty() {
            let complaint = self.error(0, 0, "an empty position");
            return self.found.push(complaint.help("a position is written as FEN, rank by rank from above"));
        }
        if self.draft.definition.hands.is_some()
            && let Some(open) = hand_opening(board)
            && let Some(men) = self.hand(&board[open + 1..board.len() - 1])
        {
            self.men.extend(men);
            board = &board[..open];
        } else if self.draft.definition.hands.is_some()
            && let Some(open) = hand_opening(board)
            && self.draft.kind_of_symbol(&board[open..].to_ascii_uppercase()).is_none()
        {
            let message = format!("`{}` is no hand: it holds letters of pieces", &board[open..]);
            self.found.push(self.with_letters(self.error(open, board_end, message)));
            board = &board[..open];
        } else if self.draft.definition.hands.is_none()
            && self.draft.places.word("hand").is_some()
            && let Some(open) = hand_opening(board)
            && self.draft.kind_of_symbol(&board[open..].to_ascii_uppercase()).is_none()
        {
            // A hand that could not be read has been spoken of.
            board = &board[..open];
        } else if self.draft.definition.hands.is_none()
            && self.draft.places.word("hand").is_none()
            && let Some(open) = hand_opening(board)
            && self.draft.kind_of_symbol(&board[open..].to_ascii_uppercase()).is_none()
            && self.hand(&board[open + 1..board.len() - 1]).is_some()
        {
            let complaint = self.error(open, board_end, "the start position has a hand, but the variant has none");
            self.found.push(complaint.help("say where pieces in hand come from: `hand from captures`"));
            board = &board[..open];
        }
        let rows: Vec<&str> = board.split('/').collect();
        let ranks = usize::from(self.draft.definition.topology.ranks());
        if rows.len() != ranks {
            let found = if rows.len() == 1 { "1 row".to_owned() } else { format!("{} rows", rows.len()) };
            let message = format!("the start position has {found}; the board has {ranks} ranks");
            self.found.push(self.error(0, board.len(), message));
        }
        let mut offset = 0;
        for (index, row) in rows.iter().enumerate() {
            if let Some(rank) = ranks.checked_sub(index + 1) {
                self.row(row, offset, rank as u16);
            }
            offset += row.len() + 1;
        }
        self.holes();
        let turn = text[board_end..].split_ascii_whitespace().next();
        if let Some(turn) = turn.filter(|turn| !["w", "b"].contains(turn)) {
            let at = text[board_end..].find(turn).unwrap_or(0) + board_end;
            let complaint = self.error(at, at + turn.len(), format!("`{turn}` is not a player"));
            self.found.push(complaint.help("after the board comes `w` if the first player moves, or `b`"));
        }
    }

    /// Whoever forgets holes forgets all of them: that is said once.
    fn holes(&mut self) {
        let squares =
            |places: &[(Span, String)]| places.iter().map(|(_, name)| name.as_str()).collect::<Vec<_>>().join(", ");
        let said = |places: &[(Span, String)], [one, several]: [&str; 2]| {
            let verb = if places.len() == 1 { one } else { several };
            Some(Diagnostic::error(places.first()?.0.clone(), format!("{} {verb}", squares(places))))
        };
        let unmarked = said(&self.unmarked, ["is a hole", "are holes"]);
        let each = if self.unmarked.len() == 1 { "it" } else { "each of them" };
        let undeclared = said(&self.undeclared, ["is not a hole", "are not holes"]);
        let holes = format!(
            "declare {} with `holes {}`",
            if self.undeclared.len() == 1 { "it" } else { "them" },
            squares(&self.undeclared)
        );
        self.found.extend(unmarked.map(|said| said.help(format!("write `*` for {each}"))));
        self.found.extend(undeclared.map(|said| said.help(holes)));
    }

    /// The complaint, with the letters that there are.
    fn with_letters(&self, complaint: Diagnostic) -> Diagnostic {
        let letters: Vec<&str> = self.draft.definition.pieces.iter().map(|piece| &*piece.symbol).collect();
        if letters.is_empty() { complaint } else { complaint.help(format!("declared letters: {}", letters.join(" "))) }
    }

    /// The pieces in hand, if the text can be read as such.
    fn hand(&self, text: &str) -> Option<Vec<Man>> {
        let mut rest = text.trim_matches('-');
        let mut men = Vec::new();
        while !rest.is_empty() {
            let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
            let length = symbol_length(&rest[digits..]);
            let symbol = &rest[digits..digits + length];
            let kind = self.draft.kind_of_symbol(&symbol.to_ascii_uppercase())?;
            men.push(Man { side: side(symbol), kind, square: None });
            rest = &rest[digits + length..];
        }
        Some(men)
    }

    fn row(&mut self, row: &str, offset: usize, rank: u16) {
        let files = u64::from(self.draft.definition.topology.files());
        let (mut width, mut at) = (0u64, 0);
        let (unmarked, undeclared) = (self.unmarked.len(), self.undeclared.len());
        while at < row.len() {
            let (cell, length) = self.cell(&row[at..], offset + at);
            let count = if let Cell::Empty(count) = cell { count } else { 1 };
            if width.saturating_add(count) <= files {
                (width..width + count).for_each(|file| self.put(&cell, file as u16, rank, (offset + at, length)));
            }
            width = width.saturating_add(count);
            at += length;
        }
        if width != files {
            // Nobody knows which of its squares are meant.
            self.unmarked.truncate(unmarked);
            self.undeclared.truncate(undeclared);
            let what = format!("of the start position has {width} squares");
            // A board of another size makes all ranks wrong.
            if self.found.iter().filter(|before| before.message.ends_with(&what)).count() > 1 {
                return;
            }
            let message = format!("rank {} {what}", rank + 1);
            let complaint = self.error(offset, offset + row.len(), message);
            self.found.push(complaint.label(format!("the board has {files} files")));
        }
    }

    /// What the text begins with, and how many bytes it takes.
    fn cell(&mut self, text: &str, at: usize) -> (Cell, usize) {
        if text.starts_with('*') {
            return (Cell::Hole, 1);
        }
        let digits = text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        if digits > 0 {
            let count = if is_number(&text[..digits]) { text[..digits].parse().unwrap_or(u64::MAX / 2) } else { 0 };
            if count == 0 {
                self.found.push(self.error(at, at + digits, "no squares to leave empty"));
            }
            return (Cell::Empty(count), digits);
        }
        let length = symbol_length(text).max(text.chars().next().map_or(1, char::len_utf8));
        let symbol = &text[..length];
        let mark = text[length..].strip_prefix('~').map(|rest| 1 + rest.len() - rest.trim_start_matches('\'').len());
        let crowned = mark.unwrap_or(0);
        match self.draft.kind_of_symbol(&symbol.to_ascii_uppercase()) {
            Some(kind) => (Cell::Man(side(symbol), kind), length + crowned),
            None => {
                let known = symbol.to_ascii_uppercase();
                // Each letter once; not at all where a declaration is at fault or none is there, which has been said.
                if !self.unknown.contains(&known)
                    && !self.draft.definition.pieces.is_empty()
                    && !self.draft.lacks_pieces()
                {
                    let complaint = self.error(at, at + length, format!("no piece has the letter `{symbol}`"));
                    self.found.push(self.with_letters(complaint));
                    self.unknown.push(known);
                }
                (Cell::Unknown, length + crowned)
            }
        }
    }

    fn put(&mut self, cell: &Cell, file: u16, rank: u16, (at, length): (usize, usize)) {
        let definition = &self.draft.definition;
        let Some(square) = definition.topology.square(file, rank) else { return };
        let name = definition.topology.name(square);
        let hole = definition.topology.is_hole(square);
        match cell {
            Cell::Hole if !hole && !definition.has_walls() => self.undeclared.push((self.span(at, at + length), name)),
            Cell::Empty(_) | Cell::Man(..) | Cell::Unknown if hole => {
                self.unmarked.push((self.span(at, at + length), name));
            }
            Cell::Man(side, kind) => {
                let piece = definition.piece(*kind);
                if piece.confined.as_ref().is_some_and(|zone| !zone[*side].contains(square)) {
                    let message = format!("`{}` starts on {name}, outside its zone", piece.name);
                    let said = self.draft.places.piece(kind.index()).and_then(|said| said.place(said.statement.span()));
                    let complaint = self.error(at, at + length, message);
                    self.found.push(match said {
                        Some(place) => complaint.note(place, "it stays in this zone"),
                        None => complaint,
                    });
                }
                self.men.push(Man { side: *side, kind: *kind, square: Some(square) });
            }
            Cell::Hole | Cell::Empty(_) | Cell::Unknown => {}
        }
    }
}

/// How many bytes the piece at the beginning takes: `P`, `+P`, `N'`, `[DK]`; 0 if none is there.
pub(super) fn symbol_length(text: &str) -> usize {
    let plus = usize::from(text.starts_with('+'));
    let rest = &text[plus..];
    let core = match rest.strip_prefix('[') {
        Some(inner) => match inner.find(']') {
            Some(end) => end + 2,
            None => return 0,
        },
        None if rest.starts_with(|c: char| c.is_ascii_alphabetic()) => 1,
        None => return 0,
    };
    plus + core + usize::from(rest[core..].starts_with(['\'', '!']))
}

/// The bracket that belongs to the last character of a board, if that closes one: `R[[DK]]`.
pub(crate) fn hand_opening(board: &str) -> Option<usize> {
    let mut open = 0;
    for (at, letter) in board.char_indices().rev() {
        match letter {
            ']' => open += 1,
            '[' => open -= 1,
            _ => {}
        }
        if open == 0 {
            return Some(at).filter(|_| letter == '[');
        }
    }
    None
}

pub(super) fn side(symbol: &str) -> Side {
    let upper = symbol.trim_start_matches(['+', '[']).starts_with(|c: char| c.is_ascii_uppercase());
    if upper { Side::First } else { Side::Second }
}

/// Checks that need the start position and everything else.
pub(super) fn check_men(draft: &mut Draft) {
    let men = draft.start_men.clone();
    let count = |side, kind| {
        let same = |man: &&Man| man.side == side && man.kind == kind && man.square.is_some();
        men.iter().filter(same).count() as u16
    };
    for kind in std::mem::take(&mut draft.limited_by_start) {
        let most = Side::BOTH.map(|side| count(side, kind));
        draft.definition.pieces[kind.index()].limit = Some(most[0].max(most[1]));
    }
    if !draft.start_is_sound {
        return;
    }
    let start = draft.places.word("start");
    let mut found = Vec::new();
    for kind in draft.definition.kinds() {
        let piece = draft.definition.piece(kind);
        let most = Side::BOTH.map(|side| count(side, kind)).into_iter().max().unwrap_or(0);
        if let Some(limit) = piece.limit.filter(|&limit| most > limit) {
            let message = format!("the start position has {most} of `{}`; at most {limit} are allowed", piece.name);
            let complaint = draft.places.complain(start, quoted, message);
            found.push(draft.places.also(complaint, draft.places.piece(kind.index()), "limited here"));
        }
    }
    let royal = |side: Side| {
        let royal = |man: &Man| man.side == side && draft.definition.piece(man.kind).royal;
        draft.start_men.iter().any(royal)
    };
    let extinct = draft.definition.endings.iter().any(|ending| matches!(ending.condition, Condition::Extinct { .. }));
    // Who says that there may be several lets them come by promotion.
    let others = extinct || draft.definition.pieces.iter().any(|piece| piece.royal && piece.limit > Some(1));
    if !others && let Some(first) = draft.definition.kinds().find(|&kind| draft.definition.piece(kind).royal) {
        for side in Side::BOTH.into_iter().filter(|&side| !royal(side)) {
            let who = if side == Side::First { "first" } else { "second" };
            let message = format!("the {who} player has no royal piece in the start position");
            let warning = draft.places.warn(start, quoted, message);
            found.push(draft.places.also(warning, draft.places.piece(first.index()), "royal here"));
        }
    }
    draft.diagnostics.extend(found);
}
