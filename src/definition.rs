//! What a variant file means: every name resolved, every default explicit.
//!
//! `resolve` builds a [`Definition`] from syntax; `rules::compile` turns it into tables. It is plain data: nothing
//! here moves a piece. Pairs are indexed by [`Side`]; zones are already turned round for the second player.

#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod armies;
mod board;
mod borrowing;
mod castling;
mod conditions;
mod consistency;
mod counting;
mod effects;
mod endings;
mod hands;
mod inherit;
pub mod keys;
mod library;
mod lists;
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
mod seizing;
mod shuffle;
mod start;
mod turns;
pub(crate) mod xboard_names;
mod zones;

pub use armies::Head as Army;
pub use borrowing::{Borrowing, Lenders, Place as LendersPlace};
pub use castling::{Castling, Landing};
pub use conditions::{
    Arrival, Cause, Condition, CountRule, Counter, Ending, Gaps, Impasse, Lines, Numbers, RepetitionCause, Stuck, Turn,
    Verdict, Wing,
};
pub use effects::{Aftermath, Effect, Wall, Walling};
pub use hands::{DropLimit, DropRule, HandSource, Hands};
pub use inherit::DEFAULTS;
pub(crate) use inherit::{Inherited, Origin, key as key_of};
pub use library::{Armies, FREED, Library, LoadError};
pub use load::load;
pub(crate) use load::load_with;
pub use lots::{Card, Lots};
pub use naming::{capital, title_of};
pub(crate) use places::{Places, quoted};
pub use print::print;
pub(crate) use print::{ending as print_ending, passing as print_passing};
pub use promotion::{Mandatory, Promotion, PromotionTo};
pub use restrictions::{Pass, Preference, Restriction};
pub use seizing::{Fate, Place, Rows, Seized, Seizing};
pub use shuffle::{Shuffle, ShuffleConstraint, Symmetry};
pub use start::Start;
pub(crate) use start::hand_opening;
pub use turns::{TurnChecks, Turns};
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
    /// What follows from every move, after what captures do, in the order in which it happens.
    pub aftermath: Vec<Aftermath>,
    /// Moves leave walls.
    pub wall: Option<Walling>,
    /// No move leaves walls, but positions that are set up may have some.
    pub standing_walls: bool,
    pub restrictions: Vec<Restriction>,
    /// Pieces make the moves of others.
    pub borrowing: Option<Borrowing>,
    pub pass: PerSide<Option<Pass>>,
    /// `None` if every turn is one move.
    pub turns: Option<Turns>,
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
    /// Royal only while its side has few of it.
    pub royal_at_most: Option<Few>,
    /// Of all royals of a side only the one nearest to this square counts: on the nearest file, and of several there on
    /// the nearest rank.
    pub royal_nearest: Option<PerSide<Square>>,
    /// May never be captured.
    pub iron: bool,
    /// Squares it may stand on or pass; `None` is the whole board.
    pub confined: Option<Zone>,
    /// What it becomes when it comes into a hand; itself unless it is a promoted form.
    pub demotes_to: Option<Kind>,
    /// It says so itself: what it was before it promoted doesn't matter.
    pub demotes_always: bool,
    /// Its moves set the move counter of [`Condition::MoveCount`] back to zero.
    pub resets_counter: bool,
    /// It makes no initial (`i`) moves while its side is in check.
    pub calm: bool,
    /// It counts as moved once one of these enemies has come to its file or rank, whatever stands between.
    pub startled_by: Vec<Kind>,
    /// At most this many of it for each side on the board.
    pub limit: Option<u16>,
    /// Squares its moves may end on; it may pass the others, and be dropped on them. `None` is the whole board.
    pub stops: Option<Zone>,
    /// Its threats are no chases.
    pub chases_freely: bool,
    /// Threatening it with one of these is a chase even if it is protected.
    pub prey_of: Vec<Kind>,
    /// Squares where threatening it is no chase.
    pub fair_game: Option<Zone>,
    /// What it may not capture.
    pub spares: Vec<Kind>,
    /// Its captures go on with another of its captures from where it has come to.
    pub goes_on: bool,
    /// It may not capture where it could be captured itself.
    pub shy: bool,
    /// What may not stand between it and where it goes.
    pub not_over: Vec<Kind>,
    /// These may not be captured either where something stands between.
    pub not_onto: bool,
    pub glyphs: PerSide<Option<char>>,
    /// What it is worth in hundredths of a pawn, if the file says so.
    pub value: Option<i32>,
    /// Name of the picture XBoard should show, if any (its own slot names, lower case).
    pub image: Option<String>,
    /// What a FEN may have for it as well, in capitals.
    pub other_letters: Vec<String>,
}

