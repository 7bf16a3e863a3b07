//! Direction letters and the sets of directions they stand for.
//!
//! The same letters mean different sets on straight, diagonal, oblique and king-like atoms, and on every leg
//! after the first. A set is a byte: bit n is direction n, clockwise from straight ahead.

use crate::diagnostic::Span;

/// Which reading the direction letters of a leg get.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Symmetry {
    Orthogonal,
    Diagonal,
    Oblique,
    /// Both radial kinds; also every leg after the first, whatever its atom.
    King,
}

impl Symmetry {
    /// Directions that an atom of this kind has at all.
    pub fn all(self) -> u8 {
        match self {
            Symmetry::Orthogonal => 0x55,
            Symmetry::Diagonal => 0xAA,
            Symmetry::Oblique | Symmetry::King => 0xFF,
        }
    }

    /// Where a later leg goes if it doesn't say: four-fold atoms turn by right angles only.
    pub fn onward(self) -> u8 {
        match self {
            Symmetry::Orthogonal | Symmetry::Diagonal => 0x45,
            Symmetry::Oblique | Symmetry::King => 0xEF,
        }
    }
}

/// A single direction letter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Way {
    Forward,
    Backward,
    Left,
    Right,
    Sideways,
    Vertical,
    Half,
    /// `q`: to the side of the latest turn.
    SameSide,
    /// `z`: to the other side.
    OtherSide,
}

use Way::*;

/// Each letter once; read both ways.
const LETTERS: [(char, Way); 9] = [
    ('f', Forward),
    ('b', Backward),
    ('l', Left),
    ('r', Right),
    ('s', Sideways),
    ('v', Vertical),
    ('h', Half),
    ('q', SameSide),
    ('z', OtherSide),
];

impl Way {
    pub fn from_letter(letter: char) -> Option<Way> {
        LETTERS.iter().find(|row| row.0 == letter).map(|row| row.1)
    }

    pub fn letter(self) -> char {
        LETTERS.iter().find(|row| row.1 == self).map_or('f', |row| row.0)
    }

    /// `z` and `q` depend on the turns before them.
    fn resolve(self, turn: Option<Turn>) -> Way {
        match (self, turn) {
            (SameSide, Some(Turn::Right)) | (OtherSide, Some(Turn::Left)) => Right,
            (SameSide, Some(Turn::Left)) | (OtherSide, Some(Turn::Right)) => Left,
            (SameSide | OtherSide, None) => Sideways,
            (way, _) => way,
        }
    }

    fn is_single(self) -> bool {
        matches!(self, Forward | Backward | Left | Right | SameSide | OtherSide)
    }

    fn is_across(self, other: Way) -> bool {
        let lengthwise = |way| matches!(way, Forward | Backward | Vertical);
        self != Half && other != Half && lengthwise(self) != lengthwise(other)
    }

    fn king_wide(self) -> u8 {
        match self {
            Forward => 0x83,
            Backward => 0x38,
            Left => 0xE0,
            Right => 0x0E,
            Sideways => 0xEE,
            Vertical => 0xBB,
            Half | SameSide | OtherSide => 0,
        }
    }

    fn king_narrow(self) -> u8 {
        match self {
            Forward => 0x01,
            Backward => 0x10,
            Left => 0x40,
            Right => 0x04,
            Sideways => 0x44,
            Vertical => 0x11,
            Half | SameSide | OtherSide => 0,
        }
    }

    fn oblique_wide(self) -> u8 {
        match self {
            Forward => 0xC3,
            Backward => 0x3C,
            Left => 0xF0,
            Right => 0x0F,
            Sideways | Vertical | Half | SameSide | OtherSide => 0,
        }
    }

    fn oblique_narrow(self) -> u8 {
        match self {
            Forward => 0x81,
            Backward => 0x18,
            Left => 0x60,
            Right => 0x06,
            Sideways => 0x66,
            Vertical => 0x99,
            Half | SameSide | OtherSide => 0,
        }
    }
}

/// The side to which a path has turned last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    Left,
    Right,
}

/// Direction letters that are read together. A letter written twice is the letter alone, kept apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Heading {
    One(Way),
    Two(Way, Way),
}

impl Heading {
    /// The directions meant. `turn` matters to `z` and `q` only.
    pub fn set(self, symmetry: Symmetry, turn: Option<Turn>) -> u8 {
        let resolve = |way: Way| way.resolve(turn);
        match (symmetry, self) {
            (Symmetry::Orthogonal, Heading::One(way)) => way.king_narrow(),
            (Symmetry::Orthogonal, Heading::Two(one, two)) => one.king_narrow() | two.king_narrow(),
            (Symmetry::Diagonal, Heading::One(way)) => way.king_wide() & 0xAA,
            (Symmetry::Diagonal, Heading::Two(one, two)) => one.king_wide() & two.king_wide() & 0xAA,
            (Symmetry::Oblique, Heading::One(way)) => way.oblique_narrow(),
            (Symmetry::Oblique, Heading::Two(Half, Right)) => 0x55,
            (Symmetry::Oblique, Heading::Two(Half, _)) => 0xAA,
            (Symmetry::Oblique, Heading::Two(way, Half)) => way.oblique_wide(),
            // The second letter is the one the leap is longer in.
            (Symmetry::Oblique, Heading::Two(one, two)) => one.oblique_wide() & two.oblique_narrow(),
            (Symmetry::King, Heading::One(way)) => resolve(way).king_narrow(),
            (Symmetry::King, Heading::Two(way, Half)) => way.king_wide(),
            (Symmetry::King, Heading::Two(one, two)) => resolve(one).king_wide() & resolve(two).king_wide(),
        }
    }

