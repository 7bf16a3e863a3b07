//! The leg interpreter: what move programs mean, as plainly as it can be said.
//!
//! Walks legs on whatever board a [`Scene`] shows. It knows squares, directions and occupants; it does not know
//! XBetza text, promotion, check, or how a move is spelled. The table-driven generators are tested against it.

mod ends;
mod special;

pub use ends::Trace;

use crate::rules::leg::{self, Hurdle, Leg, Modes, MoveProgram, Reach, Skipped, Virgin};
use crate::rules::topology::{Square, Topology, Wrap};
use hashbrown::HashSet;
use smallvec::SmallVec;

/// What a square holds, seen by the moving side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Occupant {
    Empty,
    Own,
    Enemy,
}

/// The board as the interpreter needs to see it. Squares are absolute; the mover's own square may be reported
/// as it is, the interpreter treats it as empty where the notation says so.
pub trait Scene {
    fn topology(&self) -> &Topology;
    fn occupant(&self, square: Square) -> Occupant;
    /// An enemy royal piece stands here.
    fn is_royal(&self, square: Square) -> bool;
    /// The piece on this square has never moved.
    fn is_virgin(&self, square: Square) -> bool;
    /// At the start, a piece of the mover's type and side stood on this square.
    fn is_initial(&self, square: Square) -> bool;
    /// An en passant capture may be made on this square; the piece on the returned square is the victim.
    fn en_passant_victim(&self, square: Square) -> Option<Square>;
    /// The mover may stand on this square and pass it, as far as it depends on where that is.
    fn is_open(&self, square: Square) -> bool;
    /// What has been captured on the way is gone.
    fn captures_at_once(&self) -> bool {
        false
    }
    /// A path that has captured something goes no further when it comes to this square and finds it empty.
    fn ends_captures(&self, square: Square) -> bool;
}

/// Steps one call of [`moves`] takes at most. Ordinary pieces need a few hundred, the wildest on a board of 16x16
/// some ten thousands; the limit keeps a description that captures its way through a crowded board in every
/// possible order from stopping the program.
const MAX_STEPS: usize = 1_000_000;

/// Paths with more legs than this remember where they have been: many of their ways lead to the same square.
const MANY_LEGS: usize = 2;

/// All moves of the piece on `origin`, sorted, none twice. `second_player` turns the absolute directions round.
pub fn moves(scene: &impl Scene, programs: &[MoveProgram], origin: Square, second_player: bool) -> Vec<Trace> {
    run(scene, programs, origin, (second_player, false), MAX_STEPS).0
}

/// The first player's moves that are found within so many steps, and whether these are all.
pub fn moves_within(scene: &impl Scene, programs: &[MoveProgram], origin: Square, steps: usize) -> (Vec<Trace>, bool) {
    run(scene, programs, origin, (false, false), steps)
}

/// As [`moves`]; `None` if that would take more steps than are allowed, so that some would be missing.
pub fn all_moves(
    scene: &impl Scene,
    programs: &[MoveProgram],
    origin: Square,
    second_player: bool,
) -> Option<Vec<Trace>> {
    let (found, complete) = run(scene, programs, origin, (second_player, false), MAX_STEPS);
    complete.then_some(found)
}

/// As [`moves`], and tells in which order things are captured: ways that differ in it are found each.
pub fn moves_in_order(scene: &impl Scene, programs: &[MoveProgram], origin: Square, second_player: bool) -> Vec<Trace> {
    run(scene, programs, origin, (second_player, true), MAX_STEPS).0
}

fn run(
    scene: &impl Scene,
    programs: &[MoveProgram],
    origin: Square,
    (second_player, in_order): (bool, bool),
    most: usize,
) -> (Vec<Trace>, bool) {
    let mut walker =
        Walker { scene, origin, second_player, in_order, steps: 0, most, seen: HashSet::new(), found: Vec::new() };
    for program in programs {
        walker.program(program);
    }
    // What leaves other en passant squares on another way is the same move, and leaves the most.
    walker.found.sort_unstable_by(|a, b| {
        let most = || b.trail.len().cmp(&a.trail.len()).then_with(|| a.trail.cmp(&b.trail));
        a.effect().cmp(&b.effect()).then_with(most)
    });
    walker.found.dedup_by(|a, b| a.effect() == b.effect());
    (walker.found, walker.steps < most)
}

struct Walker<'a, S> {
    scene: &'a S,
    origin: Square,
    second_player: bool,
    in_order: bool,
    /// Taken so far, and allowed.
    steps: usize,
    most: usize,
    seen: HashSet<(usize, u8, State)>,
    found: Vec<Trace>,
}

