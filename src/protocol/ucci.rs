//! UCCI: the protocol of programs for Chinese chess.
//!
//! Like UCI, with ranks counted from 0, options without `name` and `value`, and clocks of the player to move.

use super::console::{Codec, Output};
use super::options::{Role, Settings, Tongue};
use super::registry::{Found, Row, look_up, split};
use super::session::{Command, Reply, Session};
use super::uci::go::{self, Clocks};
use super::uci::{self, Ask, variant};
use crate::moves::Move;
use crate::notation::Dialect;
use crate::search::{Asides, Bound, Evaluation, Info, Memory};

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
        about: "think and name a move, with `draw` where a draw is offered or accepted",
        parse: |rest| Some(Ask::Go(rest.to_owned())),
    },
    uci::STOP,
    Row { usage: "ponderhit [draw]", ..uci::PONDERHIT },
    Row {
        word: "probe",
        usage: "probe startpos|fen FEN [moves M...]",
        about: "answered `pophash`, with what is known of the position from searches before",
        parse: |rest| match uci::position(rest, "fen", uci::red_as_white)? {
            Command::Position { fen, moves } => Some(Ask::Do(Command::Recall { fen, moves })),
            _ => None,
        },
    },
    Row { word: "uccinewgame", usage: "uccinewgame", about: "forget the last game", parse: |_| Some(Ask::NewGame) },
    Row { about: "answered `bye`; ends the program", ..uci::QUIT },
];

/// The game that is meant where no variant is named.
pub(super) const DEFAULT_VARIANT: &str = "xiangqi";

/// The codec; bans hold for one position.
pub struct Ucci {
    settings: Settings,
    banned: Vec<String>,
    /// A draw is offered, or the opponent's offer accepted, with the next move.
    draw: bool,
    /// It has said who it is.
    greeted: bool,
}

impl Ucci {
    pub fn new(session: &mut Session) -> Ucci {
        session.gui.dialect = Dialect::Ucci;
        session.gui.answers_when_asked = true;
        let settings = Settings::new(Tongue::Ucci);
        session.settings.asides = Asides::default();
        Ucci { settings, banned: Vec::new(), draw: false, greeted: false }
    }

    fn set(&mut self, (name, value): (&str, &str), session: &mut Session, output: &mut Output) -> Vec<Command> {
        match name {
            "newgame" => vec![Command::New(None), Command::Watch],
            // Known to the protocol, and of no consequence here.
            "batch" | "debug" | "useegtb" | "egtbpaths" | "evalapi" => Vec::new(),
            "pruning" | "knowledge" | "randomness" | "style" | "promotion" | "idle" => Vec::new(),
            _ => uci::set(&mut self.settings, (name, value), session, output),
        }
    }

    fn go(&mut self, rest: &str, session: &Session) -> Vec<Command> {
        let rest = if self.settings.is_on(Role::Milliseconds) { rest.to_owned() } else { seconds_as_millis(rest) };
        let mut command = go::read(&rest, &Clocks { left: "time", increment: "increment" });
        let banned = std::mem::take(&mut self.banned);
        self.draw = false;
        let offered = split(&rest).0 == "draw";
        if let Command::Think(request) = &mut command {
            request.in_game = true;
            let spelled = session.legal().iter().map(|&mv| session.spell(mv));
            if !banned.is_empty() {
                request.among = spelled.filter(|mv| !banned.contains(mv)).collect();
            }
        }
        offered.then_some(Command::DrawOffered).into_iter().chain([command]).collect()
    }

    /// The move, and what is said with it.
    fn answer(&mut self, session: &Session, moves: (Option<Move>, Option<Move>), output: &mut Output) {
        let draw = if std::mem::take(&mut self.draw) { " draw" } else { "" };
        match uci::answer(session, moves, "nobestmove") {
            line if moves.0.is_none() => output.say(line),
            line => output.say(line + draw),
        }
    }
}

/// Times in seconds, as some GUIs count.
fn seconds_as_millis(rest: &str) -> String {
    let timed = |word: &str| ["time", "increment", "opptime", "oppincrement"].contains(&word);
    let mut words: Vec<String> = rest.split_whitespace().map(str::to_owned).collect();
    for at in 1..words.len() {
        let (before, after) = words.split_at_mut(at);
        if let (Some(name), Some(word)) = (before.last(), after.first_mut())
            && let (true, Ok(seconds)) = (timed(name), word.parse::<i64>())
        {
            *word = seconds.saturating_mul(1000).to_string();
        }
    }
    words.join(" ")
}

