//! What is played otherwise than in Fairy-Stockfish, for want of words, and said in warnings.

use super::super::men::Man;
use super::super::slots::{Slot, Slots};
use super::Writer;
use crate::definition::{Side, Verdict};

impl Writer<'_> {
    pub(super) fn differences(&mut self) {
        let settings = self.settings;
        let king = settings.has(Slot::KING);
        let counts_moves = settings.origins.contains_key("nMoveRule");
        let counted_apart = settings.counter_types[Side::First] != settings.counter_types[Side::Second];
        let leaps = Side::BOTH.iter().any(|&side| self.leapers(side).any(|(slot, _)| slot == Slot::KING));
        let passes = Side::BOTH.iter().any(|&side| self.pass(side).is_some());
        let turns_to_stone = |man: &Man| self.is_pseudo_royal(man.slot) && settings.petrify.contains(man.slot);
        let promotes_to_limited = settings.promoted.values().any(|&slot| settings.no_doubled.contains(slot));
        let rules: [(bool, &[&str], &str, &str); 15] = [
            (
                counts_moves && counted_apart,
                &["nMoveRuleTypesWhite", "nMoveRuleTypesBlack"],
                "what begins the count anew does so for both players",
                "in Fairy-Stockfish each player has its own",
            ),
            (
                king && settings.petrify.contains(Slot::KING),
                &["petrifyOnCaptureTypes"],
                "kings never capture, since that would turn them to stone",
                "in Fairy-Stockfish they do, and the game goes on without them",
            ),
            (
                settings.blast && king,
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
                self.is_extinct_from_the_start(),
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
                self.men.iter().any(|man| turns_to_stone(man) && self.may_be_captured(man.slot)),
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
                settings.walls.is_some() && king,
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
                settings.demotion && !self.choices(Side::First).is_empty(),
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
                counts_moves && settings.counting.is_some(),
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

    /// There never was one of what must not die out.
    fn is_extinct_from_the_start(&self) -> bool {
        let settings = self.settings;
        let gone = |slot: Slot| settings.extinction_types.contains(slot) && !settings.has(slot);
        settings.extinction.is_some()
            && (!settings.pseudo_royal || settings.blast)
            && settings.extinction_opponent == 0
            && Slot::all().any(gone)
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
}
