//! Moves that are possible but illegal, and passing.

use super::words::{Words, list as join, number, plural};
use crate::definition::{
    Borrowing, Card, Definition, Kind, Lenders, LendersPlace, Pass, Preference, Restriction, Side, TurnChecks, capital,
};

pub fn sentences(definition: &Definition) -> Vec<String> {
    let words = Words(definition);
    definition.restrictions.iter().map(|rule| restriction(&words, rule)).collect()
}

pub fn passing(definition: &Definition) -> Vec<String> {
    let of_all = |pass: Pass| match pass {
        Pass::Always => "A player who is not in check may pass.".to_owned(),
        Pass::WhenStalemated => "A player who is not in check and has no other move passes.".to_owned(),
    };
    let of_one = |side: Side| {
        let who = definition.player(side);
        definition.pass[side].map(|pass| match pass {
            Pass::Always => format!("{who}, when not in check, may pass."),
            Pass::WhenStalemated => format!("{who}, when not in check and without another move, passes."),
        })
    };
    let [first, second] = definition.pass.0;
    match first == second {
        true => first.map(of_all).into_iter().collect(),
        false => Side::BOTH.into_iter().filter_map(of_one).collect(),
    }
}

pub fn turns(definition: &Definition) -> Vec<String> {
    let Some(turns) = &definition.turns else { return Vec::new() };
    let moves = |count: u16| if count == 1 { "one move".to_owned() } else { format!("{} moves", number(count.into())) };
    let mut said = match turns.moves.0 {
        [first, second] if first == second && turns.growing => {
            let (white, black) = (definition.player(Side::First), definition.player(Side::Second));
            vec![match turns.first {
                None => format!(
                    "{white} begins with {}; then each turn has one move more than the one before.",
                    moves(first)
                ),
                Some(begin) => format!(
                    "{white} begins with {}, and {black} answers with {}; from then on each turn has one move more than the one before.",
                    moves(begin),
                    moves(second + 1)
                ),
            }]
        }
        [first, second] if first == second => vec![format!("A turn has {}.", moves(first))],
        lengths => Side::BOTH
            .map(|side| {
                let more = if turns.growing { ", and then one more with each turn of the game" } else { "" };
                format!("A turn of {} has {}{more}.", definition.player(side), moves(lengths[side.index()]))
            })
            .to_vec(),
    };
    let told = turns.growing && turns.moves[Side::First] == turns.moves[Side::Second];
    said.extend(turns.first.filter(|_| !told).map(|first| format!("The first turn of the game has {}.", moves(first))));
    said.extend(match turns.checks {
        TurnChecks::Nothing => None,
        TurnChecks::End => Some("A move that gives check ends its turn.".to_owned()),
        TurnChecks::LastOnly => Some("Only the last move of a turn may give check.".to_owned()),
    });
    said
}

pub fn lots(definition: &Definition) -> Vec<String> {
    let Some(lots) = &definition.lots else { return Vec::new() };
    let named = |card: &Card| card.kinds.iter().map(|&kind| definition.piece(kind).name.clone()).collect::<Vec<_>>();
    if !lots.laid_aside {
        let faces: Vec<String> = lots.cards.iter().flat_map(named).collect();
        return vec![format!(
            "Before each move a die is thrown, with a face for {}. Only pieces of the kind that it shows may move; if none of them can, the player passes.",
            join(&faces, "and")
        )];
    }
    let cards = lots.cards.iter().map(|card| format!("{} for {}", number(card.count.into()), join(&named(card), "or")));
    vec![
        format!(
            "Each player has a deck of {} cards: {}.",
            number(lots.size() as u32),
            join(&cards.collect::<Vec<_>>(), "and")
        ),
        "Before each move the player draws one. Only pieces of the kind that it names may move; if none of them can, the player passes. \
         The card is laid aside, until all are: then they are shuffled again."
            .to_owned(),
    ]
}

pub fn borrowing(definition: &Definition) -> Vec<String> {
    let Some(Borrowing { lenders, of, by, besides }) = &definition.borrowing else { return Vec::new() };
    let words = Words(definition);
    let some = |kinds: &[Kind]| (kinds.len() < definition.pieces.len()).then(|| words.any_of(kinds));
    let who = some(by).map_or_else(|| "A piece".to_owned(), |kinds| capital(&kinds));
    let whose = |enemies: bool| match (some(of), enemies) {
        (None, false) => "another of its side".to_owned(),
        (None, true) => "an enemy".to_owned(),
        (Some(kinds), false) => format!("{kinds} of its side"),
        (Some(kinds), true) => format!("{kinds} of the enemy's"),
    };
    let case = match lenders {
        Lenders::Protectors => format!("that is protected by {}", whose(false)),
        Lenders::LastMoved => return vec![follower(&who, some(of), *besides)],
        Lenders::At { place, enemies } => {
            let place = match place {
                LendersPlace::Behind => "right behind it".to_owned(),
                LendersPlace::Ahead => "right in front of it".to_owned(),
                LendersPlace::Beside => "on the square to its left or right".to_owned(),
                LendersPlace::Around => "next to it".to_owned(),
                LendersPlace::Leaps { text, .. } => match text[Side::First] == text[Side::Second] {
                    true => format!("where `{}` would go", text[Side::First]),
                    false => format!(
                        "where `{}` (the second player's: `{}`) would go",
                        text[Side::First],
                        text[Side::Second]
                    ),
                },
            };
            format!("with {} {place}", whose(*enemies))
        }
    };
    let instead = if *besides { "beside its own moves" } else { "and not as itself" };
    vec![format!("{who} {case} moves and captures as that one does, {instead}. It promotes as itself.")]
}

