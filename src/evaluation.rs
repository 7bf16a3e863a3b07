//! What a position is worth, derived from the rules alone.
//!
//! `mobility` finds how far pieces get, `values` what that is worth, `squares` where, `prior` what other terms count;
//! all once, when a variant loads. `fitted` reads weights that games have shown to be better. The position keeps a
//! running sum of what stands where; `dynamic`, `army`, `pawns` and `corners` add what can only be seen on the board, in the `terms` of
//! one list, to a `tally`. `relations` has what it is worth how pieces stand to the royals.
//! Nothing here knows a piece or a variant by name.

mod army;
pub mod chains;
mod corners;
mod dynamic;
pub mod fitted;
mod mobility;
pub mod patterns;
mod pawns;
mod prior;
pub mod race;
mod relations;
mod squares;
mod tally;
pub mod terms;
pub mod trace;
mod turning;
mod values;

use crate::definition::{Condition, Kind, Side, Verdict};
use crate::rules::topology::{Square, Topology, Wrap};
use crate::rules::{Piece, Rules};
use chains::Chains;
use corners::Corners;
pub use dynamic::{TEMPO, evaluate, passed};
use patterns::Patterns;
use pawns::Lanes;
use race::Races;
use relations::Relations;
use smallvec::SmallVec;
pub(crate) use squares::goal;
use std::sync::OnceLock;
use terms::{Group, Layout, MOST_MOVES};
#[doc(hidden)]
pub use values::half_is_the_whole;

/// Two scores in one number, for the middle game and the end game, so that one addition updates both.
/// Unit: 1/100 of a pawn-like piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Score(pub i32);

impl Score {
    pub const fn new(middle: i32, end: i32) -> Score {
        Score((end << 16).wrapping_add(middle))
    }

    pub const fn middle(self) -> i32 {
        self.0 as i16 as i32
    }

    pub const fn end(self) -> i32 {
        (self.0.wrapping_add(0x8000)) >> 16
    }

    /// The product, for small factors.
    pub const fn times(self, factor: i32) -> Score {
        Score(self.0.wrapping_mul(factor))
    }
}

impl std::ops::AddAssign for Score {
    fn add_assign(&mut self, other: Score) {
        self.0 = self.0.wrapping_add(other.0);
    }
}

impl std::ops::SubAssign for Score {
    fn sub_assign(&mut self, other: Score) {
        self.0 = self.0.wrapping_sub(other.0);
    }
}

/// Evaluation tables of one variant.
#[derive(Clone, Debug, Default)]
pub struct Weights {
    layout: Layout,
    /// All weights, as the owner of a piece sees them.
    terms: Vec<Score>,
    /// Some of them again, by kind.
    of_kinds: Vec<KindWeights>,
    /// Those of squares and hands, for the good of the first player.
    pieces_on_squares: Vec<Score>,
    in_hand: Vec<Score>,
    relations: Relations,
    cells: usize,
    features: Vec<Features>,
    /// Sum of [`Features::phase`] over both armies at the start.
    full_phase: i32,
    /// Captured pieces can come back: there is no end game to speak of.
    drops: bool,
    /// A single weak piece can't win.
    lone_pieces_draw: bool,
    /// By side: it is nothing but royals from the start, against pawns. That is the game, not its end.
    begins_alone: [bool; 2],
    /// File and rank by cell.
    places: Vec<(i16, i16)>,
    /// Squares next to each cell.
    rings: Vec<SmallVec<[Square; 8]>>,
    /// Each cell and those next to it, as far as they are among the first 256.
    surroundings: Vec<[u64; 4]>,
    lanes: Lanes,
    races: Races,
    pub patterns: Patterns,
    pub chains: Chains,
    /// For hunting this side's royal, once it is alone.
    corners: [OnceLock<Corners>; 2],
    /// By side.
    pawn_like: [Vec<Piece>; 2],
}

/// What is needed of each kind that is on the board, side by side.
#[derive(Clone, Debug)]
pub struct KindWeights {
    by_moves: [Score; MOST_MOVES + 1],
    /// For having more than one.
    several: Score,
    /// By side: what one piece is in an army.
    men: [Men; 2],
}

/// What an army consists of, in one number, so that one addition counts all of a kind.
#[derive(Clone, Copy, Debug, Default)]
pub struct Men(u64);

impl Men {
    const PIECE: u64 = 1 << 32;
    const PAWN: u64 = 1 << 48;

    /// So many of one sort.
    #[inline(always)]
    fn times(self, count: u32) -> Men {
        Men(self.0 * u64::from(count))
    }

    /// The sum of [`Features::phase`].
    pub fn phase(self) -> i32 {
        self.0 as i32
    }

    /// How many are neither royal nor pawn-like.
    pub fn pieces(self) -> u16 {
        (self.0 / Men::PIECE) as u16
    }

    /// How many are pawn-like.
    pub fn pawns(self) -> u16 {
        (self.0 / Men::PAWN) as u16
    }
}

