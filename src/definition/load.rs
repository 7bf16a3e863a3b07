//! From the text of a file to its definitions.

use super::armies::{self, Holdings, Pair};
use super::inherit::{self, Inherited};
use super::places::Places;
use super::resolve::{is_inherited, resolve};
use super::{Definition, Library};
use crate::diagnostic::{Diagnostic, Source};
use crate::import;
use crate::syntax::variant::{Statement, VariantSyntax, parse};
use std::sync::Arc;

/// What else is to be said about a sound variant.
pub(crate) type Look<'a> = &'a dyn Fn(&Arc<Definition>, &Places) -> Vec<Diagnostic>;

/// All sound variants of a file, and what is wrong with it, in file order. Parents are looked for in
/// the file itself and then in the library. Files of other programs are translated first.
pub fn load(source: &Source, library: &Library) -> (Vec<Arc<Definition>>, Vec<Diagnostic>) {
    load_with(source, library, &|_, _| Vec::new())
}

/// As [`load`], with a closer look at what is sound.
pub(crate) fn load_with(source: &Source, library: &Library, look: Look) -> (Vec<Arc<Definition>>, Vec<Diagnostic>) {
    let Some(translation) = import::translate(source) else { return load_ours(&source.text, library, look) };
    let (definitions, found) = load_ours(&translation.text, library, look);
    let mut diagnostics = translation.diagnostics.clone();
    // What the translation complains of explains what is wrong with its outcome.
    if !definitions.is_empty() || !diagnostics.iter().any(Diagnostic::is_error) {
        diagnostics.extend(found.into_iter().map(|finding| translation.trace(finding)));
    }
    diagnostics.sort_by_key(|finding| finding.span.start);
    // What is wrong in several places of a translation may come from one.
    diagnostics.dedup_by(|one, other| one.span == other.span && one.message == other.message);
    (definitions, diagnostics)
}

fn load_ours(text: &str, library: &Library, look: Look) -> (Vec<Arc<Definition>>, Vec<Diagnostic>) {
    let (variants, mut diagnostics) = parse(text);
    let (mut definitions, mut broken): (Vec<Arc<Definition>>, Vec<&str>) = (Vec::new(), Vec::new());
    if variants.is_empty() && diagnostics.is_empty() {
        let nothing = Diagnostic::warning(0..0, "there is no variant in this file");
        diagnostics.push(nothing.help("a variant begins with a line `variant NAME`"));
    }
    for (index, variant) in variants.iter().enumerate() {
        let name = &variant.name;
        if let Some(first) = variants[..index].iter().find(|earlier| earlier.name.text == name.text) {
            let message = format!("there are two variants `{}` in this file", name.text);
            diagnostics.push(Diagnostic::error(name.span.clone(), message).note(first.name.span.clone(), "the first"));
        }
        let scope = Scope { file: &variants, source: None, library, layer: usize::MAX };
        let (definition, mut found, places) = one(variant, &scope, None);
        // What is wrong with the parent has been said where it stands.
        if variant.parent.as_ref().is_some_and(|parent| broken.contains(&parent.text.as_str())) {
            found.retain(|finding| !is_inherited(finding));
        }
        if found.iter().any(Diagnostic::is_error) {
            broken.push(&name.text);
        }
        diagnostics.extend(found);
        let Some(definition) = definition.map(Arc::new) else { continue };
        let mut found = look(&definition, &places);
        let is_second = variants[..index].iter().any(|earlier| earlier.name.text == name.text);
        if !is_second && !found.iter().any(Diagnostic::is_error) {
            definitions.push(definition);
        }
        let (others, said) = pairs(variant, &scope, look);
        definitions.extend(others);
        said.into_iter().for_each(|said| join(&mut found, said, variant));
        diagnostics.extend(found);
    }
    diagnostics.sort_by_key(|finding| finding.span.start);
    diagnostics.dedup();
    (definitions, diagnostics)
}

/// The games of a variant with armies, and what is to be said about each.
fn pairs(variant: &VariantSyntax, scope: &Scope, look: Look) -> (Vec<Arc<Definition>>, Vec<Vec<Diagnostic>>) {
    let (mut definitions, mut said) = (Vec::new(), Vec::new());
    let Ok(family) = gather(variant, scope, &mut Vec::new()) else { return (definitions, said) };
    let armies = armies::heads(&family.statements);
    for pair in armies.iter().flat_map(|white| armies.iter().map(move |black| Pair::of(white, black))) {
        let (definition, mut found, places) = one(variant, scope, Some(&pair));
        if let Some(definition) = definition.map(Arc::new) {
            found.extend(look(&definition, &places));
            if !found.iter().any(Diagnostic::is_error) {
                definitions.push(definition);
            }
        }
        said.push(found);
    }
    (definitions, said)
}

/// Joins what is said about a game between two armies with what was said about others: all errors, but a warning that isn't
/// about a piece counts only if it holds for all.
fn join(found: &mut Vec<Diagnostic>, other: Vec<Diagnostic>, variant: &VariantSyntax) {
    let pieces: Vec<_> =
        variant.statements.iter().filter(|said| said.word.text == "piece").map(|said| said.span()).collect();
    let counts =
        |finding: &Diagnostic| finding.is_error() || pieces.iter().any(|piece| piece.contains(&finding.span.start));
    found.retain(|finding| counts(finding) || other.contains(finding));
    let new: Vec<Diagnostic> =
        other.into_iter().filter(|finding| counts(finding) && !found.contains(finding)).collect();
    found.extend(new);
}

