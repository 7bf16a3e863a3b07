//! Moves that pieces make from some squares only, and captures en passant of what has passed others with them.

use super::super::betza::{self, Part};
use super::super::men::{Man, Placed};
use super::super::slots::Slot;
use super::Writer;
use crate::definition::{PerSide, Side, Zone};
use crate::rules::topology::{Square, SquareSet};

impl Writer<'_> {
    /// Captures en passant from where they end in the region for it.
    pub(super) fn captures_in_passing(
        &self,
        slot: Slot,
        parts: &[Part],
        clauses: &mut Vec<(Option<Zone>, PerSide<String>)>,
    ) {
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
    pub(super) fn splits_trails(&self) -> bool {
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

    pub(super) fn leaps_first(&self, slot: Slot, side: Side) -> bool {
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
    pub(super) fn first_moves(&self, slot: Slot, clauses: &mut Vec<(Option<Zone>, PerSide<String>)>) {
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
    pub(super) fn takes_en_passant(&self, slot: Slot, side: Side) -> bool {
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
}
