//! Random games: a designer's first look at a variant.
//!
//! Both players choose among the legal moves by lot. What comes out says nothing about good play, but it shows whether
//! games end, how, after how long, and which pieces and squares take no part in them. Equal seeds give equal answers,
//! however many threads there are.

use crate::definition::{Kind, Side};
use crate::game::{Game, Lottery};
use crate::moves::Move;
use crate::position::Position;
use crate::rules::Rules;
use crate::rules::topology::Square;
use smallvec::SmallVec;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// How many games, and how long.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    pub games: usize,
    /// Games that are not over by then are given up.
    pub most_plies: u32,
    pub seed: u64,
    pub threads: usize,
}

/// What happened to one kind of piece in all games.
#[derive(Clone, Default, Debug, PartialEq)]
pub struct Fate {
    /// Games in which it stood on the board or was in a hand.
    pub games: u64,
    pub moved: u64,
    pub dropped: u64,
    /// It captured something.
    pub captures: u64,
    /// It was captured.
    pub captured: u64,
    pub promoted: u64,
}

/// What happened in all games.
#[derive(Clone, Default, Debug, PartialEq)]
pub struct Report {
    pub games: u64,
    /// Games that were given up.
    pub unfinished: u64,
    /// Games by their length in plies.
    pub lengths: BTreeMap<u32, u64>,
    /// Positions by their number of legal moves.
    pub choices: BTreeMap<u32, u64>,
    /// Games by winner and reason.
    pub results: BTreeMap<(Option<Side>, String), u64>,
    /// Games in which the program itself failed: their numbers, and what it said.
    pub failures: BTreeMap<u64, String>,
    pub checks: u64,
    /// By kind of the definition.
    pub fates: Vec<Fate>,
    /// By square: how many moves ended there.
    pub visits: Vec<u64>,
}

/// Plays the games.
pub fn play(rules: &Arc<Rules>, plan: &Plan) -> Report {
    let next = AtomicUsize::new(0);
    let lottery = Lottery::of(rules);
    let parts: Vec<Report> = std::thread::scope(|scope| {
        let one = || {
            let mut report = Report::empty(rules);
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= plan.games {
                    return report;
                }
                report.try_game(number as u64, |report| report.game(rules, lottery.as_ref(), plan, number as u64));
            }
        };
        let threads: Vec<_> = (0..plan.threads.clamp(1, plan.games.max(1))).map(|_| scope.spawn(one)).collect();
        threads.into_iter().map(|thread| thread.join().unwrap_or_else(|panic| resume_unwind(panic))).collect()
    });
    let mut whole = Report::empty(rules);
    parts.into_iter().for_each(|part| whole.add(part));
    whole
}

impl Report {
    fn empty(rules: &Rules) -> Report {
        Report {
            fates: vec![Fate::default(); rules.definition.pieces.len()],
            visits: vec![0; rules.topology().cells()],
            ..Report::default()
        }
    }

    fn add(&mut self, other: Report) {
        self.games += other.games;
        self.failures.extend(other.failures);
        self.unfinished += other.unfinished;
        self.checks += other.checks;
        other.lengths.into_iter().for_each(|(plies, count)| *self.lengths.entry(plies).or_default() += count);
        other.choices.into_iter().for_each(|(moves, count)| *self.choices.entry(moves).or_default() += count);
        other.results.into_iter().for_each(|(result, count)| *self.results.entry(result).or_default() += count);
        self.visits.iter_mut().zip(other.visits).for_each(|(sum, count)| *sum += count);
        for (sum, fate) in self.fates.iter_mut().zip(other.fates) {
            sum.games += fate.games;
            sum.moved += fate.moved;
            sum.dropped += fate.dropped;
            sum.captures += fate.captures;
            sum.captured += fate.captured;
            sum.promoted += fate.promoted;
        }
    }

    /// A game may show a fault of ours: that is reported instead of losing the other games, or worse, being overlooked.
    fn try_game(&mut self, number: u64, play: impl FnOnce(&mut Report)) {
        if let Err(said) = catch_unwind(AssertUnwindSafe(|| play(self))) {
            let words = said.downcast_ref::<String>().cloned();
            let words = words.or_else(|| said.downcast_ref::<&str>().map(|words| (*words).to_owned()));
            self.failures.insert(number, words.unwrap_or_default());
        }
    }

