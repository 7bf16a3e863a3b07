//! The `go` command: what limits the search.

use super::super::session::{Command, Request};
use super::super::timing::{Control, OVERHEAD, Timer};
use crate::definition::Side;
use crate::search::{Limits, MOST_MATE};
use std::time::Duration;

/// What a protocol calls the clock and the increment of the player to move.
pub struct Clocks {
    pub left: &'static str,
    pub increment: &'static str,
}

impl Clocks {
    /// White moves first.
    pub fn of_chess(side: Side) -> Clocks {
        match side {
            Side::First => Clocks { left: "wtime", increment: "winc" },
            Side::Second => Clocks { left: "btime", increment: "binc" },
        }
    }

    /// Black moves first.
    pub fn of_shogi(side: Side) -> Clocks {
        Clocks::of_chess(side.other())
    }
}

/// Reads the words after `go`; those that mean nothing are skipped, and so are numbers that are none.
pub fn read(rest: &str, clocks: &Clocks) -> Command {
    let mut words = rest.split_whitespace().peekable();
    let (mut depth, mut nodes, mut movetime, mut perft, mut moves) = (None, None, None, None, None);
    // Of the player to move; the other one's clock is not looked at.
    let (mut clock, mut increment, mut byoyomi) = (None, None, None);
    let (mut infinite, mut pondering, mut mate) = (false, false, None);
    let mut among = Vec::new();
    while let Some(word) = words.next() {
        if word == "searchmoves" {
            while let Some(mv) = words.next_if(|word| !WORDS.contains(word)) {
                among.push(mv.to_owned());
            }
            continue;
        }
        let mut number = || words.next_if(|word| whole(word).is_some()).and_then(whole);
        match word {
            "depth" => depth = number(),
            "nodes" => nodes = number(),
            "movetime" => movetime = number(),
            "perft" => perft = number(),
            "movestogo" => moves = number(),
            "infinite" => infinite = true,
            "ponder" => pondering = true,
            "mate" => mate = number(),
            "byoyomi" => byoyomi = number(),
            word if word == clocks.left => clock = number(),
            word if word == clocks.increment => increment = number(),
            _ => {}
        }
    }
    if let Some(depth) = perft {
        return Command::Perft(depth.clamp(0, 100) as u32);
    }
    // A mate in so many moves is within twice as many plies, with one to see it.
    let mate = mate.map(|moves| moves.clamp(1, i64::from(MOST_MATE)));
    let depth = depth.or(mate.map(|moves| moves * 2 + 1));
    let max_depth = depth.map(|depth| depth.clamp(1, 250) as u8);
    let millis = |number: i64| Duration::from_millis(number.max(0) as u64);
    let timed = |control: Control| {
        let mut timer = Timer::new();
        timer.set(control, 0);
        timer.limits(0)
    };
    // What is there again for every move is as good as an increment, and may be used for this one, too.
    let byoyomi = byoyomi.filter(|&byoyomi: &i64| byoyomi > 0);
    let clock = clock.filter(|&left: &i64| left > 0 || byoyomi.is_none());
    let limits = match (movetime, clock, nodes, max_depth) {
        _ if infinite => Limits::Infinite,
        // Who has less on the clock than it may take must not take it. A clock at 0 is none.
        (Some(time), left, ..) => {
            let left = left.filter(|&left| left > 0);
            timed(Control::PerMove(millis(time.min(left.unwrap_or(time)))))
        }
        (_, Some(left), ..) => {
            let moves = moves.and_then(|moves| u32::try_from(moves).ok());
            let back = increment.unwrap_or(0).max(byoyomi.unwrap_or(0));
            timed(Control::game(moves, millis(left.saturating_add(byoyomi.unwrap_or(0))), millis(back)))
        }
        // Who takes longer than its byoyomi has lost.
        _ if byoyomi.is_some() => timed(Control::PerMove(millis(byoyomi.unwrap_or(0)).saturating_sub(OVERHEAD))),
        (_, _, Some(nodes), _) => Limits::Nodes(nodes.max(1) as u64),
        (_, _, _, Some(depth)) => Limits::Depth(depth),
        _ => Limits::Infinite,
    };
    // As a depth, so nodes are a limit beside time.
    let timed = matches!(limits, Limits::MoveTime(_) | Limits::Clock { .. });
    let max_nodes = nodes.filter(|_| timed).map(|nodes| nodes.max(1) as u64);
    let forever = infinite || limits == Limits::Infinite && max_depth.is_none();
    let by_book = !infinite && !pondering && mate.is_none();
    let mate = mate.map(|moves| moves as u8);
    Command::Think(Request { limits, forever, max_depth, max_nodes, among, pondering, in_game: false, by_book, mate })
}

