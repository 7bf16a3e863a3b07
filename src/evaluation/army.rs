//! One look at all pieces of a side: how far they reach, what they threaten, how they stand to the royals.

use super::relations::Royals;
use super::tally::{Alike, Tally};
use super::{Men, Score, Weights};
use crate::definition::{Kind, Side};
use crate::hints::rarely;
use crate::movegen::{self, Observer};
use crate::position::Position;
use crate::rules::step::{END, ENEMY, Op, Step};
use crate::rules::topology::Square;
use crate::rules::{Piece, Rules};
use smallvec::SmallVec;

/// What was seen of one side's pieces.
#[derive(Default)]
pub struct Seen {
    pub men: Men,
    /// How many pieces threaten squares round an enemy royal.
    pub menacing: i32,
    /// Of each kind that does, how many squares.
    pub menaces: SmallVec<[(Kind, i32); 8]>,
    /// Which kind attacks an enemy where.
    pub threats: SmallVec<[(Kind, Square); 16]>,
    /// Squares on which it would capture an enemy, as far as they are among the first 256.
    covered: [u64; 4],
    /// Kinds that the tables can't tell about.
    unknown: SmallVec<[Piece; 4]>,
}

impl Seen {
    pub fn covered(&self) -> &[u64; 4] {
        &self.covered
    }

    #[inline(always)]
    pub fn covers(&self, square: Square) -> bool {
        let at = square.index();
        self.covered.get(at / 64).is_some_and(|word| word >> (at % 64) & 1 == 1)
    }
}

/// Looks at the pieces of one side, whose first royal and whose enemy's stand where `royals` says. By walks alone unless
/// `tables` may be used.
#[inline(always)]
pub fn survey<T: Tally>(
    rules: &Rules,
    position: &Position,
    (side, royals): (Side, [Option<Square>; 2]),
    tables: bool,
    seen: &mut Seen,
    tally: &mut T,
) {
    let weights = &rules.weights;
    let near = royals[1].map_or([0; 4], |royal| weights.surroundings(royal));
    let target = royals[1].map_or((-9, -9), |royal| weights.places[royal.index()]);
    let mut army = Army { weights, royals: weights.relations.to(side, royals), seen, tally };
    let told = tables.then(|| movegen::mobility(rules, position, side, &near, &mut army)).flatten();
    if told.is_none() || !army.seen.unknown.is_empty() {
        rarely();
        look_about(rules, position, (side, target), told.is_none(), &mut army);
    }
}

/// Takes notes and names terms.
struct Army<'a, T> {
    weights: &'a Weights,
    royals: Royals<'a>,
    seen: &'a mut Seen,
    tally: &'a mut T,
}

/// What was seen of one kind.
struct OfKind<'a> {
    alike: Alike<'a>,
    count: u32,
    score: Score,
    hits: i32,
    menacing: i32,
}

impl<'a, T: Tally> Observer for Army<'a, T> {
    type OfKind = OfKind<'a>;

    #[inline(always)]
    fn begin(&mut self, piece: Piece, count: u32) -> OfKind<'a> {
        let alike = Alike::new(self.weights, piece, self.royals);
        OfKind { alike, count, score: Score::default(), hits: 0, menacing: 0 }
    }

    #[inline(always)]
    fn moves(&mut self, of_kind: &mut OfKind, pieces: u32, moves: u32) {
        of_kind.score += self.tally.moves(&of_kind.alike, pieces, moves);
    }

    #[inline(always)]
    fn stands(&mut self, of_kind: &mut OfKind, square: Square) {
        of_kind.score += self.tally.stands(&of_kind.alike, square);
    }

    #[inline(always)]
    fn menace(&mut self, of_kind: &mut OfKind, hits: u32) {
        of_kind.hits += hits as i32;
        of_kind.menacing += 1;
    }

    #[inline(always)]
    fn threat(&mut self, of_kind: &OfKind, victim: Square) {
        self.seen.threats.push((of_kind.alike.piece.kind(), victim));
    }

    #[inline(always)]
    fn end(&mut self, of_kind: OfKind) {
        let OfKind { alike, count, score, hits, menacing } = of_kind;
        self.tally.fixed(score);
        if hits > 0 {
            rarely();
            self.seen.menacing += menacing;
            self.seen.menaces.push((alike.piece.kind(), hits));
        }
        self.tally.count(&alike, count);
        self.seen.men += alike.weights.men[alike.piece.side().index()].times(count);
    }

    fn unknown(&mut self, piece: Piece) {
        self.seen.unknown.push(piece);
    }

    #[inline(always)]
    fn cover(&mut self, squares: &[u64]) {
        for (word, more) in self.seen.covered.iter_mut().zip(squares) {
            *word |= more;
        }
    }
}

