//! Collects the ways of all attackers and makes tries of them.

use super::Attacks;
use super::flow::{Surveyor, flow};
use super::growth::{Branch, Growth, Placed};
use super::patterns::{Gathered, Gatherer, Must, Pattern, intricate};
use crate::definition::{Kind, Side};
use crate::rules::step::{EMPTY, END, Step};
use crate::rules::topology::Square;
use smallvec::SmallVec;

/// So many patterns are put into the tries at a time.
const BATCH: usize = 200_000;

/// Notes who captures from where, and makes tries of it.
pub struct AttackBuilder<'a> {
    /// Of the attackers.
    steps: &'a [Step],
    /// Squares where the defender's royals may stand; other targets are not recorded.
    targets: &'a [bool],
    kinds: usize,
    attacker: Side,
    surveyor: Surveyor<'a>,
    gathered: Gathered,
    growth: Growth,
    /// First steps of plain walks, and who begins them where.
    plain: Vec<(u32, Branch)>,
    /// Other ways, not in the tries yet, and their conditions.
    patterns: Vec<Placed>,
    conditions: Vec<Must>,
    /// Kinds whose attacks are not in the tries.
    beyond_tables: Vec<bool>,
    /// Kinds for which looking at one changed square at a time isn't enough.
    intricate: Vec<bool>,
}

impl<'a> AttackBuilder<'a> {
    pub fn new(steps: &'a [Step], targets: &'a [bool], kinds: usize, attacker: Side) -> AttackBuilder<'a> {
        AttackBuilder {
            steps,
            targets,
            kinds,
            attacker,
            surveyor: Surveyor::new(steps, targets),
            gathered: Gathered::default(),
            growth: Growth::new(targets.len()),
            plain: Vec::new(),
            patterns: Vec::new(),
            conditions: Vec::new(),
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
        let nature = self.surveyor.survey(root, origin);
        if nature.plain && !nature.captures {
            return;
        }
        // Through empty squares only: there is nothing intricate about it.
        if !(nature.plain && nature.open) {
            let gatherer = Gatherer { steps: self.steps, targets: self.targets };
            if !gatherer.gather(root, origin, &mut self.gathered) {
                return kinds.iter().for_each(|kind| self.beyond_tables[kind.index()] = true);
            }
            if intricate(&self.gathered) {
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
            if self.patterns.len() > BATCH {
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

    fn put_patterns(&mut self) {
        self.patterns.retain(|placed| placed.pattern.target != placed.origin);
        self.growth.add_patterns(&self.patterns, &self.conditions);
        self.patterns.clear();
        self.conditions.clear();
    }

    pub fn finish(mut self) -> Attacks {
        self.put_patterns();
        flow(self.steps, self.targets, &self.plain, &mut self.growth);
        let kinds = || (0..self.kinds).map(|kind| Kind(kind as u16));
        let beyond = |kind: &Kind| self.beyond_tables[kind.index()];
        let odd = |kind: &Kind| beyond(kind) || self.intricate[kind.index()];
        Attacks {
            beyond: kinds().filter(beyond).collect(),
            odd: kinds().filter(odd).collect(),
            tries: self.growth.freeze(self.kinds * 2 + 2, self.attacker),
        }
    }
}
