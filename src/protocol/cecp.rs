//! CECP, the XBoard protocol, as XBoard 4.9.1 speaks it.
//!
//! Words into commands and replies into words; what there is to know about XBoard itself is in the files below:
//! which results may be claimed (`claims`), how a variant it doesn't know is described to it (`setup`), and how
//! squares and marks are written (`colours`), and which moves it can carry (`sayable`). Comments (`#`) are only written once the other side has accepted them.

mod castling;
mod claims;
pub(crate) mod colours;
mod edit;
mod fen;
pub mod options;
mod rows;
pub mod said;
mod sayable;
pub(super) mod setup;
mod stuck;

pub use rows::{Ask, ROWS};
pub use setup::{promotes_unseen, unplayable};

use super::armies;
use super::console::{Codec, Output};
use super::options::{books, load as load_from};
use super::registry::{Found, look_up, split};
use super::session::{Command, Mode, Reply, Session, Setting, Wanted, set};
use crate::book::{Known, shares};
use crate::notation::{self, Dialect};
use crate::search::{Bound, Evaluation, Info};
use edit::Edit;
use options::{Effect, Options};
use std::path::{Path, PathBuf};

/// The codec: what the other side has asked for about wording.
pub struct Cecp {
    post: bool,
    comments: bool,
    /// It takes marks for squares.
    highlights: bool,
    /// It tells what it takes more numbers for from the moves behind them, as only those do that take marks.
    takes_numbers: bool,
    /// It puts `usermove` before moves.
    marks_moves: bool,
    /// A piece was picked up, which is to be answered with marks.
    lifting: bool,
    options: Options,
    /// Variants whose armies have been announced.
    told_armies: Vec<String>,
    /// The position that is being set up.
    edit: Option<Edit>,
    /// The position that is set up right after the variant is chosen.
    begins_at: Option<String>,
}

impl Cecp {
    pub fn new(session: &mut Session) -> Cecp {
        session.gui.dialect = Dialect::Cecp;
        session.gui.adjust = Some(sayable::nearest);
        session.gui.can_say = Some(sayable::can_say);
        session.gui.believed = Some(claims::may_claim);
        session.settings.by_book = true;
        Cecp {
            post: false,
            comments: false,
            highlights: true,
            takes_numbers: false,
            marks_moves: false,
            lifting: false,
            options: Options::default(),
            told_armies: Vec::new(),
            edit: None,
            begins_at: None,
        }
    }

