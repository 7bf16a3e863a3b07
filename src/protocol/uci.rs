//! UCI: the protocol of most chess programs, with the variant as an option; and its dialect for xiangqi, UCI-Cyclone.
//!
//! A thin layer: words into commands, replies into words. Unknown words are skipped, as the protocol wants. Beyond the
//! protocol it understands what GUIs for variants know of Fairy-Stockfish. UCI-Cyclone is UCI with xiangqi as the game that is
//! meant, ranks from 0, and positions without the word `position`.

pub(super) mod go;
mod rows;
pub(super) mod show;
pub(super) mod variant;

pub use rows::{Ask, ROWS};
pub(super) use rows::{DEBUG, OPTION, PONDERHIT, POSITION, QUIT, READY, REGISTER, STOP};

use super::armies;
use super::console::{Codec, Output};
use super::options::{Effect, Settings, Tongue, load};
use super::registry::{Found, look_up, split};
use super::session::{Command, Reply, STOPPED, Session, Wanted};
use super::ucci;
use crate::moves::Move;
use crate::notation::Dialect;
use crate::search::{Aside, Bound, Evaluation, Info, Statistics};
use std::path::PathBuf;

/// The codec; it only remembers what cannot be asked of the session.
pub struct Uci {
    settings: Settings,
    debug: bool,
    /// The variant whose armies were announced last.
    told_armies: Option<String>,
    cyclone: Cyclone,
}

/// Whether a position without the word `position` says that UCI-Cyclone is spoken.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Cyclone {
    Unclear,
    /// One has come.
    Guessed,
    /// Something that only UCI has came before.
    No,
}

impl Uci {
    pub fn new(session: &mut Session) -> Uci {
        session.gui.dialect = Dialect::Uci;
        session.gui.answers_when_asked = true;
        let settings = Settings::new(Tongue::Uci);
        session.settings.asides = settings.asides();
        Uci { settings, debug: false, told_armies: None, cyclone: Cyclone::Unclear }
    }
}

/// Who we are and what can be set.
pub(super) fn greet(settings: &Settings, session: &Session, variant: &str, output: &mut Output) {
    output.say(concat!("id name Griffon ", env!("CARGO_PKG_VERSION")));
    output.say("id author the Griffon developers");
    settings.announce(session.library(), variant).into_iter().for_each(|line| output.say(line));
}

/// Sets an option, and says what is wrong with it.
pub(super) fn set(
    settings: &mut Settings,
    (name, value): (&str, &str),
    session: &mut Session,
    output: &mut Output,
) -> Vec<Command> {
    match settings.set(name, value, session) {
        Ok(Effect::Do(commands)) => return commands,
        Ok(Effect::Load(paths)) => add(settings, std::env::split_paths(&paths).collect(), session, output),
        Err(why) => complain(output, &why),
    }
    Vec::new()
}

pub(super) fn complain(output: &mut Output, words: &str) {
    output.say(format!("info string {words}"));
}

/// Adds variants from files, and lists them again.
fn add(settings: &Settings, paths: Vec<PathBuf>, session: &mut Session, output: &mut Output) {
    load(paths.into_iter(), session).iter().for_each(|complaint| complain(output, complaint));
    let current = &session.definition().names.uci;
    settings.announce_variants(session.library(), current).into_iter().for_each(|line| output.say(line));
}

/// `startpos|fen FEN [moves …]`, where another word may stand for `fen` and what follows it be another notation.
pub(super) fn position(rest: &str, word: &str, to_fen: impl Fn(&str) -> String) -> Option<Command> {
    let mut words = rest.split_whitespace();
    let setup: Vec<&str> = words.by_ref().take_while(|&word| word != "moves").collect();
    let setup = setup.join(" ");
    let fen = match split(&setup) {
        // What stands between means nothing to anybody.
        ("startpos", _) => None,
        (found, text) if found == word && !text.is_empty() => Some(to_fen(text)),
        _ => return None,
    };
    Some(Command::Position { fen, moves: words.map(str::to_owned).collect() })
}

/// Sets up a position, or says what would be right.
pub(super) fn set_up(
    rest: &str,
    (word, usage): (&str, &str),
    to_fen: impl Fn(&str) -> String,
    output: &mut Output,
) -> Vec<Command> {
    let command = position(rest, word, to_fen);
    let mut setup = rest.split_whitespace().take_while(|&word| word != "moves");
    let skipped: Vec<&str> = if setup.next() == Some("startpos") { setup.collect() } else { Vec::new() };
    if command.is_none() {
        complain(output, &format!("expected `{usage}`"));
    } else if !skipped.is_empty() {
        complain(output, &format!("skipped `{}`: moves follow the word `moves`", skipped.join(" ")));
    }
    command.into_iter().collect()
}

