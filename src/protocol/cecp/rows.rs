//! The commands of CECP, one row each.

use super::super::registry::{Row, split};
use super::super::session::{Command, Setting};
use super::super::timing::{Control, GameTime};
use crate::definition::Side;
use crate::search::{Given, Pace};
use std::time::Duration;

/// What a line asks for.
pub enum Ask {
    Do(Command),
    Protover,
    Accepted(String),
    Rejected(String),
    SetUp(String),
    /// What follows sets up a position, up to a full stop.
    Edit,
    New,
    Post(bool),
    Lift(String),
    Hover(String),
    Put(String),
    Option(String),
    /// Understood, and nothing follows from it.
    Nothing,
}

type Parsed = Option<Ask>;

fn nothing(_: &str) -> Parsed {
    Some(Ask::Nothing)
}

fn number<T: std::str::FromStr>(rest: &str) -> Option<T> {
    split(rest).0.parse().ok()
}

fn nonempty(rest: &str) -> Option<String> {
    (!rest.trim().is_empty()).then(|| rest.trim().to_owned())
}

fn sets(setting: Setting) -> Parsed {
    does(Command::Set(setting))
}

fn does(command: Command) -> Parsed {
    Some(Ask::Do(command))
}

/// `35`, or `35 12` for searches of up to 12 plies from there.
fn given(rest: &str) -> Parsed {
    let (score, depth) = split(rest);
    let depth = if depth.is_empty() { i32::MAX } else { number::<i32>(depth)?.max(0) };
    does(Command::GiveScore(Given { score: number::<i32>(score)?.clamp(-29_000, 29_000), depth }))
}

/// `[PPN] [Q]`, and perhaps what came last.
fn holding(rest: &str) -> Parsed {
    let (first, rest) = rest.trim().strip_prefix('[')?.split_once(']')?;
    let (second, _) = rest.trim().strip_prefix('[')?.split_once(']')?;
    does(Command::Hands(first.trim().to_owned(), second.trim().to_owned()))
}

/// `3/6 1/6`
fn pips(rest: &str) -> Parsed {
    let die = |word: &str| {
        let (number, most) = word.split_once('/')?;
        Some((number.parse().ok()?, most.parse().ok()?))
    };
    let dice: Option<Vec<(usize, usize)>> = rest.split_whitespace().map(die).collect();
    does(Command::Thrown(dice.filter(|dice| !dice.is_empty())?))
}

/// `16 3 5`; a negative size is the opponent's deck, a negative card is in its deck again.
fn cards(rest: &str) -> Parsed {
    let numbers: Option<Vec<i64>> = rest.split_whitespace().map(|word| word.parse().ok()).collect();
    let numbers = numbers?;
    let (size, cards) = numbers.split_first()?;
    if cards.is_empty() {
        return None;
    }
    does(Command::Dealt { size: usize::try_from(size.unsigned_abs()).ok()?, cards: cards.to_vec() })
}

/// A move, or `None` for `all`.
fn one_or_all(rest: &str) -> Option<Option<String>> {
    let text = nonempty(rest)?;
    Some((text != "all").then_some(text))
}

/// `MPS MIN[:SEC] INC`, as often as there are sessions; fractions are understood everywhere. A negative increment is its
/// amount, of which no more is awarded than the move has taken.
fn level(rest: &str) -> Parsed {
    let words: Vec<&str> = rest.split_whitespace().collect();
    let (first, more) = (words.get(..words.len().min(3))?, words.get(3..).unwrap_or_default());
    if more.len() % 3 != 0 {
        return None;
    }
    let sessions: Option<Vec<GameTime>> = std::iter::once(first).chain(more.chunks(3)).map(session).collect();
    does(Command::Control(Control::Game(sessions?)))
}

fn session(words: &[&str]) -> Option<GameTime> {
    let moves: u32 = words.first()?.parse().ok()?;
    let base = words.get(1)?;
    let (minutes, seconds) = base.split_once(':').unwrap_or((base, "0"));
    let base = leading(minutes)? * 60.0 + leading(seconds)?;
    let increment = words.get(2).map_or(Some(0.0), |word| word.parse::<f64>().ok())?;
    Some(GameTime {
        moves: (moves > 0).then_some(moves),
        base: seconds_of(base)?,
        increment: seconds_of(increment.abs())?,
        at_most_used: increment < 0.0,
    })
}

