//! The royals of a side: where they are, which of them count, and how they stand.

use super::Position;
use crate::definition::{Few, Side};
use crate::hints::rarely;
use crate::rules::topology::Square;
use crate::rules::{Piece, Rules};

impl Position {
    /// Squares of the royal pieces of a side.
    #[inline(always)]
    pub fn royals(&self, side: Side) -> &[Square] {
        &self.royals[side.index()]
    }

    /// The royal that is judged by where it stands, of several the one farthest back (and then nearest to the middle, and then on
    /// the first file): the same however they came there, and for both players, also where they begin turned round (unless two
    /// stand equally far aside).
    #[inline(always)]
    pub(crate) fn main_royal(&self, rules: &Rules, side: Side) -> Option<Square> {
        let royals = self.royals(side);
        if royals.len() < 2 {
            return royals.first().copied();
        }
        rarely();
        let topology = rules.topology();
        let aside = |file: u16| (2 * file + 1).abs_diff(topology.files());
        let place = |square: &&Square| {
            let file = topology.file(**square);
            (topology.rank_ahead(side, **square), aside(file), file)
        };
        royals.iter().min_by_key(place).copied()
    }

    /// A royal of each side stand on one file with nothing between.
    pub(crate) fn royals_face(&self, rules: &Rules) -> bool {
        let topology = rules.topology();
        let sees = |from: Square, to: Square| {
            topology.file(from) == topology.file(to)
                && topology.between(from, to).all(|square| self.at(square).is_empty())
        };
        self.royals(Side::First)
            .iter()
            .any(|&first| self.royals(Side::Second).iter().any(|&second| sees(first, second)))
    }

    /// Royals faced each other before the last move as they do now.
    pub(crate) fn royals_still_face(&self) -> bool {
        self.state.faces && self.past.last().is_some_and(|past| past.state.faces)
    }

    /// Which pieces are royal, or whether all of them must be safe, depends on what there is.
    #[inline(always)]
    pub(crate) fn royals_vary(&self, rules: &Rules) -> bool {
        rules.royals.vary && !(rules.royals.settle && self.royals.iter().all(|royals| royals.len() == 1))
    }

    /// Squares of the pieces of a side that are royal as things stand.
    pub(crate) fn present_royals<'a>(&'a self, rules: &'a Rules, side: Side) -> impl Iterator<Item = Square> + 'a {
        let topology = rules.topology();
        let nearest = rules.royals.nearest.and_then(|corners| {
            let (file, rank) = (topology.file(corners[side]), topology.rank(corners[side]));
            let place = |at: &&Square| (topology.file(**at).abs_diff(file), topology.rank(**at).abs_diff(rank));
            self.royals(side).iter().min_by_key(place).copied()
        });
        self.royals(side).iter().copied().filter(move |&square| {
            if nearest.is_some_and(|nearest| nearest != square) {
                return false;
            }
            let piece = self.at(square);
            // The list may be older than the board while a move is being tried.
            piece.is_empty() || self.royals_are_few(rules, piece)
        })
    }

    /// True unless the piece is royal only when its side has fewer: of its kind, or of all such kinds together.
    fn royals_are_few(&self, rules: &Rules, piece: Piece) -> bool {
        let info = rules.kind(piece.kind());
        let Some(Few { most, by_kind }) = info.royal_at_most else { return true };
        let counts = |&&square: &&Square| {
            let other = self.at(square);
            !other.is_empty()
                && match (by_kind, rules.kind(other.kind())) {
                    (true, other) => other.base == info.base,
                    (false, other) => other.royal_at_most.is_some_and(|few| !few.by_kind),
                }
        };
        self.royals(piece.side()).iter().filter(counts).count() <= usize::from(most)
    }

    /// The side's last royal is gone: captured, if it was left in check where the position was set up or in the midst of a turn, or
    /// lost by an effect.
    #[inline(always)]
    pub(crate) fn has_lost_royals(&self, side: Side) -> bool {
        self.royals[side.index()].is_empty() && self.began_with_royals[side.index()]
    }

    /// True when a royal piece of the side to move is attacked.
    pub fn in_check(&self, rules: &Rules) -> bool {
        crate::movegen::in_check(rules, self, self.state.side)
    }
}
