//! Rules in tables: what a definition means, compiled once when a variant loads. What only
//! searches need is compiled when it is first asked for; nothing changes what has been compiled.
//!
//! Knows squares, kinds, steps and tries; knows no XBetza text and no protocol. `compile` fills the tables, the
//! generators and the position read them.

mod after;
mod asked;
pub mod attack;
pub mod bits;
mod castling;
mod catchers;
mod compile;
pub mod crowd;
mod drops;
mod effects;
mod holds;
mod jobs;
mod kinds;
pub mod leg;
pub mod legs_of;
pub(crate) mod lending;
mod mover;
mod occupancy;
mod promotion;
mod relations;
mod restraints;
mod rights;
mod royals;
mod same;
pub(crate) mod sets;
mod sharing;
mod shortcuts;
mod side;
pub mod step;
pub mod topology;
pub mod unroll;
mod walks;
pub(crate) mod zobrist;

pub(crate) use after::{After, Burning, Consequence, Line, Seizure, Whom};
pub use castling::Castle;
pub(crate) use catchers::Catchers;
pub use drops::DropTable;
pub use effects::Effects;
pub(crate) use effects::{CompiledEffect, Explosion, KindSet};
pub(crate) use holds::Holds;
pub(crate) use mover::{Interpreted, Mover, Roots};
pub use promotion::{Promotions, Takes};
pub(crate) use relations::Relations;
pub(crate) use restraints::{Choice, Prohibition, Restraints, Trades};
pub use rights::{RightKind, Rights};
pub(crate) use royals::Royals;
pub(crate) use same::Comparison;
pub use shortcuts::Shortcuts;
pub(crate) use side::SideTables;
#[doc(hidden)]
pub use walks::halves_are_the_whole;
pub use zobrist::Zobrist;

use crate::definition::{Definition, Few, HandSource, Kind, PerSide, Side};
use crate::diagnostic::Diagnostic;
use crate::evaluation::Weights;
use crate::game::DeadMaterial;
use asked::Asked;
use attack::Attacks;
use hashbrown::HashMap;
use leg::MoveProgram;
use lending::Lending;
use smallvec::SmallVec;
use std::sync::{Arc, Mutex, OnceLock};
use topology::{Square, SquareSet, Topology};
use unroll::{Limits, Trail};

/// A piece on the board: its kind and its owner in one number, 0 for an empty square.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Piece(u16);

impl Piece {
    pub const EMPTY: Piece = Piece(0);

    #[inline(always)]
    pub const fn new(kind: Kind, side: Side) -> Piece {
        Piece(kind.0 * 2 + 2 + side as u16)
    }

    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Meaningful only for pieces, not for `EMPTY`.
    #[inline(always)]
    pub const fn kind(self) -> Kind {
        Kind(self.0.wrapping_sub(2) / 2)
    }

    #[inline(always)]
    pub const fn side(self) -> Side {
        if self.0 & 1 == 0 { Side::First } else { Side::Second }
    }

    /// What this is to a side: [`step::EMPTY`], [`step::OWN`] or [`step::ENEMY`]; without a branch.
    #[inline(always)]
    pub const fn seen_by(self, side: Side) -> usize {
        let there = (self.0 != 0) as usize;
        there + (there & (self.0 as usize ^ side as usize) & 1)
    }

