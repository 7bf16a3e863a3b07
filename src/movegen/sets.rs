//! Legal moves from set tables.
//!
//! One look from each royal (`movegen/sets/node.rs`) finds checks and pins; every piece's targets are then a few
//! lookups and one intersection (`pieces.rs`), and nothing has to be tried but the moves of royals. Says the same as
//! the walks (`movegen/pseudo.rs`, `movegen/safety.rs`), which remain for what isn't in the tables and to be tested
//! against.

mod calm;
mod captures;
mod checks;
mod exchange;
mod gates;
mod mobility;
mod node;
mod pieces;
mod quiet_checks;
mod replies;
mod special;
mod stages;

use super::later::Later;
use super::pseudo::{self, Wanted};
use super::safety::{self, Safety};
use crate::definition::Side;
use crate::moves::{Action, Move, MoveList};
use crate::position::Position;
#[cfg(target_arch = "x86_64")]
use crate::rules::bits::{Bmi2, Level};
use crate::rules::bits::{Cpu, Portable, Set};
use crate::rules::sets::{SetTables, Tables};
use crate::rules::topology::Square;
use crate::rules::{Piece, Prohibition, Rules};
use calm::{Calm, CalmCounter, keep_calm_on, which_check_on};
pub use checks::is_aside;
use checks::{attacked_by_others, gives_check_on, in_check_on};
use exchange::pays_on;
use gates::Open;
pub use mobility::Observer;
use mobility::mobility_on;
use node::Node;
use pieces::{Counter, Lister, pieces};
use quiet_checks::quiet_checks_on;
use replies::replies_on;
use stages::list_noisy_on;
use std::marker::PhantomData;

