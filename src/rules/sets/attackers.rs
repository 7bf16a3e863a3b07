//! Attacks looked up from the attacked square: for every square where a royal may stand, from where each kind of
//! enemy would capture there.
//!
//! A leap class is a table of origins; a line class has components from which the origins that attack follow, and for
//! each origin a record of the path between, which tells checks from pins at one look.

mod bearings;
mod collect;
mod rays;

pub(super) use collect::{Attacks, collect};

use super::Source;
use super::components::{Component, Data};
use super::moves::reached;
use crate::rules::bits::{Board, Code, Cpu, Job, Set};
use crate::rules::topology::Square;
use smallvec::SmallVec;
use std::sync::Arc;

/// The enemies that may capture one side's royals.
pub struct Attackers<const N: usize> {
    /// Kinds that leap alike.
    leapers: Box<[Class]>,
    /// By attacked square and class of leapers: from where.
    leaps: Box<[Set<N>]>,
    /// Kinds that have some lines in common.
    liners: Box<[Class]>,
    /// By attacked square and class.
    lines: Box<[LineAt<N>]>,
    /// By attacked square: from where any leaper, and any other, might attack.
    zones: Box<[Zone<N>]>,
    /// Some line needs something to stand on its way.
    jumps: bool,
    /// Codes of all that attack along lines.
    line_pieces: Box<[Code]>,
    /// Those of both sides' royals.
    components: Arc<[Component<N>]>,
    records: Arc<[Record<N>]>,
    /// Enemies that have other ways to capture royals: about what they may attack these tables don't say everything.
    beyond: Box<[Beyond<N>]>,
}

/// A kind of enemy that these tables don't know.
struct Beyond<const N: usize> {
    code: Code,
    /// `None` if what it sees is not known.
    sights: Option<Sights<N>>,
}

/// What decides whom a piece attacks.
struct Sights<const N: usize> {
    /// By origin: all squares that it may look at.
    from: Box<[Set<N>]>,
    /// By target: all origins from which it may look there.
    on: Box<[Set<N>]>,
}

impl<const N: usize> Beyond<N> {
    /// `seen` has, by step, all squares that the walk from there may look at.
    fn new(enemy: &Source, code: usize, seen: &[Set<N>]) -> Beyond<N> {
        let code = Code::new(code);
        let mover = &enemy.movers[code.kind()];
        let from = |origin: usize| {
            let origin = Square::from_index(origin);
            let unmoved = mover.unmoved.as_ref().map_or(&[][..], |roots| roots.at(origin));
            let walks = mover.ordinary.at(origin).iter().chain(unmoved);
            walks.fold(Set::EMPTY, |all, &walk| all | seen[walk as usize])
        };
        let squares = 0..enemy.topology.cells();
        let sights = mover.interpreted.is_empty().then(|| {
            let from: Box<[Set<N>]> = squares.clone().map(from).collect();
            let sees = |target: usize| squares.clone().filter(|&origin| from[origin].contains(target)).collect();
            Sights { on: squares.clone().map(sees).collect(), from }
        });
        Beyond { code, sights }
    }

    fn sees(&self, origin: usize) -> Set<N> {
        self.sights.as_ref().map_or(Set::FULL, |sights| sights.from[origin])
    }
}

/// From where a square might be attacked: with no enemy there the classes need not be asked.
#[derive(Clone, Copy, Default)]
pub struct Zone<const N: usize> {
    pub leaps: Set<N>,
    pub lines: Set<N>,
    /// Squares whose occupation matters to some line.
    pub crossed: Set<N>,
}

/// Enemies as they would be after a change.
#[derive(Clone, Copy)]
pub struct Enemies<const N: usize> {
    /// Those that stay where they are.
    pub there: Set<N>,
    /// Of these all that attack along lines, perhaps more.
    pub liners: Set<N>,
    /// One that has come, as a piece with that code.
    pub arrived: Option<(Code, Set<N>)>,
}

impl<const N: usize> Enemies<N> {
    /// Without those on some squares.
    #[inline(always)]
    pub fn without(&self, gone: Set<N>) -> Enemies<N> {
        let arrived = match self.arrived {
            Some((_, square)) if !(square & gone).is_empty() => None,
            arrived => arrived,
        };
        Enemies { there: self.there & !gone, liners: self.liners, arrived }
    }

    #[inline(always)]
    fn of_class(&self, class: &Class, board: Board<N>) -> Set<N> {
        let stayed = class.pieces(board) & self.there;
        match &self.arrived {
            None => stayed,
            Some((code, square)) => {
                if class.contains(*code) {
                    stayed | *square
                } else {
                    stayed
                }
            }
        }
    }
}

/// Codes of the pieces of a class.
type Codes = SmallVec<[usize; 4]>;

