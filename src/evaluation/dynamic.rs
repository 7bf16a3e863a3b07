//! The static evaluation of a position: the running sum, and what can only be seen on the board.
//!
//! One walk over all pieces counts moves, threats, and how pieces stand to the royals. The walk doesn't add up scores
//! itself but names terms to a [`Tally`]: one adds their weights, another writes them down for fitting. Symmetric by
//! construction: both sides go through the same code and the second is subtracted.

use super::pawns::{self, Pawns};
use super::terms::{Group, MOST_HELD, MOST_MOVES};
use super::{Score, Weights};
use crate::definition::{Kind, Side};
use crate::movegen::{self, Reach, Reaches};
use crate::position::Position;
use crate::rules::bits::Level;
use crate::rules::step::{END, ENEMY, Op, Step};
use crate::rules::topology::Square;
use crate::rules::{Piece, Rules};
use smallvec::SmallVec;

/// A moment's advantage.
const TEMPO: i32 = 12;
/// Beyond this the score is left to mates.
pub const LIMIT: i32 = 29_000;
/// What a step nearer to a hunted royal is worth, or a step of it towards the edge: one without any men, and one that only
/// has pawn-like ones.
const ALONE: i32 = 24;
const GUARDED: i32 = 6;
/// Parts of a whole term; see [`Tally::part`].
pub const PARTS: i32 = 64;

/// Takes the terms of one side.
pub trait Tally {
    /// A term counts so often.
    fn add(&mut self, term: usize, times: i32);

    /// Pieces of one kind have so many moves and stand somewhere to the own royal and to the enemy's.
    fn pieces(&mut self, alike: &[Reach], royals: [Option<Square>; 2]);

    /// Only so many [`PARTS`] of a term count, in the middle game and in the end game.
    fn part(&mut self, term: usize, middle: i32, end: i32);

    /// What has no weight that could be fitted.
    fn fixed(&mut self, score: Score);
}

/// Adds up.
pub struct Sum<'a> {
    weights: &'a Weights,
    score: Score,
}

impl Tally for Sum<'_> {
    #[inline(always)]
    fn add(&mut self, term: usize, times: i32) {
        self.score += self.weights.terms[term].times(times);
    }

    #[inline(always)]
    fn pieces(&mut self, alike: &[Reach], royals: [Option<Square>; 2]) {
        let Some(piece) = alike.first().map(|reach| reach.piece) else { return };
        let (weights, kind) = (self.weights, piece.kind().index());
        // What is the same for all is looked up once, with its bounds.
        let by_moves = &weights.terms[weights.layout.at(Group::Moves, kind, 0)..][..=MOST_MOVES];
        let mut score = self.score;
        for reach in alike {
            score += by_moves[usize::from(reach.moves).min(MOST_MOVES)];
        }
        for (relations, royal) in weights.relations.iter().zip(royals) {
            let (Some(royal), false) = (royal, relations.is_empty()) else { continue };
            let by_place = &relations[kind * weights.towards.places()..][..weights.towards.places()];
            let from = weights.towards.from(piece.side(), royal);
            for reach in alike {
                score += by_place[from.to(reach.square)];
            }
        }
        self.score = score;
    }

    #[inline(always)]
    fn part(&mut self, term: usize, middle: i32, end: i32) {
        let weight = self.weights.terms[term];
        self.score += Score::new(weight.middle() * middle / PARTS, weight.end() * end / PARTS);
    }

    #[inline(always)]
    fn fixed(&mut self, score: Score) {
        self.score += score;
    }
}

/// How the two scores of a position are put together.
pub struct Stage {
    /// 256 in the middle game, 0 in the end game.
    pub phase: i32,
    /// The side that is ahead can't win with what it has, by side.
    pub helpless: [bool; 2],
}

/// The value of a quiet position for the side to move.
pub fn evaluate(rules: &Rules, position: &Position) -> i32 {
    /// With bits counted in hardware.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "popcnt")]
    fn counting(rules: &Rules, position: &Position) -> i32 {
        value(rules, position)
    }

    match rules.sets.level() {
        // SAFETY: the processor has what the function asks for.
        #[cfg(target_arch = "x86_64")]
        Level::Gathers | Level::Counts => unsafe { counting(rules, position) },
        _ => value(rules, position),
    }
}

#[inline(always)]
fn value(rules: &Rules, position: &Position) -> i32 {
    let weights = &rules.weights;
    let mut sums = Side::BOTH.map(|_| Sum { weights, score: Score::default() });
    let stage = tally(rules, position, true, &mut sums);
    let mut score = position.score();
    score += sums[0].score;
    score -= sums[1].score;
    let mut value = (score.middle() * stage.phase + score.end() * (256 - stage.phase)) / 256;
    if stage.helpless[usize::from(value <= 0)] {
        value /= 16;
    }
    let sign = if position.side_to_move() == Side::First { 1 } else { -1 };
    (sign * value + TEMPO).clamp(-LIMIT, LIMIT)
}

