//! A move as a list of board changes, and back.

use super::effects::Victims;
use super::{Past, Position};
use crate::definition::{HandSource, Side, Wall};
use crate::hints::rarely;
use crate::moves::{Action, Move};
use crate::rules::topology::Square;
use crate::rules::{Castle, Piece, Rules, Trades, Zobrist};

/// The number of an interned capture list.
pub(crate) fn chain_id(mv: Move) -> u32 {
    mv.via[0].index() as u32 | (mv.via[1].index() as u32) << 16
}

/// The via squares that carry the number of an interned capture list.
pub(crate) fn chain_via(id: u32) -> [Square; 2] {
    [Square::from_index(id as usize & 0xFFFF), Square::from_index(id as usize >> 16)]
}

/// What a move means for counts of plies.
#[derive(Clone, Copy, Default)]
struct Done {
    /// The move counter starts again.
    resets: bool,
    /// Nothing can bring the old position back.
    is_final: bool,
}

impl Position {
    /// Keeps what a move changes beside the board.
    #[inline(always)]
    fn keep(&mut self) {
        self.past.push(Past { state: self.state, changes: self.log.len() as u32 });
        self.echo.enter(self.state.key);
    }

    /// Plays a move made by a generator for this position.
    pub fn play(&mut self, rules: &Rules, mv: Move) {
        self.keep();
        if !rules.shortcuts.moves_are_plain {
            rarely();
            self.play_with_extras(rules, mv);
            return;
        }
        let (us, rights) = (self.state.side, self.state.rights);
        self.clear_trail(rules);
        let done = self.change(rules, mv);
        self.count_plies(done);
        self.finish(rules, us, rights, mv);
    }

    /// As `play`, in variants where moves have consequences beyond what they change.
    fn play_with_extras(&mut self, rules: &Rules, mv: Move) {
        let us = self.state.side;
        let rights = self.state.rights;
        let in_passing =
            rules.definition.turns.is_some() && self.is_in_passing(rules, mv.to, &self.captures(rules, mv));
        self.clear_trail(rules);
        if let Some(trades) = &rules.restraints.trades {
            let traded = self.given_up(rules, trades, mv);
            self.note_trade(rules, traded);
        }
        if rules.follows() {
            self.follow_suit(rules, mv);
        }
        let mover = if rules.effects.is_empty() || !mv.from.is_some() { Piece::EMPTY } else { self.at(mv.from) };
        let victims = if rules.effects.is_empty() { Victims::new() } else { self.victims(rules, mv) };
        let captured = rules.aftermath.is_some() && self.is_capture(mv);
        let mut done = self.change(rules, mv.base());
        if let Some((kind, square)) = mv.gate() {
            self.take_from_hand(rules, us, self.held_as(rules, us, kind));
            self.put(rules, square, Piece::new(kind, us));
            done.is_final = true;
        }
        if !victims.is_empty() && self.spread(rules, mv.to, &victims, mover) {
            // What comes back may bring back the old position.
            done.is_final = false;
        }
        if self.follow(rules, mv, us, captured) {
            self.judge_trail(rules);
            done = Done { resets: true, is_final: true };
        }
        self.count_plies(done);
        if rules.rights.has_startled && mv.to.is_some() {
            self.state.rights &= rules.rights.kept_in_line(rules, mv.to, self.at(mv.to));
        }
        if mv.wall.is_some() {
            let wanders = rules.definition.wall.as_ref().is_some_and(|walling| walling.wall == Wall::Wanders);
            if wanders {
                for square in self.walls.clone() {
                    self.toggle_wall(rules, square);
                }
            }
            self.toggle_wall(rules, mv.wall);
            if !wanders {
                self.state.reversible = 0;
            }
        }
        self.close_gates(rules);
        self.finish(rules, us, rights, mv);
        if let Some(turns) = &rules.definition.turns {
            self.take_turns(rules, turns, (mv, us), in_passing);
        }
        if rules.definition.has_passes() {
            let passes = mv.action == Action::Pass;
            self.state.passed = Side::BOTH.map(|side| passes && (side == us || self.state.passed[side.index()]));
        }
        if rules.has_bikjang {
            self.state.faces = self.royals_face(rules);
        }
        if rules.most_checks.is_some() && self.in_check(rules) {
            self.count_check(rules, us);
        }
        if rules.has_counting {
            let changes = self.past.last().map_or(0, |past| past.changes as usize);
            self.count_on(rules, changes);
        }
    }

