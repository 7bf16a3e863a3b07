//! Who may capture the royals of a side: what the tries are made from.

use super::patterns::Ways;
use super::{AttackBuilder, Attacks};
use crate::definition::{Definition, Kind, Restriction, Side};
use crate::rules::leg::MoveProgram;
use crate::rules::sharing::Sharing;
use crate::rules::step::{ENEMY, Op, Step, reaching};
use crate::rules::topology::{Topology, Wrap};
use crate::rules::walks::reaches;
use crate::rules::{Interpreted, Mover, Rules, SideTables};
use std::cell::LazyCell;

/// Everything that may capture royals of `defender`.
pub(crate) fn attacks_on(rules: &Rules, defender: Side) -> Attacks {
    let definition = &*rules.definition;
    let (topology, attacker) = (rules.topology(), defender.other());
    let tables = &rules.sides[attacker];
    let (royals, targets) = (royals(definition), royal_squares(definition, defender));
    let ways = Ways::new(&tables.steps, &targets);
    let mut builder = AttackBuilder::new(&ways, rules.kinds.len(), attacker);
    if royals.is_empty() {
        return builder.finish();
    }
    builder.ask_free = ask_free(definition);
    let mut tabled = Vec::new();
    let capturing = LazyCell::new(|| reaching(&tables.steps, takes));
    for (index, info) in rules.kinds.iter().enumerate().filter(|(_, info)| !info.is_wall) {
        let kind = Kind(index as u16);
        if is_left_out(definition, info.base, (kind, tables)) {
            if definition.borrowing.is_some() || may_capture(&tables.movers[index], &capturing) {
                builder.leave_out(kind);
            }
        } else {
            let mover = &tables.movers[index];
            tabled.extend(
                [Some(&mover.ordinary), mover.unmoved.as_ref()].into_iter().flatten().map(|roots| (kind, roots)),
            );
        }
    }
    let mut sharing = Sharing::new(tables.steps.len());
    for square in topology.squares() {
        for (root, kinds) in sharing.among(tabled.iter().map(|&(kind, roots)| (kind, roots.at(square)))) {
            builder.add(kinds, square, *root);
        }
    }
    for direction in facing(definition) {
        add_facing(topology, &royals, &targets, direction, &mut builder);
    }
    builder.finish()
}

/// True for kinds that may capture royals in ways that depend on more than what stands where, or are in no table.
pub(crate) fn is_left_out(definition: &Definition, base: Kind, (kind, tables): (Kind, &SideTables)) -> bool {
    let (piece, mover) = (definition.piece(base), &tables.movers[kind.index()]);
    // A capture that only an unmoved piece has depends on more than occupants.
    let captures_unmoved =
        || mover.unmoved.iter().flat_map(|roots| roots.list()).any(|&walk| reaches(&tables.steps, walk, &takes));
    // What is taken together with a royal may be what is never taken.
    let spares_some = !piece.spares.is_empty() || tables.has_untouchables;
    let takes_on_way = |step: &Step| step.op == Op::Take;
    let takes_more = || mover.ordinary.list().iter().any(|&walk| reaches(&tables.steps, walk, &takes_on_way));
    // Nor do the tries know what an attacker passes over, or that it spares royals.
    definition.borrowing.is_some()
        || definition.holds_pieces() && !ask_free(definition)
        || !piece.not_over.is_empty()
        || piece.shy
        || piece.spares.iter().any(|&other| definition.piece(other).royal)
        || spares_some && takes_more()
        || !mover.interpreted.is_empty()
        || captures_unmoved()
}

/// The tries know nothing of pieces that are held or kept from capturing: whoever they find is looked at. Royals that face each
/// other, which nothing holds, they couldn't tell from these.
fn ask_free(definition: &Definition) -> bool {
    definition.holds_pieces() && facing(definition).is_empty()
}

fn takes(step: &Step) -> bool {
    matches!(step.op, Op::Take | Op::IfRoyal | Op::IfAmong) || step.emits >> ENEMY & 1 == 1
}

/// False for what, moving as itself, only captures in passing or not at all. `capturing` are the steps that lead to captures.
fn may_capture(mover: &Mover, capturing: &[bool]) -> bool {
    let captures = |way: &Interpreted| match &way.program {
        MoveProgram::Path { legs, .. } => legs.iter().any(|leg| leg.modes.enemy || leg.modes.royal),
        MoveProgram::Anywhere { modes, .. } => modes.enemy || modes.royal,
        MoveProgram::Castle { .. } | MoveProgram::Pass { .. } => false,
    };
    let walks = [Some(&mover.ordinary), mover.unmoved.as_ref()].into_iter().flatten();
    walks.flat_map(|roots| roots.list()).any(|&walk| capturing[walk as usize]) || mover.interpreted.iter().any(captures)
}

pub fn royals(definition: &Definition) -> Vec<Kind> {
    definition.kinds().filter(|&kind| definition.piece(kind).royal).collect()
}

/// By square: a royal of that side may stand there.
pub fn royal_squares(definition: &Definition, side: Side) -> Vec<bool> {
    let mut squares = vec![false; definition.topology.cells()];
    for royal in royals(definition) {
        match &definition.piece(royal).confined {
            Some(zone) => zone[side].iter().for_each(|square| squares[square.index()] = true),
            None => squares.fill(true),
        }
    }
    squares
}

/// In which directions royals may not face each other.
pub fn facing(definition: &Definition) -> Vec<(i32, i32)> {
    let mut directions = Vec::new();
    for restriction in &definition.restrictions {
        if let Restriction::RoyalsFacing(lines) = restriction {
            directions.extend(lines.steps().flat_map(|(dx, dy)| [(dx, dy), (-dx, -dy)]));
        }
    }
    directions
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
        while let Some(next) = topology.leap(here, dx, dy, Wrap::AsBoard) {
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
