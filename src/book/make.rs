//! From games to the text of a book.

use super::Tally;
use super::read::DIALECT;
use crate::definition::Side;
use crate::game::Game;
use crate::moves::Move;
use crate::notation;
use hashbrown::HashMap;
use std::collections::BTreeMap;
use std::fmt::Write;

/// Gathers games and writes what they have in common.
pub struct Maker {
    plies: usize,
    games: Vec<Opening>,
    /// How often a move was played in a position, whatever led there.
    counts: HashMap<(u64, Move), u32>,
}

/// The beginning of a game.
struct Opening {
    /// Empty where the game began as games of the variant do.
    start: String,
    /// Each move with the key of its position.
    moves: Vec<(u64, Move, String)>,
    tally: Tally,
}

impl Maker {
    /// Of each game so many plies are looked at.
    pub fn new(plies: usize) -> Maker {
        Maker { plies, games: Vec::new(), counts: HashMap::new() }
    }

    /// Takes a game in. One without a result says that its moves are played, not that they are good: it counts as drawn.
    pub fn add(&mut self, game: &Game, winner: Option<Side>) {
        let rules = game.rules();
        let usual = Game::new(rules.clone()).start_fen() == game.start_fen();
        let start = if usual { String::new() } else { game.start_fen().to_owned() };
        let mut replay = game.clone();
        while replay.undo() {}
        let mut moves = Vec::new();
        for &mv in game.moves().iter().take(self.plies) {
            let key = replay.position().key();
            moves.push((key, mv, notation::show(rules, replay.position(), mv, DIALECT)));
            *self.counts.entry((key, mv)).or_default() += 1;
            replay.play(mv);
        }
        self.games.push(Opening { start, moves, tally: Tally::of_game(winner) });
    }

    pub fn games(&self) -> usize {
        self.games.len()
    }

    /// The lines of the book: each game up to the first move that was played fewer than `least` times in its position. Games
    /// that agree so far are one line with the sum of their results.
    pub fn text(&self, comment: &str, least: u32) -> String {
        let mut lines: BTreeMap<(&str, Vec<&str>), Tally> = BTreeMap::new();
        for game in &self.games {
            let often = |key: u64, mv: Move| self.counts.get(&(key, mv)).is_some_and(|&count| count >= least);
            let moves = game.moves.iter().take_while(|(key, mv, _)| often(*key, *mv));
            let moves: Vec<&str> = moves.map(|(_, _, text)| text.as_str()).collect();
            if !moves.is_empty() {
                lines.entry((&game.start, moves)).or_default().add(game.tally);
            }
        }
        let mut text: String = comment.lines().map(|line| format!("# {line}\n")).collect();
        // Those from the usual start have the least name and come first.
        let mut began = "";
        for ((start, moves), tally) in lines {
            if start != began {
                let _ = writeln!(text, "start {start}");
                began = start;
            }
            let _ = writeln!(text, "{tally} {}", moves.join(" "));
        }
        text
    }
}
