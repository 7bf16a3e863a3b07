//! The statements `piece`.

use super::super::betza::{self};
use super::super::men::Man;
use super::super::slots::{Slot, Slots};
use super::Writer;
use crate::definition::{PerSide, Side, Zone};
use crate::rules::topology::Square;
use crate::syntax::betza::join;

/// Characters for the pieces of chess, by our names.
const GLYPHS: &[(&str, &str)] =
    &[("pawn", "♙♟"), ("knight", "♘♞"), ("bishop", "♗♝"), ("rook", "♖♜"), ("queen", "♕♛"), ("king", "♔♚")];

impl Writer<'_> {
    pub(super) fn pieces(&mut self) {
        let lines: Vec<(String, String, String, Slot)> =
            self.men.iter().map(|man| (man.name.clone(), man.symbol.clone(), self.piece(man), man.base)).collect();
        let widest = lines.iter().map(|line| line.0.len()).max().unwrap_or(0);
        let letters = lines.iter().map(|line| line.1.len()).max().unwrap_or(1);
        if self.men.iter().any(|man| self.barred(man).is_some()) {
            self.warn(
                &["promotionRegionWhite", "promotionPawnTypes", "pawnTypes", "pawn"],
                "pawns have nothing to promote to, so they can never enter the promotion zone",
                "it is so in Fairy-Stockfish; `promotionPieceTypes` names what they promote to",
            );
        }
        if self.men.iter().any(|man| self.limit(man.slot).is_some_and(|(most, said)| most > said)) {
            self.warn(
                &["promotionLimit"],
                "the start position has more of a piece than this allows",
                "Griffon allows as many as there are, Fairy-Stockfish lets none promote before they are fewer",
            );
        }
        if self.men.iter().any(|man| self.never_left(man).is_some()) {
            self.warn(
                &["immobilityIllegal"],
                "some pieces give no check on squares that they could never leave",
                "in Fairy-Stockfish they may not go there, but check a king there",
            );
        }
        for (name, symbol, rest, base) in lines {
            let key = base.word();
            self.line(format!("piece {name:widest$} {symbol:>letters$} {rest}").trim_end(), &[&key]);
        }
    }

    /// Moves and properties.
    fn piece(&self, man: &Man) -> String {
        let mut clauses: Vec<(Option<Zone>, PerSide<String>)> = Vec::new();
        let mut properties: Vec<String> = Vec::new();
        self.plain_moves(man, &mut clauses);
        self.first_moves(man.slot, &mut clauses);
        let mut text = String::new();
        for (zone, moves) in &clauses {
            let moves = match moves[Side::First] == moves[Side::Second] {
                true => format!("\"{}\"", moves[Side::First]),
                false => format!("white \"{}\" black \"{}\"", moves[Side::First], moves[Side::Second]),
            };
            match zone {
                None if moves != "\"\"" => text.push_str(&moves),
                None => {}
                Some(zone) => {
                    let comma = if text.is_empty() { "" } else { ", " };
                    text.push_str(&format!("{comma}in {} {moves}", self.spell(zone)));
                }
            }
        }
        self.lines_on_the_board(man.slot, &mut properties);
        properties.extend(self.royalty(man));
        self.mobility(man, &mut properties);
        self.other_properties(man, &mut properties);
        match (text.is_empty(), properties.is_empty()) {
            (_, true) => text,
            (true, false) => properties.join(", "),
            (false, false) => format!("{text}{} {}", if clauses.len() > 1 { "," } else { "" }, properties.join(", ")),
        }
    }

    /// The moves it always has.
    fn plain_moves(&self, man: &Man, clauses: &mut Vec<(Option<Zone>, PerSide<String>)>) {
        let settings = self.settings;
        let slot = man.slot;
        if slot == Slot::SOLDIER && settings.soldier_rank > 1 {
            let ahead = self.ranks_of(|rank| rank >= settings.soldier_rank);
            clauses.push((None, PerSide::same("fW".into())));
            clauses.push((Some(ahead), PerSide::same("sW".into())));
            return;
        }
        let (mut parts, _) = betza::read(&settings.betza(slot));
        parts.retain(|part| !part.initial);
        // Who would turn to stone, and must not be lost, captures nothing and keeps nobody away.
        if self.is_pseudo_royal(slot) && settings.petrify.contains(slot) {
            parts.retain(|part| part.quiet);
            parts.iter_mut().for_each(|part| part.capture = false);
        }
        let somewhere = self.splits_trails();
        let text = PerSide(Side::BOTH.map(|side| {
            let takes_en_passant = self.takes_en_passant(slot, side) && !somewhere;
            let moves = join(parts.iter().map(|part| part.spell(takes_en_passant, false)));
            match slot {
                Slot::KING if self.leaps_first(slot, side) => format!("{moves}mifsN"),
                Slot::FERS if self.leaps_first(slot, side) => format!("{moves}mifD"),
                _ => moves,
            }
        }));
        clauses.push((None, text));
        if somewhere {
            self.captures_in_passing(slot, &parts, clauses);
        }
    }

    /// The ranks that are meant, counted from 1 and from each player's own side.
    fn ranks_of(&self, meant: impl Fn(u16) -> bool) -> Zone {
        let last = self.settings.ranks;
        PerSide(Side::BOTH.map(|side| {
            let rank = |at: Square| match side {
                Side::First => self.board.rank(at) + 1,
                Side::Second => last - self.board.rank(at),
            };
            self.board.squares().filter(|&at| meant(rank(at))).collect()
        }))
    }

    /// Diagonals that are drawn on the board.
    fn lines_on_the_board(&self, slot: Slot, properties: &mut Vec<String>) {
        let zone = self.zone(&self.settings.diagonal_lines);
        if self.is_nowhere(&zone) {
            return;
        }
        let moves = match slot {
            Slot::WAZIR => "F",
            Slot::KING if self.settings.betza(slot) == "W" => "F",
            Slot::SOLDIER => "fF",
            Slot::ROOK => "B",
            Slot::JANGGI_CANNON => "pB",
            _ => return,
        };
        properties.push(format!("along {} \"{moves}\"", self.spell(&zone)));
    }

    /// Something that slides could go from one of these squares over others to one of them.
    pub(super) fn lines_have_gaps(&self) -> bool {
        let zone = self.zone(&self.settings.diagonal_lines);
        let slides = |man: &Man| [Slot::ROOK, Slot::JANGGI_CANNON].contains(&man.slot);
        self.men.iter().any(slides)
            && Side::BOTH.iter().any(|&side| {
                let lines = &zone[side];
                let resumes = |at: Square, dx: i32| {
                    let ahead = (1..).map_while(|n| self.board.leap(at, n * dx, n, Default::default()));
                    ahead.skip_while(|at| lines.contains(*at)).any(|at| lines.contains(at))
                };
                lines.iter().any(|at| [-1, 1].into_iter().any(|dx| resumes(at, dx)))
            })
    }

    fn royalty(&self, man: &Man) -> Option<String> {
        if man.slot == Slot::KING {
            return Some("royal".into());
        }
        let most = self.royals();
        self.is_pseudo_royal(man.slot).then(|| match most {
            _ if self.has_duple_check() || !self.may_be_captured(man.slot) => "royal".into(),
            1 => format!("royal when last{}", self.by_kind()),
            most => format!("royal when at most {most}{}", self.by_kind()),
        })
    }

    pub(super) fn is_royal(&self, slot: Slot) -> bool {
        slot == Slot::KING || self.is_pseudo_royal(slot)
    }

    /// Royal while there are few of it.
    pub(super) fn is_pseudo_royal(&self, slot: Slot) -> bool {
        self.settings.pseudo_royal && self.settings.extinction_types.contains(slot)
    }

    /// What is said where several kinds are pseudo-royal, of which each counts by itself; forms of one kind count together.
    fn by_kind(&self) -> &'static str {
        let mut slots =
            self.men.iter().map(|man| man.slot).filter(|&slot| slot != Slot::KING && self.is_pseudo_royal(slot));
        let first = slots.next();
        if slots.any(|slot| Some(slot) != first) { " of its kind" } else { "" }
    }

    /// So many of a pseudo-royal kind, or fewer, are royal.
    fn royals(&self) -> u16 {
        self.settings.extinction_count.saturating_add(1)
    }

    /// There may be more of a pseudo-royal kind than are royal.
    pub(super) fn may_be_captured(&self, slot: Slot) -> bool {
        let settings = self.settings;
        let most = self.royals();
        let at_start = |side: Side| {
            let board = self.setup.men.iter().filter(|(_, _, placed)| placed.side == side);
            let forms =
                |promoted: bool, slot: Slot| if promoted { settings.promoted.get(&slot).copied() } else { Some(slot) };
            board.filter(|(_, _, placed)| forms(placed.promoted, placed.slot) == Some(slot)).count()
                + self.setup.hand.iter().filter(|&&(owner, held)| owner == side && held == slot).count()
        };
        let grows = Side::BOTH.iter().any(|&side| settings.promotion_choices[side].contains(slot))
            || settings.two_boards
            || self.names_of(slot).len() > 1 && !settings.demotion;
        most <= 10 && (grows || Side::BOTH.iter().any(|&side| at_start(side) > usize::from(most)))
    }

    fn other_properties(&self, man: &Man, properties: &mut Vec<String>) {
        let settings = self.settings;
        let slot = man.slot;
        if slot == Slot::KING && Side::BOTH.iter().any(|&side| self.leaps_first(slot, side)) {
            properties.push("initial moves not in check".into());
            let rooks = self.names_of(Slot::ROOK);
            if !rooks.is_empty() {
                properties.push(format!("initial moves until in line with {}", rooks.join(", ")));
            }
        }
        let letter = settings.pieces.get(&slot).and_then(|piece| piece.synonym);
        properties.extend(letter.filter(|_| !man.promoted).map(|letter| format!("also {letter}")));
        if let Some((most, _)) = self.limit(slot) {
            properties.push(format!("at most {most}"));
        }
        if man.promoted
            && settings.captures_to_hand
            && settings.drop_loop
            && let Some(plain) = self.plain(slot)
        {
            properties.push(format!("demotes to {}", plain.name));
        }
        if slot == Slot::JANGGI_CANNON {
            let cannons = self.names_of(slot).join(", ");
            properties.push(format!("cannot capture {cannons}, cannot hop over {cannons}"));
        } else if settings.mutually_immune.contains(slot) {
            properties.push(format!("cannot capture {}", self.names_of(slot).join(", ")));
        }
        if settings.chasing && [Slot::KING, Slot::SOLDIER].contains(&slot) {
            properties.push("chases freely".into());
            if slot == Slot::SOLDIER && settings.soldier_rank > 1 {
                let behind = self.ranks_of(|rank| rank < settings.soldier_rank);
                properties.push(format!("chased freely in {}", self.spell(&behind)));
            }
        }
        let hunters = match slot {
            _ if !settings.chasing => Slots::default(),
            Slot::ROOK => Slots::of(&[Slot::HORSE, Slot::CANNON, Slot::ELEPHANT, Slot::FERS]),
            Slot::HORSE | Slot::CANNON => Slots::of(&[Slot::ELEPHANT, Slot::FERS]),
            _ => Slots::default(),
        };
        let hunters = self.names(hunters);
        if !hunters.is_empty() {
            properties.push(format!("chased even protected by {}", hunters.join(", ")));
        }
        if settings.counter > 0 && self.resets_counter(slot) {
            properties.push("resets counter".into());
        }
        if let Some(value) = self.value(slot) {
            properties.push(format!("value {value}"));
        }
        if let Some((_, glyphs)) = GLYPHS.iter().find(|row| row.0 == man.name).filter(|_| !man.promoted) {
            properties.push(format!("glyphs \"{glyphs}\""));
        }
    }

    /// How many there may be, and what the file says: its limit is for promotion only, ours for the start position, too.
    fn limit(&self, slot: Slot) -> Option<(u16, u16)> {
        let said = *self.settings.limits.get(&slot).filter(|&&most| most > 0)?;
        let at_start = |side: Side| {
            let board = self.setup.men.iter().map(|(_, _, placed)| (placed.side, placed.slot));
            board.filter(|&piece| piece == (side, slot)).count() as u16
        };
        Some((Side::BOTH.map(at_start).into_iter().fold(said, u16::max), said))
    }

    pub(super) fn resets_counter(&self, slot: Slot) -> bool {
        Side::BOTH.iter().any(|&side| self.settings.counter_types[side].contains(slot))
    }

    /// Values there count a knight of chess as 781 in the middle game and 854 at the end; here it is 300.
    fn value(&self, slot: Slot) -> Option<i32> {
        let [middle, end] = *self.settings.values.get(&slot)?;
        let scaled = |value: Option<i32>, knight: i32| value.map(|value| value * 300 / knight);
        match (scaled(middle, 781), scaled(end, 854)) {
            (Some(middle), Some(end)) => Some((middle + end) / 2),
            (middle, end) => middle.or(end),
        }
    }
}
