//! Files of other programs: what they become, what is said about them, and that it is the same game.

use griffon::definition::{Definition, Library, load};
use griffon::diagnostic::{Source, render};
use griffon::game::Game;
use griffon::import;
use griffon::movegen::perft;
use griffon::notation::{self, Dialect};
use griffon::position::fen;
use griffon::rules::Rules;
use griffon::shorten::in_short;
use std::fs;
use std::sync::Arc;

/// Variants that Fairy-Stockfish has built in, under the names that are ours, too.
const BUILT_IN: &[&str] = &[
    "chess",
    "nocastle",
    "armageddon",
    "torpedo",
    "berolina",
    "pawnsideways",
    "pawnback",
    "legan",
    "makruk",
    "makpong",
    "cambodian",
    "karouk",
    "asean",
    "ai-wok",
    "shatranj",
    "chaturanga",
    "amazon",
    "georgian",
    "nightrider",
    "grasshopper",
    "hoppelpoppel",
    "newzealand",
    "kingofthehill",
    "racingkings",
    "knightmate",
    "misere",
    "losers",
    "giveaway",
    "antichess",
    "suicide",
    "codrus",
    "extinction",
    "kinglet",
    "threekings",
    "horde",
    "petrified",
    "nocheckatomic",
    "atomic",
    "atomar",
    "duck",
    "3check",
    "5check",
    "crazyhouse",
    "loop",
    "chessgi",
    "pocketknight",
    "placement",
    "sittuyin",
    "seirawan",
    "shouse",
    "dragon",
    "paradigm",
    "minishogi",
    "kyotoshogi",
    "micro",
    "dobutsu",
    "gorogoro",
    "judkins",
    "torishogi",
    "euroshogi",
    "losalamos",
    "gardner",
    "almost",
    "sortofalmost",
    "chigorin",
    "perfect",
    "spartan",
    "shatar",
    "coregal",
    "minixiangqi",
    "shogi",
    "checkshogi",
    "shoshogi",
    "yarishogi",
    "okisakishogi",
    "capablanca",
    "capahouse",
    "gothic",
    "janus",
    "modern",
    "chancellor",
    "embassy",
    "centaur",
    "gustav3",
    "jesonmor",
    "courier",
    "grand",
    "opulent",
    "tencubed",
    "omicron",
    "troitzky",
    "wolf",
    "shako",
    "amazons",
    "xiangqi",
    "manchu",
    "janggi",
    "janggitraditional",
    "janggicasual",
];

fn compile(definition: Arc<Definition>) -> Arc<Rules> {
    let name = definition.names.name.clone();
    Arc::new(Rules::compile(definition).unwrap_or_else(|found| panic!("{name}: {found:?}")))
}

#[test]
fn files_become_readable_variants_and_their_slips_are_explained() {
    let library = Library::shipped();
    insta::glob!("import/*.*", |path| {
        let name = path.file_name().expect("a file has a name").to_string_lossy();
        let source = Source::new(name, fs::read_to_string(path).expect("the file is there"));
        let translation = import::translate(&source).expect("it is a foreign file");
        let (_, found) = load(&source, &library);
        insta::assert_snapshot!(format!("{}{}", translation.text, render(&source, &found, false)));
    });
}

#[test]
fn what_is_imported_reads_back_to_the_same_game() {
    let library = Library::shipped();
    for entry in fs::read_dir("tests/import").expect("the files are there") {
        let path = entry.expect("the folder can be read").path();
        let source = Source::new(path.display().to_string(), fs::read_to_string(&path).expect("it can be read"));
        let translation = import::translate(&source).expect("it is a foreign file");
        let (direct, _) = load(&source, &library);
        let (written, _) = load(&Source::new("written", translation.text.clone()), &library);
        assert_eq!(direct, written, "{}", path.display());
    }
}

/// A section that only inherits is the game that we ship: the same moves and the same end, along random games.
#[test]
fn built_in_variants_are_the_shipped_ones() {
    let library = Library::shipped();
    let text: String = BUILT_IN.iter().map(|name| format!("[my-{name}:{name}]\n")).collect();
    let (imported, found) = load(&Source::new("built-in.ini", text), &library);
    assert!(found.iter().all(|finding| !finding.is_error()), "{found:?}");
    assert_eq!(imported.len(), BUILT_IN.len());
    for (name, mine) in BUILT_IN.iter().zip(imported) {
        let theirs = library.find(name).unwrap_or_else(|error| panic!("{error}"));
        play_alike([theirs, mine]);
    }
}

