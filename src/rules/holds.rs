//! Who keeps whom from moving, as tables: a piece beside an enemy that holds it stays where it is.
//!
//! Variants without such pieces have none of these. Nothing here knows what a move is.

use super::effects::neighbourhoods;
use super::topology::{Square, Topology};
use super::{KindInfo, Piece};
use crate::definition::{Kind, Restriction};
use smallvec::SmallVec;

pub(crate) struct Holds {
    /// By square: those next to it.
    near: Box<[SmallVec<[Square; 8]>]>,
    kinds: usize,
    /// By kind, and then by kind of the enemy: it is held by that.
    held: Box<[bool]>,
}

impl Holds {
    /// `None` if nothing holds anything.
    pub fn new(topology: &Topology, kinds: &[KindInfo], restrictions: &[Restriction]) -> Option<Holds> {
        let mut held = vec![false; kinds.len() * kinds.len()].into_boxed_slice();
        let mut any = false;
        for restriction in restrictions {
            let Restriction::Held { kinds: stopped, by } = restriction else { continue };
            any = true;
            let among = |kind: &KindInfo, list: &[Kind]| !kind.is_wall && list.contains(&kind.base);
            for (one, info) in kinds.iter().enumerate() {
                for (other, enemy) in kinds.iter().enumerate() {
                    let is_stopped = stopped.is_empty() || among(info, stopped);
                    held[one * kinds.len() + other] |= is_stopped && among(enemy, by);
                }
            }
        }
        any.then(|| Holds { near: neighbourhoods(topology, 1), kinds: kinds.len(), held })
    }

    /// True if the piece on the square is held.
    pub fn hold(&self, board: &[Piece], square: Square) -> bool {
        let piece = board[square.index()];
        let holders = |kind: Kind| &self.held[kind.index() * self.kinds..][..self.kinds];
        !piece.is_empty()
            && self.near[square.index()].iter().any(|at| {
                let other = board[at.index()];
                !other.is_empty() && other.side() != piece.side() && holders(piece.kind())[other.kind().index()]
            })
    }
}
