//! What must hold of the search in every variant.

use griffon::definition::{Library, Promotion, Side, load};
use griffon::diagnostic::Source;
use griffon::evaluation::evaluate;
use griffon::game::Game;
use griffon::movegen;
use griffon::notation::{self, Dialect};
use griffon::rules::Rules;
use griffon::search::{Engine, Evaluation, Found, Given, Limits, Proof, Question, Signal, prove};
use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;
use std::time::{Duration, Instant};

fn rules(name: &str) -> Arc<Rules> {
    let definition = Library::shipped().find(name).unwrap_or_else(|error| panic!("{error}"));
    Arc::new(Rules::compile(definition).unwrap_or_else(|found| panic!("{name}: {found:?}")))
}

fn game(name: &str, fen: &str) -> Game {
    Game::from_fen(rules(name), fen).unwrap_or_else(|fault| panic!("{fen}: {fault:?}"))
}

fn think(game: &Game, limits: Limits) -> Found {
    Engine::new(4).think(game, &limits, &Arc::default(), &mut |_| {})
}

fn names() -> Vec<String> {
    Library::shipped().names().map(|names| names.name.clone()).collect()
}

#[track_caller]
fn mates(variant: &str, fen: &str, plies: i32) {
    let game = game(variant, fen);
    let found = think(&game, Limits::Nodes(400_000));
    let info = found.info.expect("an iteration was finished");
    assert_eq!(info.score, Evaluation::Mate(plies), "{variant}: {fen}, depth {}", info.depth);
    assert_eq!(info.pv.len() as i32, plies);
}

#[test]
fn a_brief_search_ends_in_time_however_slow_its_nodes_are() {
    let begun = Instant::now();
    let found = think(&Game::new(rules("chess")), Limits::Brief { nodes: u64::MAX, most: Duration::from_millis(50) });
    assert!(found.best.is_some() && begun.elapsed() < Duration::from_secs(20));
    let found = think(&Game::new(rules("chess")), Limits::Brief { nodes: 100, most: Duration::from_secs(1000) });
    assert!(found.best.is_some() && begun.elapsed() < Duration::from_secs(40));
}

