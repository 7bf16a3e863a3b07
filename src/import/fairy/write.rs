//! From settings to the statements of a variant.
//!
//! Each family of statements has a file; a line knows the key that it comes from, so that what our loader says about the
//! line can be said about the key.

mod differences;
mod endings;
mod first_moves;
mod hands;
mod pieces;
mod promotion;
mod restrictions;
mod start;
mod whereabouts;

use super::super::ini::Section;
use super::super::outline::Translation;
use super::men::{Man, Setup, men, of_types};
use super::settings::{Regions, Settings, Stones};
use super::slots::{Slot, Slots};
use crate::definition::{PerSide, Side, Zone, capital, spell_zone, xboard_names};
use crate::diagnostic::{Diagnostic, Span};
use crate::rules::topology::Topology;
use crate::syntax::variant::LONGEST_NAME;

/// What a variant is written with.
struct Writer<'a> {
    settings: &'a Settings,
    section: &'a Section,
    board: Topology,
    setup: Setup,
    men: Vec<Man>,
    /// Zones that have been given a name.
    zones: Vec<(&'static str, Zone)>,
    out: Translation,
}

/// The variant of a section, or why it cannot be one of ours.
pub fn variant(settings: &Settings, section: &Section) -> Result<Translation, Diagnostic> {
    let setup = Setup::read(settings);
    let men = men(settings, &setup);
    let mut writer = Writer {
        settings,
        section,
        board: settings.board(),
        setup,
        men,
        zones: Vec::new(),
        out: Translation::default(),
    };
    writer.refuse()?;
    writer.heading();
    writer.start_of_board();
    writer.pieces();
    writer.start();
    writer.promotions();
    writer.castling();
    writer.hands();
    writer.restrictions();
    writer.differences();
    writer.endings();
    writer.presentation();
    writer.blank();
    let end = section.entries.last().map_or(section.name.span.end, |entry| entry.span().end);
    let name = writer.name();
    writer.out.comes_from(&name, section.name.span.start..end, settings.ancestors.clone());
    Ok(writer.out)
}

