//! Search: picks a move.
//!
//! One search for every variant: it knows moves, verdicts and values, never whose names they have. `root` deepens,
//! `alphabeta` and `quiescence` look ahead, `ordering` says what to look at first, `clock` when to stop.

mod alphabeta;
mod asides;
mod best;
mod clock;
mod cutoffs;
mod estimate;
mod exchange;
mod frame;
mod history;
mod hunt;
mod ordering;
mod proof;
mod quiescence;
mod recall;
mod root;
mod searcher;
mod signal;
mod strength;
mod table;

use crate::game::Game;
use crate::moves::Move;
use clock::Clock;
use hashbrown::HashMap;
use history::History;
pub use proof::{Proof, prove};
pub use recall::Memory;
use searcher::Searcher;
use signal::Crew;
pub use signal::{Aside, Asides, AtRoot, Signal, Statistics};
use std::sync::Arc;
use std::time::Duration;
pub use strength::Strength;
use table::Table;

/// Deepest iteration.
const MAX_DEPTH: u8 = 120;
/// No win in more moves is looked for when one is asked for.
pub const MOST_MATE: u8 = MAX_DEPTH / 2 - 1;

/// What stops the search, beside a stop from outside and what [`Question`] adds (a depth, nodes).
#[derive(Clone, Debug, PartialEq)]
pub enum Limits {
    Depth(u8),
    Nodes(u64),
    /// So many nodes, but never more than this time: where a node is slow.
    Brief {
        nodes: u64,
        most: Duration,
    },
    /// Use about this much, never more.
    MoveTime(Duration),
    Clock {
        left: Duration,
        increment: Duration,
        moves_to_go: Option<u32>,
        /// A move has lately cost so much more of the clock than what it was thought about.
        lag: Duration,
    },
    Infinite,
}

/// What a message may take on its way without a larger reserve.
pub const USUAL_LAG: Duration = Duration::from_millis(10);

impl Limits {
    /// These limits where each move costs so much of the clock on the way of messages.
    pub fn with_overhead(self, overhead: Duration) -> Limits {
        let extra = overhead.saturating_sub(USUAL_LAG);
        match self {
            Limits::MoveTime(time) => Limits::MoveTime(time.saturating_sub(extra).max(time / 2)),
            Limits::Clock { left, increment, moves_to_go, lag } => {
                Limits::Clock { left, increment: increment.saturating_sub(extra), moves_to_go, lag: lag.max(overhead) }
            }
            Limits::Depth(_) | Limits::Nodes(_) | Limits::Brief { .. } | Limits::Infinite => self,
        }
    }

    /// What is left of them after so long a wait for the search to begin.
    pub fn after(self, wait: Duration) -> Limits {
        match self {
            Limits::MoveTime(time) => Limits::MoveTime(time.saturating_sub(wait)),
            Limits::Clock { left, increment, moves_to_go, lag } => {
                Limits::Clock { left: left.saturating_sub(wait), increment, moves_to_go, lag }
            }
            Limits::Depth(_) | Limits::Nodes(_) | Limits::Brief { .. } | Limits::Infinite => self,
        }
    }
}

/// What counts as time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pace {
    #[default]
    Wall,
    /// The time the processor has spent on the search.
    Cpu,
    /// So many nodes are a second.
    Nodes(u64),
}

/// What is to be found out.
#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    pub limits: Limits,
    /// No deeper than so many plies either, unless it is about a mate.
    pub depth: Option<u8>,
    /// No more nodes than this either.
    pub nodes: Option<u64>,
    pub pace: Pace,
    /// Only these moves at the root; all if empty.
    pub among: Vec<Move>,
    /// How many best lines to find, 1 or more.
    pub lines: usize,
    /// What certain positions are said to be worth, by key.
    pub given: HashMap<u64, Given>,
    /// Play no better than this.
    pub strength: Option<Strength>,
    /// What a draw is worse than an even position to the player to move at the root, in 1/100 of a pawn.
    pub contempt: i32,
    pub asides: Asides,
    /// Find a win in at most so many moves; look at every move where the usual search hasn't.
    pub mate: Option<u8>,
}

/// What a position is said to be worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Given {
    /// For the player to move, in 1/100 of a pawn-like piece, from -20000 to 20000.
    pub score: i32,
    /// Who looks further than so many plies from there doesn't take it on trust.
    pub depth: i32,
}

impl From<Limits> for Question {
    fn from(limits: Limits) -> Question {
        Question {
            limits,
            depth: None,
            nodes: None,
            pace: Pace::Wall,
            among: Vec::new(),
            lines: 1,
            given: HashMap::new(),
            strength: None,
            contempt: 0,
            asides: Asides::default(),
            mate: None,
        }
    }
}

impl Question {
    /// Only about moves that are among these, too; about these if none is.
    fn narrowed(&self, moves: Vec<Move>) -> Question {
        let both: Vec<Move> = moves.iter().copied().filter(|mv| self.among.contains(mv)).collect();
        Question { among: if both.is_empty() { moves } else { both }, ..self.clone() }
    }
}

/// How a score is meant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Bound {
    #[default]
    Exact,
    /// At least: the search failed high.
    Lower,
    /// At most: it failed low.
    Upper,
}

