//! Where the search runs: on its own thread for play, in the caller's for tests.
//!
//! Either way an order returns at once and results come later, marked with the number of the order, so that what
//! belongs to an abandoned search can be told from what is wanted.

use super::input::Event;
use crate::bench;
use crate::game::Game;
use crate::movegen;
use crate::moves::Move;
use crate::search::{self, Aside, AtRoot, Engine, Found, Info, Limits, Memory, Pace, Proof, Question, Signal};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::{self, Sender};
use std::time::Instant;

/// Megabytes of hash table until somebody says something else.
pub const DEFAULT_HASH: usize = 32;

/// An order to think.
#[derive(Clone)]
pub struct Job {
    pub number: u64,
    pub game: Game,
    pub task: Task,
}

#[derive(Clone)]
pub enum Task {
    /// Its limits don't count yet while `pondering`.
    Search { question: Box<Question>, pondering: bool },
    /// Look for a mate by checks alone.
    Prove(Limits),
    /// Count sequences of so many moves.
    Count(u32),
    /// Say what is known of the position.
    Recall,
    /// Search these games to a depth, each with nothing known before.
    Bench { games: Vec<Game>, depth: u8 },
}

/// What comes back.
#[derive(Debug)]
pub enum Progress {
    Thinking(u64, Info),
    /// Said beside the lines.
    Aside(u64, Aside),
    /// The last word of a search.
    Done(u64, Found),
    /// One of the first moves, and the number of sequences that begin with it.
    Counted(u64, Move, u64),
    /// What has come of looking for a mate.
    Proved(u64, Proof),
    /// The last word of a count: how many sequences there are; if it was stopped, those of the moves told before.
    CountedAll {
        number: u64,
        total: u64,
        stopped: bool,
    },
    /// What is known of the position.
    Recalled(u64, Option<Memory>),
    /// The nodes of a bench.
    Benched(u64, u64),
    /// Something that was ordered beside thinking is done, with what is to be said about it.
    Prepared(Option<String>),
}

/// Carries out one job at a time.
pub trait Thinker {
    /// Starts thinking; a job still running is abandoned.
    fn start(&mut self, job: Job);
    /// Asks for the result now.
    fn stop(&mut self);
    /// The move that was pondered on has come: these limits count from now on.
    fn hit(&mut self, limits: Limits);
    /// Rests, or goes on; the time rests, too.
    fn pause(&mut self, pause: bool);
    /// Which root move is being searched.
    fn at_root(&self) -> AtRoot;
    /// How many nodes the search has looked at.
    fn nodes(&self) -> u64;
    /// Drops the job; what it still says is to be ignored.
    fn abandon(&mut self);
    fn resize(&mut self, megabytes: usize);
    /// Searches with so many threads.
    fn set_threads(&mut self, threads: usize);
    /// Forgets what was learnt: a new game.
    fn clear(&mut self);
    /// True while something that was ordered beside thinking isn't done; its end is [`Progress::Prepared`].
    fn is_preparing(&self) -> bool;
    /// For thinkers without a thread: works until there is something to say.
    fn work(&mut self) -> Option<Progress>;
    /// As `work`, but only if the result has been asked for.
    fn ready(&mut self) -> Option<Progress>;
}

enum Order {
    Think(Box<Job>, Arc<Signal>, Instant),
    Resize(usize),
    Threads(usize),
    Clear,
}

/// A thinker on its own thread, which sends results as events.
pub struct Threaded {
    orders: Sender<Order>,
    events: Sender<Event>,
    signal: Arc<Signal>,
    paused: bool,
    /// Orders beside thinking that are not done yet.
    preparing: Arc<AtomicUsize>,
}

