//! What captures do besides taking, walls, moves that are forbidden, and passing.

use super::super::settings::{Stones, Walls};
use super::super::slots::{Slot, Slots};
use super::Writer;
use crate::definition::{Pass, PerSide, Side, Verdict, print_passing};
use hashbrown::HashSet;

impl Writer<'_> {
    pub(super) fn restrictions(&mut self) {
        self.blank();
        self.effects();
        self.turned();
        self.walls();
        self.forbidden();
        self.passing();
        self.differences();
    }

    /// What Griffon has no words for, and plays without.
    fn differences(&mut self) {
        let settings = self.settings;
        let pawns_demote = settings.demotion && !self.choices(Side::First).is_empty();
        let promotes_to_limited = settings.promoted.values().any(|&slot| settings.no_doubled.contains(slot));
        let counts_twice = settings.counting.is_some() && settings.origins.contains_key("nMoveRule");
        let gone = |slot: Slot| settings.extinction_types.contains(slot) && !settings.has(slot);
        let over = settings.extinction.is_some_and(|_| !settings.pseudo_royal || settings.blast)
            && settings.extinction_opponent == 0
            && Slot::all().any(gone);
        let leaps = Side::BOTH.iter().any(|&side| self.leapers(side).any(|(slot, _)| slot == Slot::KING));
        let passes = Side::BOTH.iter().any(|&side| self.pass(side).is_some());
        let turn_to_stone = self.men.iter().any(|man| {
            self.is_pseudo_royal(man.slot) && settings.petrify.contains(man.slot) && self.may_be_captured(man.slot)
        });
        let counted_apart = settings.counter_types[Side::First] != settings.counter_types[Side::Second];
        let kings_turn_to_stone = settings.has(Slot::KING) && settings.petrify.contains(Slot::KING);
        let rules: [(bool, &[&str], &str, &str); 15] = [
            (
                counted_apart && settings.origins.contains_key("nMoveRule"),
                &["nMoveRuleTypesWhite", "nMoveRuleTypesBlack"],
                "what begins the count anew does so for both players",
                "in Fairy-Stockfish each player has its own",
            ),
            (
                kings_turn_to_stone,
                &["petrifyOnCaptureTypes"],
                "kings never capture, since that would turn them to stone",
                "in Fairy-Stockfish they do, and the game goes on without them",
            ),
            (
                settings.blast && settings.has(Slot::KING),
                &["blastOnCapture"],
                "no capture may blow up one's own king, and who loses it has lost",
                "Fairy-Stockfish isn't made for kings that blow up; its atomic chess has none",
            ),
            (
                leaps && passes,
                &["pass", "passWhite", "passBlack", "passOnStalemate"],
                "a king may still leap after its player has passed",
                "in Fairy-Stockfish it has moved then",
            ),
            (
                over,
                &["extinctionPieceTypes"],
                "a piece that is no longer in the game doesn't count as extinct",
                "in Fairy-Stockfish it does, and the game is over before it begins",
            ),
            (
                settings.immobility_illegal && self.men.iter().any(|man| self.only_captures(man)),
                &["immobilityIllegal"],
                "what only captures, or has only first moves, may be dropped and move",
                "in Fairy-Stockfish it may not: it counts as stuck everywhere",
            ),
            (
                turn_to_stone,
                &["petrifyOnCaptureTypes", "extinctionPieceTypes"],
                "royal pieces that would turn to stone never capture",
                "in Fairy-Stockfish they do as long as there are others",
            ),
            (
                self.lines_have_gaps(),
                &["diagonalLines"],
                "nothing goes on along a diagonal where its line is broken",
                "in Fairy-Stockfish it goes over empty squares between the lines",
            ),
            (
                settings.immobility_illegal && self.has_walls(),
                &["immobilityIllegal"],
                "walls are no edge of the board for what may not go where it never moves again",
                "in Fairy-Stockfish pieces may not go to squares that only walls are in reach of",
            ),
            (
                settings.walls.is_some() && settings.has(Slot::KING),
                &["wallingRule"],
                "the wall that a move puts down may shield a king",
                "in Fairy-Stockfish only those of earlier moves do",
            ),
            (
                settings.walls.is_some() && settings.drops,
                &["wallingRule"],
                "what is dropped puts down a wall as what moves does",
                "in Fairy-Stockfish it doesn't choose where",
            ),
            (
                self.pawns_pass_the_edge(),
                &["mobilityRegionWhitePawn", "mobilityRegionBlackPawn"],
                "pawns capture en passant only on squares where they may be",
                "in Fairy-Stockfish they may leave their region so",
            ),
            (
                pawns_demote,
                &["pieceDemotion"],
                "what a pawn has promoted to stays so",
                "in Fairy-Stockfish it may become a pawn again",
            ),
            (
                promotes_to_limited && settings.no_doubled_count > 0,
                &["dropNoDoubled"],
                "promoted pieces don't count for the limit of a file",
                "in Fairy-Stockfish those that have become one of these do",
            ),
            (
                counts_twice,
                &["nMoveRule"],
                "moves are not counted for this while they are counted for the end game",
                "in Fairy-Stockfish they are",
            ),
        ];
        for (_, keys, message, label) in rules.into_iter().filter(|rule| rule.0) {
            self.warn(keys, message, label);
        }
        self.of_kings_only();
        self.stars();
        self.plain_draws();
    }

    /// Rules about kings, which beside pseudo-royal pieces mean these, too.
    fn of_kings_only(&mut self) {
        let settings = self.settings;
        if !settings.has(Slot::KING) || !self.men.iter().any(|man| self.is_pseudo_royal(man.slot)) {
            return;
        }
        let rules = [
            (settings.makpong, "makpongRule"),
            (settings.bikjang, "bikjangRule"),
            (settings.flying_general, "flyingGeneral"),
            (!settings.checking, "checking"),
            (settings.drops && !settings.drop_checks, "dropChecks"),
            (settings.check_counting, "checkCounting"),
            (settings.perpetual_check_illegal, "perpetualCheckIllegal"),
        ];
        for (_, key) in rules.into_iter().filter(|rule| rule.0) {
            self.warn(
                &[key],
                &format!("`{key}` is about all pieces that are royal, whether kings or not"),
                "in Fairy-Stockfish it is about kings only",
            );
        }
    }

    /// `*` means all pieces together, which is nobody where each is asked about.
    fn stars(&mut self) {
        let settings = self.settings;
        let lists = [
            (settings.petrify, "petrifyOnCaptureTypes"),
            (settings.blast_immune, "blastImmuneTypes"),
            (settings.mutually_immune, "mutuallyImmuneTypes"),
            (settings.connect_types, "connectPieceTypes"),
            (settings.promotion_choices[Side::First], "promotionPieceTypes"),
        ];
        for (_, key) in lists.into_iter().filter(|&(types, _)| types == Slots::everything()) {
            self.warn(&[key], "`*` is no piece here", "Fairy-Stockfish takes it for none; list their letters");
        }
    }

    /// Draws that points don't decide there.
    fn plain_draws(&mut self) {
        let settings = self.settings;
        if settings.material.is_none() {
            return;
        }
        let draws = |verdict: Option<Verdict>| verdict == Some(Verdict::Draw);
        let connects = settings.connect > 0 || settings.collinear > 0 || settings.connect_square > 1;
        let both_arrive = settings.flag_safe && !settings.flag_move
            || settings.flag_move && settings.flag_piece[Side::Second].contains(Slot::KING);
        let rules = [
            (draws(settings.extinction), "extinctionValue"),
            (draws(settings.connect_value) && connects, "connectValue"),
            (draws(settings.checkmate), "checkmateValue"),
            (settings.shatar, "shatarMateRule"),
            (settings.counting.is_some(), "countingRule"),
            (settings.sittuyin_promotion, "sittuyinPromotion"),
            (both_arrive && !self.is_nowhere(&self.zone(&settings.flag_region)), "flagMove"),
        ];
        if let Some((_, key)) = rules.into_iter().find(|rule| rule.0) {
            self.warn(
                &[key, "materialCounting"],
                "`materialCounting` decides draws of all kinds",
                "in Fairy-Stockfish such a draw stays one",
            );
        }
    }

    /// There may be walls on the board.
    fn has_walls(&self) -> bool {
        let settings = self.settings;
        settings.walls.is_some()
            || !self.names_one_by_one(settings.petrify).is_empty()
            || settings.blast && settings.petrify_blast
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
