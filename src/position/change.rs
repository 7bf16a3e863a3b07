//! The primitives: the only code that changes the board, and its exact inverse.

use super::Position;
use crate::definition::{Kind, Side};
use crate::rules::attack::crowd_bit;
use crate::rules::topology::Square;
use crate::rules::{Piece, Rules};

/// One change of board or hand, with what is needed to take it back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Change {
    Shift {
        from: Square,
        to: Square,
    },
    Take {
        square: Square,
        piece: Piece,
        slot: u16,
    },
    Put {
        square: Square,
    },
    Hand {
        piece: Piece,
        added: bool,
    },
    /// A wall appeared or vanished.
    Wall {
        square: Square,
    },
}

impl Position {
    /// Moves a piece to an empty square.
    pub(super) fn shift(&mut self, rules: &Rules, from: Square, to: Square) {
        let piece = self.board[from.index()];
        debug_assert!(!piece.is_empty() && self.board[to.index()].is_empty());
        self.state.key ^= rules.zobrist.on_square(piece, from) ^ rules.zobrist.on_square(piece, to);
        self.state.score -= rules.weights.on_square(piece, from);
        self.state.score += rules.weights.on_square(piece, to);
        self.state.rights &= rules.rights.kept(from, piece);
        self.move_piece(rules, piece, from, to);
        self.log.push(Change::Shift { from, to });
    }

    #[inline(always)]
    fn move_piece(&mut self, rules: &Rules, piece: Piece, from: Square, to: Square) {
        self.board[from.index()] = Piece::EMPTY;
        self.board[to.index()] = piece;
        let slot = self.slots[from.index()];
        self.slots[to.index()] = slot;
        let side = piece.side().index();
        self.flip_crowd(side, from);
        self.flip_crowd(side, to);
        self.pieces[side][slot as usize] = to;
        if rules.kinds[piece.kind().index()].royal {
            let royals = &mut self.royals[side];
            royals.retain(|square| *square != from);
            royals.push(to);
            royals.sort_unstable();
        }
    }

    #[inline(always)]
    fn flip_crowd(&mut self, side: usize, square: Square) {
        self.crowds[side] ^= crowd_bit(square.index(), self.board.len());
    }

    /// Removes the piece on a square from the board.
    pub(super) fn take(&mut self, rules: &Rules, square: Square) -> Piece {
        let piece = self.board[square.index()];
        debug_assert!(!piece.is_empty());
        self.state.key ^= rules.zobrist.on_square(piece, square);
        self.state.score -= rules.weights.on_square(piece, square);
        self.state.rights &= rules.rights.kept(square, piece);
        let slot = self.slots[square.index()];
        self.board[square.index()] = Piece::EMPTY;
        self.counts[piece.index()] -= 1;
        let side = piece.side().index();
        self.flip_crowd(side, square);
        let list = &mut self.pieces[side];
        list.swap_remove(slot as usize);
        if let Some(&moved) = list.get(slot as usize) {
            self.slots[moved.index()] = slot;
        }
        if rules.kinds[piece.kind().index()].royal {
            self.royals[side].retain(|royal| *royal != square);
        }
        self.log.push(Change::Take { square, piece, slot });
        piece
    }

    /// Puts a piece on an empty square.
    pub(super) fn put(&mut self, rules: &Rules, square: Square, piece: Piece) {
        debug_assert!(self.board[square.index()].is_empty());
        self.state.key ^= rules.zobrist.on_square(piece, square);
        self.state.score += rules.weights.on_square(piece, square);
        self.board[square.index()] = piece;
        self.counts[piece.index()] += 1;
        let side = piece.side().index();
        self.flip_crowd(side, square);
        self.slots[square.index()] = self.pieces[side].len() as u16;
        self.pieces[side].push(square);
        if rules.kinds[piece.kind().index()].royal {
            self.royals[side].push(square);
            self.royals[side].sort_unstable();
        }
        self.log.push(Change::Put { square });
    }

