//! What a section amounts to with all that it inherits.
//!
//! The values stand for what Fairy-Stockfish would have in memory; `keys.rs` says which word of a file sets which.

use super::slots::{Slot, Slots};
use crate::definition::{PerSide, Side, Verdict};
use crate::diagnostic::Span;
use crate::rules::topology::{SquareSet, Topology};
use std::collections::BTreeMap;

/// A piece that the variant has.
#[derive(Clone, Debug, PartialEq)]
pub struct Piece {
    /// A capital.
    pub letter: char,
    /// Another letter for it in positions.
    pub synonym: Option<char>,
    /// Moves that the file gives it: custom pieces, and kings with moves of their own.
    pub betza: Option<String>,
}

/// Squares as a file says them: whole ranks, whole files and single squares, all from 1.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Region(pub Vec<Area>);

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Area {
    Rank(u16),
    File(u16),
    Square(u16, u16),
}

impl Region {
    pub fn rank(rank: u16) -> Region {
        Region(vec![Area::Rank(rank)])
    }

    pub fn on(&self, board: &Topology) -> SquareSet {
        let inside = |file: u16, rank: u16| {
            self.0.iter().any(|area| match *area {
                Area::Rank(at) => at == rank,
                Area::File(at) => at == file,
                Area::Square(x, y) => (x, y) == (file, rank),
            })
        };
        board.squares().filter(|&at| inside(board.file(at) + 1, board.rank(at) + 1)).collect()
    }
}

/// Squares for each player; `None` is the whole board.
pub type Regions = PerSide<Option<Region>>;

/// Games of stones: where they may be dropped, and whom they turn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Stones {
    /// Rows between two of them.
    Reversi,
    /// All around.
    Ataxx,
    /// All around, by moves and beside friends.
    Quadwrangle,
    /// Not beside enemies.
    Snort,
    /// Pushed in from an edge.
    AnySide,
    /// Falling.
    Top,
}

