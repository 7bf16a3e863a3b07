//! The set tables of a variant: which of its kinds they know, and on which squares they tell attacks.

use super::attack::{facing, is_left_out, royal_squares, royals};
use super::bits::Level;
use super::jobs::Job;
use super::sets::{self, SetTables};
use super::{Prohibition, Rules};
use crate::definition::{Aftermath, Kind, PerSide, Side};

/// As the set tables of the rules, with attacks on all squares.
pub(super) fn exchange_tables(rules: &Rules) -> SetTables {
    match rules.sets {
        SetTables::None => SetTables::None,
        _ => tables(rules, Targets::All, None),
    }
}

/// With attacks wherever royals may stand, if sets can say how the pieces move. Beside that, `more` is done.
pub(super) fn set_tables(rules: &Rules, more: Job) -> SetTables {
    if can_say(rules) {
        return tables(rules, Targets::Royals, Some(more));
    }
    more();
    SetTables::None
}

fn can_say(rules: &Rules) -> bool {
    let (royals, restraints) = (&rules.royals, &rules.restraints);
    // Sets know what moves change, not what follows from that.
    let follows = rules.aftermath.as_ref().is_some_and(|after| {
        royals.are_safe
            || restraints.forbid(Prohibition::Checks)
            || restraints.forbid(Prohibition::ChecksWithoutMate)
            || after.converts()
    });
    rules.level != Level::Plain
        && rules.wall.is_none()
        && (!royals.vary || royals.settle)
        && !rules.has_untouchables
        && !rules.definition.drops_some_first()
        && !follows
        && rules.definition.borrowing.is_none()
        && rules.holds.is_none()
}

/// On which squares attacks are to be told.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Targets {
    /// Wherever royals may stand.
    Royals,
    All,
}

fn tables(rules: &Rules, targets: Targets, more: Option<Job>) -> SetTables {
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
            || mover.royal && mover.promotions.is_some() && rules.royals.vary
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
