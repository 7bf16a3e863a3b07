//! Collects the patterns of all attackers and merges them into tries.

use super::patterns::{Allowed, Gathered, Gatherer, Pattern, intricate};
use super::{Attacks, Crowd, Node, Tries, crowd_bit};
use crate::definition::{Kind, Side};
use crate::rules::Piece;
use crate::rules::step::{EMPTY, END, Step};
use crate::rules::topology::Square;
use hashbrown::HashMap;
use smallvec::SmallVec;
use std::sync::Arc;

/// Notes who captures from where, and makes tries of it when they are asked for.
pub struct AttackBuilder {
    /// Of the attackers.
    steps: Arc<Vec<Step>>,
    /// Squares where the defender's royals may stand; other targets are not recorded.
    targets: Vec<bool>,
    crowds: KindSets,
    kinds: usize,
    attacker: Side,
    /// A set of kinds, the square they attack from, and the walk that they have in common.
    walks: Vec<(u16, Square, u32)>,
    lines: Vec<(u16, Square, Pattern)>,
    /// Kinds whose attacks are not in the tries.
    beyond_tables: Vec<bool>,
    /// Kinds for which looking at one changed square at a time isn't enough.
    intricate: Vec<bool>,
}

/// What is known about a walk.
enum Nature {
    /// It captures nothing that counts.
    Harmless,
    Simple,
    Intricate,
    /// There are too many ways to capture.
    Endless,
}

/// Tries that still grow.
struct Growing {
    crowds: KindSets,
    /// By target: the first of its trie's roots in `nodes`.
    tries: Vec<u32>,
    nodes: Vec<TrieNode>,
}

/// A square of a trie that still grows. 0 stands for none in all its links.
struct TrieNode {
    square: u16,
    /// Number of a set of kinds.
    attackers: u16,
    children: [u32; 3],
    sibling: u32,
}

/// Sets of kinds, each there once; number 0 is the empty one.
#[derive(Clone)]
struct KindSets {
    sets: Vec<Vec<u16>>,
    index: HashMap<Vec<u16>, u16>,
    unions: HashMap<(u16, u16), u16>,
}

impl KindSets {
    fn new() -> KindSets {
        KindSets { sets: vec![Vec::new()], index: HashMap::from([(Vec::new(), 0)]), unions: HashMap::new() }
    }

    fn number(&mut self, mut kinds: SmallVec<[u16; 16]>) -> u16 {
        kinds.sort_unstable();
        kinds.dedup();
        if let Some(&known) = self.index.get(&*kinds) {
            return known;
        }
        let number = self.sets.len() as u16;
        self.sets.push(kinds.to_vec());
        self.index.insert(kinds.into_vec(), number);
        number
    }

    fn union(&mut self, a: u16, b: u16) -> u16 {
        if a == b || b == 0 {
            return a;
        }
        if a == 0 {
            return b;
        }
        if let Some(&known) = self.unions.get(&(a, b)) {
            return known;
        }
        let both = [a, b].iter().flat_map(|&set| self.sets[set as usize].iter().copied()).collect();
        let number = self.number(both);
        self.unions.insert((a, b), number);
        number
    }
}

impl AttackBuilder {
    pub fn new(steps: Arc<Vec<Step>>, targets: Vec<bool>, kinds: usize, attacker: Side) -> AttackBuilder {
        AttackBuilder {
            targets,
            crowds: KindSets::new(),
            kinds,
            attacker,
            walks: Vec::new(),
            steps,
            lines: Vec::new(),
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
        let all = kinds.iter().map(|kind| kind.index());
        match self.nature(root, origin) {
            Nature::Harmless => return,
            Nature::Simple => {}
            Nature::Intricate => all.for_each(|kind| self.intricate[kind] = true),
            Nature::Endless => return all.for_each(|kind| self.beyond_tables[kind] = true),
        }
        let kinds = self.crowds.number(kinds.iter().map(|kind| kind.0).collect());
        self.walks.push((kinds, origin, root));
    }

    fn nature(&self, root: u32, origin: Square) -> Nature {
        let gatherer = self.gatherer();
        if gatherer.is_slide(root) {
            return Nature::Simple;
        }
        let mut gathered = Gathered::default();
        if !gatherer.gather(root, origin, &mut gathered) {
            return Nature::Endless;
        }
        match gathered.patterns.is_empty() {
            true => Nature::Harmless,
            false if intricate(&gathered.patterns) => Nature::Intricate,
            false => Nature::Simple,
        }
    }

    /// An attack along a line of empty squares, `between` being listed from the attacker outwards.
    pub fn add_line(&mut self, kind: Kind, origin: Square, between: &[Square], target: Square) {
        let conditions = between.iter().map(|square| (square.index() as u16, 1 << EMPTY)).collect();
        let kinds = self.crowds.number(SmallVec::from_slice(&[kind.0]));
        self.lines.push((kinds, origin, Pattern { target: target.index() as u16, conditions }));
    }

    pub fn finish(self) -> Attacks {
        let any = |marks: &[bool]| marks.iter().any(|&mark| mark);
        let has_beyond = any(&self.beyond_tables);
        Attacks {
            tries: self.tries(),
            has_beyond,
            has_odd: has_beyond || any(&self.intricate),
            beyond_tables: self.beyond_tables.into_boxed_slice(),
            intricate: self.intricate.into_boxed_slice(),
        }
    }

    fn tries(&self) -> Tries {
        let nodes = vec![TrieNode { square: 0, attackers: 0, children: [0; 3], sibling: 0 }];
        let mut growing = Growing { crowds: self.crowds.clone(), tries: vec![0; self.targets.len()], nodes };
        let (gatherer, mut gathered) = (self.gatherer(), Gathered::default());
        for &(kinds, origin, root) in &self.walks {
            gatherer.gather(root, origin, &mut gathered);
            gathered.patterns.iter().for_each(|pattern| growing.insert(pattern, origin, kinds));
        }
        self.lines.iter().for_each(|(kinds, origin, pattern)| growing.insert(pattern, *origin, *kinds));
        growing.freeze(self.kinds * 2 + 2, self.attacker)
    }

    fn gatherer(&self) -> Gatherer<'_> {
        Gatherer { steps: &self.steps, targets: &self.targets }
    }
}

