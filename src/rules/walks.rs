//! The walks of every kind of one side: programs unrolled from every square, and what is known about them.

mod repeats;

use repeats::may_repeat;

use super::leg::{Leg, MoveProgram, Virgin};
use super::step::{END, Found, Op, Step, Steps};
use super::topology::{Square, SquareSet, Topology, Wrap};
use super::unroll::{self, Paths, Purpose, Trail, Unroller};
use super::{Interpreted, KindInfo, KindSet, Mover, Piece, Roots};
use crate::definition::{Definition, Kind, PerSide, Side};
use hashbrown::HashSet;
use smallvec::SmallVec;
use std::rc::Rc;
use std::sync::{Arc, OnceLock};

/// Squares of rays looked at for one program before it is left to the interpreter: enough for hook movers on 36x36,
/// about a quarter of a second.
const PROGRAM_BUDGET: usize = 4_000_000;
/// The same for all programs of one side.
const SIDE_BUDGET: usize = 60_000_000;
/// Steps one side's tables may have before further programs are left to the interpreter.
pub(super) const MOST_STEPS: usize = 1_500_000;

/// Targets listed for one walk, at most.
pub(super) const MOST_TARGETS: usize = 4096;

/// What unrolling one side yields.
pub(super) struct Unrolled {
    pub(super) steps: Arc<[Step]>,
    /// By kind of the definition.
    pub(super) by_kind: Vec<KindWalks>,
    /// By kind of the definition: squares from which it has no moves, even on an empty board.
    pub(super) stuck: Vec<SquareSet>,
    pub(super) bases: Vec<Kind>,
}

#[derive(Default)]
pub(super) struct KindWalks {
    pub(super) ordinary: Vec<Found>,
    pub(super) unmoved: Vec<Found>,
    pub(super) en_passant: Vec<Found>,
    pub(super) interpreted: Vec<Interpreted>,
}

impl KindWalks {
    fn add(&mut self, found: &[FromSquare], virgin: Virgin) {
        for (square, ordinary, en_passant) in found {
            let at = square.index();
            let list = if virgin == Virgin::Unmoved { &mut self.unmoved } else { &mut self.ordinary };
            list[at].extend_from_slice(ordinary);
            self.en_passant[at].extend_from_slice(en_passant);
        }
    }

    /// True if one of its walks is among those marked.
    pub(super) fn has_some(&self, marked: &[bool]) -> bool {
        self.ordinary.iter().chain(&self.unmoved).flatten().any(|&walk| marked[walk as usize])
    }
}

/// True if the walk has a step of some sort.
pub(super) fn reaches(steps: &[Step], walk: u32, wanted: &dyn Fn(&Step) -> bool) -> bool {
    let mut at = walk;
    while at != END {
        let step = &steps[at as usize];
        if wanted(step) {
            return true;
        }
        let Some((&first, others)) = step.branches().split_first() else { return false };
        if others.iter().any(|&next| next != first && reaches(steps, next, wanted)) {
            return true;
        }
        at = first;
    }
    false
}

impl Unrolled {
    pub(super) fn movers(&self) -> Vec<Mover> {
        let some = |walks: &[Found]| {
            let roots = Roots::new(walks);
            (!roots.is_empty()).then_some(roots)
        };
        self.bases
            .iter()
            .map(|base| {
                let walks = &self.by_kind[base.index()];
                Mover {
                    ordinary: Roots::new(&walks.ordinary),
                    unmoved: some(&walks.unmoved),
                    en_passant: some(&walks.en_passant),
                    interpreted: walks.interpreted.clone(),
                    promotions: None,
                    royal: false,
                    crowns: false,
                    is_limited: false,
                    has_effects: false,
                    sights: OnceLock::new(),
                    repeats: OnceLock::new(),
                }
            })
            .collect()
    }
}

