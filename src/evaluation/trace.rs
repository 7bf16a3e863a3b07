//! The terms of a position one by one, for fitting their weights.

use super::dynamic::tally;
use super::tally::{Alike, PARTS, Tally};
use super::terms::{Group, Items, Layout, MOST_MOVES};
use super::{Score, Weights};
use crate::definition::{Kind, Side};
use crate::position::Position;
use crate::rules::topology::Square;
use crate::rules::{Piece, Rules};

/// How often a term counts, in the middle game and in the end game; negative for the second player's.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Entry {
    pub term: u32,
    pub middle: f32,
    pub end: f32,
}

/// A position as a sum of terms.
#[derive(Clone, Debug, Default)]
pub struct Trace {
    pub entries: Vec<Entry>,
    /// What has no weight, for the first player's good.
    pub fixed: [f32; 2],
    /// Part of the middle game's score that counts, 0 to 1.
    pub phase: f32,
    /// The score is not such a sum.
    pub unusual: bool,
}

struct Lister<'a> {
    weights: &'a Weights,
    entries: &'a mut Vec<Entry>,
    sign: f32,
    fixed: Score,
}

impl Tally for &mut Lister<'_> {
    fn add(&mut self, term: usize, times: i32) {
        let times = self.sign * times as f32;
        self.entries.push(Entry { term: term as u32, middle: times, end: times });
    }

    fn moves(&mut self, alike: &Alike, pieces: u32, moves: u32) -> Score {
        let term = self.weights.layout.at(Group::Moves, alike.piece.kind().index(), (moves as usize).min(MOST_MOVES));
        // One by one, as walks tell of them.
        (0..pieces).for_each(|_| self.add(term, 1));
        Score::default()
    }

    fn stands(&mut self, alike: &Alike, square: Square) -> Score {
        let (layout, kind) = (&self.weights.layout, alike.piece.kind().index());
        for (group, relation) in [Group::OwnRoyal, Group::EnemyRoyal].into_iter().zip(alike.royals.relations(square)) {
            if let Some(relation) = relation {
                let (aside, ahead) = self.weights.relations.apart(relation);
                self.add(layout.at(group, kind, layout.relation(aside, ahead)), 1);
            }
        }
        Score::default()
    }

    fn count(&mut self, alike: &Alike, pieces: u32) {
        let term = self.weights.layout.at(Group::Pair, alike.piece.kind().index(), 0);
        self.add(term, i32::from(pieces > 1));
    }

    fn part(&mut self, term: usize, middle: i32, end: i32) {
        let [middle, end] = [middle, end].map(|part| self.sign * part as f32 / PARTS as f32);
        self.entries.push(Entry { term: term as u32, middle, end });
    }

    fn fixed(&mut self, score: Score) {
        self.fixed += score;
    }
}

impl Trace {
    /// Of any position.
    pub fn of(rules: &Rules, position: &Position) -> Trace {
        Trace::by(rules, position, true)
    }

    /// By walks alone unless tables may be used, for tests. The two may differ in what threatens the royals: tables can't tell
    /// where on empty squares a piece captures that captures in another way than it moves.
    pub fn by(rules: &Rules, position: &Position, tables: bool) -> Trace {
        let (mut first, mut second) = (Vec::with_capacity(256), Vec::with_capacity(256));
        let weights = &rules.weights;
        let mut listers = [
            Lister { weights, entries: &mut first, sign: 1.0, fixed: Score::default() },
            Lister { weights, entries: &mut second, sign: -1.0, fixed: Score::default() },
        ];
        let [one, two] = &mut listers;
        let stage = tally(rules, position, tables, &mut [one, two]);
        let fixed = [listers[0].fixed, listers[1].fixed];
        let fixed = [fixed[0].middle() - fixed[1].middle(), fixed[0].end() - fixed[1].end()].map(|part| part as f32);
        let mut entries = first;
        entries.append(&mut second);
        let layout = rules.weights.layout();
        for side in Side::BOTH {
            let sign = if side == Side::First { 1.0 } else { -1.0 };
            let mut add = |term: usize, times: f32| {
                entries.push(Entry { term: term as u32, middle: sign * times, end: sign * times });
            };
            for square in position.pieces(side) {
                add(layout.of_piece(Group::Square, position.at(square), square.index()), 1.0);
            }
            for kind in 0..rules.kinds.len() {
                let piece = Piece::new(Kind(kind as u16), side);
                let held = position.hand(side, Kind(kind as u16));
                if held > 0 {
                    add(layout.of_piece(Group::Hand, piece, 0), f32::from(held));
                }
            }
        }
        entries.retain(|entry| entry.middle != 0.0 || entry.end != 0.0);
        Trace { entries, fixed, phase: stage.phase as f32 / 256.0, unusual: stage.helpless[0] || stage.helpless[1] }
    }