#[test]
fn mates_are_found() {
    mates("chess", "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", 1);
    mates("chess", "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 3);
    mates("chess", "r1b1kb1r/pppp1ppp/5q2/4n3/3KP3/2N3PN/PPP4P/R1BQ1B1R b kq - 0 1", 5);
    mates("shogi", "4k4/9/4P4/9/9/9/9/9/4K4[G] w - - 0 1", 1);
    mates("xiangqi", "3k5/4R4/9/9/9/9/9/9/9/R4K3 w - - 0 1", 1);
    mates("crazyhouse", "6k1/5ppp/8/8/8/8/5PPP/6K1[R] w - - 0 1", 1);
    mates("crazyhouse", "6rk/6pp/8/8/8/8/6PP/6K1[N] w - - 0 1", 1);
}

/// What is proved is a mate, every move of which gives check.
#[test]
fn mates_by_checks_alone_are_proved() {
    let proved = [
        ("chess", "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1"),
        ("crazyhouse", "6rk/6pp/8/8/8/8/6PP/6K1[N] w - - 0 1"),
        ("xiangqi", "3k5/4R4/9/9/9/9/9/9/9/R4K3 w - - 0 1"),
        ("shogi", "4k4/9/4P4/9/9/9/9/9/4K4[G] w - - 0 1"),
        ("shogi", "3n5/7k1/9/9/5R3/9/9/9/9[PNBRbggggssnnllllppppppppppppppppp] w - - 0 1"),
        ("shogi", "7k1/9/9/6+B2/9/3L5/9/9/9[PRLrbggggssssnnllppppppppppppppppp] w - - 0 1"),
    ];
    for (variant, fen) in proved {
        let mut game = game(variant, fen);
        let Proof::Mate(line) = prove(&game, &Limits::Nodes(1_000_000), &Signal::default()) else {
            panic!("{variant}: {fen}");
        };
        for (ply, &mv) in line.iter().enumerate() {
            assert!(game.legal_moves().contains(&mv), "{variant}: {fen}, ply {ply}");
            game.play(mv);
            let position = game.position();
            let checked = movegen::in_check(game.rules(), position, position.side_to_move());
            assert!(checked || ply % 2 == 1, "{variant}: {fen}, ply {ply}");
        }
        assert!(line.len() % 2 == 1 && game.legal_moves().is_empty(), "{variant}: {fen}");
    }
    // What wins begins with a quiet move; a stalemate; a pawn that is dropped may not mate; nothing gives check.
    let refuted = [
        ("chess", "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1"),
        ("shogi", "8k/9/9/9/8G/9/9/9/K6R1[] w - - 0 1"),
        ("shogi", "7nk/9/8G/9/9/9/9/9/K8[P] w - - 0 1"),
        ("shogi", "8k/9/9/9/9/9/9/9/K8[] w - - 0 1"),
        ("antichess", "8/8/8/3p4/4P3/8/8/8 w - - 0 1"),
    ];
    for (variant, fen) in refuted {
        let game = game(variant, fen);
        assert_eq!(prove(&game, &Limits::Nodes(1_000_000), &Signal::default()), Proof::NoMate, "{variant}: {fen}");
    }
    let hard = Game::new(rules("shogi"));
    assert_eq!(prove(&hard, &Limits::Nodes(1000), &Signal::default()), Proof::NoMate);
    let hard = game("shogi", "9/5k3/4P2g1/9/4N2P1/9/9/9/9[LRrbbggggsssnnnlllppppppppppppppp] w - - 0 1");
    assert_eq!(prove(&hard, &Limits::Nodes(1000), &Signal::default()), Proof::Unknown);
}

/// Wins that begin with a move which usual searches pass over, at least for long: they are found all the same when they are
/// asked for, and are the quickest.
#[test]
fn a_mate_that_is_asked_for_is_found() {
    let hunt = |variant: &str, fen: &str, moves: u8| {
        let question = Question { mate: Some(moves), ..Question::from(Limits::Depth(2 * moves + 1)) };
        let found = Engine::new(16).answer(&game(variant, fen), &question, &Arc::default(), &mut |_| {});
        match found.info.expect("it has looked").score {
            Evaluation::Mate(plies) => Some(plies),
            Evaluation::Centipawns(_) => None,
        }
    };
    for (variant, fen, moves) in [
        ("alice", "3q1bnr1R6/5ppp3kN3/9ppp4/3PQ11/16/13P2/1rP3PP4b3/4KBNR8 w - - 2 17", 2),
        ("shogi", "7nl/5+Rlk1/p1p1p1npp/1pb1sBpg1/P2p5/2SP4P/1P2P1PP1/3+s1pGGL/+r5GNK[SNLPp] w - - 5 54", 2),
        ("breakthrough6", "p1pp1p/2p2p/1pP2P/pPP1p1/P5/1P1PPP b - - 0 14", 2),
        ("horde", "3Q4/1p3k2/p4P2/P1P2bP1/1P3P2/PPP4P/PPPP2P1/PPP5 w - - 1 50", 3),
        ("losers", "3k4/3bbp2/8/8/8/8/P4P2/2RK4 w - - 2 23", 3),
        ("antichess", "8/8/8/8/3K3p/5p2/8/8 w - - 0 30", 3),
    ] {
        let (found, sooner) = (hunt(variant, fen, moves), hunt(variant, fen, moves - 1));
        let right = |plies: i32| (2 * i32::from(moves) - 1..=2 * i32::from(moves)).contains(&plies);
        assert!(found.is_some_and(right), "{variant}: {fen}: {found:?}");
        assert!(sooner.is_none_or(|plies| plies > 2 * i32::from(moves - 1)), "{variant}: {fen}: {sooner:?}");
    }
}

/// A position in which taking away all moves wins where that loses for the stalemated side.
#[test]
fn stalemate_is_played_for_where_it_wins() {
    let found = think(&game("xiangqi", "3k5/9/4P4/9/9/9/9/9/9/4K4 w - - 0 1"), Limits::Nodes(100_000));
    assert!(matches!(found.info.expect("searched").score, Evaluation::Mate(1..)));
}

/// What makes rows and chains is seen long before one is complete: a search so short that it could not otherwise know finds the one
/// move that keeps an open row from being made, and the one that joins what is nearly joined.
#[test]
fn rows_and_chains_are_played_for() {
    let best = |variant: &str, fen: &str| {
        let game = game(variant, fen);
        let found = think(&game, Limits::Nodes(1000));
        notation::show(game.rules(), game.position(), found.best.expect("the game goes on"), Dialect::Uci)
    };
    let gomoku = "15/15/15/15/15/15/3p3p7/5PPP7/9p5/15/15/15/15/15/15[PPPPPPpppppp] b - - 0 1";
    let blocks = best("gomoku", gomoku);
    assert!(["P@d8", "P@e8", "P@i8", "P@j8"].contains(&&*blocks), "{blocks}");
    let hex = "11/11/11/11/5p5/PPPPP1PPPPP/5p5/11/11/11/11[PPPPpppp]";
    assert_eq!(best("hex", &format!("{hex} w - - 0 1")), "P@f6");
    assert_eq!(best("hex", &format!("{hex} b - - 0 1")), "P@f6");
}

/// Plays against itself; the first player must win in so many moves.
#[track_caller]
fn is_won(variant: &str, fen: &str, moves: usize) {
    let mut game = game(variant, fen);
    let mut engine = Engine::new(4);
    for _ in 0..2 * moves {
        let found = engine.think(&game, &Limits::Nodes(10_000), &Arc::default(), &mut |_| {});
        game.play(found.best.expect("the game goes on"));
        if let Some(outcome) = game.outcome() {
            assert_eq!(outcome.winner, Some(Side::First), "{variant}: {fen}, {}, {}", outcome.reason, game.fen());
            return;
        }
    }
    panic!("{variant}: {fen}, not won in {moves} moves: {}", game.fen());
}

#[test]
fn a_won_game_is_not_repeated_away() {
    is_won("chess", "7k/8/8/8/8/8/Q7/K7 w - - 0 1", 30);
}

#[test]
fn a_royal_alone_is_driven_where_it_can_be_mated() {
    is_won("chess", "8/8/8/4k3/8/8/8/KR6 w - - 0 1", 30);
    is_won("chess", "8/8/8/4k3/8/8/8/KBB5 w - - 0 1", 40);
    // Not in the corners that the bishop can't see.
    is_won("chess", "B6k/8/8/8/8/3N4/8/1K6 w - - 0 1", 49);
    is_won("grand", "10/10/10/5k4/10/9R/10/10/10/1K8 w - - 0 1", 40);
}

#[test]
fn plies_are_seen_where_every_move_promotes() {
    for (variant, least) in [("gryphon", 6), ("changeover", 5)] {
        let found = think(&Game::new(rules(variant)), Limits::Nodes(60_000));
        let depth = found.info.expect("searched").depth;
        assert!(depth >= least, "{variant}: {depth} plies");
    }
}

/// Random games of every variant, some moves chosen by tiny searches: all legal, none when and only when there is none.
#[test]
fn only_legal_moves() {
    for name in names() {
        let rules = rules(&name);
        let mut random = fastrand::Rng::with_seed(7);
        let mut engine = Engine::new(1);
        let mut game = Game::new(rules);
        for ply in 0..40 {
            let legal = game.legal_moves();
            let limits = match ply % 3 {
                0 => Limits::Nodes(1),
                1 => Limits::Nodes(random.u64(2..300)),
                _ => Limits::Depth(1),
            };
            let found = engine.think(&game, &limits, &Arc::default(), &mut |_| {});
            assert_eq!(found.best.is_some(), !legal.is_empty(), "{name}: {}", game.fen());
            let Some(best) = found.best else { break };
            assert!(legal.contains(&best), "{name}: {} {best:?}", game.fen());
            if game.outcome().is_some() {
                break;
            }
            game.play(if random.bool() { best } else { legal[random.usize(..legal.len())] });
        }
    }
}

#[test]
fn the_same_nodes_give_the_same_variation_and_it_can_be_played() {
    for name in names() {
        let mut game = Game::new(rules(&name));
        let once = || {
            let found = think(&game, Limits::Nodes(3000));
            let info = found.info.unwrap_or_else(|| panic!("{name} was not searched"));
            (found.best, info.score, info.nodes, info.pv)
        };
        let found = once();
        assert_eq!(found, once(), "{name}");
        for mv in found.3 {
            assert!(game.legal_moves().contains(&mv), "{name}: {}", game.fen());
            game.play(mv);
        }
    }
}

#[test]
fn a_stop_is_obeyed_at_once() {
    for name in names() {
        let game = Game::new(rules(&name));
        // As sessions do before a game.
        game.rules().prepare();
        let late = || {
            let stop = Arc::new(Signal::default());
            let told = stop.clone();
            let teller = std::thread::spawn(move || {
                std::thread::sleep(Duration::from_millis(20));
                told.stop();
                Instant::now()
            });
            let found = Engine::new(1).think(&game, &Limits::Infinite, &stop, &mut |_| {});
            let ended = Instant::now();
            assert!(found.best.is_some());
            ended.duration_since(teller.join().expect("sleeps and ends"))
        };
        // On a busy machine a thread may wait for a processor; hardly three times in a row.
        let least = (0..3).map(|_| late()).find(|late| *late < Duration::from_millis(50));
        assert!(least.is_some(), "{name}: later than 50 ms three times");
    }
}

#[test]
fn a_draw_is_worth_what_contempt_says() {
    // Whatever White does, the counter ends the game.
    let game = Game::from_fen(rules("chess"), "8/8/8/3k4/8/8/4R3/4K3 w - - 99 80").expect("it is a position");
    for contempt in [0, 50, -30] {
        let question = Question { contempt, ..Limits::Depth(4).into() };
        let found = Engine::new(1).answer(&game, &question, &Arc::default(), &mut |_| {});
        assert_eq!(found.info.map(|info| info.score), Some(Evaluation::Centipawns(-contempt)));
    }
}

#[test]
fn a_search_stopped_beforehand_has_a_move() {
    let game = Game::new(rules("chess"));
    let stopped = Arc::new(Signal::default());
    stopped.stop();
    let found = Engine::new(1).think(&game, &Limits::Infinite, &stopped, &mut |_| {});
    assert!(found.best.is_some());
}

#[test]
fn time_limits_are_kept() {
    let game = Game::new(rules("chess"));
    let clock = |left, increment| Limits::Clock {
        left: Duration::from_millis(left),
        increment: Duration::from_millis(increment),
        moves_to_go: None,
        lag: Duration::ZERO,
    };
    for (limits, most) in [
        (Limits::MoveTime(Duration::from_millis(100)), 100),
        (clock(1000, 10), 400),
        (clock(60, 0), 50),
        (clock(5, 0), 5),
    ] {
        let started = Instant::now();
        think(&game, limits.clone());
        let used = started.elapsed();
        // Setting up the table of a new engine isn't thinking, but small.
        assert!(used < Duration::from_millis(most + 20), "{limits:?}: {used:?}");
    }
}

/// A position and its twin with the players exchanged are worth the same to the player to move.
#[test]
fn nodes_are_a_limit_beside_time() {
    let question = Question { nodes: Some(500), ..Question::from(Limits::MoveTime(Duration::from_secs(60))) };
    let found = Engine::new(4).answer(&Game::new(rules("chess")), &question, &Arc::default(), &mut |_| {});
    assert_eq!(found.statistics.nodes, 500);
}

#[test]
fn evaluation_is_the_same_for_both_players() {
    for (name, fen, twin) in [
        (
            "chess",
            "r1bqkb1r/pp2pppp/2np1n2/8/3NP3/2N5/PPP2PPP/R1BQKB1R w KQkq - 2 6",
            "r1bqkb1r/ppp2ppp/2n5/3np3/8/2NP1N2/PP2PPPP/R1BQKB1R b KQkq - 2 6",
        ),
        (
            "xiangqi",
            "rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR w - - 0 1",
            "rnbakabnr/9/1c2c4/p1p1p1p1p/9/9/P1P1P1P1P/1C4NC1/9/RNBAKAB1R b - - 0 1",
        ),
        (
            "crazyhouse",
            "r1bqkb1r/pppp1ppp/2n5/4p3/8/5N2/PPPP1PPP/RNBQKB1R[Pn] w KQkq - 0 5",
            "rnbqkb1r/pppp1ppp/5n2/8/4P3/2N5/PPPP1PPP/R1BQKB1R[Np] b KQkq - 0 5",
        ),
    ] {
        let (one, other) = (game(name, fen), game(name, twin));
        assert_eq!(evaluate(one.rules(), one.position()), evaluate(other.rules(), other.position()), "{name}");
    }
    for name in names() {
        let game = Game::new(rules(&name));
        if !armies_are_equal(&game) {
            continue;
        }
        let mut passed = game.position().clone();
        passed.play_null(game.rules());
        let (here, there) = (evaluate(game.rules(), game.position()), evaluate(game.rules(), &passed));
        assert_eq!(here, there, "{name}: the start position isn't even");
    }
}

/// Every piece has its like on the other side, straight across the board or with the board turned round.
fn armies_are_equal(game: &Game) -> bool {
    let (rules, position) = (game.rules(), game.position());
    let topology = rules.topology();
    let hands = |kind| Side::BOTH.map(|side| position.hand(side, kind));
    let zones = |promotion: &Promotion| Side::BOTH.map(|side| promotion.zone[side].len());
    if rules.definition.promotions.iter().any(|promotion| zones(promotion)[0] != zones(promotion)[1]) {
        return false;
    }
    if rules.definition.kinds().any(|kind| hands(kind)[0] != hands(kind)[1]) {
        return false;
    }
    [false, true].into_iter().any(|turned| {
        topology.squares().all(|square| {
            let (file, rank) = (topology.file(square), topology.ranks() - 1 - topology.rank(square));
            let across = topology.square(if turned { topology.files() - 1 - file } else { file }, rank);
            let (one, other) = (position.at(square), across.map_or(position.at(square), |across| position.at(across)));
            one.is_empty() == other.is_empty()
                && (one.is_empty() || (one.kind() == other.kind() && one.side() != other.side()))
        })
    })
}

/// Boards and rules on which habits of chess fail: no moves at all, no royals, nothing but pawns, losing to win,
/// a board too large to look at everything.
#[test]
fn odd_variants_are_played() {
    let big = format!("{}/{}{}", "n36", "36/".repeat(34), "N36").replace("n36", "n35").replace("N36", "35N");
    let texts = [
        ("board 1x1\n piece king K \"K\" royal\n start \"K w - - 0 1\"".to_owned(), false),
        ("board 3x3\n piece stone S \"W\"\n start \"sss/3/SSS w - - 0 1\"\n stalemate is loss".to_owned(), true),
        ("board 4x4\n piece pawn P \"fW\"\n start \"pppp/4/4/PPPP w - - 0 1\"\n stalemate is win".to_owned(), true),
        (format!("board 36x36\n piece knight N \"N\"\n piece queen Q \"Q\"\n start \"{big} w - - 0 1\""), true),
    ];
    for (text, has_moves) in texts {
        let source = Source::new("odd.variant", format!("variant odd\n {text}\n"));
        let (definitions, found) = load(&source, &Library::shipped());
        assert!(!found.iter().any(|finding| finding.is_error()), "{text}: {found:?}");
        let rules =
            Arc::new(Rules::compile(definitions[0].clone()).unwrap_or_else(|found| panic!("{text}: {found:?}")));
        let mut game = Game::new(rules);
        assert_eq!(think(&game, Limits::Nodes(500)).best.is_some(), has_moves, "{text}");
        let mut engine = Engine::new(1);
        for _ in 0..40 {
            let found = engine.think(&game, &Limits::Nodes(200), &Arc::default(), &mut |_| {});
            let Some(best) = found.best else { break };
            assert!(game.legal_moves().contains(&best));
            game.play(best);
        }
    }
}

#[test]
fn pondering_has_no_limit_until_the_move_comes() {
    let game = Game::new(rules("chess"));
    let signal = Arc::new(Signal::pondering());
    let told = signal.clone();
    let teller = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(120));
        told.hit(Limits::MoveTime(Duration::from_millis(80)));
    });
    let began = Instant::now();
    let found = Engine::new(1).think(&game, &Limits::MoveTime(Duration::from_millis(1)), &signal, &mut |_| {});
    let took = began.elapsed();
    teller.join().expect("sleeps and ends");
    assert!(found.best.is_some());
    assert!((Duration::from_millis(150)..Duration::from_millis(300)).contains(&took), "{took:?}");
}

