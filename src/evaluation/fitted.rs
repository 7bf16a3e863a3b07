//! Files of weights that were fitted to games: `NAME.weights` beside the file of the variant NAME.
//!
//! A line has a group, the symbol of a piece where the group has one for each, and its weights in the order of the layout:
//! middle game and end game with a comma, in 1/100 of a pawn-like piece, `*5` for five times the same. What follows `#` is a comment.
//! Weights of the second player are only told where they aren't those of the first.

use super::Score;
use super::terms::{Group, Items, Layout};
use super::trace::Symmetry;
use crate::definition::{Definition, Kind, Side};
use crate::diagnostic::{Diagnostic, Source, did_you_mean, words};
use crate::rules::{Piece, Rules};
use std::fmt::Write;
use std::ops::Range;
use std::sync::Arc;

/// What a file says.
#[derive(Clone, Debug, PartialEq)]
pub struct Fitted {
    lines: Vec<Line>,
    /// Symbols of pieces that move otherwise than those that this was fitted to.
    doubtful: Vec<String>,
    /// The variant that has the latter, where there are doubts.
    origin: Option<Arc<Definition>>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Line {
    group: Group,
    /// Empty for groups that have only one item.
    symbol: String,
    weights: Vec<Score>,
    span: Range<usize>,
}

/// Most weights in a line; more are a mistake.
const MOST: usize = 1 << 17;

impl Fitted {
    /// Reads a file.
    pub fn parse(source: &Source) -> Result<Fitted, Diagnostic> {
        let mut lines = Vec::new();
        let mut at = 0;
        for text in source.text.split('\n') {
            let told = text.split('#').next().unwrap_or("");
            let mut words = words(told, at);
            let line = at..at + told.trim_end().len();
            at += text.len() + 1;
            let Some((span, word)) = words.next() else { continue };
            let Some(group) = Group::ALL.into_iter().find(|group| group.word() == word) else {
                let near = did_you_mean(word, Group::ALL.map(Group::word));
                let hint = near.map_or(String::new(), |near| format!("; did you mean `{near}`?"));
                return Err(Diagnostic::error(span, format!("there is no group of weights `{word}`{hint}")));
            };
            let symbol = match group.items() {
                Items::One => String::new(),
                Items::Pieces | Items::Kinds => match words.next() {
                    Some((_, symbol)) => symbol.to_owned(),
                    None => return Err(Diagnostic::error(span, "the symbol of a piece is missing".to_owned())),
                },
            };
            let mut weights = Vec::new();
            for (span, word) in words {
                let (score, times) = read(word).ok_or_else(|| {
                    let message = format!("`{word}` is no weight: two numbers such as `12,-5` are expected");
                    Diagnostic::error(span.clone(), message)
                })?;
                if weights.len().saturating_add(times) > MOST {
                    return Err(Diagnostic::error(span, format!("more than {MOST} weights in a line")));
                }
                weights.extend(std::iter::repeat_n(score, times));
            }
            lines.push(Line { group, symbol, weights, span: line });
        }
        Ok(Fitted { lines, doubtful: Vec::new(), origin: None })
    }

    /// The weights of `parent` for a variant in which these pieces, by the first player's symbols, move otherwise: what is told of them
    /// counts only where the rules say that they are worth about as much. What is told of the `revalued` counts no more.
    pub fn doubting(&self, parent: &Arc<Definition>, symbols: &[&str], revalued: &[&str]) -> Fitted {
        let lines = self.lines.iter().filter(|line| !line.is_about(revalued)).cloned();
        // A parent's doubts are its children's, too.
        let doubtful = self.doubtful.iter().cloned().chain(symbols.iter().map(|&symbol| symbol.to_owned()));
        let origin = self.origin.as_ref().unwrap_or(parent).clone();
        Fitted { lines: lines.collect(), doubtful: doubtful.collect(), origin: Some(origin) }
    }

