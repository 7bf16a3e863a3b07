//! Where the games of a match begin: lines of a file, or balanced random moves.

use griffon::arena::openings::{Opening, Openings, Random, Recipe, read};
use griffon::definition::Library;
use griffon::rules::Rules;
use std::sync::Arc;

fn rules(name: &str) -> Arc<Rules> {
    let definition = Library::shipped().find(name).expect("it is shipped");
    Arc::new(Rules::compile(definition).expect("it can be played"))
}

#[test]
fn lines_are_positions_epd_or_moves() {
    let chess = rules("chess");
    let text = "# three openings\n\n\
        rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n\
        4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; id \"one\";\n\
        rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2; moves e2e4 e7e5; cp 10\n";
    let list = read(&chess, "file", text).expect("openings");
    assert_eq!(list.len(), 3);
    assert_eq!(list[0], Opening::default());
    assert!(list[1].fen.as_ref().is_some_and(|fen| fen.starts_with("4k3/8/8/8/8/8/4P3/4K3 w")));
    assert_eq!((&list[2].fen, list[2].moves.len()), (&None, 2));
    let mut openings = Openings::listed(list.clone());
    let drawn: Vec<Opening> = (0..4).map(|_| openings.draw()).collect();
    assert_eq!(drawn, [&list[..], &list[..1]].concat());
}

#[test]
fn wrong_lines_are_pointed_at() {
    let chess = rules("chess");
    let fault = |text: &str| read(&chess, "file", text).expect_err(text);
    assert!(fault("# nothing\n").contains("no openings"));
    assert!(fault("\nrnbqkbnr/8/8 w\n").starts_with("file:2: "));
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    assert!(fault(&format!("{start}; moves e2e5")).contains("`e2e5` is not a legal move"));
    assert!(fault(&format!("{start}; moves e2e4")).contains("lead to"));
}

#[test]
fn random_openings_are_balanced_new_and_the_same_for_the_same_seed() {
    for name in ["chess", "shogi", "chess960"] {
        let rules = rules(name);
        let recipe = Recipe { plies: [4, 8], balance: 80, seed: 7 };
        let list = |recipe: &Recipe| {
            let mut random = Random::new(&rules, recipe.clone());
            (0..5).map(|_| random.draw()).collect::<Vec<_>>()
        };
        let first = list(&recipe);
        assert_eq!(first, list(&recipe));
        assert_ne!(first, list(&Recipe { seed: 8, ..recipe.clone() }));
        let mut judge = Random::new(&rules, recipe);
        for opening in &first {
            assert!((4..=8).contains(&opening.moves.len()), "{name}");
            let mut game = opening.game(&rules);
            opening.moves.iter().for_each(|&mv| game.play(mv));
            assert!(judge.imbalance(&game) <= 80, "{name}: {}", game.fen());
        }
    }
}
