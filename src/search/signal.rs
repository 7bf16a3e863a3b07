//! What a running search is told from outside, and what it tells beside its lines.

use super::Limits;
use crate::moves::Move;
use std::fmt;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::Duration;

/// Shared by a search and whoever ordered it.
#[derive(Debug, Default)]
pub struct Signal {
    stopped: AtomicBool,
    paused: AtomicBool,
    pondering: AtomicBool,
    /// What limits the search once it no longer ponders.
    limits: Mutex<Option<Limits>>,
    root: Mutex<AtRoot>,
    nodes: AtomicU64,
    /// What each thread looks at.
    lines: Mutex<Vec<Vec<Move>>>,
    ear: Ear,
}

/// What a search says beside its best lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Aside {
    /// It begins with another of the first moves.
    AtRoot(AtRoot),
    /// What each thread is looking at, from the first move on.
    Lines(Vec<Vec<Move>>),
    /// How far it is.
    Statistics(Statistics),
    /// One of the first moves, and the answer that makes it worse than the best one.
    Refuted(Vec<Move>),
}

/// What a search has used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    pub nodes: u64,
    pub time: Duration,
    /// Filled part of the transposition table, in permille.
    pub hash_full: u16,
}

/// Which asides are wanted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Asides {
    pub at_root: bool,
    pub lines: bool,
    pub refutations: bool,
    /// Once a second, and at the end.
    pub statistics: bool,
}

/// Who listens to asides, in the thread of the search.
#[derive(Default)]
struct Ear(Option<Box<dyn Fn(Aside) + Send + Sync>>);

impl fmt::Debug for Ear {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_some() { "Ear" } else { "None" })
    }
}

/// Which root move is being searched.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AtRoot {
    pub depth: u8,
    pub current: Option<Move>,
    /// Place of this move in the list, from 1.
    pub number: usize,
    /// Moves after this one in the present iteration.
    pub left: usize,
}

/// What the threads of one search have in common.
#[derive(Debug, Default)]
pub struct Crew {
    through: AtomicBool,
    nodes: AtomicU64,
}

impl Crew {
    /// The main thread has its answer.
    pub fn finish(&self) {
        self.through.store(true, Relaxed);
    }

    pub fn is_through(&self) -> bool {
        self.through.load(Relaxed)
    }

    /// A helper has searched so many more nodes.
    pub fn count(&self, nodes: u64) {
        self.nodes.fetch_add(nodes, Relaxed);
    }

    pub fn nodes(&self) -> u64 {
        self.nodes.load(Relaxed)
    }
}

impl Signal {
    /// Nobody says anything.
    pub(super) fn none() -> &'static Signal {
        static NONE: std::sync::LazyLock<Signal> = std::sync::LazyLock::new(Signal::default);
        &NONE
    }

    /// For a search on the opponent's time: no limit but `stop` counts before [`Signal::hit`].
    pub fn pondering() -> Signal {
        Signal { pondering: AtomicBool::new(true), ..Signal::default() }
    }

    /// With somebody who listens to what is said beside the lines.
    pub fn heard_by(self, ear: impl Fn(Aside) + Send + Sync + 'static) -> Signal {
        Signal { ear: Ear(Some(Box::new(ear))), ..self }
    }

    pub(super) fn tell(&self, aside: Aside) {
        if let Ear(Some(ear)) = &self.ear {
            ear(aside);
        }
    }

    /// A thread says what it looks at; what all of them do is told by the first.
    pub(super) fn tell_line(&self, thread: usize, line: Vec<Move>) {
        let mut lines = lock(&self.lines);
        if lines.len() <= thread {
            lines.resize(thread + 1, Vec::new());
        }
        lines[thread] = line;
        if thread == 0 {
            let lines = lines.clone();
            self.tell(Aside::Lines(lines));
        }
    }

    /// The search is to end now.
    pub fn stop(&self) {
        self.stopped.store(true, Relaxed);
    }

    pub fn is_stopped(&self) -> bool {
        self.stopped.load(Relaxed)
    }

    /// The expected move was made: from now on these limits hold, counted from now.
    pub fn hit(&self, limits: Limits) {
        *lock(&self.limits) = Some(limits);
        self.pondering.store(false, Relaxed);
    }

    pub fn is_pondering(&self) -> bool {
        self.pondering.load(Relaxed)
    }

    pub(super) fn take_limits(&self) -> Option<Limits> {
        lock(&self.limits).take()
    }

    /// The search rests, and its time with it, until it is told to go on.
    pub fn pause(&self, pause: bool) {
        self.paused.store(pause, Relaxed);
    }

    /// Sleeps while paused.
    pub(super) fn rest(&self) {
        while self.paused.load(Relaxed) && !self.is_stopped() {
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    pub(super) fn is_paused(&self) -> bool {
        self.paused.load(Relaxed)
    }

    pub fn at_root(&self) -> AtRoot {
        *lock(&self.root)
    }

    /// Nodes so far, of all threads.
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Relaxed)
    }

    pub(super) fn count(&self, nodes: u64) {
        self.nodes.fetch_add(nodes, Relaxed);
    }

    pub(super) fn note(&self, root: AtRoot) {
        *lock(&self.root) = root;
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}
