//! Atoms: the capital letters, what lengthens their leap, and how often it may be repeated.

use super::directions::Symmetry;

/// A move atom. `L` and `J` are read as their other spellings, `C` and `Z`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Letter {
    W,
    F,
    D,
    N,
    A,
    H,
    C,
    Z,
    G,
    K,
    R,
    B,
    Q,
    O,
    U,
}

/// Every letter that is accepted, with the leap it begins with; castling and the universal leaper have none.
/// Of two spellings the canonical one comes first.
const LETTERS: [(char, Letter, (u8, u8)); 17] = [
    ('A', Letter::A, (2, 2)),
    ('B', Letter::B, (1, 1)),
    ('C', Letter::C, (1, 3)),
    ('D', Letter::D, (0, 2)),
    ('F', Letter::F, (1, 1)),
    ('G', Letter::G, (3, 3)),
    ('H', Letter::H, (0, 3)),
    ('K', Letter::K, (0, 1)),
    ('L', Letter::C, (1, 3)),
    ('N', Letter::N, (1, 2)),
    ('O', Letter::O, (0, 0)),
    ('Q', Letter::Q, (0, 1)),
    ('R', Letter::R, (0, 1)),
    ('U', Letter::U, (0, 0)),
    ('W', Letter::W, (0, 1)),
    ('Z', Letter::Z, (2, 3)),
    ('J', Letter::Z, (2, 3)),
];

impl Letter {
    pub fn from_char(letter: char) -> Option<Letter> {
        LETTERS.iter().find(|row| row.0 == letter).map(|row| row.1)
    }

    pub fn to_char(self) -> char {
        LETTERS.iter().find(|row| row.1 == self).map_or('W', |row| row.0)
    }

    /// All accepted letters, for help texts.
    pub fn known() -> String {
        let mut letters: Vec<String> = LETTERS.iter().map(|row| row.0.to_string()).collect();
        letters.sort_unstable();
        letters.join(" ")
    }

    /// `O` and `U`, which are not leaps.
    pub fn is_special(self) -> bool {
        matches!(self, Letter::O | Letter::U)
    }

    /// Slides as far as it can unless a number says otherwise.
    pub fn is_slider(self) -> bool {
        matches!(self, Letter::R | Letter::B | Letter::Q)
    }

    pub fn is_king_like(self) -> bool {
        matches!(self, Letter::K | Letter::Q)
    }
}

/// The number, star or doubling after an atom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Range {
    /// None: once, or without limit for `R`, `B` and `Q`.
    Usual,
    AtMost(u8),
    Unlimited,
    /// `*`: as far as the last rank of the own half.
    OwnHalf,
}

/// A letter with its suffixes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Atom {
    pub letter: Letter,
    /// Number of `X`s: each adds 3 to the longer coordinate.
    pub longer: u8,
    /// Number of `Y`s: each adds 2 to both coordinates.
    pub farther: u8,
    pub range: Range,
}

impl Atom {
    /// The smaller and the larger coordinate of one leap. `K` and `Q` step (0,1) or (1,1).
    pub fn leap(self) -> (u8, u8) {
        let (short, long) = LETTERS.iter().find(|row| row.1 == self.letter).map_or((0, 0), |row| row.2);
        (short + 2 * self.farther, long + 2 * self.farther + 3 * self.longer)
    }

    /// The same without a 1 that only says what goes without saying.
    pub fn without_usual_number(self) -> Atom {
        let is_usual = self.range == Range::AtMost(1) && !self.letter.is_slider() && self.letter != Letter::O;
        if is_usual { Atom { range: Range::Usual, ..self } } else { self }
    }

    /// How direction letters on the first leg are read.
    pub fn symmetry(self) -> Symmetry {
        match self.leap() {
            _ if self.letter.is_king_like() => Symmetry::King,
            (0, _) => Symmetry::Orthogonal,
            (short, long) if short == long => Symmetry::Diagonal,
            _ => Symmetry::Oblique,
        }
    }

    /// One step to a neighbouring square, which skips nothing.
    pub fn is_unit(self) -> bool {
        self.leap().1 == 1
    }
}
