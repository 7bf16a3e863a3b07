//! The part of a session that sets up games: variants, positions, and going back.

use super::playing::why_illegal;
use super::{Listener, Mode, Reply, Session, Wanted};
use crate::definition::{Names, Side};
use crate::files;
use crate::game::{Game, Lottery};
use crate::moves::{Action, Move};
use crate::notation::{self, Dialect};
use crate::position::fen::Parts;
use crate::protocol::cecp::setup;
use crate::protocol::journal::Journal;
use crate::rules::Rules;
use crate::search::Pace;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// Somebody who has named broken files recognises them by so many lines.
const MOST_FAULTS: usize = 3;

/// What is remembered of how the present position came about.
#[derive(Default)]
pub(super) struct Setup {
    /// What the GUI has told of the game, as long as nothing else has changed it.
    pub(super) told: Option<Told>,
    /// The game before the other player's turn was set, as long as nothing else has changed.
    pub(super) turned: Option<Game>,
    /// The last one that was drawn by lot.
    pub(super) begun: Option<Begun>,
    /// The rules of the game, where it goes on without those that the other side doesn't know.
    pub(super) all_rules: Option<Arc<Rules>>,
    /// The GUI has set up a position that there isn't: nothing is done until it sets up another.
    pub(super) unset: bool,
}

impl Session {
    /// Once.
    pub(super) fn tell_faults(&mut self, say: Listener) {
        let mut faults = std::mem::take(&mut self.faults);
        let more = faults.len().saturating_sub(MOST_FAULTS);
        faults.truncate(MOST_FAULTS);
        if more > 0 {
            faults.push(format!("and {more} more; `griffon check` shows all of them"));
        }
        faults.into_iter().for_each(|fault| say(self, Reply::Complaint(fault)));
    }

    pub(super) fn new_game(&mut self, variant: Option<String>, say: Listener) {
        self.abandon(say);
        let rules = match variant {
            Some(name) => match self.rules_for(&name) {
                Ok(rules) => rules,
                Err(why) => return say(self, Reply::Refused { why, what: Wanted::Variant(name) }),
            },
            // Files may have been added since the game before.
            None => self.named(&self.definition().names.name.clone()).unwrap_or_else(|_| self.rules().clone()),
        };
        self.thinker.clear();
        self.start(rules, say);
        self.prepare_book(say);
        self.timer.max_depth = None;
        self.settings.opponent_is_computer = false;
        self.offers.score = None;
        self.offers.hopeless = 0;
        self.analysis.given.clear();
        // A command of the game in CECP, elsewhere an option that outlives games.
        if self.gui.dialect == Dialect::Cecp {
            self.settings.pace = Pace::Wall;
        }
        if self.mode == Mode::Analysing {
            return self.wake(say);
        }
        self.mode = Mode::Playing(self.side_to_move().other());
    }

    /// Writes down what is said from now on in this file.
    pub(super) fn keep_journal(&mut self, file: Option<PathBuf>, say: Listener) {
        self.journal = None;
        let Some(path) = file else { return };
        match Journal::open(&path) {
            Ok(journal) => self.journal = Some(journal),
            Err(error) => {
                let what = Wanted::Command(path.display().to_string());
                say(self, Reply::Refused { why: files::why_unwritten(&path, &error), what })
            }
        }
    }

    /// Another player is to move, all else stays.
    pub(super) fn turn(&mut self, side: Side, say: Listener) {
        self.abandon(say);
        if self.side_to_move() != side {
            // `black`, then `white`: who says that only tells the engine which side it plays.
            let (after, before) = match self.setup.turned.take() {
                Some(before) => (Some(before), None),
                None => (self.with_turn(side), Some(self.game.clone())),
            };
            if let Some(after) = after {
                self.game = after;
                self.changed();
                self.setup.turned = before;
            }
        }
        if self.mode != Mode::Analysing {
            self.mode = Mode::Playing(side.other());
        }
    }

