//! A position: board, hands, rights, side to move.
//!
//! Board, sets of squares, counts and score change only in the primitives of `position/change.rs`, and with them the part of the
//! key that tells of pieces; `position/play.rs` spells a move as a list of them, and undoing is the list backwards.

mod aftermath;
mod ahead;
mod change;
mod counting;
mod echo;
mod effects;
pub mod fen;
mod glance;
mod history;
mod kinds;
mod leading;
mod passing;
mod play;
mod royals;
mod turn;

use crate::definition::{Kind, Side};
use crate::evaluation::Score;
use crate::moves::{Action, Move};
use crate::rules::attack::View;
use crate::rules::bits::{self, Squares};
use crate::rules::topology::Square;
use crate::rules::{Piece, RightKind, Rules};
use change::Change;
use echo::Echo;
pub use kinds::Kinds;
pub(crate) use play::chain_via;
use smallvec::SmallVec;

/// What a move changes beside the board, saved whole for undoing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct State {
    side: Side,
    key: u64,
    score: Score,
    /// Bits of [`crate::rules::Rights`].
    rights: u64,
    /// Number of the en passant squares left by the last move, or `NONE`.
    trail: Square,
    /// Plies since the last capture or counter-resetting move.
    counter: u32,
    /// Plies since the last move that can't be taken back by other moves: no earlier position can come up again.
    reversible: u32,
    move_number: u32,
    last_move: Move,
    /// Plies of the count that runs, and the last number it may reach (0 while none runs).
    count: u16,
    count_limit: u16,
    /// Checks given by each side, where they are counted.
    checks: [u8; 2],
    /// Royals face each other, where that matters.
    faces: bool,
    /// By side: it has passed, and nobody has done anything else since. No part of the key, since FEN doesn't say it: in a game
    /// that two passes end, one set up after the first goes on for a pass more.
    passed: [bool; 2],
    /// Where the last move took something that may not be traded.
    traded: Square,
    /// The kind of what moved last, of those that lend their moves to what follows them.
    leader: Option<Kind>,
    turn_trails: passing::Span,
    /// Moves left in this turn, and how many it has, where turns have several.
    moves_left: u16,
    turn_length: u16,
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct Past {
    state: State,
    /// Length of the change log before the move.
    changes: u32,
}

/// A playable position with the moves that led to it from where it was set up (for repetition and undo). Equal is what is so to
/// the last detail, the history included.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Position {
    board: Box<[Piece]>,
    /// Where each side's pieces are, then where each piece is by its code, in sets of `1 << set_shift` words.
    sets: Box<[u64]>,
    set_shift: u32,
    /// By side, a bit for each of the first 64 kinds of which it has pieces on the board.
    present: [u64; 2],
    /// How many pieces each side has on the board.
    men: [u16; 2],
    royals: [SmallVec<[Square; 2]>; 2],
    /// Squares with walls, sorted.
    walls: SmallVec<[Square; 4]>,
    /// Number of each piece in hand, by piece code.
    hands: Box<[u16]>,
    in_hand: [u16; 2],
    /// As `present`, of what is in hand.
    held: [u64; 2],
    /// Which sides had a royal when the position was set up: only they can lose it.
    began_with_royals: [bool; 2],
    state: State,
    past: Vec<Past>,
    /// Of the keys in `past`.
    echo: Echo,
    log: Vec<Change>,
    /// Numbers of the en passant squares that turns of several moves leave, for this position and those before.
    turn_trails: Vec<Square>,
}

impl Position {
    /// The variant's start position (the unshuffled one where the start is drawn by lot).
    pub fn start(rules: &Rules) -> Position {
        let mut position = fen::parse(rules, &rules.definition.start.fen)
            .expect("the start position was read when the rules were compiled");
        position.begin_unmoved(rules);
        position
    }

    /// At the start nothing has moved, even if the FEN in the file doesn't say so of pieces whose first move is special, or
    /// that let others enter.
    pub(crate) fn begin_unmoved(&mut self, rules: &Rules) {
        let begins = |square: Square| rules.homes[self.at(square).index()].contains(square);
        let unmoved = rules.rights.list.iter().enumerate().filter(|(_, right)| right.kind != RightKind::Partner);
        let here = unmoved.filter(|(_, right)| begins(right.square)).fold(0, |bits, (bit, _)| bits | 1 << bit);
        self.state.key ^= rules.zobrist.rights(self.state.rights);
        self.state.rights = self.with_gates_closed(rules, self.state.rights | here);
        self.state.key ^= rules.zobrist.rights(self.state.rights);
    }

