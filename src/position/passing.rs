//! En passant squares: those of the last move or, where turns have several moves, of all moves of the last turn.
//!
//! In such turns whoever is next may answer each of them with the first move, and with those that follow as long as all
//! before them captured so. A trail is gone as soon as what left it moves on.

use super::{Position, State};
use crate::definition::Side;
use crate::hints::rarely;
use crate::moves::Move;
use crate::rules::bits::Squares;
use crate::rules::topology::Square;
use crate::rules::unroll::Trail;
use crate::rules::{After, Rules};
use smallvec::SmallVec;

/// Numbers of trails.
type Trails = SmallVec<[Square; 4]>;

/// Where trails of turns begin and end in the list that a position keeps of them: positions before the last move have
/// theirs below.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Span {
    /// Those that may be captured on now.
    open: u32,
    /// Those that the side to move has left in this turn.
    own: u32,
    end: u32,
}

impl Position {
    /// Numbers of the en passant squares that may be captured on now.
    #[inline(always)]
    pub(crate) fn trails(&self) -> &[Square] {
        let Span { open, own, .. } = self.state.turn_trails;
        match &self.state.trail {
            trail if trail.is_some() => std::slice::from_ref(trail),
            _ => &self.turn_trails[open as usize..own as usize],
        }
    }

    /// Whether there are any.
    #[inline(always)]
    pub(crate) fn has_trails(&self) -> bool {
        let State { trail, turn_trails: Span { open, own, .. }, .. } = self.state;
        trail.is_some() || open != own
    }

    /// Those that the side to move has left in this turn.
    pub(super) fn own_trails(&self) -> &[Square] {
        let Span { own, end, .. } = self.state.turn_trails;
        &self.turn_trails[own as usize..end as usize]
    }

    /// True if the only piece taken is one that has left en passant squares, by a capture on one of them.
    pub(crate) fn is_in_passing(&self, rules: &Rules, to: Square, taken: &[Square]) -> bool {
        let answers = |&number: &Square| {
            let trail = rules.trail(number);
            taken == [trail.to] && trail.squares.contains(&to)
        };
        self.trails().iter().any(answers)
    }

    pub(super) fn clear_trail(&mut self, rules: &Rules) {
        if self.state.trail.is_some() {
            rarely();
            self.state.key ^= rules.zobrist.trail(self.state.trail.index() as u32);
            self.state.trail = Square::NONE;
        }
    }

    /// Remembers en passant squares if an enemy stands where it might capture on one of them. Where the turn may go on,
    /// that is asked when it is over.
    pub(super) fn leave_trail(&mut self, rules: &Rules, number: Square) {
        if rules.definition.turns.is_some() || self.is_caught(rules, number, self.state.side.other()) {
            self.state.trail = number;
            self.state.key ^= rules.zobrist.trail(number.index() as u32);
        }
    }

    /// Again, after something has left the board or changed sides because of the move.
    pub(super) fn judge_trail(&mut self, rules: &Rules) {
        let number = self.state.trail;
        if number.is_some() {
            self.clear_trail(rules);
            let left = self.at(rules.trail(number).to);
            if !left.is_empty() && left.side() == self.state.side {
                self.leave_trail(rules, number);
            }
        }
    }

    /// True if some piece of a side might capture on these en passant squares.
    fn is_caught(&self, rules: &Rules, number: Square, by: Side) -> bool {
        let captures = |square: Square| {
            let mover = &rules.sides[by].movers[self.at(square).kind().index()];
            let caught = |&walk: &u32| crate::movegen::reaches_en_passant(rules, self, by, (walk, square), number);
            mover.en_passant.as_ref().is_some_and(|roots| roots.at(square).iter().any(caught))
        };
        let is_caught = rules.catchers.of(number, by).iter().any(|(code, from)| {
            let there = self.set(*code);
            let near = there.iter().zip(from).fold(0, |near, (there, from)| near | (there & from));
            near != 0 && Squares::of(there).any(captures)
        });
        let may_be_caught =
            || rules.catchers.everywhere(by).iter().any(|&code| Squares::of(self.set(code)).next().is_some());
        is_caught || may_be_caught()
    }

    /// After a move by `us` in a turn of several, which ends now or goes on: what may be captured on next. `in_passing`
    /// tells whether the move was such a capture itself.
    pub(super) fn pass_on_trails(&mut self, rules: &Rules, (mv, us): (Move, Side), ends: bool, in_passing: bool) {
        let latest = self.state.trail;
        self.clear_trail(rules);
        let moved_on = |&&number: &&Square| rules.trail(number).to == mv.from;
        let left = self.own_trails().iter().filter(|number| !moved_on(number)).copied();
        let own: Trails = left.chain(latest.is_some().then_some(latest)).collect();
        match (ends, in_passing) {
            (true, _) => self.set_turn_trails(rules, us.other(), &own, &[]),
            (false, true) => {
                let open: Trails = self.trails().into();
                self.set_turn_trails(rules, us, &open, &own);
            }
            (false, false) => self.set_turn_trails(rules, us, &[], &own),
        }
    }