/// How a wall is put down with a move, `None` for no walls.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Walls {
    Arrow,
    Duck,
    Edge,
    Past,
    Static,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Counting {
    Makruk,
    Cambodian,
    Asean,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Material {
    Janggi,
    Unweighted,
    WhiteDrawOdds,
    BlackDrawOdds,
}

/// The span of the line that has said something last.
pub type Origins = BTreeMap<String, Span>;

macro_rules! settings {
    ($($field:ident: $kind:ty = $default:expr,)*) => {
        /// Everything that a section can say.
        #[derive(Clone, Debug)]
        pub struct Settings {
            pub pieces: BTreeMap<Slot, Piece>,
            /// Squares where pieces may be.
            pub mobility: BTreeMap<Slot, Regions>,
            pub limits: BTreeMap<Slot, u16>,
            /// What becomes of pieces that promote as in shogi.
            pub promoted: BTreeMap<Slot, Slot>,
            pub values: BTreeMap<Slot, [Option<i32>; 2]>,
            /// The built-in variants that it comes from, nearest first.
            pub ancestors: Vec<String>,
            $(pub $field: $kind,)*
        }

        impl Default for Settings {
            fn default() -> Settings {
                Settings {
                    pieces: BTreeMap::new(),
                    mobility: BTreeMap::new(),
                    limits: BTreeMap::new(),
                    promoted: BTreeMap::new(),
                    values: BTreeMap::new(),
                    ancestors: Vec::new(),
                    $($field: $default,)*
                }
            }
        }
    };
}

settings! {
    ranks: u16 = 8,
    files: u16 = 8,
    chess960: bool = false,
    two_boards: bool = false,
    template: String = "fairy".into(),
    letters: String = "-".into(),
    start: String = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1".into(),
    promotion_region: Regions = PerSide([Some(Region::rank(8)), Some(Region::rank(1))]),
    promotion_pawns: PerSide<Slots> = PerSide::same(Slots::of(&[Slot::PAWN])),
    promotion_choices: PerSide<Slots> = PerSide::default(),
    sittuyin_promotion: bool = false,
    promotion_on_capture: bool = false,
    mandatory_pawn_promotion: bool = true,
    mandatory_piece_promotion: bool = false,
    demotion: bool = false,
    blast: bool = false,
    blast_immune: Slots = Slots::default(),
    mutually_immune: Slots = Slots::default(),
    petrify: Slots = Slots::default(),
    petrify_blast: bool = false,
    double_step: bool = true,
    double_region: Regions = PerSide([Some(Region::rank(2)), Some(Region::rank(7))]),
    triple_region: Regions = PerSide([Some(Region::default()), Some(Region::default())]),
    en_passant_region: Regions = PerSide([None, None]),
    en_passant: PerSide<Slots> = PerSide::same(Slots::of(&[Slot::PAWN])),
    castling: bool = true,
    castling_dropped: bool = false,
    castling_kingside: u16 = 7,
    castling_queenside: u16 = 3,
    castling_rank: u16 = 1,
    castling_king_file: u16 = 5,
    castling_king: PerSide<Slots> = PerSide::same(Slots::of(&[Slot::KING])),
    castling_rook_kingside: u16 = 12,
    castling_rook_queenside: u16 = 1,
    castling_rooks: PerSide<Slots> = PerSide::same(Slots::of(&[Slot::ROOK])),
    opposite_castling: bool = false,
    checking: bool = true,
    drop_checks: bool = true,
    must_capture: bool = false,
    must_drop: bool = false,
    must_drop_type: Slots = Slots::everything(),
    drops: bool = false,
    drop_loop: bool = false,
    free_drops: bool = false,
    captures_to_hand: bool = false,
    first_rank_drops: bool = false,
    zone_drops: bool = false,
    enclosing_drop: Option<Stones> = None,
    enclosing_start: Regions = PerSide([Some(Region::default()), Some(Region::default())]),
    drop_region: Regions = PerSide([None, None]),
    sittuyin_rook_drop: bool = false,
    drop_opposite_bishops: bool = false,
    drop_promoted: bool = false,
    no_doubled: Slots = Slots::default(),
    no_doubled_count: u16 = 1,
    immobility_illegal: bool = false,
    gating: bool = false,
    walls: Option<Walls> = None,
    wall_region: Regions = PerSide([None, None]),
    wall_or_move: bool = false,
    seirawan: bool = false,
    cambodian: bool = false,
    diagonal_lines: Regions = PerSide([Some(Region::default()), Some(Region::default())]),
    pass: PerSide<bool> = PerSide([false, false]),
    pass_on_stalemate: PerSide<bool> = PerSide([false, false]),
    makpong: bool = false,
    flying_general: bool = false,
    soldier_rank: u16 = 1,
    flip_enclosed: Option<Stones> = None,
    counter_types: PerSide<Slots> = PerSide::same(Slots::of(&[Slot::PAWN])),
    counter: u32 = 50,
    fold: u32 = 3,
    fold_value: Option<Verdict> = Some(Verdict::Draw),
    fold_absolute: bool = false,
    perpetual_check_illegal: bool = false,
    move_repetition_illegal: bool = false,
    chasing: bool = false,
    stalemate: Option<Verdict> = Some(Verdict::Draw),
    stalemate_count: bool = false,
    checkmate: Option<Verdict> = Some(Verdict::Loss),
    drop_mate_illegal: bool = false,
    shatar: bool = false,
    bikjang: bool = false,
    extinction: Option<Verdict> = None,
    extinction_claim: bool = false,
    pseudo_royal: bool = false,
    duple_check: bool = false,
    extinction_types: Slots = Slots::default(),
    extinction_count: u16 = 0,
    extinction_opponent: u16 = 0,
    flag_piece: PerSide<Slots> = PerSide::same(Slots::everything()),
    flag_region: Regions = PerSide([Some(Region::default()), Some(Region::default())]),
    flag_count: u16 = 1,
    flag_blocked: bool = false,
    flag_move: bool = false,
    flag_safe: bool = false,
    check_counting: bool = false,
    connect: u32 = 0,
    connect_types: Slots = Slots::each(),
    connect_horizontal: bool = true,
    connect_vertical: bool = true,
    connect_diagonal: bool = true,
    connect_from: Regions = PerSide([Some(Region::default()), Some(Region::default())]),
    connect_to: Regions = PerSide([Some(Region::default()), Some(Region::default())]),
    connect_square: u32 = 0,
    collinear: u32 = 0,
    connect_value: Option<Verdict> = Some(Verdict::Win),
    material: Option<Material> = None,
    full_board: bool = false,
    counting: Option<Counting> = None,
    castling_wins: String = String::new(),
    origins: Origins = Origins::new(),
}

impl Settings {
    pub fn board(&self) -> Topology {
        Topology::new(self.files, self.ranks)
    }

    pub fn has(&self, slot: Slot) -> bool {
        self.pieces.contains_key(&slot)
    }

    /// The piece that has a letter, in either case.
    pub fn of_letter(&self, letter: char) -> Option<Slot> {
        let letter = letter.to_ascii_uppercase();
        self.pieces.iter().find(|(_, piece)| piece.letter == letter).map(|(&slot, _)| slot)
    }

    /// Gives a slot a letter; what had the letter before goes, also from the lists of promotions, even if it is the same.
    pub fn add(&mut self, slot: Slot, piece: Piece) {
        if let Some(other) = self.of_letter(piece.letter) {
            self.remove(other);
        }
        self.pieces.insert(slot, piece);
    }

    /// Takes a piece out of the game, and off the lists of promotions.
    pub fn remove(&mut self, slot: Slot) {
        self.pieces.remove(&slot);
        Side::BOTH.iter().for_each(|&side| self.promotion_choices[side].remove(slot));
    }

    /// The moves of a piece, in the foreign Betza.
    pub fn betza(&self, slot: Slot) -> String {
        let own = self.pieces.get(&slot).and_then(|piece| piece.betza.clone());
        own.or(slot.betza().map(str::to_owned)).unwrap_or_default()
    }

    /// Squares of a region; `None` is all of them.
    pub fn squares(&self, region: &Option<Region>) -> SquareSet {
        let board = self.board();
        match region {
            Some(region) => region.on(&board),
            None => board.squares().collect(),
        }
    }

    /// Where the double steps of a player's pawns begin.
    pub fn double_steps(&self, side: Side) -> SquareSet {
        if self.double_step { self.squares(&self.double_region[side]) } else { SquareSet::new() }
    }
}
