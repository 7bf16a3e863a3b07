//! Unrolls the kinds in two parts at once, on boards where that takes long, and joins what comes of it.

use super::{BySquare, KindWalks, Making, unroll_kind};
use crate::definition::{Definition, Kind, Side};
use crate::rules::jobs::{self, Job};
use crate::rules::leg::{Leg, MoveProgram};
use crate::rules::step::{Op, Steps};
use crate::rules::topology::SquareSet;
use crate::rules::unroll::Trails;
use crate::rules::{KindInfo, Piece, Rules};

/// On boards up to so many cells. Larger ones come near the limits of steps and time, which would hold for each part by itself.
const MOST_CELLS: usize = 256;
/// With fewer ways, counted from each cell, joining takes longer than it saves.
const LEAST_WAYS: usize = 1 << 14;
/// More than these, of legs that go on one from another, have most in common.
const MOST_WAYS: usize = 512;

/// What comes of unrolling some kinds, one after the other.
#[derive(Default)]
pub struct Part {
    pub steps: Steps,
    pub trails: Trails,
    /// By side and kind.
    pub walks: [Vec<KindWalks>; 2],
}

/// The walks of all kinds.
pub fn unroll_all(definition: &Definition, kinds: &[KindInfo], initial: &[SquareSet]) -> Part {
    let all: Vec<Kind> = definition.kinds().collect();
    match halves(definition, &all) {
        Some(halves) => unroll_halves(definition, kinds, initial, halves),
        None => unroll_some(definition, kinds, initial, &all),
    }
}

/// Some kinds, and all others, where it takes long to unroll them.
fn halves<'a>(definition: &Definition, all: &'a [Kind]) -> Option<(&'a [Kind], &'a [Kind])> {
    let cells = definition.topology.cells();
    let total: usize = all.iter().map(|&kind| ways(definition, kind)).sum();
    if cells > MOST_CELLS || cells * total < LEAST_WAYS {
        return None;
    }
    let mut behind = 0;
    let uneven = all.iter().map(|&kind| {
        behind += ways(definition, kind);
        (2 * behind).abs_diff(total)
    });
    let (last, _) = uneven.enumerate().min_by_key(|&(_, uneven)| uneven)?;
    Some(all.split_at(last + 1))
}

fn unroll_halves(
    definition: &Definition,
    kinds: &[KindInfo],
    initial: &[SquareSet],
    (first, second): (&[Kind], &[Kind]),
) -> Part {
    let (mut one, mut other) = (Part::default(), Part::default());
    let jobs: [Job; 2] = [
        Box::new(|| one = unroll_some(definition, kinds, initial, first)),
        Box::new(|| other = unroll_some(definition, kinds, initial, second)),
    ];
    jobs::share(jobs.into_iter().collect());
    one.join(other);
    one
}

fn unroll_some(definition: &Definition, kinds: &[KindInfo], initial: &[SquareSet], some: &[Kind]) -> Part {
    // More room is seldom needed on a board up to 12x12, and making it step by step takes longer.
    let room = some.iter().map(|&kind| 4 * legs(definition, kind) + 8).sum::<usize>() * definition.topology.cells();
    let mut making = Making { steps: Steps::with_room(room.min(1 << 16)), ..Making::default() };
    let walks = Side::BOTH.map(|side| {
        let of = |&kind: &Kind| {
            let starts = &initial[Piece::new(kind, side).index()];
            unroll_kind((definition, kinds), kind, side, starts, &mut making)
        };
        some.iter().map(of).collect()
    });
    Part { steps: making.steps, trails: making.trails, walks }
}

/// How many legs the ways of a kind have, all in all.
fn legs(definition: &Definition, kind: Kind) -> usize {
    programs(definition, kind).map(|program| program.legs().map_or(1, <[Leg]>::len)).sum()
}

/// In about how many ways a kind leaves a square: with each leg that follows another there are more.
fn ways(definition: &Definition, kind: Kind) -> usize {
    let of = |legs: &[Leg]| legs.iter().fold(1, |ways, leg| (ways * leg.directions.count() as usize).min(MOST_WAYS));
    programs(definition, kind).map(|program| program.legs().map_or(1, of)).sum()
}

fn programs(definition: &Definition, kind: Kind) -> impl Iterator<Item = &MoveProgram> {
    definition.piece(kind).moves.iter().flat_map(|clause| &clause.programs[Side::First])
}

impl Part {
    /// The kinds of another part come behind these.
    fn join(&mut self, other: Part) {
        let trails: Vec<u32> = other.trails.list.into_iter().map(|trail| self.trails.number(trail)).collect();
        let mut numbers = vec![0; other.steps.count()];
        for (at, step) in other.steps.as_slice().iter().enumerate().skip(1) {
            let mut step = *step;
            let followers = step.followers();
            step.next[..followers].iter_mut().for_each(|next| *next = numbers[*next as usize]);
            if step.op == Op::EmitTrail {
                step.next[2] = trails[step.next[2] as usize];
            }
            numbers[at] = self.steps.intern(step);
        }
        for (own, theirs) in self.walks.iter_mut().zip(other.walks) {
            own.extend(theirs.into_iter().map(|walks| walks.renumbered(&numbers)));
        }
    }
}

impl KindWalks {
    fn renumbered(mut self, numbers: &[u32]) -> KindWalks {
        for BySquare(walks) in [&mut self.ordinary, &mut self.unmoved, &mut self.en_passant, &mut self.swaps] {
            walks.iter_mut().flatten().for_each(|walk| *walk = numbers[*walk as usize]);
        }
        self
    }
}

/// True if the walks of two halves, joined, are what they are made in one part: the same steps, and the same walks.
pub fn halves_are_the_whole(rules: &Rules) -> bool {
    let (definition, kinds, initial) = (&rules.definition, &rules.kinds, &rules.initial);
    let all: Vec<Kind> = definition.kinds().collect();
    let mut whole = unroll_some(definition, kinds, initial, &all);
    let joined = unroll_halves(definition, kinds, initial, all.split_at(all.len() / 2));
    let size = |part: &Part| (part.steps.count(), part.trails.list.len());
    let (one, other) = (size(&whole), size(&joined));
    whole.join(joined);
    let of =
        |walks: &KindWalks| [&walks.ordinary, &walks.unmoved, &walks.en_passant, &walks.swaps].map(|it| it.0.clone());
    let same = |walks: &Vec<KindWalks>| {
        let (own, again) = walks.split_at(all.len());
        own.iter().map(of).eq(again.iter().map(of))
    };
    one == other && one == size(&whole) && whole.walks.iter().all(same)
}
