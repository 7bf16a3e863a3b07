//! What XBoard makes of pawns that move aside without capturing.
//!
//! A pawn that comes to an empty square on another file, beyond the middle of the board, has captured en passant to its mind: it
//! takes the piece behind that square off its board, whatever it is. Only two parents are free of that. To `xiangqi` no pawn
//! promotes by letter; to `berolina` it is the pawn that goes straight that captures.

use crate::definition::{Definition, Kind, Side};
use crate::rules::leg::MoveProgram;

/// Where a kind goes without capturing.
#[derive(Clone, Copy, Default)]
struct Ways {
    straight: bool,
    aside: bool,
}

fn ways(definition: &Definition, kind: Kind) -> Ways {
    let mut ways = Ways::default();
    for program in definition.piece(kind).moves.iter().flat_map(|way| &way.programs[Side::First]) {
        match program {
            MoveProgram::Path { legs, .. } => match legs.as_slice() {
                [leg] if leg.modes.empty => {
                    let goes =
                        |straight: bool| leg.directions.iter().any(|at| (leg.leap.vector(at).0 == 0) == straight);
                    ways.straight |= goes(true);
                    ways.aside |= goes(false);
                }
                [_] => {}
                // It may turn on the way.
                legs => ways.aside |= legs.iter().all(|leg| leg.modes.empty),
            },
            MoveProgram::Anywhere { modes, .. } => ways.aside |= modes.empty,
            MoveProgram::Castle { .. } | MoveProgram::Pass { .. } => {}
        }
    }
    ways
}

/// It never stays on its file, unless it captures.
pub fn leaves_file(definition: &Definition, kind: Kind) -> bool {
    let Ways { straight, aside } = ways(definition, kind);
    aside && !straight
}

/// XBoard, which takes these kinds for pawns, would lose pieces.
pub fn captures_by_mistake(definition: &Definition, parent: &str, pawns: &[Kind]) -> bool {
    pawns.iter().map(|&kind| ways(definition, kind)).any(|ways| match parent {
        "xiangqi" => false,
        "berolina" => ways.straight,
        _ => ways.aside,
    })
}
