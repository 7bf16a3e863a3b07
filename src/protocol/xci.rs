//! XCI, the Extensible Chess Interface: for GUIs that let the engine be the referee of a game they don't know.
//!
//! The engine waits, thinks, ponders or analyses, and is asked for moves, results and positions (`get`). Everything that can be
//! set, and every message with its words, is in files beside the program, which [`files`] writes. What isn't in those files
//! is explained as `info string`.

mod buttons;
pub mod files;
mod get;
mod level;

use super::console::{Codec, Output};
use super::options::{Effect, Settings, Tongue, load};
use super::registry::{Found, Row, look_up, split};
use super::session::{Command, Reply, Request, STOPPED, Session};
use super::uci::{self, go};
use crate::definition::PerSide;
use crate::moves::Move;
use crate::notation::Dialect;
use crate::search::{Aside, Info, Limits, Statistics};
use buttons::Button;
use get::What;
use level::Level;
use std::path::PathBuf;

/// What a line asks for.
pub enum Ask {
    Greeting,
    Level(PerSide<Level>),
    Option {
        name: String,
        value: String,
        inputs: Vec<(String, String)>,
    },
    Position(String),
    Ended,
    /// A move of either player.
    Move(String),
    Undo,
    Think(String),
    Ponder(Option<String>),
    Analyse(String),
    Continue {
        mv: String,
        rest: String,
    },
    Get(What),
    Ready,
    Stop,
    Quit,
}

pub const ROWS: &[Row<Ask>] = &[
    Row { word: "xci", usage: "xci", about: "answered `readyok`", parse: |_| Some(Ask::Greeting) },
    Row {
        word: "level",
        usage: "level [white] [MOVES/SECONDS[+INC]]... [SECONDS[+INC]] [ponder] [black ...]",
        about: "time for the game, of both players or of each",
        parse: |rest| level::read(rest).map(Ask::Level),
    },
    Row {
        word: "setoption",
        usage: "setoption name ID [value VALUE] [input ID value VALUE]...",
        about: "set one of the options listed in `options.xci`, or press a button",
        parse: option,
    },
    Row {
        word: "position",
        usage: "position startpos|FEN",
        about: "a new game from here",
        parse: |rest| (!rest.is_empty()).then(|| Ask::Position(rest.to_owned())),
    },
    Row {
        word: "result",
        usage: "result RESULT [{WHY}]",
        about: "the game has ended",
        parse: |rest| RESULTS.contains(&split(rest).0).then_some(Ask::Ended),
    },
    Row {
        word: "go",
        usage: "go move M | undo | think [TIMES] [LIMITS] [drawoffer] | ponder [suggestedmove M] | analyze [LIMITS] | \
                continue move M [TIMES] [LIMITS] [drawoffer]",
        about: "make or take back a move; think about one, on the opponent's time, or without end. TIMES: wtime btime winc binc \
                movestogo; LIMITS: searchmoves depth nodes mate movetime",
        parse: going,
    },
    Row {
        word: "get",
        usage: "get book|startpos|movelist|result|pieceplacement|boardsize",
        about: "answered `info` with the same word",
        parse: |rest| What::read(rest).map(Ask::Get),
    },
    Row { word: "isready", usage: "isready", about: "answered `readyok`", parse: |_| Some(Ask::Ready) },
    Row {
        word: "stop",
        usage: "stop",
        about: "name the move now; on the opponent's time, end with `readyok`",
        parse: |_| Some(Ask::Stop),
    },
    Row { word: "quit", usage: "quit", about: "end the program", parse: |_| Some(Ask::Quit) },
];

const RESULTS: &[&str] = &["1-0", "0-1", "1/2-1/2", "inprogress", "*"];

