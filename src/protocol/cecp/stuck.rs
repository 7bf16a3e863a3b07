//! What XBoard makes of a player without a move.
//!
//! Under most parents it says draw, and in matches it does so before an engine can speak. Where that is wrong either a parent
//! says what is right, or no player may ever seem to be without a move: then every piece is told a step that leads nowhere.
//! In check it is no way out, so that mates stay mates.

use crate::definition::{Condition, Definition, Ending, Pass, Restriction, Side, Verdict};

/// Parents with a verdict of their own. To those that force captures the step would be one.
const DECIDING: &[&str] = &["shogi", "xiangqi", "shatranj", "giveaway", "suicide", "losers", "chu"];

/// To a neighbour and back, whatever stands there.
pub const STEP: &str = "mpabK";

/// Who loses everything wins, so does who can't move, and captures are forced: the giveaway that XBoard knows.
pub fn is_giveaway(definition: &Definition) -> bool {
    let wins = |ending: &Ending| ending.result == Verdict::Win;
    let mut stalemates = 0;
    let known = definition.endings.iter().all(|ending| match ending.condition {
        Condition::Stalemate => {
            stalemates += 1;
            wins(ending)
        }
        Condition::Extinct { .. } => wins(ending),
        Condition::Repetition { .. } | Condition::MoveCount { .. } | Condition::InsufficientMaterial => true,
        _ => false,
    });
    known
        && stalemates == 1
        && definition.restrictions.contains(&Restriction::CaptureIsMandatory)
        && definition.hands.is_none()
        && !definition.has_passes()
        && !definition.pieces.iter().any(|piece| piece.royal)
}

/// XBoard is never to see a player without a move: it would say draw, and that isn't so.
pub fn hides_it(definition: &Definition, parent: &str) -> bool {
    let passes = Side::BOTH.iter().any(|&side| definition.pass[side] == Some(Pass::WhenStalemated));
    let decides = |ending: &Ending| {
        matches!(ending.condition, Condition::Stalemate | Condition::StalemateOf(_)) && ending.result != Verdict::Draw
    };
    !DECIDING.contains(&parent) && (passes || definition.endings.iter().any(decides))
}
