//! One game: the engines play, our rules decide.

use super::Trouble;
use super::adjudication::{self, Scores};
use super::clock::{Clock, Limit};
use super::engine::{self, Engine, Said, Thought, Turn};
use super::openings::Opening;
use super::spec::Spec;
use crate::definition::{PerSide, Side};
use crate::game::{Game, Outcome};
use crate::notation::{self, Dialect};
use crate::rules::Rules;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// What all games of a match have in common.
#[derive(Clone, Debug)]
pub struct Terms {
    /// Megabytes of each engine's table.
    pub hash: u32,
    /// How much longer than its clock allows a move may take.
    pub margin: Duration,
    /// How long a move may take where no clock runs.
    pub patience: Duration,
    pub adjudication: adjudication::Rules,
    /// A game of so many plies is drawn.
    pub longest: usize,
}

/// What an engine did wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    Crash,
    Illegal,
    Refused,
    Hang,
    Time,
    Claim,
}

impl Kind {
    pub const ALL: [Kind; 6] = [Kind::Crash, Kind::Illegal, Kind::Refused, Kind::Hang, Kind::Time, Kind::Claim];

    pub fn words(self) -> &'static str {
        match self {
            Kind::Crash => "crash",
            Kind::Illegal => "illegal move",
            Kind::Refused => "refused a legal move",
            Kind::Hang => "hang",
            Kind::Time => "time loss",
            Kind::Claim => "false claim",
        }
    }
}

/// A fault loses the game, unless it comes after its end.
#[derive(Clone, Debug)]
pub struct Fault {
    pub kind: Kind,
    /// Whose: 0 or 1.
    pub engine: usize,
    /// Where the game stood.
    pub fen: String,
    pub words: String,
    /// The last lines of the dialogue.
    pub recent: Vec<String>,
}

/// A finished game.
pub struct Played {
    pub game: Game,
    /// So many moves were given.
    pub opening: usize,
    /// Which engine had which side.
    pub seats: PerSide<usize>,
    pub outcome: Outcome,
    pub faults: Vec<Fault>,
    /// One for each move after the opening.
    pub thoughts: Vec<Thought>,
}

/// An engine that is started when it is needed, and again if it was lost.
pub struct Player<'a> {
    pub number: usize,
    pub spec: &'a Spec,
    pub limit: &'a Limit,
    engine: Option<Box<dyn Engine>>,
    /// So often in a row it did not even begin a game.
    failures: u32,
}

/// An engine that fails so often to begin is given up.
const MOST_FAILURES: u32 = 3;

impl<'a> Player<'a> {
    pub fn new(number: usize, spec: &'a Spec, limit: &'a Limit) -> Player<'a> {
        Player { number, spec, limit, engine: None, failures: 0 }
    }
}

/// A game at the table: what the referee knows.
struct Table<'a, 'b> {
    players: PerSide<&'a mut Player<'b>>,
    rules: &'a Arc<Rules>,
    terms: &'a Terms,
    stop: &'a Arc<AtomicBool>,
    game: Game,
    clocks: PerSide<Clock>,
    faults: Vec<Fault>,
    thoughts: Vec<Thought>,
}

/// Plays a game; an error means that the match can't go on, or was stopped.
pub fn play<'b>(
    players: PerSide<&mut Player<'b>>,
    rules: &Arc<Rules>,
    opening: &Opening,
    terms: &Terms,
    stop: &Arc<AtomicBool>,
) -> Result<Played, Trouble> {
    let seats = PerSide(Side::BOTH.map(|side| players[side].number));
    let clocks = PerSide(Side::BOTH.map(|side| Clock::new(players[side].limit.clone())));
    let game = opening.game(rules);
    let mut table = Table { players, rules, terms, stop, game, clocks, faults: Vec::new(), thoughts: Vec::new() };
    let outcome = match table.begin(opening)? {
        Some(outcome) => outcome,
        None => table.go_on()?,
    };
    table.end(&outcome)?;
    let Table { game, faults, thoughts, .. } = table;
    Ok(Played { game, opening: opening.moves.len(), seats, outcome, faults, thoughts })
}

