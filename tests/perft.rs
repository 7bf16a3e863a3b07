//! Move counts of known positions, from the tables in `tests/perft/`.

use griffon::definition::Library;
use griffon::game::Game;
use griffon::movegen::perft;
use griffon::position::fen;
use griffon::protocol::input::Event;
use griffon::protocol::thinker::{Job, Progress, Task, Thinker, Threaded};
use griffon::rules::Rules;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, mpsc};

mod side_by_side;

#[derive(Deserialize)]
struct Row {
    variant: String,
    fen: String,
    depth: u32,
    nodes: u64,
    #[serde(default)]
    disputed: BTreeMap<String, u64>,
}

/// Rows with more nodes than this are left for a run that asks for them.
fn most_nodes() -> u64 {
    std::env::var("GRIFFON_PERFT_NODES").ok().and_then(|text| text.parse().ok()).unwrap_or(300_000)
}

/// Counts the rows of one table, and tells how many those were and which are wrong.
fn count(table: &Path, libraries: &[Library; 2]) -> (usize, Vec<String>) {
    let (most, mut counted, mut wrong, mut rules) = (most_nodes(), 0, Vec::new(), None);
    for line in fs::read_to_string(table).expect("a table can be read").lines() {
        let row: Row = serde_json::from_str(line).unwrap_or_else(|error| panic!("{}: {error}", table.display()));
        if row.nodes > most {
            continue;
        }
        let rules = rules.get_or_insert_with(|| {
            let [known, unseen] = libraries.each_ref().map(|library| library.find(&row.variant));
            let definition = known.or(unseen).unwrap_or_else(|error| panic!("{error}"));
            Rules::compile(definition).unwrap_or_else(|found| panic!("{}: {found:?}", row.variant))
        });
        let nodes = match fen::parse(rules, &row.fen) {
            Ok(mut position) => perft(rules, &mut position, row.depth),
            Err(finding) => {
                wrong.push(format!("{}: {}: {}", row.variant, row.fen, finding.message));
                continue;
            }
        };
        counted += 1;
        if nodes != row.nodes && !row.disputed.values().any(|&other| other == nodes) {
            wrong.push(format!("{} {} depth {}: {nodes}, not {}", row.variant, row.fen, row.depth, row.nodes));
        }
    }
    (counted, wrong)
}

#[test]
fn counts_agree_with_the_tables() {
    let libraries = ["docs/variants", "tests/unseen"].map(|folder| {
        let mut library = Library::shipped();
        library.add_path(Path::new(folder)).expect("the files can be read");
        library
    });
    let entries = fs::read_dir("tests/perft").expect("the tables are there");
    let paths = entries.map(|entry| entry.expect("the folder can be read").path());
    let tables: Vec<PathBuf> = paths.filter(|path| path.extension().is_some_and(|it| it == "jsonl")).collect();
    let results = side_by_side::each(&tables, |table| count(table, &libraries));
    let counted: usize = results.iter().map(|(counted, _)| counted).sum();
    let wrong: Vec<&str> = results.iter().flat_map(|(_, wrong)| wrong).map(String::as_str).collect();
    assert!(counted > 500, "only {counted} rows were counted");
    assert!(wrong.is_empty(), "{} of {counted} rows are wrong:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn a_count_that_is_stopped_says_so() {
    let rules = Rules::compile(Library::shipped().find("chess").expect("it is shipped")).expect("it compiles");
    let game = Game::new(Arc::new(rules));
    let (events, said) = mpsc::channel();
    let mut thinker = Threaded::start(events);
    let mut counted = |depth: u32, stop: bool| {
        thinker.start(Job { number: 1, game: game.clone(), task: Task::Count(depth) });
        if stop {
            thinker.stop();
        }
        said.iter().find_map(|event| match event {
            Event::Search(Progress::CountedAll { total, stopped, .. }) => Some((total, stopped)),
            _ => None,
        })
    };
    assert_eq!(counted(3, false), Some((8902, false)));
    // It would take hours.
    assert!(counted(9, true).is_some_and(|(_, stopped)| stopped));
}
