//! What weights have in common.
//!
//! Both players' pieces share their weights where the variant treats them alike. And a weight is the sum of its own part
//! and of factors that it shares with others: the value of the piece, its rank, its distance from a royal. So a few
//! thousand positions say something about places that none of them has seen.

use crate::definition::{Kind, Side};
use crate::evaluation::terms::{Group, Layout};
use crate::evaluation::trace::Symmetry;
use crate::rules::{Piece, Rules};
use smallvec::SmallVec;

/// What a factor, or a weight's own part, is for.
#[derive(Clone, Copy, Debug)]
enum Doubt {
    Value,
    Rank,
    File,
    Distance,
    Own(Group),
}

impl Doubt {
    /// How far it may be off before fitting, in 1/100 of a pawn.
    fn size(self) -> f32 {
        match self {
            Doubt::Value => 200.0,
            Doubt::Rank => 50.0,
            Doubt::File => 30.0,
            Doubt::Distance => 35.0,
            Doubt::Own(group) => match group {
                Group::Square => 45.0,
                Group::Hand | Group::Checks | Group::Row | Group::Chain => 200.0,
                Group::Held => 75.0,
                Group::Drop => 20.0,
                Group::Moves => 38.0,
                Group::OwnRoyal | Group::EnemyRoyal => 25.0,
                Group::Menace => 38.0,
                Group::Threat => 50.0,
                Group::Race => 200.0,
                Group::Passed => 75.0,
                Group::Pair => 60.0,
                Group::Structure => 38.0,
            },
        }
    }
}

/// For one variant.
pub struct Sharing {
    shared: Vec<u32>,
    factors: Vec<SmallVec<[u32; 3]>>,
    /// By term, then by factor.
    doubts: Vec<f32>,
    /// By term, then by factor: it is what a piece is worth, wherever it is.
    values: Vec<bool>,
}

impl Sharing {
    pub fn of(rules: &Rules) -> Sharing {
        let (board, layout) = (rules.topology(), rules.weights.layout());
        let symmetry = Symmetry::of_start(rules);
        let mut sharing = Sharing {
            shared: symmetry.shared(rules, layout),
            factors: vec![SmallVec::new(); layout.total()],
            doubts: vec![0.0; layout.total()],
            values: vec![false; layout.total()],
        };
        for group in Group::ALL {
            let start = layout.at(group, 0, 0);
            let end = start + layout.items(group) * layout.stride(group);
            sharing.doubts[start..end].fill(Doubt::Own(group).size());
            sharing.values[start..end].fill(group == Group::Hand);
        }
        let (files, ranks) = (usize::from(board.files()), usize::from(board.ranks()));
        for index in 0..rules.kinds.len() {
            for side in Side::BOTH {
                let piece = Piece::new(Kind(index as u16), side);
                if side == Side::Second && symmetry != Symmetry::None {
                    continue;
                }
                let value = sharing.add(Doubt::Value, 1);
                let rank = sharing.add(Doubt::Rank, ranks);
                let file = sharing.add(Doubt::File, files);
                for square in board.squares() {
                    let (x, y) = (usize::from(board.file(square)), usize::from(board.rank(square)));
                    let term = layout.of_piece(Group::Square, piece, square.index());
                    sharing.factors[term].extend([value, rank + y as u32, file + x.min(files - 1 - x) as u32]);
                }
            }
            sharing.distances(layout, index, files, ranks);
        }
        // The second player's squares have the factors of the first player's, as they have the weights.
        for term in 0..layout.total() {
            let first = sharing.shared[term] as usize;
            if first != term {
                sharing.factors[term] = sharing.factors[first].clone();
            }
        }
        sharing
    }

    fn distances(&mut self, layout: &Layout, kind: usize, files: usize, ranks: usize) {
        if !layout.has_relations() {
            return;
        }
        for group in [Group::OwnRoyal, Group::EnemyRoyal] {
            let distance = self.add(Doubt::Distance, files.max(ranks));
            for aside in 0..files as i32 {
                for ahead in 1 - ranks as i32..ranks as i32 {
                    let term = layout.at(group, kind, layout.relation(aside, ahead));
                    self.factors[term].push(distance + aside.max(ahead.abs()) as u32);
                }
            }
        }
    }

    /// So many new factors; the number of the first.
    fn add(&mut self, doubt: Doubt, count: usize) -> u32 {
        let first = self.doubts.len() as u32;
        self.doubts.extend(std::iter::repeat_n(doubt.size(), count));
        self.values.extend(std::iter::repeat_n(matches!(doubt, Doubt::Value), count));
        first
    }

    /// Number of terms; the numbers of factors follow.
    pub fn terms(&self) -> usize {
        self.shared.len()
    }

    /// The term that holds the weight of this one.
    pub fn shared(&self, term: usize) -> u32 {
        self.shared[term]
    }

    pub fn factors(&self, term: usize) -> impl Iterator<Item = u32> {
        self.factors[term].iter().copied()
    }

    /// True for a term or factor that is what a piece is worth, on the board or in the hand.
    pub fn is_value(&self, term: usize) -> bool {
        self.values[term]
    }

    /// By term, then by factor: how far each may be off, in 1/100 of a pawn.
    pub fn doubts(&self) -> &[f32] {
        &self.doubts
    }
}
