//! Promotions, hands and drops.

use super::{Said, Writer, parts, unquoted};
use crate::definition::{Side, spell_zone};
use crate::diagnostic::{Diagnostic, Span};

impl Writer<'_> {
    pub(super) fn promotions(&mut self) -> Said<()> {
        let mut said: Vec<(String, Vec<String>, Span)> = Vec::new();
        for (at, piece) in self.variant.pieces.iter().enumerate() {
            let optional = piece.lines.iter().find(|line| line.key.text == "Optional promotion");
            for line in piece.lines.iter().filter(|line| line.key.text.ends_with("romotion")) {
                let extra = line.key.text != "Promotion";
                let all = parts(&line.value);
                let [white, black, ..] = &all[..] else {
                    return Err(Diagnostic::error(
                        line.value.span.clone(),
                        "a promotion has two zones and what is promoted to",
                    )
                    .help("write `Promotion: ZONE, ZONE, \"QRBN\"`"));
                };
                let zone = self.zone(white, black)?;
                let choices = all.get(2).map_or("", |choices| unquoted(&choices.text));
                if choices.is_empty() || Side::BOTH.iter().all(|&side| zone[side].is_empty()) {
                    continue;
                }
                let to = match choices {
                    "+" => "to partners".to_owned(),
                    letters => {
                        let names: Vec<String> = letters
                            .chars()
                            .filter_map(|letter| {
                                self.men.iter().find(|man| man.symbol == letter.to_string()).map(|man| man.name.clone())
                            })
                            .collect();
                        if names.len() != letters.chars().count() {
                            let span = all[2].span.clone();
                            return Err(Diagnostic::error(
                                span,
                                format!("`{letters}` names a piece that is not there"),
                            ));
                        }
                        format!("to {}", names.join(", "))
                    }
                };
                let must = match (extra, optional) {
                    (true, _) => ", optional",
                    (false, Some(_)) => "",
                    (false, None) => ", mandatory when stuck",
                };
                let when = if choices == "+" { ", arriving or leaving" } else { "" };
                let here = if self.rule("promote here").is_some() { ", in place" } else { "" };
                let quiet = if self.rule("quiet promotion").is_some() { ", not capturing" } else { "" };
                let text = format!("in {}{when}{quiet}{here}, {to}{must}", spell_zone(&self.board, &zone));
                let name = self.men[at].name.clone();
                match said.iter_mut().find(|known| known.0 == text) {
                    Some((_, names, _)) => names.push(name),
                    None => said.push((text, vec![name], line.span())),
                }
            }
        }
        for (text, names, origin) in said {
            self.line(format!("promotion {} {text}", names.join(", ")), origin);
        }
        Ok(())
    }

    pub(super) fn has_hands(&self) -> bool {
        self.rule("allow drops").is_some() || self.rule("gate drops").is_some()
    }

    pub(super) fn hands(&mut self) -> Said<()> {
        if let Some(span) = self.rule("allow pickup") {
            return Err(Diagnostic::error(
                span,
                format!("`{}` is a game in which pieces are taken back into the hand", self.variant.name.text),
            )
            .label("Griffon has no such rule, so this variant is left out"));
        }
        if !self.has_hands() {
            return Ok(());
        }
        let gates = self.rule("gate drops");
        let origin = self.rule("allow drops").or(gates.clone()).unwrap_or(0..0);
        let source = match (self.rule("keep capture"), self.rule("return capture")) {
            (Some(_), _) => "captures",
            (None, Some(_)) => "captures, returned",
            (None, None) if gates.is_some() => "start, kept",
            (None, None) => "start",
        };
        let first = if self.rule("force drops").is_some() { ", dropped first" } else { "" };
        self.line("", origin.clone());
        self.line(format!("hand from {source}{first}"), origin.clone());
        if let Some(span) = gates {
            let fen = self.fen();
            let hand = fen.split(['[', ']']).nth(1).unwrap_or_default().to_ascii_uppercase();
            let names: Vec<String> =
                self.men.iter().filter(|man| hand.contains(&man.symbol)).map(|man| man.name.clone()).collect();
            if !names.is_empty() {
                self.line(format!("gate {} behind rank 1", names.join(", ")), span);
            }
            return Ok(());
        }
        let zone = self.variant.lines.iter().find(|line| line.key.text == "Drop zone");
        let zone = match zone.map(|line| parts(&line.value)) {
            Some(all) if all.len() == 2 => Some(spell_zone(&self.board, &self.zone(&all[0], &all[1])?)),
            _ => None,
        };
        let mut limits: Vec<(String, Vec<String>)> = Vec::new();
        for man in self.men.iter().filter(|man| !man.royal && !man.symbol.starts_with('+')) {
            let mut said: Vec<String> = zone.iter().map(|zone| format!("in {zone}")).collect();
            let has = |flag: &str| man.flags.iter().any(|known| known == flag);
            if has("drop_one_file") {
                said.push("at most 1 a file".into());
            }
            if zone.is_none() && !has("drop_dead") {
                said.push("not where stuck".into());
            }
            if has("drop_no_check") {
                said.push("check is illegal".into());
            } else if has("drop_no_mate") {
                said.push("mate is illegal".into());
            }
            let text = said.join(", ");
            match limits.iter_mut().find(|known| known.0 == text) {
                _ if text.is_empty() => {}
                Some((_, names)) => names.push(man.name.clone()),
                None => limits.push((text, vec![man.name.clone()])),
            }
        }
        for (text, names) in limits {
            self.line(format!("drop {} {text}", names.join(", ")), origin.clone());
        }
        Ok(())
    }
}
