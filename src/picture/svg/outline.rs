//! The border of a set of squares as a path, with straight runs joined.

use super::CELL;
use crate::rules::topology::{SquareSet, Topology};
use std::fmt::Write;

/// Edges between the set and the rest of the board; those on the edge of the board too if `closed`.
pub fn border(board: &Topology, set: &SquareSet, closed: bool) -> String {
    let (files, ranks) = (i32::from(board.files()), i32::from(board.ranks()));
    let has = |x: i32, y: i32| {
        let square = u16::try_from(x).ok().zip(u16::try_from(y).ok()).and_then(|(x, y)| board.square(x, y));
        square.map(|at| set.contains(at))
    };
    let is_edge = |one: Option<bool>, other: Option<bool>| match (one, other) {
        (Some(one), Some(other)) => one != other,
        (Some(inside), None) | (None, Some(inside)) => closed && inside,
        (None, None) => false,
    };
    let mut path = String::new();
    for line in 0..=ranks {
        let y = (ranks - line) * CELL as i32;
        runs(
            files,
            |x| is_edge(has(x, line - 1), has(x, line)),
            |from, to| {
                let _ = write!(path, "M{} {y}H{}", from * CELL as i32, to * CELL as i32);
            },
        );
    }
    for line in 0..=files {
        let x = line * CELL as i32;
        runs(
            ranks,
            |y| is_edge(has(line - 1, y), has(line, y)),
            |from, to| {
                let _ = write!(path, "M{x} {}V{}", (ranks - from) * CELL as i32, (ranks - to) * CELL as i32);
            },
        );
    }
    path
}

/// Calls `draw` for each run of numbers below `count` that pass the test.
fn runs(count: i32, test: impl Fn(i32) -> bool, mut draw: impl FnMut(i32, i32)) {
    let mut start = None;
    for number in 0..=count {
        let inside = number < count && test(number);
        match (inside, start) {
            (true, None) => start = Some(number),
            (false, Some(from)) => {
                draw(from, number);
                start = None;
            }
            _ => {}
        }
    }
}

/// The squares of a set as rectangles, a run of one rank each.
pub fn fill(board: &Topology, set: &SquareSet) -> String {
    let mut path = String::new();
    for rank in 0..board.ranks() {
        let y = u32::from(board.ranks() - 1 - rank) * CELL;
        let inside = |file: i32| board.square(file as u16, rank).is_some_and(|at| set.contains(at));
        runs(i32::from(board.files()), inside, |from, to| {
            let _ = write!(path, "M{} {y}H{}v{CELL}H{}z", from * CELL as i32, to * CELL as i32, from * CELL as i32);
        });
    }
    path
}