    /// An empty board.
    fn empty(rules: &Rules) -> Position {
        let cells = rules.topology().cells();
        let codes = rules.piece_codes();
        Position {
            board: vec![Piece::EMPTY; cells].into_boxed_slice(),
            sets: vec![0; codes * bits::words(cells)].into_boxed_slice(),
            set_shift: bits::words(cells).trailing_zeros(),
            present: [0; 2],
            men: [0; 2],
            royals: Default::default(),
            walls: SmallVec::new(),
            hands: vec![0; codes].into_boxed_slice(),
            in_hand: [0; 2],
            held: [0; 2],
            began_with_royals: [false; 2],
            state: State {
                side: Side::First,
                key: 0,
                score: Score::default(),
                rights: 0,
                trail: Square::NONE,
                counter: 0,
                reversible: 0,
                move_number: 1,
                last_move: Move::NONE,
                count: 0,
                count_limit: 0,
                checks: [0; 2],
                faces: false,
                passed: [false; 2],
                traded: Square::NONE,
                leader: None,
                turn_trails: passing::Span::default(),
                moves_left: 0,
                turn_length: 0,
            },
            past: Vec::with_capacity(64),
            echo: Echo::new(),
            log: Vec::with_capacity(256),
            turn_trails: Vec::new(),
        }
    }

    /// Nothing on the board or in hand, no rights.
    pub(crate) fn bare(rules: &Rules, side: Side) -> Position {
        let mut position = Position::empty(rules);
        position.state.side = side;
        position
    }

    /// Puts a piece on a square or takes one off, without a move that could be undone.
    pub(crate) fn arrange(&mut self, rules: &Rules, square: Square, piece: Option<Piece>) {
        match piece {
            Some(piece) => self.put(rules, square, piece),
            None => drop(self.take(rules, square)),
        }
        self.log.clear();
    }

    #[inline(always)]
    pub fn at(&self, square: Square) -> Piece {
        self.board[square.index()]
    }

    #[inline(always)]
    pub(crate) fn board(&self) -> &[Piece] {
        &self.board
    }

