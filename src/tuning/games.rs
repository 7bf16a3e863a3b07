//! Games of the engine against itself, as data.

use super::armies::uneven;
use super::data::{Data, Told};
use super::judge::{self, Judge};
use super::record::{self, Keep};
use super::sharing::Sharing;
use crate::arena::Trouble;
use crate::definition::Side;
use crate::evaluation::trace::Trace;
use crate::game::Game;
use crate::rules::Rules;
use crate::tuning::{Effort, Plan, Scope};
use std::panic::resume_unwind;
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

/// A judge that fails in so many games, one after the other, is given up.
const MOST_FAILURES: u32 = 3;

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
                Share {
                    end: None,
                    games: round / plan.threads.max(1) + usize::from(thread < round % plan.threads.max(1)),
                }
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

/// What came of a round.
#[derive(Default)]
pub struct Round {
    pub games: usize,
    /// What is wrong with the judge, if it gave up.
    pub trouble: Option<String>,
}

/// Plays one round, and keeps its positions where that is wanted. An error says why there is no game that the judge could
/// play to its end.
pub fn play(
    rules: &Arc<Rules>,
    plan: &Plan,
    round: u32,
    keep: Option<&Keep>,
    data: &mut Data,
) -> Result<Round, String> {
    if matches!(plan.effort, Effort::Games(0)) {
        return Ok(Round::default());
    }
    let sharing = Sharing::of(rules);
    let threads = plan.threads.max(1);
    let parts: Vec<Result<(Data, Round), String>> = std::thread::scope(|scope| {
        let one = |thread: usize| {
            let seed = plan.seed ^ (u64::from(round) << 32) ^ (thread as u64) << 48;
            let (sharing, name) = (&sharing, format!("{}.{round}.{thread}", plan.seed));
            scope.spawn(move || {
                let mut random = fastrand::Rng::with_seed(seed);
                let mut judge = Judge::new(plan, rules)?;
                let failed = |trouble| plan.judge.as_ref().map_or(String::new(), |spec| judge::told(spec, &trouble));
                let mut share = Share::of(plan, thread);
                let mut desk = Desk { rules, plan, sharing, name, keep, data: Data::default(), fens: Vec::new() };
                let mut round = Round::default();
                let (mut usual, mut failures) = (None, 0);
                while share.take() {
                    let worth = usual.map_or_else(|| worth_of_start(rules, plan, &mut judge), Ok);
                    let ended = worth.and_then(|worth| {
                        usual = Some(worth);
                        game(worth, &mut judge, &mut random, &share, &mut desk)
                    });
                    match ended {
                        Ok(Some(result)) => {
                            desk.file(Some(result));
                            round.games += 1;
                            failures = 0;
                        }
                        Ok(None) => desk.discard(),
                        // What it has said so far is learnt from all the same.
                        Err(trouble) => {
                            desk.discard();
                            failures += 1;
                            match Judge::new(plan, rules) {
                                Ok(again) if failures < MOST_FAILURES => judge = again,
                                _ => {
                                    round.trouble = Some(failed(trouble));
                                    break;
                                }
                            }
                        }
                    }
                }
                Ok((desk.data, round))
            })
        };
        let threads: Vec<_> = (0..threads).map(one).collect();
        threads.into_iter().map(|thread| thread.join().unwrap_or_else(|panic| resume_unwind(panic))).collect()
    });
    let mut all = Round::default();
    for part in parts {
        match part {
            Ok((part, round)) => {
                data.append(part);
                all.games += round.games;
                all.trouble = all.trouble.or(round.trouble);
            }
            Err(trouble) => all.trouble = all.trouble.or(Some(trouble)),
        }
    }
    all.trouble.take_if(|_| all.games == 0).map_or(Ok(all), Err)
}

/// Where the positions of one thread's games are written down.
struct Desk<'a> {
    rules: &'a Arc<Rules>,
    plan: &'a Plan,
    sharing: &'a Sharing,
    /// Games are named by this and a number.
    name: String,
    keep: Option<&'a Keep>,
    data: Data,
    /// Of the game under way.
    fens: Vec<String>,
}

impl Desk<'_> {
    fn note(&mut self, game: &Game, score: i32) {
        let trace = Trace::of(self.rules, game.position());
        if !trace.unusual {
            self.data.push(self.sharing, &trace, Told { result: None, score: Some(score as f32) });
            self.fens.push(game.fen());
        }
    }

    /// The game is over, or what follows says nothing about what was before.
    fn file(&mut self, result: Option<f32>) {
        let name = format!("{}.{}", self.name, self.data.games);
        let samples = self.data.finish(result);
        if let Some(keep) = self.keep {
            let lines = samples.iter().zip(&self.fens).map(|(sample, fen)| record::line(&name, sample.told, fen));
            keep.add(&lines.collect::<String>());
        }
        self.fens.clear();
    }

    fn discard(&mut self) {
        self.data.discard();
        self.fens.clear();
    }
}

/// What the start is worth for the first player, if that is far from nothing; games with uneven armies are even, or meant to be.
fn worth_of_start(rules: &Arc<Rules>, plan: &Plan, judge: &mut Judge) -> Result<i32, Trouble> {
    let game = Game::new(rules.clone());
    judge.begin(&game)?;
    let worth = judge.think(&game)?.and_then(|(_, score)| score).unwrap_or(0);
    Ok(if plan.scope == Scope::Values || worth.abs() <= UNEVEN / 2 { 0 } else { worth })
}

/// The result for the first player; `None` if nothing can be learnt from the game.
fn game(
    usual: i32,
    judge: &mut Judge,
    random: &mut fastrand::Rng,
    share: &Share,
    desk: &mut Desk,
) -> Result<Option<f32>, Trouble> {
    let (rules, plan) = (desk.rules, desk.plan);
    let uneven = if plan.scope == Scope::Values { uneven(rules, random) } else { None };
    judge.forget();
    let mut game = uneven.unwrap_or_else(|| Game::new(rules.clone()));
    for _ in 0..random.usize(RANDOM_PLIES) {
        let moves = game.legal_moves();
        if moves.is_empty() || game.outcome().is_some() {
            return Ok(None);
        }
        game.play(moves[random.usize(0..moves.len())]);
    }
    judge.begin(&game)?;
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
            return Ok(None);
        }
        let Some((best, score)) = judge.think(&game)? else { break None };
        if plies == 0 && score.is_some_and(|score| (score - usual).abs() > UNEVEN) {
            return Ok(None);
        }
        let is_clear = score.is_some_and(|score| score.abs() > decisive);
        decided = if is_clear { decided + 1 } else { 0 };
        if decided >= DECIDED.1 {
            break Some(if score > Some(0) { Side::First } else { Side::Second });
        }
        let position = game.position();
        let quiet = !position.in_check(rules) && !position.is_capture(best) && !best.is_promotion();
        if let (Some(score), true) = (score, quiet && !is_clear && random.u8(0..4) > 0) {
            desk.note(&game, score);
        }
        if plan.blunders > 0 && random.u8(0..100) < plan.blunders {
            desk.file(None);
            let moves = game.legal_moves();
            game.play(moves[random.usize(0..moves.len())]);
            // Some programs won't have a position in which the game is over.
            if game.outcome().is_none() {
                judge.begin(&game)?;
            }
        } else {
            judge.follow(&game, best);
            game.play(best);
        }
        plies += 1;
    };
    Ok(Some(match result {
        Some(Side::First) => 1.0,
        Some(Side::Second) => 0.0,
        None => 0.5,
    }))
}
