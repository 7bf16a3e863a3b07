//! A position as a scene: squares, zones, pieces, hands and marks.

use super::face::{Face, Look};
use super::marks::{Mark, Marks};
use crate::definition::{Definition, PerSide, Side, Zone};
use crate::game::Game;
use crate::moves::Move;
use crate::rules::Piece;
use crate::rules::topology::{Square, SquareSet, Topology};

/// Everything there is to see.
#[derive(Clone, Debug)]
pub struct Board {
    pub title: String,
    pub topology: Topology,
    pub look: Look,
    pub areas: Vec<Area>,
    pub pieces: Vec<(Square, Face)>,
    /// Pieces in hand with their numbers; `None` if nobody ever holds any.
    pub hands: Option<PerSide<Vec<(Face, u16)>>>,
    pub players: [String; 2],
    /// Squares of the last move.
    pub last: Vec<Square>,
    /// The piece whose moves are marked.
    pub chosen: Option<Square>,
    pub marks: Marks,
}

/// Squares that some rule speaks of.
#[derive(Clone, PartialEq, Debug)]
pub struct Area {
    pub title: String,
    pub squares: Zone,
    /// Pieces promote there.
    pub promotes: bool,
}

impl Board {
    pub fn new(game: &Game) -> Board {
        let (rules, position) = (game.rules(), game.position());
        let definition = &rules.definition;
        let look = Look::of(definition);
        let topology = rules.topology().clone();
        let face = |piece| Face::of(rules, look, piece);
        let occupied = topology.squares().filter(|&at| !position.at(at).is_empty());
        let pieces = occupied.map(|at| (at, face(position.at(at)))).collect();
        let hands = definition.hands.as_ref().map(|hands| {
            PerSide(Side::BOTH.map(|side| {
                let held = hands.kinds.iter().map(|&kind| (face(Piece::new(kind, side)), position.hand(side, kind)));
                held.filter(|(_, count)| *count > 0).collect()
            }))
        });
        Board {
            title: definition.names.title.clone(),
            look,
            areas: areas(definition),
            pieces,
            hands,
            players: Side::BOTH.map(|side| definition.player(side).to_owned()),
            last: position.last_move().map_or(Vec::new(), |mv| vec![mv.from, mv.to]),
            chosen: None,
            marks: Marks::default(),
            topology,
        }
    }

    /// Marks where the piece on a square can go; `None` if it has no moves.
    pub fn choose(&mut self, game: &Game, from: Square) -> Option<()> {
        let moves: Vec<Move> = game.legal_moves().into_iter().filter(|mv| mv.from == from).collect();
        for &mv in &moves {
            self.mark(game, mv);
        }
        self.chosen = Some(from);
        (!moves.is_empty()).then_some(())
    }

    fn mark(&mut self, game: &Game, mv: Move) {
        let taken = game.position().captures(game.rules(), mv);
        let marks = &mut self.marks;
        for &victim in taken.iter().filter(|&&victim| victim != mv.to) {
            marks[Mark::Victim].insert(victim);
        }
        if mv.to == mv.from {
            marks.pass |= taken.is_empty();
            return;
        }
        let mark = if mv.castles() {
            Mark::Castling
        } else if taken.contains(&mv.to) {
            Mark::Capture
        } else if taken.is_empty() {
            Mark::Quiet
        } else {
            Mark::Landing
        };
        marks[mark].insert(mv.to);
    }
}

/// The zones that are worth drawing: those with names, and where pieces promote. The last rank alone says nothing.
fn areas(definition: &Definition) -> Vec<Area> {
    let board = &definition.topology;
    let mut areas: Vec<Area> = Vec::new();
    let mut add = |title: &str, squares: &Zone, promotes: bool| {
        let edge = |set: &SquareSet| set.iter().all(|at| board.rank(at) == 0 || board.rank(at) + 1 == board.ranks());
        let everything = squares[Side::First].len() == board.squares().count();
        let known = areas.iter_mut().find(|area| area.squares == *squares);
        if let Some(area) = known {
            area.promotes |= promotes;
        } else if !everything
            && !squares[Side::First].is_empty()
            && !Side::BOTH.iter().all(|&side| edge(&squares[side]))
        {
            areas.push(Area { title: title.to_owned(), squares: squares.clone(), promotes });
        }
    };
    for (name, zone) in &definition.zones {
        add(name, zone, false);
    }
    for promotion in &definition.promotions {
        add("promotion zone", &promotion.zone, true);
    }
    areas
}

impl Area {
    /// Whole ranks.
    pub fn is_belt(&self, board: &Topology) -> bool {
        let whole = |set: &SquareSet| {
            let first = |rank| board.squares().find(|&at| board.rank(at) == rank).is_some_and(|at| set.contains(at));
            let in_set: Vec<bool> = (0..board.ranks()).map(first).collect();
            board.squares().all(|at| set.contains(at) == in_set[usize::from(board.rank(at))])
        };
        Side::BOTH.iter().all(|&side| whole(&self.squares[side]))
    }

    /// The players' areas are the halves of the board: what lies between them is a river.
    pub fn is_half(&self, board: &Topology) -> bool {
        let [first, second] = &self.squares.0;
        self.is_belt(board)
            && first.iter().all(|at| !second.contains(at))
            && first.len() + second.len() == board.squares().count()
    }
}
