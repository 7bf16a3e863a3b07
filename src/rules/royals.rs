//! Which royals must be safe, and when: all that there are, all but one, the nearest, or those of which few are left.

use super::topology::Square;
use crate::definition::{Definition, Kind, PerSide, Restriction};

pub(crate) struct Royals {
    /// A royal may not be left in check.
    pub are_safe: bool,
    /// A player with several may leave all but one in check.
    pub are_spare: bool,
    /// Which must be safe is not simply all of them: some are royal only at times, or one may be spared.
    pub vary: bool,
    /// They do so only where there are several: who has one must keep it safe.
    pub settle: bool,
    /// Some kinds are royal when there are few of them, each kind by itself.
    pub by_kind: bool,
    /// These kinds are royal when there are few of them, whatever other royals there are.
    pub counted_alone: Vec<Kind>,
    /// Of several only the one nearest to this square counts.
    pub nearest: Option<PerSide<Square>>,
    /// Some may go anywhere, so that attacks on all squares are known.
    pub roam: bool,
}

impl Royals {
    pub fn new(definition: &Definition) -> Royals {
        let pieces = || definition.pieces.iter();
        let are_spare = definition.restrictions.contains(&Restriction::AllRoyalsInCheck);
        let are_safe = are_spare || definition.restrictions.contains(&Restriction::RoyalInCheck);
        let nearest = pieces().find_map(|piece| piece.royal_nearest);
        let when_few = pieces().any(|piece| piece.royal_at_most.is_some());
        let each_by_itself = pieces().any(|piece| piece.royal_at_most.is_some_and(|few| few.by_kind));
        let few = |kind: &Kind| definition.piece(*kind).royal_at_most;
        let sole = pieces().filter(|piece| piece.royal_at_most.is_some()).count() == 1;
        let counted_alone = |kind: &Kind| few(kind).is_some_and(|few| few.by_kind || sole);
        Royals {
            are_safe,
            are_spare,
            vary: are_spare || nearest.is_some() || when_few,
            settle: nearest.is_none() && (are_spare || when_few),
            by_kind: !are_spare && nearest.is_none() && each_by_itself,
            counted_alone: definition.kinds().filter(counted_alone).collect(),
            nearest,
            roam: pieces().any(|piece| piece.royal && piece.confined.is_none()),
        }
    }
}
