//! The rules of a variant in sentences, made from its definition.
//!
//! A file for each group of rules. Every `match` names all its cases and every rule is taken apart field by field, so that a rule
//! that is added to the language can't be left out here.

mod board;
mod effects;
mod endings;
mod hands;
mod moves;
mod pieces;
mod promotion;
mod restrictions;
mod seizing;
mod start;
mod words;

pub use moves::describe;
pub use pieces::{piece, where_from};
pub use words::capital;

use crate::definition::Definition;

/// Sentences about one subject.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chapter {
    pub title: &'static str,
    pub sentences: Vec<String>,
}

/// Everything but the moves of the pieces, for which there is [`piece`].
pub fn chapters(definition: &Definition) -> Vec<Chapter> {
    // All fields by name: what is added to a definition has to be spoken of here.
    let Definition {
        names: _,
        topology: _,
        zones: _,
        pieces: _,
        start: _,
        promotions: _,
        hands: _,
        castling: _,
        effects: _,
        aftermath: _,
        wall: _,
        standing_walls: _,
        restrictions: _,
        borrowing: _,
        pass: _,
        turns: _,
        lots: _,
        endings: _,
        draws_for: _,
        points: _,
        presentation: _,
        hints: _,
        weights: _,
    } = definition;
    let chapters = [
        ("Board", board::sentences(definition)),
        ("Start", start::sentences(definition)),
        ("Castling", start::castling(definition)),
        ("Promotion", promotion::sentences(definition)),
        ("Hand and drops", hands::sentences(definition)),
        ("Captures", effects::captures(definition)),
        ("What follows from moves", effects::aftermath(definition)),
        ("Walls", effects::walls(definition)),
        ("Illegal moves", restrictions::sentences(definition)),
        ("Borrowed moves", restrictions::borrowing(definition)),
        ("Turns", restrictions::turns(definition)),
        ("Passing", restrictions::passing(definition)),
        ("Luck", restrictions::lots(definition)),
        ("End of the game", endings::sentences(definition)),
        ("Counting moves", endings::counting(definition)),
        ("Repetition", endings::repetition(definition)),
        ("Drawn games", endings::draws(definition)),
    ];
    let chapters = chapters.into_iter().map(|(title, sentences)| Chapter { title, sentences });
    chapters.filter(|chapter| !chapter.sentences.is_empty()).collect()
}

/// The whole rule book as text.
pub fn text(definition: &Definition) -> String {
    let mut text = format!("{}\n", definition.names.title);
    let mut add = |title: &str, sentences: &[String]| {
        text.push_str(&format!("\n{title}\n"));
        sentences.iter().for_each(|sentence| text.push_str(&format!("  {sentence}\n")));
    };
    let mut chapters = chapters(definition).into_iter();
    chapters.next().into_iter().for_each(|board| add(board.title, &board.sentences));
    for kind in definition.kinds() {
        let named = definition.piece(kind);
        add(&format!("The {} ({})", named.name, named.symbol), &piece(definition, kind));
    }
    add("Position", std::slice::from_ref(&definition.start.fen));
    chapters.for_each(|chapter| add(chapter.title, &chapter.sentences));
    text
}
