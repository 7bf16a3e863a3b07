//! Move diagrams in text.
//!
//! Nothing here reads letters: the marks come from asking the interpreter about boards with an enemy, a friend or
//! a hurdle put on the squares it looked at.

use super::scene::HandMade;
use super::{file_name, programs, square_named};
use crate::movegen::interpreter::{Trace, moves};
use crate::rules::leg::{Hurdle, Leg, Modes, MoveProgram, Reach, Skipped, Virgin};
use crate::rules::topology::{Square, SquareSet, Topology};
use std::cell::Cell;
use std::fmt::Write;

/// Largest diagram, in squares a side.
const MAX_SIDE: u16 = 30;

/// Looks at squares that one diagram may take, a few seconds' worth for the wildest pieces.
const MAX_LOOKS: usize = 10_000_000;

/// Draws what a piece may do from one square (the middle unless given), with a legend.
pub fn draw(xbetza: &str, size: Option<(u16, u16)>, square: Option<&str>) -> Result<String, String> {
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
        Some(name) => square_named(name, &topology),
        None => topology.square((files - 1) / 2, (ranks - 1) / 2),
    };
    let origin = origin.ok_or_else(|| format!("`{}` is not a square of this board", square.unwrap_or_default()))?;
    let marks = Survey::new(&programs, topology.clone(), origin).marks();
    let mut text = format!("{description}\n\n");
    for rank in (0..ranks).rev() {
        let row = (0..files).filter_map(|file| topology.square(file, rank)).map(|square| marks.cell(square, origin));
        let _ = writeln!(text, "{:>3}  {}", rank + 1, row.collect::<Vec<_>>().join(" ").trim_end());
    }
    let names: Vec<String> = (0..files).map(|file| format!("{:<2}", file_name(file))).collect();
    let _ = writeln!(text, "\n     {}\n", names.join(" ").trim_end());
    for (mark, meaning) in marks.legend() {
        let _ = writeln!(text, "  {mark}  {meaning}");
    }
    if marks.incomplete {
        text.push_str("\nToo many paths to follow them all: marks may be missing.\n");
    }
    Ok(text)
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

/// The squares that each mark stands on.
#[derive(Default)]
struct Marks {
    quiet: SquareSet,
    capture: SquareSet,
    /// Only while the piece has not moved.
    initial: SquareSet,
    castling: SquareSet,
    hop: SquareSet,
    hop_capture: SquareSet,
    /// Reached by capturing something elsewhere.
    landing: SquareSet,
    /// Captured without being landed on.
    victim: SquareSet,
    /// A friend here is captured or changes places.
    friend: SquareSet,
    royal: SquareSet,
    /// An enemy here is put down elsewhere.
    unload: SquareSet,
    pass: bool,
    /// The survey was given up.
    incomplete: bool,
}

