//! What a GUI that doesn't know the game asks its referee.

use super::super::console::Output;
use super::super::session::Session;
use crate::book::{Known, shares};

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum What {
    Book,
    StartPosition,
    Moves,
    Result,
    Placement,
    Size,
}

const WORDS: &[(&str, What)] = &[
    ("book", What::Book),
    ("startpos", What::StartPosition),
    ("movelist", What::Moves),
    ("result", What::Result),
    ("pieceplacement", What::Placement),
    ("boardsize", What::Size),
];

impl What {
    pub fn read(word: &str) -> Option<What> {
        WORDS.iter().find(|(known, _)| *known == word.trim()).map(|&(_, what)| what)
    }

    fn word(self) -> &'static str {
        WORDS.iter().find(|(_, what)| *what == self).map_or("", |(word, _)| word)
    }
}

/// Stands for "there is none".
const NULL: &str = "XCI_null";

/// The moves of the book with their results; also said before the engine names one of them.
pub fn book(known: &[Known], session: &Session, output: &mut Output) {
    let moves = known.iter().zip(shares(known)).map(|(Known { mv, tally }, share)| {
        let results = match tally.was_played() {
            true => format!(" wins {} losses {} draws {}", tally.wins, tally.losses, tally.draws),
            false => String::new(),
        };
        format!(" move {} playpercentage {share} count {}{results}", session.spell(*mv), tally.games())
    });
    let moves: String = moves.collect();
    output.say(format!("info book{}", if known.is_empty() { format!(" {NULL}") } else { moves }));
}

pub fn answer(what: What, session: &Session, output: &mut Output) {
    let game = session.game();
    let answer = match what {
        // The session has to look for it first.
        What::Book => return,
        What::StartPosition => session.start_position(),
        What::Moves | What::Result | What::Placement if session.is_unset() => String::new(),
        What::Moves => {
            let moves: Vec<String> = session.legal().iter().map(|&mv| session.spell(mv)).collect();
            moves.join(" ")
        }
        What::Result => game.outcome().map_or("inprogress", |outcome| outcome.score()).to_owned(),
        What::Placement => game.fen().split(' ').next().unwrap_or_default().to_owned(),
        What::Size => {
            let board = session.rules().topology();
            format!("{}x{}", board.files(), board.ranks())
        }
    };
    output.say(format!("info {} {}", what.word(), if answer.is_empty() { NULL } else { &answer }));
    if let (What::Result, Some(outcome), false) = (what, game.outcome(), session.is_unset()) {
        super::explain(output, &outcome.reason);
    }
}
