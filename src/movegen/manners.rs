//! Like which kinds a piece moves: its own, or those of others from which it borrows.

use super::safety::{captures_on, may_see};
use crate::definition::Kind;
use crate::position::Position;
use crate::rules::lending::{Lenders, Lending};
use crate::rules::topology::Square;
use crate::rules::{Piece, Rules};
use smallvec::{SmallVec, smallvec};
use std::cell::OnceCell;

/// Kinds, each of them once.
pub type Manners = SmallVec<[Kind; 4]>;

/// The kinds like which the piece on a square moves, as things stand on `board`; what only the interpreter can tell is as in the
/// position.
pub fn manners(rules: &Rules, position: &Position, board: &[Piece], square: Square) -> Manners {
    let own = board[square.index()];
    let Some(lending) = rules.lending.as_ref().filter(|lending| lending.borrows(own.kind())) else {
        return smallvec![own.kind()];
    };
    let mut found = Manners::new();
    if lending.besides {
        found.push(own.kind());
    }
    match lending.lenders(own.side(), square) {
        Lenders::On(places, side) => {
            for place in places {
                let piece = board[place.index()];
                if !piece.is_empty() && piece.side() == side && lending.lends(piece.kind()) {
                    add(&mut found, piece.kind());
                }
            }
        }
        Lenders::Protectors => protectors(rules, lending, (position, board), square, &mut found),
        Lenders::LastMoved => {
            if let Some(kind) = position.leader() {
                add(&mut found, kind);
            }
        }
    }
    if found.is_empty() {
        found.push(own.kind());
    }
    found
}

fn add(found: &mut Manners, kind: Kind) {
    if !found.contains(&kind) {
        found.push(kind);
    }
}

/// Adds the kinds of friends that could capture, as themselves, what would take the piece.
fn protectors(
    rules: &Rules,
    lending: &Lending,
    (position, board): (&Position, &[Piece]),
    square: Square,
    found: &mut Manners,
) {
    let own = board[square.index()];
    let side = own.side();
    let mut taken: SmallVec<[Piece; 144]> = SmallVec::from_slice(board);
    taken[square.index()] = Piece::new(own.kind(), side.other());
    // The interpreter looks at positions.
    let supposed = OnceCell::new();
    for (index, &friend) in board.iter().enumerate() {
        let from = Square::from_index(index);
        let may_lend = from != square && !friend.is_empty() && friend.side() == side && lending.lends(friend.kind());
        if !may_lend || found.contains(&friend.kind()) || !may_see(rules, side, friend.kind(), (from, square)) {
            continue;
        }
        if !rules.may_capture_from(board, from) {
            continue;
        }
        let position = match rules.sides[side].movers[friend.kind().index()].interpreted.is_empty() {
            true => position,
            false => supposed.get_or_init(|| {
                let mut supposed = position.clone();
                supposed.board_mut().copy_from_slice(&taken);
                supposed
            }),
        };
        if captures_on(rules, (position, &taken), side, friend.kind(), (from, square)) {
            found.push(friend.kind());
        }
    }
}

/// The kinds like which the piece on a square moves.
pub fn of_piece_on(rules: &Rules, position: &Position, square: Square) -> Manners {
    manners(rules, position, position.board(), square)
}
