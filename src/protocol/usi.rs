//! USI: the protocol of shogi programs.
//!
//! Like UCI in most things; squares, positions (SFEN) and clocks are written otherwise. Every variant can be played; those without
//! drops have an empty hand in their SFEN.

use super::console::{Codec, Output};
use super::options::{Settings, Tongue};
use super::registry::{Found, Row, look_up, split};
use super::session::{Command, Reply, Request, Session};
use super::uci::go::{self, Clocks};
use super::uci::{self, Ask, variant};
use crate::notation::{Dialect, sfen};
use crate::search::{Evaluation, Info, Limits, Proof};
use std::time::Duration;

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
        about: "think and name a move, `resign` or `win`; `mate`: look for a mate by checks alone, answered `checkmate M...`, `checkmate nomate` or `checkmate timeout`",
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
    Row { about: "accepted", ..uci::DEBUG },
    uci::REGISTER,
    uci::QUIT,
];

/// The game that is meant where no variant is named.
const DEFAULT_VARIANT: &str = "shogi";

pub struct Usi {
    settings: Settings,
    /// It has said who it is.
    greeted: bool,
}

impl Usi {
    pub fn new(session: &mut Session) -> Usi {
        session.gui.dialect = Dialect::Usi;
        session.gui.answers_when_asked = true;
        let settings = Settings::new(Tongue::Usi);
        session.settings.asides = settings.asides();
        Usi { settings, greeted: false }
    }

    fn obey(&mut self, ask: Ask, session: &mut Session, output: &mut Output) -> Vec<Command> {
        match ask {
            Ask::Greeting => {
                uci::greet(&self.settings, session, DEFAULT_VARIANT, output);
                output.say("usiok");
                // Who asks again has chosen another one since, perhaps.
                let variant = (!std::mem::replace(&mut self.greeted, true)).then(|| DEFAULT_VARIANT.to_owned());
                return vec![Command::New(variant), Command::Watch, Command::TellFaults];
            }
            Ask::Ready => return vec![Command::Ready],
            Ask::NewGame => return vec![Command::New(None), Command::Watch],
            Ask::Do(command) => return vec![command],
            // Some GUIs say it as in UCI.
            Ask::Option { name, value } if name.eq_ignore_ascii_case("UCI_Variant") => {
                return uci::set(&mut self.settings, ("USI_Variant", &value), session, output);
            }
            Ask::Option { name, value } => {
                return uci::set(&mut self.settings, (&name, &value), session, output);
            }
            Ask::Position(rest) => {
                let to_fen = |text: &str| sfen::to_fen(text, session.rules());
                return uci::set_up(&rest, ("sfen", POSITION.usage), to_fen, output);
            }
            Ask::Go(rest) => {
                let clocks = Clocks::of_shogi(session.side_to_move());
                return vec![match split(&rest) {
                    ("mate", time) => mate(time),
                    _ => match go::read(&rest, &clocks) {
                        Command::Think(request) => Command::Think(Request { in_game: true, ..request }),
                        other => other,
                    },
                }];
            }
            Ask::Register => uci::register(output),
            Ask::Ban(_)
            | Ask::Debug(_)
            | Ask::Show
            | Ask::Evaluate
            | Ask::Load(_)
            | Ask::Check(_)
            | Ask::Cyclone
            | Ask::Bare(_)
            | Ask::Nothing => {}
        }
        Vec::new()
    }
}

/// The player to move has won as the game stands, by entering the camp: the only win that a player declares.
fn may_declare(session: &Session) -> bool {
    let won = session.game().outcome().is_some_and(|outcome| outcome.winner == Some(session.side_to_move()));
    won && session.game().is_entered()
}

/// So many milliseconds for a mate, or any time: a mate that is found is told at once all the same.
fn mate(time: &str) -> Command {
    Command::Prove(
        time.trim().parse().map_or(Limits::Infinite, |millis| Limits::MoveTime(Duration::from_millis(millis))),
    )
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

    fn answers_all(&self) -> bool {
        true
    }

    fn say(&mut self, session: &Session, reply: &Reply, output: &mut Output) {
        match reply {
            Reply::Proved(Proof::Mate(line)) => {
                output.say(format!("checkmate {}", session.spell_line(line).join(" ")));
            }
            Reply::Proved(Proof::NoMate) => output.say("checkmate nomate"),
            Reply::Proved(Proof::Unknown) => output.say("checkmate timeout"),
            Reply::Answer { .. } if may_declare(session) => output.say("bestmove win"),
            Reply::Answer { best, ponder } => {
                output.say(uci::answer(session, (*best, *ponder), "bestmove resign"));
            }
            Reply::Resign => output.say("bestmove resign"),
            Reply::Thinking(info) => output.say(thinking(session, info)),
            Reply::VariantSet => variant::tell(session, output),
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
