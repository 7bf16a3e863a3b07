//! What UCI and its relatives understand: one row for each command.

use super::super::registry::Row;
use super::super::session::Command;
use crate::bench;
use std::path::PathBuf;

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
    Debug(bool),
    Show,
    Evaluate,
    /// Add variants from these files.
    Load(Vec<PathBuf>),
    /// Say what is wrong with these files.
    Check(Vec<PathBuf>),
    Register,
    /// Speak UCI-Cyclone from now on.
    Cyclone,
    /// A position without the word: UCI-Cyclone.
    Bare(String),
    Nothing,
}

// Rows that the relatives have, too.
pub(in crate::protocol) const READY: Row<Ask> =
    Row { word: "isready", usage: "isready", about: "answered `readyok`", parse: |_| Some(Ask::Ready) };
pub(in crate::protocol) const OPTION: Row<Ask> = Row {
    word: "setoption",
    usage: "setoption name NAME [value VALUE]",
    about: "set one of the options listed after the greeting",
    parse: |rest| option(rest).map(|(name, value)| Ask::Option { name, value }),
};
pub(in crate::protocol) const POSITION: Row<Ask> = Row {
    word: "position",
    usage: "position startpos|fen FEN [moves M...]",
    about: "set up a position and play moves",
    parse: |rest| Some(Ask::Position(rest.to_owned())),
};
pub(in crate::protocol) const STOP: Row<Ask> =
    Row { word: "stop", usage: "stop", about: "name the move now", parse: |_| Some(Ask::Do(Command::MoveNow)) };
pub(in crate::protocol) const PONDERHIT: Row<Ask> = Row {
    word: "ponderhit",
    usage: "ponderhit",
    about: "the move that is pondered on was made: the limits of `go ponder` count from now on",
    parse: |_| Some(Ask::Do(Command::PonderHit)),
};
pub(in crate::protocol) const DEBUG: Row<Ask> = Row {
    word: "debug",
    usage: "debug on|off",
    about: "say more, as `info string`",
    parse: |rest| match rest {
        "on" => Some(Ask::Debug(true)),
        "off" => Some(Ask::Debug(false)),
        _ => None,
    },
};
pub(in crate::protocol) const REGISTER: Row<Ask> = Row {
    word: "register",
    usage: "register later|name NAME code CODE",
    about: "accepted: this is free software",
    parse: |rest| Some(if matches!(rest, "" | "later") { Ask::Nothing } else { Ask::Register }),
};
pub(in crate::protocol) const QUIT: Row<Ask> =
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
        about: "think and name a move, or count moves; `mate`: find a win in so many moves if there is one, looking at all moves",
        parse: |rest| Some(Ask::Go(rest.to_owned())),
    },
    STOP,
    PONDERHIT,
    DEBUG,
    REGISTER,
    Row { word: "d", usage: "d", about: "show the position", parse: |_| Some(Ask::Show) },
    Row {
        word: "eval",
        usage: "eval",
        about: "show what the position is worth, term by term",
        parse: |_| Some(Ask::Evaluate),
    },
    Row {
        word: "bench",
        usage: "bench [DEPTH]",
        about: "search some positions and say how many nodes that took",
        parse: |rest| match rest {
            "" => Some(Ask::Do(Command::Bench(bench::DEPTH))),
            depth => depth.parse().ok().map(|depth| Ask::Do(Command::Bench(depth))),
        },
    },
    Row {
        word: "load",
        usage: "load FILE...",
        about: "add variants from these files",
        parse: |rest| paths(rest).map(Ask::Load),
    },
    Row {
        word: "check",
        usage: "check FILE...",
        about: "say what is wrong with these files",
        parse: |rest| paths(rest).map(Ask::Check),
    },
    Row {
        word: "ucicyclone",
        usage: "ucicyclone",
        about: "UCI-Cyclone: xiangqi, with ranks from 0; `uci` follows",
        parse: |_| Some(Ask::Cyclone),
    },
    Row {
        word: "startpos",
        usage: "startpos [moves M...]",
        about: "UCI-Cyclone: as `position startpos`",
        parse: |rest| Some(Ask::Bare(format!("startpos {rest}"))),
    },
    Row {
        word: "fen",
        usage: "fen FEN [moves M...]",
        about: "UCI-Cyclone: as `position fen`",
        parse: |rest| Some(Ask::Bare(format!("fen {rest}"))),
    },
    QUIT,
];

/// `name NAME value VALUE`, both of any number of words.
fn option(rest: &str) -> Option<(String, String)> {
    let rest = rest.strip_prefix("name")?.trim_start();
    let begins = |&(at, _): &(usize, &str)| rest[..at].ends_with(char::is_whitespace);
    let (name, value) = match rest.match_indices("value").find(begins) {
        Some((at, word)) => (&rest[..at], &rest[at + word.len()..]),
        None => (rest, ""),
    };
    // Any white space may stand between the words of a name.
    let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
    Some((name, value.trim().to_owned()))
}

/// Names of files, at least one.
fn paths(rest: &str) -> Option<Vec<PathBuf>> {
    let paths: Vec<PathBuf> = rest.split_whitespace().map(PathBuf::from).collect();
    (!paths.is_empty()).then_some(paths)
}
