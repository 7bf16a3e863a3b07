//! Drawings: what their marks say is what the pieces do, they are sound SVG, and the documents show what is drawn now.

use griffon::cli::piece::run_json;
use griffon::definition::{Library, load};
use griffon::diagnostic::Source;
use griffon::game::Game;
use griffon::notation::{Dialect, find, find_square};
use griffon::picture::svg::{self, Setting};
use griffon::picture::{Board, Diagram};
use griffon::rules::Rules;
use roxmltree::{Document, Node};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

const CELL: f32 = 40.0;

fn game(variant: &str, moves: &[&str]) -> Game {
    let definition = Library::shipped().find(variant).unwrap_or_else(|error| panic!("{error}"));
    let mut game = Game::new(Arc::new(Rules::compile(definition).expect("shipped variants compile")));
    for text in moves {
        let found = find(&game, text, Dialect::Uci).unwrap_or_else(|| panic!("{text} is legal in {variant}"));
        game.play(found);
    }
    game
}

/// A drawing of a game, with the moves of the piece on a square.
fn drawn(game: &Game, chosen: Option<&str>) -> String {
    let mut board = Board::new(game);
    if let Some(name) = chosen {
        let at = find_square(game.rules(), name, Dialect::Uci).expect("a square");
        board.choose(game, at).expect("it can move");
    }
    svg::board(&board, Setting::Alone, &game.fen())
}

/// The squares that each symbol is used on, seen from the corner of the drawing. What stands in the legend, below, is left out.
fn uses(svg: &str, ranks: u16) -> BTreeMap<String, BTreeSet<String>> {
    let document = Document::parse(svg).unwrap_or_else(|error| panic!("{error}\n{svg}"));
    let mut found: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for node in document.descendants().filter(|node| node.has_tag_name("use")) {
        let number = |name| node.attribute(name).and_then(|text| text.parse::<f32>().ok()).expect("a number");
        let symbol = node.attribute("href").and_then(|to| to.strip_prefix('#')).expect("a symbol");
        let (file, row) = ((number("x") / CELL).floor() as u16, (number("y") / CELL).floor() as u16);
        if row < ranks {
            let square = format!("{}{}", char::from(b'a' + file as u8), ranks - row);
            found.entry(symbol.to_owned()).or_default().insert(square);
        }
    }
    found
}

/// What a piece in the middle of an empty board of nine by nine may do, as the JSON answers of `griffon piece` have it.
fn answers(piece: &str, enemies: &[&str]) -> Vec<Value> {
    let case = json!({"id": 0, "piece": piece, "board": "9x9", "side": "w", "square": "e5", "enemy": enemies});
    let mut output = Vec::new();
    run_json(format!("{case}\n").as_bytes(), &mut output).expect("a vector takes everything");
    let answer: Value = serde_json::from_slice(&output).expect("JSON");
    answer["moves"].as_array().unwrap_or_else(|| panic!("{piece}: {answer}")).clone()
}

#[test]
fn marks_are_the_moves() {
    let squares = || (b'a'..=b'i').flat_map(|file| (1..=9).map(move |rank| format!("{}{rank}", char::from(file))));
    for piece in [
        "W",
        "FfsW",
        "N",
        "nN",
        "R4",
        "Q",
        "mRcpR",
        "mRpcpR",
        "gQ",
        "fmWcF",
        "KNADcaKmcabK",
        "[F?R]",
        "[R?fR]",
        "N0",
        "zB",
        "qN",
        "mKcabK",
        "fmFfcafmF",
        "CZ",
        "jA",
        "mRaR",
        "RcaR",
        "FX",
        "D0A",
        "mKcafmK",
    ] {
        let diagram = Diagram::new(piece, Some((9, 9)), Some("e5")).unwrap_or_else(|error| panic!("{error}"));
        let drawing = uses(&svg::diagram_with_legend(&diagram, piece), 9);
        let on = |names: &[&str]| -> BTreeSet<String> {
            names.iter().filter_map(|name| drawing.get(&format!("m-{name}"))).flatten().cloned().collect()
        };
        let text = |value: &Value| value.as_str().expect("a name").to_owned();
        let quiet: BTreeSet<String> = answers(piece, &[])
            .iter()
            .filter(|mv| mv["captures"] == json!([]) && mv["to"] != "e5")
            .map(|mv| text(&mv["to"]))
            .collect();
        assert_eq!(on(&["both", "quiet"]), quiet, "quiet moves of {piece}");
        let (mut captures, mut victims, mut landings) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
        for enemy in squares().filter(|square| square != "e5") {
            for mv in answers(piece, &[&enemy]).iter().filter(|mv| mv["captures"] == json!([enemy])) {
                if mv["to"] == enemy.as_str() {
                    captures.insert(enemy.clone());
                } else {
                    victims.insert(enemy.clone());
                    landings.insert(text(&mv["to"]));
                }
            }
        }
        assert_eq!(on(&["both", "capture"]), captures, "captures of {piece}");
        assert_eq!(on(&["victim"]), victims, "what {piece} captures in passing");
        assert!(on(&["landing"]).is_subset(&landings), "where {piece} lands");
    }
}

