//! Moves of one atom: legs joined by `a`, crooked and circular rides, castling, passing, and `U`.

use super::leg::{End, leap, push, reach, wrap};
use super::{Legs, List, Room, virgin};
use crate::diagnostic::{Diagnostic, Span};
use crate::rules::leg::{Directions, MoveProgram, Reach, Virgin};
use crate::syntax::betza::{Atom, Bend, Group, Letter, Located, Mode, Range, Symmetry, Turn, union};

/// Adds the programs of one move whose legs share an atom.
pub(super) fn compile(
    groups: &[Located<Group>],
    atom: &Located<Atom>,
    span: &Span,
    room: Room,
    list: &mut List,
) -> Result<(), Vec<Diagnostic>> {
    let Some(first) = groups.first().map(|group| &group.it) else { return Ok(()) };
    match (atom.it.letter, first.bend) {
        (Letter::O | Letter::U, _) => list.add(special(first, atom.it), span),
        (_, Some(bend)) if groups.len() == 1 => ride(first, bend, atom, span, room, list),
        _ => {
            let virgin = whole_move(groups, atom.it, span)?;
            for directions in choices(groups, atom.it, span)? {
                let legs = chain(groups, &directions, atom.it);
                list.add(MoveProgram::Path { legs, virgin }, span)?;
            }
            Ok(())
        }
    }
}

fn special(group: &Group, atom: Atom) -> MoveProgram {
    let virgin = virgin(group.virgin);
    match atom.range {
        _ if atom.letter == Letter::U => {
            let mut legs = Legs::new();
            let step = Atom { letter: Letter::W, ..atom };
            push(&mut legs, group, step, Directions::ALL, Reach::Steps(1), End::Last);
            MoveProgram::Anywhere { modes: legs.first().map(|leg| leg.modes).unwrap_or_default(), virgin }
        }
        Range::AtMost(distance) => {
            let said = union(&group.headings, Symmetry::Orthogonal, None);
            let directions = Directions(if said == 0 { 0x44 } else { said });
            MoveProgram::Castle { distance: distance.into(), directions, inward: group.jump.into(), virgin }
        }
        Range::Usual | Range::Unlimited | Range::OwnHalf => MoveProgram::Pass { virgin },
    }
}

/// `i` on the first leg; on a later one with no slide before it to compare with it means the same.
fn whole_move(groups: &[Located<Group>], atom: Atom, span: &Span) -> Result<Virgin, Vec<Diagnostic>> {
    let first = virgin(groups.first().map_or(0, |group| group.it.virgin));
    let ranges = ranges(groups, atom);
    let slides_before = |leg: usize| ranges[..leg].iter().any(|&reach| reach != Reach::Steps(1));
    let later = groups.iter().enumerate().skip(1).find(|(leg, group)| group.it.virgin > 0 && !slides_before(*leg));
    match (first, later) {
        (Virgin::OneAhead, Some((_, group))) => {
            let error = Diagnostic::error(group.span.clone(), "`i` on a later leg of a move that begins with `ii`");
            Err(vec![error.label("no slide before it to be as long as").note(span.clone(), "in this move")])
        }
        (Virgin::Always, Some(_)) => Ok(Virgin::Unmoved),
        _ => Ok(first),
    }
}

/// The range of every leg: `y` and `g` toggle it for the legs after their own.
fn ranges(groups: &[Located<Group>], atom: Atom) -> Vec<Reach> {
    // XBoard keeps sliding when a limited wazir, ferz or king toggles; all others come down to a step.
    let loosens = matches!(atom.letter, Letter::W | Letter::F | Letter::K) && atom.longer + atom.farther == 0;
    let toggled = |reach| match reach {
        Reach::Steps(1) => Reach::Unlimited,
        Reach::Steps(_) | Reach::OwnHalf if loosens => Reach::Unlimited,
        Reach::Steps(_) | Reach::OwnHalf | Reach::Unlimited => Reach::Steps(1),
    };
    let mut now = reach(atom);
    let mut ranges = Vec::with_capacity(groups.len());
    for group in groups {
        ranges.push(now);
        if group.it.modes.has_any(&[Mode::Toggle, Mode::Grasshop]) {
            now = toggled(now);
        }
    }
    ranges
}