    /// Those that `next` may capture on, as far as it can, and those that it has left itself.
    pub(super) fn set_turn_trails(&mut self, rules: &Rules, next: Side, open: &[Square], own: &[Square]) {
        let stands = |number: Square, side: Side| {
            let piece = self.at(rules.trail(number).to);
            !piece.is_empty() && piece.side() == side
        };
        let still_open = |number: Square| stands(number, next.other()) && self.is_caught(rules, number, next);
        let mut open: Trails = open.iter().copied().filter(|&number| still_open(number)).collect();
        let mut own: Trails = own.iter().copied().filter(|&number| stands(number, next)).collect();
        open.sort_unstable();
        own.sort_unstable();
        self.toggle_turn_trails(rules);
        let begin = self.turn_trails.len();
        self.turn_trails.extend(open.iter().chain(&own));
        let place = |more: usize| (begin + more) as u32;
        self.state.turn_trails = Span { open: place(0), own: place(open.len()), end: place(open.len() + own.len()) };
        self.toggle_turn_trails(rules);
    }

    fn toggle_turn_trails(&mut self, rules: &Rules) {
        let Span { open, end, .. } = self.state.turn_trails;
        for number in &self.turn_trails[open as usize..end as usize] {
            self.state.key ^= rules.zobrist.trail(number.index() as u32);
        }
    }

    /// As a FEN names en passant squares and, where they are not on the victim's file, the victim's.
    pub(super) fn set_trails(&mut self, rules: &Rules, mut named: Vec<Square>) {
        let us = self.state.side;
        let Some(turns) = &rules.definition.turns else {
            // A wall may have been put, or a piece have entered or been brought up, where the move came from.
            let enters = rules.gates.is_some() || rules.aftermath.as_ref().is_some_and(After::brings_up);
            let filled = |at: Square| !self.at(at).is_empty() && !enters && Some(self.at(at).kind()) != rules.wall;
            let untouched =
                |trail: &Trail| trail.squares.iter().all(|&at| self.at(at).is_empty()) && !filled(trail.from);
            let all_named = |trail: &Trail| named.iter().all(|&square| trail.named_by().any(|name| name == square));
            let found = self.named_trail(rules, us.other(), &named, |trail| untouched(trail) && all_named(trail));
            if let Some(number) = found.filter(|&number| self.is_caught(rules, number, us)) {
                self.state.trail = number;
                self.state.key ^= rules.zobrist.trail(number.index() as u32);
            }
            return;
        };
        // What moved later in the turn may stand where others came from, or on the squares they skipped.
        let own = self.is_in_turn(rules, turns).then_some(us);
        let (mut open, mut left): (Trails, Trails) = Default::default();
        for side in [Some(us.other()), own].into_iter().flatten() {
            while let Some(number) = self.named_trail(rules, side, &named, |_| true) {
                for name in rules.trail(number).named_by() {
                    named.iter().position(|&square| square == name).map(|at| named.remove(at));
                }
                if side == us { &mut left } else { &mut open }.push(number);
            }
        }
        self.set_turn_trails(rules, us, &open, &left);
    }

    /// Of the moves that skip some of these squares, one whose piece is there now: one that skips few others.
    fn named_trail(
        &self,
        rules: &Rules,
        side: Side,
        named: &[Square],
        fits: impl Fn(&Trail) -> bool,
    ) -> Option<Square> {
        let unnamed = |trail: &Trail| trail.squares.iter().filter(|square| !named.contains(square)).count();
        let stands = |trail: &Trail| !self.at(trail.to).is_empty() && self.at(trail.to).side() == side;
        let skips = |trail: &Trail| unnamed(trail) < trail.squares.len();
        let found = rules.trails.iter().enumerate().filter(|(_, trail)| skips(trail) && stands(trail) && fits(trail));
        found
            .min_by_key(|(_, trail)| (unnamed(trail), !named.contains(&trail.to)))
            .map(|(number, _)| Square::from_index(number))
    }

    /// After going back to the state before a move.
    pub(super) fn forget_turn_trails(&mut self) {
        let end = self.state.turn_trails.end as usize;
        if self.turn_trails.len() > end {
            rarely();
            self.turn_trails.truncate(end);
        }
    }
}
