//! A board with one piece to move, set up by hand.

use crate::movegen::interpreter::{Occupant, Scene};
use crate::rules::topology::{Square, SquareSet, Topology};
use std::cell::{Cell, RefCell};

/// What stands where, and what is known about its past.
#[derive(Clone)]
pub struct HandMade {
    pub topology: Topology,
    pub own: SquareSet,
    pub enemy: SquareSet,
    /// Enemy royals.
    pub royal: SquareSet,
    /// Pieces that have not moved, the mover among them.
    pub virgin: SquareSet,
    /// Where the mover's type stood at the start.
    pub initial: SquareSet,
    /// En passant squares and their victim.
    pub en_passant: Option<(SquareSet, Square)>,
    /// All squares that somebody has asked about.
    pub touched: RefCell<SquareSet>,
    /// How often somebody has asked.
    pub looks: Cell<usize>,
}

impl HandMade {
    pub fn empty(topology: Topology) -> HandMade {
        HandMade {
            topology,
            own: SquareSet::new(),
            enemy: SquareSet::new(),
            royal: SquareSet::new(),
            virgin: SquareSet::new(),
            initial: SquareSet::new(),
            en_passant: None,
            touched: RefCell::default(),
            looks: Cell::default(),
        }
    }
}

impl Scene for HandMade {
    fn topology(&self) -> &Topology {
        &self.topology
    }

    fn occupant(&self, square: Square) -> Occupant {
        self.looks.set(self.looks.get() + 1);
        self.touched.borrow_mut().insert(square);
        if self.own.contains(square) {
            Occupant::Own
        } else if self.enemy.contains(square) {
            Occupant::Enemy
        } else {
            Occupant::Empty
        }
    }

    fn is_royal(&self, square: Square) -> bool {
        self.royal.contains(square)
    }

    fn is_virgin(&self, square: Square) -> bool {
        self.virgin.contains(square)
    }

    fn is_initial(&self, square: Square) -> bool {
        self.initial.contains(square)
    }

    fn en_passant_victim(&self, square: Square) -> Option<Square> {
        self.en_passant.as_ref().filter(|(squares, _)| squares.contains(square)).map(|(_, victim)| *victim)
    }

    fn is_open(&self, _: Square) -> bool {
        true
    }

    fn ends_captures(&self, _: Square) -> bool {
        false
    }
}
