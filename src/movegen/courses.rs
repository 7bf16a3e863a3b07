//! Captures of several pieces in one move, where these must go on while they can, as in draughts.

use super::pseudo::{each_interpreted, each_walk};
use super::walk::End;
pub(super) use super::walk::Taken;
use super::{listing, manners, midway};
use crate::moves::Move;
use crate::position::Position;
use crate::rules::step::{ENEMY, OWN};
use crate::rules::topology::Square;
use crate::rules::{Mover, Rules};

/// Where a piece may capture, in what order, by each of its moves; nothing twice. `None` where the rules don't ask.
#[derive(Default)]
pub struct Courses(Option<Vec<Taken>>);

impl Courses {
    pub fn of(rules: &Rules, position: &Position, ways: &Mover, from: Square) -> Courses {
        let mut courses = Vec::new();
        if !rules.restraints.captures_go_on {
            return Courses(None);
        }
        // What may not be taken makes nobody go on.
        let mut add = |to: Square, end: End, taken: &[Square]| {
            let end = listing::at_home(from, to, end);
            if listing::may_go(rules, position, ways, from, (to, end, taken)) {
                courses.push(course(to, end, taken));
            }
        };
        each_walk(rules, position, ways, from, &mut add);
        each_interpreted(rules, position, ways, from, &mut |to, end, taken, _| add(to, end, taken));
        courses.retain(|course| !takes_twice(course));
        Courses(Some(courses))
    }

    /// True if a capture could go on as another of these does, or takes something twice.
    #[inline(always)]
    pub fn stop_short(&self, from: Square, to: Square, end: End, taken: &[Square]) -> bool {
        let Some(courses) = &self.0 else { return false };
        let own = course(to, listing::at_home(from, to, end), taken);
        !own.is_empty() && (takes_twice(&own) || courses.iter().any(|other| goes_on(&own, other)))
    }
}

/// All that a capture takes, in its order.
pub(super) fn course(to: Square, end: End, taken: &[Square]) -> Taken {
    let last = Some(to).filter(|_| matches!(end, End::On(OWN | ENEMY)));
    taken.iter().copied().chain(last).collect()
}

pub(super) fn takes_twice(course: &[Square]) -> bool {
    course.iter().enumerate().any(|(at, square)| course[..at].contains(square))
}

/// True if the other capture begins as this one does.
pub(super) fn goes_on(course: &[Square], other: &[Square]) -> bool {
    other.len() > course.len() && other.starts_with(course)
}

/// All orders in which a move that captures several pieces may take them.
pub(super) fn of_move(rules: &Rules, position: &Position, mv: Move) -> Vec<Taken> {
    let captures = position.captures(rules, mv);
    let mut found: Vec<Taken> = Vec::new();
    let mut add = |to: Square, course: Taken| {
        let same =
            to == mv.to && course.len() == captures.len() && captures.iter().all(|square| course.contains(square));
        if same && !found.contains(&course) {
            found.push(course);
        }
    };
    for kind in manners::of_piece_on(rules, position, mv.from) {
        let ways = &rules.sides[position.side_to_move()].movers[kind.index()];
        match midway::captures(rules, position, ways, mv.from) {
            Some(courses) => courses.iter().for_each(|course| add(course.to, course.all())),
            None => {
                let mut add = |to: Square, end: End, taken: &[Square]| {
                    add(to, course(to, listing::at_home(mv.from, to, end), taken));
                };
                each_walk(rules, position, ways, mv.from, &mut add);
                each_interpreted(rules, position, ways, mv.from, &mut |to, end, taken, _| add(to, end, taken));
            }
        }
    }
    found
}
