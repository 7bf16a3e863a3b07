//! Rays: a step on a board that is sixteen squares wide, and a hexadecimal number that says what may be done along it.
//!
//! The last digit: 1 captures, 2 moves to empty squares, 4 ends after one step, 8 hops. The one before it toggles these on
//! the way, the third says when (and whether the edges are joined), and what is above turns the step.

use super::super::ini::Word;
use super::super::spelling::{Repeat, Step, spell};
use crate::definition::Side;
use crate::diagnostic::{Diagnostic, Span};
use crate::syntax::betza::join;

/// One direction of a piece.
#[derive(Clone, Debug)]
pub struct Ray {
    step: i32,
    /// The step after the first one.
    second: i32,
    /// Without what turns the step.
    mode: u32,
    span: Span,
}

impl Ray {
    /// `16,1003` or `16,3,17`
    pub fn read(text: &Word) -> Result<Ray, Diagnostic> {
        let parts: Vec<&str> = text.text.split(',').collect();
        let fault = || {
            Diagnostic::error(text.span.clone(), format!("`{}` is not a ray", text.text))
                .help("rays are a step, a comma and a hexadecimal number: `14,7`")
        };
        // Sixteen bits are more than any board needs.
        let number = |text: &str| text.parse::<i16>().map(i32::from).map_err(|_| fault());
        let step = number(parts[0])?;
        let mode = parts.get(1).and_then(|mode| u32::from_str_radix(mode, 16).ok()).ok_or_else(fault)?;
        let second = match parts.get(2) {
            Some(second) => number(second)?,
            // What is above three digits toggles bits of the step.
            None => step ^ ((mode as i32) >> 12),
        };
        Ok(Ray { step, second, mode: mode & 0xFFF, span: text.span.clone() })
    }

    pub fn castles(&self) -> bool {
        self.mode & 0xFF == 0x34
    }

    /// Only for a piece that has not moved.
    pub fn is_initial(&self) -> bool {
        self.mode & 0xF == 4
    }

    fn is_bent(&self) -> bool {
        self.second != self.step
    }
}

/// Files to the right and ranks ahead, for the player whose piece it is.
fn vector(step: i32, side: Side) -> Step {
    let ahead = -(step + 8).div_euclid(16);
    let right = step + 16 * ahead;
    if side == Side::First { (right, ahead) } else { (-right, -ahead) }
}

/// All rays in our notation, or the place and reason of one that has none.
pub fn moves(rays: &[Ray], side: Side, pawn: bool) -> Result<String, (Span, String)> {
    let mut groups: Vec<(String, Repeat, Vec<Step>, Span)> = Vec::new();
    let mut bent: Vec<(Step, Step, Span)> = Vec::new();
    let mut castlings: Vec<String> = Vec::new();
    let mut winding: Vec<(Step, Span)> = Vec::new();
    for ray in rays {
        let step = vector(ray.step, side);
        let second = vector(ray.second, side);
        let twice = (step.0 + second.0, step.1 + second.1);
        let joined = if ray.mode & 0x100 != 0 { "o" } else { "" };
        let mut add = |mode: &str, repeat: Repeat, step: Step| {
            let mode = format!("{mode}{joined}");
            match groups.iter_mut().find(|group| group.0 == mode && group.1 == repeat) {
                Some(group) => group.2.push(step),
                None => groups.push((mode, repeat, vec![step], ray.span.clone())),
            }
        };
        let captures = if pawn && rays.iter().any(|ray| ray.mode & 0xFF == 0x24) { "ce" } else { "c" };
        let later = ray.mode >> 8 & 0xC;
        match (ray.mode & 0xFF, later) {
            (0x34, _) => {
                // The board as White sees it has the king's side on the right for both.
                let far = ray.step + ray.second;
                let right = (far > 0) == (side == Side::First);
                castlings.push(format!("i{}O{}", if right { 'r' } else { 'l' }, far.abs()));
            }
            (0x03, 0) if ray.is_bent() => bent.push((step, second, ray.span.clone())),
            (0x03, 0) => add("", Repeat::Always, step),
            (0x02, 0) if !ray.is_bent() => add("m", Repeat::Always, step),
            (0x01, 0) if !ray.is_bent() => add("c", Repeat::Always, step),
            (0x07, 0) if ray.mode & 0x200 != 0 => winding.push((step, ray.span.clone())),
            (0x07, 0) => add("", Repeat::Once, step),
            (0x06, 0) => add("m", Repeat::Once, step),
            (0x05, 0) => add(captures, Repeat::Once, step),
            (0x24 | 0x64, 0) => add("imn", Repeat::Once, twice),
            (0x24, 4) => add("imn", Repeat::Times(3), step),
            (0x24, _) => {
                add("imn", Repeat::Times(3), step);
                add("iimn", Repeat::Times(2), step);
            }
            (0xE4, 0) => add("im", Repeat::Once, twice),
            (0xF4, 0) => add("i", Repeat::Once, twice),
            (0x70, 0) => add("n", Repeat::Once, twice),
            (0xF8, 0) if !ray.is_bent() => add("g", Repeat::Always, step),
            (0xB8, 0) if !ray.is_bent() => add("p", Repeat::Always, step),
            (0xBA, 0) if !ray.is_bent() => {
                add("m", Repeat::Always, step);
                add("cp", Repeat::Always, step);
            }
            (0x43, count) if !ray.is_bent() && ray.mode & 0x200 == 0 => {
                add("", Repeat::Times(2 + count as u16 / 4), step)
            }
            (mode, _) => {
                return Err((
                    ray.span.clone(),
                    format!("Griffon's import does not know rays of the mode {:X}", ray.mode & !0xFF | mode),
                ));
            }
        }
    }
    castlings.sort_unstable();
    castlings.dedup();
    let mut moves = vec![castlings.concat(), bends(&bent)?, falcon(&winding)?.to_owned()];
    for (mode, repeat, steps, span) in groups {
        let said = spell(&steps, &mode, repeat);
        moves.push(said.map_err(|(x, y)| (span, format!("no piece of Griffon leaps ({x},{y})")))?);
    }
    Ok(join(moves))
}

/// Sliders that turn after their first step, of which all eight ways are there.
fn bends(bent: &[(Step, Step, Span)]) -> Result<String, (Span, String)> {
    const KNOWN: &[(Step, Step, &str)] = &[((1, 1), (0, 1), "[F?R]"), ((0, 1), (1, 1), "[W?B]")];
    let Some((_, _, span)) = bent.first() else { return Ok(String::new()) };
    let shape = |(x, y): Step| (x.abs().min(y.abs()), x.abs().max(y.abs()));
    let found = KNOWN
        .iter()
        .find(|row| bent.len() == 8 && bent.iter().all(|ray| shape(ray.0) == row.0 && shape(ray.1) == row.1));
    found
        .map(|row| row.2.to_owned())
        .ok_or_else(|| (span.clone(), "this bent slider has no counterpart in Griffon's import".into()))
}

/// Three steps of a king on any of the shortest ways to camel's and zebra's squares, of which all are there.
fn falcon(winding: &[(Step, Span)]) -> Result<&'static str, (Span, String)> {
    let Some((_, span)) = winding.first() else { return Ok("") };
    let far = |(x, y): Step| matches!((x.abs().min(y.abs()), x.abs().max(y.abs())), (1 | 2, 3));
    match winding.len() == 16 && winding.iter().all(|(step, _)| far(*step)) {
        true => Ok("aflafrKafraflKafafsKafsafK"),
        false => Err((span.clone(), "only falcons go several ways in Griffon's import".into())),
    }
}
