//! Which statements make up a variant: the defaults, its ancestors' and its own.
//!
//! A statement replaces an inherited one about the same thing (see [`Identity`]) in its place; `remove` takes inherited
//! statements away. The defaults are statements like any others, so they can be restated and removed too.

use super::keys::{self, Identity};
use super::pieces;
use crate::diagnostic::{Diagnostic, Place, Source, Span, did_you_mean};
use crate::syntax::variant::{Statement, Token, TokenKind, VariantSyntax, parse};
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
        Identity::Subject(until) | Identity::Pieces(until) | Identity::Case(until) => words
            .take_while(|token| token.kind != TokenKind::Word || !until.contains(&token.text.as_str()))
            .map(|token| token.text.as_str())
            .collect(),
    };
    // A comma may stand before what is no part of it.
    subject.join(" ").trim_end_matches([' ', ',']).to_owned()
}

/// Where each piece has statements of its own: the names in this one, up to the word that ends them.
fn named(statement: &Statement) -> &[Token] {
    let identity = keys::row(&statement.word.text).map(|row| row.identity);
    let Some(Identity::Pieces(until)) = identity else { return &[] };
    let ends = |token: &Token| token.kind == TokenKind::Word && until.contains(&token.text.as_str());
    &statement.rest[..statement.rest.iter().position(ends).unwrap_or(statement.rest.len())]
}

/// The names among such words.
fn names(words: &[Token]) -> impl Iterator<Item = &Token> {
    words.iter().filter(|token| token.kind == TokenKind::Word)
}

fn is_among(pieces: &[Token], name: &Token) -> bool {
    pieces.iter().any(|piece| piece.text == name.text)
}

/// True if all pieces that a statement names are among these. False where statements are not about pieces.
fn is_about(statement: &Statement, pieces: &[Token]) -> bool {
    let mut names = names(named(statement)).peekable();
    names.peek().is_some() && names.all(|name| is_among(pieces, name))
}

/// Takes these pieces out of what is inherited about others besides. True if there is such a statement.
fn leave_out(base: &mut [Inherited], word: &str, pieces: &[Token]) -> bool {
    let leaves = |name: &Token| is_among(pieces, name);
    let mut found = false;
    for inherited in base.iter_mut().filter(|inherited| inherited.origin != Origin::Own) {
        let statement = &mut inherited.statement;
        let words = if statement.word.text == word { named(statement) } else { &[] };
        if !names(words).any(leaves) || names(words).all(leaves) {
            continue;
        }
        found = true;
        let comma = words.iter().find(|token| token.kind == TokenKind::Comma).cloned();
        let mut left = Vec::new();
        for name in names(words).filter(|name| !leaves(name)) {
            if !left.is_empty() {
                left.extend(comma.clone());
            }
            left.push(name.clone());
        }
        // One may stand behind all names.
        left.extend(comma.filter(|_| words.last().is_some_and(|token| token.kind == TokenKind::Comma)));
        let end = words.len();
        statement.rest.splice(..end, left);
    }
    found
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
        let pieces = named(statement);
        leave_out(&mut base, &statement.word.text, pieces);
        if !matches!(row.identity, Identity::Subject(_) | Identity::Pieces(_) | Identity::Several) {
            let earlier = base.iter().find(|inherited| inherited.origin == Origin::Own && same(inherited));
            if let Some(earlier) = earlier {
                diagnostics.push(said_twice(statement, earlier.statement.span(), &key.1));
                continue;
            }
        }
        let covered = |other: &Statement| other.word.text == statement.word.text && is_about(other, pieces);
        let replaces = |inherited: &Inherited| {
            inherited.origin != Origin::Own && (same(inherited) || covered(&inherited.statement))
        };
        let own = Inherited { statement: statement.clone(), origin: Origin::Own };
        // A default that is said takes its place among the other statements; what an ancestor said is replaced in its.
        let place = base.iter().position(|inherited| replaces(inherited) && inherited.origin != Origin::Default);
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
    let what = Statement { word: word.clone(), rest: statement.rest[1..].to_vec() };
    let named: Vec<&str> = what.rest.iter().map(|token| token.text.as_str()).collect();
    let named = named.join(" ");
    let pieces = self::named(&what);
    // Nothing is left to remove, either, where a new statement about these pieces has replaced what there was.
    let replaced = |other: &Inherited| {
        other.origin == Origin::Own
            && other.statement.word.text == word.text
            && names(self::named(&other.statement)).any(|name| is_among(pieces, name))
    };
    let found = leave_out(base, &word.text, pieces) || base.iter().any(replaced);
    let goes = |inherited: &Inherited| {
        let statement = &inherited.statement;
        let same = named.is_empty() || subject(statement) == named || is_about(statement, pieces);
        inherited.origin != Origin::Own && statement.word.text == word.text && same
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
    if base.len() == before && !found {
        let text = format!("{} {named}", word.text);
        let text = text.trim();
        let span = word.span.start..statement.span().end;
        let complaint = Diagnostic::error(span, format!("there is no `{text}` to remove"));
        let words = inherited.iter().filter_map(|text| text.split(' ').next());
        // All pieces at once are hardly what should go.
        let likely = |meant: &&str| *meant != "piece" && words.clone().any(|word| word == *meant);
        let tried = || keys::meant(text).filter(likely);
        let longer = |key: &&str| text.starts_with(&format!("{key} ")) || key.starts_with(text);
        let akin = || inherited.iter().map(String::as_str).find(longer);
        // Of statements with the same word only the rest is compared.
        let alike: Vec<&str> =
            inherited.iter().filter_map(|text| text.strip_prefix(&word.text)?.strip_prefix(' ')).collect();
        let whose = || inherited.iter().find(|it| it.split_once(' ').is_some_and(|(_, rest)| rest == text)).cloned();
        let near = match did_you_mean(&named, alike.iter().copied()) {
            Some(near) => Some(format!("{} {near}", word.text)),
            None if named.is_empty() && whose().is_some() => whose(),
            None if alike.is_empty() => {
                did_you_mean(text, inherited.iter().map(String::as_str).chain(words.clone())).map(str::to_owned)
            }
            None => None,
        };
        let near = near.or_else(|| tried().or_else(akin).map(str::to_owned));
        diagnostics.push(match near {
            Some(near) => complaint.help(format!("did you mean `remove {near}`?")),
            None if pieces::PROPERTIES.contains(&text) => complaint.help(format!(
                "`{text}` is said of a piece: a line `piece NAME LETTERS \"MOVES\"` states it anew without it"
            )),
            None if alike.is_empty() => complaint.help("only what was inherited can be removed"),
            None => complaint.help(format!("inherited are `{}`", alike.join("`, `"))),
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
    if ["from", "extends", "inherits", "inherit", "parent"].contains(&word.text.as_str()) {
        let parent = statement.rest.first().map_or("chess", |token| token.text.as_str());
        return complaint
            .help(format!("whose rules are taken over is said in the first line: `variant NAME from {parent}`"));
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