/// The number that a word begins with: of `25+5` the minutes that count now.
fn leading(word: &str) -> Option<f64> {
    let end = word.find(|letter: char| !letter.is_ascii_digit() && letter != '.').unwrap_or(word.len());
    word.get(..end)?.parse().ok()
}

/// A sensible number of seconds as a duration.
fn seconds_of(seconds: f64) -> Option<Duration> {
    (seconds.is_finite() && (0.0..=1e9).contains(&seconds)).then(|| Duration::from_secs_f64(seconds))
}

fn per_move(rest: &str) -> Parsed {
    does(Command::Control(Control::PerMove(seconds_of(number(rest)?)?)))
}

fn centiseconds(rest: &str) -> Option<Duration> {
    // XBoard never sends less than 1; other programs may, when the flag has fallen.
    Some(Duration::from_millis(number::<i64>(rest)?.clamp(0, 1 << 40) as u64 * 10))
}

macro_rules! row {
    ($word:literal, $usage:literal, $about:literal, $parse:expr) => {
        Row { word: $word, usage: $usage, about: $about, parse: $parse }
    };
}

pub const ROWS: &[Row<Ask>] = &[
    // Some programs send no `new` behind it.
    row!("xboard", "xboard", "speak this protocol; as after `new`, the engine plays Black", |_| Some(Ask::Do(
        Command::PlayOther
    ))),
    row!("protover", "protover N", "answered with the features of this engine", |_| Some(Ask::Protover)),
    row!("accepted", "accepted FEATURE", "the other side knows the feature", |rest| Some(Ask::Accepted(
        rest.to_owned()
    ))),
    row!("rejected", "rejected FEATURE", "the other side doesn't know it", |rest| Some(Ask::Rejected(rest.to_owned()))),
    row!("new", "new", "a new game of chess; the engine plays Black", |_| Some(Ask::New)),
    row!("variant", "variant NAME", "play this variant", |rest| does(Command::Variant(nonempty(rest)?))),
    row!("setboard", "setboard FEN", "set up a position", |rest| Some(Ask::SetUp(nonempty(rest)?))),
    row!("usermove", "usermove MOVE", "play a move, `e2e4` or `Nf3`; the word may be left out", |rest| {
        does(Command::Play(nonempty(rest)?))
    }),
    row!("force", "force", "the engine plays neither side", |_| does(Command::Watch)),
    row!("go", "go", "the engine plays the side to move", |_| does(Command::Go)),
    row!("playother", "playother", "the engine plays the side not to move", |_| does(Command::PlayOther)),
    row!("white", "white", "White is to move, the engine plays Black", |_| does(Command::Turn(Side::First))),
    row!("black", "black", "Black is to move, the engine plays White", |_| does(Command::Turn(Side::Second))),
    row!("edit", "edit", "set up a position by lines such as `Pa4`, up to a full stop", |_| Some(Ask::Edit)),
    row!("level", "level MOVES MIN[:SEC] INC", "time for so many moves (0: all), and per move", level),
    row!("st", "st SECONDS", "time for each move", per_move),
    row!("sd", "sd DEPTH", "search no deeper than this", |rest| {
        does(Command::MaxDepth(Some(number::<u128>(rest)?.clamp(1, 250) as u8)))
    }),
    row!(
        "time",
        "time CENTISECONDS",
        "left on the engine's clock. If it is less than expected, messages are being delayed, and the engine keeps a larger reserve",
        |rest| does(Command::TimeLeft(centiseconds(rest)?))
    ),
    row!("otim", "otim CENTISECONDS", "left on the opponent's clock", |rest| {
        centiseconds(rest).map(|_| Ask::Nothing)
    }),
    row!("ping", "ping N", "answered `pong N` when all before it is done", |rest| {
        // The number comes back as it was, whatever it is.
        does(Command::Ping(nonempty(rest)?))
    }),
    row!("undo", "undo", "take back one move", |_| does(Command::TakeBack(1))),
    row!("remove", "remove", "take back two moves", |_| does(Command::TakeBack(2))),
    row!("?", "?", "move now", |_| does(Command::MoveNow)),
    row!("post", "post", "show what the engine thinks", |_| Some(Ask::Post(true))),
    row!("nopost", "nopost", "don't show it", |_| Some(Ask::Post(false))),
    row!("hint", "hint", "name a good move", |_| does(Command::Hint)),
    row!("draw", "draw", "the opponent offers a draw", |_| does(Command::DrawOffered)),
    row!("result", "result RESULT {WHY}", "the game has ended", |_| does(Command::Ended)),
    row!("analyze", "analyze", "think about every position that comes up", |_| does(Command::Analyse)),
    row!("exit", "exit", "end analysis", |_| does(Command::Watch)),
    row!(".", ".", "how far has the analysis come", |_| does(Command::Status)),
    row!("lift", "lift SQUARE", "a piece is picked up: show where it may go", |rest| Some(Ask::Lift(nonempty(rest)?))),
    row!("hover", "hover SQUARE", "it is held over a square", |rest| Some(Ask::Hover(nonempty(rest)?))),
    row!("put", "put SQUARE", "it is put down", |rest| Some(Ask::Put(nonempty(rest)?))),
    row!("memory", "memory MEGABYTES", "use at most so much", |rest| sets(Setting::HashSize(number(rest)?))),
    row!("cores", "cores N", "search with so many threads", |rest| sets(Setting::Threads(number(rest)?))),
    row!("option", "option NAME[=VALUE]", "set an option", |rest| Some(Ask::Option(rest.to_owned()))),
    row!("computer", "computer", "the opponent is a program", |_| sets(Setting::OpponentIsComputer(true))),
    row!("random", "random", "accepted", nothing),
    row!("hard", "hard", "think on the opponent's time", |_| sets(Setting::Ponder(true))),
    row!("easy", "easy", "don't think on the opponent's time", |_| sets(Setting::Ponder(false))),
    row!("bk", "bk", "show the opening book", |_| does(Command::ShowBook)),
    row!("name", "name NAME", "accepted", nothing),
    row!("rating", "rating OWN OTHER", "accepted", nothing),
    row!("ratings", "ratings WHITE BLACK", "accepted", nothing),
    row!("ics", "ics HOST", "accepted", nothing),
    row!("egtpath", "egtpath TYPE PATH", "accepted", nothing),
    row!("nps", "nps N", "so many nodes count as a second; 0: processor time", |rest| sets(Setting::Pace(
        match number::<i64>(rest)? {
            0 => Pace::Cpu,
            rate @ 1.. => Pace::Nodes(rate as u64),
            _ => Pace::Wall,
        }
    ))),
    row!("pause", "pause", "rest; no time passes", |_| does(Command::Pause(true))),
    row!("resume", "resume", "go on", |_| does(Command::Pause(false))),
    row!("include", "include MOVE|all", "analyse this move again", |rest| does(Command::Include(one_or_all(rest)?))),
    row!("exclude", "exclude MOVE|all", "leave this move out of the analysis", |rest| does(Command::Exclude(
        one_or_all(rest)?
    ))),
    row!("setscore", "setscore N [DEPTH]", "this position is worth N centipawns to the player to move", given),
    row!("holding", "holding [WHITE] [BLACK] [PIECE]", "what the players have in hand", holding),
    row!("partner", "partner [NAME]", "accepted", nothing),
    row!("ptell", "ptell TEXT", "accepted", nothing),
    row!("pips", "pips NUMBER/MAX ...", "what the dice show that the engine has asked for", pips),
    row!("cards", "cards SIZE CARD ...", "what has been dealt, or put back, that the engine has asked for", cards),
    row!("click", "click SQUARE", "accepted", nothing),
    row!("quit", "quit", "end the program", |_| does(Command::Quit)),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_controls_are_read_as_xboard_writes_them() {
        let read = |text| match level(text) {
            Some(Ask::Do(Command::Control(control))) => control,
            _ => panic!("{text}"),
        };
        let time = |moves, base, increment| GameTime {
            moves,
            base: Duration::from_millis(base),
            increment: Duration::from_millis(increment),
            at_most_used: false,
        };
        let game = |moves, base, increment| Control::Game(vec![time(moves, base, increment)]);
        assert_eq!(read("40 5 0"), game(Some(40), 300_000, 0));
        assert_eq!(read("0 0:05 0.05"), game(None, 5_000, 50));
        let limited = GameTime { at_most_used: true, ..time(None, 120_000, 12_000) };
        assert_eq!(read("0 2 -12"), Control::Game(vec![limited]));
        assert_eq!(read("40 5 0 0 1 2"), Control::Game(vec![time(Some(40), 300_000, 0), time(None, 60_000, 2_000)]));
        assert!(level("40 5 0 1").is_none());
        assert_eq!(read("40 25+5 0"), game(Some(40), 1_500_000, 0));
        assert!(level("0 x 1").is_none() && level("40").is_none() && level("0 1 1e300").is_none());
    }
}
