//! Captures that would trade what may not be traded.

use crate::moves::Move;
use crate::position::Position;
use crate::rules::{Rules, Trades};

/// True unless a capture would trade one of those: for one of the enemy's that is protected, or after the enemy has taken one.
pub(super) fn allow(trades: &Trades, rules: &Rules, position: &mut Position, mv: Move) -> bool {
    if !mv.from.is_some() || !position.is_capture(mv) {
        return true;
    }
    let victims = position.captures(rules, mv);
    let Some(&kept) = victims.iter().find(|&&square| trades.keep(position.at(square))) else { return true };
    if !trades.keep(position.at(mv.from)) {
        let traded = position.traded();
        return !traded.is_some() || traded == kept;
    }
    let pays = |&square: &_| square != kept && !trades.cheap[position.at(square).kind().index()];
    if !trades.near && rules.topology().distance(mv.from, kept) <= 1 || victims.iter().any(pays) {
        return true;
    }
    let enemy = position.side_to_move().other();
    position.play(rules, mv);
    let guards = |&guard: &_| !trades.helpless[position.at(guard).kind().index()];
    let protected = super::takers(rules, position, enemy, mv.to).iter().any(guards);
    position.undo(rules);
    !protected
}
