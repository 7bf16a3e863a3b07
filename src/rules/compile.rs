//! From a definition to tables, in the order in which the tables need one another.

use super::attack::AttackBuilder;
use super::castling;
use super::leg::{MoveProgram, Virgin};
use super::promotion::PromotionRule;
use super::rights::{Right, RightKind};
use super::step::{END, Op, Step, Steps};
use super::topology::{Square, SquareSet, Topology};
use super::unroll::{Purpose, Trail, Unroller};
use super::*;
use crate::definition::{Condition, Mandatory, PromotionTo, Restriction};
use crate::position::fen;

/// Rays unrolled for one kind and origin before a program is left to the interpreter.
const RAYS_PER_ORIGIN: usize = 3000;
/// Steps one side's tables may have before further programs are left to the interpreter.
const MOST_STEPS: usize = 1_500_000;

pub fn compile(definition: Arc<Definition>) -> Result<Rules, Vec<Diagnostic>> {
    let topology = definition.topology.clone();
    let (kinds, promoted_forms) = kinds(&definition);
    let symbols: Vec<(Piece, &str)> =
        pieces(kinds.len()).map(|piece| (piece, kinds[piece.kind().index()].symbol[piece.side()].as_str())).collect();
    let placement = fen::read_placement(&topology, &symbols, &definition.start.fen).map_err(|found| vec![found])?;
    let codes = kinds.len() * 2 + 2;
    let mut initial = vec![SquareSet::new(); codes];
    placement.iter().for_each(|&(square, piece)| initial[piece.index()].insert(square));

    let mut trails = Vec::new();
    let mut unrolled = Vec::new();
    for side in Side::BOTH {
        unrolled.push(unroll_side(&definition, &kinds, side, &initial, &mut trails));
    }
    let second = unrolled.pop().expect("two sides were unrolled");
    let first = unrolled.pop().expect("two sides were unrolled");
    let unrolled = PerSide([first, second]);

    let mut castles = PerSide([Vec::new(), Vec::new()]);
    for side in Side::BOTH {
        castles[side] = castles_of(&definition, &topology, side, &initial, &placement);
    }
    let rights = rights(&topology, kinds.len(), &mut castles, &unrolled, &initial)?;

    let takes_friends = definition.pieces.iter().flat_map(|piece| &piece.moves).flat_map(|clause| &clause.programs.0);
    let has_untouchables = definition.pieces.iter().any(|piece| piece.iron)
        || takes_friends.flatten().any(|program| match program {
            MoveProgram::Path { legs, .. } => legs.iter().any(|leg| leg.modes.friend),
            MoveProgram::Anywhere { modes, .. } => modes.friend,
            MoveProgram::Castle { .. } | MoveProgram::Pass { .. } => false,
        });
    let royals_are_safe = definition.restrictions.contains(&Restriction::RoyalInCheck);
    let attacks = Side::BOTH.map(|side| attacks_on(&definition, &kinds, side, &unrolled));
    let mut tables = Vec::new();
    for ((side, castles), attacks) in Side::BOTH.into_iter().zip(castles.0).zip(attacks) {
        let unrolled = &unrolled[side];
        let drops = kinds
            .iter()
            .enumerate()
            .map(|(index, _)| {
                let kind = Kind(index as u16);
                let hands = definition.hands.as_ref().filter(|hands| hands.drops && hands.kinds.contains(&kind))?;
                let _ = hands;
                let confined = definition.piece(kind).confined.as_ref().map(|zone| &zone[side]);
                Some(DropTable::new(&definition, &topology, kind, side, confined, &unrolled.stuck[index]))
            })
            .collect();
        tables.push((unrolled.clone_movers(), castles, attacks, drops));
    }
    let mut sides = Vec::new();
    for ((movers, castles, attacks, drops), (side, unrolled)) in
        tables.into_iter().zip(Side::BOTH.into_iter().zip(unrolled.0))
    {
        let mut movers = movers;
        for (index, mover) in movers.iter_mut().enumerate() {
            let base = kinds[index].base;
            mover.promotions = promotions(&definition, base, side, &promoted_forms, &unrolled);
            mover.royal = kinds[index].royal;
            mover.has_effects =
                !mover.interpreted.is_empty() || unrolled.by_kind[base.index()].has_effects(&unrolled.steps);
        }
        let shape = (topology.cells(), has_untouchables);
        sides.push(SideTables::new(unrolled.steps, movers, attacks, castles, drops, shape));
    }
    let second = sides.pop().expect("two sides were compiled");
    let first = sides.pop().expect("two sides were compiled");

    let ends_at_once = definition.endings.iter().any(|ending| match &ending.condition {
        Condition::Bare { .. } | Condition::Extinct { .. } | Condition::Reach { .. } | Condition::Checks { .. } => true,
        Condition::Checkmate
        | Condition::Stalemate
        | Condition::Repetition { .. }
        | Condition::MoveCount { .. }
        | Condition::InsufficientMaterial => false,
    });
    let odd = |pick: fn(&attack::Attacks, Kind) -> bool| {
        Side::BOTH.iter().any(|side| {
            (0..kinds.len()).any(|index| {
                pick(if *side == Side::First { &first.attacks } else { &second.attacks }, Kind(index as u16))
            })
        })
    };
    let has_attackers_beyond_tables = odd(|attacks, kind| attacks.beyond_tables[kind.index()]);
    let has_odd_attackers = odd(attack::Attacks::is_odd);
    let captures_to = definition.hands.as_ref().map(|hands| hands.source).filter(|&source| source != HandSource::Start);
    let mut rules = Rules {
        zobrist: Zobrist::new(codes, topology.cells()),
        definition: definition.clone(),
        kinds,
        weights: Weights::default(),
        sides: PerSide([first, second]),
        trails,
        rights,
        captures_to,
        royals_are_safe,
        has_untouchables,
        has_attackers_beyond_tables,
        has_odd_attackers,
        ends_at_once,
        initial,
        chains: Mutex::default(),
    };
    rules.weights = Weights::derive(&rules);
    fen::parse(&rules, &definition.start.fen).map_err(|found| vec![found])?;
    Ok(rules)
}

