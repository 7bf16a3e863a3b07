//! What follows from a move: pieces beside burners leave the board, enclosed ones are taken or change sides.

use super::Position;
use super::change::Change;
use crate::definition::{Fate, Kind, PerSide, Place, Side};
use crate::movegen::attacked_from;
use crate::moves::{Action, Move};
use crate::rules::topology::{Square, SquareSet};
use crate::rules::{Burning, Consequence, KindSet, Line, Piece, Rules, Seizure, Whom};
use smallvec::SmallVec;

type Victims = SmallVec<[Square; 8]>;

impl Position {
    /// Everything that follows from the move that has just been made. Tells whether anything has.
    /// `captured` tells whether it has captured.
    pub(super) fn follow(&mut self, rules: &Rules, mv: Move, us: Side, captured: bool) -> bool {
        let Some(after) = &rules.aftermath else { return false };
        let passes = mv.action == Action::Pass;
        let mut followed = false;
        for consequence in &after.list {
            match consequence {
                Consequence::Drowning { zone, spared } => followed |= self.drown(rules, (&zone[us], spared), mv, us),
                _ if passes => {}
                Consequence::Turning(kinds) if !captured => self.turn_coat(rules, kinds, mv, us),
                Consequence::Turning(_) => {}
                Consequence::Entering(behind) => followed |= self.enter(rules, behind, mv, us),
                Consequence::Burning(_) | Consequence::Seizing(_) => {
                    followed |= self.strike(rules, consequence, mv, us)
                }
            }
        }
        followed
    }

    /// A piece of these kinds that has moved changes sides.
    fn turn_coat(&mut self, rules: &Rules, kinds: &KindSet, mv: Move, us: Side) {
        let turns = |piece: Piece| !piece.is_empty() && piece.side() == us && kinds.contains(piece.kind());
        if mv.from.is_some() && turns(self.at(mv.to)) {
            self.convert(rules, mv.to);
            // Nobody captures a piece of one's own in passing.
            self.clear_trail(rules);
        }
    }

    /// What has come to a square burns, takes or converts there.
    fn strike(&mut self, rules: &Rules, consequence: &Consequence, mv: Move, us: Side) -> bool {
        let entered = mv.gate().map(|(_, square)| square);
        let moved = [Some(mv.to), mv.castles().then_some(mv.via[1]), entered];
        let converts = matches!(consequence, Consequence::Seizing(Seizure { fate: Fate::Converted, .. }));
        let mut followed = false;
        for square in moved.into_iter().flatten() {
            let piece = self.at(square);
            // It may have been lost by what it did before.
            if piece.is_empty() || piece.side() != us {
                continue;
            }
            // A partner in castling comes from where nobody looks.
            let from = if Some(square) == moved[0] { mv.from } else { Square::NONE };
            let victims = self.victims_of(rules, consequence, (from, square), piece, &[]);
            followed |= !victims.is_empty();
            for victim in victims {
                if converts { self.convert(rules, victim) } else { self.blow_up(rules, victim) }
            }
        }
        followed
    }

    /// What `piece`, having come from one square to another, or from nowhere by a drop, burns, takes or converts there,
    /// itself included; `absent` squares count as empty.
    fn victims_of(
        &self,
        rules: &Rules,
        consequence: &Consequence,
        (from, to): (Square, Square),
        piece: Piece,
        absent: &[Square],
    ) -> Victims {
        match consequence {
            Consequence::Burning(burning) => self.burnt(burning, to, piece, absent),
            Consequence::Seizing(seizure) => {
                let is_other = seizure.by.as_ref().is_some_and(|kinds| !kinds.contains(piece.kind()));
                if is_other || !seizure.follows(from, to) {
                    return Victims::new();
                }
                let mut seized = self.seized(rules, &seizure.whom, (from, to), piece, absent);
                let safe = &seizure.safe[piece.side()];
                let captures = seizure.fate != Fate::Converted;
                let allowed = |at: Square| !captures || rules.may_be_taken(self.at(at), piece.side());
                seized
                    .retain(|at| allowed(*at) && !seizure.spared.contains(self.at(*at).kind()) && !safe.contains(*at));
                seized
            }
            // Who moved is no victim, and nothing that anybody meant to take is concerned.
            Consequence::Turning(_) | Consequence::Entering(_) => Victims::new(),
            // What stays where it is would be lost by any other move, too.
            Consequence::Drowning { zone, spared } => {
                let zone = &zone[piece.side()];
                let stays = from.is_some() && zone.contains(from) && zone.contains(to);
                Some(to).filter(|_| stays && !spared.contains(piece.kind())).into_iter().collect()
            }
        }
    }

