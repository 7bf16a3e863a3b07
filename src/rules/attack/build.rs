//! Collects the patterns of all attackers and merges them into tries.

use super::{Attacks, Crowd, Node, crowd_bit};
use crate::definition::{Kind, Side};
use crate::rules::Piece;
use crate::rules::step::{EMPTY, END, ENEMY, OWN, Op, Step};
use crate::rules::topology::Square;
use hashbrown::{HashMap, HashSet};
use smallvec::SmallVec;

/// Occupants a square may have for a pattern to hold, as a bit set, seen by the defender.
type Allowed = u8;
const ANY_PIECE: Allowed = 1 << OWN | 1 << ENEMY;

/// Collects patterns and freezes them into [`Attacks`].
pub struct AttackBuilder<'a> {
    steps: &'a [Step],
    /// Squares where the defender's royals may stand; other targets are not recorded.
    targets: Vec<bool>,
    tries: Vec<Vec<TrieNode>>,
    kinds: usize,
    beyond_tables: Vec<bool>,
    intricate: Vec<bool>,
}

struct TrieNode {
    square: u16,
    attackers: Vec<u16>,
    children: [Vec<TrieNode>; 3],
}

/// More patterns than this for one kind and origin, and the kind is left to the interpreter.
const MOST_PATTERNS: usize = 2000;

/// The patterns of one attacker on one square.
struct Pattern {
    target: u16,
    /// From the attacker outwards.
    conditions: SmallVec<[(u16, Allowed); 8]>,
}