/// What a path has done so far.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct State {
    /// Where the leg starts.
    from: Square,
    /// Steps of the latest leg whose reach was not 1; 0 before there was one. Only kept if another one is as long.
    length: u16,
    /// Sorted, none twice.
    captures: SmallVec<[Square; 4]>,
    /// If wanted: in the order in which they were captured, and as often.
    order: SmallVec<[Square; 4]>,
    /// The latest capture; only kept if the path unloads something.
    latest: Option<Square>,
    unload: Option<Unload>,
}

impl State {
    fn at(from: Square) -> State {
        let (captures, order) = Default::default();
        State { from, length: 0, captures, order, latest: None, unload: None }
    }
}

/// A `u` that has been met.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Unload {
    /// Where the piece is put down.
    at: Square,
    /// The leg before the `u` has captured on that very square, so that piece is meant.
    fixed: bool,
}

/// What the mover meets.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Content {
    Empty,
    Friend,
    Enemy,
    /// Its own start square, reached round the board within one leg.
    Itself,
}

impl<S: Scene> Walker<'_, S> {
    fn program(&mut self, program: &MoveProgram) {
        match program {
            MoveProgram::Path { legs, virgin } if self.is_allowed(*virgin) => self.path(legs),
            MoveProgram::Castle { distance, directions, inward, virgin } if self.is_allowed(*virgin) => {
                directions.iter().for_each(|direction| self.castle(*distance, direction, *inward));
            }
            MoveProgram::Pass { virgin } if self.is_allowed(*virgin) => self.found.push(Trace::quiet(self.origin)),
            MoveProgram::Anywhere { modes, virgin } if self.is_allowed(*virgin) => self.anywhere(*modes),
            MoveProgram::Path { .. }
            | MoveProgram::Castle { .. }
            | MoveProgram::Pass { .. }
            | MoveProgram::Anywhere { .. } => {}
        }
    }

    fn is_allowed(&self, virgin: Virgin) -> bool {
        match virgin {
            Virgin::Always => true,
            Virgin::Unmoved => self.scene.is_virgin(self.origin),
            Virgin::OneAhead => {
                let back = if self.second_player { 1 } else { -1 };
                let behind = self.scene.topology().leap(self.origin, 0, back, Wrap::AsBoard);
                behind.is_some_and(|square| self.scene.is_initial(square))
            }
        }
    }

    fn path(&mut self, legs: &[Leg]) {
        let Some(first) = legs.first() else { return };
        let unload = first.unload.then_some(Unload { at: self.origin, fixed: false });
        let state = State { unload, ..State::at(self.origin) };
        let directions = if self.second_player { first.directions.rotated() } else { first.directions };
        self.seen.clear();
        for direction in directions.iter() {
            self.ray(legs, 0, direction, &state);
        }
    }

    /// Walks leg `at` in one absolute direction.
    fn ray(&mut self, legs: &[Leg], at: usize, direction: u8, state: &State) {
        let topology = self.scene.topology();
        let leg = &legs[at];
        let last = at + 1 == legs.len();
        let exact = if at > 0 && leg.same_length { state.length } else { 0 };
        let vector = leg.leap.vector(direction);
        let mut limit = self.limit(leg);
        let mut hop = last && leg.hurdle != Hurdle::None;
        let (mut square, mut wrapped, mut steps, mut jump) = (state.from, leg.rides, 0u16, leg.jump);
        // Round joined edges, a hurdle comes up again as something to land on, and so does what was skipped at first.
        let mut laps = 1 + u8::from(hop) + u8::from(leg.jump > 0);
        let mut passed: SmallVec<[Square; 4]> = SmallVec::new();
        while steps < limit && self.steps < self.most {
            self.steps += 1;
            let Some((next, crossed)) = topology.leap_wrapped(square, vector.0, vector.1, leg.wrap) else { break };
            if !self.scene.is_open(next) {
                break;
            }
            let skipped = if leg.leap.is_unit() { SmallVec::new() } else { leg::skipped(vector) };
            let before = std::mem::replace(&mut square, next);
            wrapped |= crossed;
            steps += 1;
            if jump > 0 {
                jump -= 1;
                passed.push(square);
                continue;
            }
            let between = |offset: &(i32, i32)| topology.leap(before, offset.0, offset.1, leg.wrap);
            let wants = |content: fn(Content) -> bool| {
                skipped
                    .iter()
                    .all(|offset| between(offset).is_some_and(|between| content(self.content(between, wrapped, state))))
            };
            let open = match leg.skipped {
                Skipped::Any => true,
                Skipped::Empty => wants(|content| content == Content::Empty),
                Skipped::Occupied => wants(|content| content != Content::Empty),
            };
            if !open {
                break;
            }
            passed.extend(skipped.iter().filter_map(between));
            let content = self.content(square, wrapped, state);
            let occupied = content != Content::Empty;
            // Round a joined edge and back where the leg began: everything further has been seen.
            laps = laps.saturating_sub(u8::from(wrapped && square == state.from));
            let closed = laps == 0;
            if steps < exact {
                if occupied {
                    break;
                }
            } else if hop {
                if occupied {
                    hop = false;
                    if leg.hurdle == Hurdle::Grasshopper && leg.reach != Reach::Steps(1) {
                        limit = limit.min(steps + 1);
                    }
                } else if leg.reach == Reach::Steps(1) || closed {
                    break;
                }
            } else {
                let trail: &[Square] = if leg.leaves_trail { &passed } else { &[] };
                let arrival = Arrival { square, content, steps, trail };
                if last {
                    self.finish(leg, state, &arrival)
                } else {
                    self.turn(legs, at, direction, state, &arrival)
                }
                if occupied && leg.hurdle != Hurdle::Several || exact > 0 || closed {
                    break;
                }
            }
            passed.push(square);
        }
    }

    /// The most steps of a leg.
    fn limit(&self, leg: &Leg) -> u16 {
        let topology = self.scene.topology();
        match leg.reach {
            Reach::Steps(1) if leg.hurdle == Hurdle::Cannon => 2,
            Reach::Steps(1) if leg.hurdle == Hurdle::Grasshopper => u16::MAX,
            Reach::Steps(steps) => steps,
            Reach::Unlimited => u16::MAX,
            Reach::OwnHalf => {
                let (ranks, rank) = (i32::from(topology.ranks()), i32::from(topology.rank(self.origin)));
                let steps = if self.second_player { rank - (ranks - 1) / 2 - 1 } else { ranks / 2 - 1 - rank };
                steps.max(1) as u16
            }
        }
    }

    fn content(&self, square: Square, wrapped: bool, state: &State) -> Content {
        match self.scene.occupant(square) {
            Occupant::Enemy if self.scene.captures_at_once() && state.captures.contains(&square) => Content::Empty,
            _ if square == self.origin && wrapped => Content::Itself,
            _ if square == self.origin => Content::Empty,
            Occupant::Empty => Content::Empty,
            Occupant::Own => Content::Friend,
            Occupant::Enemy => Content::Enemy,
        }
    }

    fn takes(&self, modes: Modes, arrival: &Arrival) -> bool {
        match arrival.content {
            Content::Empty | Content::Itself => false,
            Content::Friend => modes.friend,
            Content::Enemy => modes.enemy || (modes.royal && self.scene.is_royal(arrival.square)),
        }
    }

    /// The end of a leg that is not the last: goes on under every alternative that applies.
    fn turn(&mut self, legs: &[Leg], at: usize, direction: u8, state: &State, arrival: &Arrival) {
        let modes = legs[at].modes;
        let mut ways: SmallVec<[Option<Square>; 2]> = SmallVec::new();
        if arrival.content == Content::Empty {
            if !state.captures.is_empty() && self.scene.ends_captures(arrival.square) {
                return;
            }
            if modes.en_passant
                && let Some(victim) = self.scene.en_passant_victim(arrival.square)
            {
                ways.push(Some(victim));
            }
            if modes.empty {
                ways.push(None);
            }
        } else {
            if self.takes(modes, arrival) {
                ways.push(Some(arrival.square));
            }
            if modes.hop && !(modes.tame && arrival.content == Content::Enemy) {
                ways.push(None);
            }
        }
        let next = &legs[at + 1];
        for victim in ways {
            let mut state = state.clone();
            state.from = arrival.square;
            if legs[at].reach != Reach::Steps(1) && legs.iter().any(|leg| leg.same_length) {
                state.length = arrival.steps;
            }
            if let Some(victim) = victim {
                insert(&mut state.captures, victim);
                if self.in_order {
                    state.order.push(victim);
                }
                if legs.iter().any(|leg| leg.unload) {
                    state.latest = Some(victim);
                }
            }
            if next.unload {
                let fixed = victim == Some(arrival.square);
                state.unload = Some(Unload { at: arrival.square, fixed });
            }
            for relative in next.directions.iter() {
                let direction = (direction + relative) & 7;
                let mut is_new = |state: State| self.seen.insert((at, direction, state));
                if legs.len() <= MANY_LEGS || is_new(state.clone()) {
                    self.ray(legs, at + 1, direction, &state);
                }
            }
        }
    }
}

/// The square a step has reached.
struct Arrival<'a> {
    square: Square,
    content: Content,
    /// Number of steps of the leg so far.
    steps: u16,
    /// En passant squares that this leg has left.
    trail: &'a [Square],
}

fn insert(squares: &mut SmallVec<[Square; 4]>, square: Square) {
    if let Err(at) = squares.binary_search(&square) {
        squares.insert(at, square);
    }
}
