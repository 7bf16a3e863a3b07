//! The primitives: the only code that changes the board, and its exact inverse.

use super::{Kinds, Position};
use crate::definition::{Kind, Side};
use crate::moves::Move;
use crate::rules::topology::Square;
use crate::rules::{DropTable, Piece, Rules};

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
        self.flip(piece, from);
        self.flip(piece, to);
        if rules.traits(piece).royal {
            self.move_royal(piece.side(), from, to);
        }
    }

    /// Royals are kept in the order of their squares.
    #[cold]
    fn move_royal(&mut self, side: Side, from: Square, to: Square) {
        let royals = &mut self.royals[side.index()];
        royals.iter_mut().filter(|royal| **royal == from).for_each(|royal| *royal = to);
        if royals.len() > 1 {
            royals.sort_unstable();
        }
    }

    #[cold]
    fn remove_royal(&mut self, side: Side, square: Square) {
        self.royals[side.index()].retain(|royal| *royal != square);
    }

    #[cold]
    fn add_royal(&mut self, side: Side, square: Square) {
        let royals = &mut self.royals[side.index()];
        royals.push(square);
        royals.sort_unstable();
    }

    /// Enters or removes a piece in the sets it belongs to.
    #[inline(always)]
    fn flip(&mut self, piece: Piece, square: Square) {
        let (word, bit) = (square.index() / 64, 1 << (square.index() % 64));
        self.sets[(piece.side().index() << self.set_shift) + word] ^= bit;
        self.sets[(piece.index() << self.set_shift) + word] ^= bit;
    }

    /// Removes the piece on a square from the board.
    pub(super) fn take(&mut self, rules: &Rules, square: Square) -> Piece {
        let piece = self.board[square.index()];
        debug_assert!(!piece.is_empty());
        self.state.key ^= rules.zobrist.on_square(piece, square);
        self.state.score -= rules.weights.on_square(piece, square);
        self.state.rights &= rules.rights.kept(square, piece);
        self.lift(rules, piece, square);
        self.log.push(Change::Take { square, piece });
        piece
    }

    /// Puts a piece on an empty square.
    pub(super) fn put(&mut self, rules: &Rules, square: Square, piece: Piece) {
        debug_assert!(self.board[square.index()].is_empty());
        self.state.key ^= rules.zobrist.on_square(piece, square);
        self.state.score += rules.weights.on_square(piece, square);
        self.set_down(rules, piece, square);
        self.log.push(Change::Put { square });
    }

    #[inline(always)]
    pub(super) fn lift(&mut self, rules: &Rules, piece: Piece, square: Square) {
        self.board[square.index()] = Piece::EMPTY;
        self.flip(piece, square);
        self.men[piece.side().index()] -= 1;
        if self.set(piece.index()).iter().all(|&word| word == 0) {
            self.present[piece.side().index()] &= !Kinds::bit(piece.kind());
        }
        if rules.traits(piece).royal {
            self.remove_royal(piece.side(), square);
        }
    }

    #[inline(always)]
    pub(super) fn set_down(&mut self, rules: &Rules, piece: Piece, square: Square) {
        self.board[square.index()] = piece;
        self.flip(piece, square);
        self.men[piece.side().index()] += 1;
        self.present[piece.side().index()] |= Kinds::bit(piece.kind());
        if rules.traits(piece).royal {
            self.add_royal(piece.side(), square);
        }
    }

    /// What is true as if a piece had moved, or been put down, and captured what stands there, and nothing else had changed.
    pub(crate) fn supposing<T>(&mut self, rules: &Rules, mv: Move, told: impl FnOnce(&Position) -> T) -> T {
        let mover = if mv.is_drop() { Piece::EMPTY } else { self.at(mv.from) };
        let victim = if mv.to == mv.from { Piece::EMPTY } else { self.at(mv.to) };
        let placed = mv.placed().map_or(mover, |kind| Piece::new(kind, self.state.side));
        if !victim.is_empty() {
            self.lift(rules, victim, mv.to);
        }
        if !mover.is_empty() {
            self.lift(rules, mover, mv.from);
        }
        self.set_down(rules, placed, mv.to);
        let result = told(self);
        self.lift(rules, placed, mv.to);
        if !mover.is_empty() {
            self.set_down(rules, mover, mv.from);
        }
        if !victim.is_empty() {
            self.set_down(rules, victim, mv.to);
        }
        result
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

    /// What leaves the hand when a piece of this kind is put down: that kind, or what may be dropped as it, or what it goes to
    /// the hand as.
    pub(crate) fn held_as(&self, rules: &Rules, side: Side, placed: Kind) -> Kind {
        let plain = rules.kinds[placed.index()].in_hand;
        if self.hand(side, placed) > 0 {
            return placed;
        }
        let becomes = |table: &DropTable| table.forms.iter().any(|form| form.kind == placed);
        let tables = rules.sides[side].drops.iter().enumerate();
        let others = tables.filter(|(_, table)| table.as_ref().is_some_and(becomes));
        let mut held = others.map(|(index, _)| Kind(index as u16)).filter(|&kind| self.hand(side, kind) > 0);
        let other = held.clone().find(|&kind| kind == plain).or_else(|| held.next());
        other.unwrap_or(plain)
    }

    /// Of what is endless the last one stays.
    pub(super) fn take_from_hand(&mut self, rules: &Rules, side: Side, kind: Kind) {
        if self.hand(side, kind) == 1 && rules.definition.hands.as_ref().is_some_and(|hands| hands.endless) {
            return;
        }
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

    pub(super) fn count_hand(&mut self, piece: Piece, added: bool) {
        let (side, bit) = (piece.side().index(), Kinds::bit(piece.kind()));
        if added {
            self.hands[piece.index()] += 1;
            self.in_hand[side] += 1;
            self.held[side] |= bit;
        } else {
            self.hands[piece.index()] -= 1;
            self.in_hand[side] -= 1;
            if self.hands[piece.index()] == 0 {
                self.held[side] &= !bit;
            }
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
            Change::Take { square, piece } => self.set_down(rules, piece, square),
            Change::Put { square } => self.lift(rules, self.board[square.index()], square),
            Change::Hand { piece, added } => self.count_hand(piece, !added),
            Change::Wall { square } => self.flip_wall(rules, square),
        }
    }
}
