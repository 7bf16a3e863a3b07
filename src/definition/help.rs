//! The registry of statements as text, for the command line and `docs/language.md`.

use super::keys::{Identity, ROWS, Row};

/// What there is to know about one statement.
pub fn help(word: &str) -> Option<String> {
    let row = super::keys::row(word)?;
    Some(format!("{}\n  {}\n  example: {}\n", row.usage, row.about, row.example))
}

/// All statements, as the reference part of the documentation.
pub fn reference() -> String {
    ROWS.iter().map(entry).collect::<Vec<_>>().join("\n")
}

fn entry(row: &Row) -> String {
    let heirs = match (row.inherited, row.identity) {
        (false, _) => "Not inherited.",
        (true, Identity::Single) => "One; a new one replaces what was inherited.",
        (true, Identity::Named) => "One for each name; a new one replaces what was inherited under that name.",
        (true, Identity::Case(_)) => "One for each case; a new one replaces what was inherited about the same case.",
        (true, Identity::Subject(_)) => "Any number; replaces what was inherited about the same subject.",
    };
    format!(
        "### `{}`\n\n`{}`\n\n{}. {heirs}\n\n```\n{}\n```\n",
        row.word,
        row.usage.replace("`", ""),
        capitalised(row.about),
        row.example
    )
}

fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|letter| letter.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// With `UPDATE_DOCS` set, the test writes what it would otherwise compare.
    #[test]
    fn the_documentation_says_what_the_registry_says() {
        const MARK: &str = "<!-- The rest of this page is written by a test from `definition/keys.rs`. -->\n";
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/language.md");
        let page = std::fs::read_to_string(path).expect("the page is in the repository");
        let (prose, _) = page.split_once(MARK).expect("the page has the mark");
        let wanted = format!("{prose}{MARK}\n{}", reference());
        if std::env::var_os("UPDATE_DOCS").is_some() {
            std::fs::write(path, &wanted).expect("the page can be written");
        } else {
            assert!(page == wanted, "docs/language.md is out of date: run the tests once with UPDATE_DOCS=1");
        }
    }

    #[test]
    fn examples_are_about_their_statement() {
        for row in ROWS {
            assert!(row.example.starts_with(row.word) && row.usage.starts_with(row.word), "{}", row.word);
            assert!(help(row.word).is_some());
        }
    }
}