impl Codec for Uci {
    fn read(&mut self, line: &str, session: &mut Session, output: &mut Output) -> Vec<Command> {
        // Words that mean nothing are skipped until one is known.
        let mut rest = line.trim();
        loop {
            match look_up(ROWS, rest) {
                // After a word that was skipped, a position is none of UCI-Cyclone.
                Found::Command(Ask::Bare(_)) if rest != line.trim() => return Vec::new(),
                Found::Command(ask) => return self.obey(ask, session, output),
                Found::Unknown { .. } if !split(rest).1.is_empty() => {
                    if self.debug {
                        complain(output, &format!("skipped `{}`", split(rest).0));
                    }
                    rest = split(rest).1;
                }
                other => {
                    misunderstood(other, rest, output);
                    return Vec::new();
                }
            }
        }
    }

    fn answers_all(&self) -> bool {
        true
    }

    fn say(&mut self, session: &Session, reply: &Reply, output: &mut Output) {
        match reply {
            Reply::Answer { best, ponder } => {
                if best.is_none() {
                    let winner = session.game().outcome().and_then(|outcome| outcome.winner);
                    let score = match winner.map(|side| side == session.side_to_move()) {
                        None => "cp 0",
                        Some(false) => "mate 0",
                        Some(true) => WON,
                    };
                    output.say(format!("info depth 0 score {score}"));
                }
                output.say(answer(session, (*best, *ponder), "bestmove (none)"));
            }
            Reply::Thinking(info) => output.say(thinking(session, info)),
            Reply::VariantSet => {
                variant::tell(session, output);
                let armies = armies::of(session).map(|armies| armies.variant);
                if armies != self.told_armies {
                    let lines = self.settings.announce_armies(session.library(), &session.definition().names.name);
                    lines.into_iter().filter(|_| armies.is_some()).for_each(|line| output.say(line));
                    self.told_armies = armies;
                }
            }
            _ => say_rest(session, reply, output),
        }
    }
}

/// What a game is worth to a player who has won it and is to move, as in antichess: `mate 0` says that it is lost.
const WON: &str = "cp 30000";

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

/// Why something is not carried out, and what, if that isn't part of the reason already.
pub(super) fn refusal(why: &str, what: &Wanted) -> String {
    if why.contains(what.text()) { why.to_owned() } else { format!("{why}: {}", what.text()) }
}

/// Words for what the relatives of UCI say alike.
pub(super) fn say_rest(session: &Session, reply: &Reply, output: &mut Output) {
    match reply {
        Reply::Illegal { text, reason } => {
            let reason = reason.as_ref().map_or(String::new(), |reason| format!(": {reason}"));
            complain(output, &format!("illegal move `{text}`{reason}; the moves after it are ignored"));
        }
        Reply::Refused { why, what } => complain(output, &refusal(why, what)),
        Reply::Pong(_) => output.say("readyok"),
        Reply::Counted(mv, count) => output.say(format!("{}: {count}", session.spell(*mv))),
        Reply::CountedAll { total, stopped } => {
            if *stopped {
                complain(output, STOPPED);
            }
            output.say("");
            output.say(format!("Nodes searched: {total}"));
        }
        Reply::Aside(aside) => say_aside(session, aside, output),
        Reply::Complaint(words) => complain(output, words),
        Reply::FromBook(known) => {
            complain(output, &format!("book: {}", session.spell_book(known)));
        }
        Reply::Benched { nodes, time } => {
            let millis = time.as_millis().max(1);
            output.say(format!("Total time (ms) : {millis}"));
            output.say(format!("Nodes searched  : {nodes}"));
            output.say(format!("Nodes/second    : {}", u128::from(*nodes) * 1000 / millis));
        }
        // There are no words for these.
        Reply::Answer { .. }
        | Reply::Thinking(_)
        | Reply::Playing(_)
        | Reply::VariantSet
        | Reply::Over(..)
        | Reply::OfferDraw
        | Reply::AcceptDraw
        | Reply::DeclineDraw
        | Reply::ClaimDraw
        | Reply::Pondering(_)
        | Reply::Resign
        | Reply::Book(_)
        | Reply::Throw(_)
        | Reply::Deal { .. }
        | Reply::PutBack { .. }
        | Reply::Drawn
        | Reply::Proved(_)
        | Reply::Recalled(..)
        | Reply::Hint(_)
        | Reply::Marks(_)
        | Reply::Status(_) => {}
    }
}

/// What is said beside the lines.
pub(super) fn say_aside(session: &Session, aside: &Aside, output: &mut Output) {
    match aside {
        Aside::AtRoot(root) => {
            let Some(mv) = root.current else { return };
            let (depth, number) = (root.depth, root.number);
            output.say(format!("info depth {depth} currmove {} currmovenumber {number}", session.spell(mv)));
        }
        Aside::Lines(lines) => {
            for (thread, line) in lines.iter().enumerate() {
                let line = session.spell_line(line).join(" ");
                let thread = if lines.len() > 1 { format!("{} ", thread + 1) } else { String::new() };
                output.say(format!("info currline {thread}{line}"));
            }
        }
        Aside::Statistics(Statistics { nodes, time, hash_full }) => {
            let millis = time.as_millis();
            let speed = u128::from(*nodes) * 1000 / millis.max(1);
            output.say(format!("info nodes {nodes} nps {speed} hashfull {hash_full} time {millis}"));
        }
        Aside::Refuted(line) => output.say(format!("info refutation {}", session.spell_line(line).join(" "))),
    }
}

