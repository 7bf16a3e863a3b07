//! From a description to leg programs.
//!
//! The second stage of XBetza: parentheses are expanded, brackets unfolded, `z` and `q` turned into sides, ranges
//! toggled and every default made explicit. What comes out depends on the board's size only through repetitions
//! that are cut off when they cannot fit any more. The list is kept short: programs that differ in the directions
//! of one leg become one.

mod bracket;
mod expand;
mod leg;
mod path;

use super::leg::{Directions, Leg, MoveProgram, Virgin};
use super::topology::{Topology, Wrap};
use crate::diagnostic::{Diagnostic, Span};
use crate::syntax::betza::{Description, Group, Located, Movement, Prefix, Simple};
use hashbrown::hash_table::Entry;
use hashbrown::{DefaultHashBuilder, HashTable};
use smallvec::SmallVec;
use std::hash::BuildHasher;

/// Most programs one piece may have.
const MAX_PROGRAMS: usize = 2000;
/// Most legs that all programs of a piece may have together.
const MAX_TOTAL_LEGS: usize = 200_000;

type Legs = SmallVec<[Leg; 2]>;

/// What of a board says how far repetitions go.
#[derive(Clone, Copy)]
struct Room {
    files: u16,
    ranks: u16,
    /// Both pairs of edges are joined.
    is_torus: bool,
}

impl Room {
    fn longest(self) -> u16 {
        self.files.max(self.ranks)
    }

    /// Steps of the longest crooked ride. Two move it at least one square on, towards an edge or round one pair of joined
    /// edges; round two it may come to every file on every rank before it is home.
    fn crooked(self, wrap: Wrap) -> u16 {
        if !self.is_torus && wrap != Wrap::Both {
            return 2 * self.longest();
        }
        let (mut a, mut b) = (self.files, self.ranks);
        while b > 0 {
            (a, b) = (b, a % b);
        }
        2 * (self.files / a * self.ranks)
    }
}

/// The programs of a piece on a board of this size.
pub fn compile(description: &Description, files: u16, ranks: u16) -> Result<Vec<MoveProgram>, Vec<Diagnostic>> {
    compile_within(description, (files, ranks), false)
}

/// The programs of a piece on this board, some of whose edges may be joined.
pub fn compile_on(description: &Description, board: &Topology) -> Result<Vec<MoveProgram>, Vec<Diagnostic>> {
    let is_torus = board.wrap_files && board.wrap_ranks;
    compile_within(description, (board.files(), board.ranks()), is_torus)
}

fn compile_within(
    description: &Description,
    (files, ranks): (u16, u16),
    is_torus: bool,
) -> Result<Vec<MoveProgram>, Vec<Diagnostic>> {
    let [files, ranks] = [files, ranks].map(|side| side.clamp(1, Topology::MAX_SIDE));
    let room = Room { files, ranks, is_torus };
    let mut list = List::default();
    let mut errors = Vec::new();
    for Located { it, span } in &description.moves {
        let result = match it {
            Movement::Simple(simple) => compile_simple(simple, span, room, &mut list),
            Movement::Bracket(bracket) => bracket::compile(bracket, span, &mut list),
        };
        if let Err(found) = result {
            errors.extend(found);
        }
    }
    if errors.is_empty() { Ok(merge(list.programs)) } else { Err(errors) }
}

fn compile_simple(simple: &Simple, span: &Span, room: Room, list: &mut List) -> Result<(), Vec<Diagnostic>> {
    let mut add = |groups: &[Located<Group>]| path::compile(groups, &simple.atom, span, room, list);
    match &simple.prefix {
        Prefix::Legs(groups) => add(groups),
        Prefix::Repeating(items) => {
            for groups in expand::spellings(items, &simple.atom, span, room.longest())? {
                add(&groups)?;
            }
            Ok(())
        }
    }
}

/// The programs found so far, none twice, and how large they have become.
#[derive(Default)]
struct List {
    programs: Vec<MoveProgram>,
    /// Their numbers by what they are.
    seen: HashTable<usize>,
    hasher: DefaultHashBuilder,
    legs: usize,
}

impl List {
    fn add(&mut self, program: MoveProgram, span: &Span) -> Result<(), Vec<Diagnostic>> {
        if let MoveProgram::Path { legs, .. } = &program {
            if legs.iter().any(|leg| leg.directions == Directions(0)) {
                return Ok(());
            }
            self.legs += legs.len();
        }
        let List { programs, seen, hasher, .. } = self;
        let hash = |&number: &usize| hasher.hash_one(&programs[number]);
        if let Entry::Vacant(gap) = seen.entry(hasher.hash_one(&program), |&number| programs[number] == program, hash) {
            gap.insert(programs.len());
            programs.push(program);
        }
        if self.programs.len() > MAX_PROGRAMS || self.legs > MAX_TOTAL_LEGS {
            let error = Diagnostic::error(span.clone(), "this stands for too many different moves");
            let help = format!("at most {MAX_PROGRAMS} are possible; limit the repetitions");
            return Err(vec![error.label("grows too large").help(help)]);
        }
        Ok(())
    }
}

