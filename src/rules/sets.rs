//! Set tables: where pieces may go and what attacks a square, looked up by which squares are occupied.
//!
//! For boards of up to 256 cells, and for every kind whose walks ask only whether squares are occupied. A piece's moves
//! from a square are leaps, which nothing can block, and components, whose targets depend on a few squares: gathering
//! those squares' bits gives the index of the entry. The same is done backwards for every square where a royal may
//! stand. Tables of equal shape are one table, so that a game's tables stay in the fast caches.
//! Everything here is derived from the walks (`rules/step.rs`), which remain what is meant.

mod attackers;
mod components;
pub mod pairs;
mod shifts;

pub use attackers::{Attackers, MOST_CLASSES, Record};
pub use components::{Component, Data};
pub use shifts::Shift;

use super::bits::{self, Set};
use super::step::Step;
use super::topology::{Square, Topology};
use super::{Castle, DropTable, Mover, Piece};
use crate::definition::{Kind, PerSide, Side};
use components::Builder;
use pairs::{Arrival, Pair, Pairs};

/// The tables of one variant, by the width of its board.
pub enum SetTables {
    /// There are none: the board is too large.
    None,
    One(Box<Tables<1>>),
    Two(Box<Tables<2>>),
    Four(Box<Tables<4>>),
}

pub struct Tables<const N: usize> {
    pub sides: PerSide<SideSets<N>>,
    pub data: Data,
    /// The processor gathers bits by itself.
    pub is_fast: bool,
}

/// The tables of one side.
pub struct SideSets<const N: usize> {
    cells: usize,
    origins: Box<[Origin<N>]>,
    components: Box<[Component<N>]>,
    /// By kind.
    pub kinds: Box<[KindSets<N>]>,
    /// By castling: what must be empty.
    pub castles: Box<[Set<N>]>,
    /// Codes of the royal pieces.
    pub royals: Box<[usize]>,
    /// Codes of pieces whose moves are not all in the tables.
    pub partial: Box<[usize]>,
    /// By kind.
    pub drops: Box<[Option<DropSets<N>>]>,
    /// All moves can be counted without listing them, but for what `count` in `movegen/sets.rs` asks.
    pub countable: bool,
    /// What may capture this side's royals.
    pub attackers: Attackers<N>,
}

/// Where a kind may go from a square.
#[derive(Clone, Copy, Default)]
pub struct Origin<const N: usize> {
    /// Leaps to an empty square or capturing.
    pub any: Set<N>,
    pub quiet: Set<N>,
    pub capture: Set<N>,
    start: u32,
    count: u16,
    /// Components after the others whose moves leave en passant squares.
    trails: u16,
}

pub struct KindSets<const N: usize> {
    /// All its moves are in the tables, castling and en passant apart.
    pub whole: bool,
    pub royal: bool,
    /// All its moves in another form, if they are few.
    pub shifts: Option<Box<[Shift<N>]>>,
    pub promoting: Option<Promoting<N>>,
}

pub struct Promoting<const N: usize> {
    /// By origin: targets on which a move may promote.
    pub may: Box<[Set<N>]>,
    /// By origin: targets to which there are `1 + extra` moves; to all others there is one.
    pub multiple: Box<[Set<N>]>,
    pub extra: u32,
}

pub struct DropSets<const N: usize> {
    pub squares: Set<N>,
    /// By file, where only so many of the kind may stand on one.
    pub files: Option<(u32, Box<[Set<N>]>)>,
    pub no_mate: bool,
}

impl<const N: usize> SideSets<N> {
    /// The tables of a kind, by origin.
    #[inline(always)]
    pub fn origins(&self, kind: usize) -> &[Origin<N>] {
        &self.origins[kind * self.cells..(kind + 1) * self.cells]
    }

    #[inline(always)]
    pub fn components(&self, origin: &Origin<N>) -> &[Component<N>] {
        let start = origin.start as usize;
        &self.components[start..start + origin.count as usize]
    }

