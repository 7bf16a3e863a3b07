//! Counting moves, without listing them where the rules allow that.

use super::{Wanted, by_sets, generate_on, has_ended, legal, sets};
use crate::moves::MoveList;
use crate::position::Position;
use crate::rules::Rules;

/// The number of legal moves. Where the rules allow it they are not even listed; `list` is for where they don't.
pub fn count(rules: &Rules, position: &mut Position, list: &mut MoveList) -> u64 {
    if has_ended(rules, position) {
        return 0;
    }
    sets::count(rules, position, list).unwrap_or_else(|| {
        list.clear();
        generate_on(rules, position, Wanted::All, by_sets, list);
        list.len() as u64
    })
}

/// Counts the leaves of the tree of legal moves, the last ply by the length of its list.
pub fn perft(rules: &Rules, position: &mut Position, depth: u32) -> u64 {
    perft_while(rules, position, depth, &mut || true).unwrap_or_default()
}

/// As [`perft`], for as long as it may go on, which is asked before every move above the last ply; `None` if it may not. The position is the
/// same afterwards.
pub fn perft_while(
    rules: &Rules,
    position: &mut Position,
    depth: u32,
    goes_on: &mut dyn FnMut() -> bool,
) -> Option<u64> {
    let mut lists: Vec<MoveList> = (0..=depth).map(|_| MoveList::new()).collect();
    perft_with(rules, position, depth, &mut lists, goes_on)
}

fn perft_with(
    rules: &Rules,
    position: &mut Position,
    depth: u32,
    lists: &mut [MoveList],
    goes_on: &mut dyn FnMut() -> bool,
) -> Option<u64> {
    let Some((list, deeper)) = lists.split_first_mut() else { return Some(1) };
    match depth {
        0 => return Some(1),
        1 => return Some(count(rules, position, list)),
        _ => {}
    }
    list.clear();
    legal(rules, position, list);
    if depth == 2 && rules.shortcuts.may_glance {
        return goes_on().then(|| replies(rules, position, list, deeper));
    }
    let mut nodes = 0;
    for &mv in list.iter() {
        // On large boards a move alone may have as many replies as another game has in three plies.
        if !goes_on() {
            return None;
        }
        position.play(rules, mv);
        let below = perft_with(rules, position, depth - 1, deeper, goes_on);
        position.undo(rules);
        nodes += below?;
    }
    Some(nodes)
}

/// The number of replies to all of some moves, none of which is played if that can be helped.
fn replies(rules: &Rules, position: &mut Position, moves: &MoveList, lists: &mut [MoveList]) -> u64 {
    let [rest, scratch, ..] = lists else { return 0 };
    rest.clear();
    let told = sets::replies(rules, position, moves, rest);
    let rest = if told.is_some() { &*rest } else { moves };
    let mut nodes = told.unwrap_or(0);
    for &mv in rest.iter() {
        if let Some(glance) = position.glance(rules, mv) {
            nodes += count(rules, position, scratch);
            position.put_back(rules, glance);
            continue;
        }
        position.play(rules, mv);
        nodes += count(rules, position, scratch);
        position.undo(rules);
    }
    nodes
}