impl std::ops::AddAssign for Men {
    #[inline(always)]
    fn add_assign(&mut self, more: Men) {
        self.0 += more.0;
    }
}

/// What the dynamic terms and the search know about a piece.
#[derive(Clone, Copy, Debug, Default)]
pub struct Features {
    /// For exchanges: what its owner loses with it, in 1/100 of a pawn-like piece.
    pub value: i32,
    /// How much it makes a middle game.
    pub phase: i32,
    /// Weak, only moves forward, becomes more on the way.
    pub pawn_like: bool,
    pub royal: bool,
}

impl Features {
    /// One such piece.
    fn men(&self) -> Men {
        match self {
            Features { royal: true, .. } => Men::default(),
            Features { pawn_like: true, .. } => Men(Men::PAWN),
            Features { phase, .. } => Men(Men::PIECE + *phase as u64),
        }
    }
}

/// With as many as there can be squares the sum stays below 2^31; what is on the board from the start is worth less, see
/// [`MOST_MATERIAL`].
const MOST_PHASE: i32 = 30_000;
/// For ordering captures where royals may be taken.
const ROYAL: i32 = 4000;
/// Most that one side's pieces may be worth together, so that sums fit in half a [`Score`].
const MOST_MATERIAL: f64 = 14000.0;

impl Weights {
    /// Derived from mobility on this board, once when the variant loads (a few milliseconds at most), and replaced by
    /// what has been fitted as far as that has been done.
    pub fn derive(rules: &Rules) -> Weights {
        let values::Prospects { sample, worths } = values::Prospects::new(rules);
        let at_start = |side: Side| -> f64 {
            let army = |index: usize| rules.initial[Piece::new(Kind(index as u16), side).index()].len() as f64;
            (0..rules.kinds.len()).map(|index| army(index) * worths[index * 2 + side.index()].value).sum()
        };
        let most = at_start(Side::First).max(at_start(Side::Second));
        let board = rules.topology();
        let shrink = (MOST_MATERIAL / most.max(1.0)).min(1.0);
        let (races, patterns, chains) = (Races::of(rules), Patterns::of(rules), Chains::of(rules));
        let layout = Layout::of(rules, !races.is_empty(), patterns.win().len(), chains.win().len());
        let mut weights = Weights {
            layout,
            terms: Vec::new(),
            of_kinds: Vec::new(),
            pieces_on_squares: Vec::new(),
            in_hand: Vec::new(),
            relations: Relations::on(board),
            cells: board.cells(),
            features: vec![Features::default(); rules.piece_codes()],
            full_phase: 0,
            drops: rules.definition.hands.as_ref().is_some_and(|hands| hands.drops) && rules.captures_to.is_some(),
            lone_pieces_draw: lone_pieces_draw(rules),
            begins_alone: [false; 2],
            places: all_cells(board).map(|cell| (board.file(cell) as i16, board.rank(cell) as i16)).collect(),
            rings: all_cells(board).map(|cell| ring(board, cell)).collect(),
            surroundings: all_cells(board).map(|cell| surroundings(board, cell)).collect(),
            lanes: Lanes::on(board),
            races,
            patterns,
            chains,
            corners: Default::default(),
            pawn_like: Default::default(),
        };
        for index in 0..rules.kinds.len() {
            for side in Side::BOTH {
                let piece = Piece::new(Kind(index as u16), side);
                let promotes = rules.sides[side].movers[index].promotions.is_some();
                let features = features(&worths[index * 2 + side.index()], shrink, promotes, rules.kinds[index].royal);
                weights.full_phase += features.phase * rules.initial[piece.index()].len() as i32;
                weights.features[piece.index()] = features;
                if features.pawn_like {
                    weights.pawn_like[side.index()].push(piece);
                }
            }
        }
        weights.begins_alone = Side::BOTH.map(|side| {
            let begins = |side: Side, wanted: fn(&Features) -> bool| {
                let mut pieces = (0..rules.kinds.len()).map(|kind| Piece::new(Kind(kind as u16), side));
                pieces.any(|piece| wanted(weights.features(piece)) && !rules.initial[piece.index()].is_empty())
            };
            !begins(side, |features| !features.royal) && begins(side.other(), |features| features.pawn_like)
        });
        weights.terms = prior::terms(rules, &weights, &sample, &worths, shrink);
        let fitted = rules.definition.weights.as_ref();
        if let Some(fitted) = fitted {
            fitted.apply(rules, &weights.layout, &mut weights.terms);
        }
        weights.expand(rules, fitted.is_some());
        weights
    }

