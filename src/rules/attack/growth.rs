//! Tries that still grow. Equal branches are one from the beginning, so that what many targets have in common (the
//! rest of a ray behind the next square, all that a hook mover does before its turn) is made once.

use super::kinds::KindSets;
use super::patterns::{ANYTHING, Must, Pattern};
use super::trie::{Node, Trie};
use super::{Crowd, crowd_bit};
use crate::definition::{Kind, Side};
use crate::rules::Piece;
use crate::rules::step::{END, mixed};
use hashbrown::hash_table::Entry;
use hashbrown::{HashMap, HashTable};
use smallvec::SmallVec;
use std::sync::Arc;

/// A square to look at, seen from a target; several of them, on different squares and in their order, are the roots of
/// a trie or the way on from a node.
#[derive(Clone, Copy)]
pub struct Branch {
    pub square: u16,
    /// Number of a set of kinds: they attack from here.
    pub kinds: u16,
    /// By occupant: the first of the nodes to look at further.
    pub next: [u32; 3],
}

pub type Branches = SmallVec<[Branch; 16]>;

/// A pattern, with the square of its attackers and the number of the set of their kinds.
#[derive(Clone, Copy)]
pub struct Placed {
    pub pattern: Pattern,
    pub origin: u16,
    pub kinds: u16,
}

/// What was made of the nodes and sets of kinds of another growth.
#[derive(Default)]
pub struct Adopted {
    nodes: HashMap<u32, u32>,
    crowds: HashMap<u16, u16>,
}

pub struct Growth {
    pub crowds: KindSets,
    /// The nodes, with the number of a set of kinds for a row.
    nodes: Vec<Node>,
    index: HashTable<u32>,
    /// Unions, by what they are made of.
    unions: HashMap<(u32, u32), u32>,
}

impl Growth {
    pub fn new() -> Growth {
        let end = Node { square: 0, row: 0, next: [END; 3], sibling: END };
        Growth { crowds: KindSets::new(), nodes: vec![end], index: HashTable::new(), unions: HashMap::new() }
    }

    pub fn nodes(&self) -> usize {
        self.nodes.len()
    }

    /// To be adopted from only: without what is needed to grow.
    pub fn settled(self) -> Growth {
        Growth { index: HashTable::new(), unions: HashMap::new(), ..self }
    }

    /// There will be so many nodes more.
    pub fn reserve(&mut self, more: usize) {
        self.nodes.reserve(more);
        self.index.reserve(more, |&id| hash_of(&self.nodes[id as usize]));
    }

    /// Adds to a list where to look for patterns of one target.
    pub fn add_patterns(&mut self, patterns: &mut [Placed], conditions: &[Must], branches: &mut Branches) {
        let mut found = Vec::new();
        self.branches_of(patterns, (0, conditions), &mut found);
        branches.extend_from_slice(&found);
    }

    /// Adds to a list where patterns look first, `depth` squares away from the target, and what follows there.
    fn branches_of(
        &mut self,
        patterns: &mut [Placed],
        (depth, conditions): (usize, &[Must]),
        branches: &mut Vec<Branch>,
    ) {
        let condition = |placed: &Placed| placed.pattern.seen_from_target(depth, conditions);
        let place = |placed: &Placed| match condition(placed) {
            Some((square, _)) => (square, true),
            None => (placed.origin, false),
        };
        if patterns.len() > 1 {
            patterns.sort_unstable_by_key(place);
        }
        for same in patterns.chunk_by_mut(|a, b| place(a).0 == place(b).0) {
            let square = place(&same[0]).0;
            let (ended, longer) = same.split_at_mut(same.partition_point(|placed| condition(placed).is_none()));
            let kinds = ended.iter().fold(0, |kinds, placed| self.crowds.union(kinds, placed.kinds));
            let masks = longer.iter().filter_map(condition).map(|(_, mask)| mask);
            let (any, all) = masks.fold((0, ANYTHING), |(any, all), mask| (any | mask, all & mask));
            let mut next = [END; 3];
            // Mostly all ask for the same.
            let alike = any == all;
            let below = if alike { self.first_of(longer, (depth + 1, conditions), branches) } else { END };
            for occupant in (0..3).filter(|occupant| any >> occupant & 1 == 1) {
                let holds = |placed: &Placed| condition(placed).is_some_and(|(_, mask)| mask >> occupant & 1 == 1);
                next[occupant] = match alike {
                    true => below,
                    false => {
                        let mut some: Vec<Placed> = longer.iter().copied().filter(holds).collect();
                        self.first_of(&mut some, (depth + 1, conditions), branches)
                    }
                };
            }
            branches.push(Branch { square, kinds, next });
        }
    }

