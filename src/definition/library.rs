//! The variants that can be played: those shipped with the program, and files given by the user.
//!
//! Only headings and names are looked at beforehand; a variant is read when it is asked for, with its ancestors and
//! nothing else. Later files come before earlier ones, so that a user's file may replace what is shipped.

mod armies;
mod beside;
mod found;

use super::armies::{Head, Pair};
use super::load::{Scope, load, one};
use super::{Castling, Definition, Names};
use crate::diagnostic::{Diagnostic, Source, did_you_mean};
use crate::files;
use crate::import::{self, Translation};
use crate::syntax::variant::{VariantSyntax, parse};
pub use armies::Armies;
use beside::{BESIDE, Beside};
use found::{collect, collect_shipped, read, scan, unread};
use include_dir::{Dir, include_dir};
use std::borrow::Cow;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

static SHIPPED: Dir = include_dir!("$CARGO_MANIFEST_DIR/variants");

/// A collection of variants.
#[derive(Clone, Default)]
pub struct Library {
    files: Vec<File>,
    /// Later ones hide earlier ones of the same name.
    entries: Vec<Entry>,
    /// Fitted weights and opening books.
    beside: Vec<Beside>,
    layers: usize,
    /// Programs are told of these only, if there are any; the others can be played all the same.
    told: Vec<String>,
}

#[derive(Clone)]
struct File {
    source: Arc<Source>,
    /// What it was made into, if it is of another program.
    translation: Option<Translation>,
    layer: usize,
    syntax: OnceLock<Vec<VariantSyntax>>,
}

#[derive(Clone)]
struct Entry {
    names: Names,
    file: usize,
    /// The armies to choose from.
    armies: Vec<Head>,
    /// A game between two of them; the variant that has them.
    pair: Option<(String, Pair)>,
    loaded: OnceLock<Result<Arc<Definition>, LoadError>>,
}

/// A file, and what is wrong with it.
type Fault = (Source, Vec<Diagnostic>);

/// Why a variant cannot be had.
#[derive(Clone, Debug)]
pub enum LoadError {
    Unknown { name: String, near: Option<String> },
    Broken { name: String, source: Source, diagnostics: Vec<Diagnostic> },
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LoadError::Unknown { name, .. } if name.ends_with(".variant") => {
                write!(
                    f,
                    "there is no variant `{name}`; a file is named with `--variants {name}`, and a variant in it by its own name"
                )
            }
            LoadError::Unknown { name, near: None } => write!(f, "there is no variant `{name}`"),
            LoadError::Unknown { name, near: Some(near) } => {
                write!(f, "there is no variant `{name}`; did you mean `{near}`?")
            }
            LoadError::Broken { name, source, diagnostics } => {
                write!(f, "the variant `{name}` has errors")?;
                diagnostics.iter().try_for_each(|finding| write!(f, "\n{}", finding.one_line(source)))
            }
        }
    }
}

impl std::error::Error for LoadError {}

impl Entry {
    fn new(names: Names, file: usize) -> Entry {
        Entry { names, file, armies: Vec::new(), pair: None, loaded: OnceLock::new() }
    }

    /// The name in the heading of what is to be read.
    fn heading(&self) -> &str {
        self.pair.as_ref().map_or(&self.names.name, |(variant, _)| variant)
    }

    fn pair(&self) -> Option<&Pair> {
        self.pair.as_ref().map(|(_, pair)| pair)
    }
}

/// What the forms of variants are called in which castling is as free as in Chess960.
pub const FREED: &str = "960";

impl Library {
    /// A library without variants.
    pub fn empty() -> Library {
        Library::default()
    }

    /// The variants that come with the program.
    pub fn shipped() -> Library {
        let mut library = Library::empty();
        let mut files = Vec::new();
        collect_shipped(&SHIPPED, &mut files);
        files.sort_unstable();
        library.add(files.into_iter().map(|(name, text)| Source { name, text: Cow::Borrowed(text) }).collect());
        library
    }

    /// Adds a file with what lies beside it for its variants, or all `.variant`, `.ini`, `.weights` and `.book` files of a directory
    /// and those below it. Files with errors are added too: what is sound in them can be played.
    pub fn add_path(&mut self, path: &Path) -> Result<(), Vec<Fault>> {
        let mut paths = Vec::new();
        let mut faults: Vec<Fault> = Vec::new();
        if let Err(error) = collect(path, &mut paths) {
            faults.push(unread(path, &files::why(path, &error)));
        }
        paths.sort_unstable();
        let mut sources = Vec::new();
        for path in paths {
            match read(&path) {
                Ok(source) => sources.push(source),
                Err(fault) => faults.push(fault),
            }
        }
        let beside = self.beside.len();
        let added = self.add(sources);
        if !path.is_dir() {
            faults.extend(self.add_beside(path, added));
        }
        faults.extend(self.faults_of_weights(beside));
        for file in &self.files[added..] {
            let (_, found) = load(&file.source, self);
            if found.iter().any(Diagnostic::is_error) {
                faults.push((Source::clone(&file.source), found));
            }
        }
        if faults.is_empty() { Ok(()) } else { Err(faults) }
    }