/// Names all terms that the running sum doesn't hold.
/// By walks alone unless `tables` may be used.
#[inline(always)]
pub fn tally<T: Tally>(rules: &Rules, position: &Position, tables: bool, tallies: &mut [T; 2]) -> Stage {
    let weights = &rules.weights;
    // Filled where they are: they are too large to be moved about.
    let mut reaches = [Reaches::default(), Reaches::default()];
    let mut seen = [Seen::default(), Seen::default()];
    for side in Side::BOTH {
        survey(rules, position, side, tables, &mut reaches[side.index()]);
    }
    let royals = Side::BOTH.map(|side| position.royals(side).first().copied());
    for side in Side::BOTH {
        let royals = (royals[side.index()], royals[side.other().index()]);
        seen[side.index()].look(rules, position, side, &reaches, royals, &mut tallies[side.index()]);
    }
    for side in Side::BOTH {
        let tally = &mut tallies[side.index()];
        let (us, them) = (&seen[side.index()], &seen[side.other().index()]);
        pressure(rules, position, side, us, tally);
        if weights.layout.has_hands() && position.hand_total(side) > 0 {
            held(rules, position, side, royals[side.other().index()], tally);
        }
        pawns::structure(rules, position, side, (&us.pawns, &them.pawns), tally);
        pursuit(rules, position, side, us, them, tally);
        if let Some(most) = rules.most_checks {
            let given = position.checks_given(side).min(most);
            tally.add(weights.layout.at(Group::Checks, 0, usize::from(given)), 1);
        }
    }
    let phase = if weights.drops || weights.full_phase == 0 {
        256
    } else {
        ((seen[0].phase + seen[1].phase) * 256 / weights.full_phase).min(256)
    };
    let helpless =
        |seen: &Seen| weights.lone_pieces_draw && seen.pawns.is_empty() && seen.pieces <= 1 && seen.phase < 420;
    Stage { phase, helpless: seen.each_ref().map(helpless) }
}

/// Looks at the pieces of one side.
fn survey(rules: &Rules, position: &Position, side: Side, tables: bool, reaches: &mut Reaches) {
    let weights = &rules.weights;
    let near = position.royals(side.other()).first().map_or([0; 4], |&royal| weights.surroundings(royal));
    let told = tables.then(|| movegen::mobility(rules, position, side, &near, reaches)).flatten();
    if told != Some(true) {
        look_about(rules, position, side, told.is_some(), reaches);
    }
}

/// As `survey`, by walks; only of those pieces of which nothing is known if some are `listed`.
#[inline(never)]
fn look_about(rules: &Rules, position: &Position, side: Side, listed: bool, reaches: &mut Reaches) {
    let (weights, tables) = (&rules.weights, &rules.sides[side]);
    let target = position.royals(side.other()).first().map(|royal| weights.places[royal.index()]);
    let mut look = Look {
        steps: &tables.steps,
        board: position.board(),
        side,
        weights,
        target: target.unwrap_or((-9, -9)),
        moves: 0,
        hits: 0,
        kind: Kind(0),
        seen: [[0; 4]; 2],
        reaches,
    };
    if !listed {
        for square in position.pieces(side) {
            let piece = position.at(square);
            look.reaches.pieces.push(Reach { piece, square, moves: Reach::UNKNOWN, hits: 0 });
        }
        look.reaches.pieces.sort_by_key(|reach| reach.piece.kind().index());
    }
    for at in 0..look.reaches.pieces.len() {
        let Reach { piece, square, moves: Reach::UNKNOWN, .. } = look.reaches.pieces[at] else { continue };
        (look.moves, look.hits, look.kind, look.seen) = (0, 0, piece.kind(), [[0; 4]; 2]);
        for &root in tables.movers[piece.kind().index()].ordinary.at(square) {
            look.walk(root);
        }
        let (moves, hits) = (look.moves, look.hits);
        look.reaches.pieces[at] = Reach { piece, square, moves, hits };
    }
}

/// What was seen of one side's pieces.
#[derive(Default)]
struct Seen {
    phase: i32,
    /// How many pieces threaten squares round an enemy royal.
    menacing: i32,
    /// Of each kind that does, how many squares.
    menaces: SmallVec<[(Kind, i32); 8]>,
    pieces: i32,
    pawns: Pawns,
}

