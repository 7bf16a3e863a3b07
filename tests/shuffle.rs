//! Start positions that are drawn by lot: how many there are, in which order, and that each can be played.

use griffon::definition::Library;
use griffon::game::{Game, Lottery};
use griffon::rules::Rules;
use std::collections::BTreeSet;
use std::sync::Arc;

fn rules(name: &str) -> Arc<Rules> {
    let definition = Library::shipped().find(name).unwrap_or_else(|error| panic!("{error}"));
    Arc::new(Rules::compile(definition).unwrap_or_else(|found| panic!("{found:?}")))
}

#[test]
fn chess960_is_numbered_as_usual() {
    let rules = rules("chess960");
    let lottery = Lottery::of(&rules).expect("it is shuffled");
    assert_eq!(lottery.count(), 960);
    let row = |number| lottery.fen(number).split(' ').next().map(|board| board[board.len() - 8..].to_owned());
    // From the published list of start positions.
    for (number, pieces) in [(0, "BBQNNRKR"), (518, "RNBQKBNR"), (534, "RNBKQBNR"), (959, "RKRNNQBB")] {
        assert_eq!(row(number).as_deref(), Some(pieces), "{number}");
    }
    assert_eq!(lottery.fen(518), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1");
    let all: BTreeSet<String> = (0..960).map(|number| lottery.fen(number)).collect();
    assert_eq!(all.len(), 960);
}

/// The first ranks of many start positions.
fn drawn(name: &str) -> BTreeSet<String> {
    let rules = rules(name);
    let lottery = Lottery::of(&rules).expect("it is shuffled");
    let row = |fen: String| fen.split([' ', '/']).nth(usize::from(rules.topology().ranks()) - 1).map(str::to_owned);
    (0..400).filter_map(|number| row(lottery.fen(number * 211 % lottery.count()))).collect()
}

#[test]
fn conditions_choose_among_what_is_drawn() {
    let wild = drawn("wildcastle");
    assert!(wild.len() > 30 && wild.iter().all(|row| matches!(row.find('K'), Some(3 | 4))), "{wild:?}");
    let random = drawn("caparandom");
    let colour = |row: &str, letter: char| row.find(letter).map(|at| at % 2);
    let guarded = |row: &str| ["RQC", "BQAK", "NAC"].iter().zip(row.chars()).any(|(who, there)| who.contains(there));
    assert!(random.len() > 300, "{}", random.len());
    assert!(random.iter().all(|row| colour(row, 'Q') != colour(row, 'A')), "queen and archbishop");
    assert!(random.iter().all(|row| guarded(row)), "the pawn on a2");
}

#[test]
fn others_take_the_places_of_pieces() {
    let all = drawn("super");
    assert!(all.len() > 300, "{}", all.len());
    for row in all {
        let usual = row.chars().zip("RNBQKBNR".chars()).filter(|(there, usual)| there == usual).count();
        assert!(usual == 4 && "AESVK".chars().all(|letter| row.contains(letter)), "{row}");
    }
}

#[test]
fn every_drawn_position_can_be_played() {
    for name in ["chess960", "caparandom", "super", "wildcastle"] {
        let rules = rules(name);
        let lottery = Lottery::of(&rules).expect("it is shuffled");
        for number in (0..lottery.count()).step_by(97) {
            let fen = lottery.fen(number);
            let game = Game::from_fen(rules.clone(), &fen).unwrap_or_else(|fault| panic!("{fen}: {fault:?}"));
            assert!(!game.legal_moves().is_empty());
            assert_eq!(game.fen(), fen);
        }
    }
}
