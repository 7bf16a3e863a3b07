//! Fitted weights: the files that are shipped, files with mistakes, and fitting itself.

use griffon::arena::spec;
use griffon::definition::{Kind, Library, Side, load};
use griffon::diagnostic::{Source, render};
use griffon::evaluation::Score;
use griffon::evaluation::fitted::{self, Fitted};
use griffon::evaluation::race::NO_WAY;
use griffon::evaluation::terms::Group;
use griffon::evaluation::trace::{Symmetry, Trace};
use griffon::game::Game;
use griffon::rules::topology::Square;
use griffon::rules::{Piece, Rules};
use griffon::tuning::{Effort, Plan, Scope, tune};
use std::path::PathBuf;
use std::sync::Arc;

fn rules(name: &str) -> Arc<Rules> {
    let definition = Library::shipped().find(name).unwrap_or_else(|error| panic!("{error}"));
    Arc::new(Rules::compile(definition).unwrap_or_else(|found| panic!("{name}: {found:?}")))
}

#[test]
fn shipped_weights_fit_their_variants_and_are_used() {
    let library = Library::shipped();
    let mut files = 0;
    for (name, source) in library.weights_files() {
        let fitted = Fitted::parse(source).unwrap_or_else(|found| panic!("{}", found.one_line(source)));
        let rules = rules(name);
        assert!(fitted.misfits(&rules, rules.weights.layout()).is_empty(), "{name}");
        let mut terms = rules.weights.terms().to_vec();
        fitted.apply(&rules, rules.weights.layout(), &mut terms);
        assert_eq!(terms, rules.weights.terms(), "{name}");
        files += 1;
    }
    assert!(files > 1);
}

/// In every variant, also where the players have different pieces.
#[test]
fn weights_that_are_written_down_are_read_again() {
    let library = Library::shipped();
    for names in library.names() {
        let rules = rules(&names.name);
        let (layout, terms) = (rules.weights.layout(), rules.weights.terms());
        let show =
            |terms: &[Score]| fitted::show(&rules, layout, terms, &Group::ALL, "written by a test\nin two lines");
        let source = Source::new("a.weights", show(terms));
        let fitted = Fitted::parse(&source).unwrap_or_else(|found| panic!("{}", found.one_line(&source)));
        assert_eq!(fitted.misfits(&rules, layout), [], "{}", names.name);
        let mut read = vec![Score::default(); terms.len()];
        fitted.apply(&rules, layout, &mut read);
        assert_eq!(show(&read), source.text, "{}", names.name);
        // Both players have them.
        let shared = Symmetry::of_start(&rules).shared(&rules, layout);
        let expected: Vec<Score> = shared.iter().map(|&term| terms[term as usize]).collect();
        assert_eq!(read, expected, "{}", names.name);
    }
}

#[test]
fn descendants_in_which_the_same_is_worth_the_same_inherit_weights() {
    let library = Library::shipped();
    let weights = |name: &str| library.find(name).unwrap_or_else(|error| panic!("{error}")).weights.clone();
    assert!(weights("chess").is_some());
    assert_eq!(weights("chess960"), weights("chess"));
    assert!(weights("upside-down").is_some() == weights("chess").is_some());
    assert_ne!(weights("giveaway"), weights("chess"));
}

/// What a piece is worth in a variant of these texts.
fn worth(piece: &str, texts: &str, name: &str) -> i32 {
    let mut library = Library::shipped();
    library.add_text(Source::new("pieces.variant", texts));
    let rules = Rules::compile(library.find(name).expect("it is declared")).expect("it is sound");
    let kind = rules.definition.pieces.iter().position(|own| own.name == piece).expect("there is one");
    rules.weights.features(Piece::new(Kind(kind as u16), Side::First)).value
}