fn pieces(kinds: usize) -> impl Iterator<Item = Piece> {
    (0..kinds).flat_map(|index| Side::BOTH.map(|side| Piece::new(Kind(index as u16), side)))
}

/// All kinds, and which derived form a promotion of `.0` to `.1` really places.
fn kinds(definition: &Definition) -> (Vec<KindInfo>, HashMap<(Kind, Kind), Kind>) {
    let mut kinds: Vec<KindInfo> = definition
        .kinds()
        .map(|kind| {
            let piece = definition.piece(kind);
            KindInfo {
                base: kind,
                symbol: PerSide([piece.symbol.clone(), piece.symbol.to_lowercase()]),
                royal: piece.royal,
                in_hand: piece.demotes_to.unwrap_or(kind),
                resets_counter: piece.resets_counter,
                limit: piece.limit,
            }
        })
        .collect();
    let mut forms = HashMap::new();
    let turns_back = definition.hands.as_ref().is_some_and(|hands| hands.source == HandSource::Captures);
    if turns_back {
        for promotion in &definition.promotions {
            let PromotionTo::Choice(targets) = &promotion.to else { continue };
            for &from in &promotion.pieces {
                for &to in targets {
                    // Something that goes to the hand as what promoted anyway needs no form of its own.
                    if definition.piece(to).demotes_to == Some(from) || forms.contains_key(&(from, to)) {
                        continue;
                    }
                    let base = kinds[to.index()].clone();
                    let symbol = PerSide([format!("{}~", base.symbol.0[0]), format!("{}~", base.symbol.0[1])]);
                    forms.insert((from, to), Kind(kinds.len() as u16));
                    kinds.push(KindInfo { symbol, in_hand: kinds[from.index()].in_hand, ..base });
                }
            }
        }
    }
    (kinds, forms)
}

