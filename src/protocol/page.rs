//! `docs/commands.md`: what is done with each command of the protocols, from the tables that the codecs obey. A test writes it.

use super::options::{ROWS, Row, Tongue};
use super::registry;

/// As it may stand in a table.
fn cell(text: &str) -> String {
    text.replace('|', "\\|")
}

fn table<T>(title: &str, rows: &[registry::Row<T>]) -> String {
    let lines = rows.iter().map(|row| format!("| `{}` | {} |\n", cell(row.usage), cell(row.about)));
    format!("## {title}\n\n| command | what happens |\n|---|---|\n{}\n", lines.collect::<String>())
}

/// What CECP has for the engine, said or not.
fn said() -> String {
    use super::cecp::said::{SAID, Said, UNASKED, UNSAID};
    let lines = |rows: &[Said]| {
        rows.iter().map(|row| format!("| `{}` | {} |\n", cell(row.usage), cell(row.about))).collect::<String>()
    };
    format!(
        "### What the engine says in CECP\n\n| line | when |\n|---|---|\n{}\n### What it never says\n\n| line | why |\n|---|---|\n{}\n\
         ### Features it doesn't ask for\n\n| feature | why |\n|---|---|\n{}\n",
        lines(SAID),
        lines(UNSAID),
        lines(UNASKED)
    )
}

/// The options of UCI and its relatives, with their names in each.
fn options() -> String {
    let name = |row: &Row, tongue| match row.name(tongue) {
        "" => String::new(),
        name => format!("`{name}`"),
    };
    let line = |row: &Row| {
        let names = Tongue::ALL.map(|tongue| name(row, tongue)).join(" | ");
        format!("| {names} | {} |\n", cell(row.about))
    };
    let lines: String = ROWS.iter().map(line).collect();
    format!(
        "## Options\n\nOf lists of files and folders the parts are separated as in `PATH`, in UCCI and XCI by `;`.\n\n\
         | UCI | USI | UCCI | XCI | what it does |\n|---|---|---|---|---|\n{lines}\n\
         ### Options in CECP\n\nWith the values that they have at first, as they are announced.\n\n\
         | option | what it does |\n|---|---|\n{}",
        super::cecp::options::page()
    )
}

/// The whole page, in Markdown.
pub fn page() -> String {
    format!(
        "# Commands\n\nWhat is done with each command of the protocols. This page is written by a test from the tables that the \
         codecs obey: `UPDATE_DOCS=1 cargo test`. Anything else is answered with the protocol's own complaint.\n\n{}{}{}",
        table("CECP (XBoard, WinBoard)", super::cecp::ROWS),
        said(),
        table("UCI", super::uci::ROWS)
    ) + &format!("{}{}", table("USI", super::usi::ROWS), table("UCCI", super::ucci::ROWS))
        + &table("XCI", super::xci::ROWS)
        + &options()
}
