//! A variant file in the making, with the place that each of its lines comes from.

use crate::diagnostic::{Diagnostic, Span};

/// What became of a foreign text.
#[derive(Clone, Debug, Default)]
pub struct Translation {
    /// A variant file of ours.
    pub text: String,
    /// For each line of it, in order: its bytes, and the bytes of the foreign text that it comes from.
    lines: Vec<(Span, Span)>,
    variants: Vec<Variant>,
    /// What is to be said about the foreign text.
    pub diagnostics: Vec<Diagnostic>,
}

/// Where a variant is in both texts.
#[derive(Clone, Debug)]
struct Variant {
    name: String,
    text: Span,
    origin: Span,
    /// What it builds on there, nearest first.
    ancestors: Vec<String>,
}

impl Translation {
    /// Adds a line.
    pub fn line(&mut self, text: &str, origin: Span) {
        let start = self.text.len();
        self.text.push_str(text);
        self.text.push('\n');
        self.lines.push((start..self.text.len(), origin));
    }

    /// Adds what another text became.
    pub fn append(&mut self, other: Translation) {
        let offset = self.text.len();
        self.text.push_str(&other.text);
        let moved = |span: Span| span.start + offset..span.end + offset;
        self.lines.extend(other.lines.into_iter().map(|(line, origin)| (moved(line), origin)));
        let variants = other.variants.into_iter();
        self.variants.extend(variants.map(|variant| Variant { text: moved(variant.text.clone()), ..variant }));
        self.diagnostics.extend(other.diagnostics);
    }

    /// The variants, with the part of the foreign text that each comes from.
    pub fn names(&self) -> impl Iterator<Item = (String, Span)> + '_ {
        self.variants.iter().map(|variant| (variant.name.clone(), variant.origin.clone()))
    }

    /// The text of one variant.
    pub fn variant(&self, name: &str) -> Option<&str> {
        let variant = self.variants.iter().find(|variant| variant.name == name)?;
        Some(&self.text[variant.text.clone()])
    }

    /// Declares that all of the text so far is one variant.
    pub fn is_variant(&mut self, name: &str, origin: Span) {
        self.comes_from(name, origin, Vec::new());
    }

    /// Declares that all of the text so far is one variant that builds on others, nearest first.
    pub fn comes_from(&mut self, name: &str, origin: Span, ancestors: Vec<String>) {
        self.variants.push(Variant { name: name.to_owned(), text: 0..self.text.len(), origin, ancestors });
    }

    /// What a variant builds on in the other program, nearest first; only what is no part of the text.
    pub fn ancestors(&self, name: &str) -> impl Iterator<Item = &str> {
        let variant = self.variants.iter().find(|variant| variant.name == name);
        variant.into_iter().flat_map(|variant| &variant.ancestors).map(String::as_str)
    }

    /// Where a place of our text comes from.
    fn origin(&self, at: usize) -> Option<&(Span, Span)> {
        self.lines.iter().find(|(line, _)| line.contains(&at)).or(self.lines.last())
    }

    /// What our loader says about our text, as something about the foreign one.
    pub fn trace(&self, finding: Diagnostic) -> Diagnostic {
        let Some((line, origin)) = self.origin(finding.span.start) else { return finding };
        let ours = self.text[line.clone()].trim();
        let notes = finding.notes.iter().filter_map(|(place, words)| match place.file {
            None => Some((self.origin(place.span.start)?.1.clone().into(), words.clone())),
            Some(_) => Some((place.clone(), words.clone())),
        });
        let notes = notes.filter(|(place, _)| place.file.is_some() || place.span != *origin).collect();
        let mut traced = Diagnostic { span: origin.clone(), notes, ..finding };
        if !ours.is_empty() && !ours.starts_with("variant") {
            traced.help.push(format!("it was read as `{ours}`"));
        }
        traced
    }
}