impl Uci {
    fn obey(&mut self, ask: Ask, session: &mut Session, output: &mut Output) -> Vec<Command> {
        match ask {
            Ask::Greeting => {
                if self.cyclone == Cyclone::Guessed {
                    (session.gui.dialect, self.cyclone) = (Dialect::Uci, Cyclone::No);
                }
                greet(&self.settings, session, &session.definition().names.uci, output);
                output.say("uciok");
                return vec![Command::TellFaults];
            }
            Ask::Ready => return vec![Command::Ready],
            // In UCI the engine never plays by itself.
            Ask::NewGame => return vec![Command::New(None), Command::Watch],
            Ask::Do(command) => return vec![command],
            Ask::Option { name, value } => {
                if name.eq_ignore_ascii_case("UCI_Variant") {
                    self.is_uci();
                }
                return set(&mut self.settings, (&name, &value), session, output);
            }
            Ask::Position(rest) => {
                self.is_uci();
                return set_up(&rest, ("fen", POSITION.usage), red_as_white, output);
            }
            Ask::Bare(rest) => {
                let position = set_up(&rest, ("fen", POSITION.usage), red_as_white, output);
                if self.cyclone == Cyclone::Unclear && session.gui.dialect == Dialect::Uci && may_be_xiangqi(&rest) {
                    self.cyclone = Cyclone::Guessed;
                    return cyclone(session).into_iter().chain(position).collect();
                }
                return position;
            }
            Ask::Go(rest) => {
                let command = go::read(&rest, &go::Clocks::of_chess(session.side_to_move()));
                if self.debug {
                    complain(output, &format!("position {}", session.game().fen()));
                    complain(output, &format!("understood {command:?}"));
                }
                return vec![command];
            }
            Ask::Debug(on) => self.debug = on,
            Ask::Show => show::position(session, output),
            Ask::Evaluate => show::evaluation(session, output),
            Ask::Load(paths) => add(&self.settings, paths, session, output),
            Ask::Check(paths) => show::check(session, &paths, output),
            Ask::Cyclone => return cyclone(session),
            Ask::Register => register(output),
            Ask::Ban(_) | Ask::Nothing => {}
        }
        Vec::new()
    }

    /// Who says this speaks UCI, unless UCI-Cyclone is spoken already.
    fn is_uci(&mut self) {
        if self.cyclone == Cyclone::Unclear {
            self.cyclone = Cyclone::No;
        }
    }
}

/// True for the start, or a position on ten ranks.
fn may_be_xiangqi(rest: &str) -> bool {
    let mut words = rest.split_whitespace();
    match words.next() {
        Some("fen") => words.next().is_some_and(|board| board.split('/').count() == 10),
        first => first == Some("startpos"),
    }
}

/// Free software needs no code.
pub(super) fn register(output: &mut Output) {
    output.say("registration checking");
    output.say("registration ok");
}

/// Xiangqi with ranks from 0.
fn cyclone(session: &mut Session) -> Vec<Command> {
    session.gui.dialect = Dialect::Ucci;
    vec![Command::New(Some(ucci::DEFAULT_VARIANT.to_owned())), Command::Watch]
}

/// A FEN whose first player is called red.
pub(super) fn red_as_white(fen: &str) -> String {
    let mut words: Vec<&str> = fen.split_whitespace().collect();
    if let Some(side) = words.get_mut(1).filter(|side| **side == "r") {
        *side = "w";
    }
    words.join(" ")
}

fn thinking(session: &Session, info: &Info) -> String {
    thinking_with(session, info, score_in_moves)
}

/// Mates are counted in moves; one against the side to move is negative, also where that side has the last move.
pub(super) fn score_in_moves(score: Evaluation) -> String {
    match score {
        Evaluation::Centipawns(score) => format!("cp {score}"),
        Evaluation::Mate(plies) if plies > 0 => format!("mate {}", (plies + 1) / 2),
        Evaluation::Mate(plies) => format!("mate {}", (plies - 1) / 2),
    }
}

/// What is thought, with the score in words of this kind.
pub(super) fn thinking_with(session: &Session, info: &Info, score: fn(Evaluation) -> String) -> String {
    let score = score(info.score);
    format!(
        "info depth {} seldepth {} multipv {} score {score}{} nodes {} nps {} hashfull {} tbhits 0 time {} pv {}",
        info.depth,
        info.selective_depth,
        info.line,
        bound(info.bound),
        info.nodes,
        info.speed(),
        info.hash_full,
        info.time.as_millis(),
        session.spell_line(&info.pv).join(" ")
    )
}

/// What is said after a score.
pub(super) fn bound(bound: Bound) -> &'static str {
    match bound {
        Bound::Exact => "",
        Bound::Lower => " lowerbound",
        Bound::Upper => " upperbound",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mate_has_a_sign_whoever_moves_last() {
        let told = [3, 2, 1, 0, -1, -2, -3].map(|plies| score_in_moves(Evaluation::Mate(plies)));
        assert_eq!(told, ["mate 2", "mate 1", "mate 1", "mate 0", "mate -1", "mate -1", "mate -2"]);
    }
}
