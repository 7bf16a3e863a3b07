//! What keeps a move from being legal that leaves no royal in check.

use super::leg::MoveProgram;
use super::{KindInfo, KindSet, Piece};
use crate::definition::{Condition, Definition, Kind, Preference, Restriction, Side, TurnChecks};
use smallvec::SmallVec;

/// What forbids single moves, whatever other moves there are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Prohibition {
    Checks,
    /// Checks, but not with the last move of a turn.
    EarlyChecks,
    /// Checks with those promotions that may attack nothing.
    ChecksByPromotion,
    ChecksWithoutMate,
    /// Royals may not pass squares where they could be captured.
    PassingThroughCheck,
    /// Royals that cross to another layer may not be capturable where they cross from.
    CrossingThroughCheck,
    /// Royals in check may only capture what checks them.
    Fleeing,
    /// Royals that face each other may not go on doing so.
    Facing,
    Captures,
    /// Captures of what is protected, by some kinds.
    CapturesOfProtected,
    /// Captures that trade what may not be traded.
    Trades,
    /// Positions that have been there before.
    Repetitions,
}

impl Prohibition {
    /// What a forbidden move does.
    pub fn broken(self) -> &'static str {
        match self {
            Prohibition::Checks => "gives check",
            Prohibition::EarlyChecks => "gives check before the last move of the turn",
            Prohibition::ChecksByPromotion => "gives check by a promotion that may attack nothing",
            Prohibition::ChecksWithoutMate => "gives check without mate",
            Prohibition::PassingThroughCheck => "passes through check",
            Prohibition::CrossingThroughCheck => "crosses to the other board through check",
            Prohibition::Fleeing => "flees from check",
            Prohibition::Facing => "leaves the royals facing each other",
            Prohibition::Captures => "captures",
            Prohibition::CapturesOfProtected => "captures what is protected",
            Prohibition::Trades => "trades what may not be traded",
            Prohibition::Repetitions => "repeats a position",
        }
    }
}

pub(crate) struct Restraints {
    /// Those that the variant has, in the order in which moves are looked at.
    pub prohibitions: SmallVec<[Prohibition; 4]>,
    /// Captures that would trade what may not be traded.
    pub trades: Option<Trades>,
    /// Who can capture must.
    pub captures_are_forced: bool,
    /// Those who capture must go on while they can, and take nothing twice.
    pub captures_go_on: bool,
    /// Of captures only those are legal that come first by each of these, asked one after the other.
    pub choices: SmallVec<[Choice; 2]>,
    /// Kinds that capture only what is not protected.
    pub shy: Option<Shy>,
}

/// Which of several captures come first.
pub(crate) enum Choice {
    /// Those that take most.
    Most,
    /// See [`Preference`].
    By(KindSet),
    MostOf(KindSet),
    Sooner(KindSet),
}

impl Choice {
    fn of(restriction: &Restriction, kinds: &[KindInfo]) -> Option<Choice> {
        let set = |listed: &[Kind]| KindSet::new(kinds, listed);
        match restriction {
            Restriction::CapturingFewer => Some(Choice::Most),
            Restriction::Unpreferred(Preference::By(kinds)) => Some(Choice::By(set(kinds))),
            Restriction::Unpreferred(Preference::MostOf(kinds)) => Some(Choice::MostOf(set(kinds))),
            Restriction::Unpreferred(Preference::Sooner(kinds)) => Some(Choice::Sooner(set(kinds))),
            _ => None,
        }
    }
}

/// Which kinds may not be traded, as the lions of chu shogi may not; by kind.
pub(crate) struct Trades {
    kept: Box<[bool]>,
    /// They may not capture each other side by side, either.
    pub near: bool,
    /// What doesn't count when it is captured along with one of them.
    pub cheap: Box<[bool]>,
    /// What protects none of them.
    pub helpless: Box<[bool]>,
}

impl Trades {
    fn new(restrictions: &[Restriction], kinds: &[KindInfo]) -> Option<Trades> {
        restrictions.iter().find_map(|restriction| {
            let Restriction::Trading { kinds: kept, near, cheap, helpless } = restriction else { return None };
            let marked = |list: &[Kind]| kinds.iter().map(|info| list.contains(&info.base)).collect();
            Some(Trades { kept: marked(kept), near: *near, cheap: marked(cheap), helpless: marked(helpless) })
        })
    }

    pub fn keep(&self, piece: Piece) -> bool {
        !piece.is_empty() && self.kept[piece.kind().index()]
    }
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
        let trades = Trades::new(&definition.restrictions, kinds);
        let shy = shy(definition, kinds);
        let checks_come_last = definition.turns.as_ref().is_some_and(|turns| turns.checks == TurnChecks::LastOnly);
        let calm_promotions = definition.promotions.iter().any(|promotion| promotion.attacking_nothing);
        let faces = definition.endings.iter().any(|ending| ending.condition == Condition::Bikjang);
        let prohibitions = [
            (Prohibition::Checks, has(Restriction::GivingCheck { unless_mate: false })),
            (Prohibition::EarlyChecks, checks_come_last),
            (Prohibition::ChecksByPromotion, calm_promotions),
            (Prohibition::ChecksWithoutMate, has(Restriction::GivingCheck { unless_mate: true })),
            (Prohibition::PassingThroughCheck, has(Restriction::RoyalPassing)),
            (Prohibition::CrossingThroughCheck, definition.topology.layers && royals_are_safe),
            (Prohibition::Fleeing, has(Restriction::RoyalFleeing)),
            (Prohibition::Facing, faces),
            (Prohibition::Captures, has(Restriction::Capturing)),
            (Prohibition::CapturesOfProtected, shy.is_some()),
            (Prohibition::Trades, trades.is_some()),
            (Prohibition::Repetitions, has(Restriction::Repeating)),
        ];
        Restraints {
            prohibitions: prohibitions.into_iter().filter(|&(_, holds)| holds).map(|(which, _)| which).collect(),
            trades,
            captures_are_forced: has(Restriction::CaptureIsMandatory) || captures_must_be_most,
            captures_go_on: has(Restriction::StoppingCaptures) || captures_must_be_most,
            choices: definition.restrictions.iter().filter_map(|it| Choice::of(it, kinds)).collect(),
            shy,
        }
    }

    pub fn forbid(&self, what: Prohibition) -> bool {
        self.prohibitions.contains(&what)
    }

    /// Moves have to be looked at one by one for more than check, calm promotions, facing royals and repetition.
    pub(super) fn sift(&self) -> bool {
        let by_other_means = |what: &Prohibition| match what {
            Prohibition::Checks | Prohibition::ChecksByPromotion | Prohibition::Facing | Prohibition::Repetitions => {
                true
            }
            Prohibition::EarlyChecks
            | Prohibition::ChecksWithoutMate
            | Prohibition::PassingThroughCheck
            | Prohibition::CrossingThroughCheck
            | Prohibition::Fleeing
            | Prohibition::Captures
            | Prohibition::CapturesOfProtected
            | Prohibition::Trades => false,
        };
        self.captures_are_forced
            || self.captures_go_on
            || !self.choices.is_empty()
            || !self.prohibitions.iter().all(by_other_means)
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
    let clauses = || piece.moves.iter().filter(|clause| clause.from.is_none() && clause.into.is_none());
    free && Side::BOTH.iter().all(|&side| clauses().flat_map(|clause| &clause.programs[side]).any(anywhere))
}
