//! Rules in corners that games seldom come to, of the variants in `tests/laws/rules.variant`.

use griffon::definition::Library;
use griffon::diagnostic::Source;
use griffon::game::{Game, Lottery};
use griffon::notation::{self, Dialect};
use griffon::rules::Rules;
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

/// A game from this position, or from the start, after some moves.
fn game(name: &str, fen: &str, played: &str) -> Game {
    let mut library = Library::shipped();
    library.add_path(Path::new("tests/laws")).expect("the files can be read");
    let definition = library.find(name).unwrap_or_else(|error| panic!("{error}"));
    let rules = Arc::new(Rules::compile(definition).unwrap_or_else(|found| panic!("{name}: {found:?}")));
    let mut game = match fen {
        "" => Game::new(rules),
        fen => Game::from_fen(rules, fen).unwrap_or_else(|fault| panic!("{fault:?}")),
    };
    for text in played.split_whitespace() {
        let mv = notation::find(&game, text, Dialect::Uci).unwrap_or_else(|| panic!("{text} is not legal"));
        game.play(mv);
    }
    game
}

fn moves(game: &Game) -> Vec<String> {
    let legal = game.legal_moves();
    let mut moves: Vec<String> =
        legal.iter().map(|&mv| notation::show(game.rules(), game.position(), mv, Dialect::Uci)).collect();
    moves.sort();
    moves
}

#[test]
fn nothing_falls_through_a_hole() {
    assert_eq!(moves(&game("hole-four", "", "")), ["D@a1", "D@b1", "D@c4", "D@d1", "D@e1"]);
    let full = game("hole-four", "", "D@c4 D@c5");
    assert_eq!(moves(&full), ["D@a1", "D@b1", "D@d1", "D@e1"]);
}

#[test]
fn a_goal_is_not_held_before_the_other_side_has_answered() {
    let fen = "k7/8/8/8/8/3K4/8/8 w - - 0 9";
    assert!(game("held-hill", fen, "d3d4").outcome().is_none());
    assert!(game("held-hill", fen, "d3d4 d4d5").outcome().is_none());
    let held = game("held-hill", fen, "d3d4 d4d5 a8b8 b8a8");
    assert_eq!(held.outcome().map(|outcome| outcome.score().to_owned()).as_deref(), Some("1-0"));
}

#[test]
fn walls_may_stand_from_the_start() {
    let early = game("early-duck", "", "");
    assert!(early.fen().starts_with("rnbqkbnr/pppppppp/8/3*4/8/8/PPPPPPPP/RNBQKBNR w"));
    assert!(!moves(&early).iter().any(|mv| mv.ends_with("d5")), "the duck has to go elsewhere");
}

#[test]
fn iron_is_neither_taken_nor_converted() {
    let left = |name: &str, fen: &str, played: &str| {
        game(name, fen, played).fen().split(' ').next().map(str::to_owned).unwrap_or_default()
    };
    let enclosed = left("iron-rooks", "4k3/8/8/2Nr4/8/5N2/8/7K w - - 0 1", "f3e5");
    assert_eq!(enclosed, "4k3/8/8/2NrN3/8/8/8/7K");
    let attacked = left("careful-converts", "4k3/8/8/3r4/8/8/8/2Q4K w - - 0 1", "c1d1");
    assert_eq!(attacked, "4k3/8/8/3r4/8/8/8/3Q3K");
    let spared = left("careful-converts", "4k3/8/8/2b5/8/2N5/8/7K w - - 0 1", "c3a4");
    assert_eq!(spared, "4k3/8/8/2b5/N7/8/8/7K");
    let converted = left("careful-converts", "4k3/8/8/2q5/8/2N5/8/7K w - - 0 1", "c3a4");
    assert_eq!(converted, "4k3/8/8/2Q5/N7/8/8/7K");
}

