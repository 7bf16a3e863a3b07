//! The walks of every kind of one side: programs unrolled from every square, and what is known about them.

mod looking;
mod parts;
mod repeats;

use looking::{comes_back, sight};
pub(super) use looking::{each_step, each_target, emissions, goes_forward, quiet_targets};
use parts::Part;
pub use parts::halves_are_the_whole;
use repeats::may_repeat;

use super::leg::{Leg, MoveProgram, Reach, Virgin};
use super::step::{EMPTY, END, Found, Op, Step, Steps};
use super::topology::{Square, SquareSet, Topology, Wrap};
use super::unroll::{self, Limits, Paths, PlainWays, Purpose, Trail, Trails, Unroller};
use super::{Interpreted, KindInfo, Mover, Roots};
use crate::definition::{Definition, Kind, MoveClause, PerSide, PieceType, Side, Zone};
use smallvec::SmallVec;
use std::rc::Rc;
use std::sync::{Arc, OnceLock};

/// Squares of rays looked at for one program before it is left to the interpreter: enough for hook movers on 36x36,
/// about a quarter of a second.
const PROGRAM_BUDGET: usize = 4_000_000;
/// Squares of rays looked at for all programs of both sides.
const WHOLE_BUDGET: usize = 120_000_000;
/// Steps tables may have before further programs are left to the interpreter.
pub(super) const MOST_STEPS: usize = 1_500_000;

/// What a kind looks at from all squares isn't noted if its walks have more steps than this, all together.
const MOST_LOOKS: usize = 30_000_000;
/// On larger boards it isn't noted what single walks look at.
const MOST_CELLS: usize = 256;

/// What unrolling one side yields.
pub(super) struct Unrolled {
    pub(super) steps: Arc<Vec<Step>>,
    /// By kind of the definition.
    pub(super) by_kind: Vec<KindWalks>,
    /// By kind of the definition: squares from which it has no moves, even on an empty board.
    pub(super) stuck: Vec<SquareSet>,
    pub(super) bases: Vec<Kind>,
}

#[derive(Default)]
pub(super) struct KindWalks {
    pub(super) ordinary: BySquare,
    pub(super) unmoved: BySquare,
    pub(super) en_passant: BySquare,
    pub(super) swaps: BySquare,
    pub(super) interpreted: Vec<Interpreted>,
}

/// Walks by square; nothing at all while there are none.
#[derive(Default)]
pub(super) struct BySquare(Vec<Found>);

impl BySquare {
    pub fn at(&self, square: Square) -> &[u32] {
        self.0.get(square.index()).map_or(&[], |found| found)
    }

    fn is_empty(&self) -> bool {
        self.0.iter().all(|walks| walks.is_empty())
    }

    fn add(&mut self, cells: usize, square: Square, walks: &[u32]) {
        if !walks.is_empty() {
            self.0.resize(cells, Found::new());
            self.0[square.index()].extend_from_slice(walks);
        }
    }

    fn roots(&self, cells: usize) -> Roots {
        Roots::new((0..cells).map(|at| self.at(Square::from_index(at))))
    }
}

impl KindWalks {
    fn add(&mut self, cells: usize, found: &[FromSquare], virgin: Virgin) {
        let list = if virgin == Virgin::Unmoved { &mut self.unmoved } else { &mut self.ordinary };
        for (square, ordinary, en_passant) in found {
            list.add(cells, *square, ordinary);
            self.en_passant.add(cells, *square, en_passant);
        }
    }

    /// All walks from a square, but for those en passant.
    fn moves(&self, square: Square) -> impl Iterator<Item = u32> {
        self.ordinary.at(square).iter().chain(self.unmoved.at(square)).copied()
    }

    pub(super) fn all(&self, square: Square) -> impl Iterator<Item = u32> {
        self.moves(square).chain(self.en_passant.at(square).iter().copied())
    }

