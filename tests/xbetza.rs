//! XBetza from text to moves: the vectors, the laws of printing, and what is refused.

use griffon::cli::piece::{draw, run_json};
use griffon::diagnostic::{Source, render};
use griffon::rules::legs_of::compile;
use griffon::syntax::betza::parse;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::time::{Duration, Instant};

const VECTORS: &str = include_str!("xbetza/vectors.json");

fn vectors() -> Vec<Value> {
    let file: Value = serde_json::from_str(VECTORS).expect("the vectors are JSON");
    file["vectors"].as_array().expect("a list of vectors").clone()
}

/// Every description of the vectors.
fn descriptions() -> BTreeSet<String> {
    let fields = |vector: &Value| ["piece", "equiv"].map(|field| vector[field].as_str().map(str::to_owned));
    vectors().iter().flat_map(fields).flatten().collect()
}

fn answers(cases: &[Value]) -> Vec<Value> {
    let input: String = cases.iter().map(|case| format!("{case}\n")).collect();
    let mut output = Vec::new();
    run_json(input.as_bytes(), &mut output).expect("a vector takes everything");
    let output = String::from_utf8(output).expect("JSON is text");
    output.lines().map(|line| serde_json::from_str(line).expect("every line is JSON")).collect()
}

/// The moves in a form in which equal moves are equal: by effect, or by all they say.
fn effects(moves: &Value, fields: &[&str]) -> BTreeSet<String> {
    let one = |mv: &Value| fields.iter().map(|field| format!("{field} {} ", mv[field])).collect();
    moves.as_array().expect("a list of moves").iter().map(one).collect()
}

fn compare(vector: &Value, answer: &Value, failures: &mut Vec<String>) {
    let fields = ["to", "captures", "partner", "unload", "ep_squares", "kind"];
    assert_eq!(vector["id"], answer["id"]);
    if answer["error"].is_string() {
        failures.push(format!("{} {}: {}", vector["id"], vector["piece"], answer["error"]));
        return;
    }
    let (right, ours) = (effects(&vector["moves"], &fields), effects(&answer["moves"], &fields));
    if right != ours || vector["moves"].as_array().map(Vec::len) != answer["moves"].as_array().map(Vec::len) {
        let missing: Vec<_> = right.difference(&ours).collect();
        let wrong: Vec<_> = ours.difference(&right).collect();
        failures.push(format!("{} {}: missing {missing:#?}, wrong {wrong:#?}", vector["id"], vector["piece"]));
    }
}

#[test]
fn every_vector_passes() {
    let mut failures = Vec::new();
    let vectors = vectors();
    let cases: Vec<Value> = vectors.iter().cloned().map(without_answer).collect();
    for (vector, answer) in vectors.iter().zip(answers(&cases)) {
        compare(vector, &answer, &mut failures);
    }
    assert!(failures.is_empty(), "{} failures:\n{}", failures.len(), failures.join("\n"));
}

fn without_answer(mut vector: Value) -> Value {
    vector.as_object_mut().expect("a vector is an object").remove("moves");
    vector
}

/// How many moves a piece has alone on an empty board.
fn alone(piece: &str, board: &str, square: &str) -> usize {
    let case = json!({"id": "1", "piece": piece, "board": board, "side": "w", "square": square});
    let answer = &answers(&[case])[0];
    answer["moves"].as_array().unwrap_or_else(|| panic!("{piece}: {answer}")).len()
}

#[test]
fn what_goes_on_has_an_end() {
    // On the second way round a leg comes to what it skipped on the first.
    assert_eq!(alone("fmarjoR", "5x5", "b1"), 20);
    // Turning as often as one likes one comes everywhere, home as well.
    assert_eq!(alone("(am)R", "14x14", "d5"), 196);
}

