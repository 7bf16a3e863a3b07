//! What pieces do to those beside them, as tables: who is kept from moving or from capturing by an enemy, and who is kept from
//! being captured by a friend.
//!
//! Variants without such pieces have none of these. Nothing here knows what a move is.

use super::effects::neighbourhoods;
use super::topology::{Square, Topology};
use super::{KindInfo, Piece};
use crate::definition::{Kind, Restriction, Side};
use smallvec::SmallVec;

pub(crate) struct Holds {
    /// By square: those next to it.
    near: Box<[SmallVec<[Square; 8]>]>,
    kinds: usize,
    /// By kind, and then by kind of the enemy: it is held by that.
    held: Box<[bool]>,
    /// Something may be held.
    holds: bool,
    /// Something may be tame.
    tames: bool,
    /// By kind of the enemy: nothing beside it captures.
    tame: Box<[bool]>,
    /// By kind of the friend: nothing beside it is captured; `None` if nothing is guarded.
    guards: Option<Box<[bool]>>,
}

impl Holds {
    /// `None` if nothing is held, tamed or guarded.
    pub fn new(topology: &Topology, kinds: &[KindInfo], restrictions: &[Restriction]) -> Option<Holds> {
        let among = |kind: &KindInfo, list: &[Kind]| !kind.is_wall && list.contains(&kind.base);
        let mut held = vec![false; kinds.len() * kinds.len()].into_boxed_slice();
        let mut tame = vec![false; kinds.len()].into_boxed_slice();
        let mut guards: Option<Box<[bool]>> = None;
        let mut any = false;
        for restriction in restrictions {
            match restriction {
                Restriction::Held { kinds: stopped, by } => {
                    for (one, info) in kinds.iter().enumerate() {
                        for (other, enemy) in kinds.iter().enumerate() {
                            let is_stopped = stopped.is_empty() || among(info, stopped);
                            held[one * kinds.len() + other] |= is_stopped && among(enemy, by);
                        }
                    }
                }
                Restriction::Tamed { by } => {
                    tame.iter_mut().zip(kinds).for_each(|(tame, enemy)| *tame |= among(enemy, by));
                }
                Restriction::Guarded { by } => {
                    let guards = guards.get_or_insert_with(|| vec![false; kinds.len()].into_boxed_slice());
                    guards.iter_mut().zip(kinds).for_each(|(guards, friend)| *guards |= among(friend, by));
                }
                _ => continue,
            }
            any = true;
        }
        let (holds, tames) = (held.contains(&true), tame.contains(&true));
        any.then(|| Holds { near: neighbourhoods(topology, 1), kinds: kinds.len(), held, holds, tames, tame, guards })
    }

    /// True if some piece of `side` beside the square is of such a kind.
    fn is_near(&self, board: &[Piece], square: Square, side: Side, is_such: impl Fn(Kind) -> bool) -> bool {
        self.near[square.index()].iter().any(|at| {
            let other = board[at.index()];
            !other.is_empty() && other.side() == side && is_such(other.kind())
        })
    }

    /// True if the piece on the square is held.
    pub fn hold(&self, board: &[Piece], square: Square) -> bool {
        let piece = board[square.index()];
        let holders = |kind: Kind| &self.held[kind.index() * self.kinds..][..self.kinds];
        self.holds
            && !piece.is_empty()
            && self.is_near(board, square, piece.side().other(), |kind| holders(piece.kind())[kind.index()])
    }

    /// True if a piece of `side` on the square may not capture.
    pub fn tame(&self, board: &[Piece], square: Square, side: Side) -> bool {
        self.tames && self.is_near(board, square, side.other(), |kind| self.tame[kind.index()])
    }

    /// True if a piece of `side` on the square may not be captured.
    pub fn guard(&self, board: &[Piece], square: Square, side: Side) -> bool {
        self.guards.as_ref().is_some_and(|guards| self.is_near(board, square, side, |kind| guards[kind.index()]))
    }
}
