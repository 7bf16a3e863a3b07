//! One section on top of what it inherits: every key is looked up, every value read, and what would have no effect is
//! said.
//!
//! Where Fairy-Stockfish goes on after something it doesn't understand, so do we, with a warning that says what it makes
//! of it; the game is then the same as there.

mod values;

use values::file;

use super::super::ini::{Entry, Section, Word};
use super::betza;
use super::keys::{self, Takes};
use super::settings::{Area, Piece, Region, Settings, Stones};
use super::slots::{Slot, Slots};
use crate::definition::{PerSide, Side, capital};
use crate::diagnostic::{Diagnostic, Span, did_you_mean};

/// The largest boards of Fairy-Stockfish.
const MOST_FILES: u16 = 12;
const MOST_RANKS: u16 = 10;

/// What becomes of a key that could not be used.
const NO_EFFECT: &str = "Fairy-Stockfish takes no notice of it";
const NO_FURTHER: &str = "Fairy-Stockfish reads no further than here";

/// Lays a section over its parent's settings.
pub fn section(settings: &mut Settings, section: &Section) -> Vec<Diagnostic> {
    let mut reading = Reading { settings, found: Vec::new() };
    let entries = reading.last_of_each(section);
    reading.pieces(&entries);
    for (at, row) in keys::ROWS.iter().enumerate() {
        for entry in &entries {
            if let Some((known, side)) = keys::find(&entry.key.text)
                && std::ptr::eq(known, &keys::ROWS[at])
            {
                reading.settings.origins.insert(row.word.to_owned(), entry.span());
                reading.value(&row.takes, side, entry);
            }
        }
    }
    for entry in &entries {
        reading.unknown(entry);
    }
    reading.conclude(section);
    reading.found
}

struct Reading<'a> {
    settings: &'a mut Settings,
    found: Vec<Diagnostic>,
}

