//! What a variant file means: every name resolved, every default explicit.
//!
//! `resolve` builds a [`Definition`] from syntax; `rules::compile` turns it into tables. It is plain data: nothing
//! here moves a piece. Pairs are indexed by [`Side`]; zones are already turned round for the second player.

#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod board;
mod castling;
mod conditions;
mod counting;
mod effects;
mod endings;
mod hands;
mod inherit;
pub mod keys;
mod library;
mod load;
mod lots;
mod naming;
pub mod phrases;
mod pieces;
mod places;
mod print;
mod promotion;
mod reader;
mod resolve;
mod restrictions;
mod start;
#[cfg(test)]
mod tests;
pub(crate) mod xboard_names;
mod zones;

pub use conditions::{
    Arrival, Cause, Condition, CountRule, Counter, Ending, Impasse, Lines, Material, RepetitionCause, Turn, Verdict,
    Wing,
};
pub use inherit::DEFAULTS;
pub(crate) use inherit::{Inherited, Origin, key as key_of};
pub use library::{Library, LoadError};
pub use load::load;
pub(crate) use load::load_with;
pub use lots::{Card, Lots};
pub(crate) use places::{Places, quoted};
pub use print::print;
pub(crate) use print::{ending as print_ending, passing as print_passing};
pub(crate) use start::hand_opening;
pub(crate) use zones::{spell as spell_zone, spell_set as spell_squares};

use crate::evaluation::fitted::Fitted;
use crate::rules::leg::MoveProgram;
use crate::rules::topology::{Square, SquareSet, Topology};
use std::ops::{Index, IndexMut};
use std::sync::Arc;

/// A player. Whose turn it is is state, never assumed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Side {
    First,
    Second,
}

impl Side {
    pub const BOTH: [Side; 2] = [Side::First, Side::Second];

    pub const fn other(self) -> Side {
        match self {
            Side::First => Side::Second,
            Side::Second => Side::First,
        }
    }

    pub const fn index(self) -> usize {
        self as usize
    }
}

/// One value for each player.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct PerSide<T>(pub [T; 2]);

impl<T> Index<Side> for PerSide<T> {
    type Output = T;
    fn index(&self, side: Side) -> &T {
        &self.0[side.index()]
    }
}

impl<T> IndexMut<Side> for PerSide<T> {
    fn index_mut(&mut self, side: Side) -> &mut T {
        &mut self.0[side.index()]
    }
}

impl<T: Clone> PerSide<T> {
    pub fn same(value: T) -> PerSide<T> {
        PerSide([value.clone(), value])
    }
}

/// A kind of piece: its place in [`Definition::pieces`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Kind(pub u16);

impl Kind {
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A named or anonymous set of squares, as each player sees it.
pub type Zone = PerSide<SquareSet>;

/// Everything a variant file says.
#[derive(Clone, Debug, PartialEq)]
pub struct Definition {
    pub names: Names,
    pub topology: Topology,
    pub zones: Vec<(String, Zone)>,
    pub pieces: Vec<PieceType>,
    pub start: Start,
    pub promotions: Vec<Promotion>,
    pub hands: Option<Hands>,
    pub castling: Vec<Castling>,
    /// In the order in which they happen.
    pub effects: Vec<Effect>,
    /// The same for what follows from every move, after what captures do.
    pub aftermath: Vec<Aftermath>,
    /// Moves leave walls.
    pub wall: Option<Walling>,
    pub restrictions: Vec<Restriction>,
    /// Pieces move as a friend beside them does, if there is one there.
    pub lender: Option<Lender>,
    pub pass: PerSide<Option<Pass>>,
    /// What says, before each move, which kinds may move.
    pub lots: Option<Lots>,
    /// In the order in which they are asked, apart from [`Turn`].
    pub endings: Vec<Ending>,
    /// Draws of whatever kind are wins for this player.
    pub draws_for: Option<Side>,
    /// Draws of whatever kind are decided by counting what is left.
    pub points: Option<Points>,
    pub presentation: Presentation,
    pub hints: Hints,
    /// Weights of the evaluation that were fitted to games; not part of the rules.
    pub weights: Option<Arc<Fitted>>,
}

/// What the variant is called, and where.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Names {
    /// Our own name: lower case letters, digits and hyphens.
    pub name: String,
    pub title: String,
    /// One line for lists.
    pub about: String,
    /// The comment that opens the file.
    pub comment: String,
    /// Name of the variant it was derived from, if any.
    pub parent: Option<String>,
    pub uci: String,
    pub cecp: String,
    pub aliases: Vec<String>,
}

