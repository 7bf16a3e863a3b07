//! `griffon match`, with this program and with engines that misbehave.

use serde_json::Value;
use std::process::{Command, Output};

const OWN: &str = env!("CARGO_BIN_EXE_griffon");
const TINY: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/dialogues/files/tiny.variant");

fn matched(arguments: &[&str]) -> Output {
    Command::new(OWN).arg("match").args(arguments).output().expect("the program runs")
}

fn result(arguments: &[&str]) -> Value {
    let output = matched(&[arguments, &["--json"]].concat());
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    serde_json::from_slice(&output.stdout).expect("JSON")
}

fn count(value: &Value, path: &str) -> u64 {
    value.pointer(path).and_then(Value::as_u64).unwrap_or_else(|| panic!("{path} in {value}"))
}

#[test]
fn what_a_die_decides_is_no_match() {
    let output = matched(&["-e", OWN, "-e", OWN, "--variant", "dicechess", "--nodes", "20", "--games", "2"]);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success() && said.contains("dicechess: a die or a deck"), "{said}");
}

#[test]
fn both_protocols_play_shipped_variants_and_those_of_files() {
    let [uci, cecp] = [("uci", "one"), ("cecp", "two")]
        .map(|(proto, name)| format!("cmd={OWN} --tell tiny\\,seirawan,proto={proto},name={name}"));
    let pgn = std::env::temp_dir().join(format!("griffon-match-{}.pgn", std::process::id()));
    let path = pgn.to_string_lossy();
    let limits =
        ["--variant", "seirawan,tiny", "--nodes", "40", "--games", "4", "--longest", "30", "--concurrency", "2"];
    let found = result(&[&["-e", &uci, "-e", &cecp, "--variants", TINY, "--pgn", &path], &limits[..]].concat());
    for at in ["/variants/0", "/variants/1"] {
        let part = found.pointer(at).expect("a variant");
        assert_eq!(count(part, "/games"), 4);
        let pairs: u64 = (0..5).map(|points| count(part, &format!("/pairs/{points}"))).sum();
        assert_eq!(pairs, 2);
        assert_eq!(part["faults"], Value::Array(Vec::new()));
    }
    assert_eq!(count(&found, "/total/games"), 8);
    let text = std::fs::read_to_string(&pgn).expect("games");
    let _ = std::fs::remove_file(&pgn);
    assert_eq!(text.matches("[Event ").count(), 8);
    assert_eq!(text.matches("[Variant \"tiny\"]").count(), 4);
    assert_eq!(text.matches("[White \"one\"]").count(), 4);
    assert!(text.contains("[Round \"2.2\"]") && text.contains("[WhiteLimit \"40 nodes\"]"));
}

#[test]
fn an_engine_may_be_given_the_file_as_an_option() {
    let uci = format!("cmd={OWN},name=asked,option.VariantPath={TINY}");
    let cecp = format!("cmd={OWN} --tell tiny load {TINY},proto=cecp");
    let found =
        result(&["-e", &uci, "-e", &cecp, "--variants", TINY, "--variant", "tiny", "--depth", "1", "--games", "2"]);
    assert_eq!(count(&found, "/total/games"), 2);
    assert_eq!(found.pointer("/variants/0/faults"), Some(&Value::Array(Vec::new())));
    assert_eq!(found.pointer("/variants/0/engines/0"), Some(&Value::from("asked")));
}

/// What goes wrong in two games against an engine that does this.
#[cfg(unix)]
fn faults_of(fault: &str, proto: &str, limit: [&str; 2]) -> Vec<Value> {
    let fake = format!("cmd=sh {}/tests/matches/fake.sh {fault},name=fake,proto={proto}", env!("CARGO_MANIFEST_DIR"));
    let openings = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/matches/start.epd");
    let own = format!("cmd={OWN},name=own,depth=1");
    let arguments = ["-e", &own, "-e", &fake, limit[0], limit[1], "--openings", openings, "--games", "2"];
    let found = result(&[&arguments[..], &["--patience", "4", "--concurrency", "2"]].concat());
    assert_eq!(count(&found, "/total/wins"), 2, "{found}");
    found.pointer("/variants/0/faults").and_then(Value::as_array).cloned().expect("a list")
}

