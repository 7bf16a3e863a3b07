//! Set tables: where pieces may go and what attacks a square, looked up by which squares are occupied.
//!
//! For boards of up to 256 cells, and for every kind whose walks ask only whether squares are occupied. A piece's moves
//! from a square are leaps, which nothing can block, and components, whose targets depend on a few squares: gathering
//! those squares' bits gives the index of the entry. The same is done backwards for every square where a royal may
//! stand. Tables of equal shape are one table, so that a game's tables stay in the fast caches.
//! Everything here is derived from the walks (`rules/step.rs`), which remain what is meant.

mod attackers;
mod components;
mod conditions;
mod moves;
mod pairs;
mod promoting;
mod shifts;

use attackers::Attacks;
pub use attackers::{Attackers, Class, Enemies, Record};
pub use components::Data;
pub use moves::{Moves, Sight, Told};
pub use promoting::Promoting;
pub use shifts::Shift;

use super::bits::{self, Code, Set};
use super::jobs::{self, Job};
use super::step::Step;
use super::topology::{Square, Topology};
use super::{Castle, DropTable, Mover, Piece, Roots};
use crate::definition::{Kind, PerSide, Side};
use components::Builder;
use hashbrown::HashMap;
use moves::Origin;
use pairs::{Arrival, Walked, Walks};
use std::sync::Arc;

/// The tables of one variant, by the width of its board.
pub enum SetTables {
    /// There are none: the board is too large, rules look at more than where pieces stand ([`super::occupancy`] has which), or
    /// the processor counts no bits.
    None,
    One(Box<Tables<1>>),
    Two(Box<Tables<2>>),
    Four(Box<Tables<4>>),
}

impl SetTables {
    /// They know all that may capture royals of a side, and all moves of its pieces: nothing else is asked about its safety.
    pub fn suffice_for(&self, side: Side) -> bool {
        fn suffice<const N: usize>(sets: &SideSets<N>) -> bool {
            sets.attackers.is_complete() && sets.partial.is_empty()
        }
        match self {
            SetTables::None => false,
            SetTables::One(tables) => suffice(&tables.sides[side]),
            SetTables::Two(tables) => suffice(&tables.sides[side]),
            SetTables::Four(tables) => suffice(&tables.sides[side]),
        }
    }
}

pub struct Tables<const N: usize> {
    pub sides: PerSide<SideSets<N>>,
    /// The entries of all components.
    pub data: Data,
    /// All codes of its pieces are below this.
    pub codes: usize,
}

/// The tables of one side.
pub struct SideSets<const N: usize> {
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

/// Which royals facing each other attack one another, as directions.
pub type Facing = [(i32, i32)];

/// The walks of `sources` go through `steps`. Beside this, `more` is done.
pub fn build(
    steps: &[Step],
    sources: PerSide<Source>,
    targets: PerSide<Vec<bool>>,
    facing: &Facing,
    more: Option<Job>,
) -> SetTables {
    let cells = sources[Side::First].topology.cells();
    match bits::words(cells) {
        1 => tables(steps, sources, targets, facing, more).map_or(SetTables::None, SetTables::One),
        2 => tables(steps, sources, targets, facing, more).map_or(SetTables::None, SetTables::Two),
        4 => tables(steps, sources, targets, facing, more).map_or(SetTables::None, SetTables::Four),
        _ => {
            more.into_iter().for_each(|job| job());
            SetTables::None
        }
    }
}

fn tables<'a, const N: usize>(
    steps: &'a [Step],
    sources: PerSide<Source>,
    targets: PerSide<Vec<bool>>,
    facing: &Facing,
    more: Option<Job<'a>>,
) -> Option<Box<Tables<N>>> {
    let (mut attacks, mut ways) = (None, None);
    let first: [Job; 2] = [
        Box::new(|| attacks = attackers::collect(steps, &sources, &targets, facing)),
        Box::new(|| ways = Some(Ways::of(steps, &sources))),
    ];
    jobs::share(first.into_iter().chain(more).collect());
    let (attacks, ways): (Attacks<N>, Ways<N>) = (attacks?, ways?);
    let Ways { data, mut moves, kinds: PerSide([mine, theirs]) } = ways;
    let (data, moved) = attacks.data.joined(data);
    moves.iter_mut().for_each(|moves| moves.relocate(&moved));
    let moves: Vec<Arc<Moves<N>>> = moves.into_iter().map(Arc::new).collect();
    let [on_me, on_them] = attacks.on.0;
    let sides = PerSide([
        side_sets(&sources, Side::First, (&moves, mine), on_me),
        side_sets(&sources, Side::Second, (&moves, theirs), on_them),
    ]);
    let codes = 2 + 2 * sources[Side::First].movers.len();
    Some(Box::new(Tables { sides, data, codes }))
}

/// How the kinds of both sides move.
struct Ways<const N: usize> {
    data: Builder<N>,
    /// Different ways of moving.
    moves: Vec<Moves<N>>,
    kinds: PerSide<Vec<OfKind<N>>>,
}

