//! Moves that offer what is moved: where captures are forced they say what comes next, as checks do elsewhere.

use super::legal;
use super::sets::{self, Observer};
use crate::moves::MoveList;
use crate::position::Position;
use crate::rules::topology::Square;
use crate::rules::{Piece, Rules};

/// Where a side captures whatever is there.
#[derive(Default)]
struct Covered([u64; 4]);

impl Covered {
    fn contains(&self, square: Square) -> bool {
        let at = square.index();
        self.0.get(at / 64).is_some_and(|word| word >> (at % 64) & 1 == 1)
    }
}

impl Observer for Covered {
    type OfKind = ();

    fn begin(&mut self, _: Piece, _: u32) {}
    fn moves(&mut self, (): &mut (), _: u32, _: u32) {}

    fn stands(&mut self, (): &mut (), _: Square) {}
    fn menace(&mut self, (): &mut (), _: u32) {}
    fn threat(&mut self, (): &(), _: Square) {}
    fn end(&mut self, (): ()) {}
    fn unknown(&mut self, _: Piece) {}

    fn cover(&mut self, squares: &[u64]) {
        self.0.iter_mut().zip(squares).for_each(|(word, more)| *word = *more);
    }
}

/// Appends the legal moves after which, as pieces stand now, the opponent captures what has moved; false if there are no legal
/// moves at all. Pieces that the set tables don't know capture nothing here.
pub fn offers(rules: &Rules, position: &mut Position, list: &mut MoveList) -> bool {
    let start = list.len();
    legal(rules, position, list);
    let any = list.len() > start;
    let mut covered = Covered::default();
    // Where the tables don't tell, nothing is covered.
    let _ = sets::mobility(rules, position, position.side_to_move().other(), &[0; 4], &mut covered);
    list.retain(start, |mv| covered.contains(mv.to));
    any
}
