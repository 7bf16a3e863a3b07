//! What the tries of all targets grow from.

use super::growth::{Adopted, Branches, Growth, Placed};
use super::patterns::Must;
use super::trie::Trie;
use crate::definition::Side;
use crate::rules::topology::Square;

pub struct Seeds {
    /// By target: along which branches attackers are looked for that don't come by the patterns below.
    pub roots: Vec<Branches>,
    /// The nodes of these branches, and all sets of kinds.
    pub growth: Growth,
    /// Other ways to attack, in the order of their targets, and their conditions.
    pub patterns: Vec<Placed>,
    pub conditions: Vec<Must>,
    /// Of the pieces.
    pub codes: usize,
    pub attacker: Side,
}

impl Seeds {
    /// The trie of one of them. Several may be grown at once.
    pub fn grow(&self, target: Square) -> Trie {
        let target = target.index();
        let (mut growth, mut adopted) = (Growth::new(), Adopted::default());
        let mut branches: Branches =
            self.roots[target].iter().map(|&branch| growth.adopt(branch, &self.growth, &mut adopted)).collect();
        let start = self.patterns.partition_point(|placed| usize::from(placed.pattern.target) < target);
        let own = self.patterns[start..].iter().take_while(|placed| usize::from(placed.pattern.target) == target);
        let mut patterns: Vec<Placed> =
            own.map(|&placed| growth.adopt_pattern(placed, &self.growth, &mut adopted)).collect();
        // Most of them lead to a square or two that no other does.
        growth.reserve(patterns.len());
        growth.add_patterns(&mut patterns, &self.conditions, &mut branches);
        let mut tries = growth.freeze(vec![branches], (self.roots.len(), self.codes), self.attacker);
        tries.swap_remove(0)
    }
}

/// In the order of their targets, which are counted: there are many more patterns than squares.
pub fn by_target(patterns: &[Placed], cells: usize) -> Vec<Placed> {
    let target = |placed: &Placed| usize::from(placed.pattern.target);
    let mut ends = vec![0; cells + 1];
    patterns.iter().for_each(|placed| ends[target(placed) + 1] += 1);
    for at in 1..ends.len() {
        ends[at] += ends[at - 1];
    }
    let mut sorted = patterns.to_vec();
    for placed in patterns {
        let at: &mut usize = &mut ends[target(placed)];
        sorted[*at] = *placed;
        *at += 1;
    }
    sorted
}
