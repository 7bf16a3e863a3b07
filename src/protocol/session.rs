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
mod orders;
mod playing;
mod pondering;
mod recall;
mod settings;
mod setup;
mod status;
mod thinking;
mod words;

pub use settings::{MOST_MEMORY, MOST_THREADS, Setting, Settings, set};
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
use crate::touch::{Marks, Touch};
use analysis::Analysis;
use book::Shelf;
use lots::Drawer;
use offers::Offers;
use orders::Search;
use setup::Setup;
use status::Waiting;
use std::cell::{OnceCell, RefCell};
use std::sync::Arc;
use std::time::Duration;

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
    pub gui: Gui,
    pub settings: Settings,
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
    waiting: Waiting,
    /// What the GUI draws by lot.
    drawer: Drawer,
    /// Since when everything rests.
    paused: Option<Duration>,
    analysis: Analysis,
    /// Where what is said is written down.
    pub(super) journal: Option<Journal>,
    shelf: Shelf,
    offers: Offers,
    setup: Setup,
    /// What the opponent is expected to play.
    expected: Option<Move>,
    /// The result has been said; nothing is thought about until the position changes.
    over: bool,
}

/// What the program at the other end understands.
pub struct Gui {
    /// In which moves and squares are read and spelled.
    pub dialect: Dialect,
    /// Replaces a move of the engine's that would not be understood by one that is.
    pub adjust: Option<fn(&Session, Move) -> Move>,
    /// False for moves that would not be understood; better ones are looked for.
    pub can_say: Option<fn(&Session, Move) -> bool>,
    /// False for results that would not be believed.
    pub believed: Option<fn(&Session, &Outcome, Ending) -> bool>,
    /// Who asks for a move without an end gets the answer when he asks for it, even where no move is left.
    pub answers_when_asked: bool,
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
            gui: Gui { dialect: Dialect::Uci, adjust: None, can_say: None, believed: None, answers_when_asked: false },
            settings: Settings::default(),
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
            waiting: Waiting::default(),
            drawer: Drawer::default(),
            paused: None,
            analysis: Analysis::default(),
            journal: None,
            shelf: Shelf::default(),
            offers: Offers::default(),
            setup: Setup::default(),
            expected: None,
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
        self.settings.opponent_is_computer
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
        notation::show(self.rules(), self.game.position(), mv, self.gui.dialect)
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
            let text = notation::show(game.rules(), game.position(), mv, self.gui.dialect);
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
            Command::Watch => self.watch(say),
            Command::Go => self.go(say),
            Command::PlayOther => self.play_other(say),
            Command::Analyse => self.analyse(say),
            Command::Think(request) => self.think_once(request, say),
            Command::PonderOn(mv) => self.ponder_on(mv.as_deref(), say),
            Command::Continue(mv, request) => self.continue_after(&mv, request, say),
            Command::PonderHit => self.ponder_hit(say),
            Command::MoveNow => self.move_now(say),
            Command::Ended => self.end(say),
            Command::Hint => self.hint(say),
            Command::DrawOffered => self.draw_offered(say),
            Command::Set(setting) => self.set(setting, say),
            Command::Pause(pause) => self.pause(pause),
            Command::Exclude(text) => self.exclude(text.as_deref(), true, say),
            Command::Include(text) => self.exclude(text.as_deref(), false, say),
            Command::GiveScore(given) => self.give_score(given, say),
            Command::ValueOf { fen, score } => self.give_value(fen, score, say),
            Command::ForgetValues => self.forget_values(say),
            Command::GuiThrows(throws) => self.gui_throws(throws, say),
            Command::GuiDeals(deals) => self.gui_deals(deals, say),
            Command::Thrown(dice) => self.thrown(&dice, say),
            Command::Dealt { size, cards } => self.dealt(size, &cards, say),
            Command::TellFaults => self.tell_faults(say),
            Command::ShowBook => self.show_book(say),
            Command::ClearHash => self.thinker.clear(),
            Command::Turn(side) => self.turn(side, say),
            Command::Hands(first, second) => self.hold(&first, &second, say),
            Command::Control(control) => self.timer.set(control, self.own_moves()),
            Command::TimeLeft(left) => self.timer.set_left(left),
            Command::MaxDepth(depth) => self.timer.max_depth = depth,
            Command::Lift(place) => self.touched(|touch, game, legal| touch.lift(game, legal, place), say),
            Command::Hover(square) => self.touched(|touch, game, legal| touch.hover(game, legal, square), say),
            Command::Put(square) => self.touched(|touch, game, legal| touch.put(game, legal, square), say),
            Command::Status => say(self, Reply::Status(self.progress())),
            Command::Ping(token) => self.ping(token, say),
            Command::Ready => self.ready(say),
            Command::Recall { fen, moves } => self.recall(fen, moves, say),
            Command::Prove(limits) => self.prove(limits, say),
            Command::Perft(depth) => self.count(depth, say),
            Command::Bench(depth) => self.bench(depth, say),
            Command::Quit => self.take_leave(say),
        }
    }

    /// Marks what can be done with the piece that the user touches.
    fn touched(&mut self, with: impl FnOnce(&mut Touch, &Game, &[Move]) -> Marks, say: Listener) {
        // Nothing can be done with a board that there isn't.
        if self.setup.unset {
            return;
        }
        let marks = with(&mut self.touch, &self.game, self.legal.get_or_init(|| self.game.legal_moves()));
        say(self, Reply::Marks(marks));
    }

    pub fn side_to_move(&self) -> Side {
        self.game.position().side_to_move()
    }

    fn changed(&mut self) {
        self.analysis.excluded.clear();
        (self.setup.turned, self.setup.told) = (None, None);
        self.legal = OnceCell::new();
        self.touch = Touch::default();
    }

    /// A number drawn by lot.
    fn lot(&self) -> u64 {
        zobrist::mix(self.clock.now().as_nanos() as u64 ^ self.game.position().key())
    }
}
