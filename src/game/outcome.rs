//! How a game stands: the endings of the variant, asked in their order.

use super::at_once::ended_at_once;
use super::{chase, goal, mate, material};
use crate::definition::{Cause, Condition, Ending, RepetitionCause, Side, Stuck, Turn, Verdict};
use crate::moves::{Move, MoveList};
use crate::position::Position;
use crate::rules::Rules;

/// How a game ended, and by which rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// `None` is a draw.
    pub winner: Option<Side>,
    /// A few words for people: `checkmate`, `repetition`, `bare royal`…
    pub reason: String,
}

impl Outcome {
    /// `1-0`, `0-1` or `1/2-1/2`.
    pub fn score(&self) -> &'static str {
        match self.winner {
            Some(Side::First) => "1-0",
            Some(Side::Second) => "0-1",
            None => "1/2-1/2",
        }
    }
}

/// The result if the game is over: asks the endings of the variant, each [`Turn`] in its order. Who has no move, and no rule says
/// what that means, has a draw: nobody can go on.
pub fn outcome(rules: &Rules, position: &Position) -> Option<Outcome> {
    let mut moves = None;
    ruled(rules, position, &mut moves).or_else(|| {
        let stuck = moves.unwrap_or_else(|| legal(rules, position)).is_empty();
        let reason = "no move is left, and no rule says who wins then".to_owned();
        stuck.then(|| Outcome { winner: drawn_for(rules, position), reason })
    })
}

/// The result if a rule has ended the game.
pub(crate) fn outcome_by_rule(rules: &Rules, position: &Position) -> Option<Outcome> {
    ruled(rules, position, &mut None)
}

fn legal(rules: &Rules, position: &Position) -> MoveList {
    let mut list = MoveList::new();
    crate::movegen::legal(rules, &mut position.clone(), &mut list);
    list
}

/// `moves` are the legal ones, once some ending has asked for them.
fn ruled(rules: &Rules, position: &Position, moves: &mut Option<MoveList>) -> Option<Outcome> {
    let side = position.side_to_move();
    let listed = || legal(rules, position);
    let over = |(subject, verdict, reason): (Side, Verdict, String)| {
        let winner = match verdict {
            Verdict::Win => Some(subject),
            Verdict::Loss => Some(subject.other()),
            Verdict::Draw => drawn_for(rules, position),
        };
        Outcome { winner, reason }
    };
    // A position that has ended at once has no moves either, but that is not mate.
    if let Some((subject, verdict, reason)) = ended_at_once(rules, position) {
        return Some(over((subject, verdict, reason.to_string())));
    }
    let mut checked = None;
    let at = |turn: Turn| rules.definition.endings.iter().filter(move |ending| ending.condition.turn() == turn);
    for ending in at(Turn::NoMoves).chain(at(Turn::Late)) {
        let found = match &ending.condition {
            Condition::Checkmate | Condition::Stalemate => {
                let stuck = moves.get_or_insert_with(listed).is_empty();
                let wanted = ending.condition == Condition::Checkmate;
                if !stuck || *checked.get_or_insert_with(|| position.in_check(rules)) != wanted {
                    None
                } else if wanted {
                    let (result, reason) = mate::verdict(rules, position, ending.result);
                    Some((side, result, reason.to_owned()))
                } else {
                    Some((side, stalemate(rules, position, ending.result), "stalemate".to_owned()))
                }
            }
            Condition::OnlyPromotions
                if only_promotions(moves.get_or_insert_with(listed))
                    && !*checked.get_or_insert_with(|| position.in_check(rules)) =>
            {
                Some((side, ending.result, "stalemate but for promotions".to_owned()))
            }
            Condition::Repetition { times, made, causes } => {
                repetition(rules, position, (*times, *made), causes, ending.result)
                    .map(|(verdict, reason)| (side, verdict, reason))
            }
            Condition::MoveCount { plies } if position.counter() >= *plies && !position.is_counting() => {
                Some((side, ending.result, format!("{plies} plies without progress")))
            }
            Condition::Counting(_) if position.is_counted_out() => {
                Some((side, ending.result, format!("not mated within {} moves", position.count_and_limit().1 / 2)))
            }
            Condition::InsufficientMaterial if material::is_dead(rules, position) => {
                Some((side, ending.result, "insufficient material".to_owned()))
            }
            Condition::Impasse(impasse) if goal::has_entered(rules, position, impasse) => {
                Some((side, ending.result, "entering royal".to_owned()))
            }
            Condition::CheckmateBy(_)
            | Condition::CheckmateWithout(_)
            | Condition::Impasse(_)
            | Condition::StalemateOf(_)
            | Condition::OnlyPromotions
            | Condition::MoveCount { .. }
            | Condition::Counting(_)
            | Condition::InsufficientMaterial => None,
            Condition::Bare { .. }
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
            | Condition::BothPassed => None,
        };
        if let Some(found) = found {
            return Some(over(found));
        }
    }
    None
}

