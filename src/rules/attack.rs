//! Attacks on a royal square, looked up from the square outwards.
//!
//! Every way an enemy kind can capture on a square is a pattern: who stands where, and what the squares between must
//! hold. The patterns of one target square are turned round and merged into tries that begin next to the target, so
//! that one short walk answers "is it attacked?" for all kinds at once, lame leapers, hoppers, bent riders and facing
//! royals included. The same walk tells which own pieces may move without being looked at again.

mod build;
mod flow;
mod gather;
mod growth;
mod kinds;
mod patterns;

use build::AttackBuilder;
pub(crate) use gather::{attacks_on, is_left_out};
pub use gather::{facing, royal_squares, royals};

use super::Piece;
use super::step::{EMPTY, END, ENEMY, OWN};
use super::topology::Square;
use crate::definition::{Kind, Side};
use smallvec::SmallVec;

/// One square of a trie. Occupants are seen by the side that is attacked.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Node {
    square: u16,
    /// Row of `attackers`: the enemy kinds that attack from here; 0 for none.
    row: u16,
    next: [u32; 3],
    /// The next alternative after this node's branch.
    sibling: u32,
}

/// What may capture the royals of one side.
pub struct Attacks {
    pub tries: Tries,
    /// Enemy kinds whose attacks are not in the tries: their walks, or the interpreter, must be asked.
    pub beyond: Box<[Kind]>,
    /// These, and those for which looking at one changed square at a time isn't enough.
    pub odd: Box<[Kind]>,
}

pub struct Tries {
    nodes: Box<[Node]>,
    /// By node: where it and what follows looks for attackers. Without one there the branch needs no walk.
    lookouts: Box<[Crowd]>,
    /// Roots by target square.
    roots: Box<[(u32, u32)]>,
    root_list: Box<[u32]>,
    /// `attackers[row * codes + piece]`.
    attackers: Box<[bool]>,
    codes: usize,
}

/// Where a side's pieces are, as bits; on boards of more than 128 cells simply everywhere.
pub type Crowd = u128;

/// The bit of a square, none on boards too large for a [`Crowd`].
const fn crowd_bit(square: usize, cells: usize) -> Crowd {
    if cells <= 128 { 1 << square } else { 0 }
}

/// A board as the tries look at it.
#[derive(Clone, Copy)]
pub struct View<'a> {
    pub board: &'a [Piece],
    pub defender: Side,
    /// Where the enemies of the defender are, or more.
    pub enemies: Crowd,
}

/// What one walk from a royal finds out.
#[derive(Default)]
pub struct Findings {
    pub attacked: bool,
    /// Own pieces that uncover an attack when they leave.
    pub pinned: SmallVec<[Square; 8]>,
    /// Squares on which arriving completes an attack (as a screen, or by capturing one).
    pub completing: SmallVec<[Square; 8]>,
}

impl Tries {
    /// True if an enemy covered by the tries attacks `target`.
    pub fn attacked(&self, view: View, target: Square) -> bool {
        let (start, end) = self.roots[target.index()];
        self.root_list[start as usize..end as usize].iter().any(|&root| self.finds(view, root))
    }

    /// True if the branch leads to an attacker.
    #[inline(always)]
    fn finds(&self, view: View, node: u32) -> bool {
        self.lookouts[node as usize] & view.enemies != 0 && self.walk(view, node)
    }

    fn walk(&self, view: View, node: u32) -> bool {
        let View { board, defender, .. } = view;
        let mut at = node;
        while at != END {
            let node = &self.nodes[at as usize];
            let piece = board[node.square as usize];
            let occupant = piece.seen_by(defender);
            if occupant == ENEMY && node.row != 0 && self.attackers[node.row as usize * self.codes + piece.index()] {
                return true;
            }
            let child = node.next[occupant];
            at = if child == END {
                node.sibling
            } else if node.sibling == END {
                child
            } else {
                if self.walk(view, child) {
                    return true;
                }
                node.sibling
            };
        }
        false
    }

