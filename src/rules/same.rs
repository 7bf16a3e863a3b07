//! Whether pieces of two variants have the same moves, however these are written.
//!
//! Walks are compared as what they say and not as they are stored: alternatives have no order.

use super::effects::KindSet;
use super::step::{END, Op, Step};
use super::topology::{Square, SquareSet};
use super::unroll::Trail;
use super::{Interpreted, Mover, Roots, Rules};
use crate::definition::{Kind, Side};
use crate::rules::leg::MoveProgram;
use hashbrown::HashMap;

/// Pieces of two variants on boards of the same shape.
pub struct Comparison<'r> {
    rules: [&'r Rules; 2],
    /// Numbers of walks; those that say the same have the same.
    numbers: HashMap<Vec<Part>, u32>,
    /// Walks that have a number: which rules', whose, where it begins.
    known: HashMap<(usize, Side, u32), u32>,
}

/// What a walk says apart from its alternatives; walks that follow by their numbers.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Part {
    Step { op: Op, square: u16, emits: u8, next: [u32; 3] },
    Trail { square: u16, from: Square, to: Square, squares: Vec<Square> },
    Among { square: u16, kinds: Vec<String>, next: [u32; 2] },
}

impl<'r> Comparison<'r> {
    /// `None` on boards of different shapes.
    pub fn new(one: &'r Rules, other: &'r Rules) -> Option<Comparison<'r>> {
        let same = one.topology() == other.topology();
        same.then(|| Comparison { rules: [one, other], numbers: HashMap::new(), known: HashMap::new() })
    }

    /// True if this piece of the first variant moves as that of the second.
    pub fn moves_alike(&mut self, one: Kind, other: Kind) -> bool {
        let kinds = [one, other];
        let castlings = [0, 1].map(|at| castlings(self.rules[at], kinds[at]));
        castlings[0] == castlings[1]
            && Side::BOTH.into_iter().all(|side| {
                let [one, other] = [0, 1].map(|at| &self.rules[at].sides[side].movers[kinds[at].index()]);
                interpreted(self.rules[0], one) == interpreted(self.rules[1], other)
                    && self.same(side, &one.ordinary, &other.ordinary)
                    && self.same_if_any(side, [one, other].map(|mover| mover.unmoved.as_ref()))
                    && self.same_if_any(side, [one, other].map(|mover| mover.en_passant.as_ref()))
                    && self.same_if_any(side, [one, other].map(|mover| mover.swaps.as_ref()))
            })
    }

    fn same_if_any(&mut self, side: Side, roots: [Option<&Roots>; 2]) -> bool {
        match roots {
            [Some(one), Some(other)] => self.same(side, one, other),
            [one, other] => one.is_none() && other.is_none(),
        }
    }

    fn same(&mut self, side: Side, one: &Roots, other: &Roots) -> bool {
        let mut squares = (0..self.rules[0].topology().cells()).map(Square::from_index);
        squares.all(|from| {
            let [one, other] = [(0, one), (1, other)].map(|(whose, roots)| self.parts(whose, side, roots.at(from)));
            one == other
        })
    }

    /// What these walks say together.
    fn parts(&mut self, whose: usize, side: Side, walks: &[u32]) -> Vec<Part> {
        let mut parts = Vec::new();
        walks.iter().for_each(|&walk| self.flatten((whose, side, walk), &mut parts));
        parts.sort_unstable();
        parts.dedup();
        parts
    }

    fn flatten(&mut self, (whose, side, walk): (usize, Side, u32), parts: &mut Vec<Part>) {
        let rules = self.rules[whose];
        let mut walk = walk;
        while walk != END {
            let Step { square, emits, op, next } = rules.sides[side].steps[walk as usize];
            let goes_on = |next: [u32; 3]| Part::Step { op, square, emits, next };
            let mut number = |at: u32| self.number((whose, side, at));
            walk = match op {
                Op::Fork => {
                    self.flatten((whose, side, next[0]), parts);
                    next[1]
                }
                Op::Look | Op::LookLater if next[0] == next[1] && next[1] == next[2] => {
                    if emits != 0 {
                        parts.push(goes_on([END; 3]));
                    }
                    next[0]
                }
                Op::Look | Op::LookLater => {
                    parts.push(goes_on(next.map(number)));
                    END
                }
                Op::Take | Op::IfEnPassant => {
                    parts.push(goes_on([number(next[0]), END, END]));
                    next[1]
                }
                Op::IfRoyal => {
                    parts.push(goes_on([number(next[0]), number(next[1]), END]));
                    END
                }
                Op::IfAmong => {
                    let kinds = named(rules, &rules.takes[next[2] as usize]).into_iter().map(String::from).collect();
                    parts.push(Part::Among { square, kinds, next: [number(next[0]), number(next[1])] });
                    END
                }
                Op::Emit | Op::EmitPass => {
                    parts.push(goes_on([END; 3]));
                    next[1]
                }
                Op::EmitTrail => {
                    let Trail { squares, from, to } = rules.trails[next[2] as usize].clone();
                    parts.push(Part::Trail { square, from, to, squares: squares.to_vec() });
                    next[1]
                }
            };
        }
    }

    fn number(&mut self, walk: (usize, Side, u32)) -> u32 {
        if let Some(&number) = self.known.get(&walk) {
            return number;
        }
        let (whose, side, at) = walk;
        let parts = self.parts(whose, side, &[at]);
        // 0 says nothing, as the end does.
        let new = self.numbers.len() as u32 + 1;
        let number = if parts.is_empty() { END } else { *self.numbers.entry(parts).or_insert(new) };
        self.known.insert(walk, number);
        number
    }
}

/// What castling a piece's own moves contain: no walk has it.
fn castlings(rules: &Rules, kind: Kind) -> Vec<&MoveProgram> {
    let moves = &rules.definition.piece(kind).moves;
    let programs = moves.iter().flat_map(|clause| &clause.programs.0).flatten();
    programs.filter(|program| matches!(program, MoveProgram::Castle { .. })).collect()
}

/// A program that isn't in tables: where it goes from, to and ends, whether after captures only, and what it captures.
type Way<'r> = (&'r MoveProgram, [&'r Option<SquareSet>; 3], bool, Option<Vec<&'r str>>);

fn interpreted<'r>(rules: &'r Rules, mover: &'r Mover) -> Vec<Way<'r>> {
    mover
        .interpreted
        .iter()
        .map(|Interpreted { kind: _, program, from, to, into, after_capture, takes }| {
            (program, [from, to, into], *after_capture, takes.as_deref().map(|takes| named(rules, takes)))
        })
        .collect()
}

/// The kinds of a set, in the order of their names.
fn named<'r>(rules: &'r Rules, set: &KindSet) -> Vec<&'r str> {
    let kinds = (0..rules.kinds.len()).map(|index| Kind(index as u16)).filter(|&kind| set.contains(kind));
    let mut names: Vec<&str> = kinds.map(|kind| rules.kind_name(kind)).collect();
    names.sort_unstable();
    names
}
