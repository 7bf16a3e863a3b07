//! From the text of a book to moves by position.
//!
//! A line is an opening: its moves from the start position, before them perhaps how often it was played or with what results.
//! `start FEN` says where the lines below it begin, `#` that the rest is a comment. Lines that begin alike are often neighbours,
//! so a line is played on from where it leaves the one before.

use super::{Book, Tally};
use crate::definition::Side;
use crate::diagnostic::{Diagnostic, Source, Span, words};
use crate::game::Game;
use crate::moves::Move;
use crate::notation::{self, Dialect, Notation};
use crate::rules::Rules;
use std::sync::Arc;

/// The dialect in which books are written. Others are understood, too.
pub(super) const DIALECT: Dialect = Dialect::Uci;

impl Book {
    /// Reads a book. What is wrong in it is said, and costs no more than the rest of its line.
    pub fn read(source: &Source, rules: &Arc<Rules>) -> (Book, Vec<Diagnostic>) {
        let mut reader = Reader {
            book: Book::default(),
            found: Vec::new(),
            game: Game::new(rules.clone()),
            path: Vec::new(),
            is_lost: false,
        };
        let mut at = 0;
        for line in source.text.split('\n') {
            let words: Vec<(Span, &str)> = words(line, at).take_while(|(_, word)| !word.starts_with('#')).collect();
            reader.line(&words, source);
            at += line.len() + 1;
        }
        (reader.book, reader.found)
    }
}

struct Reader<'a> {
    book: Book,
    found: Vec<Diagnostic>,
    /// Where the line before has led.
    game: Game,
    /// Its moves.
    path: Vec<Step<'a>>,
    /// The position that lines begin at is not known; that has been said.
    is_lost: bool,
}

/// A move of a line: as it is written, what it is, who made it in which position.
struct Step<'a> {
    word: &'a str,
    mv: Move,
    side: Side,
    key: u64,
}

impl<'a> Reader<'a> {
    fn line(&mut self, words: &[(Span, &'a str)], source: &'a Source) {
        let (tally, moves) = match words {
            [] => return,
            [(_, "start"), rest @ ..] => return self.start(&words[0].0, rest, source),
            [(span, first), moves @ ..] if is_tally(first) => match (Tally::read(first), moves) {
                (Some(_), []) => {
                    let lost = Diagnostic::warning(span.clone(), format!("no moves follow `{first}`"));
                    return self.found.push(lost);
                }
                (Some(tally), moves) => (tally, moves),
                (None, _) => {
                    let wrong = Diagnostic::error(span.clone(), format!("`{first}` counts nothing"));
                    let help =
                        "a number such as 12 is expected, or wins, draws and losses of the first player such as +7=2-3";
                    return self.found.push(wrong.help(help));
                }
            },
            moves => (Tally { given: 1, ..Tally::default() }, moves),
        };
        if self.is_lost {
            return;
        }
        let shared = self.path.iter().zip(moves).take_while(|(step, (_, word))| step.word == *word).count();
        while self.path.len() > shared {
            self.path.pop();
            self.game.undo();
        }
        for Step { key, mv, side, .. } in &self.path {
            self.book.add(*key, *mv, tally.seen_by(*side));
        }
        for (span, word) in &moves[shared..] {
            let Some(mv) = notation::find(&self.game, word, DIALECT) else {
                return self.found.push(not_legal(&self.game, word, span.clone()));
            };
            let (key, side) = (self.game.position().key(), self.game.position().side_to_move());
            self.book.add(key, mv, tally.seen_by(side));
            self.path.push(Step { word, mv, side, key });
            self.game.play(mv);
        }
    }

    /// `start FEN`: a FEN has blanks, so it is the rest of the line.
    fn start(&mut self, word: &Span, fen: &[(Span, &str)], source: &Source) {
        self.path.clear();
        let (Some((first, _)), Some((last, _))) = (fen.first(), fen.last()) else {
            self.is_lost = true;
            let wrong = Diagnostic::error(word.clone(), "`start` without a position");
            return self.found.push(wrong.help("a FEN is expected; the lines below begin there"));
        };
        let span = first.start..last.end;
        match Game::from_fen(self.game.rules().clone(), source.text.get(span.clone()).unwrap_or_default()) {
            Ok(game) => (self.game, self.is_lost) = (game, false),
            Err(wrong) => {
                self.is_lost = true;
                let help = "the lines below, up to the next `start`, are left out";
                self.found.push(wrong.shifted(span.start).help(help));
            }
        }
    }
}

/// No move begins with a sign, and a number is none where it comes first.
fn is_tally(word: &str) -> bool {
    word.bytes().all(|byte| byte.is_ascii_digit())
        || word.starts_with(['+', '=', '-']) && word[1..].starts_with(|c: char| c.is_ascii_digit())
}

fn not_legal(game: &Game, word: &str, span: Span) -> Diagnostic {
    let reason = game.why_illegal(word);
    // It may be the reason already that the game is over.
    let hint = Notation::As(DIALECT).hint(game, word).filter(|hint| reason.as_ref() != Some(hint));
    let because = reason.map_or(String::new(), |reason| format!(": {reason}"));
    let number = game.moves().len() + 1;
    let mut found = Diagnostic::error(span, format!("`{word}` is not a legal move here (ply {number}){because}"));
    found.help.extend(hint);
    found
}
