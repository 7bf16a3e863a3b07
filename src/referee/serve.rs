//! From a line to its answer, line after line.

use super::count::{Counted, count};
use super::define::Defined;
use super::fault::{Fault, FaultKind};
use super::highlight::{Finger, Highlight, highlight};
use super::moves::{Legal, MoveView, Played, legal, notations, played};
use super::request::{Ask, Id, Request, needed};
use super::shelf::{Book, Shelf, play, set_up};
use super::standing::{Check, Standing, Verdict, check, standing, verdict};
use crate::definition::Library;
use crate::diagnostic::MARK;
use crate::game::Game;
use crate::notation::Notation;
use serde::Serialize;
use std::io::{self, BufRead, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Duration;

/// Counting ends after this time.
const PATIENCE: Duration = Duration::from_secs(60);

/// Longer lines are not read.
const LONGEST: usize = 64 << 20;

/// Answers requests. The rules of variants that were asked for are kept.
pub struct Referee {
    shelf: Shelf,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Answer<'a> {
    Moves(Legal<'a>),
    Applied {
        #[serde(flatten)]
        standing: Standing,
        moves: Vec<MoveView<'a>>,
    },
    Result(Verdict),
    Check(Check<'a>),
    Fen {
        fen: String,
    },
    San(Played),
    Valid {
        valid: bool,
        #[serde(skip_serializing_if = "Option::is_none")]
        fen: Option<String>,
        #[serde(skip_serializing_if = "Option::is_none")]
        error: Option<Fault>,
    },
    Highlight(Highlight<'a>),
    Perft(Counted),
    Variants {
        variants: Vec<Listed<'a>>,
    },
    Defined(Defined),
    Error {
        error: Fault,
    },
}

/// A variant in the list of them.
#[derive(Serialize)]
struct Listed<'a> {
    name: &'a str,
    title: &'a str,
    about: &'a str,
    uci: &'a str,
    cecp: &'a str,
}

impl Referee {
    pub fn new(library: Library) -> Referee {
        Referee { shelf: Shelf::new(library) }
    }

    /// Appends the answer to a line, without a line end.
    pub fn answer(&mut self, line: &[u8], out: &mut Vec<u8>) {
        let begun = out.len();
        let mut id = None;
        let request = Request::read(line);
        let done = catch_unwind(AssertUnwindSafe(|| match request {
            Ok(mut request) => {
                id = request.id.take();
                if let Err(error) = self.respond(&request, &id, out) {
                    write(&id, &Answer::Error { error }, out);
                }
            }
            Err(wrong) => {
                let (said, error) = *wrong;
                id = said;
                write(&id, &Answer::Error { error }, out);
            }
        }));
        if done.is_err() {
            out.truncate(begun);
            let error = Fault::new(FaultKind::Internal, "this request met a mistake in the program");
            write(&id, &Answer::Error { error: error.help("please report it") }, out);
        }
    }

    fn respond(&mut self, request: &Request, id: &Option<Id>, out: &mut Vec<u8>) -> Result<(), Fault> {
        let row = request.row()?;
        match row.ask {
            Ask::Variants => {
                let words = request.words.as_deref().unwrap_or_default();
                let names = self.shelf.library().names();
                let found = names.filter(|names| words.iter().all(|word| names.speak_of(word)));
                let variants = found.map(|names| Listed {
                    name: &names.name,
                    title: &names.title,
                    about: &names.about,
                    uci: &names.uci,
                    cecp: &names.cecp,
                });
                write(id, &Answer::Variants { variants: variants.collect() }, out);
                return Ok(());
            }
            Ask::Define => {
                let text = needed(&request.text, "text")?;
                let defined = self.shelf.define(request.name.as_deref().unwrap_or("text"), text)?;
                write(id, &Answer::Defined(defined), out);
                return Ok(());
            }
            Ask::Moves
            | Ask::Apply
            | Ask::Result
            | Ask::Check
            | Ask::Fen
            | Ask::San
            | Ask::Validate
            | Ask::Highlight
            | Ask::Perft => {}
        }
        let book = self.shelf.book(needed(&request.variant, "variant")?)?;
        let notation = request.notation()?;
        if row.ask == Ask::Validate {
            let fen = needed(&request.fen, "fen")?;
            let (fen, error) = match set_up(&book.rules, Some(fen), None, notation) {
                Ok(game) => (Some(game.fen()), None),
                Err(fault) => (None, Some(fault)),
            };
            write(id, &Answer::Valid { valid: error.is_none(), fen, error }, out);
            return Ok(());
        }
        let game = game(request, &book, notation)?;
        let answer = match row.ask {
            Ask::Moves => Answer::Moves(legal(&book, &game, notation)),
            Ask::Apply => Answer::Applied { standing: standing(&game), moves: played(&book, &game, notation) },
            Ask::Result => Answer::Result(verdict(&game)),
            Ask::Check => Answer::Check(check(&book, &game, notation)),
            Ask::San => Answer::San(notations(&game)),
            Ask::Highlight => {
                let path = request.from.as_ref().map_or(&[][..], |path| path.squares());
                let finger = Finger { path, hand: request.hand.as_deref(), over: request.over.as_deref() };
                Answer::Highlight(highlight(&book, &game, finger, notation)?)
            }
            Ask::Perft => {
                let depth = request.depth.ok_or_else(|| Fault::new(FaultKind::Request, "`depth` is missing"))?;
                Answer::Perft(count(&game, depth, request.divide.unwrap_or(false), notation, Some(PATIENCE))?)
            }
            Ask::Fen | Ask::Validate | Ask::Variants | Ask::Define => Answer::Fen { fen: game.fen() },
        };
        write(id, &answer, out);
        Ok(())
    }
}

/// The game that a request is about.
fn game(request: &Request, book: &Arc<Book>, notation: Notation) -> Result<Game, Fault> {
    if request.fen.is_some() && request.number.is_some() {
        return Err(Fault::new(FaultKind::Request, "`fen` and `number` exclude each other"));
    }
    let mut game = set_up(&book.rules, request.fen.as_deref(), request.number, notation)?;
    let moves = request.moves.as_deref().unwrap_or_default();
    play(&mut game, moves.iter().map(String::as_str), notation)?;
    Ok(game)
}

/// Appends an answer, its `id` in front. No answer is an empty object.
fn write(id: &Option<Id>, answer: &Answer, out: &mut Vec<u8>) {
    let begun = out.len();
    let mut joint = None;
    if let Some(id) = id {
        out.extend_from_slice(b"{\"id\":");
        let _ = serde_json::to_writer(&mut *out, id);
        joint = Some(out.len());
    }
    // Nothing that could fail: names and numbers, written to memory.
    if serde_json::to_writer(&mut *out, answer).is_err() {
        out.truncate(begun);
        return out.extend_from_slice(b"{\"error\":{\"kind\":\"internal\",\"message\":\"no answer\"}}");
    }
    if let Some(joint) = joint {
        out[joint] = b',';
    }
}

/// Answers each line of `input` with a line, until there are no more. Empty lines have no answer.
pub fn serve(library: Library, input: &mut dyn BufRead, output: &mut dyn Write) -> io::Result<()> {
    let mut referee = Referee::new(library);
    let (mut line, mut answer) = (Vec::new(), Vec::new());
    loop {
        line.clear();
        answer.clear();
        let length = read_line(input, &mut line)?;
        if length == 0 {
            return Ok(());
        }
        if line.len() < length {
            let error = Fault::new(FaultKind::Limit, format!("a line is longer than {LONGEST} bytes"));
            write(&None, &Answer::Error { error }, &mut answer);
        } else if line.iter().all(u8::is_ascii_whitespace) {
            continue;
        } else {
            // A file that is sent as it is may begin with a mark.
            let said = line.strip_prefix(MARK.as_bytes()).unwrap_or(&line);
            referee.answer(said.trim_ascii_end(), &mut answer);
        }
        answer.push(b'\n');
        output.write_all(&answer)?;
        output.flush()?;
    }
}

/// Reads a line, its end included; returns its length. Of a line that is too long nothing but the beginning is kept.
fn read_line(input: &mut dyn BufRead, line: &mut Vec<u8>) -> io::Result<usize> {
    let mut length = 0;
    loop {
        let ahead = match input.fill_buf() {
            Ok(ahead) => ahead,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        let end = ahead.iter().position(|&byte| byte == b'\n');
        let taken = end.map_or(ahead.len(), |end| end + 1);
        let room = LONGEST.saturating_sub(line.len());
        line.extend_from_slice(&ahead[..taken.min(room)]);
        length += taken;
        input.consume(taken);
        if end.is_some() || taken == 0 {
            return Ok(length);
        }
    }
}