impl Growing {
    /// Adds a pattern, nearest square first; an alternative of occupants becomes a branch each.
    fn insert(&mut self, pattern: &Pattern, origin: Square, kinds: u16) {
        let target = pattern.target as usize;
        if target == origin.index() {
            return;
        }
        let first = self.tries[target];
        self.tries[target] = self.insert_below(first, &pattern.conditions, origin.index() as u16, kinds);
    }

    /// Puts the conditions under one of the siblings that begin with `first`; returns the first of them.
    fn insert_below(&mut self, first: u32, conditions: &[(u16, Allowed)], origin: u16, kinds: u16) -> u32 {
        let square = conditions.last().map_or(origin, |&(square, _)| square);
        let (mut at, mut last) = (first, 0);
        while at != 0 && self.nodes[at as usize].square != square {
            last = at;
            at = self.nodes[at as usize].sibling;
        }
        let mut start = first;
        if at == 0 {
            at = self.nodes.len() as u32;
            self.nodes.push(TrieNode { square, attackers: 0, children: [0; 3], sibling: 0 });
            if last == 0 {
                start = at;
            } else {
                self.nodes[last as usize].sibling = at;
            }
        }
        match conditions.split_last() {
            None => {
                self.nodes[at as usize].attackers = self.crowds.union(self.nodes[at as usize].attackers, kinds);
            }
            Some((&(_, mask), rest)) => {
                for occupant in (0..3).filter(|occupant| mask >> occupant & 1 == 1) {
                    let below = self.nodes[at as usize].children[occupant];
                    self.nodes[at as usize].children[occupant] = self.insert_below(below, rest, origin, kinds);
                }
            }
        }
        start
    }

    fn freeze(self, codes: usize, attacker: Side) -> Tries {
        let mut freezer = Freezer {
            growing: &self.nodes,
            lookouts: vec![0],
            cells: self.tries.len(),
            nodes: vec![Node { square: 0, row: 0, next: [END; 3], sibling: END }],
            index: HashMap::with_capacity(self.nodes.len()),
            rows: vec![0],
            row_of: vec![u16::MAX; self.crowds.sets.len()],
        };
        freezer.row_of[0] = 0;
        let mut root_list = Vec::new();
        let mut roots = Vec::with_capacity(self.tries.len());
        for &first in &self.tries {
            let start = root_list.len() as u32;
            let mut at = first;
            while at != 0 {
                root_list.push(freezer.node(at, END));
                at = self.nodes[at as usize].sibling;
            }
            roots.push((start, root_list.len() as u32));
        }
        let mut attackers = vec![false; freezer.rows.len() * codes];
        for (row, &set) in freezer.rows.iter().enumerate() {
            for &kind in &self.crowds.sets[set as usize] {
                attackers[row * codes + Piece::new(Kind(kind), attacker).index()] = true;
            }
        }
        Tries {
            nodes: freezer.nodes.into_boxed_slice(),
            lookouts: freezer.lookouts.into_boxed_slice(),
            roots: roots.into_boxed_slice(),
            root_list: root_list.into_boxed_slice(),
            attackers: attackers.into_boxed_slice(),
            codes,
        }
    }
}

/// Makes equal nodes one.
struct Freezer<'a> {
    growing: &'a [TrieNode],
    nodes: Vec<Node>,
    lookouts: Vec<Crowd>,
    cells: usize,
    index: HashMap<Node, u32>,
    /// The sets of kinds in use, by row; and the other way round.
    rows: Vec<u16>,
    row_of: Vec<u16>,
}

impl Freezer<'_> {
    /// Freezes a node, with `sibling` after it, and all below it.
    fn node(&mut self, at: u32, sibling: u32) -> u32 {
        let node = &self.growing[at as usize];
        let row = self.row(node.attackers);
        let next = node.children.map(|first| self.siblings(first));
        let frozen = Node { square: node.square, row, next, sibling };
        *self.index.entry(frozen).or_insert_with(|| {
            let here = if row == 0 { 0 } else { crowd_bit(node.square as usize, self.cells) };
            let further = next.iter().chain([&sibling]).fold(here, |all, &id| all | self.lookouts[id as usize]);
            self.lookouts.push(if self.cells <= 128 { further } else { Crowd::MAX });
            self.nodes.push(frozen);
            (self.nodes.len() - 1) as u32
        })
    }

    fn siblings(&mut self, first: u32) -> u32 {
        if first == 0 {
            return END;
        }
        let rest = self.siblings(self.growing[first as usize].sibling);
        self.node(first, rest)
    }

    fn row(&mut self, set: u16) -> u16 {
        let row = &mut self.row_of[set as usize];
        if *row == u16::MAX {
            *row = self.rows.len() as u16;
            self.rows.push(set);
        }
        *row
    }
}
