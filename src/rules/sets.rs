//! Set tables: where pieces may go and what attacks a square, looked up by which squares are occupied.
//!
//! For boards of up to 256 cells, and for every kind whose walks ask only whether squares are occupied. A piece's moves
//! from a square are leaps, which nothing can block, and components, whose targets depend on a few squares: gathering
//! those squares' bits gives the index of the entry. The same is done backwards for every square where a royal may
//! stand. Tables of equal shape are one table, so that a game's tables stay in the fast caches.
//! Everything here is derived from the walks (`rules/step.rs`), which remain what is meant.

mod attackers;
mod components;
mod moves;
pub mod pairs;
mod promoting;
mod shifts;

pub use attackers::{Attackers, Enemies, Record};
pub use components::{Component, Data};
pub use moves::{Moves, Sight, Told, along};
pub use promoting::Promoting;
pub use shifts::Shift;

use super::bits::{self, Code, Level, Set};
use super::step::Step;
use super::topology::{Square, Topology};
use super::{Castle, DropTable, Mover, Piece};
use crate::definition::{Kind, PerSide, Side};
use components::Builder;
use hashbrown::HashMap;
use moves::Origin;
use pairs::{Arrival, Pair, Pairs};
use smallvec::SmallVec;
use std::rc::Rc;
use std::sync::Arc;

/// The tables of one variant, by the width of its board.
pub enum SetTables {
    /// There are none: the board is too large.
    None,
    One(Box<Tables<1>>),
    Two(Box<Tables<2>>),
    Four(Box<Tables<4>>),
}

impl SetTables {
    /// What the processor is good at for which they were made.
    #[inline(always)]
    pub fn level(&self) -> Level {
        match self {
            SetTables::None => Level::Plain,
            SetTables::One(tables) => tables.level,
            SetTables::Two(tables) => tables.level,
            SetTables::Four(tables) => tables.level,
        }
    }
}

pub struct Tables<const N: usize> {
    pub sides: PerSide<SideSets<N>>,
    /// All codes of its pieces are below this.
    pub codes: usize,
    pub level: Level,
}

/// The tables of one side.
pub struct SideSets<const N: usize> {
    /// The entries of all components.
    pub data: Data,
    /// By kind.
    pub kinds: Box<[KindSets<N>]>,
    /// By castling: what must be empty.
    pub castles: Box<[Set<N>]>,
    pub royals: Box<[Code]>,
    /// Pieces whose moves are not all in the tables.
    pub partial: Box<[Code]>,
    /// By kind.
    pub drops: Box<[Option<DropSets<N>>]>,
    /// All moves can be counted without listing them, but for what `count` in `movegen/sets.rs` asks.
    pub countable: bool,
    /// What may capture this side's royals.
    pub attackers: Attackers<N>,
}

pub struct KindSets<const N: usize> {
    pub code: Code,
    /// All its moves are in the tables, castling and en passant apart.
    pub whole: bool,
    pub royal: bool,
    /// Kinds that move alike share this.
    pub moves: Arc<Moves<N>>,
    /// All its moves in another form, if they are few.
    pub shifts: Option<Box<[Shift<N>]>>,
    pub promoting: Option<Promoting<N>>,
}

pub struct DropSets<const N: usize> {
    pub squares: Set<N>,
    /// By file, where only so many of the kind may stand on one.
    pub files: Option<(u32, Box<[Set<N>]>)>,
    pub no_mate: bool,
}

/// What the tables of one side are made from.
pub struct Source<'a> {
    pub topology: &'a Topology,
    pub steps: &'a [Step],
    /// By kind; kinds that are walls have no moves.
    pub movers: &'a [Mover],
    /// By kind: something about its moves is not in its walks.
    pub is_special: &'a (dyn Fn(Kind) -> bool + Sync),
    /// By kind: it may capture royals in ways that are not in its ordinary walks.
    pub captures_beyond: &'a (dyn Fn(Kind) -> bool + Sync),
    pub royals: &'a [Kind],
    /// By kind: so many may be on the board.
    pub is_limited: &'a (dyn Fn(Kind) -> bool + Sync),
    pub drops: &'a [Option<DropTable>],
    pub castles: &'a [Castle],
}

