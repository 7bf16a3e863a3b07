//! Why a rule ended a game at once.

use std::fmt;

/// Words are made of it where people are told; searches only ask whether there is one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    RoyalLost,
    BareRoyal,
    Extinction,
    Reached,
    ReachedByBoth,
    /// So many pieces in line.
    Row(u16),
    /// A square with sides of this length.
    Block(u16),
    FullBoard,
    Connected,
    RoyalsFacing,
    BothPassed,
    Castled,
    CastlingLost,
    /// So many given.
    Checks(u16),
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            Reason::Row(length) => return write!(f, "{length} in a row"),
            Reason::Block(size) => return write!(f, "a square of {size} by {size}"),
            Reason::Checks(count) => return write!(f, "{count} checks given"),
            Reason::RoyalLost => "the royal piece was captured",
            Reason::BareRoyal => "bare royal",
            Reason::Extinction => "extinction",
            Reason::Reached => "goal reached",
            Reason::ReachedByBoth => "goal reached by both players",
            Reason::FullBoard => "the board is full",
            Reason::Connected => "connected",
            Reason::RoyalsFacing => "royals face each other",
            Reason::BothPassed => "both players passed",
            Reason::Castled => "castled",
            Reason::CastlingLost => "the right to castle is lost",
        })
    }
}