#[test]
fn what_restrictions_forbid_is_explained() {
    let antichess = "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w - - 0 2";
    let rows = [
        ("no-repeats", "", "g1f3 g8f6 f3g1", "f6g8", Some("repeats a position")),
        ("antichess", antichess, "", "d2d3", Some("captures nothing, though something can be captured")),
        ("racingkings", "8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - - 0 1", "", "e2c3", Some("gives check")),
        ("checkless", "4k3/8/8/8/8/8/8/Q3K3 w - - 0 1", "", "a1a8", Some("gives check without mate")),
        ("makpong", "4k3/8/5R2/8/8/8/8/4K2r w - - 0 1", "", "e1e2", Some("flees from check")),
        ("caissa-britannia", "5q4/10/10/10/10/10/10/r9/10/4Q5 w - - 0 1", "", "e1e4", Some("passes through check")),
        // They did not face each other before, so they may now.
        ("janggi", "3k5/9/9/9/9/9/9/9/3R5/3K5 w - - 0 1", "", "d2e2", None),
    ];
    for (name, fen, played, text, wanted) in rows {
        assert_eq!(game(name, fen, played).why_illegal(text).as_deref(), wanted, "{name}: {text}");
    }
}

#[test]
fn a_dropped_rook_castles_as_any_other() {
    let rights = |played: &str| game("castles-twice", "", played).fen().split(' ').nth(2).map(str::to_owned);
    assert_eq!(rights("h1h5 e8d8 R@h1").as_deref(), Some("K"));
}

#[test]
fn what_may_not_be_captured_is_not_converted() {
    let board =
        |fen: &str, played: &str| game("careful-anywhere", fen, played).fen().split(' ').next().map(str::to_owned);
    let left = board("4k3/8/2p3n1/8/8/8/8/Q3K3 w - - 0 1", "a1a2");
    assert_eq!(left.as_deref(), Some("4k3/8/2p3N1/8/8/8/Q7/4K3"));
}

#[test]
fn only_castling_that_says_so_denies_the_others() {
    let rights = |played: &str| game("opposite-once", "", played).fen().split(' ').nth(2).map(str::to_owned);
    assert_eq!(rights("d1b1").as_deref(), Some("Kkq"));
    assert_eq!(rights("d1b1 e8g8").as_deref(), Some("q"));
}

#[test]
fn draws_are_won_by_points_first() {
    let score = |fen: &str| game("even-points", fen, "").outcome().map(|outcome| outcome.score().to_owned());
    assert_eq!(score("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1").as_deref(), Some("1-0"));
    assert_eq!(score("7k/8/6K1/8/8/8/8/8 w - - 0 1").as_deref(), Some("0-1"));
}

#[test]
fn what_a_position_has_too_much_of_is_refused() {
    let refused = |name: &str, fen: &str| {
        let rules = game(name, "", "").rules().clone();
        Game::from_fen(rules, fen).map(|_| ()).expect_err("there is too much in it").message
    };
    let doubled = "rk[dk]5/8/8/8/8/8/8/RK[DK]5[dk]rk5/8/8/8/8/8/8/RK[DK]5[Rr] w - - 0 1";
    assert_eq!(refused("bracketed", doubled), "15 ranks, but the board has 8");
    let numbers = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 7 1 5";
    assert_eq!(refused("chess", numbers), "`7` is one number too many");
}

#[test]
fn a_royal_that_blew_up_is_lost_by_fen_as_well() {
    let played = game("bang", "", "g1f3 a7a6 f3e5 a6a5 e5d7");
    let read = game("bang", &played.fen(), "");
    assert_eq!(played.outcome(), read.outcome());
    assert!(read.outcome().is_some() && moves(&read).is_empty());
}

#[test]
fn pieces_change_places() {
    let fen = "4k3/8/8/8/3p4/8/8/3QK3 w - - 0 1";
    let swapped = game("swappers", fen, "d1d4").fen();
    assert_eq!(swapped, "4k3/8/8/8/3Q4/8/8/3pK3 b - - 1 1");
    assert!(moves(&game("swappers", fen, "")).contains(&"d1d3".to_owned()));
}

