//! Looking for a mate by checks alone, however long: depth-first proof-number search.
//!
//! Every move of the attacker gives check, every answer is looked at. What is most easily shown to be mate, or not to be, is looked
//! at first; so a mate of thirty plies with few answers is found sooner than one of nine with many. What is found is a
//! mate, but not always the shortest one. After A. Nagai, "Df-pn algorithm for searching AND/OR trees" (2002).

use super::clock::Clock;
use super::{Limits, Pace, Signal};
use crate::definition::Side;
use crate::definition::Verdict;
use crate::game::{self, Game};
use crate::movegen;
use crate::moves::{Move, MoveList};
use crate::position::Position;
use crate::rules::Rules;
use hashbrown::HashMap;

/// What has come of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Proof {
    /// A line with the longest defence that is known of.
    Mate(Vec<Move>),
    /// There is none.
    NoMate,
    /// Stopped, out of time, or beyond what is looked at.
    Unknown,
}

/// Longest line that is looked at, in plies.
const MOST_PLIES: usize = 600;
/// Positions that are remembered, at 24 bytes each and as much again for room.
const MOST_KNOWN: usize = 1 << 21;
/// Stands for what can't be shown any more.
const NEVER: u32 = 1 << 28;

/// How hard it still is to show that there is a mate, and that there is none: at least so many positions have to be decided. One of
/// them is 0 when it has been shown, and the other [`NEVER`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Effort {
    proof: u32,
    disproof: u32,
    /// Of a mate that has been shown, from here on.
    plies: u16,
}

impl Effort {
    const UNSEEN: Effort = Effort { proof: 1, disproof: 1, plies: 0 };
    const NO_MATE: Effort = Effort { proof: NEVER, disproof: 0, plies: 0 };

    fn mate(plies: u16) -> Effort {
        Effort { proof: 0, disproof: NEVER, plies }
    }

    /// What a player is to choose: how hard it is for the attacker, or for the defender, then for the other.
    fn of(self, attacks: bool) -> (u32, u32) {
        if attacks { (self.proof, self.disproof) } else { (self.disproof, self.proof) }
    }
}

struct Prover<'a> {
    rules: &'a Rules,
    position: Position,
    attacker: Side,
    /// Plies of the game before the root.
    root_plies: usize,
    known: HashMap<u64, Effort>,
    /// Keys from the root to the position.
    path: Vec<u64>,
    clock: Clock<'a>,
    nodes: u64,
    stopped: bool,
    /// Something was said to be no mate only because it came back to the path.
    has_looped: bool,
    /// Something was left because it was too deep.
    was_cut: bool,
}

/// Looks for a mate by the player to move, as long as the limits and the signal allow.
pub fn prove(game: &Game, limits: &Limits, signal: &Signal) -> Proof {
    let mut prover = Prover {
        rules: game.rules(),
        position: game.position().clone(),
        attacker: game.position().side_to_move(),
        root_plies: game.position().plies(),
        known: HashMap::new(),
        path: Vec::new(),
        clock: Clock::new(limits, Pace::Wall, signal),
        nodes: 0,
        stopped: false,
        has_looped: false,
        was_cut: false,
    };
    loop {
        let before = prover.mates();
        prover.has_looped = false;
        let root = prover.look((NEVER, NEVER));
        if prover.stopped {
            return Proof::Unknown;
        }
        if root.proof == 0 {
            return prover.line().map_or(Proof::Unknown, Proof::Mate);
        }
        if root.disproof != 0 || prover.was_cut {
            return Proof::Unknown;
        }
        // What came back to its path is no mate on that path, which may not be true on others: only mates are kept, until
        // no more are found.
        if !prover.has_looped || prover.mates() == before {
            return Proof::NoMate;
        }
        prover.known.retain(|_, effort| effort.proof == 0);
    }
}

