//! Leaps and slides, given as steps, in our notation.

use crate::syntax::betza::{Heading, Symmetry, Way, union, write_headings};

/// Steps to the right and ahead, as the first player sees them.
pub type Step = (i32, i32);

/// One part of a step; none is farther than a board can be wide.
pub fn coordinate(text: &str) -> Option<i32> {
    text.parse::<i8>().ok().map(i32::from)
}

/// Atoms by the lesser and the greater coordinate of their leap.
const ATOMS: &[(&str, Step)] = &[
    ("W", (0, 1)),
    ("F", (1, 1)),
    ("D", (0, 2)),
    ("N", (1, 2)),
    ("A", (2, 2)),
    ("H", (0, 3)),
    ("C", (1, 3)),
    ("Z", (2, 3)),
    ("G", (3, 3)),
    ("WX", (0, 4)),
    ("FX", (1, 4)),
    ("DY", (2, 4)),
    ("NX", (1, 5)),
];

/// The atom of a step, and its direction among the eight, clockwise from straight ahead.
fn atom((x, y): Step) -> Option<(&'static str, Symmetry, u8)> {
    let (a, b) = (x.abs().min(y.abs()), x.abs().max(y.abs()));
    let (name, _) = ATOMS.iter().find(|row| row.1 == (a, b))?;
    let images = [(a, b), (b, a), (b, -a), (a, -b), (-a, -b), (-b, -a), (-b, a), (-a, b)];
    let ring = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];
    let symmetry = match (a, b) {
        (0, _) => Symmetry::Orthogonal,
        (a, b) if a == b => Symmetry::Diagonal,
        _ => Symmetry::Oblique,
    };
    let table = if symmetry == Symmetry::Oblique { images } else { ring };
    let step = if symmetry == Symmetry::Oblique { (x, y) } else { (x.signum(), y.signum()) };
    Some((name, symmetry, table.iter().position(|&image| image == step)? as u8))
}

/// How a step is repeated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Repeat {
    Once,
    Times(u16),
    Always,
}

/// Steps with the same letters before the atom: `mode` is `m`, `c` and the like.
pub fn spell(steps: &[Step], mode: &str, repeat: Repeat) -> Result<String, Step> {
    let mut groups: Vec<(&str, Symmetry, u8)> = Vec::new();
    for &step in steps {
        let (name, symmetry, direction) = atom(step).ok_or(step)?;
        match groups.iter_mut().find(|group| group.0 == name) {
            Some(group) => group.2 |= 1 << direction,
            None => groups.push((name, symmetry, 1 << direction)),
        }
    }
    // All of a king's or queen's ways are one atom.
    let full = |name: &str| groups.iter().any(|group| group.0 == name && group.2 == group.1.all());
    if full("W") && full("F") {
        groups.retain(|group| group.0 != "F");
        groups.iter_mut().filter(|group| group.0 == "W").for_each(|group| *group = ("K", Symmetry::King, 0xFF));
    }
    let atom = |name: &str| match (repeat, name) {
        (Repeat::Once | Repeat::Times(1), _) => name.to_owned(),
        (Repeat::Always, "W") => "R".into(),
        (Repeat::Always, "F") => "B".into(),
        (Repeat::Always, "K") => "Q".into(),
        (Repeat::Always, _) => format!("{name}0"),
        (Repeat::Times(times), "W") => format!("R{times}"),
        (Repeat::Times(times), "F") => format!("B{times}"),
        (Repeat::Times(times), "K") => format!("Q{times}"),
        (Repeat::Times(times), _) => format!("{name}{times}"),
    };
    Ok(groups
        .iter()
        .map(|(name, symmetry, set)| format!("{}{mode}{}", write_directions(*set, *symmetry), atom(name)))
        .collect())
}

/// Direction letters for a set, as few as a simple search finds.
pub fn write_directions(set: u8, symmetry: Symmetry) -> String {
    if set == symmetry.all() {
        return String::new();
    }
    let (lengthwise, sideways) = ([Way::Forward, Way::Backward], [Way::Left, Way::Right]);
    let mut candidates: Vec<Heading> =
        lengthwise.into_iter().chain(sideways).chain([Way::Vertical, Way::Sideways]).map(Heading::One).collect();
    if symmetry != Symmetry::Orthogonal {
        let corners = lengthwise.into_iter().flat_map(|one| sideways.map(|two| (one, two)));
        candidates.extend(corners.clone().map(|(one, two)| Heading::Two(one, two)));
        if symmetry == Symmetry::Oblique {
            candidates.extend(corners.map(|(one, two)| Heading::Two(two, one)));
            candidates.extend(lengthwise.into_iter().chain(sideways).map(|way| Heading::Two(way, Way::Half)));
            candidates.extend(sideways.map(|way| Heading::Two(Way::Half, way)));
        }
    }
    let mut headings: Vec<Heading> = Vec::new();
    let mut left = set;
    while left != 0 {
        let best = candidates.iter().filter(|heading| heading.set(symmetry, None) & !set == 0).max_by_key(|heading| {
            ((heading.set(symmetry, None) & left).count_ones(), matches!(heading, Heading::One(_)))
        });
        let Some(&heading) = best.filter(|heading| heading.set(symmetry, None) & left != 0) else { break };
        left &= !heading.set(symmetry, None);
        headings.push(heading);
    }
    if symmetry == Symmetry::Orthogonal {
        // `fs` reads better than `sf`, and is the same.
        headings.sort_by_key(|heading| matches!(heading, Heading::One(Way::Left | Way::Right | Way::Sideways)));
    }
    debug_assert_eq!(union(&headings, symmetry, None), set);
    write_headings(&headings, symmetry)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_gathered_under_their_atoms() {
        let once = |steps: &[Step]| spell(steps, "", Repeat::Once);
        assert_eq!(once(&[(1, 2), (-1, 2)]), Ok("fN".into()));
        assert_eq!(once(&[(0, 1), (1, 1), (-1, 1), (1, -1), (-1, -1)]), Ok("fWF".into()));
        assert_eq!(spell(&[(0, 1), (0, -1), (1, 0), (-1, 0)], "c", Repeat::Always), Ok("cR".into()));
        assert_eq!(once(&[(5, 7)]), Err((5, 7)));
    }
}
