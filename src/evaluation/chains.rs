//! How near players are to chains that end the game: the fewest cells that are still missing between one zone and the other.

use super::patterns::{FIRST, SECOND, lanes};
use super::tally::Tally;
use super::terms::Group;
use crate::definition::{Condition, Ending, PerSide, Side, Verdict};
use crate::hints::rarely;
use crate::position::Position;
use crate::rules::Rules;
use crate::rules::topology::{Square, SquareSet, Wrap};
use smallvec::SmallVec;

/// More missing cells than this count as this many.
pub const MOST_MISSING: usize = 15;
/// In place of a number of cells: there is no way any more.
const NO_WAY: usize = MOST_MISSING + 1;
/// Weights of a rule.
pub const STRIDE: usize = NO_WAY + 1;

/// The chains that end a game.
#[derive(Clone, Debug, Default)]
pub struct Chains(Vec<Chain>);

/// Of one rule.
#[derive(Clone, Debug)]
struct Chain {
    wins: bool,
    /// Between which squares.
    ends: [PerSide<SquareSet>; 2],
    neighbours: Vec<SmallVec<[Square; 8]>>,
    /// By piece code: what a piece is here.
    lanes: Vec<u32>,
}

/// By cell: how many empty cells a way to it has, itself included.
type Costs = SmallVec<[u8; 256]>;
/// There is no way to a cell.
const BLOCKED: u8 = u8::MAX;

impl Chains {
    pub fn of(rules: &Rules) -> Chains {
        let board = rules.topology();
        let chain = |Ending { condition, result }: &Ending| {
            let Condition::Chain { kinds, ends, lines } = condition else { return None };
            let near = |cell| {
                let steps = lines.steps().flat_map(|(dx, dy)| [(dx, dy), (-dx, -dy)]);
                steps.filter_map(|(dx, dy)| board.leap(cell, dx, dy, Wrap::AsBoard)).collect()
            };
            let neighbours = super::all_cells(board).map(near).collect();
            let wins = *result == Verdict::Win;
            (*result != Verdict::Draw).then(|| Chain {
                wins,
                ends: ends.clone(),
                neighbours,
                lanes: lanes(rules, kinds),
            })
        };
        Chains(rules.definition.endings.iter().filter_map(chain).collect())
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// By rule: whether it makes its player win.
    pub fn win(&self) -> impl ExactSizeIterator<Item = bool> {
        self.0.iter().map(|chain| chain.wins)
    }

    /// Adds so much to each empty cell, by its index, on a shortest chain of either side, and as much as the second number says to
    /// those of chains that take a cell more.
    pub fn heat(&self, position: &Position, [shortest, longer]: [i32; 2], heat: &mut [i32]) {
        for chain in self.0.iter().filter(|chain| chain.wins) {
            for side in Side::BOTH {
                let [before, after] = [0, 1].map(|end| chain.costs(position, side, end));
                let least = chain.least(&before, side);
                if least == BLOCKED {
                    continue;
                }
                for (index, (&before, &after)) in before.iter().zip(&after).enumerate() {
                    let empty = position.at(Square::from_index(index)).is_empty();
                    // Itself is counted twice.
                    match u16::from(before) + u16::from(after) {
                        way if empty && way == u16::from(least) + 1 => heat[index] += shortest,
                        way if empty && way == u16::from(least) + 2 => heat[index] += longer,
                        _ => {}
                    }
                }
            }
        }
    }
}

impl Chain {
    /// What ways cost from one of the ends, 0 or 1.
    fn costs(&self, position: &Position, side: Side, end: usize) -> Costs {
        let board = position.board();
        let own = if side == Side::First { FIRST } else { SECOND };
        let lane = |cell: Square| self.lanes[board[cell.index()].index()];
        let mut costs: Costs = SmallVec::from_elem(BLOCKED, board.len());
        // Where a way has come, and where it may come for a cell more.
        let (mut open, mut waiting): (SmallVec<[Square; 64]>, SmallVec<[Square; 64]>) = Default::default();
        for so_far in 0..BLOCKED - 1 {
            let mut come = |cell: Square, open: &mut SmallVec<[Square; 64]>| {
                let (list, cost) = match lane(cell) {
                    _ if costs[cell.index()] != BLOCKED => return,
                    0 => (&mut waiting, so_far + 1),
                    lane if lane == own => (open, so_far),
                    _ => return,
                };
                costs[cell.index()] = cost;
                list.push(cell);
            };
            if so_far == 0 {
                self.ends[end][side].iter().for_each(|cell| come(cell, &mut open));
            }
            while let Some(cell) = open.pop() {
                self.neighbours[cell.index()].iter().for_each(|&next| come(next, &mut open));
            }
            if waiting.is_empty() {
                break;
            }
            std::mem::swap(&mut open, &mut waiting);
        }
        costs
    }

    /// What the cheapest way from the first end to the second costs.
    fn least(&self, costs: &Costs, side: Side) -> u8 {
        self.ends[1][side].iter().map(|cell| costs[cell.index()]).min().unwrap_or(BLOCKED)
    }

    /// The fewest cells that a chain of this side needs.
    fn missing(&self, position: &Position, side: Side) -> usize {
        let least = self.least(&self.costs(position, side, 0), side);
        if least == BLOCKED { NO_WAY } else { usize::from(least).min(MOST_MISSING) }
    }
}

/// Names for each rule how much of a chain each side misses.
#[inline(always)]
pub fn chains<T: Tally>(rules: &Rules, position: &Position, tallies: &mut [T; 2]) {
    if !rules.weights.chains.is_empty() {
        rarely();
        count(rules, position, tallies);
    }
}

#[inline(never)]
fn count<T: Tally>(rules: &Rules, position: &Position, tallies: &mut [T; 2]) {
    let weights = &rules.weights;
    for (number, chain) in weights.chains.0.iter().enumerate() {
        for (side, tally) in Side::BOTH.into_iter().zip(tallies.iter_mut()) {
            let missing = chain.missing(position, side);
            tally.add(weights.layout.at(Group::Chain, 0, number * STRIDE + missing), 1);
        }
    }
}