    /// Adds some of these, one after the other; returns what is wrong with them, line by line.
    pub fn add_paths(&mut self, paths: impl Iterator<Item = PathBuf>) -> Vec<String> {
        let (mut faults, beside) = (Vec::new(), self.beside.len());
        for path in paths {
            for (source, found) in self.add_path(&path).err().unwrap_or_default() {
                faults.extend(found.iter().map(|finding| finding.one_line(&source)));
            }
        }
        // Whose variant is among those further on is not misnamed.
        faults.extend(self.misnamed_beside(beside));
        faults
    }

    /// Adds a text as a file of that name would be. What is wrong with it is not said here, but by [`load`] and by
    /// [`Library::find`].
    pub fn add_text(&mut self, source: Source) {
        self.add(vec![source]);
    }

    /// Adds texts as one layer; returns the index of the first.
    fn add(&mut self, sources: Vec<Source>) -> usize {
        let (first, first_entry, mut armed) = (self.files.len(), self.entries.len(), Vec::new());
        let is_beside = |source: &Source| {
            let kind = Path::new(&source.name).extension();
            kind.is_some_and(|kind| BESIDE.iter().any(|known| kind == *known))
        };
        let (beside, sources): (Vec<Source>, Vec<Source>) = sources.into_iter().partition(is_beside);
        if !beside.is_empty() {
            // They may be for variants that have been looked at.
            self.entries.iter_mut().for_each(|entry| entry.loaded = OnceLock::new());
        }
        self.beside.extend(beside.into_iter().map(|source| Beside::new(source, self.layers)));
        for source in sources {
            let index = self.files.len();
            let translation = import::translate(&source);
            let file = File { source: Arc::new(source), translation, layer: self.layers, syntax: OnceLock::new() };
            for (names, speaks_of_armies) in scan(file.text()) {
                armed.extend(speaks_of_armies.then_some(self.entries.len()));
                self.entries.push(Entry::new(names, index));
            }
            self.files.push(file);
        }
        self.pair_up(first_entry, &armed);
        self.layers += 1;
        first
    }

    /// The files, in the order in which they were added.
    pub fn sources(&self) -> impl Iterator<Item = &Source> {
        self.files.iter().map(|file| &*file.source)
    }

    /// Names of all variants that can be found, in the order in which they were added.
    pub fn names(&self) -> impl Iterator<Item = &Names> {
        let hidden =
            |at: usize, names: &Names| self.entries[at + 1..].iter().any(|later| later.names.name == names.name);
        let entries = self.entries.iter().enumerate();
        entries.filter(move |(at, entry)| !hidden(*at, &entry.names)).map(|(_, entry)| &entry.names)
    }

    /// Programs that have no room for all variants are told of these only. What is wrong with the names comes back.
    pub fn tell_only(&mut self, names: Vec<String>) -> Vec<LoadError> {
        let mut faults = Vec::new();
        for name in names {
            match self.entry(&name) {
                Some(entry) => self.told.push(entry.names.name.clone()),
                None => faults.push(self.unknown(&name)),
            }
            // What has no such name may come from a file that is loaded later.
            self.told.push(name);
        }
        faults
    }

    /// It doesn't come with the program.
    pub fn is_brought(&self, name: &str) -> bool {
        self.entry(name).is_some_and(|entry| self.files[entry.file].layer > 0)
    }

    /// Programs are told of some variants only.
    pub fn is_told_in_part(&self) -> bool {
        !self.told.is_empty()
    }

    /// Names of the variants that programs are told of.
    pub fn told(&self) -> impl Iterator<Item = &Names> {
        let wanted = |names: &&Names| {
            let called =
                |name: &String| [&names.name, &names.uci, &names.cecp].iter().any(|own| own.eq_ignore_ascii_case(name));
            self.told.is_empty() || self.told.iter().any(called)
        };
        self.names().filter(wanted)
    }

