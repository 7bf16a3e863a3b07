//! What can be asked of a session and what it answers, in no protocol's words.

use super::super::timing::Control;
use super::Setting;
use crate::book::Known;
use crate::definition::Side;
use crate::game::Outcome;
use crate::moves::Move;
use crate::rules::topology::Square;
use crate::search::{Aside, Evaluation, Given, Info, Limits, Memory, Proof};
use crate::touch::{Marks, Place};
use std::time::Duration;

/// What is said before the sum of a count that was stopped.
pub const STOPPED: &str = "stopped: not all sequences are counted";

/// What a codec understood.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// A new game of the variant with this name, or of the present one.
    New(Option<String>),
    /// The start position of another variant; who plays whom stays.
    Variant(String),
    SetUp(String),
    /// A position and the moves that lead on from it; for protocols that send everything each time.
    Position {
        fen: Option<String>,
        moves: Vec<String>,
    },
    /// A move of either player.
    Play(String),
    TakeBack(usize),
    /// The engine plays neither side.
    Watch,
    /// The engine plays the side to move, from now on.
    Go,
    /// The engine plays the side that is not to move.
    PlayOther,
    Analyse,
    /// Think once and say the move without playing it.
    Think(Request),
    /// Think on the opponent's time: as if this move had been made, or the one that is expected.
    PonderOn(Option<String>),
    /// The opponent has made this move; think about the answer, going on with what has been pondered on.
    Continue(String, Request),
    /// The move that was thought on has been made.
    PonderHit,
    /// End thinking with a move.
    MoveNow,
    /// The game has ended, says the GUI.
    Ended,
    Hint,
    DrawOffered,
    /// Rest, or go on; no time passes while resting.
    Pause(bool),
    /// Leave a move out of the analysis, or all of them.
    Exclude(Option<String>),
    Include(Option<String>),
    /// The present position has this score, in centipawns for the player to move, wherever analysis meets it.
    GiveScore(Given),
    /// The position of this FEN has this score for the first player, or no longer one.
    ValueOf {
        fen: String,
        score: Option<i32>,
    },
    /// No position has a given score.
    ForgetValues,
    Set(Setting),
    ClearHash,
    /// The GUI throws dice when it is asked to, or doesn't.
    GuiThrows(bool),
    /// What dice show: numbers from 1, each with the number of faces.
    Thrown(Vec<(usize, usize)>),
    /// The GUI deals cards when it is asked to, or doesn't.
    GuiDeals(bool),
    /// Cards of the deck with so many, numbers from 1; negative ones are back in it.
    Dealt {
        size: usize,
        cards: Vec<i64>,
    },
    /// Whoever listens hears what was wrong with the files that were named when the program started.
    TellFaults,
    /// Say what the book knows of the present position.
    ShowBook,
    /// This player is to move; the engine plays the other one if it plays.
    Turn(Side),
    /// What the players have in hand, as letters.
    Hands(String, String),
    Control(Control),
    TimeLeft(Duration),
    MaxDepth(Option<u8>),
    Lift(Place),
    Hover(Square),
    Put(Square),
    /// How far the analysis has come.
    Status,
    /// Answered when no move is being thought about.
    Ping(String),
    /// Answered at once while something is being thought about, else when everything is prepared for that.
    Ready,
    /// Say what is known of a position without thinking about it.
    Recall {
        fen: Option<String>,
        moves: Vec<String>,
    },
    /// Look for a mate by checks alone.
    Prove(Limits),
    /// Count move sequences.
    Perft(u32),
    /// Search some positions to this depth and say how many nodes that took.
    Bench(u8),
    Quit,
}

impl Command {
    /// What is paused is over then: XBoard doesn't say `resume` before it.
    pub fn ends_pause(&self) -> bool {
        matches!(
            self,
            Command::New(_)
                | Command::Variant(_)
                | Command::SetUp(_)
                | Command::Position { .. }
                | Command::Watch
                | Command::Go
                | Command::PlayOther
                | Command::Analyse
                | Command::Think(_)
                | Command::Ended
        )
    }
}

