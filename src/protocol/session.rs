//! One game with one engine, whoever speaks.
//!
//! A [`Session`] takes [`Command`]s and search results and answers with [`Reply`]s; it never waits, reads or prints.
//! While the engine thinks, every command is dealt with at once. What a command looks like and how a reply is worded
//! is the codecs' business.

mod analysis;
mod bench;
mod book;
mod lots;
mod offers;
mod playing;
mod pondering;
mod recall;
mod setting;
mod thinking;
mod words;

pub use words::{Command, DrawPolicy, Ending, Progress, Reply, Request, STOPPED, Wanted};

use super::cecp::setup::Idea;
use super::journal::Journal;
use super::thinker::Thinker;
use super::timing::{Clock, Timer};
use crate::book::{Known, shares};
use crate::definition::{Definition, Library, Side};
use crate::game::{Game, Outcome};
use crate::moves::Move;
use crate::notation::{self, Dialect};
use crate::rules::{Rules, zobrist};
use crate::search::{Asides, Evaluation, Given, Pace, Strength};
use crate::touch::Touch;
use book::Shelf;
use hashbrown::HashMap;
use lots::Drawer;
use setting::{Begun, Told};
use std::cell::{OnceCell, RefCell};
use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;
use thinking::Search;

/// More threads than this only get in each other's way.
pub const MOST_THREADS: usize = 256;

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
    /// False for moves that the other side would not understand; better ones are looked for.
    pub can_say: Option<fn(&Session, Move) -> bool>,
    /// False for results that the other side would not believe.
    pub believed: Option<fn(&Session, &Outcome, Ending) -> bool>,
    /// Settings that the user has saved are taken.
    pub remembers: bool,
    /// What was wrong with the files that were named when the program started, until somebody listens.
    pub faults: Vec<String>,
    legal: OnceCell<Vec<Move>>,
    /// What XBoard makes of these rules.
    idea: RefCell<Option<(Arc<Rules>, Arc<Idea>)>>,
    mode: Mode,
    timer: Timer,
    clock: Box<dyn Clock>,
    thinker: Box<dyn Thinker>,
    search: Option<Search>,
    searches: u64,
    touch: Touch,
    /// Pings that wait for the move.
    pings: Vec<String>,
    /// Positions that it is still to be said of what is remembered.
    to_recall: VecDeque<Game>,
    /// So many have asked whether everything is prepared, and wait for that.
    unready: usize,
    opponent_is_computer: bool,
    /// It thinks on the opponent's time.
    ponders: bool,
    /// What the GUI draws by lot.
    drawer: Drawer,
    /// Since when everything rests.
    paused: Option<Duration>,
    pace: Pace,
    /// How many best lines an analysis shows.
    lines: usize,
    /// Moves of the present position that are left out of its analysis.
    excluded: Vec<Move>,
    /// What positions are said to be worth in analysis.
    given: HashMap<u64, Given>,
    strength: Option<Strength>,
    contempt: i32,
    /// What each move costs on the clock besides being thought about.
    overhead: Duration,
    /// Where what is said is written down.
    pub(super) journal: Option<Journal>,
    /// What is to be said beside the lines.
    pub asides: Asides,
    /// Who asks for a move without an end gets the answer when he asks for it, even where no move is left.
    pub answers_when_asked: bool,
    /// Plays from the book as long as it knows a move.
    pub by_book: bool,
    shelf: Shelf,
    /// Gives up when it is that many centipawns behind for some moves.
    resign_at: Option<i32>,
    hopeless: u32,
    draws: DrawPolicy,
    /// What the GUI has told of the game, as long as nothing else has changed it.
    told: Option<Told>,
    /// The game before the other player's turn was set, as long as nothing else has changed.
    turned: Option<Game>,
    /// The last one that was drawn by lot.
    begun: Option<Begun>,
    /// Which start position is taken where they are drawn by lot.
    start_number: Option<u64>,
    /// The last own score, for answering draw offers.
    score: Option<Evaluation>,
    /// The opponent has offered a draw, and is answered with the next own move.
    draw_offered: bool,
    /// The rules of the game, where it goes on without those that the other side doesn't know.
    all_rules: Option<Arc<Rules>>,
    /// What the opponent is expected to play.
    expected: Option<Move>,
    /// When a draw was offered last, in plies of the game.
    offered_at: Option<usize>,
    /// The result has been said; nothing is thought about until the position changes.
    over: bool,
    /// The GUI has set up a position that there isn't: nothing is done until it sets up another.
    unset: bool,
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
            can_say: None,
            believed: None,
            remembers: false,
            faults: Vec::new(),
            legal: OnceCell::new(),
            idea: RefCell::new(None),
            mode: Mode::Watching,
            timer: Timer::new(),
            clock,
            thinker,
            search: None,
            searches: 0,
            touch: Touch::default(),
            pings: Vec::new(),
            to_recall: VecDeque::new(),
            unready: 0,
            opponent_is_computer: false,
            ponders: false,
            drawer: Drawer::default(),
            paused: None,
            pace: Pace::Wall,
            lines: 1,
            excluded: Vec::new(),
            given: HashMap::new(),
            strength: None,
            contempt: 0,
            overhead: Duration::ZERO,
            journal: None,
            asides: Asides::default(),
            answers_when_asked: false,
            by_book: false,
            shelf: Shelf::default(),
            resign_at: None,
            hopeless: 0,
            draws: DrawPolicy::ByScore,
            told: None,
            turned: None,
            begun: None,
            start_number: None,
            score: None,
            draw_offered: false,
            all_rules: None,
            expected: None,
            offered_at: None,
            over: false,
            unset: false,
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

    /// What XBoard makes of the present rules, found out once.
    pub fn idea(&self) -> Arc<Idea> {
        let mut known = self.idea.borrow_mut();
        if let Some((rules, idea)) = &*known
            && Arc::ptr_eq(rules, self.rules())
        {
            return idea.clone();
        }
        let idea = Arc::new(Idea::of(self.definition()));
        *known = Some((self.rules().clone(), idea.clone()));
        idea
    }

    /// More variants, or others of the same names.
    pub fn set_library(&mut self, library: Arc<Library>) {
        self.library = library;
        self.compiled.clear();
        self.shelf.close();
    }

    /// Spells a move of the present position.
    pub fn spell(&self, mv: Move) -> String {
        notation::show(self.rules(), self.game.position(), mv, self.dialect)
    }

    /// Spells what a book knows of the present position, with the share of each move.
    pub fn spell_book(&self, known: &[Known]) -> String {
        let shares = known.iter().zip(shares(known));
        let moves: Vec<String> = shares.map(|(known, share)| format!("{} {share}%", self.spell(known.mv))).collect();
        moves.join(", ")
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
        if self.paused.is_some() && command.ends_pause() {
            self.pause(false);
        }
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
                self.leave_analysis();
                self.mode = Mode::Watching;
                self.abandon(say);
            }
            Command::Go => {
                self.leave_analysis();
                self.mode = Mode::Playing(self.side_to_move());
                self.over = false;
                if !self.is_thinking() {
                    self.abandon(say);
                    self.wake(say);
                }
            }
            Command::PlayOther => {
                self.leave_analysis();
                self.mode = Mode::Playing(self.side_to_move().other());
                self.over = false;
                self.abandon(say);
                self.use_waiting(say);
            }
            Command::Analyse => {
                self.mode = Mode::Analysing;
                self.abandon(say);
                self.take_up_all_rules();
                self.wake(say);
            }
            Command::Think(request) => self.think_once(request, say),
            Command::PonderOn(mv) => self.ponder_on(mv.as_deref(), say),
            Command::Continue(mv, request) => self.continue_after(&mv, request, say),
            Command::PonderHit => self.ponder_hit(say),
            Command::MoveNow => self.move_now(say),
            Command::Ended => {
                self.mode = Mode::Watching;
                self.abandon(say);
                self.over = true;
            }
            Command::Hint => self.hint(say),
            Command::DrawOffered => {
                self.draw_offered = true;
                if !self.waits_with_offers() {
                    self.answer_offer(say);
                }
            }
            Command::OpponentIsComputer(is) => self.opponent_is_computer = is,
            Command::Ponder(on) => self.use_opponents_time(on, say),
            Command::Pause(pause) => self.pause(pause),
            Command::Pace(pace) => self.pace = pace,
            Command::Lines(lines) => {
                self.lines = lines.max(1);
                self.analyse_anew(say);
            }
            Command::Exclude(text) => self.exclude(text.as_deref(), true, say),
            Command::Include(text) => self.exclude(text.as_deref(), false, say),
            Command::GiveScore(given) => {
                self.given.insert(self.game.position().key(), given);
                self.analyse_anew(say);
            }
            Command::ValueOf { fen, score } => self.give_value(fen, score, say),
            Command::ForgetValues => {
                self.given.clear();
                self.analyse_anew(say);
            }
            Command::Strength(strength) => {
                if self.strength != strength {
                    self.strength = strength;
                    // Values with other errors in them are in the table.
                    self.thinker.clear();
                }
            }
            Command::Asides(asides) => self.asides = asides,
            Command::ResignAt(score) => self.resign_at = score,
            Command::Contempt(contempt) => {
                if self.contempt != contempt {
                    self.contempt = contempt;
                    // Draws in the table are worth something else.
                    self.thinker.clear();
                }
            }
            Command::Overhead(overhead) => self.overhead = overhead,
            Command::Log(file) => self.keep_journal(file, say),
            Command::Draws(policy) => self.draws = policy,
            Command::GuiThrows(throws) => self.gui_throws(throws, say),
            Command::GuiDeals(deals) => self.gui_deals(deals, say),
            Command::Thrown(dice) => self.thrown(&dice, say),
            Command::Dealt { size, cards } => self.dealt(size, &cards, say),
            Command::UseBook(on) => self.use_book(on, say),
            Command::BookFiles(files) => self.take_books(files, say),
            Command::TellFaults => self.tell_faults(say),
            Command::ShowBook => self.show_book(say),
            Command::StartNumber(number) => self.start_number = number,
            Command::ClearHash => self.thinker.clear(),
            Command::Turn(side) => self.turn(side, say),
            Command::Hands(first, second) => self.hold(&first, &second, say),
            Command::Control(control) => self.timer.set(control, self.own_moves()),
            Command::TimeLeft(left) => self.timer.set_left(left),
            Command::MaxDepth(depth) => self.timer.max_depth = depth,
            Command::Threads(threads) => {
                self.thinker.set_threads(threads.clamp(1, MOST_THREADS));
                self.think_anew(say);
            }
            Command::HashSize(megabytes) => {
                self.thinker.resize(megabytes.clamp(1, 1 << 16));
                self.think_anew(say);
            }
            // Nothing can be done with a board that there isn't.
            Command::Lift(_) | Command::Hover(_) | Command::Put(_) if self.unset => {}
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
            // In the order in which they were asked.
            Command::Ping(token) if !self.pings.is_empty() => self.pings.push(token),
            Command::Ping(token) if self.is_busy() => self.pings.push(token),
            Command::Ping(token) if self.search.is_none() && self.thinker.is_preparing() => self.pings.push(token),
            Command::Ping(token) => say(self, Reply::Pong(token)),
            Command::Ready if self.search.is_none() && self.thinker.is_preparing() => self.unready += 1,
            Command::Ready => say(self, Reply::Pong(String::new())),
            Command::Recall { fen, moves } => self.recall(fen, moves, say),
            Command::Prove(limits) => self.prove(limits, say),
            Command::Perft(depth) => self.count(depth, say),
            Command::Bench(depth) => self.bench(depth, say),
            Command::Quit => self.take_leave(say),
        }
    }

    pub fn side_to_move(&self) -> Side {
        self.game.position().side_to_move()
    }

    fn changed(&mut self) {
        self.excluded.clear();
        (self.turned, self.told) = (None, None);
        self.legal = OnceCell::new();
        self.touch = Touch::default();
    }

    /// A number drawn by lot.
    fn lot(&self) -> u64 {
        zobrist::mix(self.clock.now().as_nanos() as u64 ^ self.game.position().key())
    }
}
