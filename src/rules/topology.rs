//! Squares and how they lie on the board.
//!
//! The only module that does arithmetic on squares: edges, holes and joined edges are decided here and
//! everything else asks. A square is an index counted from the first player's left corner, file first.

use crate::definition::Side;
use std::fmt;

/// A cell of the board, made by a [`Topology`], so that it indexes the board it came from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(u16);

impl Square {
    /// Stands where a square could be and none is.
    pub const NONE: Square = Square(u16::MAX);

    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The square with this index; for tables that were filled by walking a topology.
    pub const fn from_index(index: usize) -> Square {
        Square(index as u16)
    }

    pub fn is_some(self) -> bool {
        self != Square::NONE
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}", self.0)
    }
}

/// The shape of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Topology {
    files: u16,
    ranks: u16,
    /// The left and right edges are joined.
    pub wrap_files: bool,
    /// The first and last ranks are joined.
    pub wrap_ranks: bool,
    /// Lines that every move has to cross.
    pub grid: Option<Grid>,
    /// The left and the right half are boards of their own: no leap leads from one to the other, and what has moved
    /// crosses over.
    pub layers: bool,
    hole: Vec<bool>,
}

/// Lines round cells of so many files and ranks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grid {
    pub width: u16,
    pub height: u16,
    /// The left lower corner of one of the cells.
    pub corner: Square,
}

/// Edges that one move joins although the board doesn't (XBetza `o` and `oo`).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
pub enum Wrap {
    #[default]
    AsBoard,
    Files,
    Both,
}

impl Topology {
    /// Most files or ranks a board may have; bounded so that squares and their tables stay small.
    pub const MAX_SIDE: u16 = 100;

    pub fn new(files: u16, ranks: u16) -> Topology {
        let cells = files as usize * ranks as usize;
        Topology {
            files,
            ranks,
            wrap_files: false,
            wrap_ranks: false,
            grid: None,
            layers: false,
            hole: vec![false; cells],
        }
    }

    pub fn files(&self) -> u16 {
        self.files
    }

    pub fn ranks(&self) -> u16 {
        self.ranks
    }

    /// Files of one layer.
    pub fn width(&self) -> u16 {
        if self.layers { self.files / 2 } else { self.files }
    }

    /// The same square of the other layer, where there are two.
    pub fn across(&self, square: Square) -> Option<Square> {
        let width = self.width();
        let other = |file: u16| if file < width { file + width } else { file - width };
        self.layers.then(|| Square(self.rank(square) * self.files + other(self.file(square))))
    }

    /// For each cell the same one of the other layer, where there are two.
    pub fn each_across(&self) -> Option<Box<[Square]>> {
        (0..self.cells()).map(|cell| self.across(Square::from_index(cell))).collect()
    }

    /// The colour of a square as on a chess board, whose a1 is dark.
    pub fn is_dark(&self, square: Square) -> bool {
        (self.file(square) + self.rank(square)).is_multiple_of(2)
    }

    /// Number of cells, holes included: every `Square::index` is below it.
    pub fn cells(&self) -> usize {
        self.hole.len()
    }

    pub fn file(&self, square: Square) -> u16 {
        square.0 % self.files
    }

    /// The rank from the first player's side, 0 the nearest.
    pub fn rank(&self, square: Square) -> u16 {
        square.0 / self.files
    }

    /// The rank as a player counts, 0 the nearest.
    pub fn rank_ahead(&self, side: Side, square: Square) -> u16 {
        match side {
            Side::First => self.rank(square),
            Side::Second => self.ranks - 1 - self.rank(square),
        }
    }

    /// King's steps from one square to another on an open board whose edges are edges.
    pub fn distance(&self, from: Square, to: Square) -> u16 {
        self.file(from).abs_diff(self.file(to)).max(self.rank(from).abs_diff(self.rank(to)))
    }

    /// The cell at 0-based file and rank, holes included.
    pub fn square(&self, file: u16, rank: u16) -> Option<Square> {
        (file < self.files && rank < self.ranks).then(|| Square(rank * self.files + file))
    }

    pub fn make_hole(&mut self, square: Square) {
        self.hole[square.index()] = true;
    }

    pub fn is_hole(&self, square: Square) -> bool {
        self.hole[square.index()]
    }