/// What is to be thought about once, and for how long.
#[derive(Clone, Debug, PartialEq)]
pub struct Request {
    pub limits: Limits,
    /// The move is named when it is asked for, not before.
    pub forever: bool,
    pub max_depth: Option<u8>,
    pub max_nodes: Option<u64>,
    /// Only these moves; all if empty.
    pub among: Vec<String>,
    /// The limits don't count before [`Command::PonderHit`].
    pub pondering: bool,
    /// The move is for a game: the engine may give up, offer a draw or claim one.
    pub in_game: bool,
    /// A move from the book will do.
    pub by_book: bool,
    /// A win in so many moves is looked for.
    pub mate: Option<u8>,
}

impl Request {
    /// Until somebody says stop.
    pub fn forever() -> Request {
        Request {
            limits: Limits::Infinite,
            forever: true,
            max_depth: None,
            max_nodes: None,
            among: Vec::new(),
            pondering: false,
            in_game: false,
            by_book: false,
            mate: None,
        }
    }

    /// True if it ends by itself however long it may take.
    pub(super) fn is_bounded(&self) -> bool {
        self.max_depth.is_some() || self.max_nodes.is_some()
    }
}

/// How draw offers are answered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DrawPolicy {
    #[default]
    ByScore,
    Decline,
    Accept,
}

/// What could not be carried out, as the GUI has written it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// To play the variant of this name.
    Variant(String),
    /// To set up this position.
    Position(String),
    /// Anything else.
    Command(String),
}

impl Wanted {
    pub fn text(&self) -> &str {
        let (Wanted::Variant(text) | Wanted::Position(text) | Wanted::Command(text)) = self;
        text
    }
}

/// What a session has to say. The game it is said about is the session's at that moment.
#[derive(Clone, Debug)]
pub enum Reply {
    /// The engine is about to play this move.
    Playing(Move),
    /// The result of [`Command::Think`].
    Answer {
        best: Option<Move>,
        ponder: Option<Move>,
    },
    Thinking(Info),
    /// The variant or its start position is set.
    VariantSet,
    Illegal {
        text: String,
        reason: Option<String>,
    },
    /// A command that cannot be carried out: why, and what.
    Refused {
        why: String,
        what: Wanted,
    },
    /// The game is over by its rules.
    Over(Outcome, Ending),
    OfferDraw,
    /// The opponent's offer is accepted.
    AcceptDraw,
    DeclineDraw,
    /// The move that is named next makes it a draw by a rule that must be claimed.
    ClaimDraw,
    Resign,
    /// As if this move had been made it thinks on.
    Pondering(Move),
    Aside(Aside),
    /// What the book knows of the present position; the engine is about to name or play one of these moves.
    FromBook(Vec<Known>),
    /// What the book knows, for who has asked.
    Book(Vec<Known>),
    /// A die with so many faces is to be thrown.
    Throw(usize),
    /// A card of the deck with so many is to be dealt, the engine's own or the opponent's.
    Deal {
        size: usize,
        own: bool,
    },
    /// These cards belong into that deck again.
    PutBack {
        size: usize,
        own: bool,
        cards: Vec<usize>,
    },
    /// The engine has drawn a lot for its own move.
    Drawn,
    /// Something is wrong in a file, but not so that it can't be used.
    Complaint(String),
    Hint(Move),
    Marks(Marks),
    Status(Progress),
    Pong(String),
    /// What is known of a position, with the best move spelled.
    Recalled(Option<Memory>, Option<String>),
    /// What has come of looking for a mate.
    Proved(Proof),
    /// One root move and its count; then the sum, which isn't all if it was stopped.
    Counted(Move, u64),
    CountedAll {
        total: u64,
        stopped: bool,
    },
    /// What a bench took.
    Benched {
        nodes: u64,
        time: Duration,
    },
}

/// What the end of a game leaves to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// Nobody can move.
    Final,
    /// Moves are left, so that the players must agree that it is over.
    Claim,
}

/// How far a search has come.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Progress {
    pub time: Duration,
    pub nodes: u64,
    pub depth: u8,
    pub moves: usize,
    /// Root moves that are still to be searched in this iteration, and the one that is.
    pub left: usize,
    pub current: Option<Move>,
    pub score: Option<Evaluation>,
}
