//! The static evaluation of a position: the running sum, and what can only be seen on the board.
//!
//! One walk over all pieces counts moves, threats to the squares round the royals and what makes a middle game.
//! Symmetric by construction: both sides go through the same code and the second is subtracted.

use super::pawns::{self, Pawns};
use super::{Score, Weights};
use crate::definition::{Kind, Side};
use crate::movegen::{self, Reach, Reaches};
use crate::position::Position;
use crate::rules::step::{END, ENEMY, Op, Step};
use crate::rules::topology::Square;
use crate::rules::{Piece, Rules};
use smallvec::SmallVec;

/// A moment's advantage.
const TEMPO: i32 = 12;
/// Beyond this the score is left to mates.
pub const LIMIT: i32 = 29_000;
/// For each neighbour of its own side a royal has, and more for a pawn-like one.
const SHELTER: i32 = 7;
const PAWN_SHELTER: i32 = 8;

/// What was seen of one side's pieces.
struct Seen {
    positional: Score,
    phase: i32,
    /// Pieces that threaten squares round an enemy royal, and how much together.
    menacing: i32,
    menace: i32,
    pieces: i32,
    pawns: Pawns,
}

/// The value of a quiet position for the side to move.
pub fn evaluate(rules: &Rules, position: &Position) -> i32 {
    let weights = &rules.weights;
    let mut score = position.score();
    let [first, second] = Side::BOTH.map(|side| survey(rules, position, side));
    score += first.positional;
    score -= second.positional;
    for (side, us, them) in [(Side::First, &first, &second), (Side::Second, &second, &first)] {
        let danger = danger(rules, position, side, them);
        let mut bonus = Score::new(-danger, if weights.drops { -danger } else { 0 });
        bonus += shelter(rules, position, side);
        bonus += pawns::structure(rules, position, side, &us.pawns, &them.pawns);
        bonus += pursuit(rules, position, side, us, them);
        if side == Side::First {
            score += bonus;
        } else {
            score -= bonus;
        }
    }
    let phase = if weights.drops || weights.full_phase == 0 {
        256
    } else {
        ((first.phase + second.phase) * 256 / weights.full_phase).min(256)
    };
    let mut value = (score.middle() * phase + score.end() * (256 - phase)) / 256;
    if weights.lone_pieces_draw {
        let ahead = if value > 0 { &first } else { &second };
        if ahead.pawns.is_empty() && ahead.pieces <= 1 && ahead.phase < 420 {
            value /= 16;
        }
    }
    let sign = if position.side_to_move() == Side::First { 1 } else { -1 };
    (sign * value + TEMPO).clamp(-LIMIT, LIMIT)
}

/// Looks at the pieces of one side.
fn survey(rules: &Rules, position: &Position, side: Side) -> Seen {
    let weights = &rules.weights;
    let mut seen =
        Seen { positional: Score::default(), phase: 0, menacing: 0, menace: 0, pieces: 0, pawns: Pawns::default() };
    let mut near: SmallVec<[Square; 9]> = SmallVec::new();
    if let Some(&royal) = position.royals(side.other()).first() {
        near.push(royal);
        near.extend_from_slice(weights.ring(royal));
    }
    let mut reaches = Reaches::new();
    if movegen::mobility(rules, position, side, &near, &mut reaches).is_some() {
        reaches.iter().for_each(|reach| seen.count(weights, reach));
        for piece in (0..rules.kinds.len()).map(|kind| Piece::new(Kind(kind as u16), side)) {
            if weights.features(piece).pawn_like {
                position.squares_of(piece).for_each(|square| seen.pawns.push(square));
            }
        }
        return seen;
    }
    let tables = &rules.sides[side];
    let target = position.royals(side.other()).first().map(|royal| weights.places[royal.index()]);
    let mut look = Look {
        steps: &tables.steps,
        board: position.board(),
        side,
        weights,
        target: target.unwrap_or((-9, -9)),
        moves: 0,
        hits: 0,
    };
    for square in position.pieces(side) {
        let piece = position.at(square);
        let features = weights.features(piece);
        if features.royal {
            continue;
        }
        if features.pawn_like {
            seen.pawns.push(square);
            continue;
        }
        (look.moves, look.hits) = (0, 0);
        for &root in tables.movers[piece.kind().index()].ordinary.at(square) {
            look.walk(root);
        }
        seen.count(weights, &Reach { piece, moves: look.moves, hits: look.hits });
    }
    seen
}

