//! Castling as XBoard has it: its king goes so many squares towards a rook in the corner or right beside it.

use crate::definition::{Kind, Landing, Side};
use crate::moves::Move;
use crate::rules::{Castle, Rules};
use std::collections::BTreeSet;

/// How far the king goes, and whether the rook stands in the corner: what XBoard has words for.
fn spoken(rules: &Rules, castle: &Castle) -> Option<(u16, bool)> {
    let topology = rules.topology();
    let steps = topology.file(castle.mover).abs_diff(topology.file(castle.mover_to));
    let file = topology.file(castle.partner);
    let from_corner = if castle.is_to_right() { topology.files() - 1 - file } else { file };
    let at_home = topology.rank(castle.mover) == 0 || topology.rank(castle.mover) + 1 == topology.ranks();
    let is_left = !castle.is_to_right();
    let beside = Landing::beside(topology.file(castle.mover_to), is_left);
    let is_beside = beside.is_some_and(|landing| landing.partner == topology.file(castle.partner_to));
    let can_be_said = at_home && steps > 1 && from_corner < 2 && is_beside && !castle.takes_partner;
    can_be_said.then_some((steps, from_corner == 0))
}

/// True if XBoard can be told of this castling.
pub fn can_say(rules: &Rules, side: Side, mv: Move) -> bool {
    let same = |castle: &&Castle| (castle.mover, castle.mover_to, castle.partner) == (mv.from, mv.to, mv.via[0]);
    rules.sides[side].castles.iter().filter(same).any(|castle| spoken(rules, castle).is_some())
}

/// A king's castling in XBoard's dialect, to be added to its moves. Left and right are the player's own.
pub fn tell(rules: &Rules, king: Kind, side: Side) -> String {
    let wing = |right: bool| -> BTreeSet<(u16, bool)> {
        let castles = rules.sides[side].castles.iter();
        let there = castles.filter(|castle| castle.kind == king && castle.is_to_right() == right);
        there.filter_map(|castle| spoken(rules, castle)).collect()
    };
    let [left, right] = [wing(side == Side::Second), wing(side == Side::First)];
    let told = |direction: &str, &(steps, in_corner): &(u16, bool)| {
        format!("i{direction}{}O{steps}", if in_corner { "" } else { "j" })
    };
    let both = left.intersection(&right).map(|castling| told("s", castling));
    let left_only = left.difference(&right).map(|castling| told("l", castling));
    let right_only = right.difference(&left).map(|castling| told("r", castling));
    both.chain(left_only).chain(right_only).collect()
}