#[test]
fn every_mark_has_a_shape_of_its_own() {
    let all: Vec<_> = griffon::picture::Mark::all().collect();
    let symbols = format!("<svg>{}</svg>", svg::mark_symbols(&all));
    let document = Document::parse(&symbols).expect("well-formed");
    let shapes: Vec<String> = document
        .descendants()
        .filter(|node| node.has_tag_name("g"))
        .map(|group| group.children().map(|child| format!("{:?}", child.attributes())).collect())
        .collect();
    // And one more for the piece itself.
    assert_eq!(shapes.len(), all.len() + 1);
    assert_eq!(shapes.iter().collect::<BTreeSet<_>>().len(), shapes.len());
}

#[test]
fn the_moves_of_a_piece_are_marked() {
    let game = game("chess", &["e2e4", "d7d5"]);
    let marks = uses(&drawn(&game, Some("e4")), 8);
    assert_eq!(marks["m-quiet"], BTreeSet::from(["e5".to_owned()]));
    assert_eq!(marks["m-capture"], BTreeSet::from(["d5".to_owned()]));
}

#[test]
fn castling_and_victims_are_marked() {
    let game = game("chess", &["e2e4", "e7e5", "g1f3", "g8f6", "f1c4", "f8c5"]);
    assert_eq!(uses(&drawn(&game, Some("e1")), 8)["m-castling"], BTreeSet::from(["g1".to_owned()]));
    let game = crate::game("chess", &["e2e4", "a7a6", "e4e5", "d7d5"]);
    let marks = uses(&drawn(&game, Some("e5")), 8);
    assert_eq!(marks["m-victim"], BTreeSet::from(["d5".to_owned()]));
    assert_eq!(marks["m-landing"], BTreeSet::from(["d6".to_owned()]));
}

#[test]
fn drawings() {
    let pictures = [
        ("lion", svg::diagram_with_legend(&Diagram::new("KNADcaKmcabK", None, None).expect("sound"), "Lion")),
        ("tiny", drawn(&game("dobutsu", &["b2b3"]), None)),
        ("palaces", drawn(&game("janggi", &[]), None)),
        ("holes", drawn(&game("crossderby", &[]), Some("c2"))),
        ("cylinder", drawn(&game("cylinder", &[]), None)),
    ];
    for (name, picture) in pictures {
        Document::parse(&picture).unwrap_or_else(|error| panic!("{name}: {error}"));
        // The style sheet is the same in all of them.
        let picture = picture.replace(svg::MARKS_STYLE, "…").replace(svg::BOARD_STYLE, "…");
        insta::with_settings!({ snapshot_path => "pictures", prepend_module_to_snapshot => false }, {
            insta::assert_snapshot!(name, picture);
        });
    }
}