    /// Puts a wall on an empty square, or takes one away.
    pub(super) fn toggle_wall(&mut self, rules: &Rules, square: Square) {
        let Some(wall) = rules.wall else { return };
        self.state.key ^= rules.zobrist.on_square(Piece::new(wall, Side::First), square);
        self.flip_wall(rules, square);
        self.log.push(Change::Wall { square });
    }

    fn flip_wall(&mut self, rules: &Rules, square: Square) {
        match self.walls.binary_search(&square) {
            Ok(at) => {
                self.walls.remove(at);
                self.board[square.index()] = Piece::EMPTY;
            }
            Err(at) => {
                self.walls.insert(at, square);
                self.paint_walls(rules);
            }
        }
    }

    /// Walls look like pieces of the side to move, so that nothing that moves takes them for something to capture.
    pub(super) fn paint_walls(&mut self, rules: &Rules) {
        if let Some(wall) = rules.wall {
            for square in &self.walls {
                self.board[square.index()] = Piece::new(wall, self.state.side);
            }
        }
    }

    pub(super) fn add_to_hand(&mut self, rules: &Rules, side: Side, kind: Kind) {
        self.change_hand(rules, Piece::new(kind, side), true);
    }

    pub(super) fn take_from_hand(&mut self, rules: &Rules, side: Side, kind: Kind) {
        self.change_hand(rules, Piece::new(kind, side), false);
    }

    fn change_hand(&mut self, rules: &Rules, piece: Piece, added: bool) {
        let before = self.hands[piece.index()];
        debug_assert!(added || before > 0);
        let after = if added { before + 1 } else { before - 1 };
        self.state.key ^= rules.zobrist.in_hand(piece, before) ^ rules.zobrist.in_hand(piece, after);
        if added {
            self.state.score += rules.weights.in_hand(piece);
        } else {
            self.state.score -= rules.weights.in_hand(piece);
        }
        self.count_hand(piece, added);
        self.log.push(Change::Hand { piece, added });
    }

    fn count_hand(&mut self, piece: Piece, added: bool) {
        let side = piece.side().index();
        if added {
            self.hands[piece.index()] += 1;
            self.in_hand[side] += 1;
        } else {
            self.hands[piece.index()] -= 1;
            self.in_hand[side] -= 1;
        }
    }

    /// Takes back the latest change; key, score and rights come back with the saved state.
    pub(super) fn revert(&mut self, rules: &Rules) {
        let Some(change) = self.log.pop() else { return };
        match change {
            Change::Shift { from, to } => {
                let piece = self.board[to.index()];
                self.move_piece(rules, piece, to, from);
            }
            Change::Take { square, piece, slot } => {
                let side = piece.side().index();
                self.board[square.index()] = piece;
                self.counts[piece.index()] += 1;
                self.flip_crowd(side, square);
                let list = &mut self.pieces[side];
                match list.get(slot as usize) {
                    Some(&displaced) => {
                        self.slots[displaced.index()] = list.len() as u16;
                        list.push(displaced);
                        list[slot as usize] = square;
                    }
                    None => list.push(square),
                }
                self.slots[square.index()] = slot;
                if rules.kinds[piece.kind().index()].royal {
                    self.royals[side].push(square);
                    self.royals[side].sort_unstable();
                }
            }
            Change::Put { square } => {
                let piece = std::mem::take(&mut self.board[square.index()]);
                self.counts[piece.index()] -= 1;
                let side = piece.side().index();
                self.flip_crowd(side, square);
                self.pieces[side].pop();
                if rules.kinds[piece.kind().index()].royal {
                    self.royals[side].retain(|royal| *royal != square);
                }
            }
            Change::Hand { piece, added } => self.count_hand(piece, !added),
            Change::Wall { square } => self.flip_wall(rules, square),
        }
    }
}
