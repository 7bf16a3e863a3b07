//! What to say about texts that the grammar doesn't fit.
//!
//! The parser library only tells how far it came. What is wrong there follows from the letter it stopped at and
//! from what is open before it.

use super::{Letter, MAX_DEPTH, MAX_LENGTH};
use crate::diagnostic::{Diagnostic, Span};

/// Keeps the recursive parser away from texts that are no descriptions anyway.
pub(super) fn check_size(text: &str) -> Result<(), Vec<Diagnostic>> {
    if text.is_empty() {
        let error = Diagnostic::error(0..0, "an empty move description").label("no atom");
        return Err(vec![error.help("a piece that cannot move has no description at all, nor has one that only moves in zones: `in ZONE \"MOVES\"`")]);
    }
    if text.len() > MAX_LENGTH {
        let end = (MAX_LENGTH + 1..=text.len()).find(|&at| text.is_char_boundary(at)).unwrap_or(text.len());
        let start = (0..=MAX_LENGTH).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0);
        let span = start..end;
        let message = format!("a description of {} letters is too long", text.chars().count());
        return Err(vec![Diagnostic::error(span, message).label(format!("at most {MAX_LENGTH} are read"))]);
    }
    let mut depth = 0usize;
    for (at, letter) in text.char_indices() {
        match letter {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth > MAX_DEPTH {
            let error = Diagnostic::error(at..at + 1, "parentheses nested too deeply");
            return Err(vec![error.label(format!("at most {MAX_DEPTH} may be open"))]);
        }
    }
    Ok(())
}

/// Says why the text cannot go on at byte `at`.
pub(super) fn explain(text: &str, at: usize) -> Diagnostic {
    let mut open: Vec<(usize, char)> = Vec::new();
    for (place, letter) in text[..at].char_indices() {
        match letter {
            '(' | '[' => open.push((place, letter)),
            ')' | ']' => drop(open.pop()),
            _ => {}
        }
    }
    let before = text[..at].chars().next_back();
    let ends_atom = |letter: char| letter.is_ascii_uppercase() || letter.is_ascii_digit() || letter == '*';
    let Some(letter) = text[at..].chars().next() else {
        return match open.last() {
            Some(&(place, opener)) => unclosed(place, opener),
            None => missing_atom(text, at, at),
        };
    };
    let here = at..at + letter.len_utf8();
    let stray = |label: &str| Diagnostic::error(here.clone(), format!("`{letter}` is out of place")).label(label);
    match (letter, open.last()) {
        ('@', _) => Diagnostic::error(here.clone(), "`@` is not a move atom")
            .label("reserved")
            .help("where a piece may be dropped is not part of its moves"),
        ('A'..='Z' | '[', Some(&(place, '('))) if text[at..].contains(')') => {
            Diagnostic::error(here, format!("`{letter}` stands inside of parentheses"))
                .label("an atom comes too early")
                .note(place..place + 1, "opened here")
                .help("parentheses hold the modifiers of steps that may be repeated; one atom follows: `(cafma)cafmK`")
        }
        ('A'..='Z' | '[', Some(&(place, '('))) => unclosed(place, '(').note(here, "an atom comes too early"),
        ('[', Some(&(place, _))) => stray("a bracket inside another").note(place..place + 1, "still open"),
        (')', Some((_, '('))) => stray("unexpected"),
        (')', _) => stray("no parenthesis is open here"),
        (']', None) => stray("no bracket is open here"),
        (']' | '-' | '?', Some(_)) => missing_atom(text, at, at + 1),
        ('-' | '?', None) => stray("not in a bracket").help("`[A-B]` and `[A?B]` join legs"),
        ('0'..='9' | '*', _) if !before.is_some_and(ends_atom) => {
            stray("no atom before it").help("a range follows its atom, as in `R4`")
        }
        ('0'..='9' | '*', _) => stray("a second range"),
        (letter, _) if letter.is_whitespace() => Diagnostic::error(here.clone(), "a move description has no spaces")
            .label("space")
            .help("parts just follow one another: `WF` moves as `W` or as `F`"),
        _ => {
            let error = Diagnostic::error(here.clone(), format!("`{letter}` is not part of the move notation"))
                .label("neither atom nor modifier");
            error.help(match letter {
                ',' | ';' | '+' | '/' | '|' | '&' => {
                    "parts just follow one another: `WF` moves as `W` or as `F`".to_owned()
                }
                '–' | '—' | '−' => "legs of a bracket are joined by a plain `-`".to_owned(),
                '“' | '”' | '„' | '‘' | '’' => {
                    "the quotes round a description are straight ones: `\"`".to_owned()
                }
                _ => format!("known atoms: {}", Letter::known()),
            })
        }
    }
}

fn unclosed(place: usize, opener: char) -> Diagnostic {
    let closer = if opener == '(' { ')' } else { ']' };
    Diagnostic::error(place..place + 1, format!("this `{opener}` is not closed"))
        .label("opened here")
        .help(format!("a `{closer}` is missing"))
}

/// Modifiers (or nothing) where an atom should follow.
fn missing_atom(text: &str, at: usize, end: usize) -> Diagnostic {
    let is_modifier = |letter: char| letter.is_ascii_lowercase() || matches!(letter, '(' | ')');
    let start = text[..at].trim_end_matches(is_modifier).len();
    let help = format!("known atoms: {}", Letter::known());
    if start == at {
        Diagnostic::error(at..end, "an atom is missing here").label("expected an atom").help(help)
    } else {
        let letters = &text[start..at];
        let error =
            Diagnostic::error(start..at, format!("`{letters}` is followed by no atom")).label("modifies nothing");
        let capitals = letters.to_ascii_uppercase();
        let are_atoms = start == 0 && capitals.chars().all(|letter| Letter::from_char(letter).is_some());
        match at == text.len() && start > 0 {
            true => error.help("small letters stand before the atom that they change: `fW`, not `Wf`"),
            false if are_atoms && letters.len() < 3 => error.help(format!("atoms are capitals: `{capitals}`")),
            false => error.help(help),
        }
    }
}

/// A capital letter that is no atom.
pub(super) fn unknown_atom(letter: char, at: Span) -> Diagnostic {
    let error = |words: &str| Diagnostic::error(at.clone(), format!("`{letter}` {words}"));
    match letter {
        'X' | 'Y' => error("is not a move atom")
            .label("lengthens nothing")
            .help("`X` and `Y` follow directly on the atom they lengthen"),
        'I' => error("(to imitate the last piece that moved) is said of pieces, not in their moves")
            .label("no atom here")
            .help("`borrow moves from what moved last, by NAME`, with `besides its own` if it has moves of its own"),
        'P' => error("is not a move atom").label("unknown atom").help("a pawn of chess moves as `fmWfceFifmnD`"),
        _ => error("is not a move atom").label("unknown atom").help(format!("known atoms: {}", Letter::known())),
    }
}