#[test]
fn what_a_child_says_replaces_what_was_inherited() {
    let hand = "4k3/8/8/8/8/8/8/4K1R1[Br] w - - 0 1";
    let drops = |name: &str| moves(&game(name, hand, "")).iter().filter(|mv| mv.starts_with("B@")).count();
    assert_eq!((drops("drops-said"), drops("drops-said-anew")), (14, 61));
    let lost = |name: &str, fen: &str| game(name, fen, "").outcome().is_some();
    let (one, two) = ("4k3/8/8/8/8/8/8/4K1R1[] w - - 0 1", "4k3/8/8/8/8/8/8/4KRR1[] w - - 0 1");
    assert!(lost("drops-said", one) && !lost("drops-said-anew", one) && lost("drops-said-anew", two));
}

#[test]
fn a_hand_stays_where_letters_in_brackets_are_drawn_by_lot() {
    let rules = game("bracketed-lots", "", "").rules().clone();
    let lots = Lottery::of(&rules).expect("it is shuffled");
    let starts: BTreeSet<String> = (0..lots.count()).map(|number| lots.fen(number)).collect();
    assert!(starts.len() > 1);
    for fen in &starts {
        assert!(fen.contains("[dk]") && fen.contains("[DK]") && fen.ends_with("[Rr] w - - 0 1"), "{fen}");
    }
}

#[test]
fn more_promoted_forms_than_there_is_room_for_are_refused() {
    let letter = |number: u8| char::from(b'A' + number % 26);
    let letters: Vec<String> = (0..130).map(|number| format!("[{}{}]", letter(number / 26), letter(number))).collect();
    let names: Vec<String> = (0..130).map(|number| format!("man-{number}")).collect();
    let pieces = names.iter().zip(&letters).map(|(name, letter)| format!("  piece {name} {letter} \"W\"\n"));
    let text = format!(
        "variant crowd from crazyhouse\n{}  promotion {all} in rank 8, to {all}\n",
        pieces.collect::<String>(),
        all = names.join(", ")
    );
    let mut library = Library::shipped();
    library.add_text(Source::new("crowd", text));
    let definition = library.find("crowd").unwrap_or_else(|error| panic!("{error}"));
    let found = Rules::compile(definition).map(|_| ()).expect_err("it has too many");
    assert_eq!(found[0].message, "more than 16000 kinds of pieces, promoted forms included");
}

#[test]
fn nothing_has_moved_at_the_start() {
    let start = moves(&game("first-moves", "", ""));
    for mv in ["b1a4", "g1h4", "e1e3"] {
        assert!(start.contains(&mv.to_owned()), "{mv}: {start:?}");
    }
    let later = moves(&game("first-moves", "", "b1c3 a7a6 c3b1 a6a5"));
    assert!(!later.contains(&"b1a4".to_owned()) && later.contains(&"g1h4".to_owned()), "{later:?}");
    let rules = game("first-moves-drawn", "", "").rules().clone();
    let lots = Lottery::of(&rules).expect("it is shuffled");
    for number in (0..lots.count()).step_by(97) {
        let start = Game::from_fen(rules.clone(), &lots.fen(number)).expect("it is a start position");
        let row = start.fen().split(' ').next().and_then(|board| board.split('/').nth(7)).map(str::to_owned);
        let knights = row.iter().flat_map(|row| ('a'..).zip(row.chars())).filter(|(_, letter)| *letter == 'N');
        let knights: BTreeSet<String> = knights.map(|(file, _)| format!("{file}1")).collect();
        let far = moves(&start).into_iter().filter(|mv| mv[1..].starts_with('1') && mv.ends_with('4'));
        assert_eq!(far.map(|mv| mv[..2].to_owned()).collect::<BTreeSet<String>>(), knights, "{}", start.fen());
    }
}

#[test]
fn a_capture_ends_where_it_may_not_go_on() {
    let men = game("humble-men", "8/8/5k2/8/3m4/2M5/8/K7 w - - 0 1", "");
    assert_eq!(moves(&men), ["c3d4,d4e5"]);
}