/// A function of the tables for every width of board and for this processor. `None` where the tables don't say
/// everything about the position.
macro_rules! entry {
    (
        $(#[$doc:meta])*
        $tables:ident, $name:ident $(<$P:ident: $bound:ident>)?, $on:ident, ($($arg:ident: $type:ty),*) -> $result:ty
    ) => {
        $(#[$doc])*
        pub fn $name $(<$P: $bound>)? (rules: &Rules, $($arg: $type),*) -> Option<$result> {
            #[cfg(target_arch = "x86_64")]
            #[target_feature(enable = "bmi1,bmi2,lzcnt,popcnt")]
            fn gathering<const N: usize $(, $P: $bound)?>(
                rules: &Rules,
                tables: &Tables<N>,
                $($arg: $type),*
            ) -> Option<$result> {
                $on::<N, Bmi2 $(, $P)?>(rules, tables, $($arg),*)
            }

            #[cfg(target_arch = "x86_64")]
            #[target_feature(enable = "popcnt")]
            fn counting<const N: usize $(, $P: $bound)?>(
                rules: &Rules,
                tables: &Tables<N>,
                $($arg: $type),*
            ) -> Option<$result> {
                $on::<N, Portable $(, $P)?>(rules, tables, $($arg),*)
            }

            fn here<const N: usize $(, $P: $bound)?>(
                rules: &Rules,
                tables: &Tables<N>,
                $($arg: $type),*
            ) -> Option<$result> {
                // SAFETY: the level is that of this processor, which has what the functions ask for.
                #[cfg(target_arch = "x86_64")]
                return match rules.level {
                    Level::Gathers => unsafe { gathering(rules, tables, $($arg),*) },
                    Level::Counts => unsafe { counting(rules, tables, $($arg),*) },
                    Level::Plain => None,
                };
                #[cfg(not(target_arch = "x86_64"))]
                $on::<N, Portable $(, $P)?>(rules, tables, $($arg),*)
            }

            match rules.$tables() {
                SetTables::None => None,
                SetTables::One(tables) => here(rules, tables, $($arg),*),
                SetTables::Two(tables) => here(rules, tables, $($arg),*),
                SetTables::Four(tables) => here(rules, tables, $($arg),*),
            }
        }
    };
}

entry!(
    /// Appends the legal moves and tells whether the side to move is in check. In check all legal moves are listed,
    /// whatever is wanted.
    sets, list, list_on,
    (position: &mut Position, wanted: Wanted, list: &mut MoveList) -> bool
);
entry!(
    /// As `list`, but puts quiet moves aside; see `movegen/later.rs`. Has done nothing if it can't.
    sets, list_noisy, list_noisy_on,
    (position: &mut Position, wanted: Wanted, list: &mut MoveList, later: &mut Later) -> ()
);
entry!(
    /// The number of legal moves, if that can be told without listing all of them; some are put into `scratch`.
    sets, count, count_on, (position: &mut Position, scratch: &mut MoveList) -> u64
);
entry!(
    /// The number of replies to some of the moves; the others are put into `rest`.
    sets, replies, replies_on, (position: &Position, moves: &[Move], rest: &mut MoveList) -> u64
);
entry!(
    /// True if a royal of that side is attacked.
    sets, in_check, in_check_on, (position: &Position, side: Side) -> bool
);
entry!(
    /// True if a legal or pseudo-legal move leaves an enemy royal attacked, where that is clear without playing it.
    sets, gives_check, gives_check_on, (position: &Position, mv: Move) -> bool
);
entry!(
    /// Appends to `checks` for each of the moves whether it gives check.
    sets, which_check, which_check_on, (position: &mut Position, moves: &[Move], checks: &mut Vec<bool>) -> ()
);
entry!(
    /// Appends the legal moves that give check, but for captures and promotions.
    sets, quiet_checks, quiet_checks_on, (position: &mut Position, list: &mut MoveList) -> ()
);
entry!(
    /// Removes the moves from `start` on that give check.
    sets, keep_calm, keep_calm_on, (position: &mut Position, list: &mut MoveList, start: usize) -> ()
);
entry!(
    /// Plays out the captures on a square; see `search/exchange.rs`.
    exchange_sets, pays, pays_on,
    (position: &Position, from: Square, to: Square, risked: Piece, swap: i32) -> bool
);
entry!(
    /// Tells how far the pieces of a side reach.
    sets, mobility<O: Observer>, mobility_on,
    (position: &Position, side: Side, near: &[u64; 4], observer: &mut O) -> ()
);

/// True if what the pieces may do is what is legal: no rule looks at the moves again.
fn is_unfiltered(rules: &Rules, position: &Position) -> bool {
    rules.shortcuts.counts_by_sets
        && rules.gates.is_none()
        && !rules.restraints.forbid(Prohibition::Checks)
        && !position.royals_vary(rules)
}

#[inline(always)]
fn list_on<const N: usize, C: Cpu>(
    rules: &Rules,
    tables: &Tables<N>,
    position: &mut Position,
    wanted: Wanted,
    list: &mut MoveList,
) -> Option<bool> {
    if position.royals_vary(rules) {
        return None;
    }
    let side = position.side_to_move();
    let mut node = Node::new(rules, tables, position);
    node.look_asking::<C>(rules, position)?;
    if !node.doubtful.is_empty() && special::castles_through(rules, position, node.doubtful) {
        return None;
    }
    let wanted = if node.in_check { Wanted::All } else { wanted };
    let first = list.len();
    let quiet_too = wanted == Wanted::All;
    let mut sink = Lister { rules, position: &*position, side, list: &mut *list, enemy: node.sight.enemy, quiet_too };
    pieces::<N, C>(&node, node::board(tables, position), &mut sink);
    if !node.doubtful.is_empty() {
        let is_royal = |mv: Move| node.royals.contains(mv.from.index());
        let doubted = |mv: Move| node.asks(mv) || is_royal(mv) && node.doubtful.contains(mv.to.index());
        let is_safe = |position: &mut Position, mv: Move| match mv.action {
            Action::Plain | Action::Trail if is_royal(mv) => safety::displaces_safely(rules, position, mv),
            Action::Plain | Action::Trail => keeps_others_off(rules, &node, position, mv),
            _ => safety::leaves_safe(rules, position, mv),
        };
        super::retain(position, list, first, |position, mv| !doubted(mv) || is_safe(position, mv));
    }
    if !rules.effects.is_empty() {
        captures::all::<N, C>(rules, &node, position, list);
    }
    if node.own_tables.partial.iter().any(|&code| !node::board(tables, position).set(code).is_empty()) {
        rest::<N, C>(rules, &node, position, wanted, list);
    }
    if position.has_trails() {
        captures::en_passant(rules, position, side, list);
    }
    if wanted == Wanted::All {
        special::castles::<N, C>(rules, &node, position, list);
    }
    if let Some(gates) = &rules.gates {
        pseudo::gated(rules, gates, position, list, first);
    }
    if wanted == Wanted::All && position.hand_total(side) > 0 {
        special::drops::<N, C>(rules, &node, position, list, |_| Set::FULL);
    }
    Some(node.in_check)
}

#[inline(always)]
fn count_on<const N: usize, C: Cpu>(
    rules: &Rules,
    tables: &Tables<N>,
    position: &mut Position,
    scratch: &mut MoveList,
) -> Option<u64> {
    if position.royals_vary(rules) {
        return None;
    }
    let side = position.side_to_move();
    let own = &tables.sides[side];
    if !rules.shortcuts.counts_by_sets || !own.countable {
        return None;
    }
    let mut node = Node::new(rules, tables, position);
    node.look::<C>(rules, position)?;
    if !node.doubtful.is_empty() {
        return None;
    }
    if rules.restraints.forbid(Prohibition::Checks) {
        return count_calm::<N, C>(rules, &node, position);
    }
    let open = rules.gates.as_ref().map(|gates| Open::<N>::of(rules, gates, position));
    let mut count = match &open {
        None => {
            let mut counter = Counter { count: 0 };
            pieces::<N, C>(&node, node::board(tables, position), &mut counter);
            u64::from(counter.count)
        }
        Some(open) => open.count::<C>(&node, position)?,
    };
    if !rules.effects.is_empty() {
        scratch.clear();
        captures::all::<N, C>(rules, &node, position, scratch);
        count += scratch.len() as u64;
    }
    if position.has_trails() {
        scratch.clear();
        captures::en_passant(rules, position, side, scratch);
        count += scratch.len() as u64;
    }
    for castle in rules.sides[side].castles.iter().zip(&own.castles) {
        if special::may_castle::<N, C>(rules, &node, position, castle) {
            count += 1 + open.as_ref().map_or(0, |open| open.castling(castle.0));
        }
    }
    if position.hand_total(side) > 0 {
        count += special::count_drops::<N, C>(rules, &node, position, scratch);
    }
    Some(count)
}

/// Where checks are illegal: for positions in which pieces do nothing but go somewhere.
#[inline(always)]
fn count_calm<const N: usize, C: Cpu>(rules: &Rules, node: &Node<N>, position: &Position) -> Option<u64> {
    let side = position.side_to_move();
    let promotes = node.own_tables.kinds.iter().any(|info| info.promoting.is_some());
    let castles = !rules.sides[side].castles.is_empty();
    if promotes || castles || !rules.effects.is_empty() || position.hand_total(side) > 0 {
        return None;
    }
    if position.has_trails() {
        return None;
    }
    let mut calm = Calm::new();
    calm.look::<C>(rules, node.tables, position)?;
    let (tables, cpu) = (node.tables, PhantomData::<C>);
    let mut counter = CalmCounter { count: 0, calm, rules, tables, position, lost: false, cpu };
    pieces::<N, C>(node, node::board(node.tables, position), &mut counter);
    (!counter.lost).then_some(counter.count)
}

/// The moves of pieces that the tables don't know everything about.
#[cold]
fn rest<const N: usize, C: Cpu>(
    rules: &Rules,
    node: &Node<N>,
    position: &mut Position,
    wanted: Wanted,
    list: &mut MoveList,
) {
    let side = position.side_to_move();
    let may_glance = rules.effects.is_empty() && !Safety::plays_out(rules, position);
    let mut safety = None;
    for &code in &node.own_tables.partial {
        for from in node::board(node.tables, position).set(code) {
            let start = list.len();
            let kind = position.at(Square::from_index(from)).kind();
            let mover = &rules.sides[side].movers[kind.index()];
            pseudo::of_piece(rules, position, mover, Square::from_index(from), false, wanted, list);
            let may_go = if node.special.contains(from) { node.allowed_from(from) } else { node.allowed };
            super::retain(position, list, start, |position, mv| {
                let crowns = || mv.placed().is_some_and(|kind| rules.kind(kind).royal);
                if may_glance && matches!(mv.action, Action::Plain | Action::Trail) && !mover.royal && !crowns() {
                    let board = node::board(node.tables, position);
                    return !node.keep_tested::<C>(board, from, Set::of(mv.to.index()) & may_go).is_empty()
                        && (!node.asks(mv) || keeps_others_off(rules, node, position, mv));
                }
                safety.get_or_insert_with(|| Safety::analyse(rules, position)).is_legal(rules, position, mv)
            });
        }
    }
}

/// True if a move of what isn't royal, legal but for enemies that the tables don't know, lets none of these capture a royal.
#[cold]
fn keeps_others_off<const N: usize>(rules: &Rules, node: &Node<N>, position: &mut Position, mv: Move) -> bool {
    let (side, attackers) = (position.side_to_move(), &node.own_tables.attackers);
    position.supposing(rules, mv, |position| {
        position.royals(side).iter().all(|&royal| !attacked_by_others(rules, attackers, (position, side), royal))
    })
}