impl Codec for Ucci {
    fn read(&mut self, line: &str, session: &mut Session, output: &mut Output) -> Vec<Command> {
        match look_up(ROWS, line) {
            Found::Command(ask) => match ask {
                Ask::Greeting => {
                    uci::greet(&self.settings, session, DEFAULT_VARIANT, output);
                    output.say("ucciok");
                    // Who asks again has chosen another one since, perhaps.
                    let variant = (!std::mem::replace(&mut self.greeted, true)).then(|| DEFAULT_VARIANT.to_owned());
                    return vec![Command::New(variant), Command::Watch, Command::TellFaults];
                }
                Ask::Ready => return vec![Command::Ready],
                Ask::NewGame => return vec![Command::New(None), Command::Watch],
                Ask::Do(command) => {
                    if matches!(command, Command::Quit) {
                        output.say("bye");
                    }
                    let offered = matches!(command, Command::PonderHit) && split(line).1.trim() == "draw";
                    return offered.then_some(Command::DrawOffered).into_iter().chain([command]).collect();
                }
                Ask::Option { name, value } => return self.set((&name, &value), session, output),
                Ask::Position(rest) => {
                    self.banned.clear();
                    return uci::set_up(&rest, ("fen", uci::POSITION.usage), uci::red_as_white, output);
                }
                Ask::Ban(moves) => {
                    let legal: Vec<String> = session.legal().iter().map(|&mv| session.spell(mv)).collect();
                    let (known, unknown): (Vec<_>, Vec<_>) = moves.into_iter().partition(|mv| legal.contains(mv));
                    for mv in unknown {
                        uci::complain(output, &format!("`{mv}` is not a legal move here, so it can't be banned"));
                    }
                    self.banned = known;
                }
                Ask::Go(rest) => {
                    let is_banned = |&mv: &Move| self.banned.contains(&session.spell(mv));
                    if !self.banned.is_empty() && session.legal().iter().all(is_banned) {
                        output.say("nobestmove");
                        return Vec::new();
                    }
                    return self.go(&rest, session);
                }
                Ask::Debug(_)
                | Ask::Show
                | Ask::Evaluate
                | Ask::Load(_)
                | Ask::Check(_)
                | Ask::Cyclone
                | Ask::Bare(_)
                | Ask::Register
                | Ask::Nothing => {}
            },
            other => uci::misunderstood(other, line, output),
        }
        Vec::new()
    }

    fn answers_all(&self) -> bool {
        true
    }

    fn say(&mut self, session: &Session, reply: &Reply, output: &mut Output) {
        match reply {
            Reply::Answer { best, ponder } => self.answer(session, (*best, *ponder), output),
            Reply::OfferDraw | Reply::AcceptDraw => self.draw = true,
            Reply::Resign => output.say("nobestmove"),
            Reply::Thinking(info) => output.say(thinking(session, info)),
            Reply::Recalled(memory, best) => output.say(known(*memory, best.as_deref())),
            Reply::VariantSet => variant::tell(session, output),
            _ => uci::say_rest(session, reply, output),
        }
    }
}

/// A plain number; a mate is far beyond any other.
fn score(score: Evaluation) -> i32 {
    match score {
        Evaluation::Centipawns(score) => score.clamp(-29_000, 29_000),
        Evaluation::Mate(plies) if plies > 0 => 30_000 - plies,
        Evaluation::Mate(plies) => -30_000 - plies,
    }
}

/// `pophash bestmove h2e2 lowerbound 20 depth 9 upperbound 20 depth 9`, each part if it is known.
fn known(memory: Option<Memory>, best: Option<&str>) -> String {
    let best = best.map_or(String::new(), |best| format!(" bestmove {best}"));
    let bounds = memory.map_or(String::new(), |memory| {
        let told = format!("{} depth {}", score(memory.score), memory.depth);
        match memory.bound {
            Bound::Exact => format!(" lowerbound {told} upperbound {told}"),
            Bound::Lower => format!(" lowerbound {told}"),
            Bound::Upper => format!(" upperbound {told}"),
        }
    });
    format!("pophash{best}{bounds}")
}

fn thinking(session: &Session, info: &Info) -> String {
    format!(
        "info time {} nodes {} depth {} score {} pv {}",
        info.time.as_millis(),
        info.nodes,
        info.depth,
        score(info.score),
        session.spell_line(&info.pv).join(" ")
    )
}
