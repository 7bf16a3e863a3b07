//! One group of letters as a leg.

use super::Legs;
use crate::rules::leg::{Directions, Hurdle, Leap, Leg, Modes, Reach, Skipped};
use crate::rules::topology::Wrap;
use crate::syntax::betza::{Atom, Group, Mode, Range, Symmetry};

/// Where the leg is in its path.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum End {
    /// Another leg follows.
    Joint,
    Last,
}

/// The leap of one step.
pub(super) fn leap(atom: Atom) -> Leap {
    let (short, long) = atom.leap();
    match atom.symmetry() {
        Symmetry::Oblique => Leap::Oblique(short, long),
        Symmetry::Orthogonal | Symmetry::Diagonal | Symmetry::King => Leap::Radial(long),
    }
}

/// How often an atom repeats its leap as long as nothing toggles it.
pub(super) fn reach(atom: Atom) -> Reach {
    match atom.range {
        Range::Usual if atom.letter.is_slider() => Reach::Unlimited,
        Range::Usual => Reach::Steps(1),
        Range::AtMost(steps) => Reach::Steps(steps.into()),
        Range::Unlimited => Reach::Unlimited,
        Range::OwnHalf => Reach::OwnHalf,
    }
}

/// Which edges of the board are joined for it.
pub(super) fn wrap(group: &Group) -> Wrap {
    [Wrap::AsBoard, Wrap::Files, Wrap::Both][usize::from(group.cylinder.min(2))]
}

/// What the square at the end may hold.
fn modes(group: &Group, end: End) -> Modes {
    let has = |mode| group.modes.has(mode);
    let says = group.modes.has_any(&[Mode::Move, Mode::Capture, Mode::Destroy, Mode::EnPassant, Mode::King]);
    let hops = has(Mode::Hop) || has(Mode::Grasshop);
    let usual = match end {
        End::Joint => !says && !hops && !has(Mode::Toggle),
        End::Last => !says,
    };
    let hop = hops && end == End::Joint;
    Modes {
        empty: has(Mode::Move) || usual || (end == End::Joint && has(Mode::Toggle)),
        enemy: has(Mode::Capture) || (usual && end == End::Last),
        friend: has(Mode::Destroy),
        en_passant: has(Mode::EnPassant),
        royal: has(Mode::King),
        hop,
        // On the way `t` chooses hurdles; what it would forbid to take there is not its business.
        tame: has(Mode::Tame) && (hop || end == End::Last),
    }
}

/// Adds the leg; two of them for a hop that is one step away from its hurdle.
pub(super) fn push(legs: &mut Legs, group: &Group, atom: Atom, directions: Directions, reach: Reach, end: End) {
    let unit = atom.is_unit();
    let long = atom.leap().1;
    let skipped = match (group.lame > 0, group.jump > 0) {
        _ if unit => Skipped::Any,
        (true, _) => Skipped::Empty,
        (_, true) => Skipped::Occupied,
        _ => Skipped::Any,
    };
    let from_start = legs.is_empty() && group.virgin > 0;
    let leaves_trail = match unit {
        true => group.lame > 0 || atom.range == Range::OwnHalf,
        false => (group.lame > 1 || (group.lame > 0 && from_start)) && (2..=4).contains(&long),
    };
    let same_length = !legs.is_empty() && group.virgin > 0 && legs.iter().any(|leg| leg.reach != Reach::Steps(1));
    let leg = Leg {
        leap: leap(atom),
        directions,
        reach,
        modes: modes(group, end),
        hurdle: Hurdle::None,
        skipped,
        jump: if unit { group.jump.into() } else { 0 },
        same_length,
        leaves_trail,
        wrap: wrap(group),
        rides: false,
        unload: group.modes.has(Mode::Unload),
    };
    let (cannon, grasshopper) = (group.modes.has(Mode::Hop), group.modes.has(Mode::Grasshop));
    if end == End::Joint || !(cannon || grasshopper) {
        legs.push(leg);
    } else if reach != Reach::Steps(1) {
        let hurdle = match (group.hops_on, grasshopper) {
            (true, _) => Hurdle::Several,
            (false, true) => Hurdle::Grasshopper,
            (false, false) => Hurdle::Cannon,
        };
        legs.push(Leg { hurdle, ..leg });
    } else {
        // `pW` is `pafW` and `gW` is `gafW`: with a range of one the hurdle is a neighbour.
        let hop = Modes { hop: true, ..Modes::default() };
        // Of the two steps of `pW` a `j` leaves none behind the hurdle; `gW` slides on.
        let near = if cannon { 1 } else { 1 + leg.jump };
        legs.push(Leg { modes: hop, reach: Reach::Steps(near), ..leg });
        legs.push(Leg {
            directions: Directions(1),
            reach: if cannon { Reach::Steps(1) } else { Reach::Unlimited },
            jump: 0,
            same_length: false,
            unload: false,
            ..leg
        });
    }
}