/// `name ID value VALUE`, or `name ID` and any number of `input ID value VALUE`.
fn option(rest: &str) -> Option<Ask> {
    let words = words(rest);
    let [first, name, rest @ ..] = &words[..] else { return None };
    let (name, mut value, mut inputs) = (name.clone(), String::new(), Vec::new());
    let mut rest = rest;
    while let [key, after @ ..] = rest {
        rest = match (key.as_str(), after) {
            ("value", given) if inputs.is_empty() => {
                value = given.join(" ");
                &[]
            }
            ("input", [id, word, given, after @ ..]) if word == "value" => {
                inputs.push((id.clone(), given.clone()));
                after
            }
            _ => return None,
        };
    }
    (first == "name").then_some(Ask::Option { name, value, inputs })
}

/// Words, of which those in quotes are one.
fn words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (at, part) in text.split('"').enumerate() {
        if at % 2 == 1 {
            words.push(part.to_owned());
        } else {
            words.extend(part.split_whitespace().map(str::to_owned));
        }
    }
    words
}

fn going(rest: &str) -> Option<Ask> {
    let (word, rest) = split(rest);
    let (key, after) = split(rest);
    let (mv, after) = split(after);
    Some(match (word, key) {
        ("move", mv) if !mv.is_empty() => Ask::Move(mv.to_owned()),
        ("undo", "") => Ask::Undo,
        ("think", _) => Ask::Think(rest.to_owned()),
        ("ponder", "") => Ask::Ponder(None),
        ("ponder", "suggestedmove") if !mv.is_empty() => Ask::Ponder(Some(mv.to_owned())),
        ("analyze", _) => Ask::Analyse(rest.to_owned()),
        ("continue", "move") if !mv.is_empty() => Ask::Continue { mv: mv.to_owned(), rest: after.to_owned() },
        _ => return None,
    })
}

/// What the engine does, in the protocol's words.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Wait,
    Think,
    Ponder,
    Analyse,
}

/// The codec: its state, and what has been said about time.
pub struct Xci {
    settings: Settings,
    state: State,
    level: Option<PerSide<Level>>,
}

impl Xci {
    pub fn new(session: &mut Session) -> Xci {
        session.gui.dialect = Dialect::Xci;
        let settings = Settings::new(Tongue::Xci);
        session.settings.asides = settings.asides();
        Xci { settings, state: State::Wait, level: None }
    }

    fn obey(&mut self, ask: Ask, session: &mut Session, output: &mut Output) -> Vec<Command> {
        let thinks = matches!(self.state, State::Think | State::Analyse);
        match ask {
            Ask::Greeting => {
                self.state = State::Wait;
                output.say("readyok");
                return vec![Command::New(None), Command::Watch, Command::TellFaults];
            }
            // While it waits, the engine answers when all before is done.
            Ask::Ready if session.is_counting() => return vec![Command::Ping(String::new())],
            Ask::Ready if self.state == State::Wait => return vec![Command::Ready],
            Ask::Ready => output.say("readyok"),
            Ask::Level(level) => self.level = Some(level),
            Ask::Option { name, value, inputs } => return self.set((&name, &value), &inputs, session, output),
            Ask::Position(rest) => {
                self.state = State::Wait;
                let fen = match split(&rest) {
                    ("startpos", _) => None,
                    // Not in the protocol, but too near to be refused.
                    ("fen", fen) => Some(fen.to_owned()),
                    _ => Some(rest),
                };
                return vec![Command::New(None), Command::Watch, Command::Position { fen, moves: Vec::new() }];
            }
            Ask::Ended => {
                self.state = State::Wait;
                return vec![Command::Ended];
            }
            // What was being thought about is dropped.
            Ask::Move(mv) => {
                self.state = State::Wait;
                return vec![Command::Watch, Command::Play(mv)];
            }
            Ask::Undo => {
                self.state = State::Wait;
                return vec![Command::Watch, Command::TakeBack(1)];
            }
            Ask::Think(rest) => {
                self.state = State::Think;
                let request = Request { in_game: true, ..self.request(&rest, session, session.side_to_move()) };
                return with_offer(&rest, Command::Think(request));
            }
            Ask::Analyse(rest) => {
                self.state = State::Analyse;
                let clocks = go::Clocks::of_chess(session.side_to_move());
                return vec![match go::read(&rest, &clocks) {
                    Command::Think(request) => Command::Think(Request { by_book: false, ..request }),
                    other => other,
                }];
            }
            Ask::Ponder(mv) => {
                self.state = State::Ponder;
                return vec![Command::Watch, Command::PonderOn(mv)];
            }
            Ask::Continue { mv, rest } => {
                self.state = State::Think;
                let request = Request { in_game: true, ..self.request(&rest, session, session.side_to_move().other()) };
                return with_offer(&rest, Command::Continue(mv, request));
            }
            Ask::Get(What::Book) => return vec![Command::ShowBook],
            Ask::Get(what) => get::answer(what, session, output),
            Ask::Stop if thinks => return vec![Command::MoveNow],
            Ask::Stop if self.state == State::Ponder => {
                self.state = State::Wait;
                output.say("readyok");
                return vec![Command::Watch];
            }
            Ask::Stop if session.is_counting() => return vec![Command::MoveNow],
            Ask::Stop => {}
            Ask::Quit => return vec![Command::Quit],
        }
        Vec::new()
    }

