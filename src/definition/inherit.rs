//! Which statements make up a variant: the defaults, its ancestors' and its own.
//!
//! A statement replaces an inherited one about the same thing (see [`Identity`]) in its place; `remove` takes inherited
//! statements away. The defaults are statements like any others, so they can be restated and removed too.

use super::keys::{self, Identity};
use crate::diagnostic::{Diagnostic, Place, Source, Span, did_you_mean};
use crate::syntax::variant::{Statement, TokenKind, VariantSyntax, parse};
use hashbrown::HashSet;
use std::sync::{Arc, OnceLock};

/// What holds in every variant unless it says otherwise. The first two only where there is a royal piece.
pub const DEFAULTS: &str = "variant defaults
illegal royal left in check
checkmate is loss
stalemate is draw
";

/// Words that are meaningless without a royal piece.
pub(super) const ROYAL_DEFAULTS: &[&str] = &["illegal royal left in check", "checkmate is loss"];

/// A statement and where it was said.
#[derive(Clone, Debug)]
pub(crate) struct Inherited {
    pub statement: Statement,
    pub origin: Origin,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Origin {
    Own,
    Default,
    /// In an ancestor of this name; in this file (`None`) or another.
    From(String, Option<Arc<Source>>),
}

impl Inherited {
    /// Where a part of the statement can be shown; a default stands in no file.
    pub fn place(&self, span: Span) -> Option<Place> {
        match &self.origin {
            Origin::Own => Some(span.into()),
            Origin::Default => None,
            Origin::From(_, file) => Some(Place { file: file.clone(), span }),
        }
    }
}

/// What a statement is about; two with the same word and subject are about the same thing.
pub(super) fn subject(statement: &Statement) -> String {
    let identity = keys::row(&statement.word.text).map_or(Identity::Single, |row| row.identity);
    let words = statement.rest.iter();
    let subject: Vec<&str> = match identity {
        Identity::Single => Vec::new(),
        Identity::Named | Identity::Several => words.take(1).map(|token| token.text.as_str()).collect(),
        Identity::Subject(until) | Identity::Case(until) => words
            .take_while(|token| token.kind != TokenKind::Word || !until.contains(&token.text.as_str()))
            .map(|token| token.text.as_str())
            .collect(),
    };
    // A comma may stand before what is no part of it.
    subject.join(" ").trim_end_matches([' ', ',']).to_owned()
}

fn defaults() -> &'static [Statement] {
    static STATEMENTS: OnceLock<Vec<Statement>> = OnceLock::new();
    STATEMENTS.get_or_init(|| parse(DEFAULTS).0.into_iter().flat_map(|variant| variant.statements).collect())
}

/// What a variant without a parent begins with.
pub(super) fn roots() -> Vec<Inherited> {
    let inherit = |statement: &Statement| Inherited { statement: statement.clone(), origin: Origin::Default };
    defaults().iter().map(inherit).collect()
}

/// What a parent hands down.
pub(super) fn handed_down(parent: &str, file: &Option<Arc<Source>>, statements: Vec<Inherited>) -> Vec<Inherited> {
    statements
        .into_iter()
        .filter(|inherited| keys::row(&inherited.statement.word.text).is_some_and(|row| row.inherited))
        .map(|inherited| match inherited.origin {
            Origin::Own => Inherited { origin: Origin::From(parent.to_owned(), file.clone()), ..inherited },
            _ => inherited,
        })
        .collect()
}

/// A variant's own statements laid over what it inherits.
pub(super) fn lay_over(mut base: Vec<Inherited>, own: &VariantSyntax) -> (Vec<Inherited>, Vec<Diagnostic>) {
    let mut diagnostics = Vec::new();
    let inherited_keys: HashSet<_> = base.iter().map(|inherited| key(&inherited.statement)).collect();
    for statement in &own.statements {
        if statement.word.text == "remove" {
            remove(&mut base, statement, &mut diagnostics);
            continue;
        }
        let Some(row) = keys::row(&statement.word.text) else {
            diagnostics.push(unknown_word(statement));
            continue;
        };
        let key = key(statement);
        let same =
            |inherited: &Inherited| inherited.statement.word.text == key.0 && subject(&inherited.statement) == key.1;
        if !matches!(row.identity, Identity::Subject(_) | Identity::Several) {
            let earlier = base.iter().find(|inherited| inherited.origin == Origin::Own && same(inherited));
            if let Some(earlier) = earlier {
                diagnostics.push(said_twice(statement, earlier.statement.span(), &key.1));
                continue;
            }
        }
        let replaces = |inherited: &Inherited| inherited.origin != Origin::Own && same(inherited);
        let own = Inherited { statement: statement.clone(), origin: Origin::Own };
        // A default that is said takes its place among the other statements; what an ancestor said is replaced in its.
        let place = base.iter().position(|inherited| replaces(inherited) && inherited.origin != Origin::Default);
        let place = place.filter(|_| inherited_keys.contains(&key));
        if let Some(place) = place {
            base[place] = own;
            base.retain(|inherited| !replaces(inherited));
        } else {
            base.retain(|inherited| !replaces(inherited));
            base.push(own);
        }
    }
    (base, diagnostics)
}

