//! One game with one engine, whoever speaks.
//!
//! A [`Session`] takes [`Command`]s and search results and answers with [`Reply`]s; it never waits, reads or prints.
//! While the engine thinks, every command is dealt with at once. What a command looks like and how a reply is worded
//! is the codecs' business.

mod setting;
mod thinking;
mod words;

pub use words::{Command, Ending, Progress, Reply};

use super::thinker::Thinker;
use super::timing::{Clock, Timer};
use super::touch::Touch;
use crate::definition::{Definition, Library, Side};
use crate::game::{Game, Outcome};
use crate::moves::Move;
use crate::notation::{self, Dialect};
use crate::rules::Rules;
use crate::search::{Evaluation, Limits};
use std::cell::OnceCell;
use std::sync::Arc;
use thinking::{Purpose, Search};

/// What the engine does by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    Watching,
    Playing(Side),
    Analysing,
}

/// Takes what a session says.
pub type Listener<'a> = &'a mut dyn FnMut(&Session, Reply);

/// The state of the conversation.
pub struct Session {
    library: Arc<Library>,
    /// Compiled variants, those in use and those that were.
    compiled: Vec<Arc<Rules>>,
    game: Game,
    /// The dialect in which moves and squares are read.
    pub dialect: Dialect,
    /// Replaces a move of the engine's that the other side would not understand by one that it does.
    pub adjust: Option<fn(&Session, Move) -> Move>,
    legal: OnceCell<Vec<Move>>,
    mode: Mode,
    timer: Timer,
    clock: Box<dyn Clock>,
    thinker: Box<dyn Thinker>,
    search: Option<Search>,
    searches: u64,
    touch: Touch,
    /// Pings that wait for the move.
    pings: Vec<String>,
    opponent_is_computer: bool,
    /// The last own score, for answering draw offers.
    score: Option<Evaluation>,
    /// The result has been said; nothing is thought about until the position changes.
    over: bool,
}

impl Session {
    /// A session with the first variant that can be loaded; `None` if the library has none.
    pub fn new(library: Arc<Library>, thinker: Box<dyn Thinker>, clock: Box<dyn Clock>) -> Option<Session> {
        let first = |name: &str| library.find(name).ok().and_then(|found| Rules::compile(found).ok());
        // The game that CECP and UCI both take for granted, else any.
        let rules = first("normal").or_else(|| library.names().find_map(|names| first(&names.name)))?;
        let rules = Arc::new(rules);
        Some(Session {
            game: Game::new(rules.clone()),
            compiled: vec![rules],
            library,
            dialect: Dialect::Uci,
            adjust: None,
            legal: OnceCell::new(),
            mode: Mode::Watching,
            timer: Timer::new(),
            clock,
            thinker,
            search: None,
            searches: 0,
            touch: Touch::default(),
            pings: Vec::new(),
            opponent_is_computer: false,
            score: None,
            over: false,
        })
    }

    pub fn game(&self) -> &Game {
        &self.game
    }

    pub fn rules(&self) -> &Arc<Rules> {
        self.game.rules()
    }

    pub fn definition(&self) -> &Definition {
        &self.rules().definition
    }

    pub fn library(&self) -> &Library {
        &self.library
    }

    pub fn mode(&self) -> Mode {
        self.mode
    }

    pub fn opponent_is_computer(&self) -> bool {
        self.opponent_is_computer
    }

    /// The legal moves of the present position, made once.
    pub fn legal(&self) -> &[Move] {
        self.legal.get_or_init(|| self.game.legal_moves())
    }

    /// More variants, or others of the same names.
    pub fn set_library(&mut self, library: Arc<Library>) {
        self.library = library;
        self.compiled.clear();
    }

    /// Spells a move of the present position.
    pub fn spell(&self, mv: Move) -> String {
        notation::show(self.rules(), self.game.position(), mv, self.dialect)
    }

    /// Spells moves that follow one another from here.
    pub fn spell_line(&self, line: &[Move]) -> Vec<String> {
        let mut game = self.game.clone();
        let spelled = line.iter().map(|&mv| {
            let text = notation::show(game.rules(), game.position(), mv, self.dialect);
            game.play(mv);
            text
        });
        spelled.collect()
    }

