//! The gallery: a sound page for every shipped variant, and rules in sentences.

use griffon::cli::gallery::{Shelf, index, leaf};
use griffon::definition::{Definition, Library, load};
use griffon::diagnostic::Source;
use griffon::rulebook;
use roxmltree::{Document, Node, ParsingOptions};
use std::collections::BTreeSet;
use std::sync::Arc;

mod side_by_side;

/// A page as a tree. The doctype of HTML is none of XML, so it is looked at by itself.
fn with_page(page: &str, look: impl FnOnce(&Document)) {
    let html = page.strip_prefix("<!DOCTYPE html>\n").expect("a page begins with its doctype");
    let document = Document::parse_with_options(html, ParsingOptions::default());
    look(&document.unwrap_or_else(|error| panic!("{error}\n{page}")));
}

fn text_of(document: &Document) -> String {
    document.descendants().filter_map(|node| node.text().filter(|_| node.is_text())).collect::<Vec<_>>().join(" ")
}

fn attributes<'d>(document: &'d Document, name: &'static str) -> impl Iterator<Item = &'d str> {
    document.descendants().filter_map(move |node: Node<'d, 'd>| node.attribute(name))
}

/// What must hold of any page: ids differ, pictures can be read aloud, and nothing comes from a network.
fn is_sound(name: &str, document: &Document) {
    let ids: Vec<&str> = attributes(document, "id").collect();
    assert_eq!(ids.iter().collect::<BTreeSet<_>>().len(), ids.len(), "{name}: ids are used twice");
    for to in attributes(document, "href").filter_map(|to| to.strip_prefix('#')) {
        assert!(ids.contains(&to), "{name}: nothing is called {to}");
    }
    for drawing in document.descendants().filter(|node| node.has_tag_name("svg")) {
        let hidden = drawing.attribute("aria-hidden") == Some("true");
        let told = drawing.children().any(|child| child.has_tag_name("title"))
            && drawing.children().any(|child| child.has_tag_name("desc"));
        assert!(hidden || told, "{name}: a drawing without words");
    }
    for image in document.descendants().filter(|node| node.has_tag_name("img")) {
        assert!(image.attribute("alt").is_some_and(|words| !words.is_empty()), "{name}: an image without words");
    }
    let outside = attributes(document, "href").chain(attributes(document, "src")).find(|to| to.contains("//"));
    assert_eq!(outside, None, "{name} needs a network");
}

#[test]
fn every_shipped_variant_has_a_sound_page() {
    let library = Library::shipped();
    let shelf = Shelf::new(&library);
    assert_eq!(shelf.entries().len(), library.names().count());
    let pages: BTreeSet<String> = shelf.entries().iter().map(|entry| entry.file()).collect();
    side_by_side::each(shelf.entries(), |entry| {
        let leaf = leaf(&shelf, entry).unwrap_or_else(|why| panic!("{}: {why}", entry.name));
        Document::parse(&leaf.board).unwrap_or_else(|error| panic!("{}: {error}", entry.name));
        let definition = library.find(&entry.name).expect("it is there");
        with_page(&leaf.page, |page| {
            is_sound(&entry.name, page);
            let cards = page.descendants().filter(|node| node.attribute("class") == Some("piece")).count();
            assert_eq!(cards, definition.pieces.len(), "{}", entry.name);
            let text = text_of(page);
            for piece in &definition.pieces {
                let name = rulebook::capital(&piece.name.replace('-', " "));
                assert!(text.contains(&name), "{}: no word of the {name}", entry.name);
            }
            for clause in definition.pieces.iter().flat_map(|piece| &piece.moves) {
                assert!(clause.text.0.iter().all(|moves| shelf.diagram(moves).is_some()), "{}", entry.name);
            }
            let elsewhere = attributes(page, "href").filter(|to| to.ends_with(".html"));
            elsewhere.for_each(|to| assert!(pages.contains(to), "{}: no page {to}", entry.name));
        });
    });
    with_page(&index(&shelf), |page| {
        is_sound("the index", page);
        let listed: BTreeSet<String> =
            attributes(page, "href").filter(|to| to.ends_with(".html")).map(str::to_owned).collect();
        assert_eq!(listed, pages);
    });
}

/// A variant with nearly every rule there is.
fn everything() -> Arc<Definition> {
    let source = Source::new("everything", include_str!("rulebook/everything.variant"));
    let (definitions, found) = load(&source, &Library::shipped());
    definitions.first().unwrap_or_else(|| panic!("{found:?}")).clone()
}

/// Sentences are sentences: capitals first, a full stop last, no gaps, nothing said twice in a chapter.
#[test]
fn rules_read_like_rules() {
    let library = Library::shipped();
    let shipped = library.names().map(|names| library.find(&names.name).expect("shipped variants load"));
    for definition in shipped.chain([everything()]) {
        let names = &definition.names;
        let chapters = rulebook::chapters(&definition).into_iter().map(|chapter| chapter.sentences);
        for sentences in chapters.chain(definition.kinds().map(|kind| rulebook::piece(&definition, kind))) {
            for sentence in &sentences {
                let sound = sentence.ends_with('.')
                    && sentence.chars().next().is_some_and(|letter| !letter.is_lowercase())
                    && !["  ", " .", " ,", ",.", "..", ",,"].iter().any(|slip| sentence.contains(slip));
                assert!(sound, "{}: {sentence}", names.name);
            }
            assert_eq!(
                sentences.iter().collect::<BTreeSet<_>>().len(),
                sentences.len(),
                "{}: {sentences:#?}",
                names.name
            );
        }
    }
}

#[test]
fn rule_books() {
    let library = Library::shipped();
    let find = |name: &str| -> Arc<Definition> { library.find(name).unwrap_or_else(|error| panic!("{error}")) };
    insta::with_settings!({ snapshot_path => "rulebook", prepend_module_to_snapshot => false }, {
        insta::assert_snapshot!("everything", rulebook::text(&everything()));
    });
    for name in [
        "chess",
        "shogi",
        "xiangqi",
        "janggi",
        "chu",
        "makruk",
        "atomic",
        "duck",
        "amazons",
        "seirawan",
        "crazyhouse",
        "extinction",
        "racingkings",
        "chess960",
        "bestiary",
    ] {
        insta::with_settings!({ snapshot_path => "rulebook", prepend_module_to_snapshot => false }, {
            insta::assert_snapshot!(name, rulebook::text(&find(name)));
        });
    }
}
