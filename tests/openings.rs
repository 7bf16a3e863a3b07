//! Laws of opening books: what games have is in the book that is made of them, and what is in a book can be played.

use griffon::book::{Book, Maker};
use griffon::definition::{Library, Side};
use griffon::diagnostic::{Source, render};
use griffon::game::Game;
use griffon::rules::Rules;
use std::sync::Arc;

mod side_by_side;

const PLIES: usize = 6;
const GAMES: u64 = 8;

fn random_game(rules: &Arc<Rules>, seed: u64) -> Game {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut game = Game::new(rules.clone());
    for _ in 0..PLIES + 2 {
        let moves = game.legal_moves();
        // From few moves, so that games have something in common.
        let Some(&mv) = moves.get(random.usize(..moves.len().clamp(1, 3))) else { break };
        game.play(mv);
    }
    game
}

fn read(text: &str, rules: &Arc<Rules>) -> Book {
    let source = Source::new("a.book", text);
    let (book, found) = Book::read(&source, rules);
    assert!(found.is_empty(), "{}", render(&source, &found, false));
    book
}

#[test]
fn a_book_of_games_has_their_moves_in_every_variant() {
    let library = Library::shipped();
    let names: Vec<&String> = library.names().map(|names| &names.name).collect();
    side_by_side::each(&names, |name| {
        let rules = Rules::compile(library.find(name).expect("shipped variants are sound"));
        let rules = Arc::new(rules.unwrap_or_else(|found| panic!("{name}: {found:?}")));
        let games: Vec<Game> = (0..GAMES).map(|seed| random_game(&rules, seed)).collect();
        let winner = |at: usize| [Some(Side::First), Some(Side::Second), None][at % 3];
        let mut maker = Maker::new(PLIES);
        games.iter().enumerate().for_each(|(at, game)| maker.add(game, winner(at)));
        let all = read(&maker.text("All.", 1), &rules);
        let often = read(&maker.text("Often.", 3), &rules);
        let mut replays: Vec<(Game, Option<Side>)> = Vec::new();
        for (at, game) in games.iter().enumerate() {
            let mut replay = Game::new(rules.clone());
            for &mv in game.moves().iter().take(PLIES) {
                replays.push((replay.clone(), winner(at)));
                replay.play(mv);
            }
        }
        for (at, game) in games.iter().enumerate() {
            let mut replay = Game::new(rules.clone());
            for &mv in game.moves().iter().take(PLIES) {
                let position = replay.position();
                // Set up afresh: what may not be repeated depends on the way here, which a book doesn't know.
                let afresh = Game::from_fen(rules.clone(), &replay.fen());
                let legal = afresh.unwrap_or_else(|found| panic!("{name}: {}", found.message)).legal_moves();
                let known = all.moves(position);
                assert!(known.iter().all(|known| legal.contains(&known.mv)), "{name}: {}", replay.fen());
                let this = known.iter().find(|known| known.mv == mv);
                let this = this.unwrap_or_else(|| panic!("{name}: game {at} is not in its book at {}", replay.fen()));
                assert!(this.tally.games() >= 1 && this.tally.games() <= GAMES * PLIES as u64);
                // Whoever moves sees wins where the other sees losses.
                let sum: u64 = known.iter().map(|known| known.tally.games()).sum();
                let here = replays.iter().filter(|(other, _)| other.position().key() == position.key());
                let won = here.clone().filter(|(_, winner)| *winner == Some(position.side_to_move())).count();
                assert_eq!(sum, here.count() as u64, "{name}: {}", replay.fen());
                assert_eq!(known.iter().map(|known| known.tally.wins).sum::<u32>() as usize, won, "{name}");
                for rare in often.moves(position) {
                    let whole = known.iter().find(|known| known.mv == rare.mv).expect("it is a part of the other");
                    assert!(whole.tally.games() >= 3 && rare.tally.games() <= whole.tally.games(), "{name}");
                }
                replay.play(mv);
            }
        }
    });
}

#[test]
fn openings_from_elsewhere_are_told_by_their_start() {
    let library = Library::shipped();
    let rules = Rules::compile(library.find("chess").expect("it is shipped")).unwrap_or_else(|_| panic!("sound"));
    let rules = Arc::new(rules);
    let fen = "4k3/4p3/8/8/8/8/4P3/4K3 b - - 0 1";
    let mut game = Game::from_fen(rules.clone(), fen).unwrap_or_else(|found| panic!("{}", found.message));
    let mv = game.legal_moves()[0];
    game.play(mv);
    let mut maker = Maker::new(PLIES);
    maker.add(&game, Some(Side::Second));
    let text = maker.text("Elsewhere.", 1);
    assert!(text.contains(&format!("\nstart {fen}\n+0=0-1 ")), "{text}");
    game.undo();
    let known = read(&text, &rules).moves(game.position());
    assert_eq!(known.iter().map(|known| (known.mv, known.tally.wins)).collect::<Vec<_>>(), [(mv, 1)]);
}

#[test]
fn any_text_is_a_book_of_sorts() {
    let library = Library::shipped();
    let rules = Rules::compile(library.find("chess").expect("it is shipped")).unwrap_or_else(|_| panic!("sound"));
    let rules = Arc::new(rules);
    let text = include_str!("diagnostics/books/chess@broken.book");
    let snippets = ["#", "+", "=", "-", "start", "\n", " ", "é", "\0", "12", "+1=2-3", "e2e4", "\r", "0000"];
    let mut random = fastrand::Rng::with_seed(5);
    for _ in 0..500 {
        let mut letters: Vec<char> = text.chars().collect();
        for _ in 0..random.usize(1..8) {
            let at = random.usize(..letters.len());
            match random.u8(..3) {
                0 if letters.len() > 1 => drop(letters.remove(at)),
                1 => letters.splice(at..at, snippets[random.usize(..snippets.len())].chars()).for_each(drop),
                _ => letters.swap(at, 0),
            }
        }
        let source = Source::new("a.book", letters.into_iter().collect::<String>());
        let (_, found) = Book::read(&source, &rules);
        render(&source, &found, false);
    }
}