impl Threaded {
    pub fn start(events: Sender<Event>) -> Threaded {
        let (orders, inbox) = mpsc::channel();
        let reports = events.clone();
        let preparing = Arc::<AtomicUsize>::default();
        let left = preparing.clone();
        std::thread::spawn(move || {
            let mut engine = Engine::new(DEFAULT_HASH);
            let report = |progress| drop(reports.send(Event::Search(progress)));
            for order in inbox {
                let mut complaint = None;
                match order {
                    Order::Think(mut job, signal, ordered) => {
                        // Its clock runs already while something else is made ready.
                        if let Task::Search { question, pondering: false } = &mut job.task
                            && question.pace == Pace::Wall
                        {
                            question.limits = question.limits.clone().after(ordered.elapsed());
                        }
                        think(&mut engine, &job, &signal, &report);
                        continue;
                    }
                    Order::Resize(megabytes) => {
                        let smaller = engine.resize(megabytes).err();
                        complaint = smaller
                            .map(|has| format!("there is no room for a hash table of {megabytes} MB; it has {has} MB"));
                    }
                    Order::Threads(threads) => engine.set_threads(threads),
                    Order::Clear => engine.clear(),
                }
                left.fetch_sub(1, Relaxed);
                report(Progress::Prepared(complaint));
            }
        });
        Threaded { orders, events, signal: Arc::default(), paused: false, preparing }
    }

    fn prepare(&mut self, order: Order) {
        self.preparing.fetch_add(1, Relaxed);
        let _ = self.orders.send(order);
    }
}

impl Thinker for Threaded {
    fn start(&mut self, job: Job) {
        self.abandon();
        let pondering = matches!(job.task, Task::Search { pondering: true, .. });
        let signal = if pondering { Signal::pondering() } else { Signal::default() };
        let (events, number) = (self.events.clone(), job.number);
        let told = move |aside| drop(events.send(Event::Search(Progress::Aside(number, aside))));
        self.signal = Arc::new(signal.heard_by(told));
        self.signal.pause(self.paused);
        let _ = self.orders.send(Order::Think(Box::new(job), self.signal.clone(), Instant::now()));
    }

    fn stop(&mut self) {
        self.signal.stop();
    }

    fn hit(&mut self, limits: Limits) {
        self.signal.hit(limits);
    }

    fn pause(&mut self, pause: bool) {
        self.paused = pause;
        self.signal.pause(pause);
    }

    fn at_root(&self) -> AtRoot {
        self.signal.at_root()
    }

    fn nodes(&self) -> u64 {
        self.signal.nodes()
    }

    fn abandon(&mut self) {
        self.stop();
    }

    fn resize(&mut self, megabytes: usize) {
        self.prepare(Order::Resize(megabytes));
    }

    fn set_threads(&mut self, threads: usize) {
        self.prepare(Order::Threads(threads));
    }

    fn clear(&mut self) {
        self.prepare(Order::Clear);
    }

    fn is_preparing(&self) -> bool {
        self.preparing.load(Relaxed) > 0
    }

    fn work(&mut self) -> Option<Progress> {
        None
    }

    fn ready(&mut self) -> Option<Progress> {
        None
    }
}

/// Does what was ordered and reports. Should that fail, it is still answered, without a move: the session plays another.
fn think(engine: &mut Engine, job: &Job, signal: &Arc<Signal>, report: &dyn Fn(Progress)) {
    if catch_unwind(AssertUnwindSafe(|| obey(engine, job, signal, report))).is_err() {
        engine.clear();
        let number = job.number;
        report(match job.task {
            Task::Search { .. } => Progress::Done(number, Found::at_once(None)),
            Task::Prove(_) => Progress::Proved(number, Proof::Unknown),
            Task::Count(_) => Progress::CountedAll { number, total: 0, stopped: true },
            Task::Recall => Progress::Recalled(number, None),
            Task::Bench { .. } => Progress::Benched(number, 0),
        });
    }
}

