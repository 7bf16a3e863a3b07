//! `griffon play`: a game in the terminal, for people.
//!
//! Reads a line, does what it says, and if it is then the engine's turn thinks and moves. Nothing runs beside that, so
//! that a file of moves can be piped in. `board` draws, `orders` knows the words, `words` says things nicely.

pub(super) mod board;
mod orders;
mod words;

use super::{Fault, Terminal, game};
use crate::definition::{Library, Side};
use crate::game::{Game, Lottery, Outcome};
use crate::moves::{Action, Move};
use crate::notation::{self, Dialect};
use crate::protocol::registry::{Found, help, look_up};
use crate::rulebook::capital;
use crate::rules::zobrist;
use crate::search::{Engine, Info, Limits};
use board::Look;
use clap::{Args, ValueEnum};
use orders::{Order, ROWS};
use std::io::{BufRead, IsTerminal, Write};
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

#[derive(Args)]
pub struct Arguments {
    /// Name of the variant (`griffon list` shows all)
    #[arg(default_value = "chess")]
    variant: String,
    #[command(flatten)]
    start: game::Start,
    /// Which player you are
    #[arg(long, default_value = "first")]
    side: Seat,
    /// Seconds the engine thinks about a move
    #[arg(long, default_value_t = 1.0, value_name = "SECONDS", value_parser = seconds)]
    level: f64,
    /// Let the engine look at so many positions instead, whatever time that takes
    #[arg(long, conflicts_with = "level", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Draw pieces as letters, without any special characters
    #[arg(long)]
    ascii: bool,
}

#[derive(Clone, Copy, PartialEq, ValueEnum)]
enum Seat {
    First,
    Second,
    /// You play both sides
    Both,
}

pub fn run(library: Arc<Library>, arguments: Arguments, terminal: &mut Terminal) -> Result<bool, Fault> {
    // A new game of a shuffled variant is drawn anew.
    let shuffled = library.find(&arguments.variant).is_ok_and(|definition| definition.start.shuffle.is_some());
    let mut start = arguments.start.clone();
    let drawn = shuffled && start.fen.is_none() && start.number.is_none();
    if drawn {
        start.seed = start.seed.or_else(|| Some(fastrand::u64(..)));
    }
    let position = game::Position { start, ..game::Position::default() };
    let look = Look { ascii: arguments.ascii, colour: terminal.colour, flipped: arguments.side == Seat::Second };
    let engine = match arguments.side {
        Seat::First => Some(Side::Second),
        Seat::Second => Some(Side::First),
        Seat::Both => None,
    };
    let limits = match arguments.nodes {
        Some(nodes) => Limits::Nodes(nodes),
        None => level(arguments.level),
    };
    let game = game::set_up(&library, &arguments.variant, &position)?;
    let mut table = Table::new(game, engine, limits, look);
    table.drawn = drawn;
    table.lot = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_nanos() as u64);
    // Lines that nobody typed are shown, so that the record can be read.
    let echo = !std::io::stdin().is_terminal();
    table.sit(&mut std::io::stdin().lock(), terminal.out, echo)?;
    Ok(true)
}

/// How long the engine may think about a move.
fn seconds(text: &str) -> Result<f64, String> {
    let sound = |seconds: &f64| (0.01..=3600.0).contains(seconds);
    text.parse().ok().filter(sound).ok_or_else(|| "a number of seconds is expected, from 0.01 to 3600".to_owned())
}

fn level(seconds: f64) -> Limits {
    Limits::MoveTime(Duration::from_secs_f64(seconds))
}

/// A person and an engine at a board.
pub struct Table {
    game: Game,
    /// The side the engine plays, if any.
    engine: Option<Side>,
    thinker: Engine,
    limits: Limits,
    look: Look,
    resigned: Option<Side>,
    /// The start was drawn by lot: the next game's is another.
    drawn: bool,
    /// What lots are drawn from.
    lot: u64,
}

/// Whether to go on.
enum Flow {
    Continue,
    Quit,
}

impl Table {
    pub fn new(game: Game, engine: Option<Side>, limits: Limits, look: Look) -> Table {
        Table { game, engine, thinker: Engine::new(32), limits, look, resigned: None, drawn: false, lot: 0 }
    }

    /// A table for scripts: letters only, and a fixed number of positions a move.
    pub fn scripted(game: Game, nodes: u64) -> Table {
        let look = Look { ascii: true, colour: false, flipped: false };
        Table::new(game, Some(Side::Second), Limits::Nodes(nodes), look)
    }

    /// Plays until the person leaves or input ends.
    pub fn sit(&mut self, input: &mut dyn BufRead, out: &mut dyn Write, echo: bool) -> std::io::Result<()> {
        self.welcome(out)?;
        self.reply(out)?;
        let mut bytes = Vec::new();
        loop {
            self.draw_for_person(out)?;
            write!(out, "{}> ", words::player(&self.game, self.game.position().side_to_move()))?;
            out.flush()?;
            bytes.clear();
            if input.read_until(b'\n', &mut bytes)? == 0 {
                return writeln!(out, "\nGoodbye.");
            }
            let line = String::from_utf8_lossy(&bytes);
            if echo {
                writeln!(out, "{}", line.trim())?;
            }
            if let Flow::Quit = self.hear(line.trim(), out)? {
                return writeln!(out, "Goodbye.");
            }
        }
    }