    fn obey(&mut self, ask: Ask, session: &mut Session, output: &mut Output) -> Vec<Command> {
        match ask {
            Ask::Do(Command::Variant(name)) => {
                return vec![Command::Variant(self.options.meant(session.library(), &name))];
            }
            Ask::Do(Command::Play(text)) => return vec![Command::Play(in_coordinates(session, text))],
            Ask::Do(command) => return vec![command],
            Ask::Protover => {
                let saved = if session.settings.remembers { Options::saved() } else { Vec::new() };
                let commands = saved.iter().flat_map(|(name, value)| match self.options.set(name, value) {
                    Ok(Effect::Do(commands)) => commands,
                    Ok(Effect::Load(path)) => {
                        load(&path, session, output);
                        Vec::new()
                    }
                    Ok(Effect::Book(path)) => book(path, session, output),
                    // An option of another version of this program.
                    Ok(Effect::Save | Effect::Restored(_)) | Err(_) => Vec::new(),
                });
                let commands = commands.chain([Command::TellFaults]).collect();
                features(session, &self.options, output);
                self.tell_armies(session, output);
                return commands;
            }
            Ask::Accepted(feature) => match feature.trim() {
                "debug" => self.comments = true,
                "highlight" => self.takes_numbers = true,
                "usermove" => self.marks_moves = true,
                "dice" => return vec![Command::GuiThrows(true)],
                "deck" => return vec![Command::GuiDeals(true)],
                _ => {}
            },
            Ask::Rejected(feature) => match feature.trim() {
                "dice" => return vec![Command::GuiThrows(false)],
                "deck" => return vec![Command::GuiDeals(false)],
                "debug" => self.comments = false,
                "highlight" => self.highlights = false,
                _ => {}
            },
            Ask::SetUp(text) => return vec![Command::SetUp(fen::meant(session, &text))],
            Ask::Edit => self.edit = Some(Edit::begin(session)),
            // The protocol's own name for the game that `new` begins.
            Ask::New => return vec![Command::New(Some("normal".to_owned()))],
            Ask::Post(on) => self.post = on,
            Ask::Lift(text) => {
                let letters = setup::hand_order(session.definition());
                match colours::place(session.rules(), &letters, &text) {
                    Some(place) => {
                        self.lifting = true;
                        return vec![Command::Lift(place)];
                    }
                    None => output.say(format!("Error (no such square): lift {text}")),
                }
            }
            Ask::Hover(text) => match notation::find_square(session.rules(), &text, Dialect::Cecp) {
                Some(square) => return vec![Command::Hover(square)],
                None => output.say(format!("Error (no such square): hover {text}")),
            },
            // `put e4,` is said when a key is held down.
            Ask::Put(text) => match notation::find_square(session.rules(), text.trim_end_matches(','), Dialect::Cecp) {
                Some(square) => return vec![Command::Put(square)],
                None => output.say(format!("Error (no such square): put {text}")),
            },
            Ask::Option(text) => return self.option(&text, session, output),
            Ask::Nothing => {}
        }
        Vec::new()
    }

    /// Announces the options for armies when a variant with armies is played: XBoard lists each as often as it is announced.
    fn tell_armies(&mut self, session: &Session, output: &mut Output) {
        let Some(armies) = armies::of(session).filter(|armies| !self.told_armies.contains(&armies.variant)) else {
            return;
        };
        self.options.announce_armies(&armies, output);
        self.told_armies.push(armies.variant);
    }

    fn option(&mut self, text: &str, session: &mut Session, output: &mut Output) -> Vec<Command> {
        let (name, value) = text.split_once('=').unwrap_or((text, ""));
        if let Some(side) = armies::player(name.trim()) {
            return self.options.choose_army(side, value.trim(), session).unwrap_or_else(|why| {
                output.say(format!("Error ({}): option {}", plain(&why), clean(text)));
                Vec::new()
            });
        }
        let before = self.options.clone();
        match self.options.set(name.trim(), value.trim()) {
            Ok(Effect::Do(commands)) => return commands,
            Ok(Effect::Restored(commands)) => {
                output.say("telluser all options have their defaults again; the dialog may still show others");
                return commands;
            }
            // What can't be had is not kept either, or it would be saved.
            Ok(Effect::Load(path)) => {
                if !load(&path, session, output) {
                    self.options = before;
                }
            }
            Ok(Effect::Book(path)) => {
                let commands = book(path, session, output);
                if commands.is_empty() {
                    self.options = before;
                }
                return commands;
            }
            Ok(Effect::Save) => match self.options.save() {
                Ok(path) => output.say(format!("telluser settings are saved in {}", path.display())),
                Err(why) => output.say(format!("tellusererror settings could not be saved, {why}")),
            },
            Err(why) => output.say(format!("Error ({}): option {}", plain(&why), clean(text))),
        }
        Vec::new()
    }
}

/// Takes a book, or those of a folder.
fn book(path: PathBuf, session: &Session, output: &mut Output) -> Vec<Command> {
    match books(&[path], session.library()) {
        Ok(files) => return set(Setting::BookFiles(files)),
        Err(why) => output.say(format!("tellusererror {}", plain(&why))),
    }
    Vec::new()
}

