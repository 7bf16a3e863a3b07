//! How many sequences of moves there are, as far as that is quickly told.

use crate::game::Game;
use crate::movegen;

/// Most positions that are looked at for one variant.
const BUDGET: u64 = 250_000;
/// Deepest count, for games that have hardly any moves.
const DEEPEST: u32 = 8;

/// Numbers of sequences of one move, two moves and so on.
pub fn counts(game: &Game) -> Vec<u64> {
    let mut counts: Vec<u64> = Vec::new();
    let (mut before, mut growth) = (1u64, 1u64);
    for depth in 1..=DEEPEST {
        if depth > 1 && before.saturating_mul(growth) > BUDGET || before == 0 {
            break;
        }
        let count = movegen::perft(game.rules(), &mut game.position().clone(), depth);
        growth = count.div_ceil(before.max(1));
        before = count;
        counts.push(count);
    }
    counts
}
