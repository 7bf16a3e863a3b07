//! Where each piece could ever stand, if everything stood in its favour.
//!
//! Every walk is followed whatever would have to stand on the way, every capture and promotion that the rules allow is made.
//! So a square that isn't reached here never is in a game.

use crate::definition::{Aftermath, Effect, HandSource, Kind, PerSide, ShuffleConstraint, Side};
use crate::position::Position;
use crate::rules::leg::MoveProgram;
use crate::rules::topology::{Square, SquareSet};
use crate::rules::{Piece, Rules};

/// What became of one kind of one side.
#[derive(Clone, Default)]
pub struct Paths {
    /// Squares it may stand on between moves.
    pub stands: SquareSet,
    /// Squares that its moves end on.
    pub arrives: SquareSet,
    /// Squares it may stand on from which it has no moves at all.
    pub stuck: SquareSet,
    /// It may be in the hand.
    pub held: bool,
    /// Some move of it may capture.
    pub captures: bool,
}

/// By side and kind of the compiled rules.
pub struct Reach {
    paths: PerSide<Vec<Paths>>,
}

impl Reach {
    pub fn of(rules: &Rules, start: &Position) -> Reach {
        let empty = vec![Paths::default(); rules.kinds.len()];
        let mut search = Search { rules, paths: PerSide::same(empty), open: Vec::new(), unloads: unloads(rules) };
        search.begin(start);
        while let Some((piece, square)) = search.open.pop() {
            search.expand(piece, square);
        }
        Reach { paths: search.paths }
    }

    pub fn of_kind(&self, side: Side, kind: Kind) -> &Paths {
        &self.paths[side][kind.index()]
    }

    /// The kind comes onto the board, for this side.
    pub fn comes(&self, side: Side, kind: Kind) -> bool {
        !self.of_kind(side, kind).stands.is_empty()
    }
}

struct Search<'a> {
    rules: &'a Rules,
    paths: PerSide<Vec<Paths>>,
    /// Pieces on squares whose moves have not been followed yet.
    open: Vec<(Piece, Square)>,
    /// Some piece puts what it captures elsewhere: anything may be anywhere.
    unloads: bool,
}

