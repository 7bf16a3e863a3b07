//! How a position came about since it was set up, and what has come up before.

use super::Position;
use crate::definition::Side;
use crate::moves::Move;
use crate::rules::Rules;

impl Position {
    /// Moves that a side has made since the position was set up.
    pub(crate) fn moves_made(&self, side: Side) -> u32 {
        self.past.iter().filter(|past| past.state.side == side).count() as u32
    }

    /// Plies played since the position was set up.
    pub fn plies(&self) -> usize {
        self.past.len()
    }

    /// The moves played since so many plies after the position was set up, without null moves and what follows them.
    pub(crate) fn line_since(&self, plies: usize) -> Vec<Move> {
        let states = self.past.iter().map(|past| &past.state).chain([&self.state]).skip(plies + 1);
        states.map(|state| state.last_move).take_while(|&mv| mv != Move::NONE).collect()
    }

    /// False if no move can bring back an earlier position.
    pub(crate) fn may_repeat(&self) -> bool {
        self.state.reversible >= 1 && !self.past.is_empty()
    }

    /// False if this position has surely not come up before.
    #[inline(always)]
    pub(crate) fn may_be_known(&self) -> bool {
        self.echo.may_know(self.state.key)
    }

    /// How often this position occurred before since it was set up.
    pub fn repetitions(&self, rules: &Rules) -> usize {
        self.past_keys_of_game(rules).filter(|&(_, key)| key == self.state.key).count()
    }

    /// Earlier positions that may equal this one, latest first: how many plies ago, and the key. Goes back to the
    /// last move that cannot be undone by later moves.
    #[inline]
    pub(crate) fn past_keys(&self, rules: &Rules) -> impl Iterator<Item = (usize, u64)> + '_ {
        self.keys_back(rules, (self.state.reversible as usize).min(self.past.len()))
    }

    /// As `past_keys`, but beyond captures and drops where what is captured can come back: in a series of exchanges, too,
    /// a position may come up again. That is the whole game, and so not for every node of a search.
    pub(crate) fn past_keys_of_game(&self, rules: &Rules) -> impl Iterator<Item = (usize, u64)> + '_ {
        let short = (self.state.reversible as usize).min(self.past.len());
        self.keys_back(rules, if rules.pieces_come_back() { self.past.len() } else { short })
    }

    /// Where players take turns, only every other position was this player's to move in.
    #[inline]
    fn keys_back(&self, rules: &Rules, reach: usize) -> impl Iterator<Item = (usize, u64)> + '_ {
        let stride = if rules.definition.turns.is_none() { 2 } else { 1 };
        let all = self.past.len();
        (1..=reach / stride).map(move |times| {
            let past = &self.past[all - times * stride].state;
            debug_assert!(stride == 1 || past.side == self.state.side, "players take turns");
            (times * stride, past.key)
        })
    }
}
