//! Moves as others see them: squares, pieces, what is taken, and what else changes.

use super::shelf::Book;
use crate::definition::{Kind, Side};
use crate::game::Game;
use crate::movegen;
use crate::moves::{Action, Move};
use crate::notation::{Dialect, Notation, Sans, show};
use crate::position::Position;
use crate::rules::Piece;
use crate::rules::topology::Square;
use serde::Serialize;

/// The legal moves of a position.
#[derive(Serialize)]
pub struct Legal<'a> {
    pub moves: Vec<MoveView<'a>>,
}

/// A move and all that it does.
#[derive(Serialize)]
pub struct MoveView<'a> {
    #[serde(rename = "move")]
    pub text: String,
    pub san: String,
    /// What moves or is dropped, as FEN spells it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub piece: Option<&'a str>,
    /// `None` for a drop.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<&'a str>,
    /// What it becomes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub promotion: Option<&'a str>,
    #[serde(skip_serializing_if = "is_false")]
    pub drop: bool,
    #[serde(skip_serializing_if = "is_false")]
    pub pass: bool,
    #[serde(skip_serializing_if = "is_false")]
    pub check: bool,
    /// Everything that is captured, on the way as well.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub captures: Vec<On<'a>>,
    /// Where the partner goes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub castling: Option<Way<'a>>,
    /// What enters beside the move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gate: Option<On<'a>>,
    /// Where a wall is put.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wall: Option<&'a str>,
    /// What else is other than before: explosions, conversions, pieces put down elsewhere, walls that leave.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub effects: Vec<Effect<'a>>,
}

/// A piece on a square.
#[derive(Clone, Copy, Serialize)]
pub struct On<'a> {
    pub square: &'a str,
    pub piece: &'a str,
}

#[derive(Clone, Copy, Serialize)]
pub struct Way<'a> {
    pub piece: &'a str,
    pub from: &'a str,
    pub to: &'a str,
}

/// A square that a move changes beside what it does itself.
#[derive(Clone, Copy, Serialize)]
pub struct Effect<'a> {
    pub square: &'a str,
    /// What would stand there without the effect; `None` is nothing.
    pub piece: Option<&'a str>,
    /// What stands there after it.
    pub becomes: Option<&'a str>,
}

/// A move in every notation.
#[derive(Serialize)]
pub struct Notations {
    pub uci: String,
    pub san: String,
    pub cecp: String,
    pub usi: String,
    pub ucci: String,
    pub xci: String,
}

/// Moves that were played, in every notation.
#[derive(Serialize)]
pub struct Played {
    pub moves: Vec<Notations>,
}

fn is_false(flag: &bool) -> bool {
    !flag
}

/// The legal moves of the side to move.
pub fn legal<'a>(book: &'a Book, game: &Game, notation: Notation) -> Legal<'a> {
    let mut position = game.position().clone();
    let legal = game.legal_moves();
    let sans = Sans::new(&book.rules, &legal);
    let viewer = Viewer { book, notation };
    Legal { moves: legal.iter().map(|&mv| viewer.view(&mut position, &sans, mv)).collect() }
}

/// All moves of the game, with what each did.
pub fn played<'a>(book: &'a Book, game: &Game, notation: Notation) -> Vec<MoveView<'a>> {
    let viewer = Viewer { book, notation };
    replayed(game, |replay, mv| {
        let sans = Sans::new(&book.rules, &replay.legal_moves());
        viewer.view(&mut replay.position().clone(), &sans, mv)
    })
}

/// All moves of the game in every notation.
pub fn notations(game: &Game) -> Played {
    let moves = replayed(game, |replay, mv| {
        let spell = |dialect| show(replay.rules(), replay.position(), mv, dialect);
        Notations {
            uci: spell(Dialect::Uci),
            san: crate::notation::san(replay, mv),
            cecp: spell(Dialect::Cecp),
            usi: spell(Dialect::Usi),
            ucci: spell(Dialect::Ucci),
            xci: spell(Dialect::Xci),
        }
    });
    Played { moves }
}

/// Shows each move of the game, with the game as it was before.
fn replayed<T>(game: &Game, mut look: impl FnMut(&Game, Move) -> T) -> Vec<T> {
    let mut replay = game.clone();
    while replay.undo() {}
    let look = |&mv: &Move| {
        let seen = look(&replay, mv);
        replay.play(mv);
        seen
    };
    game.moves().iter().map(look).collect()
}

