//! Files that lie beside those of variants and bear their names: weights fitted to games (`NAME.weights`), openings
//! (`NAME.book`).

use super::{Entry, Fault, Library, read};
use crate::definition::{
    Condition, Definition, Ending, HandSource, Hands, MoveClause, Names, PerSide, PieceType, Verdict,
};
use crate::diagnostic::{Diagnostic, Source};
use crate::evaluation::fitted::Fitted;
use std::path::Path;
use std::sync::Arc;

const WEIGHTS: &str = "weights";
const BOOK: &str = "book";

/// Endings of the names of such files.
pub(super) const BESIDE: [&str; 2] = [WEIGHTS, BOOK];

/// A file of this kind.
#[derive(Clone)]
pub(super) struct Beside {
    kind: String,
    variant: String,
    layer: usize,
    source: Source,
}

impl Beside {
    pub(super) fn new(source: Source, layer: usize) -> Beside {
        let path = Path::new(&source.name);
        let part = |part: Option<&std::ffi::OsStr>| part.unwrap_or_default().to_string_lossy().into_owned();
        Beside { kind: part(path.extension()), variant: part(path.file_stem()), layer, source }
    }
}

impl Library {
    /// Adds what lies beside the file at `path`, which has just been added as the `file`th, and bears the name of one of its
    /// variants. Returns what cannot be read.
    pub(super) fn add_beside(&mut self, path: &Path, file: usize) -> Vec<Fault> {
        let names = self.entries.iter().filter(|entry| entry.file >= file).map(|entry| &entry.names.name);
        let paths = names.flat_map(|name| BESIDE.map(|kind| path.with_file_name(format!("{name}.{kind}"))));
        let paths: Vec<_> = paths.filter(|path| path.is_file()).collect();
        let mut faults = Vec::new();
        for path in paths {
            match read(&path) {
                // They belong to what was added last.
                Ok(source) => self.beside.push(Beside::new(source, self.layers - 1)),
                Err(fault) => faults.push(fault),
            }
        }
        faults
    }

    /// Files of fitted weights, with the names of their variants.
    pub fn weights_files(&self) -> impl Iterator<Item = (&str, &Source)> {
        self.of_kind(WEIGHTS)
    }

    /// Opening books, with the names of their variants.
    pub fn books(&self) -> impl Iterator<Item = (&str, &Source)> {
        self.of_kind(BOOK)
    }

    fn of_kind(&self, kind: &'static str) -> impl Iterator<Item = (&str, &Source)> {
        let files = self.beside.iter().filter(move |file| file.kind == kind);
        files.map(|file| (file.variant.as_str(), &file.source))
    }

    /// The opening book of a variant.
    pub fn book(&self, name: &str) -> Option<&Source> {
        self.own(BOOK, self.entry(name)?).next()
    }

    /// The files of this kind for a variant, the last that was added first, but none for a variant that hides this one.
    fn own(&self, kind: &'static str, entry: &Entry) -> impl Iterator<Item = &Source> {
        let name = &entry.names.name;
        let layer = self.files[entry.file].layer;
        let namesakes = self.entries.iter().filter(|other| other.names.name == *name);
        let hidden = namesakes.map(|other| self.files[other.file].layer).filter(|&other| other > layer).min();
        let meant = layer..hidden.unwrap_or(usize::MAX);
        let files = self.beside.iter().rev();
        let own = move |file: &&Beside| file.kind == kind && file.variant == *name && meant.contains(&file.layer);
        files.filter(own).map(|file| &file.source)
    }

    /// The weights fitted to games of a variant, or to games of an ancestor in which the same is worth the same: on the
    /// same board, with the same goals and captures, and with hands that are filled if those are.
    /// A file with a slip is passed over: the game can be played without.
    pub(super) fn weights_of(&self, entry: &Entry, definition: &Definition) -> Option<Arc<Fitted>> {
        let name = &entry.names.name;
        let layer = self.files[entry.file].layer;
        if let Some(fitted) = self.own(WEIGHTS, entry).find_map(|source| Fitted::parse(source).ok()) {
            return Some(Arc::new(fitted));
        }
        let parent = entry.names.parent.as_ref().filter(|_| self.weights_files().next().is_some())?;
        // A variant may come from the one of the same name that it hides.
        let is_parent = |other: &&Entry| {
            let above = self.files[other.file].layer;
            other.names.name == *parent && above <= layer && (other.names.name != *name || above < layer)
        };
        let parent = self.entries.iter().rev().find(is_parent)?;
        let parent = parent.loaded.get_or_init(|| self.load(parent)).as_ref().ok()?;
        let fitted = parent.weights.as_ref().filter(|_| is_worth_the_same(definition, parent))?;
        let also = |differ: fn(&PieceType, &PieceType) -> bool| -> Vec<&str> {
            let before = |piece: &PieceType| parent.pieces.iter().find(|before| before.symbol == piece.symbol);
            let pieces =
                definition.pieces.iter().filter(|piece| before(piece).is_some_and(|before| differ(piece, before)));
            pieces.map(|piece| piece.symbol.as_str()).collect()
        };
        let (changed, mut revalued) = (also(move_differently), also(|one, other| one.value != other.value));
        // Whose moves are those of others now, or were there, is worth something else.
        if definition.borrowing != parent.borrowing {
            let borrows = |piece: &&PieceType| [definition, parent].iter().any(|game| game.borrows(&piece.symbol));
            let pieces = || definition.pieces.iter().filter(|piece| !piece.royal);
            if pieces().all(|piece| borrows(&piece)) {
                return None;
            }
            revalued.extend(pieces().filter(borrows).map(|piece| piece.symbol.as_str()));
        }
        Some(match changed.is_empty() && revalued.is_empty() {
            true => fitted.clone(),
            false => Arc::new(fitted.doubting(parent, &changed, &revalued)),
        })
    }