    /// True if it may go from one empty square to another, as far as is known.
    fn may_go(&self, steps: &[Step], from: Square, to: Square) -> bool {
        let mut goes = false;
        each_target(steps, self.moves(from), false, |square, ends| goes |= square == to && ends & (1 << EMPTY) != 0);
        goes || self.has_more(from)
    }

    /// It may move from a square in ways beside its walks there.
    fn has_more(&self, from: Square) -> bool {
        !self.swaps.at(from).is_empty() || self.interpreted.iter().any(|program| program.starts_on(from))
    }

    /// All its moves but those en passant are in the walks that take it somewhere alone.
    pub(super) fn are_whole(&self) -> bool {
        self.swaps.is_empty() && self.interpreted.is_empty()
    }

    /// Squares from which it has no moves, even on an empty board.
    fn stuck(&self, definition: &Definition) -> SquareSet {
        let has_moves = |square: Square| self.moves(square).next().is_some() || self.has_more(square);
        definition.topology.squares().filter(|&square| definition.borrowing.is_none() && !has_moves(square)).collect()
    }

    /// True if one of its walks is among those marked.
    pub(super) fn has_some(&self, marked: &[bool]) -> bool {
        self.ordinary.0.iter().chain(&self.unmoved.0).flatten().any(|&walk| marked[walk as usize])
    }
}

/// True if the walk has a step of some sort.
pub(super) fn reaches(steps: &[Step], walk: u32, wanted: &dyn Fn(&Step) -> bool) -> bool {
    let mut found = false;
    each_step(steps, std::iter::once(walk), |step| found |= wanted(step));
    found
}

impl Unrolled {
    /// True if a piece of this kind may go from one square to another, as far as is known.
    pub(super) fn may_go(&self, definition: &Definition, kind: Kind, from: Square, to: Square) -> bool {
        let goes = |manner: Kind| self.by_kind[manner.index()].may_go(&self.steps, from, to);
        definition.manners(kind).into_iter().any(goes)
    }

    pub(super) fn movers(&self, cells: usize) -> Vec<Mover> {
        let some = |walks: &BySquare| (!walks.is_empty()).then(|| walks.roots(cells));
        self.bases
            .iter()
            .map(|base| {
                let walks = &self.by_kind[base.index()];
                Mover {
                    ordinary: walks.ordinary.roots(cells),
                    unmoved: some(&walks.unmoved),
                    en_passant: some(&walks.en_passant),
                    swaps: some(&walks.swaps),
                    interpreted: walks.interpreted.clone(),
                    promotions: None,
                    royal: false,
                    crowns: false,
                    is_limited: false,
                    goes_on: false,
                    has_effects: false,
                    sights: OnceLock::new(),
                    sights_of_walks: OnceLock::new(),
                    repeats: OnceLock::new(),
                }
            })
            .collect()
    }
}

/// What walks are made with, and what is known of them so far: both sides' kinds have most of their ways in common.
#[derive(Default)]
struct Making<'a> {
    steps: Steps,
    trails: Trails,
    plain: PlainWays,
    known: Known<'a>,
}

/// The walks of both sides, and the trails that their moves leave.
pub(super) fn unroll(
    definition: &Definition,
    kinds: &[KindInfo],
    initial: &[SquareSet],
) -> (PerSide<Unrolled>, Vec<Trail>) {
    let Part { steps, trails, walks: by_kind } = parts::unroll_all(definition, kinds, initial);
    let steps: Arc<Vec<Step>> = steps.finish();
    let bases: Vec<Kind> = kinds.iter().map(|kind| kind.base).collect();
    let of_side = |by_kind: Vec<KindWalks>| {
        let stuck = by_kind.iter().map(|walks| walks.stuck(definition)).collect();
        Unrolled { steps: steps.clone(), by_kind, stuck, bases: bases.clone() }
    };
    let [first, second] = by_kind;
    (PerSide([of_side(first), of_side(second)]), trails.list)
}

