//! Ends of games, and moves that must or must not be legal, from the tables in `tests/results/`.

use griffon::definition::Library;
use griffon::game::Game;
use griffon::notation::{self, Dialect};
use griffon::rules::Rules;
use serde::Deserialize;
use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::Path;
use std::sync::Arc;

/// Either the end of a game (`moves`, `kind`, `score`, perhaps `next`) or a list of moves (`legal`, `illegal`…).
#[derive(Deserialize)]
struct Row {
    variant: String,
    fen: String,
    #[serde(default)]
    moves: Vec<String>,
    kind: Option<String>,
    score: Option<String>,
    reason: String,
    next: Option<String>,
    #[serde(default)]
    legal: Vec<String>,
    #[serde(default)]
    illegal: Vec<String>,
    legal_count: Option<usize>,
}

#[test]
fn games_end_as_the_tables_say() {
    let library = Library::shipped();
    let mut unseen = Library::shipped();
    unseen.add_path(Path::new("tests/unseen")).expect("the files can be read");
    let mut compiled: HashMap<String, Arc<Rules>> = HashMap::new();
    let mut wrong = Vec::new();
    let mut rows = 0;
    let mut ended: HashSet<String> = HashSet::new();
    for entry in fs::read_dir("tests/results").expect("the tables are there") {
        let path = entry.expect("the folder can be read").path();
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        if !name.ends_with(".jsonl") {
            continue;
        }
        for line in fs::read_to_string(&path).expect("a table can be read").lines() {
            let row: Row = serde_json::from_str(line).unwrap_or_else(|error| panic!("{name}: {error}"));
            let rules = compiled.entry(row.variant.clone()).or_insert_with(|| {
                let definition = library.find(&row.variant).or_else(|_| unseen.find(&row.variant));
                let definition = definition.unwrap_or_else(|error| panic!("{error}"));
                Arc::new(Rules::compile(definition).unwrap_or_else(|found| panic!("{}: {found:?}", row.variant)))
            });
            rows += 1;
            ended.extend(row.score.iter().map(|_| rules.definition.names.name.clone()));
            if let Err(fault) = check(rules, &row) {
                wrong.push(format!("{name} {}: {} {:?} ({}): {fault}", row.variant, row.fen, row.moves, row.reason));
            }
        }
    }
    assert!(rows > 100, "only {rows} rows were read");
    assert!(wrong.is_empty(), "{} of {rows} rows are wrong:\n{}", wrong.len(), wrong.join("\n"));
    let without: Vec<&str> =
        library.names().map(|names| names.name.as_str()).filter(|name| !ended.contains(*name)).collect();
    assert!(without.is_empty(), "no table says how these end: {without:?}");
}

fn check(rules: &Arc<Rules>, row: &Row) -> Result<(), String> {
    let mut game = Game::from_fen(rules.clone(), &row.fen).map_err(|finding| finding.message)?;
    for text in &row.moves {
        let mv = notation::find(&game, text, Dialect::Uci).ok_or_else(|| format!("{text} is not legal"))?;
        game.play(mv);
    }
    let legal: Vec<String> =
        game.legal_moves().into_iter().map(|mv| notation::show(rules, game.position(), mv, Dialect::Uci)).collect();
    if let Some(count) = row.legal_count.filter(|&count| count != legal.len()) {
        return Err(format!("{} legal moves, not {count}: {legal:?}", legal.len()));
    }
    if let Some(missing) = row.legal.iter().find(|mv| !legal.contains(mv)) {
        return Err(format!("{missing} is not legal"));
    }
    let illegal = row.illegal.iter().chain(&row.next);
    if let Some(surplus) = illegal.into_iter().find(|mv| legal.contains(mv)) {
        return Err(format!("{surplus} is legal"));
    }
    let outcome = game.outcome();
    let score = outcome.as_ref().map(|outcome| outcome.score());
    if row.kind.is_some() && score != row.score.as_deref() {
        return Err(format!("{outcome:?}, not {:?}", row.score));
    }
    Ok(())
}
