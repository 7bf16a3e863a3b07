//! By how much the static evaluation is wrong in positions like this one, learnt from what searches find out.
//!
//! Two likenesses: how the pawn-like pieces of both players stand, and what the last two plies did.

use super::searcher::{MATE_BOUND, Searcher};

/// So many units are 1/100 of a pawn.
const UNITS: i32 = 21;
/// Bound of what is learnt, in units.
const MOST: i32 = 1024;
/// Entries of each table, for each side; a power of two.
const ENTRIES: usize = 1 << 14;

/// For one variant.
pub struct Corrections {
    structures: Vec<i16>,
    replies: Vec<i16>,
}

impl Default for Corrections {
    fn default() -> Corrections {
        Corrections { structures: vec![0; 2 * ENTRIES], replies: vec![0; 2 * ENTRIES] }
    }
}

impl Corrections {
    /// A new move of the game: what was learnt counts half.
    pub fn fade(&mut self) {
        for table in [&mut self.structures, &mut self.replies] {
            table.iter_mut().for_each(|error| *error /= 2);
        }
    }
}

impl Searcher<'_> {
    /// To be added to the evaluation of the present position, for the side to move.
    pub fn correction(&self, ply: usize) -> i32 {
        let (structure, reply) = self.likenesses(ply);
        let corrections = &self.history.corrections;
        (i32::from(corrections.structures[structure]) + i32::from(corrections.replies[reply])) / UNITS
    }

    /// A search of this depth found so much more than the corrected evaluation says.
    pub fn correct(&mut self, ply: usize, more: i32, depth: i32) {
        if more.abs() >= MATE_BOUND / 2 {
            return;
        }
        let (structure, reply) = self.likenesses(ply);
        let lesson = (more * depth / 4).clamp(-MOST / 4, MOST / 4);
        let corrections = &mut self.history.corrections;
        learn(&mut corrections.structures[structure], lesson);
        learn(&mut corrections.replies[reply], lesson);
    }

    fn likenesses(&self, ply: usize) -> (usize, usize) {
        let side = self.position.side_to_move().index() * ENTRIES;
        let mut structure = 0u64;
        for &piece in &self.sense.pawns {
            for &word in self.position.set(piece.index()) {
                structure = (structure.rotate_left(5) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
            }
        }
        let [one, two] = self.deeds_before(ply).map(|deed| deed.map_or(0, |deed| u64::from(deed) + 1));
        let reply = (one.wrapping_mul(0xD6E8_FEB8_6659_FD93) ^ two).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        (side + (structure >> 50) as usize, side + (reply >> 50) as usize)
    }
}

fn learn(error: &mut i16, lesson: i32) {
    let known = i32::from(*error);
    *error = (known + lesson - known * lesson.abs() / MOST) as i16;
}
