//! Where games begin: lines of a file, or random moves that leave both sides about equal.

use crate::definition::Side;
use crate::diagnostic::{MARK, Source, render};
use crate::game::{Game, Lottery};
use crate::moves::Move;
use crate::notation::{self, Dialect};
use crate::rules::Rules;
use crate::search::{Engine, Evaluation, Limits};
use std::collections::HashSet;
use std::sync::Arc;

/// A position, and moves from there.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Opening {
    /// `None`: the variant's own start position.
    pub fen: Option<String>,
    pub moves: Vec<Move>,
}

impl Opening {
    /// The game before the first move.
    pub fn game(&self, rules: &Arc<Rules>) -> Game {
        let set_up = self.fen.as_ref().and_then(|fen| Game::from_fen(rules.clone(), fen).ok());
        set_up.unwrap_or_else(|| Game::new(rules.clone()))
    }
}

/// Openings without end.
pub enum Openings {
    /// One after the other, again and again.
    Listed {
        list: Vec<Opening>,
        next: usize,
    },
    Random(Box<Random>),
}

impl Openings {
    pub fn listed(list: Vec<Opening>) -> Openings {
        Openings::Listed { list, next: 0 }
    }

    /// A position that some game begins with, if not all begin with the variant's own.
    pub fn set_up(&self) -> Option<String> {
        match self {
            Openings::Listed { list, .. } => list.iter().find_map(|opening| opening.fen.clone()),
            Openings::Random(random) => Lottery::of(&random.rules).map(|lottery| lottery.fen(0)),
        }
    }

    pub fn draw(&mut self) -> Opening {
        match self {
            Openings::Listed { list, next } => {
                let opening = list.get(*next % list.len().max(1)).cloned();
                *next += 1;
                opening.unwrap_or_default()
            }
            Openings::Random(random) => random.draw(),
        }
    }
}

/// Openings from text: a line is a FEN, or EPD with operations that are skipped, and perhaps `; moves M…`, the moves that
/// lead to it from the start. Empty lines and those that begin with `#` are skipped.
pub fn read(rules: &Arc<Rules>, name: &str, text: &str) -> Result<Vec<Opening>, String> {
    let mut list = Vec::new();
    for (number, line) in text.trim_start_matches(MARK).lines().enumerate() {
        let line = line.trim();
        if !line.is_empty() && !line.starts_with('#') {
            let opening = read_line(rules, line).map_err(|why| format!("{name}:{}: {why}", number + 1))?;
            list.push(opening);
        }
    }
    if list.is_empty() { Err(format!("{name}: there are no openings in it")) } else { Ok(list) }
}

fn read_line(rules: &Arc<Rules>, line: &str) -> Result<Opening, String> {
    let mut parts = line.split(';').map(str::trim);
    let fen = parts.next().unwrap_or_default();
    let game = position(rules, fen)?;
    let moves = parts.find_map(|part| {
        let (word, moves) = part.split_once(' ')?;
        word.eq_ignore_ascii_case("moves").then_some(moves)
    });
    let found = game.fen();
    let mut from_start = Game::new(rules.clone());
    let start = from_start.start_fen().to_owned();
    // Engines are better given moves than a position: they then know what has come up before.
    if let Some(moves) = moves {
        for text in moves.split_whitespace() {
            let mv = notation::find(&from_start, text, Dialect::Uci);
            from_start.play(mv.ok_or_else(|| format!("`{text}` is not a legal move after those before it"))?);
        }
        let board = |fen: &str| fen.split_whitespace().take(2).map(str::to_owned).collect::<Vec<_>>();
        if board(&from_start.fen()) != board(&found) {
            return Err(format!("these moves lead to {}, not to {fen}", from_start.fen()));
        }
        return Ok(Opening { fen: None, moves: from_start.moves().to_vec() });
    }
    Ok(Opening { fen: (found != start).then_some(found), moves: Vec::new() })
}