#[test]
fn equivalent_descriptions_give_the_same_moves() {
    let mut failures = Vec::new();
    for vector in vectors().into_iter().filter(|vector| vector["equiv"].is_string()) {
        let mut case = without_answer(vector.clone());
        case["piece"] = vector["equiv"].clone();
        compare(&vector, &answers(&[case])[0], &mut failures);
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// The canonical spelling of a vector's piece gives the moves of the vector.
#[test]
fn the_canonical_spelling_means_the_same() {
    let mut failures = Vec::new();
    for vector in vectors() {
        let mut case = without_answer(vector.clone());
        let piece = vector["piece"].as_str().expect("a description");
        case["piece"] = json!(parse(piece).expect("vectors are sound").to_string());
        compare(&vector, &answers(&[case])[0], &mut failures);
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn printing_and_parsing_again_changes_nothing() {
    for text in descriptions() {
        let tree = parse(&text).expect("vectors are sound");
        let printed = tree.to_string();
        assert_eq!(parse(&printed).as_ref(), Ok(&tree), "{text} printed as {printed}");
        assert_eq!(parse(&printed).expect("just parsed").to_string(), printed, "{text}");
    }
}

/// Pairs of descriptions that mean the same, on random boards.
#[test]
fn equal_descriptions_move_alike() {
    let mut random = fastrand::Rng::with_seed(17);
    let mut failures = Vec::new();
    for line in include_str!("xbetza/equal.txt").lines() {
        let (one, other) = line.split_once(' ').expect("two descriptions a line");
        for round in 0..40 {
            let case = random_case(&mut random, one);
            let mut twin = case.clone();
            twin["piece"] = json!(other);
            let answers = answers(&[case.clone(), twin]);
            if let Some(error) = answers.iter().find_map(|answer| answer["error"].as_str()) {
                failures.push(error.to_owned());
                break;
            }
            let moves =
                |at: usize| effects(&answers[at]["moves"], &["to", "captures", "partner", "unload", "ep_squares"]);
            if moves(0) != moves(1) {
                let only = |a: BTreeSet<String>, b: BTreeSet<String>| a.difference(&b).cloned().collect::<Vec<_>>();
                let (first, second) = (only(moves(0), moves(1)), only(moves(1), moves(0)));
                failures.push(format!("round {round} {line}: {first:?} against {second:?} in {case}"));
                break;
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// A board with a few pieces, a hole now and then, and the moving piece anywhere.
fn random_case(random: &mut fastrand::Rng, piece: &str) -> Value {
    let (files, ranks) = ([5, 8, 9, 8][random.usize(..4)], [6, 8, 10, 8][random.usize(..4)]);
    let mut lists: [Vec<String>; 4] = Default::default();
    let square = format!("{}{}", char::from(b'a' + random.u8(..files)), random.u8(..ranks) + 1);
    for (file, rank) in (0..files).flat_map(|file| (1..=ranks).map(move |rank| (file, rank))) {
        let name = format!("{}{rank}", char::from(b'a' + file));
        if name != square
            && let Some(list) = lists.get_mut(random.usize(..16))
        {
            list.push(name);
        }
    }
    let [own, enemy, holes, _] = lists;
    let holes = if random.u8(..4) == 0 { holes } else { Vec::new() };
    let kings: Vec<_> = enemy.first().into_iter().collect();
    let side = if random.bool() { "w" } else { "b" };
    json!({"id": 0, "piece": piece, "board": format!("{files}x{ranks}"), "side": side, "square": square,
        "virgin": random.bool(), "kings": kings, "own": own, "enemy": enemy, "holes": holes})
}

#[test]
fn rejections() {
    let mut reports = String::new();
    for line in include_str!("xbetza/rejected.txt").lines() {
        let errors = match parse(line) {
            Ok(description) => compile(&description, 8, 8).expect_err(&format!("`{line}` is accepted")),
            Err(errors) => errors,
        };
        reports += &render(&Source::new("piece", line), &errors, false);
        reports += "\n";
    }
    insta::with_settings!({ snapshot_path => "xbetza", prepend_module_to_snapshot => false }, {
        insta::assert_snapshot!("rejected", reports);
    });
}

#[test]
fn size_limits() {
    let long = "W".repeat(100_000);
    let deep = format!("{}f{}W", "(".repeat(5), ")".repeat(5));
    let legs = format!("{}W", "maf".repeat(300));
    let copies = "(caf)(cal)(car)(cab)(cas)(cafr)Q".to_owned();
    let nested = "((((af)m)c)s)R";
    let bracket = format!("[{}K]", "fsblrKQWFRB-".repeat(10));
    for text in [long, deep, legs, copies, nested.to_owned(), bracket] {
        let start = Instant::now();
        let refused = parse(&text).is_err() || compile(&parse(&text).expect("just parsed"), 100, 100).is_err();
        assert!(refused, "{}", &text[..text.len().min(60)]);
        assert!(start.elapsed() < Duration::from_secs(5), "{}", &text[..text.len().min(60)]);
    }
}

#[test]
fn cases_that_are_none_get_an_error_line() {
    let sound =
        json!({"id": "x", "piece": "K", "board": "8x8", "side": "w", "square": "d4", "own": ["a1"], "enemy": ["b2"]});
    let broken = [
        ("board", json!("8")),
        ("board", json!("0x8")),
        ("board", json!("101x8")),
        ("board", json!("-1x8")),
        ("side", json!("white")),
        ("square", json!("i9")),
        ("square", json!("a1")),
        ("square", json!(4)),
        ("own", json!(["b2"])),
        ("own", json!(["é1"])),
        ("kings", json!(["a1"])),
        ("rooks", json!(["b2"])),
        ("holes", json!(["d4"])),
        ("ep", json!({"squares": ["e9"], "victim": "e4"})),
        ("ep", json!({"squares": []})),
        ("piece", json!("fwK")),
        ("piece", json!("")),
    ];
    let mut report = String::new();
    for (field, value) in broken {
        let mut case = sound.clone();
        case[field] = value.clone();
        let answer = &answers(&[case])[0];
        assert_eq!(answer["id"], "x");
        report += &format!("{field} {value}\n{}\n\n", answer["error"].as_str().expect("an error").trim_end());
    }
    for line in ["{", "[]", "null", "{\"id\":7}", "\"é", "\u{0}"] {
        let mut output = Vec::new();
        run_json(line.as_bytes(), &mut output).expect("a vector takes everything");
        report += &format!("{line:?}\n{}\n\n", String::from_utf8_lossy(&output).trim_end());
    }
    let mut output = Vec::new();
    run_json(&b"\xff\xfe\n"[..], &mut output).expect("a vector takes everything");
    assert!(String::from_utf8_lossy(&output).contains("error"));
    insta::with_settings!({ snapshot_path => "xbetza", prepend_module_to_snapshot => false }, {
        insta::assert_snapshot!("broken-cases", report);
    });
}

#[test]
fn diagrams() {
    let mut drawings = String::new();
    for text in [
        "fmWfceFifmnD",
        "KisO2",
        "mRcpR",
        "gQ",
        "KNADcaKmcabK",
        "fmFfcafmF",
        "N0",
        "FX",
        "mRudR",
        "mWucW",
        "dkU",
        "kRO",
    ] {
        drawings += &draw(text, None, None).expect("sound");
        drawings += "\n";
    }
    drawings += &draw("FyafsF", Some((9, 10)), Some("c3")).expect("sound");
    insta::with_settings!({ snapshot_path => "xbetza", prepend_module_to_snapshot => false }, {
        insta::assert_snapshot!("diagrams", drawings);
    });
    assert!(draw("K", Some((31, 8)), None).is_err());
    assert!(draw("K", Some((0, 8)), None).is_err());
    assert!(draw("K", Some((8, 8)), Some("j1")).is_err());
    assert!(draw("KwW", None, None).is_err_and(|report| report.contains("`w` is not a modifier")));
}

/// Letters changed, doubled, dropped and swapped at random: nothing may panic or take long, and whatever is
/// accepted must print back.
#[test]
fn mutated_descriptions_are_survived() {
    let mut random = fastrand::Rng::with_seed(0x9e37_79b9);
    let seeds: Vec<String> = descriptions().into_iter().collect();
    let letters: Vec<char> =
        "abcdefghijklmnopqrstuvwxyzWFDNAHGCLZJKQRBOUIXY0123456789*()[]-?@ é\u{0}".chars().collect();
    let mut accepted = 0;
    for round in 0..4000 {
        let mut text: Vec<char> = seeds[random.usize(..seeds.len())].chars().collect();
        for _ in 0..random.usize(1..5) {
            let at = random.usize(..=text.len());
            match random.u8(..5) {
                0 => text.insert(at, letters[random.usize(..letters.len())]),
                1 if at < text.len() => text[at] = letters[random.usize(..letters.len())],
                2 if at < text.len() => drop(text.remove(at)),
                3 => {
                    let other: Vec<char> = seeds[random.usize(..seeds.len())].chars().collect();
                    text.splice(at..at, other);
                }
                _ => {
                    let piece: Vec<char> = text[at / 2..at].to_vec();
                    text.splice(at..at, piece);
                }
            }
        }
        let text: String = text.into_iter().collect();
        let start = Instant::now();
        match parse(&text) {
            Ok(tree) => {
                accepted += 1;
                let printed = tree.to_string();
                assert_eq!(parse(&printed).as_ref(), Ok(&tree), "{text} printed as {printed}");
                let side = if round % 2 == 0 { "w" } else { "b" };
                let case = json!({"id": round, "piece": text, "board": "9x10", "side": side, "square": "e5",
                    "own": ["e6", "c5", "g7"], "enemy": ["f6", "d4", "e8", "b5", "h2"], "kings": ["e8"],
                    "virgin": true, "ep": {"squares": ["d6"], "victim": "d4"}});
                answers(&[case]);
            }
            Err(errors) => {
                assert!(!errors.is_empty());
                render(&Source::new("piece", &text), &errors, false);
                for error in errors {
                    assert!(text.get(error.span.clone()).is_some(), "{text}: {error:?}");
                }
            }
        }
        assert!(start.elapsed() < Duration::from_secs(5), "{text} took {:?}", start.elapsed());
    }
    assert!(accepted > 500, "only {accepted} accepted");
}
