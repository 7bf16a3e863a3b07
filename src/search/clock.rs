//! When to stop.
//!
//! The soft limit is looked at between iterations and moves with how settled the search is; the hard limit is looked
//! at every 1 to 1024 nodes, as time between looks has it. Both leave a margin for what happens between our answer and the other side's clock.

use super::{Crew, Limits, Pace, Signal, USUAL_LAG};
use std::time::{Duration, Instant};

/// Kept back for the way of the answer to whoever stops the clock.
const LAG: Duration = Duration::from_millis(15);
/// Kept on the clock for the moments when a busy machine lets a message wait.
const RESERVE: Duration = Duration::from_millis(100);
/// Nodes between two looks at the clock, at most.
const MOST_NODES: u64 = 1024;
/// Nodes until the second look: a node on a board of six hundred squares may take a millisecond.
const FIRST_NODES: u64 = 16;
/// The first iteration may take so long whatever the clock says: on usual boards it takes a tenth of that.
const FIRST_TIME: Duration = Duration::from_millis(5);

/// Watches one search.
pub struct Clock<'a> {
    signal: &'a Signal,
    started: Instant,
    /// Since when the limits count.
    counted: Duration,
    /// Limits don't count yet.
    pondering: bool,
    /// Spent resting.
    rested: Duration,
    pace: Pace,
    cpu: cpu_time::ThreadTime,
    /// For helpers: the search they help with, and how they share its nodes.
    crew: Option<&'a Crew>,
    /// For who is helped: whose nodes count, too.
    helpers: Option<&'a Crew>,
    /// The first iteration is not over: some move is best only after it.
    begins: bool,
    soft: Option<Duration>,
    hard: Option<Duration>,
    pub depth: u8,
    nodes: u64,
    /// Nodes that the crew knows of.
    counted_nodes: u64,
    /// The next look is due at this node.
    due: u64,
    interval: u64,
    last_look: Instant,
}

impl<'a> Clock<'a> {
    pub fn new(limits: &Limits, pace: Pace, signal: &'a Signal) -> Clock<'a> {
        let started = Instant::now();
        let mut clock = Clock {
            signal,
            started,
            counted: Duration::ZERO,
            pondering: signal.is_pondering(),
            rested: Duration::ZERO,
            pace,
            cpu: cpu_time::ThreadTime::now(),
            crew: None,
            helpers: None,
            begins: false,
            soft: None,
            hard: None,
            depth: super::MAX_DEPTH,
            nodes: u64::MAX,
            counted_nodes: 0,
            due: 1,
            interval: FIRST_NODES,
            last_look: started,
        };
        if !clock.pondering {
            // The expected move may have come before the search began.
            clock.limit(&signal.take_limits().unwrap_or_else(|| limits.clone()));
        }
        clock
    }

    /// For a helper, which goes on until the search it helps with is through.
    pub fn of_helper(signal: &'a Signal, crew: &'a Crew) -> Clock<'a> {
        let limits = Limits::Infinite;
        let mut clock = Clock::new(&limits, Pace::Wall, Signal::none());
        (clock.signal, clock.crew) = (signal, Some(crew));
        clock
    }

    /// Nodes of these helpers count against the limit, too.
    pub fn count_nodes_of(&mut self, helpers: &'a Crew) {
        self.helpers = Some(helpers);
    }

    /// While the first iteration lasts, neither a stop nor the end of the time ends the search, for [`FIRST_TIME`] at most.
    pub fn note_iteration(&mut self, depth: u8) {
        self.begins = depth <= 1;
    }

    fn limit(&mut self, limits: &Limits) {
        match *limits {
            Limits::Depth(depth) => self.go_at_most(depth),
            Limits::Nodes(nodes) => self.spend_at_most(nodes),
            Limits::Brief { nodes, most } => {
                self.spend_at_most(nodes);
                self.hard = Some(most);
            }
            Limits::MoveTime(time) => {
                let usable = time.saturating_sub(LAG).max(time / 2);
                self.hard = Some(usable);
            }
            Limits::Clock { left, increment, moves_to_go, lag } => {
                let (soft, hard) = budget(left, increment, moves_to_go, lag);
                (self.soft, self.hard) = (Some(soft), Some(hard));
            }
            Limits::Infinite => {}
        }
    }

    /// No more nodes than this, whatever else limits the search.
    pub fn spend_at_most(&mut self, nodes: u64) {
        self.nodes = self.nodes.min(nodes.max(1));
    }

    /// No deeper than this, but at least a ply.
    pub fn go_at_most(&mut self, depth: u8) {
        self.depth = self.depth.min(depth.max(1));
    }

