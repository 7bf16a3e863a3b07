//! A position: board, hands, rights, side to move.
//!
//! Board, sets of squares, counts and score change only in the primitives of `position/change.rs`, and with them the part of the
//! key that tells of pieces; `position/play.rs` spells a move as a list of them, and undoing is the list backwards.

mod aftermath;
mod ahead;
mod change;
mod counting;
mod echo;
pub mod fen;
mod glance;
mod kinds;
mod leading;
mod passing;
mod play;
mod turn;

use crate::definition::{Few, Kind, Side};
use crate::evaluation::Score;
use crate::hints::rarely;
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

    /// Squares of the royal pieces of a side.
    #[inline(always)]
    pub fn royals(&self, side: Side) -> &[Square] {
        &self.royals[side.index()]
    }

    /// The royal that is judged by where it stands, of several the one farthest back (and then nearest to the middle, and then on
    /// the first file): the same however they came there, and for both players, also where they begin turned round (unless two
    /// stand equally far aside).
    #[inline(always)]
    pub(crate) fn main_royal(&self, rules: &Rules, side: Side) -> Option<Square> {
        let royals = self.royals(side);
        if royals.len() < 2 {
            return royals.first().copied();
        }
        rarely();
        let topology = rules.topology();
        let aside = |file: u16| (2 * file + 1).abs_diff(topology.files());
        let place = |square: &&Square| {
            let file = topology.file(**square);
            (topology.rank_ahead(side, **square), aside(file), file)
        };
        royals.iter().min_by_key(place).copied()
    }

    /// A royal of each side stand on one file with nothing between.
    pub(crate) fn royals_face(&self, rules: &Rules) -> bool {
        let topology = rules.topology();
        let sees = |from: Square, to: Square| {
            topology.file(from) == topology.file(to)
                && topology.between(from, to).all(|square| self.at(square).is_empty())
        };
        self.royals(Side::First)
            .iter()
            .any(|&first| self.royals(Side::Second).iter().any(|&second| sees(first, second)))
    }

    /// Royals faced each other before the last move as they do now.
    pub(crate) fn royals_still_face(&self) -> bool {
        self.state.faces && self.past.last().is_some_and(|past| past.state.faces)
    }

    /// Moves that a side has made since the position was set up.
    pub(crate) fn moves_made(&self, side: Side) -> u32 {
        self.past.iter().filter(|past| past.state.side == side).count() as u32
    }

    pub(crate) fn both_passed(&self) -> bool {
        self.state.passed == [true; 2]
    }

    /// Checks a side has given, where they are counted.
    pub fn checks_given(&self, side: Side) -> u8 {
        self.state.checks[side.index()]
    }

    /// Which pieces are royal, or whether all of them must be safe, depends on what there is.
    #[inline(always)]
    pub(crate) fn royals_vary(&self, rules: &Rules) -> bool {
        rules.royals.vary && !(rules.royals.settle && self.royals.iter().all(|royals| royals.len() == 1))
    }

    /// Squares of the pieces of a side that are royal as things stand.
    pub(crate) fn present_royals<'a>(&'a self, rules: &'a Rules, side: Side) -> impl Iterator<Item = Square> + 'a {
        let topology = rules.topology();
        let nearest = rules.royals.nearest.and_then(|corners| {
            let (file, rank) = (topology.file(corners[side]), topology.rank(corners[side]));
            let place = |at: &&Square| (topology.file(**at).abs_diff(file), topology.rank(**at).abs_diff(rank));
            self.royals(side).iter().min_by_key(place).copied()
        });
        self.royals(side).iter().copied().filter(move |&square| {
            if nearest.is_some_and(|nearest| nearest != square) {
                return false;
            }
            let piece = self.at(square);
            // The list may be older than the board while a move is being tried.
            piece.is_empty() || self.royals_are_few(rules, piece)
        })
    }

    /// The side has captured something, as far as the board tells: its opponent has fewer pieces than at the start.
    pub(crate) fn has_captured(&self, rules: &Rules, side: Side) -> bool {
        self.piece_count(side.other()) < rules.strength[side.other()]
    }

    /// True unless the piece is royal only when its side has fewer: of its kind, or of all such kinds together.
    fn royals_are_few(&self, rules: &Rules, piece: Piece) -> bool {
        let info = rules.kind(piece.kind());
        let Some(Few { most, by_kind }) = info.royal_at_most else { return true };
        let counts = |&&square: &&Square| {
            let other = self.at(square);
            !other.is_empty()
                && match (by_kind, rules.kind(other.kind())) {
                    (true, other) => other.base == info.base,
                    (false, other) => other.royal_at_most.is_some_and(|few| !few.by_kind),
                }
        };
        self.royals(piece.side()).iter().filter(counts).count() <= usize::from(most)
    }

    /// The side's last royal is gone: captured, if it was left in check where the position was set up or in the midst of a turn, or
    /// lost by an effect.
    #[inline(always)]
    pub(crate) fn has_lost_royals(&self, side: Side) -> bool {
        self.royals[side.index()].is_empty() && self.began_with_royals[side.index()]
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

    /// Plies played since the position was set up.
    pub fn plies(&self) -> usize {
        self.past.len()
    }

    /// The last move played, if any.
    pub fn last_move(&self) -> Option<Move> {
        (self.state.last_move != Move::NONE).then_some(self.state.last_move)
    }

    /// The moves played since so many plies after the position was set up, without null moves and what follows them.
    pub(crate) fn line_since(&self, plies: usize) -> Vec<Move> {
        let states = self.past.iter().map(|past| &past.state).chain([&self.state]).skip(plies + 1);
        states.map(|state| state.last_move).take_while(|&mv| mv != Move::NONE).collect()
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

    /// False if no move can bring back an earlier position.
    pub(crate) fn may_repeat(&self) -> bool {
        self.state.reversible >= 1 && !self.past.is_empty()
    }

    /// False if this position has surely not come up before.
    #[inline(always)]
    pub(crate) fn may_be_known(&self) -> bool {
        self.echo.may_know(self.state.key)
    }

    /// How often this position occurred before since it was set up.
    pub fn repetitions(&self, rules: &Rules) -> usize {
        self.past_keys_of_game(rules).filter(|&(_, key)| key == self.state.key).count()
    }

    /// Earlier positions that may equal this one, latest first: how many plies ago, and the key. Goes back to the
    /// last move that cannot be undone by later moves.
    #[inline]
    pub(crate) fn past_keys(&self, rules: &Rules) -> impl Iterator<Item = (usize, u64)> + '_ {
        self.keys_back(rules, (self.state.reversible as usize).min(self.past.len()))
    }

    /// As `past_keys`, but beyond captures and drops where what is captured can come back: in a series of exchanges, too,
    /// a position may come up again. That is the whole game, and so not for every node of a search.
    pub(crate) fn past_keys_of_game(&self, rules: &Rules) -> impl Iterator<Item = (usize, u64)> + '_ {
        let short = (self.state.reversible as usize).min(self.past.len());
        self.keys_back(rules, if rules.pieces_come_back() { self.past.len() } else { short })
    }

    /// Where players take turns, only every other position was this player's to move in.
    #[inline]
    fn keys_back(&self, rules: &Rules, reach: usize) -> impl Iterator<Item = (usize, u64)> + '_ {
        let stride = if rules.definition.turns.is_none() { 2 } else { 1 };
        let all = self.past.len();
        (1..=reach / stride).map(move |times| {
            let past = &self.past[all - times * stride].state;
            debug_assert!(stride == 1 || past.side == self.state.side, "players take turns");
            (times * stride, past.key)
        })
    }

    /// True when a royal piece of the side to move is attacked.
    pub fn in_check(&self, rules: &Rules) -> bool {
        crate::movegen::in_check(rules, self, self.state.side)
    }
}
