//! The variants a referee knows, with the rules of those that were asked for.

use super::fault::{Fault, FaultKind};
use crate::definition::{Definition, Library, LoadError};
use crate::diagnostic::Source;
use crate::game::{Game, Lottery};
use crate::moves::Move;
use crate::notation::{Dialect, Notation, show_square};
use crate::rules::Rules;
use crate::rules::topology::Square;
use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

/// Compiled rules, with the names of squares.
pub struct Book {
    pub rules: Arc<Rules>,
    /// By dialect, made when they are wanted.
    squares: [OnceLock<Vec<String>>; 5],
}

impl Book {
    pub fn new(rules: Arc<Rules>) -> Book {
        Book { rules, squares: Default::default() }
    }

    pub(super) fn square(&self, square: Square, dialect: Dialect) -> &str {
        let names = self.squares[dialect as usize].get_or_init(|| {
            let all = (0..self.rules.topology().cells()).map(Square::from_index);
            all.map(|square| show_square(&self.rules, square, dialect)).collect()
        });
        names.get(square.index()).map_or("-", String::as_str)
    }
}

/// A library with compiled rules.
pub struct Shelf {
    /// Without what was defined in requests.
    base: Library,
    pub(super) library: Library,
    /// What was defined in requests.
    pub(super) texts: Vec<Source>,
    books: HashMap<String, Arc<Book>>,
}

/// So many rules are kept; then all are forgotten.
const MOST_BOOKS: usize = 600;

impl Shelf {
    pub fn new(library: Library) -> Shelf {
        Shelf { base: library.clone(), library, texts: Vec::new(), books: HashMap::new() }
    }

    pub fn library(&self) -> &Library {
        &self.library
    }

    /// The rules of a variant, by any of its names.
    pub fn book(&mut self, name: &str) -> Result<Arc<Book>, Fault> {
        if let Some(book) = self.books.get(name) {
            return Ok(book.clone());
        }
        let definition = self.library.find(name).map_err(|error| match &error {
            LoadError::Unknown { near: Some(near), .. } => {
                Fault::new(FaultKind::Variant, format!("there is no variant `{name}`"))
                    .help(format!("did you mean `{near}`?"))
            }
            LoadError::Unknown { near: None, .. } | LoadError::Broken { .. } => {
                Fault::new(FaultKind::Variant, error.to_string())
            }
        })?;
        let own = definition.names.name.clone();
        if self.books.len() >= MOST_BOOKS {
            self.books.clear();
        }
        let book = match self.books.get(&own) {
            Some(book) => book.clone(),
            None => Arc::new(Book::new(compile(definition, name)?)),
        };
        self.books.insert(own, book.clone());
        self.books.insert(name.to_owned(), book.clone());
        Ok(book)
    }

    /// Takes a text in, in the place of an earlier one of the same name, with the rules of its variants.
    pub(super) fn take(&mut self, source: Source, compiled: Vec<Rules>) {
        self.texts.retain(|text| text.name != source.name);
        self.texts.push(source);
        self.library = self.with_texts(None);
        // Others may come from what was here before.
        self.books.clear();
        let books = compiled.into_iter().map(|rules| (rules.definition.names.name.clone(), Book::new(Arc::new(rules))));
        self.books.extend(books.map(|(name, book)| (name, Arc::new(book))));
    }

    /// Its variants can't be played any more.
    pub(super) fn forget(&mut self, name: &str) {
        self.texts.retain(|text| text.name != name);
        self.library = self.with_texts(None);
        self.books.clear();
    }

    /// The library as if this text were not there.
    pub(super) fn with_texts(&self, without: Option<&str>) -> Library {
        let mut library = self.base.clone();
        let texts = self.texts.iter().filter(|text| without != Some(text.name.as_str()));
        texts.for_each(|text| library.add_text(text.clone()));
        library
    }
}

/// The rules of a variant that was asked for by this name.
pub fn compile(definition: Arc<Definition>, name: &str) -> Result<Arc<Rules>, Fault> {
    Rules::compile(definition).map(Arc::new).map_err(|found| {
        let messages: Vec<&str> = found.iter().map(|finding| finding.message.as_str()).collect();
        Fault::new(FaultKind::Variant, format!("`{name}` cannot be played: {}", messages.join("; ")))
    })
}

/// The game that begins with this position, or with the variant's own, if need be of that number where it is drawn by
/// lot.
pub fn set_up(rules: &Arc<Rules>, fen: Option<&str>, number: Option<u64>, notation: Notation) -> Result<Game, Fault> {
    let drawn = number.map(|number| draw(rules, Choice::Number(number))).transpose()?;
    match fen.or(drawn.as_deref()) {
        None => Ok(Game::new(rules.clone())),
        Some(text) => {
            let fen = notation.fen(text, rules);
            Game::from_fen(rules.clone(), &fen).map_err(|found| Fault::of_fen(&fen, &found))
        }
    }
}

/// Which of the start positions that are drawn by lot.
#[derive(Clone, Copy)]
pub enum Choice {
    Number(u64),
    /// Any, the same for the same seed.
    Seed(u64),
}

/// A start position that is drawn by lot.
pub fn draw(rules: &Rules, choice: Choice) -> Result<String, Fault> {
    let name = &rules.definition.names.name;
    let lottery = Lottery::of(rules)
        .ok_or_else(|| Fault::new(FaultKind::Request, format!("the start position of `{name}` is not drawn by lot")))?;
    match choice {
        Choice::Number(number) => match lottery.lacks(number) {
            Some(lack) => Err(Fault::new(FaultKind::Request, lack)),
            None => Ok(lottery.fen(number)),
        },
        Choice::Seed(seed) => Ok(lottery.deal(&mut fastrand::Rng::with_seed(seed))),
    }
}

/// Plays moves one after the other, up to the first that is not legal.
pub fn play<'t>(
    game: &mut Game,
    moves: impl IntoIterator<Item = &'t str>,
    notation: Notation,
) -> Result<Vec<Move>, Fault> {
    let mut played = Vec::new();
    for (index, text) in moves.into_iter().enumerate() {
        let mv = notation.find(game, text).ok_or_else(|| why_not(game, text, index, notation))?;
        game.play(mv);
        played.push(mv);
    }
    Ok(played)
}

/// Longer texts are not quoted whole.
const MOST_QUOTED: usize = 60;

/// Why a text is not a legal move, and what may have been meant.
fn why_not(game: &Game, text: &str, index: usize, notation: Notation) -> Fault {
    let quoted: String = text.chars().take(MOST_QUOTED).collect();
    let fault = |message: String| Fault { index: Some(index), ..Fault::new(FaultKind::Move, message) };
    if quoted.len() < text.len() {
        return fault(format!("`{quoted}...` is not a legal move here"));
    }
    if let Some(reason) = notation.why_illegal(game, text) {
        return fault(format!("`{text}` is not legal: {reason}"));
    }
    let mut fault = fault(format!("`{text}` is not a legal move here"));
    fault.help.extend(notation.hint(game, text));
    fault
}