    fn game(&mut self, rules: &Arc<Rules>, lottery: Option<&Lottery>, plan: &Plan, number: u64) {
        let mut random = fastrand::Rng::with_seed(plan.seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ number);
        let drawn = lottery.map(|lottery| lottery.deal(&mut random));
        let mut game =
            drawn.and_then(|fen| Game::from_fen(rules.clone(), &fen).ok()).unwrap_or_else(|| Game::new(rules.clone()));
        let mut seen = vec![false; self.fates.len()];
        let base = |kind: Kind| rules.kind(kind).base.index();
        for side in Side::BOTH {
            let position = game.position();
            position.pieces(side).for_each(|square| seen[base(position.at(square).kind())] = true);
            for kind in rules.definition.kinds().filter(|&kind| position.hand(side, kind) > 0) {
                seen[kind.index()] = true;
            }
        }
        let mut plies = 0;
        let result = loop {
            if let Some(outcome) = game.outcome() {
                break Some((outcome.winner, outcome.reason));
            }
            if plies == plan.most_plies {
                break None;
            }
            let moves = game.legal_moves();
            *self.choices.entry(moves.len() as u32).or_default() += 1;
            if moves.is_empty() {
                break Some((None, "no legal move".to_owned()));
            }
            let mv = moves[random.usize(..moves.len())];
            let before = game.position().clone();
            game.play(mv);
            let position = &before;
            let victims = victims(rules, position, game.position(), mv);
            if mv.is_drop() {
                if let Some(kind) = mv.placed() {
                    self.fates[base(kind)].dropped += 1;
                    seen[base(kind)] = true;
                }
            } else if mv.from.is_some() && !position.at(mv.from).is_empty() {
                let fate = &mut self.fates[base(position.at(mv.from).kind())];
                fate.moved += u64::from(mv.from != mv.to || !victims.is_empty());
                fate.captures += u64::from(!victims.is_empty());
                if let Some(kind) = mv.placed().filter(|_| mv.is_promotion()) {
                    fate.promoted += 1;
                    seen[base(kind)] = true;
                }
            }
            for victim in victims.iter().map(|&square| position.at(square)) {
                self.fates[base(victim.kind())].captured += 1;
            }
            if mv.to.is_some() && mv.from != mv.to {
                self.visits[mv.to.index()] += 1;
            }
            plies += 1;
            self.checks += u64::from(game.position().in_check(rules));
        };
        self.games += 1;
        *self.lengths.entry(plies).or_default() += 1;
        match result {
            Some(result) => *self.results.entry(result).or_default() += 1,
            None => self.unfinished += 1,
        }
        self.fates.iter_mut().zip(seen).for_each(|(fate, seen)| fate.games += u64::from(seen));
    }

    /// Games that one player won, or that were drawn.
    pub fn won(&self, winner: Option<Side>) -> u64 {
        self.results.iter().filter(|((side, _), _)| *side == winner).map(|(_, count)| count).sum()
    }

    /// What the first player scored in the games that ended, as a share of all points, and the standard error of it.
    pub fn score(&self) -> Option<(f64, f64)> {
        let [won, lost, drawn] = [Some(Side::First), Some(Side::Second), None].map(|winner| self.won(winner) as f64);
        let games = won + lost + drawn;
        let score = (won + drawn / 2.0) / games;
        // As if each player had won once more: a few games that all end alike prove little.
        let (more, mean) = (games + 2.0, (won + 1.0 + drawn / 2.0) / (games + 2.0));
        let variance = (won + 1.0 + drawn / 4.0) / more - mean * mean;
        (games > 0.0).then(|| (score, (variance / games).sqrt()))
    }
}

/// The squares of what a move captures, or is captured because of it.
fn victims(rules: &Rules, before: &Position, after: &Position, mv: Move) -> SmallVec<[Square; 4]> {
    let mut victims: SmallVec<[Square; 4]> =
        before.captures(rules, mv).into_iter().filter(|&square| !before.at(square).is_empty()).collect();
    let moved = |square: Square| mv.from.is_some() && after.at(mv.from) == before.at(square);
    let gone = before.pieces(before.side_to_move().other());
    let gone = gone.filter(|&square| after.at(square).is_empty() && !moved(square) && !victims.contains(&square));
    let gone: SmallVec<[Square; 4]> = gone.collect();
    victims.extend(gone);
    victims
}

/// Mean, median and greatest of values that are counted.
pub fn spread(counted: &BTreeMap<u32, u64>) -> (f64, u32, u32) {
    let count: u64 = counted.values().sum();
    let sum: u64 = counted.iter().map(|(&value, &count)| u64::from(value) * count).sum();
    let mut before = 0;
    let middle = counted.iter().find(|&(_, &count_of)| {
        before += count_of;
        before * 2 >= count
    });
    let most = counted.keys().next_back().copied().unwrap_or(0);
    (sum as f64 / count.max(1) as f64, middle.map_or(0, |(&value, _)| value), most)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// No variant is known to make one fail, and so this one is made to.
    #[test]
    fn a_game_that_fails_is_reported_and_the_others_are_played() {
        let mut report = Report::default();
        report.try_game(3, |report| {
            report.games += 1;
            panic!("no square {}", 77);
        });
        report.try_game(4, |report| report.games += 1);
        assert_eq!(report.failures, BTreeMap::from([(3, "no square 77".to_owned())]));
        assert_eq!(report.games, 2);
    }

    #[test]
    fn spread_is_mean_median_and_most() {
        let counted = BTreeMap::from([(1, 2), (4, 1), (10, 1)]);
        assert_eq!(spread(&counted), (4.0, 1, 10));
        assert_eq!(spread(&BTreeMap::new()), (0.0, 0, 0));
    }
}