/// What unrolling one side yields.
struct Unrolled {
    steps: Box<[Step]>,
    /// By kind of the definition.
    by_kind: Vec<KindWalks>,
    /// By kind of the definition: squares from which it has no moves, even on an empty board.
    stuck: Vec<SquareSet>,
    bases: Vec<Kind>,
}

#[derive(Default)]
struct KindWalks {
    ordinary: Vec<Vec<u32>>,
    unmoved: Vec<Vec<u32>>,
    en_passant: Vec<Vec<u32>>,
    interpreted: Vec<(Option<SquareSet>, MoveProgram)>,
    may_repeat: bool,
}

impl KindWalks {
    fn has_effects(&self, steps: &[Step]) -> bool {
        let walks = self.ordinary.iter().chain(&self.unmoved).flatten();
        walks.into_iter().any(|&walk| reaches(steps, walk, &|step| step.op == Op::Take || step.op == Op::EmitPass))
    }
}

/// True if the walk has a step of some sort.
fn reaches(steps: &[Step], walk: u32, wanted: &dyn Fn(&Step) -> bool) -> bool {
    let mut at = walk;
    while at != END {
        let step = &steps[at as usize];
        if wanted(step) {
            return true;
        }
        let (&first, others) = step.branches().split_first().expect("every step has branches");
        if others.iter().any(|&next| next != first && reaches(steps, next, wanted)) {
            return true;
        }
        at = first;
    }
    false
}

impl Unrolled {
    fn clone_movers(&self) -> Vec<Mover> {
        let some = |walks: &Vec<Vec<u32>>| {
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
                    may_repeat: walks.may_repeat,
                    promotions: None,
                    royal: false,
                    has_effects: false,
                }
            })
            .collect()
    }
}

fn unroll_side(
    definition: &Definition,
    kinds: &[KindInfo],
    side: Side,
    initial: &[SquareSet],
    trails: &mut Vec<Trail>,
) -> Unrolled {
    let topology = &definition.topology;
    let mut steps = Steps::default();
    let mut by_kind = Vec::new();
    for kind in definition.kinds() {
        let starts = &initial[Piece::new(kind, side).index()];
        by_kind.push(unroll_kind(definition, kind, side, starts, &mut steps, trails));
    }
    let stuck = by_kind
        .iter()
        .map(|walks| {
            let has_moves = |square: Square| {
                let at = square.index();
                !walks.ordinary[at].is_empty()
                    || !walks.unmoved[at].is_empty()
                    || walks.interpreted.iter().any(|(from, _)| from.as_ref().is_none_or(|zone| zone.contains(square)))
            };
            topology.squares().filter(|&square| !has_moves(square)).collect()
        })
        .collect();
    Unrolled { steps: steps.finish(), by_kind, stuck, bases: kinds.iter().map(|kind| kind.base).collect() }
}