    /// The present position with this player to move.
    fn with_turn(&self, side: Side) -> Option<Game> {
        let fen = self.game.fen();
        let parts = Parts::of(self.rules(), &fen);
        let side = if side == Side::First { "w" } else { "b" };
        // Nobody can capture en passant what somebody else has just moved. While a count runs its limit stands there.
        let before = if self.game.position().is_counting() { parts.before } else { "-" };
        Game::from_fen(self.rules().clone(), &Parts { side, before, ..parts }.to_string()).ok()
    }

    /// Sets both hands, without touching the rest of the position.
    pub(super) fn hold(&mut self, first: &str, second: &str, say: Listener) {
        let fen = self.game.fen();
        let what = Wanted::Command(format!("holding [{first}] [{second}]"));
        let parts = Parts::of(self.rules(), &fen);
        if parts.hand.is_empty() {
            if first.is_empty() && second.is_empty() {
                return;
            }
            return say(self, Reply::Refused { why: "nothing is ever in hand in this variant".to_owned(), what });
        }
        let hand = format!("[{}{}]", first.to_uppercase(), second.to_lowercase());
        match Game::from_fen(self.rules().clone(), &Parts { hand: &hand, ..parts }.to_string()) {
            Ok(game) => {
                let thinking = self.search.is_some();
                self.abandon(say);
                self.game = game;
                self.changed();
                if thinking {
                    self.wake(say);
                }
            }
            Err(fault) => say(self, Reply::Refused { why: fault.message, what }),
        }
    }

    /// Where a game of this variant may begin; another place each time where it is drawn by lot.
    pub fn start_position(&self) -> String {
        self.drawn(self.rules()).unwrap_or_else(|| Game::new(self.rules().clone()).fen())
    }

    /// A start position drawn by lot, if this is how the variant begins.
    fn drawn(&self, rules: &Arc<Rules>) -> Option<String> {
        let lottery = Lottery::of(rules)?;
        Some(match self.settings.start_number {
            Some(number) => lottery.fen(number % lottery.count().max(1)),
            None => lottery.deal(&mut fastrand::Rng::with_seed(self.clock.now().as_nanos() as u64)),
        })
    }

    /// The same position again within some seconds if nobody has moved: XBoard sets a match up twice and goes by the first.
    fn drawn_for_gui(&mut self, rules: &Arc<Rules>) -> Option<String> {
        let (name, now) = (&rules.definition.names.name, self.clock.now());
        let still = |begun: &Begun| begun.variant == *name && now.saturating_sub(begun.at) < SET_UP_TWICE;
        if let Some(begun) =
            self.setup.begun.as_ref().filter(|begun| self.settings.start_number.is_none() && still(begun))
        {
            return Some(begun.fen.clone());
        }
        let fen = self.drawn(rules)?;
        self.setup.begun = Some(Begun { variant: name.clone(), fen: fen.clone(), at: now });
        Some(fen)
    }

    fn start(&mut self, rules: Arc<Rules>, say: Listener) {
        // XBoard draws the games that it knows itself, other protocols say the position with every move.
        let ours = self.gui.dialect == Dialect::Cecp && !setup::is_standard(&rules.definition.names.cecp);
        let number = self.settings.start_number.filter(|_| ours);
        if let Some(lack) = number.and_then(|number| Lottery::of(&rules)?.lacks(number)) {
            say(self, Reply::Complaint(lack + ", so it is drawn by lot"));
            self.settings.start_number = None;
        }
        let drawn = Some(&rules).filter(|_| ours).and_then(|rules| self.drawn_for_gui(rules));
        let game = drawn.and_then(|fen| Game::from_fen(rules.clone(), &fen).ok());
        self.game = game.unwrap_or_else(|| Game::new(rules));
        self.gather_cards();
        (self.offers.asked, self.setup.all_rules) = (false, None);
        self.timer.begin();
        (self.over, self.setup.unset) = (false, false);
        self.changed();
    }

