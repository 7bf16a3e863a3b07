//! Collects the patterns of all attackers and merges them into tries.

use super::{Attacks, Crowd, Node, Tries, crowd_bit};
use crate::definition::{Kind, Side};
use crate::rules::Piece;
use crate::rules::step::{EMPTY, END, ENEMY, OWN, Op, Step};
use crate::rules::topology::Square;
use hashbrown::{HashMap, HashSet};
use smallvec::SmallVec;
use std::sync::Arc;

/// Occupants a square may have for a pattern to hold, as a bit set, seen by the defender.
type Allowed = u8;
const ANY_PIECE: Allowed = 1 << OWN | 1 << ENEMY;

/// Notes who captures from where, and makes tries of it when they are asked for.
pub struct AttackBuilder {
    /// Of the attackers.
    steps: Arc<[Step]>,
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

/// More patterns than this for one kind and origin, and the kind is left to the interpreter.
const MOST_PATTERNS: usize = 2000;

/// The patterns of one attacker on one square.
struct Pattern {
    target: u16,
    /// From the attacker outwards.
    conditions: SmallVec<[(u16, Allowed); 8]>,
}

impl AttackBuilder {
    pub fn new(steps: Arc<[Step]>, targets: Vec<bool>, kinds: usize, attacker: Side) -> AttackBuilder {
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
        if self.is_slide(root) {
            return Nature::Simple;
        }
        let mut patterns = Vec::new();
        if !self.collect((root, origin), &mut SmallVec::new(), &[], &mut patterns) {
            return Nature::Endless;
        }
        match patterns.is_empty() {
            true => Nature::Harmless,
            false if intricate(&patterns) => Nature::Intricate,
            false => Nature::Simple,
        }
    }

    /// True if it goes on through empty squares only: there are few ways to capture, and none is intricate.
    fn is_slide(&self, root: u32) -> bool {
        let (mut at, mut length) = (root, 0);
        while at != END {
            let step = &self.steps[at as usize];
            length += 1;
            // On a torus a slide may come by nearly all squares.
            if length > MOST_PATTERNS || step.op != Op::Look || step.next[OWN] != END || step.next[ENEMY] != END {
                return false;
            }
            at = step.next[EMPTY];
        }
        true
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
        let mut patterns = Vec::new();
        for &(kinds, origin, root) in &self.walks {
            patterns.clear();
            self.collect((root, origin), &mut SmallVec::new(), &[], &mut patterns);
            patterns.iter().for_each(|pattern| growing.insert(pattern, origin, kinds));
        }
        self.lines.iter().for_each(|(kinds, origin, pattern)| growing.insert(pattern, *origin, *kinds));
        growing.freeze(self.kinds * 2 + 2, self.attacker)
    }

    /// Walks all branches and notes each way of capturing on a target; false if there are too many.
    fn collect(
        &self,
        (walk, origin): (u32, Square),
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
                Op::LookLater if usize::from(step.square) == origin.index() => {
                    if step.emits >> EMPTY & 1 == 1 {
                        taken.iter().for_each(|&square| self.note(square, conditions, out));
                    }
                    at = step.next[EMPTY];
                    continue;
                }
                Op::Look | Op::LookLater => {
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
                        let complete = self.collect((next, origin), conditions, taken, out);
                        conditions.truncate(conditions.len() - usize::from(matters));
                        if !complete {
                            return false;
                        }
                    }
                    return true;
                }
                Op::Fork => {
                    if !self.collect((step.next[0], origin), conditions, taken, out) {
                        return false;
                    }
                }
                Op::Take => {
                    let mut more: SmallVec<[u16; 4]> = SmallVec::from_slice(taken);
                    more.push(step.square);
                    if !self.collect((step.next[0], origin), conditions, &more, out) {
                        return false;
                    }
                }
                // Targets are royals, so the royal branch is the one that counts; both are harmless.
                Op::IfRoyal => {
                    if !self.collect((step.next[0], origin), conditions, taken, out) {
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
