//! `griffon piece`: what a move description allows, as a diagram or, case by case, as JSON.
//!
//! Both look at a single piece on a board of their own; no variant, game or check comes into it.

mod case;

use crate::picture::Diagram;
use serde::Serialize;
use serde_json::Value;
use std::io::{self, BufRead, Write};

/// Draws what a piece may do from one square (the middle unless given), with a legend.
pub fn draw(xbetza: &str, size: Option<(u16, u16)>, square: Option<&str>) -> Result<String, String> {
    Diagram::new(xbetza, size, square).map(|diagram| diagram.draw())
}

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
