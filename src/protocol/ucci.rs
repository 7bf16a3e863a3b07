//! UCCI: the protocol of programs for Chinese chess.
//!
//! Like UCI, with ranks counted from 0, options without `name` and `value`, and clocks of the player to move.

use super::console::{Codec, Output};
use super::registry::{Found, Row, look_up, split};
use super::session::{Command, Reply, Session};
use super::thinker::DEFAULT_HASH;
use super::uci::go::{self, Clocks};
use super::uci::{self, Ask};
use crate::notation::Dialect;
use crate::search::{Evaluation, Info};

pub const ROWS: &[Row<Ask>] = &[
    Row { word: "ucci", usage: "ucci", about: "who are you and what can be set", parse: |_| Some(Ask::Greeting) },
    uci::READY,
    Row {
        usage: "setoption NAME [VALUE]",
        parse: |rest| {
            let (name, value) = split(rest);
            Some(Ask::Option { name: name.to_owned(), value: value.to_owned() })
        },
        ..uci::OPTION
    },
    uci::POSITION,
    Row {
        word: "banmoves",
        usage: "banmoves M...",
        about: "moves that may not be played in this position",
        parse: |rest| Some(Ask::Ban(rest.split_whitespace().map(str::to_owned).collect())),
    },
    Row {
        word: "go",
        usage: "go [ponder|draw] [depth N] [nodes N] [time MS] [movestogo N] [increment MS] [infinite]",
        about: "think and name a move",
        parse: |rest| Some(Ask::Go(rest.to_owned())),
    },
    uci::STOP,
    Row { usage: "ponderhit [draw]", ..uci::PONDERHIT },
    Row { word: "probe", usage: "probe POSITION", about: "accepted", parse: |_| Some(Ask::Nothing) },
    Row { about: "answered `bye`; ends the program", ..uci::QUIT },
];

/// The game that is meant where no variant is named.
const DEFAULT_VARIANT: &str = "xiangqi";

/// The codec; bans hold for one position.
pub struct Ucci {
    banned: Vec<String>,
}

impl Ucci {
    pub fn new(session: &mut Session) -> Ucci {
        session.dialect = Dialect::Ucci;
        Ucci { banned: Vec::new() }
    }

    fn greet(output: &mut Output, session: &Session) -> Vec<Command> {
        output.say(concat!("id name Griffon ", env!("CARGO_PKG_VERSION")));
        output.say("id author the Griffon developers");
        output.say("option usemillisec type check default true");
        output.say(format!("option hashsize type spin min 1 max 65536 default {DEFAULT_HASH}"));
        output.say("option clearhash type button");
        output.say("option ponder type check default false");
        let choices: String = uci::names(session).iter().map(|name| format!(" var {name}")).collect();
        output.say(format!("option variant type combo{choices} default {DEFAULT_VARIANT}"));
        output.say("ucciok");
        vec![Command::Variant(DEFAULT_VARIANT.to_owned())]
    }

    fn set(name: &str, value: &str, output: &mut Output) -> Vec<Command> {
        match (name, value.parse()) {
            ("hashsize", Ok(megabytes)) => return vec![Command::HashSize(megabytes)],
            ("hashsize", Err(_)) => uci::complain(output, "hashsize is a number of megabytes"),
            ("clearhash" | "newgame", _) => return vec![Command::ClearHash],
            ("variant", _) => return vec![Command::Variant(value.to_owned())],
            // Known to the protocol, and of no consequence here.
            ("usemillisec" | "ponder" | "batch" | "debug" | "usebook" | "useegtb" | "bookfiles" | "egtbpaths", _) => {}
            ("pruning" | "knowledge" | "randomness" | "style" | "promotion" | "evalapi" | "threads", _) => {}
            _ => uci::complain(output, &format!("there is no option `{name}`")),
        }
        Vec::new()
    }

    fn go(&mut self, rest: &str, session: &Session) -> Command {
        let mut command = go::read(rest, &Clocks { left: "time", increment: "increment" });
        let banned = std::mem::take(&mut self.banned);
        let spelled = session.legal().iter().map(|&mv| session.spell(mv));
        if let (false, Command::Think { among, .. }) = (banned.is_empty(), &mut command) {
            *among = spelled.filter(|mv| !banned.contains(mv)).collect();
        }
        command
    }
}

impl Codec for Ucci {
    fn read(&mut self, line: &str, session: &mut Session, output: &mut Output) -> Vec<Command> {
        match look_up(ROWS, line) {
            Found::Command(ask) => match ask {
                Ask::Greeting => return Ucci::greet(output, session),
                Ask::Ready => output.say("readyok"),
                Ask::Do(command) => {
                    if matches!(command, Command::Quit) {
                        output.say("bye");
                    }
                    return vec![command];
                }
                Ask::Option { name, value } => return Ucci::set(&name, &value, output),
                Ask::Position(rest) => match uci::position(&rest, "fen", str::to_owned) {
                    Some(command) => {
                        self.banned.clear();
                        return vec![command];
                    }
                    None => uci::complain(output, &format!("expected `{}`", uci::POSITION.usage)),
                },
                Ask::Ban(moves) => self.banned = moves,
                Ask::Go(rest) => return vec![self.go(&rest, session)],
                Ask::NewGame | Ask::Show | Ask::Nothing => {}
            },
            other => uci::misunderstood(other, line, output),
        }
        Vec::new()
    }

    fn say(&mut self, session: &Session, reply: &Reply, output: &mut Output) {
        match reply {
            Reply::Answer { best, ponder } => output.say(uci::answer(session, (*best, *ponder), "nobestmove")),
            Reply::Thinking(info) => output.say(thinking(session, info)),
            _ => uci::say_rest(session, reply, output),
        }
    }
}

/// Scores are plain numbers; a mate is far beyond any other.
fn thinking(session: &Session, info: &Info) -> String {
    let score = match info.score {
        Evaluation::Centipawns(score) => score.clamp(-29_000, 29_000),
        Evaluation::Mate(plies) if plies > 0 => 30_000 - plies,
        Evaluation::Mate(plies) => -30_000 - plies,
    };
    format!(
        "info time {} nodes {} depth {} score {score} pv {}",
        info.time.as_millis(),
        info.nodes,
        info.depth,
        session.spell_line(&info.pv).join(" ")
    )
}