/// For a piece that moves like what moved last.
fn follower(who: &str, of: Option<String>, besides: bool) -> String {
    let (others, instead) = (
        of.map_or_else(String::new, |kinds| format!(" (of {kinds})")),
        if besides { "beside its own moves" } else { "and as itself only before anything has" },
    );
    format!(
        "{who} moves and captures as what moved or was dropped last{others}, whoever did so, {instead}. It promotes as itself."
    )
}

fn restriction(words: &Words, restriction: &Restriction) -> String {
    match restriction {
        Restriction::RoyalInCheck => {
            "A move may not leave a royal piece of one's own where the opponent could capture it (in check).".to_owned()
        }
        Restriction::AllRoyalsInCheck => {
            "A move may not leave all one's royal pieces in check; with several of them one may be lost.".to_owned()
        }
        Restriction::RoyalFleeing => {
            "A royal piece in check may not move away, except to capture what checks it.".to_owned()
        }
        Restriction::RoyalsFacing(lines) => {
            format!(
                "The royal pieces of the two players may not face each other along {} with nothing between.",
                super::words::a(&join(&lines.singular(), "or"))
            )
        }
        Restriction::RoyalPassing => {
            "A royal piece may not pass over a square where the opponent could capture it, nor leap like a knight between two such squares."
                .to_owned()
        }
        Restriction::GivingCheck { unless_mate: false } => "A move may not give check.".to_owned(),
        Restriction::GivingCheck { unless_mate: true } => "A move may not give check, unless it mates.".to_owned(),
        Restriction::CaptureIsMandatory => "A player who can capture must capture.".to_owned(),
        Restriction::StoppingCaptures => {
            "A piece that captures several others in one move goes on as long as it can, and takes none of them twice."
                .to_owned()
        }
        Restriction::CapturingFewer => {
            "Of all moves one of those must be played that capture most; nothing is taken twice in a move.".to_owned()
        }
        Restriction::Unpreferred(Preference::By(kinds)) => {
            format!("Where {} can capture, no other piece may do so.", words.any_of(kinds))
        }
        Restriction::Unpreferred(Preference::MostOf(kinds)) => {
            let those: Vec<String> = kinds.iter().map(|&kind| plural(words.name(kind))).collect();
            format!("Of all captures one of those must be made that take most {}.", join(&those, "and"))
        }
        Restriction::Unpreferred(Preference::Sooner(kinds)) => {
            format!("Of all captures one of those must be made that come to {} first.", words.any_of(kinds))
        }
        Restriction::Capturing => "Nothing is ever captured.".to_owned(),
        Restriction::Repeating => "A move may not bring back a position that has been on the board.".to_owned(),
        Restriction::Held { kinds, by } => {
            let held = if kinds.is_empty() { "a piece".to_owned() } else { words.many_of(kinds) };
            let holder = words.any_of(by);
            format!(
                "{} on a square next to {holder} of the enemy is held: it can neither move nor capture, and attacks nothing.",
                super::words::capital(&held)
            )
        }
        Restriction::Tamed { by } => format!(
            "A piece on a square next to {} of the enemy may move, but it can capture nothing, and attacks nothing.",
            words.any_of(by)
        ),
        Restriction::Guarded { by } => {
            format!("A piece that stands next to {} of its own side cannot be captured.", words.any_of(by))
        }
        Restriction::Trading { kinds, near, cheap, helpless } => {
            let piece = words.any_of(kinds);
            let distance = if *near { "" } else { " from a distance" };
            let besides = match cheap.len() {
                0 => ", unless something else is taken with it".to_owned(),
                all if all == words.0.pieces.len() => String::new(),
                _ => format!(", unless something other than {} is taken with it", words.any_of(cheap)),
            };
            let protected = if helpless.is_empty() {
                "protected".to_owned()
            } else {
                format!("protected by anything but {}", words.any_of(helpless))
            };
            format!(
                "{} may not capture another such piece{distance} if it is {protected}{besides}. When one of them has been captured by anything else, the answer may not be to do the same on another square.",
                super::words::capital(&piece)
            )
        }
    }
}