/// What a statement is about: its word and its subject.
pub(crate) fn key(statement: &Statement) -> (String, String) {
    (statement.word.text.clone(), subject(statement))
}

/// `remove piece queen`, `remove castling`.
fn remove(base: &mut Vec<Inherited>, statement: &Statement, diagnostics: &mut Vec<Diagnostic>) {
    let Some(word) = statement.rest.first() else {
        diagnostics.push(
            Diagnostic::error(statement.span(), "remove what?")
                .help("usage: remove WORD [SUBJECT], such as `remove piece queen` or `remove castling`"),
        );
        return;
    };
    let named: Vec<&str> = statement.rest[1..].iter().map(|token| token.text.as_str()).collect();
    let named = named.join(" ");
    let goes = |inherited: &Inherited| {
        inherited.origin != Origin::Own
            && inherited.statement.word.text == word.text
            && (named.is_empty() || subject(&inherited.statement) == named)
    };
    let before = base.len();
    let inherited: Vec<String> = base
        .iter()
        .filter(|inherited| inherited.origin != Origin::Own)
        .map(|inherited| {
            format!("{} {}", inherited.statement.word.text, subject(&inherited.statement)).trim().to_owned()
        })
        .collect();
    base.retain(|inherited| !goes(inherited));
    if base.len() == before {
        let text = format!("{} {named}", word.text);
        let text = text.trim();
        let span = word.span.start..statement.span().end;
        let complaint = Diagnostic::error(span, format!("there is no `{text}` to remove"));
        let words = inherited.iter().filter_map(|text| text.split(' ').next());
        let tried = || keys::meant(text).filter(|meant| words.clone().any(|word| word == *meant));
        let longer = |key: &&str| text.starts_with(&format!("{key} ")) || key.starts_with(text);
        let akin = || inherited.iter().map(String::as_str).find(longer);
        let near = did_you_mean(text, inherited.iter().map(String::as_str).chain(words.clone()));
        let near = near.or_else(tried).or_else(akin);
        diagnostics.push(match near {
            Some(near) => complaint.help(format!("did you mean `remove {near}`?")),
            None => complaint.help("only what was inherited can be removed"),
        });
    }
}

fn unknown_word(statement: &Statement) -> Diagnostic {
    let word = &statement.word;
    let complaint = Diagnostic::error(word.span.clone(), format!("`{}` is not a statement", word.text));
    if let Some(blank) = word.text.chars().find(|letter| letter.is_whitespace() || *letter == '\u{feff}') {
        return complaint.help(format!(
            "it has the character U+{:04X} in it, which looks like a space and is none: plain spaces go between words",
            u32::from(blank)
        ));
    }
    if word.text.starts_with("//") || word.text.starts_with(';') {
        return complaint.help("comments begin with `#`");
    }
    let near = keys::meant(&word.text).or_else(|| did_you_mean(&word.text, keys::words()));
    match near {
        Some(near) => {
            let complaint = complaint.help(format!("did you mean `{near}`?"));
            match keys::row(near) {
                Some(row) => complaint.help(format!("usage: {}", row.usage)),
                None => complaint,
            }
        }
        None => complaint.help(format!("statements begin with {}", keys::words().collect::<Vec<_>>().join(", "))),
    }
}

fn said_twice(statement: &Statement, first: Span, subject: &str) -> Diagnostic {
    let what = format!("{} {subject}", statement.word.text);
    Diagnostic::error(statement.span(), format!("`{}` is said twice", what.trim()))
        .note(first, "first said here")
        .help("one of them should go")
}
