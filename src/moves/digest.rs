//! Moves in 32 bits, for tables of positions.

use super::Move;
use crate::definition::Kind;
use crate::rules::topology::Square;

/// A move in short: all of one that only goes from square to square, promotes or drops, on boards and with kinds that are not
/// too many, plus 1 (0 stands for no move); of others enough to find it again among legal ones.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Digest(u32);

/// Bits of a square; all of them set stand for none.
const SQUARE: u32 = 11;
/// Bits of the kind that is put down; all of them set stand for none.
const KIND: u32 = 9;
/// Set where the rest only tells one move from another.
const IS_PART: u32 = 1 << 31;

const fn ones(bits: u32) -> u64 {
    (1 << bits) - 1
}

impl Digest {
    /// Of [`Move::NONE`].
    pub const NONE: Digest = Digest(0);

    #[inline(always)]
    pub fn of(mv: Move) -> Digest {
        let [squares, rest] = mv.words();
        let (from, to, placed) = (squares & 0xFFFF, squares >> 16 & 0xFFFF, rest & 0xFFFF);
        let plain = Move::plain(Square::NONE, Square::NONE).words();
        let drop = Move::drop(Kind(0), Square::NONE).words();
        let goes = squares >> 32 == plain[0] >> 32 && rest >> 16 == plain[1] >> 16;
        let enters = squares >> 32 == drop[0] >> 32 && rest >> 16 == drop[1] >> 16;
        // What stands for nothing is all ones in a move, too.
        let fits = |number: u64, bits: u32| number < ones(bits) || number == 0xFFFF;
        if (goes && from != 0xFFFF || enters) && to < ones(SQUARE) && fits(from, SQUARE) && fits(placed, KIND) {
            let whole = from & ones(SQUARE) | to << SQUARE | (placed & ones(KIND)) << (2 * SQUARE);
            return Digest(whole as u32 + 1);
        }
        Digest::of_part(mv)
    }

    #[cold]
    fn of_part(mv: Move) -> Digest {
        if mv == Move::NONE {
            return Digest::NONE;
        }
        let [squares, rest] = mv.words();
        let mixed = squares.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ rest.wrapping_mul(0xC2B2_AE3D_27D4_EB4F);
        Digest(((mixed ^ mixed >> 29).wrapping_mul(0xBF58_476D_1CE4_E5B9) >> 32) as u32 | IS_PART)
    }

    /// True for all moves but [`Move::NONE`].
    pub fn is_some(self) -> bool {
        self != Digest::NONE
    }

    /// The move, where that is all of it.
    pub fn whole(self) -> Option<Move> {
        if !self.is_some() || self.0 & IS_PART != 0 {
            return None;
        }
        let part = |shift: u32, bits: u32| {
            let number = u64::from(self.0 - 1) >> shift & ones(bits);
            (number != ones(bits)).then_some(number as usize)
        };
        let to = Square::from_index(part(SQUARE, SQUARE)?);
        let kind = part(2 * SQUARE, KIND).map(|kind| Kind(kind as u16));
        match (part(0, SQUARE), kind) {
            (Some(from), None) => Some(Move::plain(Square::from_index(from), to)),
            (Some(from), Some(kind)) => Some(Move::plain(Square::from_index(from), to).placing(kind)),
            (None, Some(kind)) => Some(Move::drop(kind, to)),
            (None, None) => None,
        }
    }

    /// The two halves, high one first.
    pub fn halves(self) -> [u16; 2] {
        [(self.0 >> 16) as u16, self.0 as u16]
    }

    pub fn from_halves([high, low]: [u16; 2]) -> Digest {
        Digest(u32::from(high) << 16 | u32::from(low))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::moves::Action;

    fn square(index: usize) -> Square {
        Square::from_index(index)
    }

    #[test]
    fn short_moves_are_kept_whole() {
        let moves = [
            Move::plain(square(0), square(1)),
            Move::plain(square(1), square(0)),
            Move::plain(square(2046), square(2045)),
            Move::plain(square(12), square(28)).placing(Kind(510)),
            Move::plain(square(1), square(0)).placing(Kind(0)),
            Move::plain(square(0), square(0)).placing(Kind(0)),
            Move::drop(Kind(0), square(0)),
            Move::drop(Kind(510), square(2046)),
        ];
        for mv in moves {
            assert_eq!(Digest::of(mv).whole(), Some(mv));
            assert_eq!(Digest::from_halves(Digest::of(mv).halves()), Digest::of(mv));
        }
    }

    #[test]
    fn others_are_told_apart() {
        let trail = [square(3), Square::NONE];
        let moves = [
            Move::plain(square(5000), square(1)),
            Move::plain(square(1), square(2047)),
            Move::plain(square(1), square(2)).placing(Kind(511)),
            Move::plain(square(1), square(2)).with(Action::Trail, trail),
            Move::plain(square(1), square(2)).walling(square(7)),
            Move::plain(square(1), square(1)).with(Action::Pass, [Square::NONE; 2]),
            Move::drop(Kind(511), square(2)),
        ];
        for (at, mv) in moves.iter().enumerate() {
            assert_eq!(Digest::of(*mv).whole(), None, "{mv:?}");
            assert!(Digest::of(*mv).is_some());
            assert!(moves[..at].iter().all(|other| Digest::of(*other) != Digest::of(*mv)));
        }
        assert_eq!(Digest::of(Move::NONE), Digest::NONE);
        assert_eq!(Digest::NONE.whole(), None);
    }
}
