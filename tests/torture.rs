//! Nonsense made of shipped texts: whatever a file says, loading it ends, and with a report.

use griffon::definition::{Library, load, print};
use griffon::diagnostic::{Diagnostic, Source, render};

const NASTY: &[&str] = &[
    "60000x60000",
    "100x100",
    "0x0",
    "99999999999999999999",
    "r999999999",
    "r99999999999999999999999/",
    "\"",
    "#",
    "+",
    ",",
    "=",
    "[",
    "]",
    "[]",
    "~",
    "*",
    "+P",
    "ranks",
    "files zz",
    "a1-zz99",
    "-",
    "é",
    "将",
    "\u{feff}",
    "\0",
    "variant",
    "variant x from x",
    "remove piece pawn",
    "all",
    "nowhere",
    "except",
    "white",
    "piece",
    "N99",
    "NNNN",
    "(((((",
    "mKcafmKcafmacafmK",
    "at most",
    "4294967296",
    "\n",
    "\r",
    ",\n",
    "royal",
    "hand from captures\n",
];

/// A text with a few bytes, words or lines changed.
fn mutate(text: &str, others: &[String], random: &mut fastrand::Rng) -> String {
    let mut text: Vec<char> = text.chars().collect();
    for _ in 0..random.usize(1..6) {
        let at = random.usize(0..=text.len());
        match random.u8(0..6) {
            0 => {
                let end = (at + random.usize(0..30)).min(text.len());
                text.drain(at..end);
            }
            1 => {
                let nasty = NASTY[random.usize(0..NASTY.len())];
                text.splice(at..at, nasty.chars());
            }
            2 => {
                let other: Vec<char> = others[random.usize(0..others.len())].chars().collect();
                let start = random.usize(0..other.len());
                let end = (start + random.usize(0..200)).min(other.len());
                text.splice(at..at, other[start..end].iter().copied());
            }
            3 => text.insert(at, char::from(random.u8(32..127))),
            4 if at < text.len() => text[at] = char::from(random.u8(32..127)),
            _ => {
                // Replace one word by another.
                let start = (at..text.len()).find(|&i| text[i].is_whitespace()).unwrap_or(text.len());
                let end = (start + 1..text.len()).find(|&i| text[i].is_whitespace()).unwrap_or(text.len());
                let nasty = NASTY[random.usize(0..NASTY.len())];
                text.splice(start..end, [' '].into_iter().chain(nasty.chars()));
            }
        }
    }
    text.into_iter().collect()
}

#[test]
fn nonsense_is_survived() {
    let library = Library::shipped();
    let texts: Vec<String> = library.sources().map(|source| source.text.clone()).collect();
    let mut random = fastrand::Rng::with_seed(20_261_120);
    for round in 0..1500 {
        let text = mutate(&texts[round % texts.len()], &texts, &mut random);
        let source = Source::new("nonsense.variant", text);
        let (definitions, found) = load(&source, &library);
        let _ = render(&source, &found, false);
        assert!(found.is_sorted_by_key(|finding: &Diagnostic| finding.span.start));
        // What is accepted all the same obeys the law of printing.
        for definition in definitions {
            let printed = print(&definition);
            let (again, complaints) = load(&Source::new("printed.variant", printed.as_str()), &library);
            let errors: Vec<&Diagnostic> = complaints.iter().filter(|finding| finding.is_error()).collect();
            assert!(errors.is_empty(), "{errors:?}\n{printed}");
            assert_eq!(*again[0], *definition, "{printed}");
        }
    }
}
