//! Start positions drawn by lot, each with a number.
//!
//! The pieces on the first rank are placed kind by kind, each choice being one digit of the number, the first the lowest:
//! pieces that stand on different colours (the light square first), then the other kinds, rarer ones first and else in the
//! order of the file, each on one of the sets of files still free, in dictionary order; what must stand between
//! others goes with them on the files that are left; what takes the place of others comes last. For Chess960 this is the
//! usual numbering, in which 518 is the position of chess.
//!
//! Conditions that don't place anything, but say which arrangements are wanted, leave the numbers as they are: the number of an
//! arrangement that breaks one stands for another, far off, that keeps all.

use crate::definition::{Kind, ShuffleConstraint, Side, Symmetry};
use crate::movegen;
use crate::position::Position;
use crate::position::fen::{self, Parts};
use crate::rules::topology::Square;
use crate::rules::{Piece, RightKind, Rules};

/// What is on the first rank, by file.
type Row = Vec<Option<Kind>>;

/// Arrangements that are looked at for one that keeps the conditions; where none does the start position is as it was written.
const TRIES: u128 = 10_000;

/// The arrangements that a variant may begin with.
pub struct Lottery<'a> {
    rules: &'a Rules,
    /// The kinds on the first rank by file, as the file of the variant has them.
    row: Row,
    free: Vec<usize>,
    lots: Vec<Lot>,
    /// Placed then, from left to right.
    rest: Vec<Kind>,
    /// Each takes the place of one of those.
    stand_ins: Vec<(Kind, &'a [Kind])>,
    /// Which arrangements are wanted.
    conditions: Vec<&'a ShuffleConstraint>,
}

/// One digit of the number.
enum Lot {
    /// One piece on a file of a colour: odd files are light on the first rank.
    Coloured(Kind, usize),
    /// So many pieces on any files.
    Any(Kind, usize),
}