/// Letters that mean something to XML stay letters.
#[test]
fn names_are_only_text() {
    let odd = "variant odd\n  title \"<script>&\"\n  board 3x3\n  piece man M \"K\" royal\n  start \"m2/3/2M w - - 0 1\"\n  players \"<b>\", \"'&\"\n  hand from captures";
    let (definitions, _) = load(&Source::new("odd", odd), &Library::shipped());
    let definition = definitions.first().expect("a sound variant").clone();
    let game = Game::new(Arc::new(Rules::compile(definition).expect("sound")));
    let drawing = drawn(&game, None);
    let document = Document::parse(&drawing).unwrap_or_else(|error| panic!("{error}\n{drawing}"));
    assert!(!document.descendants().any(|node| node.has_tag_name("script") || node.has_tag_name("b")));
    assert!(document.descendants().any(|node: Node| node.text() == Some("<script>&")));
}

#[test]
fn a_large_board_is_drawn_in_few_bytes() {
    let row = "r".repeat(100);
    let text = format!(
        "variant vast\n  title \"Vast\"\n  board 100x100\n  piece king K \"K\" royal\n  piece man R \"W\"\n  start \"{}k/{row}/{}{}/{}K w - - 0 1\"",
        "99",
        "100/".repeat(96),
        row.to_uppercase(),
        "99"
    );
    let (definitions, found) = load(&Source::new("vast", &text), &Library::shipped());
    let definition = definitions.first().unwrap_or_else(|| panic!("{found:?}")).clone();
    let game = Game::new(Arc::new(Rules::compile(definition).expect("sound")));
    let drawing = drawn(&game, None);
    Document::parse(&drawing).expect("well-formed");
    assert!(drawing.len() < 40_000, "{} bytes", drawing.len());
}

/// The pictures that the documents show. A diagram's description in the text is the piece that it draws; with `UPDATE_DOCS` set, the
/// test writes what it would otherwise compare.
#[test]
fn the_documents_show_what_is_drawn() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs");
    let folder = docs.join("diagrams");
    let mut wanted: BTreeMap<PathBuf, String> = BTreeMap::new();
    let page = fs::read_to_string(docs.join("xbetza.md")).expect("the page is in the repository");
    for (piece, file) in page.lines().flat_map(pictures_of) {
        let diagram = Diagram::new(&piece, None, None).unwrap_or_else(|error| panic!("{piece}: {error}"));
        let drawing = svg::diagram_with_legend(&diagram, &format!("Moves of {piece}"));
        let before = wanted.insert(docs.join(&file), drawing.clone());
        assert!(before.is_none_or(|other| other == drawing), "{file} shows two things");
    }
    assert!(wanted.len() >= 30, "only {} diagrams", wanted.len());
    let rules = game("bestiary", &[]).rules().clone();
    let bestiary = Game::from_fen(rules, FOR_THE_README).expect("a position of this variant");
    wanted.insert(folder.join("board.svg"), drawn(&bestiary, Some("e6")));
    if std::env::var_os("UPDATE_DOCS").is_some() {
        fs::create_dir_all(&folder).expect("the folder can be made");
        wanted.iter().for_each(|(path, drawing)| fs::write(path, drawing).expect("it can be written"));
    }
    for (path, drawing) in &wanted {
        let shown = fs::read_to_string(path).unwrap_or_default().replace("\r\n", "\n");
        assert!(shown == *drawing, "{} is out of date: run the tests once with UPDATE_DOCS=1", path.display());
    }
    for entry in fs::read_dir(&folder).expect("the folder is there") {
        let path = entry.expect("it can be read").path();
        assert!(wanted.contains_key(&path), "{} is shown nowhere", path.display());
    }
}

/// `griffon board bestiary --fen … --from e6`
const FOR_THE_README: &str = "rnbgqkmbnr/1s2cc2s1/pppppppppp/10/4G5/10/10/PPPPPPPPPP/1S2CC2S1/RNB1QKMBNR w KQkq - 0 1";

/// Pictures of a line of Markdown: what they describe, and their file.
fn pictures_of(line: &str) -> Vec<(String, String)> {
    let pictures = line.split("![").skip(1);
    pictures
        .filter_map(|rest| {
            let (piece, rest) = rest.split_once("](")?;
            let (file, _) = rest.split_once(')')?;
            Some((piece.to_owned(), file.to_owned()))
        })
        .collect()
}
