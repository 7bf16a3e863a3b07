//! Captures that go on with others: of the same piece, or of what it has turned into, as when a man becomes a king in the midst
//! of its jumps.
//!
//! Each is put together from whole captures: one that ends where the piece goes on or turns, then one of what it is by then, on a
//! board where that stands there already. What has been taken before still stands there, too, unless captures leave at once, and is not taken again.

use super::courses;
use super::listing;
use super::pseudo::{End, each_walk, interpret};
use super::scene::PositionScene;
use super::walk::{self, Taken};
use crate::definition::Kind;
use crate::position::Position;
use crate::rules::topology::{Square, SquareSet};
use crate::rules::{Mover, Piece, Rules};

/// A capture, however it has come about.
#[derive(Clone)]
pub struct Course {
    pub to: Square,
    pub end: End,
    /// On the way, in their order.
    pub taken: Taken,
    /// What has become of the piece before it ends, and where.
    pub turned: Option<(Kind, Square)>,
}

impl Course {
    /// All that it takes, in its order.
    fn all(&self) -> Taken {
        courses::course(self.to, self.end, &self.taken)
    }
}

/// All captures of the piece on `from`, if one of them may go on, by the piece itself or by what it turns into; `None` for all
/// others, whose captures are their own.
pub fn captures(rules: &Rules, position: &Position, ways: &Mover, from: Square) -> Option<Vec<Course>> {
    let turning = ways.promotions.as_ref().and_then(|promotions| promotions.turning.as_ref());
    if turning.is_none() && !ways.goes_on {
        return None;
    }
    let mut courses = own(rules, position, ways, from, None);
    let may_turn = |course: &Course| turning.is_some_and(|turning| turning.may.contains(course.to));
    if courses.is_empty() || !ways.goes_on && !courses.iter().any(may_turn) {
        return None;
    }
    courses = go_on(rules, position, (ways, position.at(from).kind()), from, courses);
    if rules.restraints.captures_go_on {
        let all: Vec<Taken> = courses.iter().map(Course::all).collect();
        let mut stops = all.iter().map(|taken| all.iter().any(|other| courses::goes_on(taken, other)));
        courses.retain(|_| stops.next() == Some(false));
    }
    Some(courses)
}

/// What the piece's own captures become if they go on: nothing comes up twice in one of them.
fn go_on(
    rules: &Rules,
    position: &Position,
    (ways, own_kind): (&Mover, Kind),
    from: Square,
    own_courses: Vec<Course>,
) -> Vec<Course> {
    let side = position.side_to_move();
    let turning = ways.promotions.as_ref().and_then(|promotions| Some((promotions, promotions.turning.as_ref()?)));
    let mut courses = own_courses;
    if let Some((_, turning)) = turning
        && courses.iter().any(|course| turning.may.contains(course.to))
    {
        courses = own(rules, position, ways, from, Some(&turning.must));
    }
    for at in 0..courses.len() {
        let course = courses[at].clone();
        let turning = turning.filter(|(_, turning)| turning.may.contains(course.to));
        let same = ways.goes_on && turning.is_none_or(|(_, turning)| !turning.must.contains(course.to));
        let others = turning.into_iter().flat_map(|(promotions, _)| promotions.turning_at(course.to).map(Some));
        for turned in others.chain(same.then_some(None)) {
            let kind = turned.unwrap_or(own_kind);
            if turned.is_some() && position.is_full(rules, side, kind) {
                continue;
            }
            let before = course.all();
            let mut there = position.clone();
            if rules.captures_at_once {
                before.iter().for_each(|square| there.board_mut()[square.index()] = Piece::EMPTY);
            }
            there.board_mut()[from.index()] = Piece::EMPTY;
            there.board_mut()[course.to.index()] = Piece::new(kind, side);
            let next = &rules.sides[side].movers[kind.index()];
            let mut further = own(rules, &there, next, course.to, None);
            let is_new = |further: &Course| !further.all().iter().any(|square| before.contains(square));
            further.retain(is_new);
            further = go_on(rules, &there, (next, kind), course.to, further);
            courses.extend(further.into_iter().filter(is_new).map(|further| Course {
                taken: before.iter().chain(&further.taken).copied().collect(),
                turned: further.turned.or(turned.map(|kind| (kind, course.to))),
                ..further
            }));
        }
    }
    courses
}

/// The captures of a piece as long as it stays what it is. Once it has captured something it goes no further than to one of
/// the squares of `ends`, if there are any: only the interpreter knows of them.
fn own(rules: &Rules, position: &Position, ways: &Mover, from: Square, ends: Option<&SquareSet>) -> Vec<Course> {
    let mut courses = Vec::new();
    let mut add = |to: Square, end: End, taken: &[Square]| {
        let end = listing::at_home(from, to, end);
        let course = Course { to, end, taken: Taken::from_slice(taken), turned: None };
        let allowed = listing::may_go(rules, position, ways, from, (to, end, taken));
        if walk::is_capture(end, taken) && allowed && !courses::takes_twice(&course.all()) {
            courses.push(course);
        }
    };
    let turning = ways.promotions.as_ref().and_then(|promotions| promotions.turning.as_ref());
    let all = turning.filter(|_| ends.is_some()).map(|turning| &turning.ways[..]);
    if all.is_none() {
        each_walk(rules, position, ways, from, &mut add);
    }
    let side = position.side_to_move();
    let scene = PositionScene { rules, position, side, origin: from, within: None, ends };
    interpret(&scene, all.unwrap_or(&ways.interpreted), true, &mut |to, end, taken, unload| {
        if unload.is_none() {
            add(to, end, taken);
        }
    });
    courses
}
