//! Games as PGN: what is written is read again, in every variant; what people write is understood; what is wrong is
//! explained at its place.

use griffon::definition::Library;
use griffon::diagnostic::{Source, render};
use griffon::game::Game;
use griffon::notation::pgn::{self, Record};
use griffon::rules::Rules;
use std::sync::Arc;

mod side_by_side;

/// A game of random moves, captures rather often.
fn random_game(rules: &Arc<Rules>, plies: usize, seed: u64) -> Game {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut game = Game::new(rules.clone());
    for _ in 0..plies {
        let moves = game.legal_moves();
        let lively: Vec<_> =
            moves.iter().copied().filter(|&mv| game.position().is_capture(mv) || mv.is_drop()).collect();
        let pool = if !lively.is_empty() && random.u8(..) < 90 { &lively } else { &moves };
        let Some(&mv) = pool.get(random.usize(..pool.len().max(1))) else { break };
        game.play(mv);
    }
    game
}

fn read(text: &str, library: &Library) -> Vec<Result<Record, String>> {
    let source = Source::new("games.pgn", text);
    let explain = |found| render(&source, &[found], false);
    let played = pgn::read(text).into_iter().map(|game| {
        let game = game.map_err(explain)?;
        let definition = game.definition(library).map_err(explain)?;
        let rules = Rules::compile(definition).unwrap_or_else(|found| panic!("{found:?}"));
        game.play(Arc::new(rules)).map_err(explain)
    });
    played.collect()
}

#[test]
fn what_is_written_is_read_again_in_every_variant() {
    let library = Library::shipped();
    let names: Vec<String> = library.names().map(|names| names.name.clone()).collect();
    side_by_side::each(&names, |name| {
        let definition = library.find(name).expect("shipped variants are sound");
        let rules = Arc::new(Rules::compile(definition).unwrap_or_else(|found| panic!("{name}: {found:?}")));
        let first = random_game(&rules, 80, name.len() as u64);
        // Another that begins where the first one ended.
        let middle = Game::from_fen(rules.clone(), &first.fen()).unwrap_or_else(|found| panic!("{}", found.message));
        let mut text = Vec::new();
        for game in [&first, &middle] {
            let tags = [("White".to_owned(), "\"A\" \\ B".to_owned()), ("Annotator".to_owned(), name.clone())];
            let comment = |ply: usize| (ply % 3 == 1).then(|| format!("said {{after}} {ply}"));
            pgn::write(&mut text, &tags, game, comment, "1/2-1/2").expect("a vector takes everything");
        }
        let text = String::from_utf8(text).expect("text");
        assert!(text.lines().all(|line| line.len() < 80 || line.starts_with('[')), "{text}");
        let games: Vec<Record> = read(&text, &library)
            .into_iter()
            .map(|game| game.unwrap_or_else(|found| panic!("{name}: {found}")))
            .collect();
        assert_eq!(games.len(), 2, "{text}");
        for (read, game) in games.iter().zip([&first, &middle]) {
            assert_eq!(read.game.rules().definition.names.name, *name, "{text}");
            assert_eq!(read.game.moves(), game.moves(), "{text}");
            assert_eq!(read.game.fen(), game.fen());
            assert_eq!(read.result.as_deref(), Some("1/2-1/2"));
            assert!(read.tags.contains(&("White".to_owned(), "\"A\" \\ B".to_owned())));
            let said: Vec<usize> =
                (0..read.line.moves.len()).filter(|&ply| read.line.moves[ply].comment.is_some()).collect();
            assert!(said.iter().all(|ply| ply % 3 == 1) && said.len() == (read.line.moves.len() + 1) / 3, "{text}");
        }
    });
}

#[test]
fn what_people_write_is_understood() {
    let library = Library::shipped();
    let text = include_str!("pgn/people.pgn");
    let games: Vec<String> = read(text, &library)
        .into_iter()
        .map(|game| match game {
            Err(found) => found,
            Ok(record) => {
                let mut written = Vec::new();
                let comment = |ply: usize| {
                    let ply = &record.line.moves[ply];
                    let said = format!("{:?} {:?} {}", ply.nags, ply.comment, ply.variations.len());
                    (said != "[] None 0").then_some(said)
                };
                let result = record.result.as_deref().unwrap_or("*");
                pgn::write(&mut written, &record.tags, &record.game, comment, result).expect("a vector");
                String::from_utf8_lossy(&written).into_owned()
            }
        })
        .collect();
    insta::assert_snapshot!(games.join("----\n"));
}

#[test]
fn any_text_as_a_game() {
    let library = Library::shipped();
    let text = include_str!("pgn/people.pgn");
    let snippets =
        ["(", ")", "{", "}", "[", "]", "\"", "\\", ";", "$", "%", "1.", "*", "é", "\0", "\n", "[X \"", "e4", "1-0"];
    let rules = Arc::new(Rules::compile(library.find("normal").expect("chess")).unwrap_or_else(|_| panic!("sound")));
    let mut random = fastrand::Rng::with_seed(3);
    let (mut wrong, mut right) = (0, 0);
    for _ in 0..1000 {
        let mut letters: Vec<char> = text.chars().collect();
        for _ in 0..random.usize(1..6) {
            let at = random.usize(..letters.len());
            match random.u8(..3) {
                0 if letters.len() > 1 => drop(letters.remove(at)),
                1 => letters.splice(at..at, snippets[random.usize(..snippets.len())].chars()).for_each(drop),
                _ => letters.truncate(at.max(1)),
            }
        }
        let text: String = letters.into_iter().collect();
        let source = Source::new("games.pgn", text.clone());
        for game in pgn::read(&text) {
            match game.and_then(|game| game.play(rules.clone())) {
                Ok(_) => right += 1,
                Err(found) => {
                    wrong += 1;
                    render(&source, &[found], false);
                }
            }
        }
    }
    assert!(wrong > 1000 && right > 1000, "{wrong} wrong, {right} right");
    // Deep nesting is refused, not followed.
    let deep = format!("1. e4 {}", "(1. d4 ".repeat(100_000));
    assert!(pgn::read(&deep)[0].is_err());
}
