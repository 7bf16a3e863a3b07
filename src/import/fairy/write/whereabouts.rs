//! Where pieces may go and stand.

use super::super::betza::{self, Part};
use super::super::men::{Man, promoting};
use super::super::slots::Slot;
use super::Writer;
use crate::definition::{PerSide, Side, Zone};
use crate::rules::topology::{Square, SquareSet};

impl Writer<'_> {
    /// Squares where it may be.
    pub(super) fn mobility(&self, man: &Man, properties: &mut Vec<String>) {
        let (zone, only_stops) = self.whereabouts(man);
        if !self.is_everywhere(&zone) {
            properties.push(format!("{} in {}", if only_stops { "stops" } else { "stays" }, self.spell(&zone)));
        }
    }

    /// Where it stays, as a zone, and whether it may pass or stand elsewhere.
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
    pub(super) fn region_of(&self, slot: Slot) -> Zone {
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
    pub(super) fn barred(&self, man: &Man) -> Option<Zone> {
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
    pub(super) fn never_left(&self, man: &Man) -> Option<Zone> {
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
}
