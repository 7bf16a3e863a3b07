//! What we say about a text that somebody wrote: where, what, and what would be right.
//!
//! Spans are byte ranges into the source; lines and columns appear only when a report is rendered. Messages are
//! lower case without a final stop, with back-ticks round the user's words.

mod json;

pub use json::json;

use annotate_snippets::{Level, Renderer, Snippet};
use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

/// A byte range in a [`Source`].
pub type Span = Range<usize>;

/// A span of the text that a finding is about, or of another file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// `None` is the text itself.
    pub file: Option<Arc<Source>>,
    pub span: Span,
}

impl From<Span> for Place {
    fn from(span: Span) -> Place {
        Place { file: None, span }
    }
}

/// A named text: a file, or something typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    pub name: String,
    /// What comes with the program is not copied.
    pub text: Cow<'static, str>,
}

/// What tells that a file is UTF-8, if it begins with it.
pub const MARK: &str = "\u{feff}";

impl Source {
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Source {
        Source { name: name.into(), text: Cow::Owned(text.into()) }
    }

    /// Line and column (both from 1, in characters) of a byte, and the column in UTF-16 units as some editors count.
    pub fn position(&self, at: usize) -> (usize, usize, usize) {
        let before = &self.text[..floor_boundary(&self.text, at)];
        let line = before.rsplit('\n').next().unwrap_or("");
        (before.matches('\n').count() + 1, line.chars().count() + 1, line.encode_utf16().count() + 1)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    Error,
    Warning,
}

/// One finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    pub severity: Severity,
    pub message: String,
    pub span: Span,
    /// A few words at the underlined place.
    pub label: String,
    /// Other places involved, with a few words each.
    pub notes: Vec<(Place, String)>,
    /// What would be right.
    pub help: Vec<String>,
}

impl Diagnostic {
    pub fn error(span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            severity: Severity::Error,
            message: message.into(),
            span,
            label: String::new(),
            notes: Vec::new(),
            help: Vec::new(),
        }
    }

    pub fn warning(span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic { severity: Severity::Warning, ..Diagnostic::error(span, message) }
    }

    /// Stands for a consequence of something that has been reported; not shown.
    pub(crate) fn said_already(span: Span) -> Diagnostic {
        Diagnostic::error(span, "")
    }

    /// Words at the underlined place.
    pub fn label(mut self, label: impl Into<String>) -> Diagnostic {
        self.label = label.into();
        self
    }

    /// A second place involved.
    pub fn note(mut self, place: impl Into<Place>, words: impl Into<String>) -> Diagnostic {
        self.notes.push((place.into(), words.into()));
        self
    }

    /// A way out.
    pub fn help(mut self, help: impl Into<String>) -> Diagnostic {
        self.help.push(help.into());
        self
    }

    /// The same finding about a text that begins at byte `offset` of a larger one.
    pub fn shifted(mut self, offset: usize) -> Diagnostic {
        let shift = |span: &Span| span.start + offset..span.end + offset;
        self.span = shift(&self.span);
        let here = self.notes.iter_mut().filter(|(place, _)| place.file.is_none());
        here.for_each(|(place, _)| place.span = shift(&place.span));
        self
    }

    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }

    /// One line: `name:line:column: message; help`. There is no place in nothing.
    pub fn one_line(&self, source: &Source) -> String {
        let (line, column, _) = source.position(self.span.start);
        let place = if source.text.is_empty() { String::new() } else { format!(":{line}:{column}") };
        let help = self.help.iter().map(|help| format!("; {help}")).collect::<String>();
        format!("{}{place}: {}{help}", source.name, self.message)
    }
}

/// The text with a blank for each tab, so that what stands below a line is in its place, and without control characters.
/// All bytes keep their places.
fn shown(text: &str) -> Cow<'_, str> {
    let odd = |letter: char| letter.is_ascii_control() && letter != '\n' && letter != '\r';
    if !text.contains(odd) {
        return Cow::Borrowed(text);
    }
    Cow::Owned(
        text.chars().map(|letter| if odd(letter) { if letter == '\t' { ' ' } else { '?' } } else { letter }).collect(),
    )
}