impl Reading<'_> {
    fn say(&mut self, finding: Diagnostic) {
        self.found.push(finding);
    }

    /// Of keys that are said twice the last one counts. Keys without a side come before those with one.
    fn last_of_each<'s>(&mut self, section: &'s Section) -> Vec<&'s Entry> {
        let mut kept: Vec<&Entry> = Vec::new();
        for (at, entry) in section.entries.iter().enumerate() {
            let later = section.entries[at + 1..].iter().find(|later| later.key.text == entry.key.text);
            match later {
                Some(later) => self.found.push(
                    Diagnostic::warning(entry.span(), format!("`{}` is said twice", entry.key.text))
                        .label("this one has no effect")
                        .note(later.span(), "the later one counts"),
                ),
                None => kept.push(entry),
            }
        }
        // What is said of one player counts; but of walls what is said of both does.
        kept.sort_by_key(|entry| {
            let of_one = keys::find(&entry.key.text).is_some_and(|(_, side)| side.is_some());
            of_one != entry.key.text.starts_with("wallingRegion")
        });
        kept
    }

    fn pieces(&mut self, entries: &[&Entry]) {
        let mut named: Vec<(Slot, &Entry)> =
            entries.iter().filter_map(|entry| Some((Slot::of_word(&entry.key.text)?, *entry))).collect();
        // Kings come last there, too.
        named.sort_by_key(|(slot, _)| (*slot == Slot::KING, *slot));
        let lost = self.settings.promotion_choices;
        let mut again: Vec<(char, Span)> = Vec::new();
        for (slot, entry) in named {
            let value = entry.value.text.as_str();
            let Some(letter) = value.chars().next() else {
                self.say(
                    Diagnostic::warning(entry.span(), format!("`{}` has no letter", entry.key.text)).label(NO_EFFECT),
                );
                continue;
            };
            if !letter.is_ascii_alphabetic() {
                if letter != '-' {
                    let message = format!("`{letter}` cannot be a piece's letter");
                    self.say(
                        Diagnostic::warning(entry.value.span.clone(), message)
                            .label("Fairy-Stockfish removes the piece"),
                    );
                }
                self.settings.remove(slot);
                continue;
            }
            let betza = self.moves(slot, entry);
            self.settings.origins.insert(slot.word(), entry.span());
            if self.settings.has(slot)
                && lost[Side::First].contains(slot)
                && self.settings.of_letter(letter) == Some(slot)
            {
                again.push((letter, entry.span()));
            }
            if let Some(text) = &betza
                && slot.is_custom()
                && text.contains('e')
            {
                Side::BOTH.iter().for_each(|&side| self.settings.en_passant[side].insert(slot));
            }
            self.settings.add(slot, Piece { letter: letter.to_ascii_uppercase(), synonym: None, betza });
        }
        // Naming a piece anew takes it off the list of promotions; that is seldom meant.
        if !entries.iter().any(|entry| entry.key.text.starts_with("promotionPieceTypes")) {
            for (letter, span) in again {
                let message = format!("pawns no longer promote to `{}`", letter.to_ascii_lowercase());
                self.say(Diagnostic::warning(span, message)
                    .help("Fairy-Stockfish forgets the promotion when it reads the letter again; name the choices with `promotionPieceTypes`"));
            }
        }
        for entry in entries {
            let Some((slot, side)) = mobility(&entry.key.text) else { continue };
            // An empty region is no limit there.
            let region = Some(self.region(&entry.value)).filter(|region| !region.0.is_empty());
            self.settings.mobility.entry(slot).or_default()[side] = region;
        }
    }

    /// What follows the letter, without the colon.
    fn moves(&mut self, slot: Slot, entry: &Entry) -> Option<String> {
        let value = &entry.value;
        let rest: String = value.text.chars().skip(2).collect();
        if !slot.is_custom() && slot != Slot::KING {
            if value.text.len() > 1 {
                let span = value.span.start + 1..value.span.end;
                let word = entry.key.text.clone();
                self.say(Diagnostic::warning(span, format!("`{word}` is followed by its letter only")).help(
                    "pieces with moves of their own are `customPiece1 = a:MOVES` and so on, and `king = k:MOVES`",
                ));
            }
            return None;
        }
        if value.text.len() == 1 {
            if slot.is_custom() {
                self.say(
                    Diagnostic::warning(value.span.clone(), "this piece has no moves")
                        .help(format!("write them after a colon: `{} = {}:N`", entry.key.text, value.text)),
                );
                return Some(String::new());
            }
            return None;
        }
        if value.text.chars().nth(1) != Some(':') {
            let span = value.span.start + 1..value.span.start + 2;
            self.say(Diagnostic::warning(span, "after the letter comes a colon").label("Fairy-Stockfish skips this"));
        }
        let (_, found) = betza::read(rest.trim());
        let blanks = rest.len() - rest.trim_start().len();
        self.found.extend(found.into_iter().map(|finding| finding.shifted(value.span.start + 2 + blanks)));
        Some(rest.trim().to_owned())
    }

    /// Reads a value and puts it where it belongs: for this player, or for both.
    fn value(&mut self, takes: &Takes, side: Option<Side>, entry: &Entry) {
        let sides = side.map_or(Side::BOTH.to_vec(), |side| vec![side]);
        let value = &entry.value;
        match takes {
            Takes::Flag(field) => *field(self.settings) = self.flag(value),
            Takes::FlagOfEach(field) => for_each(&sides, self.flag(value), field(self.settings)),
            // Less than one in a row is none.
            Takes::InARow(field) if value.text.starts_with('-') => *field(self.settings) = 0,
            Takes::Number(field) | Takes::InARow(field) => replace(self.number(value, 100_000), field(self.settings)),
            Takes::Small(field) => {
                let number = self.number(value, 10_000).map(|number| number as u16);
                replace(number, field(self.settings));
            }
            Takes::Rank(field) => {
                let value = &self.head(value);
                replace(self.line(value, value.text.parse().ok(), MOST_RANKS, "rank"), field(self.settings));
            }
            Takes::File(field) => {
                let value = &self.head(value);
                replace(self.line(value, file(&value.text), MOST_FILES, "file"), field(self.settings));
            }
            // Fairy-Stockfish skips what it doesn't know, such as quotation marks around a position.
            Takes::Text(field) => *field(self.settings) = value.text.replace('"', ""),
            Takes::Rights(field) => *field(self.settings) = self.rights(value),
            Takes::Pieces(field) => *field(self.settings) = self.set(value),
            Takes::PiecesOfEach(field) => for_each(&sides, self.set(value), field(self.settings)),
            Takes::Piece(field) => *field(self.settings) = self.single(value),
            Takes::PieceOfEach(field) => {
                // No piece and any piece are one and the same number there.
                let any = entry.key.text.starts_with("flagPiece") && value.text.starts_with('-');
                let piece = if any { Slots::everything() } else { self.single(value) };
                for_each(&sides, piece, field(self.settings));
            }
            Takes::Region(field) | Takes::RegionOfEach(field, _) => {
                for_each(&sides, Some(self.region(value)), field(self.settings));
            }
            Takes::Result(field) => replace(self.choice(value, keys::RESULTS), field(self.settings)),
            Takes::StonesOf(field) => replace(self.choice(value, keys::STONES), field(self.settings)),
            Takes::Choice(words) => {
                if let Some(obey) = self.choice(value, words) {
                    obey(self.settings);
                }
            }
            Takes::PawnTypes => {
                let set = self.set(value);
                let Settings { promotion_pawns, en_passant, counter_types, .. } = &mut *self.settings;
                [promotion_pawns, en_passant, counter_types].into_iter().for_each(|field| *field = PerSide::same(set));
            }
            Takes::PromotionLimit => {
                let limits = self.numbers(value, 10_000).into_iter().map(|(slot, number)| (slot, number as u16));
                self.settings.limits.extend(limits);
            }
            &Takes::Values(phase) => {
                for (slot, number) in self.numbers(value, 1_000_000) {
                    self.settings.values.entry(slot).or_default()[phase] = Some(number as i32);
                }
            }
            Takes::PromotedTypes => self.promoted(value),
            Takes::Ignored => {}
            Takes::Old(instead) => self.old(instead, entry),
        }
    }

    /// What becomes of pieces; of those with a `-`, nothing.
    fn promoted(&mut self, value: &Word) {
        for (slot, to) in self.pairs(value) {
            match to.text.chars().next().filter(|_| to.text.len() == 1) {
                Some('-') => {
                    self.settings.promoted.remove(&slot);
                }
                Some(letter) => match self.settings.of_letter(letter) {
                    Some(to) => {
                        self.settings.promoted.insert(slot, to);
                    }
                    None => self.no_piece(to.span, letter, NO_EFFECT),
                },
                None => self.say(
                    Diagnostic::warning(to.span, format!("`{}` is not a piece's letter", to.text)).label(NO_EFFECT),
                ),
            }
        }
    }

    /// Words of earlier versions.
    fn old(&mut self, instead: &str, entry: &Entry) {
        let word = entry.key.text.as_str();
        self.say(
            Diagnostic::warning(entry.key.span.clone(), format!("`{word}` is an old word"))
                .help(format!("write `{instead}`; Fairy-Stockfish may drop `{word}` one day")),
        );
        let rank: Option<u16> =
            self.head(&entry.value).text.parse().ok().filter(|rank| (1..=MOST_RANKS).contains(rank));
        let ahead = |settings: &Settings, side: Side, from: u16, to: u16| {
            let turned = |rank: u16| if side == Side::First { rank } else { settings.ranks.saturating_sub(rank) + 1 };
            Some(Region((from..=to).map(|rank| Area::Rank(turned(rank))).collect()))
        };
        match (word, rank) {
            ("promotionRank", Some(rank)) => {
                for side in Side::BOTH {
                    self.settings.promotion_region[side] = ahead(self.settings, side, rank, self.settings.ranks);
                }
            }
            ("doubleStepRank", Some(rank)) => {
                for side in Side::BOTH {
                    self.settings.double_region[side] = ahead(self.settings, side, 2.min(rank), rank);
                }
            }
            ("doubleStepRankMin", Some(rank)) => {
                for side in Side::BOTH {
                    self.settings.double_region[side] = ahead(self.settings, side, rank, rank.max(2));
                }
            }
            ("promotionRank" | "doubleStepRank" | "doubleStepRankMin", None) => {
                self.line(&entry.value, None, MOST_RANKS, "rank");
            }
            ("castlingRookPiece", _) => {
                let set = self.set(&entry.value);
                Side::BOTH.iter().for_each(|&side| self.settings.castling_rooks[side] = set);
            }
            ("dropOnTop", _) => {
                let on_top = self.flag(&entry.value).then_some(Stones::Top);
                self.settings.enclosing_drop = on_top.or(self.settings.enclosing_drop);
            }
            _ => {
                let region = self.region(&entry.value);
                let side = if word.starts_with("white") { Side::First } else { Side::Second };
                let field = match word.ends_with("Flag") {
                    true => &mut self.settings.flag_region,
                    false => &mut self.settings.drop_region,
                };
                field[side] = Some(region);
            }
        }
    }

    fn unknown(&mut self, entry: &Entry) {
        let key = entry.key.text.as_str();
        if keys::find(key).is_some() || Slot::of_word(key).is_some() || mobility(key).is_some() {
            return;
        }
        let words = keys::words();
        let slots: Vec<String> = Slot::all().map(Slot::word).collect();
        let near = match key.strip_prefix("mobilityRegion") {
            Some(piece) => {
                let piece = piece.trim_start_matches("White").trim_start_matches("Black");
                did_you_mean(piece, slots.iter().map(String::as_str)).map(|near| {
                    let side = if key.contains("Black") { "Black" } else { "White" };
                    format!("mobilityRegion{side}{}", capital(near))
                })
            }
            None => did_you_mean(key, words.iter().map(String::as_str)).map(str::to_owned),
        };
        let begun = || words.iter().find(|word| key.len() > 2 && word.starts_with(key)).cloned();
        let complaint = Diagnostic::warning(entry.key.span.clone(), format!("`{key}` is not a key")).label(NO_EFFECT);
        // Words of versions before there was one for all walls.
        let walls = key.strip_suffix("Gating").filter(|kind| ["arrow", "duck", "past", "static"].contains(kind));
        if let Some(walls) = walls {
            self.found.push(complaint.help(format!("write `wallingRule = {walls}`")));
            return;
        }
        self.found.push(match near.or_else(begun) {
            _ if ["White", "Black"].iter().all(|side| words.contains(&format!("{key}{side}"))) => {
                complaint.help(format!("say it for each player: `{key}White` and `{key}Black`"))
            }
            Some(near) => complaint.help(format!("did you mean `{near}`?")),
            None => complaint.help("the keys are listed at the top of Fairy-Stockfish's own variants.ini"),
        });
    }

    /// What follows from all keys together.
    fn conclude(&mut self, section: &Section) {
        if !self.settings.double_step {
            self.settings.double_region = PerSide::same(Some(Region::default()));
        }
        let contradiction = |key: &str| section.entries.iter().find(|entry| entry.key.text == key).map(Entry::span);
        if let Some(span) =
            contradiction("checkCounting").filter(|_| self.settings.check_counting && !self.settings.checking)
        {
            self.say(
                Diagnostic::warning(span, "checks are counted, but giving check is forbidden")
                    .help("one of `checkCounting` and `checking = false` should go"),
            );
        }
        if let Some(span) = contradiction("seirawanGating").filter(|_| self.settings.seirawan && !self.settings.gating)
        {
            self.say(Diagnostic::warning(span, "nothing gates without `gating = true`"));
        }
        if let Some(span) = contradiction("cambodianMoves").filter(|_| self.settings.cambodian && !self.settings.gating)
        {
            self.say(
                Diagnostic::warning(span, "there are no Cambodian moves without `gating = true`")
                    .help("`startFen` then names the files of those who may leap, as `DEde`"),
            );
        }
    }
}

/// What could be read takes the place of what was there.
fn replace<T>(found: Option<T>, field: &mut T) {
    if let Some(value) = found {
        *field = value;
    }
}

fn for_each<T: Clone>(sides: &[Side], value: T, field: &mut PerSide<T>) {
    sides.iter().for_each(|&side| field[side] = value.clone());
}

/// `mobilityRegionWhiteKnight`
fn mobility(key: &str) -> Option<(Slot, Side)> {
    let rest = key.strip_prefix("mobilityRegion")?;
    let (side, piece) = match rest.strip_prefix("White") {
        Some(piece) => (Side::First, piece),
        None => (Side::Second, rest.strip_prefix("Black")?),
    };
    Slot::all().find(|slot| capital(&slot.word()) == piece).map(|slot| (slot, side))
}
