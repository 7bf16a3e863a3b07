//! Positions whose search says whether the search is still the same, and how fast it is.
//!
//! The sum of nodes of a search to a fixed depth, each with an empty table, depends on nothing but the code.

use crate::definition::Library;
use crate::game::Game;
use crate::rules::Rules;
use std::sync::Arc;

/// A variant, a position (or its own), and a depth that a second of perft reaches.
pub const POSITIONS: &[(&str, &str, u32)] = &[
    ("chess", "", 5),
    ("chess", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 4),
    ("chess", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 6),
    ("crazyhouse", "r1bqk2r/pppp1ppp/2n1p3/4P3/1b1Pn3/2NB1N2/PPP2PPP/R1BQK2R[] b KQkq - 0 1", 4),
    ("capablanca", "", 4),
    ("xiangqi", "", 4),
    ("shogi", "", 4),
    ("shogi", "lnsgk2nl/1r4gs1/p1pppp1pp/1p4p2/7P1/2P6/PPSPPPP1P/7R1/LN1GKGSNL[Bb] w - - 0 1", 3),
    ("shatranj", "", 5),
    ("bestiary", "", 3),
];

/// Depth of the search, and megabytes of its table, if nobody says something else.
pub const DEPTH: u8 = 11;
pub const HASH: usize = 16;

/// The positions, each as a game that is yet to be played.
pub fn games(library: &Library) -> Result<Vec<Game>, String> {
    POSITIONS.iter().map(|&(variant, fen, _)| game(library, variant, fen)).collect()
}

fn game(library: &Library, variant: &str, fen: &str) -> Result<Game, String> {
    let definition = library.find(variant).map_err(|error| error.to_string())?;
    let rules = Rules::compile(definition).map_err(|_| format!("`{variant}` cannot be played"))?;
    let rules = Arc::new(rules);
    match fen {
        "" => Ok(Game::new(rules)),
        fen => Game::from_fen(rules, fen).map_err(|fault| fault.message),
    }
}