    /// False if a line of the grid would have to be between the squares and none is.
    pub fn may_connect(&self, from: Square, to: Square) -> bool {
        let Some(Grid { width, height, corner }) = self.grid else { return true };
        let cell = |at: u16, corner: u16, size: u16| (at + size - corner % size) / size;
        let of = |square: Square| {
            let file = cell(self.file(square), self.file(corner), width);
            (file, cell(self.rank(square), self.rank(corner), height))
        };
        of(from) != of(to)
    }

    /// The cell so many files and ranks away, holes included, as if no edges were joined.
    pub fn cell_beyond(&self, from: Square, dx: i32, dy: i32) -> Option<Square> {
        let place = |at: u16, by: i32| u16::try_from(i32::from(at) + by).ok();
        self.square(place(self.file(from), dx)?, place(self.rank(from), dy)?)
    }

    /// All cells, holes included, rank by rank from the first player's left corner.
    pub fn every_cell(&self) -> impl Iterator<Item = Square> + '_ {
        (0..self.cells()).map(|index| Square(index as u16))
    }

    /// All squares that are not holes, in the same order.
    pub fn squares(&self) -> impl Iterator<Item = Square> + '_ {
        self.every_cell().filter(|&square| !self.is_hole(square))
    }

    /// The square seen from the other side: the board turned by half a circle.
    pub fn rotate(&self, square: Square) -> Square {
        Square((self.cells() - 1 - square.index()) as u16)
    }

    /// The same squares seen from the other side.
    pub fn rotated(&self, squares: &SquareSet) -> SquareSet {
        squares.iter().map(|square| self.rotate(square)).collect()
    }

    /// The square across the middle rank line, on the same file.
    pub fn mirror(&self, square: Square) -> Square {
        Square((self.ranks - 1 - self.rank(square)) * self.files + self.file(square))
    }

    /// `a` to `z`, then `aa`, `ab`…
    pub fn file_name(file: u16) -> String {
        let mut name = String::new();
        Topology::push_file_name(&mut name, file);
        name
    }

    /// Appends that name.
    pub(crate) fn push_file_name(text: &mut String, file: u16) {
        if file >= 26 {
            Topology::push_file_name(text, file / 26 - 1);
        }
        text.push(char::from(b'a' + (file % 26) as u8));
    }

    /// `d4`: files are letters, ranks count from 1.
    pub fn name(&self, square: Square) -> String {
        format!("{}{}", Topology::file_name(self.file(square)), self.rank(square) + 1)
    }

    /// The cell of this name, holes included.
    pub fn find(&self, name: &str) -> Option<Square> {
        let digits = name.find(|letter: char| letter.is_ascii_digit())?;
        let (letters, digits) = name.split_at(digits);
        let is_file = !letters.is_empty() && letters.len() <= 2 && letters.bytes().all(|b| b.is_ascii_lowercase());
        if !is_file || digits.len() > 3 {
            return None;
        }
        let file = letters.bytes().fold(0u16, |file, letter| file * 26 + u16::from(letter - b'a') + 1);
        let rank: u16 = digits.parse().ok()?;
        self.square(file.checked_sub(1)?, rank.checked_sub(1)?)
    }

    /// The squares strictly between two on one line, none if they are on no line.
    pub fn between(&self, from: Square, to: Square) -> impl Iterator<Item = Square> + '_ {
        let (dx, dy) = (
            i32::from(self.file(to)) - i32::from(self.file(from)),
            i32::from(self.rank(to)) - i32::from(self.rank(from)),
        );
        let aligned = dx == 0 || dy == 0 || dx.abs() == dy.abs();
        let steps = if aligned { dx.abs().max(dy.abs()) } else { 0 };
        let (file, rank) = (i32::from(self.file(from)), i32::from(self.rank(from)));
        (1..steps)
            .filter_map(move |step| self.square((file + dx.signum() * step) as u16, (rank + dy.signum() * step) as u16))
    }

    /// The two squares that a knight's leap goes between, one along the long side and one a diagonal step away, where they are on
    /// the board; `None` for all other moves.
    pub fn between_a_leap(&self, from: Square, to: Square) -> Option<[Option<Square>; 2]> {
        let (file, rank) = (i32::from(self.file(from)), i32::from(self.rank(from)));
        let (dx, dy) = (i32::from(self.file(to)) - file, i32::from(self.rank(to)) - rank);
        let along = match (dx.abs(), dy.abs()) {
            (2, 1) => (dx.signum(), 0),
            (1, 2) => (0, dy.signum()),
            _ => return None,
        };
        let at = |(dx, dy): (i32, i32)| self.square((file + dx) as u16, (rank + dy) as u16);
        Some([along, (dx.signum(), dy.signum())].map(at))
    }

    /// The cell a leap of (`dx` files, `dy` ranks) from `from` lands on; `None` off the board or on a hole.
    pub fn leap(&self, from: Square, dx: i32, dy: i32, wrap: Wrap) -> Option<Square> {
        self.leap_wrapped(from, dx, dy, wrap).map(|(square, _)| square)
    }

    /// As [`Topology::leap`]; also tells whether the leap crossed a joined edge.
    pub fn leap_wrapped(&self, from: Square, dx: i32, dy: i32, wrap: Wrap) -> Option<(Square, bool)> {
        let (width, ranks) = (self.width() as i32, self.ranks as i32);
        let file = self.file(from) as i32;
        let left = if file < width { 0 } else { width };
        let (mut x, mut y) = (file - left + dx, self.rank(from) as i32 + dy);
        let mut wrapped = false;
        if !(0..width).contains(&x) {
            if !(self.wrap_files || wrap != Wrap::AsBoard) {
                return None;
            }
            x = x.rem_euclid(width);
            wrapped = true;
        }
        if !(0..ranks).contains(&y) {
            if !(self.wrap_ranks || wrap == Wrap::Both) {
                return None;
            }
            y = y.rem_euclid(ranks);
            wrapped = true;
        }
        let square = Square((y * self.files as i32 + left + x) as u16);
        (!self.is_hole(square)).then_some((square, wrapped))
    }
}

