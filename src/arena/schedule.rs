//! Many games, some at the same time.

use super::Trouble;
use super::clock::Limit;
use super::engine;
use super::openings::{Opening, Openings};
use super::play::{Played, Player, Terms, play};
use super::spec::Spec;
use crate::definition::PerSide;
use crate::rules::Rules;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// The games of one variant. Games 2n and 2n + 1 are a pair: the same opening, colours reversed.
pub struct Plan {
    pub engines: [Spec; 2],
    pub limits: [Limit; 2],
    pub names: [String; 2],
    pub games: u32,
    pub concurrency: usize,
    pub terms: Terms,
}

/// What is told while games are played.
pub enum News {
    /// Nothing has happened for a while.
    Quiet,
    Ended {
        number: u32,
        played: Box<Played>,
    },
    /// The match can't go on.
    Failed(String),
}

/// How often something is told at least.
const PULSE: Duration = Duration::from_millis(100);

/// Starts both engines once, to see whether they know the variant, take the openings, and how they are to be spoken to;
/// learns their names.
pub fn prepare(plan: &mut Plan, rules: &Arc<Rules>, openings: &Openings) -> Result<(), String> {
    let fen = openings.set_up();
    for at in 0..2 {
        let (spec, limit) = (&mut plan.engines[at], &plan.limits[at]);
        let opened = engine::open(spec, rules, plan.terms.hash, &Arc::default()).and_then(|mut engine| {
            engine.begin(fen.as_deref(), limit)?;
            engine.settle().map(|()| engine)
        });
        let engine = opened.map_err(|trouble| format!("{}: {}", spec.called(), engine::reason(&trouble)))?;
        spec.tongue = Some(engine.tongue());
        plan.names[at] = spec.name.clone().unwrap_or_else(|| engine.title().to_owned());
    }
    if plan.names[0] == plan.names[1] {
        plan.names[1].push_str(" (2)");
    }
    Ok(())
}

/// Which game is next.
struct Queue {
    openings: Openings,
    /// Of the pair that is being handed out.
    opening: Opening,
    next: u32,
}

impl Queue {
    fn take(&mut self, games: u32) -> Option<(u32, Opening)> {
        let number = self.next;
        if number >= games {
            return None;
        }
        self.next += 1;
        if number.is_multiple_of(2) {
            self.opening = self.openings.draw();
        }
        Some((number, self.opening.clone()))
    }
}

/// Plays until all games are played or `hear` breaks off. Games that are not over then are not told of.
pub fn run<B>(
    plan: &Plan,
    rules: &Arc<Rules>,
    openings: Openings,
    hear: &mut dyn FnMut(News) -> ControlFlow<B>,
) -> Option<B> {
    let queue = Mutex::new(Queue { openings, opening: Opening::default(), next: 0 });
    let stop = Arc::new(AtomicBool::new(false));
    let (sender, news) = mpsc::channel();
    std::thread::scope(|scope| {
        for _ in 0..plan.concurrency.clamp(1, plan.games.max(1) as usize) {
            let (sender, queue, stop) = (sender.clone(), &queue, &stop);
            scope.spawn(move || {
                let mut players = [0, 1].map(|at| Player::new(at, &plan.engines[at], &plan.limits[at]));
                while !stop.load(Relaxed) {
                    let taken = queue.lock().unwrap_or_else(PoisonError::into_inner).take(plan.games);
                    let Some((number, opening)) = taken else { return };
                    let [first, second] = &mut players;
                    let seats =
                        if number.is_multiple_of(2) { PerSide([first, second]) } else { PerSide([second, first]) };
                    let told = match play(seats, rules, &opening, &plan.terms, stop) {
                        Ok(played) => News::Ended { number, played: Box::new(played) },
                        Err(Trouble::Stopped) => return,
                        Err(trouble) => News::Failed(engine::reason(&trouble)),
                    };
                    if sender.send(told).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        let broken = loop {
            let told = match news.recv_timeout(PULSE) {
                Ok(told) => told,
                Err(RecvTimeoutError::Timeout) => News::Quiet,
                Err(RecvTimeoutError::Disconnected) => break None,
            };
            if let ControlFlow::Break(why) = hear(told) {
                break Some(why);
            }
        };
        stop.store(true, Relaxed);
        broken
    })
}

impl Played {
    /// Half points for an engine.
    pub fn half_points(&self, engine: usize) -> u8 {
        match self.outcome.winner {
            None => 1,
            Some(side) => 2 * u8::from(self.seats[side] == engine),
        }
    }
}
