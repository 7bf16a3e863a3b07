//! The pages of `docs/`, tried as a reader would: files are written, commands are run, and what they print is compared.
//!
//! A block after a line that ends with `` `NAME`: `` is a file; if `Add to` is before the name, it goes at the file's end. In a block
//! of kind `console` a line `$ COMMAND` is run by a shell, and the lines below are what it prints, with `…` for what is
//! left out; in a block of kind `console error` each command fails. With `UPDATE_DOCS` set, the pages are written instead of compared.
#![cfg(unix)]

use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// The pages, by name.
fn pages() -> BTreeMap<String, String> {
    let entries = fs::read_dir(Path::new(ROOT).join("docs")).expect("the pages are in the repository");
    let paths = entries.map(|entry| entry.expect("it can be read").path());
    let pages = paths.filter(|path| path.extension().is_some_and(|kind| kind == "md"));
    let name = |path: &PathBuf| path.file_name().map_or(String::new(), |name| name.to_string_lossy().into_owned());
    pages.map(|path| (name(&path), fs::read_to_string(&path).expect("it can be read"))).collect()
}

#[test]
fn commands_on_the_pages_print_what_the_pages_say() {
    let tried: Vec<(String, String)> = pages().into_iter().filter(|(_, text)| text.contains("```console\n")).collect();
    assert!(tried.iter().any(|(name, _)| name == "tutorial.md"), "{:?}", tried.len());
    let faults: Vec<String> = thread::scope(|scope| {
        let all: Vec<_> = tried.iter().map(|(name, text)| scope.spawn(move || try_page(name, text))).collect();
        all.into_iter().flat_map(|page| page.join().expect("no page is the end of the test")).collect()
    });
    assert!(faults.is_empty(), "{}\nUPDATE_DOCS=1 writes what is printed now", faults.join("\n"));
}

fn updating() -> bool {
    env::var_os("UPDATE_DOCS").is_some()
}

/// What a page says and is not so.
fn try_page(name: &str, text: &str) -> Vec<String> {
    let folder = env::temp_dir().join(format!("griffon-book-{}-{name}", std::process::id()));
    fs::create_dir_all(&folder).expect("it can be made");
    let mut reader = Reader { folder, variables: BTreeMap::new(), faults: Vec::new() };
    let mut page = String::new();
    let (mut above, mut rest) = ("", text);
    while let Some((line, after)) = rest.split_once('\n') {
        page.push_str(line);
        page.push('\n');
        rest = after;
        let Some(kind) = line.strip_prefix("```") else {
            above = if line.trim().is_empty() { above } else { line };
            continue;
        };
        let end = if rest.starts_with("```") { 0 } else { rest.find("\n```").map_or(rest.len(), |at| at + 1) };
        let block = &rest[..end];
        match (kind, file_name(above)) {
            ("console", _) => page.push_str(&reader.commands(block, true)),
            ("console error", _) => page.push_str(&reader.commands(block, false)),
            (_, file) => {
                page.push_str(block);
                if let Some(file) = file {
                    reader.file(file, block, above.ends_with(&format!("Add to `{file}`:")));
                    if name == "recipes.md" {
                        reader.sound(file);
                    }
                }
            }
        }
        rest = &rest[end..];
        let (fence, after) = rest.split_once('\n').unwrap_or((rest, ""));
        page.push_str(fence);
        page.push('\n');
        (above, rest) = ("", after);
    }
    page.push_str(rest);
    fs::remove_dir_all(&reader.folder).expect("it is ours");
    if updating() {
        fs::write(Path::new(ROOT).join("docs").join(name), page).expect("the page can be written");
    }
    reader.faults.iter().map(|fault| format!("docs/{name}: {fault}")).collect()
}

/// `my.variant` of "Make a file `my.variant`:".
fn file_name(above: &str) -> Option<&str> {
    let (before, name) = above.strip_suffix("`:")?.rsplit_once('`')?;
    (!before.is_empty() && name.contains('.') && !name.contains([' ', '/'])).then_some(name)
}