    /// Whom a piece takes or converts that has come from one square to another, those included that are spared.
    fn seized(
        &self,
        rules: &Rules,
        whom: &Whom,
        (from, to): (Square, Square),
        piece: Piece,
        absent: &[Square],
    ) -> Victims {
        let us = piece.side();
        let is_wall = |at: Square| rules.wall.is_some_and(|wall| self.at(at).kind() == wall);
        let is_there = |at: Square| !self.at(at).is_empty() && !absent.contains(&at);
        let is_enemy = |at: Square| is_there(at) && self.at(at).side() != us && !is_wall(at);
        let is_friend = |at: Square| is_there(at) && self.at(at).side() == us && !is_wall(at);
        match whom {
            Whom::Attacked => attacked_from(rules, self, to, piece, absent),
            Whom::Beside { near, unless_alone } => {
                let near = &near[to.index()];
                let alone = *unless_alone && from == Square::NONE && !near.iter().any(|&at| is_friend(at));
                near.iter().copied().filter(|&at| !alone && is_enemy(at)).collect()
            }
            Whom::Surrounded { beside, against } => {
                let closed = |at: &Square| *at == to || is_friend(*at) || against[us].contains(*at) && !is_there(*at);
                let near = beside[to.index()].iter().copied().filter(|&at| is_enemy(at));
                near.filter(|at| beside[at.index()].iter().all(closed)).collect()
            }
            Whom::Rows { place, lines, most, against } => {
                let row = |line: &Line| line.iter().take_while(|&&at| is_enemy(at)).count();
                let nearest = |line: &Line| Victims::from_slice(&line[..row(line).min(*most)]);
                let here = &lines[to.index()];
                let way = || lines[from.index()].iter().position(|line| line.contains(&to));
                match place {
                    Place::Enclosed => {
                        let ends = |at: Square| is_friend(at) || against[us].contains(at) && !is_there(at);
                        let enclosed = |line: &Line| {
                            let row = row(line);
                            let closed = row <= *most && line.get(row).is_some_and(|&end| ends(end));
                            Victims::from_slice(&line[..if closed { row } else { 0 }])
                        };
                        here.iter().flat_map(enclosed).collect()
                    }
                    Place::Around => {
                        let first = |direction: usize| here[direction].first().copied().filter(|&at| is_enemy(at));
                        let both = |direction| Some([first(direction)?, first(direction + 4)?]);
                        (0..4).filter_map(both).flatten().collect()
                    }
                    Place::LeftBehind | Place::Ahead if from == Square::NONE => Victims::new(),
                    Place::LeftBehind => {
                        way().map_or(Victims::new(), |way| nearest(&lines[from.index()][(way + 4) % 8]))
                    }
                    Place::Ahead => way().map_or(Victims::new(), |way| nearest(&here[way])),
                }
            }
            Whom::Crossed(partners) => {
                let board = rules.topology();
                let (file, rank) = (board.file(to), board.rank(to));
                let mut crossed = Victims::new();
                for partner in self.pieces(us).filter(|&at| at != to && is_friend(at)) {
                    if partners.contains(self.at(partner).kind()) {
                        let corners = [(file, board.rank(partner)), (board.file(partner), rank)];
                        crossed.extend(
                            corners
                                .into_iter()
                                .filter_map(|(file, rank)| board.square(file, rank))
                                .filter(|&at| is_enemy(at)),
                        );
                    }
                }
                crossed.sort_unstable();
                crossed.dedup();
                crossed
            }
        }
    }

    /// Those that wait behind squares that were left come onto them; those behind captured pieces go. Tells whether any did.
    fn enter(&mut self, rules: &Rules, behind: &PerSide<Box<[Square]>>, mv: Move, us: Side) -> bool {
        let waiting = |position: &Position, side: Side, square: Square| {
            let at = behind[side][square.index()];
            let piece = if at.is_some() { position.at(at) } else { Piece::EMPTY };
            (!piece.is_empty() && piece.side() == side && Some(piece.kind()) != rules.wall).then_some(at)
        };
        let begun = self.past.last().map_or(0, |past| past.changes as usize);
        let captured = self.log[begun..].iter().filter_map(|change| match *change {
            Change::Take { square, piece } if piece.side() != us => waiting(self, us.other(), square),
            _ => None,
        });
        let lost: Victims = captured.collect();
        let castled = mv.castles();
        let left = [Some(mv.from), castled.then_some(mv.via[0])].into_iter().flatten();
        let left = left.filter(|&square| square.is_some() && self.at(square).is_empty());
        let come: Victims = left.filter(|&square| waiting(self, us, square).is_some()).collect();
        for &square in &lost {
            self.take(rules, square);
        }
        for &square in &come {
            self.shift(rules, behind[us][square.index()], square);
        }
        !lost.is_empty() || !come.is_empty()
    }

