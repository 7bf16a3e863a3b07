//! Where a kind may be dropped from the hand.

use super::effects::neighbourhoods;
use super::topology::{Square, SquareSet, Topology};
use crate::definition::{Definition, DropLimit, Kind, Side};
use smallvec::SmallVec;

/// The drops of one kind of one side.
#[derive(Debug)]
pub struct DropTable {
    pub squares: Box<[Square]>,
    /// At most so many of its side and kind on a file.
    pub per_file: Option<u16>,
    /// Only one may stand on squares of each colour.
    pub opposite_colours: bool,
    /// Only where it converts somebody.
    pub converting: bool,
    /// By square, if it has to be dropped beside a piece of its side: the squares around it.
    pub beside: Option<Box<[SmallVec<[Square; 8]>]>>,
    /// Squares to be filled first, wherever else it may be dropped then.
    pub first: Box<[Square]>,
    /// It may not give mate.
    pub no_mate: bool,
    pub no_check: bool,
    /// Whatever the pieces' limits are.
    pub beyond_limit: bool,
    /// What may be put down: itself, and perhaps promoted forms.
    pub forms: SmallVec<[Kind; 2]>,
}

impl DropTable {
    /// `stuck` are the squares from which the kind has no moves at all.
    pub fn new(
        definition: &Definition,
        topology: &Topology,
        kind: Kind,
        side: Side,
        confined: Option<&SquareSet>,
        stuck: &SquareSet,
    ) -> DropTable {
        let mut allowed: SquareSet = topology.squares().collect();
        let mut table = DropTable {
            squares: Box::default(),
            per_file: None,
            opposite_colours: false,
            converting: false,
            beside: None,
            first: Box::default(),
            no_mate: false,
            no_check: false,
            beyond_limit: false,
            forms: SmallVec::from_slice(&[kind]),
        };
        let retain = |set: &SquareSet, keep: &dyn Fn(Square) -> bool| set.iter().filter(|&s| keep(s)).collect();
        if let Some(zone) = confined {
            allowed = retain(&allowed, &|square| zone.contains(square));
        }
        let rules = definition.hands.iter().flat_map(|hands| &hands.rules);
        for rule in rules {
            let Some(place) = rule.pieces.iter().position(|&piece| piece == kind) else { continue };
            match &rule.limit {
                DropLimit::Within(zone) => allowed = retain(&allowed, &|square| zone[side].contains(square)),
                DropLimit::FirstWithin(zone) => table.first = zone[side].iter().collect(),
                DropLimit::NotWithin(zone) => allowed = retain(&allowed, &|square| !zone[side].contains(square)),
                DropLimit::NotStuck => allowed = retain(&allowed, &|square| !stuck.contains(square)),
                DropLimit::PerFile(count) => table.per_file = Some(*count),
                DropLimit::OppositeColours => table.opposite_colours = true,
                DropLimit::Converting => table.converting = true,
                DropLimit::BesideFriends => table.beside = Some(neighbourhoods(topology, 1)),
                DropLimit::NoMate => table.no_mate = true,
                DropLimit::MateLoses => {}
                DropLimit::BeyondLimit => table.beyond_limit = true,
                DropLimit::NoCheck => table.no_check = true,
                DropLimit::Promoted(forms) => table.forms.extend(forms.get(place).copied()),
            }
        }
        table.squares = allowed.iter().collect();
        table
    }
}
