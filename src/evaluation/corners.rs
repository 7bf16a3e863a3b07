//! Into which corners a royal alone can be driven to be mated.
//!
//! A bishop and a knight mate in the corners of the bishop's colour and in no others; so it is with all pieces that see only a
//! part of the board, whatever the board and however the royal steps. Prepared when a royal is first alone: most games never
//! get there.

use super::race::ways;
use crate::definition::{Kind, Side};
use crate::position::Position;
use crate::rules::bits::Squares;
use crate::rules::topology::{Square, SquareSet};
use crate::rules::{Piece, Rules};

/// Larger boards have edges only.
const MOST_CELLS: usize = 256;
/// More corners than this are not looked at.
const MOST_CORNERS: usize = 64;
/// Pieces worth this much together, in 1/100 of a pawn-like piece, mate at any edge.
pub(super) const MATES_ANYWHERE: i32 = 420;

/// The corners of the board for one side's royal.
#[derive(Clone, Debug, Default)]
pub struct Corners {
    count: usize,
    /// By square: how many files and ranks it is to each corner, one after the other.
    far: Vec<i32>,
    hunters: Vec<Hunter>,
}

#[derive(Clone, Debug)]
struct Hunter {
    piece: Piece,
    /// By square: the corners it can get to from there, as bits; nothing if it gets from everywhere to all.
    bound: Option<Vec<u64>>,
}

impl Corners {
    /// For hunting the royal of a side.
    pub fn of(rules: &Rules, side: Side) -> Corners {
        let board = rules.topology();
        let kinds = || (0..rules.kinds.len()).map(|kind| Kind(kind as u16));
        let royal = kinds().find(|&kind| rules.kind(kind).royal);
        let (Some(royal), true) = (royal, board.cells() <= MOST_CELLS) else { return Corners::default() };
        let goes = |piece: Piece| super::all_cells(board).map(|from| ways(rules, piece, from).0).collect::<Vec<_>>();
        let steps = goes(Piece::new(royal, side));
        // Where the royal has the fewest ways out.
        let fewest = steps.iter().map(SquareSet::len).filter(|&steps| steps > 0).min().unwrap_or(0);
        let is_corner = |square: &Square| steps[square.index()].len() == fewest;
        let corners: Vec<Square> = board.squares().filter(is_corner).take(MOST_CORNERS).collect();
        let apart = |a: Square, b: Square| {
            i32::from(board.file(a).abs_diff(board.file(b)) + board.rank(a).abs_diff(board.rank(b)))
        };
        let far = super::all_cells(board).flat_map(|from| corners.iter().map(move |&to| apart(from, to)));
        let pieces = kinds().map(|kind| Piece::new(kind, side.other()));
        let hunts = |piece: &Piece| {
            let features = rules.weights.features(*piece);
            !features.royal && !features.pawn_like
        };
        let hunters = pieces.filter(hunts).map(|piece| Hunter { piece, bound: bound(&goes(piece), &corners) });
        Corners { count: corners.len(), far: far.collect(), hunters: hunters.collect() }
    }

    /// Files and ranks from the royal to the nearest corner in which it can be mated; nothing if any edge will do.
    pub fn steps(&self, rules: &Rules, position: &Position, royal: Square) -> Option<i32> {
        let (mut seen, mut free) = (0, 0);
        for Hunter { piece, bound } in &self.hunters {
            match bound {
                Some(bound) => {
                    for square in position.squares_of(*piece) {
                        seen |= bound[square.index()];
                    }
                }
                None => {
                    let count = i32::from(position.count(piece.side(), piece.kind()));
                    free += rules.weights.features(*piece).phase * count;
                }
            }
        }
        if free >= MATES_ANYWHERE {
            return None;
        }
        let corners = Squares::of(std::slice::from_ref(&seen));
        corners.map(|corner| self.far[royal.index() * self.count + corner.index()]).min()
    }
}

/// By square: the corners that a piece with these ways gets to from there in any number of moves; nothing if from everywhere
/// it gets to all.
fn bound(ways: &[SquareSet], corners: &[Square]) -> Option<Vec<u64>> {
    let corner_of = |square: Square| corners.iter().position(|&corner| corner == square).map_or(0, |at| 1u64 << at);
    let mut reached: Vec<u64> = (0..ways.len()).map(|at| corner_of(Square::from_index(at))).collect();
    loop {
        let mut grown = false;
        for at in 0..ways.len() {
            let more = ways[at].iter().fold(reached[at], |all, to| all | reached[to.index()]);
            grown |= more != reached[at];
            reached[at] = more;
        }
        if !grown {
            break;
        }
    }
    let all = corners.iter().fold(0, |all, &corner| all | corner_of(corner));
    let is_bound = (0..ways.len()).any(|at| !ways[at].is_empty() && reached[at] != all);
    is_bound.then_some(reached)
}
