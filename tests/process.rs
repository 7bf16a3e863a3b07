//! The program itself, with its threads and clocks: what only comes after a second, and answers while it thinks.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

struct Program {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Program {
    fn start(arguments: &[&str]) -> Program {
        let mut command = Command::new(env!("CARGO_BIN_EXE_griffon"));
        let mut child =
            command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the program starts");
        let input = child.stdin.take().expect("it was asked for");
        let output = BufReader::new(child.stdout.take().expect("it was asked for"));
        Program { child, input, output }
    }

    fn say(&mut self, lines: &str) {
        writeln!(self.input, "{lines}").expect("it listens");
    }

    /// All lines up to one that begins like this.
    fn until(&mut self, beginning: &str) -> Vec<String> {
        let mut said = Vec::new();
        while said.last().is_none_or(|line: &String| !line.starts_with(beginning)) {
            let mut line = String::new();
            assert!(self.output.read_line(&mut line).expect("text") > 0, "it ended after {said:?}");
            said.push(line.trim_end().to_owned());
        }
        said
    }

    fn end(mut self) {
        self.say("quit");
        assert!(self.child.wait().expect("it ends").success());
    }
}

#[test]
fn after_a_second_it_is_said_what_goes_on() {
    let mut program = Program::start(&[]);
    program.say("uci\nsetoption name UCI_ShowCurrLine value true\nsetoption name UCI_ShowRefutations value true");
    program.until("uciok");
    program.say("position startpos moves e2e4\ngo infinite\nisready");
    // The search may have begun to speak by then.
    let mut said = program.until("readyok");
    // Whichever comes last.
    let mut wanted = vec!["info depth 1 ", "info currline ", "info refutation "];
    let mut current = false;
    while !wanted.is_empty() || !current {
        for line in &said {
            current |= line.contains(" currmove ") && line.contains(" currmovenumber ");
            wanted.retain(|beginning| !line.starts_with(beginning));
        }
        said = program.until("info ");
    }
    program.say("isready\nstop");
    program.until("readyok");
    program.until("bestmove ");
    program.end();
}

#[test]
fn threads_tell_their_lines_together() {
    let mut program = Program::start(&[]);
    program.say("uci\nsetoption name Threads value 2\nsetoption name UCI_ShowCurrLine value true");
    program.until("uciok");
    program.say("position startpos\ngo movetime 2500");
    let said = program.until("bestmove ");
    let lines: Vec<&String> = said.iter().filter(|line| line.starts_with("info currline ")).collect();
    assert!(lines.iter().any(|line| line.starts_with("info currline 2 ")), "{lines:?}");
    program.end();
}

#[test]
fn what_is_said_is_written_down() {
    let path = std::env::temp_dir().join(format!("griffon-{}.log", std::process::id()));
    let mut program = Program::start(&[]);
    program.say(&format!("uci\nsetoption name Debug Log File value {}\nisready", path.display()));
    program.until("readyok");
    program.say("setoption name Debug Log File value <empty>\nposition startpos\nisready");
    program.until("readyok");
    program.end();
    let log = std::fs::read_to_string(&path).expect("it was written");
    std::fs::remove_file(&path).expect("it is there");
    let lines: Vec<&str> = log.lines().map(|line| line.split_once(' ').expect("a time is before it").1).collect();
    assert_eq!(lines, ["> isready", "< readyok", "> setoption name Debug Log File value <empty>"]);
}

#[test]
fn who_loses_time_on_the_way_thinks_less() {
    let thinks = |overhead: u32| {
        let mut program = Program::start(&[]);
        program.say(&format!("uci\nsetoption name Move Overhead value {overhead}\nposition startpos\nisready"));
        program.until("readyok");
        let began = std::time::Instant::now();
        program.say("go movetime 1500");
        program.until("bestmove ");
        program.end();
        began.elapsed().as_millis()
    };
    let (near, far) = (thinks(10), thinks(600));
    assert!(near >= 1400 && far + 300 < near, "{near} and {far} ms");
}

#[test]
fn variants_of_files_are_known_from_the_start() {
    let files = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/dialogues/files/tiny.variant");
    let mut program = Program::start(&["load", files]);
    program.say("uci");
    let said = program.until("uciok");
    assert!(said.iter().any(|line| line.starts_with("option name UCI_Variant") && line.contains(" var tiny ")));
    program.end();
    let mut program = Program::start(&["--variants", files, "--tell", "chess,tiny"]);
    program.say("uci");
    let said = program.until("uciok");
    assert!(
        said.contains(&"option name UCI_Variant type combo default chess var chess var tiny".to_owned()),
        "{said:?}"
    );
    program.end();
}

/// With a table of 16 MB, whatever was read to announce variants.
#[test]
#[cfg(target_os = "linux")]
fn an_idle_engine_keeps_little() {
    for greeting in ["uci\nsetoption name Hash value 16\nisready", "xboard\nprotover 2\nmemory 16\nping 1"] {
        let mut program = Program::start(&[]);
        program.say(greeting);
        program.until(if greeting.starts_with("uci") { "readyok" } else { "pong 1" });
        let status = std::fs::read_to_string(format!("/proc/{}/status", program.child.id())).expect("it runs");
        let own = status.lines().find_map(|line| line.strip_prefix("RssAnon:")).expect("Linux tells it");
        let kilobytes: u32 = own.trim().trim_end_matches(" kB").parse().expect("a number");
        assert!(kilobytes < 28_000, "{greeting}: {own}");
        program.end();
    }
}

#[test]
fn variants_that_were_asked_for_and_are_missing_are_explained() {
    for (names, list, told) in [
        ("duck", "normal", "tellusererror XBoard can't play duck: it knows no walls"),
        ("duck,maruk,aiwok", "ai-wok", "tellusererror there is no variant maruk; did you mean makruk?"),
    ] {
        let mut program = Program::start(&["--tell", names]);
        program.say("xboard\nprotover 2\nping 1");
        let said = program.until("pong 1").join("\n");
        assert!(said.contains(&format!(" variants=\"{list}\"\n")) && said.contains(told), "{said}");
        program.end();
    }
}

#[test]
fn faults_of_files_are_told_to_who_shows_them() {
    let file = std::env::temp_dir().join(format!("griffon-broken-{}.variant", std::process::id()));
    std::fs::write(&file, "variant broken\n  board 8x8\n  pice pawn\n").expect("there is room");
    let path = file.to_str().expect("it is ours");
    for (greeting, beginning, end) in [
        ("xboard\nprotover 2\nping 1", "tellusererror ", "pong 1"),
        ("uci\nisready", "info string ", "readyok"),
        ("usi\nisready", "info string ", "readyok"),
        ("ucci\nisready", "info string ", "readyok"),
        // Here the greeting is answered like that, too.
        ("xci\nget boardsize", "info string \"", "info boardsize"),
    ] {
        let mut program = Program::start(&["load", path]);
        program.say(greeting);
        let said = program.until(end).join("\n").replace('`', "");
        let fault = format!("\n{beginning}{path}:3:3: pice is not a statement; did you mean piece?");
        assert!(said.contains(&fault), "{said}");
        program.end();
    }
    std::fs::remove_file(file).expect("it is ours");
}

#[test]
fn faults_are_said_once_to_who_asks_about_the_variant() {
    let file = std::env::temp_dir().join(format!("griffon-faulty-{}.variant", std::process::id()));
    std::fs::write(&file, "variant faulty\n  board 8x8\n  pice pawn\n").expect("there is room");
    let path = file.to_str().expect("it is ours");
    for question in [&["perft", "faulty", "1"][..], &["moves", "faulty"], &["fen", "faulty"]] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_griffon"));
        let said = command.args(["--variants", path]).args(question).output().expect("the program starts");
        let said = String::from_utf8_lossy(&said.stderr).into_owned();
        assert_eq!(said.matches("`pice` is not a statement").count(), 1, "{said}");
        assert!(said.ends_with("error: the variant `faulty` has errors\n"), "{said}");
    }
    std::fs::remove_file(file).expect("it is ours");
}

