//! `griffon piece`: what a move description allows, as a diagram or, case by case, as JSON.
//!
//! Both look at a single piece on a board of their own; no variant, game or check comes into it.

mod case;
mod diagram;
mod scene;

pub use diagram::draw;

use crate::diagnostic::{Diagnostic, Source, render};
use crate::rules::leg::MoveProgram;
use crate::rules::legs_of::compile;
use crate::rules::topology::{Square, Topology};
use crate::syntax::betza::{Description, parse};
use serde::Serialize;
use serde_json::Value;
use std::io::{self, BufRead, Write};

/// Answers cases (one JSON object a line) with their moves, or with what is wrong with them.
pub fn run_json(mut input: impl BufRead, mut output: impl Write) -> io::Result<()> {
    let mut line = Vec::new();
    while input.read_until(b'\n', &mut line)? > 0 {
        let text = String::from_utf8_lossy(&line).trim().to_owned();
        line.clear();
        if !text.is_empty() {
            serde_json::to_writer(&mut output, &answer(&text))?;
            writeln!(output)?;
            output.flush()?;
        }
    }
    Ok(())
}

/// The answer to one line.
#[derive(Serialize)]
struct Reply {
    id: Value,
    #[serde(flatten)]
    result: Outcome,
}

#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum Outcome {
    Moves(Vec<case::Answer>),
    Error(String),
}

fn answer(line: &str) -> Reply {
    match serde_json::from_str::<Value>(line) {
        Ok(value) => {
            let id = value.get("id").cloned().unwrap_or(Value::Null);
            Reply { id, result: case::moves(value).map_or_else(Outcome::Error, Outcome::Moves) }
        }
        Err(error) => Reply { id: Value::Null, result: Outcome::Error(format!("not JSON: {error}")) },
    }
}

/// The programs of a description on a board of this size; the error is the rendered report.
fn programs(text: &str, files: u16, ranks: u16) -> Result<(Description, Vec<MoveProgram>), String> {
    let report = |found: Vec<Diagnostic>| render(&Source::new("piece", text), &found, false);
    let description = parse(text).map_err(report)?;
    let programs = compile(&description, files, ranks).map_err(report)?;
    Ok((description, programs))
}

/// `d4`: files are letters (`z` is followed by `aa`), ranks count from 1.
fn square_named(name: &str, topology: &Topology) -> Option<Square> {
    let digits = name.find(|letter: char| letter.is_ascii_digit())?;
    let (letters, digits) = name.split_at(digits);
    if letters.is_empty() || letters.len() > 2 || digits.len() > 3 || !letters.bytes().all(|b| b.is_ascii_lowercase()) {
        return None;
    }
    let file = letters.bytes().fold(0u16, |file, letter| file * 26 + u16::from(letter - b'a') + 1);
    let rank: u16 = digits.parse().ok()?;
    topology.square(file.checked_sub(1)?, rank.checked_sub(1)?)
}

fn file_name(file: u16) -> String {
    let letter = |number: u16| char::from(b'a' + (number % 26) as u8);
    match file {
        0..26 => letter(file).to_string(),
        _ => format!("{}{}", letter(file / 26 - 1), letter(file)),
    }
}

fn square_name(square: Square, topology: &Topology) -> String {
    format!("{}{}", file_name(topology.file(square)), topology.rank(square) + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_square_of_the_largest_board_is_found_by_its_name() {
        let topology = Topology::new(Topology::MAX_SIDE, Topology::MAX_SIDE);
        for square in topology.squares() {
            assert_eq!(square_named(&square_name(square, &topology), &topology), Some(square));
        }
        for odd in ["", "a", "4", "a0", "A1", "é4", "a1b", "aaa1", "a9999", "dm1", "d+4"] {
            assert_eq!(square_named(odd, &topology), None, "{odd}");
        }
    }
}