fn obey(engine: &mut Engine, job: &Job, signal: &Arc<Signal>, report: &dyn Fn(Progress)) {
    let number = job.number;
    match &job.task {
        Task::Search { question, .. } => {
            let mut said = |info: &Info| report(Progress::Thinking(number, info.clone()));
            report(Progress::Done(number, engine.answer(&job.game, question, signal, &mut said)));
        }
        Task::Prove(limits) => report(Progress::Proved(number, search::prove(&job.game, limits, signal))),
        Task::Count(depth) => {
            let (mut total, mut stopped) = (u64::from(*depth == 0), false);
            for mv in job.game.legal_moves().into_iter().filter(|_| *depth > 0) {
                let mut game = job.game.clone();
                game.play(mv);
                let Some(count) = count(&game, depth - 1, signal) else {
                    stopped = true;
                    break;
                };
                report(Progress::Counted(number, mv, count));
                total += count;
            }
            report(Progress::CountedAll { number, total, stopped });
        }
        Task::Recall => report(Progress::Recalled(number, engine.recall(&job.game))),
        Task::Bench { games, depth } => {
            let mut nodes = 0;
            for game in games {
                let mut searched = 0;
                let limits = Limits::Depth(*depth);
                Engine::new(bench::HASH).think(game, &limits, signal, &mut |info| searched = info.nodes);
                nodes += searched;
            }
            report(Progress::Benched(number, nodes));
        }
    }
}

/// Counts sequences of moves; `None` if stopped.
fn count(game: &Game, depth: u32, signal: &Signal) -> Option<u64> {
    movegen::perft_while(game.rules(), &mut game.position().clone(), depth, &mut || !signal.is_stopped())
}

/// A thinker without a thread or a clock: every search is one of so many nodes, made when it is waited for.
pub struct Inline {
    engine: Engine,
    nodes: u64,
    job: Option<Job>,
    stopped: bool,
    said: std::collections::VecDeque<Progress>,
}

impl Inline {
    pub fn new(nodes: u64) -> Inline {
        Inline { engine: Engine::new(1), nodes, job: None, stopped: false, said: Default::default() }
    }
}

impl Thinker for Inline {
    fn start(&mut self, job: Job) {
        self.abandon();
        self.job = Some(job);
    }

    fn stop(&mut self) {
        self.stopped = true;
    }

    fn hit(&mut self, _limits: Limits) {}

    fn pause(&mut self, _pause: bool) {}

    fn at_root(&self) -> AtRoot {
        AtRoot::default()
    }

    fn nodes(&self) -> u64 {
        0
    }

    fn abandon(&mut self) {
        self.job = None;
        self.stopped = false;
        self.said.clear();
    }

    fn resize(&mut self, _megabytes: usize) {}

    fn set_threads(&mut self, _threads: usize) {}

    fn clear(&mut self) {
        self.engine.clear();
    }

    fn is_preparing(&self) -> bool {
        false
    }

    fn work(&mut self) -> Option<Progress> {
        if let Some(mut job) = self.job.take() {
            if let Task::Search { question, .. } = &mut job.task {
                question.limits = match &question.limits {
                    // A depth is no limit where all moves are looked at.
                    _ if question.mate.is_some() => Limits::Nodes(50 * self.nodes),
                    Limits::Depth(depth) => Limits::Depth(4.min(*depth)),
                    Limits::Nodes(nodes) => Limits::Nodes(self.nodes.min(*nodes)),
                    Limits::Brief { nodes, .. } => Limits::Nodes(self.nodes.min(*nodes)),
                    Limits::MoveTime(_) | Limits::Clock { .. } | Limits::Infinite => Limits::Nodes(self.nodes),
                };
            }
            if let Task::Prove(limits) = &mut job.task {
                *limits = Limits::Nodes(50 * self.nodes);
            }
            self.stopped = false;
            let said = std::cell::RefCell::new(&mut self.said);
            let report = |progress| said.borrow_mut().push_back(progress);
            think(&mut self.engine, &job, &Arc::default(), &report);
        }
        self.said.pop_front()
    }

    fn ready(&mut self) -> Option<Progress> {
        if self.stopped || self.job.is_none() { self.work() } else { None }
    }
}