    fn welcome(&self, out: &mut dyn Write) -> std::io::Result<()> {
        let names = &self.game.rules().definition.names;
        match names.about.as_str() {
            "" => writeln!(out, "{}", names.title)?,
            about => writeln!(out, "{}: {about}", names.title)?,
        }
        self.show(out)?;
        writeln!(out, "{} `help` lists what else you can say.\n", words::how_to_move(&self.game))
    }

    /// Deals with one line; then the engine moves if it is its turn.
    fn hear(&mut self, line: &str, out: &mut dyn Write) -> std::io::Result<Flow> {
        if line.is_empty() {
            return Ok(Flow::Continue);
        }
        match look_up(ROWS, line) {
            Found::Command(order) => return self.obey(order, out),
            Found::Malformed(row) => writeln!(out, "That should be `{}`: {}.", row.usage, row.about)?,
            Found::Unknown { near } => match self.find(line) {
                Some(mv) if self.over().is_none() => {
                    self.play(mv);
                    self.after_move(out)?;
                }
                Some(_) => self.tell_result(out)?,
                None if self.over().is_some() => self.tell_result(out)?,
                None if self.square(line).is_some() => self.list(line, out)?,
                None => writeln!(out, "{}", words::why_not(&self.game, line, near))?,
            },
        }
        Ok(Flow::Continue)
    }

    fn obey(&mut self, order: Order, out: &mut dyn Write) -> std::io::Result<Flow> {
        match order {
            Order::Help => {
                writeln!(out, "{} Or:", words::how_to_move(&self.game))?;
                help(ROWS).iter().try_for_each(|line| writeln!(out, "{line}"))?;
            }
            Order::Board => self.show(out)?,
            Order::Flip => {
                self.look.flipped = !self.look.flipped;
                self.show(out)?;
            }
            Order::Fen => writeln!(out, "{}", self.game.fen())?,
            Order::Moves(from) => self.list(&from, out)?,
            Order::Hint => match self.over() {
                Some(_) => self.tell_result(out)?,
                None => {
                    let (best, info) = self.think();
                    if let Some(best) = best {
                        writeln!(out, "How about {}?", words::move_with_score(&self.game, best, info.as_ref()))?;
                    }
                }
            },
            Order::Undo => self.undo(out)?,
            // Whoever has played this game has played it to its end.
            Order::Go | Order::Swap if self.over().is_some() => self.tell_result(out)?,
            Order::Go => {
                self.engine = Some(self.game.position().side_to_move());
                self.reply(out)?;
            }
            Order::Swap => {
                self.engine = self.engine.map(Side::other).or(Some(self.game.position().side_to_move()));
                self.look.flipped = self.engine == Some(Side::First);
                let own = self.engine.unwrap_or(Side::First).other();
                writeln!(out, "You play {} now.", words::player(&self.game, own))?;
                self.reply(out)?;
            }
            Order::Alone => {
                self.engine = None;
                writeln!(out, "You play both sides now; `go` brings the engine back.")?;
            }
            Order::Level(seconds) => {
                self.limits = level(seconds);
                writeln!(out, "The engine thinks for about {seconds} seconds a move.")?;
            }
            Order::New => {
                let rules = self.game.rules().clone();
                let lottery = Lottery::of(&rules).filter(|_| self.drawn);
                let anew = lottery.map(|lottery| lottery.deal(&mut fastrand::Rng::new()));
                let fen = anew.as_deref().unwrap_or(self.game.start_fen());
                self.game = Game::from_fen(rules.clone(), fen).unwrap_or_else(|_| Game::new(rules.clone()));
                self.thinker.clear();
                self.resigned = None;
                self.show(out)?;
                self.reply(out)?;
            }
            Order::Resign => {
                if self.over().is_none() {
                    let side = self.engine.map_or(self.game.position().side_to_move(), Side::other);
                    self.resigned = Some(side);
                }
                self.tell_result(out)?;
            }
            Order::Quit => return Ok(Flow::Quit),
        }
        Ok(Flow::Continue)
    }

    /// A move in any spelling: coordinates, those of shogi, or SAN.
    fn find(&self, text: &str) -> Option<Move> {
        if text == words::PASS {
            return self.game.legal_moves().into_iter().find(|mv| mv.action == Action::Pass);
        }
        let find = |dialect| notation::find(&self.game, text, dialect);
        find(Dialect::Uci).or_else(|| find(Dialect::Usi))
    }

    fn square(&self, text: &str) -> Option<crate::rules::topology::Square> {
        let find = |dialect| notation::find_square(self.game.rules(), text, dialect);
        find(Dialect::Uci).or_else(|| find(Dialect::Usi))
    }