/// What the search says while it runs, after every iteration (and new best move at the root).
#[derive(Clone, Debug)]
pub struct Info {
    pub depth: u8,
    pub selective_depth: u8,
    pub score: Evaluation,
    pub bound: Bound,
    /// Which of the best lines this is, from 1.
    pub line: usize,
    pub nodes: u64,
    pub time: Duration,
    /// Filled part of the transposition table, in permille.
    pub hash_full: u16,
    pub pv: Vec<Move>,
}

impl Info {
    /// Nodes a second.
    pub fn speed(&self) -> u64 {
        (u128::from(self.nodes) * 1000 / self.time.as_millis().max(1)) as u64
    }
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
    /// What the search has used of its limits.
    pub used: Duration,
    /// What it has used in all.
    pub statistics: Statistics,
}

impl Found {
    /// A move that needed no search, or none.
    pub fn at_once(best: Option<Move>) -> Found {
        Found { best, ponder: None, info: None, used: Duration::ZERO, statistics: Statistics::default() }
    }
}

/// Keeps the transposition table and histories from move to move.
pub struct Engine {
    table: Table,
    history: History,
    /// Of the other threads.
    helpers: Vec<History>,
    /// The key of the position that was searched last, which is not in the table, and what came out.
    root: Option<(u64, Memory)>,
}

impl Engine {
    /// `hash` in MiB, 1 or more.
    pub fn new(hash: usize) -> Engine {
        Engine { table: Table::new(hash), history: History::new(0, 0), helpers: Vec::new(), root: None }
    }

    /// A table of so many MiB; where there is no room for that it keeps the one it has, and says how large that is.
    pub fn resize(&mut self, hash: usize) -> Result<(), usize> {
        self.root = None;
        if self.table.resize(hash) { Ok(()) } else { Err(self.table.mebibytes()) }
    }

    /// Forgets everything: a new game or variant.
    pub fn clear(&mut self) {
        self.table.clear();
        self.root = None;
        self.history = History::new(0, 0);
        self.helpers.fill_with(|| History::new(0, 0));
    }

    /// Searches with so many threads from now on, 1 or more. With one, the same question after the same moves always has
    /// the same answer.
    pub fn set_threads(&mut self, threads: usize) {
        self.helpers.resize_with(threads.max(1) - 1, || History::new(0, 0));
    }

    /// Thinks in the calling thread until the limit or until it is told to stop; `report` is called in this thread.
    pub fn think(
        &mut self,
        game: &Game,
        limits: &Limits,
        signal: &Arc<Signal>,
        report: &mut dyn FnMut(&Info),
    ) -> Found {
        self.answer(game, &limits.clone().into(), signal, report)
    }

    /// What is best, and whatever else may be asked.
    pub fn answer(
        &mut self,
        game: &Game,
        question: &Question,
        signal: &Arc<Signal>,
        report: &mut dyn FnMut(&Info),
    ) -> Found {
        let rules = game.rules();
        let narrowed;
        let question = match game.drawn() {
            None => question,
            Some(_) => {
                let legal = game.legal_moves();
                if let [forced] = legal[..] {
                    // It may be a pass that only the lot allows, of which the rest of the search knows nothing.
                    return Found::at_once(Some(forced));
                }
                narrowed = question.narrowed(legal);
                &narrowed
            }
        };
        rules.prepare();
        let (codes, cells) = (rules.piece_codes(), rules.topology().cells());
        for history in self.helpers.iter_mut().chain([&mut self.history]) {
            if history.fits(codes, cells) {
                history.fade();
            } else {
                *history = History::new(codes, cells);
            }
        }
        self.table.grow_older();
        let (table, crew) = (&self.table, &Crew::default());
        let position = game.position();
        let found = std::thread::scope(|scope| {
            // Help would make a weaker player stronger again.
            let helpers = if question.strength.is_some() { &mut [][..] } else { &mut self.helpers[..] };
            for (number, history) in helpers.iter_mut().enumerate() {
                scope.spawn(move || {
                    let clock = Clock::of_helper(signal, crew);
                    Searcher::new(rules, position.clone(), table, history, question, (clock, signal))
                        .help(crew, number);
                });
            }
            let mut clock = Clock::new(&question.limits, question.pace, signal);
            clock.count_nodes_of(crew);
            if let Some(strength) = question.strength {
                clock.spend_at_most(strength.nodes());
            }
            if let (Some(depth), None) = (question.depth, question.mate) {
                clock.go_at_most(depth);
            }
            if let Some(nodes) = question.nodes {
                clock.spend_at_most(nodes);
            }
            let main = Searcher::new(rules, position.clone(), table, &mut self.history, question, (clock, signal));
            // Helpers are to end even if the search fails.
            let through = OnDrop(crew);
            let found = main.think(crew, report);
            drop(through);
            found
        });
        let memory = |info: &Info| Memory { best: found.best, score: info.score, bound: info.bound, depth: info.depth };
        self.root = found.info.as_ref().map(|info| (position.key(), memory(info)));
        found
    }
}

/// Sends the helpers home.
struct OnDrop<'a>(&'a Crew);

impl Drop for OnDrop<'_> {
    fn drop(&mut self) {
        self.0.finish();
    }
}