/// Pieces that attack alike, by their codes. Most classes have one or two.
pub struct Class {
    first: Code,
    second: Code,
    more: Box<[Code]>,
}

impl Class {
    fn new(codes: &[usize]) -> Class {
        let [first, second] = [0, 1].map(|at| Code::new(codes.get(at).copied().unwrap_or(codes[0])));
        Class { first, second, more: codes.iter().skip(2).map(|&code| Code::new(code)).collect() }
    }

    #[inline(always)]
    pub fn contains(&self, code: Code) -> bool {
        self.first == code || self.second == code || self.more.contains(&code)
    }

    /// Tells the numbers of its kinds, one perhaps twice.
    #[inline(always)]
    pub fn each_kind(&self, mut told: impl FnMut(usize)) {
        told(self.first.kind());
        told(self.second.kind());
        self.more.iter().for_each(|code| told(code.kind()));
    }

    /// Where its pieces are.
    #[inline(always)]
    pub fn pieces<const N: usize>(&self, board: Board<N>) -> Set<N> {
        let mut pieces = board.set(self.first) | board.set(self.second);
        for &code in &self.more {
            pieces |= board.set(code);
        }
        pieces
    }
}

/// The lines on which a square is attacked.
#[derive(Clone, Copy, Default)]
pub struct LineAt<const N: usize> {
    /// From where, if the squares between allow it.
    pub from: Set<N>,
    components: (u32, u32),
    records: u32,
}

/// The squares between an attacker and its target.
#[derive(Clone, Copy, Debug)]
pub struct Record<const N: usize> {
    pub path: Set<N>,
    /// The attack is there while exactly so many of the path are occupied; [`Record::INTRICATE`] if it isn't so simple.
    pub needs: u32,
}

impl<const N: usize> Record<N> {
    pub const INTRICATE: u32 = u32::MAX;
}

impl<const N: usize> Attackers<N> {
    /// There are no royals to attack.
    fn none() -> Attackers<N> {
        Attackers {
            leapers: Box::default(),
            leaps: Box::default(),
            liners: Box::default(),
            lines: Box::default(),
            zones: vec![Zone::default(); 64 * N].into_boxed_slice(),
            jumps: false,
            line_pieces: Box::default(),
            components: Arc::default(),
            records: Arc::default(),
            beyond: Box::default(),
        }
    }

    /// Classes of leapers, and from where they attack a square.
    #[inline(always)]
    pub fn leaps(&self, to: usize) -> impl Iterator<Item = (&Class, Set<N>)> {
        let row = rows::<N, _>(&self.leaps, self.leapers.len(), to);
        self.leapers.iter().zip(row).map(|(class, &from)| (class, from))
    }

    /// Classes of others, and how they attack a square.
    #[inline(always)]
    pub fn lines(&self, to: usize) -> impl Iterator<Item = (&Class, &LineAt<N>)> {
        self.liners.iter().zip(rows::<N, _>(&self.lines, self.liners.len(), to))
    }

    #[inline(always)]
    pub fn zone(&self, to: usize) -> &Zone<N> {
        &self.zones[to % (64 * N)]
    }

    /// Squares that enemies beyond these tables attack or might: of all others they say everything.
    #[inline(always)]
    pub fn doubtful(&self, board: Board<N>) -> Set<N> {
        let mut doubtful = Set::EMPTY;
        for beyond in &self.beyond {
            for origin in board.set(beyond.code) {
                doubtful |= beyond.sees(origin);
            }
        }
        doubtful
    }

    /// Where enemies stand of which these tables say more than is true, or less.
    pub fn others(&self, board: Board<N>) -> Set<N> {
        self.beyond.iter().fold(Set::EMPTY, |all, beyond| all | board.set(beyond.code))
    }

    /// Where enemies beyond these tables stand that might attack one of the royals, and all squares that decide whether they do;
    /// `None` if that is not known.
    pub fn asked(&self, board: Board<N>, royals: Set<N>) -> Option<Set<N>> {
        let mut asked = Set::EMPTY;
        for beyond in &self.beyond {
            let sights = beyond.sights.as_ref();
            for origin in board.set(beyond.code) {
                let seen = sights?.from[origin];
                if !(seen & royals).is_empty() {
                    asked |= seen | Set::of(origin);
                }
            }
        }
        Some(asked)
    }

    /// Squares that one enemy, which isn't on the board, attacks or might, if it is beyond these tables.
    #[inline(always)]
    pub fn doubtful_from(&self, code: Code, origin: usize) -> Set<N> {
        let mut doubtful = Set::EMPTY;
        for beyond in self.beyond.iter().filter(|beyond| beyond.code == code) {
            doubtful |= beyond.sees(origin);
        }
        doubtful
    }

