//! How the game ends: goals, mates, counts and repetition.

mod goals;

use super::words::{Words, a, capital, counted, list as join, number, ordinal, outcome, plural, verdict};
use crate::definition::{
    Cause, Condition, CountRule, Counter, Definition, Ending, Impasse, Kind, Numbers, PieceType, Points,
    RepetitionCause, Side, Stuck, Verdict, Wing,
};

/// Which chapter an ending is told in.
#[derive(PartialEq, Eq)]
enum Subject {
    End,
    Counting,
    Repetition,
}

fn subject(condition: &Condition) -> Subject {
    match condition {
        Condition::Checkmate
        | Condition::Stalemate
        | Condition::CheckmateBy(_)
        | Condition::CheckmateWithout(_)
        | Condition::StalemateOf(_)
        | Condition::OnlyPromotions
        | Condition::Bare { .. }
        | Condition::Bikjang
        | Condition::BothPassed
        | Condition::Extinct { .. }
        | Condition::Reach { .. }
        | Condition::Row { .. }
        | Condition::Block { .. }
        | Condition::Chain { .. }
        | Condition::FullBoard
        | Condition::Checks { .. }
        | Condition::Castled(_)
        | Condition::CastlingLost(_)
        | Condition::InsufficientMaterial
        | Condition::Impasse(_) => Subject::End,
        Condition::MoveCount { .. } | Condition::Counting(_) => Subject::Counting,
        Condition::Repetition { .. } => Subject::Repetition,
    }
}

fn about(definition: &Definition, wanted: Subject) -> Vec<String> {
    let endings = definition.endings.iter().filter(|ending| subject(&ending.condition) == wanted);
    endings.flat_map(|ending| ending_sentences(definition, ending)).collect()
}

pub fn sentences(definition: &Definition) -> Vec<String> {
    about(definition, Subject::End)
}

pub fn counting(definition: &Definition) -> Vec<String> {
    about(definition, Subject::Counting)
}

pub fn repetition(definition: &Definition) -> Vec<String> {
    about(definition, Subject::Repetition)
}

/// What becomes of draws.
pub fn draws(definition: &Definition) -> Vec<String> {
    let mut list = Vec::new();
    if let Some(Points { values, second }) = &definition.points {
        let halves = |halves: u16| if halves % 2 == 1 { format!("{}.5", halves / 2) } else { (halves / 2).to_string() };
        let values: Vec<String> =
            values.iter().map(|&(kind, value)| format!("{} {}", definition.piece(kind).name, halves(value))).collect();
        list.push(format!(
            "A drawn game is won by the player whose pieces on the board count for more: {}.",
            values.join(", ")
        ));
        if *second > 0 {
            list.push(format!("The second player gets {} points for moving second.", halves(*second)));
        }
    }
    if let Some(side) = definition.draws_for {
        let which =
            if definition.points.is_some() { "A drawn game in which both count the same" } else { "A drawn game" };
        list.push(format!("{which} counts as won by {}.", definition.player(side)));
    }
    list
}