impl Writer<'_> {
    /// The place of the first of these keys that the file says something about; else the section's name.
    fn origin(&self, keys: &[&str]) -> Span {
        let said = keys.iter().find_map(|key| self.settings.origins.get(*key));
        said.cloned().unwrap_or(self.section.name.span.clone())
    }

    fn line(&mut self, text: impl AsRef<str>, keys: &[&str]) {
        let origin = self.origin(keys);
        self.out.line(&format!("  {}", text.as_ref()), origin);
    }

    fn blank(&mut self) {
        let origin = self.section.name.span.clone();
        if !self.out.text.ends_with("\n\n") {
            self.out.line("", origin);
        }
    }

    fn warn(&mut self, keys: &[&str], message: &str, label: &str) {
        let origin = self.origin(keys);
        self.out.diagnostics.push(Diagnostic::warning(origin, message).label(label));
    }

    /// Games that our language has no words for.
    fn refuse(&self) -> Result<(), Diagnostic> {
        let settings = self.settings;
        let turns = settings.flip_enclosed;
        let unknown_drops = settings.enclosing_drop == Some(Stones::Reversi) && turns != Some(Stones::Reversi);
        let known_turns = matches!(turns, None | Some(Stones::Reversi | Stones::Ataxx | Stones::Quadwrangle));
        let reasons: &[(bool, &str, &str)] = &[
            (!known_turns, "flipEnclosedPieces", "a game in which pieces change sides where they stand"),
            (unknown_drops, "enclosingDrop", "a game of stones that are placed by what stands around"),
        ];
        if let Some((_, key, what)) = reasons.iter().find(|reason| reason.0) {
            let complaint = Diagnostic::error(self.origin(&[key]), format!("`{}` is {what}", self.section.name.text));
            return Err(complaint.label("Griffon has no such rule, so this section is left out"));
        }
        if self.men.is_empty() && !settings.pieces.is_empty() {
            let text = format!("the start position of `{}` has no pieces", self.section.name.text);
            let complaint = Diagnostic::error(self.origin(&["startFen"]), text);
            return Err(complaint.help("name pieces that come onto the board otherwise, as in `pawn = p`"));
        }
        if self.men.is_empty() {
            let name = self.section.name.span.clone();
            let complaint = Diagnostic::error(name, format!("`{}` has no pieces", self.section.name.text));
            let help =
                "without a parent a section begins without any: say `pawn = p` and so on, or inherit, `[name:chess]`";
            return Err(complaint.help(help));
        }
        Ok(())
    }

    /// Its name, in letters that ours may have.
    fn name(&self) -> String {
        let fine = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        let name = self.section.name.text.to_ascii_lowercase();
        let name: String = name.chars().map(|c| if fine(c) { c } else { '-' }).collect();
        match name.trim_start_matches('-') {
            "" => "variant".to_owned(),
            name => name.chars().take(LONGEST_NAME).collect(),
        }
    }

    fn heading(&mut self) {
        let name = self.section.name.clone();
        let ours = self.name();
        for line in &self.section.comment {
            let line = format!("# {line}");
            self.out.line(line.trim_end(), name.span.clone());
        }
        self.out.line(&format!("variant {ours}"), name.span.clone());
        let words = name.text.split(['-', '_', ' ']).filter(|word| !word.is_empty());
        let title: Vec<String> = words.map(capital).collect();
        self.line(format!("title \"{}\"", title.join(" ").replace('"', "'")), &[]);
        if ours != name.text && name.text.chars().all(|c| c.is_ascii_alphanumeric() || "-_.".contains(c)) {
            self.line(format!("uci {}", name.text), &[]);
        }
        if xboard_names::recognised(&ours).is_some_and(|known| known != ours) {
            self.line(format!("cecp {}", name_for_xboard(&ours)), &[]);
        }
        self.blank();
    }

    fn presentation(&mut self) {
        let settings = self.settings;
        if ["shogi", "xiangqi", "janggi"].contains(&settings.template.as_str()) {
            let parent = if settings.template == "shogi" { "shogi" } else { "xiangqi" };
            self.blank();
            self.line(format!("xboard-parent {parent}"), &["variantTemplate"]);
        }
    }

    /// The squares of a region for each player.
    fn zone(&self, regions: &Regions) -> Zone {
        PerSide(Side::BOTH.map(|side| self.settings.squares(&regions[side])))
    }

    /// In words, by its name if it has one.
    fn spell(&self, zone: &Zone) -> String {
        match self.zones.iter().find(|(_, named)| named == zone) {
            Some((name, _)) => (*name).to_owned(),
            None => spell_zone(&self.board, zone),
        }
    }

    /// Gives a zone a name if it is worth one.
    fn name_zone(&mut self, name: &'static str, zone: Zone, keys: &[&str]) {
        if !self.is_nowhere(&zone) && !self.is_everywhere(&zone) {
            let words = spell_zone(&self.board, &zone);
            self.line(format!("zone {name} = {words}"), keys);
            self.zones.push((name, zone));
        }
    }

    /// Names of the kinds that count as one of these types.
    fn names(&self, types: Slots) -> Vec<String> {
        of_types(&self.men, types).into_iter().map(|man| man.name.clone()).collect()
    }

    /// As `names`, where `*` means nobody there.
    fn names_one_by_one(&self, types: Slots) -> Vec<String> {
        self.men.iter().filter(|man| types.contains(man.slot)).map(|man| man.name.clone()).collect()
    }

    fn names_of(&self, slot: Slot) -> Vec<String> {
        self.names(Slots::of(&[slot]))
    }

    /// The kind with the letter of this slot.
    fn plain(&self, slot: Slot) -> Option<&Man> {
        self.men.iter().find(|man| man.base == slot && !man.promoted)
    }

    fn is_everywhere(&self, zone: &Zone) -> bool {
        Side::BOTH.iter().all(|&side| self.board.squares().all(|at| zone[side].contains(at)))
    }

    fn is_nowhere(&self, zone: &Zone) -> bool {
        Side::BOTH.iter().all(|&side| zone[side].is_empty())
    }
}

/// A name that XBoard doesn't take for one of its own variants: words that it knows are cut short.
fn name_for_xboard(name: &str) -> String {
    let mut short = name.to_owned();
    while let Some(known) = xboard_names::recognised(&short).filter(|known| *known != short) {
        let cut = short.replacen(known, &known[..known.len().min(4)], 1);
        if cut == short || known.len() <= 4 {
            return xboard_names::free(name);
        }
        short = cut;
    }
    short
}
