//! What captures do besides taking: to what stands near, to what captured, to what was captured.

use super::Position;
use super::play::gained;
use crate::definition::Kind;
use crate::moves::Move;
use crate::rules::topology::Square;
use crate::rules::{CompiledEffect, Piece, Rules};
use smallvec::SmallVec;

/// What is captured, and where.
pub(super) type Victims = SmallVec<[(Square, Piece); 4]>;

impl Position {
    /// What the side effects of a capture remove or turn against the mover, where it stands before the move; not what
    /// is captured.
    pub(crate) fn casualties(&self, rules: &Rules, mv: Move) -> SmallVec<[(Square, Piece); 8]> {
        let mut lost: SmallVec<[(Square, Piece); 8]> =
            self.foresee(rules, mv).into_iter().map(|square| (square, self.at(square))).collect();
        let victims = self.captures(rules, mv);
        if victims.is_empty() || !mv.from.is_some() {
            return lost;
        }
        let mover = self.at(mv.from);
        for effect in &rules.effects.list {
            let capturer_goes = match effect {
                CompiledEffect::Explosion(explosion) => {
                    let near =
                        explosion.takes(self.board(), mv.to).filter(|at| *at != mv.from && !victims.contains(at));
                    lost.extend(near.map(|at| (at, self.at(at))));
                    explosion.takes_capturer(mover.kind())
                }
                CompiledEffect::CapturerLeaves(kinds)
                | CompiledEffect::CapturerConverts(kinds)
                | CompiledEffect::CapturerPetrifies(kinds) => kinds.contains(mover.kind()),
                CompiledEffect::CapturerMorphs(_) | CompiledEffect::Contagion { .. } | CompiledEffect::Rebirth(_) => {
                    false
                }
            };
            if capturer_goes {
                lost.push((mv.from, mover));
            }
        }
        lost
    }

    /// What the move captures, and where.
    pub(super) fn victims(&self, rules: &Rules, mv: Move) -> Victims {
        self.captures(rules, mv).into_iter().map(|square| (square, self.at(square))).collect()
    }

    /// What a capture does besides taking; the capturing piece stands on `centre` unless an effect removed it. Tells
    /// whether something that was captured has come back.
    pub(super) fn spread(&mut self, rules: &Rules, centre: Square, victims: &Victims, mover: Piece) -> bool {
        let victim = victims.last().map_or(Piece::EMPTY, |&(_, piece)| piece);
        let mut revived = false;
        for effect in &rules.effects.list {
            // What has turned into a wall captures no more.
            let capturer = match self.walls.binary_search(&centre) {
                Ok(_) => Piece::EMPTY,
                Err(_) => self.at(centre),
            };
            match effect {
                CompiledEffect::Explosion(explosion) => {
                    let near: SmallVec<[Square; 8]> = explosion.takes(self.board(), centre).collect();
                    for square in near {
                        self.blow_up(rules, square);
                        if explosion.leaves_walls {
                            self.toggle_wall(rules, square);
                        }
                    }
                    if !capturer.is_empty() && explosion.takes_capturer(capturer.kind()) {
                        self.blow_up(rules, centre);
                    }
                }
                CompiledEffect::Rebirth(rebirth) => {
                    for &(taken, piece) in victims {
                        if let Some(home) = rebirth.home(self.board(), piece, taken) {
                            self.put(rules, home, piece);
                            revived = true;
                        }
                    }
                }
                _ if capturer.is_empty() => {}
                // What a pawn becomes on the way doesn't count.
                CompiledEffect::CapturerLeaves(kinds) => {
                    if kinds.contains(mover.kind()) {
                        self.blow_up(rules, centre);
                    }
                }
                CompiledEffect::CapturerConverts(kinds) => {
                    if kinds.contains(mover.kind()) {
                        self.convert(rules, centre);
                    }
                }
                CompiledEffect::CapturerPetrifies(kinds) => {
                    if kinds.contains(mover.kind()) {
                        self.blow_up(rules, centre);
                        self.toggle_wall(rules, centre);
                    }
                }
                CompiledEffect::CapturerMorphs(kinds) => {
                    if kinds.contains(mover.kind()) && victim.kind() != capturer.kind() {
                        self.turn_into(rules, centre, victim.kind());
                    }
                }
                CompiledEffect::Contagion { kinds, spared } => {
                    let source = victims.iter().map(|(_, piece)| piece.kind()).find(|&kind| kinds.contains(kind));
                    if let Some(kind) = source.filter(|&kind| !spared.contains(mover.kind()) && kind != capturer.kind())
                    {
                        self.turn_into(rules, centre, kind);
                    }
                }
            }
        }
        revived
    }

    fn turn_into(&mut self, rules: &Rules, square: Square, kind: Kind) {
        let piece = self.take(rules, square);
        self.put(rules, square, Piece::new(kind, piece.side()));
    }

    /// Removes a piece as an effect; where captures fill hands it goes to its enemy's.
    pub(super) fn blow_up(&mut self, rules: &Rules, square: Square) {
        let piece = self.take(rules, square);
        if let Some(gained) = gained(rules, piece, piece.side().other()) {
            self.add_to_hand(rules, gained.side(), gained.kind());
        }
    }
}