/// A FEN, or as much of an EPD as is one.
fn position(rules: &Arc<Rules>, text: &str) -> Result<Game, String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    if let Some(at) = words.iter().position(|word| word.eq_ignore_ascii_case("moves")) {
        return Err(format!("moves stand behind a semicolon: `{}; {}`", words[..at].join(" "), words[at..].join(" ")));
    }
    let shorter = |length: usize| Game::from_fen(rules.clone(), &words[..length].join(" ")).ok();
    Game::from_fen(rules.clone(), text).or_else(|fault| {
        (2..words.len()).rev().find_map(shorter).ok_or_else(|| {
            let report = render(&Source::new("FEN", text), &[fault], false);
            format!("this position cannot be set up\n{}", report.trim_end())
        })
    })
}

/// How random openings are made.
#[derive(Clone, Debug)]
pub struct Recipe {
    /// At least and at most so many random moves.
    pub plies: [usize; 2],
    /// How far from even, in hundredths of a pawn, by a short search.
    pub balance: i32,
    pub seed: u64,
}

/// The length of that search, and how many positions it is tried on at most before the most balanced of them is taken.
const NODES: u64 = 5_000;
const TRIES: usize = 30;
const HASH: usize = 4;

pub struct Random {
    rules: Arc<Rules>,
    recipe: Recipe,
    random: fastrand::Rng,
    engine: Engine,
    seen: HashSet<u64>,
    /// What the start position is worth to the first player: some variants are never even.
    centre: i32,
}

impl Random {
    pub fn new(rules: &Arc<Rules>, recipe: Recipe) -> Random {
        let random = fastrand::Rng::with_seed(recipe.seed);
        let engine = Engine::new(HASH);
        let mut made = Random { rules: rules.clone(), recipe, random, engine, seen: HashSet::new(), centre: 0 };
        let start = made.judge(&Game::new(rules.clone()));
        if start.abs() > made.recipe.balance {
            made.centre = start;
        }
        made
    }

    /// The first of some random positions that is balanced and new, else the best of them.
    pub fn draw(&mut self) -> Opening {
        let mut best: Option<(i32, Opening, u64)> = None;
        for _ in 0..TRIES {
            let (opening, game) = self.stroll();
            let key = game.position().key();
            if self.seen.contains(&key) || game.outcome().is_some() || game.legal_moves().is_empty() {
                continue;
            }
            let off = self.imbalance(&game);
            if best.as_ref().is_none_or(|(least, ..)| off < *least) {
                best = Some((off, opening, key));
            }
            if off <= self.recipe.balance {
                break;
            }
        }
        // A game so short or narrow that nothing new comes up begins at its beginning.
        let Some((_, opening, key)) = best else { return Opening { fen: self.lot(), moves: Vec::new() } };
        self.seen.insert(key);
        opening
    }

    /// Some random moves.
    fn stroll(&mut self) -> (Opening, Game) {
        let mut opening = Opening { fen: self.lot(), moves: Vec::new() };
        let mut game = opening.game(&self.rules);
        let [least, most] = self.recipe.plies;
        for _ in 0..self.random.usize(least..=most.max(least)) {
            let moves = game.legal_moves();
            let Some(&mv) = self.random.choice(&moves).filter(|_| game.outcome().is_none()) else { break };
            game.play(mv);
            opening.moves.push(mv);
        }
        (opening, game)
    }

    /// A start position, where it is drawn by lot.
    fn lot(&mut self) -> Option<String> {
        let lottery = Lottery::of(&self.rules)?;
        Some(lottery.deal(&mut self.random))
    }

    /// How far a position is from being as balanced as the start, in centipawns.
    pub fn imbalance(&mut self, game: &Game) -> i32 {
        (self.judge(game) - self.centre).abs()
    }

    /// For the first player.
    fn judge(&mut self, game: &Game) -> i32 {
        self.engine.clear();
        let found = self.engine.think(game, &Limits::Nodes(NODES), &Arc::default(), &mut |_| {});
        let score = match found.info.map(|info| info.score) {
            Some(Evaluation::Centipawns(score)) => score,
            Some(Evaluation::Mate(plies)) if plies > 0 => 20_000,
            Some(Evaluation::Mate(_)) => -20_000,
            None => 0,
        };
        if game.position().side_to_move() == Side::First { score } else { -score }
    }
}
