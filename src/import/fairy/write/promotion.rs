//! The statements `promotion`.

use super::super::men::promoting;
use super::super::slots::Slot;
use super::Writer;
use crate::definition::{PerSide, Side, Zone};

impl Writer<'_> {
    pub(super) fn promotions(&mut self) {
        if self.settings.sittuyin_promotion {
            self.sittuyin();
        }
        self.as_in_chess();
        self.as_in_shogi();
    }

    fn sittuyin(&mut self) {
        let pawns = self.names_of(Slot::PAWN);
        let choices: Vec<String> = self.choices(Side::First);
        if pawns.is_empty() || choices.is_empty() {
            return;
        }
        let zone = self.spell(&self.zone(&self.settings.promotion_region));
        self.line(
            format!(
                "promotion {} in {zone}, in place or stepping, attacking nothing, anywhere when last, to {}, optional",
                pawns.join(", "),
                choices.join(", ")
            ),
            &["sittuyinPromotion"],
        );
        self.line("stalemate but for promotions is draw", &["sittuyinPromotion"]);
    }

    /// Names of what a player's pawns promote to.
    pub(super) fn choices(&self, side: Side) -> Vec<String> {
        let chosen = |slot: Slot| self.settings.promotion_choices[side].contains(slot);
        // The strongest first, as people write it.
        const FIRST: [&str; 3] = ["queen", "amazon", "chancellor"];
        let mut names: Vec<String> =
            self.men.iter().filter(|man| !man.promoted && chosen(man.slot)).map(|man| man.name.clone()).collect();
        let usual = |name: &str| match name {
            _ if FIRST.contains(&name) => 0,
            "rook" => 2,
            "bishop" => 3,
            "knight" => 4,
            _ => 1,
        };
        names.sort_by_key(|name| usual(name));
        names
    }

    fn as_in_chess(&mut self) {
        let settings = self.settings;
        let all = PerSide(Side::BOTH.map(|side| {
            let mut slots = promoting(settings, side);
            slots.retain(|&slot| slot != Slot::PAWN || !settings.sittuyin_promotion);
            let pawns: Vec<String> =
                self.men.iter().filter(|man| slots.contains(&man.slot)).map(|man| man.name.clone()).collect();
            (pawns, self.choices(side))
        }));
        let keys = [
            "promotionPieceTypes",
            "promotionRegionWhite",
            "promotionPawnTypes",
            "pawnTypes",
            "mandatoryPawnPromotion",
        ];
        let zone = self.zone(&settings.promotion_region);
        if all[Side::First] == all[Side::Second] {
            let (pawns, choices) = &all[Side::First];
            return self.chooses(pawns, choices, &zone, &keys);
        }
        for side in Side::BOTH {
            let mut own: Zone = PerSide::default();
            own[side] = zone[side].clone();
            let (pawns, choices) = &all[side];
            // A piece that this player never has is not worth a word.
            let pawns: Vec<String> = pawns.iter().filter(|name| self.is_of(side, name)).cloned().collect();
            let both = self.settings.captures_to_hand
                || Side::BOTH.iter().all(|&side| pawns.iter().all(|name| self.is_of(side, name)));
            let zone = if both { own } else { zone.clone() };
            self.chooses(&pawns, choices, &zone, &keys);
        }
    }

    /// The player begins with such a piece.
    fn is_of(&self, side: Side, name: &str) -> bool {
        let Some(man) = self.men.iter().find(|man| man.name == name) else { return false };
        self.settings.captures_to_hand
            || self.setup.men.iter().any(|(_, _, placed)| placed.side == side && placed.slot == man.base)
            || self.setup.hand.contains(&(side, man.base))
    }

    fn chooses(&mut self, pawns: &[String], choices: &[String], zone: &Zone, keys: &[&str]) {
        if pawns.is_empty() || choices.is_empty() || self.is_nowhere(zone) {
            return;
        }
        let settings = self.settings;
        let passing = self.promotes_en_passant(zone);
        let must = match (settings.mandatory_pawn_promotion, settings.immobility_illegal) {
            (true, _) => "",
            (false, true) => ", mandatory when stuck",
            (false, false) => ", optional",
        };
        let line =
            format!("promotion {} in {}{passing}, to {}{must}", pawns.join(", "), self.spell(zone), choices.join(", "));
        self.line(line, keys);
    }

    /// Captures en passant never promote there; that is said where one could end in the zone.
    fn promotes_en_passant(&self, zone: &Zone) -> &'static str {
        let settings = self.settings;
        let meets = Side::BOTH.iter().any(|&side| {
            let forward = if side == Side::First { -1 } else { 1 };
            let passed = settings.double_steps(side.other());
            passed
                .iter()
                .filter_map(|at| self.board.leap(at, 0, forward, Default::default()))
                .any(|at| zone[side].contains(at))
        });
        if meets { ", not en passant" } else { "" }
    }

    fn as_in_shogi(&mut self) {
        let settings = self.settings;
        let zone = self.zone(&settings.promotion_region);
        if self.is_nowhere(&zone) {
            return;
        }
        let everywhere = self.is_everywhere(&zone);
        // The pawn of chess promotes as it arrives, and by its own word must; so must others that promote like it.
        let forms: Vec<(Slot, String)> =
            self.men.iter().filter(|man| man.promoted).map(|man| (man.base, man.name.clone())).collect();
        let like_pawn = |slot: Slot| Side::BOTH.iter().any(|&side| settings.promotion_pawns[side].contains(slot));
        let group = |slot: Slot| (slot == Slot::PAWN, settings.mandatory_pawn_promotion && like_pawn(slot));
        for (is_pawn, must_as_pawn) in [(false, false), (false, true), (true, false), (true, true)] {
            let group: Vec<_> = forms.iter().filter(|(base, _)| group(*base) == (is_pawn, must_as_pawn)).collect();
            if group.is_empty() {
                continue;
            }
            let plain = |base: Slot| self.plain(base).map(|man| man.name.clone());
            let pairs: Vec<(String, String)> =
                group.iter().filter_map(|(base, name)| Some((plain(*base)?, name.clone()))).collect();
            let (mut from, mut to): (Vec<String>, Vec<String>) = pairs.iter().cloned().unzip();
            let demotes = settings.demotion;
            if demotes {
                from.extend(pairs.iter().map(|pair| pair.1.clone()));
                to.extend(pairs.iter().map(|pair| pair.0.clone()));
            }
            let also_chess = is_pawn && !self.choices(Side::First).is_empty();
            let mandatory = must_as_pawn || !is_pawn && settings.mandatory_piece_promotion;
            let must = match (mandatory, settings.immobility_illegal) {
                (true, _) => "",
                (false, true) => ", mandatory when stuck",
                (false, false) => ", optional",
            };
            let when = if everywhere || also_chess || is_pawn { "" } else { ", arriving or leaving" };
            let capturing = if settings.promotion_on_capture { ", capturing" } else { "" };
            let passing = if is_pawn { self.promotes_en_passant(&zone) } else { "" };
            let partners = if demotes { format!("to partners {}", to.join(", ")) } else { "to partners".into() };
            let keys = ["promotedPieceType", "mandatoryPiecePromotion", "promotionRegionWhite"];
            let zone = self.spell(&zone);
            let line = format!("promotion {} in {zone}{when}{capturing}{passing}, {partners}{must}", from.join(", "));
            self.line(line, &keys);
            // Who moves like one of these since it has promoted promotes again, to what that promotes to.
            // Who would become what it is does so without being seen.
            let again = self.men.iter().filter(|man| man.promoted).filter_map(|man| {
                let (_, to) = group.iter().find(|(base, _)| *base == man.slot)?;
                (*to != man.name).then(|| (man.name.clone(), to.clone()))
            });
            let (from, to): (Vec<String>, Vec<String>) = again.unzip();
            if !from.is_empty() {
                let (from, to) = (from.join(", "), to.join(", "));
                self.line(
                    format!("promotion {from} in {zone}{when}{capturing}{passing}, to partners {to}{must}"),
                    &keys,
                );
            }
        }
    }
}