#[test]
fn what_moves_otherwise_is_not_judged_by_its_letter() {
    let texts = "variant shy from chess\n  piece queen Q \"NmW\"\nvariant shyer from shy\n  piece rook R \"W\"\n\
                 variant cheap from chess\n  piece queen Q \"Q\", value 400\n\
                 variant near from chess\n  piece queen Q \"QimN\"\n";
    let chess = worth("queen", texts, "chess");
    let [shy, shyer, cheap, near] = ["shy", "shyer", "cheap", "near"].map(|name| worth("queen", texts, name));
    assert!(shy < chess * 2 / 3, "{shy}, a queen {chess}");
    // What was doubted in the parent is doubted in its children.
    assert!(shyer < chess * 2 / 3, "{shyer}, a queen {chess}");
    assert!((300..500).contains(&cheap), "{cheap}");
    assert_eq!(near, chess);
    // The rules make more of every pawn than games do: that says nothing against a child's.
    let texts = "variant slow from chess\n  piece pawn P \"fmWfceF\"\nvariant slower from slow\n  piece pawn P \"fmWfcF\"\n\
                 variant wild from chess\n  piece pawn P \"fmNfcR\"\n";
    let [slow, slower, wild] = ["slow", "slower", "wild"].map(|name| worth("pawn", texts, name));
    assert_eq!([slow, slower], [worth("pawn", texts, "chess"); 2]);
    assert!(wild > slow * 3 / 2, "{wild}, a pawn {slow}");
    // Who moves like others is another piece, but not those who don't.
    let texts = "variant jolly from chess\n  piece joker J\n  borrow moves from what moved last, by joker, queen, besides its own\n";
    let of_parent = ["rook", "queen"].map(|piece| worth(piece, texts, "jolly") == worth(piece, texts, "chess"));
    assert_eq!(of_parent, [true, false]);
}

