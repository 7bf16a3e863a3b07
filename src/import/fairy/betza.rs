//! Fairy-Stockfish's Betza: which leaps and slides its reader makes of a string, and how we write the same.
//!
//! Letters mean what they mean there, not in XBoard: `fK` is three moves, `pW` slides behind its hurdle, a range has one
//! digit. What it skips is said.

use super::super::spelling::write_directions;
use crate::diagnostic::{Diagnostic, Span};
use crate::syntax::betza::Symmetry;

/// A straight piece of a description: one leap in some directions.
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    /// Our letter for the leap; `K` is `W` and `F` together.
    pub leap: char,
    /// Directions as our notation numbers them, clockwise from straight ahead.
    pub directions: u8,
    pub manner: Manner,
    pub quiet: bool,
    pub capture: bool,
    /// Only from where double steps are allowed.
    pub initial: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Manner {
    Leap,
    /// What lies between must be empty.
    Lame,
    /// So many times, or without limit for 0.
    Slide(u8),
    /// Over one piece, so many squares in all, or without limit for 0.
    Hop(u8),
    /// Over one piece, to the square behind it.
    Grasshop,
}

/// Letters of leaps: there, here, and the leap from the lesser to the greater coordinate.
const LEAPS: &[(char, char, (i32, i32))] = &[
    ('W', 'W', (0, 1)),
    ('F', 'F', (1, 1)),
    ('D', 'D', (0, 2)),
    ('N', 'N', (1, 2)),
    ('A', 'A', (2, 2)),
    ('H', 'H', (0, 3)),
    ('L', 'C', (1, 3)),
    ('C', 'C', (1, 3)),
    ('J', 'Z', (2, 3)),
    ('Z', 'Z', (2, 3)),
    ('G', 'G', (3, 3)),
];

/// Letters of slides and of two leaps in one.
const COMPOUNDS: &[(char, &str, bool)] = &[('R', "W", true), ('B', "F", true), ('Q', "WF", true), ('K', "WF", false)];

/// The eight sectors clockwise from straight ahead: the direction a leap is longer in, the other one, and its hand.
const SECTORS: [(char, char, char); 8] = [
    ('f', 'r', 'r'),
    ('r', 'f', 'l'),
    ('r', 'b', 'r'),
    ('b', 'r', 'l'),
    ('b', 'l', 'r'),
    ('l', 'b', 'l'),
    ('l', 'f', 'r'),
    ('f', 'l', 'l'),
];

fn leap_of(letter: char) -> (i32, i32) {
    LEAPS.iter().find(|row| row.1 == letter).map_or((0, 1), |row| row.2)
}

fn symmetry(leap: char) -> Symmetry {
    match leap_of(leap) {
        _ if leap == 'K' => Symmetry::King,
        (0, _) => Symmetry::Orthogonal,
        (a, b) if a == b => Symmetry::Diagonal,
        _ => Symmetry::Oblique,
    }
}

/// What has been read since the last atom.
#[derive(Default)]
struct Prefix {
    quiet: bool,
    capture: bool,
    hop: bool,
    grasshop: bool,
    lame: bool,
    initial: bool,
    directions: Vec<(char, char)>,
    start: Option<usize>,
}