impl Seen {
    /// Counts a piece that is neither royal nor pawn-like.
    #[inline(always)]
    fn count(&mut self, weights: &Weights, reach: &Reach) {
        let features = weights.features(reach.piece);
        self.pieces += 1;
        self.phase += features.phase;
        self.positional += features.mobility.times(reach.moves - features.usual_moves);
        if reach.hits > 0 {
            self.menacing += 1;
            self.menace += features.menace * reach.hits;
        }
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
    moves: i32,
    hits: i32,
}

impl Look<'_> {
    #[inline]
    fn walk(&mut self, root: u32) {
        let mut at = root;
        while at != END {
            let step = &self.steps[at as usize];
            if step.op != Op::Look {
                if step.op == Op::Fork {
                    self.walk(step.next[0]);
                }
                at = step.next[1];
                continue;
            }
            let piece = self.board[step.square as usize];
            let occupant = piece.seen_by(self.side);
            if step.emits >> occupant & 1 == 1 {
                self.moves += 1;
            }
            // A square is threatened if an enemy on it could be taken.
            if step.emits >> ENEMY & 1 == 1 {
                let (file, rank) = self.weights.places[step.square as usize];
                let near = (file - self.target.0).abs() <= 1 && (rank - self.target.1).abs() <= 1;
                self.hits += near as i32;
            }
            at = step.next[occupant];
        }
    }
}

/// How much `them` threaten the first royal of `side`.
fn danger(rules: &Rules, position: &Position, side: Side, them: &Seen) -> i32 {
    let weights = &rules.weights;
    let Some(&royal) = position.royals(side).first() else { return 0 };

    let mut danger = them.menace * them.menacing.min(5) / 9;
    if weights.drops {
        let in_hand = position.hand_total(side.other()) as i32;
        if in_hand > 0 {
            let open = weights.ring(royal).iter().filter(|&&near| position.at(near).is_empty()).count() as i32;
            danger += danger * in_hand.min(6) / 6 + open * in_hand.min(6) * 2;
        }
    }
    danger.min(900)
}

/// The neighbours a royal has of its own side.
fn shelter(rules: &Rules, position: &Position, side: Side) -> Score {
    let weights = &rules.weights;
    let mut middle = 0;
    for &royal in position.royals(side).iter().take(1) {
        for &near in weights.ring(royal) {
            let piece = position.at(near);
            if !piece.is_empty() && piece.side() == side {
                middle += SHELTER + if weights.features(piece).pawn_like { PAWN_SHELTER } else { 0 };
            }
        }
    }
    Score::new(middle.min(6 * SHELTER + 3 * PAWN_SHELTER), if weights.drops { middle } else { 0 })
}

/// With nothing left but royals to hunt, go near them and drive them to the edge.
fn pursuit(rules: &Rules, position: &Position, side: Side, us: &Seen, them: &Seen) -> Score {
    let hunting = us.phase > 400 && them.phase == 0 && them.pawns.is_empty() && !rules.weights.drops;
    let royals = (position.royals(side).first(), position.royals(side.other()).first());
    let (true, (Some(&ours), Some(&theirs))) = (hunting, royals) else { return Score::default() };
    let board = rules.topology();
    let near = 14 - distance(&rules.weights, ours, theirs).min(14);
    let aside = |at: u16, length: u16| (2 * at as i32 + 1 - length as i32).abs();
    let edge = aside(board.file(theirs), board.files()) + aside(board.rank(theirs), board.ranks());
    Score::new(0, 6 * near + 6 * edge)
}

/// Steps of a king on an empty board.
pub fn distance(weights: &Weights, a: Square, b: Square) -> i32 {
    let ((x, y), (v, w)) = (weights.places[a.index()], weights.places[b.index()]);
    (x - v).abs().max((y - w).abs()) as i32
}