/// Two variants have the same moves and the same end, along random games.
fn play_alike(variants: [Arc<Definition>; 2]) {
    let name = variants[0].names.name.clone();
    let rules = variants.map(compile);
    let mut random = fastrand::Rng::with_seed(1);
    for _ in 0..2 {
        let fen = &rules[0].definition.start.fen;
        let mut games = rules.each_ref().map(|rules| Game::from_fen(rules.clone(), fen).expect("a start position"));
        for _ in 0..40 {
            let moves = games.each_ref().map(spelled);
            assert_eq!(moves[0], moves[1], "{name}");
            let Some(text) = (!moves[0].is_empty()).then(|| moves[0][random.usize(..moves[0].len())].clone()) else {
                break;
            };
            for game in &mut games {
                let mv = notation::find(game, &text, Dialect::Uci).expect("it was just spelled");
                game.play(mv);
            }
            let ends = games.each_ref().map(|game| game.outcome().map(|outcome| outcome.score()));
            assert_eq!(ends[0], ends[1], "{name}");
            if ends[0].is_some() {
                break;
            }
        }
    }
}

/// What builds on a variant that we ship is said in short, as far as it can be, and that is the same game.
#[test]
fn short_texts_are_the_same_games_as_full_ones() {
    let library = Library::shipped();
    let plain = BUILT_IN.iter().map(|name| format!("[my-{name}:{name}]\n"));
    let changed = BUILT_IN.iter().map(|name| format!("[our-{name}:{name}]\ncheckCounting = true\nnMoveRule = 40\n"));
    let text: String = plain.chain(changed).collect();
    let file = |name: &str| {
        let text = fs::read_to_string(format!("tests/import/{name}")).expect("it can be read");
        Source::new(name, text)
    };
    let (mut short, mut full) = (0, Vec::new());
    for source in [Source::new("built-in.ini", text), file("inherits.ini"), file("left-out.ini")] {
        let translation = import::translate(&source).expect("it is a foreign file");
        for definition in load(&source, &library).0 {
            let name = definition.names.name.clone();
            let Some(text) = in_short(&definition, &translation, &library) else {
                full.push(name);
                continue;
            };
            let (read, found) = load(&Source::new(name.clone(), text.clone()), &library);
            assert!(found.iter().all(|finding| !finding.is_error()), "{name}: {found:?}\n{text}");
            let [read] = &read[..] else { panic!("{name}: {} variants", read.len()) };
            play_alike([definition, read.clone()]);
            short += 1;
        }
    }
    full.sort();
    insta::assert_snapshot!(format!("{short} in short; whole: {}", full.join(" ")));
}

#[test]
fn what_builds_on_a_shipped_variant_is_said_in_short() {
    let library = Library::shipped();
    let text = fs::read_to_string("tests/import/inherits.ini").expect("it can be read");
    let source = Source::new("inherits.ini", text);
    let translation = import::translate(&source).expect("it is a foreign file");
    let short = |definition: &Arc<Definition>| in_short(definition, &translation, &library);
    let texts: Vec<String> = load(&source, &library).0.iter().filter_map(short).collect();
    insta::assert_snapshot!(texts.join("\n"));
}

/// The legal moves as text, in alphabetical order.
fn spelled(game: &Game) -> Vec<String> {
    let show = |mv| notation::show(game.rules(), game.position(), mv, Dialect::Uci);
    let mut moves: Vec<String> = game.legal_moves().into_iter().map(show).collect();
    moves.sort();
    moves
}

/// Games said from the ground up in a foreign file, and ours.
#[test]
fn games_said_from_the_ground_up_have_the_same_moves_as_ours() {
    let library = Library::shipped();
    for (file, name, shipped, depth) in [
        ("shogi-like.ini", "ground-shogi", "shogi", 3),
        ("xiangqi-like.ini", "ground-xiangqi", "xiangqi", 3),
        ("inherits.ini", "house-of-checks", "3check-crazyhouse", 3),
        ("armies.ini", "ground-chess", "chess", 4),
        ("my-chess.txt", "my-chess", "chess", 4),
    ] {
        let text = fs::read_to_string(format!("tests/import/{file}")).expect("it can be read");
        let (imported, _) = load(&Source::new(file, text), &library);
        let mine = imported.into_iter().find(|definition| definition.names.name == name).expect("it is in the file");
        let theirs = library.find(shipped).unwrap_or_else(|error| panic!("{error}"));
        let count = |definition: Arc<Definition>| {
            let rules = compile(definition);
            let mut position = fen::parse(&rules, &rules.definition.start.fen).expect("a start position");
            perft(&rules, &mut position, depth)
        };
        assert_eq!(count(mine), count(theirs), "{name}");
    }
}