/// Joins programs that differ in the directions of a single leg, until none do. The paths stay the same: they are
/// all combinations of the legs' directions.
fn merge(mut programs: Vec<MoveProgram>) -> Vec<MoveProgram> {
    let longest = programs.iter().map(length).max().unwrap_or(0);
    // Comparing at every leg is quadratic in the length; endless crooked rides have nothing to join in the middle.
    let places = longest.min(16);
    loop {
        let before = programs.len();
        for place in 0..places {
            programs = merge_at(programs, place);
        }
        if programs.len() == before {
            return programs;
        }
    }
}

fn length(program: &MoveProgram) -> usize {
    match program {
        MoveProgram::Path { legs, .. } => legs.len(),
        _ => 0,
    }
}

fn merge_at(programs: Vec<MoveProgram>, place: usize) -> Vec<MoveProgram> {
    let mut kept: Vec<(MoveProgram, Directions)> = Vec::with_capacity(programs.len());
    // By what they are without the directions in that place.
    let (mut at, hasher): (HashTable<(u64, usize)>, _) = (HashTable::new(), DefaultHashBuilder::default());
    for mut program in programs {
        let taken = directions_at(&mut program, place).map(std::mem::take);
        let Some(directions) = taken else {
            kept.push((program, Directions(0)));
            continue;
        };
        let hash = hasher.hash_one(&program);
        let same = |&(known, number): &(u64, usize)| known == hash && kept[number].0 == program;
        match at.entry(hash, same, |known| known.0) {
            Entry::Occupied(known) => kept[known.get().1].1.0 |= directions.0,
            Entry::Vacant(gap) => {
                gap.insert((hash, kept.len()));
                kept.push((program, directions));
            }
        }
    }
    let give_back = |(mut program, directions): (MoveProgram, Directions)| {
        if let Some(taken) = directions_at(&mut program, place) {
            *taken = directions;
        }
        program
    };
    kept.into_iter().map(give_back).collect()
}

/// Those of the leg in some place of a path.
fn directions_at(program: &mut MoveProgram, place: usize) -> Option<&mut Directions> {
    match program {
        MoveProgram::Path { legs, .. } => legs.get_mut(place).map(|leg| &mut leg.directions),
        MoveProgram::Castle { .. } | MoveProgram::Pass { .. } | MoveProgram::Anywhere { .. } => None,
    }
}

/// The condition that `i`s on the first leg put on the whole move.
fn virgin(count: u8) -> Virgin {
    match count {
        0 => Virgin::Always,
        1 => Virgin::Unmoved,
        _ => Virgin::OneAhead,
    }
}

#[cfg(test)]
mod tests {
    use super::super::leg::Reach;
    use super::*;
    use crate::syntax::betza::parse;

    fn programs(text: &str) -> Vec<MoveProgram> {
        compile(&parse(text).unwrap(), 8, 8).unwrap()
    }

    fn legs(program: &MoveProgram) -> &[Leg] {
        match program {
            MoveProgram::Path { legs, .. } => legs,
            other => panic!("{other:?} is no path"),
        }
    }

    #[test]
    fn equal_moves_become_one_program() {
        assert_eq!(programs("K").len(), 1);
        assert_eq!(programs("WF"), programs("K"));
        assert_eq!(programs("RBB"), programs("Q"));
        assert_eq!(programs("[mcK-bK]"), programs("mcabK"));
        assert_eq!(programs("[W?B]").len(), 2);
    }

    #[test]
    fn ranges_toggle() {
        let reaches = |text: &str| legs(&programs(text)[0]).iter().map(|leg| leg.reach).collect::<Vec<_>>();
        assert_eq!(reaches("yafW"), [Reach::Steps(1), Reach::Unlimited]);
        assert_eq!(reaches("yafR3"), [Reach::Steps(3), Reach::Steps(1)]);
        assert_eq!(reaches("yafW3"), [Reach::Steps(3), Reach::Unlimited]);
        assert_eq!(reaches("gayafF"), [Reach::Steps(1), Reach::Unlimited, Reach::Steps(1)]);
    }

    #[test]
    fn what_explodes_is_refused_with_its_place() {
        let description = parse("W(as)(al)(af)(ar)(ab)(afr)N").unwrap();
        let errors = compile(&description, 100, 100).unwrap_err();
        assert_eq!(errors.len(), 1);
        assert_eq!(errors[0].span, 1..27);
    }

    #[test]
    fn an_endless_crooked_ride_stays_affordable_on_the_largest_board() {
        let description = parse("zRqN(az)N(paf)cQ").unwrap();
        assert!(compile(&description, 100, 100).unwrap().len() < 1000);
    }
}
