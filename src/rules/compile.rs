//! From a definition to tables, in the order in which the tables need one another.

use super::bits::Level;
use super::castling::castles;
use super::kinds::{Forms, kinds, pieces};
use super::leg::{Modes, MoveProgram};
use super::lending::Lending;
use super::occupancy::set_tables;
use super::promotion::{Arrivals, promotions};
use super::rights::{RightKind, rights};
use super::sets::SetTables;
use super::step::{Op, reaching};
use super::topology::{Square, SquareSet};
use super::walks::{Unrolled, goes_forward, limits, prey, unroll};
use super::*;
use crate::definition::{Condition, Effect, PieceType, PromotionTo, Restriction, ShuffleConstraint, Symmetry};
use crate::position::fen;

pub fn compile(definition: Arc<Definition>) -> Result<Rules, Vec<Diagnostic>> {
    let topology = definition.topology.clone();
    let (mut kinds, promoted_forms) = kinds(&definition)?;
    let wall = add_wall(&definition, &mut kinds);
    let symbols: Vec<(Piece, &str)> =
        pieces(kinds.len()).map(|piece| (piece, kinds[piece.kind().index()].symbol[piece.side()].as_str())).collect();
    let placement = fen::read_placement(&topology, &symbols, &definition.start.fen).map_err(|found| vec![found])?;
    let codes = kinds.len() * 2 + 2;
    let mut initial = vec![SquareSet::new(); codes];
    placement.iter().for_each(|&(square, piece)| initial[piece.index()].insert(square));

    let homes = homes(&definition, &initial);
    let (unrolled, trails) = unroll(&definition, &kinds, &homes);
    tell_ways(&definition, &unrolled, &mut kinds);
    let mut castles = castles(&definition, &unrolled, (&initial, &homes))?;
    let rights = rights(&definition, kinds.len(), &mut castles, &unrolled, (&initial, &homes))?;

    let has_untouchables = has_untouchables(&definition);
    let relations = Relations::new(&definition, &kinds);
    let royals = Royals::new(&definition);
    let restraints = Restraints::new(&definition, &kinds, royals.are_safe);
    let with_effects = reaching(&unrolled[Side::First].steps, |step| matches!(step.op, Op::Take | Op::EmitPass));
    let known = Known {
        definition: &definition,
        kinds: &kinds,
        forms: &promoted_forms,
        relations: relations.as_ref(),
        has_untouchables,
        with_effects: &with_effects,
    };
    let (PerSide([mine, theirs]), PerSide([my_castles, their_castles])) = (unrolled, castles);
    let first = known.side_tables(Side::First, mine, my_castles);
    let second = known.side_tables(Side::Second, theirs, their_castles);

    let ends = |by: fn(&Condition) -> bool| definition.endings.iter().any(|ending| by(&ending.condition));
    let filled = |&source: &HandSource| !matches!(source, HandSource::Start | HandSource::Outside);
    let captures_to = definition.hands.as_ref().map(|hands| hands.source).filter(filled);
    let gates = gates(&definition, &rights, captures_to.is_some());
    let (movers, steps) = ([&*first.movers, &*second.movers], [&first.steps[..], &second.steps[..]]);
    let may_crown = movers.iter().any(|movers| movers.iter().any(|mover| mover.crowns));
    let mut rules = Rules {
        traits: traits(&kinds, codes),
        catchers: Catchers::new(&trails, topology.cells(), movers, steps),
        level: Level::of_this_processor(),
        sets: SetTables::None,
        exchanges: OnceLock::new(),
        promotions_are_usual: OnceLock::new(),
        shortcuts: Shortcuts::default(),
        asked_in_search: Asked::of(&definition.endings),
        wall,
        relations,
        lending: definition.borrowing.as_ref().map(|borrowing| Lending::new(&topology, &kinds, borrowing)),
        has_bikjang: ends(|condition| *condition == Condition::Bikjang),
        captures_at_once: definition.effects.contains(&Effect::AtOnce),
        gates,
        castles_by_drop: definition.castling.iter().any(|statement| statement.on.is_some()),
        zobrist: Zobrist::new(codes, topology.cells()),
        effects: Effects::new(&topology, &kinds, &initial, &definition.effects),
        aftermath: After::new(&topology, &kinds, &definition.aftermath),
        holds: Holds::new(&topology, &kinds, &definition.restrictions),
        // In the midst of a turn it may be the enemy's royal that is gone.
        ends_at_once: ends(Condition::ends_at_once) || definition.turns.is_some() && royals.are_safe,
        royals_take_several: royals_take_several(&definition),
        has_counting: ends(|condition| matches!(condition, Condition::Counting(_))),
        most_checks: most_checks(&definition),
        definition: definition.clone(),
        takes: prey(&definition).iter().map(|listed| KindSet::new(&kinds, listed)).collect(),
        kinds,
        weights: Weights::default(),
        sides: PerSide([first, second]),
        trails,
        rights,
        captures_to,
        may_crown,
        royals,
        restraints,
        has_untouchables,
        strength: PerSide(Side::BOTH.map(|side| placement.iter().filter(|(_, piece)| piece.side() == side).count())),
        initial,
        homes,
        dead_material: Default::default(),
        chains: Mutex::default(),
    };
    rules.shortcuts = Shortcuts::of(&rules);
    // What pieces are worth doesn't depend on sets of squares.
    let mut weights = Weights::default();
    let sets = set_tables(&rules, Box::new(|| weights = Weights::derive(&rules)));
    (rules.sets, rules.weights) = (sets, weights);
    fen::parse(&rules, &definition.start.fen).map_err(|found| vec![found])?;
    Ok(rules)
}

