//! Games of the engine against itself, as data.

use super::armies::uneven;
use super::sharing::Sharing;
use crate::definition::Side;
use crate::evaluation::trace::{Entry, Trace};
use crate::game::Game;
use crate::moves::Move;
use crate::rules::Rules;
use crate::search::{Engine, Evaluation, Limits};
use crate::tuning::{Effort, Plan, Scope};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Random plies that a game begins with.
const RANDOM_PLIES: std::ops::RangeInclusive<usize> = 4..=9;
/// A game that begins further from even is not played; nor, where the start itself seems to be lopsided by more than half of
/// this, one that begins further from what the start is worth: what seems so may be what is to be learnt.
const UNEVEN: i32 = 600;
/// Scores beyond this for so many plies decide a game; positions beyond it teach nothing.
const DECIDED: (i32, usize) = (2500, 4);
/// Longer games are draws: so many plies, or for each piece at the start so many.
const MOST_PLIES: (usize, usize) = (400, 12);
const HASH: usize = 8;

/// A position and what came of it.
pub struct Sample {
    /// Where its entries end; they begin where those of the sample before end.
    pub end: usize,
    pub fixed: f32,
    pub phase: f32,
    /// For the first player, 0 to 1.
    pub result: f32,
    /// What the search said, for the first player.
    pub score: f32,
    /// Number of the game.
    pub game: u32,
}

/// Positions of many games. Entries name terms as [`Sharing`] has them.
#[derive(Default)]
pub struct Data {
    pub entries: Vec<Entry>,
    pub samples: Vec<Sample>,
    games: u32,
}

impl Data {
    fn push(&mut self, sharing: &Sharing, trace: &Trace, score: f32) {
        let start = self.entries.len();
        for entry in &trace.entries {
            let at = entry.term as usize;
            self.entries.push(Entry { term: sharing.shared(at), ..*entry });
            self.entries.extend(sharing.factors(at).map(|term| Entry { term, ..*entry }));
        }
        let added = &mut self.entries[start..];
        added.sort_unstable_by_key(|entry| entry.term);
        // What both players have cancels out.
        let mut kept = start;
        for at in start..self.entries.len() {
            let entry = self.entries[at];
            if kept > start && self.entries[kept - 1].term == entry.term {
                self.entries[kept - 1].middle += entry.middle;
                self.entries[kept - 1].end += entry.end;
            } else {
                self.entries[kept] = entry;
                kept += 1;
            }
        }
        self.entries.truncate(kept);
        let fixed = trace.fixed[0] * trace.phase + trace.fixed[1] * (1.0 - trace.phase);
        let (end, game) = (self.entries.len(), self.games);
        self.samples.push(Sample { end, fixed, phase: trace.phase, result: 0.5, score, game });
    }

    fn append(&mut self, other: Data) {
        let (entries, games) = (self.entries.len(), self.games);
        self.entries.extend_from_slice(&other.entries);
        let moved = |sample: Sample| Sample { end: sample.end + entries, game: sample.game + games, ..sample };
        self.samples.extend(other.samples.into_iter().map(moved));
        self.games += other.games;
    }
}

/// What is left to play for one thread in one round.
struct Share {
    end: Option<Instant>,
    games: usize,
}

impl Share {
    fn of(plan: &Plan, thread: usize) -> Share {
        let rounds = plan.rounds.max(1);
        match plan.effort {
            Effort::Time(time) => Share { end: Some(Instant::now() + time / rounds), games: usize::MAX },
            Effort::Games(games) => {
                let round = games.div_ceil(rounds as usize);
                Share { end: None, games: round / plan.threads + usize::from(thread < round % plan.threads) }
            }
        }
    }

    /// True for one more game.
    fn take(&mut self) -> bool {
        let left = self.games > 0 && self.end.is_none_or(|end| Instant::now() < end);
        self.games = self.games.saturating_sub(1);
        left
    }

    /// A slow game must not hold up the others for long.
    fn is_overdue(&self) -> bool {
        self.end.is_some_and(|end| Instant::now() > end + Duration::from_secs(20))
    }
}

