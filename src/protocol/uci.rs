//! UCI: the protocol of most chess programs, with the variant as an option.
//!
//! A thin layer: words into commands, replies into words. Unknown words are skipped, as the protocol wants.

pub(super) mod go;

use super::console::{Codec, Output};
use super::registry::{Found, Row, look_up, split};
use super::session::{Command, MOST_THREADS, Reply, Session};
use super::thinker::DEFAULT_HASH;
use crate::moves::Move;
use crate::notation::Dialect;
use crate::position::fen;
use crate::search::{Bound, Evaluation, Info};
use std::path::Path;
use std::sync::Arc;

/// What a line asks for, in UCI and its relatives.
pub enum Ask {
    Greeting,
    Ready,
    NewGame,
    Do(Command),
    Option {
        name: String,
        value: String,
    },
    Position(String),
    Go(String),
    /// Moves that may not be played (UCCI).
    Ban(Vec<String>),
    Show,
    Nothing,
}

// Rows that the relatives have, too.
pub(super) const READY: Row<Ask> =
    Row { word: "isready", usage: "isready", about: "answered `readyok`", parse: |_| Some(Ask::Ready) };
pub(super) const OPTION: Row<Ask> = Row {
    word: "setoption",
    usage: "setoption name NAME [value VALUE]",
    about: "set one of the options listed after the greeting",
    parse: |rest| option(rest).map(|(name, value)| Ask::Option { name, value }),
};
pub(super) const POSITION: Row<Ask> = Row {
    word: "position",
    usage: "position startpos|fen FEN [moves M...]",
    about: "set up a position and play moves",
    parse: |rest| Some(Ask::Position(rest.to_owned())),
};
pub(super) const STOP: Row<Ask> =
    Row { word: "stop", usage: "stop", about: "name the move now", parse: |_| Some(Ask::Do(Command::MoveNow)) };
pub(super) const PONDERHIT: Row<Ask> = Row {
    word: "ponderhit",
    usage: "ponderhit",
    about: "the move that is pondered on was made: the limits of `go ponder` count from now on",
    parse: |_| Some(Ask::Do(Command::PonderHit)),
};
pub(super) const DEBUG: Row<Ask> =
    Row { word: "debug", usage: "debug on|off", about: "accepted", parse: |_| Some(Ask::Nothing) };
pub(super) const REGISTER: Row<Ask> =
    Row { word: "register", usage: "register", about: "accepted", parse: |_| Some(Ask::Nothing) };
pub(super) const QUIT: Row<Ask> =
    Row { word: "quit", usage: "quit", about: "end the program", parse: |_| Some(Ask::Do(Command::Quit)) };

pub const ROWS: &[Row<Ask>] = &[
    Row { word: "uci", usage: "uci", about: "who are you and what can be set", parse: |_| Some(Ask::Greeting) },
    READY,
    OPTION,
    Row { word: "ucinewgame", usage: "ucinewgame", about: "forget the last game", parse: |_| Some(Ask::NewGame) },
    POSITION,
    Row {
        word: "go",
        usage: "go [ponder] [searchmoves M...] [depth N] [nodes N] [movetime MS] [wtime MS ...] [mate N] [infinite] [perft N]",
        about: "think and name a move, or count moves",
        parse: |rest| Some(Ask::Go(rest.to_owned())),
    },
    STOP,
    Row { word: "d", usage: "d", about: "show the position", parse: |_| Some(Ask::Show) },
    DEBUG,
    PONDERHIT,
    REGISTER,
    QUIT,
];

/// `name NAME value VALUE`, both of any number of words.
pub(super) fn option(rest: &str) -> Option<(String, String)> {
    let rest = rest.strip_prefix("name")?.trim_start();
    let (name, value) = match rest.split_once(" value") {
        Some((name, value)) => (name, value),
        None => (rest, ""),
    };
    Some((name.trim().to_owned(), value.trim().to_owned()))
}

/// Names of all variants, in order.
pub(super) fn names(session: &Session) -> Vec<String> {
    let mut names: Vec<String> = session.library().names().map(|names| names.uci.clone()).collect();
    names.sort_unstable();
    names.dedup();
    names
}

/// The codec; it only remembers what cannot be asked of the session.
pub struct Uci {
    chess960: bool,
}

impl Uci {
    pub fn new(session: &mut Session) -> Uci {
        session.dialect = Dialect::Uci;
        Uci { chess960: false }
    }

    fn greet(&self, session: &Session, output: &mut Output) {
        output.say(concat!("id name Griffon ", env!("CARGO_PKG_VERSION")));
        output.say("id author the Griffon developers");
        output.say(format!("option name Hash type spin default {DEFAULT_HASH} min 1 max 65536"));
        output.say(format!("option name Threads type spin default 1 min 1 max {MOST_THREADS}"));
        output.say("option name Ponder type check default false");
        output.say("option name MultiPV type spin default 1 min 1 max 100");
        output.say("option name Clear Hash type button");
        let choices: String = names(session).iter().map(|name| format!(" var {name}")).collect();
        output.say(format!("option name UCI_Variant type combo default {}{choices}", session.definition().names.uci));
        output.say("option name UCI_Chess960 type check default false");
        output.say("option name VariantPath type string default <empty>");
        output.say("uciok");
    }

