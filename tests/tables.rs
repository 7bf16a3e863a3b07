//! Laws about what is made of a variant when it is loaded, tried with all that are shipped.

use griffon::definition::{Definition, Kind, Library, Names};
use griffon::evaluation;
use griffon::protocol::xboard_letters::{Royalty, letters, promotes_by_letter};
use griffon::rules::{self, Rules};
use std::sync::Arc;

fn shipped() -> Vec<Arc<Definition>> {
    let library = Library::shipped();
    library.names().map(|Names { name, .. }| library.find(name).expect("it is shipped")).collect()
}

fn compiled() -> impl Iterator<Item = Rules> {
    shipped().into_iter().map(|definition| Rules::compile(definition).expect("it compiles"))
}

/// Larger boards are always unrolled in one part.
#[test]
fn walks_of_both_halves_are_those_of_the_whole() {
    for rules in compiled().filter(|rules| rules.topology().cells() <= 256) {
        assert!(rules::halves_are_the_whole(&rules), "{}", rules.definition.names.name);
    }
}

#[test]
fn half_of_what_is_found_on_even_boards_is_the_other_half_turned() {
    let mut even = 0;
    // Walks on larger boards are given up at some length, and which way that happens first is a matter of their order.
    for rules in compiled().filter(|rules| rules.topology().cells() <= 144) {
        let found = evaluation::half_is_the_whole(&rules);
        assert_ne!(found, Some(false), "{}", rules.definition.names.name);
        even += usize::from(found.is_some());
    }
    assert!(even > 300, "{even} boards are even");
}

/// XBoard has other rules for what stands in a pawn's place, promoted forms of other pieces not excepted.
#[test]
fn only_what_promotes_by_letter_stands_where_pawns_do() {
    let mut seen = 0;
    for definition in &shipped() {
        let by_letter = |&kind: &Kind| promotes_by_letter(definition, kind);
        let Some(letters) = letters(definition, "fairy", Royalty::Watched) else { continue };
        assert!(letters.pawns.iter().all(by_letter), "{}: {}", definition.names.name, letters.table);
        seen += 1;
    }
    assert!(seen > 200);
}
