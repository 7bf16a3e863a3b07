//! Which kinds of pieces there are on the board and in hand: most are not.

use super::Position;
use crate::definition::{Kind, Side};

/// Numbers of kinds, rising.
#[derive(Clone, Copy)]
pub struct Kinds {
    bits: u64,
    /// Of those behind the first 64 the next, and one more than the last.
    beyond: (usize, usize),
}

impl Kinds {
    /// That of a kind among the first 64; of others none.
    #[inline(always)]
    pub(super) fn bit(kind: Kind) -> u64 {
        1u64.checked_shl(kind.index() as u32).unwrap_or(0)
    }
}

impl Iterator for Kinds {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        if self.bits != 0 {
            let kind = self.bits.trailing_zeros() as usize;
            self.bits &= self.bits - 1;
            return Some(kind);
        }
        let (next, end) = &mut self.beyond;
        (*next < *end).then(|| {
            *next += 1;
            *next - 1
        })
    }
}

impl Position {
    /// The kinds of which a side has pieces on the board; of those behind the first 64 (there are `all`) perhaps none.
    #[inline(always)]
    pub fn kinds(&self, side: Side, all: usize) -> Kinds {
        Kinds { bits: self.present[side.index()], beyond: (64, all) }
    }

    /// The kinds of which a side has pieces in hand; of those behind the first 64 perhaps none.
    #[inline(always)]
    pub fn kinds_held(&self, side: Side, all: usize) -> Kinds {
        Kinds { bits: self.held[side.index()], beyond: (64, all) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_behind_the_first_64_are_all_told() {
        let bits = [0, 2, 63, 64, 200].into_iter().fold(0, |bits, kind| bits | Kinds::bit(Kind(kind)));
        assert!(Kinds { bits, beyond: (64, 67) }.eq([0, 2, 63, 64, 65, 66]));
        assert!(Kinds { bits, beyond: (64, 5) }.eq([0, 2, 63]));
    }
}