    fn set(&mut self, name: &str, value: &str, session: &mut Session, output: &mut Output) -> Vec<Command> {
        match name.to_ascii_lowercase().as_str() {
            "hash" => match value.parse() {
                Ok(megabytes) => return vec![Command::HashSize(megabytes)],
                Err(_) => complain(output, "Hash is a number of megabytes"),
            },
            "threads" => match value.parse() {
                Ok(threads) => return vec![Command::Threads(threads)],
                Err(_) => complain(output, "Threads is a number of threads"),
            },
            "multipv" => match value.parse() {
                Ok(lines) => return vec![Command::Lines(lines)],
                Err(_) => complain(output, "MultiPV is a number of lines"),
            },
            // Whether the GUI ponders; it says so with every `go` anyway.
            "ponder" | "ownbook" | "uci_analysemode" | "uci_opponent" | "uci_showcurrline" | "uci_showrefutations" => {}
            "clear hash" => return vec![Command::ClearHash],
            "uci_variant" => return vec![Command::Variant(value.to_owned())],
            "uci_chess960" => {
                self.chess960 = value.eq_ignore_ascii_case("true");
                return related_shuffle(session, self.chess960).into_iter().map(Command::Variant).collect();
            }
            "variantpath" => load(value, session, output),
            _ => complain(output, &format!("there is no option `{name}`")),
        }
        Vec::new()
    }
}

pub(super) fn complain(output: &mut Output, words: &str) {
    output.say(format!("info string {words}"));
}

/// Adds files with variants.
fn load(path: &str, session: &mut Session, output: &mut Output) {
    if path.is_empty() || path == "<empty>" {
        return;
    }
    let mut library = crate::definition::Library::shipped();
    if let Err(faults) = library.add_path(Path::new(path)) {
        for (source, found) in faults {
            found.iter().for_each(|finding| complain(output, &finding.one_line(&source)));
        }
    }
    session.set_library(Arc::new(library));
    let choices: String = names(session).iter().map(|name| format!(" var {name}")).collect();
    let current = &session.definition().names.uci;
    output.say(format!("option name UCI_Variant type combo default {current}{choices}"));
}

/// `UCI_Chess960` asks for the shuffled form of the present variant, or for its plain form again: the variant derived
/// from this one in which castling partners may stand anywhere, or the one this was derived from.
fn related_shuffle(session: &Session, shuffled: bool) -> Option<String> {
    let definition = session.definition();
    let anywhere = |definition: &crate::definition::Definition| definition.castling.iter().any(|rule| rule.anywhere);
    if anywhere(definition) == shuffled {
        return None;
    }
    if !shuffled {
        return definition.names.parent.clone();
    }
    let derived = |parent: &Option<String>| parent.as_deref() == Some(definition.names.name.as_str());
    let mut candidates = session.library().names().filter(|names| derived(&names.parent));
    candidates.find_map(|names| {
        let found = session.library().find(&names.name).ok()?;
        anywhere(&found).then(|| found.names.name.clone())
    })
}

/// `startpos|fen FEN [moves …]`, where another word may stand for `fen` and what follows it be another notation.
pub(super) fn position(rest: &str, word: &str, to_fen: impl Fn(&str) -> String) -> Option<Command> {
    let (setup, moves) = match rest.split_once("moves") {
        Some((setup, moves)) => (setup.trim(), moves),
        None => (rest.trim(), ""),
    };
    let fen = match split(setup) {
        ("startpos", _) => None,
        (found, text) if found == word && !text.is_empty() => Some(to_fen(text)),
        _ => return None,
    };
    Some(Command::Position { fen, moves: moves.split_whitespace().map(str::to_owned).collect() })
}

impl Codec for Uci {
    fn read(&mut self, line: &str, session: &mut Session, output: &mut Output) -> Vec<Command> {
        // Words that mean nothing are skipped until one is known; lines without any are silently dropped.
        let mut rest = line.trim();
        loop {
            match look_up(ROWS, rest) {
                Found::Command(ask) => return self.obey(ask, session, output),
                Found::Unknown { .. } if !split(rest).1.is_empty() => rest = split(rest).1,
                other => {
                    misunderstood(other, rest, output);
                    return Vec::new();
                }
            }
        }
    }

    fn say(&mut self, session: &Session, reply: &Reply, output: &mut Output) {
        match reply {
            Reply::Answer { best, ponder } => output.say(answer(session, (*best, *ponder), "bestmove (none)")),
            Reply::Thinking(info) => output.say(thinking(session, info)),
            _ => say_rest(session, reply, output),
        }
    }
}