fn clamp(source: &Source, span: &Span) -> Span {
    let start = floor_boundary(&source.text, span.start);
    start..floor_boundary(&source.text, span.end).max(start)
}

fn floor_boundary(text: &str, at: usize) -> usize {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

/// Renders findings in the order of their places, the source lines underlined. There is no place in nothing.
pub fn render(source: &Source, diagnostics: &[Diagnostic], colour: bool) -> String {
    let mut sorted: Vec<&Diagnostic> = diagnostics.iter().collect();
    sorted.sort_by_key(|d| (d.span.start, d.severity));
    let renderer = if colour { Renderer::styled() } else { Renderer::plain() };
    let text = shown(&source.text);
    sorted
        .iter()
        .map(|diagnostic| {
            let level = match diagnostic.severity {
                Severity::Error => Level::Error,
                Severity::Warning => Level::Warning,
            };
            let mut snippet = Snippet::source(&text)
                .origin(&source.name)
                .fold(true)
                .annotation(level.span(clamp(source, &diagnostic.span)).label(&diagnostic.label));
            let mut elsewhere = Vec::new();
            for (place, words) in &diagnostic.notes {
                match &place.file {
                    None => snippet = snippet.annotation(Level::Note.span(clamp(source, &place.span)).label(words)),
                    Some(file) => elsewhere.push(
                        Snippet::source(&file.text)
                            .origin(&file.name)
                            .fold(true)
                            .annotation(Level::Note.span(clamp(file, &place.span)).label(words)),
                    ),
                }
            }
            let footers = diagnostic.help.iter().map(|help| Level::Help.title(help));
            let placeless = format!("{}: {}", source.name, diagnostic.message);
            let message = match source.text.is_empty() {
                true => level.title(&placeless),
                false => level.title(&diagnostic.message).snippet(snippet),
            };
            format!("{}\n", renderer.render(message.snippets(elsewhere).footers(footers)))
        })
        .collect::<Vec<_>>()
        .join("\n")
}

/// The candidate that `word` was most likely meant to be, if one is near.
pub fn did_you_mean<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    // Any letter is near any other, and so are most words of two.
    let length = word.chars().count();
    let limit = if length < 3 { 0 } else { length / 3 };
    candidates
        .into_iter()
        .filter(|candidate| candidate.chars().count().abs_diff(length) <= limit)
        .map(|candidate| (distance(&word.to_lowercase(), &candidate.to_lowercase()), candidate))
        .filter(|&(distance, _)| distance <= limit)
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, candidate)| candidate)
}

/// Edit distance where swapping two neighbours costs one.
fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let mut rows = vec![vec![0; b.len() + 1]; a.len() + 1];
    (0..=a.len()).for_each(|i| rows[i][0] = i);
    (0..=b.len()).for_each(|j| rows[0][j] = j);
    for i in 1..=a.len() {
        for j in 1..=b.len() {
            let change = rows[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
            rows[i][j] = change.min(rows[i - 1][j] + 1).min(rows[i][j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                rows[i][j] = rows[i][j].min(rows[i - 2][j - 2] + 1);
            }
        }
    }
    rows[a.len()][b.len()]
}

/// The words of a line, which begins `at` so many bytes of its text, with their places.
pub fn words(line: &str, at: usize) -> impl Iterator<Item = (Span, &str)> {
    line.split_ascii_whitespace().map(move |word| {
        let start = at + (word.as_ptr() as usize - line.as_ptr() as usize);
        (start..start + word.len(), word)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_words_are_suggested_and_far_ones_are_not() {
        assert_eq!(did_you_mean("promtion", ["piece", "promotion"]), Some("promotion"));
        assert_eq!(did_you_mean("xyz", ["piece", "promotion"]), None);
    }

    #[test]
    fn a_report_shows_the_line_and_survives_odd_spans() {
        let source = Source::new("a.variant", "board 8x8\npiece é");
        let report = render(&source, &[Diagnostic::error(16..17, "odd").help("try `x`")], false);
        assert!(report.contains("a.variant:2") && report.contains("help: try `x`"), "{report}");
        render(&source, &[Diagnostic::error(500..700, "far away")], false);
    }
}