/// A mark, what it means, and where it applies.
type Row = (char, &'static str, fn(&Marks, Square) -> bool);

/// Main marks, the first that applies is drawn.
const MAIN: [Row; 7] = [
    ('+', "moves and captures", |marks, at| marks.quiet.contains(at) && marks.capture.contains(at)),
    ('o', "moves without capturing", |marks, at| marks.quiet.contains(at)),
    ('x', "captures only", |marks, at| marks.capture.contains(at)),
    ('i', "only while it has not moved", |marks, at| marks.initial.contains(at)),
    ('=', "castling", |marks, at| marks.castling.contains(at)),
    ('h', "moves over a hurdle", |marks, at| marks.hop.contains(at)),
    ('>', "lands here after capturing elsewhere", |marks, at| marks.landing.contains(at)),
];

/// Marks that stand beside a main one.
const BESIDE: [Row; 5] = [
    ('*', "captures here without staying", |marks, at| marks.victim.contains(at)),
    ('^', "captures over a hurdle", |marks, at| marks.hop_capture.contains(at)),
    ('d', "captures or replaces a friend", |marks, at| marks.friend.contains(at)),
    ('u', "an enemy here changes its place", |marks, at| marks.unload.contains(at)),
    ('k', "captures a royal piece only", |marks, at| marks.royal.contains(at)),
];

impl Marks {
    fn cell(&self, square: Square, origin: Square) -> String {
        let find = |table: &[Row]| table.iter().find(|row| row.2(self, square)).map(|row| row.0);
        let main = if square == origin { Some('@') } else { find(&MAIN) };
        let beside = find(&BESIDE);
        format!("{}{}", main.unwrap_or('.'), beside.unwrap_or(' '))
    }

    fn legend(&self) -> Vec<(char, &'static str)> {
        let mut rows = vec![('@', if self.pass { "the piece; it may pass" } else { "the piece" })];
        let all = [&self.quiet, &self.capture, &self.initial, &self.castling, &self.hop, &self.hop_capture];
        let more = [&self.landing, &self.victim, &self.friend, &self.royal, &self.unload];
        let squares: SquareSet = all.into_iter().chain(more).flat_map(|set| set.iter()).collect();
        for table in [&MAIN[..], &BESIDE[..]] {
            let used = |row: &&Row| {
                squares.iter().any(|at| table.iter().find(|row| row.2(self, at)).is_some_and(|found| found.0 == row.0))
            };
            rows.extend(table.iter().filter(used).map(|row| (row.0, row.1)));
        }
        rows
    }
}

/// Asks the interpreter about many boards.
struct Survey<'a> {
    programs: &'a [MoveProgram],
    origin: Square,
    empty: HandMade,
    /// Looks at squares left.
    budget: Cell<usize>,
}