/// The walks of both sides, each made on a processor of its own, and the trails that their moves leave.
pub(super) fn unroll(
    definition: &Definition,
    kinds: &[KindInfo],
    initial: &[SquareSet],
) -> (PerSide<Unrolled>, Vec<Trail>) {
    let (mine, theirs) = std::thread::scope(|scope| {
        let theirs = scope.spawn(|| unroll_side(definition, kinds, Side::Second, initial));
        (unroll_side(definition, kinds, Side::First, initial), theirs.join())
    });
    let (mine, mut trails) = mine;
    let (mut theirs, their_trails) = theirs.unwrap_or_else(|failure| std::panic::resume_unwind(failure));
    // A trail that both sides leave has one number.
    let number = |trail: Trail| {
        trails.iter().position(|known| *known == trail).unwrap_or_else(|| {
            trails.push(trail);
            trails.len() - 1
        }) as u32
    };
    let numbers: Vec<u32> = their_trails.into_iter().map(number).collect();
    for step in Arc::make_mut(&mut theirs.steps).iter_mut().filter(|step| step.op == Op::EmitTrail) {
        step.next[2] = numbers[step.next[2] as usize];
    }
    (PerSide([mine, theirs]), trails)
}

fn unroll_side(
    definition: &Definition,
    kinds: &[KindInfo],
    side: Side,
    initial: &[SquareSet],
) -> (Unrolled, Vec<Trail>) {
    let mut trails = Vec::new();
    let topology = &definition.topology;
    // More is seldom needed on a board up to 12x12, and making room step by step takes longer.
    let room = topology.cells() * definition.pieces.len() * 8;
    let mut steps = Steps::with_room(room.min(1 << 16));
    let mut by_kind = Vec::new();
    let mut known = Known::new();
    for kind in definition.kinds() {
        let starts = &initial[Piece::new(kind, side).index()];
        by_kind.push(unroll_kind((definition, kinds), kind, side, starts, &mut known, &mut steps, &mut trails));
    }
    let stuck = by_kind
        .iter()
        .map(|walks| {
            let has_moves = |square: Square| {
                let at = square.index();
                !walks.ordinary[at].is_empty()
                    || !walks.unmoved[at].is_empty()
                    || walks.interpreted.iter().any(|program| program.starts_on(square))
            };
            topology.squares().filter(|&square| definition.lender.is_none() && !has_moves(square)).collect()
        })
        .collect();
    let bases = kinds.iter().map(|kind| kind.base).collect();
    (Unrolled { steps: steps.finish(), by_kind, stuck, bases }, trails)
}

/// The walks of a program from a square, and those that capture en passant.
type FromSquare = (Square, Found, Found);