impl<'a> AttackBuilder<'a> {
    pub fn new(steps: &'a [Step], targets: Vec<bool>, kinds: usize) -> AttackBuilder<'a> {
        let tries = targets.iter().map(|_| Vec::new()).collect();
        AttackBuilder { steps, targets, tries, kinds, beyond_tables: vec![false; kinds], intricate: vec![false; kinds] }
    }

    /// The attacks of this kind can't be put in tables.
    pub fn leave_out(&mut self, kind: Kind) {
        self.beyond_tables[kind.index()] = true;
    }

    /// Records the attacks of some kinds from a square along one walk they have in common.
    pub fn add(&mut self, kinds: &[Kind], origin: Square, root: u32) {
        if kinds.iter().all(|kind| self.beyond_tables[kind.index()]) {
            return;
        }
        let mut patterns = Vec::new();
        if !self.collect(root, &mut SmallVec::new(), &[], &mut patterns) {
            kinds.iter().for_each(|&kind| self.leave_out(kind));
            return;
        }
        if intricate(&patterns) {
            kinds.iter().for_each(|&kind| self.intricate[kind.index()] = true);
        }
        for pattern in &patterns {
            self.insert(pattern, origin, kinds);
        }
    }

    /// An attack along a line of empty squares, `between` being listed from the attacker outwards.
    pub fn add_line(&mut self, kind: Kind, origin: Square, between: &[Square], target: Square) {
        let conditions = between.iter().map(|square| (square.index() as u16, 1 << EMPTY)).collect();
        self.insert(&Pattern { target: target.index() as u16, conditions }, origin, &[kind]);
    }

    /// Walks all branches and notes each way of capturing on a target; false if there are too many.
    fn collect(
        &self,
        walk: u32,
        conditions: &mut SmallVec<[(u16, Allowed); 8]>,
        taken: &[u16],
        out: &mut Vec<Pattern>,
    ) -> bool {
        let mut at = walk;
        while at != END {
            if out.len() > MOST_PATTERNS {
                return false;
            }
            let step = self.steps[at as usize];
            match step.op {
                Op::Look => {
                    // The attacker's enemy is the defender's own.
                    if step.emits >> ENEMY & 1 == 1 {
                        self.note(step.square, conditions, out);
                    }
                    let allowed = |attacker_view: usize| match attacker_view {
                        EMPTY => 1u8 << EMPTY,
                        OWN => 1 << ENEMY,
                        _ => 1 << OWN,
                    };
                    if !taken.is_empty() && step.emits != 0 {
                        let landing = (0..3).filter(|view| step.emits >> view & 1 == 1);
                        conditions.push((step.square, landing.fold(0, |mask, view| mask | allowed(view))));
                        taken.iter().for_each(|&square| self.note(square, conditions, out));
                        conditions.pop();
                    }
                    for view in 0..3 {
                        let next = step.next[view];
                        if next == END || (0..view).any(|before| step.next[before] == next) {
                            continue;
                        }
                        let mask = (0..3).filter(|&v| step.next[v] == next).fold(0, |mask, v| mask | allowed(v));
                        // What may stand there or not is no condition.
                        let matters = mask != 1 << EMPTY | ANY_PIECE;
                        if matters {
                            conditions.push((step.square, mask));
                        }
                        let complete = self.collect(next, conditions, taken, out);
                        conditions.truncate(conditions.len() - usize::from(matters));
                        if !complete {
                            return false;
                        }
                    }
                    return true;
                }
                Op::Fork => {
                    if !self.collect(step.next[0], conditions, taken, out) {
                        return false;
                    }
                }
                Op::Take => {
                    let mut more: SmallVec<[u16; 4]> = SmallVec::from_slice(taken);
                    more.push(step.square);
                    if !self.collect(step.next[0], conditions, &more, out) {
                        return false;
                    }
                }
                // Targets are royals, so the royal branch is the one that counts; both are harmless.
                Op::IfRoyal => {
                    if !self.collect(step.next[0], conditions, taken, out) {
                        return false;
                    }
                }
                // Nobody's royal is captured en passant.
                Op::IfEnPassant => {}
                Op::Emit => {
                    self.note(step.square, conditions, out);
                    taken.iter().for_each(|&square| self.note(square, conditions, out));
                }
                Op::EmitTrail | Op::EmitPass => {}
            }
            at = step.next[1];
        }
        true
    }

    fn note(&self, target: u16, conditions: &[(u16, Allowed)], out: &mut Vec<Pattern>) {
        if !self.targets[target as usize] {
            return;
        }
        let mut merged: SmallVec<[(u16, Allowed); 8]> = SmallVec::new();
        for &(square, mask) in conditions {
            if square == target {
                // The royal itself stands here: the defender's own.
                if mask >> OWN & 1 == 0 {
                    return;
                }
            } else if let Some(known) = merged.iter_mut().find(|known| known.0 == square) {
                known.1 &= mask;
                if known.1 == 0 {
                    return;
                }
            } else {
                merged.push((square, mask));
            }
        }
        out.push(Pattern { target, conditions: merged });
    }

    fn insert(&mut self, pattern: &Pattern, origin: Square, kinds: &[Kind]) {
        if pattern.target as usize == origin.index() {
            return;
        }
        let trie = &mut self.tries[pattern.target as usize];
        insert(trie, &pattern.conditions, origin.index() as u16, kinds);
    }

    pub fn freeze(self, codes: usize, attacker: Side) -> Attacks {
        let mut freezer = Freezer {
            lookouts: vec![0],
            cells: self.targets.len(),
            nodes: vec![Node { square: 0, row: 0, next: [END; 3], sibling: END }],
            index: HashMap::new(),
            rows: vec![Vec::new()],
            row_index: HashMap::new(),
        };
        let mut root_list = Vec::new();
        let mut roots = Vec::with_capacity(self.tries.len());
        for trie in &self.tries {
            let start = root_list.len() as u32;
            for node in trie {
                let id = freezer.node(node, END);
                root_list.push(id);
            }
            roots.push((start, root_list.len() as u32));
        }
        let mut attackers = vec![false; freezer.rows.len() * codes];
        for (row, kinds) in freezer.rows.iter().enumerate() {
            for &kind in kinds {
                attackers[row * codes + Piece::new(Kind(kind), attacker).index()] = true;
            }
        }
        debug_assert_eq!(self.kinds * 2 + 2, codes);
        Attacks {
            nodes: freezer.nodes.into_boxed_slice(),
            lookouts: freezer.lookouts.into_boxed_slice(),
            roots: roots.into_boxed_slice(),
            root_list: root_list.into_boxed_slice(),
            attackers: attackers.into_boxed_slice(),
            codes,
            beyond_tables: self.beyond_tables.into_boxed_slice(),
            intricate: self.intricate.into_boxed_slice(),
        }
    }
}

/// True if two changes at once may complete an attack that neither completes alone. That can't happen when
/// everything between must be empty, nor when exactly one screen may stand anywhere between, nor with other
/// patterns of a single condition.
fn intricate(patterns: &[Pattern]) -> bool {
    let occupied = |pattern: &Pattern| pattern.conditions.iter().filter(|c| c.1 >> EMPTY & 1 == 0).count();
    let mut seen: HashSet<(u16, Vec<u16>)> = HashSet::new();
    patterns.iter().filter(|pattern| occupied(pattern) > 0 && pattern.conditions.len() > 1).any(|pattern| {
        if occupied(pattern) > 1 || pattern.conditions.iter().any(|c| c.1 != 1 << EMPTY && c.1 != ANY_PIECE) {
            return true;
        }
        let squares: Vec<u16> = pattern.conditions.iter().map(|c| c.0).collect();
        if !seen.insert((pattern.target, squares.clone())) {
            return false;
        }
        let places = patterns
            .iter()
            .filter(|other| {
                other.target == pattern.target
                    && occupied(other) == 1
                    && other.conditions.iter().map(|c| c.0).eq(squares.iter().copied())
            })
            .count();
        places != squares.len()
    })
}

/// Adds a pattern, nearest square first; an alternative of occupants becomes a branch each.
fn insert(siblings: &mut Vec<TrieNode>, conditions: &[(u16, Allowed)], origin: u16, kinds: &[Kind]) {
    let square = conditions.last().map_or(origin, |&(square, _)| square);
    let at = siblings.iter().position(|node| node.square == square).unwrap_or_else(|| {
        siblings.push(TrieNode { square, attackers: Vec::new(), children: Default::default() });
        siblings.len() - 1
    });
    let node = &mut siblings[at];
    match conditions.split_last() {
        None => {
            node.attackers.extend(kinds.iter().map(|kind| kind.0));
        }
        Some((&(_, mask), rest)) => {
            for occupant in (0..3).filter(|occupant| mask >> occupant & 1 == 1) {
                insert(&mut node.children[occupant], rest, origin, kinds);
            }
        }
    }
}

struct Freezer {
    nodes: Vec<Node>,
    lookouts: Vec<Crowd>,
    cells: usize,
    index: HashMap<Node, u32>,
    rows: Vec<Vec<u16>>,
    row_index: HashMap<Vec<u16>, u16>,
}

impl Freezer {
    fn node(&mut self, node: &TrieNode, sibling: u32) -> u32 {
        let row = if node.attackers.is_empty() { 0 } else { self.row(&node.attackers) };
        let mut next = [END; 3];
        for (child, siblings) in next.iter_mut().zip(&node.children) {
            *child = siblings.iter().rev().fold(END, |rest, sibling| self.node(sibling, rest));
        }
        let frozen = Node { square: node.square, row, next, sibling };
        *self.index.entry(frozen).or_insert_with(|| {
            let here = if row == 0 { 0 } else { crowd_bit(node.square as usize, self.cells) };
            let further = next.iter().chain([&sibling]).fold(here, |all, &id| all | self.lookouts[id as usize]);
            self.lookouts.push(if self.cells <= 128 { further } else { Crowd::MAX });
            self.nodes.push(frozen);
            (self.nodes.len() - 1) as u32
        })
    }

    fn row(&mut self, attackers: &[u16]) -> u16 {
        let mut sorted = attackers.to_vec();
        sorted.sort_unstable();
        sorted.dedup();
        if let Some(&row) = self.row_index.get(&sorted) {
            return row;
        }
        let row = self.rows.len() as u16;
        self.rows.push(sorted.clone());
        self.row_index.insert(sorted, row);
        row
    }
}
