//! Who chooses the moves of games that are learnt from, and says what positions are worth.

use super::Plan;
use crate::arena::clock::{Clock, Limit};
use crate::arena::engine::{self, Said, Thought, Turn};
use crate::arena::spec::Spec;
use crate::arena::{self, Trouble};
use crate::definition::{PerSide, Side};
use crate::game::Game;
use crate::moves::Move;
use crate::notation;
use crate::rules::Rules;
use crate::search::{Engine, Evaluation, Limits};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Megabytes of its table.
const HASH: usize = 8;
/// A score for mates.
const MATED: i32 = 10_000;
/// How long another program may think, however few the nodes.
const PATIENCE: Duration = Duration::from_secs(60);

pub enum Judge {
    Own { engine: Box<Engine>, nodes: u64 },
    Other { engine: Box<dyn arena::Engine>, limit: Limit, clocks: PerSide<Clock> },
}

impl Judge {
    /// Errors say why another program can't do it.
    pub fn new(plan: &Plan, rules: &Arc<Rules>) -> Result<Judge, String> {
        let Some(spec) = &plan.judge else {
            return Ok(Judge::Own { engine: Box::new(Engine::new(HASH)), nodes: plan.nodes });
        };
        let limit = spec.limit.clone().unwrap_or(Limit::Nodes(plan.nodes));
        let engine = engine::open(spec, rules, HASH as u32, &Arc::new(AtomicBool::new(false)));
        let engine = engine.map_err(|trouble| told(spec, &trouble))?;
        let clocks = PerSide(Side::BOTH.map(|_| Clock::new(limit.clone())));
        Ok(Judge::Other { engine, limit, clocks })
    }

    /// A game begins, or goes on after a move that wasn't chosen here.
    pub fn begin(&mut self, game: &Game) -> Result<(), Trouble> {
        match self {
            Judge::Own { .. } => Ok(()),
            Judge::Other { engine, limit, .. } => {
                engine.begin(Some(&game.fen()), limit)?;
                engine.settle()
            }
        }
    }

    /// What was known from other games is forgotten.
    pub fn forget(&mut self) {
        if let Judge::Own { engine, .. } = self {
            engine.clear();
        }
    }

    /// The best move and its score for the first player, which another program need not tell; `None` if it gives up.
    pub fn think(&mut self, game: &Game) -> Result<Option<(Move, Option<i32>)>, Trouble> {
        let side = game.position().side_to_move();
        let found = match self {
            Judge::Own { engine, nodes } => {
                let found = engine.think(game, &Limits::Nodes(*nodes), &Arc::default(), &mut |_| {});
                let score = match found.info.map(|info| info.score) {
                    Some(Evaluation::Centipawns(score)) => score,
                    Some(Evaluation::Mate(plies)) if plies > 0 => MATED,
                    Some(Evaluation::Mate(_)) => -MATED,
                    None => 0,
                };
                found.best.map(|best| (best, Some(score)))
            }
            Judge::Other { engine, clocks, .. } => {
                let (said, Thought { score, .. }) = engine.think(&Turn { side, clocks, patience: PATIENCE })?;
                let Said::Move(text) = said else { return Ok(None) };
                let Some(best) = notation::find(game, &text, engine.dialect()) else {
                    return Err(Trouble::Unable(format!("`{text}` is not a legal move in {}", game.fen())));
                };
                Some((best, score.map(|score| score.clamp(-MATED, MATED))))
            }
        };
        let sign = if side == Side::First { 1 } else { -1 };
        Ok(found.map(|(best, score)| (best, score.map(|score| sign * score))))
    }

    /// The move that was chosen has been played in this position.
    pub fn follow(&mut self, before: &Game, best: Move) {
        if let Judge::Other { engine, .. } = self {
            engine.follow(before, best, true);
        }
    }
}

impl Drop for Judge {
    fn drop(&mut self) {
        if let Judge::Other { engine, .. } = self {
            engine.kill();
        }
    }
}

/// Whom it is about, and what is wrong.
pub fn told(spec: &Spec, trouble: &Trouble) -> String {
    format!("{}: {}", spec.called(), engine::reason(trouble))
}