/// The directions of all legs, in as many combinations as `z` and `q` need to know which way a path has turned.
fn choices(groups: &[Located<Group>], atom: Atom, span: &Span) -> Result<Vec<Vec<Directions>>, Vec<Diagnostic>> {
    let symmetry = atom.symmetry();
    let needs_turn = |leg: usize| groups[leg].it.headings.iter().any(|heading| heading.needs_turn());
    let last_turn = (1..groups.len()).rev().find(|&leg| needs_turn(leg)).unwrap_or(0);
    let mut open: Vec<(Vec<Directions>, Option<Turn>)> = vec![(Vec::new(), None)];
    for (leg, group) in groups.iter().enumerate() {
        let mut next = Vec::new();
        for (path, turn) in open {
            let set = match (leg, group.it.headings.as_slice()) {
                (0, []) => symmetry.all(),
                (0, headings) => union(headings, symmetry, None),
                (_, []) => symmetry.onward(),
                (_, headings) => union(headings, Symmetry::King, turn),
            };
            let parts = if leg > 0 && leg < last_turn { by_side(set, turn) } else { vec![(set, turn)] };
            next.extend(parts.into_iter().map(|(set, turn)| {
                let mut path = path.clone();
                path.push(Directions(set));
                (path, turn)
            }));
        }
        open = next;
        if open.len() > super::MAX_PROGRAMS {
            let error = Diagnostic::error(span.clone(), "this stands for too many different moves");
            return Err(vec![error.label("`z` and `q` have too many turns to tell apart")]);
        }
    }
    Ok(open.into_iter().map(|(path, _)| path).collect())
}

/// A relative set cut by the side it turns to.
pub(super) fn by_side(set: u8, turn: Option<Turn>) -> Vec<(u8, Option<Turn>)> {
    let parts = [(set & 0x11, turn), (set & 0x0E, Some(Turn::Right)), (set & 0xE0, Some(Turn::Left))];
    parts.into_iter().filter(|part| part.0 != 0).collect()
}

fn chain(groups: &[Located<Group>], directions: &[Directions], atom: Atom) -> Legs {
    let mut legs = Legs::new();
    let ranges = ranges(groups, atom);
    for (leg, group) in groups.iter().enumerate() {
        let end = if leg + 1 == groups.len() { End::Last } else { End::Joint };
        push(&mut legs, &group.it, atom, directions[leg], ranges[leg], end);
    }
    legs
}

/// `z` and `q` on a single leg: one program for every length, each a chain of single steps.
fn ride(
    group: &Group,
    bend: Bend,
    atom: &Located<Atom>,
    span: &Span,
    room: Room,
    list: &mut List,
) -> Result<(), Vec<Diagnostic>> {
    let room = match bend {
        Bend::Crooked => room.crooked(wrap(group)),
        // Eight of its steps come home.
        Bend::Circular => 7,
    };
    let most = match atom.it.range {
        Range::AtMost(steps) => room.min(steps.into()),
        Range::Usual | Range::Unlimited => room,
        Range::OwnHalf => {
            let error = Diagnostic::error(atom.span.clone(), "`*` on a crooked or circular rider");
            return Err(vec![error.label("no straight line to measure").help("give a number of steps")]);
        }
    };
    let said = union(&group.headings, atom.it.symmetry(), None);
    let first = if group.headings.is_empty() { atom.it.symmetry().all() } else { said };
    let step = Atom { range: Range::Usual, ..atom.it };
    debug_assert_eq!(leap(step), leap(atom.it));
    let way = Group { headings: Vec::new(), modes: Default::default(), bend: None, virgin: 0, ..group.clone() };
    for length in 1..=most {
        for side in [1, -1] {
            let mut legs = Legs::new();
            for leg in 0..length {
                let turn = match (leg, bend) {
                    (0, _) => Directions(first),
                    (_, Bend::Crooked) => relative(if leg % 2 == 1 { 2 * side } else { -2 * side }),
                    (_, Bend::Circular) => relative(side),
                };
                let (group, end) = if leg + 1 == length { (group, End::Last) } else { (&way, End::Joint) };
                push(&mut legs, group, step, turn, Reach::Steps(1), end);
            }
            // Whatever the letters say about the start belongs to the first leg.
            let unload = group.modes.has(Mode::Unload);
            legs.iter_mut().enumerate().for_each(|(leg, it)| {
                it.unload = unload && leg == 0;
                it.same_length = false;
                it.rides = true;
            });
            list.add(MoveProgram::Path { legs, virgin: virgin(group.virgin) }, span)?;
        }
    }
    Ok(())
}

fn relative(turn: i32) -> Directions {
    Directions(1 << turn.rem_euclid(8))
}
