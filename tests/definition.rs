//! Definitions are what their files say: all shipped variants', and some more.

use griffon::definition::{
    Condition, Definition, Kind, Library, LoadError, Names, Promotion, Restriction, Side, keys, load, print,
};
use griffon::diagnostic::{Source, render};

/// Loads one text and insists that nothing is to be said about it.
fn load_clean(text: &str) -> Definition {
    let source = Source::new("test.variant", text);
    let (mut definitions, found) = load(&source, &Library::shipped());
    assert!(found.is_empty(), "{}\n{text}", render(&source, &found, false));
    // Pairs of armies come behind.
    assert!(definitions.len() == 1 || text.contains("army"), "{text}");
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
        // Weights are no rules, and stay with the shipped file.
        assert_eq!(again, Definition { weights: None, ..(*definition).clone() }, "{text}");
        assert_eq!(print(&again), text);
    }
}

/// Nearly everything the language can say, in one variant.
const EVERYTHING: &str = include_str!("rulebook/everything.variant");

#[test]
fn everything_can_be_said_and_printed() {
    let text = EVERYTHING;
    let definition = load_clean(text);
    assert_eq!(load_clean(&print(&definition)), definition);
    // Where there are other ways to win than mate, `insufficient` has no place; chess says it. A `deck` leaves none to `dice`.
    for row in keys::rows().filter(|row| !["insufficient", "dice"].contains(&row.word)) {
        assert!(text.contains(row.word), "{} is not tried", row.word);
    }
    assert!(!definition.restrictions.contains(&Restriction::RoyalInCheck));
    let first = definition.endings.first().map(|ending| &ending.condition);
    assert!(matches!(first, Some(Condition::Extinct { any: true, count: 1, .. })), "endings keep their order");
    assert_eq!(definition.pieces[3].limit, Some(3));
}

#[test]
fn what_is_dropped_first_is_in_hand() {
    let hands = |text: &str| {
        let start = "start \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[Qq] w KQkq - 0 1\"";
        let definition = load_clean(&format!("variant test from chess\n  hand from start, {text}\n  {start}\n"));
        let names = |kinds: &[Kind]| kinds.iter().map(|&kind| definition.piece(kind).name.clone()).collect::<Vec<_>>();
        let hands = definition.hands.as_ref().expect("it was said");
        (names(&hands.kinds).join(" "), names(&hands.first).join(" "))
    };
    let both = |kinds: &str, first: &str| (kinds.to_owned(), first.to_owned());
    assert_eq!(hands("of queen, rook, queen dropped first"), both("queen rook", "queen"));
    assert_eq!(hands("queen dropped first, of queen, rook"), both("queen rook", "queen"));
    assert_eq!(hands("of queen, rook, knight, rook, queen dropped first"), both("queen rook knight", "rook queen"));
    assert_eq!(hands("of rook, queen dropped first"), both("rook queen", "queen"));
    assert_eq!(hands("of rook, queen, dropped first"), both("rook queen", "rook queen"));
}

#[test]
fn a_derived_variant_replaces_adds_and_removes() {
    let parent = load_clean(
        "# x\nvariant a\nboard 3x3\npiece king K \"K\", royal\npiece rook R \"R\"\nstart \"k2/3/KR1 w\"\nrepetition 3 is draw\n\
         counter at 9 moves is draw",
    );
    assert_eq!(parent.endings.len(), 4);
    let child = "variant a\nboard 3x3\npiece king K \"K\", royal\npiece rook R \"R\"\nstart \"k2/3/KR1 w\"\nrepetition 3 is draw\n\
                 variant b from a\nremove piece rook\npiece king K \"W\", royal\nstart \"k2/3/K2 w\"\nrepetition 2 is loss\nremove stalemate";
    let (definitions, found) = load(&Source::new("test", child), &Library::empty());
    assert!(found.is_empty(), "{found:?}");
    let child = &definitions[1];
    assert_eq!(child.pieces.len(), 1);
    assert_eq!(child.pieces[0].moves[0].text[Side::First], "W");
    let conditions: Vec<&Condition> = child.endings.iter().map(|ending| &ending.condition).collect();
    assert!(matches!(conditions[..], [Condition::Checkmate, Condition::Repetition { times: 2, .. }]), "{conditions:?}");
}