    /// True if the variant is set.
    pub(super) fn set_variant(&mut self, name: &str, say: Listener) -> bool {
        self.abandon(say);
        match self.rules_for(name) {
            Ok(rules) => {
                self.thinker.clear();
                self.start(rules, say);
                if let Mode::Playing(_) = self.mode {
                    self.mode = Mode::Playing(self.side_to_move().other());
                }
                self.prepare_book(say);
                say(self, Reply::VariantSet);
                true
            }
            Err(why) => {
                say(self, Reply::Refused { why, what: Wanted::Variant(name.to_owned()) });
                if self.mode == Mode::Analysing {
                    self.wake(say);
                }
                false
            }
        }
    }

    /// Finds and compiles a variant by its name in the protocol that is spoken, or another of its names.
    pub(super) fn rules_for(&mut self, name: &str) -> Result<Arc<Rules>, String> {
        // `8x8+0_capablanca`: what GUIs call a variant whose size a person may have changed.
        let (size, name) = sized(name).map_or((None, name), |(size, name)| (Some(size), name));
        let spoken = |names: &&Names| match self.gui.dialect {
            Dialect::Cecp => names.cecp == name,
            Dialect::Uci | Dialect::Ucci | Dialect::Usi | Dialect::Xci => names.uci == name,
        };
        // What was added last counts.
        let own = self.library.names().filter(spoken).last().map_or(name, |names| names.name.as_str());
        if let (Some((files, ranks)), Ok(definition)) = (size, self.library.find(own)) {
            let board = &definition.topology;
            if (board.files(), board.ranks()) != (files, ranks) {
                return Err(format!("`{name}` has {} files and {} ranks", board.files(), board.ranks()));
            }
        }
        let own = own.to_owned();
        self.named(&own)
    }

    /// By the name in its file.
    fn named(&mut self, name: &str) -> Result<Arc<Rules>, String> {
        if let Some(rules) = self.compiled.iter().find(|rules| rules.definition.names.name == name) {
            return Ok(rules.clone());
        }
        let definition = self.library.find(name).map_err(|error| one_line(&error.to_string()))?;
        let rules = Rules::compile(definition).map_err(|found| {
            let first = found.first().map_or("it has errors", |finding| finding.message.as_str());
            format!("the variant `{name}` cannot be played: {first}")
        })?;
        rules.prepare();
        let rules = Arc::new(rules);
        self.compiled.push(rules.clone());
        Ok(rules)
    }

    pub(super) fn set_up(&mut self, fen: &str, say: Listener) {
        self.abandon(say);
        // In the middle of a game a position says what the opponent's move, which the GUI can't spell, has led to.
        let goes_on = matches!(self.mode, Mode::Playing(_)) && !self.game.moves().is_empty();
        if let Some(pass) = self.passed(fen) {
            self.play(pass);
            return self.wake(say);
        }
        let rules = self.setup.all_rules.as_ref().unwrap_or(self.rules()).clone();
        match Game::from_fen(rules, fen) {
            Ok(game) => {
                self.game = game;
                self.timer.begin();
                (self.over, self.setup.unset) = (false, false);
                (self.offers.score, self.offers.asked, self.setup.all_rules) = (None, false, None);
                self.changed();
                if goes_on || !matches!(self.mode, Mode::Playing(_)) {
                    self.wake(say);
                } else if self.legal().is_empty() || self.game.is_dead() {
                    self.announce(say);
                }
            }
            Err(fault) => {
                self.setup.unset = true;
                say(self, Reply::Refused { why: fault.message, what: Wanted::Position(fen.to_owned()) });
            }
        }
    }

    /// In the middle of a game, the same board with the engine to move is how XBoard says that the opponent has passed.
    fn passed(&self, fen: &str) -> Option<Move> {
        if self.mode != Mode::Playing(self.side_to_move().other()) || self.game.moves().is_empty() {
            return None;
        }
        let pass = self.legal().iter().copied().find(|mv| mv.action == Action::Pass)?;
        let mut after = self.game.clone();
        after.play(pass);
        let told = Game::from_fen(self.rules().clone(), fen).ok()?;
        let same = told.position().side_to_move() == after.position().side_to_move()
            && told.fen().split(' ').next() == after.fen().split(' ').next();
        same.then_some(pass)
    }