#[test]
fn a_move_that_comes_before_pondering_has_begun_is_noticed() {
    let game = Game::new(rules("chess"));
    let signal = Arc::new(Signal::pondering());
    signal.hit(Limits::Depth(2));
    let found = Engine::new(1).think(&game, &Limits::Infinite, &signal, &mut |_| {});
    assert_eq!(found.info.expect("searched").depth, 2);
}

#[test]
fn a_pause_is_not_counted() {
    let game = Game::new(rules("chess"));
    let signal = Arc::new(Signal::default());
    signal.pause(true);
    let told = signal.clone();
    let teller = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(150));
        told.pause(false);
    });
    let began = Instant::now();
    Engine::new(1).think(&game, &Limits::MoveTime(Duration::from_millis(100)), &signal, &mut |_| {});
    let took = began.elapsed();
    teller.join().expect("sleeps and ends");
    assert!((Duration::from_millis(200)..Duration::from_millis(400)).contains(&took), "{took:?}");
}

#[test]
fn several_lines_are_different_and_in_order() {
    let game = game("chess", "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3");
    let question = Question { lines: 4, ..Limits::Depth(8).into() };
    // By depth and line: what was told last.
    let mut last = BTreeMap::new();
    Engine::new(4).answer(&game, &question, &Arc::default(), &mut |info| {
        if info.bound == griffon::search::Bound::Exact {
            last.insert((info.depth, info.line), (info.score, info.pv[0]));
        }
    });
    for depth in 1..=8 {
        let told: Vec<_> = (1..=4).map(|line| last[&(depth, line)]).collect();
        let moves: HashSet<_> = told.iter().map(|(_, mv)| *mv).collect();
        assert_eq!(moves.len(), 4, "{told:?}");
        let value = |score: Evaluation| match score {
            Evaluation::Centipawns(value) => value,
            Evaluation::Mate(plies) => plies.signum() * 100_000 - plies,
        };
        assert!(told.windows(2).all(|pair| value(pair[0].0) >= value(pair[1].0)), "{depth}: {told:?}");
    }
}