/// How few royal pieces have to be for this to be one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Few {
    pub most: u16,
    /// Only its own kind is counted, instead of all that are royal when they are few.
    pub by_kind: bool,
}

impl PieceType {
    /// Royal whatever else its side has.
    pub fn is_always_royal(&self) -> bool {
        self.royal && self.royal_at_most.is_none() && self.royal_nearest.is_none()
    }
}

/// Some moves, perhaps only from some squares.
#[derive(Clone, Debug, PartialEq)]
pub struct MoveClause {
    /// Squares from which these moves may be made; `None` is everywhere.
    pub from: Option<Zone>,
    /// These moves may not leave the squares of `from` either, nor pass others.
    pub along: bool,
    /// Squares on which these moves end; `None` is everywhere.
    pub into: Option<Zone>,
    /// Only while the opponent has fewer pieces on the board than at the start.
    pub after_capture: bool,
    /// These moves capture nothing else; empty is everything.
    pub takes: Vec<Kind>,
    /// What was written, per side.
    pub text: PerSide<String>,
    pub programs: PerSide<Vec<MoveProgram>>,
}

/// What pieces on the board count for, in half points.
#[derive(Clone, Debug, PartialEq)]
pub struct Points {
    pub values: Vec<(Kind, u16)>,
    /// What the second player gets for moving second.
    pub second: u16,
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
    /// What the players are called.
    pub colours: PerSide<String>,
}

/// Advice for the search; never needed.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Hints {
    pub null_move: Option<bool>,
}

impl Definition {
    /// There may be walls on the board.
    pub fn has_walls(&self) -> bool {
        let leaves = |effect: &Effect| {
            matches!(effect, Effect::CapturerPetrifies { .. } | Effect::Explosion { walls: true, .. })
        };
        self.wall.is_some() || self.standing_walls || self.effects.iter().any(leaves)
    }

    /// Some player may pass.
    pub fn has_passes(&self) -> bool {
        self.pass.0.iter().any(Option::is_some)
    }

    /// Who makes the first move.
    pub fn begins(&self) -> Side {
        match self.start.fen.split_whitespace().nth(1) {
            Some("b") => Side::Second,
            Some(_) | None => Side::First,
        }
    }

    /// As long as certain pieces are in hand nothing but these may be dropped.
    pub fn drops_some_first(&self) -> bool {
        self.hands.as_ref().is_some_and(|hands| !hands.first.is_empty())
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

    /// The kinds like which pieces of a kind may move: its own, and those from which it may borrow.
    pub(crate) fn manners(&self, kind: Kind) -> Vec<Kind> {
        let mut kinds = vec![kind];
        if let Some(borrowing) = self.borrowing.as_ref().filter(|borrowing| borrowing.by.contains(&kind)) {
            kinds.extend(borrowing.of.iter().filter(|&&other| other != kind));
        }
        kinds
    }

    /// What has this symbol moves like others, or may do so.
    pub(crate) fn borrows(&self, symbol: &str) -> bool {
        let by = self.borrowing.iter().flat_map(|borrowing| &borrowing.by);
        by.into_iter().any(|&kind| self.piece(kind).symbol == symbol)
    }

    /// Some pieces keep enemies from moving or capturing, or from being captured what stands beside them.
    pub fn holds_pieces(&self) -> bool {
        let holds = |restriction: &Restriction| {
            matches!(restriction, Restriction::Held { .. } | Restriction::Tamed { .. } | Restriction::Guarded { .. })
        };
        self.restrictions.iter().any(holds)
    }

    /// Those that a long list leaves out, if they are so few that to name them is much shorter.
    pub fn missing_few(&self, kinds: &[Kind]) -> Option<Vec<Kind>> {
        let others: Vec<Kind> = self.kinds().filter(|kind| !kinds.contains(kind)).collect();
        (!others.is_empty() && others.len() * 2 < kinds.len()).then_some(others)
    }
}
