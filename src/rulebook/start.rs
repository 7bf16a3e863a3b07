//! The start position and castling.

use super::words::{Words, list, plural};
use crate::definition::{Castling, Definition, Landing, Shuffle, ShuffleConstraint, Side, Start, Symmetry};
use crate::rules::leg::MoveProgram;
use crate::rules::topology::Topology;

pub fn sentences(definition: &Definition) -> Vec<String> {
    let words = Words(definition);
    // The position itself is better seen than told.
    let Start { fen: _, shuffle } = &definition.start;
    let Some(Shuffle { constraints, symmetry }) = shuffle else { return Vec::new() };
    let mut sentences = vec!["The pieces on the first rank are drawn by lot before the game.".to_owned()];
    for constraint in constraints {
        sentences.push(match constraint {
            ShuffleConstraint::OppositeColours(kind) => {
                format!("Each {} stands on a square of another colour.", words.name(*kind))
            }
            ShuffleConstraint::Between(kind, others) => {
                format!("The {} stands somewhere between two {}.", words.name(*kind), plural(words.name(*others)))
            }
            ShuffleConstraint::Fixed(kind) => format!("The {} keeps its place.", words.name(*kind)),
            ShuffleConstraint::InPlaceOf(kind, others) => {
                format!("The {} takes the place of a {}, drawn by lot.", words.name(*kind), words.any_of(others))
            }
            ShuffleConstraint::Apart(kind, other) => {
                format!(
                    "The {} and the {} stand on squares of different colours.",
                    words.name(*kind),
                    words.name(*other)
                )
            }
            ShuffleConstraint::In(kind, zone) => {
                format!("The {} stands {}.", words.name(*kind), words.within(zone))
            }
            ShuffleConstraint::Protected(kind) => format!("Every {} is protected.", words.name(*kind)),
        });
    }
    sentences.push(
        match symmetry {
            Symmetry::Mirrored => "The second player's pieces stand opposite those of the first.",
            Symmetry::Rotated => {
                "The second player's pieces stand as the first player's do when the board is turned round."
            }
            Symmetry::Independent => "Each player's pieces are drawn separately.",
        }
        .to_owned(),
    );
    sentences
}

/// What all castling has in common.
const CASTLING: &str = "Neither of the two may have moved, the squares between and where they land must be empty, and a royal \
                        piece castles neither out of check, nor across or onto an attacked square.";
/// What all castling has in common where checks don't matter.
const FEARLESS: &str = "Neither of the two may have moved, and the squares between and where they land must be empty.";

pub fn castling(definition: &Definition) -> Vec<String> {
    let words = Words(definition);
    let mut sentences = Vec::new();
    for castling in &definition.castling {
        let Castling { mover, partners, left, right, on, opposite, through_check, anywhere, by } = castling;
        let mover = words.name(*mover);
        let partner = words.any_of(partners);
        let file = |file: u16| format!("the {}-file", Topology::file_name(file));
        let mut landings: Vec<String> = Vec::new();
        let mut is_beside = true;
        for (wing, is_left, all) in [("left", true, left), ("right", false, right)] {
            for landing in all {
                let mut way = format!("to {} with a partner on the {wing}", file(landing.mover));
                if Landing::beside(landing.mover, is_left) != Some(*landing) {
                    way.push_str(&format!(", which goes to {}", file(landing.partner)));
                    is_beside = false;
                }
                landings.push(way);
            }
        }
        let goes = if landings.is_empty() { String::new() } else { format!(": it goes {}", list(&landings, "or")) };
        let partner_goes = match is_beside {
            true => ", and the partner lands beside it on its other side",
            false => "; where nothing is said the partner lands beside it on its other side",
        };
        sentences.push(format!("The {mover} may castle with {partner}{goes}{partner_goes}."));
        if let Some(by) = by {
            sentences.push(format!("Only {} may castle so.", definition.player(*by)));
        }
        if *through_check {
            sentences
                .push(format!("The {mover} may do so out of check and across attacked squares, but not onto one."));
        }
        if *anywhere {
            sentences.push("They may have begun on any files of their back rank.".to_owned());
        }
        if let Some(at) = on {
            sentences.push(format!(
                "The {mover} castles from {}, with a partner in the corner, having been put there.",
                file(*at)
            ));
        }
        if *opposite {
            sentences.push(
                "Who castles to one side takes from the opponent the right to castle to the same side.".to_owned(),
            );
        }
    }
    if !definition.castling.is_empty() {
        let fearless = definition.castling.iter().all(|castling| castling.through_check);
        sentences.push((if fearless { FEARLESS } else { CASTLING }).to_owned());
    }
    let by_moves = definition.kinds().filter(|&kind| {
        definition.piece(kind).moves.iter().any(|clause| {
            clause.programs[Side::First].iter().any(|program| matches!(program, MoveProgram::Castle { .. }))
        })
    });
    for kind in by_moves {
        sentences.push(format!(
            "The {} castles as its own moves say, if neither it nor its partner has moved.",
            words.name(kind)
        ));
    }
    sentences
}