/// Adds what is in a file or folder, and announces the variants; false if nothing there could be read.
fn load(path: &Path, session: &mut Session, output: &mut Output) -> bool {
    let before = session.library().sources().count();
    let complaints = load_from([path.to_owned()].into_iter(), session);
    for complaint in &complaints {
        output.say(format!("tellusererror {complaint}"));
    }
    announce_variants(session, output);
    complaints.is_empty() || session.library().sources().count() > before
}

/// XBoard has no more than 512 bytes for the second and third word of a line: the names come after shorter ones.
fn announce_variants(session: &Session, output: &mut Output) {
    let library = session.library();
    output.say(format!("feature reuse=1 exclude=1 variants=\"{}\"", setup::announced(library).join(",")));
    // Who asks for certain variants wants to know why some are missing.
    if library.is_told_in_part() {
        for (name, why) in setup::withheld(library) {
            output.say(format!("tellusererror XBoard can't play {name}: {}", plain(why)));
        }
    }
}

/// What this engine can do and wants, each line short enough for XBoard's buffers.
fn features(session: &Session, options: &Options, output: &mut Output) {
    output.say("feature done=0");
    output.say("feature ping=1 setboard=1 usermove=1 highlight=1 san=0 colors=0 sigint=0 sigterm=0");
    output.say("feature time=1 draw=1 playother=1 analyze=1 debug=1 memory=1 smp=1 name=1 ics=0 pause=1 nps=1");
    // `setscore` is obeyed but not announced: XBoard 4.9.1 doesn't know the feature.
    output.say(concat!("feature myname=\"Griffon ", env!("CARGO_PKG_VERSION"), "\""));
    announce_variants(session, output);
    options.announce(output);
    output.say("feature done=1");
}

/// The move with its squares, where a person has written it as books do: `g1f3` for `Nf3`. Where XBoard numbers ranks
/// from 0 and books from 1, the same words could mean another move, and nothing is changed.
fn in_coordinates(session: &Session, text: String) -> String {
    let name =
        |dialect| Some(notation::show_square(session.rules(), session.rules().topology().square(0, 0)?, dialect));
    if notation::find(session.game(), &text, Dialect::Cecp).is_some() || name(Dialect::Cecp) != name(Dialect::Uci) {
        return text;
    }
    notation::find_san(session.game(), &text).map_or(text, |mv| session.spell(mv))
}

/// A bare word that is meant as a move: begins with a square, a drop or a castling.
fn looks_like_move(word: &str) -> bool {
    let bytes = word.as_bytes();
    let square = |at: usize| {
        bytes.get(at).is_some_and(u8::is_ascii_lowercase) && bytes.get(at + 1).is_some_and(u8::is_ascii_digit)
    };
    square(0) || word.contains('@') || word.starts_with("O-O") || word.starts_with("0-0")
}

impl Codec for Cecp {
    fn read(&mut self, line: &str, session: &mut Session, output: &mut Output) -> Vec<Command> {
        let (word, _) = split(line);
        if let Some(edit) = &mut self.edit {
            if word == "." {
                let fen = edit.fen(session);
                self.edit = None;
                return vec![Command::SetUp(fen)];
            }
            match edit.line(line, session) {
                Ok(()) => return Vec::new(),
                // Who says something else has forgotten the full stop.
                Err(_) if ROWS.iter().any(|row| row.word == word) => self.edit = None,
                Err(why) => {
                    output.say(format!("Error ({}): {}", plain(&why), clean(line)));
                    return Vec::new();
                }
            }
        }
        if word.is_empty() {
            return Vec::new();
        }
        match look_up(ROWS, line) {
            Found::Command(ask) => self.obey(ask, session, output),
            Found::Malformed(row) => {
                output.say(format!("Error (expected {}): {}", row.usage, clean(line)));
                Vec::new()
            }
            Found::Unknown { near } => {
                let meant = in_coordinates(session, word.to_owned());
                let is_legal = || notation::find(session.game(), &meant, Dialect::Cecp).is_some();
                // Cute Chess says `b2b3` before a position in which Black is to move, whatever the game.
                let set_up = session.mode() == Mode::Watching && session.game().moves().is_empty();
                if self.marks_moves && set_up && looks_like_move(word) && !is_legal() {
                    return Vec::new();
                }
                if looks_like_move(word) || is_legal() {
                    return vec![Command::Play(meant)];
                }
                output.say(format!("Error (unknown command): {}", clean(line)));
                if let (true, Some(near)) = (self.comments, near) {
                    output.say(format!("# perhaps `{near}` was meant"));
                }
                Vec::new()
            }
        }
    }

