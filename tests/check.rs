//! `griffon check`, and the random games that it plays.

use clap::Parser;
use griffon::cli::check::{Arguments, run};
use griffon::definition::Library;
use griffon::rules::Rules;
use griffon::trial::{Plan, Report, play};
use std::sync::Arc;

#[derive(Parser)]
struct Line {
    #[command(flatten)]
    arguments: Arguments,
}

fn said(words: &[&str]) -> (bool, String) {
    let mut out = Vec::new();
    let line = Line::try_parse_from([&["check"], words].concat()).expect("the words are right");
    let sound = run(Library::shipped(), &line.arguments, false, &mut out).expect("a vector takes everything");
    (sound, String::from_utf8_lossy(&out).into_owned())
}

#[test]
fn shipped_files_are_sound_and_a_missing_one_is_not() {
    let (sound, text) = said(&[]);
    assert!(sound && text.contains("0 errors, 0 warnings"), "{text}");
    let (sound, text) = said(&["nowhere.variant"]);
    assert!(!sound && text.contains("cannot be read") && text.contains("nowhere.variant"), "{text}");
}

#[test]
fn a_variant_that_another_file_hides_is_told() {
    let directory = std::env::temp_dir().join(format!("griffon-hidden-{}", std::process::id()));
    std::fs::create_dir_all(&directory).expect("it can be made");
    let texts = [
        ("a", "variant mine from chess\nvariant other from chess"),
        (
            "b",
            "variant mine from gardner\nvariant other from other\nvariant chess from chess\nvariant dobutsu from chess",
        ),
    ];
    for (name, text) in texts {
        std::fs::write(directory.join(format!("{name}.variant")), text).expect("it can be written");
    }
    let (sound, text) = said(&[&directory.to_string_lossy()]);
    std::fs::remove_dir_all(&directory).expect("it is there");
    assert!(text.contains("this `dobutsu` is played instead of the one that comes with the program"), "{text}");
    assert!(sound && text.contains("this `mine` is never played") && text.contains("2 warnings"), "{text}");
    let (sound, text) = said(&["variants/chess/capturers.variant"]);
    assert!(sound && text.contains("0 warnings"), "{text}");
}

#[test]
fn json_says_the_same_as_words() {
    let (_, text) = said(&["tests/diagnostics/letter-clash.variant", "--json"]);
    let files: serde_json::Value = serde_json::from_str(&text).expect("it is JSON");
    let finding = &files[0]["diagnostics"][0];
    assert_eq!((&finding["severity"], &finding["start"]["line"]), (&"error".into(), &5.into()), "{text}");
    assert_eq!(finding["related"][0]["start"]["column"], 14, "{text}");
}

#[test]
fn random_games_are_told_in_words_and_in_json() {
    let file = "variants/small/six-by-six.variant";
    let (_, text) = said(&[file, "--play", "4", "--plies", "30"]);
    assert!(text.contains("4 random games"), "{text}");
    let (_, text) = said(&[file, "--play", "4", "--plies", "30", "--json"]);
    let files: serde_json::Value = serde_json::from_str(&text).expect("it is JSON");
    assert_eq!(files[0]["trials"][0]["games"], 4, "{text}");
}

fn report(name: &str, threads: usize) -> Report {
    let definition = Library::shipped().find(name).expect("it is shipped");
    let rules = Arc::new(Rules::compile(definition).expect("it compiles"));
    play(&rules, &Plan { games: 20, most_plies: 60, seed: 7, threads })
}

#[test]
fn equal_seeds_give_equal_games_on_any_number_of_threads() {
    for name in ["crazyhouse", "chess960", "gardner"] {
        let one = report(name, 1);
        assert_eq!(one, report(name, 3), "{name}");
        let ended: u64 = one.results.values().sum();
        assert_eq!((one.games, ended + one.unfinished), (20, 20));
        assert_eq!(one.lengths.values().sum::<u64>(), 20);
        assert!(one.fates.iter().any(|fate| fate.captured > 0) && one.checks > 0, "{name}");
    }
}
