//! A definition in the language of variant files, with everything said that a file may leave to defaults.
//!
//! What is printed loads again to the same definition: that is a law, tested over all shipped variants.

mod endings;
mod moves;
mod restrictions;
mod seizing;

pub use restrictions::passing;

use super::{
    Definition, Ending, Few, Kind, Lines, MoveClause, PerSide, PieceType, ShuffleConstraint, Side, Symmetry, Verdict,
    Wing, zones,
};
use crate::rules::topology::SquareSet;

/// The complete rules as a variant file.
pub fn print(definition: &Definition) -> String {
    let mut printer = Printer { definition, text: String::new() };
    printer.names();
    printer.board();
    printer.pieces();
    printer.start();
    printer.moves();
    printer.effects();
    printer.restrictions();
    printer.endings();
    printer.presentation();
    printer.text
}

/// The line of an ending.
pub(crate) fn ending(definition: &Definition, ending: &Ending) -> String {
    Printer { definition, text: String::new() }.ending(ending)
}

struct Printer<'d> {
    definition: &'d Definition,
    text: String,
}

impl Printer<'_> {
    fn line(&mut self, line: &str) {
        self.text.push_str("  ");
        self.text.push_str(line);
        self.text.push('\n');
    }

    fn gap(&mut self) {
        if !self.text.ends_with("\n\n") {
            self.text.push('\n');
        }
    }

    fn names(&mut self) {
        let names = &self.definition.names;
        if !names.comment.is_empty() {
            for line in names.comment.lines() {
                self.text.push_str(format!("# {line}").trim_end());
                self.text.push('\n');
            }
        }
        self.text.push_str(&format!("variant {}\n", names.name));
        self.line(&format!("title \"{}\"", names.title));
        if !names.about.is_empty() {
            self.line(&format!("about \"{}\"", names.about));
        }
        self.line(&format!("uci {}", names.uci));
        self.line(&format!("cecp {}", names.cecp));
        if !names.aliases.is_empty() {
            self.line(&format!("also {}", names.aliases.join(", ")));
        }
        if let Some(parent) = &names.parent {
            self.line(&format!("based on {parent}"));
        }
    }

    fn board(&mut self) {
        let definition = self.definition;
        let topology = &definition.topology;
        self.gap();
        let mut line = format!("board {}x{}", topology.files(), topology.ranks());
        line.push_str(if topology.wrap_files { ", files joined" } else { "" });
        line.push_str(if topology.wrap_ranks { ", ranks joined" } else { "" });
        line.push_str(if topology.layers { ", layers 2" } else { "" });
        if let Some(grid) = &topology.grid {
            line.push_str(&format!(", grid {}x{} from {}", grid.width, grid.height, topology.name(grid.corner)));
        }
        line.push_str(if definition.presentation.first_rank == 0 { ", ranks from 0" } else { "" });
        self.line(&line);
        let cells =
            (0..topology.files()).flat_map(|x| (0..topology.ranks()).filter_map(move |y| topology.square(x, y)));
        let holes: Vec<String> = cells.filter(|&at| topology.is_hole(at)).map(|at| topology.name(at)).collect();
        if !holes.is_empty() {
            self.line(&format!("holes {}", holes.join(", ")));
        }
        for (name, zone) in &definition.zones {
            self.line(&format!("zone {name} = {}", zones::spell(topology, zone)));
        }
    }

    fn pieces(&mut self) {
        self.gap();
        let names = self.definition.pieces.iter().map(|piece| piece.name.chars().count());
        let (width, letters) = (names.max().unwrap_or(0), self.definition.pieces.iter().map(|p| p.symbol.len()));
        let letters = letters.max().unwrap_or(0);
        for piece in &self.definition.pieces {
            let mut line = format!("piece {:width$} {:letters$}", piece.name, piece.symbol);
            let mut clauses = piece.moves.iter().map(|clause| self.clause(clause));
            let is_plain = |clause: &MoveClause| {
                clause.from.is_none() && clause.into.is_none() && !clause.after_capture && clause.takes.is_empty()
            };
            if piece.moves.first().is_some_and(is_plain) {
                line.push_str(&format!(" {}", clauses.next().unwrap_or_default()));
            }
            let properties: Vec<String> = clauses.chain(self.properties(piece)).collect();
            if !properties.is_empty() {
                line.push_str(&format!(", {}", properties.join(", ")));
            }
            self.line(&line);
        }
    }

    fn clause(&self, clause: &MoveClause) -> String {
        let place = match &clause.from {
            Some(zone) if clause.along => format!("along {} ", self.zone(zone)),
            Some(zone) => format!("in {} ", self.zone(zone)),
            None if clause.after_capture => "once something is captured ".to_owned(),
            None => String::new(),
        };
        let into = clause.into.as_ref().map_or(String::new(), |zone| format!("into {} ", self.zone(zone)));
        let takes = match clause.takes.as_slice() {
            [] => String::new(),
            kinds => format!("taking only {} ", self.names_of(kinds)),
        };
        format!("{place}{into}{takes}{}", moves(&clause.text))
    }

    fn properties(&self, piece: &PieceType) -> Vec<String> {
        let mut list = Vec::new();
        if piece.royal {
            list.push(match (piece.royal_nearest, piece.royal_at_most) {
                (Some(nearest), _) => {
                    let zone = PerSide(nearest.0.map(|square| SquareSet::from_iter([square])));
                    format!("royal when nearest to {}", zones::spell(&self.definition.topology, &zone))
                }
                (None, None) => "royal".to_owned(),
                (None, Some(Few { most, by_kind })) => {
                    let few = if most == 1 { "last".to_owned() } else { format!("at most {most}") };
                    format!("royal when {few}{}", if by_kind { " of its kind" } else { "" })
                }
            });
        }
        if piece.iron {
            list.push("iron".to_owned());
        }
        if piece.resets_counter {
            list.push("resets counter".to_owned());
        }
        list.extend(piece.confined.as_ref().map(|zone| format!("stays in {}", self.zone(zone))));
        list.extend(piece.stops.as_ref().map(|zone| format!("stops in {}", self.zone(zone))));
        if piece.chases_freely {
            list.push("chases freely".to_owned());
        }
        if !piece.prey_of.is_empty() {
            list.push(format!("chased even protected by {}", self.names_of(&piece.prey_of)));
        }
        list.extend(piece.fair_game.as_ref().map(|zone| format!("chased freely in {}", self.zone(zone))));
        if !piece.spares.is_empty() {
            list.push(format!("cannot capture {}", self.names_of(&piece.spares)));
        }
        if piece.goes_on {
            list.push("goes on capturing".to_owned());
        }
        if piece.shy {
            list.push("cannot capture what is protected".to_owned());
        }
        if !piece.not_over.is_empty() {
            let onto = if piece.not_onto { " or onto" } else { "" };
            list.push(format!("cannot hop over{onto} {}", self.names_of(&piece.not_over)));
        }
        if piece.calm {
            list.push("initial moves not in check".to_owned());
        }
        if !piece.startled_by.is_empty() {
            list.push(format!("initial moves until in line with {}", self.names_of(&piece.startled_by)));
        }
        list.extend(piece.limit.map(|limit| format!("at most {limit}")));
        if piece.demotes_always {
            let what = piece.demotes_to.map_or("itself", |kind| &self.definition.piece(kind).name);
            list.push(format!("demotes to {what}"));
        }
        if let (Some(first), Some(second)) = (piece.glyphs[Side::First], piece.glyphs[Side::Second]) {
            list.push(format!("glyphs \"{first}{second}\""));
        }
        list.extend(piece.other_letters.iter().map(|letter| format!("also {letter}")));
        list.extend(piece.value.map(|value| format!("value {value}")));
        list.extend(piece.image.as_ref().map(|image| format!("image \"{image}\"")));
        list
    }

    fn start(&mut self) {
        self.gap();
        self.line(&format!("start \"{}\"", self.definition.start.fen));
        let Some(shuffle) = &self.definition.start.shuffle else { return };
        let name = |kind: Kind| self.definition.piece(kind).name.as_str();
        let mut parts: Vec<String> = Vec::new();
        for constraint in &shuffle.constraints {
            parts.push(match constraint {
                ShuffleConstraint::OppositeColours(kind) => format!("{} on opposite colours", name(*kind)),
                ShuffleConstraint::Between(kind, others) => format!("{} between {}", name(*kind), name(*others)),
                ShuffleConstraint::Fixed(kind) => format!("{} fixed", name(*kind)),
                ShuffleConstraint::InPlaceOf(kind, others) => {
                    let others: Vec<&str> = others.iter().map(|&kind| name(kind)).collect();
                    format!("{} in place of {}", name(*kind), others.join(" or "))
                }
                ShuffleConstraint::Apart(kind, other) => {
                    format!("{} and {} on opposite colours", name(*kind), name(*other))
                }
                ShuffleConstraint::In(kind, zone) => format!("{} in {}", name(*kind), self.zone(zone)),
                ShuffleConstraint::Protected(kind) => format!("{} protected", name(*kind)),
            });
        }
        let symmetry = match shuffle.symmetry {
            Symmetry::Mirrored => "mirrored",
            Symmetry::Rotated => "rotated",
            Symmetry::Independent => "independent",
        };
        parts.push(symmetry.to_owned());
        self.line(&format!("shuffle {}", parts.join(", ")));
    }

    fn has_royal(&self) -> bool {
        self.definition.pieces.iter().any(|piece| piece.royal)
    }

    fn presentation(&mut self) {
        let presentation = &self.definition.presentation;
        self.gap();
        let [first, second] = &presentation.colours.0;
        self.line(&format!("players \"{first}\", \"{second}\""));
        if let Some(parent) = &presentation.xboard_parent {
            self.line(&format!("xboard-parent {parent}"));
        }
        if let Some(letters) = &presentation.piece_to_char {
            self.line(&format!("xboard-letters \"{letters}\""));
        }
        if let Some(sound) = self.definition.hints.null_move {
            self.line(if sound { "null-move sound" } else { "null-move unsound" });
        }
    }

    fn zone(&self, zone: &super::Zone) -> String {
        zones::print(self.definition, zone)
    }

    fn sparing(&self, spared: &[Kind]) -> String {
        match spared {
            [] => String::new(),
            spared => format!(", sparing {}", self.many(spared)),
        }
    }

    /// The names of some kinds, or of those that are missing, if these are much fewer.
    fn many(&self, kinds: &[Kind]) -> String {
        match self.definition.missing_few(kinds) {
            Some(others) => format!("all except {}", self.names_of(&others)),
            None => self.names_of(kinds),
        }
    }

    fn names_of(&self, kinds: &[Kind]) -> String {
        let names: Vec<&str> = kinds.iter().map(|&kind| self.definition.piece(kind).name.as_str()).collect();
        names.join(", ")
    }
}

/// Moves as they were written.
fn moves(text: &PerSide<String>) -> String {
    let [first, second] = &text.0;
    match first == second {
        true => format!("\"{first}\""),
        false => format!("white \"{first}\" black \"{second}\""),
    }
}

fn player(side: Side) -> &'static str {
    if side == Side::First { "white" } else { "black" }
}

fn wing_words(wing: Wing) -> String {
    let direction = wing.right.map_or("", |right| if right { " right" } else { " left" });
    let by = wing.player.map(|side| format!(" by {}", player(side))).unwrap_or_default();
    format!("{direction}{by}")
}

fn verdict(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Win => "is win",
        Verdict::Loss => "is loss",
        Verdict::Draw => "is draw",
    }
}

/// ` along files, ranks`, or nothing if it is along all lines.
fn along(lines: Lines) -> String {
    match lines {
        Lines::ALL => String::new(),
        lines => format!(" along {}", lines.words().collect::<Vec<_>>().join(", ")),
    }
}
