//! What a position is worth, derived from the rules alone.
//!
//! `mobility` finds how far pieces get, `values` what that is worth, `squares` where; all once, when a variant loads.
//! Of these the position keeps a running sum. `dynamic` and `pawns` add what can only be seen on the board. Nothing here knows
//! a piece or a variant by name.

mod dynamic;
mod mobility;
mod pawns;
mod squares;
mod values;

use crate::definition::{Condition, Kind, Side, Verdict};
use crate::rules::topology::{Square, Topology, Wrap};
use crate::rules::{Piece, Rules};
pub use dynamic::evaluate;
use smallvec::SmallVec;

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
    pieces_on_squares: Vec<Score>,
    in_hand: Vec<Score>,
    cells: usize,
    features: Vec<Features>,
    /// Sum of [`Features::phase`] over both armies at the start.
    full_phase: i32,
    /// Captured pieces can come back: there is no end game to speak of.
    drops: bool,
    /// A single weak piece can't win.
    lone_pieces_draw: bool,
    /// File and rank by cell.
    places: Vec<(i16, i16)>,
    /// Squares next to each cell.
    rings: Vec<SmallVec<[Square; 8]>>,
    /// By piece code and rank from its owner's side: what it is worth that no pawn-like enemy can stop it.
    passed: Vec<Score>,
    ranks: usize,
}

/// What the dynamic terms and the search know about a piece.
#[derive(Clone, Copy, Debug, Default)]
pub struct Features {
    /// For exchanges: what its owner loses with it.
    pub value: i32,
    /// How much it makes a middle game.
    pub phase: i32,
    /// Usual number of moves, and what one more is worth.
    pub usual_moves: i32,
    pub mobility: Score,
    /// What a threat to a square next to an enemy royal is worth.
    pub menace: i32,
    /// Weak, only moves forward, becomes more on the way.
    pub pawn_like: bool,
    pub royal: bool,
}

/// For ordering captures where royals may be taken.
const ROYAL: i32 = 4000;
/// Most that one side's pieces may be worth together, so that sums fit in half a [`Score`].
const MOST_MATERIAL: f64 = 14000.0;

impl Weights {
    /// Derived from mobility on this board, once when the variant loads (a few milliseconds at most).
    pub fn derive(rules: &Rules) -> Weights {
        let sample = values::Sample::new(rules);
        let worths = values::all(rules, &sample);
        let on_squares = squares::on_squares(rules, &sample, &worths);
        let in_hand = squares::in_hand(rules, &worths);
        let at_start = |side: Side| -> f64 {
            let army = |index: usize| rules.initial[Piece::new(Kind(index as u16), side).index()].len() as f64;
            (0..rules.kinds.len()).map(|index| army(index) * worths[index * 2 + side.index()].value).sum()
        };
        let most = at_start(Side::First).max(at_start(Side::Second));
        let board = rules.topology();
        let shrink = (MOST_MATERIAL / most.max(1.0)).min(1.0);
        let mut weights = Weights {
            pieces_on_squares: on_squares.into_iter().map(|pair| squares::packed(pair, shrink)).collect(),
            in_hand: in_hand.into_iter().map(|pair| squares::packed(pair, shrink)).collect(),
            cells: board.cells(),
            features: vec![Features::default(); rules.piece_codes()],
            full_phase: 0,
            drops: rules.definition.hands.as_ref().is_some_and(|hands| hands.drops) && rules.captures_to.is_some(),
            lone_pieces_draw: lone_pieces_draw(rules),
            places: all_cells(board).map(|cell| (board.file(cell) as i16, board.rank(cell) as i16)).collect(),
            rings: all_cells(board).map(|cell| ring(board, cell)).collect(),
            passed: vec![Score::default(); rules.piece_codes() * board.ranks() as usize],
            ranks: board.ranks() as usize,
        };
        for index in 0..rules.kinds.len() {
            for side in Side::BOTH {
                let kind = Kind(index as u16);
                let piece = Piece::new(kind, side);
                let promotes = rules.sides[side].movers[index].promotions.is_some();
                let features = features(&worths[index * 2 + side.index()], shrink, promotes, rules.kinds[index].royal);
                weights.full_phase += features.phase * rules.initial[piece.index()].len() as i32;
                weights.features[piece.index()] = features;
                if features.pawn_like {
                    for ahead in 0..board.ranks() {
                        let pair = squares::passed(rules, &worths[index * 2 + side.index()], (kind, side), ahead);
                        weights.passed[piece.index() * weights.ranks + ahead as usize] = squares::packed(pair, shrink);
                    }
                }
            }
        }
        weights.count_hands(rules);
        weights
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

    fn passed(&self, piece: Piece, ahead: u16) -> Score {
        self.passed[piece.index() * self.ranks + ahead as usize]
    }
}

fn all_cells(board: &Topology) -> impl Iterator<Item = Square> {
    (0..board.cells()).map(Square::from_index)
}

fn ring(board: &Topology, square: Square) -> SmallVec<[Square; 8]> {
    let steps = (0..9).filter(|&at| at != 4).map(|at| (at % 3 - 1, at / 3 - 1));
    steps.filter_map(|(dx, dy)| board.leap(square, dx, dy, Wrap::AsBoard)).collect()
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
    let per_move = if worth.moves > 0.5 && !pawn_like && !royal { 11.0 / worth.moves.sqrt() * shrink } else { 0.0 };
    Features {
        value: if royal { ROYAL } else { value.max(1) },
        phase: if royal || pawn_like { 0 } else { value },
        usual_moves: worth.moves.round() as i32,
        mobility: Score::new(per_move.round() as i32, per_move.round() as i32),
        menace: if royal || pawn_like { 0 } else { (0.09 * worth.value.min(1000.0)).round() as i32 },
        pawn_like,
        royal,
    }
}
