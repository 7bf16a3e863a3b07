//! From a definition to tables, in the order in which the tables need one another.

use super::attack::{facing, is_left_out, royal_squares, royals};
use super::castling::{castles_of, told_apart, told_from_moves};
use super::jobs::Job;
use super::kinds::{Forms, kinds, pieces};
use super::leg::{Modes, MoveProgram};
use super::promotion::{Arrivals, promotions};
use super::rights::{RightKind, rights};
use super::sets::{self, SetTables};
use super::step::{Op, reaching};
use super::topology::{Square, SquareSet, Topology};
use super::walks::{Unrolled, goes_forward, unroll};
use super::*;
use crate::definition::{Aftermath, Condition, Ending, Lender, PromotionTo, Restriction, TurnChecks};
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

    let (unrolled, trails) = unroll(&definition, &kinds, &initial);

    tell_ways(&definition, &unrolled, &mut kinds);
    let castles = |side| castles_of(&definition, &topology, side, &initial, &placement);
    let mut castles = PerSide(Side::BOTH.map(castles));
    for side in Side::BOTH {
        told_from_moves(&mut castles[side], |kind, from, to| unrolled[side].may_go(&definition, kind, from, to));
        told_apart(&topology, &castles[side])?;
    }
    let rights = rights(&definition, kinds.len(), &mut castles, &unrolled, &initial)?;

    let has_untouchables = has_untouchables(&definition);
    let restricts = |restriction: Restriction| definition.restrictions.contains(&restriction);
    let relations = Relations::new(&definition, &kinds);
    let royals_are_spare = restricts(Restriction::AllRoyalsInCheck);
    let royals_are_safe = royals_are_spare || restricts(Restriction::RoyalInCheck);
    let nearest_is_royal = definition.pieces.iter().find_map(|piece| piece.royal_nearest);
    let by_kind = definition.pieces.iter().any(|piece| piece.royal_at_most.is_some_and(|few| few.by_kind));
    let heirs = definition.pieces.iter().any(|piece| piece.royal_at_most.is_some());
    let royals_settle = royals_are_spare && nearest_is_royal.is_none() && !heirs;
    let royals_vary = royals_are_spare || nearest_is_royal.is_some() || heirs;
    let checks_are_illegal = restricts(Restriction::GivingCheck { unless_mate: false });
    let only_mates_check = restricts(Restriction::GivingCheck { unless_mate: true });
    let royals_pass_safely = restricts(Restriction::RoyalPassing);
    let royals_cross = topology.layers && royals_are_safe;
    let royals_stay_in_check = restricts(Restriction::RoyalFleeing);
    let trades = crate::movegen::Trades::new(&definition.restrictions, &kinds);
    let captures_must_be_most = restricts(Restriction::CapturingFewer);
    let captures_go_on = captures_must_be_most || restricts(Restriction::StoppingCaptures);
    let captures_are_forced = restricts(Restriction::CaptureIsMandatory) || captures_must_be_most;
    let most_checks = definition.endings.iter().find_map(|ending| match ending.condition {
        Condition::Checks { count } => Some(PerSide(count.0.map(|number| number.unwrap_or(0) as u8))),
        _ => None,
    });
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

    // In the midst of a turn it may be the enemy's royal that is gone.
    let ends_at_once = definition.endings.iter().any(|ending| ending.condition.ends_at_once())
        || definition.turns.is_some() && royals_are_safe;
    let counts = |ending: &Ending| matches!(ending.condition, Condition::Counting(_));
    let has_counting = definition.endings.iter().any(counts);
    let filled = |&source: &HandSource| !matches!(source, HandSource::Start | HandSource::Outside);
    let captures_to = definition.hands.as_ref().map(|hands| hands.source).filter(filled);
    let gates = gates(&definition, &rights, captures_to.is_some());
    let castles_by_drop = definition.castling.iter().any(|statement| statement.on.is_some());
    let effects = Effects::new(&topology, &kinds, &initial, &definition.effects);
    let captures_are_illegal = restricts(Restriction::Capturing);
    let shy = shy(&definition, &kinds);
    let checks_come_last = definition.turns.as_ref().is_some_and(|turns| turns.checks == TurnChecks::LastOnly);
    let restrained = only_mates_check
        || royals_pass_safely
        || royals_cross
        || royals_stay_in_check
        || captures_are_forced
        || captures_go_on
        || captures_are_illegal
        || trades.is_some()
        || shy.is_some()
        || checks_come_last;
    let has_calm_promotions = definition.promotions.iter().any(|promotion| promotion.attacking_nothing);
    let has_bikjang = definition.endings.iter().any(|ending| ending.condition == Condition::Bikjang);
    let repeating_is_illegal = restricts(Restriction::Repeating);
    let drops_by_sets = [&first, &second].iter().flat_map(|side| side.drops.iter().flatten()).all(|table| {
        let simple = |form: &Kind| !kinds[form.index()].royal && kinds[form.index()].limit.is_none();
        let free = !table.opposite_colours && !table.converting && table.places.is_empty() && table.first.is_empty();
        free && !table.no_check && table.is_even() && table.forms.iter().map(|form| &form.kind).all(simple)
    });
    let urgent_drops = definition.hands.as_ref().is_some_and(|hands| !hands.first.is_empty());
    let aftermath = After::new(&topology, &kinds, &definition.aftermath);
    let holds = Holds::new(&topology, &kinds, &definition.restrictions);
    // Sets know what moves change, not what follows from that.
    let follows = aftermath
        .as_ref()
        .is_some_and(|after| royals_are_safe || checks_are_illegal || only_mates_check || after.converts());
    let by_sets = wall.is_none()
        && (!royals_vary || royals_settle)
        && !has_untouchables
        && !urgent_drops
        && !follows
        && definition.lender.is_none()
        && holds.is_none();
    let (movers, steps) = ([&*first.movers, &*second.movers], [&first.steps[..], &second.steps[..]]);
    let may_crown = movers.iter().any(|movers| movers.iter().any(|mover| mover.crowns));
    let does_more = trades.is_some()
        || !effects.is_empty()
        || aftermath.is_some()
        || gates.is_some()
        || rights.has_startled
        || wall.is_some()
        || definition.has_passes()
        || definition.turns.is_some()
        || has_bikjang
        || most_checks.is_some();
    let mut rules = Rules {
        has_extras: does_more || has_counting,
        may_glance: !does_more && !ends_at_once && !repeating_is_illegal && !castles_by_drop,
        checks_come_last,
        traits: traits(&kinds, codes),
        catchers: Catchers::new(&trails, topology.cells(), movers, steps),
        sets: SetTables::None,
        royals_roam: definition.pieces.iter().any(|piece| piece.royal && piece.confined.is_none()),
        exchanges: OnceLock::new(),
        promotions_are_usual: OnceLock::new(),
        drops_by_sets,
        unfiltered: !restrained
            && !has_calm_promotions
            && !has_bikjang
            && !repeating_is_illegal
            && !checks_are_illegal
            && wall.is_none()
            && !definition.has_passes(),
        asked_in_search: Asked::of(&definition.endings),
        plain_checks: royals_are_safe
            && !royals_vary
            && !restrained
            && !has_bikjang
            && relations.is_none()
            && effects.is_empty()
            && aftermath.is_none()
            && definition.turns.is_none(),
        legal_by_key: !repeating_is_illegal && definition.turns.is_none() && trades.is_none() && !urgent_drops,
        counts_by_sets: !restrained
            && !has_calm_promotions
            && !has_bikjang
            && !repeating_is_illegal
            && drops_by_sets
            && (gates.is_none() || effects.is_empty() && !checks_are_illegal)
            && !definition.has_passes(),
        wall,
        relations,
        lenders: definition.lender.map(|lender| PerSide(Side::BOTH.map(|side| lenders(&topology, lender, side)))),
        has_calm_promotions,
        has_bikjang,
        gates,
        castles_by_drop,
        zobrist: Zobrist::new(codes, topology.cells()),
        effects,
        aftermath,
        holds,
        definition: definition.clone(),
        kinds,
        weights: Weights::default(),
        sides: PerSide([first, second]),
        trails,
        rights,
        captures_to,
        may_crown,
        royals_are_safe,
        royals_vary,
        royals_settle,
        nearest_is_royal,
        royals_are_spare,
        royals_by_kind: !royals_are_spare && nearest_is_royal.is_none() && by_kind,
        checks_are_illegal,
        only_mates_check,
        royals_pass_safely,
        royals_cross,
        royals_stay_in_check,
        trades,
        repeating_is_illegal,
        captures_are_forced,
        captures_go_on,
        captures_must_be_most,
        captures_are_illegal,
        shy,
        most_checks,
        has_untouchables,
        ends_at_once,
        has_counting,
        strength: PerSide(Side::BOTH.map(|side| placement.iter().filter(|(_, piece)| piece.side() == side).count())),
        initial,
        dead_material: Default::default(),
        chains: Mutex::default(),
    };
    // What pieces are worth doesn't depend on sets of squares.
    let mut weights = Weights::default();
    let weigh: Job = Box::new(|| weights = Weights::derive(&rules));
    let sets = if by_sets {
        sets_of(&rules, Targets::Royals, Some(weigh))
    } else {
        weigh();
        SetTables::None
    };
    (rules.sets, rules.weights) = (sets, weights);
    fen::parse(&rules, &definition.start.fen).map_err(|found| vec![found])?;
    Ok(rules)
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
    let may_borrow = definition.lender.is_some();
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
                || definition.piece(base).stops.is_some();
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
    let confined = piece.confined.as_ref().map(|zone| zone[side].clone());
    let ways = piece.moves.iter().flat_map(|clause| {
        let from = clause.from.as_ref().map(|zone| zone[side].clone());
        let to = if clause.along { from.clone() } else { confined.clone() };
        let takes = (!clause.takes.is_empty()).then(|| Arc::new(KindSet::new(kinds, &clause.takes)));
        clause.programs[side].iter().map(move |program| Interpreted {
            program: program.clone(),
            from: from.clone(),
            to: to.clone(),
            after_capture: clause.after_capture,
            takes: takes.clone(),
        })
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

/// Kinds that capture only what is not protected.
fn shy(definition: &Definition, kinds: &[KindInfo]) -> Option<Shy> {
    let captors: Vec<Kind> = definition.kinds().filter(|&kind| definition.piece(kind).shy).collect();
    let everywhere: Vec<Kind> = captors.iter().copied().filter(|&kind| captures_anywhere(definition, kind)).collect();
    (!captors.is_empty())
        .then(|| Shy { kinds: KindSet::new(kinds, &captors), everywhere: KindSet::new(kinds, &everywhere) })
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

/// By square: where a piece of this side looks for somebody to move like.
fn lenders(topology: &Topology, lender: Lender, side: Side) -> Box<[Square]> {
    let dy = if (lender == Lender::Behind) == (side == Side::First) { -1 } else { 1 };
    let next = |index| topology.leap(Square::from_index(index), 0, dy, topology::Wrap::AsBoard);
    (0..topology.cells()).map(|index| next(index).unwrap_or(Square::NONE)).collect()
}

/// True for kinds that may capture on any square from any other, for both players.
fn captures_anywhere(definition: &Definition, kind: Kind) -> bool {
    let piece = definition.piece(kind);
    let free = piece.confined.is_none() && piece.stops.is_none();
    let anywhere = |program: &MoveProgram| matches!(program, MoveProgram::Anywhere { modes, .. } if modes.enemy);
    let clauses = || piece.moves.iter().filter(|clause| clause.from.is_none());
    free && Side::BOTH.iter().all(|&side| clauses().flat_map(|clause| &clause.programs[side]).any(anywhere))
}

/// As the set tables of the rules, with attacks on all squares.
pub(super) fn exchange_tables(rules: &Rules) -> SetTables {
    match rules.sets {
        SetTables::None => SetTables::None,
        _ => sets_of(rules, Targets::All, None),
    }
}

/// On which squares attacks are to be told.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Targets {
    /// Wherever royals may stand.
    Royals,
    All,
}

/// The tables over occupancy. Beside them, `more` is done.
fn sets_of(rules: &Rules, targets: Targets, more: Option<Job>) -> SetTables {
    let (definition, kinds, sides) = (&rules.definition, &rules.kinds, &rules.sides.0);
    let royals = royals(definition);
    let is_limited = |kind: Kind| kinds[kind.index()].limit.is_some();
    let is_special = |side: Side, kind: Kind| {
        let mover = &sides[side.index()].movers[kind.index()];
        kinds[kind.index()].is_wall
            || mover.is_limited
            || mover.unmoved.is_some()
            || mover.swaps.is_some()
            || !mover.interpreted.is_empty()
            || mover.promotions.as_ref().is_some_and(|promotions| promotions.in_place || promotions.turning.is_some())
            || mover.crowns
            // Its quiet moves may be as noisy as captures.
            || definition.aftermath.iter().any(|it| matches!(it, Aftermath::Burning { kinds, .. } if kinds.contains(&kind)))
    };
    let beyond = |side: Side, kind: Kind| {
        !kinds[kind.index()].is_wall && is_left_out(definition, kinds[kind.index()].base, (kind, &sides[side.index()]))
    };
    let special = Side::BOTH.map(|side| move |kind: Kind| is_special(side, kind));
    let captures_beyond = Side::BOTH.map(|side| move |kind: Kind| beyond(side, kind));
    let sources = Side::BOTH.map(|side| sets::Source {
        topology: &definition.topology,
        movers: &sides[side.index()].movers,
        is_special: &special[side.index()],
        captures_beyond: &captures_beyond[side.index()],
        royals: &royals,
        is_limited: &is_limited,
        drops: &sides[side.index()].drops,
        castles: &sides[side.index()].castles,
    });
    match targets {
        Targets::Royals => {
            let targets = Side::BOTH.map(|side| royal_squares(definition, side));
            sets::build(rules.steps(), PerSide(sources), PerSide(targets), &facing(definition), more)
        }
        Targets::All => {
            let all = || vec![true; definition.topology.cells()];
            sets::build(rules.steps(), PerSide(sources), PerSide([all(), all()]), &[], more)
        }
    }
}