    pub(super) fn position(&mut self, fen: Option<String>, moves: Vec<String>, say: Listener) {
        self.abandon(say);
        let known = self.go_back_to_known(fen.as_deref(), &moves);
        if known == 0 {
            match self.begin(fen.clone()) {
                Ok(game) => self.game = game,
                Err(reply) => {
                    self.setup.unset = true;
                    return say(self, reply);
                }
            }
        }
        (self.over, self.setup.unset) = (false, false);
        let followed = follow(&mut self.game, moves.get(known..).unwrap_or_default(), self.gui.dialect);
        self.changed();
        match followed {
            Ok(()) => self.setup.told = Some(Told { fen, moves, rules: self.rules().clone() }),
            Err(reply) => say(self, reply),
        }
    }

    /// How many of the moves have been played already, where nothing else has happened since the GUI told of a game that
    /// began alike; what came after them is taken back. In long games playing all of them again takes its time.
    fn go_back_to_known(&mut self, fen: Option<&str>, moves: &[String]) -> usize {
        let Some(told) = self.setup.told.take() else { return 0 };
        let same_start = told.fen.as_deref() == fen && Arc::ptr_eq(&told.rules, self.rules());
        if !same_start || told.moves.len() != self.game.moves().len() {
            return 0;
        }
        let known = told.moves.iter().zip(moves).take_while(|(one, other)| one == other).count();
        for _ in known..told.moves.len() {
            self.game.undo();
        }
        known
    }

    /// A game from this position, or from where the variant begins; or what is to be said.
    pub(super) fn begin(&self, fen: Option<String>) -> Result<Game, Reply> {
        match fen {
            Some(fen) => Game::from_fen(self.rules().clone(), &fen)
                .map_err(|fault| Reply::Refused { why: fault.message, what: Wanted::Position(fen) }),
            None => Ok(Game::new(self.rules().clone())),
        }
    }

    pub(super) fn take_back(&mut self, count: usize, say: Listener) {
        if self.game.moves().len() < count {
            let (what, why) = match count {
                1 => ("undo", "no move to take back"),
                _ => ("remove", "there are no two moves to take back"),
            };
            return say(self, Reply::Refused { why: why.to_owned(), what: Wanted::Command(what.to_owned()) });
        }
        self.abandon(say);
        for _ in 0..count {
            self.game.undo();
        }
        (self.over, self.offers.asked) = (false, false);
        self.changed();
        self.take_up_all_rules();
        if self.mode == Mode::Analysing {
            self.wake(say);
        }
    }
}

/// A start position that was drawn by lot, and from which nobody has moved.
pub(super) struct Begun {
    variant: String,
    fen: String,
    at: Duration,
}

/// A game as the GUI has told it: from a position, or where the variant begins, with these moves.
pub(super) struct Told {
    fen: Option<String>,
    moves: Vec<String>,
    rules: Arc<Rules>,
}

/// Who wants another start position waits that long.
const SET_UP_TWICE: Duration = Duration::from_secs(10);

/// Plays moves up to the first that isn't legal; says which that is.
pub(super) fn follow(game: &mut Game, moves: &[String], dialect: Dialect) -> Result<(), Reply> {
    for text in moves {
        let Some(mv) = notation::find(game, text, dialect) else {
            let reason = why_illegal(game, text, dialect);
            return Err(Reply::Illegal { text: text.clone(), reason });
        };
        game.play(mv);
    }
    Ok(())
}

/// Splits `8x10+0_name` into the size and the name.
fn sized(name: &str) -> Option<((u16, u16), &str)> {
    let (size, name) = name.split_once('_')?;
    let (files, rest) = size.split_once('x')?;
    let (ranks, hand) = rest.split_once('+')?;
    hand.parse::<u16>().ok()?;
    Some(((files.parse().ok()?, ranks.parse().ok()?), name))
}

/// Several lines as one, for protocols of lines.
fn one_line(text: &str) -> String {
    text.lines().map(str::trim).collect::<Vec<_>>().join("; ")
}
