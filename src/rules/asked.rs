//! Endings that searches ask about in every position, and how to tell quickly that none of them has come about.

use crate::definition::{Condition, Ending, Impasse, PerSide, Side};
use crate::rules::topology::SquareSet;

/// The endings of a variant that may come about with any move.
#[derive(Default)]
pub(crate) struct Asked {
    /// Their numbers, in their order.
    pub endings: Vec<usize>,
    /// Of these: a position that has come up before ends the game.
    pub repetition: bool,
    /// The least number of plies without progress that does, if any.
    pub plies: Option<u32>,
    /// A count that is through does.
    pub counting: bool,
    /// Too little material does.
    pub material: bool,
    /// Royals that enter a zone may, by side: the zones together.
    pub entered: PerSide<SquareSet>,
}

impl Asked {
    pub fn of(endings: &[Ending]) -> Asked {
        let mut asked = Asked::default();
        for (at, ending) in endings.iter().enumerate().filter(|(_, ending)| ending.condition.is_asked_in_search()) {
            asked.endings.push(at);
            match &ending.condition {
                Condition::Repetition { .. } => asked.repetition = true,
                Condition::MoveCount { plies } => {
                    asked.plies = Some(asked.plies.map_or(*plies, |least| least.min(*plies)))
                }
                Condition::Counting(_) => asked.counting = true,
                Condition::InsufficientMaterial => asked.material = true,
                Condition::Impasse(Impasse { zone, .. }) => {
                    for side in Side::BOTH {
                        zone[side].iter().for_each(|square| asked.entered[side].insert(square));
                    }
                }
                Condition::Checkmate
                | Condition::CheckmateBy(_)
                | Condition::CheckmateWithout(_)
                | Condition::Stalemate
                | Condition::StalemateOf(_)
                | Condition::OnlyPromotions
                | Condition::Bare { .. }
                | Condition::Extinct { .. }
                | Condition::Reach { .. }
                | Condition::Row { .. }
                | Condition::Block { .. }
                | Condition::Chain { .. }
                | Condition::FullBoard
                | Condition::Checks { .. }
                | Condition::Castled(_)
                | Condition::CastlingLost(_)
                | Condition::Bikjang
                | Condition::BothPassed => {
                    debug_assert!(false, "{:?} is asked elsewhere", ending.condition)
                }
            }
        }
        asked
    }
}