#[test]
fn of_two_kings_each_loses_its_own_castling() {
    let castles = |played: &str| {
        let castling = ["d1b1", "d1f1", "k1i1", "k1m1"];
        moves(&game("two-castles", "", played)).into_iter().filter(|mv| castling.contains(&&**mv)).collect::<Vec<_>>()
    };
    assert_eq!(castles(""), ["d1b1", "d1f1", "k1i1", "k1m1"]);
    assert_eq!(castles("d1e1 a3b3"), ["k1i1", "k1m1"]);
    assert_eq!(castles("k1j1 n3n2"), ["d1b1", "d1f1"]);
    assert_eq!(castles("a1b1 a3b3"), ["d1f1", "k1i1", "k1m1"]);
}

#[test]
fn who_becomes_what_it_captures_does_not_promote_besides() {
    let fen = "3r3k/4P3/8/8/8/8/8/K7 w - - 0 1";
    let all = moves(&game("chameleons", fen, ""));
    assert_eq!(all.iter().filter(|mv| mv.starts_with("e7d8")).collect::<Vec<_>>(), ["e7d8"]);
    assert!(all.contains(&"e7e8q".to_owned()));
    assert_eq!(game("chameleons", fen, "e7d8").fen(), "3R3k/8/8/8/8/8/8/K7 b - - 0 1");
}

#[test]
fn a_turn_of_several_moves_is_answered_by_a_whole_turn() {
    let score = |played: &str| {
        let race = game("racing-by-twos", "8/K6k/8/8/8/8/8/8 w - - 0 1", played);
        race.outcome().map(|outcome| outcome.score().to_owned())
    };
    assert_eq!(score("a7a8"), None);
    assert_eq!(score("a7a8 a8b8"), None);
    assert_eq!(score("a7a8 a8b8 h7g7"), None);
    assert_eq!(score("a7a8 a8b8 h7h8").as_deref(), Some("1/2-1/2"));
    assert_eq!(score("a7a8 a8b8 h7g7 g7g8").as_deref(), Some("1/2-1/2"));
    assert_eq!(score("a7a8 a8b8 h7g7 g7f7").as_deref(), Some("1-0"));
}

#[test]
fn both_have_passed_when_each_player_has() {
    let score = |played: &str| {
        let passes = game("passing-by-twos", "", played);
        passes.outcome().map(|outcome| outcome.score().to_owned())
    };
    assert_eq!(score("e1e1 e1e1"), None);
    assert_eq!(score("e1e1 e2e4 e8e8"), None);
    assert_eq!(score("e2e4 e1e1 e8e8").as_deref(), Some("1/2-1/2"));
}

#[test]
fn a_promotion_makes_kings_that_need_not_be_safe() {
    let checked = moves(&game("second-king", "8/P7/8/7k/4r3/8/8/4K3 w - - 0 1", ""));
    assert!(checked.contains(&"a7a8k".to_owned()), "{checked:?}");
    assert!(!checked.contains(&"a7a8q".to_owned()), "{checked:?}");
    let two = moves(&game("second-king", "K7/8/8/7k/4r3/8/8/4K3 w - - 0 1", ""));
    assert!(two.contains(&"a8b8".to_owned()) && two.contains(&"e1e2".to_owned()), "{two:?}");
}

#[test]
fn gates_let_in_no_more_than_there_may_be() {
    assert!(moves(&game("limited-gates", "", "")).contains(&"g1f3h".to_owned()));
    let full = game("limited-gates", "", "b1c3h a7a6");
    assert!(!moves(&full).iter().any(|mv| mv.ends_with('h') && mv.len() == 5), "{:?}", moves(&full));
}

#[test]
fn what_demotes_to_something_was_nothing_else() {
    let fen = "2r1k3/1P6/8/8/8/8/8/4K3[] w - - 0 1";
    let after = |name: &str| game(name, fen, "b7b8h c8b8").fen();
    assert_eq!(after("hawks-for-good"), "1r2k3/8/8/8/8/8/8/4K3[h] w - - 0 2");
    assert_eq!(after("hawks-are-knights"), "1r2k3/8/8/8/8/8/8/4K3[n] w - - 0 2");
}