    /// What stood in a zone before the move and still does leaves the board. Tells whether anything has.
    fn drown(&mut self, rules: &Rules, (zone, spared): (&SquareSet, &KindSet), mv: Move, us: Side) -> bool {
        let outside = |from: Square| !(from.is_some() && zone.contains(from));
        // Who comes onto these squares, and from where: the piece that moved, its partner, who entered, and who took its place.
        let comes = |at: Square| {
            at == mv.to && outside(mv.from)
                || mv.castles() && at == mv.via[1] && outside(mv.via[0])
                || mv.gate().is_some_and(|(_, square)| at == square)
                || at == mv.from && outside(mv.to)
        };
        let came = |at: Square| mv.action != Action::Pass && comes(at);
        let stands = |at: &Square| {
            let piece = self.at(*at);
            !piece.is_empty()
                && piece.side() == us
                && Some(piece.kind()) != rules.wall
                && !spared.contains(piece.kind())
        };
        let lost: Victims = zone.iter().filter(|at| stands(at) && !came(*at)).collect();
        for &square in &lost {
            self.blow_up(rules, square);
        }
        !lost.is_empty()
    }

    fn burnt(&self, burning: &Burning, square: Square, piece: Piece, absent: &[Square]) -> Victims {
        let enemies = burning.beside(square).iter().copied().filter(|at| {
            let other = self.at(*at);
            !other.is_empty() && other.side() != piece.side() && !absent.contains(at)
        });
        let burner = |at: &Square| burning.burners.contains(self.at(*at).kind());
        if enemies.clone().any(|at| burner(&at)) {
            return Some(square).filter(|_| !burning.spared.contains(piece.kind())).into_iter().collect();
        }
        if !burning.burners.contains(piece.kind()) {
            return Victims::new();
        }
        enemies.filter(|at| !burning.spared.contains(self.at(*at).kind())).collect()
    }

    pub(super) fn convert(&mut self, rules: &Rules, square: Square) {
        let piece = self.take(rules, square);
        self.put(rules, square, Piece::new(piece.kind(), piece.side().other()));
    }

    /// What would follow from a move of a piece on the board: who would be burnt or change sides, where they stand now.
    /// A first look for judging moves: of several consequences each is seen as if it were alone.
    pub(crate) fn foresee(&self, rules: &Rules, mv: Move) -> Victims {
        let (Some(after), true) = (&rules.aftermath, mv.from.is_some() && mv.action != Action::Pass) else {
            return Victims::new();
        };
        let mover = self.at(mv.from);
        let piece = mv.placed().map_or(mover, |kind| Piece::new(kind, mover.side()));
        let mut absent: Victims = self.captures(rules, mv).into_iter().collect();
        absent.push(mv.from);
        let mut victims = Victims::new();
        for consequence in &after.list {
            let at = self.victims_of(rules, consequence, (mv.from, mv.to), piece, &absent);
            victims.extend(at.into_iter().map(|square| if square == mv.to { mv.from } else { square }));
        }
        victims
    }

    /// True if somebody changes sides when the player to move drops a piece of this kind there.
    pub(crate) fn drop_converts(&self, rules: &Rules, kind: Kind, square: Square) -> bool {
        let piece = Piece::new(kind, self.side_to_move());
        let converts = |it: &Consequence| {
            matches!(it, Consequence::Seizing(Seizure { fate: Fate::Converted, .. }))
                && !self.victims_of(rules, it, (Square::NONE, square), piece, &[]).is_empty()
        };
        rules.aftermath.iter().flat_map(|after| &after.list).any(converts)
    }

    /// True if a quiet move changes more than where a piece stands.
    #[inline(always)]
    pub(crate) fn stirs(&self, rules: &Rules, mv: Move) -> bool {
        rules.aftermath.is_some() && self.foresee(rules, mv).iter().any(|&square| square != mv.from)
    }
}
