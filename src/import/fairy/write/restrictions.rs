//! What captures do besides taking, walls, moves that are forbidden, and passing.

use super::super::settings::{Stones, Walls};
use super::super::slots::Slot;
use super::Writer;
use crate::definition::{Pass, PerSide, Side, print_passing};
use hashbrown::HashSet;

impl Writer<'_> {
    pub(super) fn restrictions(&mut self) {
        self.blank();
        self.effects();
        self.turned();
        self.walls();
        self.forbidden();
        self.passing();
    }

    fn effects(&mut self) {
        let settings = self.settings;
        let petrified = self.names_one_by_one(settings.petrify);
        if !petrified.is_empty() {
            self.line(format!("capture petrifies {}", petrified.join(", ")), &["petrifyOnCaptureTypes"]);
        }
        if settings.blast {
            let mut line = String::from("capture explodes");
            let immune = self.names_one_by_one(settings.blast_immune);
            for (word, names) in [("sparing", self.names_of(Slot::PAWN)), ("immune", immune)] {
                if !names.is_empty() {
                    line.push_str(&format!(", {word} {}", names.join(", ")));
                }
            }
            line.push_str(if settings.petrify_blast { ", leaving walls" } else { "" });
            self.line(line, &["blastOnCapture", "blastImmuneTypes", "petrifyBlastPieces"]);
        }
    }

    fn turned(&mut self) {
        let whom = match self.settings.flip_enclosed {
            Some(Stones::Reversi) => "enclosed",
            Some(Stones::Ataxx) => "beside",
            Some(Stones::Quadwrangle) => "beside unless dropped alone",
            Some(Stones::Snort | Stones::AnySide | Stones::Top) | None => return,
        };
        self.line(format!("move converts {whom}"), &["flipEnclosedPieces"]);
    }

    fn walls(&mut self) {
        let settings = self.settings;
        let Some(walls) = settings.walls else { return };
        let mut line = String::from(match walls {
            Walls::Arrow => "wall like an arrow",
            Walls::Duck => "wall wanders",
            Walls::Edge => "wall at the edge",
            Walls::Past => "wall behind",
            Walls::Static => "wall anywhere",
        });
        let zone = self.zone(&settings.wall_region);
        if !self.is_everywhere(&zone) {
            line.push_str(&format!(", in {}", self.spell(&zone)));
        }
        if settings.wall_or_move {
            line.push_str(", instead of moving");
        }
        self.line(line, &["wallingRule", "wallOrMove", "wallingRegionWhite", "wallingRegion"]);
    }

    fn forbidden(&mut self) {
        let settings = self.settings;
        if self.has_duple_check() {
            self.line("illegal all royals left in check", &["dupleCheck"]);
            self.line("remove illegal royal left in check", &["dupleCheck"]);
        } else if settings.pseudo_royal
            && settings.duple_check
            && self.men.iter().any(|man| self.is_pseudo_royal(man.slot) && self.may_be_captured(man.slot))
        {
            self.warn(
                &["dupleCheck"],
                "several royal pieces may all be attacked at once beside royals of other kinds",
                "in Fairy-Stockfish one of them has to be safe; Griffon has this rule only where all royals are of one kind",
            );
        }
        if settings.flying_general && settings.has(Slot::KING) {
            self.line(
                format!("illegal royals facing on files{}", if self.share_ranks() { ", ranks" } else { "" }),
                &["flyingGeneral"],
            );
        }
        let rules = [
            (settings.makpong && settings.has(Slot::KING), "royal fleeing from check", "makpongRule"),
            (!settings.checking && settings.has(Slot::KING), "giving check", "checking"),
            (settings.must_capture, "ignoring captures", "mustCapture"),
        ];
        for (_, words, key) in rules.into_iter().filter(|rule| rule.0) {
            self.line(format!("illegal {words}"), &[key]);
        }
    }

    /// Of several royal pieces one has to be safe, of one kind. A king that always has to be rules this out for all.
    pub(super) fn has_duple_check(&self) -> bool {
        let royals: HashSet<Slot> = self.men.iter().map(|man| man.slot).filter(|&slot| self.is_royal(slot)).collect();
        self.settings.pseudo_royal && self.settings.duple_check && royals.len() == 1 && !royals.contains(&Slot::KING)
    }

    /// The kings of both players can stand on one rank.
    fn share_ranks(&self) -> bool {
        let limits = self.settings.mobility.get(&Slot::KING).cloned().unwrap_or_default();
        let zone = self.zone(&limits);
        zone[Side::First]
            .iter()
            .any(|one| zone[Side::Second].iter().any(|two| self.board.rank(one) == self.board.rank(two)))
    }

    fn passing(&mut self) {
        if let Some(statement) = print_passing(&PerSide(Side::BOTH.map(|side| self.pass(side)))) {
            self.line(statement, &["pass", "passOnStalemate"]);
        }
    }

    /// When a player may pass. Where both keys are set, the one about stalemate holds.
    pub(super) fn pass(&self, side: Side) -> Option<Pass> {
        match (self.settings.pass[side], self.settings.pass_on_stalemate[side]) {
            (_, true) => Some(Pass::WhenStalemated),
            (true, false) => Some(Pass::Always),
            (false, false) => None,
        }
    }
}
