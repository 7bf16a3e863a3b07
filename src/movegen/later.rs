//! Quiet moves that nobody has asked for yet, as sets: most nodes of a search are over before they are listed.

use crate::definition::Kind;
use crate::moves::{Move, MoveList};
use crate::rules::bits::Set;
use crate::rules::topology::Square;

/// What a side can do quietly, but for what has been listed already.
#[derive(Default)]
pub struct Later {
    groups: Vec<Group>,
}

/// Moves that begin alike, by where they end.
struct Group {
    origin: Origin,
    to: [u64; 4],
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Origin {
    Square(Square),
    /// So far below the target, counted round so many squares.
    Below(u16, u16),
    Hand(Kind),
}

impl Origin {
    #[inline(always)]
    fn to(self, to: usize) -> Move {
        let target = Square::from_index(to);
        match self {
            Origin::Square(from) => Move::plain(from, target),
            Origin::Below(distance, squares) => {
                let (distance, squares) = (usize::from(distance), usize::from(squares));
                Move::plain(Square::from_index((to + squares - distance) % squares), target)
            }
            Origin::Hand(kind) => Move::drop(kind, target),
        }
    }
}

impl Later {
    pub fn clear(&mut self) {
        self.groups.clear();
    }

    /// True if nothing is left.
    pub fn is_empty(&self) -> bool {
        self.groups.is_empty()
    }

    /// How many moves are left.
    pub fn count(&self) -> usize {
        self.groups.iter().map(|group| Set::<4>::from_words(&group.to).count() as usize).sum()
    }

    #[inline(always)]
    pub(super) fn add<const N: usize>(&mut self, origin: Origin, targets: Set<N>) {
        if !targets.is_empty() {
            let words = targets.words();
            let to = std::array::from_fn(|at| if at < N { words[at % N] } else { 0 });
            self.groups.push(Group { origin, to });
        }
    }

    /// True if the move is among these; it no longer is.
    pub fn take(&mut self, mv: Move) -> bool {
        if !mv.to.is_some() {
            return false;
        }
        let (word, bit) = (mv.to.index() / 64 % 4, 1u64 << (mv.to.index() % 64));
        let found =
            self.groups.iter_mut().find(|group| group.to[word] & bit != 0 && group.origin.to(mv.to.index()) == mv);
        found.map(|group| group.to[word] &= !bit).is_some()
    }

    /// Lists what is left.
    pub fn list(&mut self, list: &mut MoveList) {
        for Group { origin, to } in self.groups.drain(..) {
            let targets = Set::<4>::from_words(&to);
            list.append(targets.count() as usize, targets.into_iter().map(|to| origin.to(to)));
        }
    }
}
