//! What looks the same to both players, the board turned by half a circle: then half of what is to be found out about moves
//! is the other half turned.

use crate::definition::{Kind, Side, Zone};
use crate::rules::leg::Virgin;
use crate::rules::topology::{Square, SquareSet, Topology};
use crate::rules::{Piece, Rules};

/// True if the turned board has its holes where the board has them. Boards with a grid are taken for uneven.
pub fn is_even(board: &Topology) -> bool {
    board.grid.is_none() && board.every_cell().all(|cell| board.is_hole(cell) == board.is_hole(board.rotate(cell)))
}

/// True if the walks of this kind are those of the other player turned round. On an even board.
pub fn turns(rules: &Rules, kind: Kind) -> bool {
    let board = rules.topology();
    let turned = |[mine, theirs]: [&SquareSet; 2]| board.rotated(mine) == *theirs;
    let zone_turns = |zone: &Zone| turned([&zone[Side::First], &zone[Side::Second]]);
    let starts = || Side::BOTH.map(|side| &rules.initial[Piece::new(kind, side).index()]);
    let [mine, theirs] = Side::BOTH.map(|side| &rules.sides[side].movers[kind.index()].interpreted);
    let piece = rules.definition.piece(rules.kind(kind).base);
    // Either player's may have been left to the interpreter where tables grow large.
    mine.len() == theirs.len()
        && piece.confined.iter().chain(&piece.stops).all(zone_turns)
        && piece.moves.iter().all(|clause| {
            let programs = &clause.programs[Side::First];
            let asks_for_start = programs.iter().any(|program| program.virgin() != Virgin::Always);
            *programs == clause.programs[Side::Second]
                && clause.from.iter().chain(&clause.into).all(zone_turns)
                && (!asks_for_start || turned(starts()))
        })
}

/// By square of a list: the place of the turned square in it; `None` if it isn't there for each.
pub fn partners(board: &Topology, squares: &[Square]) -> Option<Vec<usize>> {
    let mut place = vec![None; board.cells()];
    squares.iter().enumerate().for_each(|(at, square)| place[square.index()] = Some(at));
    squares.iter().map(|&square| place[board.rotate(square).index()]).collect()
}
