//! Rules: what is forbidden, and how games end.

use super::{Man, Said, Writer};
use crate::definition::{PerSide, Side, spell_zone};
use crate::diagnostic::{Diagnostic, did_you_mean};

impl Writer<'_> {
    pub(super) fn endings(&mut self) -> Said<()> {
        let name = self.variant.name.span.clone();
        self.line("", name.clone());
        let rules = self.rules.clone();
        let value =
            |names: &[&str]| rules.iter().find(|rule| names.contains(&rule.0.as_str())).map(|rule| rule.1.as_str());
        let trading: Vec<String> = self.with_flag("endangered");
        if !trading.is_empty() {
            self.line(format!("illegal trading {}", trading.join(", ")), name.clone());
        }
        if self.rule("duplecheck").is_some() {
            self.line("illegal all royals left in check", name.clone());
            self.line("remove illegal royal left in check", name.clone());
        }
        let flags: Vec<&str> = ["BlackFlag", "WhiteFlag"].into_iter().collect();
        let zone = PerSide([0, 1].map(|at| {
            self.zones.iter().find(|zone| zone.0 == flags[at]).map(|zone| zone.1.clone()).unwrap_or_default()
        }));
        if Side::BOTH.iter().any(|&side| !zone[side].is_empty()) {
            let carriers = self.with_flag("capture_flag");
            let all = value(&["captureallflags"]).is_some();
            let number = if all { format!("{} ", zone[Side::First].len().max(1)) } else { String::new() };
            let who = if carriers.is_empty() { "anything".into() } else { carriers.join(", ") };
            self.line(format!("reach {} with {number}{who} is win", spell_zone(&self.board, &zone)), name.clone());
        }
        let (mut repetition, mut perpetual, mut moves) = ((3, "draw".to_owned()), String::new(), 50);
        let mut stalemate = "draw";
        for (rule, value, span) in &rules {
            let digits = rule.trim_start_matches(|c: char| !c.is_ascii_digit());
            match rule.trim_end_matches(|c: char| c.is_ascii_digit()) {
                "repeat" => repetition = (digits.parse().unwrap_or(3), value.clone()),
                "perpetual" => {
                    perpetual = if value == "draw" { String::new() } else { ", perpetual check is loss".into() }
                }
                "movecountdraw" => moves = value.parse().unwrap_or(50),
                // They say what it is for the player who gives it.
                "stalemate" => stalemate = reversed(value),
                "checkmate" if value != "win" => self.line(format!("checkmate is {}", reversed(value)), span.clone()),
                "loneking" if self.rule("bare rule").is_none() => {
                    self.line(format!("bare royal is {value}"), span.clone())
                }
                "bare rule" => self.line("bare royal is loss, unless it bares back", span.clone()),
                "nopieces" => self.line(format!("extinct anything is {value}"), span.clone()),
                "taboo" => self.line("illegal royals facing on files, ranks", span.clone()),
                "en-passant check" => self.line("illegal royal passing through check", span.clone()),
                "forced capture" => self.line("illegal ignoring captures", span.clone()),
                "check" if !digits.is_empty() => self.line(format!("checks {digits} is {value}"), span.clone()),
                "shak rule" => {
                    let strong = self.with_flag("shak");
                    if !strong.is_empty() {
                        self.line(format!("checkmate without check by {} is draw", strong.join(", ")), span.clone());
                    }
                }
                "checkmate" | "loneking" | "captureanyflag" | "captureallflags" | "keep capture" | "return capture"
                | "allow drops" | "gate drops" | "force drops" | "duplecheck" | "check any king" | "special init"
                | "chase rule" | "promote here" | "quiet promotion" => {}
                "promote drop" | "promote by move" => {
                    self.warn(span.clone(), format!("Griffon has no rule `{rule}`"), "it has no effect");
                }
                _ => {
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
                    let near = did_you_mean(rule, RULES.iter().copied());
                    let complaint =
                        Diagnostic::warning(span.clone(), format!("`{rule}` is not a rule")).label("it has no effect");
                    self.out.diagnostics.push(match near {
                        Some(near) => complaint.help(format!("did you mean `{near}`?")),
                        None => complaint.help(format!("the rules are {}", RULES.join(", "))),
                    });
                }
            }
        }
        let contagious = self.with_flag("assimilate");
        if !contagious.is_empty() {
            let royals: Vec<String> = self.men.iter().filter(|man| man.royal).map(|man| man.name.clone()).collect();
            let spared = if royals.is_empty() { String::new() } else { format!(", sparing {}", royals.join(", ")) };
            self.line(format!("capture spreads {}{spared}", contagious.join(", ")), name.clone());
        }
        let silent = self.with_flag("no_mate");
        if !silent.is_empty() {
            self.line(format!("checkmate by {} is win", silent.join(", ")), name.clone());
        }
        self.line(format!("stalemate is {stalemate}"), name.clone());
        if repetition.0 > 1 {
            let chase = if self.rule("chase rule").is_some() { ", perpetual chase is loss" } else { "" };
            let result = if repetition.1 == "illegal" { "loss" } else { repetition.1.as_str() };
            self.line(format!("repetition {} is {result}{perpetual}{chase}", repetition.0), name.clone());
        }
        if moves > 0 {
            self.line(format!("counter at {moves} moves is draw"), name);
        }
        Ok(())
    }

    pub(super) fn with_flag(&self, flag: &str) -> Vec<String> {
        let has = |man: &&Man| man.flags.iter().any(|known| known == flag);
        self.men.iter().filter(has).map(|man| man.name.clone()).collect()
    }
}

fn reversed(value: &str) -> &'static str {
    match value {
        "win" => "loss",
        "loss" => "win",
        _ => "draw",
    }
}
