//! Moves as Sjaak describes them: `slide (H,V)`, `leap (1,2)|(0,2)`, `aleap (0,1)`, `step 2N,NE`, `hop (H,V)`, `ride (2,1)`.

use super::super::ini::Word;
use super::super::spelling::{Repeat, Step, coordinate, spell};
use crate::diagnostic::Diagnostic;

/// Lines of slides, by letter.
const LINES: &[(&str, [Step; 2])] =
    &[("H", [(1, 0), (-1, 0)]), ("V", [(0, 1), (0, -1)]), ("D", [(1, 1), (-1, -1)]), ("A", [(-1, 1), (1, -1)])];

const COMPASS: &[(&str, Step)] = &[
    ("NE", (1, 1)),
    ("NW", (-1, 1)),
    ("SE", (1, -1)),
    ("SW", (-1, -1)),
    ("N", (0, 1)),
    ("S", (0, -1)),
    ("E", (1, 0)),
    ("W", (-1, 0)),
];

/// How the letters before an atom are chosen.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Use<'a> {
    /// An ordinary move, with these letters.
    Plain(&'a str),
    /// The first move of a pawn: through empty squares, leaving its trail if it can be taken in passing.
    First(&'a str),
}

/// The moves in our notation.
pub fn read(value: &Word, how: Use) -> Result<String, Diagnostic> {
    let text: String = value.text.chars().filter(|c| !c.is_whitespace()).collect();
    let fault = |why: String| Err(Diagnostic::error(value.span.clone(), why));
    let letters = text.chars().take_while(char::is_ascii_lowercase).count();
    let (kind, rest) = text.split_at(letters);
    let mode = match how {
        Use::Plain(mode) | Use::First(mode) => mode,
    };
    let spelled = |steps: &[Step], mode: &str, repeat: Repeat| {
        spell(steps, mode, repeat).or_else(|(x, y)| fault(format!("no piece of Griffon leaps ({x},{y})")))
    };
    match kind {
        "none" => Ok(String::new()),
        "slide" | "hop" => {
            let mut steps = Vec::new();
            for letter in rest.trim_matches(['(', ')']).split(',') {
                match LINES.iter().find(|row| row.0 == letter) {
                    Some(row) => steps.extend(row.1),
                    None => return fault(format!("`{letter}` is not a line; they are H, V, D and A")),
                }
            }
            let mode = if kind == "hop" { format!("{mode}p") } else { mode.to_owned() };
            spelled(&steps, &mode, Repeat::Always)
        }
        "leap" | "aleap" if rest.contains('+') => two_legs(value, rest, mode),
        "leap" | "ride" => {
            let mut steps: Vec<Step> = Vec::new();
            for (a, b) in vectors(value, rest)? {
                let images = [(a, b), (b, a), (b, -a), (a, -b), (-a, -b), (-b, -a), (-b, a), (-a, b)];
                images.iter().for_each(|image| {
                    if !steps.contains(image) {
                        steps.push(*image)
                    }
                });
            }
            spelled(&steps, mode, if kind == "ride" { Repeat::Always } else { Repeat::Once })
        }
        "aleap" => spelled(&vectors(value, rest)?, mode, Repeat::Once),
        "step" => {
            let mut by_range: Vec<(Repeat, Vec<Step>)> = Vec::new();
            for part in rest.split(',') {
                let digits = part.chars().take_while(char::is_ascii_digit).count();
                // What is too large for a number is farther than any board is wide.
                let times = if digits == 0 { 1 } else { part[..digits].parse().unwrap_or(u16::MAX) };
                let Some(row) = COMPASS.iter().find(|row| row.0 == &part[digits..]) else {
                    return fault(format!(
                        "`{part}` is not a direction; they are N, NE, E and so on, `2N` is up to two steps"
                    ));
                };
                let repeat = match times {
                    1 => Repeat::Once,
                    9.. => Repeat::Always,
                    times => Repeat::Times(times),
                };
                match by_range.iter_mut().find(|group| group.0 == repeat) {
                    Some(group) => group.1.push(row.1),
                    None => by_range.push((repeat, vec![row.1])),
                }
            }
            let parts: Result<Vec<String>, Diagnostic> = by_range
                .iter()
                .map(|(repeat, steps)| match how {
                    Use::Plain(_) => spelled(steps, mode, *repeat),
                    Use::First(_) => spelled(steps, &format!("{mode}n"), *repeat),
                })
                .collect();
            parts.map(|parts| parts.concat())
        }
        _ => fault(format!(
            "`{}` is not a way of moving; they are slide, leap, aleap, ride, step, hop and none",
            value.text
        )),
    }
}

/// `(1,2)|(0,2)`
fn vectors(value: &Word, text: &str) -> Result<Vec<Step>, Diagnostic> {
    let mut found = Vec::new();
    for part in text.split('|') {
        let inner = part.trim_matches(['(', ')']);
        let pair = inner.split_once(',').and_then(|(x, y)| Some((coordinate(x)?, coordinate(y)?)));
        match pair {
            Some(step) => found.push(step),
            None => {
                let complaint = Diagnostic::error(value.span.clone(), format!("`{part}` is not a step"));
                return Err(complaint.help("steps are written `(1,2)`, alternatives `(1,2)|(0,2)`"));
            }
        }
    }
    Ok(found)
}

/// `((1,0)+(1,1))&(1,2)`: a step, then another one, perhaps only to where a leap would lead.
fn two_legs(value: &Word, text: &str, mode: &str) -> Result<String, Diagnostic> {
    let (legs, mask) = match text.split_once('&') {
        Some((legs, mask)) => (legs, Some(vectors(value, mask)?)),
        None => (text, None),
    };
    let (one, two) = legs.split_once('+').unwrap_or((legs, ""));
    let sorted = |text: &str| -> Result<Vec<Step>, Diagnostic> {
        let mut steps: Vec<Step> =
            vectors(value, text)?.into_iter().map(|(x, y)| (x.abs().min(y.abs()), x.abs().max(y.abs()))).collect();
        steps.sort_unstable();
        Ok(steps)
    };
    let (one, two) = (sorted(one)?, sorted(two)?);
    let mask =
        mask.map(|mask| mask.iter().map(|(x, y)| (x.abs().min(y.abs()), x.abs().max(y.abs()))).collect::<Vec<_>>());
    match (&one[..], &two[..], mask.as_deref()) {
        ([(0, 1)], [(1, 1)], Some([(1, 2)])) => Ok(format!("{mode}nN")),
        ([(1, 1)], [(1, 1)], Some([(2, 2)])) => Ok(format!("{mode}nA")),
        ([(0, 1)], [(0, 1)], Some([(0, 2)])) => Ok(format!("{mode}nD")),
        // Without a mask nothing is in the way of the first step, and it may capture: a lion.
        ([(0, 1), (1, 1)], [(0, 1), (1, 1)], None) if mode.is_empty() => Ok("KNADcaKmcabK".to_owned()),
        ([(0, 1), (1, 1)], [(0, 1), (1, 1)], None) => {
            Ok(["K", "N", "A", "D"].map(|atom| format!("{mode}{atom}")).concat())
        }
        _ => {
            Err(Diagnostic::error(value.span.clone(), "this move of two steps has no counterpart in Griffon's import")
                .help("horses `((1,0)+(1,1))&(1,2)`, elephants and king's steps twice are understood"))
        }
    }
}