/// The walks of a program from a square, and those that capture en passant.
type FromSquare = (Square, Found, Found);

/// Programs that don't ask where their piece began, with what they were unrolled to under which limits, and for which side
/// if that matters: pieces share their ways of moving.
type Known<'a> = Vec<((&'a [MoveProgram], Limits<'a>, Option<Side>), Option<Rc<[FromSquare]>>)>;

/// Sets of kinds that some ways of moving alone may capture, each once; steps know them by their places.
pub(super) fn prey(definition: &Definition) -> Vec<&[Kind]> {
    let mut sets: Vec<&[Kind]> = Vec::new();
    for clause in definition.pieces.iter().flat_map(|piece| &piece.moves) {
        if !clause.takes.is_empty() && !sets.contains(&&clause.takes[..]) {
            sets.push(&clause.takes);
        }
    }
    sets
}

/// What keeps some moves of a piece from going everywhere and capturing everything.
pub(super) fn limits<'a>(
    definition: &'a Definition,
    piece: &'a PieceType,
    clause: &'a MoveClause,
    side: Side,
) -> Limits<'a> {
    let here = |zone: &'a Option<Zone>| zone.as_ref().map(|zone| &zone[side]);
    let from = here(&clause.from);
    // What borrows moves stops where it may itself.
    let stops = if definition.borrowing.is_none() { here(&piece.stops) } else { None };
    let takes = prey(definition).iter().position(|&takes| takes == clause.takes);
    Limits {
        from,
        within: if clause.along { from } else { here(&piece.confined) },
        ends: [stops, here(&clause.into)],
        takes: takes.map(|number| number as u32),
    }
}

fn unroll_kind<'a>(
    (definition, kinds): (&'a Definition, &[KindInfo]),
    kind: Kind,
    side: Side,
    starts: &SquareSet,
    making: &mut Making<'a>,
) -> KindWalks {
    let topology = &definition.topology;
    let piece = definition.piece(kind);
    let cells = topology.cells();
    let mut walks = KindWalks::default();
    for clause in &piece.moves {
        let limits = limits(definition, piece, clause, side);
        for family in clause.programs[side].chunk_by(are_alike) {
            let [program, ..] = family else { continue };
            // Steps don't know what is captured in passing, nor on which layer a move ends.
            let is_asked = |program: &MoveProgram| limits.takes.is_some() && program.takes_en_passant();
            let refused = match program {
                MoveProgram::Castle { .. } => continue,
                _ if clause.after_capture || family.iter().any(is_asked) => true,
                _ if topology.layers && limits.ends != [None; 2] => true,
                _ if making.steps.count() > MOST_STEPS => true,
                program
                    if family.len() == 1
                        && !topology.layers
                        && limits.takes.is_none()
                        && program.swapping().is_some() =>
                {
                    let parts = program.swapping().into_iter().flatten();
                    let unrolled = parts.map(|part| unroll_family(topology, &[part], limits, side, starts, making));
                    match unrolled.collect::<Option<Vec<_>>>().as_deref() {
                        Some([alone, swaps]) => {
                            walks.add(cells, alone, Virgin::Always);
                            swaps.iter().for_each(|(square, found, _)| walks.swaps.add(cells, *square, found));
                            false
                        }
                        _ => true,
                    }
                }
                program => {
                    let key = (family, limits, (!family.iter().all(is_even)).then_some(side));
                    let found = match making.known.iter().find(|entry| entry.0 == key) {
                        Some((_, found)) => found.clone(),
                        None => {
                            let found = unroll_family(topology, family, limits, side, starts, making);
                            let found = found.map(Rc::from);
                            if program.virgin() == Virgin::Always {
                                making.known.push((key, found.clone()));
                            }
                            found
                        }
                    };
                    if let Some(found) = &found {
                        walks.add(cells, found, program.virgin());
                    }
                    found.is_none()
                }
            };
            if refused {
                walks
                    .interpreted
                    .extend(family.iter().map(|program| Interpreted::new(program, &limits, clause, (kind, kinds))));
            }
        }
    }
    let steps = &mut making.steps;
    for found in [&mut walks.ordinary, &mut walks.unmoved, &mut walks.en_passant, &mut walks.swaps] {
        found.0.iter_mut().for_each(|walks| *walks = steps.roots(std::mem::take(walks)));
    }
    // What a piece can always do needs no right; as a first move besides it would be listed twice.
    for square in topology.squares() {
        let always = walks.ordinary.at(square);
        if let Some(first) = walks.unmoved.0.get_mut(square.index()) {
            first.retain(|walk| !always.contains(walk));
        }
    }
    // A piece that can never stand on a starting square again is unmoved exactly when it stands on one.
    let may_forget = piece.calm || !piece.startled_by.is_empty();
    if !walks.unmoved.is_empty() && !may_forget && !comes_back(cells, &walks, starts, steps) {
        let both = topology.squares().map(|square| (square, walks.moves(square).collect::<Found>()));
        let both: Vec<(Square, Found)> = both.collect();
        (walks.ordinary, walks.unmoved) = Default::default();
        both.into_iter().for_each(|(square, both)| walks.ordinary.add(cells, square, &steps.roots(both)));
    }
    walks
}