/// Programs that don't ask where their piece began, with what they were unrolled to under which limits: pieces
/// share their ways of moving.
type Known<'a> = Vec<(&'a [MoveProgram], [Option<&'a SquareSet>; 2], Option<Rc<[FromSquare]>>)>;

fn unroll_kind<'a>(
    (definition, kinds): (&'a Definition, &[KindInfo]),
    kind: Kind,
    side: Side,
    starts: &SquareSet,
    known: &mut Known<'a>,
    steps: &mut Steps,
    trails: &mut Vec<Trail>,
) -> KindWalks {
    let topology = &definition.topology;
    let piece = definition.piece(kind);
    let confined = piece.confined.as_ref().map(|zone| &zone[side]);
    let cells = topology.cells();
    let mut walks = KindWalks {
        ordinary: vec![Found::new(); cells],
        unmoved: vec![Found::new(); cells],
        en_passant: vec![Found::new(); cells],
        ..KindWalks::default()
    };
    for clause in &piece.moves {
        let from = clause.from.as_ref().map(|zone| &zone[side]);
        let confined = if clause.along { from } else { confined };
        let takes = (!clause.takes.is_empty()).then(|| Arc::new(KindSet::new(kinds, &clause.takes)));
        for family in clause.programs[side].chunk_by(are_alike) {
            let [program, ..] = family else { continue };
            let limits = [from, confined];
            let refused = match program {
                MoveProgram::Castle { .. } => continue,
                _ if clause.after_capture || takes.is_some() => true,
                _ if steps.count() > MOST_STEPS => true,
                program => {
                    let same = |entry: &&(_, _, _)| (entry.0, entry.1) == (family, limits);
                    let found = match known.iter().find(same) {
                        Some((_, _, found)) => found.clone(),
                        None => {
                            let found = unroll_family(topology, family, limits, side, starts, steps, trails);
                            let found = found.map(Rc::from);
                            if program.virgin() == Virgin::Always {
                                known.push((family, limits, found.clone()));
                            }
                            found
                        }
                    };
                    if let Some(found) = &found {
                        walks.add(found, program.virgin());
                    }
                    found.is_none()
                }
            };
            if refused {
                let after_capture = clause.after_capture;
                walks.interpreted.extend(family.iter().map(|program| {
                    let (from, to) = (from.cloned(), confined.cloned());
                    Interpreted { program: program.clone(), from, to, after_capture, takes: takes.clone() }
                }));
            }
        }
    }
    for square in topology.squares() {
        let at = square.index();
        for walks in [&mut walks.ordinary[at], &mut walks.unmoved[at], &mut walks.en_passant[at]] {
            *walks = steps.roots(walks);
        }
    }
    // A piece that can never stand on a starting square again is unmoved exactly when it stands on one.
    let may_forget = piece.calm || !piece.startled_by.is_empty();
    if walks.unmoved.iter().any(|walks| !walks.is_empty()) && !may_forget && !comes_back(&walks, starts, steps) {
        for at in 0..cells {
            let mut both = walks.ordinary[at].clone();
            both.append(&mut walks.unmoved[at]);
            walks.ordinary[at] = steps.roots(&both);
        }
    }
    walks
}

/// Paths that begin alike are unrolled together.
fn are_alike(one: &MoveProgram, other: &MoveProgram) -> bool {
    let (Some(legs), Some(others)) = (one.legs(), other.legs()) else { return false };
    legs.first() == others.first() && one.virgin() == other.virgin()
}

/// The walks of programs that are alike, from every square; `None` if they must be interpreted.
fn unroll_family(
    topology: &Topology,
    family: &[MoveProgram],
    [from, confined]: [Option<&SquareSet>; 2],
    side: Side,
    starts: &SquareSet,
    steps: &mut Steps,
    trails: &mut Vec<Trail>,
) -> Option<Vec<FromSquare>> {
    let program = family.first()?;
    if matches!(program, MoveProgram::Castle { .. } | MoveProgram::Anywhere { .. }) {
        return None;
    }
    let paths: SmallVec<[&[Leg]; 2]> = family.iter().filter_map(MoveProgram::legs).collect();
    let whole = PROGRAM_BUDGET.min(SIDE_BUDGET.saturating_sub(steps.spent));
    let mut budget = whole;
    let mut found = Vec::new();
    let paths = Paths::new(&paths, topology);
    let known = || paths.as_ref().map(|paths| unroll::Known::with_room(paths, topology.cells())).unwrap_or_default();
    let (mut ordinarily, mut in_passing) = (known(), known());
    for square in topology.squares() {
        if from.is_some_and(|zone| !zone.contains(square)) {
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
                    if purpose == Purpose::EnPassant && !family.iter().any(MoveProgram::takes_en_passant) {
                        continue;
                    }
                    let mut unroller = Unroller {
                        topology,
                        steps,
                        trails,
                        confined,
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
    limits: [Option<&SquareSet>; 2],
    side: Side,
    starts: &SquareSet,
) -> bool {
    let family = std::slice::from_ref(program);
    let found = unroll_family(topology, family, limits, side, starts, &mut Steps::default(), &mut Vec::new());
    found.is_none_or(|found| {
        found.iter().any(|(_, ordinary, en_passant)| !ordinary.is_empty() || !en_passant.is_empty())
    })
}

/// The squares a walk can move to and with which occupants, one entry per place in the tree.
pub(super) fn emissions(steps: &[Step], walk: u32, out: &mut Vec<(u16, u8)>) {
    let mut at = walk;
    while at != END && out.len() < MOST_TARGETS {
        let step = steps[at as usize];
        match step.op {
            Op::Look | Op::LookLater => {
                if step.emits != 0 {
                    out.push((step.square, step.emits));
                }
                for view in 1..3 {
                    if step.next[view] != step.next[0] && (view == 1 || step.next[2] != step.next[1]) {
                        emissions(steps, step.next[view], out);
                    }
                }
                at = step.next[0];
                continue;
            }
            Op::Emit | Op::EmitTrail | Op::EmitPass => out.push((step.square, 7)),
            Op::Fork | Op::Take | Op::IfEnPassant => emissions(steps, step.next[0], out),
            Op::IfRoyal => {
                emissions(steps, step.next[0], out);
            }
        }
        at = step.next[1];
    }
}

impl Mover {
    /// By origin: all squares that decide what it may do from there, whatever stands on them; `None` if not all it does is in its
    /// walks. Found out when first asked for.
    pub(crate) fn sights(&self, steps: &[Step]) -> Option<&[SquareSet]> {
        let from = |origin: Square| {
            let unmoved = self.unmoved.as_ref().map_or(&[][..], |roots| roots.at(origin));
            sight(steps, self.ordinary.at(origin).iter().chain(unmoved).copied())
        };
        let find = || self.interpreted.is_empty().then(|| self.ordinary.origins().map(from).collect());
        self.sights.get_or_init(find).as_deref()
    }

    /// Two walks from one square may yield the same move. Found out when first asked for.
    pub(crate) fn may_repeat(&self, topology: &Topology, steps: &[Step]) -> bool {
        *self.repeats.get_or_init(|| may_repeat(self, topology, steps))
    }
}

/// All squares that some walks may look at.
fn sight(steps: &[Step], roots: impl Iterator<Item = u32>) -> SquareSet {
    let mut seen = SquareSet::new();
    each_step(steps, roots, |step| {
        if step.op != Op::Fork {
            seen.insert(Square::from_index(step.square.into()));
        }
    });
    seen
}

/// Tells every step that may come up in some walks, once.
pub(super) fn each_step(steps: &[Step], roots: impl Iterator<Item = u32>, mut told: impl FnMut(&Step)) {
    let mut known = HashSet::new();
    let mut open: Vec<u32> = roots.collect();
    while let Some(at) = open.pop() {
        if at != END && known.insert(at) {
            let step = &steps[at as usize];
            told(step);
            open.extend(step.branches());
        }
    }
}

/// True if the kind, after some moves, may stand on one of its starting squares again.
fn comes_back(walks: &KindWalks, starts: &SquareSet, steps: &Steps) -> bool {
    if !walks.interpreted.is_empty() {
        return true;
    }
    let mut seen = vec![false; walks.ordinary.len()];
    let mut queue: Vec<Square> = starts.iter().collect();
    while let Some(square) = queue.pop() {
        let mut targets = Vec::new();
        let at = square.index();
        walks.ordinary[at]
            .iter()
            .chain(&walks.unmoved[at])
            .for_each(|&walk| emissions(steps.as_slice(), walk, &mut targets));
        for (target, _) in targets {
            let target = Square::from_index(target as usize);
            if starts.contains(target) {
                return true;
            }
            if !seen[target.index()] {
                seen[target.index()] = true;
                queue.push(target);
            }
        }
    }
    false
}

/// True if all moves of a kind go forward.
pub(super) fn goes_forward(topology: &Topology, side: Side, walks: &KindWalks, steps: &[Step]) -> bool {
    let mut targets = Vec::new();
    walks.interpreted.is_empty()
        && topology.squares().all(|from| {
            targets.clear();
            let at = from.index();
            let all = walks.ordinary[at].iter().chain(&walks.unmoved[at]).chain(&walks.en_passant[at]);
            all.for_each(|&walk| emissions(steps, walk, &mut targets));
            targets.iter().all(|&(to, _)| {
                let to = topology.rank(Square::from_index(to as usize));
                if side == Side::First { to > topology.rank(from) } else { to < topology.rank(from) }
            })
        })
}