    /// What is wrong with the name of a file of this kind, if it isn't that of a variant: it is for none, then.
    pub fn misnamed(&self, kind: &str, name: &str) -> Option<Diagnostic> {
        let (why, own) = match self.entry(name) {
            Some(entry) if entry.names.name == name => return None,
            Some(Entry { names: Names { name: own, .. }, .. }) => {
                (format!("`{name}` is another name of `{own}`"), Some(own.clone()))
            }
            None => match self.freed(name).and_then(|form| form.names.parent) {
                Some(plain) => (format!("`{name}` is a form of `{plain}` and has no {kind} of its own"), Some(plain)),
                None => (self.unknown(name).to_string(), None),
            },
        };
        let unused = if kind == BOOK { "this book is never opened" } else { "these weights have no effect" };
        let help = match own {
            Some(own) => format!("call the file `{own}.{kind}`"),
            None => "the name of the file is that of the variant".to_owned(),
        };
        Some(Diagnostic::warning(0..0, format!("{unused}: {why}")).help(help))
    }

    /// What is wrong with the names of the files from this one on, line by line.
    pub(super) fn misnamed_beside(&self, first: usize) -> impl Iterator<Item = String> {
        let files = self.beside[first..].iter();
        files.filter_map(|file| Some(self.misnamed(&file.kind, &file.variant)?.one_line(&file.source)))
    }

    /// What is wrong with the weights among the files from this one on.
    pub(super) fn faults_of_weights(&self, first: usize) -> impl Iterator<Item = (Source, Vec<Diagnostic>)> {
        let files = self.beside[first..].iter().filter(|file| file.kind == WEIGHTS);
        files.filter_map(|file| Some((file.source.clone(), vec![Fitted::parse(&file.source).err()?])))
    }
}

fn is_worth_the_same(one: &Definition, other: &Definition) -> bool {
    one.topology == other.topology
        && have_hands_alike(one.hands.as_ref(), other.hands.as_ref())
        && one.effects == other.effects
        && one.aftermath == other.aftermath
        && one.wall == other.wall
        && one.restrictions == other.restrictions
        && one.pass == other.pass
        && one.turns == other.turns
        && goals(one) == goals(other)
}

fn move_differently(one: &PieceType, other: &PieceType) -> bool {
    let same = |one: &MoveClause, other: &MoveClause| {
        (&one.from, &one.into, one.along, one.after_capture)
            == (&other.from, &other.into, other.along, other.after_capture)
            && one.programs == other.programs
    };
    one.moves.len() != other.moves.len() || !one.moves.iter().zip(&other.moves).all(|(one, other)| same(one, other))
}

/// The same hands, or such as are filled with the same pieces by captures; where these may be dropped and what becomes of them
/// matters less.
fn have_hands_alike(one: Option<&Hands>, other: Option<&Hands>) -> bool {
    let (Some(one), Some(other)) = (one, other) else { return one == other };
    let filled = |hands: &Hands| !matches!(hands.source, HandSource::Start | HandSource::Outside);
    one == other || filled(one) && filled(other) && one.kinds == other.kinds && one.gates == other.gates
}

/// What is played for. How a game is drawn, when none is won, hardly changes what pieces are worth, nor does how many checks it takes.
fn goals(definition: &Definition) -> Vec<Ending> {
    let decides = |ending: &&Ending| {
        ending.result != Verdict::Draw
            && !matches!(
                ending.condition,
                Condition::Stalemate
                    | Condition::StalemateOf(_)
                    | Condition::OnlyPromotions
                    | Condition::MoveCount { .. }
                    | Condition::Counting(_)
                    | Condition::Repetition { .. }
            )
    };
    let goal = |ending: &Ending| match ending.condition {
        Condition::Checks { count } => {
            let some = PerSide(count.0.map(|number| number.map(|_| 1)));
            Ending { condition: Condition::Checks { count: some }, ..ending.clone() }
        }
        _ => ending.clone(),
    };
    definition.endings.iter().filter(decides).map(goal).collect()
}
