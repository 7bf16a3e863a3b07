//! Positions as others write them are read as they are meant: `tests/fens`.

use griffon::definition::Library;
use griffon::game::Game;
use griffon::notation::{self, Dialect};
use griffon::rules::Rules;
use std::path::Path;
use std::sync::Arc;

fn library() -> Library {
    let mut library = Library::shipped();
    library.add_path(Path::new("tests/unseen")).expect("the files can be read");
    library
}

/// `wrong.txt`: variant, position, and what is said about it.
#[test]
fn wrong_positions_are_explained() {
    let (library, mut tried) = (library(), 0);
    let text = std::fs::read_to_string("tests/fens/wrong.txt").expect("the file is there");
    for row in text.lines().filter(|line| !line.starts_with('#')) {
        let [variant, fen, expected] = row.split('|').map(str::trim).collect::<Vec<_>>()[..] else {
            panic!("three fields: {row}");
        };
        let definition = library.find(variant).unwrap_or_else(|error| panic!("{error}"));
        let rules = Arc::new(Rules::compile(definition).unwrap_or_else(|found| panic!("{variant}: {found:?}")));
        let fault =
            Game::from_fen(rules, fen).err().unwrap_or_else(|| panic!("{variant}: nothing is said about {fen}"));
        let part = &fen[fault.span.clone()];
        assert_eq!(format!("{part}: {}", fault.message), expected, "{variant}: {fen}");
        tried += 1;
    }
    assert!(tried > 3);
}

#[test]
fn foreign_positions_are_read_as_they_are_meant() {
    let library = library();
    let text = std::fs::read_to_string("tests/fens/foreign.txt").expect("the file is there");
    let rows = text.lines().filter(|line| !line.starts_with('#'));
    let mut tried = 0;
    for row in rows {
        let [variant, fen, moves, expected] = row.split('|').map(str::trim).collect::<Vec<_>>()[..] else {
            panic!("four fields: {row}");
        };
        let definition = library.find(variant).unwrap_or_else(|error| panic!("{error}"));
        let rules = Arc::new(Rules::compile(definition).unwrap_or_else(|found| panic!("{variant}: {found:?}")));
        let mut game = Game::from_fen(rules, fen).unwrap_or_else(|found| panic!("{variant}: {fen}: {}", found.message));
        for text in moves.split_whitespace() {
            let mv = notation::find(&game, text, Dialect::Uci);
            game.play(mv.unwrap_or_else(|| panic!("{variant}: {text}")));
        }
        assert_eq!(game.fen(), expected, "{variant}");
        tried += 1;
    }
    assert!(tried > 10);
}