/// Paths that begin alike are unrolled together.
fn are_alike(one: &MoveProgram, other: &MoveProgram) -> bool {
    let (Some(legs), Some(others)) = (one.legs(), other.legs()) else { return false };
    legs.first() == others.first() && one.virgin() == other.virgin()
}

/// The board turned by half a circle, it is the same program.
fn is_even(program: &MoveProgram) -> bool {
    let Some(legs) = program.legs() else { return true };
    legs.first().is_none_or(|first| first.directions.rotated() == first.directions)
        && legs.iter().all(|leg| leg.reach != Reach::OwnHalf)
}

/// The walks of programs that are alike, from every square; `None` if they must be interpreted.
fn unroll_family(
    topology: &Topology,
    family: &[MoveProgram],
    limits: Limits,
    side: Side,
    starts: &SquareSet,
    Making { steps, trails, plain, .. }: &mut Making,
) -> Option<Vec<FromSquare>> {
    let program = family.first()?;
    if matches!(program, MoveProgram::Castle { .. } | MoveProgram::Anywhere { .. }) {
        return None;
    }
    let paths: SmallVec<[&[Leg]; 2]> = family.iter().filter_map(MoveProgram::legs).collect();
    let whole = PROGRAM_BUDGET.min(WHOLE_BUDGET.saturating_sub(steps.spent));
    let mut budget = whole;
    let mut found = Vec::new();
    let paths = Paths::new(&paths, topology);
    let known = || paths.as_ref().map(|paths| unroll::Known::with_room(paths, topology.cells())).unwrap_or_default();
    let takes_en_passant = family.iter().any(MoveProgram::takes_en_passant);
    let (mut ordinarily, mut in_passing) = (known(), if takes_en_passant { known() } else { Default::default() });
    // What is kept in a zone doesn't go all the ways that others go.
    let unlimited = paths.as_ref().filter(|_| limits.is_free());
    let plain_ways = unlimited.and_then(|paths| plain.of(paths, topology, side));
    for square in topology.squares() {
        if limits.from.is_some_and(|zone| !zone.contains(square)) {
            continue;
        }
        let here = match program.virgin() {
            Virgin::Always => true,
            Virgin::Unmoved => starts.contains(square),
            Virgin::OneAhead => {
                let back = if side == Side::First { -1 } else { 1 };
                topology.leap(square, 0, back, Wrap::AsBoard).is_some_and(|behind| starts.contains(behind))
            }
        };
        if !here {
            continue;
        }
        let (mut ordinary, mut en_passant) = (Found::new(), Found::new());
        match program {
            MoveProgram::Path { .. } => {
                let paths = paths.as_ref()?;
                for purpose in [Purpose::Ordinary, Purpose::EnPassant] {
                    if purpose == Purpose::EnPassant && !takes_en_passant {
                        continue;
                    }
                    if let (Purpose::Ordinary, Some(ways)) = (purpose, &plain_ways) {
                        let walks = ways.iter().map(|&way| plain.walk((topology, steps), way, square));
                        ordinary = walks.filter(|&walk| walk != END).collect();
                        continue;
                    }
                    let mut unroller = Unroller {
                        topology,
                        steps,
                        trails,
                        limits,
                        second_player: side == Side::Second,
                        purpose,
                        budget: &mut budget,
                        paths,
                        known: if purpose == Purpose::Ordinary { &mut ordinarily } else { &mut in_passing },
                    };
                    match unroller.walks(square) {
                        Ok(found) if purpose == Purpose::Ordinary => ordinary = found,
                        Ok(found) => en_passant = found,
                        Err(_) => {
                            steps.spent += whole - budget;
                            return None;
                        }
                    }
                }
            }
            MoveProgram::Pass { .. } if !limits.may_end(square) => {}
            MoveProgram::Pass { .. } => {
                ordinary.push(steps.intern(Step::op(Op::EmitPass, square.index() as u16, END, END)));
            }
            MoveProgram::Castle { .. } | MoveProgram::Anywhere { .. } => {}
        }
        found.push((square, ordinary, en_passant));
    }
    steps.spent += whole - budget;
    Some(found)
}