impl Names {
    /// One of the names or the line for lists contains the word, in whatever case.
    pub fn speak_of(&self, word: &str) -> bool {
        let texts = [&self.name, &self.title, &self.about, &self.uci, &self.cecp].into_iter().chain(&self.aliases);
        let word = word.to_lowercase();
        texts.into_iter().any(|text| text.to_lowercase().contains(&word))
    }
}

/// One kind of piece.
#[derive(Clone, Debug, PartialEq)]
pub struct PieceType {
    pub name: String,
    /// How the first player's piece is spelled in FEN, e.g. `P`, `+P`, `N'`, `[DK]`.
    pub symbol: String,
    /// The union of these is how it moves.
    pub moves: Vec<MoveClause>,
    /// Must not be captured: loses, or may not be left in check (see [`Restriction`] and [`Ending`]).
    pub royal: bool,
    /// Royal only while its side has no more than so many of it.
    pub royal_at_most: Option<u16>,
    /// Of all royals of a side only the one nearest to this square counts: on the nearest file, and of several there on
    /// the nearest rank.
    pub royal_nearest: Option<PerSide<Square>>,
    /// May never be captured.
    pub iron: bool,
    /// Squares it may stand on or pass; `None` is the whole board.
    pub confined: Option<Zone>,
    /// What it becomes when it comes into a hand; itself unless it is a promoted form.
    pub demotes_to: Option<Kind>,
    /// Its moves set the move counter of [`Condition::MoveCount`] back to zero.
    pub resets_counter: bool,
    /// It makes no initial (`i`) moves while its side is in check.
    pub calm: bool,
    /// It counts as moved once one of these enemies has come to its file or rank, whatever stands between.
    pub startled_by: Vec<Kind>,
    /// At most this many of it for each side on the board.
    pub limit: Option<u16>,
    /// Squares it may stop on; it may pass the others. `None` is the whole board.
    pub stops: Option<Zone>,
    /// Its threats are no chases.
    pub chases_freely: bool,
    /// Squares where threatening it is no chase.
    pub fair_game: Option<Zone>,
    /// What it may not capture.
    pub spares: Vec<Kind>,
    /// It may not capture where it could be captured itself.
    pub shy: bool,
    /// What may not stand between it and where it goes.
    pub not_over: Vec<Kind>,
    /// These may not be captured either where something stands between.
    pub not_onto: bool,
    pub glyphs: PerSide<Option<char>>,
    /// Letter in USI, WXF or other notations where it differs; keyed by dialect name.
    pub value: Option<i32>,
    /// Name of the picture XBoard should show, if any (its own slot names, lower case).
    pub image: Option<String>,
}

/// Some moves, perhaps only from some squares.
#[derive(Clone, Debug, PartialEq)]
pub struct MoveClause {
    /// Squares from which these moves may be made; `None` is everywhere.
    pub from: Option<Zone>,
    /// These moves may not leave the squares of `from` either, nor pass others.
    pub along: bool,
    /// Only while the opponent has fewer pieces on the board than at the start.
    pub after_capture: bool,
    /// What was written, per side.
    pub text: PerSide<String>,
    pub programs: PerSide<Vec<MoveProgram>>,
}

/// The position a game begins with.
#[derive(Clone, Debug, PartialEq)]
pub struct Start {
    pub fen: String,
    /// The second player's camp is drawn from the same lot.
    pub shuffle: Option<Shuffle>,
}

/// A random set-up, as constraints on the first rank.
#[derive(Clone, Debug, PartialEq)]
pub struct Shuffle {
    pub constraints: Vec<ShuffleConstraint>,
    pub symmetry: Symmetry,
}