fn ending_sentences(definition: &Definition, ending: &Ending) -> Vec<String> {
    let words = Words(definition);
    let Ending { condition, result } = ending;
    let ends = verdict(*result);
    let one = |text: String| vec![text];
    match condition {
        Condition::Checkmate => {
            one(format!("A player who is in check and has no legal move is checkmated and {ends}."))
        }
        Condition::Stalemate => one(match has_checks(definition) {
            true => format!("A player who is not in check and has no legal move (stalemate) {ends}."),
            false => format!("A player who has no legal move {ends}."),
        }),
        Condition::CheckmateBy(kinds) => {
            one(format!("But a player who is checkmated by {} alone {ends}.", words.any_of(kinds)))
        }
        Condition::CheckmateWithout(kinds) => one(format!(
            "But if the mate ends a series of checks of which none was given by {}, the mated player {ends}.",
            words.any_of(kinds)
        )),
        Condition::StalemateOf(stuck) => one(stalemate_of(definition, stuck, ends)),
        Condition::OnlyPromotions => {
            one(format!("A player who is not in check and can do nothing but promote {ends}."))
        }
        Condition::Bare { may_bare_back } => {
            let unless = if *may_bare_back { ", unless the answer bares the opponent as well" } else { "" };
            one(format!("A player who has nothing left but a royal piece, against more, {ends}{unless}."))
        }
        Condition::Bikjang => one(format!(
            "When the royal pieces face each other along an open file (bikjang), the answer must end that, or pass; if they still face each other then, {}.",
            outcome(*result)
        )),
        Condition::BothPassed => {
            one(format!("When both players have passed, one after the other, {}.", outcome(*result)))
        }
        Condition::Extinct { kinds, any, player, count, against } => {
            one(goals::extinct(&words, (kinds, *any, *player), (*count, *against), ends))
        }
        Condition::Reach { kinds, zone, number, or_full, arrival } => {
            let full = if *or_full { " (or one, when no square there is empty)" } else { "" };
            let has = format!("{} {}{full}", goals::some(&words, kinds, *number), words.within(zone));
            one(goals::reach(definition, &has, arrival, ends))
        }
        Condition::Row { kinds, length, lines, gaps } => {
            for_each_number(definition, *length, ends, |length| goals::row(&words, length, kinds, (*lines, *gaps)))
        }
        Condition::Block { kinds, size } => for_each_number(definition, *size, ends, |size| {
            let size = number(size);
            format!("{} on all squares of a square of {size} by {size}", goals::whose(&words, kinds))
        }),
        Condition::FullBoard => one(format!("When no square is empty, {}.", outcome(*result))),
        Condition::Chain { kinds, ends: [from, to], lines } => one(format!(
            "A player whose {}, each next to another along {}, lead from a square {} to one {} {ends}.",
            goals::whose(&words, kinds),
            a(&join(&lines.singular(), "or")),
            words.within(from),
            words.within(to)
        )),
        Condition::Checks { count } => {
            for_each_number(definition, *count, ends, |count| format!("given {}", counted(count, "check")))
        }
        Condition::Castled(wing) => {
            one(format!("{} who has castled{} {ends}.", who(definition, *wing), to_side(*wing)))
        }
        Condition::CastlingLost(wing) => {
            one(format!("{} who has lost the right to castle{} {ends}.", who(definition, *wing), to_side(*wing)))
        }
        Condition::InsufficientMaterial => one(format!(
            "When {}neither player could ever give {} with what is left on the board, {}.",
            if definition.hands.is_some() { "the hands are empty and " } else { "" },
            if checks_win(definition) { "check" } else { "mate" },
            outcome(*result)
        )),
        Condition::Impasse(impasse) => impasse_sentences(&words, impasse, ends),
        Condition::MoveCount { plies } => one(move_count(definition, *plies, *result)),
        Condition::Counting(rule) => one(count_rule(&words, rule, *result)),
        Condition::Repetition { times, made, causes } => repetitions(definition, (*times, *made), causes, *result),
    }
}

fn stalemate_of(definition: &Definition, stuck: &Stuck, ends: &str) -> String {
    let who = match stuck {
        Stuck::Fewer => "a player without a legal move who has fewer pieces on the board than the opponent",
        Stuck::AsMany => "a player without a legal move who has as many pieces on the board as the opponent",
        Stuck::More => "a player without a legal move who has more pieces on the board than the opponent",
        Stuck::Player(side) => &format!("without a legal move {}", definition.player(*side)),
    };
    let otherwise = definition.endings.iter().any(|ending| ending.condition == Condition::Stalemate);
    if otherwise { format!("But {who} {ends}.") } else { format!("{} {ends}.", capital(who)) }
}

/// What a player has who has what `had` says of a number: a sentence for both, or one for each who needs another number.
fn for_each_number(definition: &Definition, numbers: Numbers, ends: &str, had: impl Fn(u32) -> String) -> Vec<String> {
    match numbers.0 {
        [Some(first), Some(second)] if first == second => {
            vec![format!("A player who has {} {ends}.", had(first.into()))]
        }
        _ => {
            let needed = Side::BOTH.into_iter().filter_map(|side| Some((side, numbers[side]?)));
            let sentence = |(side, number): (Side, u16)| {
                format!("{} {ends} when it has {}.", definition.player(side), had(number.into()))
            };
            needed.map(sentence).collect()
        }
    }
}

/// Checks are counted.
fn checks_win(definition: &Definition) -> bool {
    definition.endings.iter().any(|ending| matches!(ending.condition, Condition::Checks { .. }))
}