/// Somebody who does what a page says, in a folder of their own.
struct Reader {
    folder: PathBuf,
    variables: BTreeMap<String, String>,
    faults: Vec<String>,
}

impl Reader {
    fn file(&self, name: &str, text: &str, add: bool) {
        let path = self.folder.join(name);
        let before = if add { fs::read_to_string(&path).expect("there is something to add to") } else { String::new() };
        fs::write(&path, before + text).expect("it can be written");
    }

    /// Nothing is to be said about a file.
    fn sound(&mut self, name: &str) {
        let report = self.run(&format!("griffon check {name}"), true);
        if !report.ends_with("0 errors, 0 warnings\n") {
            self.faults.push(report);
        }
    }

    /// Runs the commands of a block; returns the block as it should be.
    fn commands(&mut self, block: &str, succeeds: bool) -> String {
        let mut lines = block.lines().peekable();
        let mut written = String::new();
        while let Some(line) = lines.next() {
            written.push_str(&format!("{line}\n"));
            let Some(command) = line.strip_prefix("$ ") else {
                self.faults.push(format!("no command: {line}"));
                continue;
            };
            let mut said = String::new();
            while let Some(line) = lines.next_if(|line| !line.starts_with("$ ")) {
                said.push_str(&format!("{line}\n"));
            }
            let printed = self.run(command, succeeds);
            if fits(&said.lines().collect::<Vec<_>>(), &printed.lines().collect::<Vec<_>>()) {
                written.push_str(&said);
            } else if updating() && !said.contains('…') {
                written.push_str(&printed);
            } else {
                // What is left out is for somebody to choose.
                self.faults.push(format!("{command}\n--- the page\n{said}--- what is printed\n{printed}"));
                written.push_str(&said);
            }
        }
        written
    }

    fn run(&mut self, command: &str, succeeds: bool) -> String {
        if let Some((name, value)) = command.strip_prefix("export ").and_then(|rest| rest.split_once('=')) {
            self.variables.insert(name.to_owned(), value.to_owned());
            return String::new();
        }
        let program = Path::new(env!("CARGO_BIN_EXE_griffon")).parent().expect("it lies somewhere");
        let others = env::var_os("PATH").unwrap_or_default();
        let places = env::join_paths([program.to_owned()].into_iter().chain(env::split_paths(&others)));
        let mut shell = Command::new("sh");
        shell.args(["-c", command]).current_dir(&self.folder).env("PATH", places.expect("plain paths"));
        shell.env("NO_COLOR", "1").env("COLUMNS", "100").env("LC_ALL", "C.UTF-8").env_remove("GRIFFON_VARIANTS");
        let output = shell.envs(&self.variables).output().expect("there is a shell");
        let text = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
        let text: String = text.lines().map(|line| format!("{}\n", line.trim_end())).collect();
        if output.status.success() != succeeds {
            self.faults.push(format!("{command}: {}\n{text}", output.status));
        }
        text
    }
}

/// Whether lines fit others with gaps: `…` by itself is any number of lines, in a line any text.
fn fits(pattern: &[&str], lines: &[&str]) -> bool {
    match pattern {
        [] => lines.is_empty(),
        ["…", rest @ ..] => (0..=lines.len()).any(|left_out| fits(rest, &lines[left_out..])),
        [line, rest @ ..] => {
            lines.split_first().is_some_and(|(first, others)| line_fits(line, first) && fits(rest, others))
        }
    }
}

fn line_fits(pattern: &str, line: &str) -> bool {
    match pattern.split_once('…') {
        None => pattern == line,
        Some((start, end)) => line.strip_prefix(start).is_some_and(|rest| {
            (0..=rest.len()).filter(|&at| rest.is_char_boundary(at)).any(|at| line_fits(end, &rest[at..]))
        }),
    }
}