    /// The first of the nodes for these patterns. What is at the end of `branches` in between is gone afterwards.
    fn first_of(
        &mut self,
        patterns: &mut [Placed],
        (depth, conditions): (usize, &[Must]),
        branches: &mut Vec<Branch>,
    ) -> u32 {
        let start = branches.len();
        self.branches_of(patterns, (depth, conditions), branches);
        let first = self.intern_all(&branches[start..]);
        branches.truncate(start);
        first
    }

    /// The same branch made of nodes of this one, where `known` are those that were made before.
    pub fn adopt(&mut self, branch: Branch, from: &Growth, known: &mut Adopted) -> Branch {
        let kinds = self.adopt_kinds(branch.kinds, from, known);
        let next = branch.next.map(|next| self.adopt_node(next, from, known));
        Branch { kinds, next, ..branch }
    }

    pub fn adopt_pattern(&mut self, placed: Placed, from: &Growth, known: &mut Adopted) -> Placed {
        Placed { kinds: self.adopt_kinds(placed.kinds, from, known), ..placed }
    }

    fn adopt_kinds(&mut self, set: u16, from: &Growth, known: &mut Adopted) -> u16 {
        let kinds = || SmallVec::from_slice(&from.crowds.sets[set as usize]);
        *known.crowds.entry(set).or_insert_with(|| self.crowds.number(kinds()))
    }

    fn adopt_node(&mut self, first: u32, from: &Growth, known: &mut Adopted) -> u32 {
        if first == END {
            return END;
        }
        if let Some(&node) = known.nodes.get(&first) {
            return node;
        }
        let branches: Branches = from.branches(first).map(|branch| self.adopt(branch, from, known)).collect();
        let node = self.intern_all(&branches);
        known.nodes.insert(first, node);
        node
    }

    /// Joins branches that look at the same square, and orders them.
    pub fn merge(&mut self, branches: &mut Branches) {
        branches.sort_by_key(|branch| branch.square);
        let mut kept = 0;
        for at in 1..branches.len() {
            let (one, other) = (branches[kept], branches[at]);
            if one.square == other.square {
                branches[kept].kinds = self.crowds.union(one.kinds, other.kinds);
                branches[kept].next = [0, 1, 2].map(|occupant| self.union(one.next[occupant], other.next[occupant]));
            } else {
                kept += 1;
                branches[kept] = other;
            }
        }
        branches.truncate(kept + 1);
    }

    /// The first of the nodes for branches that are merged.
    pub fn intern_all(&mut self, branches: &[Branch]) -> u32 {
        branches.iter().rev().fold(END, |sibling, branch| self.intern(branch, sibling))
    }

    fn intern(&mut self, branch: &Branch, sibling: u32) -> u32 {
        let node = Node { square: branch.square, row: branch.kinds, next: branch.next, sibling };
        let Growth { nodes, index, .. } = self;
        let hash = |id: &u32| hash_of(&nodes[*id as usize]);
        match index.entry(hash_of(&node), |&id| nodes[id as usize] == node, hash) {
            Entry::Occupied(known) => *known.get(),
            Entry::Vacant(place) => {
                let id = nodes.len() as u32;
                place.insert(id);
                nodes.push(node);
                id
            }
        }
    }

    fn union(&mut self, a: u32, b: u32) -> u32 {
        if a == END || a == b {
            return b;
        }
        if b == END {
            return a;
        }
        let pair = (a.min(b), a.max(b));
        if let Some(&known) = self.unions.get(&pair) {
            return known;
        }
        let mut branches = self.branches(a).chain(self.branches(b)).collect();
        self.merge(&mut branches);
        let union = self.intern_all(&branches);
        self.unions.insert(pair, union);
        union
    }

