//! The law of fairness: seen from the other side of the board, a position has the same moves and the same result.
//!
//! Everything here is done to the text of positions and moves, so that no code of the engine judges itself.

use griffon::definition::Library;
use griffon::game::Game;
use griffon::notation::{self, Dialect};
use griffon::rules::Rules;
use std::collections::BTreeSet;
use std::sync::Arc;

mod side_by_side;

/// Games whose players have different moves, zones or goals, and in what. For all others the law must hold.
const UNEVEN: &[(&str, &str)] = &[
    ("brandubh", "Black has the king, and fewer men"),
    ("castle", "only Black wins by castling"),
    ("circular", "the board goes round: the other side is eight ranks further on, not across"),
    ("coffeerace", "both kings race to the eighth rank"),
    ("connect-four", "discs of both fall the same way"),
    ("connect-four-misere", "discs of both fall the same way"),
    ("empire", "only Black's pawns have a double step"),
    ("epicatomic", "Black promotes from the fifth rank on"),
    ("gale", "one player goes across, the other up and down"),
    ("khans", "double steps are for pawns on squares where pawns began, and Black has none"),
    ("maharajah", "double steps are for pawns on squares where pawns began, and White has none"),
    ("maharajah2", "double steps are for pawns on squares where pawns began, and Black has none"),
    ("orda", "only White's pawns have a double step"),
    ("peasant", "double steps are for pawns on squares where pawns began, and Black has but one"),
    ("racingkings", "both kings race to the eighth rank"),
    ("sherwin", "black pawns may promote earlier"),
    ("shinobiplus", "drops and promotion zones differ"),
    ("stardust", "the players have different pieces, sectors and goals"),
    ("synochess", "only White has pawns, only Black drops"),
    ("tablut", "Black has the king, and fewer men"),
    ("twokings", "the king nearest to a1 is royal for both"),
    ("spartan", "pawns and hoplites may leap from where they began, which is each on one side"),
];

/// How the board is seen from the other side.
#[derive(Clone, Copy, Debug)]
enum Seen {
    /// Files stay, as in chess.
    Mirrored,
    /// Files are turned round too, as in shogi.
    Turned,
}

struct Board {
    files: usize,
    ranks: usize,
}

impl Board {
    fn square(&self, seen: Seen, file: &str, rank: &str) -> String {
        let number = file.bytes().fold(0, |number, letter| number * 26 + usize::from(letter - b'a') + 1);
        let rank: usize = rank.parse().expect("a rank is a number");
        let rank = self.ranks + 1 - rank;
        let number = match seen {
            Seen::Mirrored => number,
            Seen::Turned => self.files + 1 - number,
        };
        let letter = |number: usize| char::from(b'a' + (number - 1) as u8);
        match number {
            1..=26 => format!("{}{rank}", letter(number)),
            _ => format!("{}{}{rank}", letter((number - 1) / 26), letter((number - 1) % 26 + 1)),
        }
    }

    /// Replaces all squares in a move or a field.
    fn squares(&self, seen: Seen, text: &str) -> String {
        if is_pass(text) {
            return "pass".to_owned();
        }
        let bytes = text.as_bytes();
        let mut out = String::new();
        let mut at = 0;
        while at < bytes.len() {
            let run = |from: usize, test: fn(&u8) -> bool| bytes[from..].iter().take_while(|byte| test(byte)).count();
            let letters = run(at, u8::is_ascii_lowercase);
            let digits = run(at + letters, u8::is_ascii_digit);
            if letters > 0 && digits > 0 {
                let middle = at + letters;
                out += &self.square(seen, &text[at..middle], &text[middle..middle + digits]);
                at = middle + digits;
            } else {
                let step = letters.max(1);
                out += &text[at..at + step];
                at += step;
            }
        }
        out
    }

    /// The same position with the players changed; `None` if its rights can't be turned round.
    fn position(&self, seen: Seen, fen: &str) -> Option<String> {
        let fields: Vec<&str> = fen.split(' ').collect();
        let (placement, hand) = match fields[0].split_once('[') {
            // A hand is at the very end; brackets within ranks are symbols of several letters.
            Some(_) if fields[0].ends_with(']') && last_group_is_hand(fields[0]) => {
                let start = fields[0].rfind('[').expect("a group has a beginning");
                (&fields[0][..start], Some(&fields[0][start..]))
            }
            _ => (fields[0], None),
        };
        let mut ranks: Vec<String> = placement
            .split('/')
            .map(|rank| {
                let mut symbols = symbols(rank);
                if matches!(seen, Seen::Turned) {
                    symbols.reverse();
                }
                symbols.iter().map(|symbol| swap_case(symbol)).collect()
            })
            .collect();
        ranks.reverse();
        let mut out = ranks.join("/");
        out += &hand.map(swap_case).unwrap_or_default();
        out += if fields[1] == "w" { " b" } else { " w" };
        let rights = fields[2];
        if matches!(seen, Seen::Turned) && rights != "-" {
            return None;
        }
        out += &format!(" {}", swap_case(rights));
        for (at, field) in fields.iter().enumerate().skip(3) {
            let field = match field.split_once('+') {
                Some((first, second)) => format!("{second}+{first}"),
                None if at == 3 => self.squares(seen, field),
                None => field.to_string(),
            };
            out += &format!(" {field}");
        }
        Some(out)
    }
}