    /// Components whose moves leave en passant squares.
    #[inline(always)]
    pub fn trails(&self, origin: &Origin<N>) -> &[Component<N>] {
        let start = origin.start as usize + origin.count as usize;
        &self.components[start..start + origin.trails as usize]
    }
}

/// What the tables of one side are made from.
pub struct Source<'a> {
    pub topology: &'a Topology,
    pub steps: &'a [Step],
    /// By kind; kinds that are walls have no moves.
    pub movers: &'a [Mover],
    /// By kind: something about its moves is not in its walks.
    pub is_special: &'a dyn Fn(Kind) -> bool,
    /// By kind: it may capture royals in ways that are not in its ordinary walks.
    pub captures_beyond: &'a dyn Fn(Kind) -> bool,
    pub royals: &'a [Kind],
    /// By kind: so many may be on the board.
    pub is_limited: &'a dyn Fn(Kind) -> bool,
    pub drops: &'a [Option<DropTable>],
    pub castles: &'a [Castle],
}

/// What may be done along one walk.
pub struct Walked {
    /// Nothing can block it.
    pub leaps: bool,
    pub pairs: Vec<Pair>,
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
    let mut pairs = Pairs::default();
    let mut data = Builder::default();
    // By side, kind, origin and walk; `None` for walks that ask for more than what is occupied.
    let walked = Side::BOTH.map(|side| {
        let source = &sources[side];
        let of = |mover: &Mover, from: Square, pairs: &mut Pairs| -> Vec<Option<Walked>> {
            let walks = mover.ordinary.at(from).iter();
            walks
                .map(|&root| {
                    let pairs = pairs.of_walk(source.steps, root)?;
                    let free = |pair: &Pair| pair.squares.is_empty() && !matches!(pair.arrival, Arrival::Trail(_));
                    Some(Walked { leaps: pairs.iter().all(free), pairs })
                })
                .collect()
        };
        let cells = (0..source.topology.cells()).map(Square::from_index);
        let all: Vec<Vec<Vec<Option<Walked>>>> = source
            .movers
            .iter()
            .map(|mover| match mover.ordinary.is_empty() {
                true => (0..source.topology.cells()).map(|_| Vec::new()).collect(),
                false => cells.clone().map(|from| of(mover, from, &mut pairs)).collect(),
            })
            .collect();
        all
    });
    let mut sides = Vec::new();
    for side in Side::BOTH {
        let (own, enemy) = (&walked[side.index()], &walked[side.other().index()]);
        let attackers =
            attackers::collect(&sources[side.other()], enemy, (&targets[side], side), facing, &mut pairs, &mut data)?;
        sides.push(side_sets(&sources[side], side, own, attackers, &mut pairs, &mut data));
    }
    let [first, second] = <[_; 2]>::try_from(sides).ok()?;
    Some(Box::new(Tables { sides: PerSide([first, second]), data: data.finish(), is_fast: bits::is_fast() }))
}