    /// A node and its siblings.
    pub fn branches(&self, first: u32) -> impl Iterator<Item = Branch> {
        let nodes = (first != END).then(|| self.nodes[first as usize]);
        let siblings =
            std::iter::successors(nodes, |node| (node.sibling != END).then(|| self.nodes[node.sibling as usize]));
        siblings.map(|node| Branch { square: node.square, kinds: node.row, next: node.next })
    }

    /// The tries of targets that are looked for attackers along these branches, without what was only made on the way.
    pub fn freeze(mut self, targets: Vec<Branches>, (cells, codes): (usize, usize), attacker: Side) -> Vec<Trie> {
        let root_lists: Vec<Vec<u32>> = targets.into_iter().map(|branches| self.roots(branches)).collect();
        let needed = self.needed(root_lists.iter().flatten());
        let mut nodes = vec![self.nodes[0]];
        let mut lookouts: Vec<Crowd> = vec![0];
        let mut numbers = vec![END; self.nodes.len()];
        let mut rows = Rows::new(self.crowds.sets.len());
        for id in (1..self.nodes.len()).filter(|&id| needed[id]) {
            let node = self.nodes[id];
            let row = rows.of(node.row);
            let next = node.next.map(|next| numbers[next as usize]);
            let sibling = numbers[node.sibling as usize];
            let here = if row == 0 { 0 } else { crowd_bit(node.square as usize, cells) };
            let further = next.iter().chain([&sibling]).fold(here, |all, &id| all | lookouts[id as usize]);
            lookouts.push(if cells <= 128 { further } else { Crowd::MAX });
            numbers[id] = nodes.len() as u32;
            nodes.push(Node { row, next, sibling, ..node });
        }
        let mut attackers = vec![false; rows.sets.len() * codes];
        for (row, &set) in rows.sets.iter().enumerate() {
            for &kind in &self.crowds.sets[set as usize] {
                attackers[row * codes + Piece::new(Kind(kind), attacker).index()] = true;
            }
        }
        let (nodes, lookouts, attackers): (Arc<[_]>, Arc<[_]>, Arc<[_]>) =
            (nodes.into(), lookouts.into(), attackers.into());
        let trie = |roots: Vec<u32>| Trie {
            nodes: nodes.clone(),
            lookouts: lookouts.clone(),
            roots: roots.iter().map(|&root| numbers[root as usize]).collect(),
            attackers: attackers.clone(),
            codes,
        };
        root_lists.into_iter().map(trie).collect()
    }

    /// The nodes where to look first.
    fn roots(&mut self, mut branches: Branches) -> Vec<u32> {
        self.merge(&mut branches);
        branches.iter().map(|branch| self.intern(branch, END)).collect()
    }

    /// By node: one of the roots leads to it.
    fn needed<'a>(&self, roots: impl Iterator<Item = &'a u32>) -> Vec<bool> {
        let mut needed = vec![false; self.nodes.len()];
        roots.for_each(|&root| needed[root as usize] = true);
        // Nodes come after those they lead to.
        for id in (1..self.nodes.len()).rev() {
            if needed[id] {
                let node = &self.nodes[id];
                node.next.iter().chain([&node.sibling]).for_each(|&next| needed[next as usize] = true);
            }
        }
        needed
    }
}

/// The sets of kinds in use, by row; and the other way round.
struct Rows {
    sets: Vec<u16>,
    row_of: Vec<Option<u16>>,
}

impl Rows {
    fn new(sets: usize) -> Rows {
        let mut row_of = vec![None; sets];
        row_of[0] = Some(0);
        Rows { sets: vec![0], row_of }
    }

    fn of(&mut self, set: u16) -> u16 {
        let Rows { sets, row_of } = self;
        *row_of[set as usize].get_or_insert_with(|| {
            sets.push(set);
            (sets.len() - 1) as u16
        })
    }
}

fn hash_of(node: &Node) -> u64 {
    let [first, second, third] = node.next.map(u64::from);
    let here = u64::from(node.square) | u64::from(node.row) << 16;
    mixed(
        here | first << 32,
        (second | third << 32).wrapping_add(u64::from(node.sibling).wrapping_mul(0xA24B_AED4_963E_E407)),
    )
}