/// Some piece can be in check.
fn has_checks(definition: &Definition) -> bool {
    definition.pieces.iter().any(|piece: &PieceType| piece.royal)
}

fn who(definition: &Definition, wing: Wing) -> String {
    wing.player.map_or("A player", |side| definition.player(side)).to_owned()
}

fn to_side(wing: Wing) -> &'static str {
    match wing.right {
        None => "",
        Some(true) => " to the right (as the first player sees it)",
        Some(false) => " to the left (as the first player sees it)",
    }
}

fn impasse_sentences(words: &Words, impasse: &Impasse, ends: &str) -> Vec<String> {
    let Impasse { zone, men, points, values } = impasse;
    let [first, second] = points.0;
    let needed = if first == second {
        format!("{first} points")
    } else {
        format!("{first} points (the second player {second})")
    };
    let special: Vec<String> = values.iter().map(|&(kind, value)| format!("{} {value}", words.name(kind))).collect();
    let special = if special.is_empty() { String::new() } else { format!(", except {}", special.join(", ")) };
    vec![
        format!(
            "A player to move, not in check, whose royal piece is {} together with at least {} {ends} if these and the hand count for {needed}.",
            words.within(zone),
            counted((*men).into(), "other piece")
        ),
        format!("Each piece counts one point{special}."),
    ]
}

fn move_count(definition: &Definition, plies: u32, result: Verdict) -> String {
    let reset: Vec<Kind> = definition.kinds().filter(|&kind| definition.piece(kind).resets_counter).collect();
    let or_move = match reset.is_empty() {
        true => String::new(),
        false => format!(" and without a move of {}", Words(definition).any_of(&reset)),
    };
    let length = match plies % 2 {
        0 => format!("{} by each player", counted(plies / 2, "move")),
        _ => counted(plies, "single move"),
    };
    format!("After {length} without a capture{or_move}, {}.", outcome(result))
}

fn count_rule(words: &Words, rule: &CountRule, result: Verdict) -> String {
    let CountRule { whom, against, without, from_pieces, plies } = rule;
    let who = match whom {
        Counter::Bare => "a player has nothing left but royal pieces".to_owned(),
        Counter::Pieces { least, most } if least == most => {
            format!("a player has {} left, royal ones included", counted((*most).into(), "piece"))
        }
        Counter::Pieces { least, most } => format!(
            "a player has {} to {} left, royal ones included",
            number((*least).into()),
            counted((*most).into(), "piece")
        ),
        Counter::Anyone => "a piece is captured or promotes".to_owned(),
    };
    let against =
        against.map_or(String::new(), |(number, kind)| format!(" against {}", counted_name(number, words.name(kind))));
    let without = match without.as_slice() {
        [] => String::new(),
        kinds => format!(", with no {} on the board", join(&words.names(kinds), "or")),
    };
    let begins = if *from_pieces { "the number of pieces on the board" } else { "0" };
    format!(
        "When {who}{against}{without}, the moves are counted from {begins}: if there is no mate by {}, {}.",
        plies / 2,
        outcome(result)
    )
}

/// `at least two rooks`.
fn counted_name(count: u16, name: &str) -> String {
    if count == 1 { a(name) } else { format!("at least {} {}", number(count.into()), plural(name)) }
}

fn repetitions(
    definition: &Definition,
    (times, made): (u8, bool),
    causes: &[RepetitionCause],
    result: Verdict,
) -> Vec<String> {
    let set_up = if made { ", not counting the one that was set up" } else { "" };
    let times = ordinal(times.into());
    let mut list = vec![format!(
        "When the same position comes up for the {times} time with the same player to move{set_up}, {}{}.",
        outcome(result),
        if causes.is_empty() { "" } else { ", except as follows" }
    )];
    for RepetitionCause { cause, result } in causes {
        let ends = verdict(*result);
        list.push(match cause {
            Cause::PerpetualCheck => {
                format!("A player who alone has given check with every move of the repetition {ends}.")
            }
            Cause::PerpetualChase => {
                format!("A player who alone has chased an unprotected piece with every move of the repetition {ends}.")
            }
            Cause::FirstPlayer => format!("In all other cases {} {ends}.", definition.player(Side::First)),
        });
    }
    list
}
