//! What moves were good elsewhere in the tree.
//!
//! Moves are known by the piece that ends its move and where: drops and promotions need nothing special. Counters
//! move towards their bound, so that old experience fades as new comes in.

use crate::moves::Move;

/// Bound of all counters.
pub const MOST: i32 = 16384;
/// Entries of the table of replies; a power of two.
const REPLIES: usize = 1 << 20;

/// So many parts of 1/100 of a pawn-like piece are kept apart in drifts.
const DRIFT: i32 = 16;
/// So many of the last ones count most.
const DRIFT_MEMORY: i32 = 16;

/// A piece and the square it comes to, as an index.
pub type Deed = u32;

/// Counters for one variant.
pub struct History {
    codes: usize,
    cells: usize,
    quiet: Vec<i16>,
    capture: Vec<i16>,
    /// By the deed one or two plies before and this one, hashed: all pairs don't fit for large variants.
    replies: Vec<i16>,
    /// The quiet move that refuted a deed last time.
    counters: Vec<Move>,
    /// How much better or worse than expected a position is after a deed, for the side that is next: in parts of
    /// 1/100 of a pawn-like piece, [`DRIFT`] of them.
    drifts: Vec<i16>,
}

impl History {
    pub fn new(codes: usize, cells: usize) -> History {
        let deeds = codes * cells;
        History {
            codes,
            cells,
            quiet: vec![0; deeds],
            capture: vec![0; deeds],
            replies: vec![0; REPLIES],
            counters: vec![Move::NONE; deeds],
            drifts: vec![0; deeds],
        }
    }

    /// True if made for a variant of this size.
    pub fn fits(&self, codes: usize, cells: usize) -> bool {
        (self.codes, self.cells) == (codes, cells)
    }

    /// A new move of the game: what was learnt counts half.
    pub fn fade(&mut self) {
        for table in [&mut self.quiet, &mut self.capture, &mut self.replies] {
            table.iter_mut().for_each(|counter| *counter /= 2);
        }
    }

    #[inline(always)]
    pub fn quiet(&self, deed: Deed) -> i32 {
        self.quiet[deed as usize] as i32
    }

    #[inline(always)]
    pub fn capture(&self, deed: Deed) -> i32 {
        self.capture[deed as usize] as i32
    }

    #[inline(always)]
    pub fn reply(&self, before: Deed, deed: Deed) -> i32 {
        self.replies[reply_index(before, deed)] as i32
    }

    #[inline(always)]
    pub fn counter(&self, before: Deed) -> Move {
        self.counters[before as usize]
    }

    #[inline(always)]
    pub fn drift(&self, deed: Deed) -> i32 {
        i32::from(self.drifts[deed as usize]) / DRIFT
    }

    pub fn teach_drift(&mut self, deed: Deed, error: i32) {
        let drift = &mut self.drifts[deed as usize];
        let value = i32::from(*drift);
        *drift = (value + (error.clamp(-500, 500) * DRIFT - value) / DRIFT_MEMORY) as i16;
    }

    pub fn set_counter(&mut self, before: Deed, mv: Move) {
        self.counters[before as usize] = mv;
    }

    pub fn teach_quiet(&mut self, deed: Deed, bonus: i32) {
        teach(&mut self.quiet[deed as usize], bonus);
    }

    pub fn teach_capture(&mut self, deed: Deed, bonus: i32) {
        teach(&mut self.capture[deed as usize], bonus);
    }

    pub fn teach_reply(&mut self, before: Deed, deed: Deed, bonus: i32) {
        teach(&mut self.replies[reply_index(before, deed)], bonus);
    }
}

/// Deeds of one side in answer to the same deed lie together.
#[inline(always)]
fn reply_index(before: Deed, deed: Deed) -> usize {
    (before.wrapping_mul(0x9E37_79B1).wrapping_add(deed)) as usize & (REPLIES - 1)
}

#[inline(always)]
fn teach(counter: &mut i16, bonus: i32) {
    let value = *counter as i32;
    *counter = (value + bonus - value * bonus.abs() / MOST) as i16;
}
