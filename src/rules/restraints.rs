//! What keeps a move from being legal that leaves no royal in check.

use super::leg::MoveProgram;
use super::{KindInfo, KindSet};
use crate::definition::{Definition, Kind, Restriction, Side, TurnChecks};
use crate::movegen::Trades;

pub(crate) struct Restraints {
    /// Moves that give check are illegal.
    pub checks_are_illegal: bool,
    /// They are unless they mate.
    pub only_mates_check: bool,
    /// Only the last move of a turn may give check.
    pub checks_come_last: bool,
    /// A royal may not pass squares where it could be captured.
    pub royals_pass_safely: bool,
    /// A royal that crosses to another layer may not be capturable where it crosses from.
    pub royals_cross: bool,
    /// A royal in check may only capture what checks it.
    pub royals_stay_in_check: bool,
    /// Some promotions may attack nothing, and so may not uncover a check.
    pub has_calm_promotions: bool,
    /// Captures that would trade what may not be traded.
    pub trades: Option<Trades>,
    /// No position may come up again.
    pub repeating_is_illegal: bool,
    /// Who can capture must.
    pub captures_are_forced: bool,
    /// Those who capture must go on while they can, and take nothing twice.
    pub captures_go_on: bool,
    pub captures_must_be_most: bool,
    /// Nobody captures.
    pub captures_are_illegal: bool,
    /// Kinds that capture only what is not protected.
    pub shy: Option<Shy>,
}

/// Kinds that capture only what is not protected, and those of them that capture anywhere, and so protect everything.
pub(crate) struct Shy {
    pub kinds: KindSet,
    pub everywhere: KindSet,
}

impl Restraints {
    pub(super) fn new(definition: &Definition, kinds: &[KindInfo], royals_are_safe: bool) -> Restraints {
        let has = |restriction: Restriction| definition.restrictions.contains(&restriction);
        let captures_must_be_most = has(Restriction::CapturingFewer);
        Restraints {
            checks_are_illegal: has(Restriction::GivingCheck { unless_mate: false }),
            only_mates_check: has(Restriction::GivingCheck { unless_mate: true }),
            checks_come_last: definition.turns.as_ref().is_some_and(|turns| turns.checks == TurnChecks::LastOnly),
            royals_pass_safely: has(Restriction::RoyalPassing),
            royals_cross: definition.topology.layers && royals_are_safe,
            royals_stay_in_check: has(Restriction::RoyalFleeing),
            has_calm_promotions: definition.promotions.iter().any(|promotion| promotion.attacking_nothing),
            trades: Trades::new(&definition.restrictions, kinds),
            repeating_is_illegal: has(Restriction::Repeating),
            captures_are_forced: has(Restriction::CaptureIsMandatory) || captures_must_be_most,
            captures_go_on: has(Restriction::StoppingCaptures) || captures_must_be_most,
            captures_must_be_most,
            captures_are_illegal: has(Restriction::Capturing),
            shy: shy(definition, kinds),
        }
    }

    /// Moves have to be looked at one by one for more than check, calm promotions and repetition.
    pub(super) fn sift(&self) -> bool {
        self.only_mates_check
            || self.royals_pass_safely
            || self.royals_cross
            || self.royals_stay_in_check
            || self.captures_are_forced
            || self.captures_go_on
            || self.captures_are_illegal
            || self.trades.is_some()
            || self.shy.is_some()
            || self.checks_come_last
    }
}

fn shy(definition: &Definition, kinds: &[KindInfo]) -> Option<Shy> {
    let captors: Vec<Kind> = definition.kinds().filter(|&kind| definition.piece(kind).shy).collect();
    let everywhere: Vec<Kind> = captors.iter().copied().filter(|&kind| captures_anywhere(definition, kind)).collect();
    (!captors.is_empty())
        .then(|| Shy { kinds: KindSet::new(kinds, &captors), everywhere: KindSet::new(kinds, &everywhere) })
}

/// True for kinds that may capture on any square from any other, for both players.
fn captures_anywhere(definition: &Definition, kind: Kind) -> bool {
    let piece = definition.piece(kind);
    let free = piece.confined.is_none() && piece.stops.is_none();
    let anywhere = |program: &MoveProgram| matches!(program, MoveProgram::Anywhere { modes, .. } if modes.enemy);
    let clauses = || piece.moves.iter().filter(|clause| clause.from.is_none());
    free && Side::BOTH.iter().all(|&side| clauses().flat_map(|clause| &clause.programs[side]).any(anywhere))
}
