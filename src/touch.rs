//! Fingers on the board: which squares light up when a piece is picked up, hovers, or is put down.
//!
//! Everything is read off the legal moves. A move of several legs is a path of squares; the piece that is being
//! moved has gone some way along it. The law: the marked targets are exactly the next squares of legal moves.
//! The letters of the marks are the colours of CECP, in which the referee answers, too.

use crate::definition::{Kind, Side};
use crate::game::Game;
use crate::moves::Move;
use crate::notation;
use crate::position::fen::show_row;
use crate::rules::topology::{Square, Topology};
use smallvec::SmallVec;

/// What is picked up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    Board(Square),
    /// A kind of piece in a player's hand; `None` if there is no such piece.
    Hand(Side, Option<Kind>),
}

/// What happens on a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mark {
    /// Something is taken there on the way to the hovered square; not a target.
    Victim,
    Quiet,
    Capture,
    /// The move may be one of several promotions, or none.
    Choice,
    /// The move goes on from there.
    Leg,
}

/// The answer to a touch.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Marks {
    /// Each square at most once.
    pub squares: Vec<(Square, Mark)>,
    /// Kinds that a promoting piece may become.
    pub choice: Vec<Kind>,
    /// Squares where the piece promotes, whatever the player wants, and one of the moves by which it does.
    pub forced: Vec<(Square, Move)>,
}

impl Mark {
    /// The letter of its colour. Upper-case ones are squares where the piece may be put: yellow for quiet moves, red for captures,
    /// magenta where there is a choice of promotions, cyan where the move goes on. Lower-case green only shows what is taken elsewhere.
    pub fn letter(self) -> char {
        match self {
            Mark::Victim => 'g',
            Mark::Quiet => 'Y',
            Mark::Capture => 'R',
            Mark::Choice => 'M',
            Mark::Leg => 'C',
        }
    }
}

impl Marks {
    /// The letters in the order of a FEN.
    pub fn board(&self, topology: &Topology) -> String {
        let row = |rank: u16| {
            show_row((0..topology.files()).map(|file| {
                let square = topology.square(file, rank);
                let marked = self.squares.iter().find(|(marked, _)| Some(*marked) == square);
                marked.map(|&(_, mark)| mark.letter())
            }))
        };
        (0..topology.ranks()).rev().map(row).collect::<Vec<String>>().join("/")
    }
}

/// What is in the player's fingers.
#[derive(Clone, Debug, Default)]
pub struct Touch {
    /// The squares the piece has been on: its own, then the ends of finished legs.
    path: Vec<Square>,
    in_hand: Option<Kind>,
    /// The piece was put down in the middle of a move and will be lifted again.
    resting: bool,
}

impl Touch {
    /// A piece is picked up, or goes on from where it was put.
    pub fn lift(&mut self, game: &Game, legal: &[Move], place: Place) -> Marks {
        match place {
            Place::Board(square) if self.resting && self.path.last() == Some(&square) => {}
            Place::Board(square) => *self = Touch { path: vec![square], ..Touch::default() },
            Place::Hand(side, kind) => {
                let own = side == game.position().side_to_move();
                *self = Touch { in_hand: kind.filter(|_| own), ..Touch::default() };
            }
        }
        self.resting = false;
        self.marks(game, legal)
    }

    /// The pointer is over a target: the same marks, and what would be taken elsewhere.
    pub fn hover(&self, game: &Game, legal: &[Move], over: Square) -> Marks {
        let mut marks = self.marks(game, legal);
        let here = self.moves(game, legal).filter(|(_, path)| path.get(self.path.len()) == Some(&over));
        for (mv, _) in here {
            for victim in game.position().captures(game.rules(), mv) {
                if !marks.squares.iter().any(|&(square, _)| square == victim) {
                    marks.squares.push((victim, Mark::Victim));
                }
            }
        }
        marks
    }

    /// The piece is put down: nothing is marked any more unless the move goes on from there.
    pub fn put(&mut self, game: &Game, legal: &[Move], square: Square) -> Marks {
        let goes_on = self
            .moves(game, legal)
            .any(|(_, path)| path.get(self.path.len()) == Some(&square) && path.len() > self.path.len() + 1);
        if !goes_on {
            *self = Touch::default();
            return Marks::default();
        }
        self.path.push(square);
        self.resting = true;
        self.marks(game, legal)
    }

    /// Legal moves that begin with what has been done so far, with their squares from the origin on.
    fn moves<'a>(
        &'a self,
        game: &'a Game,
        legal: &'a [Move],
    ) -> impl Iterator<Item = (Move, SmallVec<[Square; 4]>)> + 'a {
        let touched = !self.path.is_empty() || self.in_hand.is_some();
        legal.iter().filter(move |_| touched).filter_map(move |&mv| {
            if mv.is_drop() {
                let dropped = mv.placed().map(|kind| game.rules().kind(kind).in_hand);
                let wanted = self.in_hand.is_some() && dropped == self.in_hand;
                return wanted.then(|| (mv, SmallVec::from_slice(&[mv.to])));
            }
            let path = notation::path(game.rules(), game.position(), mv);
            path.starts_with(&self.path).then_some((mv, path)).filter(|_| self.in_hand.is_none())
        })
    }

    fn marks(&self, game: &Game, legal: &[Move]) -> Marks {
        let mut marks = Marks::default();
        let mut ends: Vec<(Square, Move)> = Vec::new();
        for (mv, path) in self.moves(game, legal) {
            let Some(&next) = path.get(self.path.len()) else { continue };
            let mark = if path.len() > self.path.len() + 1 {
                Mark::Leg
            } else if game.position().is_capture(mv) {
                Mark::Capture
            } else {
                Mark::Quiet
            };
            if mark != Mark::Leg && !mv.is_drop() {
                ends.push((next, mv));
            }
            merge(&mut marks.squares, next, mark);
        }
        for &(square, mv) in &ends {
            let several = ends.iter().any(|&(other, there)| other == square && there.placed() != mv.placed());
            if several {
                merge(&mut marks.squares, square, Mark::Choice);
                marks.choice.extend(mv.placed().filter(|kind| !marks.choice.contains(kind)));
            } else if mv.is_promotion() {
                marks.forced.push((square, mv));
            }
        }
        marks
    }
}

/// Marks a square; of two marks the one that asks more of the player stays.
fn merge(squares: &mut Vec<(Square, Mark)>, square: Square, mark: Mark) {
    match squares.iter_mut().find(|(marked, _)| *marked == square) {
        Some((_, old)) => *old = (*old).max(mark),
        None => squares.push((square, mark)),
    }
}
