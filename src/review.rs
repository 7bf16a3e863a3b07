//! A closer look at variants that load: what in them can never matter, and whether the game can begin.
//!
//! In: a definition and where its parts were said. Out: warnings, and errors about rules that cannot be compiled. It takes
//! compiled rules and the start position, so it is for `griffon check`, not for every load. What it says about pieces rests on
//! where they could ever go if everything stood in their favour (`review/reach.rs`): it keeps silent rather than be wrong.

mod endings;
mod moves;
mod pieces;
mod reach;
mod rules;
mod start;

use crate::book::Book;
use crate::definition::{Definition, Library, Places, load_with, quoted, xboard_names};
use crate::diagnostic::{Diagnostic, Source};
use crate::evaluation::fitted::Fitted;
use crate::position::Position;
use crate::rules::Rules;
use crate::syntax::variant::Statement;
use reach::Reach;
use std::sync::Arc;

/// What the parts of the review look at.
struct Subject<'a> {
    rules: &'a Rules,
    definition: &'a Definition,
    places: &'a Places,
    start: Position,
    reach: Reach,
    found: Vec<Diagnostic>,
}

/// All sound variants of a file, and everything there is to say about it, in file order.
pub fn check(source: &Source, library: &Library) -> (Vec<Arc<Definition>>, Vec<Diagnostic>) {
    let (variants, mut found) = load_with(source, library, &review);
    found.extend(library.hidden(source));
    found.extend(library.hiding(source));
    (variants, found)
}

/// What is wrong with a file of weights, and what in it has no effect.
pub fn check_weights(library: &Library, name: &str, source: &Source) -> Vec<Diagnostic> {
    let fitted = match Fitted::parse(source) {
        Ok(fitted) => fitted,
        Err(found) => return vec![found],
    };
    match rules_for(library, "weights", name) {
        Ok(Some(rules)) => fitted.misfits(&rules, rules.weights.layout()),
        Ok(None) => Vec::new(),
        Err(unused) => vec![unused],
    }
}

/// What is wrong with an opening book.
pub fn check_book(library: &Library, name: &str, source: &Source) -> Vec<Diagnostic> {
    match rules_for(library, "book", name) {
        Ok(Some(rules)) => Book::read(source, &Arc::new(rules)).1,
        Ok(None) => Vec::new(),
        Err(unused) => vec![unused],
    }
}

/// The rules of the variant that a file beside it is for, as its name says: none if something is wrong with those, which is said of
/// the file of the variant. Complains if there is no such variant, or it is called otherwise.
fn rules_for(library: &Library, kind: &str, name: &str) -> Result<Option<Rules>, Diagnostic> {
    match library.misnamed(kind, name) {
        Some(complaint) => Err(complaint),
        None => Ok(library.find(name).ok().and_then(|definition| Rules::compile(definition).ok())),
    }
}

fn review(definition: &Arc<Definition>, places: &Places) -> Vec<Diagnostic> {
    let start = places.word("start");
    let about_start = |mut fault: Diagnostic| {
        let complaint = places.complain(start, quoted, fault.message);
        // Faults of the position know their place in it, those of the rules know none.
        let part = (fault.span.end > 0 && complaint.notes.is_empty())
            .then(|| complaint.span.start + fault.span.start..complaint.span.start + fault.span.end);
        fault.help.extend(complaint.help);
        Diagnostic {
            span: part.unwrap_or(complaint.span),
            help: fault.help,
            label: fault.label,
            message: complaint.message,
            severity: complaint.severity,
            notes: complaint.notes,
        }
    };
    let rules = match Rules::compile(definition.clone()) {
        Ok(rules) => rules,
        Err(found) => return found.into_iter().map(about_start).collect(),
    };
    let position = Position::start(&rules);
    let reach = Reach::of(&rules, &position);
    let mut subject = Subject { rules: &rules, definition, places, start: position, reach, found: Vec::new() };
    names(&mut subject);
    start::review(&mut subject);
    pieces::review(&mut subject);
    moves::review(&mut subject);
    rules::review(&mut subject);
    endings::review(&mut subject);
    subject.found
}

/// XBoard plays what it knows by a name.
fn names(subject: &mut Subject) {
    if !xboard_names::is_another_game(subject.definition) {
        return;
    }
    let name = &subject.definition.names.cecp;
    let message =
        format!("XBoard has a game of its own that is called `{name}`, and will show that instead of this one");
    let warning = subject.places.warn(None, Statement::span, message);
    subject.found.push(warning.help(format!("give it another name there: `cecp {}`", xboard_names::free(name))));
}
