//! Attacks looked up from the attacked square: for every square where a royal may stand, from where each kind of
//! enemy would capture there.
//!
//! A leap class is a table of origins; a line class has components from which the origins that attack follow, and for
//! each origin a record of the path between, which tells checks from pins at one look.

use super::components::{Builder, Component, Data, Entry};
use super::conditions::ConditionId;
use super::moves::reached;
use super::pairs::{Arrival, Stretch, Walks};
use super::{Facing, Source};
use crate::definition::{Kind, Side};
use crate::rules::Piece;
use crate::rules::bits::{Board, Code, Cpu, Set};
use crate::rules::topology::{Square, SquareSet, Topology, Wrap};
use hashbrown::HashMap;
use smallvec::SmallVec;

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
    /// Codes of all that attack along lines.
    line_pieces: Box<[Code]>,
    components: Box<[Component<N>]>,
    records: Box<[Record<N>]>,
    /// Enemies that have other ways to capture royals: about what they may attack these tables don't say everything.
    beyond: Box<[Beyond<N>]>,
}

/// A kind of enemy that these tables don't know.
struct Beyond<const N: usize> {
    code: Code,
    /// By origin: all squares that decide whom it attacks; `None` if that is not known.
    sights: Option<Box<[Set<N>]>>,
}

impl<const N: usize> Beyond<N> {
    fn new(enemy: &Source, code: usize) -> Beyond<N> {
        let code = Code::new(code);
        let sights = enemy.movers[code.kind()].sights(enemy.steps);
        let set = |sight: &SquareSet| sight.iter().map(Square::index).collect();
        Beyond { code, sights: sights.map(|sights| sights.iter().map(set).collect()) }
    }

    fn sees(&self, origin: usize) -> Set<N> {
        self.sights.as_ref().map_or(Set::FULL, |sights| sights[origin])
    }
}

/// From where a square might be attacked: with no enemy there the classes need not be asked.
#[derive(Clone, Copy, Default)]
pub struct Zone<const N: usize> {
    pub leaps: Set<N>,
    pub lines: Set<N>,
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

