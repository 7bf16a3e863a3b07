//! How a piece moves, on a board of its own.

use super::marks::{Mark, Marks};
use super::survey::Survey;
use crate::diagnostic::{Diagnostic, Source, render};
use crate::rules::leg::{Leg, MoveProgram, Reach};
use crate::rules::legs_of::compile;
use crate::rules::topology::{Square, Topology};
use crate::syntax::betza::{Description, parse};
use std::fmt::Write;

/// Largest diagram, in squares a side.
const MAX_SIDE: u16 = 30;

/// A piece, and marks where it can go.
#[derive(Clone, Debug)]
pub struct Diagram {
    /// The moves in their canonical spelling.
    pub text: String,
    pub topology: Topology,
    pub origin: Square,
    pub marks: Marks,
}

impl Diagram {
    /// What a piece may do from one square (the middle unless given); the error is a report.
    pub fn new(xbetza: &str, size: Option<(u16, u16)>, square: Option<&str>) -> Result<Diagram, String> {
        let (files, ranks) = match size {
            Some(size) => size,
            None => {
                let (_, programs) = programs(xbetza, 15, 15)?;
                let side = programs.iter().map(radius).max().unwrap_or(3).clamp(3, 7) * 2 + 1;
                (side, side)
            }
        };
        if !(1..=MAX_SIDE).contains(&files) || !(1..=MAX_SIDE).contains(&ranks) {
            return Err(format!("a board of {files}x{ranks} cannot be drawn; at most {MAX_SIDE}x{MAX_SIDE}"));
        }
        let (description, programs) = programs(xbetza, files, ranks)?;
        let topology = Topology::new(files, ranks);
        let origin = match square {
            Some(name) => topology.find(name),
            None => topology.square((files - 1) / 2, (ranks - 1) / 2),
        };
        let origin = origin.ok_or_else(|| format!("`{}` is not a square of this board", square.unwrap_or_default()))?;
        let marks = Survey::new(&programs, topology.clone(), origin).marks();
        Ok(Diagram { text: description.to_string(), topology, origin, marks })
    }

    /// For a terminal, with a legend.
    pub fn draw(&self) -> String {
        let (files, ranks) = (self.topology.files(), self.topology.ranks());
        let mut text = format!("{}\n\n", self.text);
        for rank in (0..ranks).rev() {
            let row = (0..files).filter_map(|file| self.topology.square(file, rank)).map(|square| self.cell(square));
            let _ = writeln!(text, "{:>3}  {}", rank + 1, row.collect::<Vec<_>>().join(" ").trim_end());
        }
        let names: Vec<String> = (0..files).map(|file| format!("{:<2}", Topology::file_name(file))).collect();
        let _ = writeln!(text, "\n     {}\n", names.join(" ").trim_end());
        let _ = writeln!(text, "  @  {}", self.piece_words());
        let seen: Vec<Mark> = self.topology.squares().flat_map(|at| self.seen(at)).flatten().collect();
        for mark in Mark::all().filter(|mark| seen.contains(mark)) {
            let _ = writeln!(text, "  {}  {}", mark.row().letter, mark.row().meaning);
        }
        if self.marks.incomplete {
            let _ = write!(text, "\n{INCOMPLETE}\n");
        }
        text
    }

    /// There is room for a main mark and one beside it.
    fn seen(&self, square: Square) -> [Option<Mark>; 2] {
        [true, false].map(|main| self.marks.on(square).find(|mark| mark.is_main() == main))
    }

    fn cell(&self, square: Square) -> String {
        let [main, beside] = self.seen(square).map(|mark| mark.map(|mark| mark.row().letter));
        let main = if square == self.origin { Some('@') } else { main };
        format!("{}{}", main.unwrap_or('.'), beside.unwrap_or(' '))
    }

    /// What the legend says of the piece itself.
    pub fn piece_words(&self) -> &'static str {
        if self.marks.pass { "the piece; it may pass" } else { "the piece" }
    }

    /// The marks in words, for those who cannot see them: `moves and captures on d1, d2`.
    pub fn words(&self) -> String {
        let squares = self.marks.squares();
        let part = |mark: Mark| {
            let on = squares.iter().filter(|&at| self.marks.on(at).any(|found| found == mark));
            let names: Vec<String> = on.map(|at| self.topology.name(at)).collect();
            format!("{}: {}", mark.row().meaning, names.join(" "))
        };
        let parts: Vec<String> = self.marks.used().into_iter().map(part).collect();
        format!("{} on {}; {}", self.piece_words(), self.topology.name(self.origin), parts.join("; "))
    }
}

pub(super) const INCOMPLETE: &str = "Too many paths to follow them all: marks may be missing.";

/// The programs of a description on a board of this size; the error is the rendered report.
pub fn programs(text: &str, files: u16, ranks: u16) -> Result<(Description, Vec<MoveProgram>), String> {
    let report = |found: Vec<Diagnostic>| render(&Source::new("piece", text), &found, false);
    let description = parse(text).map_err(report)?;
    let programs = compile(&description, files, ranks).map_err(report)?;
    Ok((description, programs))
}

/// How far a program goes, for choosing a board.
fn radius(program: &MoveProgram) -> u16 {
    let leg = |leg: &Leg| {
        let (x, y) = leg.leap.vector(0);
        let steps = match leg.reach {
            Reach::Steps(steps) => steps.min(8),
            Reach::Unlimited | Reach::OwnHalf => 4,
        };
        steps * x.max(y).max(1) as u16
    };
    match program {
        MoveProgram::Path { legs, .. } => legs.iter().map(leg).fold(0, u16::saturating_add),
        MoveProgram::Castle { distance, inward, .. } => distance + inward + 1,
        MoveProgram::Pass { .. } | MoveProgram::Anywhere { .. } => 3,
    }
}
