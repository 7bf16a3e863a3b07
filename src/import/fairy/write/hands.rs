//! The statements `hand`, `drop` and `gate`.

use super::super::settings::Stones;
use super::super::slots::{Slot, Slots};
use super::Writer;
use crate::definition::{PerSide, Side, Zone};
use crate::rules::topology::{Square, SquareSet};

impl Writer<'_> {
    pub(super) fn has_hands(&self) -> bool {
        self.settings.drops || self.settings.seirawan && self.settings.gating
    }

    /// Stones that multiply don't come from a hand, of which positions have none there.
    pub(super) fn has_endless_hands(&self) -> bool {
        self.settings.drops && self.settings.free_drops
    }

    pub(super) fn hands(&mut self) {
        if !self.has_hands() {
            return;
        }
        let settings = self.settings;
        let gates = settings.seirawan && settings.gating;
        let mut source = match (settings.captures_to_hand, settings.two_boards) {
            (true, _) if settings.drop_loop => "captures, as captured",
            (true, _) => "captures",
            (false, true) => "outside",
            (false, false) if self.has_endless_hands() => "start, endless",
            (false, false) => "start",
        }
        .to_owned();
        let held: Vec<Slot> = settings
            .pieces
            .keys()
            .copied()
            .filter(|slot| self.setup.hand.iter().any(|(_, held)| held == slot))
            .collect();
        let forms = self.droppable();
        if settings.must_drop {
            let anything = settings.must_drop_type.has_all() || settings.must_drop_type == Slots::default();
            let named: Vec<String> = match anything {
                true => Vec::new(),
                // By their letter: what a promoted piece counts as is not in hand.
                false => forms
                    .iter()
                    .filter(|(_, slot)| settings.must_drop_type.contains(*slot))
                    .map(|(name, _)| name.clone())
                    .collect(),
            };
            match named.is_empty() {
                _ if anything => source.push_str(", dropped first"),
                false => source.push_str(&format!(", {} dropped first", named.join(", "))),
                true => {}
            }
        }
        if !settings.captures_to_hand && !settings.two_boards && !held.is_empty() {
            let names: Vec<&str> =
                forms.iter().filter(|(_, slot)| held.contains(slot)).map(|(name, _)| name.as_str()).collect();
            source.push_str(&format!(", of {}", names.join(", ")));
        } else if forms.iter().any(|(_, slot)| self.is_royal(*slot)) {
            // What is royal comes into a hand only where it is named, and then all others have to be.
            let plain = forms.iter().map(|(name, _)| name.as_str());
            let promoted =
                self.men.iter().filter(|man| man.promoted && settings.captures_to_hand && settings.drop_loop);
            let names: Vec<&str> = plain.chain(promoted.map(|man| man.name.as_str())).collect();
            source.push_str(&format!(", of {}", names.join(", ")));
        }
        if gates && !settings.drops {
            source.push_str(", kept");
        }
        self.blank();
        self.line(format!("hand from {source}"), &["capturesToHand", "pieceDrops", "dropLoop", "startFen"]);
        if settings.drops {
            self.drops(&forms);
            if forms.iter().any(|(_, slot)| self.is_pseudo_royal(*slot) && self.may_be_captured(*slot)) {
                self.warn(
                    &["extinctionPseudoRoyal", "extinctionPieceTypes"],
                    "royal pieces may be dropped where they are attacked, as long as there are others",
                    "in Fairy-Stockfish they may not",
                );
            }
        }
        if gates {
            let entering: Vec<String> = match settings.drops {
                false => forms.iter().filter(|(_, slot)| held.contains(slot)).map(|(name, _)| name.clone()).collect(),
                true => {
                    let first = self.board.square(0, 0);
                    let enters = |slot: Slot| {
                        slot != Slot::KING && first.is_some_and(|at| self.drop_zone(slot)[Side::First].contains(at))
                    };
                    forms.iter().filter(|(_, slot)| enters(*slot)).map(|(name, _)| name.clone()).collect()
                }
            };
            if !entering.is_empty() {
                let line = format!("gate {} behind rank {}", entering.join(", "), settings.castling_rank);
                self.line(line, &["seirawanGating", "gating"]);
            }
        }
    }

    /// Kinds that can be in a hand.
    fn droppable(&self) -> Vec<(String, Slot)> {
        let settings = self.settings;
        let held = |slot: Slot| self.setup.hand.iter().any(|(_, held)| *held == slot);
        let filled = settings.captures_to_hand || settings.two_boards || self.has_endless_hands();
        // What is royal as long as it is on the board is never captured.
        let kept = |slot: Slot| slot == Slot::KING || self.is_pseudo_royal(slot) && !self.may_be_captured(slot);
        let fine = |slot: Slot| held(slot) || filled && !kept(slot);
        self.men.iter().filter(|man| !man.promoted && fine(man.slot)).map(|man| (man.name.clone(), man.slot)).collect()
    }

    /// Squares where a piece may be dropped.
    fn drop_zone(&self, slot: Slot) -> Zone {
        let settings = self.settings;
        let landing = self.landing(slot);
        PerSide(Side::BOTH.map(|side| {
            let region = settings.squares(&settings.drop_region[side]);
            let promotion = settings.squares(&settings.promotion_region[side]);
            let first = if side == Side::First { 0 } else { settings.ranks - 1 };
            let may = |at: &Square| {
                let rank = self.board.rank(*at);
                let pawn = slot != Slot::PAWN
                    || (settings.zone_drops || !promotion.contains(*at))
                        && (settings.first_rank_drops || rank != first);
                let rook = slot != Slot::ROOK || !settings.sittuyin_rook_drop || rank == first;
                let never = settings.no_doubled.contains(slot) && settings.no_doubled_count == 0;
                region.contains(*at) && landing[side].contains(*at) && pawn && rook && !never
            };
            self.board.squares().filter(may).collect::<SquareSet>()
        }))
    }

    fn drops(&mut self, forms: &[(String, Slot)]) {
        let settings = self.settings;
        let mut limits: Vec<(Vec<String>, Vec<&str>, Vec<String>)> = Vec::new();
        for (name, slot) in forms {
            let zone = self.drop_zone(*slot);
            let (mut said, mut keys) = (Vec::new(), Vec::new());
            if !self.is_everywhere(&zone) {
                let inside = self.spell(&zone);
                let outside = self
                    .spell(&PerSide(Side::BOTH.map(|side| {
                        self.board.squares().filter(|&at| !zone[side].contains(at)).collect::<SquareSet>()
                    })));
                said.push(if outside.len() < inside.len() {
                    format!("outside {outside}")
                } else {
                    format!("in {inside}")
                });
                keys.extend([
                    "dropRegionWhite",
                    "dropRegionBlack",
                    "firstRankPawnDrops",
                    "promotionZonePawnDrops",
                    "sittuyinRookDrop",
                ]);
            }
            let stones = match settings.enclosing_drop {
                Some(Stones::Reversi) => Some("converting"),
                Some(Stones::Ataxx | Stones::Quadwrangle) => Some("beside friends"),
                Some(Stones::Snort) => Some("not beside enemies along files, ranks"),
                Some(Stones::AnySide) => Some("falling from every side"),
                Some(Stones::Top) => Some("falling"),
                None => None,
            };
            if let Some(stones) = stones {
                said.push(stones.into());
                keys.push("enclosingDrop");
            }
            let start = self.zone(&settings.enclosing_start);
            let stuck = if settings.immobility_illegal { self.stuck(*slot) } else { Zone::default() };
            let begins = |side: Side, at: Square| zone[side].contains(at) && !stuck[side].contains(at);
            let start = PerSide(Side::BOTH.map(|side| start[side].iter().filter(|&at| begins(side, at)).collect()));
            if settings.enclosing_drop.is_some() && !self.is_nowhere(&start) {
                said.push(format!("in {} first", self.spell(&start)));
                keys.push("enclosingDropStart");
            }
            if settings.no_doubled.contains(*slot) && settings.no_doubled_count > 0 {
                said.push(format!("at most {} a file", settings.no_doubled_count));
                keys.push("dropNoDoubled");
            }
            let turned = settings.promoted.get(slot).copied().filter(|_| settings.drop_promoted);
            let may_be_stuck = |slot: Slot| {
                let stuck = self.stuck(slot);
                Side::BOTH.into_iter().any(|side| zone[side].iter().any(|at| stuck[side].contains(at)))
            };
            if settings.immobility_illegal && std::iter::once(*slot).chain(turned).any(may_be_stuck) {
                said.push("not where stuck".into());
                keys.push("immobilityIllegal");
            }
            if settings.drop_mate_illegal && *slot == Slot::SHOGI_PAWN {
                said.push("mate is loss".into());
                keys.push("shogiPawnDropMateIllegal");
            }
            // Only kings are in check there, not what loses by extinction.
            if !settings.drop_checks && settings.has(Slot::KING) {
                said.push("check is illegal".into());
                keys.push("dropChecks");
            }
            if settings.drop_opposite_bishops && *slot == Slot::BISHOP {
                said.push("on opposite colours".into());
                keys.push("dropOppositeColoredBishop");
            }
            if settings.limits.get(slot).is_some_and(|&limit| limit > 0) {
                said.push("beyond the limit".into());
                keys.push("promotionLimit");
            }
            if settings.drop_promoted && self.men.iter().any(|man| man.promoted && man.base == *slot) {
                said.push("also promoted".into());
                keys.push("dropPromoted");
            }
            match limits.iter_mut().find(|(_, _, same)| *same == said) {
                _ if said.is_empty() => {}
                Some((names, _, _)) => names.push(name.clone()),
                None => limits.push((vec![name.clone()], keys, said)),
            }
        }
        for (names, keys, said) in limits {
            self.line(format!("drop {} {}", names.join(", "), said.join(", ")), &keys);
        }
    }
}
