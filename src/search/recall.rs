//! What an engine still knows of a position, without thinking.

use super::searcher::{MATE, MATE_BOUND, from_table};
use super::table::NodeBound;
use super::{Bound, Engine, Evaluation};
use crate::game::Game;
use crate::moves::{Digest, Move};

/// What was found out about a position when it was searched last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Memory {
    pub best: Option<Move>,
    /// For the player to move.
    pub score: Evaluation,
    pub bound: Bound,
    pub depth: u8,
}

/// What a score at the root says.
pub(super) fn meaning(score: i32) -> Evaluation {
    match score {
        MATE_BOUND.. => Evaluation::Mate(MATE - score),
        _ if score <= -MATE_BOUND => Evaluation::Mate(-(MATE + score)),
        _ => Evaluation::Centipawns(score),
    }
}

impl Engine {
    /// The position of the last search is known from its answer, others from the table.
    pub fn recall(&self, game: &Game) -> Option<Memory> {
        let key = game.position().key();
        if let Some((root, memory)) = self.root
            && root == key
        {
            return Some(memory);
        }
        let entry = self.table.probe(key)?;
        let bound = match entry.bound {
            NodeBound::None => return None,
            NodeBound::Exact => Bound::Exact,
            NodeBound::Lower => Bound::Lower,
            NodeBound::Upper => Bound::Upper,
        };
        let best = game.legal_moves().into_iter().find(|&mv| Digest::of(mv) == entry.best);
        Some(Memory { best, score: meaning(from_table(entry.score, 0)), bound, depth: entry.depth })
    }
}