    /// Deals with one command.
    pub fn handle(&mut self, command: Command, say: Listener) {
        match command {
            Command::New(variant) => self.new_game(variant, say),
            Command::Variant(name) => {
                if self.set_variant(&name, say) {
                    self.wake(say);
                }
            }
            Command::SetUp(fen) => self.set_up(&fen, say),
            Command::Position { fen, moves } => self.position(fen, moves, say),
            Command::Play(text) => self.play_text(&text, say),
            Command::TakeBack(count) => self.take_back(count, say),
            Command::Watch => {
                self.mode = Mode::Watching;
                self.abandon(say);
            }
            Command::Go => {
                self.mode = Mode::Playing(self.side());
                self.over = false;
                if !self.is_thinking() {
                    self.abandon(say);
                    self.wake(say);
                }
            }
            Command::PlayOther => {
                self.mode = Mode::Playing(self.side().other());
                self.abandon(say);
            }
            Command::Analyse => {
                self.mode = Mode::Analysing;
                self.abandon(say);
                self.wake(say);
            }
            Command::Think { limits, max_depth } => self.think_once(limits, max_depth, say),
            Command::MoveNow => self.move_now(say),
            Command::Ended => {
                self.mode = Mode::Watching;
                self.abandon(say);
                self.over = true;
            }
            Command::Hint => self.hint(say),
            Command::DrawOffered => {
                if self.would_agree_to_draw() {
                    say(self, Reply::OfferDraw);
                }
            }
            Command::OpponentIsComputer => self.opponent_is_computer = true,
            Command::Control(control) => self.timer.set(control),
            Command::TimeLeft(left) => self.timer.set_left(left),
            Command::MaxDepth(depth) => self.timer.max_depth = depth,
            Command::HashSize(megabytes) => self.thinker.resize(megabytes.clamp(1, 1 << 16)),
            Command::Lift(place) => {
                let marks = self.touch.lift(&self.game, self.legal.get_or_init(|| self.game.legal_moves()), place);
                say(self, Reply::Marks(marks));
            }
            Command::Hover(square) => {
                let marks = self.touch.hover(&self.game, self.legal.get_or_init(|| self.game.legal_moves()), square);
                say(self, Reply::Marks(marks));
            }
            Command::Put(square) => {
                let marks = self.touch.put(&self.game, self.legal.get_or_init(|| self.game.legal_moves()), square);
                say(self, Reply::Marks(marks));
            }
            Command::Status => {
                let progress = self.progress();
                say(self, Reply::Status(progress));
            }
            Command::Ping(token) if self.is_thinking() => self.pings.push(token),
            Command::Ping(token) => say(self, Reply::Pong(token)),
            Command::Perft(depth) => self.count(depth, say),
            Command::Quit => self.abandon(say),
        }
    }

    fn side(&self) -> Side {
        self.game.position().side_to_move()
    }

    fn changed(&mut self) {
        self.legal = OnceCell::new();
        self.touch = Touch::default();
    }

    fn play_text(&mut self, text: &str, say: Listener) {
        let refuse = |reason: Option<String>| Reply::Illegal { text: text.to_owned(), reason };
        if self.mode == Mode::Playing(self.side()) && self.is_thinking() {
            return say(self, refuse(Some("it is not your turn".to_owned())));
        }
        match notation::find(&self.game, text, self.dialect) {
            Some(mv) => {
                self.abandon(say);
                self.play(mv);
                self.wake(say);
            }
            None => {
                let reason = match self.game.outcome().filter(|_| self.legal().is_empty()) {
                    Some(outcome) => Some(format!("the game is over: {}", outcome.reason)),
                    None => self.game.why_illegal(text),
                };
                say(self, refuse(reason));
            }
        }
    }

    fn play(&mut self, mv: Move) {
        self.game.play(mv);
        self.changed();
    }

    /// What is to be done now that a position has come up: end the game, or think about it.
    fn wake(&mut self, say: Listener) {
        if self.over {
            return;
        }
        match self.mode {
            Mode::Analysing => {
                if !self.legal().is_empty() {
                    self.search(Purpose::Analysis, Limits::Infinite, None);
                }
            }
            Mode::Watching => {
                // Mate and stalemate are announced even when the engine only watches.
                if self.legal().is_empty() {
                    self.announce(say);
                }
            }
            Mode::Playing(side) => {
                if self.announce(say) || side != self.side() || self.legal().is_empty() {
                    return;
                }
                let played = self.game.moves().len() as u32 / 2;
                let limits = self.timer.limits(played);
                self.search(Purpose::Play, limits, self.timer.max_depth);
            }
        }
    }

    /// Says the result if the game is over. False if it isn't or if it goes on in spite of it.
    fn announce(&mut self, say: Listener) -> bool {
        let Some(outcome) = self.game.outcome() else { return false };
        if !self.legal().is_empty() {
            if self.must_go_on(&outcome) {
                return false;
            }
            self.over = true;
            say(self, Reply::Over(outcome, Ending::Claim));
            return true;
        }
        self.over = true;
        say(self, Reply::Over(outcome, Ending::Final));
        true
    }

    /// Against a program, a draw or a win that needs a claim is not claimed: a referee who counts differently would
    /// call it false. One's own loss always is.
    fn must_go_on(&self, outcome: &Outcome) -> bool {
        let lost = matches!((self.mode, outcome.winner), (Mode::Playing(own), Some(winner)) if winner != own);
        self.opponent_is_computer && !lost
    }

    fn would_agree_to_draw(&self) -> bool {
        match self.score {
            Some(Evaluation::Centipawns(score)) => score < -50 || score <= 0 && self.game.moves().len() > 120,
            Some(Evaluation::Mate(plies)) => plies <= 0,
            None => false,
        }
    }
}