struct Viewer<'a> {
    book: &'a Book,
    notation: Notation,
}

impl<'a> Viewer<'a> {
    fn view(&self, position: &mut Position, sans: &Sans, mv: Move) -> MoveView<'a> {
        let rules = &self.book.rules;
        let side = position.side_to_move();
        let san = sans.write(position, mv);
        let moved = if mv.from.is_some() { self.piece(position.at(mv.from)) } else { None };
        let check = san.ends_with(['+', '#']) && movegen::gives_check(rules, position, mv);
        let on =
            |square: Square| self.piece(position.at(square)).map(|piece| On { square: self.square(square), piece });
        let captures = position.captures(rules, mv).into_iter().filter_map(on).collect();
        let castling = mv
            .castles()
            .then(|| {
                let [from, to] = mv.via;
                on(from).map(|partner| Way { piece: partner.piece, from: partner.square, to: self.square(to) })
            })
            .flatten();
        let gate = mv.gate().map(|(kind, at)| On { square: self.square(at), piece: self.kind(kind, side) });
        let unloads = matches!(mv.action, Action::Unload | Action::UnloadChain);
        let effects = match rules.shortcuts.moves_are_plain && !unloads {
            true => Vec::new(),
            false => self.effects(position, mv),
        };
        let placed = mv.placed().map(|kind| self.kind(rules.kind(kind).base, side));
        MoveView {
            text: match self.notation {
                Notation::San => san.clone(),
                Notation::As(dialect) => show(rules, position, mv, dialect),
            },
            san,
            piece: if mv.is_drop() { placed } else { moved },
            from: mv.from.is_some().then(|| self.square(mv.from)),
            to: mv.to.is_some().then(|| self.square(mv.to)),
            promotion: placed.filter(|_| mv.is_promotion()),
            drop: mv.is_drop(),
            pass: mv.action == Action::Pass,
            check,
            captures,
            castling,
            gate,
            wall: mv.wall.is_some().then(|| self.square(mv.wall)),
            effects,
        }
    }

    /// Where the board after the move is not as the move alone would leave it.
    fn effects(&self, position: &mut Position, mv: Move) -> Vec<Effect<'a>> {
        let rules = &self.book.rules;
        let squares = || rules.topology().squares();
        let side = position.side_to_move();
        let mut expected: Vec<Piece> =
            (0..rules.topology().cells()).map(|at| position.at(Square::from_index(at))).collect();
        position.captures(rules, mv).into_iter().for_each(|square| expected[square.index()] = Piece::EMPTY);
        if mv.from.is_some() && mv.action != Action::Pass {
            let mover = mv.placed().map_or(position.at(mv.from), |kind| Piece::new(kind, side));
            expected[mv.from.index()] = Piece::EMPTY;
            if let Some(castling) = mv.castles().then_some(mv.via) {
                expected[castling[0].index()] = Piece::EMPTY;
                expected[castling[1].index()] = position.at(castling[0]);
            }
            expected[mv.to.index()] = mover;
        } else if let Some(kind) = mv.placed() {
            expected[mv.to.index()] = Piece::new(kind, side);
        }
        if let Some((kind, at)) = mv.gate() {
            expected[at.index()] = Piece::new(kind, side);
        }
        position.play(rules, mv);
        // A wall is of no side, whatever the board holds for it.
        let differs = |square: Square| {
            let (before, after) = (expected[square.index()], position.at(square));
            self.piece(before) != self.piece(after) && square != mv.wall
        };
        let effects = squares().filter(|&square| differs(square)).map(|square| Effect {
            square: self.square(square),
            piece: self.piece(expected[square.index()]),
            becomes: self.piece(position.at(square)),
        });
        let effects = effects.collect();
        position.undo(rules);
        effects
    }

    fn square(&self, square: Square) -> &'a str {
        self.book.square(square, self.notation.squares())
    }

    /// What stands somewhere, as FEN spells it.
    fn piece(&self, piece: Piece) -> Option<&'a str> {
        (!piece.is_empty()).then(|| self.kind(piece.kind(), piece.side()))
    }

    fn kind(&self, kind: Kind, side: Side) -> &'a str {
        &self.book.rules.kind(kind).symbol[side]
    }
}