impl<'a> Lottery<'a> {
    /// `None` where nothing is drawn by lot.
    pub fn of(rules: &'a Rules) -> Option<Lottery<'a>> {
        let shuffle = rules.definition.start.shuffle.as_ref()?;
        let (topology, start) = (rules.topology(), Position::start(rules));
        let row: Row = (0..topology.files())
            .map(|file| {
                let piece = start.at(topology.square(file, 0)?);
                (!piece.is_empty() && piece.side() == Side::First).then(|| piece.kind())
            })
            .collect();
        let fixed = |kind: Kind| shuffle.constraints.contains(&ShuffleConstraint::Fixed(kind));
        let free: Vec<usize> = (0..row.len()).filter(|&file| row[file].is_some_and(|kind| !fixed(kind))).collect();
        let count = |kind: Kind| free.iter().filter(|&&file| row[file] == Some(kind)).count();
        let (mut lots, mut rest, mut placed) = (Vec::new(), Vec::new(), Vec::new());
        let (mut stand_ins, mut conditions) = (Vec::new(), Vec::new());
        for constraint in &shuffle.constraints {
            match constraint {
                &ShuffleConstraint::OppositeColours(kind) => {
                    (0..count(kind)).for_each(|nth| lots.push(Lot::Coloured(kind, 1 - nth % 2)));
                    placed.push(kind);
                }
                &ShuffleConstraint::Between(inner, outer) => {
                    let outside = count(outer);
                    rest.extend(std::iter::repeat_n(outer, outside.div_ceil(2)));
                    rest.extend(std::iter::repeat_n(inner, count(inner)));
                    rest.extend(std::iter::repeat_n(outer, outside / 2));
                    placed.extend([inner, outer]);
                }
                ShuffleConstraint::Fixed(_) => {}
                ShuffleConstraint::InPlaceOf(kind, others) => stand_ins.push((*kind, &others[..])),
                ShuffleConstraint::Apart(..) | ShuffleConstraint::In(..) | ShuffleConstraint::Protected(_) => {
                    conditions.push(constraint);
                }
            }
        }
        let mut others: Vec<Kind> =
            rules.definition.kinds().filter(|&kind| count(kind) > 0 && !placed.contains(&kind)).collect();
        others.sort_by_key(|&kind| count(kind));
        lots.extend(others.into_iter().map(|kind| Lot::Any(kind, count(kind))));
        Some(Lottery { rules, row, free, lots, rest, stand_ins, conditions })
    }

    /// How many arrangements there are, or the largest number if there are more; numbers begin with 0.
    pub fn count(&self) -> u64 {
        let one = self.draw(0).1;
        let all = if self.is_independent() { one.saturating_mul(one) } else { one };
        u64::try_from(all).unwrap_or(u64::MAX)
    }

    /// A start position drawn by lot: each is as likely as any other, even if there are more than there are numbers.
    pub fn deal(&self, random: &mut fastrand::Rng) -> String {
        match self.count() {
            u64::MAX => {
                let one = self.draw(0).1;
                self.arranged([random.u128(..one), random.u128(..one)])
            }
            count => self.fen(random.u64(..count.max(1))),
        }
    }

    /// Says so if there is no start position with this number.
    pub fn lacks(&self, number: u64) -> Option<String> {
        let count = self.count();
        let last = count.saturating_sub(1);
        (number >= count).then(|| format!("there is no start position {number}; numbers go from 0 to {last}"))
    }

    /// The start position with this number.
    pub fn fen(&self, number: u64) -> String {
        let (number, one) = (u128::from(number), self.draw(0).1);
        self.arranged([number, number / one])
    }

    /// With these first ranks; the second number counts where the players' are drawn apart.
    fn arranged(&self, [first, second]: [u128; 2]) -> String {
        let one = self.draw(0).1;
        let first = self.wanted(first, one);
        let second = match self.symmetry() {
            Symmetry::Mirrored => first.clone(),
            Symmetry::Rotated => first.iter().rev().copied().collect(),
            Symmetry::Independent => self.wanted(second, one),
        };
        let start = Position::start(self.rules);
        let board = fen::show_board(self.rules, &start);
        let mut ranks: Vec<String> = board.split('/').map(str::to_owned).collect();
        if let Some(last) = ranks.last_mut() {
            *last = self.spell(&first, Side::First);
        }
        if let Some(top) = ranks.first_mut() {
            *top = self.spell(&second, Side::Second);
        }
        let whole = fen::show(self.rules, &start);
        let (ranks, mut rights) = (ranks.join("/"), None);
        if let Some(castling) = self.rules.definition.castling.iter().find(|castling| castling.anywhere) {
            let files = |row: &[Option<Kind>], wanted: &dyn Fn(Kind) -> bool| -> String {
                let found = (0..row.len()).rev().filter(|&file| row[file].is_some_and(wanted));
                found.map(|file| char::from(b'a' + (file % 26) as u8)).collect()
            };
            let castles = |kind: Kind| castling.partners.contains(&kind);
            let word = |row: &[Option<Kind>]| match self.rules.gates {
                None => files(row, &castles),
                // Letters of files say where something may enter; those who castle let it in, too.
                Some(_) => format!("kq{}", files(row, &|kind| !castles(kind) && kind != castling.mover)),
            };
            rights = Some(word(&first).to_ascii_uppercase() + &word(&second));
        }
        let parts = Parts::of(self.rules, &whole);
        let rights = rights.as_deref().unwrap_or(parts.rights);
        let drawn = Parts { board: &ranks, rights, ..parts }.to_string();
        // Wherever it stands, nothing has moved; and who has been replaced has no rights.
        let unmoved = self.rules.rights.list.iter().any(|right| right.kind != RightKind::Partner);
        if (unmoved || !self.stand_ins.is_empty())
            && let Ok(mut position) = fen::parse(self.rules, &drawn)
        {
            if unmoved {
                position.begin_unmoved(self.rules);
            }
            return fen::show(self.rules, &position);
        }
        drawn
    }

    fn symmetry(&self) -> Symmetry {
        self.rules.definition.start.shuffle.as_ref().map_or(Symmetry::Mirrored, |shuffle| shuffle.symmetry)
    }

    fn is_independent(&self) -> bool {
        self.symmetry() == Symmetry::Independent
    }

    /// The first rank of this number, of so many, or of the next one that keeps the conditions. The steps lead through all numbers, so
    /// that no arrangement is likelier for standing behind many that aren't wanted.
    fn first_wanted(&self, number: u128, count: u128) -> Option<Row> {
        let (step, mut number) = (step_through(count), number % count);
        (0..count.min(TRIES)).find_map(|_| {
            let row = self.draw(number).0;
            // Their sum may be more than there are numbers.
            number = if count - number > step { number + step } else { step - (count - number) };
            self.is_wanted(&row).then_some(row)
        })
    }

    fn wanted(&self, number: u128, count: u128) -> Row {
        self.first_wanted(number, count).unwrap_or_else(|| self.row.clone())
    }

    /// Some arrangement keeps the conditions, as far as has been looked.
    pub fn is_possible(&self) -> bool {
        self.first_wanted(0, self.draw(0).1).is_some()
    }

    fn is_wanted(&self, row: &[Option<Kind>]) -> bool {
        let files = |kind: Kind| (0..row.len()).filter(move |&file| row[file] == Some(kind));
        self.conditions.iter().all(|condition| match **condition {
            ShuffleConstraint::Apart(one, other) => {
                files(one).all(|file| files(other).all(|beside| file % 2 != beside % 2))
            }
            ShuffleConstraint::In(kind, ref zone) => files(kind).all(|file| {
                let square = self.rules.topology().square(file as u16, 0);
                square.is_some_and(|square| zone[Side::First].contains(square))
            }),
            ShuffleConstraint::Protected(kind) => self.protects(row, kind),
            _ => true,
        })
    }

    /// With this first rank, each piece of the kind could be recaptured.
    fn protects(&self, row: &[Option<Kind>], kind: Kind) -> bool {
        let rules = self.rules;
        let mut position = Position::start(rules);
        let replace = |position: &mut Position, square: Square, piece: Option<Piece>| {
            position.arrange(rules, square, None);
            position.arrange(rules, square, piece);
        };
        for (file, kind) in row.iter().enumerate().filter(|&(file, _)| self.row[file].is_some()) {
            if let Some(square) = rules.topology().square(file as u16, 0) {
                replace(&mut position, square, kind.map(|kind| Piece::new(kind, Side::First)));
            }
        }
        let [ward, enemy] = Side::BOTH.map(|side| Piece::new(kind, side));
        let wards: Vec<Square> = rules.topology().squares().filter(|&at| position.at(at) == ward).collect();
        wards.into_iter().all(|at| {
            replace(&mut position, at, Some(enemy));
            let protected = movegen::takes_on(rules, &position, Side::First, at);
            replace(&mut position, at, Some(ward));
            protected
        })
    }

    /// The first rank of this number, and how many there are.
    fn draw(&self, number: u128) -> (Row, u128) {
        let mut row = self.row.clone();
        let mut free = self.free.clone();
        let (mut number, mut total) = (number, 1u128);
        let mut digit = |radix: u128| {
            let radix = radix.max(1);
            let digit = number % radix;
            number /= radix;
            total = total.saturating_mul(radix);
            digit
        };
        for lot in &self.lots {
            match *lot {
                Lot::Coloured(kind, colour) => {
                    let fits: Vec<usize> = free.iter().copied().filter(|file| file % 2 == colour).collect();
                    if let Some(&file) = fits.get(digit(fits.len() as u128) as usize) {
                        row[file] = Some(kind);
                        free.retain(|&other| other != file);
                    }
                }
                Lot::Any(kind, count) => {
                    let chosen = combination(&free, count, digit(choose(free.len(), count)));
                    chosen.iter().for_each(|&file| row[file] = Some(kind));
                    free.retain(|file| !chosen.contains(file));
                }
            }
        }
        free.iter().zip(&self.rest).for_each(|(&file, &kind)| row[file] = Some(kind));
        for &(kind, others) in &self.stand_ins {
            let places: Vec<usize> =
                (0..row.len()).filter(|&file| row[file].is_some_and(|kind| others.contains(&kind))).collect();
            if let Some(&file) = places.get(digit(places.len() as u128) as usize) {
                row[file] = Some(kind);
            }
        }
        (row, total)
    }

    fn spell(&self, row: &[Option<Kind>], side: Side) -> String {
        fen::show_row(row.iter().map(|kind| kind.map(|kind| &self.rules.kind(kind).symbol[side])))
    }
}

/// A step that comes past all of so many numbers before one comes again, each far from the one before.
fn step_through(count: u128) -> u128 {
    let divides = |mut a: u128, mut b: u128| {
        while b > 0 {
            (a, b) = (b, a % b);
        }
        a
    };
    let golden = (count as f64 * 0.618) as u128;
    (golden.max(1)..).find(|&step| divides(step, count) == 1).unwrap_or(1)
}

/// How many ways there are to choose `count` of `from`.
fn choose(from: usize, count: usize) -> u128 {
    (0..count.min(from)).fold(1u128, |ways, at| ways.saturating_mul((from - at) as u128) / (at + 1) as u128)
}

/// The choice with this number, in dictionary order.
fn combination(from: &[usize], count: usize, mut number: u128) -> Vec<usize> {
    let mut chosen = Vec::new();
    for (at, &item) in from.iter().enumerate() {
        let left = count - chosen.len();
        if left == 0 {
            break;
        }
        let with = choose(from.len() - at - 1, left - 1);
        if number < with {
            chosen.push(item);
        } else {
            number -= with;
        }
    }
    chosen
}