impl Search<'_> {
    fn begin(&mut self, start: &Position) {
        let rules = self.rules;
        let topology = rules.topology();
        let shuffled = rules.definition.start.shuffle.is_some();
        for square in topology.squares() {
            let piece = start.at(square);
            if piece.is_empty() || rules.kind(piece.kind()).is_wall {
                continue;
            }
            self.stand(piece, square);
            if shuffled {
                let rank = topology.rank(square);
                topology.squares().filter(|&at| topology.rank(at) == rank).for_each(|at| self.stand(piece, at));
            }
        }
        self.stand_in(start);
        for side in Side::BOTH {
            for kind in rules.definition.kinds() {
                let hands = rules.definition.hands.as_ref();
                let outside =
                    hands.is_some_and(|hands| hands.source == HandSource::Outside && hands.kinds.contains(&kind));
                if start.hand(side, kind) > 0 || outside {
                    self.hold(side, kind);
                }
            }
        }
    }

    /// What takes the place of others by lot.
    fn stand_in(&mut self, start: &Position) {
        let (rules, topology) = (self.rules, self.rules.topology());
        let constraints = rules.definition.start.shuffle.iter().flat_map(|shuffle| &shuffle.constraints);
        for constraint in constraints {
            let ShuffleConstraint::InPlaceOf(kind, others) = constraint else { continue };
            for square in topology.squares() {
                let piece = start.at(square);
                if !piece.is_empty() && others.contains(&piece.kind()) {
                    self.stand(Piece::new(*kind, piece.side()), square);
                }
            }
        }
    }

    fn comes(&self, side: Side, kind: Kind) -> bool {
        !self.paths[side][kind.index()].stands.is_empty()
    }

    /// The piece may stand on the square.
    fn stand(&mut self, piece: Piece, square: Square) {
        let (kind, side) = (piece.kind(), piece.side());
        if self.rules.topology().is_hole(square) || self.paths[side][kind.index()].stands.contains(square) {
            return;
        }
        let first = !self.comes(side, kind);
        self.paths[side][kind.index()].stands.insert(square);
        self.open.push((piece, square));
        if first {
            self.appear(side, kind);
            if self.unloads {
                self.rules.topology().squares().for_each(|square| self.stand(piece, square));
            }
        }
    }

    /// A kind has come onto the board: it may be captured.
    fn appear(&mut self, side: Side, kind: Kind) {
        let Some(hands) = &self.rules.definition.hands else { return };
        let info = self.rules.kind(kind);
        match hands.source {
            HandSource::Start | HandSource::Outside => {}
            HandSource::Captures => self.hold(side.other(), info.in_hand),
            HandSource::CapturesUndemoted => self.hold(side.other(), info.as_captured),
            HandSource::CapturesReturned => self.hold(side, info.in_hand),
        }
    }

    /// The kind may be in the hand: it may be dropped.
    fn hold(&mut self, side: Side, kind: Kind) {
        let rules = self.rules;
        let Some(hands) = rules.definition.hands.as_ref().filter(|hands| hands.kinds.contains(&kind)) else { return };
        if std::mem::replace(&mut self.paths[side][kind.index()].held, true) {
            return;
        }
        if let Some(Some(table)) = rules.sides[side].drops.get(kind.index()) {
            for form in &table.forms {
                form.squares.iter().for_each(|&square| self.stand(Piece::new(form.kind, side), square));
            }
        }
        if let Some((_, zone)) = hands.gates.as_ref().filter(|(kinds, _)| kinds.contains(&kind)) {
            zone[side].iter().for_each(|square| self.stand(Piece::new(kind, side), square));
        }
    }

    /// Follows the moves of a piece on a square.
    fn expand(&mut self, piece: Piece, from: Square) {
        let rules = self.rules;
        let (kind, side) = (piece.kind(), piece.side());
        let mover = &rules.sides[side].movers[kind.index()];
        let definition = rules.definition.piece(rules.kind(kind).base);
        let mut targets: Vec<(Square, bool)> = rules.targets(side, kind, from);
        if let Some(zone) = &definition.stops {
            targets.retain(|(square, _)| zone[side].contains(*square));
        }
        let mut castles = false;
        for castle in &rules.sides[side].castles {
            if castle.kind == kind && castle.mover == from {
                castles = true;
                self.stand(piece, castle.mover_to);
            } else if castle.partner == from
                && (castle.partner_kinds.is_empty() || castle.partner_kinds.contains(&kind))
            {
                self.stand(piece, castle.partner_to);
            }
        }
        let mut turns = false;
        if let Some(promotions) = &mover.promotions {
            for is_last in [false, true] {
                for rule in promotions.in_place_from(from, is_last) {
                    turns = true;
                    rule.to.iter().for_each(|&to| self.stand(Piece::new(to, side), from));
                    if rule.stepping {
                        for &to in &rule.to {
                            let steps = rules.targets(side, to, from);
                            steps.into_iter().for_each(|(square, _)| self.stand(Piece::new(to, side), square));
                        }
                    }
                }
            }
        }
        if targets.is_empty() && !castles && !turns {
            self.paths[side][kind.index()].stuck.insert(from);
        }
        for (to, captures) in targets {
            self.paths[side][kind.index()].arrives.insert(to);
            self.paths[side][kind.index()].captures |= captures;
            let mut stays = true;
            if let Some(promotions) = &mover.promotions {
                let mut chosen = Vec::new();
                stays = promotions.choices(from, to, (None, false), |kind| chosen.push(kind));
                if captures {
                    stays |= promotions.choices(from, to, (Some(&|_| true), false), |kind| chosen.push(kind));
                    stays |= promotions.choices(from, to, (Some(&|_| true), true), |kind| chosen.push(kind));
                    // It may capture something that decides nothing.
                    stays |= promotions.choices(from, to, (Some(&|_| false), false), |_| {});
                }
                // With a limit on what it becomes it may have to stay what it is.
                let limited = |kind: &Kind| rules.kind(*kind).limit.is_some();
                stays |= !chosen.is_empty() && chosen.iter().all(limited);
                chosen.into_iter().for_each(|kind| self.stand(Piece::new(kind, side), to));
            }
            if stays {
                self.stand(piece, to);
            }
            if rules.definition.aftermath.iter().any(|it| matches!(it, Aftermath::Turning { .. })) {
                self.stand(Piece::new(kind, side.other()), to);
            }
            if captures {
                self.captured(piece, to);
            }
        }
    }

    /// What a capture makes of the piece that captures.
    fn captured(&mut self, piece: Piece, to: Square) {
        let rules = self.rules;
        let base = rules.kind(piece.kind()).base;
        for effect in &rules.definition.effects {
            match effect {
                Effect::CapturerConverts { kinds } if kinds.contains(&base) => {
                    self.stand(Piece::new(piece.kind(), piece.side().other()), to);
                }
                Effect::CapturerMorphs { kinds } if kinds.contains(&base) => {
                    let all = 0..rules.kinds.len() as u16;
                    let victims: Vec<Kind> =
                        all.map(Kind).filter(|&kind| self.comes(piece.side().other(), kind)).collect();
                    victims.into_iter().for_each(|kind| self.stand(Piece::new(kind, piece.side()), to));
                }
                Effect::Explosion { .. }
                | Effect::CapturerLeaves { .. }
                | Effect::CapturerConverts { .. }
                | Effect::CapturerPetrifies { .. }
                | Effect::CapturerMorphs { .. }
                | Effect::AtOnce
                // What comes back stands where it began.
                | Effect::Rebirth { .. } => {}
                Effect::Contagion { kinds, spared } => {
                    let caught = kinds.iter().filter(|_| !spared.contains(&base));
                    caught.for_each(|&kind| self.stand(Piece::new(kind, piece.side()), to));
                }
            }
        }
    }
}

fn unloads(rules: &Rules) -> bool {
    let pieces = rules.definition.pieces.iter().flat_map(|piece| &piece.moves);
    pieces.flat_map(|clause| &clause.programs.0).flatten().any(|program| match program {
        MoveProgram::Path { legs, .. } => legs.iter().any(|leg| leg.unload),
        MoveProgram::Castle { .. } | MoveProgram::Pass { .. } | MoveProgram::Anywhere { .. } => false,
    })
}
