//! Where the parts of a definition were said, for those who have something to say about them.

use super::Definition;
use super::inherit::{Inherited, Origin};
use crate::diagnostic::{Diagnostic, Severity, Span};
use crate::syntax::variant::{Statement, TokenKind};
use std::sync::Arc;

/// The statements of a variant, and which of them made what. The lists are in the order of the definition's.
#[derive(Default)]
pub(crate) struct Places {
    /// What a complaint about something inherited points at: the parent's name in the heading.
    pub heading: Span,
    statements: Arc<Vec<Inherited>>,
    pieces: Vec<usize>,
    promotions: Vec<usize>,
    castling: Vec<usize>,
    effects: Vec<usize>,
    aftermath: Vec<usize>,
    restrictions: Vec<usize>,
    drops: Vec<usize>,
    endings: Vec<usize>,
}

impl Places {
    /// Statement number `at` has been read: whatever is new comes from it.
    pub fn note(&mut self, definition: &Definition, at: usize) {
        self.pieces.resize(definition.pieces.len(), at);
        self.promotions.resize(definition.promotions.len(), at);
        self.castling.resize(definition.castling.len(), at);
        self.effects.resize(definition.effects.len(), at);
        self.aftermath.resize(definition.aftermath.len(), at);
        self.restrictions.resize(definition.restrictions.len(), at);
        self.drops.resize(definition.hands.as_ref().map_or(0, |hands| hands.rules.len()), at);
        self.endings.resize(definition.endings.len(), at);
    }

    /// An ending has been taken out of the definition.
    pub fn forget_ending(&mut self, index: usize) {
        self.endings.remove(index);
    }

    pub fn new(heading: Span, statements: Arc<Vec<Inherited>>) -> Places {
        Places { heading, statements, ..Places::default() }
    }

    pub fn piece(&self, index: usize) -> Option<&Inherited> {
        self.statements.get(*self.pieces.get(index)?)
    }

    pub fn promotion(&self, index: usize) -> Option<&Inherited> {
        self.statements.get(*self.promotions.get(index)?)
    }

    pub fn castling(&self, index: usize) -> Option<&Inherited> {
        self.statements.get(*self.castling.get(index)?)
    }

    pub fn effect(&self, index: usize) -> Option<&Inherited> {
        self.statements.get(*self.effects.get(index)?)
    }

    pub fn aftermath(&self, index: usize) -> Option<&Inherited> {
        self.statements.get(*self.aftermath.get(index)?)
    }

    pub fn restriction(&self, index: usize) -> Option<&Inherited> {
        self.statements.get(*self.restrictions.get(index)?)
    }

    pub fn drop(&self, index: usize) -> Option<&Inherited> {
        self.statements.get(*self.drops.get(index)?)
    }

    pub fn ending(&self, index: usize) -> Option<&Inherited> {
        self.statements.get(*self.endings.get(index)?)
    }

    /// The statement with this word, of those that are said once.
    pub fn word(&self, word: &str) -> Option<&Inherited> {
        self.statements.iter().find(|said| said.statement.word.text == word)
    }

    /// The statement with this word about this name.
    pub fn named(&self, word: &str, name: &str) -> Option<&Inherited> {
        let about = |said: &&Inherited| said.statement.rest.first().is_some_and(|first| first.text == name);
        self.statements.iter().filter(|said| said.statement.word.text == word).find(about)
    }

    /// A warning about a part of a statement. If that stands elsewhere, it is about the heading and shows the statement.
    pub fn warn(
        &self,
        said: Option<&Inherited>,
        part: impl Fn(&Statement) -> Span,
        message: impl Into<String>,
    ) -> Diagnostic {
        let Some(said) = said else { return Diagnostic::warning(self.heading.clone(), message) };
        let span = part(&said.statement);
        match &said.origin {
            Origin::Own => Diagnostic::warning(span, message),
            Origin::Default => Diagnostic::warning(self.heading.clone(), message)
                .label(format!("`{}` holds in every variant", said.statement.text())),
            Origin::From(ancestor, _) => {
                let warning = Diagnostic::warning(self.heading.clone(), message);
                let words = format!("inherited from `{ancestor}`");
                said.place(span).into_iter().fold(warning, |warning, place| warning.note(place, words.clone()))
            }
        }
    }

    /// As `warn`, but an error.
    pub fn complain(
        &self,
        said: Option<&Inherited>,
        part: impl Fn(&Statement) -> Span,
        message: impl Into<String>,
    ) -> Diagnostic {
        Diagnostic { severity: Severity::Error, ..self.warn(said, part, message) }
    }

    /// Adds a statement as the second place involved.
    pub fn also(&self, finding: Diagnostic, said: Option<&Inherited>, words: &str) -> Diagnostic {
        let place = said.and_then(|said| said.place(said.statement.span()));
        place.into_iter().fold(finding, |finding, place| finding.note(place, words))
    }
}

/// The text in double quotes of a statement that has one, without the quotes.
pub(crate) fn quoted(statement: &Statement) -> Span {
    let text = statement.rest.iter().find(|token| token.kind == TokenKind::Text);
    text.map_or(statement.span(), |text| text.span.start + 1..text.span.end.saturating_sub(1).max(text.span.start + 1))
}