#[derive(Clone, Debug, PartialEq)]
pub enum ShuffleConstraint {
    /// All pieces of this kind stand on differently coloured squares.
    OppositeColours(Kind),
    /// The first kind's piece stands between two pieces of the second kind.
    Between(Kind, Kind),
    /// Pieces of this kind keep their places.
    Fixed(Kind),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Symmetry {
    /// The second player's camp is the first's across the middle line.
    Mirrored,
    /// The second player's camp is the first's turned round.
    Rotated,
    /// Each side is drawn by itself.
    Independent,
}

/// A rule of promotion. Several may name the same piece: the choices add up.
#[derive(Clone, Debug, PartialEq)]
pub struct Promotion {
    pub pieces: Vec<Kind>,
    pub zone: Zone,
    /// The move ends in the zone.
    pub on_arrival: bool,
    /// And must begin outside it.
    pub entering: bool,
    /// The move begins in the zone.
    pub on_departure: bool,
    /// Only when the move captures.
    pub on_capture_only: bool,
    /// Only when it captures one of these; any, if there are none.
    pub victims: Vec<Kind>,
    /// Only when it doesn't.
    pub on_quiet_only: bool,
    /// A capture en passant doesn't promote.
    pub not_en_passant: bool,
    /// Promoting without moving is a move.
    pub in_place: bool,
    /// Promoting with a quiet move of what it becomes is a move.
    pub stepping: bool,
    /// Only if what it becomes then attacks nothing.
    pub attacking_nothing: bool,
    /// Outside the zone too, if it is its side's last of the kind.
    pub anywhere_when_last: bool,
    pub to: PromotionTo,
    /// Squares where the piece may not stay as it is.
    pub mandatory: Mandatory,
}

#[derive(Clone, Debug, PartialEq)]
pub enum PromotionTo {
    /// One of these; spelled with the piece's letter.
    Choice(Vec<Kind>),
    /// Each piece has its own partner, in the order of [`Promotion::pieces`]; spelled with `+`.
    Partner(Vec<Kind>),
}

#[derive(Clone, Debug, PartialEq)]
pub enum Mandatory {
    Never,
    /// Whenever promotion is possible.
    Always,
    /// On these squares of the promotion zone.
    On(Zone),
    /// Where the piece could never move again.
    WhenStuck,
}

/// Pieces kept off the board.
#[derive(Clone, Debug, PartialEq)]
pub struct Hands {
    pub source: HandSource,
    /// Which pieces can be in a hand, in the order they are written.
    pub kinds: Vec<Kind>,
    /// Pieces in hand may be placed instead of moving.
    pub drops: bool,
    /// As long as one of these is in hand nothing else is done than dropping it.
    pub first: Vec<Kind>,
    /// Pieces that may enter on a square of the zone when the piece that began there leaves it.
    pub gates: Option<(Vec<Kind>, Zone)>,
    pub rules: Vec<DropRule>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HandSource {
    /// Only what the start position gives.
    Start,
    /// What the protocol says: another board's captures.
    Outside,
    /// Captured pieces change sides and become what they were before promotion.
    Captures,
    /// Captured pieces change sides and stay as they are.
    CapturesUndemoted,
    /// Captured pieces go back to their owner's hand.
    CapturesReturned,
}

/// A limit on drops of some pieces.
#[derive(Clone, Debug, PartialEq)]
pub struct DropRule {
    pub pieces: Vec<Kind>,
    pub limit: DropLimit,
}

#[derive(Clone, Debug, PartialEq)]
pub enum DropLimit {
    Within(Zone),
    NotWithin(Zone),
    /// Not where it could never move again.
    NotStuck,
    /// At most this many of the same side and kind on a file.
    PerFile(u16),
    /// One on each colour of squares.
    OppositeColours,
    /// Only in the zone as long as a square there is empty; until then nothing else is asked.
    FirstWithin(Zone),
    /// Only where it converts somebody.
    Converting,
    /// Only on a square next to another piece of its side, diagonals included.
    BesideFriends,
    /// Not on a square next to an enemy along one of these lines.
    NotBesideEnemies(Lines),
    /// Only where it comes to rest that falls from the second player's edge, or from any.
    Falling {
        from_every_side: bool,
    },
    /// Mate by such a drop is not a legal move.
    NoMate,
    /// Mate by such a drop loses.
    MateLoses,
    /// Such a drop may not give check.
    NoCheck,
    /// Also where there are as many as there may be on the board; the limit is for promotion only.
    BeyondLimit,
    /// May also be dropped promoted, as these (same order as `pieces`).
    Promoted(Vec<Kind>),
}

/// Castling said by where the pieces land. (XBetza `O` says it by how far the mover slides.)
#[derive(Clone, Debug, PartialEq)]
pub struct Castling {
    pub mover: Kind,
    pub partners: Vec<Kind>,
    /// Where they may land with a partner to the mover's left, and to its right.
    pub left: Vec<Landing>,
    pub right: Vec<Landing>,
    /// The mover castles from this file of its back rank, with partners in the corners, wherever they stand at the
    /// start: for pieces that are dropped.
    pub on: Option<u16>,
    /// Castling to one side takes away the opponent's right to castle to the same side.
    pub opposite: bool,
    /// A royal mover may castle out of check and across attacked squares.
    pub through_check: bool,
    /// Mover and partner may start anywhere on their back rank, and the move is spelled mover-takes-partner.
    pub anywhere: bool,
}

/// Where castling ends, as 0-based files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Landing {
    pub mover: u16,
    pub partner: u16,
}

impl Landing {
    /// The partner lands right beside the mover, on its other side.
    pub fn beside(mover: u16, is_left: bool) -> Option<Landing> {
        let partner = if is_left { mover + 1 } else { mover.checked_sub(1)? };
        Some(Landing { mover, partner })
    }
}

/// What a capture does besides taking.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// The capturing piece and all pieces at most `radius` squares from it in both directions leave the board.
    Explosion {
        radius: u16,
        /// Kinds that stay when they only stand near.
        spared: Vec<Kind>,
        /// Kinds that stay even if they captured.
        immune: Vec<Kind>,
        /// What stood around leaves walls behind.
        walls: bool,
    },
    /// A capturing piece of these kinds leaves the board.
    CapturerLeaves { kinds: Vec<Kind> },
    /// A capturing piece of these kinds goes over to the other side.
    CapturerConverts { kinds: Vec<Kind> },
    /// A capturing piece of these kinds turns into a wall where it captured.
    CapturerPetrifies { kinds: Vec<Kind> },
    /// A capturing piece of these kinds becomes what it captured.
    CapturerMorphs { kinds: Vec<Kind> },
    /// Whatever captures one of these kinds becomes one, the spared kinds excepted.
    Contagion { kinds: Vec<Kind>, spared: Vec<Kind> },
    /// What is captured of these kinds is put back where one began: on a square of the colour of that where it was
    /// captured, or, `by_file`, of its file. If that square is occupied it is lost.
    Rebirth { kinds: Vec<Kind>, by_file: Vec<Kind> },
}