#[cfg(unix)]
#[test]
fn each_fault_has_its_own_name_and_the_engines_last_lines() {
    let nodes = ["--nodes", "10"];
    let cases = [
        ("crash", "uci", nodes, "crash", "exit status: 3", "! last words"),
        ("illegal", "uci", nodes, "illegal move", "`a1h8` is not a legal move", "< bestmove a1h8"),
        ("hang", "uci", nodes, "hang", "not even when it was told to", "> stop"),
        ("late", "uci", ["--tc", "1"], "time loss", "", "< bestmove a1h8"),
        ("claim", "cecp", ["--depth", "1"], "false claim", "`1/2-1/2 {it is late}`", "< 1/2-1/2"),
        ("refuse", "cecp", ["--depth", "1"], "refused a legal move", "Illegal move: ", "< Illegal move: "),
    ];
    let all: Vec<_> = std::thread::scope(|scope| {
        let started = cases.map(|(fault, proto, limit, ..)| scope.spawn(move || faults_of(fault, proto, limit)));
        started.map(|thread| thread.join().expect("it ends")).into_iter().collect()
    });
    for ((fault, _, _, kind, words, line), found) in cases.iter().zip(&all) {
        assert_eq!(found.len(), 2, "{fault}: {found:?}");
        for one in found {
            let text = |key: &str| one[key].as_str().unwrap_or_default();
            assert_eq!((text("engine"), text("kind")), ("fake", *kind), "{one}");
            assert!(text("words").contains(words), "{one}");
            assert!(text("fen").contains(" w ") || text("fen").contains(" b "), "{one}");
            let recent = one["recent"].as_array().expect("lines");
            assert!(recent.iter().any(|recent| recent.as_str().is_some_and(|said| said.starts_with(line))), "{one}");
        }
    }
}

#[cfg(unix)]
#[test]
fn a_crashed_engine_plays_on_and_the_test_ends_when_it_is_clear() {
    let fake = format!("cmd=sh {}/tests/matches/fake.sh crash,name=fake,proto=uci", env!("CARGO_MANIFEST_DIR"));
    let own = format!("cmd={OWN},depth=1");
    let output =
        matched(&["-e", &own, "-e", &fake, "--nodes", "1", "--games", "400", "--plies", "0", "--sprt", "elo1=200"]);
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{text}");
    assert!(text.contains("SPRT 0 against 200 Elo: better than 0 Elo"), "{text}");
    assert!(text.contains("faults of fake: crash "), "{text}");
    assert!(!text.contains("\n 399  "), "{text}");
}

#[test]
fn what_cannot_be_played_is_said_before_the_first_game() {
    let faults = |arguments: &[&str]| {
        let output = matched(arguments);
        assert!(!output.status.success() && output.stdout.is_empty(), "{output:?}");
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    let own = &format!("cmd={OWN}");
    let wrong = &format!("cmd={OWN},proto=uci,option.Hsh=1");
    assert!(faults(&["-e", OWN, "--nodes", "1"]).contains("between two engines"));
    assert!(faults(&["-e", own, "-e", own]).contains("--tc"));
    assert!(faults(&["-e", own, "-e", "cmd=/no/such/engine", "--nodes", "1"]).contains("can't be started"));
    assert!(faults(&["-e", own, "-e", wrong, "--nodes", "1"]).contains("did you mean `Hash`?"));
    assert!(faults(&["-e", own, "-e", own, "--nodes", "1", "--variant", "ches"]).contains("did you mean `chess`?"));
    assert!(faults(&["-e", own, "-e", own, "--tc", "fast"]).contains("40/60"));
}

/// It would find the file in the environment.
#[cfg(unix)]
#[test]
fn an_engine_without_the_variant_is_told_of() {
    let own = &format!("cmd={OWN}");
    let deaf = &format!("cmd=env -u GRIFFON_VARIANTS {OWN},proto=uci");
    let output = matched(&["-e", own, "-e", deaf, "--nodes", "1", "--variants", TINY, "--variant", "tiny"]);
    let unknown = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success());
    assert!(unknown.contains("doesn't offer the variant `tiny`"), "{unknown}");
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_the_match_with_what_is_known() {
    use std::io::{BufRead, BufReader, Read};
    use std::process::Stdio;
    let own = format!("cmd={OWN},depth=2");
    let arguments = ["match", "-e", &own, "-e", &own, "--depth", "1", "--games", "100000", "--longest", "20"];
    let mut child = Command::new(OWN).args(arguments).stdout(Stdio::piped()).spawn().expect("the program runs");
    let mut lines = BufReader::new(child.stdout.take().expect("it was asked for"));
    let mut text = String::new();
    while !text.contains("\n   2  ") {
        assert!(lines.read_line(&mut text).expect("text") > 0, "it ended");
    }
    Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("it can be interrupted");
    lines.read_to_string(&mut text).expect("text");
    assert!(text.contains(" of 100000 games\n"), "{text}");
    assert_eq!(child.wait().expect("it ends").code(), Some(1));
}
