//! The statements `piece`.

use super::super::betza::{self, Part};
use super::super::men::{Man, Placed, promoting};
use super::super::slots::{Slot, Slots};
use super::Writer;
use crate::definition::{PerSide, Side, Zone};
use crate::rules::topology::{Square, SquareSet};
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

    /// Captures en passant from where they end in the region for it.
    fn captures_in_passing(&self, slot: Slot, parts: &[Part], clauses: &mut Vec<(Option<Zone>, PerSide<String>)>) {
        let single = parts.iter().filter(|part| part.capture && !part.quiet && !part.rides()).flat_map(|part| {
            let chosen = (0..8).map(|at| 1u8 << at).filter(|direction| part.directions & direction != 0);
            chosen.map(|directions| Part { directions, ..part.clone() })
        });
        for part in single {
            let zone = PerSide(Side::BOTH.map(|side| {
                let region = self.settings.squares(&self.settings.en_passant_region[side]);
                let arrives = |at: Square| {
                    part.steps().any(|(dx, dy)| {
                        let dy = if side == Side::First { dy } else { -dy };
                        self.board.leap(at, dx, dy, Default::default()).is_some_and(|to| region.contains(to))
                    })
                };
                let takes = self.takes_en_passant(slot, side);
                self.board.squares().filter(|&at| takes && arrives(at)).collect::<SquareSet>()
            }));
            let moves = part.spell_in_passing();
            match clauses.iter_mut().find(|(known, _)| known.as_ref() == Some(&zone)) {
                _ if self.is_nowhere(&zone) => {}
                Some((_, same)) => Side::BOTH.iter().for_each(|&side| same[side].push_str(&moves)),
                None => clauses.push((Some(zone), PerSide::same(moves))),
            }
        }
    }

    /// Some first move passes several squares of which only some are in the region for captures en passant.
    fn splits_trails(&self) -> bool {
        Side::BOTH.iter().any(|&side| {
            let region = self.settings.squares(&self.settings.en_passant_region[side.other()]);
            let triples = self.settings.squares(&self.settings.triple_region[side]);
            let splits = |part: &Part, from: &SquareSet| {
                part.steps().any(|step| {
                    from.iter().any(|at| {
                        let passed: Vec<Square> = self.passed(part, side, at, step).collect();
                        passed.iter().any(|&at| region.contains(at)) && !passed.iter().all(|&at| region.contains(at))
                    })
                })
            };
            let doubles = self.settings.double_steps(side);
            self.men.iter().any(|man| match man.slot {
                Slot::PAWN => splits(&Part::FIRST_THREE, &triples),
                slot => {
                    let (parts, _) = betza::read(&self.settings.betza(slot));
                    parts.iter().any(|part| part.initial && part.leaves_trail() && splits(part, &doubles))
                }
            })
        })
    }

    fn leaps_first(&self, slot: Slot, side: Side) -> bool {
        self.leapers(side).any(|(leaper, _)| leaper == slot)
    }

    /// Cambodian kings and mets that may leap from where they begin, with their files from 0: those whose files the start
    /// position lists, or whose right to castle.
    pub(super) fn leapers(&self, side: Side) -> impl Iterator<Item = (Slot, u16)> {
        let settings = self.settings;
        let rights = settings.start.split_whitespace().nth(2).unwrap_or_default();
        let listed = move |letter: char| {
            rights.contains(if side == Side::First { letter.to_ascii_uppercase() } else { letter.to_ascii_lowercase() })
        };
        let castles = settings.castling && (listed('k') || listed('q'));
        let may_leap = move |&(file, rank, placed): &(u16, u16, Placed)| {
            let by_file = char::from_digit(u32::from(file) + 10, 36).filter(|c| !castles || !"kq".contains(*c));
            let by_castling = castles && self.castling_king(side) == Some((placed.slot, file));
            (placed.side, rank) == (side, self.castling_rank(side))
                && [Slot::KING, Slot::FERS].contains(&placed.slot)
                && (by_file.is_some_and(listed) || by_castling)
        };
        let men = self.setup.men.iter().filter(move |man| settings.cambodian && settings.gating && may_leap(man));
        men.map(|&(file, _, placed)| (placed.slot, file))
    }

    /// Double steps and the like: from some squares only.
    fn first_moves(&self, slot: Slot, clauses: &mut Vec<(Option<Zone>, PerSide<String>)>) {
        let settings = self.settings;
        let doubles = PerSide(Side::BOTH.map(|side| settings.double_steps(side)));
        let parts: Vec<Part> = match slot {
            Slot::PAWN => vec![Part::FIRST_TWO],
            _ => betza::read(&settings.betza(slot)).0.into_iter().filter(|part| part.initial).collect(),
        };
        for part in &parts {
            self.steps_from(slot, &doubles, part, clauses);
        }
        if slot == Slot::PAWN {
            let triples = PerSide(Side::BOTH.map(|side| settings.squares(&settings.triple_region[side])));
            self.steps_from(slot, &triples, &Part::FIRST_THREE, clauses);
        }
    }

    /// A first move from these squares: where it can be taken en passant and where not.
    fn steps_from(&self, slot: Slot, from: &Zone, part: &Part, clauses: &mut Vec<(Option<Zone>, PerSide<String>)>) {
        let mut zones: [Zone; 2] = Default::default();
        let region = self.region_of(slot);
        for side in Side::BOTH {
            // The pawn of chess passes no square on which it may not stand.
            let stays = |at: Square, step| {
                slot != Slot::PAWN || self.passed(part, side, at, step).all(|at| region[side].contains(at))
            };
            for at in from[side].iter().filter(|&at| part.steps().all(|step| stays(at, step))) {
                let lands = |(dx, dy): (i32, i32)| {
                    let dy = if side == Side::First { dy } else { -dy };
                    self.board.leap(at, dx, dy, Default::default())
                };
                if part.steps().any(|step| lands(step).is_some()) {
                    let leaves = part.leaves_trail() && self.is_taken_en_passant(part, side, at);
                    zones[usize::from(!leaves)][side].insert(at);
                }
            }
        }
        for (zone, trail) in zones.into_iter().zip([true, false]) {
            if self.is_nowhere(&zone) {
                continue;
            }
            let moves = part.spell(false, trail);
            if self.is_everywhere(&zone)
                && let Some((None, always)) = clauses.first_mut()
            {
                Side::BOTH.iter().for_each(|&side| always[side].push_str(&moves));
            } else if let Some((_, same)) = clauses.iter_mut().find(|(known, _)| known.as_ref() == Some(&zone)) {
                Side::BOTH.iter().for_each(|&side| same[side].push_str(&moves));
            } else {
                clauses.push((Some(zone), PerSide::same(moves)));
            }
        }
    }

    /// Whether a first move from here passes a square where the opponent may take en passant.
    fn is_taken_en_passant(&self, part: &Part, side: Side, at: Square) -> bool {
        let region = self.settings.squares(&self.settings.en_passant_region[side.other()]);
        let takers = self.men.iter().any(|man| self.may_take_en_passant(man.slot, side.other()));
        takers && part.steps().any(|step| self.passed(part, side, at, step).any(|passed| region.contains(passed)))
    }

    /// The squares that a first move with this step passes: of a slide the first one.
    fn passed(&self, part: &Part, side: Side, at: Square, (dx, dy): (i32, i32)) -> impl Iterator<Item = Square> {
        let length = part.leap_length().max(if part.rides() { 2 } else { 1 });
        let divisor = if part.rides() { 1 } else { part.leap_length() };
        let (dx, dy) = (dx / divisor, if side == Side::First { dy } else { -dy } / divisor);
        (1..length).filter_map(move |n| self.board.leap(at, n * dx, n * dy, Default::default()))
    }

    /// Pawns, which there capture en passant anywhere, could do so out of the squares where they may be.
    pub(super) fn pawns_pass_the_edge(&self) -> bool {
        let settings = self.settings;
        let region = self.region_of(Slot::PAWN);
        if self.is_everywhere(&region) || !settings.has(Slot::PAWN) {
            return false;
        }
        Side::BOTH.iter().any(|&side| {
            let meets = |part: &Part, from: SquareSet| {
                let trail = |at: Square| {
                    part.steps().flat_map(move |step| self.passed(part, side, at, step).collect::<Vec<_>>())
                };
                let taken = settings.squares(&settings.en_passant_region[side.other()]);
                from.iter()
                    .filter(|&at| self.region_of(Slot::PAWN)[side].contains(at))
                    .flat_map(trail)
                    .any(|at| taken.contains(at) && !region[side.other()].contains(at))
            };
            meets(&Part::FIRST_TWO, settings.double_steps(side))
                || meets(&Part::FIRST_THREE, settings.squares(&settings.triple_region[side]))
        })
    }

    fn may_take_en_passant(&self, slot: Slot, side: Side) -> bool {
        slot == Slot::PAWN || self.settings.en_passant[side].contains(slot)
    }

    /// It may, and there is ever something to take.
    fn takes_en_passant(&self, slot: Slot, side: Side) -> bool {
        let settings = self.settings;
        let other = side.other();
        let steps = |man: &Man| match man.slot {
            Slot::PAWN => {
                !settings.double_steps(other).is_empty() || !settings.squares(&settings.triple_region[other]).is_empty()
            }
            slot => {
                let (parts, _) = betza::read(&settings.betza(slot));
                !settings.double_steps(other).is_empty() && parts.iter().any(|part| part.initial && part.leaves_trail())
            }
        };
        self.may_take_en_passant(slot, side)
            && !settings.squares(&settings.en_passant_region[side]).is_empty()
            && self.men.iter().any(steps)
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

    /// What is said where several kinds are pseudo-royal, of which each counts by itself.
    fn by_kind(&self) -> &'static str {
        let kinds = self.men.iter().filter(|man| man.slot != Slot::KING && self.is_pseudo_royal(man.slot));
        if kinds.count() > 1 { " of its kind" } else { "" }
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

    /// Squares where it may be.
    fn mobility(&self, man: &Man, properties: &mut Vec<String>) {
        let (zone, only_stops) = self.whereabouts(man);
        if !self.is_everywhere(&zone) {
            properties.push(format!("{} in {}", if only_stops { "stops" } else { "stays" }, self.spell(&zone)));
        }
    }

    /// The same as a zone, and whether it may pass or stand elsewhere.
    fn whereabouts(&self, man: &Man) -> (Zone, bool) {
        let mut zone = self.region_of(man.slot);
        let mut passes = betza::read(&self.settings.betza(man.slot)).0.iter().any(Part::rides);
        if let Some(barred) = self.barred(man) {
            passes = true;
            for side in Side::BOTH {
                barred[side].iter().for_each(|at| zone[side].remove(at));
            }
        }
        if let Some(stuck) = self.never_left(man) {
            passes = true;
            for side in Side::BOTH {
                stuck[side].iter().for_each(|at| zone[side].remove(at));
            }
        }
        // Where it may stand at first it need not be able to come back to.
        passes |= self.setup.men.iter().any(|&(file, rank, placed)| {
            let at = self.board.square(file, rank);
            placed.slot == man.base
                && placed.promoted == man.promoted
                && at.is_some_and(|at| !zone[placed.side].contains(at))
        });
        (zone, passes)
    }

    /// Squares that the file leaves to a piece.
    fn region_of(&self, slot: Slot) -> Zone {
        self.zone(&self.settings.mobility.get(&slot).cloned().unwrap_or_default())
    }

    /// Squares where a piece in hand may come to stand, as far as that isn't said of the piece itself.
    pub(super) fn landing(&self, slot: Slot) -> Zone {
        match self.plain(slot) {
            Some(man) if self.whereabouts(man).1 => self.region_of(slot),
            _ => PerSide(Side::BOTH.map(|_| self.board.squares().collect())),
        }
    }

    /// Pawns that must promote but have nothing to promote to never enter the promotion zone.
    fn barred(&self, man: &Man) -> Option<Zone> {
        let settings = self.settings;
        let mut barred: Zone = PerSide::default();
        for side in Side::BOTH {
            let pawn = man.slot == Slot::PAWN || settings.promotion_pawns[side].contains(man.slot);
            let choices = settings.pieces.keys().any(|&slot| settings.promotion_choices[side].contains(slot));
            let partner = settings.promoted.contains_key(&man.slot);
            if pawn && settings.mandatory_pawn_promotion && !settings.sittuyin_promotion && !choices && !partner {
                barred[side] = settings.squares(&settings.promotion_region[side]);
            }
        }
        (!self.is_nowhere(&barred)).then_some(barred)
    }

    /// Squares that a piece may not go to because it could never leave them, neither as it is nor promoted.
    fn never_left(&self, man: &Man) -> Option<Zone> {
        let settings = self.settings;
        let moves = betza::read(&settings.betza(man.slot)).0;
        if !settings.immobility_illegal || !moves.iter().any(|part| part.quiet && !part.initial) {
            return None;
        }
        let mut stuck = self.stuck(man.slot);
        for side in Side::BOTH {
            let as_pawn =
                !man.promoted && promoting(settings, side).contains(&man.slot) && !self.choices(side).is_empty();
            let to_partner = settings.promoted.contains_key(&man.base)
                && (!man.promoted || settings.demotion)
                && !settings.promotion_on_capture;
            if as_pawn || to_partner {
                let region = settings.squares(&settings.promotion_region[side]);
                stuck[side] = stuck[side].iter().filter(|&at| !region.contains(at)).collect();
            }
        }
        (!self.is_nowhere(&stuck)).then_some(stuck)
    }

    /// It has moves, but none that there counts as one for what is stuck.
    pub(super) fn only_captures(&self, man: &Man) -> bool {
        let parts = betza::read(&self.settings.betza(man.slot)).0;
        !parts.is_empty() && !parts.iter().any(|part| part.quiet && !part.initial)
    }

    /// Squares that it could never leave by what there counts as its moves.
    pub(super) fn stuck(&self, slot: Slot) -> Zone {
        let (parts, _) = betza::read(&self.settings.betza(slot));
        let steps: Vec<(i32, i32)> =
            parts.iter().filter(|part| part.quiet && !part.initial).flat_map(|part| part.steps()).collect();
        PerSide(Side::BOTH.map(|side| {
            let leaves = |at: Square| {
                steps.iter().any(|&(dx, dy)| {
                    let dy = if side == Side::First { dy } else { -dy };
                    self.board.leap(at, dx, dy, Default::default()).is_some()
                })
            };
            self.board.squares().filter(|&at| !leaves(at)).collect::<SquareSet>()
        }))
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