    /// XBoard takes the position in `setup` for the one to play from, even where it sets up another one right after.
    fn looks_ahead(&self, line: &str) -> bool {
        split(line).0 == "variant"
    }

    fn foresee(&mut self, lines: &mut dyn Iterator<Item = &str>) {
        let mut lines = lines.map(split).take_while(|(word, _)| !["new", "variant", "usermove", "go"].contains(word));
        self.begins_at = lines.find(|(word, _)| *word == "setboard").map(|(_, fen)| fen.to_owned());
    }

    fn say(&mut self, session: &Session, reply: &Reply, output: &mut Output) {
        match reply {
            Reply::Playing(mv) => {
                // One command for each leg; all but the last end in a comma.
                let text = session.spell(*mv);
                let legs: Vec<&str> = text.split(',').collect();
                for (at, leg) in legs.iter().enumerate() {
                    let comma = if at + 1 < legs.len() { "," } else { "" };
                    output.say(format!("move {leg}{comma}"));
                }
            }
            Reply::Thinking(info) if self.post => output.say(thinking(session, info, self.takes_numbers)),
            Reply::VariantSet => {
                // Said only where it matters: XBoard 4.9.1 knows neither.
                match session.game().lots() {
                    Some(lots) if lots.laid_aside => output.say("feature deck=1"),
                    Some(_) => output.say("feature dice=1"),
                    None => {}
                }
                setup::describe(session, self.begins_at.take(), output);
                if let (true, Some(why)) = (self.comments, setup::unplayable(session.definition())) {
                    output.say(format!("# XBoard can't show this variant: {why}"));
                }
                self.tell_armies(session, output);
            }
            Reply::Throw(faces) => output.say(format!("dice {faces}")),
            Reply::Deal { size, own } => output.say(format!("deck {}{size} 1", if *own { "" } else { "-" })),
            Reply::PutBack { size, own, cards } => {
                let cards: Vec<String> = cards.iter().map(usize::to_string).collect();
                output.say(format!("stack {}{size} {}", if *own { "" } else { "-" }, cards.join(" ")));
            }
            Reply::Drawn if self.post => {
                let told = session.game().drawn().map(|card| session.definition().told_lot(card));
                output.say(format!("0 0 0 0\t({})", told.unwrap_or_default()));
            }
            Reply::Resign => output.say("resign"),
            Reply::Illegal { text, reason } => {
                let reason = reason.as_deref().map(|reason| reason.replace(':', ","));
                let reason = reason.filter(|reason| claims::is_plain(reason));
                let reason = reason.map_or(String::new(), |reason| format!(" ({reason})"));
                output.say(format!("Illegal move{reason}: {}", clean(text)));
            }
            // A person should know what is wrong with it.
            Reply::Refused { why, what: Wanted::Position(_) } => {
                output.say(format!("tellusererror Illegal position: {}", plain(why)));
            }
            Reply::Refused { why, what: Wanted::Variant(name) } => {
                output.say(format!("Error ({}): variant {}", plain(why), clean(name)));
            }
            Reply::Refused { why, what: Wanted::Command(text) } => {
                output.say(format!("Error ({}): {}", plain(why), clean(text)));
            }
            Reply::Over(outcome, ending) => {
                if claims::may_claim(session, outcome, *ending) {
                    output.say(format!("{} {{{}}}", outcome.score(), outcome.reason));
                } else if claims::may_offer(session, outcome, *ending) {
                    output.say("offer draw");
                }
            }
            Reply::OfferDraw | Reply::AcceptDraw => output.say("offer draw"),
            Reply::Hint(mv) => output.say(format!("Hint: {}", session.spell(*mv))),
            Reply::Marks(marks) if self.highlights => {
                let marks = colours::as_choices(session, marks.clone());
                colours::paint(session, &marks, output);
                if std::mem::take(&mut self.lifting) && self.options.one_click() {
                    colours::click(session, &marks, output);
                }
            }
            Reply::Status(progress) => {
                let time = progress.time.as_millis() / 10;
                let (nodes, depth, moves) = (progress.nodes, progress.depth, progress.moves);
                let current = progress.current.map(|mv| format!(" {}", session.spell(mv))).unwrap_or_default();
                output.say(format!("stat01: {time} {nodes} {depth} {} {moves}{current}", progress.left));
            }
            Reply::Pong(token) => output.say(format!("pong {token}")),
            Reply::Complaint(words) => output.say(format!("tellusererror {}", plain(words))),
            Reply::Book(known) => table(session, known, output),
            Reply::FromBook(known) if self.post => {
                // A line in parentheses is none that was thought about.
                output.say(format!("0 0 0 0\t({})", session.spell_book(known)));
            }
            Reply::FromBook(_)
            | Reply::Drawn
            | Reply::Marks(_)
            | Reply::Thinking(_)
            | Reply::Answer { .. }
            | Reply::ClaimDraw
            | Reply::DeclineDraw
            | Reply::Pondering(_)
            | Reply::Aside(_)
            | Reply::Proved(_)
            | Reply::Counted(..)
            | Reply::CountedAll { .. }
            | Reply::Recalled(..)
            | Reply::Benched { .. } => {}
        }
    }
}