/// The moves of a description, and what is odd about it.
pub fn read(text: &str) -> (Vec<Part>, Vec<Diagnostic>) {
    let (mut parts, mut found) = (Vec::new(), Vec::new());
    let letters: Vec<(usize, char)> = text.char_indices().collect();
    let mut prefix = Prefix::default();
    let mut at = 0;
    while let Some(&(offset, letter)) = letters.get(at) {
        let next = letters.get(at + 1).map(|&(_, next)| next);
        let span = offset..offset + letter.len_utf8();
        at += 1;
        if "mcpgniefbvhrls".contains(letter) {
            prefix.start.get_or_insert(offset);
        }
        match letter {
            'm' => prefix.quiet = true,
            'c' => prefix.capture = true,
            'p' => prefix.hop = true,
            'g' => (prefix.hop, prefix.grasshop) = (true, true),
            'n' => prefix.lame = true,
            'i' => prefix.initial = true,
            // Says that the piece captures en passant; which moves do so follows from the rules.
            'e' => {}
            'f' | 'b' | 'v' | 'h' | 'r' | 'l' | 's' => {
                let second = next.filter(|&next| combine(letter, next));
                at += usize::from(second.is_some());
                prefix.directions.push((letter, second.unwrap_or(letter)));
            }
            _ if LEAPS.iter().any(|row| row.0 == letter) || COMPOUNDS.iter().any(|row| row.0 == letter) => {
                let mut range = None;
                if let Some(next) = next.filter(|next| next.is_ascii_digit() || *next == letter) {
                    range = Some(next.to_digit(10).unwrap_or(0) as u8);
                    at += 1;
                }
                let end = letters.get(at).map_or(text.len(), |&(offset, _)| offset);
                let more = letters[at..].iter().take_while(|(_, c)| c.is_ascii_digit()).count();
                if range.is_some() && more > 0 {
                    let stop = letters.get(at + more).map_or(text.len(), |&(offset, _)| offset);
                    found.push(
                        Diagnostic::warning(offset..stop, "ranges have one digit here")
                            .label(format!("Fairy-Stockfish reads `{}`", &text[offset..end]))
                            .help("a range beyond 9 is mostly no limit: leave it out"),
                    );
                    at += more;
                }
                let whole = prefix.start.unwrap_or(offset)..end;
                atom(&mut parts, letter, range, std::mem::take(&mut prefix), whole, &mut found);
            }
            _ => found.push(skipped(letter, span)),
        }
    }
    if let Some(start) = prefix.start {
        found.push(
            Diagnostic::warning(start..text.len(), "these letters belong to no move")
                .label("Fairy-Stockfish skips them")
                .help("an atom such as `W`, `N` or `R` comes after its modifiers"),
        );
    }
    let mut kept: Vec<Part> = Vec::new();
    for part in parts {
        kept = kept.into_iter().flat_map(|earlier| earlier.without(&part)).collect();
        kept.push(part);
    }
    (kept, found)
}

fn skipped(letter: char, span: Span) -> Diagnostic {
    let what = if letter.is_ascii_uppercase() { "is not an atom" } else { "means nothing" };
    Diagnostic::warning(span, format!("`{letter}` {what} in Fairy-Stockfish's Betza"))
        .label("it skips this, and reads what is left")
        .help("its atoms are W F D N A H L C J Z G K R B Q, its modifiers f b l r v s h m c e i n p g")
}

/// Two direction letters are read together if they are the same, or one is of each kind.
fn combine(one: char, two: char) -> bool {
    let (lengthwise, sideways) = (|c: char| "fbvh".contains(c), |c: char| "rlsh".contains(c));
    one == two || lengthwise(one) && sideways(two) || sideways(one) && lengthwise(two)
}

fn atom(
    parts: &mut Vec<Part>,
    letter: char,
    range: Option<u8>,
    prefix: Prefix,
    whole: Span,
    found: &mut Vec<Diagnostic>,
) {
    let compound = COMPOUNDS.iter().find(|row| row.0 == letter);
    let rides = range.is_some() || compound.is_some_and(|row| row.2);
    let letters = compound.map_or(letter.to_string(), |row| row.1.to_owned());
    let manner = match (prefix.hop, rides) {
        (true, _) if prefix.grasshop && range.is_none_or(|range| range < 2) || prefix.hop && range == Some(1) => {
            Manner::Grasshop
        }
        (true, _) => Manner::Hop(range.unwrap_or(0)),
        (false, true) => Manner::Slide(range.unwrap_or(0)),
        (false, false) if prefix.lame => Manner::Lame,
        (false, false) => Manner::Leap,
    };
    let both = !prefix.quiet && !prefix.capture;
    let mut nothing = |why: &str| {
        found.push(Diagnostic::warning(whole.clone(), why).label("in Fairy-Stockfish this adds no move"));
    };
    for leap in letters.chars().filter_map(|letter| LEAPS.iter().find(|row| row.0 == letter)) {
        let split = letters.len() == 1 && leap.2.0 == 0;
        let directions = chosen(&prefix.directions, leap.1, split);
        let works = match manner {
            Manner::Leap => true,
            Manner::Lame => "NDAZ".contains(leap.1),
            Manner::Slide(_) => "WFN".contains(leap.1),
            Manner::Hop(_) | Manner::Grasshop => "WF".contains(leap.1),
        };
        if !works {
            nothing(match manner {
                Manner::Lame => "only N, Z, A and D can be lame",
                Manner::Slide(_) => "only W, F and N can be repeated",
                _ => "only straight and diagonal lines can be hopped along",
            });
            continue;
        }
        if directions == 0 {
            if letters.len() == 1 {
                nothing("these letters name no direction of this atom");
            }
            continue;
        }
        let part = Part {
            leap: leap.1,
            directions,
            manner,
            quiet: both || prefix.quiet,
            capture: (both || prefix.capture) && !prefix.initial,
            initial: prefix.initial,
        };
        if prefix.initial && !part.quiet {
            nothing("pieces don't capture with their first moves");
            continue;
        }
        // All of a king's or queen's directions are one part.
        match parts.last_mut() {
            Some(last) if leap.1 == 'F' && letters.len() == 2 && prefix.directions.is_empty() && last.leap == 'W' => {
                (last.leap, last.directions) = ('K', 0xFF);
            }
            _ => parts.push(part),
        }
    }
}

