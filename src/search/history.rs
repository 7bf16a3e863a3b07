//! What moves were good elsewhere in the tree.
//!
//! Moves are known by the piece that ends its move and where: drops and promotions need nothing special. Counters
//! move towards their bound, so that old experience fades as new comes in.

use crate::moves::Move;

/// Bound of all counters.
pub const MOST: i32 = 16384;
/// Entries of the table of replies; a power of two.
const REPLIES: usize = 1 << 20;

/// So many parts of 1/100 of a pawn-like piece are kept apart in drifts; and of an error each of them takes over so great a part.
const DRIFT: i32 = 16;
/// No drift is larger: mates are none of its business.
const MOST_DRIFT: i32 = 500;

/// A piece and the square it comes to, as an index.
pub type Deed = u32;

/// A move as far as it tells how the value of a position changes beyond its running sum.
#[derive(Clone, Copy)]
pub struct Event {
    pub deed: Deed,
    /// That piece and where it comes from, as an index: behind all squares if from the hand.
    pub origin: u32,
    /// The code of what it takes where it comes to.
    pub taken: u32,
}

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
    /// How much better or worse than expected a position is after an event, for the side that is next: in parts of
    /// 1/100 of a pawn-like piece, [`DRIFT`] of them. By deed, origin, and what was taken, to be added up.
    drifts: [Vec<i16>; 3],
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
            drifts: [deeds, codes * (cells + 1), codes].map(|places| vec![0; places]),
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

    /// What is known of quiet deeds after what was done one and two plies before.
    #[inline(always)]
    pub fn quiets(&self, before: [Option<Deed>; 2]) -> Quiets<'_> {
        let replies = self.replies.as_chunks().0.first();
        Quiets { ever: &self.quiet, after: before.map(|before| before.map(Replies::to).zip(replies)) }
    }

    #[inline(always)]
    pub fn capture(&self, deed: Deed) -> i32 {
        self.capture[deed as usize] as i32
    }

    #[inline(always)]
    pub fn counter(&self, before: Deed) -> Move {
        self.counters[before as usize]
    }

    #[inline(always)]
    pub fn drift(&self, event: Event) -> i32 {
        let places = [event.deed, event.origin, event.taken];
        let parts = self.drifts.iter().zip(places).map(|(drifts, place)| i32::from(drifts[place as usize]));
        parts.sum::<i32>() / DRIFT
    }

    /// A position was so much better for the side that is next than was expected after this.
    pub fn teach_drift(&mut self, event: Event, error: i32) {
        let error = error.clamp(-MOST_DRIFT, MOST_DRIFT);
        for (drifts, place) in self.drifts.iter_mut().zip([event.deed, event.origin, event.taken]) {
            let drift = &mut drifts[place as usize];
            *drift = (i32::from(*drift) + error).clamp(-MOST_DRIFT * DRIFT, MOST_DRIFT * DRIFT) as i16;
        }
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
        teach(&mut self.replies[Replies::to(before).at(deed)], bonus);
    }
}

/// The counters of quiet deeds in one position, to look up many.
pub struct Quiets<'a> {
    ever: &'a [i16],
    after: [Option<(Replies, &'a [i16; REPLIES])>; 2],
}

impl Quiets<'_> {
    /// How good a deed was elsewhere, and after what was done before.
    #[inline(always)]
    pub fn of(&self, deed: Deed) -> i32 {
        let after = |at: usize| self.after[at].map_or(0, |(replies, table)| i32::from(table[replies.at(deed)]));
        i32::from(self.ever[deed as usize]) + after(0) + after(1)
    }
}

/// Where the answers to a deed are: those of one side lie together.
#[derive(Clone, Copy)]
struct Replies(u32);

impl Replies {
    #[inline(always)]
    fn to(before: Deed) -> Replies {
        Replies(before.wrapping_mul(0x9E37_79B1))
    }

    #[inline(always)]
    fn at(self, deed: Deed) -> usize {
        self.0.wrapping_add(deed) as usize & (REPLIES - 1)
    }
}

#[inline(always)]
fn teach(counter: &mut i16, bonus: i32) {
    let value = *counter as i32;
    *counter = (value + bonus - value * bonus.abs() / MOST) as i16;
}