impl Prover<'_> {
    fn mates(&self) -> usize {
        self.known.values().filter(|effort| effort.proof == 0).count()
    }

    fn attacks(&self) -> bool {
        self.position.side_to_move() == self.attacker
    }

    /// Spends effort on the position until one of both is shown, or is harder than these limits.
    fn look(&mut self, limits: (u32, u32)) -> Effort {
        self.nodes += 1;
        if self.clock.is_due(self.nodes) {
            self.stopped |= self.clock.look(self.nodes);
        }
        if self.stopped {
            return Effort::UNSEEN;
        }
        let key = self.position.key();
        if let Some(decided) = self.decided() {
            self.keep(key, decided);
            return decided;
        }
        if self.path.len() >= MOST_PLIES {
            // Kept, so that it isn't chosen again; what has been cut is not said to be no mate in the end.
            self.was_cut = true;
            self.keep(key, Effort::NO_MATE);
            return Effort::NO_MATE;
        }
        let attacks = self.attacks();
        let moves = self.moves();
        if moves.is_empty() {
            let effort = if attacks { Effort::NO_MATE } else { self.stuck() };
            self.keep(key, effort);
            return effort;
        }
        self.path.push(key);
        let keys: Vec<u64> = moves.iter().map(|&mv| self.key_after(mv)).collect();
        let effort = loop {
            let (effort, chosen) = self.weigh(&keys);
            let reached = effort.of(attacks);
            if reached.0 == 0 || reached.1 == 0 || effort.proof >= limits.0 || effort.disproof >= limits.1 {
                break effort;
            }
            let child = self.effort(keys[chosen.at]).of(attacks);
            let limits = if attacks { limits } else { (limits.1, limits.0) };
            // A little beyond the second best, so that not every step changes between both.
            let easy = limits.0.min(chosen.second.saturating_add(1 + chosen.second / 4)).min(NEVER);
            let hard = limits.1.saturating_sub(reached.1).saturating_add(child.1).min(NEVER);
            self.position.play(self.rules, moves[chosen.at]);
            self.look(if attacks { (easy, hard) } else { (hard, easy) });
            self.position.undo(self.rules);
            if self.stopped {
                break effort;
            }
        };
        self.path.pop();
        self.keep(key, effort);
        effort
    }

    /// What the efforts of the positions after the moves come to, and which one to look at next.
    fn weigh(&mut self, keys: &[u64]) -> (Effort, Choice) {
        let attacks = self.attacks();
        let (mut best, mut hardest, mut open) = (NEVER, 0, 0u32);
        let (mut shortest, mut longest) = (u16::MAX, 0);
        let mut choice = Choice { at: 0, second: NEVER };
        for (at, &key) in keys.iter().enumerate() {
            let effort = self.effort(key);
            let (own, other) = effort.of(attacks);
            if own < best || at == 0 {
                choice = Choice { at, second: best };
                best = own;
            } else {
                choice.second = choice.second.min(own);
            }
            hardest = hardest.max(other);
            open += u32::from(other > 0);
            if effort.proof == 0 {
                (shortest, longest) = (shortest.min(effort.plies), longest.max(effort.plies));
            }
        }
        // Not the sum: what is common to many of them, such as pieces put in between, would count many times. After T. Ueda et al.,
        // "Weak proof-number search" (2008).
        let all = if best == 0 { NEVER } else { (hardest + open.saturating_sub(1)).min(NEVER - 1) };
        let (proof, disproof) = if attacks { (best, all) } else { (all, best) };
        let plies = 1 + if attacks { shortest.min(u16::MAX - 1) } else { longest };
        (Effort { proof, disproof, plies: if proof == 0 { plies } else { 0 } }, choice)
    }

    /// What is known of a position after a move from here.
    fn effort(&mut self, key: u64) -> Effort {
        match self.known.get(&key) {
            Some(effort) if effort.proof == 0 => *effort,
            _ if self.path.contains(&key) => {
                self.has_looped = true;
                Effort::NO_MATE
            }
            Some(effort) => *effort,
            None => Effort::UNSEEN,
        }
    }

    fn keep(&mut self, key: u64, effort: Effort) {
        if self.known.len() >= MOST_KNOWN {
            // What is undecided is the most, and found again.
            self.known.retain(|_, effort| effort.proof == 0);
            if self.known.len() >= MOST_KNOWN / 2 {
                self.known.clear();
            }
        }
        self.known.insert(key, effort);
    }

    /// The rules have ended the game here.
    fn decided(&self) -> Option<Effort> {
        if self.path.is_empty() {
            return None;
        }
        // Whoever has won thereby, that is no mate.
        game::ended_in_search(self.rules, &self.position, self.root_plies).map(|_| Effort::NO_MATE)
    }

    /// The defender has no move.
    fn stuck(&self) -> Effort {
        let in_check = self.position.in_check(self.rules);
        match game::verdict_without_moves(self.rules, &self.position, in_check) {
            Verdict::Loss if in_check => Effort::mate(0),
            Verdict::Loss | Verdict::Win | Verdict::Draw => Effort::NO_MATE,
        }
    }

    /// The attacker's checks, or all of the defender's moves.
    fn moves(&mut self) -> Vec<Move> {
        let mut moves = MoveList::new();
        movegen::legal(self.rules, &mut self.position, &mut moves);
        let attacks = self.attacks();
        let wanted = |mv: &Move| !attacks || movegen::gives_check(self.rules, &mut self.position, *mv);
        moves.iter().copied().filter(wanted).collect()
    }

    fn key_after(&mut self, mv: Move) -> u64 {
        self.position.play(self.rules, mv);
        let key = self.position.key();
        self.position.undo(self.rules);
        key
    }

    /// The quickest mate that is known against the longest defence.
    fn line(&mut self) -> Option<Vec<Move>> {
        let mut line = Vec::new();
        while line.len() < MOST_PLIES {
            let moves = self.moves();
            let attacks = self.attacks();
            let after: Vec<(Move, u64)> = moves.into_iter().map(|mv| (mv, self.key_after(mv))).collect();
            let mates = after.into_iter().filter_map(|(mv, key)| {
                self.known.get(&key).filter(|effort| effort.proof == 0).map(|effort| (mv, effort.plies))
            });
            let next = match attacks {
                true => mates.min_by_key(|&(_, plies)| plies),
                false => mates.max_by_key(|&(_, plies)| plies),
            };
            let Some((mv, _)) = next else { break };
            line.push(mv);
            self.position.play(self.rules, mv);
        }
        line.iter().for_each(|_| self.position.undo(self.rules));
        (!line.is_empty()).then_some(line)
    }
}

/// Which move to look at, and how hard the best of the others is.
struct Choice {
    at: usize,
    second: u32,
}
