//! How far a piece gets on a board filled at random.
//!
//! The step tables of a piece are walked once with chances instead of occupants, which gives the expected number of
//! moves exactly and without sampling. Chances are integers, so that both players get the same numbers whatever the
//! order of the tables.

use crate::rules::Rules;
use crate::rules::step::{EMPTY, END, ENEMY, OWN, Op, Step};
use crate::rules::topology::Square;

/// A chance of 1.
pub const CERTAIN: u64 = 1 << 16;
/// Branches less likely than this are not followed.
const NEGLIGIBLE: u64 = CERTAIN / 2000;
/// Steps of a walk that are followed, at most: where there are more, only branches that are so much likelier are. So it doesn't
/// matter in which order they come, and both players get the same.
const PATIENCE: u32 = 200;
const LIKELIER: u64 = 8;

/// How likely a square holds nothing, a friend or an enemy, as [`CERTAIN`] parts.
#[derive(Clone, Copy, Debug)]
pub struct Density {
    chances: [u64; 3],
}

impl Density {
    /// Both sides together stand on so large a part of the board.
    pub fn new(occupied: f64) -> Density {
        let each = (occupied.clamp(0.04, 0.9) / 2.0 * CERTAIN as f64) as u64;
        let mut chances = [0; 3];
        (chances[EMPTY], chances[OWN], chances[ENEMY]) = (CERTAIN - 2 * each, each, each);
        Density { chances }
    }

    /// Middle game of a variant, judged by how many pieces stand on the board at the start.
    pub fn of_middle_game(rules: &Rules) -> Density {
        let pieces: usize = rules.initial.iter().map(|squares| squares.len()).sum();
        let cells = rules.topology().squares().count().max(1);
        Density::new((0.65 * pieces as f64 / cells as f64).clamp(0.12, 0.42))
    }

    /// By how much a capture must be weighted to count as much as a move of the same length to an empty square.
    pub fn rarity_of_captures(&self) -> f64 {
        self.chances[EMPTY] as f64 / self.chances[ENEMY] as f64
    }
}

/// What a walk can end with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Target {
    Quiet,
    Capture,
}

/// Tells `add` each square that may be reached along a walk, how, and how likely that is, and returns what it made of them.
pub fn targets<T: Default>(
    steps: &[Step],
    density: &Density,
    root: u32,
    mut add: impl FnMut(&mut T, Square, Target, u64),
) -> T {
    let mut negligible = NEGLIGIBLE;
    loop {
        let mut found = T::default();
        let visit = &mut |square: Square, how: Target, chance: u64| add(&mut found, square, how, chance);
        let mut walk = Walk { steps, density, negligible, patience: PATIENCE, visit };
        walk.follow(root, CERTAIN, Target::Quiet);
        if walk.patience > 0 {
            return found;
        }
        negligible *= LIKELIER;
    }
}

struct Walk<'a, V> {
    steps: &'a [Step],
    density: &'a Density,
    negligible: u64,
    patience: u32,
    visit: &'a mut V,
}

impl<V: FnMut(Square, Target, u64)> Walk<'_, V> {
    fn is_last_look(&self, walk: u32) -> bool {
        let step = &self.steps[walk as usize];
        step.looks() && step.next == [END; 3]
    }

    /// `so_far` tells whether something has been captured on the way.
    fn follow(&mut self, root: u32, mut chance: u64, so_far: Target) {
        let mut at = root;
        while at != END && chance > self.negligible && self.patience > 0 {
            self.patience -= 1;
            let step = &self.steps[at as usize];
            let square = Square::from_index(step.square as usize);
            at = match step.op {
                Op::Look | Op::LookLater => {
                    let chances = self.density.chances;
                    if step.emits != 0 {
                        for (occupant, part) in chances.into_iter().enumerate() {
                            if step.emits >> occupant & 1 == 1 {
                                let how = if occupant == EMPTY { so_far } else { Target::Capture };
                                (self.visit)(square, how, (chance * part) >> 16);
                            }
                        }
                    }
                    let [empty, own, enemy] = step.next;
                    let mut part = chances[EMPTY];
                    // What goes on alike is followed once.
                    let (first, second) = match own == enemy {
                        true => (chances[OWN] + chances[ENEMY], 0),
                        false => (chances[OWN], chances[ENEMY]),
                    };
                    if own == empty {
                        part += first;
                    } else if own != END {
                        self.follow(own, (chance * first) >> 16, so_far);
                    }
                    if second > 0 && enemy == empty {
                        part += second;
                    } else if second > 0 && enemy != END {
                        self.follow(enemy, (chance * second) >> 16, so_far);
                    }
                    chance = (chance * part) >> 16;
                    empty
                }
                Op::Fork => {
                    self.follow(step.next[0], chance, so_far);
                    step.next[1]
                }
                // What ends there has been weighed when the square was looked at.
                Op::IfAmong if self.is_last_look(step.next[0]) => {
                    (self.visit)(square, Target::Capture, chance);
                    step.next[1]
                }
                Op::Take | Op::IfAmong => {
                    self.follow(step.next[0], chance, Target::Capture);
                    step.next[1]
                }
                Op::IfRoyal | Op::IfEnPassant | Op::EmitPass => step.next[1],
                Op::Emit | Op::EmitTrail => {
                    (self.visit)(square, so_far, chance);
                    step.next[1]
                }
            };
        }
    }
}