    /// What is to be thought about, and for how long: as it is said, else as the level has it.
    fn request(&self, rest: &str, session: &Session, side: crate::definition::Side) -> Request {
        let read = match go::read(rest, &go::Clocks::of_chess(side)) {
            Command::Think(request) => request,
            _ => Request::forever(),
        };
        match &self.level {
            Some(level) if read.limits == Limits::Infinite => {
                let limits = level[side].limits(session.own_moves());
                Request { limits, forever: false, ..read }
            }
            Some(_) | None => read,
        }
    }

    fn set(
        &mut self,
        (name, value): (&str, &str),
        inputs: &[(String, String)],
        session: &mut Session,
        output: &mut Output,
    ) -> Vec<Command> {
        if let Some(button) = buttons::find(name) {
            return match button.press(inputs, session) {
                Ok(Button::Printed(lines)) => {
                    lines.iter().filter(|line| !line.is_empty()).for_each(|line| explain(output, line));
                    output.say("readyok");
                    Vec::new()
                }
                Ok(Button::Does(command)) => vec![command],
                Err(why) => self.fail(files::BAD_VALUE, &why, output),
            };
        }
        match self.settings.set(name, value, session) {
            Ok(Effect::Do(commands)) => commands,
            Ok(Effect::Load(paths)) => {
                let paths: Vec<PathBuf> = std::env::split_paths(&paths.replace(';', SEPARATOR)).collect();
                load(paths.into_iter(), session).iter().for_each(|complaint| explain(output, complaint));
                Vec::new()
            }
            Err(why) => self.fail(files::BAD_VALUE, &why, output),
        }
    }

    /// Says what is wrong and waits.
    fn fail(&mut self, id: &str, why: &str, output: &mut Output) -> Vec<Command> {
        self.state = State::Wait;
        complain(id, why, output);
        vec![Command::Watch]
    }
}

/// What stands between paths here; in XCI it is always a semicolon.
const SEPARATOR: &str = if cfg!(windows) { ";" } else { ":" };

fn with_offer(rest: &str, command: Command) -> Vec<Command> {
    let offered = rest.split_whitespace().any(|word| word == "drawoffer");
    offered.then_some(Command::DrawOffered).into_iter().chain([command]).collect()
}

fn complain(id: &str, why: &str, output: &mut Output) {
    explain(output, why);
    output.say(format!("message error {id}"));
}

fn explain(output: &mut Output, words: &str) {
    output.say(format!("info string \"{}\"", words.replace('"', "'")));
}

impl Codec for Xci {
    fn read(&mut self, line: &str, session: &mut Session, output: &mut Output) -> Vec<Command> {
        match look_up(ROWS, line) {
            Found::Command(ask) => self.obey(ask, session, output),
            Found::Malformed(row) => self.fail(files::MALFORMED, &format!("expected `{}`", row.usage), output),
            Found::Unknown { .. } if line.trim().is_empty() => Vec::new(),
            Found::Unknown { near } => {
                let help = near.map_or(String::new(), |near| format!("; did you mean `{near}`?"));
                self.fail(files::UNKNOWN, &format!("unknown command `{}`{help}", split(line).0), output)
            }
        }
    }