#[test]
fn the_files_of_xci_are_written() {
    let directory = std::env::temp_dir().join(format!("griffon-xci-{}", std::process::id()));
    let output = Command::new(env!("CARGO_BIN_EXE_griffon")).arg("xci").arg(&directory).output().expect("it runs");
    assert!(output.status.success());
    let text = |name: &str| std::fs::read_to_string(directory.join(name)).expect("it was written");
    assert!(text("options.xci").contains("option name XCI_Hash type spin"));
    let words = text("options.en");
    assert!(words.contains("XCI_Name \"Griffon"));
    // Every identifier has words.
    let known = |id: &str| words.lines().any(|line| line.split_once(' ').is_some_and(|(word, _)| word == id));
    for line in text("options.xci").lines() {
        let all: Vec<&str> = line.split(' ').collect();
        for (at, word) in all.iter().enumerate() {
            if matches!(*word, "description" | "prompt") {
                assert!(all.get(at + 1).is_some_and(|id| known(id)), "{line}");
            }
        }
        if let ["message", "name", id] = all[..] {
            assert!(known(id), "{line}");
        }
    }
    std::fs::remove_dir_all(&directory).expect("it is ours");
}

#[test]
fn weights_that_are_added_count_from_the_next_game_on() {
    let mut program = Program::start(&[]);
    let mut pairs = |before: &str| -> Vec<String> {
        program.say(before);
        program.say("position fen 4k3/8/8/8/8/8/8/2B1KB2 w - - 0 1\neval\nisready");
        program.until("readyok").into_iter().filter(|line| line.starts_with("pair")).collect()
    };
    let shipped = pairs("uci");
    let added = pairs("setoption name VariantPath value tests/weights/chess.weights\nucinewgame");
    assert!(added.iter().any(|line| line.ends_with("5.00")), "{added:?}");
    assert_ne!(shipped, added);
    program.end();
}

