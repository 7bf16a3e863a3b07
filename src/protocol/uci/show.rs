//! What there is to see: the position, what it is worth, what is wrong with files.

use super::super::console::Output;
use super::super::session::Session;
use crate::cli;
use crate::definition::Side;
use crate::evaluation::trace::Trace;
use crate::evaluation::{self, TEMPO};
use crate::movegen;
use crate::notation::{sfen, show_square};
use crate::position::fen;
use std::path::PathBuf;

/// The board, and the position in words.
pub fn position(session: &Session, output: &mut Output) {
    let (rules, position) = (session.rules(), session.game().position());
    let board = rules.topology();
    let symbol = |file: u16, rank: u16| match board.square(file, rank) {
        Some(square) if board.is_hole(square) => "*",
        Some(square) if !position.at(square).is_empty() => {
            let piece = position.at(square);
            rules.kind(piece.kind()).symbol[piece.side()].as_str()
        }
        Some(_) | None => "",
    };
    let line = format!(" +{}", "---+".repeat(board.files().into()));
    output.say("");
    for rank in (0..board.ranks()).rev() {
        output.say(line.clone());
        let cells: String = (0..board.files()).map(|file| format!("{:>2} |", symbol(file, rank))).collect();
        output.say(format!(" |{cells}"));
    }
    output.say(line);
    output.say("");
    output.say(format!("Variant: {}", session.definition().names.name));
    output.say(format!("Fen: {}", fen::show(rules, position)));
    output.say(format!("Sfen: {}", sfen::of(session.game())));
    output.say(format!("Key: {:016x}", position.key()));
    let side = position.side_to_move();
    let royals = position.royals(side).iter();
    let checkers: Vec<String> = royals
        .flat_map(|&royal| movegen::takers(rules, position, side.other(), royal))
        .map(|square| show_square(rules, square, session.gui.dialect))
        .collect();
    output.say(format!("Checkers: {}", checkers.join(" ")));
    output.say(format!("Check: {}", if position.in_check(rules) { "yes" } else { "no" }));
    let moves: Vec<String> = session.legal().iter().map(|&mv| session.spell(mv)).collect();
    output.say(format!("Legal moves: {}", moves.join(" ")));
}

/// The groups of terms in pawns, for White's good, and the whole.
pub fn evaluation(session: &Session, output: &mut Output) {
    let (rules, position) = (session.rules(), session.game().position());
    let pawns = |score: f32| f64::from(score) / 100.0;
    output.say(format!("{:14} {:>8} {:>8}", "terms", "middle", "end"));
    let trace = Trace::of(rules, position);
    for (word, [middle, end]) in trace.by_group(rules) {
        output.say(format!("{word:14} {:>8.2} {:>8.2}", pawns(middle), pawns(end)));
    }
    let share = 100.0 * trace.phase;
    output.say(format!("{:14} {share:>6.0} % {:>6.0} %", "of which count", 100.0 - share));
    let score = evaluation::evaluate(rules, position);
    let sign = if position.side_to_move() == Side::First { 1 } else { -1 };
    output.say(format!("{:14} {:>8.2}", "to move", pawns((sign * TEMPO) as f32)));
    output.say("");
    if trace.unusual {
        output.say("Where who is ahead has too little to win with, a sixteenth of it counts.".to_owned());
    }
    output.say(format!("Total evaluation: {:.2} (white side)", pawns((sign * score) as f32)));
}

/// What is wrong with files, a line of the report a line. They may build on what is loaded.
pub fn check(session: &Session, paths: &[PathBuf], output: &mut Output) {
    let mut report = Vec::new();
    // Writing to memory doesn't fail.
    let arguments = cli::check::Arguments { files: paths.to_vec(), ..Default::default() };
    let _ = cli::check::run(session.library().clone(), &arguments, false, &mut report);
    String::from_utf8_lossy(&report).lines().for_each(|line| output.say(line));
}