/// What may be done along one walk.
pub struct Walked {
    /// Nothing can block it.
    pub leaps: bool,
    pub pairs: Vec<Pair>,
}

/// The walks of one side, each looked into once; `None` for those that ask for more than what is occupied.
pub struct Walks<'a> {
    steps: &'a [Step],
    known: HashMap<u32, Option<Rc<Walked>>>,
}

impl Walks<'_> {
    fn of(&mut self, root: u32, pairs: &mut Pairs) -> Option<Rc<Walked>> {
        let look = || {
            let pairs = pairs.of_walk(self.steps, root)?;
            let free = |pair: &Pair| pair.squares.is_empty() && !matches!(pair.arrival, Arrival::Trail(_));
            Some(Rc::new(Walked { leaps: pairs.iter().all(free), pairs }))
        };
        self.known.entry(root).or_insert_with(look).clone()
    }

    /// All walks of a kind from a square.
    fn all(&mut self, mover: &Mover, from: usize, pairs: &mut Pairs) -> Option<SmallVec<[Rc<Walked>; 8]>> {
        mover.ordinary.at(Square::from_index(from)).iter().map(|&root| self.of(root, pairs)).collect()
    }
}

/// Which royals facing each other attack one another, as directions.
pub type Facing = [(i32, i32)];

pub fn build(sources: PerSide<Source>, targets: PerSide<Vec<bool>>, facing: &Facing) -> SetTables {
    let cells = sources[Side::First].topology.cells();
    match bits::words(cells) {
        1 => tables(sources, targets, facing).map_or(SetTables::None, SetTables::One),
        2 => tables(sources, targets, facing).map_or(SetTables::None, SetTables::Two),
        4 => tables(sources, targets, facing).map_or(SetTables::None, SetTables::Four),
        _ => SetTables::None,
    }
}

fn tables<const N: usize>(
    sources: PerSide<Source>,
    targets: PerSide<Vec<bool>>,
    facing: &Facing,
) -> Option<Box<Tables<N>>> {
    // The sides have nothing in common: each is made on a processor of its own.
    let (first, second) = std::thread::scope(|scope| {
        let second = scope.spawn(|| side_sets(&sources, Side::Second, &targets, facing));
        (side_sets(&sources, Side::First, &targets, facing), second.join())
    });
    let sides = PerSide([first?, second.ok()??]);
    let codes = 2 + 2 * sources[Side::First].movers.len();
    Some(Box::new(Tables { sides, codes, level: Level::of_this_processor() }))
}