    /// The board as the attack tries of `defender` see it.
    #[inline(always)]
    pub(crate) fn view(&self, defender: Side) -> View<'_> {
        View { board: &self.board, defender, enemies: bits::crowd(self.set(defender.other().index())) }
    }

    /// For asking "what if": whatever is written must be put back.
    #[inline(always)]
    pub(crate) fn board_mut(&mut self) -> &mut [Piece] {
        &mut self.board
    }

    #[inline(always)]
    pub fn side_to_move(&self) -> Side {
        self.state.side
    }

    /// How many pieces of a kind are in a hand.
    pub fn hand(&self, side: Side, kind: Kind) -> u16 {
        self.hands[Piece::new(kind, side).index()]
    }

    /// How many pieces a side has in hand.
    pub fn hand_total(&self, side: Side) -> u16 {
        self.in_hand[side.index()]
    }

    /// How many pieces of a kind a side has on the board.
    pub fn count(&self, side: Side, kind: Kind) -> u16 {
        bits::count(self.set(Piece::new(kind, side).index())) as u16
    }

    /// As `count`, with the forms derived from the kind.
    pub fn count_of_base(&self, rules: &Rules, side: Side, base: Kind) -> u16 {
        let forms = (0..rules.kinds.len()).filter(|&index| rules.kinds[index].base == base);
        forms.map(|index| self.count(side, Kind(index as u16))).sum()
    }

    /// The side has as many of this kind on the board as it may have, whatever they were before: a promoted piece counts.
    pub fn is_full(&self, rules: &Rules, side: Side, kind: Kind) -> bool {
        let info = rules.kind(kind);
        info.limit.is_some_and(|limit| self.count_of_base(rules, side, info.base) >= limit)
    }

    /// The side holds a piece of this kind and may have one more of it on the board.
    pub fn may_enter(&self, rules: &Rules, side: Side, kind: Kind) -> bool {
        self.hand(side, kind) > 0 && !self.is_full(rules, side, kind)
    }

    /// Squares of all pieces of a side, in the order of their indices.
    #[inline(always)]
    pub fn pieces(&self, side: Side) -> Squares<'_> {
        Squares::of(self.set(side.index()))
    }

    /// How many pieces a side has on the board.
    pub fn piece_count(&self, side: Side) -> usize {
        usize::from(self.men[side.index()])
    }

    /// Squares of the pieces with a code.
    #[inline(always)]
    pub(crate) fn squares_of(&self, piece: Piece) -> Squares<'_> {
        Squares::of(self.set(piece.index()))
    }

    /// The words of a set: 0 and 1 are the pieces of the sides, the others those with that code.
    #[inline(always)]
    pub(crate) fn set(&self, number: usize) -> &[u64] {
        &self.sets[number << self.set_shift..(number + 1) << self.set_shift]
    }

    /// All sets, one after the other.
    #[inline(always)]
    pub(crate) fn sets(&self) -> &[u64] {
        &self.sets
    }

    pub(crate) fn both_passed(&self) -> bool {
        self.state.passed == [true; 2]
    }

    /// Checks a side has given, where they are counted.
    pub fn checks_given(&self, side: Side) -> u8 {
        self.state.checks[side.index()]
    }

    /// The side has captured something, as far as the board tells: its opponent has fewer pieces than at the start.
    pub(crate) fn has_captured(&self, rules: &Rules, side: Side) -> bool {
        self.piece_count(side.other()) < rules.strength[side.other()]
    }

    /// Zobrist key: board, hands, rights, en passant squares that matter, side to move.
    #[inline(always)]
    pub fn key(&self) -> u64 {
        self.state.key
    }

    /// Sum of [`crate::evaluation::Weights`] over board and hands, for the first player, kept up to date.
    #[inline(always)]
    pub fn score(&self) -> Score {
        self.state.score
    }

    /// Plies since the last move that resets the counter of the move-count rule.
    pub fn counter(&self) -> u32 {
        self.state.counter
    }

    /// Full-move number as in FEN.
    pub fn move_number(&self) -> u32 {
        self.state.move_number
    }

    /// The last move played, if any.
    pub fn last_move(&self) -> Option<Move> {
        (self.state.last_move != Move::NONE).then_some(self.state.last_move)
    }

    /// What has not moved yet and may castle, step far or open a gate: a bit each, in the order of the variant's rights.
    pub fn rights(&self) -> u64 {
        self.state.rights
    }

    /// What this (legal or pseudo-legal) move takes off the board.
    pub fn captures(&self, rules: &Rules, mv: Move) -> SmallVec<[Square; 4]> {
        let mut taken = SmallVec::new();
        match mv.action {
            Action::Plain | Action::Trail | Action::Drop | Action::Gate | Action::TrailGate => {}
            Action::Castle | Action::CastleGate | Action::CastleGatePartner | Action::Pass => return taken,
            Action::Locust => taken.extend(mv.via.into_iter().filter(|square| square.is_some())),
            Action::Chain => taken = rules.chain(play::chain_id(mv)),
            Action::Unload => return taken,
            Action::UnloadChain => return rules.chain(play::chain_id(mv)).into_iter().skip(2).collect(),
        }
        if mv.to != mv.from && !self.at(mv.to).is_empty() && !taken.contains(&mv.to) {
            taken.push(mv.to);
        }
        taken
    }

    /// Where this move takes a piece that it puts down elsewhere, and where that is.
    pub(crate) fn unloads(&self, rules: &Rules, mv: Move) -> Option<[Square; 2]> {
        match mv.action {
            Action::Unload => Some(mv.via),
            Action::UnloadChain => rules.chain(play::chain_id(mv)).first_chunk().copied(),
            _ => None,
        }
    }

    /// False for going somewhere, capturing, promoting or dropping if the board or the hand speak against it at first sight.
    pub(crate) fn might_play(&self, mv: Move) -> bool {
        let side = self.side_to_move();
        let Some(target) = self.board.get(mv.to.index()) else { return false };
        let is_own = |piece: &Piece| !piece.is_empty() && piece.side() == side;
        match (mv.action, mv.placed()) {
            (Action::Drop, Some(kind)) => {
                target.is_empty() && self.hands.get(Piece::new(kind, side).index()).is_some_and(|&held| held > 0)
            }
            _ => self.board.get(mv.from.index()).is_some_and(is_own) && !is_own(target),
        }
    }

    /// True when the move takes something (own pieces included).
    pub fn is_capture(&self, mv: Move) -> bool {
        match mv.action {
            Action::Plain | Action::Trail | Action::Gate | Action::TrailGate => {
                mv.from != mv.to && !self.at(mv.to).is_empty()
            }
            Action::Locust | Action::Chain | Action::UnloadChain => true,
            Action::Castle | Action::CastleGate | Action::CastleGatePartner => false,
            Action::Pass | Action::Unload | Action::Drop => false,
        }
    }

    /// Where the last move took something that may not be traded, with something else.
    pub(crate) fn traded(&self) -> Square {
        self.state.traded
    }
}
