//! Search: picks a move.
//!
//! One search for every variant: it knows moves, verdicts and values, never whose names they have. `root` deepens,
//! `alphabeta` and `quiescence` look ahead, `ordering` says what to look at first, `clock` when to stop.

mod alphabeta;
mod clock;
mod exchange;
mod history;
mod ordering;
mod quiescence;
mod root;
mod searcher;
mod table;

use crate::game::Game;
use crate::moves::Move;
use history::History;
use searcher::Searcher;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use table::Table;

/// Deepest iteration.
const MAX_DEPTH: u8 = 120;

/// What stops the search. Exactly one applies; a stop from outside always does.
#[derive(Clone, Debug, PartialEq)]
pub enum Limits {
    Depth(u8),
    Nodes(u64),
    /// Use about this much, never more.
    MoveTime(Duration),
    Clock {
        left: Duration,
        increment: Duration,
        moves_to_go: Option<u32>,
    },
    Infinite,
}

/// What the search says while it runs, after every iteration (and new best move at the root).
#[derive(Clone, Debug)]
pub struct Info {
    pub depth: u8,
    pub selective_depth: u8,
    pub score: Evaluation,
    pub nodes: u64,
    pub time: Duration,
    /// Filled part of the transposition table, in permille.
    pub hash_full: u16,
    pub pv: Vec<Move>,
}

/// A score for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Evaluation {
    Centipawns(i32),
    /// Win in so many plies if positive, loss if negative; 0 is already lost.
    Mate(i32),
}

/// The search's answer.
#[derive(Clone, Debug)]
pub struct Found {
    /// `None` only when there is no legal move.
    pub best: Option<Move>,
    pub ponder: Option<Move>,
    pub info: Option<Info>,
}

/// Keeps the transposition table and histories from move to move.
pub struct Engine {
    table: Table,
    history: History,
}

impl Engine {
    /// `hash` in MiB, 1 or more.
    pub fn new(hash: usize) -> Engine {
        Engine { table: Table::new(hash), history: History::new(0, 0) }
    }

    pub fn resize(&mut self, hash: usize) {
        self.table = Table::new(hash);
    }

    /// Forgets everything: a new game or variant.
    pub fn clear(&mut self) {
        self.table.clear();
        self.history = History::new(0, 0);
    }

    /// Thinks in the calling thread until the limit or until `stop` becomes true; `report` is called in this thread.
    pub fn think(
        &mut self,
        game: &Game,
        limits: &Limits,
        stop: &Arc<AtomicBool>,
        report: &mut dyn FnMut(&Info),
    ) -> Found {
        let rules = game.rules();
        let (codes, cells) = (rules.piece_codes(), rules.topology().cells());
        if self.history.fits(codes, cells) {
            self.history.fade();
        } else {
            self.history = History::new(codes, cells);
        }
        self.table.grow_older();
        Searcher::new(rules, game.position().clone(), &self.table, &mut self.history, limits, stop).think(report)
    }
}