/// Where a variant's parents are looked for.
#[derive(Clone)]
pub(super) struct Scope<'a> {
    pub file: &'a [VariantSyntax],
    /// The text of that file if it is another than the one being loaded.
    pub source: Option<Arc<Source>>,
    pub library: &'a Library,
    /// Parents come from this layer of the library or a lower one.
    pub layer: usize,
}

/// One variant of a file; with a pair of armies, the game between these.
pub(super) fn one(
    variant: &VariantSyntax,
    scope: &Scope,
    pair: Option<&Pair>,
) -> (Option<Definition>, Vec<Diagnostic>, Places) {
    let Gathered { statements, mut found, holdings } = match gather(variant, scope, &mut Vec::new()) {
        Ok(gathered) => gathered,
        Err(complaint) => return (None, vec![complaint], Places::default()),
    };
    let armies = armies::heads(&statements);
    let heading = variant.parent.as_ref().unwrap_or(&variant.name).span.clone();
    let (statements, chosen) = match armies::settle((&variant.name.text, heading), statements, pair) {
        Ok(settled) => settled,
        Err(complaints) => {
            found.extend(complaints);
            return (None, found, Places::default());
        }
    };
    let (definition, said, places) = resolve(variant, statements, chosen.or(holdings));
    found.extend(said);
    let sound = !found.iter().any(Diagnostic::is_error);
    let mut definition = definition.filter(|_| sound);
    if let (Some(definition), Some(pair)) = (&mut definition, pair)
        && let Some(names) = pair.names(&definition.names, &armies)
    {
        definition.names = names;
    }
    (definition, found, places)
}

/// What a variant says, with all that it inherits.
struct Gathered {
    statements: Vec<Inherited>,
    /// What is wrong with its own statements.
    found: Vec<Diagnostic>,
    /// Of the pair of armies that it comes from.
    holdings: Option<Holdings>,
}

/// A variant to inherit from, with what its scope is, and the pair of armies that is meant.
type Parent<'a> = (&'a VariantSyntax, Scope<'a>, Option<Pair>);

fn gather<'a>(
    variant: &'a VariantSyntax,
    scope: &Scope<'a>,
    descendants: &mut Vec<&'a VariantSyntax>,
) -> Result<Gathered, Diagnostic> {
    descendants.push(variant);
    let (base, holdings) = match &variant.parent {
        None => (inherit::roots(), None),
        Some(parent) => {
            // The library may have the same file, read once more.
            let fresh = |candidate: &VariantSyntax| !descendants.contains(&candidate);
            let in_file = scope.file.iter().find(|candidate| candidate.name.text == parent.text);
            let found: Option<Parent> = in_file
                .filter(|candidate| fresh(candidate))
                .map(|syntax| (syntax, scope.clone(), None))
                .or_else(|| pair_in_file(&parent.text, scope, &fresh))
                .or_else(|| scope.library.syntax(&parent.text, scope.layer, fresh));
            let Some((syntax, scope, pair)) = found else {
                return Err(match in_file {
                    Some(_) => {
                        Diagnostic::error(parent.span.clone(), format!("`{}` comes from itself", variant.name.text))
                            .label("this leads back here")
                    }
                    None => no_parent(&parent.text, &variant.name.text, parent.span.clone(), scope),
                });
            };
            let here = |mut complaint: Diagnostic| {
                complaint.span = parent.span.clone();
                complaint.notes.clear();
                complaint
            };
            let Gathered { mut statements, mut holdings, .. } = gather(syntax, &scope, descendants).map_err(here)?;
            if let Some(pair) = pair {
                let settled = armies::settle((&syntax.name.text, parent.span.clone()), statements, Some(&pair));
                (statements, holdings) =
                    settled.map_err(|complaints| {
                        let first = complaints.into_iter().next();
                        here(first.unwrap_or_else(|| {
                            no_parent(&parent.text, &variant.name.text, parent.span.clone(), &scope)
                        }))
                    })?;
            }
            (inherit::handed_down(&parent.text, &scope.source, statements), holdings)
        }
    };
    let (statements, found) = inherit::lay_over(base, variant);
    Ok(Gathered { statements, found, holdings })
}

/// The variant of this file with armies that a name of a pair belongs to.
fn pair_in_file<'a>(name: &str, scope: &Scope<'a>, fresh: &dyn Fn(&VariantSyntax) -> bool) -> Option<Parent<'a>> {
    // A name begins with that of the variant or of an army in it.
    let likely = |variant: &&VariantSyntax| {
        let begins = |with: &str| name.strip_prefix(with).is_some_and(|rest| rest.starts_with('-'));
        let army = |said: &Statement| {
            said.word.text == "army" && said.rest.first().is_some_and(|word| name.contains(&word.text))
        };
        fresh(variant) && (begins(&variant.name.text) || variant.statements.iter().any(army))
    };
    scope.file.iter().filter(likely).find_map(|variant| {
        let armies: Vec<armies::Head> = armies::heads(&gather(variant, scope, &mut Vec::new()).ok()?.statements);
        let pair = Pair::called(name, &variant.name.text, &armies)?;
        Some((variant, scope.clone(), Some(pair)))
    })
}

fn no_parent(name: &str, of: &str, span: std::ops::Range<usize>, scope: &Scope) -> Diagnostic {
    let complaint = Diagnostic::error(span, format!("there is no variant `{name}`"));
    let here = scope.file.iter().map(|variant| variant.name.text.as_str());
    let known = scope.library.names().map(|names| names.name.as_str());
    match crate::diagnostic::did_you_mean(name, here.chain(known).filter(|other| *other != of)) {
        Some(near) => complaint.help(format!("did you mean `{near}`?")),
        None => complaint.help("`griffon list` shows the variants there are"),
    }
}
