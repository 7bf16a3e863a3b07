//! The law of highlighting: in every variant and from every square, what lights up is where legal moves go next.

use griffon::definition::Library;
use griffon::game::Game;
use griffon::notation;
use griffon::rules::Rules;
use griffon::rules::topology::Square;
use griffon::touch::{Place, Touch};
use std::collections::BTreeSet;
use std::sync::Arc;

mod side_by_side;

#[test]
fn marks_are_the_next_squares_of_legal_moves() {
    let library = Library::shipped();
    let all: Vec<_> = library.names().collect();
    side_by_side::each(&all, |names| {
        let definition = library.find(&names.name).expect("shipped variants are sound");
        let rules = Arc::new(Rules::compile(definition).unwrap_or_else(|_| panic!("{} compiles", names.name)));
        let mut game = Game::new(rules.clone());
        let mut random = fastrand::Rng::with_seed(7);
        for _ in 0..60 {
            let legal = game.legal_moves();
            if legal.is_empty() {
                break;
            }
            let paths: Vec<_> = legal.iter().map(|&mv| notation::path(&rules, game.position(), mv)).collect();
            for origin in rules.topology().squares() {
                let mut touch = Touch::default();
                let marks = touch.lift(&game, &legal, Place::Board(origin));
                let next: BTreeSet<Square> = legal
                    .iter()
                    .zip(&paths)
                    .filter(|(mv, path)| !mv.is_drop() && path[0] == origin)
                    .map(|(_, path)| path[1])
                    .collect();
                let marked: BTreeSet<Square> = marks.squares.iter().map(|&(square, _)| square).collect();
                assert_eq!(marked, next, "{} {} {origin:?}", names.name, game.fen());
            }
            game.play(legal[random.usize(0..legal.len())]);
        }
    });
}
