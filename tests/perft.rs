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
use std::path::Path;
use std::sync::{Arc, mpsc};

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

#[test]
fn counts_agree_with_the_tables() {
    let mut library = Library::shipped();
    library.add_path(Path::new("docs/variants")).expect("the files can be read");
    let mut unseen = Library::shipped();
    unseen.add_path(Path::new("tests/unseen")).expect("the files can be read");
    let most = most_nodes();
    let mut wrong = Vec::new();
    let mut counted = 0;
    for entry in fs::read_dir("tests/perft").expect("the tables are there") {
        let path = entry.expect("the folder can be read").path();
        if path.extension().is_none_or(|extension| extension != "jsonl") {
            continue;
        }
        let mut rules = None;
        for line in fs::read_to_string(&path).expect("a table can be read").lines() {
            let row: Row = serde_json::from_str(line).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            if row.nodes > most {
                continue;
            }
            let rules = rules.get_or_insert_with(|| {
                let definition = library.find(&row.variant).or_else(|_| unseen.find(&row.variant));
                let definition = definition.unwrap_or_else(|error| panic!("{error}"));
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
    }
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