#[test]
fn gaps_stand_for_anything_and_nothing_else_does() {
    let fits =
        |(pattern, text): &(&str, &str)| fits(&pattern.lines().collect::<Vec<_>>(), &text.lines().collect::<Vec<_>>());
    let same = [("a\n…\nd", "a\nb\nc\nd"), ("a … d", "a b c d"), ("…\nd", "a\nd"), ("a\n…", "a"), ("", "")];
    let other = [("a\n…\nd", "a\nb\nbd"), ("", "a"), ("a", ""), ("b …", "a b c"), ("a\nb", "a"), ("a\n…b", "a\n\nb")];
    assert!(same.iter().all(fits) && !other.iter().any(fits));
}

/// A block of kind `rust` is in the file that is named above it.
#[test]
fn code_on_the_pages_is_in_the_sources() {
    let mut seen = 0;
    for (name, text) in pages() {
        for (at, _) in text.match_indices("\n```rust\n") {
            let above = text[..at].trim_end().lines().last().unwrap_or_default();
            let file = above.strip_suffix("`:").and_then(|line| line.rsplit_once('`')).map(|(_, file)| file);
            let Some(file) = file.filter(|file| file.ends_with(".rs")) else { continue };
            let source = fs::read_to_string(Path::new(ROOT).join(file)).expect("it is named because it exists");
            let block = text[at + "\n```rust\n".len()..].split("\n```").next().unwrap_or_default();
            assert!(source.contains(block), "docs/{name}: this is not in {file}:\n{block}");
            seen += 1;
        }
    }
    assert!(seen > 0, "contributing.md has some");
}

/// Files and pages that are named exist. A path may be said from the root, from `src`, or from further down.
#[test]
fn paths_on_the_pages_exist() {
    let mut all = Vec::new();
    collect(Path::new(ROOT), "", &mut all);
    let exists = |path: &str| all.iter().any(|known| known == path || known.ends_with(&format!("/{path}")));
    let mut missing = BTreeSet::new();
    let readme = fs::read_to_string(Path::new(ROOT).join("README.md")).expect("it is in the repository");
    for (name, text) in pages().into_iter().chain([("../README.md".to_owned(), readme)]) {
        let plain = without_blocks(&text);
        let ours = |path: &&str| {
            let odd = |c: char| c.is_whitespace() || "<>*{}$\"'…()".contains(c);
            let kind = Path::new(path).extension().and_then(|kind| kind.to_str()).unwrap_or_default();
            let placed = ["tests/", "src/", "variants/"].iter().any(|folder| path.starts_with(folder));
            // NAME is to be filled in.
            let said = !path.contains(odd) && !path.contains("NAME") && !path.starts_with("../");
            said && (placed || ["rs", "md", "pest", "toml"].contains(&kind))
        };
        for path in plain.split('`').skip(1).step_by(2).filter(ours) {
            if !exists(path.trim_end_matches('/')) {
                missing.insert(format!("docs/{name}: `{path}`"));
            }
        }
        for link in plain.split("](").skip(1).filter_map(|rest| rest.split_once(')')).map(|(link, _)| link) {
            let path = link.split('#').next().unwrap_or_default();
            let from = Path::new(ROOT).join("docs").join(&name);
            let from = from.parent().expect("pages lie in a folder");
            if !path.contains("://") && !path.is_empty() && !from.join(path).exists() {
                missing.insert(format!("docs/{name}: link to {link}"));
            }
        }
    }
    assert!(missing.is_empty(), "{missing:#?}");
}

fn without_blocks(text: &str) -> String {
    text.split("```").step_by(2).collect()
}

/// Paths below a folder, its own name left out.
fn collect(folder: &Path, name: &str, all: &mut Vec<String>) {
    for entry in fs::read_dir(folder).expect("it can be read").flatten() {
        let own = entry.file_name().to_string_lossy().into_owned();
        if own.starts_with('.') && own != ".ci" || ["target", "shared"].contains(&own.as_str()) {
            continue;
        }
        let path = if name.is_empty() { own } else { format!("{name}/{own}") };
        all.push(path.clone());
        if entry.path().is_dir() {
            collect(&entry.path(), &path, all);
        }
    }
}
