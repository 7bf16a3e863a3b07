//! What need not be looked at, because no rule of the variant asks.

use super::{Prohibition, Rules};
use crate::definition::Kind;

#[derive(Default)]
pub struct Shortcuts {
    /// Moves have no consequences beyond what they change: no effects, walls, gates, counts.
    pub moves_are_plain: bool,
    /// What a move allows the opponent depends on nothing but where pieces are, hands, rights and en passant squares.
    pub may_glance: bool,
    /// Whatever leaves no royal to be captured is legal: no rule looks at the moves again.
    pub unfiltered: bool,
    /// Who gives check does so with the piece that moved, or by opening or closing a line.
    pub plain_checks: bool,
    /// What is legal doesn't depend on how a position came about, but for what its key tells.
    pub legal_by_key: bool,
    /// Drops may be made from the set tables.
    pub drops_by_sets: bool,
    /// Legal moves may be counted from these without listing them.
    pub counts_by_sets: bool,
}

impl Shortcuts {
    pub(super) fn of(rules: &Rules) -> Shortcuts {
        let (definition, royals, restraints) = (&rules.definition, &rules.royals, &rules.restraints);
        let sifted = restraints.sift();
        let changes_more = restraints.trades.is_some()
            || !rules.effects.is_empty()
            || rules.aftermath.is_some()
            || rules.gates.is_some()
            || rules.rights.has_startled
            || rules.wall.is_some()
            || definition.has_passes()
            || definition.turns.is_some()
            || rules.has_bikjang
            || rules.follows()
            || rules.most_checks.is_some();
        let unlisted = !sifted
            && !restraints.forbid(Prohibition::ChecksByPromotion)
            && !rules.has_bikjang
            && !restraints.forbid(Prohibition::Repetitions)
            && !definition.has_passes();
        let drops_by_sets = drops_are_simple(rules);
        Shortcuts {
            moves_are_plain: !changes_more && !rules.has_counting,
            may_glance: !changes_more
                && !rules.ends_at_once
                && !restraints.forbid(Prohibition::Repetitions)
                && !rules.castles_by_drop,
            unfiltered: unlisted && !restraints.forbid(Prohibition::Checks) && rules.wall.is_none(),
            plain_checks: royals.are_safe
                && !royals.vary
                && !sifted
                && !rules.has_bikjang
                && rules.relations.is_none()
                && rules.effects.is_empty()
                && rules.aftermath.is_none()
                && definition.turns.is_none(),
            legal_by_key: !restraints.forbid(Prohibition::Repetitions)
                && definition.turns.is_none()
                && restraints.trades.is_none()
                && !definition.drops_some_first(),
            drops_by_sets,
            counts_by_sets: unlisted
                && drops_by_sets
                && (rules.gates.is_none() || rules.effects.is_empty() && !restraints.forbid(Prohibition::Checks)),
        }
    }
}

/// Where something may be dropped depends on nothing but the square and what stands on its file.
fn drops_are_simple(rules: &Rules) -> bool {
    rules.sides.0.iter().flat_map(|side| side.drops.iter().flatten()).all(|table| {
        let simple = |form: &Kind| !rules.kind(*form).royal && rules.kind(*form).limit.is_none();
        let free = !table.opposite_colours && !table.converting && table.places.is_empty() && table.first.is_empty();
        free && !table.no_check && table.is_even() && table.forms.iter().map(|form| &form.kind).all(simple)
    })
}