/// What is said of pieces holds for each of them: restated or removed for one, it stays as it was for the others.
#[test]
fn what_several_pieces_inherit_is_replaced_piece_by_piece() {
    let promotions = |text: &str| {
        let definition = load_clean(&format!("variant test from shogi\n{text}\n"));
        let named =
            |name: &str| definition.kinds().filter(|&kind| definition.piece(kind).name == name).collect::<Vec<_>>();
        ["pawn", "lance"].map(|name| {
            let about = |promotion: &&Promotion| promotion.pieces.iter().any(|piece| named(name).contains(piece));
            definition.promotions.iter().filter(about).count()
        })
    };
    assert_eq!(promotions(""), [1, 1]);
    assert_eq!(promotions("promotion pawn in rank 5, to gold"), [1, 1]);
    assert_eq!(promotions("promotion pawn in rank 5, to gold\npromotion pawn, lance in rank 6, to gold"), [2, 1]);
    assert_eq!(promotions("promotion gold, pawn, knight in rank 5, to silver"), [1, 1]);
    assert_eq!(promotions("remove promotion pawn"), [0, 1]);
    assert_eq!(promotions("promotion pawn, lance in rank 5, to gold\nremove promotion lance"), [1, 1]);
    assert_eq!(promotions("remove promotion lance, pawn"), [0, 0]);
    assert_eq!(promotions("remove promotion"), [0, 0]);
}

#[test]
fn a_later_file_hides_a_shipped_one_and_may_come_from_it() {
    let directory = std::env::temp_dir().join(format!("griffon-library-{}", std::process::id()));
    std::fs::create_dir_all(&directory).expect("a temporary directory");
    let text = "variant chess from chess\n  title \"Mine\"\n  remove castling\nvariant bad\n";
    std::fs::write(directory.join("mine.variant"), text).expect("a temporary file");
    let mut library = Library::shipped();
    let faults = library.add_path(&directory).expect_err("one variant has no board");
    std::fs::remove_dir_all(&directory).expect("the directory is ours");
    assert_eq!(faults.len(), 1);
    let mine = library.find("chess").expect("it is sound");
    assert_eq!((mine.names.title.as_str(), mine.castling.len()), ("Mine", 0));
    assert_eq!(library.find("gothic").expect("shipped").castling.len(), 1);
    assert!(matches!(library.find("bad"), Err(LoadError::Broken { .. })));
    assert!(matches!(library.find("gothik"), Err(LoadError::Unknown { near: Some(near), .. }) if near == "gothic"));
}

#[test]
fn what_lies_beside_a_file_that_is_named_belongs_to_its_variants() {
    let directory = std::env::temp_dir().join(format!("griffon-beside-{}", std::process::id()));
    std::fs::create_dir_all(&directory).expect("a temporary directory");
    let weights = "square P 100,100";
    let texts = [("two.variant", "variant own from chess\n"), ("own.weights", weights), ("chess.weights", weights)];
    for (name, text) in [&texts[..], &[("own.book", "e2e4\n")]].concat() {
        std::fs::write(directory.join(name), text).expect("a temporary file");
    }
    let mut library = Library::shipped();
    let before = library.weights_files().count();
    let added = library.add_path(&directory.join("two.variant"));
    std::fs::remove_dir_all(&directory).expect("the directory is ours");
    assert!(added.is_ok(), "{added:?}");
    let names: Vec<&str> = library.weights_files().skip(before).map(|(name, _)| name).collect();
    assert_eq!(names, ["own"], "those of a variant that isn't in the file are nothing to it");
    assert!(library.book("own").is_some_and(|book| book.text == "e2e4\n"));
    assert_ne!(library.find("own").expect("it is sound").weights, library.find("chess").expect("shipped").weights);
}