/// The book as a table: lines that begin with a blank, up to one that doesn't.
fn table(session: &Session, known: &[Known], output: &mut Output) {
    if known.is_empty() {
        output.say(" the book has no move here");
    }
    for (Known { mv, tally }, share) in known.iter().zip(shares(known)) {
        output.say(format!(" {:8} {share:3}%   {tally}", session.spell(*mv)));
    }
    output.say("");
}

/// What is said of them, without back-ticks, and never longer than fits into XBoard's buffer.
fn plain(why: &str) -> String {
    why.chars().filter(|&c| c != '`').take(1000).collect()
}

/// The user's words, short and without what could end a line.
fn clean(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).take(200).collect()
}

/// `depth score centiseconds nodes` and the moves; with `more`, `seldepth speed tbhits` and a tab between these. What is
/// pondered on comes first, in parentheses; a mark at the end says that the score is a bound.
fn thinking(session: &Session, info: &Info, more: bool) -> String {
    let score = match info.score {
        Evaluation::Centipawns(score) => score.clamp(-99_999, 99_999),
        Evaluation::Mate(plies) if plies > 0 => 100_000 + (plies + 1) / 2,
        Evaluation::Mate(plies) => -100_000 + (plies - 1) / 2,
    };
    let expected = session.pondering();
    let moves: Vec<_> = expected.into_iter().chain(info.pv.iter().copied()).collect();
    let mut line = session.spell_line(&moves);
    if let (Some(_), Some(first)) = (expected, line.first_mut()) {
        *first = format!("({first})");
    }
    let mark = match info.bound {
        Bound::Exact => "",
        Bound::Lower => "!",
        Bound::Upper => "?",
    };
    let more = match more {
        true => format!("{} {} 0\t", info.selective_depth, info.speed()),
        false => String::new(),
    };
    format!("{} {score} {} {} {more}{}{mark}", info.depth, info.time.as_millis() / 10, info.nodes, line.join(" "))
}
