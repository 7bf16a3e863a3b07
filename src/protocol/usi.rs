//! USI: the protocol of shogi programs.
//!
//! Like UCI in most things; squares, positions (SFEN) and clocks are written otherwise. Every variant can be played; those without
//! drops have an empty hand in their SFEN.

mod sfen;

use super::console::{Codec, Output};
use super::registry::{Found, Row, look_up, split};
use super::session::{Command, MOST_THREADS, Reply, Session};
use super::thinker::DEFAULT_HASH;
use super::uci::go::{self, Clocks};
use super::uci::{self, Ask};
use crate::notation::Dialect;
use crate::search::{Evaluation, Info};

const POSITION: Row<Ask> = Row { usage: "position startpos|sfen SFEN [moves M...]", ..uci::POSITION };

pub const ROWS: &[Row<Ask>] = &[
    Row { word: "usi", usage: "usi", about: "who are you and what can be set", parse: |_| Some(Ask::Greeting) },
    uci::READY,
    uci::OPTION,
    Row { word: "usinewgame", usage: "usinewgame", about: "forget the last game", parse: |_| Some(Ask::NewGame) },
    POSITION,
    Row {
        word: "go",
        usage: "go [ponder] [btime MS] [wtime MS] [byoyomi MS] [binc MS] [winc MS] [depth N] [nodes N] [movetime MS] [infinite] [mate MS]",
        about: "think and name a move; mate problems are declined",
        parse: |rest| Some(Ask::Go(rest.to_owned())),
    },
    uci::STOP,
    uci::PONDERHIT,
    Row {
        word: "gameover",
        usage: "gameover win|lose|draw",
        about: "the game has ended",
        parse: |_| Some(Ask::Do(Command::Ended)),
    },
    uci::DEBUG,
    uci::REGISTER,
    uci::QUIT,
];

/// The game that is meant where no variant is named.
const DEFAULT_VARIANT: &str = "shogi";

pub struct Usi;

impl Usi {
    pub fn new(session: &mut Session) -> Usi {
        session.dialect = Dialect::Usi;
        Usi
    }

    fn greet(output: &mut Output, session: &Session) -> Vec<Command> {
        output.say(concat!("id name Griffon ", env!("CARGO_PKG_VERSION")));
        output.say("id author the Griffon developers");
        output.say(format!("option name USI_Hash type spin default {DEFAULT_HASH} min 1 max 65536"));
        output.say(format!("option name Threads type spin default 1 min 1 max {MOST_THREADS}"));
        output.say("option name USI_Ponder type check default false");
        output.say("option name MultiPV type spin default 1 min 1 max 100");
        let choices: String = uci::names(session).iter().map(|name| format!(" var {name}")).collect();
        output.say(format!("option name USI_Variant type combo default {DEFAULT_VARIANT}{choices}"));
        output.say("usiok");
        vec![Command::Variant(DEFAULT_VARIANT.to_owned())]
    }

    fn set(name: &str, value: &str, output: &mut Output) -> Vec<Command> {
        match (name.to_ascii_lowercase().as_str(), value.parse()) {
            ("usi_hash", Ok(megabytes)) => return vec![Command::HashSize(megabytes)],
            ("multipv", Ok(lines)) => return vec![Command::Lines(lines)],
            ("threads", Ok(threads)) => return vec![Command::Threads(threads)],
            ("usi_hash" | "multipv" | "threads", Err(_)) => uci::complain(output, &format!("{name} is a number")),
            ("usi_variant" | "uci_variant", _) => return vec![Command::Variant(value.to_owned())],
            // Whether the GUI ponders; it says so with every `go` anyway.
            ("usi_ponder", _) => {}
            _ => uci::complain(output, &format!("there is no option `{name}`")),
        }
        Vec::new()
    }

    fn obey(&mut self, ask: Ask, session: &mut Session, output: &mut Output) -> Vec<Command> {
        match ask {
            Ask::Greeting => return Usi::greet(output, session),
            Ask::Ready => output.say("readyok"),
            Ask::NewGame => return vec![Command::New(None), Command::Watch],
            Ask::Do(command) => return vec![command],
            Ask::Option { name, value } => return Usi::set(&name, &value, output),
            Ask::Position(rest) => match uci::position(&rest, "sfen", |text| sfen::to_fen(text, session.rules())) {
                Some(command) => return vec![command],
                None => uci::complain(output, &format!("expected `{}`", POSITION.usage)),
            },
            Ask::Go(rest) if split(&rest).0 == "mate" => output.say("checkmate notimplemented"),
            Ask::Go(rest) => {
                let clocks = Clocks::of_shogi(session.game().position().side_to_move());
                return vec![go::read(&rest, &clocks)];
            }
            Ask::Ban(_) | Ask::Show | Ask::Nothing => {}
        }
        Vec::new()
    }
}

impl Codec for Usi {
    fn read(&mut self, line: &str, session: &mut Session, output: &mut Output) -> Vec<Command> {
        match look_up(ROWS, line) {
            Found::Command(ask) => self.obey(ask, session, output),
            other => {
                uci::misunderstood(other, line, output);
                Vec::new()
            }
        }
    }

    fn say(&mut self, session: &Session, reply: &Reply, output: &mut Output) {
        match reply {
            Reply::Answer { best, ponder } => output.say(uci::answer(session, (*best, *ponder), "bestmove resign")),
            Reply::Thinking(info) => output.say(thinking(session, info)),
            _ => uci::say_rest(session, reply, output),
        }
    }
}

/// As in UCI, but mates are counted in plies.
fn thinking(session: &Session, info: &Info) -> String {
    uci::thinking_with(session, info, |score| match score {
        Evaluation::Centipawns(score) => format!("cp {score}"),
        Evaluation::Mate(plies) => format!("mate {plies}"),
    })
}