/// Weights of one's own count for a shipped variant, but not for one's own variant of the same name further on.
#[test]
fn weights_added_last_count() {
    let folder = std::env::temp_dir().join(format!("griffon-weights-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder can be made");
    let (weights, variant) = (folder.join("chess.weights"), folder.join("own.variant"));
    std::fs::write(&weights, "square N 7,7*64\n").expect("a file can be written");
    std::fs::write(&variant, "variant chess from chess\n  board 8x8\n").expect("a file can be written");
    let mut library = Library::shipped();
    let fitted = |library: &Library| library.find("chess").unwrap_or_else(|error| panic!("{error}")).weights.clone();
    let shipped = fitted(&library);
    library.add_path(&weights).expect("the file is sound");
    let own = fitted(&library);
    assert!(own != shipped);
    library.add_path(&variant).expect("the file is sound");
    assert!(fitted(&library) == own, "inherited");
    std::fs::write(&weights, "square N 9,9*64\n").expect("a file can be written");
    library.add_path(&weights).expect("the file is sound");
    assert!(fitted(&library) != own);
    std::fs::remove_dir_all(&folder).expect("the folder is ours");
}

/// Files that nothing is played by are spoken of when they are loaded, but not those whose variant is loaded after them.
#[test]
fn files_without_a_variant_are_noticed() {
    let folder = std::env::temp_dir().join(format!("griffon-misnamed-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder can be made");
    let write = |name: &str, text: &str| {
        let path = folder.join(name);
        std::fs::write(&path, text).expect("a file can be written");
        path
    };
    let weights = ["cashew", "ches", "chess", "own", "capablanca960"];
    let mut paths: Vec<PathBuf> = weights.map(|name| write(&format!("{name}.weights"), "# nothing\n")).into();
    paths.push(write("cashew.book", ""));
    paths.push(write("own.variant", "variant own from chess\n"));
    let found = Library::shipped().add_paths(paths.into_iter());
    let name = |line: &String| line.replace(&*folder.to_string_lossy(), "DIR").replace('\\', "/");
    let found: Vec<String> = found.iter().map(name).collect();
    insta::assert_snapshot!(found.join("\n"), @r"
    DIR/cashew.weights:1:1: these weights have no effect: `cashew` is another name of `cashew-shogi`; call the file `cashew-shogi.weights`
    DIR/ches.weights:1:1: these weights have no effect: there is no variant `ches`; did you mean `chess`?; the name of the file is that of the variant
    DIR/capablanca960.weights:1:1: these weights have no effect: `capablanca960` is a form of `capablanca` and has no weights of its own; call the file `capablanca.weights`
    DIR/cashew.book: this book is never opened: `cashew` is another name of `cashew-shogi`; call the file `cashew-shogi.book`
    ");
    std::fs::remove_dir_all(&folder).expect("the folder is ours");
}

#[test]
fn mistakes_are_pointed_at() {
    let chess = rules("chess");
    let mut said = String::new();
    for text in [
        "squares P 1,2\n",
        "square\n",
        "square P 1,2 3\n",
        "square P 1,2 x,y\n",
        "square P 1,2*many\n",
        "square P 1,99999\n",
        "moves N 0,0*99999999999\n",
        "moves N 0,0*999999\n",
        "# a comment\nmoves Z 1,1*32\n",
        "hand P 1,1 # nothing is in hand here\nmoves N 1,1*31\n",
    ] {
        let source = Source::new("chess.weights", text);
        let found = match Fitted::parse(&source) {
            Ok(fitted) => fitted.misfits(&chess, chess.weights.layout()),
            Err(found) => vec![found],
        };
        said.push_str(&render(&source, &found, false));
        said.push_str("\n\n");
    }
    insta::assert_snapshot!(said);
}

/// A queen that its file says is worth little more than nothing turns out to be worth more.
#[test]
fn fitting_corrects_what_is_plainly_wrong() {
    let text = corrected(Scope::Everything);
    assert!(text.lines().any(|line| line.starts_with("moves ")), "all groups are there");
}

#[test]
fn calibrating_corrects_what_pieces_are_worth_and_nothing_else() {
    let text = corrected(Scope::Values);
    let groups = text.lines().filter(|line| !line.starts_with('#')).filter_map(|line| line.split(' ').next());
    assert!(groups.clone().count() > 3, "{text}");
    assert!(groups.clone().all(|group| group == "square" || group == "hand"), "{text}");
}

/// A variant with a queen that is said to be worth next to nothing.
fn wrong() -> Arc<Rules> {
    let text = "variant wrong from gardner\n  piece queen Q \"Q\", value 30\n";
    let (definitions, found) = load(&Source::new("wrong.variant", text), &Library::shipped());
    assert!(found.is_empty(), "{found:?}");
    Arc::new(Rules::compile(definitions[0].clone()).unwrap_or_else(|found| panic!("{found:?}")))
}

/// Weights for it, if they say better.
fn corrected(scope: Scope) -> String {
    let rules = wrong();
    let plan = Plan {
        scope,
        effort: Effort::Games(900),
        rounds: 2,
        nodes: 60,
        threads: 2,
        seed: 7,
        judge: None,
        blunders: 0,
        from: Vec::new(),
        keep: None,
    };
    let mut rounds = 0;
    let found = tune(&rules, &plan, &mut |report| {
        rounds += 1;
        assert!(report.games > 0 && report.positions > 0);
    })
    .unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(rounds, 2);
    let fitted = Fitted::parse(&Source::new("a.weights", found.clone())).expect("what was written is read");
    let layout = rules.weights.layout();
    assert_eq!(fitted.misfits(&rules, layout), []);
    let mut terms = rules.weights.terms().to_vec();
    fitted.apply(&rules, layout, &mut terms);
    let queen = rules.kinds.iter().position(|kind| kind.symbol[Side::First] == "Q").expect("there are queens");
    let queen = Piece::new(Kind(queen as u16), Side::First);
    let worth = |terms: &[Score]| {
        let squares = rules.topology().squares();
        let at = |square: Square| terms[layout.of_piece(Group::Square, queen, square.index())].middle();
        squares.map(at).sum::<i32>() / rules.topology().squares().count() as i32
    };
    let (before, after) = (worth(rules.weights.terms()), worth(&terms));
    assert!(after > before + 30, "{before} before, {after} after");
    found
}

/// A file that is gone after the test.
struct Scratch(std::path::PathBuf);

impl Scratch {
    fn new(name: &str, text: &str) -> Scratch {
        let path = std::env::temp_dir().join(format!("griffon-{}-{name}", std::process::id()));
        std::fs::write(&path, text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        Scratch(path)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

#[test]
fn positions_that_were_kept_are_learnt_from_like_those_that_are_played() {
    let rules = wrong();
    let kept = Scratch::new("kept.positions", "# from a test\n");
    let play = Plan {
        scope: Scope::Everything,
        effort: Effort::Games(400),
        rounds: 1,
        nodes: 40,
        threads: 1,
        seed: 3,
        judge: None,
        blunders: 5,
        from: Vec::new(),
        keep: Some(kept.0.clone()),
    };
    let read = Plan { effort: Effort::Games(0), from: vec![kept.0.clone()], keep: None, ..play.clone() };
    let mut positions = Vec::new();
    let mut fit = |plan: &Plan| {
        let text = tune(&rules, plan, &mut |report| {
            assert_eq!(report.trouble, None);
            positions.push(report.positions);
        });
        let text = text.unwrap_or_else(|error| panic!("{error}"));
        text.lines().filter(|line| !line.starts_with('#')).map(|line| line.to_owned() + "\n").collect::<String>()
    };
    let (played, again) = (fit(&play), fit(&read));
    assert_eq!(played, again);
    assert_eq!(positions[0], positions[1]);
    let lines = std::fs::read_to_string(&kept.0).expect("it was written").lines().count();
    assert!(lines > positions[0] && positions[0] > 500, "{lines} lines, {positions:?} positions");
}

#[test]
fn another_program_can_be_the_judge() {
    let judged = |command: &str| {
        let plan = Plan {
            scope: Scope::Everything,
            effort: Effort::Games(40),
            rounds: 1,
            nodes: 300,
            threads: 1,
            seed: 5,
            judge: Some(spec::parse(command).unwrap_or_else(|error| panic!("{error}"))),
            blunders: 10,
            from: Vec::new(),
            keep: None,
        };
        let mut positions = 0;
        let found = tune(&rules("gardner"), &plan, &mut |report| positions = report.positions);
        (found.err(), positions)
    };
    let (_, positions) = judged(&format!("cmd={},proto=uci", env!("CARGO_BIN_EXE_griffon")));
    assert!(positions > 100, "{positions}");
    let (error, _) = judged("cmd=no-such-engine,proto=uci");
    let error = error.expect("there is no such program");
    assert!(error.starts_with("no-such-engine: "), "{error}");
}

#[cfg(unix)]
#[test]
fn a_judge_that_crashes_is_started_again() {
    let crashed = std::env::temp_dir().join(format!("griffon-{}-crashed", std::process::id()));
    let (mark, own) = (crashed.display(), env!("CARGO_BIN_EXE_griffon"));
    let script = format!(
        "[ -e {mark} ] && exec {own}\n\
         while read -r word rest; do\n\
         case $word in uci) echo option name UCI_Variant type combo default gardner var gardner; echo uciok;; isready) echo readyok;; go) touch {mark}; exit 3;; esac\n\
         done\n"
    );
    let script = Scratch::new("crashing-judge.sh", &script);
    let plan = Plan {
        effort: Effort::Games(20),
        nodes: 100,
        judge: Some(spec::parse(&format!("cmd=sh {},proto=uci", script.0.display())).expect("it is an engine")),
        ..of_files(Scope::Everything, &[])
    };
    let mut games = 0;
    let _ = tune(&rules("gardner"), &plan, &mut |report| {
        assert_eq!(report.trouble, None);
        games = report.games;
    });
    std::fs::remove_file(&crashed).expect("it has crashed");
    assert!(games > 5, "{games}");
}

/// Learns from files alone.
fn of_files(scope: Scope, files: &[&Scratch]) -> Plan {
    Plan {
        scope,
        effort: Effort::Games(0),
        rounds: 1,
        nodes: 1,
        threads: 1,
        seed: 1,
        judge: None,
        blunders: 0,
        from: files.iter().map(|file| file.0.clone()).collect(),
        keep: None,
    }
}

#[test]
fn scores_without_results_are_learnt_from() {
    let rules = wrong();
    let fens = ["rnbqk/ppppp/5/PPPPP/RNB1K w - - 0 1", "rnb1k/ppppp/5/PPPPP/RNBQK w - - 0 1"];
    let lines: String = (0..400).map(|at| format!("- - {} {}\n", [-800, 800][at % 2], fens[at % 2])).collect();
    let file = Scratch::new("scores.positions", &lines);
    let plan = of_files(Scope::Values, &[&file]);
    let mut loss = [0.0; 2];
    tune(&rules, &plan, &mut |report| loss = report.loss).unwrap_or_else(|error| panic!("{error}"));
    assert!(loss[1] < 0.5 * loss[0], "a queen is worth more than was said: {loss:?}");
}

#[test]
fn what_is_wrong_with_positions_in_a_file_is_told() {
    let rules = rules("gardner");
    let good = "- 0.5 - rnbqk/ppppp/5/PPPPP/RNBQK w - - 0 1\n";
    let wrong = [
        ("7 1 20\n", "line 2: GAME RESULT SCORE FEN is expected, such as `7 0.5 -20 FEN`"),
        ("7 2 20 rnbqk/ppppp/5/PPPPP/RNBQK w\n", "line 2: `2` is no result: a number from 0 to 1, or `-`, is expected"),
        (
            "7 1 x rnbqk/ppppp/5/PPPPP/RNBQK w\n",
            "line 2: `x` is no score: a number in 1/100 of a pawn, or `-`, is expected",
        ),
        ("7 1 20 rnbqk/ppppp/5/PPPPP/RNBQX w\n", "line 2: "),
        ("7 - - rnbqk/ppppp/5/PPPPP/RNBQK w\n", "line 2: a result or a score is expected"),
    ];
    for (at, (line, message)) in wrong.into_iter().enumerate() {
        let file = Scratch::new(&format!("wrong-{at}.positions"), &format!("{good}{line}"));
        let plan = of_files(Scope::Everything, &[&file]);
        let error = tune(&rules, &plan, &mut |_| {}).expect_err("it is wrong");
        let expected = format!("{}: {message}", file.0.display());
        assert!(error.starts_with(&expected), "{error}");
    }
}

/// Steps of the nearest racer of the side that is White, as the evaluation sees them.
fn steps(name: &str, fen: &str) -> Vec<usize> {
    let rules = rules(name);
    let game = Game::from_fen(rules.clone(), fen).unwrap_or_else(|fault| panic!("{fen}: {fault:?}"));
    let (layout, trace) = (rules.weights.layout(), Trace::of(&rules, game.position()));
    let ours = trace.entries.iter().filter(|entry| entry.middle > 0.0);
    let races = ours.filter(|entry| layout.group_of(entry.term as usize) == Group::Race);
    races.map(|entry| (entry.term as usize - layout.at(Group::Race, 0, 0)) % layout.stride(Group::Race)).collect()
}

#[test]
fn a_race_is_as_long_as_what_stands_in_the_way_makes_it() {
    let none = NO_WAY;
    assert_eq!(steps("racingkings", "8/8/8/8/8/8/K7/7k w - - 0 1"), [6]);
    assert_eq!(steps("racingkings", "8/7r/8/8/8/8/K7/7k w - - 0 1"), [7], "a rook guards a rank");
    assert_eq!(steps("kingofthehill", "8/8/8/8/8/8/1K6/7k w - - 0 1"), [2]);
    assert_eq!(steps("kingofthehill", "8/8/8/3PP3/3PP3/8/1K6/7k w - - 0 1"), [3], "pawns of its own are in the way");
    assert_eq!(steps("kingofthehill", "8/8/2pp4/8/8/8/1K6/7k w - - 0 1"), [2], "one way is free");
    assert_eq!(steps("sixthrank", "7k/8/8/3n4/3P4/8/8/7K w - - 0 1"), [3], "a pawn doesn't take what it goes to");
    assert!(steps("sixthrank", "7k/8/8/8/8/8/8/7K w - - 0 1").is_empty(), "there is no pawn");
    assert_eq!(steps("sixthrank", "7k/P7/8/8/8/8/8/7K w - - 0 1"), [none], "it has gone past it");
    assert!(steps("river", "4k3/8/8/8/8/8/8/RNBQKBNR w - - 0 1").is_empty(), "queens get there at once");
}
