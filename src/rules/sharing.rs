//! Which kinds have a walk in common: with many kinds of sliders most walks are shared.

use crate::definition::Kind;
use smallvec::SmallVec;

/// Groups the kinds of one side by their walks, square by square.
pub struct Sharing {
    /// By walk: how many squares had been asked for when it came up last, and which of `groups` it was in then. All zeros to
    /// begin with, so that memory is touched only where a walk begins.
    group_of: Vec<(u32, u32)>,
    groups: Vec<(u32, SmallVec<[Kind; 8]>)>,
    asked: u32,
}

impl Sharing {
    /// For walks of so many steps, all in all.
    pub fn new(steps: usize) -> Sharing {
        Sharing { group_of: vec![(0, 0); steps], groups: Vec::new(), asked: 0 }
    }

    /// All different walks from a square, each with the kinds that have it.
    pub fn among<'a>(&mut self, walks: impl Iterator<Item = (Kind, &'a [u32])>) -> &[(u32, SmallVec<[Kind; 8]>)] {
        self.groups.clear();
        self.asked += 1;
        for (kind, roots) in walks {
            for &root in roots {
                let known = &mut self.group_of[root as usize];
                if known.0 == self.asked {
                    self.groups[known.1 as usize].1.push(kind);
                } else {
                    *known = (self.asked, self.groups.len() as u32);
                    self.groups.push((root, SmallVec::from_slice(&[kind])));
                }
            }
        }
        &self.groups
    }
}