    /// True if `z` or `q` is in it.
    pub fn needs_turn(self) -> bool {
        let depends = |way| matches!(way, SameSide | OtherSide);
        match self {
            Heading::One(way) => depends(way),
            Heading::Two(one, two) => depends(one) || depends(two),
        }
    }

    fn first(self) -> Way {
        match self {
            Heading::One(way) | Heading::Two(way, _) => way,
        }
    }
}

/// The union of several headings.
pub fn union(headings: &[Heading], symmetry: Symmetry, turn: Option<Turn>) -> u8 {
    headings.iter().fold(0, |set, heading| set | heading.set(symmetry, turn))
}

/// Whether two neighbouring letters are read together.
fn combine(symmetry: Symmetry, one: Way, two: Way) -> bool {
    match symmetry {
        Symmetry::Orthogonal => false,
        Symmetry::Diagonal => one.king_wide() & two.king_wide() != 0,
        Symmetry::Oblique if one == Half => matches!(two, Left | Right),
        Symmetry::Oblique | Symmetry::King if two == Half => matches!(one, Forward | Backward | Left | Right),
        Symmetry::Oblique | Symmetry::King => one.is_single() && one.is_across(two),
    }
}

/// Reads letters that stand next to each other, greedily from the left. The error is the place of an `h` that
/// belongs to nothing.
pub fn read(run: &[(Way, Span)], symmetry: Symmetry) -> Result<Vec<Heading>, Span> {
    let mut headings = Vec::new();
    let mut rest = run;
    while let [(one, span), tail @ ..] = rest {
        let next = tail.first().map(|(two, _)| *two);
        rest = tail;
        let heading = match next {
            Some(two) if two == *one && *one != Half => Heading::One(*one),
            Some(two) if combine(symmetry, *one, two) => Heading::Two(*one, two),
            _ if *one == Half => return Err(span.clone()),
            _ => {
                headings.push(Heading::One(*one));
                continue;
            }
        };
        rest = &rest[1..];
        headings.push(heading);
    }
    Ok(headings)
}

/// Writes headings so that `read` takes them apart the same way.
pub fn write(headings: &[Heading], symmetry: Symmetry) -> String {
    let mut text = String::new();
    for (at, &heading) in headings.iter().enumerate() {
        match heading {
            Heading::One(way) => {
                text.push(way.letter());
                let next = headings.get(at + 1).map(|next| next.first());
                if next.is_some_and(|next| next == way || combine(symmetry, way, next)) {
                    text.push(way.letter());
                }
            }
            Heading::Two(one, two) => text.extend([one.letter(), two.letter()]),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(letters: &str, symmetry: Symmetry) -> u8 {
        let run: Vec<_> = letters.chars().filter_map(Way::from_letter).map(|way| (way, 0..0)).collect();
        union(&read(&run, symmetry).unwrap(), symmetry, None)
    }

    #[test]
    fn the_second_letter_dominates_an_oblique_leap() {
        assert_eq!(set("fr", Symmetry::Oblique), 0b10);
        assert_eq!(set("rf", Symmetry::Oblique), 0b1);
        assert_eq!(set("ffrr", Symmetry::Oblique), 0x87);
    }

    #[test]
    fn king_like_letters_are_narrow_alone_and_diagonal_together() {
        assert_eq!(set("f", Symmetry::King), 0x01);
        assert_eq!(set("fs", Symmetry::King), 0x82);
        assert_eq!(set("ffs", Symmetry::King), 0x45);
        assert_eq!(set("sf", Symmetry::King), 0x45);
        assert_eq!(set("fh", Symmetry::King), 0x83);
    }

    #[test]
    fn diagonal_letters_narrow_each_other_down() {
        assert_eq!(set("f", Symmetry::Diagonal), 0x82);
        assert_eq!(set("fs", Symmetry::Diagonal), 0x82);
        assert_eq!(set("lf", Symmetry::Diagonal), 0x80);
        assert_eq!(set("fb", Symmetry::Diagonal), 0xAA);
        assert_eq!(set("fr", Symmetry::Orthogonal), 0x05);
    }

    #[test]
    fn a_lonely_half_is_refused_where_it_stands() {
        assert_eq!(read(&[(Forward, 0..1), (Sideways, 1..2), (Half, 2..3)], Symmetry::Oblique), Err(2..3));
        assert_eq!(read(&[(Half, 4..5)], Symmetry::King), Err(4..5));
    }
}