    /// What the move itself does to board, hands and rights.
    #[inline(always)]
    fn change(&mut self, rules: &Rules, mv: Move) -> Done {
        let us = self.state.side;
        match mv.action {
            Action::Plain => self.displace(rules, mv),
            Action::Trail => {
                let done = self.displace(rules, mv);
                self.leave_trail(rules, mv.via[0]);
                done
            }
            Action::Drop => {
                let Some(kind) = mv.placed() else { return Done::default() };
                self.take_from_hand(rules, us, self.held_as(rules, us, kind));
                self.put(rules, mv.to, Piece::new(kind, us));
                if rules.castles_by_drop {
                    self.gain_castling(rules, us, mv.to);
                }
                // A drop can't be taken back by later moves of the same pieces any more than a capture can.
                let resets = rules.kinds[kind.index()].resets_counter || !rules.pieces_come_back();
                Done { resets, is_final: true }
            }
            _ => self.change_specially(rules, mv),
        }
    }

    /// As `change`, for moves that do more than that of one piece.
    #[cold]
    fn change_specially(&mut self, rules: &Rules, mv: Move) -> Done {
        let us = self.state.side;
        match mv.action {
            Action::Castle => {
                let [partner_from, partner_to] = mv.via;
                let (mover, partner) = (self.take(rules, mv.from), self.take(rules, partner_from));
                self.put(rules, mv.to, mover);
                self.put(rules, partner_to, partner);
                let same = |castle: &&Castle| (castle.mover, castle.partner) == (mv.from, partner_from);
                self.state.rights &= !rules.sides[us].castles.iter().find(same).map_or(0, |castle| castle.denied);
                // Nobody castles back.
                Done { resets: rules.traits(mover).resets_counter, is_final: false }
            }
            Action::Locust => {
                for square in mv.via.into_iter().filter(|square| square.is_some()) {
                    self.capture(rules, square);
                }
                self.displace(rules, mv);
                Done { resets: true, is_final: true }
            }
            Action::Chain => {
                for square in rules.chain(chain_id(mv)) {
                    self.capture(rules, square);
                }
                self.displace(rules, mv);
                Done { resets: true, is_final: true }
            }
            Action::Unload => {
                let for_good = self.unload(rules, mv);
                Done { resets: for_good, is_final: for_good }
            }
            Action::UnloadChain => {
                for square in self.captures(rules, mv) {
                    self.capture(rules, square);
                }
                self.unload(rules, mv);
                Done { resets: true, is_final: true }
            }
            // What is usual, and what changes nothing.
            Action::Plain | Action::Trail | Action::Drop | Action::Pass => Done::default(),
            Action::Gate | Action::CastleGate | Action::CastleGatePartner | Action::TrailGate => Done::default(),
        }
    }

    /// Moves, and puts a piece that is taken down elsewhere. True if what moves promotes for good.
    fn unload(&mut self, rules: &Rules, mv: Move) -> bool {
        let Some([taken, put_at]) = self.unloads(rules, mv) else { return false };
        let piece = self.take(rules, taken);
        let for_good = self.arrive(rules, mv);
        self.put(rules, put_at, piece);
        for_good
    }

    #[inline(always)]
    fn count_plies(&mut self, done: Done) {
        self.state.counter = if done.resets { 0 } else { self.state.counter + 1 };
        self.state.reversible = if done.is_final { 0 } else { self.state.reversible + 1 };
    }

    /// Where a move takes something that may not be traded with what may.
    fn given_up(&self, rules: &Rules, trades: &Trades, mv: Move) -> Square {
        let keeps = |square: Square| trades.keep(self.at(square));
        if !mv.from.is_some() || mv.action == Action::Pass || keeps(mv.from) {
            return Square::NONE;
        }
        self.captures(rules, mv).into_iter().find(|&square| keeps(square)).unwrap_or(Square::NONE)
    }

    pub(super) fn note_trade(&mut self, rules: &Rules, square: Square) {
        self.state.key ^= rules.zobrist.trade(self.state.traded) ^ rules.zobrist.trade(square);
        self.state.traded = square;
    }

    #[inline(always)]
    fn finish(&mut self, rules: &Rules, us: Side, rights: u64, mv: Move) {
        if self.state.rights != rights {
            rarely();
            self.state.key ^= rules.zobrist.rights(rights) ^ rules.zobrist.rights(self.state.rights);
        }
        if us == Side::Second {
            self.state.move_number += 1;
        }
        self.state.side = us.other();
        self.state.key ^= Zobrist::SIDE;
        self.state.last_move = mv;
        if !self.walls.is_empty() {
            rarely();
            self.paint_walls(rules);
        }
    }

