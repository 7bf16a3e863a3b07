//! Castling as XBoard has it: its king goes so many squares towards a rook in the corner or right beside it.

use crate::definition::{Kind, Landing, Side};
use crate::moves::Move;
use crate::rules::{Castle, Rules};

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
    let castles = || rules.sides[side].castles.iter().filter(move |castle| castle.kind == king);
    let wing =
        |right: bool| castles().filter(|castle| castle.is_to_right() == right).find_map(|castle| spoken(rules, castle));
    let word = |(steps, in_corner): (u16, bool)| format!("{}O{steps}", if in_corner { "" } else { "j" });
    let [left, right] = [wing(side == Side::Second), wing(side == Side::First)];
    match [left, right] {
        [Some(left), Some(right)] if left == right => format!("is{}", word(left)),
        [left, right] => {
            let left = left.map_or(String::new(), |wing| format!("il{}", word(wing)));
            left + &right.map_or(String::new(), |wing| format!("ir{}", word(wing)))
        }
    }
}