impl Seen {
    #[inline(always)]
    fn look<T: Tally>(
        &mut self,
        rules: &Rules,
        position: &Position,
        side: Side,
        reaches: &[Reaches; 2],
        (own, enemy): (Option<Square>, Option<Square>),
        tally: &mut T,
    ) {
        let weights = &rules.weights;
        let layout = &weights.layout;
        let (ours, theirs) = (&reaches[side.index()], &reaches[side.other().index()]);
        // Pieces of a kind come one after the other.
        let mut pieces = ours.pieces.as_slice();
        while let Some(first) = pieces.first() {
            let piece = first.piece;
            let count = pieces.iter().take_while(|reach| reach.piece == piece).count();
            let (alike, rest) = pieces.split_at(count);
            pieces = rest;
            let kind = piece.kind().index();
            tally.pieces(alike, [own, enemy]);
            let hits: i32 = alike.iter().map(|reach| i32::from(reach.hits)).sum();
            if hits > 0 {
                self.menacing += alike.iter().filter(|reach| reach.hits > 0).count() as i32;
                self.menaces.push((piece.kind(), hits));
            }
            if count > 1 {
                tally.add(layout.at(Group::Pair, kind, 0), 1);
            }
            let features = weights.features(piece);
            if features.pawn_like {
                alike.iter().for_each(|reach| self.pawns.push(weights, reach.square));
            } else if !features.royal {
                self.pieces += count as i32;
                self.phase += features.phase * count as i32;
            }
        }
        for &(kind, square) in &ours.threats {
            let victim = position.at(square).kind().index();
            let protected = usize::from(theirs.covers(square));
            tally.add(layout.at(Group::Threat, kind.index(), 2 * victim + protected), 1);
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
    moves: u16,
    hits: u16,
    kind: Kind,
    /// Squares that have been counted, as far as they are among the first 256: those it goes to, then those it captures on.
    seen: [[u64; 4]; 2],
    reaches: &'a mut Reaches,
}

impl Look<'_> {
    /// True once for each square: some pieces have two ways to the same one.
    fn is_new(&mut self, captures: bool, square: Square) -> bool {
        let Some(word) = self.seen[usize::from(captures)].get_mut(square.index() / 64) else { return true };
        let bit = 1 << (square.index() % 64);
        let new = *word & bit == 0;
        *word |= bit;
        new
    }

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
            let square = Square::from_index(step.square as usize);
            if step.emits >> occupant & 1 == 1 && self.is_new(false, square) {
                self.moves = self.moves.saturating_add(1);
            }
            // A square is threatened if an enemy on it could be taken.
            if step.emits >> ENEMY & 1 == 1 && self.is_new(true, square) {
                self.reaches.cover(square);
                if occupant == ENEMY && self.weights.tells_threats() {
                    self.reaches.threats.push((self.kind, square));
                }
                let (file, rank) = self.weights.places[square.index()];
                let near = (file - self.target.0).abs() <= 1 && (rank - self.target.1).abs() <= 1;
                self.hits = self.hits.saturating_add(near as u16);
            }
            at = step.next[occupant];
        }
    }
}

/// How much a side threatens the first royal of the other: the more pieces take part, the more each counts.
#[inline(always)]
fn pressure<T: Tally>(rules: &Rules, position: &Position, side: Side, us: &Seen, tally: &mut T) {
    let weights = &rules.weights;
    let mut share = us.menacing.min(5) * PARTS / 9;
    if weights.drops {
        let in_hand = (position.hand_total(side) as i32).min(6);
        if in_hand > 0 {
            share += share * in_hand / 6;
        }
    }
    if let Some(most) = rules.most_checks {
        share += share * 2 * i32::from(position.checks_given(side)) / i32::from(most);
    }
    for &(kind, hits) in &us.menaces {
        tally.part(weights.layout.at(Group::Menace, kind.index(), 0), hits * share, hits * share);
    }
}

/// What waits in the hand is worth more where there is room to drop it near the enemy's royal.
#[inline]
fn held<T: Tally>(rules: &Rules, position: &Position, side: Side, target: Option<Square>, tally: &mut T) {
    let weights = &rules.weights;
    let empty = |near: &&Square| position.at(**near).is_empty();
    let open = target.map_or(0, |royal| weights.ring(royal).iter().filter(empty).count());
    for kind in 0..rules.kinds.len() {
        let held = usize::from(position.hand(side, Kind(kind as u16))).min(MOST_HELD);
        if held > 0 {
            tally.add(weights.layout.at(Group::Held, kind, held), 1);
            tally.add(weights.layout.at(Group::Drop, kind, 0), (open * held.min(3)) as i32);
        }
    }
}

/// With little or nothing left but royals to hunt, go near them and drive them to the edge. Against a royal alone that is all
/// there is to do, so it outweighs what pieces and places are worth otherwise.
#[inline(always)]
fn pursuit<T: Tally>(rules: &Rules, position: &Position, side: Side, us: &Seen, them: &Seen, tally: &mut T) {
    let hunting = us.phase > 400 && them.phase == 0 && !rules.weights.drops;
    let royals = (position.royals(side).first(), position.royals(side.other()).first());
    let (true, (Some(&ours), Some(&theirs))) = (hunting, royals) else { return };
    let board = rules.topology();
    let near = 14 - distance(&rules.weights, ours, theirs).min(14);
    let aside = |at: u16, length: u16| (2 * at as i32 + 1 - length as i32).abs();
    let edge = aside(board.file(theirs), board.files()) + aside(board.rank(theirs), board.ranks());
    let zeal = if them.pawns.is_empty() { ALONE } else { GUARDED };
    tally.fixed(Score::new(0, zeal * (near + edge)));
}

/// Steps of a king on an empty board.
pub fn distance(weights: &Weights, a: Square, b: Square) -> i32 {
    let ((x, y), (v, w)) = (weights.place(a), weights.place(b));
    (x - v).abs().max((y - w).abs())
}