/// The directions that letters choose, as we number them.
fn chosen(headings: &[(char, char)], leap: char, split: bool) -> u8 {
    let symmetry = symmetry(leap);
    if headings.is_empty() {
        return symmetry.all();
    }
    let mut set = 0;
    for &(one, two) in headings {
        let pairs = if split && one != two { vec![(one, one), (two, two)] } else { vec![(one, two)] };
        for (index, &(major, minor, hand)) in SECTORS.iter().enumerate() {
            let fits = |letter: char, direction: char| {
                letter == direction
                    || letter == 'v' && "fb".contains(direction)
                    || letter == 's' && "lr".contains(direction)
            };
            let selected = pairs.iter().any(|&(one, two)| match (one, two) {
                ('h', hand_wanted) => hand_wanted == hand,
                (one, 'h') => one == major || one == minor,
                (one, two) if one == two => fits(one, major),
                (one, two) => one == minor && fits(two, major),
            });
            if selected {
                set |= match symmetry {
                    Symmetry::Oblique | Symmetry::King => 1 << index,
                    Symmetry::Orthogonal => 1 << (index.div_ceil(2) * 2 % 8),
                    Symmetry::Diagonal => 1 << (index / 2 * 2 + 1),
                };
            }
        }
    }
    set
}

impl Part {
    /// The double step of a pawn.
    pub const FIRST_TWO: Part =
        Part { leap: 'D', directions: 1, manner: Manner::Lame, quiet: true, capture: false, initial: true };
    /// Its triple step.
    pub const FIRST_THREE: Part = Part { leap: 'H', ..Part::FIRST_TWO };

    /// In our notation. `en_passant`: captures take en passant; `trail`: may be taken en passant after it.
    pub fn spell(&self, en_passant: bool, trail: bool) -> String {
        let mut text = write_directions(self.directions, symmetry(self.leap));
        if !self.capture {
            text.push('m');
        } else if !self.quiet {
            text.push_str(if en_passant { "ce" } else { "c" });
        }
        let straight = |slide: &str, step: &str, range: u8| match range {
            0 => slide.to_owned(),
            1 => step.to_owned(),
            range => format!("{slide}{range}"),
        };
        let rides = |range: u8| match self.leap {
            'W' => straight("R", "W", range),
            'F' => straight("B", "F", range),
            'K' => straight("Q", "K", range),
            leap => match range {
                0 => format!("{leap}{leap}"),
                1 => leap.to_string(),
                range => format!("{leap}{range}"),
            },
        };
        match self.manner {
            // What is leapt over can't be captured on: nothing may be taken en passant there.
            Manner::Leap if trail && self.leap_length() > 1 => {
                text = format!("{text}nn{leap}{text}j{leap}", leap = self.leap);
            }
            Manner::Leap => text.push(self.leap),
            Manner::Lame => text.push_str(&format!("{}{}", if trail { "nn" } else { "n" }, self.leap)),
            Manner::Slide(range) => text.push_str(&format!("{}{}", if trail { "n" } else { "" }, rides(range))),
            Manner::Hop(range) => text.push_str(&format!("p{}", rides(range))),
            Manner::Grasshop => text.push_str(&format!("g{}", rides(0))),
        }
        text
    }

