//! Where a piece may go: found by asking the interpreter about boards with an enemy, a friend or a hurdle put on the
//! squares it looked at. Nothing here reads letters.

use super::hand_made::HandMade;
use super::marks::{Mark, Marks};
use crate::movegen::interpreter::{Trace, moves};
use crate::rules::leg::{Hurdle, Leg, Modes, MoveProgram, Skipped, Virgin};
use crate::rules::topology::{Square, SquareSet, Topology};
use std::cell::Cell;

/// Looks at squares that one diagram may take, a few seconds' worth for the wildest pieces.
const MAX_LOOKS: usize = 10_000_000;

/// Asks the interpreter about many boards.
pub(super) struct Survey<'a> {
    programs: &'a [MoveProgram],
    origin: Square,
    empty: HandMade,
    /// Looks at squares left.
    budget: Cell<usize>,
}

impl<'a> Survey<'a> {
    pub fn new(programs: &'a [MoveProgram], topology: Topology, origin: Square) -> Survey<'a> {
        Survey { programs, origin, empty: HandMade::empty(topology), budget: Cell::new(MAX_LOOKS) }
    }

    pub fn marks(&self) -> Marks {
        let mut marks = Marks::default();
        let empty = self.empty.clone();
        let traces = self.ask(&empty);
        marks[Mark::Quiet] = plain(&traces, self.origin);
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
        marks[Mark::FirstLeg] = self.turns(&empty);
        marks.incomplete = self.budget.get() == 0;
        marks
    }

    /// Where the first of several legs may end, whatever has to stand there.
    fn turns(&self, empty: &HandMade) -> SquareSet {
        let first = |program: &MoveProgram| match program {
            MoveProgram::Path { legs, virgin: Virgin::Always } if legs.len() > 1 => {
                let modes = Modes { empty: true, ..Modes::default() };
                Some(MoveProgram::Path {
                    legs: [Leg { modes, ..legs[0] }].into_iter().collect(),
                    virgin: Virgin::Always,
                })
            }
            _ => None,
        };
        let programs: Vec<MoveProgram> = self.programs.iter().filter_map(first).collect();
        plain(&moves(empty, &programs, self.origin, false), self.origin)
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
            marks[Mark::Capture].insert(at);
        }
        if traces.iter().any(|trace| trace.unload.is_some_and(|(from, _)| from == at)) {
            marks[Mark::Unload].insert(at);
        }
        for trace in traces.iter().filter(|trace| trace.captures.contains(&at) && trace.to != at) {
            marks[Mark::Victim].insert(at);
            if trace.to != self.origin {
                marks[Mark::Landing].insert(trace.to);
            }
        }
        if self.some_end(|modes| modes.royal) && !captures(&traces, at) {
            scene.royal.insert(at);
            if captures(&self.ask(&scene), at) {
                marks[Mark::Royal].insert(at);
            }
        }
    }

    fn friend(&self, empty: &HandMade, at: Square, marks: &mut Marks) {
        let mut scene = empty.clone();
        scene.own.insert(at);
        let moved = |trace: &Trace| trace.unload.is_some_and(|(from, _)| from == at);
        if self.ask(&scene).iter().any(|trace| trace.captures.contains(&at) || moved(trace)) {
            marks[Mark::Friend].insert(at);
        }
    }

    /// Once more with a piece that has not moved, and partners on the edges.
    fn unmoved(&self, empty: &HandMade, marks: &mut Marks) {
        let mut scene = empty.clone();
        scene.virgin.insert(self.origin);
        if let Some(behind) = empty.topology.leap(self.origin, 0, -1, Default::default()) {
            scene.initial.insert(behind);
        }
        marks[Mark::Initial] = plain(&self.ask(&scene), self.origin);
        for at in scene.touched.take().iter().filter(|&at| at != self.origin) {
            let mut scene = scene.clone();
            scene.enemy.insert(at);
            if captures(&self.ask(&scene), at) {
                marks[Mark::Initial].insert(at);
            } else if self.some_end(|modes| modes.royal) && !marks[Mark::Royal].contains(at) {
                scene.royal.insert(at);
                if captures(&self.ask(&scene), at) {
                    marks[Mark::Initial].insert(at);
                    marks[Mark::Royal].insert(at);
                }
            }
        }
        for at in marks[Mark::Quiet].iter().chain(marks[Mark::Capture].iter()).collect::<SquareSet>().iter() {
            marks[Mark::Initial].remove(at);
        }
        let (files, rank) = (scene.topology.files(), scene.topology.rank(self.origin));
        for program in self.programs {
            let MoveProgram::Castle { inward, .. } = program else { continue };
            for file in [Some(*inward), files.checked_sub(1 + inward)].into_iter().flatten() {
                let mut scene = scene.clone();
                let Some(partner) = scene.topology.square(file, rank).filter(|&at| at != self.origin) else { continue };
                scene.own.insert(partner);
                scene.virgin.insert(partner);
                let castled = self.ask(&scene).into_iter().filter(|trace| trace.partner.is_some());
                castled.for_each(|trace| marks[Mark::Castling].insert(trace.to));
            }
        }
    }

    /// What a single hurdle makes possible.
    fn hurdle(&self, empty: &HandMade, at: Square, marks: &mut Marks) {
        let mut scene = empty.clone();
        scene.own.insert(at);
        let beyond = plain(&self.ask(&scene), self.origin);
        for to in beyond.iter().filter(|&to| !marks[Mark::Quiet].contains(to)).collect::<SquareSet>().iter() {
            marks[Mark::Hop].insert(to);
        }
        for target in scene.touched.take().iter().filter(|&target| target != at && target != self.origin) {
            if marks[Mark::HopCapture].contains(target) || marks[Mark::Capture].contains(target) {
                continue;
            }
            let mut scene = scene.clone();
            scene.enemy.insert(target);
            if captures(&self.ask(&scene), target) {
                marks[Mark::HopCapture].insert(target);
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