    /// Dense index for tables: `EMPTY` is 0, below [`Rules::piece_codes`].
    #[inline(always)]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// The compiled rules of one variant.
pub struct Rules {
    pub definition: Arc<Definition>,
    /// All kinds: those of the definition in its order, then forms derived from them (a promoted piece that turns
    /// back into what it was when captured).
    pub kinds: Vec<KindInfo>,
    /// What playing moves asks of a piece, by its code.
    pub(crate) traits: Box<[Traits]>,
    pub weights: Weights,
    pub(crate) sides: PerSide<SideTables>,
    pub(crate) trails: Vec<Trail>,
    /// What some ways of moving alone may capture, by the number that steps have for it.
    pub(crate) takes: Box<[KindSet]>,
    pub(crate) catchers: Catchers,
    pub(crate) rights: Rights,
    pub(crate) zobrist: Zobrist,
    /// The kind that stands for walls, where there may be any.
    pub(crate) wall: Option<Kind>,
    /// Some kinds may not capture or hop over others.
    pub(crate) relations: Option<Relations>,
    /// Pieces make the moves of others.
    pub(crate) lending: Option<Lending>,
    /// Facing royals must be answered, and end the game if they are not.
    pub(crate) has_bikjang: bool,
    /// What is captured on the way leaves before the move goes on.
    pub(crate) captures_at_once: bool,
    /// Pieces that may enter where an unmoved one has left.
    pub(crate) gates: Option<Gates>,
    /// Pieces may castle from where they were dropped.
    pub(crate) castles_by_drop: bool,
    /// Where captured pieces go, if anywhere.
    pub(crate) captures_to: Option<HandSource>,
    /// What captures do besides taking.
    pub(crate) effects: Effects,
    /// What follows from every move.
    pub(crate) aftermath: Option<After>,
    /// Pieces that keep enemies beside them from moving.
    pub(crate) holds: Option<Holds>,
    /// Promotion may make a royal.
    pub(crate) may_crown: bool,
    pub(crate) royals: Royals,
    pub(crate) restraints: Restraints,
    pub shortcuts: Shortcuts,
    /// Some piece may not be taken, or pieces may take their own side's.
    pub(crate) has_untouchables: bool,
    /// How many checks by each player end the game, if any number does; 0 for a player whose checks don't.
    pub(crate) most_checks: Option<PerSide<u8>>,
    /// Some ending ends the game at once, so that the position must be asked before its moves.
    pub(crate) ends_at_once: bool,
    /// Who has nothing but royals left may capture more than one piece in a turn.
    pub(crate) royals_take_several: bool,
    /// Some count may run against the player who has more.
    pub(crate) has_counting: bool,
    /// Squares where each kind stands at the start, by piece code.
    pub(crate) initial: Vec<SquareSet>,
    /// Squares where each kind may stand at the start, those included where it may be placed by lot, by piece code.
    pub(crate) homes: Vec<SquareSet>,
    /// How many pieces each player begins with on the board.
    pub(crate) strength: PerSide<usize>,
    pub(crate) dead_material: DeadMaterial,
    /// That of this processor.
    pub(crate) level: bits::Level,
    /// Moves and attacks by occupancy, where the rules allow it.
    pub(crate) sets: sets::SetTables,
    /// The sets with attacks on all squares, where royals don't go everywhere: made when a search first asks.
    exchanges: OnceLock<sets::SetTables>,
    /// Most moves of the start promote: found out when a search first asks.
    pub(crate) promotions_are_usual: OnceLock<bool>,
    /// Endings that searches ask about in every position.
    pub(crate) asked_in_search: Asked,
    chains: Mutex<Chains>,
}

/// What is known about a kind, beside its moves.
#[derive(Clone, Debug)]
pub struct KindInfo {
    /// The kind of the definition whose moves and name it has.
    pub base: Kind,
    /// FEN spelling: `P`, `+P`, `Q~`; lower case for the second player.
    pub symbol: PerSide<String>,
    /// What else a FEN may have for it.
    pub read_as: Vec<PerSide<String>>,
    pub royal: bool,
    /// It is no piece but a wall, which belongs to nobody.
    pub is_wall: bool,
    /// Royal only while its side has few of it.
    pub royal_at_most: Option<Few>,
    /// What it becomes when it comes into a hand.
    pub in_hand: Kind,
    /// What it becomes in a hand where pieces come there as they were captured: another kind only if it is said which.
    pub as_captured: Kind,
    /// It may be in a hand: what is captured otherwise is gone.
    pub holdable: bool,
    pub resets_counter: bool,
    /// All its moves go forward, so that it never comes back.
    pub one_way: PerSide<bool>,
    /// By square, where it might go quietly on an empty board. Only of what resets the counter and may come back.
    pub returns: PerSide<Vec<SquareSet>>,
    /// Nothing that it promotes to promotes again: a promotion can't be undone by further ones.
    pub promotes_for_good: bool,
    /// At most this many of one side on the board.
    pub limit: Option<u16>,
}

/// The part of [`KindInfo`] that every move asks for.
#[derive(Clone, Copy, Default)]
pub(crate) struct Traits {
    pub royal: bool,
    /// Its moves reset the counter: all of them, or those that it can't take back.
    pub resets_counter: bool,
    pub may_return: bool,
    pub one_way: bool,
}

/// What may enter where an unmoved piece has left.
pub(crate) struct Gates {
    pub kinds: Vec<Kind>,
    /// The rights that stand for squares with unmoved pieces.
    pub rights: PerSide<u64>,
    /// Captures fill the hand again.
    pub refills: bool,
}

/// Capture lists too long for a [`crate::moves::Move`], each with a number.
#[derive(Default)]
struct Chains {
    lists: Vec<SmallVec<[Square; 4]>>,
    index: HashMap<SmallVec<[Square; 4]>, u32>,
}

impl Rules {
    /// What was captured may be dropped again, or go back to the side that it was of: captures and drops are not for good.
    pub(crate) fn pieces_come_back(&self) -> bool {
        self.captures_to.is_some() || self.aftermath.as_ref().is_some_and(|aftermath| aftermath.converts())
    }

