//! Pieces in hand, drops and gates.

use super::words::{Words, capital, counted, list as join};
use crate::definition::{Definition, DropLimit, DropRule, HandSource, Hands};

pub fn sentences(definition: &Definition) -> Vec<String> {
    let words = Words(definition);
    let Some(Hands { source, kinds, endless, drops, first, gates, rules }) = &definition.hands else {
        return Vec::new();
    };
    let mut list: Vec<String> = vec![
        match source {
            HandSource::Start if *endless => "The players have as many pieces in hand as they need; captured pieces are out of the game.",
            HandSource::Start => "The players have some pieces in hand from the start; captured pieces are out of the game.",
            HandSource::Outside => "Pieces come into hand from another board: what is captured there.",
            HandSource::Captures => {
                "A captured piece changes sides and goes into the hand of the player who took it; a promoted one turns back first."
            }
            HandSource::CapturesUndemoted => {
                "A captured piece changes sides and goes, as it is, into the hand of the player who took it."
            }
            HandSource::CapturesReturned => "A captured piece goes back into the hand of its owner.",
        }
        .to_owned(),
    ];
    if !definition.effects.is_empty() && matches!(source, HandSource::Captures | HandSource::CapturesUndemoted) {
        list.push("What a capture takes off the board besides is as if the other player had captured it.".to_owned());
    }
    list.push(format!("Pieces that can be in hand: {}.", words.all_of(kinds)));
    if *drops {
        list.push("Instead of moving, a player may drop a piece from the hand on an empty square.".to_owned());
    } else {
        list.push("Pieces in hand are not dropped.".to_owned());
    }
    if !first.is_empty() && first == kinds {
        list.push("As long as a player has anything in hand, it has to be dropped before anything moves.".to_owned());
    } else if !first.is_empty() {
        list.push(format!("{} in hand has to be dropped before anything moves.", capital(&words.any_of(first))));
    }
    if let Some((pieces, zone)) = gates {
        list.push(format!(
            "When a piece that has stood {} since the start moves for the first time, {} from the hand may enter on the square it leaves.",
            words.within(zone),
            words.any_of(pieces)
        ));
    }
    list.extend(rules.iter().map(|rule| limit(&words, rule)));
    list
}

fn limit(words: &Words, rule: &DropRule) -> String {
    let DropRule { pieces, limit } = rule;
    let subject = capital(&words.any_of(pieces));
    match limit {
        DropLimit::Within(zone) => format!("{subject} may be dropped only {}.", words.within(zone)),
        DropLimit::FirstWithin(zone) => {
            format!(
                "As long as a square is empty there, {} may be dropped only {}.",
                words.any_of(pieces),
                words.within(zone)
            )
        }
        DropLimit::NotWithin(zone) => format!("{subject} may not be dropped {}.", words.within(zone)),
        DropLimit::NotStuck => format!("{subject} may not be dropped where it could never move again."),
        DropLimit::PerFile(most) => format!(
            "{subject} may not be dropped on a file where its side has {} of the kind already.",
            counted((*most).into(), "piece")
        ),
        DropLimit::OppositeColours => {
            format!(
                "Half of a kind, rounded up, may be dropped on squares of each colour, of two one on each: {}.",
                words.all_of(pieces)
            )
        }
        DropLimit::Converting => format!("{subject} may be dropped only where that makes enemies change sides."),
        DropLimit::BesideFriends => format!("{subject} may be dropped only next to another piece of the player's."),
        DropLimit::NotBeside { enemies, lines } => {
            let whom = if *enemies { "an enemy" } else { "another piece of the player's" };
            format!("{subject} may not be dropped next to {whom} along a {}.", join(&lines.singular(), "or"))
        }
        DropLimit::Falling { from_every_side: false } => format!(
            "{subject} falls when dropped: from the second player's edge down its file, as far as squares are empty."
        ),
        DropLimit::Falling { from_every_side: true } => format!(
            "{subject} is dropped by pushing it in from an edge of the board, along a file or rank, as far as squares are empty."
        ),
        DropLimit::NoMate => format!("{subject} may not be dropped to give checkmate."),
        DropLimit::MateLoses => format!("Who gives checkmate by dropping {} loses.", words.any_of(pieces)),
        DropLimit::NoCheck => format!("{subject} may not be dropped with check."),
        DropLimit::BeyondLimit => {
            format!("{subject} may be dropped even if there are as many on the board as may be got by promotion.")
        }
        DropLimit::Promoted(forms) => {
            format!("{subject} may also be dropped promoted, as {}.", words.any_of(forms))
        }
    }
}
