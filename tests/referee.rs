//! Requests and their answers: what is in tests/referee is asked line by line, and whatever else somebody sends gets an
//! answer, too.

use griffon::definition::Library;
use griffon::referee::{ASKS, Referee, serve};
use serde_json::Value;
use std::io::Write;
use std::process::{Command, Stdio};

fn ask(input: &[u8]) -> Vec<u8> {
    let mut output = Vec::new();
    serve(Library::shipped(), &mut &*input, &mut output).expect("memory is written");
    output
}

#[test]
fn requests_have_these_answers() {
    insta::glob!("referee/*.jsonl", |path| {
        let requests = std::fs::read(path).expect("it is there");
        let answers = String::from_utf8(ask(&requests)).expect("answers are text");
        let requests = String::from_utf8_lossy(&requests);
        let asked = requests.lines().filter(|line| !line.trim().is_empty());
        assert_eq!(asked.clone().count(), answers.lines().count());
        let both = asked.zip(answers.lines()).map(|(request, answer)| {
            serde_json::from_str::<Value>(answer).unwrap_or_else(|error| panic!("{error}: {answer}"));
            format!("> {request}\n{}\n", lines(answer))
        });
        insta::assert_snapshot!(both.collect::<String>());
    });
}

/// A long answer with its parts on lines of their own.
fn lines(answer: &str) -> String {
    if answer.len() < 200 { answer.to_owned() } else { answer.replace("},{", "},\n  {").replace("[{", "[\n  {") }
}

#[test]
fn each_request_has_its_place_in_the_document() {
    let document = include_str!("../docs/referee.md");
    for row in ASKS {
        assert!(document.contains(&format!("### `{}`", row.word)), "{}", row.word);
        let missing: Vec<_> = row.fields.iter().filter(|field| !document.contains(&format!("`{field}`"))).collect();
        assert!(missing.is_empty(), "{missing:?}");
    }
}

/// The requests and answers in the document are as it says.
#[test]
fn the_document_tells_the_truth() {
    let document = include_str!("../docs/referee.md");
    let mut referee = Referee::new(Library::shipped());
    let mut examples = 0;
    for block in document.split("```json\n").skip(1) {
        let lines: Vec<&str> = block.split("```").next().expect("a part").lines().collect();
        let (request, said) = lines.split_first().expect("a request");
        let mut answer = Vec::new();
        referee.answer(request.as_bytes(), &mut answer);
        let answer = String::from_utf8(answer).expect("text");
        // Answers may be cut short, and go on on further lines.
        let parts: Vec<&str> = said.iter().flat_map(|line| line.split("...")).map(str::trim).collect();
        let mut rest = answer.as_str();
        for part in parts.iter().filter(|part| !part.is_empty()) {
            let at = rest.find(part).unwrap_or_else(|| panic!("{request}\n{part}\nis not in\n{answer}"));
            rest = &rest[at + part.len()..];
        }
        examples += 1;
    }
    assert!(examples > 10);
}

