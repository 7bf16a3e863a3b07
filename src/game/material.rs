//! Insufficient material: whether mate is possible at all, found by looking at every position, or, with more pieces that keep to
//! squares of one colour, at every place of the royals.

use crate::definition::Side;
use crate::movegen;
use crate::moves::{Move, MoveList};
use crate::position::Position;
use crate::rules::topology::{Square, SquareSet};
use crate::rules::{Piece, Rules};
use hashbrown::HashMap;
use smallvec::SmallVec;
use std::sync::Mutex;

/// What is left on the board, in the order of piece codes.
type Material = SmallVec<[Piece; 3]>;

/// Material that has been looked at, and whether no position with it is decisive.
#[derive(Default)]
pub struct DeadMaterial {
    few: Mutex<HashMap<Material, bool>>,
    /// By royals, and whether the colour is the dark one: whether they are never mated by pieces that keep to squares of it.
    bound: Mutex<HashMap<([Piece; 2], bool), bool>>,
}

/// With more pieces there are too many positions to look at, and mate is nearly always possible.
const MOST_PIECES: usize = 3;

/// Positions that may be looked at: three pieces on 144 squares.
const MOST_POSITIONS: usize = 3_000_000;

/// True if neither player can mate with what is left, however both play.
pub fn is_dead(rules: &Rules, position: &Position) -> bool {
    let Some(material) = little_material(position) else { return is_bound_to_one_colour(rules, position) };
    let known = || rules.dead_material.few.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    if let Some(&dead) = known().get(&material) {
        return dead;
    }
    // A search that asks meanwhile need not wait.
    let dead = is_never_decided(rules, &material);
    known().insert(material, dead);
    dead
}

/// True if all pieces but royals stand on squares of one colour and never leave them, and royals always step to the other one.
fn is_bound_to_one_colour(rules: &Rules, position: &Position) -> bool {
    let board = rules.topology();
    let royals = Side::BOTH.map(|side| position.royals(side).first().map(|&at| position.at(at)));
    let [Some(first), Some(second)] = royals else { return false };
    if !move_by_themselves(rules)
        || captures_decide(rules)
        || rules.most_checks.is_some()
        || rules.wall.is_some()
        || rules.definition.turns.is_some()
        || Side::BOTH.iter().any(|&side| has_more_to_come(position, side))
    {
        return false;
    }
    let mut colours = [false; 2];
    for at in Side::BOTH.into_iter().flat_map(|side| position.pieces(side)) {
        let piece = position.at(at);
        if rules.kind(piece.kind()).royal {
            continue;
        }
        let tables = &rules.sides[piece.side()];
        let mover = &tables.movers[piece.kind().index()];
        let keeps = |sights: &[SquareSet]| {
            board.squares().all(|from| sights[from.index()].iter().all(|to| board.is_dark(to) == board.is_dark(from)))
        };
        if mover.promotions.is_some() || !mover.sights(&tables.steps).is_some_and(keeps) {
            return false;
        }
        colours[usize::from(board.is_dark(at))] = true;
    }
    let dark = colours[1];
    let known = || rules.dead_material.bound.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    colours != [true; 2]
        && *known().entry(([first, second], dark)).or_insert_with(|| royals_step_aside(rules, [first, second], dark))
}

/// True if a royal on a square of this colour can always step to the other colour, wherever the other royal is.
fn royals_step_aside(rules: &Rules, [first, second]: [Piece; 2], dark: bool) -> bool {
    let board = rules.topology();
    let mut moves = MoveList::new();
    [[first, second], [second, first]].into_iter().all(|[own, other]| {
        let mut position = Position::bare(rules, own.side());
        let stands =
            |piece: Piece, at: Square| rules.confined(piece.kind(), piece.side()).is_none_or(|zone| zone.contains(at));
        board.squares().filter(|&at| board.is_dark(at) == dark && stands(own, at)).all(|at| {
            position.arrange(rules, at, Some(own));
            let steps = board.squares().filter(|&there| there != at && stands(other, there)).all(|there| {
                position.arrange(rules, there, Some(other));
                let aside = |mv: &Move| board.is_dark(mv.to) != dark && board.distance(at, mv.to) == 1;
                // Royals that attack each other don't come about.
                let fine = movegen::in_check(rules, &position, other.side()) || {
                    moves.clear();
                    movegen::legal(rules, &mut position, &mut moves);
                    moves.iter().any(aside)
                };
                position.arrange(rules, there, None);
                fine
            });
            position.arrange(rules, at, None);
            steps
        })
    })
}

/// As [`is_dead`], if that has been found out already: a search has no time to look at all positions.
pub fn is_known_dead(rules: &Rules, position: &Position) -> bool {
    let Some(material) = little_material(position) else { return false };
    let known = rules.dead_material.few.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    known.get(&material).copied().unwrap_or(false)
}

/// True if neither player has more on the board than can be looked into.
#[inline(always)]
pub fn is_little(position: &Position) -> bool {
    Side::BOTH.iter().all(|&side| position.piece_count(side) <= MOST_PIECES)
}