/// As many moves as pyffish lists, after some moves of a game.
#[test]
fn imported_variants_have_as_many_moves_as_in_fairy_stockfish() {
    for (file, name, fen, played, count) in [
        ("royal-hands", "setup-and-captures", "", "", 88),
        ("royal-hands", "placed-and-taken", "", "", 40),
        ("regions", "chariots-at-home", "4k4/9/9/9/9/9/9/9/9/3K4R[R] w - - 0 1", "", 52),
        ("never-stuck", "lances", "", "", 10),
        ("duple-check", "royal-queens", "k3r3/8/8/8/8/8/8/3QK3 w - - 0 1", "", 3),
        ("cambodian-like", "no-gating", "", "", 23),
        ("cambodian-like", "gone-by", "", "", 23),
        ("cambodian-like", "kings-only", "", "", 25),
        ("in-passing", "long-steps", "4k3/8/8/8/5p2/8/4P3/4K3 w - - 0 1", "e2e5", 7),
        ("in-passing", "long-steps", "4k3/8/8/5p2/8/8/4P3/4K3 w - - 0 1", "e2e5", 6),
        ("inner-rooks", "from-b", "", "", 22),
        ("several-royals", "royal-minors", "r1b1k2r/pp3ppp/8/3n4/8/2N1B3/PPP2PPP/R3K2R w KQkq - 0 1", "", 1),
        ("several-royals", "royal-minors", "2b3nr/1ppk1n2/8/6pp/p5P1/P4K1N/2PPP2R/R1BQ4 w - - 0 17", "", 24),
        ("several-royals", "royal-atoms", "rnb1k2r/ppp2ppp/8/4N3/8/2n5/PPP2PPP/R1B1K1R1 w - - 0 1", "", 25),
        ("several-royals", "turned-mini", "4k/5/5/5/4K[PSr] w - - 0 1", "", 91),
        ("several-royals", "checks-apart", "", "e2e4 f7f6 d1h5", 1),
        ("hand-first", "gold-first", "4k/5/5/5/5/4K[GP] w - - 0 1", "", 28),
        ("as-fuzzed", "steps-and-captures", "8/4k3/8/8/3X4/8/8/4K3 w - - 0 1", "", 9),
        ("as-fuzzed", "steps-and-captures", "8/4k3/8/2p5/3Y4/2p5/8/4K3 w - - 0 1", "", 8),
        ("as-fuzzed", "friends-and-walls", "", "f4h5", 10),
        ("as-fuzzed", "stone-kings", "8/4p3/3k4/8/3K4/8/4P3/8 w - - 0 1", "", 10),
        ("as-fuzzed", "two-kings-blown", "5r2/6k1/k7/4K3/8/8/8/8 w - - 0 1", "", 5),
        ("as-fuzzed", "royal-knights", "4k3/8/8/8/8/8/N3N3/r3K3 w - - 0 1", "", 4),
        ("as-fuzzed", "nobody-waits", "", "", 40),
        ("as-fuzzed", "stones-in-a-region", "4k3/8/8/8/8/8/8/4K3[PPp] w - - 0 1", "", 6),
        ("as-fuzzed", "leaps-and-castles", "rnbqkbnr/pppppp1p/6p1/8/6P1/8/PPPPPP1P/RNBQKBNR w KQkq - 0 2", "", 22),
        ("as-fuzzed", "leaps-and-castles", "", "g1f3 g7g6 g2g3 g8f6 e1g2 e8g7", 25),
        ("as-fuzzed", "files-open-gates", "", "", 24),
        ("as-fuzzed", "four-bishops", "b3kb2/8/8/8/8/8/8/1BB1K3[bBBN] w - - 0 1", "", 135),
        ("as-fuzzed", "four-bishops", "4kb2/8/8/8/8/8/8/2B1K3[bBBN] w - - 0 1", "", 132),
        ("as-fuzzed", "pawns-in-a-region", "", "a2a4", 4),
        ("as-fuzzed", "leaping-pawns", "", "b1a3 g7g6", 21),
        ("as-fuzzed", "leaping-pawns", "", "b1c3 a7a5 c3b5 a5a4 b2b4", 22),
        ("as-fuzzed", "promotes-twice", "4k3/8/8/8/8/8/+B7/4K3[] w - - 0 1", "", 8),
        ("as-fuzzed", "promotes-twice", "4k3/+B7/8/8/8/8/8/4K3[] w - - 0 1", "", 9),
        ("as-fuzzed", "promotes-twice", "4k3/+B7/8/8/8/8/8/4K3[] w - - 0 1", "a7c8+ e8e7", 26),
        ("as-fuzzed", "looped-forms", "4k3/8/8/6r1/8/8/8/B3K3[] w - - 0 1", "a1f6+ g5g6 e1e2 g6f6", 5),
        ("as-fuzzed", "looped-forms", "4k3/8/8/6r1/8/8/8/B3K3[] w - - 0 1", "a1f6+ g5g6 e1e2 g6f6 e2e3", 80),
        ("as-fuzzed", "among-commoners", "", "", 22),
        ("as-fuzzed", "among-commoners", "rnb1k1nr/pppp1ppp/8/4R3/8/8/PPPP1PPP/RNB1K1N1 b - - 0 1", "", 3),
        ("as-fuzzed", "last-range", "4k3/8/8/8/3X4/8/8/4K3 w - - 0 1", "", 21),
        (
            "as-fuzzed",
            "pawns-wait-for-files",
            "1nb1k1nr/rpppqp1p/4p1p1/8/p7/b5PB/1PPPPP1P/1NBQK1NR[pr] b Kk - 1 10",
            "",
            33,
        ),
        ("as-fuzzed", "pawns-and-lances", "4k3/L7/8/P7/8/7P/8/4K3 w - - 0 1", "", 8),
    ] {
        let game = imported_game(file, name, fen, played);
        assert_eq!(game.legal_moves().len(), count, "{name} {played}");
    }
}

