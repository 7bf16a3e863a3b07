//! `griffon import`: files of other programs as files of ours.

use super::Fault;
use crate::definition::{Library, load};
use crate::diagnostic::{Diagnostic, Source, did_you_mean, render};
use crate::files;
use crate::import::{self, Translation};
use crate::shorten::in_short;
use std::fs;
use std::io::Write;
use std::path::PathBuf;

#[derive(clap::Args)]
pub struct Arguments {
    /// A file of another program, such as Fairy-Stockfish's variants.ini
    file: PathBuf,
    /// Variants to import; all if none is named
    #[arg(value_name = "NAME")]
    names: Vec<String>,
    /// A directory to write a file for each variant to; otherwise they are printed
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Write over files that are there
    #[arg(long, requires = "out")]
    force: bool,
    /// Say everything, also of variants that could be made `from` a shipped one
    #[arg(long)]
    full: bool,
}

/// Prints or writes the variants; what there is to say about the file goes to the error channel. True if nothing in what
/// was asked for is wrong.
pub fn run(arguments: &Arguments, colour: bool, out: &mut dyn Write) -> Result<bool, Fault> {
    let path = arguments.file.display();
    let source = Source::new(path.to_string(), files::read(&arguments.file, files::WRITTEN).map_err(Fault::Input)?);
    let Some(translation) = import::translate(&source) else {
        let ours = source.text.lines().any(|line| line.starts_with("variant "));
        return Err(Fault::Input(match ours {
            true => format!("{path}: this is a file of Griffon's own already; `griffon check` says what is in it"),
            false => format!("{path}: this is not a file that Griffon can import; `griffon check` says more"),
        }));
    };
    let library = Library::shipped();
    let (definitions, found) = load(&source, &library);
    let chosen = chosen(&translation, &arguments.names)?;
    let place = |name: &str| arguments.out.as_ref().map(|directory| directory.join(format!("{name}.variant")));
    // Somebody may have written what is there by hand.
    let there = chosen.iter().filter_map(|(name, _)| place(name)).find(|file| file.exists());
    if let Some(file) = there.filter(|_| !arguments.force) {
        return Err(Fault::Input(format!("{} is there already; `--force` writes over it", file.display())));
    }
    let mut all_loaded = true;
    if !found.is_empty() {
        let all = arguments.names.is_empty();
        let about: Vec<Diagnostic> = found
            .into_iter()
            .filter(|finding| all || chosen.iter().any(|(_, span)| span.contains(&finding.span.start)))
            .collect();
        eprint(&render(&source, &about, colour));
        all_loaded = !about.iter().any(Diagnostic::is_error);
        if !all_loaded && !all {
            return Ok(false);
        }
    }
    if let Some(directory) = &arguments.out {
        fs::create_dir_all(directory).map_err(|error| Fault::Input(files::unwritten(directory, &error)))?;
    }
    for (at, (name, _)) in chosen.iter().enumerate() {
        let full = translation.variant(name).unwrap_or_default();
        let definition = definitions.iter().find(|definition| definition.names.name == *name);
        if definition.is_none() && arguments.out.is_some() {
            eprintln!("{name}: left out, because of what `griffon check {path}` finds");
            all_loaded = false;
            continue;
        }
        let short = definition.filter(|_| !arguments.full).and_then(|it| in_short(it, &translation, &library));
        let text = short.as_deref().unwrap_or(full);
        match place(name) {
            None => writeln!(out, "{}{}", if at > 0 { "\n" } else { "" }, text.trim_end())?,
            Some(file) => {
                files::write(&file, &format!("{}\n", text.trim_end())).map_err(Fault::Input)?;
                writeln!(out, "{}", file.display())?;
            }
        }
    }
    Ok(all_loaded)
}

fn eprint(text: &str) {
    let _ = writeln!(std::io::stderr(), "{text}");
}

/// Names of variants, and the part of the file that each comes from.
type Chosen = Vec<(String, std::ops::Range<usize>)>;

/// No more names than this are listed where one is not found.
const MOST_LISTED: usize = 12;

fn chosen(translation: &Translation, names: &[String]) -> Result<Chosen, Fault> {
    let all: Chosen = translation.names().collect();
    if names.is_empty() {
        return Ok(all);
    }
    let find = |name: &String| {
        all.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).cloned().ok_or_else(|| {
            let near = did_you_mean(name, all.iter().map(|(name, _)| name.as_str()));
            let list = || all.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>().join(", ");
            let help = match near {
                Some(near) => format!("; did you mean `{near}`?"),
                None if (1..=MOST_LISTED).contains(&all.len()) => format!("; there are {}", list()),
                None => String::new(),
            };
            Fault::Input(format!("there is no variant `{name}` in this file that can be imported{help}"))
        })
    };
    names.iter().map(find).collect()
}