/// `bestmove e2e4 ponder e7e5`, or what is said when there is no move.
pub(super) fn answer(session: &Session, (best, ponder): (Option<Move>, Option<Move>), none: &str) -> String {
    let line: Vec<_> = best.into_iter().chain(ponder).collect();
    match session.spell_line(&line).as_slice() {
        [best, ponder] => format!("bestmove {best} ponder {ponder}"),
        [best] => format!("bestmove {best}"),
        _ => none.to_owned(),
    }
}

/// Complains about a line that is no command, or not a whole one.
pub(super) fn misunderstood<T>(found: Found<T>, line: &str, output: &mut Output) {
    match found {
        Found::Malformed(row) => complain(output, &format!("expected `{}`", row.usage)),
        Found::Unknown { near } if !line.trim().is_empty() => {
            let help = near.map_or(String::new(), |near| format!("; did you mean `{near}`?"));
            complain(output, &format!("unknown command `{}`{help}", split(line).0));
        }
        Found::Unknown { .. } | Found::Command(_) => {}
    }
}

/// Words for what the relatives of UCI say alike.
pub(super) fn say_rest(session: &Session, reply: &Reply, output: &mut Output) {
    match reply {
        Reply::Illegal { text, reason } => {
            let reason = reason.as_ref().map_or(String::new(), |reason| format!(": {reason}"));
            complain(output, &format!("illegal move `{text}`{reason}; the moves after it are ignored"));
        }
        Reply::Refused { why, what } if what.is_empty() || why.contains(what.as_str()) => complain(output, why),
        Reply::Refused { why, what } => complain(output, &format!("{why}: {what}")),
        Reply::Pong(_) => output.say("readyok"),
        Reply::Counted(mv, count) => output.say(format!("{}: {count}", session.spell(*mv))),
        Reply::CountedAll(total) => {
            output.say("");
            output.say(format!("Nodes searched: {total}"));
        }
        // There are no words for these.
        Reply::Answer { .. }
        | Reply::Thinking(_)
        | Reply::Playing(_)
        | Reply::VariantSet
        | Reply::Over(..)
        | Reply::OfferDraw
        | Reply::Resign
        | Reply::Hint(_)
        | Reply::Marks(_)
        | Reply::Status(_) => {}
    }
}

impl Uci {
    fn obey(&mut self, ask: Ask, session: &mut Session, output: &mut Output) -> Vec<Command> {
        match ask {
            Ask::Greeting => self.greet(session, output),
            Ask::Ready => output.say("readyok"),
            // In UCI the engine never plays by itself.
            Ask::NewGame => return vec![Command::New(None), Command::Watch],
            Ask::Do(command) => return vec![command],
            Ask::Option { name, value } => return self.set(&name, &value, session, output),
            Ask::Position(rest) => match position(&rest, "fen", str::to_owned) {
                Some(command) => return vec![command],
                None => complain(output, &format!("expected `{}`", POSITION.usage)),
            },
            Ask::Go(rest) => {
                return vec![go::read(&rest, &go::Clocks::of_chess(session.game().position().side_to_move()))];
            }
            Ask::Show => show(session, output),
            Ask::Ban(_) | Ask::Nothing => {}
        }
        Vec::new()
    }
}

fn show(session: &Session, output: &mut Output) {
    let (rules, position) = (session.rules(), session.game().position());
    output.say(format!("Variant: {}", session.definition().names.name));
    output.say(format!("Fen: {}", fen::show(rules, position)));
    output.say(format!("Key: {:016x}", position.key()));
    output.say(format!("Check: {}", if position.in_check(rules) { "yes" } else { "no" }));
    let moves: Vec<String> = session.legal().iter().map(|&mv| session.spell(mv)).collect();
    output.say(format!("Legal moves: {}", moves.join(" ")));
}

fn thinking(session: &Session, info: &Info) -> String {
    thinking_with(session, info, |score| match score {
        Evaluation::Centipawns(score) => format!("cp {score}"),
        // Plies to moves; a mate against the side to move is negative.
        Evaluation::Mate(plies) if plies > 0 => format!("mate {}", (plies + 1) / 2),
        Evaluation::Mate(plies) => format!("mate {}", plies / 2),
    })
}

/// The same with the score in other words.
pub(super) fn thinking_with(session: &Session, info: &Info, score: fn(Evaluation) -> String) -> String {
    let score = score(info.score);
    let bound = match info.bound {
        Bound::Exact => "",
        Bound::Lower => " lowerbound",
        Bound::Upper => " upperbound",
    };
    let millis = info.time.as_millis();
    let speed = u128::from(info.nodes) * 1000 / millis.max(1);
    format!(
        "info depth {} seldepth {} multipv {} score {score}{bound} nodes {} nps {speed} hashfull {} time {millis} pv {}",
        info.depth,
        info.selective_depth,
        info.line,
        info.nodes,
        info.hash_full,
        session.spell_line(&info.pv).join(" ")
    )
}
