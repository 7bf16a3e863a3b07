//! The parts of a FEN, for those who change one of them and leave the others as they are.

use crate::definition::hand_opening;
use crate::rules::Rules;
use std::fmt;

/// A FEN as this program writes it, in its parts. What is missing at the end of a FEN is as in a game without it.
#[derive(Clone, Copy)]
pub(crate) struct Parts<'fen> {
    pub board: &'fen str,
    /// With its brackets; empty in variants without hands.
    pub hand: &'fen str,
    pub side: &'fen str,
    /// To castle, and whatever else ends when something moves.
    pub rights: &'fen str,
    /// What the last move allows, en passant; or the limit while moves are counted.
    pub before: &'fen str,
    /// Checks, counters and what else a variant has.
    pub rest: &'fen str,
}

impl<'fen> Parts<'fen> {
    pub fn of(rules: &Rules, fen: &'fen str) -> Parts<'fen> {
        let mut words = fen.splitn(5, ' ');
        let placing = words.next().unwrap_or_default();
        // Without hands a bracket at the end belongs to a piece.
        let opening = hand_opening(placing).filter(|_| rules.definition.hands.is_some());
        let (board, hand) = placing.split_at(opening.unwrap_or(placing.len()));
        let mut next = |absent: &'static str| words.next().unwrap_or(absent);
        Parts { board, hand, side: next("w"), rights: next("-"), before: next("-"), rest: next("0 1") }
    }
}

impl fmt::Display for Parts<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Parts { board, hand, side, rights, before, rest } = self;
        write!(out, "{board}{hand} {side} {rights} {before} {rest}")
    }
}