#[test]
fn any_line_has_an_answer() {
    let mut random = fastrand::Rng::with_seed(11);
    let snippets = [
        "\"",
        "\\",
        "{",
        "}",
        "[",
        "]",
        ",",
        ":",
        "null",
        "0",
        "-1",
        "1e999",
        "99999999999",
        "true",
        "é",
        "兵",
        "\0",
        "\u{1}",
        "moves",
        "ask",
        "chess",
        "e2e4",
        "\\u0000",
        "\\ud800",
        "/",
        " w ",
        "\"fen\":\"\"",
        "\"depth\":3",
        "\"hand\":\"P\"",
    ];
    let mut lines: Vec<Vec<u8>> = Vec::new();
    for text in [include_str!("referee/games.jsonl"), include_str!("referee/faults.jsonl")] {
        for line in text.lines() {
            for _ in 0..60 {
                let mut letters: Vec<char> = line.chars().collect();
                for _ in 0..random.usize(1..5) {
                    let at = random.usize(..=letters.len().max(1) - 1);
                    match random.u8(..4) {
                        0 if !letters.is_empty() => drop(letters.remove(at)),
                        1 => letters.truncate(at),
                        _ => {
                            let snippet = snippets[random.usize(..snippets.len())];
                            letters.splice(at.min(letters.len())..at.min(letters.len()), snippet.chars());
                        }
                    }
                }
                let mut bytes = letters.into_iter().collect::<String>().into_bytes();
                if random.u8(..) < 10 && !bytes.is_empty() {
                    let at = random.usize(..bytes.len());
                    bytes[at] = random.u8(..);
                }
                bytes.retain(|&byte| byte != b'\n');
                // Counting deep takes long, and is meant to.
                if !bytes.windows(8).any(|part| part == b"\"depth\":") {
                    lines.push(bytes);
                }
            }
        }
    }
    lines.push(vec![0; 100]);
    lines.push(vec![b'['; 1_000_000]);
    lines.push(format!("{{\"ask\":\"{}\"}}", "x".repeat(1_000_000)).into_bytes());
    lines.push(format!("{{\"ask\":\"moves\",\"variant\":\"{}\"}}", "x".repeat(1_000_000)).into_bytes());
    lines
        .push(format!("{{\"ask\":\"moves\",\"variant\":\"chess\",\"fen\":\"{}\"}}", "8/".repeat(500_000)).into_bytes());
    lines.push(
        format!("{{\"ask\":\"moves\",\"variant\":\"chess\",\"moves\":[\"{}\"]}}", "x".repeat(1_000_000)).into_bytes(),
    );
    let input = lines.join(&b'\n');
    let asked = lines.iter().filter(|line| !line.iter().all(u8::is_ascii_whitespace)).count();
    // The last line has no end.
    let output = ask(&input);
    let answers: Vec<Value> = output
        .split(|&byte| byte == b'\n')
        .filter(|line| !line.is_empty())
        .map(|line| serde_json::from_slice(line).unwrap_or_else(|error| panic!("{error}")))
        .collect();
    assert_eq!(answers.len(), asked);
    let wrong = answers.iter().filter(|answer| answer.get("error").is_some()).count();
    assert!(wrong > 500 && wrong < asked, "{wrong} of {asked}");
    let ours = answers.iter().find(|answer| answer["error"]["kind"] == "internal");
    assert_eq!(ours, None);
}

#[test]
fn a_board_of_ten_thousand_squares_is_refereed() {
    let empty = "100/".repeat(3);
    let knights = format!("{empty}{}/", "N".repeat(100)).repeat(24);
    let fen = format!("K99/{empty}{knights}99k w - - 0 1").replacen("100/", "", 1);
    let text = "variant huge\nboard 100x100\npiece king K \"K\" royal\npiece knight N \"N\"\n".to_owned()
        + &format!("start \"{fen}\"\n");
    let define = serde_json::json!({"ask": "define", "text": text});
    let moves = serde_json::json!({"ask": "moves", "variant": "huge", "fen": fen});
    let output = ask(format!("{define}\n{moves}").as_bytes());
    let answers: Vec<Value> =
        String::from_utf8_lossy(&output).lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(answers[0]["variants"], serde_json::json!(["huge"]), "{}", answers[0]);
    let listed = answers[1]["moves"].as_array().map_or(0, Vec::len);
    assert!(listed > 5_000, "{listed} moves: {:.300}", answers[1].to_string());
}

#[test]
fn an_empty_text_takes_the_place_of_another() {
    let define = |text: &str| serde_json::json!({"ask": "define", "name": "a", "text": text});
    let fen = serde_json::json!({"ask": "fen", "variant": "fresh"});
    let asked = format!("\u{feff}{}\n{fen}\n{}\n{fen}\n", define("variant fresh from chess"), define(""));
    let output = ask(asked.as_bytes());
    let answers: Vec<Value> =
        String::from_utf8_lossy(&output).lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(answers[0]["variants"], serde_json::json!(["fresh"]), "{}", answers[0]);
    assert!(answers[1]["fen"].is_string(), "{}", answers[1]);
    assert!(answers[3]["error"].is_object(), "{}", answers[3]);
}

#[test]
fn a_reader_that_goes_away_ends_it_quietly() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_griffon"));
    command.arg("referee").stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    drop(child.stdout.take());
    let mut input = child.stdin.take().expect("it was asked for");
    for _ in 0..1000 {
        // Writing fails as soon as the program has gone.
        if writeln!(input, "{{\"ask\":\"moves\",\"variant\":\"chess\"}}").is_err() {
            break;
        }
    }
    drop(input);
    let output = child.wait_with_output().expect("it ends");
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
}