    /// Since the beginning, on the wall, without rests.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed().saturating_sub(self.rested)
    }

    /// What is said to be used: the processor's time where the clock on the wall doesn't count.
    pub fn told(&self) -> Duration {
        if self.pace == Pace::Wall { self.elapsed() } else { self.cpu.elapsed() }
    }

    /// What counts against the limits.
    pub fn used(&self, nodes: u64) -> Duration {
        let used = match self.pace {
            Pace::Wall => self.elapsed(),
            Pace::Cpu => self.cpu.elapsed(),
            Pace::Nodes(rate) => Duration::from_secs_f64(nodes as f64 / rate.max(1) as f64),
        };
        used.saturating_sub(self.counted)
    }

    /// True when it is time for a look. To be asked at every node.
    #[inline(always)]
    pub fn is_due(&self, nodes: u64) -> bool {
        nodes >= self.due
    }

    /// True when the search must end now.
    pub fn look(&mut self, nodes: u64) -> bool {
        let all = nodes + self.helpers.map_or(0, Crew::nodes);
        let patient = self.begins && !matches!(self.pace, Pace::Nodes(_)) && self.elapsed() < FIRST_TIME;
        if all >= self.nodes || self.signal.is_stopped() && !patient {
            return true;
        }
        let more = nodes - self.counted_nodes;
        self.counted_nodes = nodes;
        self.signal.count(more);
        if let Some(crew) = self.crew {
            crew.count(more);
            if crew.is_through() {
                return true;
            }
        }
        if self.signal.is_paused() {
            let began = Instant::now();
            self.signal.rest();
            self.rested += began.elapsed();
        }
        if self.pondering && !self.signal.is_pondering() {
            self.counted = self.used(nodes) + self.counted;
            self.pondering = false;
            if let Some(limits) = self.signal.take_limits() {
                self.limit(&limits);
            }
        }
        let now = Instant::now();
        // Nodes of huge boards are slow; a stop must not wait for a thousand of them.
        let since = now - self.last_look;
        if since > Duration::from_millis(4) {
            self.interval = (self.interval / 2).max(1);
        } else if since < Duration::from_millis(1) {
            self.interval = (self.interval * 2).min(MOST_NODES);
        }
        self.last_look = now;
        if let Pace::Nodes(_) = self.pace {
            // Nodes are the clock: it would be wrong by as many.
            self.interval = 1;
        }
        self.due = (nodes + self.interval).min(self.nodes);
        self.hard.is_some_and(|hard| self.used(nodes) >= hard) && !patient
    }

    /// False when another iteration isn't worth beginning. `patience` is 1 for a usual position, more for one in
    /// which the best move has just changed or got worse.
    pub fn has_time_for_more(&self, nodes: u64, patience: f64) -> bool {
        self.soft.is_none_or(|soft| self.used(nodes) < soft.mul_f64(patience))
    }

    /// True when the time is our own to save.
    pub fn may_save_time(&self) -> bool {
        self.soft.is_some()
    }
}

/// What to use for this move as a rule, and at most.
fn budget(left: Duration, increment: Duration, moves_to_go: Option<u32>, lag: Duration) -> (Duration, Duration) {
    // Where messages wait, some will wait longer.
    let reserve = RESERVE + 3 * lag.saturating_sub(USUAL_LAG);
    let usable = left.saturating_sub(reserve.min(left / 2));
    let moves = moves_to_go.map_or(24, |moves| moves.clamp(1, 24)) as f64;
    // What the way to the other clock costs comes out of the increment, too, once there is little else; what has been
    // taken from the reserve is to come back.
    let part = if left < reserve {
        0.15
    } else if left < 4 * reserve {
        0.35
    } else {
        0.8
    };
    let usable = if left < reserve && moves_to_go.is_none() { left / 10 } else { usable };
    let share = usable.as_secs_f64() / moves + part * increment.as_secs_f64();
    let most = usable.as_secs_f64() * if moves_to_go == Some(1) { 0.95 } else { 0.35 };
    let hard = (share * 3.5).min(most);
    (Duration::from_secs_f64(share.min(hard) * 0.75), Duration::from_secs_f64(hard))
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    #[test]
    fn the_budget_is_within_the_clock() {
        for left in [1, 10, 30, 100, 1000, 60_000, 3_600_000] {
            for increment in [0, 10, 1000, 30_000] {
                for moves in [None, Some(0), Some(1), Some(2), Some(40)] {
                    let [usual, late] = [0, 80].map(|lag| budget(ms(left), ms(increment), moves, ms(lag)));
                    for (soft, hard) in [usual, late] {
                        assert!(soft <= hard && hard < ms(left), "{left} {increment} {moves:?}: {soft:?} {hard:?}");
                    }
                    assert!(late.1 <= usual.1, "{left} {increment} {moves:?}: {late:?} {usual:?}");
                }
            }
        }
    }

    #[test]
    fn nodes_are_exact() {
        let signal = Signal::default();
        let mut clock = Clock::new(&Limits::Nodes(3000), Pace::Wall, &signal);
        assert_eq!((1..).find(|&nodes| clock.is_due(nodes) && clock.look(nodes)), Some(3000));
    }
}