fn side_sets<const N: usize>(
    sources: &PerSide<Source>,
    side: Side,
    targets: &PerSide<Vec<bool>>,
    facing: &Facing,
) -> Option<SideSets<N>> {
    let (mut pairs, mut data) = (Pairs::default(), Builder::default());
    let (pairs, data) = (&mut pairs, &mut data);
    let enemy = &sources[side.other()];
    let walks = &mut Walks { steps: enemy.steps, known: HashMap::new() };
    let attackers = attackers::collect(enemy, walks, (&targets[side], side), facing, pairs, data)?;
    let source = &sources[side];
    let walks = &mut Walks { steps: source.steps, known: HashMap::new() };
    let cells = source.topology.cells();
    // By the walks from all squares.
    let mut known: HashMap<Vec<&[u32]>, Option<Arc<Moves<N>>>> = HashMap::new();
    let mut kinds = Vec::new();
    let mut countable = true;
    for (index, mover) in source.movers.iter().enumerate() {
        let roots = (0..cells).map(|from| mover.ordinary.at(Square::from_index(from))).collect();
        let moves = known.entry(roots).or_insert_with(|| moves_of(mover, cells, walks, pairs, data).map(Arc::new));
        let whole = !(source.is_special)(Kind(index as u16)) && moves.is_some();
        let moves = moves.clone().unwrap_or_else(|| Arc::new(Moves::Leaps(Box::default())));
        let reached = |from: usize| if whole { moves.reach(from) } else { Set::FULL };
        let promoting = mover.promotions.as_ref().map(|promotions| Promoting::new(promotions, cells, &reached));
        countable &= whole
            && promoting.as_ref().is_none_or(|promoting| promoting.is_even)
            && mover.promotions.iter().flat_map(|promotions| promotions.targets()).all(|to| !(source.is_limited)(to));
        let shifts = match whole && !mover.royal {
            true => {
                let walks =
                    (0..cells).map(|from| walks.all(mover, from, pairs).unwrap_or_default()).collect::<Vec<_>>();
                shifts::of_kind(&walks, promoting.as_ref(), pairs)
            }
            false => None,
        };
        let code = Code::new(Piece::new(Kind(index as u16), side).index());
        kinds.push(KindSets { code, whole, royal: mover.royal, moves, shifts, promoting });
    }
    let drops =
        source.drops.iter().map(|table| table.as_ref().map(|table| drop_sets(source.topology, table))).collect();
    let kinds: Box<[KindSets<N>]> = kinds.into_boxed_slice();
    let codes = |pick: fn(&KindSets<N>) -> bool| -> Box<[Code]> {
        kinds.iter().filter(|info| pick(info)).map(|info| info.code).collect()
    };
    let to_be_empty = |castle: &Castle| castle.empty.iter().map(|square| square.index()).collect();
    Some(SideSets {
        data: std::mem::take(data).finish(),
        castles: source.castles.iter().map(to_be_empty).collect(),
        royals: codes(|info| info.royal),
        partial: codes(|info| !info.whole),
        kinds,
        drops,
        countable,
        attackers,
    })
}

/// Where a kind may go; `None` if its walks ask for more than what is occupied.
fn moves_of<const N: usize>(
    mover: &Mover,
    cells: usize,
    walks: &mut Walks,
    pairs: &mut Pairs,
    data: &mut Builder,
) -> Option<Moves<N>> {
    let (mut origins, mut components) = (Vec::with_capacity(cells), Vec::new());
    for from in 0..cells {
        let mut origin = Origin { start: components.len() as u32, ..Origin::default() };
        let all = walks.all(mover, from, pairs)?;
        data.components(from, &all, pairs, &mut leaps(&mut origin), &mut components)?;
        let own: &mut [Component<N>] = &mut components[origin.start as usize..];
        own.sort_by_key(|component| component.trail != 0);
        origin.trails = own.iter().filter(|component| component.trail != 0).count() as u16;
        origin.count = own.len() as u16 - origin.trails;
        origins.push(origin);
    }
    Some(Moves::new(origins, components))
}

/// Enters a leap.
fn leaps<const N: usize>(origin: &mut Origin<N>) -> impl FnMut(Arrival, usize) + '_ {
    |arrival, to| match arrival {
        Arrival::Any => origin.any |= Set::of(to),
        Arrival::Quiet => origin.quiet |= Set::of(to),
        Arrival::Capture | Arrival::Trail(_) => origin.capture |= Set::of(to),
    }
}

fn drop_sets<const N: usize>(topology: &Topology, table: &DropTable) -> DropSets<N> {
    let file = |file: u16| -> Set<N> {
        topology.squares().filter(|&square| topology.file(square) == file).map(Square::index).collect()
    };
    DropSets {
        squares: table.squares.iter().map(|square| square.index()).collect(),
        files: table.per_file.map(|most| (u32::from(most), (0..topology.files()).map(file).collect())),
        no_mate: table.no_mate,
    }
}
