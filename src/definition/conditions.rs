//! What ends a game, and for whom, as data. `endings` and `counting` read it, `game` asks it.

use super::{Kind, PerSide, Side, Zone};

/// One way for the game to end: a condition with its result.
#[derive(Clone, Debug, PartialEq)]
pub struct Ending {
    pub condition: Condition,
    pub result: Verdict,
}

/// Who wins, seen by a player that the condition names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    Win,
    Loss,
    Draw,
}

/// How many of something each player needs; without a number it can't be had.
pub type Numbers = PerSide<Option<u16>>;

/// When a game ends. "The subject" is the player the verdict speaks of.
#[derive(Clone, Debug, PartialEq)]
pub enum Condition {
    /// The subject is to move, in check, without a legal move.
    Checkmate,
    /// The subject is to move, not in check, without a legal move.
    Stalemate,
    /// Checkmate by these pieces and no others; asked before [`Condition::Checkmate`].
    CheckmateBy(Vec<Kind>),
    /// Checkmate where none of the checks that followed one another until then came from one of these; asked before
    /// [`Condition::Checkmate`].
    CheckmateWithout(Vec<Kind>),
    /// Stalemate of some only; asked before [`Condition::Stalemate`].
    StalemateOf(Stuck),
    /// The subject is to move, not in check, and every legal move promotes.
    OnlyPromotions,
    /// The subject has nothing but royals while the opponent has more. `may_bare_back`: not
    /// if it can bare the opponent with its next move, which makes it a draw.
    Bare { may_bare_back: bool },
    /// The same position for the n-th time. Verdict for the player to move unless a cause decides. `made`: only
    /// positions count that came from a move.
    Repetition { times: u8, made: bool, causes: Vec<RepetitionCause> },
    /// Royals of both sides see each other along an open file, as they did before the last move.
    Bikjang,
    /// Both players have passed, one after the other.
    BothPassed,
    /// So many plies without a capture or a move of a piece that resets the counter.
    MoveCount { plies: u32 },
    /// The subject has lost all royals, or pieces of all/any of these kinds are down to `count`.
    /// Only if the opponent has at least `against` of them. Where only one `player` is asked, the other may have none.
    Extinct { kinds: Vec<Kind>, any: bool, player: Option<Side>, count: u16, against: u16 },
    /// So many pieces of these kinds (of the royals if empty) of the subject stand in the zone. `or_full`: one is enough
    /// if no square of it is empty.
    Reach { kinds: Vec<Kind>, zone: Zone, number: u16, or_full: bool, arrival: Arrival },
    /// So many pieces of these kinds of the subject stand in a row along one of these lines, without a gap or with any.
    Row { kinds: Vec<Kind>, length: Numbers, lines: Lines, gaps: Gaps },
    /// A square of so many by so many such pieces of the subject.
    Block { kinds: Vec<Kind>, size: Numbers },
    /// Such pieces of the subject, each next to another along one of these lines, lead from one zone to the other.
    Chain { kinds: Vec<Kind>, ends: [Zone; 2], lines: Lines },
    /// No square is empty.
    FullBoard,
    /// The subject has given so many checks.
    Checks { count: Numbers },
    /// The subject has just castled.
    Castled(Wing),
    /// The subject may not castle any more.
    CastlingLost(Wing),
    /// Neither side can ever mate with what it has.
    InsufficientMaterial,
    /// The subject, to move and not in check, has its royal and enough pieces in the zone.
    Impasse(Impasse),
    /// A count against the player who has more is through: it had this long to mate. The first of these that fits
    /// the material is the one that runs.
    Counting(CountRule),
}

/// What a player needs who has entered the enemy's camp for good.
#[derive(Clone, Debug, PartialEq)]
pub struct Impasse {
    pub zone: Zone,
    /// Pieces in the zone besides the royal.
    pub men: u16,
    /// What these and the hand must count for.
    pub points: PerSide<u16>,
    /// What pieces count for; others count 1.
    pub values: Vec<(Kind, u16)>,
}

/// Castlings: of one player or both, to one side or both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wing {
    pub player: Option<Side>,
    /// `Some(true)`: with a partner on the right, as the first player sees it.
    pub right: Option<bool>,
}

/// What may stand between pieces in a row, and before and behind them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gaps {
    /// Nothing between them; more of them before or behind.
    None,
    /// Nothing between them, and no more of them.
    Exact,
    Allowed,
}

/// Directions in which pieces are in line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lines {
    pub files: bool,
    pub ranks: bool,
    /// Diagonals that rise to the right, as the first player sees them.
    pub rising: bool,
    pub falling: bool,
}