    /// Which of the doubtful pieces are worth something else by the rules than in the variant that this was fitted to. The rules'
    /// weights are in `terms`.
    fn misjudged(&self, rules: &Rules, layout: &Layout, terms: &[Score]) -> Vec<&str> {
        let told = |name: &str| {
            let line = self.lines.iter().find(|line| line.group == Group::Square && line.symbol == name);
            line.map(|line| whole(&line.weights))
        };
        let derived = |name: &str| on_board(rules, layout, terms, name);
        let royal =
            |name: &str| kinds(rules).any(|kind| symbol(rules, kind, Side::First) == name && rules.kinds[kind].royal);
        // What fits anyway needs no second look.
        let odd =
            |name: &&str| !royal(name) && told(name).zip(derived(name)).is_some_and(|(told, now)| differ(told, now));
        let mut odd: Vec<&str> = self.doubtful.iter().map(String::as_str).filter(odd).collect();
        if !odd.is_empty()
            && let Some(origin) = &self.origin
        {
            // What the rules make of a piece may be far from what games have shown, there as here.
            let plain = Definition { weights: None, ..Definition::clone(origin) };
            if let Ok(there) = Rules::compile(Arc::new(plain)) {
                let before = |name: &str| on_board(&there, there.weights.layout(), there.weights.terms(), name);
                odd.retain(|name| before(name).zip(derived(name)).is_none_or(|(before, now)| differ(before, now)));
            }
        }
        odd
    }

    /// Puts the weights in their places. Lines about what the variant doesn't have are left out; see
    /// [`Fitted::misfits`].
    pub fn apply(&self, rules: &Rules, layout: &Layout, terms: &mut [Score]) {
        let misjudged = self.misjudged(rules, layout, terms);
        for line in self.lines.iter().filter(|line| !line.is_about(&misjudged)) {
            let stride = layout.stride(line.group);
            for item in line.items(rules).into_iter().filter(|_| line.weights.len() == stride) {
                let start = layout.at(line.group, item, 0);
                terms[start..start + stride].copy_from_slice(&line.weights);
            }
        }
        if !self.lines.iter().any(|line| line.group == Group::Square && is_second(rules, &line.symbol)) {
            let shared = Symmetry::of_start(rules).shared(rules, layout);
            for at in 0..terms.len() {
                terms[at] = terms[shared[at] as usize];
            }
        }
    }

    /// What of this has no effect in a variant.
    pub fn misfits(&self, rules: &Rules, layout: &Layout) -> Vec<Diagnostic> {
        let misfit = |line: &Line| {
            let (group, stride, told) = (line.group.word(), layout.stride(line.group), line.weights.len());
            if line.items(rules).is_empty() {
                let message = format!("the variant has no piece `{}`, or `{group}` has no weights for it", line.symbol);
                Some(Diagnostic::warning(line.span.clone(), message))
            } else if told != stride {
                let message = format!("`{group}` has {stride} weights in this variant, but {told} are told");
                Some(Diagnostic::warning(line.span.clone(), message).help("fit the weights again"))
            } else {
                None
            }
        };
        self.lines.iter().filter_map(misfit).collect()
    }
}

fn whole(weights: &[Score]) -> i32 {
    weights.iter().map(|weight| weight.middle() + weight.end()).sum()
}

/// What a piece is worth on all squares together.
fn on_board(rules: &Rules, layout: &Layout, terms: &[Score], name: &str) -> Option<i32> {
    let (item, _) = pieces(rules).find(|(_, symbol)| *symbol == name)?;
    let start = layout.at(Group::Square, item, 0);
    Some(whole(&terms[start..start + layout.stride(Group::Square)]))
}

/// By more than a quarter of the smaller one. Where losing wins, pieces are worth less than nothing.
fn differ(one: i32, other: i32) -> bool {
    let (less, more) = (one.abs().min(other.abs()), one.abs().max(other.abs()));
    one.signum() != other.signum() || 5 * less < 4 * more
}

impl Line {
    /// It is about one of these pieces, of whichever player, promoted or not.
    fn is_about(&self, symbols: &[&str]) -> bool {
        let plain = self.symbol.trim_end_matches('~');
        symbols.iter().any(|symbol| symbol.eq_ignore_ascii_case(plain))
    }