/// What follows from a move, whether it captures or not. It is about the piece that has moved, where it stands then.
#[derive(Clone, Debug, PartialEq)]
pub enum Aftermath {
    /// Next to an enemy of these kinds it leaves the board; if there is none and it is of these kinds itself, all enemies
    /// at most `radius` squares from it in both directions leave.
    Burning { kinds: Vec<Kind>, radius: u16, spared: Vec<Kind> },
    /// Some enemies go over to its side.
    Converting { whom: Converted, spared: Vec<Kind> },
    /// If it is of these kinds and has captured nothing, it goes over to the other side.
    Turning { kinds: Vec<Kind> },
    /// What waits in the zone right behind a square that its side leaves comes onto it, and is lost when the piece before
    /// it is captured.
    Entering { zone: Zone },
}

/// Whom a piece that has come somewhere converts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Converted {
    /// Enemies that it could capture from there.
    Attacked,
    /// Enemies in unbroken rows, in any of eight directions, that end at another piece of its side.
    Enclosed,
    /// Enemies on the squares around it.
    Beside,
    /// The same, unless it was dropped where none of its side is on the squares around it.
    BesideUnlessAlone,
}

impl Aftermath {
    /// True if it may take a piece of this kind off the board or give it to the other side.
    pub fn affects(&self, kind: Kind) -> bool {
        match self {
            Aftermath::Burning { spared, .. } | Aftermath::Converting { spared, .. } => !spared.contains(&kind),
            Aftermath::Turning { kinds } => kinds.contains(&kind),
            // It depends on where the piece may stand.
            Aftermath::Entering { .. } => false,
        }
    }
}