/// What is on the board, if it is no more than a royal each and one more piece, and nothing is left in hand.
fn little_material(position: &Position) -> Option<Material> {
    let total: usize = Side::BOTH.iter().map(|&side| position.piece_count(side)).sum();
    if total > MOST_PIECES || Side::BOTH.iter().any(|&side| has_more_to_come(position, side)) {
        return None;
    }
    let squares = Side::BOTH.iter().flat_map(|&side| position.pieces(side));
    let mut material: Material = squares.map(|square| position.at(square)).collect();
    material.sort_unstable_by_key(|piece| piece.index());
    Some(material)
}

/// True for a player who has something in hand, or another number of royals than one.
fn has_more_to_come(position: &Position, side: Side) -> bool {
    position.royals(side).len() != 1 || position.hand_total(side) > 0
}

fn is_never_decided(rules: &Rules, material: &[Piece]) -> bool {
    let promotes = |piece: &Piece| rules.sides[piece.side()].movers[piece.kind().index()].promotions.is_some();
    let cells = rules.topology().squares().count();
    if cells.pow(material.len() as u32) > MOST_POSITIONS || material.iter().any(promotes) {
        return false;
    }
    !Side::BOTH.into_iter().any(|side| can_be_decided(rules, material, side, true))
}

/// True if a position with this material and `side` to move is decisive. Looks only where pieces see one another, or, not
/// `at_a_glance`, everywhere: that takes longer and must say the same.
pub fn can_be_decided(rules: &Rules, material: &[Piece], side: Side, at_a_glance: bool) -> bool {
    let mut placing = Placing::new(rules, material, side);
    if !at_a_glance {
        placing.sights = None;
    }
    placing.some_decision(false)
}

/// All ways to place some pieces, with a side to move.
struct Placing<'a> {
    rules: &'a Rules,
    material: &'a [Piece],
    /// By piece and square: where it looks from there; `None` if that doesn't tell who can capture whom.
    sights: Option<Vec<&'a [SquareSet]>>,
    /// Where the first of the pieces are.
    placed: SmallVec<[Square; MOST_PIECES]>,
    position: Position,
}

impl Placing<'_> {
    fn new<'a>(rules: &'a Rules, material: &'a [Piece], side: Side) -> Placing<'a> {
        let plain = move_by_themselves(rules);
        let sights = |piece: &Piece| {
            let tables = &rules.sides[piece.side()];
            tables.movers[piece.kind().index()].sights(&tables.steps).filter(|_| plain)
        };
        let sights = material.iter().map(sights).collect();
        Placing { rules, material, sights, placed: SmallVec::new(), position: Position::bare(rules, side) }
    }

    /// True if some placing of the rest of the material decides the game, or may: where `met`, somebody is in check or can
    /// capture, as far as one can see.
    fn some_decision(&mut self, met: bool) -> bool {
        let (rules, at) = (self.rules, self.placed.len());
        let Some(&piece) = self.material.get(at) else { return is_decisive(rules, &mut self.position) };
        let is_last = at + 1 == self.material.len();
        let confined = rules.confined(piece.kind(), piece.side());
        rules.topology().squares().any(|square| {
            if !self.position.at(square).is_empty() || confined.is_some_and(|zone| !zone.contains(square)) {
                return false;
            }
            let met = met || (0..at).any(|other| self.meet((at, square), (other, self.placed[other])));
            if is_last && !met {
                return false;
            }
            self.position.arrange(rules, square, Some(piece));
            self.placed.push(square);
            let found = self.some_decision(met);
            self.placed.pop();
            self.position.arrange(rules, square, None);
            found
        })
    }

    /// True if one of the two may be in check from the other, or be captured by it where that matters.
    fn meet(&self, one: (usize, Square), other: (usize, Square)) -> bool {
        let Some(sights) = &self.sights else { return true };
        let side = self.position.side_to_move();
        let [ours, theirs] = if self.material[one.0].side() == side { [one, other] } else { [other, one] };
        if self.material[ours.0].side() != side || self.material[theirs.0].side() == side {
            return false;
        }
        let royal = |piece: usize| self.rules.kind(self.material[piece].kind()).royal;
        let sees = |from: (usize, Square), to: Square| sights[from.0][from.1.index()].contains(to);
        royal(ours.0) && sees(theirs, ours.1)
            || captures_decide(self.rules) && !(royal(theirs.0) && self.rules.royals.are_safe) && sees(ours, theirs.1)
    }
}

/// What a piece sees tells whom it can capture, whatever else is on the board.
fn move_by_themselves(rules: &Rules) -> bool {
    !rules.royals.vary && !rules.has_untouchables && rules.holds.is_none() && rules.lending.is_none()
}

/// Captures do more than capture, or royals can be captured.
fn captures_decide(rules: &Rules) -> bool {
    !rules.effects.is_empty() || !rules.royals.are_safe
}

/// Mate, or any check where checks are counted, or any capture where captures may decide.
fn is_decisive(rules: &Rules, position: &mut Position) -> bool {
    let in_check = position.in_check(rules);
    if !in_check && !captures_decide(rules) {
        return false;
    }
    let other = position.side_to_move().other();
    let moves_on = position.last_mover() != other;
    if rules.royals.are_safe && !moves_on && movegen::in_check(rules, position, other) {
        return false;
    }
    let mut moves = MoveList::new();
    // In check these are all.
    movegen::noisy(rules, position, &mut moves);
    in_check && (moves.is_empty() || rules.most_checks.is_some())
        || captures_decide(rules) && moves.iter().any(|&mv| position.is_capture(mv))
}
