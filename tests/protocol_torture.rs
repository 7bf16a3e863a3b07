//! Whatever is sent, nothing panics or hangs, and the engine still answers afterwards.
//!
//! Lines of the dialogues are cut, doubled, shuffled and filled with odd characters, from a fixed seed, and sent to all
//! codecs, some of them while the engine thinks.

use griffon::definition::Library;
use griffon::protocol::{self, Console, Flow, Output, input::Event};
use std::sync::Arc;

const ROUNDS: usize = 40;
const LINES: usize = 60;

/// All lines that the dialogues of one protocol send.
fn corpus(protocol: &str) -> Vec<String> {
    let directory = format!("{}/tests/dialogues/{protocol}", env!("CARGO_MANIFEST_DIR"));
    let mut files: Vec<_> = std::fs::read_dir(directory).expect("there are dialogues").flatten().collect();
    files.sort_by_key(|file| file.path());
    let texts = files.into_iter().map(|file| std::fs::read_to_string(file.path()).expect("a text"));
    let lines = texts.flat_map(|text| text.lines().map(str::to_owned).collect::<Vec<_>>());
    lines.filter_map(|line| line.split_once("> ").map(|(_, said)| said.to_owned())).collect()
}

fn mutate(random: &mut fastrand::Rng, line: &str, other: &str) -> String {
    const ODD: [&str; 12] =
        ["\u{0}", "\u{e9}", "\u{1F0A1}", " ", "9", "-1", "99999999999999999999", "[", "/", "@", "+", ","];
    let mut chars: Vec<char> = line.chars().collect();
    match random.u8(0..8) {
        0 => {}
        1 => chars.truncate(random.usize(0..=chars.len())),
        2 => {
            let at = random.usize(0..=chars.len());
            let odd = ODD[random.usize(0..ODD.len())].chars();
            chars.splice(at..at, odd);
        }
        3 if !chars.is_empty() => {
            chars.remove(random.usize(0..chars.len()));
        }
        4 => {
            let mut words: Vec<&str> = line.split(' ').chain(other.split(' ')).collect();
            random.shuffle(&mut words);
            return words.join(" ");
        }
        5 => return format!("{} {other}", line.split(' ').next().unwrap_or("")),
        6 if chars.len() > 1 => {
            let (one, two) = (random.usize(0..chars.len()), random.usize(0..chars.len()));
            chars.swap(one, two);
        }
        _ => return line.repeat(random.usize(1..30)),
    }
    chars.into_iter().collect()
}

/// What would take long by right: counting deeply.
fn is_slow(line: &str) -> bool {
    line.contains("perft") || line.contains("count-moves") || line.contains("bench")
}

fn send(console: &mut Console, line: &str) -> (Vec<String>, Flow) {
    let mut output = Output::default();
    let flow = console.handle(Event::line(line), &mut output);
    console.ready(&mut output);
    (output.lines().to_vec(), flow)
}

fn torture(protocol: &str, question: &str, answer: &str) {
    let lines = corpus(protocol);
    assert!(lines.len() > 30, "{protocol}");
    let library = Arc::new(Library::shipped());
    for round in 0..ROUNDS {
        let mut random = fastrand::Rng::with_seed(round as u64);
        let mut console = protocol::scripted(library.clone(), 50).expect("there are variants");
        send(&mut console, if protocol == "cecp" { "xboard" } else { protocol });
        for _ in 0..LINES {
            let (line, other) = (&lines[random.usize(0..lines.len())], &lines[random.usize(0..lines.len())]);
            let line = mutate(&mut random, line, other);
            if is_slow(&line) || send(&mut console, &line).1 == Flow::Quit {
                continue;
            }
            if random.bool() {
                console.settle(&mut Output::default());
            }
        }
        console.settle(&mut Output::default());
        let (said, _) = send(&mut console, question);
        assert_eq!(said.last().map(String::as_str), Some(answer), "round {round}");
    }
}

#[test]
fn cecp_survives_nonsense() {
    torture("cecp", "ping 4711", "pong 4711");
}

#[test]
fn uci_survives_nonsense() {
    torture("uci", "isready", "readyok");
}

#[test]
fn usi_survives_nonsense() {
    torture("usi", "isready", "readyok");
}

#[test]
fn ucci_survives_nonsense() {
    torture("ucci", "isready", "readyok");
}

#[test]
fn xci_survives_nonsense() {
    torture("xci", "isready", "readyok");
}