fn unroll_kind(
    definition: &Definition,
    kind: Kind,
    side: Side,
    starts: &SquareSet,
    steps: &mut Steps,
    trails: &mut Vec<Trail>,
) -> KindWalks {
    let topology = &definition.topology;
    let piece = definition.piece(kind);
    let confined = piece.confined.as_ref().map(|zone| &zone[side]);
    let cells = topology.cells();
    let mut walks = KindWalks {
        ordinary: vec![Vec::new(); cells],
        unmoved: vec![Vec::new(); cells],
        en_passant: vec![Vec::new(); cells],
        ..KindWalks::default()
    };
    for clause in &piece.moves {
        let from = clause.from.as_ref().map(|zone| &zone[side]);
        for program in &clause.programs[side] {
            let refused = match program {
                MoveProgram::Castle { .. } => continue,
                _ if steps.count() > MOST_STEPS => true,
                program => !unroll_program(topology, program, from, confined, side, starts, steps, trails, &mut walks),
            };
            if refused {
                walks.interpreted.push((from.cloned(), program.clone()));
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
    if walks.unmoved.iter().any(|walks| !walks.is_empty()) && !comes_back(&walks, starts, steps) {
        for at in 0..cells {
            let mut both = walks.ordinary[at].clone();
            both.append(&mut walks.unmoved[at]);
            walks.ordinary[at] = steps.roots(&both);
        }
    }
    walks.may_repeat = topology.squares().any(|square| {
        let mut targets = Vec::new();
        walks.ordinary[square.index()].iter().for_each(|&walk| emissions(steps.as_slice(), walk, &mut targets));
        let unmoved = &walks.unmoved[square.index()];
        unmoved.iter().for_each(|&walk| emissions(steps.as_slice(), walk, &mut targets));
        (0..3).any(|occupant| {
            let mut on: Vec<u16> =
                targets.iter().filter(|(_, emits)| emits >> occupant & 1 == 1).map(|&(square, _)| square).collect();
            let all = on.len();
            on.sort_unstable();
            on.dedup();
            on.len() < all
        })
    });
    walks
}

/// Adds the walks of one program from every square; false if it must be interpreted.
#[expect(clippy::too_many_arguments, reason = "one caller; a struct for it would only rename the arguments")]
fn unroll_program(
    topology: &Topology,
    program: &MoveProgram,
    from: Option<&SquareSet>,
    confined: Option<&SquareSet>,
    side: Side,
    starts: &SquareSet,
    steps: &mut Steps,
    trails: &mut Vec<Trail>,
    walks: &mut KindWalks,
) -> bool {
    let virgin = match program {
        MoveProgram::Path { virgin, .. } | MoveProgram::Pass { virgin } => *virgin,
        MoveProgram::Castle { .. } | MoveProgram::Anywhere { .. } => return false,
    };
    let mut found = Vec::new();
    for square in topology.squares() {
        if from.is_some_and(|zone| !zone.contains(square)) {
            continue;
        }
        let here = match virgin {
            Virgin::Always => true,
            Virgin::Unmoved => starts.contains(square),
            Virgin::OneAhead => {
                let back = if side == Side::First { -1 } else { 1 };
                topology.leap(square, 0, back, topology::Wrap::AsBoard).is_some_and(|behind| starts.contains(behind))
            }
        };
        if !here {
            continue;
        }
        let (mut ordinary, mut en_passant) = (Vec::new(), Vec::new());
        match program {
            MoveProgram::Path { legs, .. } => {
                let takes_en_passant = legs.iter().any(|leg| leg.modes.en_passant);
                for purpose in [Purpose::Ordinary, Purpose::EnPassant] {
                    if purpose == Purpose::EnPassant && !takes_en_passant {
                        continue;
                    }
                    let mut unroller = Unroller {
                        topology,
                        steps,
                        trails,
                        confined,
                        second_player: side == Side::Second,
                        purpose,
                        budget: RAYS_PER_ORIGIN,
                    };
                    match unroller.path(legs, square) {
                        Ok(found) if purpose == Purpose::Ordinary => ordinary = found,
                        Ok(found) => en_passant = found,
                        Err(_) => return false,
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
    for (square, ordinary, en_passant) in found {
        let at = square.index();
        let list = if virgin == Virgin::Unmoved { &mut walks.unmoved } else { &mut walks.ordinary };
        list[at].extend(ordinary);
        walks.en_passant[at].extend(en_passant);
    }
    true
}

/// The squares a walk can move to and with which occupants, one entry per place in the tree.
fn emissions(steps: &[Step], walk: u32, out: &mut Vec<(u16, u8)>) {
    let mut at = walk;
    while at != END && out.len() < 4096 {
        let step = steps[at as usize];
        match step.op {
            Op::Look => {
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

fn castles_of(
    definition: &Definition,
    topology: &Topology,
    side: Side,
    initial: &[SquareSet],
    placement: &[(Square, Piece)],
) -> Vec<Castle> {
    let mut castles = Vec::new();
    let stands = |square: Square| placement.iter().any(|&(at, piece)| at == square && piece.side() == side);
    for kind in definition.kinds() {
        let starts = &initial[Piece::new(kind, side).index()];
        for clause in &definition.piece(kind).moves {
            for program in &clause.programs[side] {
                for mover in starts.iter() {
                    castles.extend(castling::from_program(topology, kind, side, mover, program, &stands));
                }
            }
        }
    }
    for statement in &definition.castling {
        let back = if side == Side::First { 0 } else { topology.ranks() - 1 };
        let row: Vec<Square> = (0..topology.files()).filter_map(|file| topology.square(file, back)).collect();
        let movers: Vec<Square> = if statement.anywhere {
            row.clone()
        } else {
            initial[Piece::new(statement.mover, side).index()].iter().collect()
        };
        for mover in movers {
            let rank = topology.rank(mover);
            let on_rank = |square: &Square| topology.rank(*square) == rank && *square != mover;
            let partners: Vec<Square> = if statement.anywhere {
                row.iter().copied().filter(on_rank).collect()
            } else {
                let starts = statement
                    .partners
                    .iter()
                    .flat_map(|&kind| initial[Piece::new(kind, side).index()].iter().collect::<Vec<_>>());
                starts.filter(on_rank).collect()
            };
            castles.extend(
                partners
                    .into_iter()
                    .filter_map(|partner| castling::from_statement(topology, statement, mover, partner)),
            );
        }
    }
    castles
}

fn rights(
    topology: &Topology,
    kinds: usize,
    castles: &mut PerSide<Vec<Castle>>,
    unrolled: &PerSide<Unrolled>,
    initial: &[SquareSet],
) -> Result<Rights, Vec<Diagnostic>> {
    let mut list: Vec<Right> = Vec::new();
    for side in Side::BOTH {
        let mut squares: Vec<Square> = castles[side].iter().map(|castle| castle.partner).collect();
        squares.sort();
        squares.dedup();
        list.extend(squares.into_iter().map(|square| Right { kind: RightKind::Partner, side, square }));
        for (index, walks) in unrolled[side].by_kind.iter().enumerate() {
            let starts = &initial[Piece::new(Kind(index as u16), side).index()];
            let tracked = starts.iter().filter(|square| !walks.unmoved[square.index()].is_empty());
            list.extend(tracked.map(|square| Right { kind: RightKind::Unmoved, side, square }));
        }
    }
    if list.len() > Rights::MOST {
        let message = format!(
            "{} pieces have rights that are lost by moving (castling or initial moves), but {} at most can be tracked",
            list.len(),
            Rights::MOST
        );
        return Err(vec![Diagnostic::error(0..0, message)]);
    }
    let all: Vec<Piece> = pieces(kinds).collect();
    let movers: Vec<Piece> = Side::BOTH
        .into_iter()
        .flat_map(|side| castles[side].iter().map(move |castle| Piece::new(castle.kind, side)).collect::<Vec<_>>())
        .collect();
    let rights = Rights::new(list, topology.cells(), |piece| movers.contains(&piece), &all);
    for side in Side::BOTH {
        for castle in &mut castles[side] {
            castle.right = rights.bit(RightKind::Partner, side, castle.partner).unwrap_or(0);
        }
    }
    Ok(rights)
}

/// Everything that may capture royals of `defender`.
fn attacks_on(
    definition: &Definition,
    kinds: &[KindInfo],
    defender: Side,
    unrolled: &PerSide<Unrolled>,
) -> attack::Attacks {
    let topology = &definition.topology;
    let attacker = defender.other();
    let walks = &unrolled[attacker];
    let royals: Vec<Kind> = definition.kinds().filter(|&kind| definition.piece(kind).royal).collect();
    let mut targets = vec![false; topology.cells()];
    for &royal in &royals {
        match &definition.piece(royal).confined {
            Some(zone) => zone[defender].iter().for_each(|square| targets[square.index()] = true),
            None => targets.fill(true),
        }
    }
    let mut builder = AttackBuilder::new(&walks.steps, targets.clone(), kinds.len());
    if royals.is_empty() {
        return builder.freeze(kinds.len() * 2 + 2, attacker);
    }
    for kind in definition.kinds() {
        let forms: Vec<Kind> =
            (0..kinds.len()).map(|index| Kind(index as u16)).filter(|form| kinds[form.index()].base == kind).collect();
        let of_kind = &walks.by_kind[kind.index()];
        // A capture that only an unmoved piece has depends on more than occupants.
        let captures_unmoved = of_kind.unmoved.iter().flatten().any(|&walk| {
            let takes =
                |step: &Step| matches!(step.op, Op::Take | Op::IfRoyal) || step.emits >> super::step::ENEMY & 1 == 1;
            reaches(&walks.steps, walk, &takes)
        });
        if captures_unmoved || !of_kind.interpreted.is_empty() {
            forms.iter().for_each(|&form| builder.leave_out(form));
            continue;
        }
        for square in topology.squares() {
            let at = square.index();
            let roots: Vec<u32> = of_kind.ordinary[at].iter().chain(&of_kind.unmoved[at]).copied().collect();
            builder.add(&forms, square, &roots);
        }
    }
    for restriction in &definition.restrictions {
        if let Restriction::RoyalsFacing { files, ranks, diagonals } = restriction {
            let lines = [(*files, 0, 1), (*ranks, 1, 0), (*diagonals, 1, 1), (*diagonals, 1, -1)];
            for (_, dx, dy) in lines.into_iter().filter(|line| line.0) {
                add_facing(topology, &royals, &targets, (dx, dy), &mut builder);
                add_facing(topology, &royals, &targets, (-dx, -dy), &mut builder);
            }
        }
    }
    builder.freeze(kinds.len() * 2 + 2, attacker)
}

fn add_facing(
    topology: &Topology,
    royals: &[Kind],
    targets: &[bool],
    (dx, dy): (i32, i32),
    builder: &mut AttackBuilder,
) {
    for origin in topology.squares() {
        let mut between = Vec::new();
        let mut here = origin;
        while let Some(next) = topology.leap(here, dx, dy, topology::Wrap::AsBoard) {
            if next == origin {
                break;
            }
            if targets[next.index()] {
                royals.iter().for_each(|&royal| builder.add_line(royal, origin, &between, next));
            }
            between.push(next);
            here = next;
        }
    }
}

fn promotions(
    definition: &Definition,
    kind: Kind,
    side: Side,
    forms: &HashMap<(Kind, Kind), Kind>,
    unrolled: &Unrolled,
) -> Option<Promotions> {
    let mut rules = Vec::new();
    let mut in_place = false;
    for promotion in &definition.promotions {
        let Some(place) = promotion.pieces.iter().position(|&piece| piece == kind) else { continue };
        let targets: SmallVec<[Kind; 4]> = match &promotion.to {
            PromotionTo::Choice(targets) => SmallVec::from_slice(targets),
            PromotionTo::Partner(partners) => partners.get(place).copied().into_iter().collect(),
        };
        let zone = &promotion.zone[side];
        let part = |wanted: bool| if wanted { zone.clone() } else { SquareSet::new() };
        rules.push(PromotionRule {
            arrival: part(promotion.on_arrival),
            departure: part(promotion.on_departure),
            on_capture_only: promotion.on_capture_only,
            to: targets.into_iter().map(|to| forms.get(&(kind, to)).copied().unwrap_or(to)).collect(),
            mandatory: match &promotion.mandatory {
                Mandatory::On(squares) => squares[side].clone(),
                Mandatory::WhenStuck => unrolled.stuck[kind.index()].clone(),
                Mandatory::Never | Mandatory::Always => SquareSet::new(),
            },
            always: promotion.mandatory == Mandatory::Always,
        });
        in_place |= promotion.in_place;
    }
    let topology = &definition.topology;
    let walks = &unrolled.by_kind[kind.index()];
    let reaches = |from: Square| {
        if !walks.interpreted.is_empty() {
            return topology.squares().collect();
        }
        let mut targets = Vec::new();
        let at = from.index();
        let all = walks.ordinary[at].iter().chain(&walks.unmoved[at]).chain(&walks.en_passant[at]);
        all.for_each(|&walk| emissions(&unrolled.steps, walk, &mut targets));
        targets.into_iter().map(|(square, _)| Square::from_index(square as usize)).collect()
    };
    (!rules.is_empty()).then(|| Promotions::new(rules, in_place, topology, reaches))
}
