//! The board and its zones.

use super::words::{number, squares};
use crate::definition::{Definition, Presentation};
use crate::rules::topology::{Square, SquareSet, Topology};

pub fn sentences(definition: &Definition) -> Vec<String> {
    let topology = &definition.topology;
    let mut list = vec![format!(
        "The board has {} files and {} ranks, {} squares in all.",
        number(topology.files().into()),
        number(topology.ranks().into()),
        topology.squares().count()
    )];
    let begins = definition.begins();
    let [first, other] = [begins, begins.other()].map(|side| definition.player(side));
    list.push(format!("{first} moves first; the other player is {other}."));
    let lines = match (topology.wrap_files, topology.wrap_ranks) {
        (false, false) => None,
        (true, false) => Some("The left and right edges are joined: pieces go round the board like round a cylinder."),
        (false, true) => Some("The first and last ranks are joined."),
        (true, true) => Some("All edges are joined: pieces leave the board on one side and come back on the other."),
    };
    list.extend(lines.map(str::to_owned));
    if topology.layers {
        let [left, right] = [0, topology.width()].map(Topology::file_name);
        list.push(format!(
            "The left half, from file {left} on, and the right half, from file {right} on, are boards of their own: no move leads from one to the other. But what has moved then crosses over to the same square of the other half, which must be empty, or the move can't be made; what it captures is on the board where it moves. A royal piece may not be attacked where it crosses from, either."
        ));
    }
    if let Some(grid) = &topology.grid {
        list.push(format!(
            "Lines divide the board into cells of {} by {} squares, one of which has its lower left corner on {}: every move, and so every capture, has to leave the cell in which it began. Castling is free of this.",
            number(grid.width.into()),
            number(grid.height.into()),
            topology.name(grid.corner)
        ));
    }
    let holes: SquareSet = (0..topology.cells()).map(Square::from_index).filter(|&at| topology.is_hole(at)).collect();
    if !holes.is_empty() {
        let names: Vec<String> = holes.iter().map(|at| topology.name(at)).collect();
        list.push(format!("These squares are missing; nothing can stand there or pass: {}.", names.join(", ")));
    }
    for (name, zone) in &definition.zones {
        list.push(format!("Squares called \"{name}\": {}.", squares(definition, zone)));
    }
    if !definition.zones.is_empty() || !definition.promotions.is_empty() {
        list.push(
            "Squares are named as the first player sees them; for the second player the board is turned round."
                .to_owned(),
        );
    }
    // What else is said about looks is no rule.
    let Presentation { first_rank: _, xboard_parent: _, piece_to_char: _, colours: _ } = &definition.presentation;
    list
}