    /// Numbers of its kinds, some perhaps twice.
    #[inline(always)]
    pub fn kinds(&self) -> impl Iterator<Item = usize> {
        [self.first, self.second].into_iter().chain(self.more.iter().copied()).map(Code::kind)
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
    /// Tells its components where their entries are now.
    pub(super) fn relocate(&mut self, moved: &HashMap<u32, u32>) {
        self.components.iter_mut().for_each(|component| component.relocate(moved));
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

    /// The same for one enemy that isn't on the board.
    #[inline(always)]
    pub fn doubtful_from(&self, code: Code, origin: usize) -> Set<N> {
        let mut doubtful = Set::EMPTY;
        for beyond in self.beyond.iter().filter(|beyond| beyond.code == code) {
            doubtful |= beyond.sees(origin);
        }
        doubtful
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
        // Loops, not closures: those may be compiled apart, for a lesser processor.
        if !(zone.leaps & (there | arrived)).is_empty() {
            for (class, from) in self.leaps(to) {
                if !(from & enemies.of_class(class, board)).is_empty() {
                    return true;
                }
            }
        }
        if (zone.lines & ((enemies.liners & there) | arrived)).is_empty() {
            return false;
        }
        for (class, at) in self.lines(to) {
            let attackers = at.from & enemies.of_class(class, board);
            if !attackers.is_empty() && !(self.reached_from::<C>(data, at, occupied) & attackers).is_empty() {
                return true;
            }
        }
        false
    }

    #[inline(always)]
    pub fn record(&self, at: &LineAt<N>, origin: usize) -> &Record<N> {
        &self.records[at.records as usize + at.from.rank(origin)]
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

/// An attack along a line on a square, under a condition.
#[derive(Clone, Copy)]
struct Ray {
    to: u16,
    origin: u16,
    /// The number of the list of codes whose pieces have it; later that of a class.
    class: u32,
    condition: ConditionId,
    squares: Stretch,
}

/// Lists, each there once, by number.
struct Numbered<T>(Vec<T>);

impl<T: PartialEq> Numbered<T> {
    fn number(&mut self, item: T) -> u32 {
        let known = self.0.iter().position(|known| *known == item);
        known.unwrap_or_else(|| {
            self.0.push(item);
            self.0.len() - 1
        }) as u32
    }
}

/// `enemy` and `walks` are of the attacking side; `targets` are the squares where royals of the defending side may
/// stand. `None` if an attack along a line of royals doesn't fit.
pub(super) fn collect<const N: usize>(
    enemy: &Source,
    walks: &mut Walks,
    (targets, defender): (&[bool], Side),
    facing: &Facing,
    data: &mut Builder,
) -> Option<Attackers<N>> {
    let cells = enemy.topology.cells();
    let attacker = defender.other();
    let code = |kind: usize| Piece::new(Kind(kind as u16), attacker).index();
    let mut beyond = Vec::new();
    let mut leaps: Vec<(Codes, Vec<Set<N>>)> = Vec::new();
    let (mut rays, mut sharers): (Vec<Ray>, Numbered<Codes>) = (Vec::new(), Numbered(Vec::new()));
    let mut leaped: Vec<Vec<Set<N>>> = enemy.movers.iter().map(|_| vec![Set::EMPTY; cells]).collect();
    // By walk: which of the groups of an origin has it, if that is the latest origin.
    let mut group_of = vec![(Square::NONE, 0); enemy.steps.len()];
    let mut groups: Vec<(u32, SmallVec<[usize; 8]>)> = Vec::new();
    for origin in 0..cells {
        let square = Square::from_index(origin);
        groups.clear();
        for (kind, mover) in enemy.movers.iter().enumerate() {
            for &root in mover.ordinary.at(square) {
                let known = &mut group_of[root as usize];
                if known.0 == square {
                    groups[known.1].1.push(kind);
                } else {
                    *known = (square, groups.len());
                    groups.push((root, SmallVec::from_slice(&[kind])));
                }
            }
        }
        for (root, group) in &groups {
            let Some(walk) = walks.of(*root) else {
                beyond.extend(group.iter().map(|&kind| code(kind)));
                continue;
            };
            let captures = |arrival: Arrival| matches!(arrival, Arrival::Any | Arrival::Capture);
            let mut class = None;
            for pair in walks.pairs(walk).iter().filter(|pair| captures(pair.arrival) && targets[usize::from(pair.to)])
            {
                if walk.leaps {
                    group.iter().for_each(|&kind| leaped[kind][usize::from(pair.to)] |= Set::of(origin));
                    continue;
                }
                let class =
                    *class.get_or_insert_with(|| sharers.number(group.iter().map(|&kind| code(kind)).collect()));
                let (to, condition, squares) = (pair.to, pair.condition, pair.squares);
                rays.push(Ray { to, origin: origin as u16, class, condition, squares });
            }
        }
    }
    for (kind, from) in leaped.into_iter().enumerate() {
        if (enemy.captures_beyond)(Kind(kind as u16)) {
            beyond.push(code(kind));
        }
        if from.iter().any(|set| !set.is_empty()) {
            match leaps.iter_mut().find(|class| class.1 == from) {
                Some(class) => class.0.push(code(kind)),
                None => leaps.push((SmallVec::from_slice(&[code(kind)]), from)),
            }
        }
    }
    beyond.sort_unstable();
    beyond.dedup();
    for &(dx, dy) in facing {
        let class = sharers.number(enemy.royals.iter().map(|royal| code(royal.index())).collect());
        for origin in enemy.topology.squares() {
            let mut between: SmallVec<[u16; 16]> = SmallVec::new();
            let mut here = origin;
            while let Some(next) = enemy.topology.leap(here, dx, dy, Wrap::AsBoard).filter(|&next| next != origin) {
                let (to, origin) = (next.index() as u16, origin.index() as u16);
                if targets[next.index()] {
                    let condition = walks.conditions.all_empty(between.len())?;
                    let squares = walks.note(between.iter().copied());
                    rays.push(Ray { to, origin, class, condition, squares });
                }
                between.push(to);
                here = next;
            }
        }
    }
    // In one number: this is most of the work of sorting.
    let place = |ray: &Ray| u64::from(ray.class) << 32 | u64::from(ray.to) << 16 | u64::from(ray.origin);
    rays.sort_unstable_by_key(place);
    // Two attacks of one class on a square from the same origin would be one record: the second gets another class.
    let (mut classes, mut time): (Numbered<(u32, u32)>, u32) = (Numbered(Vec::new()), 0);
    let mut before = None;
    for ray in &mut rays {
        time = if before == Some(place(ray)) { time + 1 } else { 0 };
        before = Some(place(ray));
        ray.class = classes.number((ray.class, time));
    }
    if !rays.is_sorted_by_key(place) {
        rays.sort_by_key(place);
    }
    let mut classes: Vec<(Codes, Vec<LineAt<N>>)> =
        classes.0.iter().map(|class| (sharers.0[class.0 as usize].clone(), vec![LineAt::default(); cells])).collect();
    let (mut components, mut records) = (Vec::new(), Vec::with_capacity(rays.len()));
    let mut entries = Vec::new();
    for rays in rays.chunk_by(|a, b| (a.class, a.to) == (b.class, b.to)) {
        let (to, start) = (usize::from(rays[0].to), records.len() as u32);
        records.extend(rays.iter().map(|ray| Record {
            path: walks.squares(ray.squares).iter().map(|&square| usize::from(square)).collect(),
            needs: walks.conditions.exact(ray.condition).unwrap_or(Record::<N>::INTRICATE),
        }));
        let first = components.len() as u32;
        let from = rays.iter().map(|ray| usize::from(ray.origin)).collect();
        in_rays(enemy.topology, to, rays, &mut entries);
        data.put(&entries, walks, &mut components);
        let components = (first, components.len() as u32 - first);
        classes[rays[0].class as usize].1[to] = LineAt { from, components, records: start };
    }
    let squares = 0..64 * N;
    let blank = |to: usize| to >= cells;
    let zone = |to: usize| Zone {
        leaps: leaps.iter().filter(|_| !blank(to)).fold(Set::EMPTY, |all, class| all | class.1[to]),
        lines: classes.iter().filter(|_| !blank(to)).fold(Set::EMPTY, |all, class| all | class.1[to].from),
    };
    let mut line_pieces: Vec<usize> = classes.iter().flat_map(|class| class.0.iter().copied()).collect();
    line_pieces.sort_unstable();
    line_pieces.dedup();
    Some(Attackers {
        zones: squares.clone().map(zone).collect(),
        line_pieces: line_pieces.into_iter().map(Code::new).collect(),
        leaps: squares
            .clone()
            .flat_map(|to| leaps.iter().map(move |class| if blank(to) { Set::EMPTY } else { class.1[to] }))
            .collect(),
        leapers: leaps.iter().map(|class| Class::new(&class.0)).collect(),
        lines: squares
            .flat_map(|to| classes.iter().map(move |class| if blank(to) { LineAt::default() } else { class.1[to] }))
            .collect(),
        liners: classes.iter().map(|class| Class::new(&class.0)).collect(),
        components: components.into_boxed_slice(),
        records: records.into_boxed_slice(),
        beyond: beyond.into_iter().map(|code| Beyond::new(enemy, code)).collect(),
    })
}

/// Attacks by the direction they come from, nearest first, opposite directions side by side.
fn in_rays(topology: &Topology, to: usize, rays: &[Ray], entries: &mut Vec<Entry>) {
    let to = Square::from_index(to);
    let place = |square: Square| (i32::from(topology.file(square)), i32::from(topology.rank(square)));
    let (x, y) = place(to);
    let mut placed: SmallVec<[_; 64]> = SmallVec::new();
    for ray in rays {
        let (file, rank) = place(Square::from_index(usize::from(ray.origin)));
        let (dx, dy) = (file - x, rank - y);
        let steps = gcd(dx.abs(), dy.abs()).max(1);
        let (dx, dy) = (dx / steps, dy / steps);
        // The same for a direction and its opposite.
        let line = if (dy, dx) < (0, 0) { (-dy, -dx) } else { (dy, dx) };
        placed.push(((line, dy, dx), steps, ray));
    }
    placed.sort_by_key(|entry| (entry.0, entry.1));
    entries.clear();
    let (mut line, mut number) = (0, 0);
    for (at, &(direction, _, ray)) in placed.iter().enumerate() {
        let before = at.checked_sub(1).map(|at| placed[at].0);
        line += u32::from(before.is_some_and(|before| before.0 != direction.0));
        number += u32::from(before.is_some_and(|before| before != direction));
        entries.push(Entry { line: (line, number), to: ray.origin, condition: ray.condition, squares: ray.squares });
    }
}

fn gcd(a: i32, b: i32) -> i32 {
    if b == 0 { a } else { gcd(b, a % b) }
}