/// Plays one round; returns the number of games.
pub fn play(rules: &Arc<Rules>, plan: &Plan, round: u32, data: &mut Data) -> usize {
    let sharing = Sharing::of(rules);
    let plan = &Plan { threads: plan.threads.max(1), ..*plan };
    let parts: Vec<Data> = std::thread::scope(|scope| {
        let one = |thread: usize| {
            let seed = plan.seed ^ (u64::from(round) << 32) ^ (thread as u64) << 48;
            let sharing = &sharing;
            scope.spawn(move || {
                let mut part = Data::default();
                let mut random = fastrand::Rng::with_seed(seed);
                let mut engine = Engine::new(HASH);
                let usual = worth_of_start(rules, plan, &mut engine);
                let mut share = Share::of(plan, thread);
                while share.take() {
                    engine.clear();
                    game((rules, plan, sharing), usual, &mut engine, &mut random, &share, &mut part);
                }
                part
            })
        };
        let threads: Vec<_> = (0..plan.threads).map(one).collect();
        threads.into_iter().filter_map(|thread| thread.join().ok()).collect()
    });
    let games = parts.iter().map(|part| part.games as usize).sum();
    parts.into_iter().for_each(|part| data.append(part));
    games
}

/// What the start is worth for the first player, if that is far from nothing; games with uneven armies are even, or meant to be.
fn worth_of_start(rules: &Arc<Rules>, plan: &Plan, engine: &mut Engine) -> i32 {
    let game = Game::new(rules.clone());
    let worth = think(&game, plan, engine).map_or(0, |(_, score)| score);
    if plan.scope == Scope::Values || worth.abs() <= UNEVEN / 2 { 0 } else { worth }
}

/// The best move and its score for the first player.
fn think(game: &Game, plan: &Plan, engine: &mut Engine) -> Option<(Move, i32)> {
    let found = engine.think(game, &Limits::Nodes(plan.nodes), &Arc::default(), &mut |_| {});
    let score = match found.info.map(|info| info.score) {
        Some(Evaluation::Centipawns(score)) => score,
        Some(Evaluation::Mate(plies)) if plies > 0 => 10_000,
        Some(Evaluation::Mate(_)) => -10_000,
        None => 0,
    };
    let first = game.position().side_to_move() == Side::First;
    found.best.map(|best| (best, if first { score } else { -score }))
}

fn game(
    (rules, plan, sharing): (&Arc<Rules>, &Plan, &Sharing),
    usual: i32,
    engine: &mut Engine,
    random: &mut fastrand::Rng,
    share: &Share,
    data: &mut Data,
) {
    let uneven = if plan.scope == Scope::Values { uneven(rules, random) } else { None };
    let mut game = uneven.unwrap_or_else(|| Game::new(rules.clone()));
    for _ in 0..random.usize(RANDOM_PLIES) {
        let moves = game.legal_moves();
        if moves.is_empty() || game.outcome().is_some() {
            return;
        }
        game.play(moves[random.usize(0..moves.len())]);
    }
    let before = (data.entries.len(), data.samples.len());
    let pieces: usize = Side::BOTH.iter().map(|&side| game.position().piece_count(side)).sum();
    let most_plies = MOST_PLIES.0.max(MOST_PLIES.1 * pieces);
    let decisive = DECIDED.0 + usual.abs();
    let (mut decided, mut plies) = (0, 0);
    let result = loop {
        if let Some(outcome) = game.outcome() {
            break outcome.winner;
        }
        if plies >= most_plies {
            break None;
        }
        if share.is_overdue() {
            data.entries.truncate(before.0);
            data.samples.truncate(before.1);
            return;
        }
        let Some((best, score)) = think(&game, plan, engine) else { break None };
        if plies == 0 && (score - usual).abs() > UNEVEN {
            return;
        }
        decided = if score.abs() > decisive { decided + 1 } else { 0 };
        if decided >= DECIDED.1 {
            break Some(if score > 0 { Side::First } else { Side::Second });
        }
        let position = game.position();
        let quiet = !position.in_check(rules) && !position.is_capture(best) && !best.is_promotion();
        if quiet && score.abs() <= decisive && random.u8(0..4) > 0 {
            let trace = Trace::of(rules, position);
            if !trace.unusual {
                data.push(sharing, &trace, score as f32);
            }
        }
        game.play(best);
        plies += 1;
    };
    let result = match result {
        Some(Side::First) => 1.0,
        Some(Side::Second) => 0.0,
        None => 0.5,
    };
    data.samples[before.1..].iter_mut().for_each(|sample| sample.result = result);
    data.games += 1;
}