#[test]
fn stalemate_may_be_another_result_for_each_player() {
    let score = |fen: &str| game("stuck-each", fen, "").outcome().map(|outcome| outcome.score().to_owned());
    assert_eq!(score("k7/2Q5/8/8/8/8/8/K7[] b - - 0 1").as_deref(), Some("1-0"));
    assert_eq!(score("K7/2q5/8/8/8/8/8/k7[] w - - 0 1").as_deref(), Some("1/2-1/2"));
}

#[test]
fn moves_may_say_more_than_they_need() {
    let pinned = game("chess", "r1bqk2r/ppp2ppp/2n5/1B6/1b6/2N5/PPP2PPP/R1BQK1NR w KQkq - 0 1", "");
    let meant = |text: &str| {
        let found = notation::find_san(&pinned, text);
        found.map(|mv| notation::show(pinned.rules(), pinned.position(), mv, Dialect::Uci))
    };
    assert_eq!(meant("Ne2").as_deref(), Some("g1e2"));
    for text in ["Nge2", "Ng1e2", "N1e2", "Ng1-e2", "Nge2!"] {
        assert_eq!(meant(text).as_deref(), Some("g1e2"), "{text}");
    }
    assert_eq!(meant("Rab1").as_deref(), Some("a1b1"));
    assert_eq!(meant("Bbxc6+").as_deref(), Some("b5c6"));
    assert_eq!(meant("Nfe2"), None);
    let passing = game("chess", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "");
    assert_eq!(notation::find_san(&passing, "exd6e.p."), notation::find_san(&passing, "exd6"));
}

#[test]
fn a_pass_names_a_piece_that_stays() {
    let janggi = game("janggi", "", "");
    let passes = |text: &str| notation::find(&janggi, text, Dialect::Uci).is_some();
    assert!(passes("a1a1") && passes("e2e2") && passes("0000"));
    assert!(!passes("e5e5") && !passes("a10a10"));
}

#[test]
fn warlocks_never_take_one_another_where_they_could_be_retaken() {
    let ends = |fen: &str, to: &str| {
        let all = moves(&game("elven", fen, ""));
        all.iter().any(|mv| mv.starts_with("e5") && mv.ends_with(to))
    };
    assert!(!ends("k3r5/10/10/10/4l5/4L5/10/10/10/K9 w - - 0 1", "e6"), "side by side, guarded by a rook");
    assert!(!ends("k3r5/10/10/4l5/4p5/4L5/10/10/10/K9 w - - 0 1", "e7"), "together with a pawn, guarded by a rook");
    assert!(ends("k9/10/10/10/4l5/4L5/10/10/10/K9 w - - 0 1", "e6"), "nobody guards it");
    assert!(ends("k9/10/10/4l5/10/4L5/10/10/10/K9 w - - 0 1", "e7"), "nobody guards it");
}

#[test]
fn a_variant_may_take_the_place_of_what_it_comes_from() {
    let file = std::env::temp_dir().join(format!("griffon-own-chess-{}.variant", std::process::id()));
    std::fs::write(&file, "variant chess from chess\n  remove castling\n").expect("it can be written");
    let mut library = Library::shipped();
    let added = library.add_path(&file);
    std::fs::remove_file(&file).expect("it is there");
    assert!(added.is_ok(), "{added:?}");
    let own = library.find("chess").unwrap_or_else(|error| panic!("{error}"));
    assert!(own.castling.is_empty());
}

#[test]
fn nothing_promotes_by_coming_back() {
    let all = moves(&game("homing", "4k3/8/8/8/8/8/8/1N2K3 w - - 0 1", ""));
    assert_eq!(all.iter().filter(|mv| mv.starts_with("b1b1")).collect::<Vec<_>>(), ["b1b1"]);
}

#[test]
fn names_beyond_file_z_mean_one_move() {
    let wide = game("files-beyond", "", "");
    let spelled: Vec<String> = wide.legal_moves().iter().map(|&mv| notation::san(&wide, mv)).collect();
    let names: BTreeSet<&String> = spelled.iter().collect();
    assert_eq!(names.len(), spelled.len());
    for (text, &mv) in spelled.iter().zip(&wide.legal_moves()) {
        assert_eq!(notation::find_san(&wide, text), Some(mv), "{text}");
    }
}

