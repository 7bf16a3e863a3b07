//! The trie of one target: a walk from the square outwards that finds its attackers.

use super::{Crowd, Findings, View};
use crate::definition::Side;
use crate::rules::Piece;
use crate::rules::step::{EMPTY, END, ENEMY, OWN};
use crate::rules::topology::Square;
use smallvec::SmallVec;
use std::sync::Arc;

/// One square of a trie. Occupants are seen by the side that is attacked.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Node {
    pub square: u16,
    /// Row of `attackers`: the enemy kinds that attack from here; 0 for none.
    pub row: u16,
    pub next: [u32; 3],
    /// The next alternative after this node's branch.
    pub sibling: u32,
}

/// Tries that were made together have all but the roots in common.
pub struct Trie {
    pub nodes: Arc<[Node]>,
    /// By node: where it and what follows looks for attackers. Without one there the branch needs no walk.
    pub lookouts: Arc<[Crowd]>,
    pub roots: Box<[u32]>,
    /// `attackers[row * codes + piece]`.
    pub attackers: Arc<[bool]>,
    pub codes: usize,
}

impl Trie {
    /// True if an enemy covered by the tries attacks the target.
    pub fn attacked(&self, view: View) -> bool {
        self.roots.iter().any(|&root| self.finds(view, root))
    }

    /// True if an enemy covered by the tries attacks the target, from a square that passes the test.
    pub fn attacked_by(&self, View { board, defender, .. }: View, test: &mut impl FnMut(Square) -> bool) -> bool {
        self.roots.iter().any(|&root| self.any(board, defender, root, &mut |from, _| test(from)))
    }

    /// True if the branch leads to an attacker.
    #[inline(always)]
    fn finds(&self, view: View, node: u32) -> bool {
        self.lookouts[node as usize] & view.enemies != 0 && self.walk(view, node)
    }

    fn walk(&self, View { board, defender, .. }: View, node: u32) -> bool {
        self.any(board, defender, node, &mut |_, _| true)
    }

    /// True if one of the attackers on the branch passes the test; those behind it are not tried.
    fn any(&self, board: &[Piece], defender: Side, node: u32, test: &mut impl FnMut(Square, Piece) -> bool) -> bool {
        let mut at = node;
        while at != END {
            let node = &self.nodes[at as usize];
            let piece = board[node.square as usize];
            let occupant = piece.seen_by(defender);
            if occupant == ENEMY
                && node.row != 0
                && self.is_attacker(node.row, piece)
                && test(Square::from_index(node.square as usize), piece)
            {
                return true;
            }
            let child = node.next[occupant];
            at = if child == END {
                node.sibling
            } else if node.sibling == END {
                child
            } else {
                if self.any(board, defender, child, test) {
                    return true;
                }
                node.sibling
            };
        }
        false
    }

    /// The square of the enemy attacker of the target that `value` rates lowest, for judging exchanges.
    pub fn cheapest(&self, board: &[Piece], defender: Side, value: &impl Fn(Piece) -> i32) -> Option<Square> {
        let mut best = (i32::MAX, Square::NONE);
        let mut compare = |square: Square, piece: Piece| {
            let price = value(piece);
            if price < best.0 {
                best = (price, square);
            }
            false
        };
        self.roots.iter().for_each(|&root| {
            self.any(board, defender, root, &mut compare);
        });
        best.1.is_some().then_some(best.1)
    }

    /// As [`Trie::attacked`], and which single changes of the board would make it true.
    pub fn analyse(&self, view: View, findings: &mut Findings) {
        for &root in &self.roots {
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
                    if node.row != 0 && self.is_attacker(node.row, piece) {
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
    pub fn visited(&self, view: View, visit: &mut impl FnMut(Square)) {
        let View { board, defender, .. } = view;
        let mut stack: SmallVec<[u32; 64]> = SmallVec::from_slice(&self.roots);
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

    /// The piece is among those of a row that isn't 0.
    #[inline(always)]
    fn is_attacker(&self, row: u16, piece: Piece) -> bool {
        self.attackers[row as usize * self.codes + piece.index()]
    }
}