/// A pass is spelled with a piece that stays where it is; which one says nothing.
fn is_pass(text: &str) -> bool {
    let (first, second) = text.split_at(text.len() / 2);
    first == second && !text.contains(['@', ','])
}

fn last_group_is_hand(placement: &str) -> bool {
    let start = placement.rfind('[').expect("there is a group");
    // What follows the last slash has the symbols of the last rank; a hand comes after all of them.
    placement.matches('[').count() > placement.matches("/[").count() && !placement[start..].contains('/')
}

fn swap_case(text: &str) -> String {
    let swap =
        |letter: char| if letter.is_lowercase() { letter.to_ascii_uppercase() } else { letter.to_ascii_lowercase() };
    text.chars().map(swap).collect()
}

/// The squares and runs of a rank: `+P`, `Q~`, `L'`, `[Xy]`, `12`.
fn symbols(rank: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let mut letters = rank.chars().peekable();
    while let Some(letter) = letters.next() {
        let mut symbol = String::from(letter);
        if letter == '+' {
            symbol.extend(letters.next());
        }
        if symbol.ends_with('[') {
            for inner in letters.by_ref() {
                symbol.push(inner);
                if inner == ']' {
                    break;
                }
            }
        }
        if letter.is_ascii_digit() {
            while let Some(digit) = letters.next_if(char::is_ascii_digit) {
                symbol.push(digit);
            }
        } else {
            while let Some(suffix) = letters.next_if(|next| ['~', '\'', '!'].contains(next)) {
                symbol.push(suffix);
            }
        }
        found.push(symbol);
    }
    found
}

/// The legal moves, and what the position is worth to White if it is the end.
fn facts(rules: &Arc<Rules>, fen: &str) -> Result<(BTreeSet<String>, Option<&'static str>), String> {
    let game = Game::from_fen(rules.clone(), fen).map_err(|finding| finding.message)?;
    let spell = |mv| notation::show(rules, game.position(), mv, Dialect::Uci);
    let moves = game.legal_moves().into_iter().map(spell).collect();
    Ok((moves, game.outcome().map(|outcome| outcome.score())))
}

fn other_way(score: Option<&'static str>) -> Option<&'static str> {
    match score {
        Some("1-0") => Some("0-1"),
        Some("0-1") => Some("1-0"),
        same => same,
    }
}

/// What is wrong with one view of one position.
fn fault(rules: &Arc<Rules>, board: &Board, seen: Seen, fen: &str) -> Option<String> {
    let (moves, score) = facts(rules, fen).expect("the engine reads its own positions");
    let turned = board.position(seen, fen)?;
    let (found, result) = match facts(rules, &turned) {
        Ok(facts) => facts,
        Err(message) => return Some(format!("{turned}: {message}")),
    };
    let expected: BTreeSet<String> = moves.iter().map(|mv| board.squares(seen, mv)).collect();
    let found: BTreeSet<String> =
        found.into_iter().map(|mv| if is_pass(&mv) { "pass".to_owned() } else { mv }).collect();
    if expected != found {
        let missing: Vec<_> = expected.difference(&found).collect();
        let surplus: Vec<_> = found.difference(&expected).collect();
        return Some(format!("{fen} and {turned}: {missing:?} missing, {surplus:?} too many"));
    }
    (other_way(score) != result).then(|| format!("{fen} and {turned}: {score:?} and {result:?}"))
}

/// What is wrong in a variant, if anything is.
fn judge(library: &Library, name: &str) -> Option<String> {
    let definition = library.find(name).unwrap_or_else(|error| panic!("{error}"));
    let rules = Arc::new(Rules::compile(definition).unwrap_or_else(|found| panic!("{name}: {found:?}")));
    let topology = rules.topology();
    let board = Board { files: topology.files().into(), ranks: topology.ranks().into() };
    // The first fault of either view; a game needs to be the same in one of them.
    let mut wrong = [None, None];
    let uneven = UNEVEN.iter().any(|(uneven, _)| *uneven == name);
    // Where players differ, that may come up late.
    for seed in 0..if uneven { 60 } else { 2 } {
        let mut random = fastrand::Rng::with_seed(seed);
        let mut game = Game::new(rules.clone());
        for _ in 0..50 {
            let fen = game.fen();
            for (wrong, seen) in wrong.iter_mut().zip([Seen::Mirrored, Seen::Turned]) {
                if wrong.is_none() {
                    *wrong = fault(&rules, &board, seen, &fen);
                }
            }
            let moves = game.legal_moves();
            if moves.is_empty() || game.outcome().is_some() || wrong.iter().all(Option::is_some) {
                break;
            }
            game.play(moves[random.usize(..moves.len())]);
        }
    }
    match wrong {
        [Some(mirrored), Some(turned)] if !uneven => {
            Some(format!("{name}:\n  mirrored: {mirrored}\n  turned: {turned}"))
        }
        [Some(_), Some(_)] => None,
        _ => uneven.then(|| format!("{name} is the same for both players after all")),
    }
}

#[test]
fn the_other_player_has_the_same_game() {
    let library = Library::shipped();
    let names: Vec<&str> = library.names().map(|names| names.name.as_str()).collect();
    let faults: Vec<String> = side_by_side::each(&names, |name| judge(&library, name)).into_iter().flatten().collect();
    assert!(faults.is_empty(), "{} variants:\n{}", faults.len(), faults.join("\n"));
}