/// Where a piece may be dropped.
fn drops(game: &Game, letter: &str) -> Vec<String> {
    let mark = format!("{letter}@");
    moves(game).into_iter().filter_map(|text| text.strip_prefix(&mark).map(str::to_owned)).collect()
}

#[test]
fn a_check_by_what_appears_is_a_check() {
    let calm = drops(&game("calm-rovers", "", ""), "R");
    let checking = ["a3", "b4", "f4"];
    assert!(calm.contains(&"b1".to_owned()) && !calm.iter().any(|to| checking.contains(&to.as_str())), "{calm:?}");
    let before = game("calm-rovers", "5k/P5/6/K5[] w - - 0 1", "");
    assert!(!moves(&before).iter().any(|mv| mv.starts_with("a3")), "{:?}", moves(&before));
    let twice = drops(&game("two-drops", "", ""), "A");
    assert!(
        twice.contains(&"c3".to_owned()) && !twice.iter().any(|to| ["a3", "b4"].contains(&to.as_str())),
        "{twice:?}"
    );
}

#[test]
fn the_first_turn_is_that_of_who_begins() {
    assert!(game("black-begins", "", "d3c3").fen().contains(" w "));
    let grown = |played| game("black-grows", "", played).fen();
    assert!(
        grown("d3c3").contains(" w ") && grown("d3c3 a2a1").contains(" w ") && grown("d3c3 a2a1 a1a2").contains(" b ")
    );
}

#[test]
fn who_may_not_stop_anywhere_is_stuck() {
    let short = game("short-ways", "", "");
    let of_apple: Vec<String> = moves(&short).into_iter().filter(|mv| mv.starts_with("a3")).collect();
    assert_eq!(of_apple, ["a3a4b"]);
    assert!(drops(&short, "A").iter().all(|to| !to.ends_with(['4', '5', '6'])), "{:?}", drops(&short, "A"));
}

#[test]
fn what_moves_to_few_squares_is_dropped_on_others() {
    assert!(drops(&game("rooted", "", ""), "A").contains(&"c3".to_owned()));
}

#[test]
fn hoppers_hop_over_walls() {
    let walled = game("rooted", "3k/*3/4/C2K w - - 0 1", "");
    assert!(moves(&walled).contains(&"a1a4".to_owned()), "{:?}", moves(&walled));
}

#[test]
fn what_captures_is_what_it_was_before() {
    let after = game("pawns-leave", "1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8q");
    assert!(after.fen().starts_with("4k3/8/8/8/8/8/8/4K3 b"), "{}", after.fen());
}

#[test]
fn checks_that_answer_checks_come_to_an_end() {
    let mut library = Library::shipped();
    library.add_text(Source::new(
        "crossing",
        "variant crossing from chess\n  remove illegal\n  illegal giving check, except mate\n".to_owned(),
    ));
    let definition = library.find("crossing").unwrap_or_else(|error| panic!("{error}"));
    let rules = Arc::new(Rules::compile(definition).unwrap_or_else(|found| panic!("{found:?}")));
    let open =
        Game::from_fen(rules, "r2qk2r/8/8/4Q3/4q3/8/8/R2QK2R w - - 0 1").unwrap_or_else(|fault| panic!("{fault:?}"));
    assert!(!open.legal_moves().is_empty());
}

/// Each legal move is found by its own text, in every spelling.
fn are_told_apart(game: &Game) {
    for dialect in Dialect::ALL {
        for mv in game.legal_moves().iter().copied() {
            let text = notation::show(game.rules(), game.position(), mv, dialect);
            assert_eq!(notation::find(game, &text, dialect), Some(mv), "{text} in {dialect:?}");
        }
    }
}

#[test]
fn letting_in_and_becoming_are_told_apart() {
    let gating = game("two-ways-in", "4k3/8/8/n7/8/8/8/R3K3[Hh] w QA - 0 1", "");
    assert!(moves(&gating).contains(&"a1a5/h".to_owned()), "{:?}", moves(&gating));
    assert!(moves(&gating).contains(&"a1a4h".to_owned()), "{:?}", moves(&gating));
    are_told_apart(&gating);
}

