//! What a GUI that doesn't know the game asks its referee.

use super::super::console::Output;
use super::super::session::Session;

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

pub fn answer(what: What, session: &Session, output: &mut Output) {
    let game = session.game();
    let answer = match what {
        // There is no book.
        What::Book => String::new(),
        What::StartPosition => session.start_position(),
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
    if let (What::Result, Some(outcome)) = (what, game.outcome()) {
        super::explain(output, &outcome.reason.to_string());
    }
}