impl Lines {
    pub const ALL: Lines = Lines { files: true, ranks: true, rising: true, falling: true };
    pub const NONE: Lines = Lines { files: false, ranks: false, rising: false, falling: false };

    /// Those that are meant, as words.
    pub fn words(self) -> impl Iterator<Item = &'static str> {
        let words = [
            (self.files, "files"),
            (self.ranks, "ranks"),
            (self.rising && self.falling, "diagonals"),
            (self.rising && !self.falling, "rising diagonals"),
            (self.falling && !self.rising, "falling diagonals"),
        ];
        words.into_iter().filter_map(|(meant, word)| meant.then_some(word))
    }

    /// Those that are meant, each as a word for one of its kind.
    pub fn singular(self) -> Vec<String> {
        self.words().map(|line| line.trim_end_matches('s').to_owned()).collect()
    }

    /// A step along each line, in one of its two senses.
    pub fn steps(self) -> impl Iterator<Item = (i32, i32)> {
        let steps = [(self.files, 0, 1), (self.ranks, 1, 0), (self.rising, 1, 1), (self.falling, 1, -1)];
        steps.into_iter().filter_map(|(meant, dx, dy)| meant.then_some((dx, dy)))
    }
}

/// When a goal that has been reached counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arrival {
    AtOnce,
    /// When the player is to move again and still there.
    Held,
    /// Once no enemy attacks what is there. Both players there is a draw.
    Unattacked,
    /// At once for the second player; the first player's only if the second can't get there with its next move,
    /// which would be a draw.
    SecondAnswers,
}

/// Who is stalemated: who has so many pieces on the board compared with the opponent, or one player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stuck {
    Fewer,
    AsMany,
    More,
    Player(Side),
}

/// How long a player with little left has to be mated.
#[derive(Clone, Debug, PartialEq)]
pub struct CountRule {
    /// Who may count.
    pub whom: Counter,
    /// The opponent has at least so many of these.
    pub against: Option<(u16, Kind)>,
    /// Nobody has any of these on the board.
    pub without: Vec<Kind>,
    /// The count begins with the number of all pieces on the board rather than with 0.
    pub from_pieces: bool,
    /// The last number that may be counted, in plies.
    pub plies: u16,
}

/// The player who counts, by what it has left on the board. The opponent always has more than royals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counter {
    /// Nothing but royals.
    Bare,
    /// So many pieces, royals included.
    Pieces {
        least: u16,
        most: u16,
    },
    Anyone,
}

/// What happened throughout the repeated stretch of moves, and the verdict for the player who did it.
#[derive(Clone, Debug, PartialEq)]
pub struct RepetitionCause {
    pub cause: Cause,
    pub result: Verdict,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    PerpetualCheck,
    PerpetualChase,
    /// The player who moved first in the game.
    FirstPlayer,
}

/// Which endings are asked before which, whatever the order of the file.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Turn {
    /// They end the game whether there are moves or not.
    AtOnce,
    /// A player has no move.
    NoMoves,
    /// There might be moves, but the game goes on no longer.
    Late,
}

impl Condition {
    pub fn turn(&self) -> Turn {
        match self {
            Condition::Bare { .. } | Condition::Extinct { .. } | Condition::Reach { .. } => Turn::AtOnce,
            Condition::Row { .. } | Condition::Block { .. } | Condition::Chain { .. } | Condition::FullBoard => {
                Turn::AtOnce
            }
            Condition::Checks { .. } | Condition::Castled(_) | Condition::CastlingLost(_) => Turn::AtOnce,
            Condition::Bikjang | Condition::BothPassed => Turn::AtOnce,
            Condition::Checkmate | Condition::CheckmateBy(_) | Condition::CheckmateWithout(_) => Turn::NoMoves,
            Condition::Stalemate | Condition::StalemateOf(_) => Turn::NoMoves,
            Condition::Repetition { .. }
            | Condition::MoveCount { .. }
            | Condition::Counting(_)
            | Condition::Impasse(_)
            | Condition::OnlyPromotions
            | Condition::InsufficientMaterial => Turn::Late,
        }
    }

    /// It may end the game after any move without a look at the moves that follow.
    pub fn is_asked_in_search(&self) -> bool {
        self.turn() == Turn::Late && *self != Condition::OnlyPromotions
    }

    /// It ends the game whether there are moves or not.
    pub fn ends_at_once(&self) -> bool {
        self.turn() == Turn::AtOnce
    }
}