/// A whole number; the nearest one that fits where it is too large.
fn whole(word: &str) -> Option<i64> {
    let digits = word.strip_prefix(['-', '+']).unwrap_or(word);
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| word.parse().unwrap_or(if word.starts_with('-') { i64::MIN } else { i64::MAX }))
}

/// Words that end a list of moves.
const WORDS: &[&str] = &[
    "searchmoves",
    "ponder",
    "wtime",
    "btime",
    "winc",
    "binc",
    "byoyomi",
    "movestogo",
    "depth",
    "nodes",
    "mate",
    "movetime",
    "infinite",
    "perft",
    "drawoffer",
];

#[cfg(test)]
mod tests {
    use super::*;

    fn limits(rest: &str, side: Side) -> Limits {
        match read(rest, &Clocks::of_chess(side)) {
            Command::Think(request) => request.limits,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn each_player_has_a_clock() {
        let clocks = "wtime 60000 btime 1015 binc 200 movestogo 3";
        let expected = Limits::Clock {
            left: Duration::from_millis(1000),
            increment: Duration::from_millis(200),
            moves_to_go: Some(3),
            lag: Duration::ZERO,
        };
        assert_eq!(limits(clocks, Side::Second), expected);
    }

    #[test]
    fn nonsense_is_skipped() {
        assert_eq!(limits("depth x nodes 500 sideways 3", Side::First), Limits::Nodes(500));
        assert_eq!(limits("depth -5", Side::First), Limits::Depth(1));
        assert_eq!(read("perft 3", &Clocks::of_chess(Side::First)), Command::Perft(3));
        assert_eq!(limits("", Side::First), Limits::Infinite);
        let wanted = Command::Think(Request {
            limits: Limits::Depth(4),
            forever: false,
            max_depth: Some(4),
            max_nodes: None,
            among: vec!["e2e4".to_owned(), "d2d4".to_owned()],
            pondering: true,
            in_game: false,
            by_book: false,
            mate: None,
        });
        let usual = limits("movetime 5000", Side::First);
        assert_eq!(limits("wtime 0 btime 0 movetime 5000", Side::First), usual);
        assert_eq!(limits("wtime 5000 btime 1 movetime 9000", Side::First), usual);
        let beside = read("movetime 5000 nodes 700", &Clocks::of_chess(Side::First));
        assert!(matches!(beside, Command::Think(request) if request.max_nodes == Some(700)));
        assert_eq!(read("ponder searchmoves e2e4 d2d4 depth 4", &Clocks::of_chess(Side::First)), wanted);
    }

    #[test]
    fn byoyomi_is_used_and_numbers_may_be_huge() {
        let limits = |rest: &str, side| match read(rest, &Clocks::of_shogi(side)) {
            Command::Think(request) => request.limits,
            other => panic!("{other:?}"),
        };
        let clocks = "btime 60000 wtime 30000 byoyomi 10000";
        let left = |left| Limits::Clock {
            left: Duration::from_millis(left),
            increment: Duration::from_secs(10),
            moves_to_go: None,
            lag: Duration::ZERO,
        };
        assert_eq!(limits(clocks, Side::First), left(69_985));
        assert_eq!(limits(clocks, Side::Second), left(39_985));
        let byoyomi = limits("btime 0 wtime 0 byoyomi 5000", Side::First);
        assert_eq!(byoyomi, Limits::MoveTime(Duration::from_millis(4985)));
        let most = i64::MAX;
        limits(&format!("btime {most} byoyomi {most} binc {most}"), Side::First);
        limits(&format!("byoyomi {most}"), Side::First);
    }
}