    /// A variant by its own name, its name in UCI or CECP, or an alias.
    pub fn find(&self, name: &str) -> Result<Arc<Definition>, LoadError> {
        let Some(entry) = self.entry(name) else {
            return self.freed(name).map(Arc::new).ok_or_else(|| self.unknown(name));
        };
        entry.loaded.get_or_init(|| self.load(entry)).clone()
    }

    /// The variant of this name without its weights, and it isn't kept: for those who look at many of them.
    pub fn glance(&self, name: &str) -> Result<Definition, LoadError> {
        match self.entry(name) {
            Some(entry) => self.define(entry),
            None => self.freed(name).ok_or_else(|| self.unknown(name)),
        }
    }

    /// The form of a variant, by its name with [`FREED`] behind it, in which castling partners may stand anywhere on their back
    /// ranks. `None` where nothing would be different.
    fn freed(&self, name: &str) -> Option<Definition> {
        let plain = self.find(name.strip_suffix(FREED)?).ok()?;
        let mut definition = Definition::clone(&plain);
        let bound = |rule: &&mut Castling| !rule.anywhere && rule.on.is_none();
        definition.castling.iter_mut().filter(bound).for_each(|rule| rule.anywhere = true);
        let name = format!("{}{FREED}", plain.names.name);
        definition.names = Names {
            title: format!("{} {FREED}", plain.names.title),
            parent: Some(plain.names.name.clone()),
            uci: name.clone(),
            cecp: name.clone(),
            aliases: Vec::new(),
            name,
            ..definition.names
        };
        (definition.castling != plain.castling).then_some(definition)
    }

    fn unknown(&self, name: &str) -> LoadError {
        let spellings = |names: &'_ Names| [&names.name, &names.uci, &names.cecp].map(String::clone);
        let names: Vec<String> =
            self.names().flat_map(|names| spellings(names).into_iter().chain(names.aliases.clone())).collect();
        let names = || names.iter().map(String::as_str);
        // A part of a name is likelier to be meant than what is spelled alike.
        let part = name.to_lowercase();
        let whole = |name: &&str| name.len() > part.len() && part.len() > 2 && name.contains(&part);
        let near = names().filter(whole).min_by_key(|name| name.len()).or_else(|| did_you_mean(name, names()));
        LoadError::Unknown { name: name.to_owned(), near: near.map(str::to_owned) }
    }

    fn entry(&self, name: &str) -> Option<&Entry> {
        let same = |other: &str| other.eq_ignore_ascii_case(name);
        let find = |test: &dyn Fn(&Names) -> bool| self.entries.iter().rev().find(|entry| test(&entry.names));
        find(&|names| names.name == name)
            .or_else(|| find(&|names| same(&names.name)))
            .or_else(|| find(&|names| same(&names.uci)))
            .or_else(|| find(&|names| same(&names.cecp)))
            .or_else(|| find(&|names| names.aliases.iter().any(|alias| same(alias))))
    }

    /// The name of the file that a variant is in, and what is said there about it, from the comment above its heading on.
    pub fn written(&self, name: &str) -> Option<(&str, &str)> {
        let entry = self.entry(name)?;
        let file = &self.files[entry.file];
        let (text, variants) = (file.text(), file.syntax());
        let at = variants.iter().position(|variant| variant.name.text == entry.heading())?;
        let end_of = |variant: &VariantSyntax| {
            let last = variant.statements.last().map_or(variant.name.span.end, |statement| statement.span().end);
            text[last..].find('\n').map_or(text.len(), |end| last + end)
        };
        let start = at.checked_sub(1).map_or(0, |before| end_of(&variants[before]));
        Some((&file.source.name, text.get(start..end_of(&variants[at]))?.trim_matches(['\n', '\r'])))
    }

    fn load(&self, entry: &Entry) -> Result<Arc<Definition>, LoadError> {
        let mut definition = self.define(entry)?;
        definition.weights = self.weights_of(entry, &definition);
        Ok(Arc::new(definition))
    }

    fn define(&self, entry: &Entry) -> Result<Definition, LoadError> {
        let file = &self.files[entry.file];
        let broken = |diagnostics| LoadError::Broken {
            name: entry.names.name.clone(),
            source: Source::clone(&file.source),
            diagnostics,
        };
        let variants = file.syntax();
        let Some(variant) = variants.iter().find(|variant| variant.name.text == entry.heading()) else {
            return Err(broken(file.traced(parse(file.text()).1)));
        };
        let scope = Scope { file: variants, source: None, library: self, layer: file.layer };
        let (definition, diagnostics, _) = one(variant, &scope, entry.pair());
        let errors = || broken(file.traced(diagnostics.into_iter().filter(Diagnostic::is_error).collect()));
        definition.ok_or_else(errors)
    }

