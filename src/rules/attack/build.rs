//! Collects the ways of all attackers.

use super::Attacks;
use super::flow::{Surveyor, flow};
use super::growth::{Branch, Branches, Growth, Placed};
use super::patterns::{Gathered, Must, Pattern, Ways, intricate};
use super::seeds::{Seeds, by_target};
use super::trie::Trie;
use crate::definition::{Kind, Side};
use crate::rules::step::{EMPTY, END};
use crate::rules::topology::Square;
use smallvec::SmallVec;
use std::sync::OnceLock;

/// So many patterns may wait for somebody to ask for their targets; of more, tries are begun at once.
const MOST_WAITING: usize = 200_000;
/// More nodes than this lead to several targets, mostly: all tries are made at once.
const MOST_SHARED: usize = 1 << 15;

/// When so many steps have been looked at or put down as conditions, walks that are still to come are followed as pieces move
/// instead. That is a few seconds; no variant that comes with the program takes a quarter of it.
const MOST_SPENT: usize = 10_000_000;

/// Notes who captures from where.
pub struct AttackBuilder<'a> {
    ways: &'a Ways<'a>,
    kinds: usize,
    attacker: Side,
    surveyor: Surveyor<'a>,
    /// How many steps were looked at, or put down as conditions.
    spent: usize,
    gathered: Gathered,
    /// By target: where to look first.
    roots: Vec<Branches>,
    growth: Growth,
    /// First steps of plain walks, and who begins them where.
    plain: Vec<(u32, Branch)>,
    /// Other ways, not in the tries yet, and their conditions.
    patterns: Vec<Placed>,
    conditions: Vec<Must>,
    /// See [`Attacks::ask_free`].
    pub ask_free: bool,
    /// Kinds whose attacks are not in the tries.
    beyond_tables: Vec<bool>,
    /// Kinds for which looking at one changed square at a time isn't enough.
    intricate: Vec<bool>,
}

impl<'a> AttackBuilder<'a> {
    pub fn new(ways: &'a Ways<'a>, kinds: usize, attacker: Side) -> AttackBuilder<'a> {
        AttackBuilder {
            ways,
            kinds,
            attacker,
            surveyor: Surveyor::new(ways),
            spent: 0,
            gathered: Gathered::default(),
            roots: vec![Branches::new(); ways.targets.len()],
            growth: Growth::new(),
            plain: Vec::new(),
            patterns: Vec::new(),
            conditions: Vec::new(),
            ask_free: false,
            beyond_tables: vec![false; kinds],
            intricate: vec![false; kinds],
        }
    }

    /// The attacks of this kind can't be put in tables.
    pub fn leave_out(&mut self, kind: Kind) {
        self.beyond_tables[kind.index()] = true;
    }

    /// Records the attacks of some kinds from a square along one walk they have in common.
    pub fn add(&mut self, kinds: &[Kind], origin: Square, root: u32) {
        if !self.ways.capturing[root as usize] {
            return;
        }
        if self.spent > MOST_SPENT {
            return kinds.iter().for_each(|&kind| self.leave_out(kind));
        }
        let nature = self.surveyor.survey(root, origin);
        self.spent += self.surveyor.looks;
        // Through empty squares only: there is nothing intricate about it.
        if !(nature.plain && nature.open) {
            let complete = self.ways.gather(root, origin, &mut self.gathered);
            self.spent += self.gathered.looks + self.gathered.conditions.len();
            if !complete {
                return kinds.iter().for_each(|&kind| self.leave_out(kind));
            }
            // That takes long to find out.
            let known = kinds.iter().all(|kind| self.intricate[kind.index()]);
            if !known && intricate(&self.gathered) {
                kinds.iter().for_each(|kind| self.intricate[kind.index()] = true);
            }
        }
        let kinds = self.growth.crowds.number(kinds.iter().map(|kind| kind.0).collect());
        let origin = origin.index() as u16;
        if nature.plain {
            self.plain.push((root, Branch { square: origin, kinds, next: [END; 3] }));
        } else {
            for pattern in &self.gathered.patterns {
                let conditions = pattern.conditions(&self.gathered.conditions).iter().copied();
                let pattern = Pattern::new(pattern.target, conditions, &mut self.conditions);
                self.patterns.push(Placed { pattern, origin, kinds });
            }
            if self.patterns.len() > MOST_WAITING {
                self.put_patterns();
            }
        }
    }

    /// An attack along a line of empty squares, `between` being listed from the attacker outwards.
    pub fn add_line(&mut self, kind: Kind, origin: Square, between: &[Square], target: Square) {
        let conditions = between.iter().map(|square| (square.index() as u16, 1 << EMPTY));
        let kinds = self.growth.crowds.number(SmallVec::from_slice(&[kind.0]));
        let pattern = Pattern::new(target.index() as u16, conditions, &mut self.conditions);
        self.patterns.push(Placed { pattern, origin: origin.index() as u16, kinds });
    }

    /// The patterns, in the order of their targets.
    fn waiting(&mut self) -> Vec<Placed> {
        self.patterns.retain(|placed| placed.pattern.target != placed.origin);
        by_target(&std::mem::take(&mut self.patterns), self.ways.targets.len())
    }

    fn put_patterns(&mut self) {
        let mut patterns = self.waiting();
        self.growth.reserve(patterns.len());
        for same in patterns.chunk_by_mut(|a, b| a.pattern.target == b.pattern.target) {
            let root = &mut self.roots[usize::from(same[0].pattern.target)];
            self.growth.add_patterns(same, &self.conditions, root);
        }
        self.conditions.clear();
    }

    pub fn finish(mut self) -> Attacks {
        flow(self.ways, &self.plain, &mut self.growth, &mut self.roots);
        let all_at_once = self.growth.nodes() > MOST_SHARED;
        if all_at_once {
            self.put_patterns();
        }
        let patterns = self.waiting();
        let kinds = || (0..self.kinds).map(|kind| Kind(kind as u16));
        let beyond = |kind: &Kind| self.beyond_tables[kind.index()];
        let odd = |kind: &Kind| beyond(kind) || self.intricate[kind.index()];
        let (beyond, odd) = (kinds().filter(beyond).collect(), kinds().filter(odd).collect());
        let (cells, codes, attacker) = (self.ways.targets.len(), self.kinds * 2 + 2, self.attacker);
        let (growth, roots, tries): (_, _, Box<[OnceLock<Trie>]>) = match all_at_once {
            true => {
                let tries = self.growth.freeze(self.roots, (cells, codes), attacker);
                (Growth::new(), vec![Branches::new(); cells], tries.into_iter().map(OnceLock::from).collect())
            }
            false => (self.growth.settled(), self.roots, (0..cells).map(|_| OnceLock::new()).collect()),
        };
        let seeds = Seeds { roots, growth, patterns, conditions: self.conditions, codes, attacker };
        Attacks { beyond, odd, ask_free: self.ask_free, tries, seeds }
    }
}
