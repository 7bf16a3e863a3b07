//! Positions in files, so that what was played once can be learnt from again, and what others have judged, too.
//!
//! One in a line: the game it is from, its result, the score that a search had for it, and the position as a FEN; result (0 to 1)
//! and score (1/100 of a pawn-like piece) for the first player. The positions of a game follow each other. `-` stands for none:
//! as the game, for a position by itself. A line that begins with `#` is a comment.

use super::data::{Data, Told};
use super::sharing::Sharing;
use crate::evaluation::trace::Trace;
use crate::game::Game;
use crate::rules::Rules;
use std::fs::File;
use std::io::{BufRead, Write};
use std::sync::{Arc, Mutex, PoisonError};

/// A file to which positions are added as soon as a game is over; the reason why it no longer is.
pub struct Keep(Mutex<Result<File, String>>);

impl Keep {
    pub fn new(file: File) -> Keep {
        Keep(Mutex::new(Ok(file)))
    }

    /// What can't be written is learnt from all the same.
    pub fn add(&self, lines: &str) {
        let mut file = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Ok(open) = file.as_mut()
            && let Err(error) = open.write_all(lines.as_bytes())
        {
            *file = Err(error.to_string());
        }
    }

    pub fn lost(&self) -> Option<String> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).as_ref().err().cloned()
    }
}

/// The line for a position.
pub fn line(game: &str, told: Told, fen: &str) -> String {
    let [result, score] =
        [told.result, told.score].map(|number| number.map_or("-".to_owned(), |number| number.to_string()));
    format!("{game} {result} {score} {fen}\n")
}

/// Reads a file; errors say in which line, and what is wrong there.
pub fn read(rules: &Arc<Rules>, file: &mut dyn BufRead) -> Result<Data, String> {
    let sharing = Sharing::of(rules);
    let mut data = Data::default();
    // Of the line before, for as long as its game goes on.
    let mut game: Option<String> = None;
    for (number, text) in (1..).zip(file.lines()) {
        let text = text.map_err(|error| format!("line {number}: {error}"))?;
        if text.trim().is_empty() || text.starts_with('#') {
            continue;
        }
        let (name, told, fen) = parse(&text).map_err(|wrong| format!("line {number}: {wrong}"))?;
        let position =
            Game::from_fen(rules.clone(), fen).map_err(|wrong| format!("line {number}: {}", wrong.message))?;
        if name == "-" || game.as_deref() != Some(name) {
            data.games += u32::from(game.is_some());
            game = Some(name.to_owned());
        }
        let trace = Trace::of(rules, position.position());
        if !trace.unusual {
            data.push(&sharing, &trace, told);
        }
    }
    data.games += u32::from(game.is_some());
    Ok(data)
}

fn parse(text: &str) -> Result<(&str, Told, &str), String> {
    let mut parts = text.trim().splitn(4, ' ');
    let mut part = || parts.next().filter(|part| !part.is_empty());
    let (Some(game), Some(result), Some(score), Some(fen)) = (part(), part(), part(), part()) else {
        return Err("GAME RESULT SCORE FEN is expected, such as `7 0.5 -20 FEN`".to_owned());
    };
    let number = |text: &str, within: std::ops::RangeInclusive<f32>, what: &str| match text {
        "-" => Ok(None),
        _ => match text.parse().ok().filter(|number| within.contains(number)) {
            Some(number) => Ok(Some(number)),
            None => Err(format!("`{text}` is no {what}, or `-`, is expected")),
        },
    };
    let result = number(result, 0.0..=1.0, "result: a number from 0 to 1")?;
    let score = number(score, -100_000.0..=100_000.0, "score: a number in 1/100 of a pawn")?;
    if result.is_none() && score.is_none() {
        return Err("a result or a score is expected".to_owned());
    }
    Ok((game, Told { result, score }, fen))
}
