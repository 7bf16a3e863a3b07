//! What the user or the GUI can set, in no protocol's words, and what it takes to set it.

use super::{Command, DrawPolicy, Listener, Session};
use crate::diagnostic::Source;
use crate::search::{Asides, Pace, Strength};
use std::path::PathBuf;
use std::time::Duration;

/// More threads than this only get in each other's way.
pub const MOST_THREADS: usize = 256;
/// More memory than this, in MB, nobody has.
pub const MOST_MEMORY: usize = 1 << 16;

/// One thing that is set.
#[derive(Clone, Debug, PartialEq)]
pub enum Setting {
    OpponentIsComputer(bool),
    /// Think on the opponent's time, or don't.
    Ponder(bool),
    Pace(Pace),
    /// So many best lines in analysis.
    Lines(usize),
    /// Play no better than this.
    Strength(Option<Strength>),
    /// What a draw is worse than an even position, in 1/100 of a pawn.
    Contempt(i32),
    /// What is to be said beside the lines.
    Asides(Asides),
    /// Give up at this many centipawns behind, or never.
    ResignAt(Option<i32>),
    Draws(DrawPolicy),
    /// What each move costs on the clock besides being thought about.
    Overhead(Duration),
    /// The number of the start position where it is drawn by lot; `None` draws.
    StartNumber(Option<u64>),
    /// Play from the book as long as it knows a move, or don't.
    UseBook(bool),
    /// Take the openings of these books instead of those beside the variants.
    BookFiles(Vec<Source>),
    /// So many megabytes for what is remembered of positions.
    HashSize(usize),
    /// Search with so many threads.
    Threads(usize),
    /// Write what is said into this file, or no longer.
    Log(Option<PathBuf>),
}

/// Nothing else is to be done than to set this.
pub fn set(setting: Setting) -> Vec<Command> {
    vec![Command::Set(setting)]
}

/// What is set, but for what lies with the thinker, the book and the journal.
#[derive(Default)]
pub struct Settings {
    /// Settings that the user has saved are taken.
    pub remembers: bool,
    pub(super) opponent_is_computer: bool,
    /// It thinks on the opponent's time.
    pub(super) ponders: bool,
    pub(super) pace: Pace,
    /// How many best lines an analysis shows besides the first.
    more_lines: usize,
    pub(super) strength: Option<Strength>,
    pub(super) contempt: i32,
    /// What is to be said beside the lines.
    pub asides: Asides,
    /// Gives up when it is that many centipawns behind for some moves.
    pub(super) resign_at: Option<i32>,
    pub(super) draws: DrawPolicy,
    /// What each move costs on the clock besides being thought about.
    pub(super) overhead: Duration,
    /// Which start position is taken where they are drawn by lot.
    pub(super) start_number: Option<u64>,
    /// Plays from the book as long as it knows a move.
    pub by_book: bool,
}

impl Settings {
    /// How many best lines an analysis shows.
    pub(super) fn lines(&self) -> usize {
        1 + self.more_lines
    }
}

impl Session {
    /// Sets something, for what is being thought about, too, if that has no end of its own.
    pub(super) fn set(&mut self, setting: Setting, say: Listener) {
        match setting {
            Setting::OpponentIsComputer(is) => self.settings.opponent_is_computer = is,
            Setting::Ponder(on) => self.use_opponents_time(on, say),
            Setting::Pace(pace) => self.settings.pace = pace,
            Setting::Lines(lines) => {
                self.settings.more_lines = lines.saturating_sub(1);
                self.analyse_anew(say);
            }
            Setting::Strength(strength) => {
                if self.settings.strength != strength {
                    self.settings.strength = strength;
                    // Values with other errors in them are in the table.
                    self.thinker.clear();
                }
            }
            Setting::Contempt(contempt) => {
                if self.settings.contempt != contempt {
                    self.settings.contempt = contempt;
                    // Draws in the table are worth something else.
                    self.thinker.clear();
                }
            }
            Setting::Asides(asides) => self.settings.asides = asides,
            Setting::ResignAt(score) => self.settings.resign_at = score,
            Setting::Draws(policy) => self.settings.draws = policy,
            Setting::Overhead(overhead) => self.settings.overhead = overhead,
            Setting::StartNumber(number) => self.settings.start_number = number,
            Setting::UseBook(on) => self.use_book(on, say),
            Setting::BookFiles(files) => self.take_books(files, say),
            Setting::HashSize(megabytes) => {
                self.thinker.resize(megabytes.clamp(1, MOST_MEMORY));
                self.think_anew(say);
            }
            Setting::Threads(threads) => {
                self.thinker.set_threads(threads.clamp(1, MOST_THREADS));
                self.think_anew(say);
            }
            Setting::Log(file) => self.keep_journal(file, say),
        }
    }
}
