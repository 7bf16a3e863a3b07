//! Laws over all shipped variants.

use super::*;
use crate::diagnostic::{Source, render};

/// Loads one text and insists that nothing is to be said about it.
fn load_clean(text: &str) -> Definition {
    let source = Source::new("test.variant", text);
    let (mut definitions, found) = load(&source, &Library::shipped());
    assert!(found.is_empty(), "{}\n{text}", render(&source, &found, false));
    assert_eq!(definitions.len(), 1, "{text}");
    Definition::clone(&definitions.remove(0))
}

#[test]
fn every_shipped_file_loads_without_a_word() {
    let library = Library::shipped();
    for source in library.sources() {
        let (definitions, found) = load(source, &library);
        assert!(found.is_empty(), "{}", render(source, &found, false));
        assert!(definitions.iter().all(|definition| !definition.names.comment.is_empty()), "{}", source.name);
    }
}

#[test]
fn every_shipped_variant_is_found_by_its_names_and_lists_as_it_loads() {
    let library = Library::shipped();
    assert!(library.names().count() >= 21);
    for names in library.names() {
        let definition = library.find(&names.name).unwrap_or_else(|error| panic!("{error}"));
        let known = Names { comment: String::new(), ..definition.names.clone() };
        assert_eq!(known, *names);
        for name in [&names.uci, &names.cecp].into_iter().chain(&names.aliases) {
            let found = library.find(name).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(found.names.name, names.name, "{name}");
        }
    }
}

#[test]
fn what_is_printed_loads_to_the_same_definition() {
    let library = Library::shipped();
    for names in library.names() {
        let definition = library.find(&names.name).unwrap_or_else(|error| panic!("{error}"));
        let text = print(&definition);
        let again = load_clean(&text);
        assert_eq!(again, *definition, "{text}");
        assert_eq!(print(&again), text);
    }
}