    /// Tells of each kind whose attacks are not all in these tables from where it may see a square.
    pub fn each_beyond(&self, square: usize, mut told: impl FnMut(usize, Set<N>)) {
        for Beyond { code, sights } in &self.beyond {
            told(code.kind(), sights.as_ref().map_or(Set::FULL, |sights| sights.on[square]));
        }
    }

    /// Kinds whose attacks are not all in these tables.
    pub fn kinds_beyond(&self) -> impl Iterator<Item = usize> {
        self.beyond.iter().map(|beyond| beyond.code.kind())
    }

    /// True if these tables say everything about any attack.
    #[inline(always)]
    pub fn is_complete(&self) -> bool {
        self.beyond.is_empty()
    }

    /// True if a move of an enemy from one square to another (or from the hand) surely leaves a square as safe as it was,
    /// however the board looks, from all that these tables know. `arrived` is what stands there now.
    #[inline(always)]
    pub fn ignores(&self, square: usize, from: Option<usize>, to: usize, arrived: Code) -> bool {
        let zone = self.zone(square);
        let opens = from.is_some_and(|from| zone.crossed.contains(from)) || self.jumps && zone.crossed.contains(to);
        let attacks = zone.leaps.contains(to) || zone.lines.contains(to) && self.is_line_piece(arrived);
        !opens && !attacks
    }

    /// True for the code of a piece that attacks along lines.
    #[inline(always)]
    pub fn is_line_piece(&self, code: Code) -> bool {
        self.line_pieces.contains(&code)
    }

    /// Where all are that attack along lines.
    #[inline(always)]
    pub fn line_pieces(&self, board: Board<N>) -> Set<N> {
        let mut pieces = Set::EMPTY;
        for &code in &self.line_pieces {
            pieces |= board.set(code);
        }
        pieces
    }

    /// True if some class of others has these pieces.
    pub fn is_liner(&self, code: Code) -> bool {
        self.liners.iter().any(|class| class.contains(code))
    }

    /// The origins from which a line attacks a square, whoever stands there.
    #[inline(always)]
    pub fn reached_from<C: Cpu>(&self, data: &Data, at: &LineAt<N>, occupied: Set<N>) -> Set<N> {
        let (start, count) = at.components;
        reached::<N, C>(data, &self.components[start as usize..(start + count) as usize], occupied)
    }

    /// True if one of these enemies attacks a square while so much is occupied.
    #[inline(always)]
    pub fn attack<C: Cpu>(
        &self,
        data: &Data,
        board: Board<N>,
        to: usize,
        occupied: Set<N>,
        enemies: &Enemies<N>,
    ) -> bool {
        let zone = self.zone(to);
        let arrived = match &enemies.arrived {
            None => Set::EMPTY,
            Some((_, square)) => *square,
        };
        let there = enemies.there;
        let leaps = !(zone.leaps & (there | arrived)).is_empty();
        let lines = !(zone.lines & ((enemies.liners & there) | arrived)).is_empty();
        (leaps || lines)
            && C::apart(Attack { attackers: self, data, board, to, occupied, enemies, sorts: (leaps, lines) })
    }

    #[inline(always)]
    pub fn record(&self, at: &LineAt<N>, origin: usize) -> &Record<N> {
        &self.records[at.records as usize + at.from.rank(origin)]
    }
}

/// The question whether one of some enemies attacks a square.
struct Attack<'a, const N: usize> {
    attackers: &'a Attackers<N>,
    data: &'a Data,
    board: Board<'a, N>,
    to: usize,
    occupied: Set<N>,
    enemies: &'a Enemies<N>,
    /// Whether leapers might, and others.
    sorts: (bool, bool),
}

impl<const N: usize> Job for Attack<'_, N> {
    type Result = bool;

    // Loops, not closures: those may be compiled apart, for a lesser processor.
    #[inline(always)]
    fn on<C: Cpu>(self) -> bool {
        let Attack { attackers, data, board, to, occupied, enemies, sorts: (leaps, lines) } = self;
        if leaps {
            for (class, from) in attackers.leaps(to) {
                if !(from & enemies.of_class(class, board)).is_empty() {
                    return true;
                }
            }
        }
        if lines {
            for (class, at) in attackers.lines(to) {
                let origins = at.from & enemies.of_class(class, board);
                if !origins.is_empty() && !(attackers.reached_from::<C>(data, at, occupied) & origins).is_empty() {
                    return true;
                }
            }
        }
        false
    }
}

/// The row of a square in a table that has one for each square of the widest board of its sort.
#[inline(always)]
fn rows<const N: usize, T>(table: &[T], width: usize, square: usize) -> &[T] {
    let square = square % (64 * N);
    debug_assert!(table.len() == 64 * N * width);
    // SAFETY: the tables are made with that many rows of that width.
    unsafe { table.get_unchecked(square * width..(square + 1) * width) }
}
