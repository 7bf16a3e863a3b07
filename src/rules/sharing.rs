//! Which kinds have a walk in common: with many kinds of sliders most walks are shared.

use super::topology::Square;
use crate::definition::Kind;
use smallvec::SmallVec;

/// Groups the kinds of one side by their walks, square by square.
pub struct Sharing {
    /// By walk: which of `groups` has it, if that is about the latest square.
    group_of: Vec<(Square, usize)>,
    groups: Vec<(u32, SmallVec<[Kind; 8]>)>,
}

impl Sharing {
    /// For a side with so many steps.
    pub fn new(steps: usize) -> Sharing {
        Sharing { group_of: vec![(Square::NONE, 0); steps], groups: Vec::new() }
    }

    /// All different walks from a square, each with the kinds that have it. No square may be asked for twice in a row.
    pub fn from<'a>(
        &mut self,
        square: Square,
        walks: impl Iterator<Item = (Kind, &'a [u32])>,
    ) -> &[(u32, SmallVec<[Kind; 8]>)] {
        self.groups.clear();
        for (kind, roots) in walks {
            for &root in roots {
                let known = &mut self.group_of[root as usize];
                if known.0 == square {
                    self.groups[known.1].1.push(kind);
                } else {
                    *known = (square, self.groups.len());
                    self.groups.push((root, SmallVec::from_slice(&[kind])));
                }
            }
        }
        &self.groups
    }
}
