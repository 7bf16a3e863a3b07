//! Quiet moves that nobody has asked for yet, as sets: most nodes of a search are over before they are listed.

use crate::definition::Kind;
use crate::moves::{Move, MoveList};
use crate::rules::bits::Set;
use crate::rules::topology::Square;

/// What a side can do quietly, but for what has been listed already.
#[derive(Default)]
pub struct Later {
    groups: Vec<Group>,
    /// How many moves.
    count: usize,
    /// The board needs more than two words.
    wide: bool,
}

/// Moves that begin alike, by where they end.
#[derive(Clone, Copy)]
struct Group {
    /// Any of them, but for where it ends, and where it begins if they don't begin on one square or in the hand: on square 0, then.
    alike: Move,
    /// Where they begin if each begins as far below its end: on square `(to - below) & around`. Both are 0 for other groups.
    below: u16,
    /// The number of squares in a set, a power of two, less 1.
    around: u16,
    to: [u64; 4],
}

impl Group {
    #[inline(always)]
    fn to(&self, to: usize) -> Move {
        // Without a branch: this is done for every quiet move.
        let begins = to.wrapping_sub(usize::from(self.below)) & usize::from(self.around) | self.alike.from.index();
        let mut mv = self.alike;
        (mv.from, mv.to) = (Square::from_index(begins), Square::from_index(to));
        mv
    }
}

pub(super) enum Origin {
    Square(Square),
    /// So far below the target, counted round so many squares.
    Below(u16, u16),
    Hand(Kind),
}

impl Later {
    pub fn clear(&mut self) {
        self.groups.clear();
        (self.count, self.wide) = (0, false);
    }

    /// True if nothing is left.
    pub fn is_empty(&self) -> bool {
        self.groups.is_empty()
    }

    /// How many moves are left.
    pub fn count(&self) -> usize {
        self.count
    }

    #[inline(always)]
    pub(super) fn add<const N: usize>(&mut self, origin: Origin, targets: Set<N>) {
        if !targets.is_empty() {
            let words = targets.words();
            let to = std::array::from_fn(|at| if at < N { words[at % N] } else { 0 });
            self.count += targets.count() as usize;
            self.wide |= N > 2;
            let (alike, below, around) = match origin {
                Origin::Square(from) => (Move::plain(from, Square::NONE), 0, 0),
                Origin::Below(below, squares) => (Move::plain(Square::from_index(0), Square::NONE), below, squares - 1),
                Origin::Hand(kind) => (Move::drop(kind, Square::NONE), 0, 0),
            };
            self.groups.push(Group { alike, below, around, to });
        }
    }

    /// True if the move is among these; it no longer is.
    pub fn take(&mut self, mv: Move) -> bool {
        if !mv.to.is_some() {
            return false;
        }
        let (word, bit) = (mv.to.index() / 64 % 4, 1u64 << (mv.to.index() % 64));
        let found = self.groups.iter_mut().find(|group| group.to[word] & bit != 0 && group.to(mv.to.index()) == mv);
        let Some(group) = found else { return false };
        group.to[word] &= !bit;
        self.count -= 1;
        true
    }

    /// Lists what is left.
    pub fn list(&mut self, list: &mut MoveList) {
        for group in 0..self.groups() {
            self.list_group(group, list);
        }
        self.clear();
    }

    /// How many groups there are. The moves of each are done by pieces of one kind.
    pub fn groups(&self) -> usize {
        self.groups.len()
    }

    /// Lists what is left of a group, and leaves it there.
    pub fn list_group(&self, group: usize, list: &mut MoveList) {
        if self.wide { self.list_words::<4>(group, list) } else { self.list_words::<2>(group, list) }
    }

    #[inline(always)]
    fn list_words<const N: usize>(&self, group: usize, list: &mut MoveList) {
        // Not by reference: what is written might be taken to change it.
        let group = self.groups[group];
        // Not counted first: not all processors have an instruction for that.
        list.append_up_to(64 * N, Set::<N>::from_words(&group.to).into_iter().map(|to| group.to(to)));
    }
}
