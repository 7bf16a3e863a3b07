//! Walking the step tables on a board.

use crate::definition::Side;
use crate::moves::{Move, MoveList};
use crate::position::Position;
use crate::rules::step::{EMPTY, END, ENEMY, OWN, Op, Step};
use crate::rules::topology::Square;
use crate::rules::{Piece, Rules};
use hashbrown::HashSet;
use smallvec::SmallVec;

/// Squares of pieces captured on the way.
pub type Taken = SmallVec<[Square; 4]>;

/// Branches after which a walk remembers where it has been: legs that repeat come to the same squares in many ways.
const LONG: u32 = 1024;
/// Branches that one walk has at most: what captures its way through a crowd in every possible order knows no end.
const MOST_BRANCHES: u32 = 200_000;

/// What a walk has done so far.
#[derive(Default)]
struct Way {
    taken: Taken,
    branches: u32,
    /// Where branches have begun since it became long, with what had been taken by then.
    seen: Option<Box<HashSet<(u32, Taken)>>>,
}

impl Way {
    /// True where the walk has not been yet with what it has taken.
    #[cold]
    fn is_new(&mut self, step: u32) -> bool {
        self.branches <= MOST_BRANCHES && self.seen.get_or_insert_default().insert((step, self.taken.clone()))
    }
}

/// How a move that a walk has found ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// On the square, with what stands there: `EMPTY`, `OWN` or `ENEMY`.
    On(usize),
    /// On the empty square, leaving en passant squares.
    Trail(u32),
    Pass,
}

/// A board seen by one side, with its steps.
pub struct Walker<'a> {
    pub steps: &'a [Step],
    pub board: &'a [Piece],
    pub side: Side,
    pub rules: &'a Rules,
    /// Numbers of the en passant squares that may be captured on.
    pub trails: &'a [Square],
}

/// The common case: a walk of nothing but looks, its moves straight into the list. Only those kinds of target count
/// that `mask` has a bit for; there must be room for a move per cell.
#[inline(always)]
pub fn plain(steps: &[Step], board: &[Piece], side: Side, root: u32, from: Square, mask: u8, list: &mut MoveList) {
    let mut at = root;
    while at != END {
        let step = &steps[at as usize];
        let piece = board[step.square as usize];
        let to = Square::from_index(step.square as usize);
        let emits = step.emits & mask;
        // The branch lets the processor run ahead along a ray; friend or enemy can't be guessed and gets none.
        if piece.is_empty() {
            list.push_if(Move::plain(from, to), emits & 1 == 1);
            at = step.next[EMPTY];
        } else {
            let occupant = piece.seen_by(side);
            list.push_if(Move::plain(from, to), emits >> occupant & 1 == 1);
            at = step.next[occupant];
        }
    }
}

impl<'a> Walker<'a> {
    pub fn new(rules: &'a Rules, position: &'a Position, side: Side) -> Walker<'a> {
        Walker { steps: &rules.sides[side].steps, board: position.board(), side, rules, trails: position.trails() }
    }

    #[inline(always)]
    fn occupant(&self, square: u16) -> usize {
        self.board[square as usize].seen_by(self.side)
    }

    #[inline(always)]
    fn occupant_by_now(&self, square: u16, way: &Way) -> usize {
        let gone = self.rules.captures_at_once && way.taken.contains(&Square::from_index(square as usize));
        if gone { EMPTY } else { self.occupant(square) }
    }

    /// Calls `emit` for every move of one walk of a piece on `from`, with the captures made on the way.
    #[inline(always)]
    pub fn walk(&self, root: u32, from: Square, emit: &mut impl FnMut(Square, End, &[Square])) {
        let mut at = root;
        while at != END {
            let step = &self.steps[at as usize];
            if step.op != Op::Look {
                self.branch(at, from, &mut Way::default(), emit);
                return;
            }
            let occupant = self.occupant(step.square);
            if step.emits >> occupant & 1 == 1 {
                emit(Square::from_index(step.square as usize), End::On(occupant), &[]);
            }
            at = step.next[occupant];
        }
    }

    /// The general form of [`Walker::walk`].
    fn branch(&self, root: u32, from: Square, way: &mut Way, emit: &mut impl FnMut(Square, End, &[Square])) {
        way.branches += 1;
        if way.branches > LONG && !way.is_new(root) {
            return;
        }
        let mut at = root;
        while at != END {
            let step = &self.steps[at as usize];
            let square = Square::from_index(step.square as usize);
            at = match step.op {
                Op::Look | Op::LookLater => {
                    let left = step.op == Op::LookLater && square == from;
                    let occupant = if left { EMPTY } else { self.occupant_by_now(step.square, way) };
                    if step.emits >> occupant & 1 == 1 {
                        emit(square, End::On(occupant), &way.taken);
                    }
                    step.next[occupant]
                }
                Op::Fork => {
                    self.branch(step.next[0], from, way, emit);
                    step.next[1]
                }
                Op::Take => {
                    way.taken.push(square);
                    self.branch(step.next[0], from, way, emit);
                    way.taken.pop();
                    step.next[1]
                }
                Op::IfRoyal => {
                    let piece = self.board[square.index()];
                    let royal = !piece.is_empty() && self.rules.kind(piece.kind()).royal;
                    step.next[if royal { 0 } else { 1 }]
                }
                Op::IfAmong => {
                    let piece = self.board[square.index()];
                    let among = !piece.is_empty() && self.rules.takes[step.next[2] as usize].contains(piece.kind());
                    step.next[if among { 0 } else { 1 }]
                }
                Op::IfEnPassant => {
                    if let Some(victim) = en_passant_victim(self.rules, self.trails, square) {
                        way.taken.push(victim);
                        self.branch(step.next[0], from, way, emit);
                        way.taken.pop();
                    }
                    step.next[1]
                }
                Op::Emit => {
                    emit(square, End::On(self.occupant_by_now(step.square, way)), &way.taken);
                    step.next[1]
                }
                Op::EmitTrail => {
                    emit(square, End::Trail(step.next[2]), &way.taken);
                    step.next[1]
                }
                Op::EmitPass => {
                    emit(square, End::Pass, &way.taken);
                    step.next[1]
                }
            };
        }
    }
}

/// Who is captured on an en passant square, if it is one of these.
pub fn en_passant_victim(rules: &Rules, trails: &[Square], square: Square) -> Option<Square> {
    let left = trails.iter().map(|&number| rules.trail(number));
    left.filter(|trail| trail.squares.contains(&square)).map(|trail| trail.to).next()
}

/// True if the walk could capture en passant on these squares as the board stands.
pub(crate) fn reaches_en_passant(
    rules: &Rules,
    position: &Position,
    side: Side,
    (walk, from): (u32, Square),
    number: Square,
) -> bool {
    let walker = Walker { trails: &[number], ..Walker::new(rules, position, side) };
    let mut reached = false;
    walker.walk(walk, from, &mut |_, _, _| reached = true);
    reached
}

/// True for a move that captures something, an enemy or a friend, where it ends or on its way.
pub fn is_capture(end: End, taken: &[Square]) -> bool {
    !taken.is_empty() || matches!(end, End::On(OWN | ENEMY))
}