fn side_sets<const N: usize>(
    source: &Source,
    side: Side,
    walked: &[Vec<Vec<Option<Walked>>>],
    attackers: Attackers<N>,
    pairs: &mut Pairs,
    data: &mut Builder,
) -> SideSets<N> {
    let cells = source.topology.cells();
    let mut origins = Vec::with_capacity(source.movers.len() * cells);
    let mut components: Vec<Component<N>> = Vec::new();
    let mut kinds = Vec::new();
    for (index, mover) in source.movers.iter().enumerate() {
        let kind = Kind(index as u16);
        let mut whole = !(source.is_special)(kind);
        for (from, walks) in walked[index].iter().enumerate() {
            let mut origin = Origin { start: components.len() as u32, ..Origin::default() };
            whole &= walks.iter().all(Option::is_some);
            if whole {
                let walks: Vec<&Walked> = walks.iter().flatten().collect();
                whole = data.components(from, &walks, pairs, &mut origin_leaps(&mut origin), &mut components).is_some();
            }
            let own = &mut components[origin.start as usize..];
            own.sort_by_key(|component| component.trail != 0);
            origin.trails = own.iter().filter(|component| component.trail != 0).count() as u16;
            origin.count = own.len() as u16 - origin.trails;
            origins.push(origin);
        }
        let promoting = mover.promotions.as_ref().map(|promotions| {
            let to_all = |from: usize, wanted: &dyn Fn(Square, Square) -> bool| -> Set<N> {
                let from = Square::from_index(from);
                source.topology.squares().filter(|&to| wanted(from, to)).map(|to| to.index()).collect()
            };
            let number = |from: Square, to: Square| {
                let mut moves = 0;
                let stays = promotions.choices(from, to, (false, false), |_| moves += 1);
                moves + u32::from(stays)
            };
            let may = (0..cells).map(|from| to_all(from, &|from, to| promotions.may_apply(from, to))).collect();
            let most = source.topology.squares().flat_map(|from| {
                source.topology.squares().filter(move |&to| promotions.may_apply(from, to)).map(move |to| (from, to))
            });
            let most = most.map(|(from, to)| number(from, to)).max().unwrap_or(1);
            let multiple = (0..cells).map(|from| {
                to_all(from, &|from, to| promotions.may_apply(from, to) && number(from, to) == most && most > 1)
            });
            Promoting { may, multiple: multiple.collect(), extra: most.saturating_sub(1) }
        });
        let several = |from: Square, to: Square| {
            let multiple = promoting.as_ref().map(|promoting: &Promoting<N>| promoting.multiple[from.index()]);
            multiple.is_some_and(|multiple| multiple.contains(to.index()))
        };
        let shifts = if whole && !mover.royal {
            shifts::of_kind(&walked[index], mover.promotions.as_ref(), &several, pairs)
        } else {
            None
        };
        kinds.push(KindSets { whole, royal: mover.royal, shifts, promoting });
    }
    let drops =
        source.drops.iter().map(|table| table.as_ref().map(|table| drop_sets(source.topology, table))).collect();
    let kinds: Box<[KindSets<N>]> = kinds.into_boxed_slice();
    let countable = (0..source.movers.len()).all(|index| {
        let mover = &source.movers[index];
        let one_or_most = mover.promotions.as_ref().is_none_or(|promotions| {
            let may = |from: Square, to: Square| promotions.may_apply(from, to);
            let extra = kinds[index].promoting.as_ref().map_or(0, |promoting| promoting.extra);
            let right = |from: Square, to: Square| {
                let mut moves = 0;
                let stays = promotions.choices(from, to, (false, false), |_| moves += 1);
                moves += u32::from(stays);
                moves == 1 || moves == extra + 1
            };
            promotions.is_unconditional()
                && promotions.targets().all(|target| !(source.is_limited)(target))
                && source
                    .topology
                    .squares()
                    .all(|from| source.topology.squares().all(|to| !may(from, to) || right(from, to)))
        });
        kinds[index].whole && one_or_most
    });
    let codes = |pick: fn(&KindSets<N>) -> bool| -> Box<[usize]> {
        let picked = (0..kinds.len()).filter(|&index| pick(&kinds[index]));
        picked.map(|index| Piece::new(Kind(index as u16), side).index()).collect()
    };
    SideSets {
        cells,
        castles: source
            .castles
            .iter()
            .map(|castle| castle.empty.iter().map(|square| square.index()).collect())
            .collect(),
        royals: codes(|info| info.royal),
        partial: codes(|info| !info.whole),
        origins: origins.into_boxed_slice(),
        components: components.into_boxed_slice(),
        kinds,
        drops,
        countable,
        attackers,
    }
}

/// Enters a leap.
fn origin_leaps<const N: usize>(origin: &mut Origin<N>) -> impl FnMut(Arrival, usize) + '_ {
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