#[test]
fn going_past_and_taking_in_passing_are_told_apart() {
    let open = game("two-ways-past", "4k3/8/8/6b1/4P3/8/8/K7 b - e3 0 1", "");
    assert!(moves(&open).contains(&"g5e4,e4e3".to_owned()), "{:?}", moves(&open));
    are_told_apart(&open);
}

#[test]
fn gates_are_shut_where_nobody_waits() {
    let start = game("nobody-in", "", "").fen();
    assert_eq!(game("nobody-in", &start, "").fen(), start);
}

#[test]
fn walls_do_not_come_up() {
    let fen = "4k3/8/8/8/8/8/6P1/4K1*1 w - - 0 1";
    let before = game("walls-behind", fen, "").fen();
    assert!(before.starts_with("4k3/8/8/8/8/8/6P1/4K1*1 w"), "{before}");
    let after = game("walls-behind", fen, "g2g3,g3a8").fen();
    assert!(after.starts_with("*3k3/8/8/8/8/6P1/8/4K3 b"), "{after}");
}

#[test]
fn pieces_enter_behind_what_can_be_taken_in_passing() {
    let fen = "4k3/8/8/8/1p6/8/P7/4K3[HEhe] w A - 0 1";
    let pawn = |game: &Game| moves(game).into_iter().filter(|mv| mv.starts_with("a2")).collect::<Vec<_>>();
    assert_eq!(pawn(&game("pawn-gates", fen, "")), ["a2a3", "a2a3e", "a2a3h", "a2a4", "a2a4e", "a2a4h"]);
    let after = game("pawn-gates", fen, "a2a4h");
    assert!(after.fen().starts_with("4k3/8/8/8/Pp6/8/H7/4K3[Ehe] b - a3"), "{}", after.fen());
    assert!(moves(&after).contains(&"b4a3".to_owned()));
    let read = game("pawn-gates", &after.fen(), "");
    assert_eq!((read.fen(), moves(&read)), (after.fen(), moves(&after)));
    let taken = game("pawn-gates", fen, "a2a4h b4a3").fen();
    assert!(taken.starts_with("4k3/8/8/8/8/p7/H7/4K3"), "{taken}");
}

#[test]
fn a_royal_leaps_between_two_squares_if_one_is_safe() {
    let leaps = |fen: &str| {
        let game = game("leaping-king", fen, "");
        moves(&game).into_iter().filter(|mv| ["e1f3", "e1g2", "e1e3"].contains(&mv.as_str())).collect::<Vec<_>>()
    };
    assert_eq!(leaps("k7/8/8/8/8/8/8/4K3 w E - 0 1"), ["e1e3", "e1f3", "e1g2"]);
    // The rook sees f1 and f2, what is between e1 and g2, and f3; of e2 and f2 one.
    assert_eq!(leaps("k4r2/8/8/8/8/8/8/4K3 w E - 0 1"), ["e1e3"]);
    assert_eq!(leaps("k7/8/8/8/8/8/r7/4K3 w E - 0 1"), Vec::<String>::new());
}

fn score(game: &Game) -> Option<String> {
    game.outcome().map(|outcome| outcome.score().to_owned())
}

#[test]
fn hexagons_touch_along_one_of_two_diagonals() {
    // a1 to b2 rises and doesn't touch; a3 to b2 falls.
    let rising = game("hex-three", "", "P@a1 p@c1 P@b2 p@a2 P@c3 p@b1");
    assert_eq!(score(&rising), None, "{}", rising.fen());
    let falling = game("hex-three", "", "P@a3 p@c2 P@b2 p@a1 P@c1");
    assert_eq!(score(&falling).as_deref(), Some("1-0"), "{}", falling.fen());
}