/// The variant of a section of a file after some moves from this position, or from its start.
fn imported_game(file: &str, name: &str, fen: &str, played: &str) -> Game {
    let text = fs::read_to_string(format!("tests/import/{file}.ini")).expect("it can be read");
    let (imported, _) = load(&Source::new(file, text), &Library::shipped());
    let definition = imported.into_iter().find(|definition| definition.names.name == name);
    let rules = compile(definition.expect("it is in the file"));
    let fen = if fen.is_empty() { &rules.definition.start.fen } else { fen };
    let mut game = Game::from_fen(rules.clone(), fen).expect("a position");
    for mv in played.split_whitespace() {
        let mv = notation::find(&game, mv, Dialect::Uci).expect("it is legal");
        game.play(mv);
    }
    game
}

#[test]
fn imported_variants_end_as_in_fairy_stockfish() {
    let castled = imported_game("as-fuzzed", "kings-count", "4k3/8/8/8/8/8/8/4K2R w K - 5 10", "e1g1");
    assert_eq!(castled.fen(), "4k3/8/8/8/8/8/8/5RK1 b - - 0 10");
    let result = |game: Game| game.outcome().map(|outcome| outcome.score().to_owned());
    // The opponent's queens and knights are counted apart.
    assert_eq!(result(imported_game("as-fuzzed", "few-against-many", "r1bqk/1nnq1/5/5/R1B1K w - - 0 10", "")), None);
    assert_eq!(result(imported_game("as-fuzzed", "no-shak", "", "e1e8")).as_deref(), Some("1/2-1/2"));
    let moves = "a1a2 e8e7 a2a1 e7e8 a1a2 e8e7 a2a1 e7e8";
    let both_due = imported_game("as-fuzzed", "moves-before-positions", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", moves);
    assert_eq!(result(both_due).as_deref(), Some("1/2-1/2"));
    // A list of nothing but `*` is a list of nobody.
    assert_eq!(result(imported_game("as-fuzzed", "stars", "4k3/8/8/8/8/PPPP4/8/4K3 b - - 0 1", "")), None);
    // What is lost as it has promoted comes into the hand as what it had become.
    let looped =
        imported_game("as-fuzzed", "looped-forms", "4k3/8/8/6r1/8/8/8/B3K3[] w - - 0 1", "a1f6+ g5g6 e1e2 g6f6");
    assert_eq!(looped.fen(), "4k3/8/5r2/8/8/8/4K3/8[r] w - - 0 3");
}

/// The moves that pyffish lists.
#[test]
fn players_may_pass_differently() {
    let text = "[one-passes:chess]\npassWhite = true\npassOnStalemateBlack = true\n";
    let (imported, _) = load(&Source::new("passes.ini", text), &Library::shipped());
    let rules = compile(imported.into_iter().next().expect("it is sound"));
    let moves = |fen: &str| spelled(&Game::from_fen(rules.clone(), fen).expect("a position"));
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
    let first = moves(&format!("{start} w KQkq - 0 1"));
    assert!(first.len() == 21 && first.contains(&"e1e1".to_owned()), "{first:?}");
    assert_eq!(moves(&format!("{start} b KQkq - 0 1")).len(), 20);
    assert_eq!(moves("7k/5Q2/8/8/8/8/8/K7 b - - 0 1"), ["h8h8"]);
}
