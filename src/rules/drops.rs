//! Where a kind may be dropped from the hand.

use super::effects::neighbourhoods;
use super::topology::{Square, SquareSet, Topology, Wrap};
use super::{Piece, Rules};
use crate::definition::{Definition, DropLimit, Kind, Lines, Side};
use smallvec::SmallVec;

/// Squares by square.
type Around = Box<[SmallVec<[Square; 8]>]>;

/// What a drop asks of the squares around the one it goes to.
#[derive(Debug)]
pub enum Place {
    /// One of these has a piece of its side.
    BesideFriends(Around),
    /// None of these has an enemy, or a friend.
    NotBeside { enemies: bool, near: Around },
    /// By square, for each side from which something may come to rest on it: first the next square in its way, if there is one,
    /// which has to be taken; then those it comes over, which have to be empty.
    Resting(Box<[SmallVec<[Fall; 4]>]>),
    /// By square, the same one of the other layer, which has to be empty.
    AcrossFromNothing(Box<[Square]>),
}

/// A way to a square from an edge of the board.
#[derive(Debug)]
pub struct Fall {
    pub stopped_by: Option<Square>,
    pub over: Box<[Square]>,
}

impl Place {
    fn away(topology: &Topology, enemies: bool, lines: Lines) -> Place {
        let near = |index: usize| {
            let ways = lines.steps().flat_map(|(dx, dy)| [(dx, dy), (-dx, -dy)]);
            ways.filter_map(|(dx, dy)| topology.leap(Square::from_index(index), dx, dy, Wrap::AsBoard)).collect()
        };
        Place::NotBeside { enemies, near: (0..topology.cells()).map(near).collect() }
    }

    fn rest(topology: &Topology, from_every_side: bool) -> Place {
        let ways: &[(i32, i32)] = if from_every_side { &[(0, -1), (0, 1), (-1, 0), (1, 0)] } else { &[(0, -1)] };
        let fall = |to: Square, (dx, dy): (i32, i32)| {
            let back = |at: &Square| topology.leap(*at, -dx, -dy, Wrap::AsBoard).filter(|next| *next != to);
            let over: Box<[Square]> = std::iter::successors(back(&to), back).collect();
            // What lies behind a hole in the board can't be come from; what is cut out of its edge is no hole in it.
            let first = over.last().copied().unwrap_or(to);
            let behind = (1..).map_while(|steps| topology.cell_beyond(first, -dx * steps, -dy * steps));
            let through_hole = topology.leap(first, -dx, -dy, Wrap::AsBoard).is_none()
                && behind.into_iter().any(|cell| !topology.is_hole(cell));
            (!through_hole).then(|| Fall { stopped_by: topology.leap(to, dx, dy, Wrap::AsBoard), over })
        };
        let falls = |index: usize| ways.iter().filter_map(|&way| fall(Square::from_index(index), way)).collect();
        Place::Resting((0..topology.cells()).map(falls).collect())
    }

    /// Asked of squares that are to be filled first, too.
    pub fn binds_all(&self) -> bool {
        matches!(self, Place::AcrossFromNothing(_))
    }

    /// True if a piece of this side may be dropped there.
    pub fn allows(&self, rules: &Rules, side: Side, square: Square, board: impl Fn(Square) -> Piece) -> bool {
        let taken = |at: Square| !board(at).is_empty();
        let man = |at: &&Square| taken(**at) && !rules.kind(board(**at).kind()).is_wall;
        match self {
            Place::BesideFriends(near) => near[square.index()].iter().filter(man).any(|&at| board(at).side() == side),
            Place::NotBeside { enemies, near } => {
                !near[square.index()].iter().filter(man).any(|&at| (board(at).side() != side) == *enemies)
            }
            Place::Resting(falls) => falls[square.index()]
                .iter()
                .any(|fall| fall.stopped_by.is_none_or(taken) && !fall.over.iter().any(|&at| taken(at))),
            Place::AcrossFromNothing(across) => !taken(across[square.index()]),
        }
    }
}

