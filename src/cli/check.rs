//! `griffon check`: is there anything wrong with these files? And what are games like?

mod json;
mod words;

use crate::definition::{Definition, Library};
use crate::diagnostic::{Diagnostic, Source, render};
use crate::review;
use crate::rules::Rules;
use crate::trial::{self, Plan, Report};
use std::borrow::Cow;
use std::collections::HashSet;
use std::io::{self, Write};
use std::panic::resume_unwind;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

#[derive(clap::Args, Default)]
pub struct Arguments {
    /// Files to check; those that come with the program if none is named
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Answer in JSON, for editors
    #[arg(long)]
    pub json: bool,
    /// Play so many random games of each variant and tell what happened in them
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub play: Option<u32>,
    /// Play other games, the same for the same seed
    #[arg(long, value_name = "N", default_value_t = 1, requires = "play")]
    pub seed: u64,
    /// Give up random games that are longer than this
    #[arg(long, value_name = "N", default_value_t = 500, requires = "play")]
    pub plies: u32,
}

/// A file and everything there is to say about it.
struct Checked<'a> {
    source: Cow<'a, Source>,
    variants: Vec<Arc<Definition>>,
    found: Vec<Diagnostic>,
    trials: Vec<Trial>,
}

/// Random games of a variant.
struct Trial {
    rules: Arc<Rules>,
    plan: Plan,
    report: Report,
}

/// Reports everything there is to say about the files (all of the library's if none are given). True if there are no errors.
pub fn run(mut library: Library, arguments: &Arguments, colour: bool, out: &mut dyn Write) -> io::Result<bool> {
    let shipped = (library.sources().count(), library.weights_files().count(), library.books().count());
    let mut all: Vec<Checked> = Vec::new();
    for path in &arguments.files {
        // What is wrong inside the files is reported below, in order; here only what cannot be read at all.
        let mut faults = library.add_path(path).err().unwrap_or_default();
        if !path.exists() && library.find(&path.to_string_lossy()).is_ok() {
            let found = faults.iter_mut().flat_map(|(_, found)| found);
            found.for_each(|found| found.help.push("a variant has this name, but files are checked".to_owned()));
        }
        all.extend(faults.into_iter().filter(|(source, _)| source.text.is_empty()).map(|(source, found)| Checked {
            source: Cow::Owned(source),
            found,
            variants: Vec::new(),
            trials: Vec::new(),
        }));
    }
    let skipped = if arguments.files.is_empty() { (0, 0, 0) } else { shipped };
    let sources: Vec<&Source> = library.sources().skip(skipped.0).collect();
    all.extend(check_all(&sources, &library));
    // What lies beside a file comes with it, and may be named besides.
    let mut seen = HashSet::new();
    let of_weights = library.weights_files().skip(skipped.1).filter(|(_, source)| seen.insert(&source.name));
    all.extend(of_weights.map(|(name, source)| Checked {
        source: Cow::Borrowed(source),
        found: review::check_weights(&library, name, source),
        variants: Vec::new(),
        trials: Vec::new(),
    }));
    let of_books = library.books().skip(skipped.2).filter(|(_, source)| seen.insert(&source.name));
    all.extend(of_books.map(|(name, source)| Checked {
        source: Cow::Borrowed(source),
        found: review::check_book(&library, name, source),
        variants: Vec::new(),
        trials: Vec::new(),
    }));
    if let Some(games) = arguments.play {
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        let plan = Plan { games: games as usize, most_plies: arguments.plies, seed: arguments.seed, threads };
        for checked in &mut all {
            let playable = checked.variants.iter().filter_map(|variant| Rules::compile(variant.clone()).ok());
            checked.trials =
                playable.map(Arc::new).map(|rules| Trial { report: trial::play(&rules, &plan), rules, plan }).collect();
        }
    }
    let findings = || all.iter().flat_map(|checked| &checked.found);
    let failures: usize = all.iter().flat_map(|checked| &checked.trials).map(|trial| trial.report.failures.len()).sum();
    let errors = findings().filter(|finding| finding.is_error()).count() + failures;
    let told = if arguments.json { json::write(&all, out) } else { tell(&all, errors, colour, out) };
    match told {
        // Who reads the first lines only still learns whether all is well.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(errors == 0),
        told => told.map(|()| errors == 0),
    }
}

/// For people: what was found, file by file, and how much.
fn tell(all: &[Checked], errors: usize, colour: bool, out: &mut dyn Write) -> io::Result<()> {
    let findings = || all.iter().flat_map(|checked| &checked.found);
    for checked in all.iter().filter(|checked| !checked.found.is_empty()) {
        writeln!(out, "{}", render(&checked.source, &checked.found, colour))?;
    }
    for trial in all.iter().flat_map(|checked| &checked.trials) {
        writeln!(out, "{}", words::of(trial))?;
    }
    writeln!(
        out,
        "{}, {} without errors, {}, {}",
        count(all.len(), "file"),
        count(all.iter().map(|checked| checked.variants.len()).sum(), "variant"),
        count(errors, "error"),
        count(findings().filter(|finding| !finding.is_error()).count(), "warning")
    )
}

/// Checks files side by side; the answers are in their order.
fn check_all<'a>(sources: &[&'a Source], library: &Library) -> Vec<Checked<'a>> {
    let next = AtomicUsize::new(0);
    let work = || {
        let mut done = Vec::new();
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(&source) = sources.get(at) else { return done };
            let (variants, found) = review::check(source, library);
            done.push((at, Checked { source: Cow::Borrowed(source), variants, found, trials: Vec::new() }));
        }
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from).min(sources.len().max(1));
    let mut done: Vec<(usize, Checked)> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        // A file that is lost must not look as if it had no errors.
        threads.into_iter().flat_map(|thread| thread.join().unwrap_or_else(|panic| resume_unwind(panic))).collect()
    });
    done.sort_by_key(|(at, _)| *at);
    done.into_iter().map(|(_, checked)| checked).collect()
}

fn count(number: usize, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}
