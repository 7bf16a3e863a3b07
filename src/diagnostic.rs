//! What we say about a text that somebody wrote: where, what, and what would be right.
//!
//! Spans are byte ranges into the source; lines and columns appear only when a report is rendered. Messages are
//! lower case without a final stop, with back-ticks round the user's words.

use annotate_snippets::{Level, Renderer, Snippet};
use std::ops::Range;

/// A byte range in a [`Source`].
pub type Span = Range<usize>;

/// A named text: a file, or something typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    pub name: String,
    pub text: String,
}

impl Source {
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Source {
        Source { name: name.into(), text: text.into() }
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
    pub notes: Vec<(Span, String)>,
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

    /// Words at the underlined place.
    pub fn label(mut self, label: impl Into<String>) -> Diagnostic {
        self.label = label.into();
        self
    }

    /// A second place involved.
    pub fn note(mut self, span: Span, words: impl Into<String>) -> Diagnostic {
        self.notes.push((span, words.into()));
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
        self.notes.iter_mut().for_each(|(span, _)| *span = shift(span));
        self
    }

    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }

    /// Line and column (both from 1, in characters) where the finding is.
    pub fn position(&self, source: &Source) -> (usize, usize) {
        let before = &source.text[..floor_boundary(&source.text, self.span.start)];
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
        (line, column)
    }

    /// One line: `name:line:column: message; help`.
    pub fn one_line(&self, source: &Source) -> String {
        let (line, column) = self.position(source);
        let help = self.help.iter().map(|help| format!("; {help}")).collect::<String>();
        format!("{}:{line}:{column}: {}{help}", source.name, self.message)
    }
}

fn floor_boundary(text: &str, at: usize) -> usize {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

/// Renders findings in the order of their places, the source lines underlined.
pub fn render(source: &Source, diagnostics: &[Diagnostic], colour: bool) -> String {
    let mut sorted: Vec<&Diagnostic> = diagnostics.iter().collect();
    sorted.sort_by_key(|d| (d.span.start, d.severity));
    let renderer = if colour { Renderer::styled() } else { Renderer::plain() };
    let clamp = |span: &Span| {
        let start = floor_boundary(&source.text, span.start);
        start..floor_boundary(&source.text, span.end).max(start)
    };
    sorted
        .iter()
        .map(|diagnostic| {
            let level = match diagnostic.severity {
                Severity::Error => Level::Error,
                Severity::Warning => Level::Warning,
            };
            let mut snippet = Snippet::source(&source.text)
                .origin(&source.name)
                .fold(true)
                .annotation(level.span(clamp(&diagnostic.span)).label(&diagnostic.label));
            for (span, words) in &diagnostic.notes {
                snippet = snippet.annotation(Level::Note.span(clamp(span)).label(words));
            }
            let footers = diagnostic.help.iter().map(|help| Level::Help.title(help));
            let message = level.title(&diagnostic.message).snippet(snippet).footers(footers);
            format!("{}\n", renderer.render(message))
        })
        .collect::<Vec<_>>()
        .join("\n")
}

/// The candidate that `word` was most likely meant to be, if one is near.
pub fn did_you_mean<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let limit = (word.chars().count() / 3).max(1);
    candidates
        .into_iter()
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
