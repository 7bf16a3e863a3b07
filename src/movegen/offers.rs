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
    fn piece(&mut self, (): &mut (), _: Square, _: u32) {}
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::definition::Library;
    use crate::position::fen;

    #[test]
    fn who_must_capture_is_offered_what_it_could_take() {
        let rules = Rules::compile(Library::shipped().find("antichess").expect("shipped")).expect("it compiles");
        let offered = |text: &str| {
            let mut position = fen::parse(&rules, text).expect("a position");
            let mut list = MoveList::new();
            let any = offers(&rules, &mut position, &mut list);
            let squares: Vec<String> = list.iter().map(|mv| rules.topology().name(mv.to)).collect();
            (any, squares.join(" "))
        };
        let both = |any: bool, squares: &str| (any, squares.to_owned());
        assert_eq!(offered("7k/8/8/2p5/8/8/1P6/8 w - - 0 1"), both(true, "b4"));
        assert_eq!(offered("7r/8/8/8/8/8/1P6/8 w - - 0 1"), both(true, ""));
        assert_eq!(offered("8/8/8/8/8/1p6/1P6/8 w - - 0 1"), both(false, ""));
    }
}