/// A side up of a kind that may be dropped, and where: what is stuck, or out of its zone, depends on it.
#[derive(Debug)]
pub struct Form {
    pub kind: Kind,
    pub squares: Box<[Square]>,
}

/// The drops of one kind of one side.
#[derive(Debug)]
pub struct DropTable {
    /// At most so many of its side and kind on a file.
    pub per_file: Option<u16>,
    /// Half of them, rounded up, may stand on squares of each colour.
    pub opposite_colours: bool,
    /// Only where it converts somebody.
    pub converting: bool,
    /// What has to stand, or not to stand, around the square.
    pub places: Vec<Place>,
    /// Squares to be filled first, wherever else it may be dropped then.
    pub first: Box<[Square]>,
    /// It may not give mate.
    pub no_mate: bool,
    pub no_check: bool,
    /// Whatever the pieces' limits are.
    pub beyond_limit: bool,
    /// What may be put down: itself, and perhaps promoted forms.
    pub forms: SmallVec<[Form; 2]>,
}

impl DropTable {
    /// `stuck` are, by kind, the squares from which it has no moves at all.
    pub fn new(definition: &Definition, topology: &Topology, kind: Kind, side: Side, stuck: &[SquareSet]) -> DropTable {
        let mut allowed: SquareSet = topology.squares().collect();
        let mut may_be_stuck = true;
        let mut kinds: SmallVec<[Kind; 2]> = SmallVec::from_slice(&[kind]);
        let mut table = DropTable {
            per_file: None,
            opposite_colours: false,
            converting: false,
            places: Vec::new(),
            first: Box::default(),
            no_mate: false,
            no_check: false,
            beyond_limit: false,
            forms: SmallVec::new(),
        };
        table.places.extend(topology.each_across().map(Place::AcrossFromNothing));
        let retain = |set: &SquareSet, keep: &dyn Fn(Square) -> bool| set.iter().filter(|&s| keep(s)).collect();
        let rules = definition.hands.iter().flat_map(|hands| &hands.rules);
        for rule in rules {
            let Some(place) = rule.pieces.iter().position(|&piece| piece == kind) else { continue };
            match &rule.limit {
                DropLimit::Within(zone) => allowed = retain(&allowed, &|square| zone[side].contains(square)),
                DropLimit::FirstWithin(zone) => table.first = zone[side].iter().collect(),
                DropLimit::NotWithin(zone) => allowed = retain(&allowed, &|square| !zone[side].contains(square)),
                DropLimit::NotStuck => may_be_stuck = false,
                DropLimit::PerFile(count) => table.per_file = Some(*count),
                DropLimit::OppositeColours => table.opposite_colours = true,
                DropLimit::Converting => table.converting = true,
                DropLimit::BesideFriends => table.places.push(Place::BesideFriends(neighbourhoods(topology, 1))),
                DropLimit::NotBeside { enemies, lines } => {
                    table.places.push(Place::away(topology, *enemies, *lines));
                }
                DropLimit::Falling { from_every_side } => table.places.push(Place::rest(topology, *from_every_side)),
                DropLimit::NoMate => table.no_mate = true,
                DropLimit::MateLoses => {}
                DropLimit::BeyondLimit => table.beyond_limit = true,
                DropLimit::NoCheck => table.no_check = true,
                DropLimit::Promoted(forms) => kinds.extend(forms.get(place).copied()),
            }
        }
        let form = |kind: Kind| {
            let confined = definition.piece(kind).confined.as_ref().map(|zone| &zone[side]);
            let stands = |square: &Square| confined.is_none_or(|zone| zone.contains(*square));
            let moves = |square: &Square| may_be_stuck || !stuck[kind.index()].contains(*square);
            Form { kind, squares: allowed.iter().filter(stands).filter(moves).collect() }
        };
        table.forms = kinds.into_iter().map(form).collect();
        table
    }

    /// Where the kind itself may be dropped.
    pub fn squares(&self) -> &[Square] {
        self.forms.first().map_or(&[], |form| &form.squares)
    }

    /// All its forms may be dropped on the same squares.
    pub fn is_even(&self) -> bool {
        self.forms.iter().all(|form| *form.squares == *self.squares())
    }
}