/// Where each piece may stand at the start, by its code: somewhere on the first rank, if it is placed there by lot.
fn homes(definition: &Definition, initial: &[SquareSet]) -> Vec<SquareSet> {
    let mut homes = initial.to_vec();
    let (Some(shuffle), topology) = (&definition.start.shuffle, &definition.topology) else { return homes };
    let fixed = |kind: Kind| shuffle.constraints.contains(&ShuffleConstraint::Fixed(kind));
    let first = |file: u16| topology.square(file, 0);
    let stands = |kind: &Kind, file: u16| {
        first(file).is_some_and(|square| initial[Piece::new(*kind, Side::First).index()].contains(square))
    };
    for constraint in &shuffle.constraints {
        let ShuffleConstraint::InPlaceOf(kind, others) = constraint else { continue };
        for side in Side::BOTH {
            for &other in others {
                let places = homes[Piece::new(other, side).index()].clone();
                homes[Piece::new(*kind, side).index()] |= &places;
            }
        }
    }
    let drawn: Vec<(u16, Kind)> = (0..topology.files())
        .flat_map(|file| definition.kinds().filter(move |kind| stands(kind, file)).map(move |kind| (file, kind)))
        .filter(|&(_, kind)| !fixed(kind))
        .collect();
    for &(file, _) in &drawn {
        let opposite = match shuffle.symmetry {
            Symmetry::Rotated => topology.files() - 1 - file,
            Symmetry::Mirrored | Symmetry::Independent => file,
        };
        let places = [first(file), topology.square(opposite, topology.ranks() - 1)];
        for &(_, kind) in &drawn {
            for (side, place) in Side::BOTH.into_iter().zip(places) {
                place.into_iter().for_each(|square| homes[Piece::new(kind, side).index()].insert(square));
            }
        }
    }
    homes
}

/// Walls are a kind of their own, where there may be any.
fn add_wall(definition: &Definition, kinds: &mut Vec<KindInfo>) -> Option<Kind> {
    let first = kinds.first().cloned().filter(|_| definition.has_walls())?;
    let symbol = PerSide::same("*".to_owned());
    kinds.push(KindInfo {
        symbol,
        read_as: Vec::new(),
        royal: false,
        is_wall: true,
        resets_counter: false,
        limit: None,
        ..first
    });
    Some(Kind(kinds.len() as u16 - 1))
}

/// What the walks and promotions of the kinds say of their ways: who never comes back, who never promotes again.
fn tell_ways(definition: &Definition, unrolled: &PerSide<Unrolled>, kinds: &mut [KindInfo]) {
    let may_borrow = definition.borrowing.is_some();
    for info in kinds {
        let forward = |side: Side| {
            let (walks, steps) = (&unrolled[side].by_kind[info.base.index()], &unrolled[side].steps);
            !may_borrow && goes_forward(&definition.topology, side, walks, steps)
        };
        info.one_way = PerSide(Side::BOTH.map(forward));
        for side in Side::BOTH.into_iter().filter(|&side| info.resets_counter && !info.one_way[side]) {
            let (walks, steps) = (&unrolled[side].by_kind[info.base.index()], &unrolled[side].steps);
            let from = |square: Square| walks::quiet_targets(steps, walks, square);
            info.returns[side] =
                (0..definition.topology.cells()).map(|index| from(Square::from_index(index))).collect();
        }
        let own = definition.promotions.iter().filter(|promotion| promotion.pieces.contains(&info.base));
        let targets = own.flat_map(|promotion| match &promotion.to {
            PromotionTo::Choice(targets) | PromotionTo::Partner(targets) => targets,
        });
        let again = |target: &Kind| definition.promotions.iter().any(|other| other.pieces.contains(target));
        info.promotes_for_good = !targets.into_iter().any(again);
    }
}

/// Some piece may not be taken or not take others at times, or pieces may take their own side's.
fn has_untouchables(definition: &Definition) -> bool {
    let programs = definition.pieces.iter().flat_map(|piece| &piece.moves).flat_map(|clause| &clause.programs.0);
    let takes_friends = |program: &MoveProgram| match program {
        MoveProgram::Path { legs, .. } => legs.iter().any(|leg| leg.modes.friend),
        MoveProgram::Anywhere { modes, .. } => modes.friend,
        MoveProgram::Castle { .. } | MoveProgram::Pass { .. } => false,
    };
    let limits =
        |restriction: &Restriction| matches!(restriction, Restriction::Tamed { .. } | Restriction::Guarded { .. });
    definition.pieces.iter().any(|piece| piece.iron)
        || definition.restrictions.iter().any(limits)
        || programs.flatten().any(takes_friends)
}