    /// Warns of variants of a file that cannot be found, because a later file has others of these names.
    pub(crate) fn hidden(&self, source: &Source) -> Vec<Diagnostic> {
        let Some(at) = self.written_here(source) else { return Vec::new() };
        let hidden = |variant: &VariantSyntax| {
            let name = &variant.name;
            let later = self.entries.iter().filter(|entry| entry.file > at && entry.pair.is_none());
            let same = later.filter(|entry| entry.names.name == name.text).last()?;
            let file = &self.files[same.file];
            let meant = file.syntax().iter().any(|other| other.name.text == name.text && other.comes_from_its_name());
            // It may be the same file, by another path.
            let is_another = !meant && file.source.text != source.text;
            let (name, file) = (&name.text, &file.source.name);
            let message = format!("this `{name}` is never played: {file} has another variant of that name");
            is_another
                .then(|| Diagnostic::warning(variant.name.span.clone(), message).help("give one of them another name"))
        };
        self.files[at].syntax().iter().filter_map(hidden).collect()
    }

    /// Warns of variants of a file that hide others which come with the program, unless it is the same file.
    pub(crate) fn hiding(&self, source: &Source) -> Vec<Diagnostic> {
        let Some(at) = self.written_here(source).filter(|&at| self.files[at].layer > 0) else { return Vec::new() };
        let hides = |variant: &&VariantSyntax| {
            let shipped = self.entries.iter().take_while(|entry| self.files[entry.file].layer == 0);
            let mut others = shipped.filter(|entry| self.files[entry.file].source.text != source.text);
            !variant.comes_from_its_name() && others.any(|entry| entry.names.name == variant.name.text)
        };
        let warn = |variant: &VariantSyntax| {
            let name = &variant.name.text;
            let message = format!("this `{name}` is played instead of the one that comes with the program");
            let help =
                format!("give it another name; if it is meant to stand for that one, say `variant {name} from {name}`");
            Diagnostic::warning(variant.name.span.clone(), message).help(help)
        };
        self.files[at].syntax().iter().filter(hides).map(warn).collect()
    }

    /// What is said of hidden variants in files that don't come with the program, line by line.
    pub fn hidden_among_brought(&self) -> Vec<String> {
        let brought = self.files.iter().filter(|file| file.layer > 0).map(|file| &*file.source);
        let said = |source| self.hidden(source).iter().map(|finding| finding.one_line(source)).collect::<Vec<_>>();
        let mut lines: Vec<String> = brought.flat_map(said).collect();
        lines.dedup();
        lines
    }

    /// The last file of this text and name, if it is one of our own language.
    fn written_here(&self, source: &Source) -> Option<usize> {
        self.files.iter().rposition(|file| *file.source == *source && file.translation.is_none())
    }

    /// The text of a variant for one that comes from it: the latest that is not above `layer`.
    pub(super) fn syntax(
        &self,
        name: &str,
        layer: usize,
        fresh: impl Fn(&VariantSyntax) -> bool,
    ) -> Option<(&VariantSyntax, Scope<'_>, Option<Pair>)> {
        let entries = self.entries.iter().rev().filter(|entry| entry.names.name == name);
        entries.filter(|entry| self.files[entry.file].layer <= layer).find_map(|entry| {
            let file = &self.files[entry.file];
            let variants = file.syntax();
            let named = variants.iter().find(|variant| variant.name.text == entry.heading());
            let variant = named.filter(|variant| fresh(variant))?;
            let scope = Scope { file: variants, source: Some(file.shown()), library: self, layer: file.layer };
            Some((variant, scope, entry.pair().cloned()))
        })
    }
}

impl File {
    fn syntax(&self) -> &[VariantSyntax] {
        self.syntax.get_or_init(|| parse(self.text()).0)
    }

    /// What is read: the file, or what it was made into.
    fn text(&self) -> &str {
        self.translation.as_ref().map_or(&self.source.text, |translation| &translation.text)
    }

    /// What is shown where something in it matters to another file.
    fn shown(&self) -> Arc<Source> {
        match &self.translation {
            None => self.source.clone(),
            Some(read) => Arc::new(Source::new(format!("{} (as it was read)", self.source.name), read.text.clone())),
        }
    }

    /// What is said about that text, as something about the file.
    fn traced(&self, found: Vec<Diagnostic>) -> Vec<Diagnostic> {
        let trace = |finding: Diagnostic| match &self.translation {
            Some(translation) => translation.trace(finding),
            None => finding,
        };
        found.into_iter().map(trace).collect()
    }
}
