//! The statements of endings.

use super::{Printer, along, player, verdict, wing_words};
use crate::definition::{Arrival, Cause, Condition, CountRule, Counter, Ending, Gaps, Kind, Numbers, Side, Stuck};

impl Printer<'_> {
    pub(super) fn endings(&mut self) {
        self.gap();
        let endings = &self.definition.endings;
        let has = |condition: Condition| endings.iter().any(|ending| ending.condition == condition);
        if self.has_royal() && !has(Condition::Checkmate) {
            self.line("remove checkmate");
        }
        if !has(Condition::Stalemate) {
            self.line("remove stalemate");
        }
        for ending in endings {
            self.line(&self.ending(ending));
        }
        if let Some(side) = self.definition.draws_for {
            self.line(&format!("draw wins for {}", player(side)));
        }
        if let Some(points) = &self.definition.points {
            let number = |halves: u16| format!("{}{}", halves / 2, if halves % 2 == 1 { ".5" } else { "" });
            let name = |kind: Kind| &self.definition.piece(kind).name;
            let mut parts: Vec<String> =
                points.values.iter().map(|&(kind, value)| format!("{} {}", name(kind), number(value))).collect();
            if points.second > 0 {
                parts.push(format!("second player {}", number(points.second)));
            }
            self.line(&format!("points {}", parts.join(", ")));
        }
    }

    pub(super) fn ending(&self, ending: &Ending) -> String {
        let result = verdict(ending.result);
        let pieces = |kinds: &[Kind]| if kinds.is_empty() { "royals".to_owned() } else { self.names_of(kinds) };
        match &ending.condition {
            Condition::Checkmate => format!("checkmate {result}"),
            Condition::CheckmateBy(kinds) => format!("checkmate by {} {result}", self.names_of(kinds)),
            Condition::CheckmateWithout(kinds) => {
                format!("checkmate without check by {} {result}", self.names_of(kinds))
            }
            Condition::Row { kinds, length, lines, gaps } => {
                let exactly = if *gaps == Gaps::Exact { "exactly " } else { "" };
                let gaps = if *gaps == Gaps::Allowed { ", gaps allowed" } else { "" };
                format!("row of {exactly}{}{}{gaps} with {} {result}", numbers(*length), along(*lines), pieces(kinds))
            }
            Condition::Block { kinds, size } => format!("block of {} with {} {result}", numbers(*size), pieces(kinds)),
            Condition::FullBoard => format!("full board {result}"),
            Condition::Chain { kinds, ends: [from, to], lines } => {
                let (from, to) = (self.zone(from), self.zone(to));
                format!("chain from {from} to {to}{} with {} {result}", along(*lines), pieces(kinds))
            }
            Condition::StalemateOf(stuck) => {
                let whose = match stuck {
                    Stuck::Fewer => "with fewer pieces",
                    Stuck::AsMany => "with as many pieces",
                    Stuck::More => "with more pieces",
                    Stuck::Player(Side::First) => "of white",
                    Stuck::Player(Side::Second) => "of black",
                };
                format!("stalemate {whose} {result}")
            }
            Condition::OnlyPromotions => format!("stalemate but for promotions {result}"),
            Condition::Stalemate => format!("stalemate {result}"),
            Condition::Bare { may_bare_back: false } => format!("bare royal {result}"),
            Condition::Bare { may_bare_back: true } => format!("bare royal {result}, unless it bares back"),
            Condition::Bikjang => format!("bikjang {result}"),
            Condition::BothPassed => format!("passes by both {result}"),
            Condition::Repetition { times, made, causes } => {
                let made = if *made { " made" } else { "" };
                let cause = |cause: Cause| match cause {
                    Cause::PerpetualCheck => "perpetual check",
                    Cause::PerpetualChase => "perpetual chase",
                    Cause::FirstPlayer => "first player",
                };
                let causes = causes.iter().map(|it| format!(", {} {}", cause(it.cause), verdict(it.result)));
                format!("repetition {times}{made} {result}{}", causes.collect::<String>())
            }
            Condition::MoveCount { plies } if plies % 2 == 0 => format!("counter at {} moves {result}", plies / 2),
            Condition::MoveCount { plies } => format!("counter at {plies} plies {result}"),
            Condition::Extinct { kinds, any, player, count, against } => {
                let player = match player {
                    None => "",
                    Some(Side::First) => " of white",
                    Some(Side::Second) => " of black",
                };
                let any = if *any { "any of " } else { "" };
                let down = if *count > 0 { format!(", down to {count}") } else { String::new() };
                let against = if *against > 0 { format!(", against {against}") } else { String::new() };
                format!("extinct {any}{}{player}{down}{against} {result}", pieces(kinds))
            }
            Condition::Reach { kinds, zone, number, or_full, arrival } => {
                let number = if *number > 1 { format!("{number} ") } else { String::new() };
                let full = if *or_full { ", or full" } else { "" };
                let arrival = match arrival {
                    Arrival::AtOnce => "",
                    Arrival::Held => ", held",
                    Arrival::Unattacked => ", unattacked",
                    Arrival::SecondAnswers => ", second player answers",
                };
                format!("reach {} with {number}{}{full}{arrival} {result}", self.zone(zone), pieces(kinds))
            }
            Condition::Checks { count } => format!("checks {} {result}", numbers(*count)),
            Condition::Castled(wing) => format!("castled{} {result}", wing_words(*wing)),
            Condition::CastlingLost(wing) => format!("castling-lost{} {result}", wing_words(*wing)),
            Condition::InsufficientMaterial => format!("insufficient material {result}"),
            Condition::Impasse(impasse) => {
                let [first, second] = impasse.points.0;
                let name = |kind: Kind| &self.definition.piece(kind).name;
                let values = impasse.values.iter().map(|&(kind, value)| format!(", {} {value}", name(kind)));
                format!(
                    "impasse in {} with {} men, {first} points, second player {second}{} {result}",
                    self.zone(&impasse.zone),
                    impasse.men,
                    values.collect::<String>()
                )
            }
            Condition::Counting(rule) => format!("{} {result}", self.counting(rule)),
        }
    }

    fn counting(&self, rule: &CountRule) -> String {
        let from = if rule.from_pieces { "pieces left" } else { "0" };
        let whom = match rule.whom {
            Counter::Bare => "bare royal".to_owned(),
            Counter::Pieces { least, most } => format!("{least} to {most} pieces"),
            Counter::Anyone => "anyone".to_owned(),
        };
        let mut line = format!("count from {from} to {} moves for {whom}", rule.plies / 2);
        if let Some((number, kind)) = rule.against {
            line.push_str(&format!(" against {number} {}", self.definition.piece(kind).name));
        }
        if !rule.without.is_empty() {
            line.push_str(&format!(", without {}", self.names_of(&rule.without)));
        }
        line
    }
}

/// `3`, or `white 3 black 5` where the players need different numbers.
fn numbers(numbers: Numbers) -> String {
    let own = |number: Option<u16>| number.map_or("never".to_owned(), |number| number.to_string());
    match numbers.0.map(own) {
        [first, second] if first == second => first,
        [first, second] => format!("white {first} black {second}"),
    }
}