/// A royal may capture more than one piece in a turn, by its moves or otherwise.
fn royals_take_several(definition: &Definition) -> bool {
    let takes_several = |piece: &PieceType| {
        let mut programs = piece.moves.iter().flat_map(|clause| &clause.programs[Side::First]);
        piece.goes_on || programs.any(MoveProgram::may_take_several)
    };
    definition.turns.is_some()
        || !definition.effects.is_empty()
        || definition.pieces.iter().any(|piece| piece.royal && takes_several(piece))
}

/// How many checks end the game, where any number does.
fn most_checks(definition: &Definition) -> Option<PerSide<u8>> {
    definition.endings.iter().find_map(|ending| match ending.condition {
        Condition::Checks { count } => Some(PerSide(count.0.map(|number| number.unwrap_or(0) as u8))),
        _ => None,
    })
}

/// What is known when the tables of the sides are made.
struct Known<'a> {
    definition: &'a Definition,
    kinds: &'a [KindInfo],
    forms: &'a Forms,
    relations: Option<&'a Relations>,
    has_untouchables: bool,
    /// By step: what follows does more than go somewhere.
    with_effects: &'a [bool],
}

impl Known<'_> {
    fn side_tables(&self, side: Side, unrolled: Unrolled, castles: Vec<Castle>) -> SideTables {
        let Known { definition, kinds, .. } = *self;
        let topology = &definition.topology;
        let hands = definition.hands.as_ref().filter(|hands| hands.drops);
        let drops = |kind: Kind| {
            hands.filter(|hands| hands.kinds.contains(&kind))?;
            Some(DropTable::new(definition, topology, kind, side, &unrolled.stuck))
        };
        let drops = (0..kinds.len()).map(|index| drops(Kind(index as u16))).collect();
        let mut movers = unrolled.movers(topology.cells());
        let mut arrivals = Arrivals::default();
        for (index, mover) in movers.iter_mut().enumerate() {
            let base = kinds[index].base;
            let own = promotions(definition, base, side, self.forms, &unrolled, &mut arrivals);
            mover.promotions = own.map(|own| own.turning(|| capturing_ways(definition, kinds, base, side)));
            mover.royal = kinds[index].royal;
            mover.is_limited = self.relations.is_some_and(|relations| relations.limits(Kind(index as u16)))
                || definition.borrowing.is_some() && definition.piece(base).stops.is_some()
                || definition.piece(base).goes_on;
            mover.goes_on = definition.piece(base).goes_on;
            let mut targets = mover.promotions.iter().flat_map(|promotions| promotions.targets());
            mover.crowns = targets.any(|target| kinds[target.index()].royal);
            mover.has_effects = !unrolled.by_kind[base.index()].are_whole()
                || unrolled.by_kind[base.index()].has_some(self.with_effects);
        }
        SideTables::new(unrolled.steps, movers, castles, drops, self.has_untouchables)
    }
}

/// All ways of a kind that may capture, as the interpreter reads them.
fn capturing_ways(definition: &Definition, kinds: &[KindInfo], kind: Kind, side: Side) -> Vec<Interpreted> {
    let piece = definition.piece(kind);
    let ways = piece.moves.iter().flat_map(|clause| {
        let limits = limits(definition, piece, clause, side);
        clause.programs[side].iter().map(move |program| Interpreted::new(program, &limits, clause, (kind, kinds)))
    });
    let captures = |modes: &Modes| modes.enemy || modes.friend || modes.royal || modes.en_passant;
    let may_capture = |way: &Interpreted| match &way.program {
        MoveProgram::Path { legs, .. } => legs.iter().any(|leg| captures(&leg.modes)),
        MoveProgram::Anywhere { modes, .. } => captures(modes),
        MoveProgram::Castle { .. } | MoveProgram::Pass { .. } => false,
    };
    ways.filter(may_capture).collect()
}

/// Who may enter where unmoved pieces leave; `refills`: captured pieces come into the hand.
fn gates(definition: &Definition, rights: &Rights, refills: bool) -> Option<Gates> {
    let (kinds, _) = definition.hands.as_ref()?.gates.as_ref()?;
    let bits = |side: Side| {
        let own = rights.list.iter().enumerate();
        let own = own.filter(|(_, right)| right.side == side && right.kind == RightKind::Gate);
        own.fold(0, |bits, (bit, _)| bits | 1 << bit)
    };
    Some(Gates { kinds: kinds.clone(), rights: PerSide(Side::BOTH.map(bits)), refills })
}

/// By piece code.
fn traits(kinds: &[KindInfo], codes: usize) -> Box<[Traits]> {
    let mut traits = vec![Traits::default(); codes].into_boxed_slice();
    for piece in pieces(kinds.len()) {
        let info = &kinds[piece.kind().index()];
        traits[piece.index()] = Traits {
            royal: info.royal,
            resets_counter: info.resets_counter,
            may_return: !info.returns[piece.side()].is_empty(),
            one_way: info.one_way[piece.side()],
        };
    }
    traits
}
