//! Captures that go on with others: of the same piece, or of what it has turned into, as when a man becomes a king in the midst
//! of its jumps.
//!
//! Each is put together from whole captures: one that ends where the piece goes on or turns, then one of what it is by then, on a
//! board where that stands there already. What has been taken before still stands there, too, unless captures leave at once, and
//! is not taken again.

use super::courses;
use super::listing;
use super::pseudo::{End, each_walk, interpret};
use super::scene::PositionScene;
use super::walk::{self, Taken};
use crate::definition::{Kind, Side};
use crate::position::Position;
use crate::rules::topology::{Square, SquareSet};
use crate::rules::{Mover, Piece, Rules};

/// Squares from which the captures of one piece go on at most: in a crowd they could go on in more ways than can ever be seen.
const MOST_STOPS: u32 = 5_000;

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
    pub fn all(&self) -> Taken {
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
    let courses = own(rules, position, ways, from, None);
    let may_turn = |course: &Course| turning.is_some_and(|turning| turning.may.contains(course.to));
    if courses.is_empty() || !ways.goes_on && !courses.iter().any(may_turn) {
        return None;
    }
    let side = position.side_to_move();
    let mut search = Search { rules, side, stops: 0, found: Vec::new() };
    search.go_on(position, (ways, position.at(from).kind()), courses, from, &[], None);
    let mut courses = search.found;
    if rules.restraints.captures_go_on {
        let all: Vec<Taken> = courses.iter().map(Course::all).collect();
        let mut stops = all.iter().map(|taken| all.iter().any(|other| courses::goes_on(taken, other)));
        courses.retain(|_| stops.next() == Some(false));
    }
    Some(courses)
}

/// Follows captures from stop to stop.
struct Search<'a> {
    rules: &'a Rules,
    side: Side,
    /// So many times one has gone on.
    stops: u32,
    found: Vec<Course>,
}

impl Search<'_> {
    /// Finds all captures from here on, by what stands on `from` by now and has these. Nothing of what has been taken before is taken again.
    fn go_on(
        &mut self,
        position: &Position,
        (ways, own_kind): (&Mover, Kind),
        mut courses: Vec<Course>,
        from: Square,
        before: &[Square],
        turned: Option<(Kind, Square)>,
    ) {
        let rules = self.rules;
        let turning = ways.promotions.as_ref().and_then(|promotions| Some((promotions, promotions.turning.as_ref()?)));
        let is_new = |course: &Course| !course.all().iter().any(|square| before.contains(square));
        courses.retain(is_new);
        if let Some((_, turning)) = turning
            && courses.iter().any(|course| turning.may.contains(course.to))
        {
            courses = own(rules, position, ways, from, Some(&turning.must));
            courses.retain(is_new);
        }
        for course in courses {
            let taken: Taken = before.iter().copied().chain(course.all()).collect();
            let turning = turning.filter(|(_, turning)| turning.may.contains(course.to));
            let same = ways.goes_on && turning.is_none_or(|(_, turning)| !turning.must.contains(course.to));
            let others = turning.into_iter().flat_map(|(promotions, _)| promotions.turning_at(course.to).map(Some));
            for next in others.chain(same.then_some(None)) {
                let kind = next.unwrap_or(own_kind);
                if self.stops == MOST_STOPS || next.is_some() && position.is_full(rules, self.side, kind) {
                    continue;
                }
                self.stops += 1;
                let mut there = position.clone();
                if rules.captures_at_once {
                    taken.iter().for_each(|square| there.board_mut()[square.index()] = Piece::EMPTY);
                }
                there.board_mut()[from.index()] = Piece::EMPTY;
                there.board_mut()[course.to.index()] = Piece::new(kind, self.side);
                let mover = &rules.sides[self.side].movers[kind.index()];
                let turned = next.map(|kind| (kind, course.to)).or(turned);
                let further = own(rules, &there, mover, course.to, None);
                self.go_on(&there, (mover, kind), further, course.to, &taken, turned);
            }
            let taken = before.iter().chain(&course.taken).copied().collect();
            self.found.push(Course { taken, turned, ..course });
        }
    }
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
    let scene = PositionScene { ends, ..PositionScene::new(rules, position, side, from) };
    interpret(&scene, all.unwrap_or(&ways.interpreted), true, &mut |to, end, taken, unload| {
        if unload.is_none() {
            add(to, end, taken);
        }
    });
    courses
}