    /// Makes the tables that the search needs from the terms; values of pieces, too, if they were fitted.
    fn expand(&mut self, rules: &Rules, fitted: bool) {
        let signed = |piece: Piece, score: Score| score.times(if piece.side() == Side::First { 1 } else { -1 });
        let losing = values::losing_is_winning(rules);
        let of_kind = |kind| KindWeights {
            by_moves: std::array::from_fn(|moves| self.terms[self.layout.at(Group::Moves, kind, moves)]),
            several: self.terms[self.layout.at(Group::Pair, kind, 0)],
            men: Side::BOTH.map(|side| self.features(Piece::new(Kind(kind as u16), side)).men()),
        };
        self.of_kinds = (0..rules.kinds.len()).map(of_kind).collect();
        self.pieces_on_squares = vec![Score::default(); rules.piece_codes() * self.cells];
        self.in_hand = vec![Score::default(); rules.piece_codes()];
        self.relations.fill(&self.layout, rules.kinds.len(), &self.terms);
        for index in 0..rules.kinds.len() {
            for side in Side::BOTH {
                let piece = Piece::new(Kind(index as u16), side);
                let (mut sum, mut places) = (0, 0);
                for square in rules.topology().squares() {
                    let score = self.terms[self.layout.of_piece(Group::Square, piece, square.index())];
                    self.pieces_on_squares[piece.index() * self.cells + square.index()] = signed(piece, score);
                    // Where pieces come back there is no end game.
                    sum += score.middle() + if self.drops { score.middle() } else { score.end() };
                    places += 2;
                }
                let in_hand = self.terms[self.layout.of_piece(Group::Hand, piece, 0)];
                self.in_hand[piece.index()] = signed(piece, in_hand);
                if fitted && !losing && !rules.kinds[index].royal {
                    self.features[piece.index()].value = (sum / places.max(1)).max(1);
                }
            }
        }
        self.count_hands(rules);
    }

    /// Taking a piece that goes to the taker's hand is worth more than the piece.
    fn count_hands(&mut self, rules: &Rules) {
        if !self.drops {
            return;
        }
        for index in 0..rules.kinds.len() {
            for side in Side::BOTH {
                let taken = Piece::new(rules.kinds[index].in_hand, side.other());
                self.features[Piece::new(Kind(index as u16), side).index()].value += self.in_hand(taken).middle().abs();
            }
        }
    }

    /// Value of a piece on a square for the first player (negative for pieces of the second).
    #[inline(always)]
    pub fn on_square(&self, piece: Piece, square: Square) -> Score {
        self.pieces_on_squares[piece.index() * self.cells + square.index()]
    }

    /// Value of one more piece of this sort in hand, for the first player.
    #[inline(always)]
    pub fn in_hand(&self, piece: Piece) -> Score {
        self.in_hand[piece.index()]
    }

    #[inline(always)]
    pub fn features(&self, piece: Piece) -> &Features {
        &self.features[piece.index()]
    }

    fn ring(&self, square: Square) -> &[Square] {
        &self.rings[square.index()]
    }

    #[inline(always)]
    fn surroundings(&self, square: Square) -> [u64; 4] {
        self.surroundings[square.index()]
    }

    /// File and rank.
    #[inline(always)]
    fn place(&self, square: Square) -> (i32, i32) {
        let (file, rank) = self.places[square.index()];
        (i32::from(file), i32::from(rank))
    }

    /// What is taken comes back from the hand.
    pub fn drops(&self) -> bool {
        self.drops
    }

    /// There are weights for what attacks what.
    #[inline(always)]
    pub fn tells_threats(&self) -> bool {
        self.layout.has_threats()
    }

    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    pub fn terms(&self) -> &[Score] {
        &self.terms
    }
}

fn all_cells(board: &Topology) -> impl Iterator<Item = Square> {
    (0..board.cells()).map(Square::from_index)
}

fn ring(board: &Topology, square: Square) -> SmallVec<[Square; 8]> {
    let steps = (0..9).filter(|&at| at != 4).map(|at| (at % 3 - 1, at / 3 - 1));
    steps.filter_map(|(dx, dy)| board.leap(square, dx, dy, Wrap::AsBoard)).collect()
}

fn surroundings(board: &Topology, square: Square) -> [u64; 4] {
    let mut words = [0; 4];
    for near in ring(board, square).into_iter().chain([square]) {
        if let Some(word) = words.get_mut(near.index() / 64) {
            *word |= 1u64 << (near.index() % 64);
        }
    }
    words
}

/// True where only mate wins, on a board without palaces and with stalemate a draw.
fn lone_pieces_draw(rules: &Rules) -> bool {
    let definition = &rules.definition;
    let stalemate_decides = definition
        .endings
        .iter()
        .any(|ending| ending.condition == Condition::Stalemate && ending.result != Verdict::Draw);
    let confined = definition.pieces.iter().any(|piece| piece.royal && piece.confined.is_some());
    let has_royals = definition.pieces.iter().any(|piece| piece.royal);
    !rules.ends_at_once && !stalemate_decides && !confined && has_royals && definition.hands.is_none()
}

fn features(worth: &values::Worth, shrink: f64, promotes: bool, royal: bool) -> Features {
    let value = ((worth.value + squares::SOME_DAY * worth.gain) * shrink).round() as i32;
    let pawn_like = worth.only_forward && promotes && worth.value < 170.0;
    Features {
        value: if royal { ROYAL } else { value.max(1) },
        phase: if royal || pawn_like { 0 } else { value.clamp(0, MOST_PHASE) },
        pawn_like,
        royal,
    }
}