    /// What each group of terms adds to the middle game's score and to the end game's, with what has no weight.
    pub fn by_group(&self, rules: &Rules) -> Vec<(&'static str, [f32; 2])> {
        let (layout, terms) = (rules.weights.layout(), rules.weights.terms());
        let mut sums: Vec<_> = Group::ALL.map(|group| (group.word(), [0.0; 2])).into();
        for entry in &self.entries {
            let weight = terms[entry.term as usize];
            let (_, sum) = &mut sums[layout.group_of(entry.term as usize) as usize];
            sum[0] += entry.middle * weight.middle() as f32;
            sum[1] += entry.end * weight.end() as f32;
        }
        sums.push(("other", self.fixed));
        sums.retain(|(_, sum)| *sum != [0.0; 2]);
        sums
    }

    /// The sum, for the first player's good.
    pub fn value(&self, terms: &[Score]) -> f32 {
        let mut sum = self.fixed;
        for entry in &self.entries {
            let weight = terms[entry.term as usize];
            sum[0] += entry.middle * weight.middle() as f32;
            sum[1] += entry.end * weight.end() as f32;
        }
        sum[0] * self.phase + sum[1] * (1.0 - self.phase)
    }
}

/// How the board looks from the other side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Symmetry {
    /// Ranks are turned round, as in chess.
    Mirrored,
    /// Files, too, as in shogi.
    Turned,
    /// The players have different armies, zones or goals.
    None,
}

impl Symmetry {
    /// Judged by the start position, and by where pieces promote.
    pub fn of_start(rules: &Rules) -> Symmetry {
        let promotes = |piece: Piece, square: Square| {
            let promotions = rules.sides[piece.side()].movers[piece.kind().index()].promotions.as_ref();
            promotions.is_some_and(|promotions| promotions.arrives(square))
        };
        let fits = |symmetry: &Symmetry| {
            (0..rules.kinds.len()).all(|index| {
                let [first, second] = Side::BOTH.map(|side| Piece::new(Kind(index as u16), side));
                rules.topology().squares().all(|square| {
                    symmetry.other(rules, square).is_some_and(|other| {
                        promotes(first, square) == promotes(second, other)
                            && rules.initial[first.index()].contains(square)
                                == rules.initial[second.index()].contains(other)
                    })
                })
            })
        };
        [Symmetry::Mirrored, Symmetry::Turned].into_iter().find(fits).unwrap_or(Symmetry::None)
    }

    /// The square that is to the second player what this one is to the first.
    pub fn other(self, rules: &Rules, square: Square) -> Option<Square> {
        let board = rules.topology();
        let (file, rank) = (board.file(square), board.ranks() - 1 - board.rank(square));
        match self {
            Symmetry::Mirrored => board.square(file, rank),
            Symmetry::Turned => board.square(board.files() - 1 - file, rank),
            Symmetry::None => Some(square),
        }
    }

    /// By term, the term whose weight must be the same: those of the first player for both.
    pub fn shared(self, rules: &Rules, layout: &Layout) -> Vec<u32> {
        let mut shared: Vec<u32> = (0..layout.total() as u32).collect();
        if self == Symmetry::None {
            return shared;
        }
        for index in 0..rules.kinds.len() {
            let [first, second] = Side::BOTH.map(|side| Piece::new(Kind(index as u16), side));
            for group in Group::ALL.into_iter().filter(|group| group.items() == Items::Pieces) {
                for offset in 0..layout.stride(group) {
                    let other = match group {
                        Group::Square => self.other(rules, Square::from_index(offset)).map(Square::index),
                        _ => Some(offset),
                    };
                    if let Some(other) = other {
                        shared[layout.of_piece(group, second, other)] = layout.of_piece(group, first, offset) as u32;
                    }
                }
            }
        }
        shared
    }
}