/// False if a program has no walks from any of its squares.
pub(super) fn leads_anywhere(
    topology: &Topology,
    program: &MoveProgram,
    limits: Limits,
    side: Side,
    starts: &SquareSet,
) -> bool {
    let family = std::slice::from_ref(program);
    let found = unroll_family(topology, family, limits, side, starts, &mut Making::default());
    found.is_none_or(|found| {
        found.iter().any(|(_, ordinary, en_passant)| !ordinary.is_empty() || !en_passant.is_empty())
    })
}

impl Mover {
    /// By origin: all squares that decide what it may do from there, whatever stands on them; `None` if not all it does is in its
    /// walks, or these are too long. Found out when first asked for.
    pub(crate) fn sights(&self, steps: &[Step]) -> Option<&[SquareSet]> {
        let mut room = MOST_LOOKS;
        let from = |origin: Square| {
            let unmoved = self.unmoved.as_ref().map_or(&[][..], |roots| roots.at(origin));
            let (seen, count) = sight(steps, self.ordinary.at(origin).iter().chain(unmoved).copied());
            room = room.checked_sub(count)?;
            Some(seen)
        };
        let find = || self.interpreted.is_empty().then(|| self.ordinary.origins().map(from).collect()).flatten();
        self.sights.get_or_init(find).as_deref()
    }

    /// The ordinary walks from a square that may look at another one. Found out when first asked for, on boards where that takes
    /// little room; on others these are all.
    pub(crate) fn walks_seeing(&self, steps: &[Step], from: Square, target: Square) -> impl Iterator<Item = u32> {
        let walks = self.ordinary.list();
        let find = || match self.ordinary.origins().len() <= MOST_CELLS {
            true => walks.iter().map(|&walk| sight(steps, std::iter::once(walk)).0).collect(),
            false => Box::default(),
        };
        let sights = self.sights_of_walks.get_or_init(find);
        let may_see = move |&at: &usize| sights.get(at).is_none_or(|seen| seen.contains(target));
        self.ordinary.places(from).filter(may_see).map(|at| walks[at])
    }

    /// Two walks from one square may yield the same move. Found out when first asked for.
    pub(crate) fn may_repeat(&self, topology: &Topology, steps: &[Step]) -> bool {
        *self.repeats.get_or_init(|| may_repeat(self, topology, steps))
    }
}