/// A set of squares of one board.
#[derive(Clone, PartialEq, Eq, Hash, Default)]
pub struct SquareSet {
    words: smallvec::SmallVec<[u64; 4]>,
}

impl SquareSet {
    pub fn new() -> SquareSet {
        SquareSet::default()
    }

    pub fn insert(&mut self, square: Square) {
        let word = square.index() / 64;
        if word >= self.words.len() {
            self.words.resize(word + 1, 0);
        }
        self.words[word] |= 1 << (square.index() % 64);
    }

    pub fn remove(&mut self, square: Square) {
        if let Some(word) = self.words.get_mut(square.index() / 64) {
            *word &= !(1 << (square.index() % 64));
        }
        while self.words.last() == Some(&0) {
            self.words.pop();
        }
    }

    pub fn contains(&self, square: Square) -> bool {
        self.words.get(square.index() / 64).is_some_and(|word| word >> (square.index() % 64) & 1 == 1)
    }

    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|&word| word == 0)
    }

    pub fn len(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    pub fn iter(&self) -> impl Iterator<Item = Square> + '_ {
        self.words.iter().enumerate().flat_map(|(at, &word)| {
            (0..64).filter(move |bit| word >> bit & 1 == 1).map(move |bit| Square((at * 64 + bit) as u16))
        })
    }
}

impl std::ops::BitOrAssign<&SquareSet> for SquareSet {
    fn bitor_assign(&mut self, other: &SquareSet) {
        if self.words.len() < other.words.len() {
            self.words.resize(other.words.len(), 0);
        }
        self.words.iter_mut().zip(&other.words).for_each(|(word, more)| *word |= more);
    }
}

impl FromIterator<Square> for SquareSet {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> SquareSet {
        let mut set = SquareSet::new();
        squares.into_iter().for_each(|square| set.insert(square));
        set
    }
}

impl fmt::Debug for SquareSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_square_of_the_largest_board_is_found_by_its_name() {
        let topology = Topology::new(Topology::MAX_SIDE, Topology::MAX_SIDE);
        for square in topology.squares() {
            assert_eq!(topology.find(&topology.name(square)), Some(square));
        }
        for odd in ["", "a", "4", "a0", "A1", "é4", "a1b", "aaa1", "a9999", "dm1", "d+4"] {
            assert_eq!(topology.find(odd), None, "{odd}");
        }
    }
}
