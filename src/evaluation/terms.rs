//! Where each term of the evaluation has its weight: one list of scores, in groups.
//!
//! Weights are told from the point of view of the piece's owner, so that both players share all but those of squares.

use super::patterns::MOST_MISSING;
use super::{chains, race};
use crate::rules::{Piece, Rules};

/// More moves than this count as this many.
pub const MOST_MOVES: usize = 31;
/// Groups with a weight for pairs of things are left out beyond so many weights.
const MOST_PAIRS: usize = 1 << 16;

/// What a weight is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Group {
    /// A piece on a square.
    Square,
    /// A piece in the hand.
    Hand,
    /// So many of a kind in the hand, beside what each is worth.
    Held,
    /// A kind in the hand for each empty square next to the enemy's royal.
    Drop,
    /// A kind with so many moves.
    Moves,
    /// A kind so many files and ranks from its own royal.
    OwnRoyal,
    /// A kind so many files and ranks from the royal of the enemy.
    EnemyRoyal,
    /// A kind that threatens squares round the enemy's royal.
    Menace,
    /// A kind that attacks a kind which nobody protects, then one which somebody does.
    Threat,
    /// A pawn-like piece on a rank that none of its like can stop.
    Passed,
    /// Two or more of a kind.
    Pair,
    /// See the constants below.
    Structure,
    /// So many checks given.
    Checks,
    /// The nearest of a kind so many steps from where it wins.
    Race,
    /// For each rule about rows and squares, a place to make one where so many cells are missing.
    Row,
    /// For each rule about chains, so many cells that are missing.
    Chain,
}

impl Group {
    pub const ALL: [Group; 16] = [
        Group::Square,
        Group::Hand,
        Group::Held,
        Group::Drop,
        Group::Moves,
        Group::OwnRoyal,
        Group::EnemyRoyal,
        Group::Menace,
        Group::Threat,
        Group::Passed,
        Group::Pair,
        Group::Structure,
        Group::Checks,
        Group::Race,
        Group::Row,
        Group::Chain,
    ];

    /// In files of weights.
    pub fn word(self) -> &'static str {
        match self {
            Group::Square => "square",
            Group::Hand => "hand",
            Group::Held => "held",
            Group::Drop => "drop",
            Group::Moves => "moves",
            Group::OwnRoyal => "own-royal",
            Group::EnemyRoyal => "enemy-royal",
            Group::Menace => "menace",
            Group::Threat => "threat",
            Group::Passed => "passed",
            Group::Pair => "pair",
            Group::Structure => "structure",
            Group::Checks => "checks",
            Group::Race => "race",
            Group::Row => "row",
            Group::Chain => "chain",
        }
    }

    pub fn items(self) -> Items {
        match self {
            Group::Square | Group::Hand | Group::Passed => Items::Pieces,
            Group::Held
            | Group::Drop
            | Group::Moves
            | Group::OwnRoyal
            | Group::EnemyRoyal
            | Group::Menace
            | Group::Threat
            | Group::Pair
            | Group::Race => Items::Kinds,
            Group::Structure | Group::Checks | Group::Row | Group::Chain => Items::One,
        }
    }
}

/// What the weights of a group are numbered by in the first place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Items {
    /// Kinds of both players.
    Pieces,
    Kinds,
    One,
}

/// Places in [`Group::Structure`].
pub const DOUBLED: usize = 0;
pub const ISOLATED: usize = 1;
pub const SUPPORTED: usize = 2;
const STRUCTURE: usize = 3;
/// More pieces of a kind in the hand than this count as this many.
pub const MOST_HELD: usize = 4;

/// Where the groups of one variant are.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Layout {
    starts: [usize; Group::ALL.len()],
    /// Weights of one item.
    strides: [usize; Group::ALL.len()],
    items: [usize; Group::ALL.len()],
    total: usize,
    ranks: i32,
}

impl Layout {
    pub fn of(rules: &Rules, races: bool, patterns: usize, chains: usize) -> Layout {
        let board = rules.topology();
        let (kinds, ranks) = (rules.kinds.len(), board.ranks() as usize);
        let with_hands = rules.definition.hands.is_some();
        let unless_many = |stride: usize| if kinds * stride <= MOST_PAIRS { stride } else { 0 };
        let relations = unless_many(board.files() as usize * (2 * ranks - 1));
        let mut layout = Layout { ranks: ranks as i32, ..Layout::default() };
        for group in Group::ALL {
            let stride = match group {
                Group::Square => board.cells(),
                Group::Hand | Group::Menace | Group::Pair => 1,
                Group::Held if with_hands => MOST_HELD + 1,
                Group::Drop if with_hands => 1,
                Group::Held | Group::Drop => 0,
                Group::Moves => MOST_MOVES + 1,
                Group::OwnRoyal | Group::EnemyRoyal => relations,
                Group::Threat => unless_many(2 * kinds),
                Group::Passed => ranks,
                Group::Structure => STRUCTURE,
                Group::Race if races => race::NO_WAY + 1,
                Group::Race => 0,
                Group::Row => patterns * MOST_MISSING,
                Group::Chain => chains * chains::STRIDE,
                Group::Checks => rules.most_checks.map_or(0, |most| most.0.into_iter().fold(0, u8::max) as usize + 1),
            };
            let items = match group.items() {
                Items::Pieces => rules.piece_codes(),
                Items::Kinds => kinds,
                Items::One => 1,
            };
            let at = group as usize;
            (layout.starts[at], layout.strides[at], layout.items[at]) = (layout.total, stride, items);
            layout.total += items * stride;
        }
        layout
    }

    pub fn total(&self) -> usize {
        self.total
    }

    pub fn stride(&self, group: Group) -> usize {
        self.strides[group as usize]
    }

    pub fn items(&self, group: Group) -> usize {
        self.items[group as usize]
    }

    /// The place of a weight.
    #[inline(always)]
    pub fn at(&self, group: Group, item: usize, offset: usize) -> usize {
        self.starts[group as usize] + item * self.strides[group as usize] + offset
    }

    #[inline(always)]
    pub fn of_piece(&self, group: Group, piece: Piece, offset: usize) -> usize {
        self.at(group, piece.index(), offset)
    }

    /// The group that the weight in this place belongs to.
    pub fn group_of(&self, term: usize) -> Group {
        let has = |group: &Group| term >= self.starts[*group as usize];
        Group::ALL.into_iter().rev().find(has).unwrap_or(Group::Square)
    }

    /// The place within [`Group::OwnRoyal`] and [`Group::EnemyRoyal`] for a royal that stands so many files aside and
    /// so many ranks ahead.
    pub fn relation(&self, aside: i32, ahead: i32) -> usize {
        (aside.abs() * (2 * self.ranks - 1) + ahead + self.ranks - 1) as usize
    }

    pub fn has_relations(&self) -> bool {
        self.strides[Group::OwnRoyal as usize] > 0
    }

    pub fn has_hands(&self) -> bool {
        self.strides[Group::Held as usize] > 0
    }

    pub fn has_threats(&self) -> bool {
        self.strides[Group::Threat as usize] > 0
    }
}