    /// The square of the enemy attacker of `target` that `value` rates lowest, for judging exchanges.
    pub fn cheapest(
        &self,
        board: &[Piece],
        defender: Side,
        target: Square,
        value: &impl Fn(Piece) -> i32,
    ) -> Option<Square> {
        let (start, end) = self.roots[target.index()];
        let mut best = (i32::MAX, Square::NONE);
        for &root in &self.root_list[start as usize..end as usize] {
            self.compare(board, defender, root, value, &mut best);
        }
        best.1.is_some().then_some(best.1)
    }

    fn compare(
        &self,
        board: &[Piece],
        defender: Side,
        node: u32,
        value: &impl Fn(Piece) -> i32,
        best: &mut (i32, Square),
    ) {
        let mut at = node;
        while at != END {
            let node = &self.nodes[at as usize];
            let piece = board[node.square as usize];
            let occupant = piece.seen_by(defender);
            if occupant == ENEMY && node.row != 0 && self.attackers[node.row as usize * self.codes + piece.index()] {
                let price = value(piece);
                if price < best.0 {
                    *best = (price, Square::from_index(node.square as usize));
                }
            }
            let child = node.next[occupant];
            at = if child == END {
                node.sibling
            } else if node.sibling == END {
                child
            } else {
                self.compare(board, defender, child, value, best);
                node.sibling
            };
        }
    }

    /// As [`Tries::attacked`], and which single changes of the board would make it true.
    pub fn analyse(&self, view: View, target: Square, findings: &mut Findings) {
        let (start, end) = self.roots[target.index()];
        for &root in &self.root_list[start as usize..end as usize] {
            if self.lookouts[root as usize] & view.enemies != 0 {
                self.examine(view, root, findings);
            }
        }
    }

    fn examine(&self, view: View, node: u32, findings: &mut Findings) {
        let View { board, defender, .. } = view;
        let mut at = node;
        // The latest branch tried for an empty square, and what came out.
        let mut tried = (END, false);
        while at != END {
            let node = &self.nodes[at as usize];
            let piece = board[node.square as usize];
            let square = Square::from_index(node.square as usize);
            let occupant = piece.seen_by(defender);
            let [if_empty, if_own, _] = node.next;
            match occupant {
                EMPTY => {
                    if if_own != END && if_own != if_empty {
                        // On a ray the branch behind one empty square goes on into the branch behind the next.
                        let before = &self.nodes[tried.0 as usize];
                        let same = tried.0 != END
                            && before.square == node.square
                            && before.next[EMPTY] == if_own
                            && before.sibling == END;
                        tried = (if_own, if same { tried.1 } else { self.finds(view, if_own) });
                        if tried.1 {
                            findings.completing.push(square);
                        }
                    }
                }
                OWN => {
                    if if_empty != END && if_empty != if_own && self.finds(view, if_empty) {
                        findings.pinned.push(square);
                    }
                }
                _ => {
                    if node.row != 0 && self.attackers[node.row as usize * self.codes + piece.index()] {
                        findings.attacked = true;
                    }
                    if if_own != END && if_own != node.next[ENEMY] && self.finds(view, if_own) {
                        findings.completing.push(square);
                    }
                }
            }
            let child = node.next[occupant];
            at = if child == END {
                node.sibling
            } else if node.sibling == END {
                child
            } else {
                self.examine(view, child, findings);
                node.sibling
            };
        }
    }

    /// Every square that `attacked` looks at: a move that changes none of them changes nothing.
    pub fn visited(&self, view: View, target: Square, visit: &mut impl FnMut(Square)) {
        let View { board, defender, .. } = view;
        let (start, end) = self.roots[target.index()];
        let mut stack: SmallVec<[u32; 64]> = SmallVec::from_slice(&self.root_list[start as usize..end as usize]);
        while let Some(at) = stack.pop() {
            if at == END {
                continue;
            }
            let node = &self.nodes[at as usize];
            visit(Square::from_index(node.square as usize));
            stack.push(node.sibling);
            stack.push(node.next[board[node.square as usize].seen_by(defender)]);
        }
    }
}