/// What comes from the walks of one kind.
struct OfKind<const N: usize> {
    /// The number of its way of moving; `None` if sets can't say it.
    moves: Option<usize>,
    /// See [`KindSets::whole`].
    whole: bool,
    shifts: Option<Box<[Shift<N>]>>,
    promoting: Option<Promoting<N>>,
}

impl<const N: usize> Ways<N> {
    fn of(steps: &[Step], sources: &PerSide<Source>) -> Ways<N> {
        let (mut walks, mut data, mut moves) = (Walks::new(steps), Builder::default(), Vec::new());
        // By the walks from all squares.
        let mut known: HashMap<&Roots, Option<usize>> = HashMap::new();
        let mut kinds = PerSide([Vec::new(), Vec::new()]);
        for side in Side::BOTH {
            let source = &sources[side];
            let cells = source.topology.cells();
            for (index, mover) in source.movers.iter().enumerate() {
                let number = *known.entry(&mover.ordinary).or_insert_with(|| {
                    moves.push(moves_of(mover, cells, &mut walks, &mut data)?);
                    Some(moves.len() - 1)
                });
                let all = number.filter(|_| !(source.is_special)(Kind(index as u16)));
                let reached = |from: usize| all.map_or(Set::FULL, |number| moves[number].reach(from));
                let promotions = mover.promotions.as_ref();
                let promoting = promotions.map(|it| Promoting::new(it, cells, &reached, source.is_limited));
                let shifts = all.filter(|_| !mover.royal);
                let shifts = shifts.and_then(|_| shifts::of_kind(mover, cells, promoting.as_ref(), &mut walks));
                kinds[side].push(OfKind { moves: number, whole: all.is_some(), shifts, promoting });
            }
        }
        Ways { data, moves, kinds }
    }
}

fn side_sets<const N: usize>(
    sources: &PerSide<Source>,
    side: Side,
    (moves, kinds): (&[Arc<Moves<N>>], Vec<OfKind<N>>),
    attackers: Attackers<N>,
) -> SideSets<N> {
    let source = &sources[side];
    let unknown = Arc::new(Moves::Leaps(Box::default()));
    let is_unlimited = |kind: Kind| !(source.is_limited)(kind);
    let kinds: Box<[KindSets<N>]> = (kinds.into_iter().zip(source.movers).enumerate())
        .map(|(index, (OfKind { moves: number, whole, shifts, promoting }, mover))| {
            let code = Code::new(Piece::new(Kind(index as u16), side).index());
            let own = number.map_or(&unknown, |number| &moves[number]);
            KindSets { code, whole, royal: mover.royal, moves: own.clone(), shifts, promoting }
        })
        .collect();
    let countable = kinds.iter().zip(source.movers).all(|(info, mover)| {
        info.whole
            && info.promoting.as_ref().is_none_or(|promoting| promoting.is_even)
            && mover.promotions.iter().flat_map(|promotions| promotions.targets()).all(is_unlimited)
    });
    let drops =
        source.drops.iter().map(|table| table.as_ref().map(|table| drop_sets(source.topology, table))).collect();
    let codes = |pick: fn(&KindSets<N>) -> bool| -> Box<[Code]> {
        kinds.iter().filter(|info| pick(info)).map(|info| info.code).collect()
    };
    let to_be_empty = |castle: &Castle| castle.empty.iter().map(|square| square.index()).collect();
    SideSets {
        castles: source.castles.iter().map(to_be_empty).collect(),
        royals: codes(|info| info.royal),
        partial: codes(|info| !info.whole),
        kinds,
        drops,
        countable,
        attackers,
    }
}

/// Where a kind may go; `None` if its walks ask for more than what is occupied.
fn moves_of<const N: usize>(mover: &Mover, cells: usize, walks: &mut Walks, data: &mut Builder<N>) -> Option<Moves<N>> {
    let (mut origins, mut components) = (Vec::with_capacity(cells), Vec::new());
    let mut along: Vec<Walked> = Vec::new();
    for from in 0..cells {
        let mut origin = Origin { start: components.len() as u32, ..Origin::default() };
        walks.all(mover, from, &mut along)?;
        if leaves_either(&along, walks) {
            return None;
        }
        let trails = data.components(from, &along, walks, &mut leaps(&mut origin), &mut components)?;
        origin.trails = trails;
        origin.count = (components.len() - origin.start as usize) as u16 - origin.trails;
        origins.push(origin);
    }
    Some(Moves::new(origins, components))
}

/// True if a move may leave en passant squares or not, or others: sets would list it twice.
fn leaves_either(along: &[Walked], walks: &Walks) -> bool {
    let pairs = || along.iter().flat_map(|&walked| walks.pairs(walked));
    let is_trail = |arrival: Arrival| matches!(arrival, Arrival::Trail(_));
    let again = |to: u16, arrival: Arrival| {
        pairs().any(|pair| pair.to == to && pair.arrival != arrival && pair.arrival != Arrival::Capture)
    };
    pairs().any(|pair| is_trail(pair.arrival) && again(pair.to, pair.arrival))
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
        squares: table.squares().iter().map(|square| square.index()).collect(),
        files: table.per_file.map(|most| (u32::from(most), (0..topology.files()).map(file).collect())),
        no_mate: table.no_mate,
    }
}
