//! The part of a session that plays from an opening book, and shows it.
//!
//! Books come beside the files of variants, or the user names some. The one of the present variant is read when its first
//! move is wanted, at the latest; what is wrong in it is said then, once.

use super::{Listener, Reply, Session};
use crate::book::{Book, Known};
use crate::diagnostic::Source;
use crate::moves::Move;
use crate::rules::Rules;
use std::path::Path;
use std::sync::Arc;

/// The books there are, and the one that is open.
#[derive(Default)]
pub(super) struct Shelf {
    /// Those the user has named, instead of those beside the variants.
    named: Vec<Source>,
    /// What has been read for these rules.
    open: Option<(Arc<Rules>, Book)>,
}

/// A broken file is recognised by so many lines.
const MOST_COMPLAINTS: usize = 5;

impl Shelf {
    /// What is known may be no longer so.
    pub(super) fn close(&mut self) {
        self.open = None;
    }
}

impl Session {
    pub(super) fn use_book(&mut self, on: bool, say: Listener) {
        self.settings.by_book = on;
        self.prepare_book(say);
    }

    pub(super) fn take_books(&mut self, files: Vec<Source>, say: Listener) {
        self.shelf.named = files;
        self.shelf.close();
        self.prepare_book(say);
    }

    /// Opens the book of the present variant if it will be played from.
    pub(super) fn prepare_book(&mut self, say: Listener) {
        if self.settings.by_book {
            self.open_book(say);
        }
    }

    fn open_book(&mut self, say: Listener) {
        let rules = self.rules().clone();
        if self.shelf.open.as_ref().is_some_and(|(of, _)| Arc::ptr_eq(of, &rules)) {
            return;
        }
        let mut all = Book::default();
        let mut complaints = Vec::new();
        for source in self.sources() {
            let (book, found) = Book::read(source, &rules);
            all.merge(book);
            complaints.extend(found.iter().take(MOST_COMPLAINTS).map(|finding| finding.one_line(source)));
            if let Some(more) = found.len().checked_sub(MOST_COMPLAINTS).filter(|more| *more > 0) {
                complaints.push(format!("{}: and {more} more", source.name));
            }
        }
        self.shelf.open = Some((rules, all));
        complaints.into_iter().for_each(|complaint| say(self, Reply::Complaint(complaint)));
    }

    /// The books of the present variant: of those the user has named all that bear its name or that of no variant, else the one
    /// beside its file.
    fn sources(&self) -> Vec<&Source> {
        let own = &self.definition().names.name;
        let suits = |source: &&Source| {
            let stem = Path::new(&source.name).file_stem().unwrap_or_default().to_string_lossy();
            stem == own.as_str() || !self.library.names().any(|names| names.name == stem)
        };
        let named: Vec<&Source> = self.shelf.named.iter().filter(suits).collect();
        if named.is_empty() { self.library.book(own).into_iter().collect() } else { named }
    }

    /// What the book knows of the present position.
    fn known(&mut self, say: Listener) -> Vec<Known> {
        self.open_book(say);
        let Some((_, book)) = &self.shelf.open else { return Vec::new() };
        let known = book.moves(self.game.position());
        // Where positions may not be repeated, what is legal depends on the way here, which a book doesn't know.
        known.into_iter().filter(|known| self.legal().contains(&known.mv)).collect()
    }

    pub(super) fn show_book(&mut self, say: Listener) {
        let known = self.known(say);
        say(self, Reply::Book(known));
    }

    /// A move by lot, each as often as it counts, if the book is used and knows one; among these moves, if there are any.
    pub(super) fn draw_from_book(&mut self, among: &[Move], say: Listener) -> Option<Move> {
        if !self.settings.by_book {
            return None;
        }
        let mut known = self.known(say);
        known.retain(|known| {
            known.tally.weight() > 0
                && (among.is_empty() || among.contains(&known.mv))
                && self.gui.can_say.is_none_or(|can_say| can_say(self, known.mv))
        });
        let total: u64 = known.iter().map(|known| known.tally.weight()).sum();
        let mut lot = self.lot().checked_rem(total)?;
        let drawn = known.iter().find(|known| {
            let weight = known.tally.weight();
            let here = lot < weight;
            lot = lot.saturating_sub(weight);
            here
        });
        let mv = drawn?.mv;
        say(self, Reply::FromBook(known));
        Some(mv)
    }
}