#[test]
fn windows_that_could_not_show_the_game_are_not_opened() {
    let xboard = |variant: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_griffon"));
        command.args(["xboard", variant, "--dry-run"]).output().expect("the program starts")
    };
    assert!(xboard("shogi").status.success());
    for (variant, why) in
        [("amazons", "it knows no walls"), ("monster", "no turns of several moves"), ("tai", "16 files")]
    {
        let refused = xboard(variant);
        let said = String::from_utf8(refused.stderr).expect("text");
        assert!(!refused.status.success() && said.contains(why) && said.contains("griffon play"), "{said}");
    }
}

/// Other programs than XBoard take all that stands behind the number of nodes for moves.
#[test]
fn only_who_knows_xboards_marks_is_told_more_numbers() {
    let thought = |greeting: &str| {
        let mut program = Program::start(&[]);
        program.say(greeting);
        program.say("new\npost\nanalyze");
        let line = program.until("3 ").pop().unwrap_or_default();
        program.end();
        line
    };
    let short = thought("xboard\nprotover 2");
    let moves: Vec<&str> = short.split_whitespace().skip(4).collect();
    assert!(
        !short.contains('\t') && moves.iter().all(|mv| !mv.starts_with(|sign: char| sign.is_ascii_digit())),
        "{short}"
    );
    let long = thought("xboard\nprotover 2\naccepted highlight");
    assert_eq!(long.split('\t').next().map(|numbers| numbers.split_whitespace().count()), Some(7), "{long}");
}

/// What a program says to lines that come through a pipe.
fn piped(lines: &str) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_griffon"));
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the program starts");
    child.stdin.take().expect("it was asked for").write_all(lines.as_bytes()).expect("it listens");
    let said = child.wait_with_output().expect("it ends");
    assert!(said.status.success());
    String::from_utf8(said.stdout).expect("text")
}

#[test]
fn what_was_asked_for_is_answered_when_input_ends() {
    let last = |said: &str| said.lines().last().map(str::to_owned).unwrap_or_default();
    assert!(last(&piped("uci\nposition startpos\ngo infinite\n")).starts_with("bestmove "));
    assert!(last(&piped("uci\nposition startpos\ngo movetime 600000\n")).starts_with("bestmove "));
    assert!(piped("uci\nposition startpos\ngo perft 4\n").contains("197281"));
    assert!(piped("xboard\nprotover 2\nnew\nhard\nusermove e2e4\n").lines().any(|line| line.starts_with("move ")));
    assert_eq!(piped("ucci\nprobe startpos\nprobe startpos moves h2e2\n").matches("\npophash").count(), 2);
    piped("xboard\nprotover 2\nnew\nanalyze\n");
    piped("xboard\nprotover 2\nnew\ngo\npause\n");
}

#[test]
fn xboard_hears_of_the_position_that_it_begins_at() {
    let said = |after: &str| piped(&format!("xboard\nprotover 2\nnew\nvariant kingofthehill\n{after}"));
    let (start, other) = (" rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq", " 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
    let setup = |said: String| said.lines().find(|line| line.starts_with("setup ")).map(str::to_owned);
    let begins = |after: &str, fen: &str| setup(said(after)).is_some_and(|line| line.contains(fen));
    assert!(begins("ping 1\nforce\nsetboard 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\n", other));
    assert!(begins("ping 1\nforce\nsetboard nonsense\n", start));
    // What is set up in another game is none of this one's business.
    assert!(begins("ping 1\nnew\nforce\nsetboard 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\n", start));
}