    /// What a later part leaves of this one: in each direction there is one range of slides, one of hops, and a leap that is
    /// lame or not.
    fn without(self, later: &Part) -> Vec<Part> {
        let family = |part: &Part| match part.manner {
            Manner::Slide(_) => (0, if part.leap == 'N' { 'N' } else { 'K' }, part.initial),
            Manner::Hop(_) | Manner::Grasshop => (1, 'K', part.initial),
            Manner::Leap | Manner::Lame => (2, part.leap, part.initial),
        };
        let same = family(&self) == family(later) && self.manner != later.manner;
        if !same
            || self.directions & later.directions == 0
            || !(self.quiet && later.quiet || self.capture && later.capture)
        {
            return vec![self];
        }
        let straight = [('W', 0b0101_0101), ('F', 0b1010_1010)];
        let leaps =
            straight.into_iter().filter(|_| self.leap == 'K').chain((self.leap != 'K').then_some((self.leap, u8::MAX)));
        let mut left = Vec::new();
        for (leap, mask) in leaps {
            let own = self.directions & mask;
            left.push(Part { leap, directions: own & !later.directions, ..self.clone() });
            let (quiet, capture) = (self.quiet && !later.quiet, self.capture && !later.capture);
            left.push(Part { leap, directions: own & later.directions, quiet, capture, ..self.clone() });
        }
        left.retain(|part| part.directions != 0 && (part.quiet || part.capture));
        left
    }

    /// A capture as one en passant only.
    pub fn spell_in_passing(&self) -> String {
        self.spell(true, false).replacen("ce", "e", 1)
    }

    /// Squares from one end of a leap to the other along its line; 1 if there is nothing between.
    pub fn leap_length(&self) -> i32 {
        match leap_of(self.leap) {
            (a, b) if a == 0 || a == b => b,
            _ => 1,
        }
    }

    /// True if something can be taken en passant after this move.
    pub fn leaves_trail(&self) -> bool {
        match self.manner {
            Manner::Leap | Manner::Lame => self.leap_length() > 1,
            Manner::Slide(range) => range != 1 && self.leap != 'N',
            Manner::Hop(_) | Manner::Grasshop => false,
        }
    }

    /// First steps, to the right and ahead as the first player sees them.
    pub fn steps(&self) -> impl Iterator<Item = (i32, i32)> + '_ {
        const RING: [(i32, i32); 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];
        let (a, b) = leap_of(self.leap);
        let images = [(a, b), (b, a), (b, -a), (a, -b), (-a, -b), (-b, -a), (-b, a), (-a, b)];
        let oblique = symmetry(self.leap) == Symmetry::Oblique;
        (0..8).filter(|at| self.directions >> at & 1 == 1).map(move |at| match oblique {
            true => images[at],
            false => (RING[at].0 * b.max(1), RING[at].1 * b.max(1)),
        })
    }

    /// It goes further than one leap.
    pub fn rides(&self) -> bool {
        !matches!(self.manner, Manner::Leap | Manner::Lame | Manner::Slide(1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::betza::join;

    fn ours(text: &str) -> String {
        join(read(text).0.iter().map(|part| part.spell(false, false)))
    }

    #[test]
    fn strings_are_written_as_they_are_meant_there() {
        for (theirs, expected) in [
            ("fmWfceF", "fmWfcF"),
            ("KN", "KN"),
            ("mQcN", "mQcN"),
            ("fK", "fWfF"),
            ("fsW", "fsW"),
            ("fN", "fN"),
            ("ffN", "fN"),
            ("pW", "pR"),
            ("gB", "gB"),
            ("mR3", "mR3"),
            ("NN", "NN"),
            // Not one doubled letter.
            ("mWfbsW", "mW1W"),
            ("N0", "NN"),
            ("nN", "nN"),
            ("J", "Z"),
            ("L", "C"),
            ("hlN", "hlN"),
            ("rflbB", "blfrB"),
            ("R12", "W"),
            ("mWWfQ2", "bsmRfR2fB2"),
            ("pRpvR2", "spRvpR2"),
            ("DnfD", "bsDfnD"),
            ("fsF", "fF"),
            ("fhN", "fhN"),
            ("BfsW", "BfsW"),
        ] {
            assert_eq!(ours(theirs), expected, "{theirs}");
        }
    }

    #[test]
    fn what_it_skips_is_said() {
        assert_eq!(read("R12").1.len(), 1);
        assert_eq!(read("[F?R]").1.len(), 3);
        assert_eq!(read("nC").1.len(), 1);
        assert_eq!(read("sfF").1.len(), 1);
        assert_eq!(read("NmX").1.len(), 2);
        assert_eq!(read("fmWfceFifmnD").1, vec![]);
    }
}