    fn play(&mut self, mv: Move) {
        self.game.play(mv);
    }

    /// The position changed by the person's move.
    fn after_move(&mut self, out: &mut dyn Write) -> std::io::Result<()> {
        if self.over().is_some() || self.engine != Some(self.game.position().side_to_move()) {
            self.show(out)?;
            return self.tell_result_if_over(out);
        }
        self.reply(out)
    }

    /// The engine moves if it is its turn.
    fn reply(&mut self, out: &mut dyn Write) -> std::io::Result<()> {
        if self.over().is_some() {
            return self.tell_result(out);
        }
        if self.engine != Some(self.game.position().side_to_move()) {
            return Ok(());
        }
        self.draw(out)?;
        let (best, info) = self.think();
        let Some(best) = best else { return Ok(()) };
        let said = words::move_with_score(&self.game, best, info.as_ref());
        self.play(best);
        self.show(out)?;
        match best.action {
            Action::Pass => writeln!(out, "Griffon passes.")?,
            _ => writeln!(out, "Griffon plays {said}.")?,
        }
        // Its turn may have more moves.
        self.reply(out)
    }

    /// Throws the die or draws a card, if this game has them and it isn't done yet.
    fn draw(&mut self, out: &mut dyn Write) -> std::io::Result<()> {
        if self.over().is_some() || !self.game.waits_for_lot() {
            return Ok(());
        }
        self.lot = zobrist::mix(self.lot);
        self.game.draw_by_lot(self.lot);
        let told = self.game.drawn().map(|card| self.game.rules().definition.told_lot(card));
        told.map_or(Ok(()), |told| writeln!(out, "{}.", capital(&told)))
    }

    /// Draws lots for a person, who needs not be asked where only a pass is left.
    fn draw_for_person(&mut self, out: &mut dyn Write) -> std::io::Result<()> {
        while self.engine != Some(self.game.position().side_to_move()) && self.game.waits_for_lot() {
            self.draw(out)?;
            let forced = match self.game.legal_moves()[..] {
                [mv] if mv.action == Action::Pass && self.over().is_none() => mv,
                _ => break,
            };
            writeln!(out, "None can move: {} passes.", words::player(&self.game, self.game.position().side_to_move()))?;
            self.play(forced);
            self.reply(out)?;
        }
        Ok(())
    }

    fn think(&mut self) -> (Option<Move>, Option<Info>) {
        let mut latest = None;
        let stop = Arc::default();
        let found = self.thinker.think(&self.game, &self.limits, &stop, &mut |info| latest = Some(info.clone()));
        (found.best, latest)
    }

    fn undo(&mut self, out: &mut dyn Write) -> std::io::Result<()> {
        self.resigned = None;
        // Back to where the person is to move, if the engine plays at all.
        let mut undone = Vec::new();
        while undone.is_empty() || self.engine == Some(self.game.position().side_to_move()) {
            let Some(&last) = self.game.moves().last() else {
                undone.into_iter().rev().for_each(|mv| self.play(mv));
                return writeln!(out, "There is no move of yours to take back.");
            };
            self.game.undo();
            undone.push(last);
        }
        self.show(out)
    }

    /// Moves from a square, or all.
    fn list(&self, from: &str, out: &mut dyn Write) -> std::io::Result<()> {
        let square = self.square(from);
        if !from.is_empty() && square.is_none() {
            return writeln!(out, "`{from}` is not a square of this board.");
        }
        let moves: Vec<Move> = self.game.legal_moves();
        let wanted: Vec<String> = moves
            .into_iter()
            .filter(|mv| square.is_none_or(|square| mv.from == square || mv.is_drop() && mv.to == square))
            .map(|mv| words::spell(&self.game, mv))
            .collect();
        if wanted.is_empty() {
            return match from {
                "" => writeln!(out, "There are none."),
                from => writeln!(out, "No move begins on `{from}`, and nothing can be dropped there."),
            };
        }
        words::columns(&wanted).iter().try_for_each(|line| writeln!(out, "{line}"))
    }

    fn over(&self) -> Option<Outcome> {
        let resigned =
            self.resigned.map(|side| Outcome { winner: Some(side.other()), reason: "resignation".to_owned() });
        resigned.or_else(|| self.game.outcome())
    }

    fn tell_result_if_over(&self, out: &mut dyn Write) -> std::io::Result<()> {
        if self.over().is_some() { self.tell_result(out) } else { Ok(()) }
    }

    fn tell_result(&self, out: &mut dyn Write) -> std::io::Result<()> {
        let Some(outcome) = self.over() else { return writeln!(out, "The game goes on.") };
        writeln!(out, "{}", words::result(&self.game, &outcome, self.engine))
    }

    fn show(&self, out: &mut dyn Write) -> std::io::Result<()> {
        board::draw(&self.game, self.look).iter().try_for_each(|line| writeln!(out, "{line}"))
    }
}
