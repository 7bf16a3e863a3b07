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
        // Weights are no rules, and stay with the shipped file.
        assert_eq!(again, Definition { weights: None, ..(*definition).clone() }, "{text}");
        assert_eq!(print(&again), text);
    }
}

/// Nearly everything the language can say, in one variant.
const EVERYTHING: &str = "
# All at once.
variant everything
  title \"Everything\"
  about \"a test\"
  uci every
  cecp every-thing
  also all-of-it, the-lot
  based on chess
  board 9x10, files joined, ranks joined, ranks from 0
  holes e5 + e6
  zone camp = ranks 8-10 + a1-b2 except a9
  piece king K \"K\", royal when nearest to a1, stays in all, glyphs \"♔♚\", image \"king\"
  piece hopper N' white \"N\" black \"K\", stops in all except a1, chases freely, chased freely in camp, cannot capture guard, cannot hop over hopper, guard, value 300, at most 4
  piece guard [DG] in camp \"F\", outside camp \"W\", along camp \"B\", iron
  piece pawn P \"fmWfcF\", resets counter, at most as at the start
  piece token +P \"WfF\", demotes to pawn
  piece lord +N' \"Q\", royal when at most 3, demotes to itself
  start \"3k5/9/9/4[dg]4/4*4/4*4/n'8/9/PPP6/3K5[Pp] w - - 0 1\"
  shuffle hopper on opposite colours, hopper between pawn, king fixed, independent
  promotion pawn in camp, entering, capturing, not en passant, in place, to partners, mandatory in rank 10
  promotion hopper in rank 9, leaving, to lord, guard, mandatory when stuck
  promotion hopper in rank 9, in place or stepping, attacking nothing, anywhere when last, to lord, optional
  castling king with hopper, guard, left to b, right to h, on d, opposite, anywhere
  hand from captures, as captured, token, pawn dropped first, of pawn, token, hopper
  drop pawn at most 2 a file, not where stuck, mate is illegal, also promoted
  drop hopper, pawn in camp, check is illegal, mate is loss
  drop token outside files a, i
  drop hopper on opposite colours
  gate token, pawn behind ranks 1-2
  capture morphs hopper
  capture explodes within 2, immune king, lord, sparing pawn
  capture removes token
  capture petrifies pawn
  wall at the edge, in ranks 1-4, instead of moving
  capture converts guard, lord
  illegal giving check
  illegal all royals left in check
  illegal ignoring captures
  illegal royal fleeing from check
  illegal trading lord, token, not counting pawn
  illegal repeating a position
  pass when stalemated
  illegal royals facing on ranks, diagonals
  remove illegal royal left in check
  remove checkmate
  extinct any of pawn, hopper, down to 1 is loss
  extinct royals, against 1 is win
  reach camp with hopper, pawn is win
  reach ranks 2-3 with 2 guard, lord, unattacked is win
  reach rank 5 with token, held is win
  reach rank 6 with anything, second player answers is win
  reach d4 with royals is draw
  checks 3 wins
  row of 3 with hopper, pawn is win
  checkmate by hopper is draw
  impasse in camp with 5 men, 12 points, second player 11, hopper 5 is win
  checkmate without check by pawn, token is win
  castled left by white wins
  castling-lost is loss
  draw wins for black
  bikjang is draw
  passes by both is draw
  points pawn 2, hopper 3.5, second player 1.5
  stalemate with fewer pieces is win
  stalemate with as many pieces is draw
  stalemate is win
  bare royal loses
  repetition 4 made is draw, perpetual chase is win, perpetual check is loss, first player loses
  counter at 101 plies is draw
    players \"Left\", \"Right\"
  xboard-parent fairy
  xboard-letters \"PNBRQKpnbrqk\"
  null-move unsound
";

#[test]
fn everything_can_be_said_and_printed() {
    let text = EVERYTHING;
    let definition = load_clean(text);
    assert_eq!(load_clean(&print(&definition)), definition);
    // Where there are other ways to win than mate, `insufficient` has no place; chess says it.
    for row in keys::ROWS.iter().filter(|row| row.word != "insufficient") {
        assert!(text.contains(row.word), "{} is not tried", row.word);
    }
    assert!(!definition.restrictions.contains(&Restriction::RoyalInCheck));
    let first = definition.endings.first().map(|ending| &ending.condition);
    assert!(matches!(first, Some(Condition::Extinct { any: true, count: 1, .. })), "endings keep their order");
    assert_eq!(definition.pieces[3].limit, Some(3));
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
fn examples_of_the_registry_are_understood() {
    let base = "variant test from xiangqi\n";
    for row in keys::ROWS {
        let source = Source::new(row.word, format!("{base}{}\n", row.example));
        let (_, found) = load(&source, &Library::shipped());
        // An example may speak of pieces that this variant lacks, but not in words that are unknown.
        let odd = found.iter().filter(|it| it.message.starts_with("expected") || it.message.contains("not expected"));
        assert_eq!(odd.count(), 0, "{}", render(&source, &found, false));
    }
}
