//! Whatever somebody types as a position or a move gets an answer: never a panic, never a hang.

use griffon::definition::{Library, load};
use griffon::diagnostic::{Source, render};
use griffon::game::Game;
use griffon::notation::{self, Dialect};
use griffon::position::fen;
use griffon::rules::Rules;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

mod side_by_side;

/// Pieces of text that positions and moves are made of, and some that they aren't.
const SNIPPETS: &[&str] = &[
    "/",
    "8",
    "0",
    "99999999999",
    "K",
    "k",
    "+",
    "+P",
    "~",
    "Q~",
    "*",
    "[",
    "]",
    "[Qq]",
    "-",
    " ",
    " w ",
    " b ",
    "KQkq",
    "HAha",
    "e3",
    "e3d4",
    "@",
    "P@e4",
    "P*5e",
    "e7e8q",
    "0000",
    "@@@@",
    "O-O",
    "a0",
    "z99",
    "aa1",
    "é",
    "\0",
    "兵",
    "\t",
    "65536",
    "-1",
    "3+3",
    ",",
    "e1e1",
    "=",
    "#",
];

fn mutate(text: &str, random: &mut fastrand::Rng) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    for _ in 0..random.usize(1..5) {
        let at = random.usize(..=chars.len());
        match random.u8(..6) {
            0 if at < chars.len() => {
                chars.remove(at);
            }
            1 if at < chars.len() => chars[at] = (random.u8(32..127)) as char,
            2 => chars.insert(at, random.u8(32..127) as char),
            3 => chars.truncate(at),
            4 if at < chars.len() => {
                let other = random.usize(..chars.len());
                chars.swap(at, other);
            }
            _ => {
                let snippet = SNIPPETS[random.usize(..SNIPPETS.len())];
                chars.splice(at..at, snippet.chars());
            }
        }
    }
    chars.into_iter().collect()
}

/// The variants are shared out among the processors.
fn each_variant(visit: impl Fn(Arc<Rules>, fastrand::Rng) + Sync) {
    let library = Library::shipped();
    let names: Vec<(u64, &String)> = (0..).zip(library.names().map(|names| &names.name)).collect();
    side_by_side::each(&names, |&(seed, name)| {
        let definition = library.find(name).unwrap_or_else(|error| panic!("{error}"));
        let rules = Rules::compile(definition).unwrap_or_else(|found| panic!("{name}: {found:?}"));
        visit(Arc::new(rules), fastrand::Rng::with_seed(seed));
    });
}

#[test]
fn any_text_as_a_position() {
    let refused = AtomicUsize::new(0);
    each_variant(|rules, mut random| {
        let start = rules.definition.start.fen.clone();
        for _ in 0..200 {
            let text = mutate(&start, &mut random);
            match fen::parse(&rules, &text) {
                Ok(position) => {
                    // What is accepted can be written and read again, and played on.
                    let shown = fen::show(&rules, &position);
                    let again = fen::parse(&rules, &shown).unwrap_or_else(|f| panic!("{text}: {shown}: {}", f.message));
                    assert_eq!(fen::show(&rules, &again), shown);
                    if let Ok(mut game) = Game::from_fen(rules.clone(), &text) {
                        for _ in 0..6 {
                            let moves = game.legal_moves();
                            if moves.is_empty() || game.outcome().is_some() {
                                break;
                            }
                            game.play(moves[random.usize(..moves.len())]);
                        }
                    }
                }
                Err(finding) => {
                    refused.fetch_add(1, Ordering::Relaxed);
                    assert!(!finding.message.is_empty());
                    render(&Source::new("position", text), &[finding], false);
                }
            }
        }
    });
    let refused = refused.into_inner();
    assert!(refused > 1000, "only {refused} positions were refused");
}

/// Files of other programs, with slips of every kind: what can't be played is explained, what can is compiled.
#[test]
fn any_text_as_a_foreign_file() {
    let library = Library::shipped();
    let mut random = fastrand::Rng::with_seed(1);
    let mut explained = 0;
    let directory = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/import");
    for entry in std::fs::read_dir(directory).expect("the directory is in the repository") {
        let path = entry.expect("it can be read").path();
        let text = std::fs::read_to_string(&path).expect("these files are text");
        let lines: Vec<&str> = text.lines().collect();
        // Long files take longer, and have more lines that go wrong at a time.
        for _ in 0..(2000 / lines.len().max(1)).clamp(10, 75) {
            let mut lines: Vec<String> = lines.iter().map(|line| line.to_string()).collect();
            for _ in 0..random.usize(1..4) {
                let at = random.usize(..lines.len());
                lines[at] = mutate(&lines[at], &mut random);
            }
            let source = Source::new("foreign", lines.join("\n"));
            let (definitions, found) = load(&source, &library);
            explained += found.len();
            render(&source, &found, false);
            if let Some(definition) = definitions.first() {
                let _ = Rules::compile(definition.clone());
            }
        }
    }
    assert!(explained > 1000, "only {explained} findings");
}

/// Long rides with many legs, which fill neither the stack nor the memory. The numbers of moves are the interpreter's.
#[test]
fn endless_rides_on_the_largest_boards() {
    let library = Library::shipped();
    for (files, ranks, man, moves) in [
        (100, 100, "mB(cafma)cafmB", 101),
        (100, 100, "mR(cafma)cafmR", 200),
        (100, 100, "mQ(cafmpa)mQ", 298),
        (100, 3, "mQ(cafma)cafmQ", 103),
        (100, 100, "mBamBamB", 5001),
        // Attacks by two long legs, the first of which may capture, too.
        (100, 100, "mQcaQ", 495),
    ] {
        let between = format!("{files}/").repeat(ranks - 2);
        let text = format!(
            "variant large\nboard {files}x{ranks}\npiece king K \"K\" royal\npiece man M \"{man}\"\n\
             start \"k{}/{between}K{}M w - - 0 1\"\n",
            files - 1,
            files - 2
        );
        let source = Source::new("large", text);
        let (definitions, found) = load(&source, &library);
        let definition = definitions.first().unwrap_or_else(|| panic!("{}", render(&source, &found, false)));
        let rules = Rules::compile(definition.clone()).unwrap_or_else(|found| panic!("{man}: {found:?}"));
        let game = Game::new(Arc::new(rules));
        assert_eq!(game.legal_moves().len(), moves, "{man} on {files}x{ranks}");
    }
}

#[test]
fn any_text_as_a_move() {
    each_variant(|rules, mut random| {
        let mut game = Game::new(rules.clone());
        for _ in 0..25 {
            let moves = game.legal_moves();
            let Some(&mv) = moves.get(random.usize(..moves.len().max(1))) else { break };
            for _ in 0..2 {
                let dialect = Dialect::ALL[random.usize(..Dialect::ALL.len())];
                let text = mutate(&notation::show(&rules, game.position(), mv, dialect), &mut random);
                if let Some(found) = notation::find(&game, &text, dialect) {
                    assert!(moves.contains(&found), "{text}");
                } else {
                    game.why_illegal(&text);
                }
                notation::find_square(&rules, &text, dialect);
            }
            game.play(mv);
        }
    });
}
