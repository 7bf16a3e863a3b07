//! From the text of a file to its definitions.

use super::inherit::{self, Inherited};
use super::places::Places;
use super::resolve::resolve;
use super::{Definition, Library};
use crate::diagnostic::{Diagnostic, Source};
use crate::import;
use crate::syntax::variant::{VariantSyntax, parse};
use std::sync::Arc;

/// What else is to be said about a sound variant.
pub(crate) type Look<'a> = &'a dyn Fn(&Arc<Definition>, &Places) -> Vec<Diagnostic>;

/// All sound variants of a file, and what is wrong with it, in file order. Parents are looked for in
/// the file itself and then in the library. Files of other programs are translated first.
pub fn load(source: &Source, library: &Library) -> (Vec<Arc<Definition>>, Vec<Diagnostic>) {
    load_with(source, library, &|_, _| Vec::new())
}

/// The same, with a closer look at what is sound.
pub(crate) fn load_with(source: &Source, library: &Library, look: Look) -> (Vec<Arc<Definition>>, Vec<Diagnostic>) {
    let Some(translation) = import::translate(source) else { return load_ours(&source.text, library, look) };
    let (definitions, found) = load_ours(&translation.text, library, look);
    let mut diagnostics = translation.diagnostics.clone();
    if !definitions.is_empty() || diagnostics.is_empty() {
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
        let (definition, mut found, places) = one(variant, &scope);
        // What is wrong with the parent has been said where it stands.
        if variant.parent.as_ref().is_some_and(|parent| broken.contains(&parent.text.as_str())) {
            found.retain(|finding| !finding.message.starts_with("what is inherited"));
        }
        if found.iter().any(Diagnostic::is_error) {
            broken.push(&name.text);
        }
        diagnostics.extend(found);
        if let Some(definition) = definition.map(Arc::new) {
            let found = look(&definition, &places);
            if !found.iter().any(Diagnostic::is_error) {
                definitions.push(definition);
            }
            diagnostics.extend(found);
        }
    }
    diagnostics.sort_by_key(|finding| finding.span.start);
    (definitions, diagnostics)
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

/// One variant of a file.
pub(super) fn one(variant: &VariantSyntax, scope: &Scope) -> (Option<Definition>, Vec<Diagnostic>, Places) {
    let (statements, mut diagnostics) = match gather(variant, scope, &mut Vec::new()) {
        Ok(gathered) => gathered,
        Err(complaint) => return (None, vec![complaint], Places::default()),
    };
    let (definition, found, places) = resolve(variant, statements);
    diagnostics.extend(found);
    let sound = !diagnostics.iter().any(Diagnostic::is_error);
    (definition.filter(|_| sound), diagnostics, places)
}

/// A variant's statements and its ancestors', and what is wrong with its own.
fn gather<'a>(
    variant: &'a VariantSyntax,
    scope: &Scope<'a>,
    descendants: &mut Vec<&'a VariantSyntax>,
) -> Result<(Vec<Inherited>, Vec<Diagnostic>), Diagnostic> {
    descendants.push(variant);
    let base = match &variant.parent {
        None => inherit::roots(),
        Some(parent) => {
            let fresh = |candidate: &VariantSyntax| !descendants.iter().any(|known| std::ptr::eq(*known, candidate));
            let in_file = scope.file.iter().find(|candidate| candidate.name.text == parent.text);
            let found = in_file
                .filter(|candidate| fresh(candidate))
                .map(|syntax| (syntax, scope.clone()))
                .or_else(|| scope.library.syntax(&parent.text, scope.layer, fresh));
            let Some((syntax, scope)) = found else {
                return Err(match in_file {
                    Some(_) => {
                        Diagnostic::error(parent.span.clone(), format!("`{}` comes from itself", variant.name.text))
                            .label("this leads back here")
                    }
                    None => no_parent(&parent.text, parent.span.clone(), scope),
                });
            };
            let (statements, _) = gather(syntax, &scope, descendants).map_err(|mut complaint| {
                complaint.span = parent.span.clone();
                complaint.notes.clear();
                complaint
            })?;
            inherit::handed_down(&parent.text, &scope.source, statements)
        }
    };
    Ok(inherit::lay_over(base, variant))
}

fn no_parent(name: &str, span: std::ops::Range<usize>, scope: &Scope) -> Diagnostic {
    let complaint = Diagnostic::error(span, format!("there is no variant `{name}`"));
    let here = scope.file.iter().map(|variant| variant.name.text.as_str());
    let known = scope.library.names().map(|names| names.name.as_str());
    match crate::diagnostic::did_you_mean(name, here.chain(known)) {
        Some(near) => complaint.help(format!("did you mean `{near}`?")),
        None => complaint.help("`griffon list` shows the variants there are"),
    }
}
