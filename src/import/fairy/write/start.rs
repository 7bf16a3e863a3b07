//! Board, start position and castling.

use super::super::men::letter_of;
use super::super::slots::Slot;
use super::Writer;
use crate::definition::{Side, spell_squares};
use crate::rules::topology::{SquareSet, Topology};

/// Stands for any number in a hand: positions may have 1000 at most.
const MOST_ENDLESS: usize = 100;

impl Writer<'_> {
    pub(super) fn start_of_board(&mut self) {
        let settings = self.settings;
        let asian = ["xiangqi", "janggi"].contains(&settings.template.as_str());
        let ranks = if asian && settings.ranks == 10 { ", ranks from 0" } else { "" };
        self.line(format!("board {}x{}{ranks}", settings.files, settings.ranks), &["maxFile", "maxRank"]);
        let holes: Vec<_> = self.setup.holes.iter().filter_map(|&(file, rank)| self.board.square(file, rank)).collect();
        if !holes.is_empty() {
            let set: SquareSet = holes.iter().copied().collect();
            let words = spell_squares(&self.board, &set);
            self.line(format!("holes {words}"), &["startFen"]);
            holes.into_iter().for_each(|at| self.board.make_hole(at));
        }
        self.name_zone("lines", self.zone(&settings.diagonal_lines), &["diagonalLines"]);
        if let Some(limits) = settings.mobility.get(&Slot::KING).filter(|_| settings.has(Slot::KING)) {
            self.name_zone("palace", self.zone(limits), &["mobilityRegionWhiteKing"]);
        }
        self.blank();
    }

    pub(super) fn start(&mut self) {
        let settings = self.settings;
        let fields: Vec<&str> = settings.start.split_whitespace().collect();
        // Nothing depends on what has promoted where nothing goes back into a hand.
        let mut board = self.main_letters(fields.first().copied().unwrap_or_default());
        if !settings.captures_to_hand {
            board.retain(|letter| letter != '~');
        }
        let (board, hand) = match board.split_once('[') {
            Some((board, hand)) => (board.to_owned(), hand.trim_end_matches(']').replace('-', "")),
            None => (board.clone(), String::new()),
        };
        let hand = if self.has_endless_hands() {
            // More than there is room for.
            let letters = settings.pieces.values().map(|piece| piece.letter);
            let both = letters.flat_map(|letter| [letter, letter.to_ascii_lowercase()]);
            both.map(|letter| letter.to_string().repeat(self.board.cells().min(MOST_ENDLESS))).collect()
        } else {
            hand
        };
        let hand = if self.has_hands() { format!("[{hand}]") } else { String::new() };
        let turn = if fields.get(1).copied() == Some("b") { "b" } else { "w" };
        let has_rights = fields.get(2).is_some_and(|field| !field.starts_with(|c: char| c.is_ascii_digit()));
        let rights = fields.get(2).filter(|_| has_rights).map_or("-".into(), |field| self.rights(field));
        let mut rest = &fields[fields.len().min(if has_rights { 4 } else { 2 })..];
        let mut checks = String::new();
        if settings.check_counting && settings.has(Slot::KING) {
            checks = format!("{} ", self.checks());
        }
        if rest.first().is_some_and(|field| field.contains('+')) {
            rest = &rest[1..];
        }
        let number = |at: usize, other: &str| {
            let field = rest.get(at).filter(|field| field.bytes().all(|b| b.is_ascii_digit()));
            field.map_or(other.to_owned(), |field| (*field).to_owned())
        };
        let (half, full) = (number(0, "0"), number(1, "1"));
        self.blank();
        self.line(format!("start \"{board}{hand} {turn} {rights} - {checks}{half} {full}\""), &["startFen"]);
        self.blank();
    }

    /// Second letters for pieces are for reading only; what is no piece's letter is left for our loader to complain about.
    fn main_letters(&self, board: &str) -> String {
        let settings = self.settings;
        let main = |letter: char| match letter_of(settings, letter).filter(|_| letter.is_ascii_alphabetic()) {
            Some(slot) => {
                let own = settings.pieces[&slot].letter;
                if letter.is_ascii_uppercase() { own } else { own.to_ascii_lowercase() }
            }
            None => letter,
        };
        board.chars().map(main).collect()
    }

    /// `3+3`: checks that White and Black still have to give. `+1+2` are those of three that they have given.
    pub(super) fn checks(&self) -> String {
        let field = self.settings.start.split_whitespace().skip(1).find(|field| field.contains('+')).unwrap_or("1+1");
        match field.strip_prefix('+').and_then(|given| given.split_once('+')) {
            None => field.to_owned(),
            Some((white, black)) => {
                let left = |given: &str| 3u32.saturating_sub(given.parse().unwrap_or(0));
                format!("{}+{}", left(white), left(black))
            }
        }
    }

    /// Rights to castle and to gate, those that mean something.
    fn rights(&self, field: &str) -> String {
        let settings = self.settings;
        if settings.gating && settings.seirawan || settings.chess960 {
            // Kings and rooks that can't castle gate nothing either.
            let means_something = |letter: &char| settings.castling || !"KQkq".contains(*letter);
            let rights: String = field.chars().filter(means_something).collect();
            return if rights.is_empty() { "-".to_owned() } else { rights };
        }
        let right = |letter: char| {
            let side = if letter.is_ascii_uppercase() { Side::First } else { Side::Second };
            let file = (letter.to_ascii_uppercase() as u16).checked_sub('A' as u16);
            // A letter of a file names the partner.
            let named = |kingside: bool| {
                file.is_some() && self.castling_partner(side, kingside) == file && self.castles_by_file(side, field)
            };
            let kingside = match letter.to_ascii_uppercase() {
                'K' => true,
                'Q' => false,
                _ => [true, false].into_iter().find(|&kingside| named(kingside))?,
            };
            let partner = self.castling_partner(side, kingside)?;
            // `Q` is about the outermost partner, another one is named by its file.
            let outermost = match kingside {
                true => self.castling_partners(side, true).max(),
                false => self.castling_partners(side, false).min(),
            };
            let file = char::from_digit(u32::from(partner) + 10, 36).filter(|_| outermost != Some(partner));
            let name = file.unwrap_or(if kingside { 'k' } else { 'q' });
            Some(if side == Side::First { name.to_ascii_uppercase() } else { name })
        };
        // What may leap at first is named by its file, too, wherever no right to castle says that it hasn't moved.
        let leaper = |letter: char| {
            let side = if letter.is_ascii_uppercase() { Side::First } else { Side::Second };
            self.leapers(side)
                .any(|(_, file)| letter.to_ascii_lowercase().to_digit(36) == Some(u32::from(file) + 10))
                .then_some(letter)
        };
        let rights: String = field.chars().filter_map(|letter| right(letter).or_else(|| leaper(letter))).collect();
        if rights.is_empty() { "-".into() } else { rights }
    }

    /// Where letters open gates, those of files give rights to castle only if the king's is among them, and there is no `K` or `Q`.
    fn castles_by_file(&self, side: Side, field: &str) -> bool {
        let own = |letter: char| if side == Side::First { letter } else { letter.to_ascii_lowercase() };
        let listed = |letter: char| field.contains(own(letter));
        let king = self.castling_king(side).and_then(|(_, file)| char::from_digit(u32::from(file) + 10, 36));
        !self.settings.gating
            || king.is_some_and(|king| listed(king.to_ascii_uppercase())) && !['K', 'Q'].into_iter().any(listed)
    }

    /// The rank, from 0, on which a player castles.
    pub(super) fn castling_rank(&self, side: Side) -> u16 {
        let rank = self.settings.castling_rank - 1;
        if side == Side::First { rank } else { self.settings.ranks.saturating_sub(rank + 1) }
    }

    /// The piece that castles as the king, and the file it stands on.
    pub(super) fn castling_king(&self, side: Side) -> Option<(Slot, u16)> {
        let rank = self.castling_rank(side);
        let royal = |slot: Slot| self.settings.castling_king[side].contains(slot);
        let mut kings: Vec<(Slot, u16)> = self
            .setup
            .men
            .iter()
            .filter(|(_, at, placed)| *at == rank && placed.side == side && royal(placed.slot))
            .map(|(file, _, placed)| (placed.slot, *file))
            .collect();
        if kings.len() > 1 {
            kings.retain(|(_, file)| *file == self.settings.castling_king_file - 1);
        }
        kings.first().copied()
    }

    fn castles(&self, side: Side, kingside: bool) -> bool {
        self.castling_partner(side, kingside).is_some()
    }

    /// The file, from 0, of what castles with the king on one wing: the first one from where it is looked for inwards.
    fn castling_partner(&self, side: Side, kingside: bool) -> Option<u16> {
        let settings = self.settings;
        let partners = self.castling_partners(side, kingside);
        match kingside {
            true => partners.filter(|file| *file < settings.castling_rook_kingside).max(),
            false => partners.filter(|file| *file + 1 >= settings.castling_rook_queenside).min(),
        }
    }

    /// The files, from 0, of all that could castle with the king on one wing.
    fn castling_partners(&self, side: Side, kingside: bool) -> impl Iterator<Item = u16> {
        let rank = self.castling_rank(side);
        let king = self.castling_king(side).filter(|_| self.settings.castling).map(|(_, file)| file);
        self.setup.men.iter().filter_map(move |&(file, at, placed)| {
            let partner = self.settings.castling_rooks[side].contains(placed.slot);
            let on_wing = king.is_some_and(|king| (file > king) == kingside);
            (at == rank && placed.side == side && partner && on_wing).then_some(file)
        })
    }

    pub(super) fn castling(&mut self) {
        let settings = self.settings;
        let field = settings.start.split_whitespace().nth(2).unwrap_or("-");
        let rights = field.chars().any(|letter| letter.is_ascii_alphabetic());
        if !settings.castling || !(rights || settings.castling_dropped) {
            return;
        }
        let mut said: Vec<(Side, String)> = Vec::new();
        for side in Side::BOTH {
            let castles = |right| self.castles(side, right);
            let king = match settings.castling_dropped {
                true => settings.pieces.keys().copied().find(|slot| settings.castling_king[side].contains(*slot)),
                false if settings.chess960 || castles(true) || castles(false) => {
                    self.castling_king(side).map(|(slot, _)| slot)
                }
                false => None,
            };
            let Some(king) = king.and_then(|slot| self.plain(slot)).map(|man| man.name.clone()) else { continue };
            let partners: Vec<String> = self
                .men
                .iter()
                .filter(|man| !man.promoted && settings.castling_rooks[side].contains(man.slot))
                .map(|man| man.name.clone())
                .collect();
            if partners.is_empty() {
                continue;
            }
            let file = |file: u16| Topology::file_name(file - 1);
            let mut line = format!("castling {king} with {}", partners.join(", "));
            if settings.castling_dropped {
                line.push_str(&format!(", on {}", file(settings.castling_king_file)));
            }
            line.push_str(&format!(
                ", left to {}, right to {}",
                file(settings.castling_queenside),
                file(settings.castling_kingside)
            ));
            if settings.opposite_castling {
                line.push_str(", opposite");
            }
            if settings.chess960 {
                line.push_str(", anywhere");
            }
            said.push((side, line));
        }
        let keys = ["castling", "castlingKingsideFile", "castlingQueensideFile", "castlingKingPiece"];
        match said.as_slice() {
            [(_, first), (_, second)] if first == second => self.line(first, &keys),
            // One player alone has the right to, or each castles in another way.
            each => {
                let by = |side: Side| if side == Side::First { "white" } else { "black" };
                each.iter().for_each(|(side, line)| self.line(format!("{line}, by {}", by(*side)), &keys));
            }
        }
    }
}
