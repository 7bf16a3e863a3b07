//! The registry of keys: the word in a file, what it takes, and the field it sets.

use super::settings::{Counting, Material, Regions, Settings, Stones, Walls};
use super::slots::Slots;
use crate::definition::{PerSide, Verdict};

pub struct Row {
    pub word: &'static str,
    pub takes: Takes,
}

type Field<T> = fn(&mut Settings) -> &mut T;

/// A value and what it does.
type Word = (&'static str, fn(&mut Settings));

pub const RESULTS: &[(&str, Option<Verdict>)] =
    &[("win", Some(Verdict::Win)), ("loss", Some(Verdict::Loss)), ("draw", Some(Verdict::Draw)), ("none", None)];

/// What stones may do to those around them.
pub const STONES: &[(&str, Option<Stones>)] = &[
    ("none", None),
    ("reversi", Some(Stones::Reversi)),
    ("ataxx", Some(Stones::Ataxx)),
    ("quadwrangle", Some(Stones::Quadwrangle)),
    ("snort", Some(Stones::Snort)),
    ("anyside", Some(Stones::AnySide)),
    ("top", Some(Stones::Top)),
];

/// The kind of value, and where it goes. Fields for each player also have a word for each: `flagRegionWhite`.
pub enum Takes {
    Flag(Field<bool>),
    FlagOfEach(Field<PerSide<bool>>),
    Number(Field<u32>),
    /// So many in a row, or none.
    InARow(Field<u32>),
    Small(Field<u16>),
    /// A rank, from 1.
    Rank(Field<u16>),
    /// A file, as a letter or a number from 1.
    File(Field<u16>),
    Text(Field<String>),
    /// Rights to castle, `KQkq`.
    Rights(Field<String>),
    /// One of [`RESULTS`].
    Result(Field<Option<Verdict>>),
    Pieces(Field<Slots>),
    PiecesOfEach(Field<PerSide<Slots>>),
    /// A single piece, or `*`.
    Piece(Field<Slots>),
    PieceOfEach(Field<PerSide<Slots>>),
    /// One region for both players.
    Region(Field<Regions>),
    /// One each, with a common word or without.
    RegionOfEach(Field<Regions>, Common),
    /// Words, each with what it does.
    Choice(&'static [Word]),
    /// One of [`STONES`].
    StonesOf(Field<Option<Stones>>),
    /// `pawnTypes`: several lists at once.
    PawnTypes,
    PromotionLimit,
    PromotedTypes,
    /// `pieceValueMg` and `pieceValueEg`.
    Values(usize),
    /// Says nothing about the rules.
    Ignored,
    /// An earlier word, and what to say now.
    Old(&'static str),
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Common {
    Yes,
    No,
}

use Takes::*;

impl Takes {
    /// There is a word for each player, too.
    fn is_sided(&self) -> bool {
        matches!(self, FlagOfEach(_) | PiecesOfEach(_) | PieceOfEach(_) | RegionOfEach(..))
    }
}

const fn row(word: &'static str, takes: Takes) -> Row {
    Row { word, takes }
}

/// Every key but those of pieces, in the order in which they take effect.
pub static ROWS: &[Row] = &[
    row("maxRank", Rank(|s| &mut s.ranks)),
    row("maxFile", File(|s| &mut s.files)),
    row("pieceValueMg", Values(0)),
    row("pieceValueEg", Values(1)),
    row("promotionRank", Old("promotionRegionWhite` and `promotionRegionBlack")),
    row("doubleStepRank", Old("doubleStepRegionWhite` and `doubleStepRegionBlack")),
    row("doubleStepRankMin", Old("doubleStepRegionWhite` and `doubleStepRegionBlack")),
    row("whiteFlag", Old("flagRegionWhite")),
    row("blackFlag", Old("flagRegionBlack")),
    row("castlingRookPiece", Old("castlingRookPieces")),
    row("whiteDropRegion", Old("dropRegionWhite")),
    row("blackDropRegion", Old("dropRegionBlack")),
    row("dropOnTop", Old("enclosingDrop")),
    row("pawnTypes", PawnTypes),
    row("variantTemplate", Text(|s| &mut s.template)),
    row("pieceToCharTable", Text(|s| &mut s.letters)),
    row("pocketSize", Ignored),
    row("chess960", Flag(|s| &mut s.chess960)),
    row("twoBoards", Flag(|s| &mut s.two_boards)),
    row("startFen", Text(|s| &mut s.start)),
    row("promotionRegion", RegionOfEach(|s| &mut s.promotion_region, Common::No)),
    row("promotionPawnTypes", PiecesOfEach(|s| &mut s.promotion_pawns)),
    row("promotionPieceTypes", PiecesOfEach(|s| &mut s.promotion_choices)),
    row("sittuyinPromotion", Flag(|s| &mut s.sittuyin_promotion)),
    row("promotionLimit", PromotionLimit),
    row("promotedPieceType", PromotedTypes),
    row("piecePromotionOnCapture", Flag(|s| &mut s.promotion_on_capture)),
    row("mandatoryPawnPromotion", Flag(|s| &mut s.mandatory_pawn_promotion)),
    row("mandatoryPiecePromotion", Flag(|s| &mut s.mandatory_piece_promotion)),
    row("pieceDemotion", Flag(|s| &mut s.demotion)),
    row("blastOnCapture", Flag(|s| &mut s.blast)),
    row("blastImmuneTypes", Pieces(|s| &mut s.blast_immune)),
    row("mutuallyImmuneTypes", Pieces(|s| &mut s.mutually_immune)),
    row("petrifyOnCaptureTypes", Pieces(|s| &mut s.petrify)),
    row("petrifyBlastPieces", Flag(|s| &mut s.petrify_blast)),
    row("doubleStep", Flag(|s| &mut s.double_step)),
    row("doubleStepRegion", RegionOfEach(|s| &mut s.double_region, Common::No)),
    row("tripleStepRegion", RegionOfEach(|s| &mut s.triple_region, Common::No)),
    row("enPassantRegion", RegionOfEach(|s| &mut s.en_passant_region, Common::Yes)),
    row("enPassantTypes", PiecesOfEach(|s| &mut s.en_passant)),
    row("castling", Flag(|s| &mut s.castling)),
    row("castlingDroppedPiece", Flag(|s| &mut s.castling_dropped)),
    row("castlingKingsideFile", File(|s| &mut s.castling_kingside)),
    row("castlingQueensideFile", File(|s| &mut s.castling_queenside)),
    row("castlingRank", Rank(|s| &mut s.castling_rank)),
    row("castlingKingFile", File(|s| &mut s.castling_king_file)),
    row("castlingKingPiece", PieceOfEach(|s| &mut s.castling_king)),
    row("castlingRookKingsideFile", File(|s| &mut s.castling_rook_kingside)),
    row("castlingRookQueensideFile", File(|s| &mut s.castling_rook_queenside)),
    row("castlingRookPieces", PiecesOfEach(|s| &mut s.castling_rooks)),
    row("oppositeCastling", Flag(|s| &mut s.opposite_castling)),
    row("checking", Flag(|s| &mut s.checking)),
    row("dropChecks", Flag(|s| &mut s.drop_checks)),
    row("mustCapture", Flag(|s| &mut s.must_capture)),
    row("mustDrop", Flag(|s| &mut s.must_drop)),
    row("mustDropType", Piece(|s| &mut s.must_drop_type)),
    row("pieceDrops", Flag(|s| &mut s.drops)),
    row("dropLoop", Flag(|s| &mut s.drop_loop)),
    row("capturesToHand", Flag(|s| &mut s.captures_to_hand)),
    row("firstRankPawnDrops", Flag(|s| &mut s.first_rank_drops)),
    row("promotionZonePawnDrops", Flag(|s| &mut s.zone_drops)),
    row("enclosingDrop", StonesOf(|s| &mut s.enclosing_drop)),
    row("enclosingDropStart", Region(|s| &mut s.enclosing_start)),
    row("dropRegion", RegionOfEach(|s| &mut s.drop_region, Common::No)),
    row("sittuyinRookDrop", Flag(|s| &mut s.sittuyin_rook_drop)),
    row("dropOppositeColoredBishop", Flag(|s| &mut s.drop_opposite_bishops)),
    row("dropPromoted", Flag(|s| &mut s.drop_promoted)),
    row("dropNoDoubled", Piece(|s| &mut s.no_doubled)),
    row("dropNoDoubledCount", Small(|s| &mut s.no_doubled_count)),
    row("immobilityIllegal", Flag(|s| &mut s.immobility_illegal)),
    row("gating", Flag(|s| &mut s.gating)),
    row(
        "wallingRule",
        Choice(&[
            ("none", |s| s.walls = None),
            ("arrow", |s| s.walls = Some(Walls::Arrow)),
            ("duck", |s| s.walls = Some(Walls::Duck)),
            ("edge", |s| s.walls = Some(Walls::Edge)),
            ("past", |s| s.walls = Some(Walls::Past)),
            ("static", |s| s.walls = Some(Walls::Static)),
        ]),
    ),
    row("wallingRegion", RegionOfEach(|s| &mut s.wall_region, Common::Yes)),
    row("wallOrMove", Flag(|s| &mut s.wall_or_move)),
    row("seirawanGating", Flag(|s| &mut s.seirawan)),
    row("cambodianMoves", Flag(|s| &mut s.cambodian)),
    row("diagonalLines", Region(|s| &mut s.diagonal_lines)),
    row("pass", FlagOfEach(|s| &mut s.pass)),
    row("passOnStalemate", FlagOfEach(|s| &mut s.pass_on_stalemate)),
    row("makpongRule", Flag(|s| &mut s.makpong)),
    row("flyingGeneral", Flag(|s| &mut s.flying_general)),
    row("soldierPromotionRank", Rank(|s| &mut s.soldier_rank)),
    row("flipEnclosedPieces", StonesOf(|s| &mut s.flip_enclosed)),
    row("nMoveRuleTypes", PiecesOfEach(|s| &mut s.counter_types)),
    row("nMoveRule", Number(|s| &mut s.counter)),
    row("nFoldRule", Number(|s| &mut s.fold)),
    row("nFoldValue", Result(|s| &mut s.fold_value)),
    row("nFoldValueAbsolute", Flag(|s| &mut s.fold_absolute)),
    row("perpetualCheckIllegal", Flag(|s| &mut s.perpetual_check_illegal)),
    row("moveRepetitionIllegal", Flag(|s| &mut s.move_repetition_illegal)),
    row("chasingRule", Choice(&[("none", |s| s.chasing = false), ("axf", |s| s.chasing = true)])),
    row("stalemateValue", Result(|s| &mut s.stalemate)),
    row("stalematePieceCount", Flag(|s| &mut s.stalemate_count)),
    row("checkmateValue", Result(|s| &mut s.checkmate)),
    row("shogiPawnDropMateIllegal", Flag(|s| &mut s.drop_mate_illegal)),
    row("shatarMateRule", Flag(|s| &mut s.shatar)),
    row("bikjangRule", Flag(|s| &mut s.bikjang)),
    row("extinctionValue", Result(|s| &mut s.extinction)),
    row("extinctionClaim", Flag(|s| &mut s.extinction_claim)),
    row("extinctionPseudoRoyal", Flag(|s| &mut s.pseudo_royal)),
    row("dupleCheck", Flag(|s| &mut s.duple_check)),
    row("extinctionPieceTypes", Pieces(|s| &mut s.extinction_types)),
    row("extinctionPieceCount", Small(|s| &mut s.extinction_count)),
    row("extinctionOpponentPieceCount", Small(|s| &mut s.extinction_opponent)),
    row("flagPiece", PieceOfEach(|s| &mut s.flag_piece)),
    row("flagRegion", RegionOfEach(|s| &mut s.flag_region, Common::Yes)),
    row("flagPieceCount", Small(|s| &mut s.flag_count)),
    row("flagPieceBlockedWin", Flag(|s| &mut s.flag_blocked)),
    row("flagMove", Flag(|s| &mut s.flag_move)),
    row("flagPieceSafe", Flag(|s| &mut s.flag_safe)),
    row("checkCounting", Flag(|s| &mut s.check_counting)),
    row("connectN", InARow(|s| &mut s.connect)),
    row("connectPieceTypes", Pieces(|s| &mut s.connect_types)),
    row("connectHorizontal", Flag(|s| &mut s.connect_horizontal)),
    row("connectVertical", Flag(|s| &mut s.connect_vertical)),
    row("connectDiagonal", Flag(|s| &mut s.connect_diagonal)),
    row("connectRegion1", RegionOfEach(|s| &mut s.connect_from, Common::No)),
    row("connectRegion2", RegionOfEach(|s| &mut s.connect_to, Common::No)),
    row("connectNxN", Number(|s| &mut s.connect_square)),
    row("collinearN", InARow(|s| &mut s.collinear)),
    row("connectValue", Result(|s| &mut s.connect_value)),
    row(
        "materialCounting",
        Choice(&[
            ("none", |s| s.material = None),
            ("janggi", |s| s.material = Some(Material::Janggi)),
            ("unweighted", |s| s.material = Some(Material::Unweighted)),
            ("whitedrawodds", |s| s.material = Some(Material::WhiteDrawOdds)),
            ("blackdrawodds", |s| s.material = Some(Material::BlackDrawOdds)),
        ]),
    ),
    row("adjudicateFullBoard", Flag(|s| &mut s.full_board)),
    row(
        "countingRule",
        Choice(&[
            ("none", |s| s.counting = None),
            ("makruk", |s| s.counting = Some(Counting::Makruk)),
            ("cambodian", |s| s.counting = Some(Counting::Cambodian)),
            ("asean", |s| s.counting = Some(Counting::Asean)),
        ]),
    ),
    row("castlingWins", Rights(|s| &mut s.castling_wins)),
];

/// A key as it stands in a file: its row, and the player if it names one.
pub fn find(key: &str) -> Option<(&'static Row, Option<crate::definition::Side>)> {
    use crate::definition::Side;
    let exact = |word: &str| ROWS.iter().find(|row| row.word == word);
    let sided = |row: &Row| row.takes.is_sided();
    if let Some(row) = exact(key).filter(|row| !matches!(row.takes, RegionOfEach(_, Common::No))) {
        return Some((row, None));
    }
    [("White", Side::First), ("Black", Side::Second)].into_iter().find_map(|(ending, side)| {
        let row = exact(key.strip_suffix(ending)?).filter(|row| sided(row))?;
        Some((row, Some(side)))
    })
}

/// All words that may be meant, for suggestions.
pub fn words() -> Vec<String> {
    let mut words = Vec::new();
    for row in ROWS {
        match row.takes {
            RegionOfEach(_, Common::No) => {}
            Old(_) | Ignored => continue,
            _ => words.push(row.word.to_owned()),
        }
        if row.takes.is_sided() {
            words.extend(["White", "Black"].map(|ending| format!("{}{ending}", row.word)));
        }
    }
    words.extend(super::slots::words().map(str::to_owned));
    words.extend((1..=25).map(|number| format!("customPiece{number}")));
    words
}