/// As the tables tell, by walks: of all kinds, or of those that are unknown.
#[inline(never)]
fn look_about<T: Tally>(
    rules: &Rules,
    position: &Position,
    (side, target): (Side, (i16, i16)),
    all: bool,
    army: &mut Army<T>,
) {
    let (weights, tables) = (&rules.weights, &rules.sides[side]);
    let kinds = if all {
        (0..rules.kinds.len()).map(|kind| Piece::new(Kind(kind as u16), side)).collect()
    } else {
        std::mem::take(&mut army.seen.unknown)
    };
    for piece in kinds {
        let count = position.count(side, piece.kind());
        if count == 0 {
            continue;
        }
        let mut of_kind = army.begin(piece, u32::from(count));
        for square in position.squares_of(piece) {
            let mut look = Look {
                steps: &tables.steps,
                board: position.board(),
                side,
                weights,
                target,
                moves: 0,
                hits: 0,
                threats: SmallVec::new(),
                goes: [0; 4],
                captures: [0; 4],
            };
            for &root in tables.movers[piece.kind().index()].ordinary.at(square) {
                look.walk(root);
            }
            army.moves(&mut of_kind, 1, look.moves);
            army.stands(&mut of_kind, square);
            if look.hits > 0 {
                army.menace(&mut of_kind, look.hits);
            }
            army.cover(&look.captures);
            look.threats.into_iter().for_each(|victim| army.threat(&of_kind, victim));
        }
        army.end(of_kind);
    }
}

/// Walks step tables on the board and counts.
struct Look<'a> {
    steps: &'a [Step],
    board: &'a [Piece],
    side: Side,
    weights: &'a Weights,
    /// File and rank of the royal whose neighbourhood counts.
    target: (i16, i16),
    moves: u32,
    hits: u32,
    threats: SmallVec<[Square; 8]>,
    /// Squares that have been counted, as far as they are among the first 256: those it goes to, those it captures on.
    goes: [u64; 4],
    captures: [u64; 4],
}

/// True once for each square: some pieces have two ways to the same one.
fn is_new(seen: &mut [u64; 4], square: Square) -> bool {
    let Some(word) = seen.get_mut(square.index() / 64) else { return true };
    let bit = 1 << (square.index() % 64);
    let new = *word & bit == 0;
    *word |= bit;
    new
}

impl Look<'_> {
    #[inline]
    fn walk(&mut self, root: u32) {
        let mut at = root;
        while at != END {
            let step = &self.steps[at as usize];
            if !step.looks() {
                if step.op == Op::Fork {
                    self.walk(step.next[0]);
                }
                at = step.next[1];
                continue;
            }
            let occupant = self.board[step.square as usize].seen_by(self.side);
            let square = Square::from_index(step.square as usize);
            if step.emits >> occupant & 1 == 1 && is_new(&mut self.goes, square) {
                self.moves += 1;
            }
            // A square is threatened if an enemy on it could be taken.
            if step.emits >> ENEMY & 1 == 1 && is_new(&mut self.captures, square) {
                if occupant == ENEMY && self.weights.tells_threats() {
                    self.threats.push(square);
                }
                let (file, rank) = self.weights.places[square.index()];
                let near = (file - self.target.0).abs() <= 1 && (rank - self.target.1).abs() <= 1;
                self.hits += u32::from(near);
            }
            at = step.next[occupant];
        }
    }
}