/// The verdict for the side to move if the position has come up often enough.
fn repetition(
    rules: &Rules,
    position: &Position,
    (times, made): (u8, bool),
    causes: &[RepetitionCause],
    otherwise: Verdict,
) -> Option<(Verdict, String)> {
    let key = position.key();
    let counts = |ago: usize| !made || ago < position.plies();
    let mut earlier =
        position.past_keys_of_game(rules).filter(|&(ago, past)| past == key && counts(ago)).map(|(ago, _)| ago);
    let stretch = earlier.nth((times as usize).saturating_sub(2))?;
    Some(verdict_of_cycle(rules, position, stretch, causes, otherwise))
}

/// The verdict for the side to move of the last `stretch` plies, which led back to the same position.
pub(super) fn verdict_of_cycle(
    rules: &Rules,
    position: &Position,
    stretch: usize,
    causes: &[RepetitionCause],
    otherwise: Verdict,
) -> (Verdict, String) {
    let side = position.side_to_move();
    for RepetitionCause { cause, result } in causes {
        let culprit = match cause {
            Cause::PerpetualCheck => match perpetual_checkers(rules, position, stretch) {
                [true, true] => break,
                always => Side::BOTH.into_iter().find(|side| always[side.index()]),
            },
            Cause::PerpetualChase => chase::perpetual_chaser(rules, position, stretch),
            Cause::FirstPlayer => Some(Side::First),
        };
        if let Some(culprit) = culprit {
            let reason = match cause {
                Cause::PerpetualCheck => "perpetual check",
                Cause::PerpetualChase => "perpetual chase",
                Cause::FirstPlayer => "repetition",
            };
            return (seen_by(side, culprit, *result), reason.to_owned());
        }
    }
    (otherwise, "repetition".to_owned())
}

/// By player, whether every move in the stretch gave check.
fn perpetual_checkers(rules: &Rules, position: &Position, stretch: usize) -> [bool; 2] {
    let mut replay = position.clone();
    let mut always = [true; 2];
    for _ in 0..stretch {
        let mover = replay.side_to_move().other().index();
        always[mover] = always[mover] && replay.in_check(rules);
        if always == [false; 2] {
            break;
        }
        replay.undo(rules);
    }
    always
}

/// Who wins a drawn game: by decree, or by points.
pub(super) fn drawn_for(rules: &Rules, position: &Position) -> Option<Side> {
    let Some(points) = &rules.definition.points else { return rules.definition.draws_for };
    let sum = |side: Side| -> u32 {
        points
            .values
            .iter()
            .map(|&(kind, value)| u32::from(value) * u32::from(position.count_of_base(rules, side, kind)))
            .sum()
    };
    let (first, second) = (sum(Side::First), sum(Side::Second) + u32::from(points.second));
    match first.cmp(&second) {
        std::cmp::Ordering::Greater => Some(Side::First),
        std::cmp::Ordering::Less => Some(Side::Second),
        std::cmp::Ordering::Equal => rules.definition.draws_for,
    }
}

pub(super) fn only_promotions(moves: &[Move]) -> bool {
    !moves.is_empty() && moves.iter().all(|mv| mv.is_promotion())
}

/// The verdict for a stalemated player: that of the first line for it or its number of pieces, else `otherwise`.
pub(super) fn stalemate(rules: &Rules, position: &Position, otherwise: Verdict) -> Verdict {
    let side = position.side_to_move();
    let [own, other] = [side, side.other()].map(|side| position.piece_count(side));
    let fits = |ending: &&Ending| match ending.condition {
        Condition::StalemateOf(Stuck::Fewer) => own < other,
        Condition::StalemateOf(Stuck::AsMany) => own == other,
        Condition::StalemateOf(Stuck::More) => own > other,
        Condition::StalemateOf(Stuck::Player(player)) => player == side,
        _ => false,
    };
    rules.definition.endings.iter().find(fits).map_or(otherwise, |ending| ending.result)
}

/// What a verdict for `subject` is to `side`.
pub(super) fn seen_by(side: Side, subject: Side, verdict: Verdict) -> Verdict {
    match (verdict, side == subject) {
        (Verdict::Draw, _) => Verdict::Draw,
        (Verdict::Win, true) | (Verdict::Loss, false) => Verdict::Win,
        (Verdict::Loss, true) | (Verdict::Win, false) => Verdict::Loss,
    }
}