impl<'a> Survey<'a> {
    fn new(programs: &'a [MoveProgram], topology: Topology, origin: Square) -> Survey<'a> {
        Survey { programs, origin, empty: HandMade::empty(topology), budget: Cell::new(MAX_LOOKS) }
    }

    fn marks(&self) -> Marks {
        let mut marks = Marks::default();
        let empty = self.empty.clone();
        let traces = self.ask(&empty);
        marks.quiet = plain(&traces, self.origin);
        marks.pass = traces.iter().any(|trace| trace.to == self.origin);
        let looked_at = empty.touched.take();
        for at in looked_at.iter().filter(|&at| at != self.origin) {
            self.enemy(&empty, at, &mut marks);
            if self.some_end(|modes| modes.friend) {
                self.friend(&empty, at, &mut marks);
            }
        }
        if self.programs.iter().any(depends_on_past) {
            self.unmoved(&empty, &mut marks);
        }
        if self.some_leg(hops) {
            for at in looked_at.iter().filter(|&at| at != self.origin) {
                self.hurdle(&empty, at, &mut marks);
            }
        }
        marks.incomplete = self.budget.get() == 0;
        marks
    }

    fn some_leg(&self, test: impl Fn(&Leg) -> bool) -> bool {
        self.programs.iter().any(|program| legs(program).iter().any(&test))
    }

    fn some_end(&self, test: impl Fn(Modes) -> bool) -> bool {
        self.programs.iter().any(|program| match program {
            MoveProgram::Anywhere { modes, .. } => test(*modes),
            _ => legs(program).iter().any(|leg| test(leg.modes)),
        })
    }

    fn ask(&self, scene: &HandMade) -> Vec<Trace> {
        if self.budget.get() == 0 {
            return Vec::new();
        }
        let before = scene.looks.get();
        let traces = moves(scene, self.programs, self.origin, false);
        self.budget.set(self.budget.get().saturating_sub(scene.looks.get() - before + self.programs.len()));
        traces
    }

    fn enemy(&self, empty: &HandMade, at: Square, marks: &mut Marks) {
        let mut scene = empty.clone();
        scene.enemy.insert(at);
        let traces = self.ask(&scene);
        if captures(&traces, at) {
            marks.capture.insert(at);
        }
        if traces.iter().any(|trace| trace.unload.is_some_and(|(from, _)| from == at)) {
            marks.unload.insert(at);
        }
        for trace in traces.iter().filter(|trace| trace.captures.contains(&at) && trace.to != at) {
            marks.victim.insert(at);
            if trace.to != self.origin {
                marks.landing.insert(trace.to);
            }
        }
        if self.some_end(|modes| modes.royal) && !captures(&traces, at) {
            scene.royal.insert(at);
            if captures(&self.ask(&scene), at) {
                marks.royal.insert(at);
            }
        }
    }

    fn friend(&self, empty: &HandMade, at: Square, marks: &mut Marks) {
        let mut scene = empty.clone();
        scene.own.insert(at);
        let moved = |trace: &Trace| trace.unload.is_some_and(|(from, _)| from == at);
        if self.ask(&scene).iter().any(|trace| trace.captures.contains(&at) || moved(trace)) {
            marks.friend.insert(at);
        }
    }

    /// Once more with a piece that has not moved, and partners on the edges.
    fn unmoved(&self, empty: &HandMade, marks: &mut Marks) {
        let mut scene = empty.clone();
        scene.virgin.insert(self.origin);
        if let Some(behind) = empty.topology.leap(self.origin, 0, -1, Default::default()) {
            scene.initial.insert(behind);
        }
        marks.initial = plain(&self.ask(&scene), self.origin);
        for at in scene.touched.take().iter().filter(|&at| at != self.origin) {
            let mut scene = scene.clone();
            scene.enemy.insert(at);
            if captures(&self.ask(&scene), at) {
                marks.initial.insert(at);
            }
        }
        marks.quiet.iter().chain(marks.capture.iter()).for_each(|at| marks.initial.remove(at));
        let (files, rank) = (scene.topology.files(), scene.topology.rank(self.origin));
        for program in self.programs {
            let MoveProgram::Castle { inward, .. } = program else { continue };
            for file in [Some(*inward), files.checked_sub(1 + inward)].into_iter().flatten() {
                let mut scene = scene.clone();
                let Some(partner) = scene.topology.square(file, rank).filter(|&at| at != self.origin) else { continue };
                scene.own.insert(partner);
                scene.virgin.insert(partner);
                let castled = self.ask(&scene).into_iter().filter(|trace| trace.partner.is_some());
                castled.for_each(|trace| marks.castling.insert(trace.to));
            }
        }
    }

    /// What a single hurdle makes possible.
    fn hurdle(&self, empty: &HandMade, at: Square, marks: &mut Marks) {
        let mut scene = empty.clone();
        scene.own.insert(at);
        let beyond = plain(&self.ask(&scene), self.origin);
        beyond.iter().filter(|&to| !marks.quiet.contains(to)).for_each(|to| marks.hop.insert(to));
        for target in scene.touched.take().iter().filter(|&target| target != at && target != self.origin) {
            if marks.hop_capture.contains(target) || marks.capture.contains(target) {
                continue;
            }
            let mut scene = scene.clone();
            scene.enemy.insert(target);
            if captures(&self.ask(&scene), target) {
                marks.hop_capture.insert(target);
            }
        }
    }
}

fn legs(program: &MoveProgram) -> &[Leg] {
    match program {
        MoveProgram::Path { legs, .. } => legs,
        MoveProgram::Castle { .. } | MoveProgram::Pass { .. } | MoveProgram::Anywhere { .. } => &[],
    }
}

/// Moves differently before its first move; for castling at least the partner does.
fn depends_on_past(program: &MoveProgram) -> bool {
    match program {
        MoveProgram::Castle { .. } => true,
        MoveProgram::Path { virgin, .. } | MoveProgram::Pass { virgin } | MoveProgram::Anywhere { virgin, .. } => {
            *virgin != Virgin::Always
        }
    }
}

fn hops(leg: &Leg) -> bool {
    leg.hurdle != Hurdle::None || leg.modes.hop || leg.skipped == Skipped::Occupied
}

/// Where the piece goes without capturing or shifting anything.
fn plain(traces: &[Trace], origin: Square) -> SquareSet {
    let is_plain = |trace: &&Trace| trace.captures.is_empty() && trace.partner.is_none() && trace.unload.is_none();
    traces.iter().filter(is_plain).map(|trace| trace.to).filter(|&to| to != origin).collect()
}

/// True if the piece on `at` can be captured by going there.
fn captures(traces: &[Trace], at: Square) -> bool {
    traces.iter().any(|trace| trace.to == at && trace.captures.as_slice() == [at])
}