#[test]
fn a_position_is_worth_what_it_is_said_to_be_up_to_a_depth() {
    let game = Game::new(rules("chess"));
    let known = notation::find(&game, "a2a3", Dialect::Uci).expect("it is legal");
    let mut after = game.clone();
    after.play(known);
    for (depth, trusted) in [(i32::MAX, true), (5, true), (4, false)] {
        let given = [(after.position().key(), Given { score: -900, depth })].into_iter().collect();
        let question = Question { given, ..Limits::Depth(6).into() };
        let found = Engine::new(1).answer(&game, &question, &Arc::default(), &mut |_| {});
        let says = found.info.map(|info| info.score) == Some(Evaluation::Centipawns(900));
        assert_eq!((found.best == Some(known), says), (trusted, trusted), "to depth {depth}");
    }
}

#[test]
fn only_the_moves_asked_for_are_searched() {
    let game = Game::new(rules("chess"));
    let among = vec![game.legal_moves()[0]];
    let question = Question { among: among.clone(), ..Limits::Depth(3).into() };
    let found = Engine::new(1).answer(&game, &question, &Arc::default(), &mut |_| {});
    assert_eq!(found.best, Some(among[0]));
}

#[test]
fn several_threads_find_what_one_finds() {
    let game = game("chess", "r1b1kb1r/pppp1ppp/5q2/4n3/3KP3/2N3PN/PPP4P/R1BQ1B1R b kq - 0 1");
    let mut engine = Engine::new(4);
    engine.set_threads(3);
    for _ in 0..3 {
        // Of so many nodes the first thread may have few, if the processors are busy otherwise; to a depth it goes itself.
        let found = engine.think(&game, &Limits::Depth(12), &Arc::default(), &mut |_| {});
        assert_eq!(found.info.expect("searched").score, Evaluation::Mate(5));
    }
}