    /// Compiles a definition. Findings are about rules that cannot be combined or be put in tables; their spans are
    /// empty because a definition no longer knows its text.
    pub fn compile(definition: Arc<Definition>) -> Result<Rules, Vec<Diagnostic>> {
        compile::compile(definition)
    }

    #[inline(always)]
    pub(crate) fn sets(&self) -> &sets::SetTables {
        &self.sets
    }

    /// Tables by which captures on any square can be followed.
    #[inline(always)]
    pub(crate) fn exchange_sets(&self) -> &sets::SetTables {
        match self.royals.roam {
            true => &self.sets,
            false => self.exchanges.get_or_init(|| occupancy::exchange_tables(self)),
        }
    }

    pub fn topology(&self) -> &Topology {
        &self.definition.topology
    }

    /// Those that the walks of both sides are made of.
    pub(crate) fn steps(&self) -> &[step::Step] {
        &self.sides[Side::First].steps
    }

    pub fn piece_codes(&self) -> usize {
        self.kinds.len() * 2 + 2
    }

    /// Makes what is otherwise made when it is first asked for, so that no search has to wait for it.
    pub fn prepare(&self) {
        let walked = Side::BOTH.into_iter().filter(|&side| self.royals.vary || !self.sets.suffice_for(side));
        let job = |side| -> jobs::Job {
            Box::new(move || {
                self.attacks(side);
                self.sides[side].quick_walks(self.topology());
            })
        };
        let jobs: Vec<jobs::Job> = walked.map(job).collect();
        if !jobs.is_empty() {
            jobs::share(jobs);
        }
    }

    /// What may capture the royals of a side.
    #[inline(always)]
    pub(crate) fn attacks(&self, defender: Side) -> &Attacks {
        self.sides[defender].attacks.get_or_init(|| attack::attacks_on(self, defender))
    }

    #[inline(always)]
    pub(crate) fn traits(&self, piece: Piece) -> Traits {
        self.traits[piece.index()]
    }

    pub fn kind(&self, kind: Kind) -> &KindInfo {
        &self.kinds[kind.index()]
    }

    /// The name of a kind as the variant file gives it.
    pub fn kind_name(&self, kind: Kind) -> &str {
        &self.definition.piece(self.kind(kind).base).name
    }

    /// True if what a piece attacks depends on nothing but the squares that it looks at.
    pub(crate) fn attacks_by_sight(&self) -> bool {
        self.lending.is_none() && self.holds.is_none() && self.restraints.shy.is_none()
    }

    /// What moved last decides how others move.
    pub(crate) fn follows(&self) -> bool {
        self.lending.as_ref().is_some_and(Lending::follows)
    }

    /// True for a piece that an enemy keeps from moving.
    #[inline(always)]
    pub(crate) fn is_held(&self, board: &[Piece], square: Square) -> bool {
        self.holds.as_ref().is_some_and(|holds| holds.hold(board, square))
    }

    /// True for a piece of `side` that an enemy beside it keeps from capturing.
    #[inline(always)]
    pub(crate) fn is_tame(&self, board: &[Piece], square: Square, side: Side) -> bool {
        self.holds.as_ref().is_some_and(|holds| holds.tame(board, square, side))
    }

    /// False for a piece that an enemy beside it keeps from moving or from capturing.
    #[inline(always)]
    pub(crate) fn may_capture_from(&self, board: &[Piece], square: Square) -> bool {
        self.holds
            .as_ref()
            .is_none_or(|holds| !holds.hold(board, square) && !holds.tame(board, square, board[square.index()].side()))
    }

    /// True for a piece of `side` that a friend beside it keeps from being captured.
    #[inline(always)]
    pub(crate) fn is_guarded(&self, board: &[Piece], square: Square, side: Side) -> bool {
        self.holds.as_ref().is_some_and(|holds| holds.guard(board, square, side))
    }

    /// A royal of the side is on the board at the start.
    pub(crate) fn starts_with_royals(&self, side: Side) -> bool {
        let starts = |index: usize| !self.initial[Piece::new(Kind(index as u16), side).index()].is_empty();
        (0..self.kinds.len()).any(|index| self.kinds[index].royal && starts(index))
    }