impl Table<'_, '_> {
    /// Starts what isn't running, and sets up the opening. The game is over if an engine doesn't come that far.
    fn begin(&mut self, opening: &Opening) -> Result<Option<Outcome>, Trouble> {
        for side in Side::BOTH {
            if let Err(trouble) = self.seat(side, opening) {
                self.players[side].failures += 1;
                if self.players[side].failures >= MOST_FAILURES {
                    let why = engine::reason(&trouble);
                    let called = self.players[side].spec.called();
                    return Err(Trouble::Unable(format!(
                        "{called} failed to begin {MOST_FAILURES} games in a row: {why}"
                    )));
                }
                return self.blame(side, trouble, "as the game began: ").map(Some);
            }
            self.players[side].failures = 0;
        }
        for &mv in &opening.moves {
            for side in Side::BOTH {
                if let Some(engine) = &mut self.players[side].engine {
                    engine.follow(&self.game, mv, false);
                }
            }
            self.game.play(mv);
        }
        for side in Side::BOTH {
            let settled = self.players[side].engine.as_mut().map_or(Ok(()), |engine| engine.settle());
            if let Err(trouble) = settled {
                return self.blame(side, trouble, "in the opening: ").map(Some);
            }
        }
        Ok(None)
    }

    fn seat(&mut self, side: Side, opening: &Opening) -> Result<(), Trouble> {
        let player = &mut self.players[side];
        let mut engine = match player.engine.take() {
            Some(engine) => engine,
            None => engine::open(player.spec, self.rules, self.terms.hash, self.stop)?,
        };
        let begun = engine.begin(opening.fen.as_deref(), player.limit);
        player.engine = Some(engine);
        begun
    }

    fn go_on(&mut self) -> Result<Outcome, Trouble> {
        let mut scores = Scores::default();
        loop {
            let draw = |reason: String| Outcome { winner: None, reason };
            if let Some(outcome) = self.game.outcome() {
                return Ok(outcome);
            }
            if self.game.legal_moves().is_empty() {
                return Ok(draw("no legal moves".to_owned()));
            }
            if self.game.moves().len() >= self.terms.longest {
                return Ok(draw(format!("adjudicated after {} plies", self.terms.longest)));
            }
            if let Some(winner) = scores.verdict(&self.terms.adjudication) {
                return Ok(Outcome { winner, reason: "adjudicated by both engines' scores".to_owned() });
            }
            let side = self.game.position().side_to_move();
            match self.turn(side)? {
                Some(outcome) => return Ok(outcome),
                None => scores.add(side, self.thoughts.last().and_then(|thought| thought.score)),
            }
        }
    }

    /// One move, or how the game ends without it.
    fn turn(&mut self, side: Side) -> Result<Option<Outcome>, Trouble> {
        let allowed = self.clocks[side].left().map(|left| left + self.terms.margin);
        let patience = allowed.unwrap_or(self.terms.patience);
        let Some(engine) = &mut self.players[side].engine else {
            return Err(Trouble::Unable("it isn't there".to_owned()));
        };
        let (said, thought) = match engine.think(&Turn { side, clocks: &self.clocks, patience }) {
            Ok(found) => found,
            Err(Trouble::Late) => return self.late(side, allowed.is_some()).map(Some),
            Err(trouble) => return self.blame(side, trouble, "").map(Some),
        };
        if let Some(over) = allowed.and_then(|allowed| thought.time.checked_sub(allowed)).filter(|over| !over.is_zero())
        {
            let words = format!("its move came {} ms too late", (over + self.terms.margin).as_millis());
            return Ok(Some(self.fault(side, Kind::Time, words)));
        }
        self.clocks[side].spend(thought.time);
        let text = match said {
            Said::Move(text) => text,
            Said::Resign => return Ok(Some(resigned(side))),
            Said::Claim { score, words } => {
                let lost = if side == Side::First { "0-1" } else { "1-0" };
                if score == lost {
                    return Ok(Some(resigned(side)));
                }
                let words = format!("it claims `{words}`, but the game goes on");
                return Ok(Some(self.fault(side, Kind::Claim, words)));
            }
        };
        let dialect = self.players[side].engine.as_ref().map_or(Dialect::Uci, |engine| engine.dialect());
        let Some(mv) = notation::find(&self.game, &text, dialect) else {
            let why = self.game.why_illegal(&text).map_or(String::new(), |why| format!(": {why}"));
            return Ok(Some(self.fault(side, Kind::Illegal, format!("`{text}` is not a legal move{why}"))));
        };
        for each in Side::BOTH {
            if let Some(engine) = &mut self.players[each].engine {
                engine.follow(&self.game, mv, each == side);
            }
        }
        self.game.play(mv);
        self.thoughts.push(thought);
        Ok(None)
    }