/// How moves leave walls on the board: squares that nothing can enter or pass.
#[derive(Clone, Debug, PartialEq)]
pub struct Walling {
    pub wall: Wall,
    /// Squares for walls; `None` is the whole board.
    pub zone: Option<Zone>,
    /// A wall is put instead of moving rather than with every move.
    pub instead: bool,
}

/// Where a wall is put.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wall {
    /// There is one, which is put on another empty square with every move.
    Wanders,
    /// On the square that was left.
    Behind,
    /// On any empty square, as if moving there from where the piece has come, as it moves.
    Arrow,
    /// On any empty square of the edge, or beside another wall.
    Edge,
    /// On any empty square.
    Anywhere,
}

/// A move that is possible but not legal.
#[derive(Clone, Debug, PartialEq)]
pub enum Restriction {
    /// A royal of the mover may be captured afterwards.
    RoyalInCheck,
    /// Every royal of the mover may be captured afterwards.
    AllRoyalsInCheck,
    /// A royal in check moves, except to capture what checks it.
    RoyalFleeing,
    /// Two royals of different sides see each other along a file, rank or diagonal.
    RoyalsFacing(Lines),
    /// The mover's opponent would be in check; or, `unless_mate`, in check but not mated.
    GivingCheck { unless_mate: bool },
    /// A royal passes a square where it could be captured.
    RoyalPassing,
    /// There is a capture and this is none.
    CaptureIsMandatory,
    /// A capture could go on, or takes something twice.
    StoppingCaptures,
    /// Another move captures more; or this one takes something twice.
    CapturingFewer,
    /// Something is captured.
    Capturing,
    /// The position has been there before, since the last move that can't be taken back.
    Repeating,
    /// One of these is captured by another one from a distance although it is protected, and nothing but `cheap` pieces is taken
    /// with it; or by anything else, right after one of them was captured by anything else on another square.
    Trading { kinds: Vec<Kind>, cheap: Vec<Kind> },
}

/// What pieces on the board count for, in half points.
#[derive(Clone, Debug, PartialEq)]
pub struct Points {
    pub values: Vec<(Kind, u16)>,
    /// What the second player gets for moving second.
    pub second: u16,
}

/// Where the friend stands whose moves a piece makes instead of its own, as its player sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lender {
    Behind,
    Ahead,
}

/// When a player may leave the board as it is, unless in check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pass {
    Always,
    WhenStalemated,
}

/// How the variant is shown and spelled; never asked by the rules.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Presentation {
    /// Number of the first rank, 0 or 1, in CECP; others always count from 1.
    pub first_rank: u16,
    /// XBoard variant whose own rules come nearest; what it draws and asks for follows it.
    pub xboard_parent: Option<String>,
    /// PieceToChar table for XBoard's `setup`, if the automatic one isn't right.
    pub piece_to_char: Option<String>,
    /// Squares are spelled with digits for files and letters for ranks, as in shogi (USI always does).
    pub colours: PerSide<String>,
}

/// Advice for the search; never needed.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Hints {
    pub null_move: Option<bool>,
}

impl Definition {
    /// Some player may pass.
    pub fn has_passes(&self) -> bool {
        self.pass.0.iter().any(Option::is_some)
    }

    /// What this player is called.
    pub fn player(&self, side: Side) -> &str {
        let name = &self.presentation.colours[side];
        match (name.is_empty(), side) {
            (false, _) => name,
            (true, Side::First) => "White",
            (true, Side::Second) => "Black",
        }
    }

    pub fn piece(&self, kind: Kind) -> &PieceType {
        &self.pieces[kind.index()]
    }

    pub fn kinds(&self) -> impl Iterator<Item = Kind> + use<> {
        (0..self.pieces.len()).map(|index| Kind(index as u16))
    }
}