    fn say(&mut self, session: &Session, reply: &Reply, output: &mut Output) {
        match reply {
            Reply::Answer { best: Some(best), .. } => {
                self.state = State::Wait;
                output.say(format!("bestmove {}", session.spell(*best)));
            }
            Reply::Answer { best: None, .. } => {
                self.state = State::Wait;
                match session.is_unset() {
                    true => complain(files::REFUSED, "the position that was set up before is not possible", output),
                    false => complain(files::GAME_OVER, "there is no legal move", output),
                }
            }
            Reply::Thinking(info) => output.say(thinking(session, info)),
            Reply::Aside(Aside::AtRoot(root)) => {
                if let Some(mv) = root.current {
                    let (number, left, id) = (root.number, root.left, files::MOVES_LEFT);
                    let mv = session.spell(mv);
                    output.say(format!("info currmove {mv} currmovenumber {number} name {id} value {left}"));
                }
            }
            Reply::Aside(Aside::Statistics(statistics)) => {
                // In this protocol in percent.
                let aside = Aside::Statistics(Statistics { hash_full: statistics.hash_full / 10, ..*statistics });
                uci::say_aside(session, &aside, output);
            }
            Reply::Aside(aside) => uci::say_aside(session, aside, output),
            Reply::Pondering(mv) => output.say(format!("info pondermove {}", session.spell(*mv))),
            Reply::OfferDraw => output.say("offerdraw"),
            Reply::AcceptDraw => output.say("acceptdraw"),
            Reply::DeclineDraw => output.say(format!("message comment {}", files::DECLINED)),
            Reply::ClaimDraw => output.say("claimdraw"),
            Reply::Resign => {
                self.state = State::Wait;
                output.say("resign");
            }
            Reply::Illegal { text, reason } => {
                let reason = reason.as_ref().map_or(String::new(), |reason| format!(": {reason}"));
                self.state = State::Wait;
                complain(files::ILLEGAL_MOVE, &format!("illegal move `{text}`{reason}"), output);
            }
            Reply::Refused { why, what } => {
                // Whatever is still being thought about goes on.
                if !session.is_searching() {
                    self.state = State::Wait;
                }
                complain(files::REFUSED, &uci::refusal(why, what), output);
            }
            Reply::Counted(mv, count) => explain(output, &format!("{}: {count}", session.spell(*mv))),
            Reply::CountedAll { total, stopped } => {
                if *stopped {
                    explain(output, STOPPED);
                }
                explain(output, &format!("{total} in all"));
                output.say("readyok");
            }
            Reply::Pong(_) => output.say("readyok"),
            Reply::Complaint(words) => explain(output, words),
            Reply::Book(known) | Reply::FromBook(known) => get::book(known, session, output),
            // There are no words for these: whoever wants to know asks.
            Reply::Playing(_)
            | Reply::VariantSet
            | Reply::Over(..)
            | Reply::Hint(_)
            | Reply::Marks(_)
            | Reply::Status(_)
            | Reply::Throw(_)
            | Reply::Deal { .. }
            | Reply::PutBack { .. }
            | Reply::Drawn
            | Reply::Proved(_)
            | Reply::Recalled(..)
            | Reply::Benched { .. } => {}
        }
    }
}

/// Depth, score, time and nodes with the line; on the opponent's time the expected move comes first. The first of several
/// lines is `pv`, the others have their number.
fn thinking(session: &Session, info: &Info) -> String {
    let line: Vec<Move> = session.pondering().into_iter().chain(info.pv.iter().copied()).collect();
    let place = if info.line == 1 { "pv".to_owned() } else { format!("multipv {}", info.line) };
    format!(
        "info depth {} seldepth {} score {}{} time {} nodes {} nps {} hashfull {} tbhits 0 {place} {}",
        info.depth,
        info.selective_depth,
        uci::score_in_moves(info.score),
        uci::bound(info.bound),
        info.time.as_millis(),
        info.nodes,
        info.speed(),
        // In this protocol in percent.
        info.hash_full / 10,
        session.spell_line(&line).join(" ")
    )
}
