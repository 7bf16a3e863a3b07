//! Parentheses: all the letter rows that a prefix with repeated groups stands for.

use crate::diagnostic::{Diagnostic, Span};
use crate::syntax::betza::{Atom, Group, Item, Located, MAX_LEGS, ModifierLetter, Place, Repeat, read_groups};
use hashbrown::HashSet;

/// Most spellings one prefix may have, and most letters they may have together.
const MAX_SPELLINGS: usize = 1000;
const MAX_LETTERS: usize = 100_000;

type Letters = Vec<Located<ModifierLetter>>;

/// The groups of every spelling; an unlimited repetition makes at most `longest` copies.
pub(super) fn spellings(
    items: &[Item],
    atom: &Located<Atom>,
    span: &Span,
    longest: u16,
) -> Result<Vec<Vec<Located<Group>>>, Vec<Diagnostic>> {
    let rows = expand(items, longest).ok_or_else(|| {
        let error = Diagnostic::error(span.clone(), "these repetitions stand for too many different moves");
        vec![error.label("grows too large").help("give a smaller number of copies after `)`")]
    })?;
    rows.iter().map(|letters| read_groups(letters, atom.it, &atom.span, Place::Move)).collect()
}

fn expand(items: &[Item], longest: u16) -> Option<Vec<Letters>> {
    let mut rows = vec![Letters::new()];
    for item in items {
        match item {
            Item::Letter(letter) => rows.iter_mut().for_each(|row| row.push(letter.clone())),
            Item::Repeat(Located { it: Repeat { inside, most }, .. }) => {
                let copies = expand(inside, longest)?;
                rows = repeat(rows, &copies, most.map_or(longest, u16::from))?;
            }
        }
        let size: usize = rows.iter().map(Vec::len).sum();
        if rows.len() > MAX_SPELLINGS || size > MAX_LETTERS {
            return None;
        }
    }
    Some(rows)
}

/// Every row followed by 0 to `most` copies.
fn repeat(rows: Vec<Letters>, copies: &[Letters], most: u16) -> Option<Vec<Letters>> {
    let mut seen: HashSet<String> = rows.iter().map(spell).collect();
    let mut all = rows.clone();
    let mut longest = rows;
    for _ in 0..most {
        let mut next = Vec::new();
        for (row, copy) in longest.iter().flat_map(|row| copies.iter().map(move |copy| (row, copy))) {
            let longer: Letters = row.iter().chain(copy).cloned().collect();
            let legs = longer.iter().filter(|letter| letter.it.letter() == 'a').count();
            if legs < MAX_LEGS && !copy.is_empty() && seen.insert(spell(&longer)) {
                next.push(longer);
            }
            if seen.len() > MAX_SPELLINGS {
                return None;
            }
        }
        all.extend(next.iter().cloned());
        longest = next;
    }
    Some(all)
}

fn spell(letters: &Letters) -> String {
    letters.iter().map(|letter| letter.it.letter()).collect()
}
