//! The registry of statements: each word of the language with its usage, meaning, example and reader.
//!
//! Help, suggestions, `docs/language.md` and the tests all read these rows, so they cannot disagree.

mod endings;
mod play;
mod setup;
mod telling;

use super::naming;
use super::reader::{Read, Reader};
use super::resolve::Draft;

/// One kind of statement.
pub struct Row {
    /// The word a line begins with.
    pub word: &'static str,
    pub usage: &'static str,
    pub about: &'static str,
    /// What holds where it is not said.
    pub without: &'static str,
    /// A line of a shipped file, if any has one.
    pub example: &'static str,
    pub identity: Identity,
    /// Handed down to variants made `from` this one.
    pub inherited: bool,
    pub(super) stage: Stage,
    pub(super) read: fn(&mut Draft, &mut Reader) -> Read<()>,
}

/// Which statements are about the same thing, so that one replaces the other in a derived variant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Identity {
    /// There is one of these.
    Single,
    /// One for each name after the word.
    Named,
    /// One or more for each name after the word.
    Several,
    /// One for each case: everything up to one of these words.
    Case(&'static [&'static str]),
    /// One or more for each subject: everything up to one of these words.
    Subject(&'static [&'static str]),
    /// One or more for each of the pieces named before one of these words.
    Pieces(&'static [&'static str]),
}

/// Statements are read stage by stage, whatever order they stand in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Stage {
    Names,
    Board,
    Holes,
    Zones,
    Pieces,
    /// Before the drops that speak of it.
    Hand,
    Rules,
    Start,
    /// What speaks of the start.
    Promotion,
}

impl Stage {
    pub const ALL: [Stage; 9] = [
        Stage::Names,
        Stage::Board,
        Stage::Holes,
        Stage::Zones,
        Stage::Pieces,
        Stage::Hand,
        Stage::Rules,
        Stage::Start,
        Stage::Promotion,
    ];
}

/// The row of a word.
pub fn row(word: &str) -> Option<&'static Row> {
    rows().find(|row| row.word == word)
}

/// Words that people try, and the statement they want.
const TRIED: &[(&str, &str)] = &[
    ("castle", "castling"),
    ("castles", "castling"),
    ("size", "board"),
    ("files", "board"),
    ("ranks", "board"),
    ("fen", "start"),
    ("position", "start"),
    ("setup", "start"),
    ("name", "title"),
    ("description", "about"),
    ("alias", "also"),
    ("change", "piece"),
    ("king", "piece"),
    ("pawn", "piece"),
    ("royal", "piece"),
    ("promote", "promotion"),
    ("promotes", "promotion"),
    ("hands", "hand"),
    ("pocket", "hand"),
    ("pockets", "hand"),
    ("drops", "drop"),
    ("mate", "checkmate"),
    ("goal", "reach"),
    ("flag", "reach"),
    ("win", "reach"),
    ("threefold", "repetition"),
    ("fifty", "counter"),
    ("explode", "capture"),
    ("explodes", "capture"),
    ("atomic", "capture"),
    ("burn", "move"),
    ("burns", "move"),
    ("moves", "move"),
    ("convert", "move"),
    ("custodian", "move"),
    ("enclosed", "move"),
    ("enclose", "move"),
    ("forbidden", "illegal"),
    ("immobilize", "illegal"),
    ("immobilizes", "illegal"),
    ("freeze", "illegal"),
    ("freezes", "illegal"),
    ("region", "zone"),
    ("area", "zone"),
    ("hole", "holes"),
    ("walls", "wall"),
    ("armies", "army"),
    ("side", "army"),
];

/// The statement that somebody wants who begins a line with this word.
pub fn meant(word: &str) -> Option<&'static str> {
    TRIED.iter().find(|(tried, _)| *tried == word).map(|(_, meant)| *meant)
}

/// The words that can begin a statement.
pub fn words() -> impl Iterator<Item = &'static str> {
    rows().map(|row| row.word).chain(["remove", "variant"])
}

const OWN: Row = Row {
    word: "",
    usage: "",
    about: "",
    without: "",
    example: "",
    identity: Identity::Single,
    inherited: false,
    stage: Stage::Names,
    read: naming::title,
};

const RULE: Row = Row { inherited: true, stage: Stage::Rules, ..OWN };

/// Every statement, in the order in which [`super::print`] writes them.
const PARTS: [&[Row]; 4] = [setup::ROWS, play::ROWS, endings::ROWS, telling::ROWS];

/// Every statement, one after the other.
pub fn rows() -> impl Iterator<Item = &'static Row> + Clone {
    PARTS.into_iter().flatten()
}