    /// Squares a kind may stand on, if not all.
    pub(crate) fn confined(&self, kind: Kind, side: Side) -> Option<&SquareSet> {
        self.definition.piece(self.kind(kind).base).confined.as_ref().map(|zone| &zone[side])
    }

    /// Squares a kind could move to from a square if everything stood in its favour, and whether by capturing. All
    /// squares where the tables can't tell.
    pub(crate) fn targets(&self, side: Side, kind: Kind, from: Square) -> Vec<(Square, bool)> {
        let tables = &self.sides[side];
        let mover = &tables.movers[kind.index()];
        let allowed = |square: &Square| self.confined(kind, side).is_none_or(|zone| zone.contains(*square));
        let everywhere = || self.topology().squares().filter(allowed).map(|square| (square, true)).collect();
        if mover.interpreted.iter().any(|program| program.starts_on(from)) {
            return everywhere();
        }
        let unmoved = mover.unmoved.iter().flat_map(|roots| roots.at(from));
        let others = [&mover.en_passant, &mover.swaps].into_iter().flatten().flat_map(|roots| roots.at(from));
        let roots = mover.ordinary.at(from).iter().chain(unmoved).chain(others);
        let takes = |views: u8| mover.has_effects || views & (1 << step::OWN | 1 << step::ENEMY) != 0;
        let mut found = Vec::new();
        walks::each_target(&tables.steps, roots.copied(), false, |to, views| found.push((to, takes(views))));
        found.sort_unstable_by_key(|&(square, takes)| (square, !takes));
        found.dedup_by_key(|&mut (square, _)| square);
        found
    }

    /// False if a move program leads nowhere from any of the squares, whatever stands on the board.
    pub(crate) fn leads_anywhere(&self, program: &MoveProgram, side: Side, from: &SquareSet, kind: Kind) -> bool {
        let starts = &self.homes[Piece::new(kind, side).index()];
        let limits = Limits { from: Some(from), within: self.confined(kind, side), ..Limits::default() };
        walks::leads_anywhere(self.topology(), program, limits, side, starts)
    }

    /// False for walls, for iron pieces and for the taker's own royals.
    pub(crate) fn may_be_taken(&self, piece: Piece, by: Side) -> bool {
        let kind = self.kind(piece.kind());
        if kind.is_wall {
            return false;
        }
        !self.definition.piece(kind.base).iron && (piece.side() != by || !kind.royal)
    }

    /// False if the piece on `from` may not go to `to` because of what it would capture there or on the way (`taken`), or
    /// because it must not stop there.
    pub(crate) fn captures_allow(&self, board: &[Piece], from: Square, to: Square, taken: &[Square]) -> bool {
        let piece = board[from.index()];
        if piece.is_empty() {
            return true;
        }
        let kind = piece.kind();
        let stops = &self.definition.piece(self.kind(kind).base).stops;
        if stops.as_ref().is_some_and(|zone| !zone[piece.side()].contains(to)) {
            return false;
        }
        let Some(relations) = self.relations.as_ref().filter(|relations| relations.limits(kind)) else { return true };
        let victims = taken.iter().chain(Some(&to).filter(|_| to != from));
        let spared = |square: &Square| {
            let piece = board[square.index()];
            !piece.is_empty() && relations.spares(kind, piece.kind())
        };
        !victims.into_iter().any(spared)
    }

    /// False if the piece on `from` may not go to `to` in a straight line because of what it would hop over.
    pub(crate) fn hops_allow(&self, board: &[Piece], from: Square, to: Square) -> bool {
        let Some(relations) = &self.relations else { return true };
        board[from.index()].is_empty() || !relations.block(self.topology(), board, from, to)
    }

    /// All squares between `from` and `to` that an en passant number stands for.
    pub(crate) fn trail(&self, number: Square) -> &Trail {
        &self.trails[number.index()]
    }

    /// The number of a long capture list.
    pub(crate) fn intern_chain(&self, squares: &[Square]) -> u32 {
        let mut chains = self.chains.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        let key: SmallVec<[Square; 4]> = SmallVec::from_slice(squares);
        if let Some(&id) = chains.index.get(&key) {
            return id;
        }
        let id = chains.lists.len() as u32;
        chains.lists.push(key.clone());
        chains.index.insert(key, id);
        id
    }

    pub(crate) fn chain(&self, id: u32) -> SmallVec<[Square; 4]> {
        let chains = self.chains.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        chains.lists.get(id as usize).cloned().unwrap_or_default()
    }
}