    /// Captures on `to`, moves and promotes.
    #[inline(always)]
    fn displace(&mut self, rules: &Rules, mv: Move) -> Done {
        let mut done = Done::default();
        if mv.from != mv.to && !self.at(mv.to).is_empty() {
            self.capture(rules, mv.to);
            done = Done { resets: true, is_final: true };
        }
        let mover = self.at(mv.from);
        let traits = rules.traits(mover);
        let returns = || &rules.kinds[mover.kind().index()].returns[mover.side()];
        let takes_back = || mv.to != mv.from && returns()[mv.to.index()].contains(mv.from);
        done.resets |= traits.resets_counter && !(traits.may_return && takes_back());
        done.is_final |= traits.one_way;
        let for_good = self.arrive(rules, mv);
        done.resets |= for_good;
        done.is_final |= for_good;
        done
    }

    /// Puts what moves where it ends, as what it becomes. True if it promotes for good: a promotion that others can undo is no
    /// progress.
    #[inline(always)]
    fn arrive(&mut self, rules: &Rules, mv: Move) -> bool {
        match mv.placed() {
            None if mv.from == mv.to => {
                rarely();
                false
            }
            None => {
                self.shift(rules, mv.from, mv.to);
                false
            }
            Some(kind) => {
                let mover = self.take(rules, mv.from);
                self.put(rules, mv.to, Piece::new(kind, mover.side()));
                rules.kinds[mover.kind().index()].promotes_for_good
            }
        }
    }

    fn capture(&mut self, rules: &Rules, square: Square) {
        let piece = self.take(rules, square);
        if let Some(gained) = gained(rules, piece, self.state.side) {
            self.add_to_hand(rules, gained.side(), gained.kind());
        }
    }

    /// Unmoved pieces open no gates any more when nothing is left to enter.
    pub(super) fn close_gates(&mut self, rules: &Rules) {
        self.state.rights = self.with_gates_closed(rules, self.state.rights);
    }

    /// These rights without those that nothing is left to make use of.
    pub(super) fn with_gates_closed(&self, rules: &Rules, mut rights: u64) -> u64 {
        let Some(gates) = &rules.gates else { return rights };
        for side in Side::BOTH {
            let bits = gates.rights[side];
            let nobody = || gates.kinds.iter().all(|&kind| self.hand(side, kind) == 0);
            if !gates.refills && rights & bits != 0 && nobody() {
                rights &= !bits;
            }
        }
        rights
    }

    /// A dropped king or partner that stands where castling begins may castle.
    fn gain_castling(&mut self, rules: &Rules, side: Side, dropped: Square) {
        for castle in rules.sides[side].castles.iter().filter(|castle| castle.by_drop) {
            if castle.stands(rules, &self.board, side) && [castle.mover, castle.partner].contains(&dropped) {
                self.state.rights |= castle.right;
            }
        }
    }

    fn count_check(&mut self, rules: &Rules, giver: Side) {
        self.state.key ^= rules.zobrist.checks(self.state.checks);
        let given = &mut self.state.checks[giver.index()];
        *given = given.saturating_add(1);
        self.state.key ^= rules.zobrist.checks(self.state.checks);
    }

    /// Takes back the last move or null move.
    pub fn undo(&mut self, rules: &Rules) {
        let Some(past) = self.past.pop() else { return };
        while self.log.len() > past.changes as usize {
            self.revert(rules);
        }
        self.state = past.state;
        self.echo.leave(self.state.key);
        self.forget_turn_trails();
        if !self.walls.is_empty() {
            rarely();
            self.paint_walls(rules);
        }
    }

    /// Passes the turn although that may not be legal: for null-move pruning. Undone by `undo`.
    pub fn play_null(&mut self, rules: &Rules) {
        self.keep();
        let us = self.state.side;
        self.clear_trail(rules);
        self.note_trade(rules, Square::NONE);
        // No repetition may be found across a null move.
        self.state.counter = 0;
        self.state.reversible = 0;
        self.finish(rules, us, self.state.rights, Move::NONE);
        if let Some(turns) = &rules.definition.turns {
            self.set_moves_left(rules, turns.length(self.state.side, self.state.move_number));
            self.set_turn_trails(rules, us.other(), &[], &[]);
        }
    }
}

/// What comes into whose hand when a player takes a piece off the board.
#[inline(always)]
pub(super) fn gained(rules: &Rules, piece: Piece, taker: Side) -> Option<Piece> {
    let info = &rules.kinds[piece.kind().index()];
    let (side, kind) = match rules.captures_to? {
        HandSource::Captures => (taker, info.in_hand),
        HandSource::CapturesUndemoted => (taker, info.as_captured),
        HandSource::CapturesReturned => (piece.side(), info.in_hand),
        HandSource::Start | HandSource::Outside => return None,
    };
    let info = &rules.kinds[kind.index()];
    (info.holdable && (!info.royal || info.royal_at_most.is_some())).then(|| Piece::new(kind, side))
}