    /// Nothing came in time: does it still listen?
    fn late(&mut self, side: Side, clocked: bool) -> Result<Outcome, Trouble> {
        let hurried = self.players[side].engine.as_mut().map_or(Ok(()), |engine| engine.hurry());
        match hurried {
            Ok(()) if clocked => {
                let words = "it moved only when it was told to, after its time was over".to_owned();
                Ok(self.fault(side, Kind::Time, words))
            }
            Ok(()) => {
                let words = format!("no move in {} s, until it was told to", self.terms.patience.as_secs_f64());
                Ok(self.fault(side, Kind::Hang, words))
            }
            Err(Trouble::Late) => {
                let outcome = self.fault(side, Kind::Hang, "no move, not even when it was told to".to_owned());
                self.dismiss(side);
                Ok(outcome)
            }
            Err(trouble) => self.blame(side, trouble, ""),
        }
    }

    /// The game is lost by what went wrong with the engine.
    fn blame(&mut self, side: Side, trouble: Trouble, when: &str) -> Result<Outcome, Trouble> {
        let kind = match &trouble {
            Trouble::Stopped => return Err(trouble),
            Trouble::Unable(why) => {
                return Err(Trouble::Unable(format!("{}: {why}", self.players[side].spec.called())));
            }
            Trouble::Died(_) => Kind::Crash,
            Trouble::Late => Kind::Hang,
            Trouble::Refused(_) => Kind::Refused,
        };
        let outcome = self.fault(side, kind, format!("{when}{}", engine::reason(&trouble)));
        if kind != Kind::Refused {
            self.dismiss(side);
        }
        Ok(outcome)
    }

    fn fault(&mut self, side: Side, kind: Kind, words: String) -> Outcome {
        let player = &self.players[side];
        let recent = player.engine.as_ref().map_or(Vec::new(), |engine| engine.recent());
        self.faults.push(Fault { kind, engine: player.number, fen: self.game.fen(), words, recent });
        Outcome { winner: Some(side.other()), reason: kind.words().to_owned() }
    }

    fn dismiss(&mut self, side: Side) {
        if let Some(mut engine) = self.players[side].engine.take() {
            engine.kill();
        }
    }

    /// Tells the engines how it ended.
    fn end(&mut self, outcome: &Outcome) -> Result<(), Trouble> {
        for side in Side::BOTH {
            let Some(engine) = &mut self.players[side].engine else { continue };
            let reusable = engine.reusable();
            match engine.end(outcome.score(), &outcome.reason) {
                Ok(()) | Err(Trouble::Refused(_)) if reusable => {}
                Ok(()) | Err(Trouble::Refused(_)) => self.players[side].engine = None,
                Err(trouble) => {
                    self.blame(side, trouble, "after the end of the game: ")?;
                }
            }
        }
        Ok(())
    }
}

fn resigned(side: Side) -> Outcome {
    Outcome { winner: Some(side.other()), reason: "resignation".to_owned() }
}
