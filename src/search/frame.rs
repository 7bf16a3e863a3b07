//! Scratch memory for every ply, kept from node to node so that nothing is allocated while searching.

use super::estimate::Gap;
use super::history::{Deed, Event};
use super::ordering::Rated;
use crate::movegen::Later;
use crate::moves::{Move, MoveList};
use std::ops::{Index, IndexMut};

/// A power of two: then any number of a ply, cut down to this, is that of a frame, and nothing has to be asked for each of the
/// hundred times that a node looks into one.
const PLIES: usize = 128;
/// Deepest line looked at: nodes write down what concerns the next two plies.
pub const MAX_PLY: usize = PLIES - 3;

/// By ply.
pub struct Frames(Box<[Frame; PLIES]>);

impl Frames {
    pub fn new() -> Frames {
        Frames(Box::new(std::array::from_fn(|_| Frame::new())))
    }

    /// The line at this ply is `mv` and the line of the next one.
    pub fn extend_pv(&mut self, mv: Move, ply: usize) {
        let mut pv = std::mem::take(&mut self[ply].pv);
        pv.clear();
        pv.push(mv);
        pv.extend_from_slice(&self[ply + 1].pv);
        self[ply].pv = pv;
    }
}

impl Index<usize> for Frames {
    type Output = Frame;

    #[inline(always)]
    fn index(&self, ply: usize) -> &Frame {
        debug_assert!(ply < PLIES);
        &self.0[ply % PLIES]
    }
}

impl IndexMut<usize> for Frames {
    #[inline(always)]
    fn index_mut(&mut self, ply: usize) -> &mut Frame {
        debug_assert!(ply < PLIES);
        &mut self.0[ply % PLIES]
    }
}

/// What belongs to one ply.
pub struct Frame {
    pub moves: MoveList,
    /// More of them, as long as nobody has asked for them.
    pub later: Later,
    pub scores: Vec<i32>,
    /// Which moves have scores.
    pub rated: Rated,
    pub killers: [Move; 2],
    /// Static evaluation, or `-INFINITE` when in check.
    pub evaluation: i32,
    pub told: Told,
    /// Of this position as evaluated, or as expected after the last one that was.
    pub gap: Option<Gap>,
    /// What was done from here, unless it was a null move.
    pub event: Option<Event>,
    /// It neither took nor promoted, and the other side is next. Set before the answers are searched.
    pub calm: bool,
    pub pv: Vec<Move>,
    /// Left out while it is examined whether it is the only good move.
    pub excluded: Option<Move>,
    /// Quiet and capturing deeds tried so far.
    pub tried: Vec<(Deed, bool)>,
}

/// What is known of a position by those who have led to it. Asked for once, at once.
#[derive(Clone, Copy, Default)]
pub struct Told {
    /// The side to move is in check.
    pub check: Option<bool>,
    pub evaluation: Option<i32>,
}

impl Frame {
    fn new() -> Frame {
        Frame {
            moves: MoveList::new(),
            later: Later::default(),
            scores: Vec::with_capacity(256),
            rated: Rated::All(0),
            killers: [Move::NONE; 2],
            evaluation: 0,
            told: Told::default(),
            gap: None,
            event: None,
            calm: false,
            pv: Vec::with_capacity(MAX_PLY),
            excluded: None,
            tried: Vec::with_capacity(64),
        }
    }
}