    fn items(&self, rules: &Rules) -> Vec<usize> {
        match self.group.items() {
            Items::One => vec![0],
            Items::Kinds => kinds(rules).filter(|&kind| symbol(rules, kind, Side::First) == self.symbol).collect(),
            Items::Pieces => pieces(rules).filter(|&(_, name)| *name == self.symbol).map(|(item, _)| item).collect(),
        }
    }
}

/// `12,-5*3`. Large variants have tens of thousands of these, and are waited for.
fn read(word: &str) -> Option<(Score, usize)> {
    let (middle, rest) = part(word.as_bytes())?;
    let (end, rest) = part(rest.strip_prefix(b",")?)?;
    let times = match rest {
        [] => 1,
        [b'*', ..] => word[word.len() - rest.len() + 1..].parse().ok()?,
        _ => return None,
    };
    Some((Score::new(middle, end), times))
}

/// One of the two numbers, and what follows it.
fn part(text: &[u8]) -> Option<(i32, &[u8])> {
    let (negative, digits) = match text {
        [b'-', digits @ ..] => (true, digits),
        [b'+', digits @ ..] => (false, digits),
        digits => (false, digits),
    };
    let (mut number, mut length) = (0, 0);
    while let Some(digit) = digits.get(length).map(|digit| digit.wrapping_sub(b'0')).filter(|&digit| digit < 10) {
        (number, length) = (number * 10 + i32::from(digit), length + 1);
        if number > 16_000 {
            return None;
        }
    }
    (length > 0).then(|| (if negative { -number } else { number }, &digits[length..]))
}

fn kinds(rules: &Rules) -> impl Iterator<Item = usize> {
    0..rules.kinds.len()
}

fn symbol(rules: &Rules, kind: usize, side: Side) -> &str {
    &rules.kinds[kind].symbol[side]
}

/// Numbers of pieces with their symbols.
fn pieces(rules: &Rules) -> impl Iterator<Item = (usize, &str)> {
    kinds(rules).flat_map(move |kind| {
        Side::BOTH.map(|side| (Piece::new(Kind(kind as u16), side).index(), symbol(rules, kind, side)))
    })
}

fn is_second(rules: &Rules, wanted: &str) -> bool {
    // Walls have the same symbol for both.
    kinds(rules).any(|kind| symbol(rules, kind, Side::Second) == wanted && symbol(rules, kind, Side::First) != wanted)
}

/// The text of a file with the weights of some groups.
pub fn show(rules: &Rules, layout: &Layout, terms: &[Score], groups: &[Group], comment: &str) -> String {
    let mut text = String::new();
    comment.lines().for_each(|line| {
        let _ = writeln!(text, "# {line}");
    });
    let both = Symmetry::of_start(rules) == Symmetry::None;
    for group in groups.iter().copied().filter(|&group| layout.stride(group) > 0) {
        let items: Vec<(usize, &str)> = match group.items() {
            Items::One => vec![(0, "")],
            Items::Kinds => kinds(rules).map(|kind| (kind, symbol(rules, kind, Side::First))).collect(),
            Items::Pieces => {
                let second = |item: usize| item % 2 != Piece::new(Kind(0), Side::First).index() % 2;
                pieces(rules).filter(|&(item, _)| both || !second(item)).collect()
            }
        };
        for (item, symbol) in items {
            let start = layout.at(group, item, 0);
            let weights = &terms[start..start + layout.stride(group)];
            let _ = write!(text, "{}", group.word());
            if !symbol.is_empty() {
                let _ = write!(text, " {symbol}");
            }
            for run in weights.chunk_by(|one, other| one == other) {
                let _ = write!(text, " {},{}", run[0].middle(), run[0].end());
                if run.len() > 1 {
                    let _ = write!(text, "*{}", run.len());
                }
            }
            text.push('\n');
        }
    }
    text
}
