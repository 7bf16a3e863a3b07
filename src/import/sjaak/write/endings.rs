//! Rules: what is forbidden, and how games end.

use super::{Man, Writer};
use crate::definition::{PerSide, Side, spell_zone};
use crate::diagnostic::{Diagnostic, Span, did_you_mean};

const RULES: &[&str] = &[
    "checkmate",
    "stalemate",
    "repeat3",
    "perpetual",
    "loneking",
    "nopieces",
    "captureanyflag",
    "captureallflags",
    "movecountdraw",
    "taboo",
    "keep capture",
    "return capture",
    "forced capture",
    "duplecheck",
    "check any king",
    "allow pickup",
    "allow drops",
    "force drops",
    "gate drops",
    "promote here",
    "quiet promotion",
    "en-passant check",
    "special init",
    "bare rule",
    "chase rule",
    "shak rule",
];

impl Writer<'_> {
    pub(super) fn endings(&mut self) {
        let name = self.variant.name.span.clone();
        self.line("", name.clone());
        let trading = self.with_flag("endangered");
        if !trading.is_empty() {
            self.line(format!("illegal trading {}", trading.join(", ")), name.clone());
        }
        if self.rule("duplecheck").is_some() {
            self.line("illegal all royals left in check", name.clone());
            self.line("remove illegal royal left in check", name.clone());
        }
        self.flags();
        for (rule, value, span) in self.rules.clone() {
            self.single_rule(&rule, &value, span);
        }
        let contagious = self.with_flag("assimilate");
        if !contagious.is_empty() {
            let royals: Vec<String> = self.men.iter().filter(|man| man.royal).map(|man| man.name.clone()).collect();
            let spared = if royals.is_empty() { String::new() } else { format!(", sparing {}", royals.join(", ")) };
            self.line(format!("capture spreads {}{spared}", contagious.join(", ")), name.clone());
        }
        let silent = self.with_flag("no_mate");
        if !silent.is_empty() {
            self.line(format!("checkmate by {} is win", silent.join(", ")), name);
        }
        self.draws();
    }

    /// Squares that win for who reaches them.
    fn flags(&mut self) {
        let zone =
            PerSide(["BlackFlag", "WhiteFlag"].map(|flag| {
                self.zones.iter().find(|zone| zone.0 == flag).map(|zone| zone.1.clone()).unwrap_or_default()
            }));
        if Side::BOTH.iter().any(|&side| !zone[side].is_empty()) {
            let carriers = self.with_flag("capture_flag");
            let all = self.rule("captureallflags").is_some();
            let number = if all { format!("{} ", zone[Side::First].len().max(1)) } else { String::new() };
            let who = if carriers.is_empty() { "anything".into() } else { carriers.join(", ") };
            let words = spell_zone(&self.board, &zone);
            self.line(format!("reach {words} with {number}{who} is win"), self.variant.name.span.clone());
        }
    }

    /// The line of a rule that is one by itself.
    fn single_rule(&mut self, rule: &str, value: &str, span: Span) {
        let stem = without_number(rule);
        let number = &rule[stem.len()..];
        let strong = self.with_flag("shak").join(", ");
        let line = match stem {
            "checkmate" if value != "win" => format!("checkmate is {}", reversed(value)),
            "loneking" if self.rule("bare rule").is_none() => format!("bare royal is {value}"),
            "bare rule" => "bare royal is loss, unless it bares back".to_owned(),
            "nopieces" => format!("extinct anything is {value}"),
            "taboo" => "illegal royals facing on files, ranks".to_owned(),
            "en-passant check" => "illegal royal passing through check".to_owned(),
            "forced capture" => "illegal ignoring captures".to_owned(),
            "check" if !number.is_empty() => format!("checks {number} is {value}"),
            "shak rule" if !strong.is_empty() => format!("checkmate without check by {strong} is draw"),
            // Told with others, or what needs no telling.
            "stalemate" | "repeat" | "perpetual" | "movecountdraw" | "checkmate" | "loneking" | "shak rule"
            | "captureanyflag" | "captureallflags" | "keep capture" | "return capture" | "allow drops"
            | "gate drops" | "force drops" | "duplecheck" | "check any king" | "special init" | "chase rule"
            | "promote here" | "quiet promotion" => return,
            "promote drop" | "promote by move" => {
                return self.warn(span, format!("Griffon has no rule `{rule}`"), "it has no effect");
            }
            _ => {
                let complaint = Diagnostic::warning(span, format!("`{rule}` is not a rule")).label("it has no effect");
                let help = match did_you_mean(rule, RULES.iter().copied()) {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => format!("the rules are {}", RULES.join(", ")),
                };
                return self.out.diagnostics.push(complaint.help(help));
            }
        };
        self.line(line, span);
    }

    /// What is drawn also where the file says nothing of it; of rules that are said twice the last one counts.
    fn draws(&mut self) {
        let name = self.variant.name.span.clone();
        let last = |stem: &str| self.rules.iter().rfind(|rule| without_number(&rule.0) == stem);
        // It is said for the player who gives it.
        let stalemate = last("stalemate").map_or("draw", |rule| reversed(&rule.1));
        let (times, result) = last("repeat").map_or((3, "draw"), |(rule, value, _)| {
            (rule["repeat".len()..].parse().unwrap_or(3), if value == "illegal" { "loss" } else { value })
        });
        let checks = last("perpetual").is_some_and(|rule| rule.1 != "draw");
        let moves = last("movecountdraw").map_or(50, |rule| rule.1.parse().unwrap_or(50));
        let perpetual = if checks { ", perpetual check is loss" } else { "" };
        let chase = if self.rule("chase rule").is_some() { ", perpetual chase is loss" } else { "" };
        let repetition = format!("repetition {times} is {result}{perpetual}{chase}");
        self.line(format!("stalemate is {stalemate}"), name.clone());
        if times > 1 {
            self.line(repetition, name.clone());
        }
        if moves > 0 {
            self.line(format!("counter at {moves} moves is draw"), name);
        }
    }

    pub(super) fn with_flag(&self, flag: &str) -> Vec<String> {
        let has = |man: &&Man| man.flags.iter().any(|known| known == flag);
        self.men.iter().filter(has).map(|man| man.name.clone()).collect()
    }
}

/// `repeat` of `repeat3`.
fn without_number(rule: &str) -> &str {
    rule.trim_end_matches(|c: char| c.is_ascii_digit())
}

/// What may come of a rule that says how a game ends or goes on; empty for rules that say no more than their name.
pub(super) fn results(rule: &str) -> &'static [&'static str] {
    match without_number(rule) {
        "checkmate" | "stalemate" | "loneking" | "nopieces" => &["win", "loss", "draw"],
        "check" if rule != "check" => &["win", "loss", "draw"],
        "repeat" | "perpetual" => &["win", "loss", "draw", "illegal"],
        _ => &[],
    }
}

fn reversed(value: &str) -> &'static str {
    match value {
        "win" => "loss",
        "loss" => "win",
        _ => "draw",
    }
}