#[test]
fn exactly_so_many_are_no_more() {
    assert_eq!(score(&game("exactly-three", "3pp[PPPPPppp] w - - 0 1", "P@a1 p@b1")), None);
    let three = game("exactly-three", "PP1pp[PPPppp] w - - 0 1", "P@c1");
    assert_eq!(score(&three).as_deref(), Some("1-0"));
    let four = game("exactly-three", "PP1Pp[PPpppp] w - - 0 1", "P@c1");
    // The board is full, and four have not won.
    assert_eq!(score(&four).as_deref(), Some("1/2-1/2"), "{}", four.fen());
}

#[test]
fn jumps_go_on_and_take_nothing_twice() {
    let alone = game("jumpers", "5/5/2Js1/5/5 w - - 0 1", "");
    let jumps: Vec<String> = moves(&alone).into_iter().filter(|mv| mv.contains(',')).collect();
    assert_eq!(jumps, ["c3d3,d3e3"]);
    // In the first row of three there is one way from end to end; in a square of them two that come back.
    let row = game("jumpers", "5/5/5/5/Js1s1 w - - 0 1", "");
    let most = moves(&row).into_iter().filter(|mv| mv.contains(',')).map(|mv| mv.matches(',').count()).max();
    assert_eq!(most, Some(2));
    let crowd = game("jumpers", "", "");
    assert!(moves(&crowd).iter().any(|mv| mv.matches(',').count() > 6));
}

#[test]
fn what_captures_in_a_circle_shoots_no_arrow_at_itself() {
    let queen = game("arrows-in-circles", "k7/8/8/2p1p3/8/2p1p3/8/3QK3 w - - 0 1", "");
    let arrows: Vec<String> = moves(&queen).into_iter().filter(|text| text.starts_with("d1d2")).collect();
    assert!(arrows.len() > 3 && !arrows.iter().any(|text| text.ends_with("d2d2")), "{arrows:?}");
}

#[test]
fn what_is_captured_on_the_way_is_told_in_its_order() {
    let king = game("checkers", "8/3m1m2/6K1/3m4/8/3m4/8/8 w - - 0 1", "");
    assert_eq!(moves(&king), ["g6f7,f7d7,d7d5,d5d3,d3c2"]);
    // In another order it is the same move, to another square it is none.
    let spelled = |text| notation::find(&king, text, Dialect::Uci);
    assert_eq!(spelled("g6f7,f7d5,d5d3,d3d7,d7c2"), spelled("g6f7,f7d7,d7d5,d5d3,d3c2"));
    assert_eq!(spelled("g6f7,f7d7,d7d5,d5c2"), None);
    let why = notation::why_impossible(&king, "g6f7,f7d7,d7c2", Dialect::Uci);
    assert_eq!(why.as_deref(), Some("the king on g6 cannot go to c2 that way"));
}

#[test]
fn nothing_is_dropped_or_reborn_opposite_to_something() {
    let drops = drops(&game("alice-drops", "r3k11/16/16/16/16/16/16/K15[N] w - - 0 1", ""), "N");
    assert!(drops.iter().any(|text| text == "a4") && !drops.iter().any(|text| text == "i1"), "{drops:?}");
    let reborn = game("alice-reborn", "4k11/16/16/3N3r8/16/16/16/4K4B6 b - - 0 1", "h5l5");
    assert!(reborn.fen().starts_with("4k11/16/16/11r4/16/16/16/4K4B6 w"), "{}", reborn.fen());
}

#[test]
fn bishops_of_one_colour_mate_nobody() {
    let result = |fen: &str| score(&game("chess", fen, ""));
    assert_eq!(result("4kb2/8/8/8/8/8/8/2B1K3 w - - 0 1").as_deref(), Some("1/2-1/2"));
    assert_eq!(result("4kb2/8/3b4/8/8/B7/8/2B1K3 b - - 0 1").as_deref(), Some("1/2-1/2"));
    assert_eq!(result("4kb2/8/8/8/8/8/8/4KB2 w - - 0 1"), None);
    assert_eq!(result("4k3/8/8/8/8/8/8/2B1KB2 w - - 0 1"), None);
    assert_eq!(result("4kb2/8/8/8/8/8/P7/2B1K3 w - - 0 1"), None);
}
