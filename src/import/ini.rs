//! Files of sections: `[name:parent]`, and `key = value` below.
//!
//! Knows lines, not what they mean. What cannot be read is reported and left out.

use crate::diagnostic::{Diagnostic, MARK, Span};

/// Something with its place in the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    pub text: String,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct Section {
    /// The comment lines right above it, without their marks.
    pub comment: Vec<String>,
    pub name: Word,
    pub parent: Option<Word>,
    pub entries: Vec<Entry>,
}

#[derive(Clone, Debug)]
pub struct Entry {
    pub key: Word,
    pub value: Word,
}

impl Entry {
    pub fn span(&self) -> Span {
        self.key.span.start..self.value.span.end.max(self.key.span.end)
    }
}

/// All sections, and what could not be read.
pub fn parse(text: &str) -> (Vec<Section>, Vec<Diagnostic>) {
    let (mut sections, mut diagnostics): (Vec<Section>, Vec<Diagnostic>) = (Vec::new(), Vec::new());
    let mut comment: Vec<String> = Vec::new();
    let mut offset = 0;
    let mut skipping = false;
    for whole in text.split_inclusive('\n') {
        let start = offset;
        offset += whole.len();
        let line = whole.trim_start_matches(MARK).trim();
        let at = start + whole.find(line).unwrap_or(0);
        if let Some(words) = line.strip_prefix(['#', ';']) {
            comment.push(words.trim_start_matches(['#', ';']).trim().to_owned());
        } else if line.is_empty() {
            comment.clear();
        } else if let Some(heading) = line.strip_prefix('[') {
            let comment = std::mem::take(&mut comment);
            skipping = true;
            match self::heading(heading, at + 1) {
                Ok((name, parent)) => {
                    skipping = false;
                    sections.push(Section { comment, name, parent, entries: Vec::new() });
                }
                Err(finding) => diagnostics.push(finding),
            }
        } else {
            comment.clear();
            match (entry(line, at), sections.last_mut()) {
                _ if skipping => {}
                (Ok(entry), Some(section)) => section.entries.push(entry),
                (Ok(entry), None) => diagnostics.push(
                    Diagnostic::error(entry.span(), format!("`{}` stands before any section", entry.key.text))
                        .help("a variant begins with its name in brackets, `[name]` or `[name:parent]`"),
                ),
                (Err(finding), _) => diagnostics.push(finding),
            }
        }
    }
    (sections, diagnostics)
}

/// `name:parent]`, beginning at byte `at`.
fn heading(text: &str, at: usize) -> Result<(Word, Option<Word>), Diagnostic> {
    let whole = at - 1..at + text.len();
    let Some(end) = text.find(']') else {
        return Err(Diagnostic::error(whole, "this heading is never closed").help("put a `]` at its end"));
    };
    if !text[end + 1..].trim().is_empty() {
        let span = at + end + 1..at + text.len();
        return Err(Diagnostic::error(span, "only a heading can stand on this line")
            .help("put what follows on a line of its own"));
    }
    let (name, parent) = match text[..end].split_once(':') {
        Some((name, parent)) => (name, Some(word(parent, at + name.len() + 1))),
        None => (&text[..end], None),
    };
    let name = word(name, at);
    if name.text.is_empty() {
        return Err(Diagnostic::error(whole, "this variant has no name").help("write `[name]` or `[name:parent]`"));
    }
    Ok((name, parent.filter(|parent| !parent.text.is_empty())))
}

/// `key = value`, beginning at byte `at`.
fn entry(line: &str, at: usize) -> Result<Entry, Diagnostic> {
    let Some((key, value)) = line.split_once('=') else {
        return Err(Diagnostic::warning(at..at + line.len(), format!("`{line}` has no `=`"))
            .label("Fairy-Stockfish skips this line")
            .help("write `key = value`; comments begin with `#`"));
    };
    Ok(Entry { key: word(key, at), value: word(value, at + key.len() + 1) })
}

/// Text without the blanks round it, beginning at byte `at`.
pub fn word(text: &str, at: usize) -> Word {
    let inner = text.trim();
    let start = at + (text.len() - text.trim_start().len());
    Word { text: inner.to_owned(), span: start..start + inner.len() }
}

/// The words of a value, each with its place.
pub fn words(value: &Word) -> Vec<Word> {
    let mut found = Vec::new();
    let mut rest = value.text.as_str();
    while let Some(start) = rest.find(|c: char| !c.is_whitespace()) {
        let end = rest[start..].find(char::is_whitespace).map_or(rest.len(), |end| start + end);
        let at = value.span.start + (value.text.len() - rest.len()) + start;
        found.push(Word { text: rest[start..end].to_owned(), span: at..at + (end - start) });
        rest = &rest[end..];
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sections_hold_entries_with_their_places() {
        let text = "# said of a\n[a:b]\r\nkey = some value \n\n; said of c\n[c]\nno equals\n[d\nx = y\n";
        let (sections, found) = parse(text);
        assert_eq!(sections.len(), 2);
        let [a, c] = &sections[..] else { panic!("two sections") };
        assert_eq!((a.name.text.as_str(), a.parent.as_ref().map(|parent| parent.text.as_str())), ("a", Some("b")));
        assert_eq!(&text[a.entries[0].value.span.clone()], "some value");
        assert_eq!(&text[words(&a.entries[0].value)[1].span.clone()], "value");
        assert_eq!(c.comment, ["said of c"]);
        assert_eq!(found.len(), 2, "{found:?}");
    }
}
